"""The history of a game, by year and turn, and each moment of it under an address of its own, with its map.

All of it is final and public: whoever looks sees the same. A moment's page leads to the moments before and after it;
`static/replay.js` makes a player of it, which fetches moments with `?part=1`. Positions are unique over all branches of
a log: those on a branch that was left keep their addresses, and their pages say so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.history.archive import Branch, Past, PastMoment
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.store import NotFound
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import SeatPlayer, list_seats
from pbem.web.games.chronicle import (
    Posted,
    WentBack,
    chapters,
    list_notices,
    load_rollbacks,
    not_covered_by,
    with_notices,
)
from pbem.web.games.forms import map_picture, past_drawing, whole_map
from pbem.web.games.pages import find
from pbem.web.site import site
from pbem.web.visitor import visitor, whoever, words, zone
from rules_core.kernel.position import PublicState

pages = Blueprint("history", __name__)


@dataclass(frozen=True)
class FoundGame:
    """A game with its past."""

    game: GameRow
    seats: tuple[SeatPlayer, ...]
    past: Past
    notices: tuple[Posted, ...]
    backs: tuple[WentBack, ...]

    def presenter(self, table: PublicState) -> Presenter:
        """A position of it, in the visitor's language."""
        return presenter_for(table, [seat.name for seat in self.seats], words())

    def left(self, branch: Branch) -> WentBack | None:
        """The rollback by which the game left a branch; None for the branch that stands."""
        return None if branch is self.past else self.backs[branch.number - 1]


@dataclass(frozen=True)
class Neighbours:
    """The positions that the page of a moment leads to; None where it is the first or the last itself."""

    first: int | None
    prev: int | None
    next: int | None
    last: int | None


@pages.get("/games/<tag>/history")
@pages.get("/games/<tag>/history/<int:year>")
def history(tag: str, year: int | None = None) -> ResponseReturnValue:
    """The history of a year, by default the newest, turn by turn; `branch=1` asks for that of a branch that was left.

    Of such a branch it tells what stands on no other that was left later.
    """
    shown = _find(tag)
    branch = _branch(shown.past)
    moments = shown.past.moments_of(branch)
    known = sorted({moment.year for moment in moments} or {branch.last.year})
    year = known[-1] if year is None else year
    if year not in known:
        abort(404)
    presenter = shown.presenter(branch.view_at(branch.last.position).table)
    of_year = [moment for moment in moments if moment.year == year]
    left = shown.left(branch)
    notices = [
        notice for notice in not_covered_by(shown.backs, shown.notices) if _lies_in(notice, branch, of_year, left)
    ]
    entries, since = with_notices(chapters(branch, presenter, shown.backs, of_year), notices)
    page = render_template(
        "history.html",
        game=shown.game,
        year=year,
        years=known,
        chapters=entries,
        since=since if year == known[-1] else [],
        left=left,
        backs=shown.backs,
    )
    return _answer(page, left)


def _branch(past: Past) -> Branch:
    try:
        return past.branch(request.args.get("branch", past.number, type=int))
    except NotFound:
        abort(404)


def _lies_in(notice: Posted, branch: Branch, moments: Sequence[PastMoment], left: WentBack | None) -> bool:
    index = branch.index_at(moments[0].position) if moments else len(branch.moments)
    before = branch.moments[index - 1].position if index else 0
    return notice.position > before and (left is None or notice.position < left.position)


