"""What stands behind the words of a letter to the office: from the rest of a line to what is asked for."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, TypeVar, get_args
from zoneinfo import ZoneInfo

from pbem.i18n import N_
from pbem.lobby.errands import (
    Decline,
    DeclineSeat,
    Errand,
    Invite,
    Join,
    Leave,
    Open,
    Register,
    Return,
    Show,
    StandBy,
    Take,
    Watch,
)
from pbem.lobby.words import BY_WORD, KINDS, WEEKDAYS, meanings, phrases
from pbem.orders.tokens import Token, tokens_of
from pbem.playing_time import EVERY_DAY, LONGEST_DAYS, read_pace
from pbem.terms import Late, PressRule, Terms
from rules_core.ruleset import kinds, ruleset_for
from rules_core.turns import SEATS

T = TypeVar("T")
_NUMBERED: Final = re.compile(r"\W*(?:list\w*\W+)?#?(\d{1,18})\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_TAGGED: Final = re.compile(r"[^\w]*(e\d{1,18})\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_NAME: Final = re.compile(r'"([^"]*)"')
_VARIANT: Final = re.compile(r"(\w+)\s*=\s*([\w-]+)")
_WITHOUT_SPACE: Final = re.compile(r"\S+")
_QUOTES: Final = " \t\"'"


class Unclear(Exception):
    """Raised where a line cannot be read; `msgid`, filled from `facts`, says why."""

    def __init__(self, msgid: str, **facts: object) -> None:
        super().__init__(msgid)
        self.msgid = msgid
        self.facts = facts


@dataclass(frozen=True)
class Rest:
    """What stands behind a word: as it was typed, in which language, and the terms that hold where none are named."""

    text: str
    language: str
    defaults: Terms


Reader: TypeAlias = Callable[[Rest], list[Errand]]
"""Reads the rest of a line. Raises Unclear."""


def lists(rest: Rest) -> list[Errand]:
    """`lists`, `lists germany`."""
    return [Show("lists", _only_kind(rest))]


def games(rest: Rest) -> list[Errand]:
    """`games`."""
    _nothing(rest.text)
    return [Show("games")]


def ask_help(_rest: Rest) -> list[Errand]:
    """`help`, whatever follows."""
    return [Show("help")]


def join(rest: Rest) -> list[Errand]:
    """`join 12`, `join 12 with seven green bottles`."""
    number, behind = _number(rest.text)
    if not behind:
        return [Join(number)]
    first, _space, salt = behind.partition(" ")
    if "with" not in _means(first.strip(":,"), rest.language):
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
    if len(tokens) == 1 and "off" in _means(tokens[0].fold, rest.language):
        return [StandBy((), on=False)]
    kind = _only_kind(rest)
    return [StandBy((kind,) if kind else tuple(kinds()))]


def register(rest: Rest) -> list[Errand]:
    """`register Ada Lovelace`."""
    name = rest.text.strip(" \t\"'<>:,;")
    if not name:
        raise Unclear(N_("Under which name?"))
    return [Register(name)]


def confirm(rest: Rest) -> list[Errand]:
    """`confirm`."""
    _nothing(rest.text)
    return [Register()]


def open_list(rest: Rest) -> list[Errand]:
    """`open germany for 3 pace 2d days mo-fr zone Europe/Berlin late pass press none two_starts=drawn private "Us"`."""
    text, named = _taken_out(_NAME, rest.text)
    text, variants = _taken_out(_VARIANT, text)
    walk = _Walk(text, rest.language, tokens_of(text))
    kind = walk.kind()
    if kind is None:
        raise Unclear(N_("Which game? There are: %(games)s."), games=_kinds_told())
    order = _Order(rest.defaults)
    while (token := walk.peek()) is not None:
        _read_part(walk, order, token)
    if not order.seats:
        raise Unclear(N_('For how many players? As in "for 3".'))
    options = {match[1].lower(): match[2].lower() for match in variants}
    _check_variants(kind, options)
    name = named[0][1] if named else ""
    return [Open(kind, order.seats, order.terms, options, order.private, name)]


@dataclass
class _Order:
    """A list to be opened, as far as its line was read."""

    terms: Terms
    seats: int = 0
    private: bool = False
    said: set[str] = field(default_factory=set)


class _Walk:
    """The tokens of a line, from one to the next."""

    def __init__(self, text: str, language: str, tokens: list[Token]) -> None:
        self.text = text
        self.language = language
        self.tokens = tokens
        self.at = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The token that comes next, or one behind it."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def means(self, *keys: str, ahead: int = 0) -> bool:
        """Whether a token has one of these meanings."""
        token = self.peek(ahead)
        return token is not None and not _means(token.fold, self.language).isdisjoint(keys)

    def number(self) -> int | None:
        """The number that comes next, which is read; None where none does."""
        token = self.peek()
        if token is None or token.kind != "number":
            return None
        self.at += 1
        return int(token.fold[:6])

    def kind(self) -> str | None:
        """The kind of game that comes next, which is read."""
        folds = tuple(token.fold for token in self.tokens[self.at : self.at + 3])
        for length in range(len(folds), 0, -1):
            for kind, names in KINDS.items():
                if " ".join(folds[:length]) in names:
                    self.at += length
                    return kind
        return None

    def one_of(self, keys: Iterable[T]) -> T | None:
        """Which of these meanings the next token has, which is read."""
        found = next((key for key in keys if self.means(str(key))), None)
        self.at += found is not None
        return found

    def word(self) -> str:
        """All that stands together next, whatever signs are in it; read."""
        token = self.peek()
        found = _WITHOUT_SPACE.match(self.text, token.column - 1) if token else None
        if found is None:
            return ""
        while (token := self.peek()) is not None and token.column - 1 < found.end():
            self.at += 1
        return found[0].strip(",;.")


def _read_part(walk: _Walk, order: _Order, token: Token) -> None:
    """Reads what comes next of a list's terms."""
    if token.kind == "number" and walk.means("players", ahead=1):
        _say(order, "for", token)
        order.seats = _seats(walk)
        return
    part = walk.one_of(("for", "pace", "days", "zone", "late", "press", "private", "public"))
    if part is None:
        raise Unclear(N_('I do not understand "%(word)s" in this place.'), word=token.text)
    _say(order, part, token)
    if part == "for":
        order.seats = _seats(walk)
    elif part in ("private", "public"):
        order.private = part == "private"
    else:
        order.terms = _TERMS[part](walk, order.terms)


