"""Drawings as pictures."""

import io
import re
from collections.abc import Callable

import pytest
from drawing_kit import boards, bridge, charts, drawn, map_svg, place_of
from each_kit import each
from PIL import Image
from rules.position import position

from pbem.drawing import page
from pbem.drawing.page import COLOURS, WIDTH
from pbem.drawing.preview import COLOURS as MOST
from pbem.drawing.preview import CannotDraw, on_parchment, png_of, rasterised
from pbem.drawing.terrain import UNIT
from pbem.games.germany.drawn_map import READ, RIM
from pbem.games.line.board import Board, board_of
from pbem.games.line.drawn_terrain import BoardStretch
from rules_core.grid import SIZE, Square, cell_of, square_at, step
from rules_core.line.chart import number

KB = 1024
CHART_GROUND = {".": ("grass",), "^": ("mountain",), "~": ("water", "shallows"), "x": ("abroad",)}


def picture(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(png_of(svg)))


def pixel(image: Image.Image, x: float, y: float) -> str:
    found = image.getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    return "#" + "".join(f"{int(part):02x}" for part in found[:3])


def is_like(one: str, other: str) -> bool:
    """Whether two colours differ by less than the rounding of areas drawn over each other."""
    return all(abs(a - b) <= 2 for a, b in zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True))


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


def test_a_picture_of_germany_is_light_too() -> None:
    for board in charts()[::4]:
        svg = map_svg(board)
        data = png_of(svg)
        image = Image.open(io.BytesIO(data))
        assert "transparency" not in image.info
        assert image.size == (WIDTH, int(re.findall(r'height="(\d+)"', svg)[0]))
        assert len(data) < 80 * KB


@pytest.mark.parametrize("made", [lambda: board_of(bridge()), lambda: charts()[0]], ids=["tiles", "chart"])
def test_a_picture_is_the_same_each_time(made: Callable[[], Board]) -> None:
    svg = map_svg(made())
    assert png_of(svg) == png_of(svg)


def test_areas_keep_their_colours() -> None:
    board = board_of(bridge())
    image = picture(map_svg(board)).convert("RGB")
    taken = {piece.square for piece in board.pieces} | {step(tip.square, way) for tip in board.ends for way in tip.ways}
    for tile in board.tiles[1:]:
        x, y, scale = place_of(drawn(board), f"map-T{tile.number}", is_within=True)
        for index, sign in enumerate(tile.ground):
            if square_at(tile.cell, index) not in taken:
                column, row = index % SIZE + 0.08, index // SIZE + 0.33
                found = pixel(image, x + column * UNIT * scale, y + row * UNIT * scale)
                grounds = [*CHART_GROUND[sign], *(["shallows"] if "~" in tile.ground else [])]
                assert found in [COLOURS[ground] for ground in grounds], (tile.number, index)


def test_in_a_mail_it_glares_less_and_its_letters_stand_out_no_less() -> None:
    """Mail programs leave pictures as they are where they turn all else dark."""
    svg = map_svg(board_of(bridge()))
    light, quiet = (Image.open(io.BytesIO(png_of(svg, subdued=subdued))) for subdued in (False, True))
    assert quiet.size == light.size and quiet.tobytes() == light.tobytes(), "only colours differ"
    assert bytes(quiet.getpalette() or ()) == on_parchment(light.getpalette() or ())
    for ground in ("paper", "grass", "mountain", "water"):
        there = hexadecimal(COLOURS[ground])
        assert luminance(on_parchment(there)) < 0.82 * luminance(there)
        for letters in ("label", "shore", "river"):
            written = hexadecimal(COLOURS[letters])
            assert contrast(on_parchment(written), on_parchment(there)) > contrast(written, there), (letters, ground)


def hexadecimal(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


def luminance(colour: bytes) -> float:
    """Relative luminance (WCAG 2)."""
    shares = (part / 255 for part in colour)
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: bytes, other: bytes) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_each_square_of_a_chart_has_the_colour_of_its_ground() -> None:
    board = charts()[0]
    printed = board.printed
    assert printed is not None
    svg = re.sub(r"<text .*?</text>|<path [^>]*transform=.*?/>", "", map_svg(board, view="whole"))
    image, side = Image.open(io.BytesIO(rasterised(svg))).convert("RGB"), READ
    taken = {square for river in printed.rivers for square in river.course}
    taken |= {site.square for town in printed.towns for site in town.sites}
    taken |= {country.square for country in printed.countries}
    stretch = BoardStretch(Square(0, 0), len(printed.ground[0]), len(printed.ground))
    looked_at = [square for square in stretch.around() if square not in taken | under_the_rose(stretch)]
    for square in looked_at:
        if number(cell_of(square)) not in board.current:
            grounds = [COLOURS[name] for name in CHART_GROUND[printed.sign(square)]]
            places = [(square.x + x, square.y + y) for x, y in ((0.5, 0.5), (0.5, 0.85), (0.15, 0.5), (0.85, 0.5))]
            found = [pixel(image, RIM + x * side, RIM + y * side) for x, y in places]
            assert any(is_like(one, ground) for one in found for ground in grounds), (square, found)


def under_the_rose(stretch: BoardStretch) -> set[Square]:
    """The squares in the south-east, where the arrow to the north stands."""
    return {Square(x, y) for x in range(stretch.columns - 3, stretch.columns) for y in range(36, stretch.rows)}


@pytest.mark.parametrize("made", [lambda: board_of(position().table), lambda: charts()[0]], ids=["tiles", "chart"])
def test_all_that_is_written_is_drawn(made: Callable[[], Board]) -> None:
    svg = map_svg(made())
    whole = rasterised(svg)
    texts = re.findall(r"<text .*?</text>", svg)
    one_of_each_size = {"".join(re.findall(r'font-size="([^"]+)"', text)): text for text in texts}
    assert len(one_of_each_size) >= 6
    for text in one_of_each_size.values():
        assert rasterised(svg.replace(text, "", 1)) != whole, text


@pytest.mark.parametrize("letters", ["aouAOU", "äöüÄÖÜ", "éèçßñøåŁžő", "1234567"])
def test_the_font_has_the_letters_of_names(letters: str) -> None:
    pictures = {rasterised(text_of("Fira Sans Condensed", letter)) for letter in letters}
    unknown = rasterised(text_of("Fira Sans Condensed", "\u4e2d"))
    assert len(pictures) == len(letters)
    assert unknown not in pictures


@each("letter", "a~ÿĀžſƀȘțȜ‐—‘„…€→ЖΩ中")
def test_the_letters_that_the_font_has_are_known(letter: str) -> None:
    unknown = rasterised(text_of("Fira Sans Condensed", "\u4e2d"))
    assert page.has_letters(f"a{letter}") == (rasterised(text_of("Fira Sans Condensed", letter)) != unknown)


@each("family", ["DejaVu Serif", "DejaVu Sans Mono", "Liberation Sans", "Arial", "monospace"])
def test_fonts_of_the_system_are_not_used(family: str) -> None:
    ours = rasterised(text_of("Fira Sans Condensed"))
    blank = rasterised(text_of("Fira Sans Condensed", ""))
    assert ours != blank
    assert rasterised(text_of(family)) in (ours, blank)


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    assert page.FILE.stat().st_size < 60 * KB
    assert "SIL OPEN FONT LICENSE" in (page.FILE.parent / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "no drawing", "<svg", "<html></html>"])
def test_what_is_no_drawing_is_told(text: str) -> None:
    with pytest.raises(CannotDraw):
        png_of(text)
