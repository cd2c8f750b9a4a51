"""How a line is read that opens a waiting list: the game, for how many, and on which terms, in any order."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, get_args
from zoneinfo import ZoneInfo

from pbem.i18n import N_
from pbem.lobby.errands import Errand, Open
from pbem.lobby.walk import Rest, Unclear, Walk, kinds_told
from pbem.lobby.words import BY_WORD, WEEKDAYS, phrases
from pbem.orders.tokens import Token, tokens_of
from pbem.playing_time import EVERY_DAY, LONGEST_DAYS, read_pace
from pbem.terms import BeaconWish, Late, PressRule, Terms
from rules_core.games import ruleset_for
from rules_core.line.turns import SEATS

_NAME: Final = re.compile(r'"([^"]*)"')
_VARIANT: Final = re.compile(r"(\w+)\s*=\s*([\w-]+)")


def open_list(rest: Rest) -> list[Errand]:
    """`open germany for 3 pace 2d zone Europe/Berlin late pass press none beacon wait extended=yes private "Us"`."""
    text, named = _taken_out(_NAME, rest.text)
    text, variants = _taken_out(_VARIANT, text)
    walk = Walk(text, rest.language, tokens_of(text))
    kind = walk.kind()
    if kind is None:
        raise Unclear(N_("Which game? There are: %(games)s."), games=kinds_told())
    order = _Order(rest.defaults)
    while (token := walk.peek()) is not None:
        _read_part(walk, order, token)
    if not order.seats:
        raise Unclear(N_('For how many players? As in "for 3".'))
    options = {match[1].lower(): match[2].lower() for match in variants}
    _check_variants(kind, options)
    name = named[0][1] if named else ""
    return [Open(kind, order.seats, order.terms, options, order.private, name, order.beacon, "late" in order.said)]


@dataclass
class _Order:
    """A list to be opened, as far as its line was read."""

    terms: Terms
    seats: int = 0
    private: bool = False
    beacon: BeaconWish | None = None
    said: set[str] = field(default_factory=set)


def _read_part(walk: Walk, order: _Order, token: Token) -> None:
    """Reads what comes next of a list's terms."""
    if token.kind == "number" and walk.means("players", ahead=1):
        _say(order, "for", token)
        order.seats = _seats(walk)
        return
    part = walk.one_of(("for", "pace", "days", "zone", "late", "press", "beacon", "private", "public"))
    if part is None:
        raise Unclear(N_('I do not understand "%(word)s" in this place.'), word=token.text)
    _say(order, part, token)
    if part == "for":
        order.seats = _seats(walk)
    elif part in ("private", "public"):
        order.private = part == "private"
    elif part == "beacon":
        order.beacon = _beacon(walk)
    else:
        order.terms = _TERMS[part](walk, order.terms)


def _say(order: _Order, part: str, token: Token) -> None:
    if part in order.said:
        raise Unclear(N_('"%(word)s" says something that has been said before in this line.'), word=token.text)
    order.said.add(part)


def _seats(walk: Walk) -> int:
    number = walk.number()
    if number not in SEATS:
        raise Unclear(N_("A game is for %(least)s to %(most)s players."), least=SEATS[0], most=SEATS[-1])
    walk.one_of(("players",))
    return number


def _pace(walk: Walk, terms: Terms) -> Terms:
    number, unit = walk.number(), walk.one_of(("hours", "day"))
    pace = read_pace(f"{number}{'h' if unit == 'hours' else 'd'}") if number and unit else None
    if pace is None:
        raise Unclear(N_("How much time for a turn? As in 2d or 36h; at most %(most)s days."), most=LONGEST_DAYS)
    return replace(terms, pace=str(pace))


def _days(walk: Walk, terms: Terms) -> Terms:
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


def _zone(walk: Walk, terms: Terms) -> Terms:
    typed = walk.word()
    try:
        zone = ZoneInfo(typed).key
    except (KeyError, ValueError, OSError):
        raise Unclear(N_('There is no time zone "%(word)s"; they are named like Europe/Berlin.'), word=typed) from None
    return replace(terms, zone=zone)


def _late(walk: Walk, terms: Terms) -> Terms:
    late: Late | None = walk.one_of(get_args(Late))
    if late is None and _is_standby(walk):
        late = "standby"
    if late == "standby" and walk.means("pass"):
        walk.at += 1
        late = "standby-pass"
    if late is None:
        raise Unclear(N_("What when the time is up? wait, pass, standby, standby pass or bot."))
    return replace(terms, late=late)


def _is_standby(walk: Walk) -> bool:
    """Whether the word for standing by comes next, which is read."""
    token = walk.peek()
    is_one = token is not None and phrases(walk.language).get((token.fold,)) is BY_WORD["standby"]
    walk.at += is_one
    return is_one


def _press(walk: Walk, terms: Terms) -> Terms:
    press: PressRule | None = walk.one_of(get_args(PressRule))
    if press is None:
        raise Unclear(N_("May players write to each other? none, signed or anonymous."))
    return replace(terms, press=press)


def _beacon(walk: Walk) -> BeaconWish:
    """Whether a public round is part of the dice; the word alone asks for one, and waits for it."""
    wish: BeaconWish | None = walk.one_of(get_args(BeaconWish))
    return wish or "wait"


_TERMS: Final[Mapping[str, Callable[[Walk, Terms], Terms]]] = {
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
        told = ", ".join(f"{name}={'|'.join(values)}" for name, values in known.items())
        raise Unclear(N_('There is no variant "%(word)s" in this game. There are: %(known)s.'), word=wrong, known=told)


def _taken_out(pattern: re.Pattern[str], text: str) -> tuple[str, list[re.Match[str]]]:
    """A text with blanks in place of what fits a pattern, and what fitted."""
    found = list(pattern.finditer(text))
    return pattern.sub(lambda match: " " * len(match[0]), text), found
