"""Railroad Dice 2 at a glance, from the data and constants it is played by; and how track is named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from pbem.games.railroad_dice_2.maps.network_map import recommended_map
from pbem.games.railroad_dice_2.symbols import FACES, TRACK
from pbem.i18n import Catalogue
from rules_core.games.railroad_dice_2.building import COSTS
from rules_core.games.railroad_dice_2.components import LocomotiveKind, NetworkComponents
from rules_core.games.railroad_dice_2.following import CONNECTION, FEW_DICE, ISSUE, LACKING
from rules_core.games.railroad_dice_2.placing import GREY
from rules_core.games.railroad_dice_2.table import OPTIONS


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
