"""The names of things in Railroad Dice 2: squares, stations, dice, and what is said of numbers of them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from pbem.games.railroad_dice_2.symbols import FACES, SYMBOLS
from pbem.i18n import N_, Catalogue
from rules_core.games.railroad_dice_2.components import NetworkComponents
from rules_core.games.railroad_dice_2.network import Station
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.grid import Square

HOMES: Final = ("green", "blue", "red", "yellow")
"""The colours of the home stations by seat, and the meanings of words by which orders name them."""
_HOME_NAMES: Final = (N_("green"), N_("blue"), N_("red"), N_("yellow"))
ALPHABET: Final = 26
"""The letters of columns; those behind it have two."""
_SQUARE: Final = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_FACES: Final[Mapping[str, tuple[str, str]]] = {
    "straight": (N_("%(n)s straight"), N_("%(n)s straights")),
    "curve": (N_("%(n)s curve"), N_("%(n)s curves")),
    **{face: symbol.counted for face, symbol in SYMBOLS.items()},
}
"""A number of dice by the face that they show, as one and as many."""
_ORDER: Final = tuple(FACES)


def square_name(square: Square) -> str:
    """A square as maps and orders name it: columns a, b, ... z, aa eastwards and rows 1, 2, ... southwards: "e4"."""
    high, low = divmod(square.x, ALPHABET)
    prefix = chr(ord("a") + high - 1) if high else ""
    return f"{prefix}{chr(ord('a') + low)}{square.y + 1}"


def square_named(name: str) -> Square | None:
    """The square of such a name; None where it is no square's."""
    found = _SQUARE.fullmatch(name.lower())
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * ALPHABET + ord(letter) - ord("a") + 1
    return Square(column - 1, int(found[2]) - 1)


def square_of_fact(fact: object) -> str:
    """The name of a square that a violation tells of as "x,y"."""
    x, y = map(int, str(fact).split(","))
    return square_name(Square(x, y))


def units_in_words(number: int, catalogue: Catalogue) -> str:
    """A number of units: "1 unit", "5 units"."""
    return catalogue.plural("%(n)s unit", "%(n)s units", number)


def faces_in_words(face: str, number: int, catalogue: Catalogue) -> str:
    """Dice of one face: "2 straights"."""
    if face not in _FACES:
        return f"{number} {face}"
    return catalogue.plural(*_FACES[face], number)


def dice_in_words(faces: Sequence[str], catalogue: Catalogue) -> str:
    """Dice by their faces: "2 straights, 1 ?"; empty for none."""
    counts = Counter(faces)
    return ", ".join(faces_in_words(face, counts[face], catalogue) for face in sorted(counts, key=_ORDER.index))


class NetworkNames:
    """The names of the things of one position, for one reader; `seats` are the players' names."""

    def __init__(self, table: NetworkTable, seats: Sequence[str], catalogue: Catalogue) -> None:
        self.table = table
        self.seats = seats
        self.catalogue = catalogue

    @property
    def components(self) -> NetworkComponents:
        """The component data."""
        return self.table.box

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.seats[seat]

    def home_colour(self, seat: int) -> str:
        """The colour of a player's home station."""
        return self.catalogue.text(_HOME_NAMES[seat])

    def station(self, at: int) -> str:
        """A station as orders name it: "grey 3", or the colour of a home."""
        return self.name_of(self.table.network.stations[at])

    def name_of(self, station: Station) -> str:
        """A station, on the map or not, as orders name it."""
        if station.owner is None:
            return self.catalogue.text("grey %(number)s", number=station.grey)
        return self.home_colour(station.owner)

    def station_in_full(self, at: int) -> str:
        """A station with what helps to find it: "grey 3 (e4)", "green (e4, anna's home)"."""
        station = self.table.network.stations[at]
        square = square_name(station.square)
        if station.owner is None:
            return f"{self.station(at)} ({square})"
        return self.catalogue.text(
            "%(station)s (%(square)s, home of %(player)s)",
            station=self.station(at),
            square=square,
            player=self.player(station.owner),
        )

    def dice(self, faces: Sequence[str]) -> str:
        """Dice by their faces: "2 straights, 1 ?"; empty for none."""
        return dice_in_words(faces, self.catalogue)

    def faces(self, face: str, number: int) -> str:
        """Dice of one face: "2 straights"."""
        return faces_in_words(face, number, self.catalogue)

    def units(self, number: int) -> str:
        """A number of units: "1 unit", "5 units"."""
        return units_in_words(number, self.catalogue)

    def passengers(self, number: int) -> str:
        """A number of passengers: "1 passenger", "5 passengers"."""
        return self.catalogue.plural("%(n)s passenger", "%(n)s passengers", number)
