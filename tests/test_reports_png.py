"""Drawings as pictures."""

import io
import re

import pytest
from drawing_kit import boards, bridge, drawn, place_of
from PIL import Image
from rules.position import position

from pbem.reports.board import board_of
from pbem.reports.map_svg import COLOURS, WIDTH, map_svg
from pbem.reports.outline import UNIT
from pbem.reports.png import COLOURS as MOST
from pbem.reports.png import FONT, CannotDraw, png_of, rasterised
from rules_core.geometry import SIZE, square_at

KB = 1024
GROUND = {".": "grass", "^": "mountain", "~": "water"}


def picture(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(png_of(svg)))


def pixel(image: Image.Image, x: float, y: float) -> str:
    found = image.getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    return "#" + "".join(f"{int(part):02x}" for part in found[:3])


def text_of(family: str, text: str = "Berg & Tal-Bahn") -> str:
    escaped = text.replace("&", "&amp;")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40">'
        f'<text x="5" y="30" font-size="30" font-weight="bold" font-family="{family}">{escaped}</text></svg>'
    )


def test_a_picture_is_opaque_light_and_of_few_colours() -> None:
    for board in boards()[::8]:
        svg = map_svg(board)
        data = png_of(svg)
        image = Image.open(io.BytesIO(data))
        assert image.format == "PNG"
        assert image.mode == "P"
        assert "transparency" not in image.info
        assert len(image.getcolors() or []) <= MOST
        height = int(re.findall(r'height="(\d+)"', svg)[0])
        assert image.size == (WIDTH, height)
        assert len(data) < (60 if len(board.tiles) < 12 else 90) * KB


def test_a_picture_is_the_same_each_time() -> None:
    svg = map_svg(board_of(bridge()))
    assert png_of(svg) == png_of(svg)


def test_areas_keep_their_colours() -> None:
    board = board_of(bridge())
    image = picture(map_svg(board)).convert("RGB")
    taken = {piece.square for piece in board.pieces}
    for tile in board.tiles[1:]:
        x, y, scale = place_of(drawn(board), f"map-T{tile.number}")
        for index, sign in enumerate(tile.ground):
            if square_at(tile.cell, index) not in taken:
                column, row = index % SIZE + 0.08, index // SIZE + 0.33
                found = pixel(image, x + column * UNIT * scale, y + row * UNIT * scale)
                assert found == COLOURS[GROUND[sign]], (tile.number, index)


def test_all_that_is_written_is_drawn() -> None:
    svg = map_svg(board_of(position().table))
    whole = rasterised(svg)
    one_of_each_size = {
        re.findall(r'font-size="([^"]+)"', text)[0]: text for text in re.findall(r"<text .*?</text>", svg)
    }
    assert len(one_of_each_size) >= 6
    for text in one_of_each_size.values():
        assert rasterised(svg.replace(text, "", 1)) != whole, text


@pytest.mark.parametrize("letters", ["aouAOU", "äöüÄÖÜ", "éèçßñøåŁžő", "1234567"])
def test_the_font_has_the_letters_of_names(letters: str) -> None:
    pictures = {rasterised(text_of("DejaVu Sans Condensed", letter)) for letter in letters}
    unknown = rasterised(text_of("DejaVu Sans Condensed", "\u4e2d"))
    assert len(pictures) == len(letters)
    assert unknown not in pictures


@pytest.mark.parametrize("family", ["DejaVu Serif", "DejaVu Sans Mono", "Liberation Sans", "Arial", "monospace"])
def test_fonts_of_the_system_are_not_used(family: str) -> None:
    ours = rasterised(text_of("DejaVu Sans Condensed"))
    blank = rasterised(text_of("DejaVu Sans Condensed", ""))
    assert ours != blank
    assert rasterised(text_of(family)) in (ours, blank)


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    assert FONT.stat().st_size < 60 * KB
    assert "Bitstream" in (FONT.parent / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "no drawing", "<svg", "<html></html>"])
def test_what_is_no_drawing_is_told(text: str) -> None:
    with pytest.raises(CannotDraw):
        png_of(text)
