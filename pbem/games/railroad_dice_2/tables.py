"""The tables of Railroad Dice 2, and the game at a glance."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from markupsafe import Markup

from pbem.games.railroad_dice_2.maps.network_map import recommended_map
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.sentences import dice_taken, listed
from pbem.games.railroad_dice_2.symbols import FACES, TRACK
from pbem.i18n import Catalogue
from pbem.reports.document import Block, Grid, Paragraph
from pbem.reports.plain import shortened
from rules_core.games.railroad_dice_2.building import COSTS, GREY
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS, LocomotiveKind, NetworkComponents
from rules_core.games.railroad_dice_2.events import NetworkStanding
from rules_core.games.railroad_dice_2.play import CONNECTION, FEW_DICE, ISSUE, LACKING
from rules_core.games.railroad_dice_2.table import OPTIONS

NONE: Final = "-"
"""What stands for no number."""
_NAME: Final = 16
"""Columns of a player's name at the head of a row."""


class NetworkSeatLine(NamedTuple):
    """A player in the tables: the home station, and what they have."""

    seat: int
    name: str
    home: str
    """The colour of the home, and its square once it stands."""
    units: int
    carried: int
    connected: str
    """The stations that are connected, of how many: "3 of 9"; while stations are placed nothing."""
    locomotives: tuple[int, ...]
    grey: int
    """Grey stations that are still to be placed."""
    starts: bool


class TileLine(NamedTuple):
    """A tile in the tables: its number, the stations that stand there, and how many passengers wait beside it."""

    tile: int
    stations: tuple[str, ...]
    waiting: int


class SaleLine(NamedTuple):
    """Locomotives of one number that are for sale."""

    number: int
    price: int
    left: int


def seats_of(names: NetworkNames) -> tuple[NetworkSeatLine, ...]:
    """Every player, by seat."""
    table = names.table
    others = len(table.network.stations) - 1
    is_placing = table.phase == "placing"
    return tuple(
        NetworkSeatLine(
            seat=seat,
            name=names.player(seat),
            home=_home(seat, names),
            units=player.units,
            carried=player.carried,
            connected="" if is_placing else _of(len(player.connected), others, names),
            locomotives=player.locomotives,
            grey=player.grey,
            starts=seat == table.start,
        )
        for seat, player in enumerate(table.players)
    )


def _home(seat: int, names: NetworkNames) -> str:
    at = names.table.network.home(seat)
    colour = names.home_colour(seat)
    return colour if at is None else f"{colour} {square_name(names.table.network.stations[at].square)}"


def _of(number: int, total: int, names: NetworkNames) -> str:
    return names.catalogue.text("%(number)s of %(total)s", number=number, total=total)


def tiles_of(names: NetworkNames) -> tuple[TileLine, ...]:
    """The tiles with stations, by their numbers."""
    table = names.table
    stations: dict[int, list[str]] = {}
    for at, station in enumerate(table.network.stations):
        stations.setdefault(table.tile_of(at), []).append(f"{names.station(at)} {square_name(station.square)}")
    return tuple(
        TileLine(tile, tuple(stations[tile]), table.waiting[tile - 1]) for tile in TILE_NUMBERS if tile in stations
    )


def sales_of(names: NetworkNames) -> tuple[SaleLine, ...]:
    """The locomotives for sale, in the order in which they are sold."""
    counts = Counter(names.table.locomotives)
    return tuple(SaleLine(number, names.components.price(number), left) for number, left in counts.items())


def players(names: NetworkNames) -> Grid:
    """A table of the players; while stations are placed with those that they have left."""
    text, is_placing = names.catalogue.text, names.table.phase == "placing"
    head = [text("Players"), text("home"), text("units")]
    head += [text("grey left")] if is_placing else [text("carried"), text("connected"), text("locomotives")]
    rows = []
    for line in seats_of(names):
        name = shortened(line.name, _NAME)
        row = [text("%(player)s (starts)", player=name) if line.starts else name, line.home, str(line.units)]
        locomotives = " ".join(map(str, line.locomotives)) or NONE
        row += [_number(line.grey)] if is_placing else [_number(line.carried), line.connected, locomotives]
        rows.append(tuple(row))
    return Grid(tuple(head), tuple(rows), (2, 3) if is_placing else (2, 3, 4))


def waiting(names: NetworkNames) -> Grid:
    """A table of the tiles with stations, and the passengers that wait there."""
    text = names.catalogue.text
    rows = tuple((str(line.tile), _number(line.waiting), listed(line.stations)) for line in tiles_of(names))
    return Grid((text("Tile"), text("waiting"), text("stations")), rows, (1,))


def _number(number: int) -> str:
    return str(number) if number else NONE


def sales(names: NetworkNames) -> str:
    """The locomotives for sale, in a sentence."""
    text = names.catalogue.text
    found = sales_of(names)
    if not found:
        return text("All locomotives are sold.")
    now, *later = found
    sentence = text(
        "For sale now: locomotive %(number)s for %(price)s (%(left)s left).",
        number=now.number,
        price=names.units(now.price),
        left=now.left,
    )
    if not later:
        return sentence
    then = listed(
        text("%(left)s × %(number)s for %(price)s", left=line.left, number=line.number, price=line.price)
        for line in later
    )
    return f"{sentence} " + text("Later: %(locomotives)s.", locomotives=then)


