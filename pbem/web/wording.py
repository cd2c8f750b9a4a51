"""How pages say things: texts in the visitor's language, moments, and rules with their links."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from flask import Flask, url_for
from markupsafe import Markup, escape

from pbem.clock import from_ms
from pbem.games.presentation import presentation_of, presented, score_of, shared_score
from pbem.i18n import N_
from pbem.mail.maildir import opening_of
from pbem.reports.context import Outcome
from pbem.reports.terms import LATE, PRESS, span_in_words, time_in_words
from pbem.templates import install_texts
from pbem.web.site import site
from pbem.web.visitor import words, zone
from rules_core.games import kinds, rule_id, rulebook


@dataclass(frozen=True)
class OutcomeMark:
    """How a page shows what became of a line: a sign and a word, and the style sheet's name for it."""

    sign: str
    word: str
    style: str


MARKS: Final[Mapping[Outcome, OutcomeMark]] = {
    "done": OutcomeMark("✓", N_("done"), "good"),
    "understood": OutcomeMark("✓", N_("understood"), "good"),
    "skipped": OutcomeMark("↷", N_("skipped"), "idle"),
    "refused": OutcomeMark("✗", N_("REFUSED"), "bad"),
    "unread": OutcomeMark("?", N_("NOT UNDERSTOOD"), "bad"),
    "not reached": OutcomeMark("–", N_("not reached"), "idle"),
    "prose": OutcomeMark("–", N_("read as a remark"), "idle"),
    "undone": OutcomeMark("↶", N_("taken back"), "idle"),
}
"""The marks of all outcomes."""


def install(app: Flask) -> None:
    """Gives templates their texts and filters."""
    env = app.jinja_env
    # By the visitor's language, which each request has anew.
    install_texts(
        env,
        lambda text: words().translations.gettext(text),
        lambda one, many, n: words().translations.ngettext(one, many, n),
    )
    env.filters.update(cited=cited, opening=opening_of, remaining=remaining, has_passed=has_passed)
    env.filters.update(brief=brief, moment=moment, moment_at=moment_at)
    env.filters["day"] = lambda day: words().day(date.fromisoformat(day))
    env.filters["date"] = lambda at_ms: words().day(from_ms(at_ms).astimezone(ZoneInfo(zone())).date())
    env.filters["span"] = lambda ms: span_in_words(timedelta(milliseconds=ms), words())
    env.filters["terms"] = lambda terms: time_in_words(terms, words())
    env.filters["late"] = lambda late: words().text(LATE[late])
    env.filters["press"] = lambda press: words().text(PRESS[press])
    env.filters.update(score_of=score_of, shared_score=shared_score)
    names = {game.kind: game.name for game in presented()}
    env.globals["templates_of"] = lambda kind: presentation_of(kind).templates
    env.globals["headings_of"] = lambda kind: presentation_of(kind).headings
    env.globals.update(GAMES=names, MARKS=MARKS, server=lambda: site().settings.server.name)
    env.globals["lobby_address"] = lambda: f"{site().settings.mail.lobby}@{site().settings.mail.domain}"


def moment(at_ms: int) -> Markup:
    """A moment of the database as a time of the visitor's zone."""
    return moment_at(from_ms(at_ms))


def moment_at(at: datetime) -> Markup:
    """A moment, aware, as a time of the visitor's zone."""
    told = words().moment(at, zone())
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="minutes"), told)


def brief(at_ms: int) -> Markup:
    """A moment of the database, briefly, as a time of the visitor's zone."""
    at = from_ms(at_ms)
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="minutes"), words().brief(at, zone()))


def remaining(at_ms: int) -> str:
    """How long it is until a moment, or how long it has been: "3 days left", "2 days late"."""
    left = from_ms(at_ms) - site().clock()
    time = span_in_words(left, words())
    return words().text("%(time)s left", time=time) if left > timedelta() else words().text("%(time)s late", time=time)


def has_passed(at_ms: int) -> bool:
    """Whether a moment is past."""
    return from_ms(at_ms) <= site().clock()


def cited(text: str, kind: str) -> Markup:
    """A text in which every rule that is named leads to its place in the rules of a kind of game."""
    return Markup(rule_id().sub(lambda found: _link(found[0], kind), str(escape(text))))


def _link(rule: str, kind: str) -> str:
    """A rule with its link. One that the game has not is looked for in the others."""
    books = [book for book in dict.fromkeys((kind, *kinds())) if rule in rulebook(book)]
    return f'<a href="{escape(url_for("reference.rules", kind=books[0]))}#{rule}">{rule}</a>' if books else rule
