"""Drawings as pictures: small ones for links to a game, and PNG of the size that is asked for."""

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from pbem.drawing import page
from pbem.drawing.page import Crop, around, has_letters, width

if TYPE_CHECKING:
    from PIL.Image import Image
    from resvg.usvg import Options

WIDTH: Final = 1200
HEIGHT: Final = 630
_BOX: Final = Crop(404, 30, 766, 570)
"""Where the map is."""
_LEFT: Final = 36
_ROOM: Final = _BOX.x - 2 * _LEFT
_TOP: Final = 74
_TITLE: Final = 54
_LINE: Final = 30
_MOST: Final = 3
"""Lines of a title."""
_MORE: Final = "…"


class PreviewLine(NamedTuple):
    """A line beside the map, and where it begins."""

    text: str
    y: int
    size: int
    is_title: bool


class PreviewFrame(NamedTuple):
    """The frame around a map: where the map is, how it is moved and scaled there, and what stands beside it."""

    width: int
    height: int
    box: Crop
    x: float
    y: float
    scale: float
    left: int
    rule: int
    """Where the rule below the title runs."""
    lines: tuple[PreviewLine, ...]


def preview_frame(crops: Sequence[Crop], title: str, lines: Sequence[str]) -> PreviewFrame:
    """The frame for a map of which all these parts are to be seen; letters that the face lacks are left out."""
    x, y, across, down = around(crops)
    scale = min(_BOX.width / across, _BOX.height / down)
    titles = [
        PreviewLine(text, _TOP + round(_TITLE * 1.1) * place, _TITLE, True)
        for place, text in enumerate(_wrapped(title))
    ]
    rule = titles[-1].y + 44 if titles else _TOP
    written = (text for line in lines for text in _parted(_known(line), _LINE))
    others = [
        PreviewLine(text, rule + 62 + round(_LINE * 1.45) * place, _LINE, False) for place, text in enumerate(written)
    ]
    return PreviewFrame(
        width=WIDTH,
        height=HEIGHT,
        box=_BOX,
        x=round(_BOX.x + (_BOX.width - across * scale) / 2 - x * scale, 1),
        y=round(_BOX.y + (_BOX.height - down * scale) / 2 - y * scale, 1),
        scale=round(scale, 5),
        left=_LEFT,
        rule=rule,
        lines=(*titles, *(line for line in others if line.y < HEIGHT - 20)),
    )


def _known(text: str) -> str:
    return "".join(letter for letter in text if has_letters(letter)).strip()


def _wrapped(title: str) -> list[str]:
    found = list(_parted(_known(title), _TITLE))
    return found if len(found) <= _MOST else [*found[: _MOST - 1], _cut(found[_MOST - 1] + _MORE, _TITLE)]


def _parted(text: str, size: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > _ROOM:
            yield _cut(line, size)
            longer = word
        line = longer
    if line:
        yield _cut(line, size)


def _cut(text: str, size: int) -> str:
    if width(text, size) <= _ROOM:
        return text
    shortened = text
    while shortened and width(shortened + _MORE, size) > _ROOM:
        shortened = shortened[:-1]
    return shortened + _MORE


COLOURS: Final = 128
"""The most colours of a picture."""
_PARCHMENT: Final = (0.92, 0.905, 0.87)
"""The share of red, green and blue that is left of white in a subdued picture."""
_DEEPENED: Final = 1.2
"""The power by which its other colours are deepened, so that letters stand out no less than on white."""
_EFFORT: Final = 3
"""How hard zlib tries: 6 would make pictures a sixth lighter in twice the time, 9 a quarter in ten times as much."""


_AS_LARGE: Final = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""A drawing's own size, as an affine transformation row by row."""
_WHITE: Final = (255, 255, 255, 255)


class CannotDraw(ValueError):
    """An SVG that cannot be drawn; the message says why."""


def png_of(svg: str, *, subdued: bool = False) -> bytes:
    """Render an SVG in its own size, as a PNG of at most COLOURS colours without transparency.

    With `subdued`, white paper becomes parchment, which does not glare on a dark page. Raises CannotDraw where the text
    is no SVG that can be drawn.
    """
    from PIL import Image  # a tenth of a second, which a server's start need not wait for

    try:
        drawn = rasterised(svg)
    except ValueError as error:
        raise CannotDraw(str(error)) from error
    light = io.BytesIO()
    with Image.open(io.BytesIO(drawn)) as picture:
        drawing = _with_few_colours(picture.convert("RGB"))
        if subdued:
            drawing.putpalette(on_parchment(drawing.getpalette() or ()))
        drawing.save(light, "PNG", compress_level=_EFFORT)
    return light.getvalue()


def rasterised(svg: str) -> bytes:
    """Rasterise an SVG: give a PNG in full colour. Raises ValueError."""
    from resvg import render, usvg  # as above

    try:
        tree = usvg.Tree.from_str(svg, _with_letters())
        return render(tree, _AS_LARGE, bg_color=_WHITE)
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what the library raises for any fault is no Exception
            raise
        raise ValueError(str(error)) from error


@cache
def _with_letters() -> "Options":
    """The face that drawings are made with, read once."""
    from resvg import usvg

    options = usvg.Options.default()
    options.load_font_data(page.FILE.read_bytes())  # of a file, it would read that anew for each text
    return options


def on_parchment(colours: Iterable[int]) -> bytes:
    """Colours of a palette, each in red, green and blue, as a subdued picture has them."""
    return bytes(round(255 * left * (part / 255) ** _DEEPENED) for part, left in zip(colours, cycle(_PARCHMENT)))


def _with_few_colours(picture: "Image") -> "Image":
    """The picture in its most frequent colours: areas keep theirs, and only the blends along edges are rounded.

    They are counted in one pixel of nine, and never made up as by Pillow's own choice, which takes longer too.
    """
    from PIL import Image

    sample = picture.resize((-(-picture.width // 3), -(-picture.height // 3)), Image.Resampling.NEAREST)
    counted = cast(list[tuple[int, tuple[int, int, int]]], sample.getcolors(sample.width * sample.height))
    most = sorted(counted, reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in most for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)
