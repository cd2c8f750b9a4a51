"""What has happened in a game, by year and turn, and each moment of it under an address of its own, with its map.

All of it is final and public: whoever looks sees the same. A moment's page leads to the moments before and after it;
`static/replay.js` makes a player of it, which fetches moments with `?part=1`.
"""

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pbem.adjudicator.archive import Past
from pbem.reports.board import board_of
from pbem.reports.described import alt, described
from pbem.reports.holdings import companies_of, seats_of
from pbem.reports.map_svg import map_svg
from pbem.reports.names import Scene
from pbem.reports.words import story
from pbem.store import NotFound
from pbem.store import repository as repo
from pbem.store.rows import GameRow, SeatRow
from pbem.web.chronicle import chapters, with_notices, years
from pbem.web.drawings import whole_map
from pbem.web.noticeboard import Posted, posted
from pbem.web.site import site
from pbem.web.visitor import words, zone
from rules_core.table import Table

pages = Blueprint("history", __name__)


@dataclass(frozen=True)
class Shown:
    """A game with its past."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    past: Past
    notices: tuple[Posted, ...]

    def scene(self, table: Table) -> Scene:
        """A position of it, in the visitor's language."""
        return Scene(table, [seat.name for seat in self.seats], words())


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
    """What has happened in a year, by default the newest, turn by turn."""
    shown = _find(tag)
    known = years(shown.past)
    year = known[-1] if year is None else year
    if year not in known:
        abort(404)
    scene = shown.scene(shown.past.view_at(shown.past.last.position).table)
    moments = [moment for moment in shown.past.moments if moment.year == year]
    before = max((moment.position for moment in shown.past.moments if moment.year < year), default=0)
    notices = [notice for notice in shown.notices if notice.position > before]
    told, since = with_notices(chapters(shown.past, scene, moments), notices)
    return render_template(
        "history.html", game=shown.game, year=year, years=known, chapters=told, since=since if year == known[-1] else []
    )


@pages.get("/games/<tag>/at/<int:position>")
def moment(tag: str, position: int) -> ResponseReturnValue:
    """The game as it stood after an event that is final; `part=1` gives it without the page around it."""
    shown = _find(tag)
    past = shown.past
    try:
        number, view = past.index_at(position), past.view_at(position)
    except NotFound:
        abort(404)
    here, scene = past.moments[number], shown.scene(view.table)
    news = past.news_at(position)
    return render_template(
        "_moment.html" if request.args.get("part") else "moment.html",
        game=shown.game,
        seats=shown.seats,
        positions=[moment.position for moment in past.moments],
        here=here,
        position=position,
        number=number + 1,
        player=scene.player(here.seat),
        sentences=[sentence for chapter in story(past.told_at(position), scene) for sentence in chapter],
        drawing=Markup(map_svg(board_of(view.table, news), title=alt(scene))),
        alt=alt(scene),
        described=described(scene, news),
        table=view.table,
        companies=companies_of(scene),
        players=seats_of(scene, view.screens),
        ways=_ways(past, number, position),
    )


@pages.get("/games/<tag>/at/<int:position>/map.svg")
def drawn(tag: str, position: int) -> ResponseReturnValue:
    """The whole map after an event that is final, to be opened alone and enlarged."""
    shown = _find(tag)
    try:
        view = shown.past.view_at(position)
    except NotFound:
        abort(404)
    return whole_map(shown.scene(view.table), shown.past.news_at(position))


def _find(tag: str) -> Shown:
    with site().database.read() as tx:
        game = repo.game_by_tag(tx, tag)
        if game is None:
            abort(404)
        seats = tuple(repo.seats(tx, game.id))
        notices = posted(tx, game.id, words(), zone(), [seat.name for seat in seats])
        return Shown(game, seats, site().archive.past(tx, game), tuple(notices))


def _ways(past: Past, number: int, position: int) -> Neighbours:
    """From the middle of a moment the way on leads to its end."""
    moments = past.moments
    is_last = number + 1 == len(moments)
    at_end = position == moments[number].position
    onward = None if is_last else moments[number + 1].position
    return Neighbours(
        first=moments[0].position if number else None,
        prev=moments[number - 1].position if number else None,
        next=onward if at_end else moments[number].position,
        last=None if is_last and at_end else past.last.position,
    )
