"""Corrections of a position of Railroad Dice 2 by a moderator, and what differs between two positions, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pbem.commands.cursor import TokenCursor
from pbem.commands.languages import spoken
from pbem.commands.orders.notation import TableContext
from pbem.commands.orders.talking import player
from pbem.commands.table import Form, Verb, VerbTable
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import Vocabulary
from pbem.games.parts import Corrections
from pbem.games.presenter import Row
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.orders.arguments import FILLING, PACKAGE, WORDS
from pbem.games.railroad_dice_2.sentences import CLOSINGS, ENDINGS, listed
from pbem.i18n import N_
from rules_core.games.railroad_dice_2.components import TILES
from rules_core.games.railroad_dice_2.events import LocomotiveMoved, RollMarked, UnitPlace, UnitsMoved
from rules_core.games.railroad_dice_2.judging import NetworkDiffers, What
from rules_core.games.railroad_dice_2.network import Station
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.grid import Square
from rules_core.kernel.events import Corrected

CORRECTION: Final = Vocabulary("correction", WORDS, package=PACKAGE)
"""The words of corrections."""
MOST_UNITS: Final = 999
"""More are not moved at once."""


@dataclass(frozen=True, kw_only=True)
class NetworkCorrectionContext(TableContext):
    """The context for reading corrections: their words, the table and the players."""

    vocabulary: Vocabulary = CORRECTION
    table: NetworkTable


_Cursor: TypeAlias = TokenCursor[NetworkCorrectionContext]


def _units(cursor: _Cursor) -> tuple[Corrected, ...]:
    """`units 3 from bank to anna`, `units 3 from tile 2 to bank`."""
    if not cursor.sees_number():
        raise ParseError("missing_units", cursor.peek())
    number = cursor.number(1, MOST_UNITS)
    source, target = _from_to(cursor)
    return (UnitsMoved(number, source, target),)


def _from_to(cursor: _Cursor) -> tuple[UnitPlace, UnitPlace]:
    found: dict[str, UnitPlace] = {}
    while (token := cursor.peek()) is not None:
        way = cursor.one_of(("from", "to"))
        if way is None:
            raise cursor.unexpected()
        if way in found:
            raise ParseError("said_twice", token)
        found[way] = _place(cursor)
    if len(found) < 2:
        raise ParseError("missing_way", None)
    return found["from"], found["to"]


def _place(cursor: _Cursor) -> UnitPlace:
    cursor.skip(*FILLING)
    if cursor.peek() is None:
        raise ParseError("missing_way", None)
    if cursor.take("bank"):
        return UnitPlace("bank")
    if not cursor.take("tile"):
        return UnitPlace("seat", player(cursor))
    if not cursor.sees_number():
        raise ParseError("missing_tile", cursor.peek())
    return UnitPlace("tile", cursor.number(1, TILES))


def _locomotive(cursor: _Cursor) -> tuple[Corrected, ...]:
    """`locomotive 3 from anna to ben`, `locomotive 3 from bank to anna`."""
    if not cursor.sees_number():
        raise ParseError("missing_number", cursor.peek())
    numbers = [kind.number for kind in cursor.context.table.box.locomotives]
    number = cursor.number(min(numbers), max(numbers))
    start = cursor.peek()
    seats = [None if place.kind == "bank" else place for place in _from_to(cursor)]
    if any(place is not None and place.kind == "tile" for place in seats):
        raise ParseError("no_place", start)
    giver, taker = (None if place is None else place.number for place in seats)
    return (LocomotiveMoved(number, giver, taker),)


def _rolled(cursor: _Cursor) -> tuple[Corrected, ...]:
    """`rolled no`, `rolled yes anna`: of the player whose turn it is, who may be named."""
    answer = cursor.one_of(("yes", "no"))
    seat = cursor.context.table.turn.seat
    if cursor.peek() is not None and not cursor.sees("yes", "no"):
        seat = player(cursor)
    answer = answer or cursor.one_of(("yes", "no"))
    if answer is None:
        yes, no = (CORRECTION.word(key, cursor.language) for key in ("yes", "no"))
        raise ParseError("yes_or_no", cursor.peek(), yes=yes, no=no)
    cursor.done()
    return (RollMarked(seat, answer == "yes"),)


def _context(table: NetworkTable, players: Sequence[str], language: str) -> NetworkCorrectionContext:
    return NetworkCorrectionContext(language=spoken(language), players=tuple(players), table=table)


CORRECTIONS: Final = Corrections(
    verbs=VerbTable(
        CORRECTION,
        (
            Verb(
                CORRECTION,
                "units",
                Form(
                    "{units} <number> {from} <player>|{bank}|{tile} <number> {to} <player>|{bank}|{tile} <number>",
                    ("{units} 3 {from} {bank} {to} anna", "{units} 5 {from} {tile} 2 {to} {bank}"),
                    N_("Move units between the bank, players, and the passengers beside a tile."),
                ),
                _units,
            ),
            Verb(
                CORRECTION,
                "locomotive",
                Form(
                    "{locomotive} <number> {from} <player>|{bank} {to} <player>|{bank}",
                    ("{locomotive} 3 {from} anna {to} ben", "{locomotive} 3 {from} {bank} {to} anna"),
                    N_("Move a locomotive, named by its number, between players, or from or to the bank."),
                ),
                _locomotive,
            ),
            Verb(
                CORRECTION,
                "rolled",
                Form(
                    "{rolled} {yes}|{no} [<player>]",
                    ("{rolled} {no}", "{rolled} {yes} anna"),
                    N_(
                        "Whether the player whose turn it is counts as having rolled, or passed the roll. Dice "
                        "rolled again show the same; new dice need a rollback."
                    ),
                ),
                _rolled,
            ),
        ),
        {
            "missing_units": N_("How many units?"),
            "missing_way": N_("From where to where? A player, the bank, or a tile with its number."),
            "missing_tile": N_("Which tile? Give its number, from 1 to 6."),
            "missing_number": N_("Which locomotive? Give its number."),
            "no_place": N_("A locomotive belongs to a player or to the bank."),
            "yes_or_no": N_("Which of the two: %(yes)s, or %(no)s?"),
        },
    ),
    context=_context,
    facts=lambda _words: {},
    otherwise=N_(
        "Track and stations can't be corrected by hand: roll the game back with `%(rollback)s` to a position before "
        "they were laid or placed."
    ),
)


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
