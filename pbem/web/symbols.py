"""Dice as small symbols, drawn by `_dice.html`, for sentences that translators put in order.

A template says `{{ _("An end runs on after a %(straight)s.", **DIE) }}`; alone a symbol is `{{ DIE.straight }}`, and
`{{ die("curve", 3) }}` and `{{ dice(front) }}` draw several.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from flask import Flask, current_app
from markupsafe import Markup

from rules_core.dice import Dice

SYMBOLS: Final[Mapping[str, str]] = {
    "straight": "straight",
    "curve": "curve",
    "share": "share",
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


def die(face: str, n: int = 1) -> Markup:
    """Dice of one face, or hidden ones, side by side; more than six as one with their number; nothing for none."""
    return _drawn("die", face, n)


def dice(some: Dice) -> Markup:
    """Dice of all faces."""
    return _drawn("dice", some)


def install(app: Flask) -> None:
    """Gives templates the symbols."""
    app.jinja_env.globals.update(DIE=Symbols(), die=die, dice=dice)


def _drawn(macro: str, *arguments: object) -> Markup:
    drawings = current_app.jinja_env.get_template("_dice.html").module
    return Markup(getattr(drawings, macro)(*arguments))
