"""Drawings on pages: all of a board in one, of which what lies around the ends is seen, in the page's colours."""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from drawing_kit import SVG, boards, charts, kind_of
from lxml import etree
from network_board_kit import random_boards

from pbem.drawing.page import COLOURS, DARK, PALETTE, Crop, around
from pbem.drawing.terrain import UNIT
from pbem.games.first_rails.drawn_map import chain_of
from pbem.games.line.board import Board
from pbem.games.line.map_page import page_svg, printed_terrain_svg
from pbem.games.line.render_context import line_game
from pbem.games.railroad_dice_2.maps import drawn_map as network
from reports.test_drawn import ATTRIBUTES, ELEMENTS
from rules_core.grid import SIZE, Cell, Square, square_at
from rules_core.line.companies import longest_chain

MORE_ATTRIBUTES = {"class", "data-ends", "data-key", "data-whole", "data-square", "patternUnits", "vector-effect"}
MORE_ELEMENTS = {"pattern"}
ADDRESS = "/boards/germany-0.svg"


def parsed(drawing: str) -> etree._Element:
    return etree.fromstring(drawing)


def crop_of(text: str) -> Crop:
    return Crop(*map(int, text.split()))


def cells_of(board: Board) -> dict[str, Cell]:
    """The cells in which the ends lie."""
    return {tip.name: Cell(tip.square.x // SIZE, tip.square.y // SIZE) for tip in board.ends}


@pytest.mark.parametrize("made", [boards, charts], ids=["tiles", "chart"])
def test_what_is_seen_first_is_around_the_ends_as_they_lie(made: Callable[[], tuple[Board, ...]]) -> None:
    shapes: Counter[int] = Counter()
    for board in made():
        drawing = parsed(page_svg(kind_of(board), board))
        seen, ends = crop_of(drawing.get("viewBox")), drawing.get("data-ends")
        crops = [crop_of(end) for end in ends.split(";")] if ends else [seen]
        assert line_game(kind_of(board)).on_page(board).crops == tuple(crops)
        assert seen == around(crops)
        assert drawing.get("data-square") == str(UNIT)
        whole = crop_of(drawing.get("data-whole"))
        assert around([whole, seen]).width <= whole.width + 2 * UNIT
        for cell in cells_of(board).values():
            x, y = (n * UNIT for n in square_at(cell, 0))
            side = SIZE * UNIT
            held = [
                c for c in crops if c.x <= x and c.y <= y and x + side <= c.x + c.width and y + side <= c.y + c.height
            ]
            assert len(held) == 1, "each end's tile or sector is seen wholly, and once"
        one, other = cells_of(board).values()
        are_near = abs(one.x - other.x) < 2 and abs(one.y - other.y) < 2
        assert len(crops) == (1 if are_near else 2)
        shapes[len(crops)] += 1
    assert set(shapes) == {1, 2}


def test_pieces_lie_where_their_squares_are() -> None:
    for board in (*boards(), *charts()):
        tree = parsed(page_svg(kind_of(board), board))
        found = []
        for element in tree.iter():
            if re.fullmatch(r"map-[ST]\d+-[a-g][1-7]", element.get("id") or ""):
                x = y = 0.0
                for each in (element, *element.iterancestors()):
                    moved = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", each.get("transform") or "")
                    x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
                found.append(Square(int(x // UNIT), int(y // UNIT)))
        assert sorted(found) == sorted(piece.square for piece in board.pieces)


def test_a_page_s_drawing_has_the_page_s_colours_and_needs_no_more_than_it_says() -> None:
    drawings = [page_svg(kind_of(board), board, ground=ADDRESS) for board in (*boards()[::4], *charts()[::4])]
    drawings += [network.page_svg(board) for board in random_boards()[::5]]
    for drawing in drawings:
        named = set(re.findall(r"var\(--map-([\w-]+), (#\w+)\)", drawing))
        assert named <= set(COLOURS.items())
        assert not set(COLOURS.values()) & set(re.findall(r'="(#[0-9a-f]{6})"', drawing)) - {"#16222e", "#faf6e9"}
        for element in parsed(drawing).iter():
            if element.tag == f"{SVG}image":
                assert element.get("href") == ADDRESS
                continue
            assert element.tag.removeprefix(SVG) in ELEMENTS | MORE_ELEMENTS
            assert set(element.attrib) <= ATTRIBUTES | MORE_ATTRIBUTES
            assert element.get("href", "#").startswith("#")
            assert all(value.startswith("url(#map-") for value in element.attrib.values() if "url(" in value)


def test_ids_are_unique_and_found() -> None:
    drawings = [page_svg(kind_of(board), board) for board in (*boards(), *charts())]
    for drawing in drawings + [network.page_svg(board) for board in random_boards()]:
        ids = re.findall(r'\bid="([^"]+)"', drawing)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawing)) <= set(ids)


def test_what_never_changes_is_a_picture_of_its_own_light_and_dark() -> None:
    ground = {printed_terrain_svg("germany", board) for board in charts()}
    assert len(ground) == 1
    (drawing,) = ground
    assert parsed(drawing).findtext(f"{SVG}style") == PALETTE
    for board in charts():
        with_it, alone = (page_svg("germany", board, ground=address) for address in ("", ADDRESS))
        assert len(alone) < len(with_it) / 2
        texts = [text.text for text in parsed(alone).iter(f"{SVG}text")]
        assert "Frankfurt" in texts and "S9" not in texts
    assert "S9" in [text.text for text in parsed(drawing).iter(f"{SVG}text")]


def test_palettes_have_the_same_names() -> None:
    assert set(DARK) == set(COLOURS)


def test_chains_are_as_long_as_they_count() -> None:
    """FR-60."""
    for board in boards():
        for company in range(len(board.companies)):
            cells = [tile.cell for tile in board.tiles if company in tile.stations]
            chain, longest = chain_of(board, company), longest_chain(cells)
            assert len(chain) % longest == 0 if longest > 1 else not chain
            assert chain <= set(cells)
        drawn = parsed(page_svg("first_rails", board)).iter(f"{SVG}path")
        lines = [path for path in drawn if path.get("vector-effect")]
        assert len(lines) == 2 * sum(bool(chain_of(board, company)) for company in range(len(board.companies)))
