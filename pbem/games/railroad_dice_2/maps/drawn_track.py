"""Track as drawn: dice as strands of rails, so that one sees which ways a train can run.

Lengths are in squares of outline.UNIT, around the middle of a square.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from pbem.drawing.outline import UNIT
from pbem.drawing.terrain import middle
from pbem.games.railroad_dice_2.maps.board import NetworkBoard, NetworkDie, NetworkReach
from pbem.games.railroad_dice_2.names import square_name
from rules_core.games.railroad_dice_2.track import PIECES, SIDES_OF, Pair
from rules_core.grid import SIDES, Side, Square, opposite, step

_HALF: Final = UNIT // 2
CROSSED: Final[tuple[Pair, ...]] = ("ns", "ew")
"""The two ways that cross: one is drawn as passing over the other, so that nobody takes it for a place to turn."""

Strand: TypeAlias = tuple[Pair, ...]
"""Ways whose rails run into each other, because they share a side; or one way alone."""


class DrawnStrand(NamedTuple):
    """A strand of a die: its name, whether it passes over what was drawn before, and which of its ways are lit."""

    name: str
    is_over: bool
    lit: tuple[Pair, ...]

    @property
    def is_all_lit(self) -> bool:
        """Whether every way of it is lit."""
        return len(self.lit) == len(STRANDS[self.name])


class DrawnDie(NamedTuple):
    """A die: its middle, and its strands from below to above."""

    name: str
    x: int
    y: int
    is_complex: bool
    is_new: bool
    strands: tuple[DrawnStrand, ...]


class Arrow(NamedTuple):
    """A sign at the side of a square, by which track comes there: its tip points into the square."""

    x: int
    y: int
    turn: int
    """Degrees from one that points southward."""
    is_lit: bool


def strands(pairs: Sequence[Pair]) -> list[Strand]:
    """The ways of a die as strands: two that share a side are one, and others are one each."""
    if len(pairs) == 2 and set(SIDES_OF[pairs[0]]) & set(SIDES_OF[pairs[1]]):
        return [tuple(pairs)]
    return [(pair,) for pair in sorted(pairs, key=lambda pair: pair == CROSSED[0])]


def strand_name(strand: Strand) -> str:
    """The name of a strand among the parts of a drawing: "ns-sw"."""
    return "-".join(strand)


STRANDS: Final[Mapping[str, Strand]] = {strand_name(strand): strand for piece in PIECES for strand in strands(piece)}
"""All strands by their names."""


class TrackPaths(NamedTuple):
    """The paths of a strand or way: each layer reaches farther into the squares beside than the one below it.

    So nothing of the lower layers of a die is seen on the track of the die beside, which was drawn before.
    """

    name: str
    bed: str
    """Sleepers, and the rim of what is lit."""
    light: str
    rails: str
    between: str
    """What is seen between the rails."""


_REACHES: Final = (0, 2, 4, 6)
"""How far the layers of track reach over the edges of their squares."""


def way(pair: Pair, beyond: int = 0) -> str:
    """The middle of the rails between two sides as a path, which goes on for a length in the squares beside."""
    (ax, ay), (bx, by) = (step(Square(0, 0), side) for side in SIDES_OF[pair])
    far = _HALF + beyond
    begin, end = f"M{ax * far} {ay * far}", f"L{bx * far} {by * far}"
    if ax == -bx and ay == -by:
        return begin + end
    sweep = int(ax * by < ay * bx)
    return f"{begin}L{ax * _HALF} {ay * _HALF}A{_HALF} {_HALF} 0 0 {sweep} {bx * _HALF} {by * _HALF}{end}"


def paths_of(strand: Strand) -> TrackPaths:
    """The paths of a strand."""
    layers = ("".join(way(pair, beyond) for pair in strand) for beyond in _REACHES)
    return TrackPaths(strand_name(strand), *layers)


HALF_WAY: Final = TrackPaths("half", *(f"M0-{_HALF + beyond}V0" for beyond in _REACHES))
"""Track from the north to the middle of a square, where a station is."""


def drawn_die(die: NetworkDie, lit: Sequence[Pair]) -> DrawnDie:
    """A die as drawn; `lit` are the ways that are."""
    x, y = middle(die.square)
    found = strands(die.pairs)
    is_crossing = set(die.pairs) == set(CROSSED)
    return DrawnDie(
        name=square_name(die.square),
        x=x,
        y=y,
        is_complex=len(die.pairs) > 1,
        is_new=die.is_new,
        strands=tuple(
            DrawnStrand(strand_name(strand), is_crossing and place > 0, tuple(pair for pair in strand if pair in lit))
            for place, strand in enumerate(found)
        ),
    )


def lit_ways(reach: NetworkReach | None) -> Mapping[Square, tuple[Pair, ...]]:
    """The ways that are lit, by the squares of their dice."""
    return {} if reach is None else {die.square: die.pairs for die in reach.dice}


def ends_at(pairs: Sequence[Pair], side: Side) -> bool:
    """Whether one of these ways ends at a side."""
    return any(side in SIDES_OF[pair] for pair in pairs)


def platforms(board: NetworkBoard, square: Square) -> dict[Side, bool]:
    """The sides of a station by which track comes to it, and whether that track is lit."""
    dice = {die.square: die.pairs for die in board.dice}
    lit = lit_ways(board.reach)
    found: dict[Side, bool] = {}
    for side in SIDES:
        beside = step(square, side)
        if ends_at(dice.get(beside, ()), opposite(side)):
            found[side] = ends_at(lit.get(beside, ()), opposite(side))
    return found


def arrows(board: NetworkBoard) -> list[Arrow]:
    """The ends of track on squares without any, and where the lit line goes on."""
    taken = {die.square for die in board.dice} | {station.square for station in board.stations}
    lit = {(place.square, side) for place in (board.reach.open if board.reach else ()) for side in place.sides}
    ends = {
        (step(die.square, side), opposite(side))
        for die in board.dice
        for side in SIDES
        if ends_at(die.pairs, side) and step(die.square, side) not in taken
    }
    return [_arrow(square, side, is_lit=(square, side) in lit) for square, side in sorted(ends | lit)]


def _arrow(square: Square, side: Side, *, is_lit: bool) -> Arrow:
    x, y = middle(square)
    dx, dy = step(Square(0, 0), side)
    return Arrow(x + 50 * dx, y + 50 * dy, 90 * side, is_lit)
