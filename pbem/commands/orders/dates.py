"""The reading of days: as they are written in English, German and French, and never one that may be two.

A month that is a number stands second, behind "." always and behind "/" where the player is French or nothing else is a
day of the calendar; a year first is ISO 8601. All else is refused with the one way that everybody understands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from babel import Locale

from pbem.commands.languages import LANGUAGES, spellings, words
from pbem.commands.orders.notation import PlayersCursor
from pbem.commands.tokens import ParseError, Token

_ORDINALS: Final = frozenset().union(*words("seat", "particles")["ordinal"].values())
"""What may stand behind the number of a day."""
_LEAP_YEAR: Final = 2000
_CENTURY: Final = 2000
_LONGEST: Final = 4
"""Digits of a year, more than which no number of a date has."""
_YEARS: Final = range(2000, 2200)
_NOISE: Final = ("articles", "please", "joiner", "from", "onto")
_AHEAD: Final = 8
"""Within as many years there is a 29 February."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it was written, perhaps without its year; there is such a day in some year."""

    day: int
    month: int
    year: int | None = None

    @classmethod
    def on(cls, day: date | None) -> "Day | None":
        """A day of the calendar."""
        return None if day is None else cls(day.day, day.month, day.year)

    @property
    def dated(self) -> date | None:
        """The day, where its year is said."""
        return None if self.year is None else date(self.year, self.month, self.day)

    def on_or_after(self, day: date) -> date:
        """The first such day from a day on, whatever year was said."""
        return next(found for found in self._from(day.year) if found >= day)

    def on_or_before(self, day: date) -> date:
        """The last such day up to a day, whatever year was said."""
        return [found for found in self._from(day.year - _AHEAD) if found <= day][-1]

    def _from(self, year: int) -> Iterator[date]:
        for number in range(year, year + _AHEAD + 1):
            try:
                yield date(number, self.month, self.day)
            except ValueError:  # 29 February
                continue


def first_day(cursor: PlayersCursor) -> Day:
    """`from 20 December`: a day, or the first of several. Raises ParseError."""
    cursor.skip(*_NOISE, "turn")
    return read_day(cursor)


def has_last_day(cursor: PlayersCursor) -> bool:
    """Whether another day follows: `until 5.1.`."""
    cursor.skip(*_NOISE, "until")
    return cursor.peek() is not None


@cache
def month_names() -> Mapping[str, int]:
    """The folded names of the months, whole and shortened, in all languages that orders are written in."""
    return {
        spelling: number
        for language in LANGUAGES
        for form in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in Locale(language).months[form][width].items()
        for spelling in spellings(name.rstrip("."))
    } | {"sept": 9}


def read_day(cursor: PlayersCursor) -> Day:
    """The day that comes next. Raises ParseError."""
    token = cursor.peek()
    if token is None:
        raise ParseError("missing_day", None)
    if token.kind == "number":
        return _numbered(cursor)
    if token.fold in month_names():
        return _month_first(cursor)
    raise ParseError("unreadable_day", token)


def _numbered(cursor: PlayersCursor) -> Day:
    at = cursor.at
    first, second = cursor.next(), cursor.peek()
    if second is None:
        raise ParseError("unreadable_day", first)
    if second.kind == "slash":
        return _slashed(cursor, at)
    if second.kind == "number" and second.pause == "-" and not second.gap:
        return _dashed(cursor, at)
    if second.kind == "number" and second.pause == ".":
        cursor.next()
        return _checked(cursor, at, first, second, _dotted_year(cursor))
    if not second.gap and second.fold in _ORDINALS:
        cursor.next()
    cursor.skip("articles")
    name = cursor.peek()
    if name is None or name.fold not in month_names():
        raise ParseError("unreadable_day", first)
    cursor.next()
    return _named(cursor, at, first, month_names()[name.fold])


def _month_first(cursor: PlayersCursor) -> Day:
    """`December 20, 2026`."""
    at = cursor.at
    name, number = cursor.next(), cursor.peek()
    if number is None or number.kind != "number":
        raise ParseError("unreadable_day", name)
    cursor.next()
    following = cursor.peek()
    if following is not None and not following.gap and following.fold in _ORDINALS:
        cursor.next()
    return _named(cursor, at, number, month_names()[name.fold])


