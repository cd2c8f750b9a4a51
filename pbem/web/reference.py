"""What players look up: games at a glance, orders, rules; and what machines ask: whether all is well."""

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from pbem.orders.helptext import notes, opening
from pbem.orders.verbs import BY_NAME
from pbem.store import repository as repo
from pbem.web import orderbook
from pbem.web.handbook import Sheet, chapters
from pbem.web.site import site
from pbem.web.visitor import words
from pbem.web.wording import VARIANTS
from rules_core.components import BOX, components_from
from rules_core.rulebook import RULES
from rules_core.ruleset import kinds

pages = Blueprint("reference", __name__)


@pages.get("/reference")
def index() -> ResponseReturnValue:
    """What there is to look up."""
    return render_template("reference/index.html", kinds=kinds())


@pages.get("/reference/<kind:kind>")
def sheet(kind: str) -> ResponseReturnValue:
    """A kind of game at a glance, from the data that new games begin with."""
    return render_template(
        f"reference/{kind}.html",
        kind=kind,
        sheet=Sheet(components_from(BOX), words()),
        BY_NAME=BY_NAME,
        RULES=RULES,
        VARIANTS=VARIANTS,
    )


@pages.get("/help/orders")
def orders() -> ResponseReturnValue:
    """How orders are written, from the table of verbs that also reads them."""
    catalogue = words()
    return render_template(
        "orders.html",
        opening=list(opening(catalogue)),
        letter=orderbook.letter(catalogue.language),
        situations=list(orderbook.situations(catalogue)),
        lesson=orderbook.lesson(),
        notes=list(notes(catalogue)),
        verb_words=orderbook.verb_words(),
        other_words=orderbook.other_words(),
    )


@pages.get("/rules")
def rules() -> ResponseReturnValue:
    """Every rule, with its number as its anchor."""
    return render_template("rules.html", books={kind: chapters(kind) for kind in kinds()})


@pages.get("/healthz")
def health() -> ResponseReturnValue:
    """Says "ok" when the database answers; else an error page with status 500."""
    with site().database.read() as tx:
        repo.meta(tx, "health")
    return Response("ok\n", mimetype="text/plain", headers={"Cache-Control": "no-store"})
