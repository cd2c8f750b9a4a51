"""Whether dice fall as fair ones do: the test against tables, and against going through all ways they can fall."""

import random
from collections import Counter
from itertools import product
from math import comb

import pytest
from each_kit import each

from rules_core.kernel.dice import (
    MOST_EXACT,
    Fairness,
    bonferroni,
    chi_square_chance,
    exact_chance,
    fairness,
    holm,
    most_exact,
)

FACES = ("straight", "curve", "share", "?")
SIMPLE = ("straight", "straight", "curve", "curve", "share", "?")
COIN = ("straight", "straight", "straight", "curve", "curve", "curve")


def chi_square(found: Fairness) -> float:
    return sum((found.thrown(face) - found.expected(face)) ** 2 / found.expected(face) for face in found.faces)


@each(
    ("statistic", "freedom", "chance"),
    [
        (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (9.210, 2, 0.01), (0.352, 3, 0.95), (2.366, 3, 0.5),
        (7.815, 3, 0.05), (11.345, 3, 0.01), (16.266, 3, 0.001), (11.070, 5, 0.05), (18.307, 10, 0.05),
    ],
)  # fmt: skip
def test_the_chi_square_distribution_is_that_of_the_tables(statistic: float, freedom: int, chance: float) -> None:
    assert chi_square_chance(statistic, freedom) == pytest.approx(chance, rel=0.002)


@each("sides", [SIMPLE, COIN, ("?",) * 6, ("straight", "curve", "share", "?", "?", "?")])
@each("thrown", range(1, 5))
def test_few_dice_are_judged_by_all_ways_in_which_they_can_fall(sides: tuple[str, ...], thrown: int) -> None:
    ways = Counter(fairness(Counter(way), sides) for way in product(sides, repeat=thrown))
    for found in ways:
        assert found.is_exact
        as_far = sum(n for other, n in ways.items() if chi_square(other) > chi_square(found) - 1e-9)
        assert found.chance == pytest.approx(as_far / ways.total())


def test_two_faces_are_judged_as_a_coin_is() -> None:
    tails = sum(comb(20, heads) for heads in range(21) if abs(heads - 10) >= 5) / 2**20
    assert fairness({"straight": 15, "curve": 5}, COIN).chance == pytest.approx(tails)


def test_many_dice_are_judged_nearly_as_all_ways_would_have_it() -> None:
    chance = random.Random(5)
    for _time in range(5):
        found = fairness(Counter(chance.choices(SIMPLE, weights=(3, 2, 2, 2, 1, 2), k=MOST_EXACT + 1)), SIMPLE)
        assert not found.is_exact
        deviation = sum(n * n * (2 // side) for n, side in zip(found.counts, found.sides, strict=True))
        assert found.chance == pytest.approx(exact_chance(found.total, deviation, (2, 2, 1, 1)), abs=0.03)


@each(("faces", "most"), [(1, 60), (2, 60), (4, 60), (6, 40), (8, 30), (20, 12)])
def test_the_more_faces_dice_have_the_fewer_are_judged_by_all_ways(faces: int, most: int) -> None:
    die = [str(number) for number in range(1, faces + 1)]
    assert most_exact(faces) == most
    assert fairness({"1": most}, die).is_exact
    assert not fairness({"1": most + 1}, die).is_exact


def test_of_fair_dice_one_in_twenty_looks_remarkable_and_of_others_more() -> None:
    chance = random.Random(9)
    fair = [fairness(Counter(chance.choices(SIMPLE, k=40)), SIMPLE).chance for _time in range(2000)]
    assert 0.035 < sum(one < 0.05 for one in fair) / len(fair) < 0.06
    loaded = [fairness(Counter(chance.choices((*SIMPLE, "?", "?"), k=200)), SIMPLE).chance for _time in range(50)]
    assert sum(one < 0.05 for one in loaded) > 25


def test_no_dice_deviate_from_nothing() -> None:
    found = fairness({}, SIMPLE)
    assert (found.chance, found.total, found.expected("?"), found.faces) == (1, 0, 0, FACES)


def test_what_is_expected_follows_from_the_sides() -> None:
    found = fairness(dict(zip(FACES, (3, 4, 2, 3), strict=True)), SIMPLE)
    assert [found.expected(face) for face in FACES] == [4, 4, 2, 2]
    assert fairness({"straight": 1, "curve": 1}, COIN).faces == ("straight", "curve")


def test_a_face_that_no_side_shows_cannot_fall() -> None:
    with pytest.raises(ValueError, match="no side"):
        fairness({"straight": 1, "curve": 1, "share": 1}, COIN)


def test_who_looks_at_many_tests_finds_less_remarkable() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []
    assert bonferroni(0.01, 40) == pytest.approx(0.4)
    assert bonferroni(0.2, 40) == 1
    assert bonferroni(0.2, 0) == pytest.approx(0.2)
