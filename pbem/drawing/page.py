"""The page that every drawing is drawn on, and the face of its letters."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from struct import unpack_from
from typing import Final, NamedTuple

WIDTH: Final = 720
"""A drawing's width in its own units; its height follows from what is on it."""
MARGIN: Final = 14
INK: Final = "#16222e"
"""Track, frames and letters."""
PAPER: Final = "#faf6e9"
COLOURS: Final = {
    "ink": INK,
    "paper": PAPER,
    "grass": "#e4ebcf",
    "mountain": "#d9c7a6",
    "water": "#b5d5e8",
    "rock": "#6e5430",
    "shore": "#2c6a94",
    "new": "#ffc62e",
    "label": "#3c4853",
    "sleepers": "#7d5a3c",
    "river": "#3f87ba",
    "shallows": "#d3e7f1",
    "abroad": "#f3f0e8",
    "border": "#8a2d5d",
    "shade": "#bfa67c",
    "country": "#6b6459",
    "domain": "#e9b27c",
    "die": "#fffaea",
    "die-complex": "#f5a94f",
}
"""Each ground is told by its signs too: peaks and waves."""
DARK: Final = {
    "ink": "#f0ede4",
    "paper": "#171714",
    "grass": "#2f3a2b",
    "mountain": "#4c4133",
    "water": "#1d3b4f",
    "rock": "#c9ac7f",
    "shore": "#7fbfe6",
    "new": "#7a5a00",
    "label": "#cdd3d6",
    "sleepers": "#b98d66",
    "river": "#5aa9dc",
    "shallows": "#2a4c61",
    "abroad": "#262724",
    "border": "#e49ac0",
    "shade": "#3a3228",
    "country": "#bdb6a8",
    "domain": "#7d4a1c",
    "die": "#33352f",
    "die-complex": "#75430c",
}
"""The colours on a dark page."""
LIT: Final[Mapping[str, str]] = {name: f"var(--map-{name}, {colour})" for name, colour in COLOURS.items()}
"""The colours as CSS variables of the page, with the light ones as fallback."""
PALETTE: Final = "".join(
    f"{opening}svg{{{';'.join(f'--map-{name}:{colour}' for name, colour in colours.items())}}}{closing}"
    for opening, colours, closing in (("", COLOURS, ""), ("@media(prefers-color-scheme:dark){", DARK, "}"))
)
"""Both as a style sheet for a picture that stands in a page, which cannot reach into it."""
SIGN_COLOURS: Final = {
    "green": "#10703c",
    "blue": "#0b63b0",
    "purple": "#7a2f8f",
    "yellow": "#f4cf3a",
    "red": "#c4331f",
    "orange": "#e58a1f",
    "brown": "#6f4a2a",
    "white": "#ffffff",
    "black": "#000000",
}
"""The colours of the signs of companies and players, which are the same on any ground."""
ON_LIGHT: Final = INK
"""Letters on the lighter ones of these, and what else is dark on any page."""
ON_DARK: Final = "#ffffff"


class Crop(NamedTuple):
    """A rectangle of a drawing: its corner in the north-west, its width and height."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        """The crop as a `viewBox`."""
        return f"{self.x} {self.y} {self.width} {self.height}"


def around(crops: Sequence[Crop]) -> Crop:
    """The smallest rectangle that holds all of these."""
    x, y = min(crop.x for crop in crops), min(crop.y for crop in crops)
    east, south = max(crop.x + crop.width for crop in crops), max(crop.y + crop.height for crop in crops)
    return Crop(x, y, east - x, south - y)


FILE: Final = Path(__file__).parent / "fonts" / "FiraSansCondensed-Bold.ttf"
"""The only face that drawings are made with."""
FAMILY: Final = "Fira Sans Condensed, sans-serif"
"""The face and what stands in for it where a page shows a drawing, as `font-family`."""
WEIGHT: Final = "bold"
_CELLS, _GROUPS = 4, 12
"""The formats of cmap that are read."""


class Face(NamedTuple):
    """The measures of a face, in its own units, of which `em` are as long as the letters' size."""

    em: int
    capital: int
    """The height of a capital letter."""
    widths: Mapping[int, int]
    """The widths by code point; it has no others."""


def width(text: str, size: float = 1) -> float:
    """The length of a text in letters of a size; a letter that the face lacks is as long as its "n"."""
    measured = _face()
    other = measured.widths[ord("n")]
    return sum(measured.widths.get(ord(letter), other) for letter in text) * size / measured.em


def below_middle(size: float = 1) -> float:
    """The length from the middle of a line of capitals and figures of a size down to where they stand."""
    measured = _face()
    return measured.capital * size / measured.em / 2


def has_letters(text: str) -> bool:
    """Whether a text can be drawn: whether the face has all its letters."""
    return all(ord(letter) in _face().widths for letter in text)


@cache
def _face() -> Face:
    return read_face(FILE.read_bytes())


def read_face(data: bytes) -> Face:
    """The measures in a TrueType file."""
    (number,) = unpack_from(">H", data, 4)
    tables = {
        tag: offset for tag, _sum, offset, _length in (unpack_from(">4sIII", data, 12 + 16 * n) for n in range(number))
    }
    (em,) = unpack_from(">H", data, tables[b"head"] + 18)
    (measured,) = unpack_from(">H", data, tables[b"hhea"] + 34)
    advances = unpack_from(">" + "Hh" * measured, data, tables[b"hmtx"])[::2]
    glyphs = _glyphs(data, tables[b"cmap"])
    capital = _top(data, tables, glyphs[ord("H")])
    return Face(em, capital, {code: advances[min(glyph, measured - 1)] for code, glyph in glyphs.items() if glyph})


def _top(data: bytes, tables: Mapping[bytes, int], glyph: int) -> int:
    (is_long,) = unpack_from(">h", data, tables[b"head"] + 50)
    (at,) = (
        unpack_from(">I", data, tables[b"loca"] + 4 * glyph)
        if is_long
        else unpack_from(">H", data, tables[b"loca"] + 2 * glyph)
    )
    (top,) = unpack_from(">h", data, tables[b"glyf"] + (at if is_long else 2 * at) + 8)
    return int(top)


def _glyphs(data: bytes, start: int) -> dict[int, int]:
    (number,) = unpack_from(">H", data, start + 2)
    found: dict[int, int] = {}
    for place in range(number):
        _platform, _encoding, offset = unpack_from(">HHI", data, start + 4 + 8 * place)
        (form,) = unpack_from(">H", data, start + offset)
        reader = {_CELLS: _cells, _GROUPS: _groups}.get(form)
        if reader is not None:
            found.update(reader(data, start + offset))
    return found


def _cells(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Code points and glyphs of a cmap of format 4."""
    (count,) = unpack_from(">H", data, start + 6)
    count //= 2
    ends = unpack_from(f">{count}H", data, start + 14)
    starts = unpack_from(f">{count}H", data, start + 16 + 2 * count)
    deltas = unpack_from(f">{count}H", data, start + 16 + 4 * count)
    offsets_at = start + 16 + 6 * count
    offsets = unpack_from(f">{count}H", data, offsets_at)
    for place, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                (glyph,) = unpack_from(">H", data, offsets_at + 2 * place + offset + 2 * (code - first))
            yield code, (glyph + delta) % 65536 if glyph else 0


def _groups(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Code points and glyphs of a cmap of format 12."""
    (count,) = unpack_from(">I", data, start + 12)
    for place in range(count):
        first, last, glyph = unpack_from(">III", data, start + 16 + 12 * place)
        yield from ((code, glyph + code - first) for code in range(first, last + 1))
