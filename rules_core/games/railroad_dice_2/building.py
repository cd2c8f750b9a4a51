"""Laying and expanding track (R2-12 to R2-13a): what may lie where, and why it may not."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules_core.games.railroad_dice_2.actions import ExpandTrack, LayTrack
from rules_core.games.railroad_dice_2.lines import Arrival, Reach
from rules_core.games.railroad_dice_2.network import Network
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import (
    PAIRS,
    SIDES_OF,
    TRACK_SIDES,
    WILD,
    Piece,
    complex_piece,
    pairs_of,
)
from rules_core.grid import SIDES, Square, Terrain, opposite, step
from rules_core.kernel.rulebook import Violation, violation

COSTS: Final[Mapping[Terrain, int]] = {"grassland": 0, "mountain": 1, "lake": 2}
"""Units for a die on each ground (R2-12)."""


def check_lay(table: NetworkTable, action: LayTrack) -> Violation | None:
    """The rule that laying a simple die would break; None where it may be laid (R2-12).

    To roll first is said only where a die could lie.
    """
    network, turn, square = table.network, table.turn, action.square
    named = {"square": f"{square.x},{square.y}", "pair": action.pair}
    if turn.rolled and action.face not in turn.simple:
        return violation("R2-12", "no_die", face=action.face)
    if square not in network.land.plots:
        return violation("R2-2", "off_map", **named)
    if square in network.station_at or square in network.track:
        return violation("R2-12", "occupied", **named)
    reach = table.reach(turn.seat)
    if reach is None or not joins(reach, square, (action.pair,)):
        return violation("R2-12", "not_joined", **named)
    broken = check_ends(network, square, (action.pair,))
    if broken is not None:
        return broken
    cost = cost_at(network, square)
    if cost > table.active.units:
        return violation("R2-12", "cost", cost=cost, units=table.active.units)
    return None if action.face in turn.simple else violation("R2-12", "not_rolled")


def check_expand(table: NetworkTable, action: ExpandTrack) -> Violation | None:
    """The rule that replacing a simple die by a complex one would break; None where it may be done (R2-13).

    To roll first is said only where some complex die could lie.
    """
    network, turn, square = table.network, table.turn, action.square
    named = {"square": f"{square.x},{square.y}", "pair": action.pair}
    if turn.rolled and not turn.complex:
        return violation("R2-13", "no_complex")
    if square not in network.land.plots:
        return violation("R2-2", "off_map", **named)
    lying = network.track.get(square, ())
    if len(lying) != 1:
        return violation("R2-13", "complex_there" if lying else "empty", **named)
    if action.pair in lying:
        return violation("R2-13", "same_track", **named)
    piece = complex_piece(*lying, action.pair)
    face = table.box.face_for(piece, action.wild)
    if turn.complex and face not in turn.complex:
        return violation("R2-13", "no_die", face=face, **named)
    reach = table.reach(turn.seat)
    if reach is None or not joins(reach, square, piece):
        return violation("R2-13", "not_joined", **named)
    broken = check_ends(network, square, piece)
    return broken if broken or turn.complex else violation("R2-13", "not_rolled")


def joins(reach: Reach, square: Square, piece: Piece) -> bool:
    """Whether a line arrives at a side where the piece, as it will lie, has track (R2-12, R2-13)."""
    return any((square, side) in reach.arrivals for side in TRACK_SIDES[piece])


def check_ends(network: Network, square: Square, piece: Piece) -> Violation | None:
    """The clause of R2-13a that a piece would break; None where it breaks none."""
    named = {"square": f"{square.x},{square.y}"}
    for side in SIDES:
        beside = step(square, side)
        there = network.track.get(beside)
        if side in TRACK_SIDES[piece]:
            if beside not in network.land.plots:
                return violation("R2-13a", "off_map", **named)
            if there is not None and len(there) == 2 and opposite(side) not in TRACK_SIDES[there]:
                return violation("R2-13a", "bare_side", beside=f"{beside.x},{beside.y}", **named)
        elif len(piece) == 2 and there is not None and opposite(side) in TRACK_SIDES[there]:
            return violation("R2-13a", "neighbour", beside=f"{beside.x},{beside.y}", **named)
    return None


def cost_at(network: Network, square: Square) -> int:
    """The units that a simple die costs on a square of the map (R2-12)."""
    return COSTS[network.land.plots[square].terrain]


def layings(table: NetworkTable) -> Iterator[LayTrack]:
    """Every way in which the active player may lay a simple die in hand now."""
    reach, network, seat = table.reach(table.turn.seat), table.network, table.turn.seat
    faces = sorted(set(table.turn.simple), key=("straight", "curve", "locomotive", WILD).index)
    if reach is None or not faces:
        return
    empty = dict.fromkeys(
        place.square
        for place in reach.arrivals
        if place.square not in network.track and place.square not in network.station_at
    )
    for square in empty:
        if cost_at(network, square) > table.active.units:
            continue
        fitting = [
            pair
            for pair in PAIRS
            if any(Arrival(square, side) in reach.arrivals for side in SIDES_OF[pair])
            and check_ends(network, square, (pair,)) is None
        ]
        for face in faces:
            known = pairs_of(face)
            yield from (LayTrack(seat, square, pair, face == WILD) for pair in fitting if pair in known)


def expansions(table: NetworkTable) -> Iterator[ExpandTrack]:
    """Every way in which the active player may replace a simple die now."""
    reach, network, seat = table.reach(table.turn.seat), table.network, table.turn.seat
    if reach is None or not table.turn.complex:
        return
    simple = dict.fromkeys(place.square for place in reach.arrivals if len(network.track.get(place.square, ())) == 1)
    for square in simple:
        (lying,) = network.track[square]
        for pair in PAIRS:
            if pair == lying:
                continue
            piece = complex_piece(lying, pair)
            wilds = [wild for wild in (False, True) if table.box.face_for(piece, wild) in table.turn.complex]
            if wilds and joins(reach, square, piece) and check_ends(network, square, piece) is None:
                yield from (ExpandTrack(seat, square, pair, wild) for wild in wilds)
