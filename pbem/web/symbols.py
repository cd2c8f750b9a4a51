"""Dice as small symbols, drawn by `_dice.html`, for sentences that translators put in order.

A template says `{{ _("An end runs on after a %(straight)s.", **DIE) }}`; alone a symbol is `{{ DIE.straight }}`, and
`{{ die("curve", 3) }}`, `{{ dice(front, kind) }}` and `{{ signs(hand) }}` draw several.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from flask import Flask, current_app
from markupsafe import Markup

from pbem.games.presentation import presentation_of
from pbem.reports.document import Sign

SYMBOLS: Final[Mapping[str, str]] = {
    "straight": "straight",
    "curve": "curve",
    "share": "share",
    "transport": "transport",
    "wild": "?",
    "hidden": "hidden",
}
"""What sentences call the symbols, and the face each shows; a hidden die shows none."""


class Symbols(Mapping[str, Markup]):
    """One die of each kind, drawn when asked for and named in the visitor's language."""

    def __getitem__(self, name: str) -> Markup:
        return die(SYMBOLS[name])

    def __iter__(self) -> Iterator[str]:
        return iter(SYMBOLS)

    def __len__(self) -> int:
        return len(SYMBOLS)


def die(face: str, n: int = 1, kind: str = "") -> Markup:
    """Dice of one face, or hidden ones, side by side; more than six as one with their number; nothing for none.

    `kind` is the game they are dice of, where the face may be the share.
    """
    return _drawn("die", shown(face, kind), n)


def dice(faces: Mapping[str, int], kind: str) -> Markup:
    """So many dice of each face, in a kind of game."""
    return _drawn("dice", [(shown(face, kind), n) for face, n in faces.items() if n])


def signs(some: Iterable[Sign]) -> Markup:
    """Dice that look so, those that look alike beside each other."""
    return _drawn("dice", list(Counter(some).items()))


def shown(face: str, kind: str) -> str:
    """What a face is drawn as in a kind of game: the share is the transport symbol where there are no shares (GE-1)."""
    return presentation_of(kind).dice.get(face, face) if kind else face


def install(app: Flask) -> None:
    """Gives templates the symbols."""
    app.jinja_env.globals.update(DIE=Symbols(), die=die, dice=dice, signs=signs)


def _drawn(macro: str, *arguments: object) -> Markup:
    drawings = current_app.jinja_env.get_template("_dice.html").module
    return Markup(getattr(drawings, macro)(*arguments))
