"""Analyses as pages open them, for whoever they belong to: begun, named, shared, deleted, and kept as orders for
one's own next turn.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from pbem.adjudicator.analysis import opening
from pbem.adjudicator.analysis.opening import find_own_seat
from pbem.adjudicator.analysis.playing import Analysis, AnalysisPlayer, Beginning, load
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import Archive
from pbem.adjudicator.mails.game import position_for
from pbem.chance import chance
from pbem.commands.tokens import legible
from pbem.config import Settings
from pbem.games.presentation import presentation_of, presenter_for
from pbem.i18n import Catalogue
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.games.analyses import (
    AnalysisOwner,
    AnalysisRow,
    drop_analysis,
    drop_analysis_nodes,
    find_analysis,
    find_shared_analysis,
    list_analyses,
    name_analysis_node,
    revoke_analysis,
    share_analysis,
)
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.proposals import list_standing_orders
from pbem.store.games.seats import SeatPlayer
from pbem.web.games.forms import map_picture
from pbem.web.games.pages import find
from pbem.web.site import flashed, site
from pbem.web.visitor import TRYING, trying, whoever, words

_TOKEN_BYTES: Final = 24


@dataclass(frozen=True)
class OpenedAnalysis:
    """An analysis as somebody looks at it: its owner, or, by its `token`, anybody."""

    analysis: Analysis
    token: str = ""
    seat: int | None = None
    """The seat that its owner has in the game now."""

    @property
    def game(self) -> GameRow:
        """Its game."""
        return self.analysis.game

    def address(self, number: int, part: str = "show") -> str:
        """The address of a node's page, or of a part of it."""
        if self.token:
            return url_for(f"analysis.shared_{part}", token=self.token, number=number)
        return url_for(f"analysis.{part}", mark=self.analysis.row.mark, number=number)


def may_keep(opened: OpenedAnalysis) -> bool:
    """Whether its owner has a next turn in the game, for which orders may wait."""
    return opened.seat is not None and opened.game.is_match and opened.game.status == "playing"


@dataclass(frozen=True)
class Asking:
    """The sender of a request for an analysis.

    Writes of the database run in a thread of their own, which knows of no request: what they need of it is here.
    """

    whose: AnalysisOwner
    words: Catalogue
    archive: Archive
    settings: Settings
    now_ms: int

    def get_own(self, tx: Tx, mark: str) -> OpenedAnalysis:
        """An analysis of their own. Raises NotFound."""
        row = find_analysis(tx, mark)
        if row is None or self.whose == (None, None) or (row.player_id, row.visitor) != self.whose:
            raise NotFound("analysis", mark)
        return OpenedAnalysis(self._loaded(tx, row), seat=find_own_seat(tx, row.game_id, self.whose.player_id))

    def get_shared(self, tx: Tx, token: str) -> OpenedAnalysis:
        """An analysis that is shared by a token. Raises NotFound."""
        row = find_shared_analysis(tx, token)
        if row is None:
            raise NotFound("analysis", "shared")
        return OpenedAnalysis(self._loaded(tx, row), token)

    def list_own(self, tx: Tx) -> list[tuple[AnalysisRow, GameRow]]:
        """All analyses of their own, each with its game."""
        return [(row, get_game(tx, row.game_id)) for row in list_analyses(tx, self.whose)]

    def player(self, tx: Tx, opened: OpenedAnalysis) -> AnalysisPlayer:
        """The user as the player of the analysis."""
        return AnalysisPlayer(UnitOfWork(tx, self.settings, self.now_ms), opened.analysis, self.words)

    def _loaded(self, tx: Tx, row: AnalysisRow) -> Analysis:
        return load(tx, self.archive, row, self.words.language)


def asking(*, is_new: bool = False) -> Asking:
    """The sender of the request; `is_new`: they begin an analysis, and are to be known by their browser from now on."""
    here = site()
    return Asking(_owner(is_new=is_new), words(), here.archive, here.settings, here.now_ms())


def _owner(*, is_new: bool) -> AnalysisOwner:
    me = whoever()
    if me is not None:
        return AnalysisOwner(me.id, None)
    if is_new and trying() is None:
        session[TRYING] = secrets.token_urlsafe(_TOKEN_BYTES)
        session.permanent = True
    return AnalysisOwner(None, trying())


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
        analyses = asking().list_own(unit)
    return render_template("analyses.html", analyses=analyses, said=flashed(SAID))


@pages.get("/games/<tag>/try")
def start(tag: str) -> ResponseReturnValue:
    """The form that begins an analysis, at the moment that the address names or the newest."""
    return _form(tag, request.args)