def _say(order: _Order, part: str, token: Token) -> None:
    if part in order.said:
        raise Unclear(N_('"%(word)s" says something that has been said before in this line.'), word=token.text)
    order.said.add(part)


def _seats(walk: _Walk) -> int:
    number = walk.number()
    if number not in SEATS:
        raise Unclear(N_("A game is for %(least)s to %(most)s players."), least=SEATS[0], most=SEATS[-1])
    walk.one_of(("players",))
    return number


def _pace(walk: _Walk, terms: Terms) -> Terms:
    number, unit = walk.number(), walk.one_of(("hours", "day"))
    pace = read_pace(f"{number}{'h' if unit == 'hours' else 'd'}") if number and unit else None
    if pace is None:
        raise Unclear(N_("How much time for a turn? As in 2d or 36h; at most %(most)s days."), most=LONGEST_DAYS)
    return replace(terms, pace=str(pace))


def _days(walk: _Walk, terms: Terms) -> Terms:
    if walk.one_of(("every",)):
        walk.one_of(("days", "day"))
        return replace(terms, playing_days=EVERY_DAY)
    found: set[int] = set()
    last: int | None = None
    while True:
        token = walk.peek()
        reaches = token is not None and last is not None and (
            "-" in token.pause or (walk.means("to") and bool(walk.one_of(("to",))))
        )  # fmt: skip
        day = walk.one_of(WEEKDAYS)
        if day is None:
            break
        number = WEEKDAYS.index(day)
        if reaches and last is not None:
            found |= {at % 7 for at in range(last, number if number >= last else number + 7)}
        found.add(number)
        last = number
    if not found:
        raise Unclear(N_("On which days? As in mo-fr, or mo we fr."))
    return replace(terms, playing_days="".join(str(day + 1) for day in sorted(found)))


def _zone(walk: _Walk, terms: Terms) -> Terms:
    typed = walk.word()
    try:
        zone = ZoneInfo(typed).key
    except (KeyError, ValueError, OSError):
        raise Unclear(N_('There is no time zone "%(word)s"; they are named like Europe/Berlin.'), word=typed) from None
    return replace(terms, zone=zone)


def _late(walk: _Walk, terms: Terms) -> Terms:
    late: Late | None = walk.one_of(get_args(Late))
    if late is None and _is_standby(walk):
        late = "standby"
    if late is None:
        raise Unclear(N_("What when the time is up? wait, pass, standby or bot."))
    return replace(terms, late=late)


def _is_standby(walk: _Walk) -> bool:
    """Whether the word for standing by comes next, which is read."""
    token = walk.peek()
    is_one = token is not None and phrases(walk.language).get((token.fold,)) is BY_WORD["standby"]
    walk.at += is_one
    return is_one


def _press(walk: _Walk, terms: Terms) -> Terms:
    press: PressRule | None = walk.one_of(get_args(PressRule))
    if press is None:
        raise Unclear(N_("May players write to each other? none, signed or anonymous."))
    return replace(terms, press=press)


_TERMS: Final[Mapping[Literal["pace", "days", "zone", "late", "press"] | str, Callable[[_Walk, Terms], Terms]]] = {
    "pace": _pace,
    "days": _days,
    "zone": _zone,
    "late": _late,
    "press": _press,
}


def _check_variants(kind: str, options: Mapping[str, str]) -> None:
    known = ruleset_for(kind).OPTIONS
    wrong = next((f"{name}={value}" for name, value in options.items() if value not in known.get(name, ())), None)
    if wrong is not None:
        told = ", ".join(f"{name}={'|'.join(values)}" for name, values in known.items())
        raise Unclear(N_('There is no variant "%(word)s" in this game. There are: %(known)s.'), word=wrong, known=told)


def _taken_out(pattern: re.Pattern[str], text: str) -> tuple[str, list[re.Match[str]]]:
    """A text with blanks in place of what fits a pattern, and what fitted."""
    found = list(pattern.finditer(text))
    return pattern.sub(lambda match: " " * len(match[0]), text), found


def _only_kind(rest: Rest) -> str | None:
    walk = _Walk(rest.text, rest.language, tokens_of(rest.text))
    kind = walk.kind()
    token = walk.peek()
    if token is not None:
        raise Unclear(
            N_('I know no game called "%(word)s". There are: %(games)s.'), word=token.text, games=_kinds_told()
        )
    return kind


def _kinds_told() -> str:
    return ", ".join(names[0] for names in KINDS.values())


def _means(fold: str, language: str) -> frozenset[str]:
    return meanings(language).get(fold.lower(), frozenset())


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
