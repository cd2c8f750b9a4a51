"""The games: all of them, and each on its page with the report of whoever looks, and a text box for their orders."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.history.archive import load_endings
from pbem.adjudicator.mails.game import position_for
from pbem.adjudicator.previews import Seen
from pbem.adjudicator.seats.absences import find_last_days_away
from pbem.adjudicator.seats.standby import choices, is_stuck, is_watching
from pbem.adjudicator.sessions import list_events_since_end_of_turn
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import in_words, table_of
from pbem.games.presentation import presentation_of, presenter_for
from pbem.i18n import N_, Catalogue
from pbem.store import NotFound, Tx
from pbem.store.across.practice import list_games_of_owner
from pbem.store.across.prefetch import prefetch_seats
from pbem.store.games.game import GameRow, GameStatus, find_game_by_tag
from pbem.store.games.listing import list_newest_games, list_newest_games_of_player
from pbem.store.games.proposals import find_draft
from pbem.store.games.seats import SeatPlayer, list_seats
from pbem.store.games.statistics import find_reason_unrated
from pbem.store.players.player import PlayerRow
from pbem.web import sent_forms
from pbem.web.games import answers
from pbem.web.games.answers import Answered
from pbem.web.games.chronicle import ON_GAME, MovesSince, Posted, charts, list_notices, moves_since
from pbem.web.games.forms import (
    SAID,
    WILD,
    BoardOnPage,
    MoreTime,
    OrderForm,
    ShownProposal,
    adds,
    composed,
    digest,
    ends_turn,
    more_time,
    order_form_for,
    poster,
    proposal,
    whole_map,
)
from pbem.web.games.lesson import ShownLesson, shown_lesson
from pbem.web.games.positions import position_of, position_with
from pbem.web.live.pages import follow
from pbem.web.site import asks_for, flashed, lead_to, site
from pbem.web.visitor import has_ended, player, player_or_guest, visitor, whoever, words, zone
from pbem.web.waiting_shown import list_newest as waiting_lists
from rules_core.kernel.events import Ended

pages = Blueprint("games", __name__)

STATUSES: Final[tuple[GameStatus, ...]] = ("playing", "over")
_ON_HOME: Final = 8
_OWN_ON_HOME: Final = 50
_SHOWN: Final = "shown"
"""Where a session keeps the turn for which a seat at a shared screen is shown."""
_DONE_AND_SIGNED_OUT: Final = N_(
    "You have already sent these orders, and they were processed then. Nothing was done twice. You are no longer "
    "signed in; the report of your next turn has a new link."
)
_AT_ONCE: Final = {"undo": in_words("{undo}", "en"), "forget": in_words("{next}: {none}", "en")}
"""Buttons that send an order at once, whatever stands in the text box."""


@dataclass(frozen=True)
class Listed:
    """A game as lists show it: with its players' seats, and the visitor's own among them if they have one."""

    game: GameRow
    seats: tuple[SeatPlayer, ...]
    own_seat: int | None
    cancelled: bool = False
    hidden: int | None = None
    """The seat to move at a shared screen, which is covered until its player has it before them."""

    @property
    def to_move(self) -> str:
        """The name of the player whose turn it is; empty when the game is over."""
        return "" if self.game.active_seat is None else self.seats[self.game.active_seat].name

    @property
    def acting(self) -> int:
        """The id of the player for whose seat orders come: the visitor's own, or whose turn it is at their screen."""
        return player_or_guest().id if self.own_seat is None else self.seats[self.own_seat].player_id

    @property
    def thinks(self) -> bool:
        """Whether a bot is to move, which takes a moment."""
        seat = self.game.active_seat
        return seat is not None and self.seats[seat].bot is not None and self.game.held_ms is None

    @property
    def waits(self) -> bool:
        """Whether the game waits for the visitor."""
        return self.own_seat is not None and self.own_seat == self.game.active_seat


@pages.get("/")
def home() -> ResponseReturnValue:
    """The home page: what this is, the newest games, the map of one of them, and where to sign in."""
    with site().read() as unit:
        counts = site().count_games(unit)
        newest = {status: list_newest_games(unit, status, _ON_HOME) for status in STATUSES}
        shown = {status: listed_all(unit, games) for status, games in newest.items()}
        picture = poster(unit, newest["playing"] or newest["over"])
        waiting = waiting_lists(unit)
        me, anyone = visitor(), whoever()
        practised = listed_all(unit, list_games_of_owner(unit, anyone.id)) if anyone else []
        newest_games = list_newest_games_of_player(unit, me.id, "playing", _OWN_ON_HOME) if me else []
        mine = [
            found
            for found in listed_all(unit, [game for seat, game in newest_games if seat == game.active_seat])
            if found.waits
        ]
    totals = {status: sum(n for (_kind, one), n in counts.items() if one == status) for status in STATUSES}
    return render_template(
        "home.html", shown=shown, totals=totals, poster=picture, waiting=waiting, mine=mine, practised=practised
    )


