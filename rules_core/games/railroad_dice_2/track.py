"""Track on dice: pieces are the pairs of sides that a train can pass between, so that no rotation is ever told.

A simple die that lies on the board is one pair, a complex one two (R2-21). Sides are those of `rules_core.grid`.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, get_args

from rules_core.grid import LETTERS, Side

Pair: TypeAlias = Literal["ns", "ew", "ne", "se", "sw", "nw"]
"""Two sides that track joins."""
Piece: TypeAlias = tuple[Pair, ...]
"""The track of one die: a pair, or the two pairs of a complex die in the order of `PAIRS`."""
SimpleTrack: TypeAlias = Literal["straight", "curve"]

PAIRS: Final[tuple[Pair, ...]] = get_args(Pair)
STRAIGHTS: Final[tuple[Pair, ...]] = ("ns", "ew")
CURVES: Final[tuple[Pair, ...]] = ("ne", "se", "sw", "nw")
WILD: Final = "?"
LOCOMOTIVE: Final = "locomotive"
SIDES_OF: Final[Mapping[Pair, tuple[Side, Side]]] = {
    pair: (LETTERS.index(pair[0]), LETTERS.index(pair[1])) for pair in PAIRS
}
"""The two sides of each pair."""
_PAIR_OF: Final[Mapping[frozenset[Side], Pair]] = {frozenset(sides): pair for pair, sides in SIDES_OF.items()}


def _exits(piece: Piece) -> tuple[tuple[Side, ...], ...]:
    found: list[tuple[Side, ...]] = []
    for entered in range(len(LETTERS)):
        passed = [sides for sides in map(SIDES_OF.__getitem__, piece) if entered in sides]
        found.append(tuple(one if other == entered else other for one, other in passed))
    return tuple(found)


def pair_of(one: Side, other: Side) -> Pair:
    """The pair that joins two different sides."""
    return _PAIR_OF[frozenset((one, other))]


def complex_piece(one: Pair, other: Pair) -> Piece:
    """The piece of two different pairs."""
    return (one, other) if PAIRS.index(one) < PAIRS.index(other) else (other, one)


def piece_after(lying: Piece, pair: Pair) -> Piece:
    """The track on a square once a pair is added to what lies there."""
    return complex_piece(lying[0], pair) if lying else (pair,)


PIECES: Final[tuple[Piece, ...]] = (
    *((pair,) for pair in PAIRS),
    *((one, other) for at, one in enumerate(PAIRS) for other in PAIRS[at + 1 :]),
)
"""Every piece that there can be: 6 simple ones and 15 complex ones."""
TRACK_SIDES: Final[Mapping[Piece, frozenset[Side]]] = {
    piece: frozenset(side for pair in piece for side in SIDES_OF[pair]) for piece in PIECES
}
"""The sides at which a piece has track."""
EXITS: Final[Mapping[Piece, tuple[tuple[Side, ...], ...]]] = {piece: _exits(piece) for piece in PIECES}
"""For each piece and side entered the sides at which a train leaves: none where there is no track."""


def simple_face(pair: Pair) -> SimpleTrack:
    """The face of a simple die that shows a pair."""
    return "straight" if pair in STRAIGHTS else "curve"


def pairs_of(face: str) -> tuple[Pair, ...]:
    """The pairs that a simple die may be laid as (R2-12); none for a face without track."""
    return {"straight": STRAIGHTS, "curve": CURVES, WILD: PAIRS}.get(face, ())


def rotations(pairs: Iterable[Pair]) -> frozenset[Piece]:
    """The pieces that two different pairs make, turned by quarter turns."""
    one, other = (SIDES_OF[pair] for pair in pairs)
    return frozenset(
        complex_piece(*(pair_of((first + turn) % 4, (second + turn) % 4) for first, second in (one, other)))
        for turn in range(4)
    )
