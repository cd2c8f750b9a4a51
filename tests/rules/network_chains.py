"""Lines by brute force: every chain of squares and sides entered that a train can run (R2-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TypeAlias

from rules.network_plain import PlainMap, Spot, Ways, across, beside

Chain: TypeAlias = list[tuple[Spot, str]]
"""The squares that a train comes to, each with the side by which it comes in; its home is not told."""
Track: TypeAlias = Mapping[Spot, frozenset[Ways]]
Stations: TypeAlias = Mapping[Spot, int]


def chains(track: Track, stations: Stations, home: Spot) -> Iterator[Chain]:
    """Every run from a home as far as it goes, told again at each square that it comes to.

    A run goes on until it comes to a station, or to a square without track at that side. One that is twice in a square
    by the same side goes in a circle: what is behind that is reached without the circle as well.
    """
    for side in "nesw":
        yield from _longer([(beside(home, side), across(side))], track, stations)


def _longer(chain: Chain, track: Track, stations: Stations) -> Iterator[Chain]:
    yield chain
    spot, entered = chain[-1]
    if spot in stations:
        return
    for ways in track.get(spot, frozenset()):
        if entered in ways:
            (leaving,) = ways - {entered}
            further = (beside(spot, leaving), across(leaving))
            if further not in chain:
                yield from _longer([*chain, further], track, stations)


def tiles_passed(ground: PlainMap, home: Spot, chain: Chain) -> int:
    """How many tiles a run passes through, one that it comes to twice counted twice (R2-16)."""
    tiles = [ground.tile[home], *(ground.tile[spot] for spot, _ in chain)]
    return 1 + sum(one != other for one, other in pairwise(tiles))


def distances(ground: PlainMap, track: Track, stations: Stations, home: Spot) -> dict[int, int]:
    """The stations that lines from a home end at, with the tiles that the shortest passes through."""
    found: dict[int, int] = {}
    for chain in chains(track, stations, home):
        spot, _ = chain[-1]
        if spot in stations and spot != home:
            tiles = tiles_passed(ground, home, chain)
            found[stations[spot]] = min(tiles, found.get(stations[spot], tiles))
    return found


def is_joined(track: Track, stations: Stations, home: Spot, spot: Spot) -> bool:
    """Whether a run from a home comes into a square by a side where that has track."""
    sides = frozenset().union(*track[spot])
    return any(chain[-1][0] == spot and chain[-1][1] in sides for chain in chains(track, stations, home))


def are_ends_right(ground: PlainMap, track: Track, spot: Spot) -> bool:
    """Whether no end of a piece or of those beside it runs off the map or against a bare side of a complex die."""
    looked_at = [spot, *(at for side in "nesw" if (at := beside(spot, side)) in track)]
    return all(_faces_well(ground, track, at, side) for at in looked_at for side in frozenset().union(*track[at]))


def _faces_well(ground: PlainMap, track: Track, spot: Spot, side: str) -> bool:
    facing = beside(spot, side)
    if facing not in ground.tile:
        return False
    piece = track.get(facing, frozenset())
    return len(piece) != 2 or across(side) in frozenset().union(*piece)
