"""Disputes on a game's pages, filed about a moment of its history; and rulings of all games, to be searched.

What is sent here goes the way of a letter: the same requests, judged by the same functions, answered in the same words.
What is said about a dispute is its players' and the moderators' until it is closed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.commands.disputes import Dispute, MakeStatement, WithdrawDispute
from pbem.adjudicator.disputes.filing import MOST_SIGNS, last_turn, may_hold
from pbem.adjudicator.history.archive import Branch, Past, PastMoment
from pbem.adjudicator.mails.press import SeatTenures
from pbem.commands.command import form_of
from pbem.forms import PageForm
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.moderation.context import VERDICTS, may_moderate
from pbem.moderation.examining import Exhibit, load_own_exhibit
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.moderation.disputes import (
    FiledDispute,
    Sought,
    count_rulings,
    find_dispute,
    list_disputes_of_game,
    list_rulings,
    list_rulings_on,
    list_statements,
)
from pbem.store.players.player import get_player
from pbem.web.games.forms import MapPicture, map_picture
from pbem.web.games.pages import Listed, ask, listed
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import FormErrors, visitor, words
from pbem.web.wording import stretch
from rules_core.games import all_rules, kinds, rulebook
from rules_core.kernel.events import Event

pages = Blueprint("disputes", __name__)

_SAID: Final = "dispute"
_TO_CHOOSE_FROM: Final = 60
"""The newest moments that the form offers; an older one is chosen from the history."""
_ID: Final = "<int(max=9223372036854775807):dispute_id>"

ruling_pages = Blueprint("rulings", __name__)

_ON_PAGE: Final = 20
_LONGEST: Final = 100


@dataclass(frozen=True)
class ShownDispute:
    """A dispute with the names of the player who filed it and of the moderator who ruled; "" for the operator."""

    dispute: FiledDispute
    who: str
    ruler: str


@dataclass(frozen=True)
class Said:
    """Something said about a dispute: by whom, by a moderator (`asks`) or a player, and when."""

    who: str
    asks: bool
    text: str
    at_ms: int


@dataclass(frozen=True)
class MomentPicture:
    """The map of a position, if the game has one."""

    position: int
    map: MapPicture | None


@dataclass(frozen=True)
class ShownMoment:
    """A moment in sentences, with its map."""

    title: str
    at_ms: int
    sentences: Sequence[str]
    picture: MomentPicture


def shown(tx: Tx, dispute: FiledDispute) -> ShownDispute:
    """A dispute as pages show it."""
    ruler = "" if dispute.ruled_by is None else get_player(tx, dispute.ruled_by).name
    return ShownDispute(dispute, get_player(tx, dispute.player_id).name, ruler)


def list_said(tx: Tx, dispute: FiledDispute) -> list[Said]:
    """The statements about a dispute, with the names that players had then."""
    tenures = SeatTenures.of(tx, dispute.game_id)
    return [
        Said(
            get_player(tx, one.player_id).name if one.seat is None else tenures.names_at(one.at_ms)[one.seat],
            one.seat is None,
            one.text,
            one.at_ms,
        )
        for one in list_statements(tx, dispute.id)
    ]


def moment_at(moment: PastMoment, presenter: Presenter) -> str:
    """A moment in a line: where in the log, in whose turn, and what was done first."""
    sentences = presenter.sentences(moment.events)
    return words().text(
        "#%(position)s, year %(year)s, %(player)s: %(what)s",
        position=moment.position,
        year=moment.year,
        player=presenter.player(moment.seat),
        what=sentences[0] if sentences else "–",
    )


def shown_moment(branch: Branch, position: int, presenter: Presenter) -> ShownMoment:
    """A moment with the position after it, as everybody sees it. Raises NotFound."""
    moment = branch.moments[branch.index_at(position)]
    title = words().text(
        "Year %(year)s, turn %(turn)s: %(player)s",
        year=moment.year,
        turn=moment.turn,
        player=presenter.player(moment.seat),
    )
    drawn = picture(position, presenter, branch.news_at(position))
    return ShownMoment(title, moment.at_ms, presenter.sentences(branch.news_at(position)), drawn)


def picture(position: int, presenter: Presenter, news: Sequence[Event]) -> MomentPicture:
    """The map of a position; what `news` put there is marked."""
    return MomentPicture(position, map_picture(presenter, news))


@pages.get("/games/<tag>/dispute")
def all_of_game(tag: str) -> ResponseReturnValue:
    """The disputes of a game, and, for whoever has a seat, the form by which they dispute something."""
    with site().read() as unit:
        return _all(unit, _find(unit, tag))


@pages.post("/games/<tag>/dispute")
def file(tag: str) -> ResponseReturnValue:
    """File a dispute, or withdraws one; where that cannot be done, the page says why and keeps what was written."""
    with site().read() as unit:
        found = _find(unit, tag)
    form = form_of(Dispute)(request.form)
    withdraws = request.form.get("do") == "withdraw"
    if withdraws or form.validate():
        with FormErrors(form):
            sentences = ask(found, WithdrawDispute() if withdraws else Dispute.of(form.data))
            return lead_to("disputes.all_of_game", [" ".join(sentences)], _SAID, tag=tag)
    with site().read() as unit:
        return _all(unit, found, form), 422


@pages.get(f"/games/<tag>/disputes/{_ID}")
def one(tag: str, dispute_id: int) -> ResponseReturnValue:
    """A dispute: the moment, what was said about it, and the ruling; for a player with their own letters and dice."""
    with site().read() as unit:
        found = _find(unit, tag)
        return _one(unit, found, _dispute(unit, found.game, dispute_id))


@pages.post(f"/games/<tag>/disputes/{_ID}")
def speak(tag: str, dispute_id: int) -> ResponseReturnValue:
    """Keep what a player says about a dispute; where that cannot be done, the page says why and keeps it."""
    with site().read() as unit:
        found = _find(unit, tag)
        dispute = _dispute(unit, found.game, dispute_id)
    form = form_of(MakeStatement)(request.form)
    with FormErrors(form):
        sentences = ask(found, MakeStatement.of({"dispute_id": dispute.id, **form.data}))
        return lead_to("disputes.one", [" ".join(sentences)], _SAID, tag=tag, dispute_id=dispute_id)
    with site().read() as unit:
        return _one(unit, found, dispute, form), 422


def _all(tx: Tx, found: Listed, sent: PageForm | None = None) -> str:
    game = found.game
    past = site().archive.past(tx, game)
    last = last_turn(past).position
    form = sent or form_of(Dispute)(position=request.args.get("at", last, type=int))
    if found.own_seat is not None:
        form.offer("position", lambda: _choices(found, past, form["position"].data or last))
    return render_template(
        "disputes.html",
        listed=found,
        game=game,
        disputes=[shown(tx, row) for row in reversed(list_disputes_of_game(tx, game.id))],
        form=form,
        held=game.held_ms is not None or may_hold(UnitOfWork(tx, site().settings, site().now_ms()), game),
        said=flashed(_SAID)[-1:],
        most=MOST_SIGNS,
        VERDICTS=VERDICTS,
    )


def _choices(found: Listed, past: Past, requested: int) -> dict[int, str]:
    moments = list(past.moments[1:][-_TO_CHOOSE_FROM:])
    if requested in past and past.moments[past.index_at(requested)] not in moments:
        moments.insert(0, past.moments[past.index_at(requested)])
    presenter = _presenter(found, past, past.last.position)
    return {moment.position: moment_at(moment, presenter) for moment in reversed(moments)}


def _one(tx: Tx, found: Listed, dispute: FiledDispute, sent: PageForm | None = None) -> str:
    past, me = site().archive.past(tx, found.game), visitor()
    branch = past.branch_at(dispute.position)
    is_party = found.own_seat is not None
    presenter, exhibit = _presenter(found, branch, dispute.position), _own_exhibit(tx, found, dispute, branch)
    reads_all = is_party or dispute.status != "open" or (me is not None and may_moderate(tx, me, found.game.id))
    return render_template(
        "dispute.html",
        listed=found,
        game=found.game,
        shown=shown(tx, dispute),
        moment=shown_moment(branch, dispute.position, presenter),
        statements=list_said(tx, dispute) if reads_all else [],
        reads_all=reads_all,
        moderates=me is not None and may_moderate(tx, me, found.game.id),
        exhibit=exhibit,
        hidden=None if exhibit is None else presenter.hidden_change(exhibit.before, exhibit.after),
        form=sent or form_of(MakeStatement)(),
        said=flashed(_SAID)[-1:],
        rulings=[shown(tx, row) for row in list_rulings_on(tx, dispute.id)],
        book=rulebook(found.game.kind, _reading(branch, dispute)),
        VERDICTS=VERDICTS,
    )


def _reading(branch: Branch, dispute: FiledDispute) -> int:
    return branch.view_at(dispute.position).table.reading


def _own_exhibit(tx: Tx, found: Listed, dispute: FiledDispute, branch: Branch) -> Exhibit | None:
    me = visitor()
    if found.own_seat is None or me is None:
        return None
    return load_own_exhibit(
        UnitOfWork(tx, site().settings, site().now_ms()), found.game, dispute, branch, found.own_seat, me.id, words()
    )


def _presenter(found: Listed, branch: Branch, position: int) -> Presenter:
    return presenter_for(branch.view_at(position).table, [seat.name for seat in found.seats], words())


def _find(tx: Tx, tag: str) -> Listed:
    game = find_game_by_tag(tx, tag)
    return abort(404) if game is None else listed(tx, game)


def _dispute(tx: Tx, game: GameRow, dispute_id: int) -> FiledDispute:
    found = find_dispute(tx, dispute_id)
    return found if found is not None and found.game_id == game.id else abort(404)


_IDS: Final = {id_.upper(): id_ for id_ in all_rules()}


@ruling_pages.get("/rulings")
def search() -> ResponseReturnValue:
    """The rulings that are sought, the newest first."""
    sought = _sought()
    with site().read() as unit:
        total = count_rulings(unit, sought)
        page = stretch(total, _ON_PAGE, lambda limit, offset: list_rulings(unit, sought, limit, offset))
    terms = {name: value for name, value in vars(sought).items() if value}
    rule = all_rules().get(sought.rule)
    books = [
        kind for kind in (sought.kind, *kinds()) if rule is not None and kind in kinds() and rule.id in rulebook(kind)
    ]
    return render_template(
        "rulings.html", page=page, sought=sought, query=terms, rule=rule, book=books[0] if books else "",
        VERDICTS=VERDICTS,
    )  # fmt: skip


def _sought() -> Sought:
    terms = {name: " ".join(request.args.get(name, "").split())[:_LONGEST] for name in ("words", "rule")}
    kind, verdict = request.args.get("kind", "").replace("-", "_"), request.args.get("verdict", "")
    return Sought(
        words=terms["words"],
        rule=_IDS.get(terms["rule"].upper(), terms["rule"]),
        kind=kind if kind in kinds() else "",
        verdict=verdict if verdict in VERDICTS else "",
    )
