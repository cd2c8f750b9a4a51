"""The words of games of one line, and those that name what lies on the board and the dice.

Letters that stand there (`n e s w`, `s c $ ?`, `h`) are the same in every language; a German may also write `o` for
Ost, a Frenchman for ouest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.commands.languages import by_word, words
from pbem.commands.orders.notation import Notation, notation_of
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import N_
from rules_core.grid.geometry import LETTERS, Side
from rules_core.grid.terrain import Terrain
from rules_core.line.dice import FACES, Dice, Face

PACKAGE: Final = "pbem.games.line"
LINE: Final = Vocabulary("seat", SEAT, package=PACKAGE)
"""The words of orders in games of one line."""
COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "white", "black")
"""The meanings of words that may name a company by its colour."""
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "company": N_("company"),
    "side": N_("side"),
    "sides": N_("sides"),
    "tile": N_("tile"),
    "dice": N_("dice"),
    "faces": N_("faces"),
    "ground": N_("ground"),
    "square": N_("square"),
}
"""What stands in angle brackets in shapes."""
TERRAIN_KEYS: Final[tuple[Terrain, ...]] = ("grassland", "lake", "mountain")
_SIDES: Final = words("seat", "sides", PACKAGE)
_FACES: Final = words("seat", "faces", PACKAGE)


@dataclass(frozen=True, kw_only=True, eq=False)
class LineNotation(Notation):
    """How orders of a game of one line are written, with what its readers ask for."""

    signs: Mapping[Face, str]
    """How each face is written."""
    third_letter: str
    """The letter that stands for the third face beside its signs; with those of two games "at" would be two faces."""
    third_face: str
    """The third face by sign and name, as a message id."""
    is_printed: bool
    """Whether the board is printed, so that it tells what stands where, and the price (GE-2, GE-31)."""


def line_notation(kind: str) -> LineNotation:
    """How orders of a kind of game of one line are written. Raises KeyError for an unknown one."""
    found = notation_of(kind)
    if not isinstance(found, LineNotation):
        raise KeyError(f"{kind} is no game of one line")
    return found


@cache
def directions(language: str) -> Mapping[str, Side]:
    """The folded words for the compass sides, single letters among them."""
    return {word: LETTERS.index(letter) for word, letter in by_word(_SIDES, language).items()}


def sides_of(typed: str, language: str) -> tuple[Side, ...] | None:
    """The compass sides in a folded word: `west` or `nnw`; None where it holds anything else."""
    known = directions(language)
    if typed in known:
        return (known[typed],)
    if typed and all(letter in known for letter in typed):
        return tuple(known[letter] for letter in typed)
    return None


@cache
def face_words(language: str, kind: str) -> Mapping[str, Face]:
    """The folded words for the faces of a die in a kind of game, single letters and signs among them."""
    faces: Mapping[str, Face] = {face: face for face in FACES}
    known = {word: faces[name] for word, name in by_word(_FACES, language).items()}
    return {**known, line_notation(kind).third_letter: "share"}


@cache
def pieces_named(language: str) -> tuple[str, ...]:
    """The words for the faces that are laid, as a language writes them, without letters and signs."""
    return tuple(word for face in ("straight", "curve") for word in _FACES[face][language] if len(word) > 1)


def in_signs(dice: Dice, kind: str) -> str:
    """Dice as orders name them in a kind of game: `s s c ?`; empty for none."""
    signs = line_notation(kind).signs
    return " ".join(signs[face] for face in FACES for _ in range(dice.of(face)))
