"""How orders of one game are written where games differ: forms of verbs, faces of dice, payments, what is compared.

Each game has a notation, which is known by the game's kind from when `pbem.games` is imported.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.commands.orders.script import QuantityName
from pbem.commands.verb import Form
from rules_core.line.components import Components
from rules_core.line.dice import Face
from rules_core.line.views import PlayerView


@dataclass(frozen=True)
class Quantity:
    """Something that a condition can compare with a number.

    `shape` is how it is typed, as a template of `verbs.in_words`, and `meaning` a message id that says what is counted.
    """

    name: QuantityName
    shape: str
    meaning: str
    value: Callable[[PlayerView, int], int]
    """Its value for a view of a player; the number is the company's in the cards' order, 0 where none is named."""


@dataclass(frozen=True)
class Notation:
    """How orders of one game are written."""

    forms: Mapping[str, Form]
    """The verbs that look different from game to game, by name; one that is not here and has no common form is not
    the game's."""
    signs: Mapping[Face, str]
    """How each face is written."""
    third_letter: str
    """The letter that stands for the third face beside its signs; with those of two games "at" would be two faces."""
    third_face: str
    """The third face by sign and name, as a message id."""
    paying: str
    """What costs dice, as a message id; `pay` is an example."""
    naming: str
    """How companies and squares are named, as a message id."""
    is_printed: bool
    """Whether the board is printed, so that it tells what stands where, and the price (GE-2, GE-31)."""
    quantities: tuple[Quantity, ...]
    """What a condition can compare, in the order in which it is explained."""
    has_box: Callable[[Components], bool]
    """Whether component data is that of this game."""


_NOTATIONS: dict[str, Notation] = {}


def register(kind: str, notation: Notation) -> None:
    """Make known how orders of a kind of game are written."""
    _NOTATIONS[kind] = notation


def notation_of(kind: str) -> Notation:
    """How orders of a kind of game are written. Raises KeyError for an unknown one."""
    return _NOTATIONS[kind]


def written_kinds() -> Sequence[str]:
    """The kinds of game that orders are written for."""
    return tuple(_NOTATIONS)


def kind_of(box: Components) -> str:
    """The kind of game that a box is of. Raises StopIteration for none."""
    return next(kind for kind, notation in _NOTATIONS.items() if notation.has_box(box))