@pages.get("/games/<tag>")
def game(tag: str) -> ResponseReturnValue:
    """A game as the visitor may see it."""
    return _game_page(find(tag))


@pages.get("/games/<tag>/map.svg")
def drawn(tag: str) -> ResponseReturnValue:
    """The whole map of a game, as the visitor may see it, to be opened alone and enlarged."""
    found = find(tag)
    board = BoardOnPage(site().intake.forms.look(found.game.id, found.own_seat), words())
    return whole_map(board.presenter, board.seen.latest)


@pages.get("/games/<tag>/answer")
def answer(tag: str) -> ResponseReturnValue:
    """A game with the last answer to the visitor's orders; the game alone where that is not kept any more."""
    _me, found = player_or_guest(), find(tag)
    answered = answers.find_last(found.game.id, found.acting)
    if found.own_seat is None or answered is None:
        return redirect(url_for("games.game", tag=tag), 303)
    return _game_page(found, answered)


@pages.get("/games/<tag>/orders")
def no_orders(tag: str) -> ResponseReturnValue:
    """Orders are sent, not looked at: leads to the game."""
    return redirect(url_for("games.game", tag=tag), 303)


@pages.post("/games/<tag>/orders")
def orders(tag: str) -> ResponseReturnValue:
    """Add to orders, try them, or carry them out; what was carried out is on a page that can be loaded again."""
    _me, found = player_or_guest(), find(tag)
    if found.hidden is not None:
        return redirect(url_for("games.game", tag=tag), 303)
    if found.own_seat is None:
        abort(403)
    form, forms = request.form, site().intake.forms
    if asks_for("why"):
        return _why(found, found.own_seat, form)
    if form.get("do") in _AT_ONCE:
        return _carry_out(found, _AT_ONCE[form["do"]])
    if form.get("do") in ("confirm", "discard"):
        return _settle_draft(found, _draft(found))
    text = composed(form, forms.look(found.game.id, found.own_seat), words())
    trial = forms.try_out(found.game.id, found.own_seat, text)
    is_sure = form.get("sure") == digest(text)
    is_sent = is_sure or form.get("do") == "send" or (ends_turn(form) and trial.works)
    rolls = trial.works and trial.undrawn is not None and not is_sure
    if rolls and (is_sent or adds(form)):
        return _game_page(found, order_form=order_form_for(trial, words(), text, asks=True))
    if not is_sent:
        return _game_page(found, order_form=order_form_for(trial, words(), text, wild=form.get("die") == WILD))
    # Sent once more just as they were held back, orders are confirmed, as a letter would do it.
    return _carry_out(found, text, sure=form.get("held") == digest(text))


def _why(found: Listed, seat: int, form: Mapping[str, str]) -> str:
    """Tell, for the script of the board, why nothing can be laid on the square that was pressed, behind the orders."""
    read = re.fullmatch(r"(-?\d{1,4}) (-?\d{1,4})", form.get("square", "")) or abort(400)
    trial = site().intake.forms.try_out(found.game.id, seat, form.get("orders", ""))
    view, text = trial.seen.view, words().text
    if view.table.over or view.table.turn.seat != seat:
        why = text("It is not your turn.")
    elif trial.undrawn:
        why = text("What you can do next depends on the dice: send these orders first.")
    else:
        presenter = presenter_for(view.table, trial.seen.names, words())
        why = presenter.unlit(int(read[1]), int(read[2]))
    return render_template("_why.html", game=found.game, why=why)


def answered_again(kept: str) -> ResponseReturnValue:
    """The answer to orders that are sent once more by the same form; the game alone where it is not known.

    Whose session was for this turn alone is not known any more where the first sending has ended it.
    """
    if whoever() is None:
        return sent_forms.done_before(_DONE_AND_SIGNED_OUT)
    tag = str((request.view_args or {})["tag"])
    _me, found = player_or_guest(), find(tag)
    answered = answers.loaded(kept)
    if found.own_seat is None or answered is None or found.game.purpose == "hotseat":
        return redirect(url_for("games.game", tag=tag), 303)
    return _answer(found, answered)


def _settle_draft(found: Listed, draft: str) -> ResponseReturnValue:
    if not draft or request.form.get("draft") != digest(draft):
        return _game_page(found)
    if request.form["do"] == "confirm":
        return _carry_out(found, draft, "confirm")
    try:
        site().intake.forms.discard_draft(found.game.id, found.acting, draft)
    except NotFound:  # the seat has changed hands since the page was read
        abort(403)
    sentence = words().text("Your orders to confirm were discarded; nothing was changed.")
    return lead_to("games.game", [sentence], SAID, tag=found.game.tag)


