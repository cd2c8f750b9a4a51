"""Pockets named: squares an end could come to, but from which it could never go on."""

from random import Random

import pytest

from rules.clauses import rule
from rules.german_position import START, german_position
from rules.position import Tile, position, square
from rules.test_dead_end_search import Board, boards
from rules.test_fr_dead_ends import SPIRAL
from rules_core.grid import Cell, Mask
from rules_core.line.pockets import Outlook, on_ways, outlook

BOARDS = 500
MANY = 20_000


def _enumerated(board: Board) -> Mask:
    """The squares of every path that leads on, each path laid to its end."""
    return sum(1 << (y * 7 + x) for x, y in {spot for path in board.ways() for spot in path})


def _compare(rng: Random, number: int) -> int:
    """Compare, and count the boards on which some free square lies on no way."""
    found = 0
    for board in boards(rng, number):
        on = on_ways(sum(1 << (y * 7 + x) for x, y in board.starts), board.space)
        assert on == _enumerated(board), board
        found += 0 < on.bit_count() < len(board.free)
    return found


def test_the_squares_on_ways_are_those_of_all_paths() -> None:
    assert _compare(Random(25), BOARDS) > BOARDS // 10, "a poor sample says little"


@pytest.mark.soak
def test_the_squares_on_ways_are_those_of_all_paths_on_many_boards() -> None:
    _compare(Random(26), MANY)


def _named(*names: str) -> Outlook:
    return Outlook(goes_on=True, pockets=tuple(square(name) for name in names))


@rule("FR-32", "Where an end must not be led is told: a spiral's inside, and a corner too small for five pieces.")
def test_pockets_of_a_tile() -> None:
    state = position({(0, 0): SPIRAL}, a="T1 d4 w", b="T1 b4 s")
    assert outlook(state.table, "A") == _named("c3", "d3", "e3")
    assert outlook(state.table, "B") == _named("c3", "d3", "e3", "c4")
    corner = Tile("grassland", "....... ┌┘..... ....... ....... ....... ....... .......")
    state = position({(0, 0): corner}, a="T1 b2 n", b="T1 a2 s")
    assert outlook(state.table, "A") == _named("a1")
    longer = Tile("grassland", "....... ┌┘..... │...... ....... ....... ....... .......")
    assert outlook(position({(0, 0): longer}, a="T1 b2 n", b="T1 a3 s").table, "A") == _named()


@rule("FR-32", "Where no way on is left, that is told instead.")
def test_an_end_shut_in() -> None:
    shut_in = Tile("grassland", "....... .┌───┐. .│...│. .│.──┘. .└─.... ....... .......")
    table = position({(0, 0): shut_in}, a="T1 d4 w", b="T1 c5 e").table
    assert outlook(table, "A") == Outlook(goes_on=False)


@rule("GE-25", "In Germany an open country is a way on for fewer than five pieces, and so no pocket.")
def test_pockets_of_a_sector() -> None:
    lie = {13: "x...... x...... ..─.... x...... x...... ....... x......", 14: START}
    named = {used: _west(lie, used) for used in ("", "Luxland")}
    assert named == {"": Outlook(goes_on=True), "Luxland": Outlook(goes_on=True, pockets=(square("a3", Cell(0, 3)),))}


def _west(lie: dict[int, str], used: str) -> Outlook:
    abroad = {used: "W"} if used else {}
    return outlook(german_position(lie, a="S13 c3 w", b="S14 d4 s", abroad=abroad).table, "A")


@rule("GE-25", "Of an end abroad, or one that points at an open country, nothing is said.")
def test_nothing_is_said_of_ends_at_the_border() -> None:
    abroad = german_position({14: START}, a="Luxland from e", b="S14 d4 s", abroad={"Luxland": "W"})
    assert outlook(abroad.table, "A") == Outlook(goes_on=True)
    lie = {13: "x...... x...... ....... x──.... x...... ....... x......", 14: START}
    assert outlook(german_position(lie, a="S13 b4 w", b="S14 d4 s").table, "A") == Outlook(goes_on=True)
