"""How pages say things: texts in the visitor's language, moments, rules with their links, and reports in sections."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final, Literal, TypeAlias

from babel.dates import format_timedelta
from flask import Flask, url_for
from markupsafe import Markup, escape

from pbem.clock import from_ms
from pbem.i18n import N_
from pbem.reports.context import Outcome
from pbem.web.site import site
from pbem.web.visitor import words, zone
from rules_core.rulebook import RULES

Kind: TypeAlias = Literal["prose", "list", "columns"]

_RULE: Final = re.compile(r"\bFR-\d+[a-z]?\b")
_TITLE: Final = re.compile(r"^== (.+) ==$")
_ITEM: Final = re.compile(r"^- ", re.MULTILINE)
_WRAPPED: Final = 45
"""Lines of running text are longer, but for the last of a paragraph."""
_ENDS_A_SENTENCE: Final = (".", ":", "!", "。", "：")
LINE_BY_LINE: Final = N_("Your letter, line by line")
"""The title of an answer's section that pages show in a form of their own."""


@dataclass(frozen=True)
class Mark:
    """How a page shows what became of a line: a sign and a word, and the style sheet's name for it."""

    sign: str
    word: str
    style: str


MARKS: Final[Mapping[Outcome, Mark]] = {
    "done": Mark("✓", N_("done"), "good"),
    "understood": Mark("✓", N_("understood"), "good"),
    "refused": Mark("✗", N_("REFUSED"), "bad"),
    "unread": Mark("?", N_("NOT UNDERSTOOD"), "bad"),
    "not reached": Mark("–", N_("not reached"), "idle"),
    "prose": Mark("–", N_("read as a remark"), "idle"),
    "undone": Mark("↶", N_("taken back"), "idle"),
}
"""The marks of all outcomes."""
VARIANTS: Final[Mapping[tuple[str, str], str]] = {
    ("extended", "yes"): N_("extended game: 60 dice instead of 40"),
    ("director_tie", "printed"): N_("ties for director as in the printed rules"),
    ("open", "yes"): N_("open game: nothing is hidden"),
}
"""What a game's options say where they differ from the usual game."""


@dataclass(frozen=True)
class Block:
    """A stretch of a section: running text, a list of items, or lines that keep their columns."""

    kind: Kind
    text: str

    @property
    def items(self) -> list[str]:
        """The items of a list."""
        return [" ".join(item.split()) for item in _ITEM.split(self.text)[1:]]


@dataclass(frozen=True)
class Section:
    """A part of a report: its title, empty for what stands before the first, and its text."""

    title: str
    text: str

    @property
    def blocks(self) -> list[Block]:
        """The text in stretches, so that all but columns may be wrapped to the width of a window."""
        found: list[Block] = []
        for kind, group in groupby(self.text.split("\n\n"), _kind):
            paragraphs = list(group)
            found += [Block(kind, text) for text in (["\n\n".join(paragraphs)] if kind == "columns" else paragraphs)]
        return found


GAMES: Final[Mapping[str, str]] = {"first_rails": N_("The First Rails")}
"""What the kinds of game are called; `ruleset.kinds` knows them all."""


def install(app: Flask) -> None:
    """Gives templates their texts and filters."""
    env = app.jinja_env
    env.add_extension("jinja2.ext.i18n")
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_callables(  # type: ignore[attr-defined]  # made by the extension
        lambda text: words().translations.gettext(text),
        lambda one, many, n: words().translations.ngettext(one, many, n),
        newstyle=True,
    )
    env.filters.update(cited=cited, moment=moment, moment_at=moment_at, remaining=remaining, sections=sections)
    env.globals.update(GAMES=GAMES, MARKS=MARKS, server=lambda: site().settings.server.name)


def moment(at_ms: int) -> Markup:
    """A moment of the database as a time of the visitor's zone."""
    return moment_at(from_ms(at_ms))


def moment_at(at: datetime) -> Markup:
    """A moment, aware, as a time of the visitor's zone."""
    told = words().moment(at, zone())
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="minutes"), told)


def remaining(at_ms: int) -> str:
    """How long it is until a moment, or how long it has been: "3 days left", "2 days late"."""
    left = from_ms(at_ms) - site().clock()
    time = format_timedelta(abs(left), locale=words().locale)
    return words().text("%(time)s left", time=time) if left > timedelta() else words().text("%(time)s late", time=time)


def cited(text: str) -> Markup:
    """A text in which every rule that is named leads to its place on the page of rules."""
    return Markup(_RULE.sub(_link, str(escape(text))))


def sections(text: str) -> list[Section]:
    """The parts of a report, which begin with lines like "== The line ==" (see `mail_templates`)."""
    return [Section(title, "\n".join(lines).strip("\n")) for title, lines in _parts(text) if title or any(lines)]


def _kind(paragraph: str) -> Kind:
    """What a paragraph wrapped for a mail is: running text has no columns, and no line that ends early."""
    *wrapped, last = paragraph.split("\n")
    if paragraph.startswith("- ") and all(line.startswith(("- ", "  ")) for line in (*wrapped, last)):
        return "list"
    if any(line.startswith(" ") or "  " in line for line in (*wrapped, last)):
        return "columns"
    is_whole = all(len(line) > _WRAPPED for line in wrapped) if wrapped else last.endswith(_ENDS_A_SENTENCE)
    return "prose" if is_whole else "columns"


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    title, lines = "", list[str]()
    for line in text.splitlines():
        begins = _TITLE.match(line)
        if begins:
            yield title, lines
            title, lines = begins[1], []
        else:
            lines.append(line)
    yield title, lines


def _link(found: re.Match[str]) -> str:
    rule = found[0]
    if rule not in RULES:
        return rule
    return f'<a href="{escape(url_for("reference.rules"))}#{rule}">{rule}</a>'
