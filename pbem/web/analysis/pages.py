"""An analysis: the board at each node of what was tried, the tree of all of it, and orders to play on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem.adjudicator.analysis.opening import check_turn, list_own_turn
from pbem.adjudicator.analysis.playing import MOST_FACES, PlayedOrders, Step, node_at, orders_of
from pbem.adjudicator.context import Refused
from pbem.adjudicator.previews import Seen
from pbem.chance import chance
from pbem.games.presentation import presentation_of, presenter_for
from pbem.store import NotFound, Tx
from pbem.web.analysis.starting import SAID, Asking, OpenedAnalysis, asking, may_keep
from pbem.web.games.forms import WILD, BoardOnPage, composed, ends_turn, order_form_for, whole_map
from pbem.web.site import flashed, site
from pbem.web.visitor import words
from rules_core.kernel.events import DiceRolled

pages = Blueprint("analysis", __name__)

LONGEST_TEXT: Final = 4_000
"""Signs of orders that are taken at once."""
FALL: Final = "fall "
"""How the fields begin by which faces are chosen."""


@dataclass(frozen=True)
class ShownStep:
    """A node in the list of all that was tried: who moved, their orders, and how their dice fell."""

    step: Step
    player: str
    orders: str
    faces: Mapping[str, int]
    address: str


@pages.get("/analysis/<mark>")
def newest(mark: str) -> ResponseReturnValue:
    """The node that was tried last."""
    with site().read() as unit:
        opened = _get_own(unit, asking(), mark)
    return redirect(opened.address(opened.analysis.tree.last()), 303)


@pages.get("/analysis/<mark>/<int:number>")
def show(mark: str, number: int) -> ResponseReturnValue:
    """A node of the visitor's own analysis, 0 where it begins."""
    asker = asking()
    with site().read() as unit:
        return _page(unit, asker, _get_own(unit, asker, mark), number)


@pages.get("/analysis/<mark>/<int:number>/map.svg")
def drawn(mark: str, number: int) -> Response:
    """The whole map at a node, to be opened alone and enlarged."""
    with site().read() as unit:
        return _map(_get_own(unit, asking(), mark), number)


@pages.get("/analysis/shared/<token>")
def shared(token: str) -> ResponseReturnValue:
    """The beginning of an analysis that somebody shares."""
    return shared_show(token, 0)


@pages.get("/analysis/shared/<token>/<int:number>")
def shared_show(token: str, number: int) -> ResponseReturnValue:
    """A node of an analysis that somebody shares, to be read."""
    asker = asking()
    with site().read() as unit:
        return _page(unit, asker, _shared(unit, asker, token), number)


@pages.get("/analysis/shared/<token>/<int:number>/map.svg")
def shared_drawn(token: str, number: int) -> Response:
    """The whole map at a node of an analysis that somebody shares."""
    with site().read() as unit:
        return _map(_shared(unit, asking(), token), number)


@pages.get("/analysis/<mark>/<int:number>/orders")
def no_orders(mark: str, number: int) -> ResponseReturnValue:
    """Orders are sent, not looked at: leads to their node."""
    return redirect(url_for("analysis.show", mark=mark, number=number), 303)


@pages.post("/analysis/<mark>/<int:number>/orders")
def orders(mark: str, number: int) -> ResponseReturnValue:
    """Add to orders, try them, or play them, which leads to the new node."""
    asker, form = asking(), request.form
    with site().read() as unit:
        opened = _get_own(unit, asker, mark)
        text = composed(form, _seen(unit, asker, opened, number), words())[:LONGEST_TEXT]
        if form.get("do") != "play" and not ends_turn(form):
            return _page(unit, asker, opened, number, text)
    faces = _faces(opened.game.kind)

    def work(tx: Tx) -> PlayedOrders:
        found = asker.get_own(tx, mark)
        check_turn(found.game, found.seat, asker.words)
        return asker.player(tx, found).play(number, text, faces, chance().randrange)

    try:
        played = site().database.write(work)
    except Refused as refused:
        fault = refused.message
    except NotFound:
        abort(404)
    else:
        if played.node is not None:
            for line in played.lines:
                if line.outcome in ("refused", "unread"):
                    flash(words().text("Not possible: %(order)s. %(why)s", order=line.text, why=line.message), SAID)
            return redirect(f"{opened.address(played.node)}#here", 303)
        fault = words().text("Nothing was played." if text.strip() else "Nothing was played: choose what to do first.")
    with site().read() as unit:
        response = _page(unit, asker, _get_own(unit, asker, mark), number, text, fault)
    response.status_code = 422
    return response