def _carry_out(found: Listed, text: str, order: str | None = None, *, sure: bool = False) -> ResponseReturnValue:
    """Have orders carried out. A form without a position is as good as an old one: nothing is done unseen."""
    position = request.form.get("position", 0, type=int)
    try:
        answer = site().intake.forms.submit(found.game.id, found.acting, order or text, position=position, sure=sure)
    except NotFound:  # the seat has changed hands since the page was read
        abort(403)
    if not found.game.is_match and answer.applied:
        site().intake.practice.let_programs_play(found.game.id)
    answered = Answered(text, answer)
    answers.keep(answered)
    leads_on = answer.applied and found.game.purpose != "hotseat" and not has_ended()
    return _answer(found if leads_on else find(found.game.tag), answered)  # what leads on shows nothing of the game


@pages.post("/games/<tag>/show")
def uncover(tag: str) -> ResponseReturnValue:
    """Show the seat whose turn it is to its player, to whom the screen was passed."""
    found = find(tag)
    if found.hidden is not None:
        session[_SHOWN] = _turn_of(found.game)
    return redirect(url_for("games.game", tag=tag), 303)


def _turn_of(game: GameRow) -> str:
    return f"{game.tag} {game.epoch} {game.year} {game.turn} {game.active_seat}"


def _answer(found: Listed, answered: Answered) -> ResponseReturnValue:
    """The answer to orders; that to orders that did something is on a page that can be loaded again.

    Who was signed in by a link in a report until their turn ended has it at once: with the next page nobody is.
    """
    if found.hidden is not None:  # the turn is over, and what it was answered is not the next player's to read
        session.pop(_SHOWN, None)
        return redirect(url_for("games.game", tag=found.game.tag, _anchor="cover"), 303)
    if not answered.answer.applied or has_ended() or not answers.note_last(found.game.id, found.acting):
        return _game_page(found, answered)
    return redirect(url_for("games.answer", tag=found.game.tag), 303)


def listed_all(tx: Tx, games: Sequence[GameRow]) -> list[Listed]:
    """Games with their seats, in as many statements as one takes."""
    prefetch_seats(tx, [game.id for game in games])
    endings = load_endings(tx, games)
    return [_listed(tx, game, endings.get(game.id)) for game in games]


def listed(tx: Tx, game: GameRow) -> Listed:
    """A game with its seats."""
    return listed_all(tx, [game])[0]


def _listed(tx: Tx, game: GameRow, ending: Ended | None) -> Listed:
    seats = tuple(list_seats(tx, game.id))
    is_cancelled = ending is not None and ending.reason == "cancelled"
    if game.purpose == "hotseat":
        is_shown = session.get(_SHOWN) == _turn_of(game)
        seat = game.active_seat if whoever() else None
        return Listed(game, seats, seat if is_shown else None, is_cancelled, None if is_shown else seat)
    return Listed(game, seats, _own_seat(seats, whoever()), is_cancelled)


def _own_seat(seats: tuple[SeatPlayer, ...], me: PlayerRow | None) -> int | None:
    return next((seat.seat for seat in seats if me and seat.player_id == me.id and seat.vacant_ms is None), None)


def find(tag: str) -> Listed:
    """The game of that name, or no page; read before its report, so that no form claims more than a page shows."""
    me = whoever()
    with site().read() as unit:
        game = find_game_by_tag(unit, tag, None if me is None else me.id)
        if game is None:
            abort(404)
        return listed(unit, game)


def ask(found: Listed, command: SeatCommand) -> list[str]:
    """Do what the visitor asks beside orders, for their seat in a game; 403 where they have none. Raises Refused."""
    try:
        return site().intake.forms.ask(found.game.id, player().id, command)
    except NotFound:  # it may have changed hands since the page was read
        abort(403)


