"""The symbols that games bring for the faces of their dice, beside those that mails and pages draw themselves."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.reports.document import Sign


class FaceSymbol(NamedTuple):
    """The look of a face of a die, and what a die that shows it is called. Texts are message ids."""

    glyph: str
    """A character or two, for mails, in which pictures may be held back."""
    name: str
    """What one die is called."""
    counted: tuple[str, str]
    """What several dice are called, one and many, with %(n)s."""
    track: tuple[str, ...] = ()
    """Track, for pages: SVG paths on a die whose sides are 24 long, with a margin of 1.5."""
    outline: str = ""
    """Further lines on the face, as one SVG path."""


_SYMBOLS: dict[Sign, FaceSymbol] = {}


def register(symbols: Mapping[Sign, FaceSymbol]) -> None:
    """Make the symbols of a game known."""
    _SYMBOLS.update(symbols)


def known_symbols() -> Mapping[Sign, FaceSymbol]:
    """All symbols that games bring."""
    return _SYMBOLS


def symbol_of(sign: Sign) -> FaceSymbol | None:
    """The symbol that a game brings; None for a sign that needs none."""
    return _SYMBOLS.get(sign)
