"""Writing actions as the lines that order them, which are read as the same; and the nearest legal action to a refused
one.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from pbem.games.railroad_dice_2.names import square_name
from pbem.games.railroad_dice_2.orders.arguments import WORDS, station_word
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Pair
from rules_core.grid import Square

Apart: TypeAlias = tuple[int, ...]
"""How far two actions are apart: the first number tells most."""
_FAR: Final = 1_000


def write(action: NetworkAction, table: NetworkTable, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language.

    Raises IndexError for a station that is not on the map.
    """
    match action:
        case PlaceStation(_, square):
            return WORDS.fill(f"{{place}} {square_name(square)}", language)
        case RollDice(_, simple, 0):
            return WORDS.fill(f"{{roll}} {simple}", language) if simple == 4 else _sorted(action, language)
        case RollDice():
            return _sorted(action, language)
        case TakeWild():
            return WORDS.fill("{take} ?", language)
        case PassRoll():
            return WORDS.word("pass", language)
        case LayTrack(_, square, pair, wild):
            return WORDS.fill(f"{{lay}} {square_name(square)} {pair}{_with_wild(wild)}", language)
        case ExpandTrack(_, square, pair, wild):
            return WORDS.fill(f"{{expand}} {square_name(square)} +{pair}{_with_wild(wild)}", language)
        case BuyLocomotive():
            return WORDS.word("buy", language)
        case CarryPassengers(_, locomotive, station):
            place = station_word(station, table.network, language)
            return WORDS.fill(f"{{carry}} {locomotive} {{going}} {place}", language)
        case CallPassengers(_, tile, wild):
            return WORDS.fill(f"{{passengers}} {tile}{_with_wild(wild)}", language)
        case FinishTurn():
            return WORDS.word("end", language)


def _sorted(roll: RollDice, language: str) -> str:
    if roll.simple and roll.complex:
        return WORDS.fill(f"{{roll}} {roll.simple}+{roll.complex}", language)
    sort, number = ("simple", roll.simple) if roll.simple else ("complex", roll.complex)
    return WORDS.fill(f"{{roll}} {number} {{{sort}}}", language)


def _with_wild(wild: bool) -> str:
    return " {with} ?" if wild else ""


def nearest(action: NetworkAction, legal: Sequence[NetworkAction], table: NetworkTable) -> NetworkAction | None:
    """The legal action nearest in meaning to a refused one; None where none is near.

    Track is near on the same square, by whichever die, then beside it; a trip to the same station, then with the same
    locomotive. Where the roll can no longer be passed, ending the turn may be meant.
    """
    match action:
        case LayTrack(_, square, pair) | ExpandTrack(_, square, pair):
            track = [other for other in legal if isinstance(other, LayTrack | ExpandTrack)]
            return min(track, key=lambda other: _track_apart(action, square, pair, other), default=None)
        case PlaceStation(_, square):
            places = [other for other in legal if isinstance(other, PlaceStation)]
            return min(places, key=lambda other: _squares_apart(square, other.square), default=None)
        case CarryPassengers():
            trips = [other for other in legal if isinstance(other, CarryPassengers)]
            return min(trips, key=lambda other: _trips_apart(action, other, table), default=None)
        case RollDice(_, simple, complex_):
            rolls = [other for other in legal if isinstance(other, RollDice)]
            return min(
                rolls, key=lambda other: abs(simple - other.simple) + abs(complex_ - other.complex), default=None
            )
        case CallPassengers(_, tile):
            calls = [other for other in legal if isinstance(other, CallPassengers)]
            return min(calls, key=lambda other: (tile != other.tile, action.wild != other.wild), default=None)
        case PassRoll():
            return next((other for other in legal if isinstance(other, FinishTurn)), None)
        case _:
            return None


def _track_apart(refused: LayTrack | ExpandTrack, square: Square, pair: Pair, other: LayTrack | ExpandTrack) -> Apart:
    return (
        _squares_apart(square, other.square),
        2 - len(set(pair) & set(other.pair)),
        type(refused) is not type(other),
        refused.wild != other.wild,
    )


def _squares_apart(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _trips_apart(refused: CarryPassengers, other: CarryPassengers, table: NetworkTable) -> Apart:
    stations = table.network.stations
    is_known = refused.station in range(len(stations))
    far = _squares_apart(stations[refused.station].square, stations[other.station].square) if is_known else _FAR
    return (
        refused.station != other.station,
        refused.locomotive != other.locomotive,
        far,
        abs(refused.locomotive - other.locomotive),
    )
