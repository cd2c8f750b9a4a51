"""What players look up: games at a glance, orders, rules; and what machines ask: whether all is well."""

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.commands.orders.helptext import notes, opening
from pbem.commands.orders.verbs import table_of
from pbem.games.presentation import presentation_of, usual_kind
from pbem.store import repository as repo
from pbem.web.games.drawings import picture
from pbem.web.reference import orders as orderbook
from pbem.web.reference.rules import chapters
from pbem.web.site import site
from pbem.web.visitor import words
from rules_core.games import all_rules, kinds, ruleset_for

pages = Blueprint("reference", __name__)


@pages.get("/reference")
def index() -> ResponseReturnValue:
    """What there is to look up."""
    return render_template("reference/index.html", kinds=kinds())


@pages.get("/reference/<kind:kind>")
def sheet(kind: str) -> ResponseReturnValue:
    """A kind of game at a glance, from the data that new games begin with."""
    rules = ruleset_for(kind)
    return render_template(
        presentation_of(kind).templates.reference_sheet,
        kind=kind,
        sheet=presentation_of(kind).reference_sheet(rules.read_components(rules.components), words()),
        BY_NAME=table_of(kind).by_name,
        RULES=all_rules(),
        VARIANTS=presentation_of(kind).variants,
    )


@pages.get("/reference/<kind:kind>/map.svg")
def drawn(kind: str) -> ResponseReturnValue:
    """The printed board of a kind of game, to be opened alone and enlarged; games without one have no such page."""
    drawing = presentation_of(kind).printed_board(ruleset_for(kind).components)
    return abort(404) if drawing is None else picture(drawing)


@pages.get("/help/orders", defaults={"kind": usual_kind()})
@pages.get("/help/orders/<kind:kind>")
def orders(kind: str) -> ResponseReturnValue:
    """How orders of a kind of game are written, from the table of verbs that also reads them."""
    catalogue = words()
    return render_template(
        "orders.html",
        kind=kind,
        opening=list(opening(catalogue)),
        letter=orderbook.letter(kind, catalogue.language),
        situations=list(orderbook.situations(kind, catalogue)),
        lesson=presentation_of(kind).lesson(),
        notes=list(notes(catalogue, kind)),
        verb_words=orderbook.verb_words(kind),
        other_words=orderbook.other_words(kind),
    )


@pages.get("/rules", defaults={"kind": usual_kind()})
@pages.get("/rules/<kind:kind>")
def rules(kind: str) -> ResponseReturnValue:
    """Every rule of a kind of game, with its number as its anchor, and how many rulings rest on it."""
    with site().database.read() as tx:
        rulings = repo.rulings_by_rule(tx)
    return render_template("rules.html", kind=kind, chapters=chapters(kind), RULES=all_rules(), rulings=rulings)


@pages.get("/healthz")
def health() -> ResponseReturnValue:
    """Says "ok" when the database answers; else an error page with status 500."""
    with site().database.read() as tx:
        repo.meta(tx, "health")
    return Response("ok\n", mimetype="text/plain", headers={"Cache-Control": "no-store"})
