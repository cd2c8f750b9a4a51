"""How the kinds of game speak where they differ, beside their verbs: faces of dice, squares and payments."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.i18n import N_
from rules_core.kernel.dice import FACES, Face
from rules_core.line.components import Components

FIRST_RAILS: Final = "first_rails"
GERMANY: Final = "germany"


@dataclass(frozen=True)
class Idiom:
    """The manner of speaking of one kind of game."""

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


def _signs(text: str) -> Mapping[Face, str]:
    return dict(zip(FACES, text, strict=True))


IDIOMS: Final[Mapping[str, Idiom]] = {
    FIRST_RAILS: Idiom(
        signs=_signs("sc$?"),
        third_letter="a",
        third_face=N_("$ share"),
        paying=N_(
            'Paying: mountains, lakes and stations cost hidden dice or "?". Hidden dice are taken first, unless you '
            'say "%(pay)s": two hidden dice and one "?".'
        ),
        naming=N_(
            "Companies go by their name, its beginning, or their colour. Squares are named as on the maps: T2 f4 is "
            "the fourth square from the north in column f of tile 2."
        ),
    ),
    GERMANY: Idiom(
        signs=_signs("sct?"),
        third_letter="t",
        third_face=N_("t transport symbol"),
        paying=N_(
            'Paying: rivers, mountains, lakes and stations cost hidden dice or "?". Hidden dice are taken first, '
            'unless you say "%(pay)s": two hidden dice and one "?".'
        ),
        naming=N_(
            "Companies go by their name, its beginning, or their colour. Squares are named as on the maps: S14 c3 is "
            "the third square from the north in column c of sector 14."
        ),
    ),
}
"""By kind of game, as `Table.kind` names them; in Germany the third face is the transport symbol (GE-1)."""
KINDS: Final = tuple(IDIOMS)
"""The kinds of game that orders are written for."""


def kind_of(box: Components) -> str:
    """The kind of game that a box is of: a printed board is Germany's (GE-2)."""
    return FIRST_RAILS if box.chart is None else GERMANY
