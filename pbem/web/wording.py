"""The wording of pages: texts, moments, rules, dice as small symbols, and long lists a page at a time.

A template says `{{ _("An end runs on after a %(straight)s.", **DIE) }}`; alone a symbol is `{{ DIE.straight }}`, and
`{{ die("curve", 3) }}`, `{{ dice(front, kind) }}` and `{{ signs(hand) }}` draw several.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final, Generic, TypeVar
from zoneinfo import ZoneInfo

from flask import Flask, current_app, request, url_for
from markupsafe import Markup, escape

from pbem.clock import from_ms
from pbem.games.compose import echoed, not_repeated
from pbem.games.guide import silent_rules
from pbem.games.presentation import (
    begun_large,
    presentation_of,
    presented,
    score_of,
    shared_score,
    turn_in_words,
    year_in_words,
)
from pbem.i18n import N_
from pbem.lobby.practice import PURPOSES
from pbem.mail.maildir import opening_of
from pbem.reports.dice import symbol_of
from pbem.reports.document import Outcome, Sign
from pbem.reports.notes import LATE, PRESS, span_in_words, time_in_words
from pbem.templates import install_texts
from pbem.web.site import site
from pbem.web.visitor import words, zone
from rules_core.games import kinds, rule_id, rulebook

SYMBOLS: Final[Mapping[str, str]] = {
    "straight": "straight",
    "curve": "curve",
    "share": "share",
    "transport": "transport",
    "wild": "?",
    "hidden": "hidden",
}
"""What sentences call the symbols, and the face each shows; a hidden die shows none."""

T = TypeVar("T")


@dataclass(frozen=True)
class OutcomeMark:
    """The mark by which a page shows what became of a line: a sign and a word, and the style sheet's name for it."""

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
    "prose": OutcomeMark("–", N_("read as a comment"), "idle"),
    "undone": OutcomeMark("↶", N_("not done"), "idle"),
}


def install(app: Flask) -> None:
    """Give templates their texts and filters."""
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
    env.filters["begun_large"] = begun_large
    env.globals["year_in_words"] = lambda kind, year: year_in_words(kind, year, words())
    env.globals["turn_in_words"] = lambda kind, year, turn: turn_in_words(kind, year, turn, words())
    names = {game.kind: game.name for game in presented()}
    env.globals["has_silences"] = lambda kind: bool(silent_rules(kind))
    env.globals["templates_of"] = lambda kind: presentation_of(kind).templates
    env.globals["headings_of"] = lambda kind: presentation_of(kind).headings
    env.globals.update(GAMES=names, MARKS=MARKS, server=lambda: site().settings.server.name)
    env.globals["PURPOSES"] = PURPOSES
    env.globals.update(echoed=echoed, not_repeated=lambda count: not_repeated(count, words()))
    env.globals["mail"] = lambda: site().settings.mail
    env.globals["lobby_address"] = lambda: site().settings.mail.address_of(site().settings.mail.lobby)


def moment(at_ms: int) -> Markup:
    """A moment of the database as a time of the visitor's zone."""
    return moment_at(from_ms(at_ms))


def moment_at(at: datetime) -> Markup:
    """A moment, aware, as a time of the visitor's zone."""
    moment = words().moment(at, zone())
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="minutes"), moment)


def brief(at_ms: int) -> Markup:
    """A moment of the database, briefly, as a time of the visitor's zone."""
    at = from_ms(at_ms)
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="minutes"), words().brief(at, zone()))


def remaining(at_ms: int) -> str:
    """Format the time until a moment, or since it: "3 days left", "2 days late"."""
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
    books = [book for book in dict.fromkeys((kind, *kinds())) if rule in rulebook(book)]
    return f'<a href="{escape(url_for("reference.rules", kind=books[0]))}#{rule}">{rule}</a>' if books else rule


class Symbols(Mapping[str, Markup]):
    """One die of each kind, drawn when asked for and named in the visitor's language."""

    def __getitem__(self, name: str) -> Markup:
        return die(SYMBOLS[name])

    def __iter__(self) -> Iterator[str]:
        return iter(SYMBOLS)

    def __len__(self) -> int:
        return len(SYMBOLS)


def die(face: str, n: int = 1, kind: str = "") -> Markup:
    """Dice of one face, or hidden ones, side by side; more than six as one with their number; nothing for none.

    `kind` is the game they are dice of, where the face may be the share.
    """
    return _drawn("die", shown(face, kind), n)


def dice(faces: Mapping[str, int], kind: str) -> Markup:
    """The numbers of dice by face as signs, in a kind of game."""
    return _drawn("dice", tuple((shown(face, kind), n) for face, n in faces.items() if n))


def signs(some: Iterable[Sign]) -> Markup:
    """Dice that look so, those that look alike beside each other."""
    return _drawn("dice", tuple(Counter(some).items()))


def shown(face: str, kind: str) -> str:
    """The symbol for a face in a kind of game: the share's is the transport symbol where there are no shares (GE-1)."""
    return presentation_of(kind).dice.get(face, face) if kind else face


def install_symbols(app: Flask) -> None:
    """Give templates the symbols."""
    app.jinja_env.globals.update(DIE=Symbols(), die=die, dice=dice, signs=signs, symbol_of=symbol_of)


def _drawn(macro: str, *arguments: Hashable) -> Markup:
    return _drawn_in(words().language, macro, *arguments)


@lru_cache(maxsize=1024)
def _drawn_in(_language: str, macro: str, *arguments: Hashable) -> Markup:
    drawings = current_app.jinja_env.get_template("_dice.html").module
    return Markup(getattr(drawings, macro)(*arguments))


@dataclass(frozen=True)
class ListPage(Generic[T]):
    """A stretch of a list: its items, its number from 1, how many pages and how many items there are in all."""

    items: Sequence[T]
    number: int
    pages: int
    total: int


def page(everything: Sequence[T], size: int, named: str = "page") -> ListPage[T]:
    """The page whose number the request gives; the nearest there is where it gives none.

    `named` is how the request names the number, where a page has several lists.
    """
    return stretch(len(everything), size, lambda limit, offset: everything[offset : offset + limit], named)


def stretch(total: int, size: int, fetch: Callable[[int, int], Sequence[T]], named: str = "page") -> ListPage[T]:
    """A page of a list of which only that page is fetched, by limit and offset."""
    pages = max(1, -(-total // size))
    number = min(max(1, request.args.get(named, 1, type=int)), pages)
    return ListPage(fetch(size, (number - 1) * size), number, pages, total)