def _game_page(found: Listed, answered: Answered | None = None, order_form: OrderForm | None = None) -> str:
    """The page of a game: with the answer to orders that were sent, or with orders being put together."""
    game = found.game
    follow([game])
    me, draft = visitor(), "" if answered else _draft(found)
    here = position_for(game, found.own_seat)
    text = _left_over(answered) if answered else ""
    shown = position_with(order_form) if order_form else position_of(game, found.own_seat, text, opens=not draft)
    board = shown.board
    lesson, order_form = _taught(found, shown.order_form)
    if order_form is not None:
        board = board if order_form is shown.order_form else position_with(order_form).board
        order_form = replace(order_form, held=answered is not None and answered.answer.stale)
    is_part = asks_for("play")
    watching = (
        None
        if me is None or not game.is_match or found.own_seat is not None or game.status == "over"
        else _watches(me, game)
    )
    since = [] if is_part and not answered else _since_own_turn(found, board)
    return render_template(
        "_play.html" if is_part else "game.html",
        is_part=is_part,
        listed=found,
        game=game,
        board=board,
        lesson=lesson,
        since=since,
        latest=() if is_part and not answered else since or board.latest,
        moves=None if is_part and not answered else _moves_since(found),
        order_form=order_form,
        in_advance=_in_advance(game.kind, words()),
        answered=answered,
        is_shown_once=answered is not None and has_ended(),
        moved_on=answered is not None and game.is_match and here > answered.answer.position,
        position=min(here, answered.answer.position) if answered and game.is_match else here,
        watching=watching,
        away=_away(found),
        draft=draft,
        draft_digest=digest(draft),
        more_time=_more_time(found) if found.waits and game.deadline_ms is not None and not is_part else None,
        choices=[] if is_part else _choices(found),
        proposal=None if is_part else _proposal(found),
        notices=[] if is_part else _newest_notices(found),
        said=flashed(SAID),
        variants=presentation_of(game.kind).chosen(json.loads(game.options)),
        unrated="" if is_part else _why_unrated(game),
        **_over(found, board.seen),
    )


def _over(found: Listed, seen: Seen) -> dict[str, object]:
    """Tell of a game that has been played to its end: the winners, its charts, and a game like it."""
    standings = seen.view.table.standings
    if not standings or found.game.status != "over":
        return {"over": False}
    names = [seat.name for seat in found.seats]
    with site().read() as unit:
        past = site().archive.past(unit, found.game)
    return {
        "over": True,
        "winners": [names[one.seat] for one in standings if one.place == 1],
        "charts": charts(past, found.game.kind, names),
        "again": found.own_seat is not None and found.game.is_match,
    }


def _taught(found: Listed, order_form: OrderForm | None) -> tuple[ShownLesson | None, OrderForm | None]:
    if found.game.purpose != "lesson" or found.own_seat is None or order_form is None:
        return None, order_form
    with site().read() as unit:
        return shown_lesson(unit, found.game, found.own_seat, order_form, words())


def _since_own_turn(found: Listed, board: BoardOnPage) -> list[str]:
    if found.game.is_match or found.own_seat is None or not found.waits or board.seen.may_undo:
        return []
    with site().read() as unit:
        events = list_events_since_end_of_turn(unit, found.game.id, found.own_seat)
    return board.presenter.sentences(events)


def _moves_since(found: Listed) -> MovesSince | None:
    with site().read() as unit:
        past = site().archive.past(unit, found.game)
    return moves_since(past, found.game, found.own_seat, len(found.seats), words())


def _in_advance(kind: str, catalogue: Catalogue) -> str:
    table = table_of(kind)
    return table.examples_of(table.by_name["next"].form, catalogue.language)[0]


def _away(found: Listed) -> dict[int, str]:
    """The last day of each seat's player's absence, as words; "" for those who are not away."""
    here = site()
    with here.read() as unit:
        return find_last_days_away(unit, found.seats)


def _newest_notices(found: Listed) -> list[Posted]:
    with site().read() as unit:
        return list_notices(unit, found.game.id, words(), zone(), [seat.name for seat in found.seats])[
            : -ON_GAME - 1 : -1
        ]


def _draft(found: Listed) -> str:
    if found.own_seat is None or found.game.status == "over":
        return ""
    with site().read() as unit:
        draft = find_draft(unit, found.game.id, found.own_seat)
    return "" if draft is None else draft.text


def _more_time(found: Listed) -> MoreTime:
    with site().read() as unit:
        return more_time(unit, found.game, words())


def _choices(found: Listed) -> list[tuple[str, str]]:
    here, game = site(), found.game
    is_waiting = found.own_seat is not None and not found.waits
    if not is_waiting or game.active_seat is None or not is_stuck(game, here.settings, here.now_ms()):
        return []
    return choices(found.seats[game.active_seat].name, words())


def _proposal(found: Listed) -> ShownProposal | None:
    here = site()
    with here.read() as unit:
        return proposal(unit, found.game, found.own_seat, words())


_UNRATED: Final[Mapping[str, str]] = {
    "": "",
    "bot": N_("This game is not rated: a bot has played in it from the start."),
    "taken back": N_(
        "This game is not rated: its players took back what someone who left had played. The notices say who agreed."
    ),
}


def _why_unrated(game: GameRow) -> str:
    with site().read() as unit:
        return _UNRATED[find_reason_unrated(unit, game.id)]


def _watches(me: PlayerRow, game: GameRow) -> bool:
    with site().read() as unit:
        return is_watching(unit, me.id, game.id)


def _left_over(answered: Answered) -> str:
    """The text in the box after an answer: the orders as they were typed, or those that were not carried out."""
    if not answered.answer.applied:
        return answered.text
    return "\n".join(line.text for line in answered.answer.lines if line.outcome in ("refused", "not reached"))
