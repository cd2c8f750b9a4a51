"""The beginning of an analysis: its moment, and numbers in place of those that its visitor cannot see."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, flash, get_flashed_messages, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from pbem.adjudicator.analysis import opening
from pbem.adjudicator.analysis.loading import Beginning
from pbem.adjudicator.context import Refused
from pbem.games.presentation import presentation_of, presenter_for
from pbem.store import NotFound, Tx
from pbem.store.games.analyses import AnalysisRow, drop_analysis
from pbem.store.games.game import get_game
from pbem.store.games.seats import SeatPlayer
from pbem.web.analysis.opened import asking
from pbem.web.games.drawings import map_picture
from pbem.web.games.pages import find
from pbem.web.site import site
from pbem.web.visitor import words

pages = Blueprint("analyses", __name__)

SAID = "analysis"
"""The category of what a form of these pages leaves to be said on the next."""


@dataclass(frozen=True)
class Guess:
    """A number that is hidden from the visitor, in the form in which it can be changed."""

    field: str
    player: str
    number: str
    most: int


@dataclass(frozen=True)
class Guesses:
    """The numbers of one kind, of all for whom they are hidden."""

    what: str
    of: tuple[Guess, ...]


@pages.get("/analysis")
def mine() -> str:
    """The visitor's analyses."""
    with site().read() as unit:
        kept = asking().all_own(unit)
    return render_template("analyses.html", analyses=kept, said=get_flashed_messages(category_filter=[SAID]))


@pages.get("/games/<tag>/try")
def start(tag: str) -> ResponseReturnValue:
    """The form that begins an analysis, at the moment that the address names or the newest."""
    return _form(tag, request.args)


@pages.post("/games/<tag>/try")
def begin(tag: str) -> ResponseReturnValue:
    """Begin an analysis; where that cannot be, the page says why."""
    game, who, form = find(tag).game, asking(is_new=True), request.form
    position = form.get("at", game.final_position, type=int)

    def work(tx: Tx) -> AnalysisRow:
        row = get_game(tx, game.id)
        found = opening.starting(tx, who.archive, row, position, who.whose.player_id, who.words)
        numbers = [form.get(field, -1, type=int) for field in _fields(found)]
        return opening.begin(tx, found, numbers, who.whose, who.now_ms, who.words)

    try:
        row = site().database.write(work)
    except Refused as refused:
        return _form(tag, form, refused.message), 422
    except NotFound:
        abort(404)
    return redirect(url_for("analysis.newest", mark=row.mark), 303)


@pages.post("/analysis/<mark>/delete")
def delete(mark: str) -> ResponseReturnValue:
    """Delete an analysis of the visitor's."""
    who = asking()
    try:
        site().database.write(lambda tx: drop_analysis(tx, who.own(tx, mark).analysis.row.id))
    except NotFound:
        abort(404)
    flash(words().text("The analysis is deleted."), SAID)
    return redirect(url_for("analyses.mine"), 303)


def _form(tag: str, given: MultiDict[str, str], fault: str = "") -> str:
    listed, who = find(tag), asking()
    game, found = listed.game, None
    position = given.get("at", game.final_position, type=int)
    with site().read() as unit:
        kept, most = who.all_own(unit), opening.most_of(unit, who.whose)
        try:
            found = opening.starting(unit, who.archive, game, position, who.whose.player_id, who.words)
        except Refused as refused:
            fault = refused.message
        except NotFound:
            abort(404)
    names = [seat.name for seat in listed.seats]
    return render_template(
        "analysis_start.html",
        game=game,
        position=position,
        fault=fault,
        start=found,
        map=found and map_picture(presenter_for(found.view.table, names, who.words), found.news, found.seat),
        seen_by=None if found is None or found.seat is None else names[found.seat],
        guesses=[] if found is None else _guesses(found, listed.seats, given),
        analyses=kept,
        is_full=len(kept) >= most,
    )


def _guesses(found: Beginning, seats: Sequence[SeatPlayer], given: MultiDict[str, str]) -> list[Guesses]:
    by_kind: dict[str, list[Guess]] = {}
    for field, one in zip(_fields(found), found.unseen, strict=True):
        guess = Guess(field, seats[one.seat].name, given.get(field, str(one.number)), one.most)
        by_kind.setdefault(one.what, []).append(guess)
    named = presentation_of(found.game.kind).unseen
    return [Guesses(words().text(named[what]), tuple(of)) for what, of in by_kind.items()]


def _fields(found: Beginning) -> list[str]:
    return [f"{one.what} {one.seat}" for one in found.unseen]
