"""Drawings as pictures for mails: drawn alike everywhere, opaque, and light."""

import io
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
"""The only font that drawings are made with."""
_COLOURS: Final = 128
_EFFORT: Final = 6


class CannotDraw(ValueError):
    """An SVG that cannot be drawn; the message says why."""


def png_of(svg: str) -> bytes:
    """The picture of an SVG in its own size, as a PNG of at most 128 colours without transparency.

    Raises CannotDraw where the text is no SVG that can be drawn.
    """
    try:
        drawn = rasterised(svg)
    except ValueError as error:
        raise CannotDraw(str(error)) from error
    picture = (
        Image.open(io.BytesIO(drawn))
        .convert("RGB")
        .quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    )
    light = io.BytesIO()
    picture.save(light, "PNG", compress_level=_EFFORT)
    return light.getvalue()


def rasterised(svg: str) -> bytes:
    """What the rasteriser makes of an SVG: a PNG in full colour. Raises ValueError."""
    return resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", skip_system_fonts=True, font_files=[str(FONT)])
