"""Whether dice fall as fair dice do: faces counted against what is expected of them, with an honest test.

The deviation is Pearson's chi-square. How often fair dice deviate as far or farther is worked out exactly, over all
ways in which so many dice can fall, where they are few; where they are many the chi-square distribution stands for it.
Who looks at many tests finds some that look remarkable: `holm` and `bonferroni` correct for that.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, erfc, exp, gamma, lcm, sqrt
from typing import Final

MOST_EXACT: Final = 60
"""The most dice for which all ways in which they can fall are gone through; with more, each face is expected often."""
_MOST_COUNTS: Final = 240
"""The most dice times faces for which that is done: it takes a fifth of a second then, and soon far more."""
REMARKABLE: Final = 0.05
"""A corrected probability below this is called remarkable."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """Dice counted by faces, and how far they are from what is expected of fair ones."""

    faces: tuple[str, ...]
    """The faces that the dice have, each once, in the order of a die's sides."""
    counts: tuple[int, ...]
    """How often each face fell."""
    sides: tuple[int, ...]
    """How many of a die's sides show each face."""
    chance: float
    """How often, from 0 to 1, fair dice deviate as far or farther; 1 where none was thrown."""
    is_exact: bool
    """Whether all ways to fall were gone through, and not the chi-square distribution asked."""

    @property
    def total(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)

    def thrown(self, face: str) -> int:
        """How often a face fell; never where the dice have no such face."""
        return self._of(self.counts, face)

    def expected(self, face: str) -> float:
        """How often fair dice show a face on average, in so many throws."""
        return self.total * self._of(self.sides, face) / sum(self.sides)

    @property
    def most(self) -> float:
        """How often the face fell that fell most, or was expected, if that is more: as long as a picture must be."""
        return max(1.0, *(max(self.thrown(face), self.expected(face)) for face in self.faces))

    def _of(self, numbers: Sequence[int], face: str) -> int:
        return numbers[self.faces.index(face)] if face in self.faces else 0


def fairness(counts: Mapping[str, int], sides: Sequence[str]) -> Fairness:
    """How fair dice are that fell so often on each face; `sides` are the faces of one die, a text for each side.

    Raises ValueError for faces that no side shows.
    """
    shown = Counter(sides)
    if any(thrown and face not in shown for face, thrown in counts.items()):
        raise ValueError("a face was thrown that no side of the die shows")
    faces, weights = tuple(shown), tuple(shown.values())
    thrown = tuple(counts.get(face, 0) for face in faces)
    total = sum(thrown)
    is_exact = total <= most_exact(len(faces))
    chance = exact_chance(total, _deviation(thrown, weights), weights) if is_exact else _approximate(thrown, weights)
    return Fairness(faces, thrown, weights, chance, is_exact)


def most_exact(faces: int) -> int:
    """The most dice with so many different faces for which all ways in which they can fall are gone through."""
    return min(MOST_EXACT, _MOST_COUNTS // faces)


def exact_chance(total: int, deviation: int, weights: tuple[int, ...]) -> float:
    """How often so many fair dice deviate as far or farther, of all ways in which they can fall."""
    as_far = sum(ways for far, ways in _ways(total, weights) if far >= deviation)
    every: int = sum(weights) ** total
    return as_far / every


def chi_square_chance(statistic: float, freedom: int) -> float:
    """How often a chi-square variable with so many degrees of freedom, from 1, is as great or greater."""
    half = statistic / 2
    if freedom % 2:
        tail, at = erfc(sqrt(half)), 1
    else:
        tail, at = exp(-half), 2
    while at < freedom:
        tail += half ** (at / 2) * exp(-half) / gamma(at / 2 + 1)
        at += 2
    return tail


def bonferroni(chance: float, tests: int) -> float:
    """A chance as it counts where so many tests may be looked at, this one picked out of them."""
    return min(1.0, chance * max(1, tests))


def holm(chances: Sequence[float]) -> list[float]:
    """The chances of all tests that are looked at, each as it counts among them, by Holm's method."""
    corrected = [1.0] * len(chances)
    least = 0.0
    for rank, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, chances[index] * (len(chances) - rank)))
        corrected[index] = least
    return corrected


def _deviation(thrown: Sequence[int], weights: Sequence[int]) -> int:
    """A whole number that grows with chi-square: for so many dice the one decides as the other."""
    whole = lcm(*weights)
    return sum(n * n * (whole // weight) for n, weight in zip(thrown, weights, strict=True))


def _approximate(thrown: Sequence[int], weights: Sequence[int]) -> float:
    total, sides = sum(thrown), sum(weights)
    expected = [total * weight / sides for weight in weights]
    statistic = sum((n - mean) ** 2 / mean for n, mean in zip(thrown, expected, strict=True))
    return chi_square_chance(statistic, len(weights) - 1) if len(weights) > 1 else 1.0


@lru_cache(maxsize=MOST_EXACT * 4)
def _ways(total: int, weights: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """In how many ways so many dice can fall for each deviation; all ways together are sides to the power of dice."""
    whole = lcm(*weights)
    reached: dict[tuple[int, int], int] = {(0, 0): 1}
    for weight in weights[:-1]:
        further: dict[tuple[int, int], int] = defaultdict(int)
        for (used, deviation), ways in reached.items():
            for n in range(total - used + 1):
                here = deviation + n * n * (whole // weight)
                further[used + n, here] += ways * comb(total - used, n) * weight**n
        reached = further
    found: dict[int, int] = defaultdict(int)
    for (used, deviation), ways in reached.items():
        n = total - used
        found[deviation + n * n * (whole // weights[-1])] += ways * weights[-1] ** n
    return tuple(found.items())
