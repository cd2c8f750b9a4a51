"""The reading of a line that opens a waiting list: the game, for how many, and on which terms, in any order."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, get_args
from zoneinfo import ZoneInfo

from pbem.clock import EVERY_DAY, LONGEST_DAYS, read_pace
from pbem.commands.cursor import cursor_over
from pbem.commands.languages import spellings
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import OFFICE, WEEKDAYS, phrases_of
from pbem.lobby.fields import OfficeCursor, kind_ahead, kind_names, skip_beside
from pbem.terms import BeaconWish, Late, PressRule, Terms
from rules_core.games import ruleset_for

_HIGHEST: Final = 999_999
"""Whatever a number stands for is lower."""
_PRESS: Final[tuple[PressRule, ...]] = get_args(PressRule)
_BEACON: Final[tuple[BeaconWish, ...]] = get_args(BeaconWish)
_NAME: Final = re.compile(r'"([^"]*)"')
_VARIANT: Final = re.compile(r"(\w+)\s*=\s*([\w-]+)")


@dataclass
class OpeningTerms:
    """A list to be opened, as far as its line was read."""

    terms: Terms
    kind: str = ""
    seats: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    name: str = ""
    beacon: BeaconWish | None = None
    said: set[str] = field(default_factory=set)


def read_terms(cursor: OfficeCursor) -> OpeningTerms:
    """`open germany for 3 pace 2d zone Europe/Berlin late pass press none beacon wait extended=yes private "Us"`."""
    text, named = _taken_out(_NAME, cursor.text)
    text, variants = _taken_out(_VARIANT, text)
    walk = cursor_over(text, cursor.context)
    order = OpeningTerms(cursor.context.defaults)
    while (token := walk.peek()) is not None:
        order.kind = order.kind or kind_ahead(walk) or ""
        if token is walk.peek():
            _read_part(walk, order, token)
    kind = order.kind
    if not kind:
        raise ParseError("missing_game", games=kind_names())
    if not order.seats:
        raise ParseError("missing_players")
    _check_seats(order.seats, kind)
    order.options = {match[1].lower(): match[2].lower() for match in variants}
    _check_variants(kind, order.options)
    order.name = named[0][1] if named else ""
    return order


def _read_part(cursor: OfficeCursor, order: OpeningTerms, token: Token) -> None:
    if cursor.sees_number() and cursor.sees("players", ahead=1):
        _say(order, "for", token)
        order.seats = _seats(cursor)
        return
    if cursor.sees_number() and cursor.sees("hours", "day", ahead=1):
        _say(order, "pace", token)
        order.terms = _pace(cursor, order.terms)
        return
    part = cursor.one_of(("for", "pace", "days", "zone", "late", "press", "beacon", "private", "public"))
    if part is None:
        _pass_over(cursor, order, token)
        return
    _say(order, part, token)
    if part == "for":
        order.seats = _seats(cursor)
    elif part in ("private", "public"):
        order.private = part == "private"
    elif part == "beacon":
        order.beacon = _beacon(cursor)
    else:
        order.terms = _TERMS[part](cursor, order.terms)


def _pass_over(cursor: OfficeCursor, order: OpeningTerms, token: Token) -> None:
    if cursor.sees_number() and "for" not in order.said:
        _say(order, "for", token)
        order.seats = _seats(cursor)
        return
    skip_beside(cursor)
    cursor.skip("joiner", "with")
    if token is cursor.peek():
        raise ParseError("unexpected", token) if order.kind else ParseError("missing_game", token, games=kind_names())


def _say(order: OpeningTerms, part: str, token: Token) -> None:
    if part in order.said:
        raise ParseError("said_twice_in_line", token)
    order.said.add(part)


def _number(cursor: OfficeCursor) -> int | None:
    return cursor.number(1, _HIGHEST) if cursor.sees_number() else None


def _seats(cursor: OfficeCursor) -> int:
    token, number = cursor.peek(), _number(cursor)
    is_time = cursor.sees("hours", "day") and not cursor.sees("every", *WEEKDAYS, ahead=1)
    if number is None or is_time:
        raise ParseError("missing_players", token)
    cursor.one_of(("players",))
    return number


def _check_seats(number: int, kind: str) -> None:
    seats = ruleset_for(kind).seats
    if number not in seats:
        raise ParseError("players_range", least=min(seats), most=max(seats))


def _pace(cursor: OfficeCursor, terms: Terms) -> Terms:
    number, unit = _number(cursor), cursor.one_of(("hours", "day"))
    pace = read_pace(f"{number}{'h' if unit == 'hours' else 'd'}") if number and unit else None
    if pace is None:
        raise ParseError("missing_pace", most=LONGEST_DAYS)
    cursor.take_phrase(phrases_of("per turn", OFFICE))
    return replace(terms, pace=str(pace))


def _days(cursor: OfficeCursor, terms: Terms) -> Terms:
    if cursor.one_of(("every",)):
        cursor.one_of(("days", "day"))
        return replace(terms, playing_days=EVERY_DAY)
    tokens, named = [cursor.tokens[cursor.at - 1]], list[tuple[Token, bool]]()
    while (token := cursor.peek()) is not None:
        reaches = bool(named) and ("-" in token.pause or cursor.take("to"))
        if not cursor.sees(*WEEKDAYS):
            break
        named.append((cursor.next(), reaches))
    if not named:
        raise ParseError("missing_weekdays")
    found: set[int] = set()
    last = 0
    for token, reaches in named:
        number = _weekday(token, [*tokens, *(other for other, _ in named)], cursor)
        if reaches:
            found |= {at % 7 for at in range(last, number if number >= last else number + 7)}
        found.add(number)
        last = number
    return replace(terms, playing_days="".join(str(day + 1) for day in sorted(found)))


def _weekday(token: Token, beside: Sequence[Token], cursor: OfficeCursor) -> int:
    """The day that a word names, from 0 for Monday; the "di" of Dienstag and dimanche as the words beside it are.

    Raises ParseError where it may be one or the other.
    """
    means = {
        code: at
        for at, day in enumerate(WEEKDAYS)
        for code, typed in OFFICE.keywords[day].items()
        if any(token.fold in spellings(word) for word in typed)
    }
    votes = {code: sum(_is_of(code, word) for word in beside) for code in means}
    meant = {means[code] for code in means if votes[code] == max(votes.values())}
    if len(meant) > 1 and cursor.language in means:
        return means[cursor.language]
    if len(meant) > 1:
        raise ParseError(
            "doubtful_weekday", token, [OFFICE.keywords[WEEKDAYS[at]][code][-1] for code, at in means.items()]
        )
    return meant.pop()


def _is_of(code: str, token: Token) -> bool:
    sections = (OFFICE.keywords[key][code] for key in ("days", *WEEKDAYS))
    return any(token.fold in spellings(word) for words in sections for word in words)


def _zone(cursor: OfficeCursor, terms: Terms) -> Terms:
    typed = cursor.run()
    try:
        zone = ZoneInfo(typed).key
    except (KeyError, ValueError, OSError):
        raise ParseError("unknown_zone", word=typed) from None
    return replace(terms, zone=zone)


def _late(cursor: OfficeCursor, terms: Terms) -> Terms:
    late: Late | None = cursor.one_of(("wait", "pass", "bot"))
    if late is None and cursor.take("standby"):
        late = "standby-pass" if cursor.take("pass") else "standby"
    if late is None:
        raise ParseError("missing_late")
    return replace(terms, late=late)


def _press(cursor: OfficeCursor, terms: Terms) -> Terms:
    press: PressRule | None = cursor.one_of(_PRESS)
    if press is None:
        raise ParseError("missing_press")
    return replace(terms, press=press)


def _beacon(cursor: OfficeCursor) -> BeaconWish:
    """Whether a public round is part of the dice; the word alone asks for one, and waits for it."""
    wish: BeaconWish | None = cursor.one_of(_BEACON)
    return wish or "wait"


_TERMS: Final[Mapping[str, Callable[[OfficeCursor, Terms], Terms]]] = {
    "pace": _pace,
    "days": _days,
    "zone": _zone,
    "late": _late,
    "press": _press,
}


def _check_variants(kind: str, options: Mapping[str, str]) -> None:
    known = ruleset_for(kind).options
    wrong = next((f"{name}={value}" for name, value in options.items() if value not in known.get(name, ())), None)
    if wrong is not None:
        variants = ", ".join(f"{name}={'|'.join(values)}" for name, values in known.items())
        raise ParseError("unknown_variant", word=wrong, known=variants)


def _taken_out(pattern: re.Pattern[str], text: str) -> tuple[str, list[re.Match[str]]]:
    found = list(pattern.finditer(text))
    return pattern.sub(lambda match: " " * len(match[0]), text), found
