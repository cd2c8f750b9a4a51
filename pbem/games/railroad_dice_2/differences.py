"""Differences between two positions, as rows of a table: what it is, how it was, and how it is, or would be."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.games.presenter import Row
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.sentences import CLOSINGS, ENDINGS, listed
from pbem.i18n import N_
from rules_core.games.railroad_dice_2.judging import NetworkDiffers, What
from rules_core.games.railroad_dice_2.network import Station
from rules_core.grid import Square

NOTHING: Final = "–"
_ENDS: Final[Mapping[str, str]] = {**{str(cause): ending for cause, ending in CLOSINGS.items()}, **ENDINGS}
_NAMES: Final[Mapping[What, str]] = {
    "turn": N_("turn"),
    "rolled": N_("rolled, or something in place of it"),
    "end": N_("closing phase, end of the game"),
    "bank": N_("units in the bank"),
    "extra": N_("extra counters"),
    "simple": N_("simple dice in the bank"),
    "complex": N_("complex dice in the bank"),
    "hand": N_("dice in hand"),
    "sale": N_("locomotives for sale"),
    "waiting": N_("passengers beside tile %(of)s"),
    "units": N_("units of %(of)s"),
    "carried": N_("passengers carried by %(of)s"),
    "locomotives": N_("locomotives of %(of)s"),
    "connected": N_("stations connected to the home of %(of)s"),
    "station": N_("station on %(of)s"),
    "track": N_("track on %(of)s"),
}


def rows(differing: Iterable[NetworkDiffers], one: NetworkNames, other: NetworkNames) -> list[Row]:
    """Differences in words; `one` and `other` name the positions that differ."""
    return [
        Row(_name(found, one), _value(found, found.one, one), _value(found, found.other, other)) for found in differing
    ]


def _name(found: NetworkDiffers, names: NetworkNames) -> str:
    match found.of:
        case Square() as square:
            of = square_name(square)
        case int(seat) if found.what != "waiting":
            of = names.player(seat)
        case _:
            of = str(found.of)
    return names.catalogue.text(_NAMES[found.what], of=of)


def _value(found: NetworkDiffers, value: Any, names: NetworkNames) -> str:
    text = names.catalogue.text
    if value is None:
        return NOTHING
    match found.what:
        case "turn":
            year, turn, seat = value
            return text("year %(year)s, turn %(turn)s: %(player)s", year=year, turn=turn, player=names.player(seat))
        case "rolled":
            return text("yes") if value else text("no")
        case "end":
            return text(_ENDS[value]) if value else NOTHING
        case "hand":
            return names.dice(value) or NOTHING
        case "sale" | "locomotives":
            return _numbers(value)
        case "connected":
            return listed(map(names.station, value)) or NOTHING
        case "station":
            owner, grey = value
            return names.name_of(Station(found.of if isinstance(found.of, Square) else Square(0, 0), owner, grey))
        case "track":
            return " + ".join(value)
    return names.catalogue.number(value)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or NOTHING
