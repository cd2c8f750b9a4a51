"""The words of orders that name what lies on the board and the dice.

Letters that stand there (`n e s w`, `s c $ ?`, `h`) are the same in every language; a German may also write `o` for
Ost, a Frenchman for ouest.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pbem.commands.languages import by_word, words
from pbem.commands.orders.notation import notation_of
from rules_core.grid.geometry import LETTERS, Side
from rules_core.grid.terrain import Terrain
from rules_core.line.dice import FACES, Face

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "white", "black")
"""The meanings of words that may name a company by its colour."""
TERRAIN_KEYS: Final[tuple[Terrain, ...]] = ("grassland", "lake", "mountain")
_SIDES: Final = words("seat", "sides")
_FACES: Final = words("seat", "faces")


@cache
def directions(language: str) -> Mapping[str, Side]:
    """The folded words for the compass sides, single letters among them."""
    return {word: LETTERS.index(letter) for word, letter in by_word(_SIDES, language).items()}


@cache
def face_words(language: str, kind: str) -> Mapping[str, Face]:
    """The folded words for the faces of a die in a kind of game, single letters and signs among them."""
    faces: Mapping[str, Face] = {face: face for face in FACES}
    known = {word: faces[name] for word, name in by_word(_FACES, language).items()}
    return {**known, notation_of(kind).third_letter: "share"}


@cache
def pieces_named(language: str) -> tuple[str, ...]:
    """The words for the faces that are laid, as a language writes them, without letters and signs."""
    return tuple(word for face in ("straight", "curve") for word in _FACES[face][language] if len(word) > 1)
