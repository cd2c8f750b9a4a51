"""The dice of the line: their four faces, and how many of each lie somewhere."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

Face: TypeAlias = Literal["straight", "curve", "share", "?"]
FACES: Final[tuple[Face, ...]] = ("straight", "curve", "share", "?")


class Dice(NamedTuple):
    """Dice that lie somewhere, counted by face; counts are never negative in a state."""

    straight: int = 0
    curve: int = 0
    share: int = 0
    wild: int = 0

    @property
    def total(self) -> int:
        """The number of all dice."""
        return self.straight + self.curve + self.share + self.wild

    def of(self, face: Face) -> int:
        """The number of dice that show this face."""
        return self[FACES.index(face)]

    @property
    def by_face(self) -> Mapping[str, int]:
        """The number of dice that show each face."""
        return dict(zip(FACES, self, strict=True))

    def plus(self, other: "Dice") -> "Dice":
        """These and the others."""
        return Dice(
            self.straight + other.straight, self.curve + other.curve, self.share + other.share, self.wild + other.wild
        )

    def minus(self, other: "Dice") -> "Dice":
        """These without the others; counts may become negative."""
        return Dice(
            self.straight - other.straight, self.curve - other.curve, self.share - other.share, self.wild - other.wild
        )

    def covers(self, other: "Dice") -> bool:
        """Whether all the others are among these."""
        return all(a >= b for a, b in zip(self, other, strict=True))


NO_DICE: Final = Dice()


def count(faces: Iterable[Face]) -> Dice:
    """The dice that show these faces."""
    numbers = [0, 0, 0, 0]
    for face in faces:
        numbers[FACES.index(face)] += 1
    return Dice(*numbers)


def one(face: Face) -> Dice:
    """A single die."""
    return count((face,))
