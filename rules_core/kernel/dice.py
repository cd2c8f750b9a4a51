"""Dice: rolls that can be proved, and an exact test whether counted faces are those of fair dice.

A `Draw` is a function from the key of a draw, its place in the game, to a number. The server's draws are made from a
secret seed (`keyed_draw`), so that no order of arrival, retry or preview can change a roll; tests script them.

The deviation is Pearson's chi-square. The probability that fair dice deviate at least as far is exact for few dice, as
the sum over all ways in which they can fall; for many, the chi-square distribution is used. Among many tests some look
remarkable by chance: `holm` and `bonferroni` correct for that.
"""

import hashlib
import hmac
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, erfc, exp, gamma, lcm, sqrt
from typing import Final, NamedTuple, TypeAlias

MOST_EXACT: Final = 60
"""The most dice for which all ways in which they can fall are gone through; with more, each face is expected often."""
_MOST_COUNTS: Final = 240
"""The most dice times faces for which that is done: it takes a fifth of a second then, and soon far more."""
REMARKABLE: Final = 0.05
"""A corrected probability below this is called remarkable."""


class DrawKey(NamedTuple):
    """The place of one draw in a game: no two draws of an epoch share it, save a roll that a correction repeats."""

    year: int
    seat: int
    purpose: str
    number: int


Draw: TypeAlias = Callable[[DrawKey, int], int]
"""`draw(key, sides)` gives a number from 0 to sides - 1, always the same for the same key."""


class NotDrawn(Exception):
    """Raised by a draw that may not be made: in a preview, or where a record holds no such roll."""


def no_draw(key: DrawKey, sides: int) -> int:
    """A draw for previews: raises NotDrawn."""
    raise NotDrawn(f"{key.purpose} {key.number} in year {key.year}")


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, in hexadecimal: shown before a game, after which the seed itself is revealed."""
    return hashlib.sha256(seed).hexdigest()


def keyed_draw(seed: bytes, game: str, salts: Sequence[str], epoch: int, beacon: str | None = None) -> Draw:
    """Draw without bias, by HMAC-SHA256(seed, game | salts | beacon | epoch | year | seat | purpose | index).

    `beacon` is the randomness of a public round, in hexadecimal; without one the message has no such field. The 256
    bits are read as bytes. A byte that would favour low numbers is skipped; if all are, a retry counter is added to the
    message. Fields are joined with their lengths, so that no two keys make the same message.
    """
    prefix = _fields(game, *salts, *(() if beacon is None else (beacon,)), str(epoch))

    def draw(key: DrawKey, sides: int) -> int:
        if not 1 <= sides <= 256:
            raise ValueError(f"a draw has 1 to 256 sides, not {sides}")
        message = prefix + _fields(str(key.year), str(key.seat), key.purpose, str(key.number))
        fair = 256 - 256 % sides
        retry = 0
        while True:
            digest = hmac.new(seed, message + (_fields(str(retry)) if retry else b""), hashlib.sha256).digest()
            for byte in digest:
                if byte < fair:
                    return byte % sides
            retry += 1

    return draw


def _fields(*texts: str) -> bytes:
    return b"".join(len(data).to_bytes(4, "big") + data for data in (text.encode() for text in texts))


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
        """The number of dice thrown."""
        return sum(self.counts)

    def thrown(self, face: str) -> int:
        """The number of times a face fell; 0 where the dice have no such face."""
        return self._of(self.counts, face)

    def expected(self, face: str) -> float:
        """The number of times fair dice show a face on average, in that many throws."""
        return self.total * self._of(self.sides, face) / sum(self.sides)

    @property
    def most(self) -> float:
        """The highest count of any face, thrown or expected, and at least 1: as long as a picture must be."""
        return max(1.0, *(max(self.thrown(face), self.expected(face)) for face in self.faces))

    def _of(self, numbers: Sequence[int], face: str) -> int:
        return numbers[self.faces.index(face)] if face in self.faces else 0


def fairness(counts: Mapping[str, int], sides: Sequence[str]) -> Fairness:
    """Measure how fair dice are that fell so often on each face; `sides` are one die's faces, a text for each side.

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
    """The most dice, by the number of different faces, for which all ways in which they can fall are gone through."""
    return min(MOST_EXACT, _MOST_COUNTS // faces)


def exact_chance(total: int, deviation: int, weights: tuple[int, ...]) -> float:
    """The exact chance that fair dice deviate as far or farther, over all ways in which they can fall."""
    as_far = sum(ways for far, ways in _ways(total, weights) if far >= deviation)
    every: int = sum(weights) ** total
    return as_far / every


def chi_square_chance(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with these degrees of freedom (1 or more) is as great or greater."""
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
    """A chance corrected for the number of tests that this one was picked from."""
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
    """A whole number that grows with chi-square: for a given number of dice both order the ways alike."""
    whole = lcm(*weights)
    return sum(n * n * (whole // weight) for n, weight in zip(thrown, weights, strict=True))


def _approximate(thrown: Sequence[int], weights: Sequence[int]) -> float:
    total, sides = sum(thrown), sum(weights)
    expected = [total * weight / sides for weight in weights]
    statistic = sum((n - mean) ** 2 / mean for n, mean in zip(thrown, expected, strict=True))
    return chi_square_chance(statistic, len(weights) - 1) if len(weights) > 1 else 1.0


@lru_cache(maxsize=MOST_EXACT * 4)
def _ways(total: int, weights: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The number of ways in which the dice can fall for each deviation; all together sides to the power of dice."""
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
