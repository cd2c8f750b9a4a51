"""Drawings as pictures: drawn alike everywhere, opaque, of few colours; for mails on parchment, and not on white."""

import io
from collections.abc import Iterable
from itertools import cycle
from typing import TYPE_CHECKING, Final, cast

from pbem.drawing import face

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS: Final = 128
"""The most colours of a picture."""
_PARCHMENT: Final = (0.92, 0.905, 0.87)
"""The share of red, green and blue that is left of white in a subdued picture."""
_DEEPENED: Final = 1.2
"""The power by which its other colours are deepened, so that letters stand out no less than on white."""
_EFFORT: Final = 3
"""How hard zlib tries: 6 would make pictures a sixth lighter in twice the time, 9 a quarter in ten times as much."""


class CannotDraw(ValueError):
    """An SVG that cannot be drawn; the message says why."""


def png_of(svg: str, *, subdued: bool = False) -> bytes:
    """The picture of an SVG in its own size, as a PNG of at most COLOURS colours without transparency.

    One that is `subdued` is on parchment in place of white paper, which does not glare where all around it is dark.
    Raises CannotDraw where the text is no SVG that can be drawn.
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
    import resvg_py  # as above

    return resvg_py.svg_to_bytes(
        svg_string=svg, background="#ffffff", skip_system_fonts=True, font_files=[str(face.FILE)]
    )


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
