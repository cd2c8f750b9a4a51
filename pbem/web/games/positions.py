"""Positions as a game's page shows them: the board, and the orders that may be begun.

What follows from the position alone is found once, and kept while nothing in the game changes that a page shows of it:
its log, the facts of the game, its seats, and the orders that wait. A position is kept by seat; what one seat may see
is never looked up for another.
"""

from dataclasses import replace
from typing import Final, NamedTuple, cast

from flask import current_app

from pbem.intake.forms import Forms
from pbem.recent import Recent
from pbem.store import UnitOfWork
from pbem.store.across.live import count_notes_of_games
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import list_standing_orders
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.web.games.forms import BoardOnPage, OrderForm, opening_of, order_form_for
from pbem.web.site import site
from pbem.web.visitor import words

KEY: Final = "pbem.positions"
"""Where an application keeps its positions among its extensions."""
MOST_KEPT: Final = 48
"""Positions kept. That of a long game takes about half a megabyte."""


class ShownPosition(NamedTuple):
    """A position on a page: the board, and for a seat that may order the orders being put together."""

    board: BoardOnPage
    order_form: OrderForm | None = None


class PositionKey(NamedTuple):
    """All that a position on a page is found from; it holds tokens and orders, so it goes nowhere."""

    game: GameRow
    seats: tuple[SeatContact, ...]
    notes: int
    """How many notes its log holds: the position of the last one that is not a note is told by the game."""
    waiting: str
    """The orders that wait for the seat's next turn."""
    seat: int | None
    opens: bool
    language: str


def position_with(order_form: OrderForm) -> ShownPosition:
    """The position that orders lead to."""
    return ShownPosition(BoardOnPage(order_form.trial.seen, words(), order_form.targets), order_form)


def position_of(game: GameRow, seat: int | None, text: str = "", *, opens: bool = False) -> ShownPosition:
    """The present position of a game as a seat, or a spectator, may see it, with these orders in the seat's form.

    Where there are none, `opens` puts those in that it would begin with anyway. Raises as `Forms.look` does.
    """
    if text and seat is not None and game.status == "playing":
        return position_with(order_form_for(site().intake.forms.try_out(game.id, seat, text), words(), text))
    kept = cast(Recent[PositionKey, ShownPosition], current_app.extensions[KEY])
    with site().read() as unit:
        key = _key(unit, game, seat, opens=opens)
    return kept.get_or_make(key, lambda: _find(site().intake.forms, key))


def _key(unit: UnitOfWork, game: GameRow, seat: int | None, *, opens: bool) -> PositionKey:
    orders = None if seat is None else list_standing_orders(unit, game.id).get(seat)
    return PositionKey(
        game,
        tuple(list_seat_contacts(unit, game.id)),
        count_notes_of_games(unit, [game.id]).get(game.id, 0),
        "" if orders is None else orders.text,
        seat,
        opens,
        words().language,
    )


def _find(forms: Forms, key: PositionKey) -> ShownPosition:
    game_id, seat = key.game.id, key.seat
    if seat is None or key.game.status != "playing":
        return ShownPosition(BoardOnPage(forms.look(game_id, seat), words()))
    trial, opening = forms.try_out(game_id, seat, ""), ""
    if key.opens:
        opening = opening_of(trial, words())
        trial = forms.try_out(game_id, seat, opening) if opening else trial
    found = order_form_for(trial, words(), opening)
    return position_with(replace(found, opening=opening) if opening else found)