def _named(cursor: PlayersCursor, at: int, number: Token, month: int) -> Day:
    year = cursor.peek()
    has_year = year is not None and year.kind == "number" and len(year.fold) == 4 and not _begins_date(cursor)
    return _valid(cursor, at, _value(number), month, _value(cursor.next()) if has_year else None)


def _begins_date(cursor: PlayersCursor) -> bool:
    behind = cursor.peek(1)
    return behind is not None and behind.kind == "number" and behind.pause == "-" and not behind.gap


def _dotted_year(cursor: PlayersCursor) -> Token | None:
    """The year behind `20.12.`, of four digits, or of two that stand close."""
    token = cursor.peek()
    if token is None or token.kind != "number" or token.pause != ".":
        return None
    if len(token.fold) == 4 or (len(token.fold) == 2 and not token.gap):
        return cursor.next()
    return None


def _checked(cursor: PlayersCursor, at: int, day: Token, month: Token, year: Token | None) -> Day:
    number = None if year is None else _value(year) + (_CENTURY if len(year.fold) == 2 else 0)
    return _valid(cursor, at, _value(day), _value(month), number)


def _dashed(cursor: PlayersCursor, at: int) -> Day:
    """`2026-12-20` (ISO 8601) and no other order of the three."""
    year, month, day = cursor.tokens[at], cursor.next(), cursor.peek()
    if day is None or day.kind != "number" or day.pause != "-" or day.gap:
        raise ParseError("unreadable_day", year)
    cursor.next()
    if len(year.fold) != 4:
        raise _doubtful(cursor, at)
    return _valid(cursor, at, _value(day), _value(month), _value(year))


def _slashed(cursor: PlayersCursor, at: int) -> Day:
    """`20/12/2026`, `20/12`: the day first, where it cannot be the month."""
    numbers = [cursor.tokens[at]]
    while len(numbers) < 3 and (slash := cursor.peek()) is not None and slash.kind == "slash":
        cursor.next()
        number = cursor.peek()
        if number is None or number.kind != "number" or number.gap:
            raise ParseError("unreadable_day", numbers[0])
        numbers.append(cursor.next())
    day, month = (_value(number) for number in numbers[:2])
    year = numbers[2] if len(numbers) == 3 else None
    if len(numbers[0].fold) > 2 or (year is not None and len(year.fold) not in (2, 4)):
        raise _doubtful(cursor, at)
    if cursor.language != "fr" and month <= 12 and day <= 12 and day != month:
        raise _doubtful(cursor, at)
    if cursor.language == "en" and month > 12 >= day:
        return _checked(cursor, at, numbers[1], numbers[0], year)
    return _checked(cursor, at, numbers[0], numbers[1], year)


def _value(number: Token) -> int:
    """The number of a day, month or year; 0, which is none of them, where it is no whole number or far too long."""
    return number.value or 0 if len(number.fold) <= _LONGEST else 0


def _valid(cursor: PlayersCursor, at: int, day: int, month: int, year: int | None) -> Day:
    try:
        date(_LEAP_YEAR if year is None else year, month, day)
    except ValueError:
        raise ParseError("no_such_day", cursor.tokens[at], word=_typed(cursor, at)) from None
    if year is not None and year not in _YEARS:
        raise ParseError("no_such_day", cursor.tokens[at], word=_typed(cursor, at))
    return Day(day, month, year)


def _doubtful(cursor: PlayersCursor, at: int) -> ParseError:
    return ParseError("doubtful_day", cursor.tokens[at], word=_typed(cursor, at))


def _typed(cursor: PlayersCursor, at: int) -> str:
    """A date as it was typed, from the token at a place to the one read last."""
    return _joined(cursor.tokens[at : cursor.at])


def _joined(tokens: Sequence[Token]) -> str:
    return "".join((" " if token.gap and at else "") + token.pause + token.text for at, token in enumerate(tokens))