@pages.get("/games/<tag>/at/<int:position>")
def moment(tag: str, position: int) -> ResponseReturnValue:
    """The game as it stood after an event that is final; `part=1` gives it without the page around it.

    `seat=0` and so on give it as that seat saw it, once the game is over.
    """
    shown = _find(tag)
    branch, seat = _branch_at(shown.past, position), _seen_by(shown)
    view, news = branch.view_at(position, seat), branch.news_at(position)
    here, presenter = branch.moments[branch.index_at(position)], shown.presenter(view.table)
    moments = shown.past.moments_of(branch)
    number = moments.index(here)
    left = shown.left(branch)
    page = render_template(
        "_moment.html" if request.args.get("part") else "moment.html",
        game=shown.game,
        seats=shown.seats,
        positions=[moment.position for moment in moments],
        here=here,
        position=position,
        number=number + 1,
        player=presenter.player(here.seat),
        sentences=presenter.sentences(branch.events_up_to(position)),
        back=next((back for back in shown.backs if back.position == position), None),
        left=left,
        map=map_picture(presenter, news, seat),
        seen_by=seat,
        hidden="" if seat is None else presenter.hidden(view),
        table=view.table,
        contents=presenter.tables(view),
        ways=_ways(moments, number, position),
        may_dispute=left is None and _has_seat(shown),
    )
    return _answer(page, left)


def _seen_by(shown: FoundGame) -> int | None:
    if "seat" not in request.args:
        return None
    seat = request.args.get("seat", -1, type=int)
    return seat if shown.game.status == "over" and 0 <= seat < len(shown.seats) else abort(404)


def _has_seat(shown: FoundGame) -> bool:
    me = visitor()
    return me is not None and any(seat.player_id == me.id and seat.vacant_ms is None for seat in shown.seats)


@pages.get("/games/<tag>/at/<int:position>/map.svg")
def drawn(tag: str, position: int) -> ResponseReturnValue:
    """The whole map after an event that is final, to be opened alone and enlarged."""
    shown = _find(tag)
    branch = _branch_at(shown.past, position)
    picture = whole_map(shown.presenter(branch.view_at(position).table), branch.news_at(position))
    return _answer(picture, shown.left(branch))


def _branch_at(past: Past, position: int) -> Branch:
    try:
        return past.branch_at(position)
    except NotFound:
        abort(404)


def _answer(answer: str | Response, left: WentBack | None) -> Response:
    """An answer, which search engines are to pass over where it tells of a branch that was left."""
    response = make_response(answer)
    if left is not None:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def _find(tag: str) -> FoundGame:
    me = whoever()
    with site().read() as unit:
        game = find_game_by_tag(unit, tag, None if me is None else me.id)
        if game is None:
            abort(404)
        seats = tuple(list_seats(unit, game.id))
        notices = tuple(list_notices(unit, game.id, words(), zone(), [seat.name for seat in seats]))
        backs = tuple(load_rollbacks(unit, game.id, notices, words()))
        return FoundGame(game, seats, site().archive.past(unit, game), notices, backs)


def _ways(moments: Sequence[PastMoment], number: int, position: int) -> Neighbours:
    is_last = number + 1 == len(moments)
    at_end = position == moments[number].position
    onward = None if is_last else moments[number + 1].position
    return Neighbours(
        first=moments[0].position if number else None,
        prev=moments[number - 1].position if number else None,
        next=onward if at_end else moments[number].position,
        last=None if is_last and at_end else moments[-1].position,
    )


since_pages = Blueprint("since", __name__)


@since_pages.get("/games/<tag>/since/<int:position>")
def step(tag: str, position: int) -> ResponseReturnValue:
    """A move in sentences, and the board behind it with what it brought marked, as the visitor's seat saw it."""
    found = find(tag)
    with site().read() as unit:
        past = site().archive.past(unit, found.game)
    try:
        branch = past.branch_at(position)
    except NotFound:
        abort(404)
    here, news = branch.moments[branch.index_at(position)], branch.events_up_to(position)
    presenter = presenter_for(
        branch.view_at(position, found.own_seat).table, [seat.name for seat in found.seats], words()
    )
    return render_template(
        "_step.html",
        game=found.game,
        here=here,
        player=presenter.player(here.seat),
        sentences=presenter.sentences(news),
        drawing=past_drawing(presenter, news, found.own_seat),
    )