def banks(names: NetworkNames) -> str:
    """The units and dice in the banks, in a sentence."""
    table, text = names.table, names.catalogue.text
    dice = dice_taken(table.simple, table.complex, names) if table.simple or table.complex else text("no dice")
    sentence = text("In the bank: %(units)s. In the dice bank: %(dice)s.", units=names.units(table.bank), dice=dice)
    if not table.extra:
        return sentence
    extra = names.catalogue.plural("%(n)s extra counter is in play.", "%(n)s extra counters are in play.", table.extra)
    return f"{sentence} {extra}"


def standings(names: NetworkNames) -> list[Block]:
    """The players as they stand when the game is over, and what decided (R2-31)."""
    text = names.catalogue.text
    head = ("", text("Player"), text("units"), text("carried"), text("connected"), text("locomotives"))
    rows = tuple(
        (
            f"{one.place}." if one.place else NONE,
            names.player(one.seat),
            _number(one.units),
            _number(one.carried),
            _number(one.connected),
            _number(one.locomotives),
        )
        for one in names.table.standings
    )
    return [Grid(head, rows, (0, 2, 3, 4, 5)), Paragraph(decided(names))]


def decided(names: NetworkNames) -> str:
    """The thing by which the first place was decided, in a sentence."""
    table, text = names.table, names.catalogue.text
    first, *others = table.standings
    counted = text("passengers carried") if table.options["winner"] == "carried" else text("units held")
    if not others or others[0].counted < first.counted:
        return text("The most %(counted)s decide (R2-31).", counted=counted)
    return _tie_break(first, others[0], counted, names)


def _tie_break(first: NetworkStanding, second: NetworkStanding, counted: str, names: NetworkNames) -> str:
    text = names.catalogue.text
    if second.connected < first.connected:
        return text("A tie for %(counted)s: the most stations connected decided (R2-31).", counted=counted)
    if second.locomotives < first.locomotives:
        return text(
            "A tie for %(counted)s and stations connected: the most locomotives decided (R2-31).", counted=counted
        )
    return text("A tie in everything that counts, so the victory is shared (R2-31).")


@dataclass(frozen=True)
class NetworkNumbers:
    """The numbers that the game counts with."""

    units: int
    start: int
    connection: int
    issue: int
    """Passengers for each station of a tile, and units for a connection."""
    lacking: int
    """Tiles without passengers that make a lack."""
    few: int
    """Dice left in the bank that begin the closing phase."""
    mountain: int
    water: int
    simple: int
    complex: int


@dataclass(frozen=True)
class NetworkReferenceSheet:
    """The game as its reference page shows it, in one language."""

    box: NetworkComponents
    words: Catalogue

    @property
    def numbers(self) -> NetworkNumbers:
        """The numbers that the game counts with."""
        return NetworkNumbers(
            units=self.box.units,
            start=self.box.start,
            connection=CONNECTION,
            issue=ISSUE,
            lacking=LACKING,
            few=FEW_DICE,
            mountain=COSTS["mountain"],
            water=COSTS["lake"],
            simple=self.box.simple_count,
            complex=self.box.complex_count,
        )

    @property
    def grey(self) -> Mapping[int, int]:
        """Grey stations for each player, by the number of players."""
        return GREY

    @cached_property
    def simple_faces(self) -> dict[str, int]:
        """The faces of a simple die, each with its number."""
        return _counted(self.box.simple)

    @cached_property
    def complex_faces(self) -> dict[str, int]:
        """The faces of a complex die, each with its number."""
        return _counted(self.box.complex)

    @property
    def locomotives(self) -> Sequence[LocomotiveKind]:
        """The locomotives, in the order in which they are sold."""
        return self.box.locomotives

    @property
    def drawing(self) -> Markup:
        """The tiles as they usually lie."""
        return Markup(recommended_map(self.box.text))

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The values of options that differ from the usual game, each with its option."""
        return tuple((option, value) for option, values in OPTIONS.items() for value in values[1:])


def _counted(faces: Sequence[str]) -> dict[str, int]:
    return {face: faces.count(face) for face in FACES if face in faces}


@dataclass(frozen=True)
class PairDrawn:
    """A piece of track by its two sides, and itself as paths on a die."""

    name: str
    paths: tuple[str, ...]


@dataclass(frozen=True)
class NetworkLesson:
    """The names of track: the six simple pieces, and a complex one made of two of them, with the orders for it."""

    pairs: tuple[PairDrawn, ...]
    laid: PairDrawn
    added: PairDrawn
    made: PairDrawn
    lay: str
    expand: str


def lesson() -> NetworkLesson:
    """The pieces of track by the pairs of sides they join, and an example of a die that is replaced."""
    pairs = {pair: PairDrawn(pair, (path,)) for pair, path in TRACK.items()}
    laid, added = pairs["ew"], pairs["sw"]
    made = PairDrawn("ew + sw", laid.paths + added.paths)
    return NetworkLesson(tuple(pairs.values()), laid, added, made, "lay e4 ew", "expand e4 +sw")