@pages.post("/games/<tag>/try")
def begin(tag: str) -> ResponseReturnValue:
    """Begin an analysis; where that cannot be, the page says why."""
    game, asker, form = find(tag).game, asking(is_new=True), request.form
    position = form.get("at", game.final_position, type=int)

    def work(tx: Tx) -> AnalysisRow:
        row = get_game(tx, game.id)
        found = opening.find_start(tx, asker.archive, row, position, asker.whose.player_id, asker.words)
        numbers = [form.get(field, -1, type=int) for field in _fields(found)]
        return opening.begin(tx, found, numbers, asker.whose, asker.now_ms, asker.words)

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
    asker = asking()
    try:
        site().database.write(lambda tx: drop_analysis(tx, asker.get_own(tx, mark).analysis.row.id))
    except NotFound:
        abort(404)
    flash(words().text("The analysis is deleted."), SAID)
    return redirect(url_for("analyses.mine"), 303)


def _form(tag: str, given: MultiDict[str, str], fault: str = "") -> str:
    listed, asker = find(tag), asking()
    game, found = listed.game, None
    position = given.get("at", game.final_position, type=int)
    with site().read() as unit:
        analyses, most = asker.list_own(unit), opening.count_allowed(unit, asker.whose)
        try:
            found = opening.find_start(unit, asker.archive, game, position, asker.whose.player_id, asker.words)
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
        map=found and map_picture(presenter_for(found.view.table, names, asker.words), found.news, found.seat),
        seen_by=None if found is None or found.seat is None else names[found.seat],
        guesses=[] if found is None else _guesses(found, listed.seats, given),
        analyses=analyses,
        is_full=len(analyses) >= most,
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


kept_pages = Blueprint("tried", __name__)

LONGEST_NAME: Final = 60


@kept_pages.post("/analysis/<mark>/<int:number>/name")
def name(mark: str, number: int) -> ResponseReturnValue:
    """Name a node, or, with an empty name, unname it."""
    asker, called = asking(), legible(request.form.get("name", ""))[:LONGEST_NAME].strip()

    def work(tx: Tx) -> None:
        found = asker.get_own(tx, mark).analysis
        found.state_at(number)
        name_analysis_node(tx, found.row.id, number, called)

    return _done(work, mark, number, words().text("The name is saved."))


@kept_pages.post("/analysis/<mark>/<int:number>/cut")
def cut(mark: str, number: int) -> ResponseReturnValue:
    """Delete a node with all that was tried behind it; leads to the one before."""
    asker = asking()

    def work(tx: Tx) -> int:
        found = asker.get_own(tx, mark).analysis
        found.state_at(number)
        drop_analysis_nodes(tx, found.row.id, found.tree.below(number))
        return found.tree.nodes[number].parent if number else 0

    return _done(work, mark, number, words().text("The branch is deleted."))


@kept_pages.post("/analysis/<mark>/<int:number>/share")
def share(mark: str, number: int) -> ResponseReturnValue:
    """Give an analysis an address at which anybody may read it, or take that back."""
    asker, shares = asking(), request.form.get("do") != "revoke"

    def work(tx: Tx) -> None:
        row = asker.get_own(tx, mark).analysis.row
        (share_analysis if shares else revoke_analysis)(tx, row.id)

    sentence = (
        words().text("Anyone with the link can read it now.") if shares else words().text("The link no longer works.")
    )
    return _done(work, mark, number, sentence)


@kept_pages.get("/analysis/<mark>/<int:number>/keep")
def keep(mark: str, number: int) -> ResponseReturnValue:
    """The orders that were tried for the visitor's own next turn, to be kept for it, and what came of them."""
    asker = asking()
    try:
        with site().read() as unit:
            opened = asker.get_own(unit, mark)
            seat = opened.seat
            if seat is None or not may_keep(opened):
                abort(404)
            found = opening.keep(unit, opened.analysis, number, words(), chance().randrange)
            waiting = list_standing_orders(unit, opened.game.id).get(seat)
    except NotFound:
        abort(404)
    game = opened.game
    return render_template(
        "analysis_keep.html",
        opened=opened,
        game=game,
        number=number,
        kept=found,
        is_past=found is not None and (found.year, found.turn) < (game.year, game.turn),
        is_now=game.active_seat == opened.seat,
        waiting=[] if waiting is None else waiting.text.split("\n"),
        position=position_for(game, opened.seat),
    )


def _done(work: Callable[[Tx], int | None], mark: str, number: int, text: str) -> ResponseReturnValue:
    try:
        at = site().database.write(work)
    except NotFound:
        abort(404)
    flash(text, SAID)
    return redirect(url_for("analysis.show", mark=mark, number=number if at is None else at), 303)
