"""What players look up: how orders are written, and the rules; and what machines ask: whether all is well."""

from dataclasses import dataclass

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from pbem.i18n import Catalogue
from pbem.orders import VERBS, Verb, examples_of, help_text, shape_of
from pbem.store import repository as repo
from pbem.web.site import site
from pbem.web.visitor import words
from pbem.web.wording import sections
from rules_core.rulebook import RULES

pages = Blueprint("reference", __name__)


@dataclass(frozen=True)
class Entry:
    """A verb as the page shows it: what it looks like, what it means, and examples."""

    shape: str
    explanation: str
    examples: list[str]


@pages.get("/help/orders")
def orders() -> ResponseReturnValue:
    """How orders are written, from the table of verbs that also reads them."""
    catalogue = words()
    blocks = sections(help_text(catalogue))[0].blocks
    table = max(at for at, block in enumerate(blocks) if block.kind == "columns")
    return render_template(
        "orders.html",
        opening=[block.text for block in blocks[:table] if block.kind == "prose"],
        verbs=[_entry(verb, catalogue) for verb in VERBS],
        notes=[block.text for block in blocks[table + 1 :]],
    )


def _entry(verb: Verb, catalogue: Catalogue) -> Entry:
    shape = shape_of(verb, catalogue)
    examples = [example for example in examples_of(verb, catalogue.language) if example != shape]
    return Entry(shape, catalogue.text(verb.explanation), examples)


@pages.get("/rules")
def rules() -> ResponseReturnValue:
    """Every rule, with its number as its anchor."""
    return render_template("rules.html", rules=RULES.values())


@pages.get("/healthz")
def health() -> ResponseReturnValue:
    """Says "ok" when the database answers; else an error page with status 500."""
    with site().database.read() as tx:
        repo.meta(tx, "health")
    return Response("ok\n", mimetype="text/plain", headers={"Cache-Control": "no-store"})
