"""Dice inside sentences of mails: "2 straights, 1 share" as small signs in frames, with the words for screen readers.

Sentences reach mails, pages and feeds as plain text, so that dice are found in them by the texts that the catalogue
counts them with. Where a text may also mean something else, as a share does, it is taken for dice only among others or
behind a colon, as in "Anna rolls 2 hidden dice: 1 share, 1 curve."
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from pbem.i18n import N_, Catalogue
from pbem.reports.document import Sign
from pbem.reports.symbols import known_symbols, symbol_of

GLYPHS: Final[Mapping[Sign, str]] = {"straight": "━", "curve": "┗", "share": "$", "transport": "t", "?": "?"}
"""Dice as framed characters, which mail programs do not block as they do pictures; other dice are shown as text."""
MOST_DRAWN: Final = 4
"""The most dice of one face that are drawn one by one; more are counted."""
_COUNTED: Final[Mapping[Sign, tuple[str, str]]] = {
    "straight": (N_("%(n)s straight"), N_("%(n)s straights")),
    "curve": (N_("%(n)s curve"), N_("%(n)s curves")),
    "share": (N_("%(n)s share"), N_("%(n)s shares")),
    "transport": (N_("%(n)s transport symbol"), N_("%(n)s transport symbols")),
}
_UNSURE: Final = "share"
_DIGITS: Final = r"[1-9]\d{0,2}"
_ALONE: Final = r"(?<![\w#.,×+-])(?:{})(?!\w)"
_NUMBERS: Final = (1, 2, 3, 5, 8, 11, 20, 21, 40)
"""Numbers among which each form of the plural has one, in every language."""


class ShownDice(NamedTuple):
    """Dice of one face within a sentence: the words that told them, and what they are shown by."""

    words: str
    glyphs: tuple[str, ...]
    times: str = ""
    """Before the glyph where there are too many to stand one by one: "7×"."""

    @property
    def text(self) -> str:
        """Them as bare text."""
        return self.times + "".join(self.glyphs)


def glyph_of(sign: Sign) -> str:
    """The sign that stands on a die, a character or two."""
    symbol = symbol_of(sign)
    return symbol.glyph if symbol else GLYPHS.get(sign, sign)


def parts_of(sentence: str, words: Catalogue) -> Iterator[str | ShownDice]:
    """Yield a sentence in its parts, dice apart."""
    listed, one = _patterns(words)
    end = 0
    for found in listed.finditer(sentence):
        dice = list(one.finditer(found[0]))
        if all(_sign(die) == _UNSURE for die in dice) and not sentence[: found.start()].endswith(": "):
            continue
        yield sentence[end : found.start()]
        end = found.start()
        for die in dice:
            yield sentence[end : found.start() + die.start()]
            yield _shown(die, words)
            end = found.start() + die.end()
    yield sentence[end:]


def in_glyphs(sentence: str, words: Catalogue) -> str:
    """A sentence as the HTML of a mail shows it, without its markup."""
    return "".join(part if isinstance(part, str) else part.text for part in parts_of(sentence, words))


def in_signs(sentence: str, words: Catalogue) -> Markup:
    """A sentence as HTML, its dice as signs that are read aloud as the words they stand for."""
    parts = parts_of(sentence, words)
    return Markup("".join(escape(part) if isinstance(part, str) else _markup(part) for part in parts))


def _markup(dice: ShownDice) -> str:
    label, signs = escape(dice.words), "".join(f'<b class="sign">{escape(glyph)}</b>' for glyph in dice.glyphs)
    return f'<span class="signs" role="img" aria-label="{label}" title="{label}">{escape(dice.times)}{signs}</span>'


def _shown(found: re.Match[str], words: Catalogue) -> ShownDice:
    number = int(re.sub(r"\D", "", found[0]))
    glyph = glyph_of(_sign(found))
    if number > MOST_DRAWN:
        return ShownDice(found[0], (glyph,), f"{words.number(number)}×")
    return ShownDice(found[0], (glyph,) * number)


def _sign(found: re.Match[str]) -> Sign:
    return _signs()[int(str(found.lastgroup)[1:])]


@lru_cache(maxsize=1)
def _signs() -> tuple[Sign, ...]:
    return (*_COUNTED, *known_symbols(), "?")


@lru_cache(maxsize=64)
def _patterns(words: Catalogue) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of dice one after the other, and of dice of one face, whose group tells the face by its place."""
    faces = ["|".join(sorted(_forms(sign, words), key=len, reverse=True)) for sign in _signs()]
    one = _ALONE.format("|".join(faces))
    named = _ALONE.format("|".join(f"(?P<s{at}>{face})" for at, face in enumerate(faces)))
    return re.compile(f"{one}(?:[,;] {one})*"), re.compile(named)


def _forms(sign: Sign, words: Catalogue) -> set[str]:
    if sign == "?":
        return {rf"{_DIGITS} \?", re.escape(words.text("%(count)s ?", count=0)).replace("0", _DIGITS, 1)}
    counted = _COUNTED.get(sign) or known_symbols()[sign].counted
    counts = ((words.plural(*counted, n), words.number(n)) for n in _NUMBERS)
    return {re.escape(text).replace(re.escape(number), _DIGITS, 1) for text, number in counts}