def _get_own(tx: Tx, asker: Asking, mark: str) -> OpenedAnalysis:
    try:
        return asker.get_own(tx, mark)
    except NotFound:
        abort(404)


def _shared(tx: Tx, asker: Asking, token: str) -> OpenedAnalysis:
    try:
        return asker.get_shared(tx, token)
    except NotFound:
        abort(404)


def _faces(kind: str) -> list[str]:
    found: list[str] = []
    for face in presentation_of(kind).dice:
        number = request.form.get(f"{FALL}{face}", 0, type=int)
        found += [face] * min(max(number, 0), MOST_FACES)
    return found[:MOST_FACES]


def _seen(tx: Tx, asker: Asking, opened: OpenedAnalysis, number: int) -> Seen:
    try:
        return asker.player(tx, opened).look(number)
    except NotFound:
        abort(404)


def _map(opened: OpenedAnalysis, number: int) -> Response:
    try:
        view, news = opened.analysis.view_at(number), opened.analysis.news_at(number)
    except NotFound:
        abort(404)
    return whole_map(presenter_for(view.table, opened.analysis.names, words()), news)


def _page(tx: Tx, asker: Asking, opened: OpenedAnalysis, number: int, text: str = "", fault: str = "") -> Response:
    analysis, game = opened.analysis, opened.game
    seen, order_form, why_not = _seen(tx, asker, opened, number), None, ""
    try:
        check_turn(game, opened.seat, words())
    except Refused as refused:
        why_not = refused.message
    if not (opened.token or why_not or seen.view.table.over):
        trial = asker.player(tx, opened).try_out(number, text)
        order_form = order_form_for(trial, words(), text, wild=request.form.get("die") == WILD)
        seen = trial.seen
    node = node_at(analysis, number) if number else None
    page = render_template(
        "analysis.html",
        opened=opened,
        analysis=analysis,
        game=game,
        number=number,
        node=node,
        said=flashed(SAID),
        fault=fault,
        why_not=why_not,
        board=BoardOnPage(seen, words(), order_form.targets if order_form else ()),
        order_form=order_form,
        sentences=_sentences(opened, number),
        mover=analysis.names[analysis.state_at(number).table.turn.seat],
        faces=_chosen(game.kind) if order_form else [],
        seats=analysis.contacts,
        screens=_screens(opened, number),
        steps=_steps(opened),
        before=None if node is None else opened.address(node.parent),
        may_keep=may_keep(opened) and bool(list_own_turn(analysis, number)),
    )
    response = make_response(page)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _sentences(opened: OpenedAnalysis, number: int) -> Sequence[str]:
    table = opened.analysis.state_at(number).table
    return presenter_for(table, opened.analysis.names, words()).sentences(opened.analysis.news_at(number))


def _chosen(kind: str) -> list[tuple[str, str, str]]:
    """The faces that can be chosen: each, its field, and its number in a form that comes back."""
    return [(face, f"{FALL}{face}", request.form.get(f"{FALL}{face}", "")) for face in presentation_of(kind).dice]


def _screens(opened: OpenedAnalysis, number: int) -> list[tuple[str, str]]:
    """The things that each player hides at a node, as the analysis has them; none in a game that hides nothing."""
    analysis, ruleset = opened.analysis, opened.analysis.start.ruleset
    state = analysis.state_at(number)
    presenter = presenter_for(state.table, analysis.names, words())
    found = [(name, presenter.hidden(ruleset.view(state, seat))) for seat, name in enumerate(analysis.names)]
    return [] if state.over else [(name, hidden) for name, hidden in found if hidden]


def _steps(opened: OpenedAnalysis) -> list[ShownStep]:
    analysis = opened.analysis
    return [
        ShownStep(
            step,
            analysis.names[step.node.seat],
            "; ".join(orders_of(analysis, step.node.number, words().language)),
            Counter(face for event in step.node.events if isinstance(event, DiceRolled) for face in event.faces),
            opened.address(step.node.number),
        )
        for step in analysis.tree.outline()
    ]
