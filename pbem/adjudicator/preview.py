"""Looking at a game as a seat sees it, and trying orders on it: nothing is rolled, written or kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.game_session import GameSession
from pbem.adjudicator.mails.game import position_for
from pbem.adjudicator.order_run import OrderRun, Runner, passed_over
from pbem.adjudicator.results import visible
from pbem.adjudicator.seat_context import SeatContext
from pbem.adjudicator.sessions import LoadedGame, latest_events, load_game
from pbem.commands.orders import read
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.reports.context import AnsweredLine
from pbem.store import Tx
from pbem.store import repository as repo
from rules_core.kernel.dice import no_draw
from rules_core.kernel.events import Action, Event, TurnFinished
from rules_core.kernel.position import SeatView


@dataclass(frozen=True)
class Seen:
    """A game as a seat, or a spectator, may see it."""

    view: SeatView
    names: tuple[str, ...]
    latest: Sequence[Event]
    """What happened last, for maps to mark."""
    position: int
    may_undo: bool
    """Whether the seat has done something in this turn that can still be taken back."""
    legal: tuple[Action, ...]
    """What the seat may do next."""
    seed: str | None
    """The seed of the dice in hexadecimal, once the game is over."""
    waiting: tuple[str, ...] = field(default=(), repr=False)
    """The seat's orders for its next turn, line by line."""


@dataclass(frozen=True)
class Trial:
    """What orders would do: the fate of each line, and the game as they would leave it.

    Where a line cannot be read or met it is the game as the lines before it would leave it. `undrawn` is the action
    that the orders come to and that draws, behind which nothing can be told.
    """

    lines: tuple[AnsweredLine, ...]
    seen: Seen
    works: bool
    undrawn: Action | None


def look(tx: Tx, game_id: int, seat: int | None) -> Seen:
    """A game as it stands. Raises NotFound, and BadRecord where its log cannot be read."""
    loaded = load_game(tx, game_id)
    return _seen(tx, loaded, seat, visible(loaded.session, seat), latest_events(tx, loaded, seat))


def try_out(tx: Tx, game_id: int, seat: int, text: str, words: Catalogue, settings: Settings, now_ms: int) -> Trial:
    """Tries orders that a seat has typed, in the language of its player. Raises as `look` does."""
    loaded = load_game(tx, game_id)
    context = SeatContext(tx=tx, loaded=loaded, seat=seat, settings=settings, now_ms=now_ms, words=words)
    lines, language = text.splitlines(), loaded.seats[seat].language
    script = read(lines, visible(loaded.session, seat), language, loaded.names)
    wrong = min((line.number for line in script.lines if line.fault), default=len(script.lines) + 1)
    run, session = _run(context, lines[: wrong - 1])
    told = (*run.lines, *(passed_over(line, words) for line in script.lines[wrong - 1 :]))
    if run.stopped is not None:
        _again, session = _run(context, lines[: run.stopped - 1])
    latest = session.events_since(session.start) if session.new else latest_events(tx, loaded, seat)
    is_through = any(isinstance(entry.event, TurnFinished) for entry in session.new)
    seen = _seen(tx, loaded, seat, visible(session, seat), latest, is_through=is_through)
    return Trial(told, seen, not script.faults and run.stopped is None, run.undrawn)


def _run(context: SeatContext, lines: Sequence[str]) -> tuple[OrderRun, GameSession]:
    loaded, seat, words = context.loaded, context.seat, context.words
    session = loaded.session.seen_by(seat)
    script = read(lines, visible(loaded.session, seat), loaded.seats[seat].language, loaded.names)
    return Runner(session, seat, no_draw, loaded.names, words, context, preview=True).run(script), session


def _seen(
    tx: Tx, loaded: LoadedGame, seat: int | None, view: SeatView, latest: Sequence[Event], *, is_through: bool = False
) -> Seen:
    """`is_through`: the turn is ended by what is tried; orders after it are not read, even if the seat is next too."""
    is_mover = not view.table.over and seat == view.table.turn.seat
    return Seen(
        view=view,
        names=loaded.names,
        latest=latest,
        position=position_for(loaded.game, seat),
        may_undo=is_mover and loaded.session.last_action() is not None,
        legal=() if is_through else tuple(loaded.session.ruleset.legal(view)),
        seed=repo.game_seed(tx, loaded.game.id).hex() if loaded.game.status == "over" else None,
        waiting=_waiting(tx, loaded.game.id, seat),
    )


def _waiting(tx: Tx, game_id: int, seat: int | None) -> tuple[str, ...]:
    orders = None if seat is None else repo.standing_orders(tx, game_id).get(seat)
    return () if orders is None else tuple(orders.text.split("\n"))
