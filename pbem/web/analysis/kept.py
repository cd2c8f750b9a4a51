"""Tries of an analysis named, deleted, shared, and kept as orders for one's own next turn."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.analysis import keeping
from pbem.adjudicator.mails.game import position_for
from pbem.chance import chance
from pbem.commands.tokens import legible
from pbem.store import NotFound, Tx
from pbem.store.games.analyses import drop_analysis_nodes, name_analysis_node, revoke_analysis, share_analysis
from pbem.store.games.drafts import list_standing_orders
from pbem.web.analysis.opened import asking, may_keep
from pbem.web.analysis.starting import SAID
from pbem.web.site import site
from pbem.web.visitor import words

pages = Blueprint("tried", __name__)

LONGEST_NAME: Final = 60


@pages.post("/analysis/<mark>/<int:number>/name")
def name(mark: str, number: int) -> ResponseReturnValue:
    """Name a node, or, with an empty name, unname it."""
    who, called = asking(), legible(request.form.get("name", ""))[:LONGEST_NAME].strip()

    def work(tx: Tx) -> None:
        found = who.own(tx, mark).analysis
        found.state_at(number)
        name_analysis_node(tx, found.row.id, number, called)

    return _done(work, mark, number, words().text("The name is saved."))


@pages.post("/analysis/<mark>/<int:number>/cut")
def cut(mark: str, number: int) -> ResponseReturnValue:
    """Delete a node with all that was tried behind it; leads to the one before."""
    who = asking()

    def work(tx: Tx) -> int:
        found = who.own(tx, mark).analysis
        found.state_at(number)
        drop_analysis_nodes(tx, found.row.id, found.tree.below(number))
        return found.tree.nodes[number].parent if number else 0

    return _done(work, mark, number, words().text("The branch is deleted."))


@pages.post("/analysis/<mark>/<int:number>/share")
def share(mark: str, number: int) -> ResponseReturnValue:
    """Give an analysis an address at which anybody may read it, or take that back."""
    who, shares = asking(), request.form.get("do") != "revoke"

    def work(tx: Tx) -> None:
        row = who.own(tx, mark).analysis.row
        (share_analysis if shares else revoke_analysis)(tx, row.id)

    told = (
        words().text("Anyone with the link can read it now.") if shares else words().text("The link no longer works.")
    )
    return _done(work, mark, number, told)


@pages.get("/analysis/<mark>/<int:number>/keep")
def keep(mark: str, number: int) -> ResponseReturnValue:
    """The orders that were tried for the visitor's own next turn, to be kept for it, and what came of them."""
    who = asking()
    try:
        with site().read() as unit:
            opened = who.own(unit, mark)
            seat = opened.seat
            if seat is None or not may_keep(opened):
                abort(404)
            found = keeping.keep(unit, opened.analysis, number, words(), chance().randrange)
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


def _done(work: Callable[[Tx], int | None], mark: str, number: int, told: str) -> ResponseReturnValue:
    try:
        at = site().database.write(work)
    except NotFound:
        abort(404)
    flash(told, SAID)
    return redirect(url_for("analysis.show", mark=mark, number=number if at is None else at), 303)
