"""Pages to look things up in: games at a glance, orders, rules; and an answer to machines whether all is well."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import table_of, verbs_of
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.verbs import notes, opening
from pbem.commands.table import HelpEntry
from pbem.games.guide import KINDS, LEAD, TITLE, silent_rules
from pbem.games.presentation import USUAL, presentation_of
from pbem.i18n import N_, Catalogue
from pbem.store.moderation.disputes import count_rulings_by_rule
from pbem.store.service.server import find_meta
from pbem.web.games.forms import picture
from pbem.web.site import site
from pbem.web.visitor import words
from rules_core.games import all_rules, kinds, rulebook, ruleset_for
from rules_core.kernel.rulebook import Rule

SITUATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("Next-turn orders and conditions"): ("if", "next"),
    N_("Changing your mind"): ("check", "confirm", "undo", "restart"),
    N_("Asking for information"): ("status", "rules", "help"),
    N_("Writing to the others"): ("press", "mute", "unmute"),
    N_("When you can't play"): ("extend", "away", "back", "resign"),
    N_("When a player is very late"): ("replace", "finish", "concede"),
    N_("When someone else knows your address here"): ("renew",),
    N_("When you think a ruling of the server is wrong"): ("dispute", "statement", "withdraw_dispute"),
    N_("When a turn should be rolled back"): ("rollback", "agree", "refuse", "withdraw_proposal"),
}
"""The verbs of any game by the situation in which they are looked up, under the situations' message ids."""
_WORD: Final = re.compile(r"\{(\w+)\}")

pages = Blueprint("reference", __name__)


def situations(kind: str, catalogue: Catalogue) -> Iterator[tuple[str, tuple[HelpEntry, ...]]]:
    """Every verb of a kind of game under its situation."""
    known = {verb.name: verb for verb in verbs_of(kind)}
    for title, names in {**notation_of(kind).situations, **SITUATIONS}.items():
        entries = tuple(table_of(kind).entry(known[name], catalogue) for name in names if name in known)
        if entries:
            yield catalogue.text(title), entries


def letter(kind: str, language: str) -> tuple[str, ...]:
    """A whole turn in a language, line by line."""
    return tuple(table_of(kind).in_words(line, language) for line in presentation_of(kind).letter)


def verb_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All names of every verb that has any of its own, in each of LANGUAGES."""
    return tuple(tuple(", ".join(verb.aliases[code]) for code in LANGUAGES) for verb in verbs_of(kind))


def other_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All spellings of the words that stand inside orders, in each of LANGUAGES."""
    forms, table = [verb.form for verb in verbs_of(kind)], table_of(kind)
    templates = [template for form in forms for template in (form.shape, *form.examples)]
    keys = dict.fromkeys(key for template in templates for key in _WORD.findall(template) if key not in table.by_name)
    found = (table.vocabulary.keyword(key) for key in keys)
    return tuple(tuple(", ".join(words[code]) for code in LANGUAGES) for words in found if words is not None)


@dataclass(frozen=True)
class RuleEntry:
    """A rule in the rulebook of a game; `amended` are the rules of that game which change it."""

    rule: Rule
    amended: tuple[str, ...]


@dataclass(frozen=True)
class RuleChapter:
    """A stretch of a rulebook. `title` is a message id."""

    title: str
    entries: tuple[RuleEntry, ...]


def chapters(kind: str) -> tuple[RuleChapter, ...]:
    """The rules of a kind of game in chapters. Raises KeyError for an unknown one."""
    found: list[RuleChapter] = []
    titles = presentation_of(kind).chapters
    book, amended = rulebook(kind), ruleset_for(kind).amended
    for rule in book.values():
        if rule.id in titles:
            found.append(RuleChapter(titles[rule.id], ()))
        changed = tuple(id_ for id_ in amended.get(rule.id, ()) if id_ in book)
        found[-1] = RuleChapter(found[-1].title, (*found[-1].entries, RuleEntry(rule, changed)))
    return tuple(found)


@pages.get("/reference")
def index() -> ResponseReturnValue:
    """The list of all that can be looked up."""
    return render_template("reference/index.html", kinds=kinds())


@pages.get("/reference/<kind:kind>")
def overview(kind: str) -> ResponseReturnValue:
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


@pages.get("/help/orders", defaults={"kind": USUAL})
@pages.get("/help/orders/<kind:kind>")
def orders(kind: str) -> ResponseReturnValue:
    """The guide to writing orders of a kind of game, from the table of verbs that also reads them."""
    catalogue = words()
    return render_template(
        "orders.html",
        kind=kind,
        opening=list(opening(catalogue)),
        letter=letter(kind, catalogue.language),
        situations=list(situations(kind, catalogue)),
        lesson=presentation_of(kind).lesson(),
        notes=list(notes(catalogue, kind)),
        verb_words=verb_words(kind),
        other_words=other_words(kind),
    )


@pages.get("/rules", defaults={"kind": USUAL})
@pages.get("/rules/<kind:kind>")
def rules(kind: str) -> ResponseReturnValue:
    """Every rule of a kind of game, with its number as its anchor, and how many rulings rest on it."""
    with site().read() as unit:
        rulings = count_rulings_by_rule(unit)
    return render_template("rules.html", kind=kind, chapters=chapters(kind), RULES=all_rules(), rulings=rulings)


@pages.get("/rules/silent", defaults={"kind": USUAL})
@pages.get("/rules/silent/<kind:kind>")
def silences(kind: str) -> ResponseReturnValue:
    """The silences of a kind of game's rulebook: what it says, what is played, and why."""
    return render_template(
        "rules_silent.html", kind=kind, rules=silent_rules(kind), LEAD=LEAD, TITLE=TITLE, MARKS=KINDS
    )


@pages.get("/healthz")
def health() -> ResponseReturnValue:
    """Say "ok", or "failed" (503) where the process does not live; an error page (500) without a database.

    The reasons are not for everyone: they are told at the port for programs that watch.
    """
    with site().read() as unit:
        find_meta(unit, "health")
    text, status = ("ok\n", 200) if site().lives() else ("failed\n", 503)
    return Response(text, status, mimetype="text/plain", headers={"Cache-Control": "no-store"})
