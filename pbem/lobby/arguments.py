"""What stands behind the words of a letter to the office: from the rest of a line to what is asked for."""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from pbem.adjudicator.mails.preferences import reminders_of
from pbem.i18n import N_
from pbem.lobby.errands import (
    Confirm,
    Decline,
    DeclineSeat,
    Errand,
    Invite,
    Join,
    Leave,
    Register,
    Return,
    Search,
    Show,
    StandBy,
    Take,
    Watch,
    WishReminders,
    WishReports,
)
from pbem.lobby.walk import Rest, Unclear, Walk, kinds_told, means
from pbem.orders.tokens import tokens_of
from pbem.store.rows import REMINDERS, Reports
from rules_core.games import all_rules, kinds, rule_id

_NUMBERED: Final = re.compile(r"\W*(?:list\w*\W+)?#?(\d{1,18})\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_TAGGED: Final = re.compile(r"[^\w]*(e\d{1,18})\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_QUOTES: Final = " \t\"'"
_REPORTS: Final[tuple[tuple[str, Reports], ...]] = (("digest", "daily"), ("mine", "mine"), ("every", "all"))
"""What the words for reports mean; "daily" may mean every day elsewhere, and is looked for first."""
Reader: TypeAlias = Callable[[Rest], list[Errand]]
"""Reads the rest of a line. Raises Unclear."""


def lists(rest: Rest) -> list[Errand]:
    """`lists`, `lists germany`."""
    return [Show("lists", _only_kind(rest))]


def games(rest: Rest) -> list[Errand]:
    """`games`."""
    _nothing(rest.text)
    return [Show("games")]


def rulings(rest: Rest) -> list[Errand]:
    """`rulings`, `rulings FR-38`, `rulings lake`."""
    named = re.search(rule_id().pattern, rest.text, re.IGNORECASE)
    others = rest.text if named is None else rest.text[: named.start()] + rest.text[named.end() :]
    rule = "" if named is None else next((id_ for id_ in all_rules() if id_.upper() == named[0].upper()), named[0])
    return [Search(rule, " ".join(re.sub(r"[^\w\s-]", " ", others).split()))]


def ask_help(_rest: Rest) -> list[Errand]:
    """`help`, whatever follows."""
    return [Show("help")]


def join(rest: Rest) -> list[Errand]:
    """`join 12`, `join 12 with seven green bottles`."""
    number, behind = _number(rest.text)
    if not behind:
        return [Join(number)]
    first, _space, salt = behind.partition(" ")
    if "with" not in means(first.strip(":,"), rest.language):
        raise Unclear(N_('I do not understand "%(word)s" in this place.'), word=first)
    if not salt.strip(_QUOTES):
        raise Unclear(N_("With which words? They are your part of the dice."))
    return [Join(number, salt.strip(_QUOTES))]


def leave(rest: Rest) -> list[Errand]:
    """`leave 12`."""
    number, behind = _number(rest.text)
    _nothing(behind)
    return [Leave(number)]


def invite(rest: Rest) -> list[Errand]:
    """`invite 12 ben@example.org`, and several with commas between them."""
    number, behind = _number(rest.text)
    guests = [guest.strip(" \t\"'<>") for guest in re.split("[,;]", behind)]
    found: list[Errand] = [Invite(number, guest) for guest in guests if guest]
    if not found:
        raise Unclear(N_("Whom? Name a mail address, or a player."))
    return found


def decline(rest: Rest) -> list[Errand]:
    """`decline 12`, `decline e7`."""
    if _TAGGED.fullmatch(rest.text):
        return [DeclineSeat(_tag(rest.text))]
    number, behind = _number(rest.text)
    _nothing(behind)
    return [Decline(number)]


def take(rest: Rest) -> list[Errand]:
    """`take e7`."""
    return [Take(_tag(rest.text))]


def come_back(rest: Rest) -> list[Errand]:
    """`return e7`."""
    return [Return(_tag(rest.text))]


def watch(rest: Rest) -> list[Errand]:
    """`watch e7`."""
    return [Watch(_tag(rest.text))]


def unwatch(rest: Rest) -> list[Errand]:
    """`unwatch e7`."""
    return [Watch(_tag(rest.text), on=False)]


def standby(rest: Rest) -> list[Errand]:
    """`standby`, `standby germany`, `standby off`."""
    tokens = tokens_of(rest.text)
    if len(tokens) == 1 and "off" in means(tokens[0].fold, rest.language):
        return [StandBy((), on=False)]
    kind = _only_kind(rest)
    return [StandBy((kind,) if kind else tuple(kinds()))]


def reports(rest: Rest) -> list[Errand]:
    """`reports all`, `reports mine`, `reports daily`."""
    tokens = tokens_of(rest.text)
    if not tokens:
        raise Unclear(N_("Which: of every turn, mine, or one mail a day?"))
    found = means(tokens[0].fold, rest.language)
    wishes: list[Reports] = [reports for key, reports in _REPORTS if key in found]
    if not wishes:
        raise Unclear(N_('I do not understand "%(word)s" in this place.'), word=tokens[0].text)
    _nothing(" ".join(token.text for token in tokens[1:]))
    return [WishReports(wishes[0])]


def reminders(rest: Rest) -> list[Errand]:
    """`reminders 48 24 0`, `reminders off`."""
    tokens = tokens_of(rest.text)
    if len(tokens) == 1 and "off" in means(tokens[0].fold, rest.language):
        return [WishReminders("")]
    wished = reminders_of(" ".join(token.fold for token in tokens if token.fold))
    if not wished:
        raise Unclear(N_("How many hours before? Offered are %(offered)s."), offered=" ".join(map(str, REMINDERS)))
    return [WishReminders(wished)]


def register(rest: Rest) -> list[Errand]:
    """`register Ada Lovelace`."""
    name = rest.text.strip(" \t\"'<>:,;")
    if not name:
        raise Unclear(N_("Under which name?"))
    return [Register(name)]


def confirm(rest: Rest) -> list[Errand]:
    """`confirm`, `confirm 7KM2 9QRT`."""
    tokens = tokens_of(rest.text)
    for token in tokens:
        if token.kind not in ("word", "number"):
            raise Unclear(N_('I do not understand "%(word)s" in this place.'), word=token.text)
    return [Confirm("".join(token.text for token in tokens).upper())]


def _only_kind(rest: Rest) -> str | None:
    walk = Walk(rest.text, rest.language, tokens_of(rest.text))
    kind = walk.kind()
    token = walk.peek()
    if token is not None:
        raise Unclear(
            N_('I know no game called "%(word)s". There are: %(games)s.'), word=token.text, games=kinds_told()
        )
    return kind


def _number(text: str) -> tuple[int, str]:
    """The number of a list at the head of a text, and what follows it."""
    found = _NUMBERED.fullmatch(text)
    if found is None:
        raise Unclear(N_('Which list? Name its number, which "lists" shows.'))
    return int(found[1]), found[2].strip()


def _tag(text: str) -> str:
    found = _TAGGED.fullmatch(text)
    if found is None:
        raise Unclear(N_("Which game? Name its tag, such as e7."))
    _nothing(found[2])
    return found[1].lower()


def _nothing(text: str) -> None:
    """Refuses what stands where nothing belongs."""
    tokens = tokens_of(text)
    if tokens:
        raise Unclear(N_('I do not understand "%(word)s" in this place.'), word=tokens[0].text)
