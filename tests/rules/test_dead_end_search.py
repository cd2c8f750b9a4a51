"""The search for a way on against full enumeration: every path there is, laid square by square, on generated boards.

`leads_on` tries the beginnings of paths and floods what remains. `enumerated` knows neither masks nor floods: it lays
every simple path to its end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from each_kit import each

from rules.plain import Spot, beside
from rules_core.grid import Mask, is_joined
from rules_core.line import track
from rules_core.line.track import OpenSpace, leads_on

BOARDS = 1_500
MANY = 190_000
MOST_FREE = 19
"""Squares through which all paths can be laid in a moment."""
TILE = [(x, y) for y in range(7) for x in range(7)]


@dataclass(frozen=True)
class Board:
    """A tile on which an end seeks its way: what is free, where it may begin, and by which squares it may leave."""

    free: frozenset[Spot]
    starts: frozenset[Spot]
    gates: frozenset[Spot]
    passes: frozenset[Spot]
    lying: int

    @property
    def space(self) -> OpenSpace:
        """The same as masks."""
        return OpenSpace(_mask(self.free), _mask(self.gates), self.lying, _mask(self.passes))

    def leads_on(self) -> bool:
        """What the engine finds."""
        return leads_on(_mask(self.starts), self.space)

    def enumerated(self) -> bool:
        """What laying all paths finds."""
        return next(self.ways(), None) is not None

    def ways(self) -> Iterator[tuple[Spot, ...]]:
        """All paths that lead on."""
        for start in self.starts & self.free:
            yield from self._paths(start, (start,))

    def _paths(self, here: Spot, laid: tuple[Spot, ...]) -> Iterator[tuple[Spot, ...]]:
        if here in self.passes or (here in self.gates and self.lying + len(laid) >= 5):
            yield laid
        near = (beside(here, way) for way in range(4))
        for spot in near:
            if spot in self.free and spot not in laid:
                yield from self._paths(spot, (*laid, spot))


def _mask(squares: frozenset[Spot]) -> Mask:
    return sum(1 << (y * 7 + x) for x, y in squares)


def boards(rng: Random, number: int) -> Iterator[Board]:
    """Boards of grown blots of free squares, mostly small, beside an edge or not."""
    for _ in range(number):
        free = {rng.choice(TILE)}
        for _ in range(rng.randrange(1, MOST_FREE)):
            near = [beside(spot, way) for spot in free for way in range(4)]
            free.add(rng.choice([spot for spot in near if spot in TILE and spot not in free]))
        free |= {spot for spot in rng.sample(TILE, rng.randrange(3)) if len(free) < MOST_FREE}
        edge = [spot for spot in TILE if 0 in spot or 6 in spot]
        gates = rng.sample(edge, rng.choice((0, 1, 1, 2, 7))) + rng.sample(sorted(free), rng.randrange(2))
        yield Board(
            frozenset(free),
            frozenset(rng.sample(sorted(free), min(len(free), rng.choice((1, 1, 1, 3))))),
            frozenset(gates),
            frozenset(rng.sample(TILE, rng.choice((0, 0, 0, 1)))),
            rng.randrange(6),
        )


def _compare(rng: Random, number: int) -> list[bool]:
    found = []
    for board in boards(rng, number):
        found.append(board.enumerated())
        assert board.leads_on() == found[-1], board
    return found


def test_the_search_finds_what_enumeration_finds() -> None:
    found = _compare(Random(32), BOARDS)
    assert min(found.count(False), found.count(True)) > BOARDS // 10, "a poor sample says little"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_the_search_finds_what_enumeration_finds_on_very_many_boards(part: int) -> None:
    _compare(Random(1000 + part), MANY // 10)


def test_at_most_27_ways_are_tried_from_a_square(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where at least one piece lies; out of a station, by three sides, three times as many."""
    floods: list[Mask] = []

    def counted(seed: Mask, goal: Mask, free: Mask) -> bool:
        floods.append(seed)
        return is_joined(seed, goal, free)

    monkeypatch.setattr(track, "is_joined", counted)
    most = {1: 0, 3: 0}
    for board in boards(Random(27), 2 * BOARDS):
        if board.lying and not board.passes:
            floods.clear()
            board.leads_on()
            most[len(board.starts)] = max(most.get(len(board.starts), 0), len(floods))
    assert 2 < most[1] <= 27 and 4 < most[3] <= 81, most


# hand-made boards


def board(drawing: str, lying: int) -> Board:
    """A board of seven rows: "#" taken, "." free, "A" where the end may begin, "o" a gate, "*" a gate to begin on,
    "p" a pass.
    """
    signs = {(x, y): sign for y, row in enumerate(drawing.split()) for x, sign in enumerate(row)}

    def those(marks: str) -> frozenset[Spot]:
        return frozenset(spot for spot, sign in signs.items() if sign in marks)

    return Board(those(".Ao*p"), those("A*"), those("o*"), those("p"), lying)


NOOK = "*.##### ..##### ####### ####### ####### ####### #######"
"""A corner of four squares, in which no path comes back to the gate where it begins."""
STRAIGHT = "#A..o## ####### ####### ####### ####### ####### #######"
DETOUR = "#Ao#### #..#### ####### ####### ####### ####### #######"
"""Two squares straight to the gate, four by the way round."""
NO_RETURN = "#A.o### #...### #...### ####### ####### ####### #######"
TO_A_PASS = "#A.p### ####### ####### ####### ####### ####### #######"
SPLIT = "#A.#### ..##### .###### .#####o ####### ####### #######"


@each(
    ("drawing", "enough", "few"),
    [(NOOK, 4, 3), (STRAIGHT, 1, 0), (DETOUR, 1, 0), (NO_RETURN, 0, None), (TO_A_PASS, 0, None), (SPLIT, None, 5)],
)
def test_small_boards(drawing: str, enough: int | None, few: int | None) -> None:
    """`enough` is the fewest pieces lying with which a way leads on, `few` the most with which none does."""
    for lying, leads in ((enough, True), (few, False)):
        if lying is not None:
            one = board(drawing, lying)
            assert one.leads_on() == one.enumerated() == leads
