"""The board and its drawing."""

import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import msgspec
import pytest
from drawing_kit import SVG, boards, bridge, drawn, map_svg, place_of, strip, with_id
from reports_kit import random_game
from rules.position import position

from pbem.daemon.map_cache import STYLE
from pbem.drawing.page import COLOURS, WIDTH
from pbem.drawing.terrain import UNIT, outline
from pbem.games.first_rails.drawn_map import BAND, DrawnLand, current_cells, drawn_land, whole_of
from pbem.games.line.board import Board, board_of
from pbem.games.line.drawn_terrain import drawn_terrain_of
from pbem.games.line.map_page import company_mark
from pbem.games.line.render_context import on_tile
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import LETTERS, SIDES, SIZE, Cell, Square, cell_of
from rules_core.line import events as ev
from rules_core.line.actions import Payment
from rules_core.line.table import Screen, Table

DRAWN = "4dd599890ae8c34193a9891d0ff3f2618dc2ff27ebaed6bab57bd371e0e10236"
"""The digest of a drawing in the studio's style; who draws otherwise raises that, as drawings are kept by it."""
ATTRIBUTES = {
    *("aria-hidden", "aria-labelledby", "cx", "cy", "d", "fill", "fill-opacity", "fill-rule", "font-family"),
    *("font-size", "font-weight", "height", "href", "id", "lengthAdjust", "paint-order", "r", "role", "rx"),
    *("stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-opacity"),
    *("stroke-width", "text-anchor", "textLength", "transform", "viewBox", "width", "x", "y"),
}
ELEMENTS = {"svg", "title", "desc", "defs", "g", "use", "path", "rect", "circle", "text"}


def test_a_board_is_small_json_and_comes_back() -> None:
    for board in boards():
        data = msgspec.json.encode(board)
        assert msgspec.json.decode(data, type=Board) == board
        assert len(data) < 8_000


def test_a_board_kept_before_boards_could_be_printed_still_reads() -> None:
    tile = {"cell": [0, 0], "number": 1, "ground": "." * 49}
    tips = [{"name": name, "square": [3, 3], "is_station": False, "ways": [way]} for name, way in (("A", 3), ("B", 1))]
    kept = {
        "companies": [{"name": "Weiden Express", "letter": "W", "colour": "purple"}],
        "tiles": [tile],
        "current": [1],
        "pieces": [{"square": [3, 3], "sides": [1, 3]}],
        "ends": tips,
    }
    board = msgspec.json.decode(msgspec.json.encode(kept), type=Board)
    assert board.printed is None
    assert msgspec.json.decode(msgspec.json.encode(board)) == kept
    assert with_id(drawn(board), r"map-(T\d+-[a-g][1-7])") == ["T1-d4"]


def test_a_drawing_does_not_change_while_its_style_is_the_same() -> None:
    drawing = map_svg(board_of(bridge()), title="Map", description="All of it")
    assert (STYLE, sha256(drawing.encode()).hexdigest()) == (4, DRAWN)


def test_a_board_holds_nothing_from_behind_the_screens() -> None:
    state = random_game(4)[60].state
    other = replace(state, screens=tuple(Screen(30 + seat, 500 + seat) for seat in range(4)))
    found = [msgspec.json.encode(board_of(first_rails.view(each, 1).table)) for each in (state, other)]
    assert found[0] == found[1]


def test_what_happened_is_marked_as_new() -> None:
    news: list[ev.Event] = [
        ev.TileLaid(0, Cell(1, 0), "lake", 0, 3),
        ev.PieceLaid(0, "B", Square(7, 3), 3, 1, "straight"),
        ev.StationBuilt(0, "B", Square(11, 5), 3, "insel", "lake", 3, Payment(3, 0)),
    ]
    table = bridge()
    board = board_of(table, news)
    assert [tile.number for tile in board.tiles if tile.is_new] == [3]
    assert [piece.square for piece in board.pieces if piece.is_new] == [Square(7, 3), Square(11, 5)]
    insel = table.box.company_index("insel")
    assert [tile.new_stations for tile in board.tiles] == [(), (), (insel,)]
    quiet = board_of(table)
    assert not any(tile.is_new for tile in quiet.tiles)
    assert not any(piece.is_new for piece in quiet.pieces)
    assert map_svg(board).count("stroke-dasharray") == map_svg(quiet).count("stroke-dasharray") + 3


def test_what_was_paid_for_is_ticked_off_where_nothing_lies() -> None:
    table = bridge()
    board = board_of(table)
    range_, plain, lake = board.tiles[1], board.tiles[0], board.tiles[2]
    assert range_.paid.bit_count() == range_.ground.count("^")
    assert lake.paid.bit_count() == lake.ground.count("~")
    assert plain.paid == 0
    ticks = [square_in(board, x, y) for x, y in land(board).ticks]
    assert {cell_of(square) for square in ticks} == {range_.cell, lake.cell} and len(ticks) == 2
    for square in ticks:
        assert table.landscape.terrain(square) != "grassland"
        assert table.line.fixture(square) is None


def land(board: Board) -> DrawnLand:
    """All of a board as a page's drawing has it."""
    return drawn_land(board, drawn_terrain_of(board.tiles), whole_of(board), current_cells(board), is_whole=True)


def square_in(board: Board, x: int, y: int) -> Square:
    """The square at a point of that."""
    origin = whole_of(board).origin
    return Square(origin.x + x // UNIT, origin.y + y // UNIT)


def test_everything_on_the_board_is_drawn_once() -> None:
    for board in boards():
        tree = drawn(board)
        numbers = {tile.cell: tile.number for tile in board.tiles}
        pieces = [f"T{numbers[cell_of(piece.square)]}-{on_tile(piece.square)}" for piece in board.pieces]
        assert sorted(with_id(tree, r"map-(T\d+-[a-g][1-7])")) == sorted(pieces)
        assert sorted(with_id(tree, r"map-end-(\w)")) == ["A", "B"]
        assert sorted(with_id(tree, r"map-(T\d+)")) == sorted(f"T{number}" for number in board.current)
        small = with_id(tree, r"map-tile-(\d+)")  # a wide landscape is drawn in parts, one after another
        assert sorted(map(int, small)) == [tile.number for tile in board.tiles]
        stations = [f"{tile.number}-{company}" for tile in board.tiles for company in tile.stations]
        assert sorted(with_id(tree, r"map-station-(\d+-\d+)")) == sorted(stations)
        assert with_id(tree, r"map-key-(\d+)") == [str(place) for place in range(len(board.companies))]


def test_every_piece_lies_as_the_line_runs() -> None:
    for board in boards():
        tiles = {tile.cell: tile for tile in board.tiles}
        for piece, laid in zip(board.pieces, land(board).pieces, strict=True):
            quarters = [turn // 90 for turn in laid.turns]
            if piece.company is None:
                reach = (0, 1) if laid.is_curve else (1, 3)
                sides = {(side + quarters[0]) % 4 for side in reach}
            else:
                sides = set(quarters)
            assert sides == set(piece.sides)
            assert square_in(board, laid.x, laid.y) == piece.square
            ground = tiles[cell_of(piece.square)].ground
            assert laid.is_bridge == (ground[piece.square.y % SIZE * SIZE + piece.square.x % SIZE] == "~")


def test_ends_show_every_way_on() -> None:
    for board in boards():
        tree = drawn(board)
        for tip in board.ends:
            mark = next(element for element in tree.iter() if element.get("id") == f"map-end-{tip.name}")
            assert len(list(mark.iter(f"{SVG}path"))) == len(tip.ways)
            assert [text.text for text in mark.iter(f"{SVG}text")] == [tip.name]
    board = board_of(bridge())
    first, second = land(board).marks
    assert [(square_in(board, way.x, way.y), way.turn) for way in first.ways] == [(Square(-6, 3), 180)]
    assert [LETTERS[(way.turn // 90 + 1) % 4] for way in second.ways] == ["n", "e", "s"]


def test_squares_companies_and_tiles_are_named() -> None:
    for board in boards():
        texts = Counter(text.text for text in drawn(board).iter(f"{SVG}text"))
        assert 1 <= texts["abcdefg"] <= len(board.current)
        assert 1 <= texts["1234567"] <= len(board.current)
        for tile in board.tiles:
            assert texts[f"T{tile.number}"] >= 1 + (tile.number in board.current)
        for company in board.companies:
            assert texts[company.letter] >= 1
    names = " ".join(text.text for text in drawn(board_of(bridge())).iter(f"{SVG}text"))
    assert "Berg & Tal-Bahn" in names


def test_names_of_columns_and_rows_stand_before_their_squares() -> None:
    tree = drawn(board_of(position().table))
    for text in tree.iter(f"{SVG}text"):
        if text.text in ("abcdefg", "1234567"):
            xs, ys = ([float(number) for number in text.get(axis).split()] for axis in "xy")
            along, across = (xs, ys) if text.text == "abcdefg" else (ys, xs)
            assert [int(place // UNIT) for place in along] == list(range(SIZE))
            assert all(place < 0 or place > SIZE * UNIT for place in across)


def test_a_drawing_needs_nothing_from_outside() -> None:
    for board in boards():
        for element in drawn(board, title="Map", description="All of it").iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            assert set(element.attrib) <= ATTRIBUTES
            assert element.get("href", "#").startswith("#")
            assert not any("url(" in value for value in element.attrib.values())


def test_ids_are_unique_and_found() -> None:
    for board in boards():
        both = map_svg(board, title="1", id_prefix="one") + map_svg(board, title="2", id_prefix="two")
        ids = re.findall(r'\bid="([^"]+)"', both)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', both)) <= set(ids)


def test_a_drawing_says_what_it_is() -> None:
    tree = drawn(board_of(position().table), title='<Rails> & "more"', description="Two ends")
    assert tree.get("role") == "img"
    named = [next(e for e in tree.iter() if e.get("id") == id_) for id_ in tree.get("aria-labelledby").split()]
    assert [(element.tag, element.text) for element in named] == [
        (f"{SVG}title", '<Rails> & "more"'),
        (f"{SVG}desc", "Two ends"),
    ]
    assert drawn(board_of(position().table)).get("aria-hidden") == "true"


@pytest.mark.parametrize(
    "cells",
    [
        [Cell(x, 0) for x in range(36)],
        [Cell(0, y) for y in range(36)],
        [Cell(-x, y) for y in range(6) for x in range(6)],
        [Cell(x, (x + 1) // 2) for x in range(19)],
    ],
    ids=["from west to east", "from north to south", "square", "stairs"],
)
def test_any_landscape_finds_room(cells: list[Cell]) -> None:
    board = board_of(strip(cells, ["weiden", "insel", "eisberg", "ueberall", "bergtal"]))
    tree = drawn(board)
    assert len(with_id(tree, r"map-tile-(\d+)")) == len(cells)
    for tile in board.tiles:
        x, y, scale = place_of(tree, f"map-tile-{tile.number}")
        group = next(element for element in tree.iter() if element.get("id") == f"map-tile-{tile.number}")
        column, row = (float(number) * scale for number in re.findall(r"[\d.]+", group.get("transform")))
        side = SIZE * UNIT * scale
        assert side >= WIDTH / BAND * 0.9
        assert x + column >= 0
        assert x + column + side <= WIDTH
        assert y + row + side <= float(tree.get("height"))


@pytest.mark.parametrize("table", [position().table, bridge()], ids=["alone", "beside"])
def test_long_names_are_drawn_narrower(table: Table) -> None:
    board = board_of(table)
    assert "textLength" not in map_svg(board)
    long = tuple(msgspec.structs.replace(company, name=f"{company.name}gesellschaft") for company in board.companies)
    texts = [
        text
        for text in drawn(msgspec.structs.replace(board, companies=long)).iter(f"{SVG}text")
        if text.text.endswith("gesellschaft")
    ]
    assert len(texts) == len(long)
    assert all(float(text.get("x")) + float(text.get("textLength")) <= WIDTH for text in texts)


def test_companies_differ_by_shape_and_by_letter() -> None:
    companies = board_of(position().table).companies
    emblems = [company_mark(company, place) for place, company in enumerate(companies)]
    for facts in ({each.outline for each in emblems}, {each.letter for each in emblems}, {e.colour for e in emblems}):
        assert len(facts) == len(companies)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (WCAG 2.2)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_letters_stand_out_from_their_ground() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    companies = board_of(position().table).companies
    pairs = [(COLOURS["ink"], COLOURS[ground]) for ground in ("paper", "grass", "mountain", "water", "new")]
    pairs.append((COLOURS["label"], COLOURS["paper"]))
    for place, company in enumerate(companies):
        for colour in ("green", "blue", "purple", "yellow", "red", "orange", "brown", "white", "black", "mauve"):
            each = company_mark(msgspec.structs.replace(company, colour=colour), place)
            pairs.append((each.letter_colour, each.colour))
    assert min(contrast(*pair) for pair in pairs) >= 4.5


def test_grounds_stand_out_from_each_other_by_their_outlines() -> None:
    for line, grounds in (("rock", ("mountain", "grass")), ("shore", ("water", "grass"))):
        assert min(contrast(COLOURS[line], COLOURS[ground]) for ground in grounds) >= 3


def test_outlines_go_around_areas_and_holes() -> None:
    assert outline([]) == ""
    assert outline([(0, 0)]) == "M30 0h40q30 0 30 30v40q0 30 -30 30h-40q-30 0 -30 -30v-40q0 -30 30 -30z"
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    for squares, loops in ((ring, 2), ([(0, 0), (1, 1)], 2), ([(0, 0), (1, 0), (1, 1)], 1), ([(5, 5), (-3, 2)], 2)):
        assert outline(squares).count("M") == outline(squares).count("z") == loops


def test_outlines_enclose_as_many_squares_as_they_are_of() -> None:
    for board in boards():
        for tile in board.tiles:
            for sign in "^~":
                squares = [(n % SIZE, n // SIZE) for n, found in enumerate(tile.ground) if found == sign]
                assert _enclosed(outline(squares)) == pytest.approx(len(squares))


def _enclosed(path: str) -> float:
    """The area that a path of straight lines and roundings encloses, in squares, its corners taken as sharp."""
    area = 0.0
    for loop in path.split("M")[1:]:
        x, y = (float(number) for number in re.findall(r"-?\d+", loop)[:2])
        corners = []
        for kind, numbers in re.findall(r"([hvq])([-\d ]+)", loop):
            way = [float(number) for number in numbers.split()]
            if kind == "q":
                corners.append((x + way[0], y + way[1]))
            x += way[0] if kind == "h" else way[2] if kind == "q" else 0
            y += way[0] if kind == "v" else way[3] if kind == "q" else 0
        turned = zip(corners, corners[1:] + corners[:1], strict=True)
        area += sum(ax * by - bx * ay for (ax, ay), (bx, by) in turned) / 2
    return area / UNIT**2


def test_areas_go_on_where_the_landscape_ends() -> None:
    tiles = board_of(bridge()).tiles
    ground = drawn_terrain_of(tiles)
    assert len(ground) == len(tiles) * SIZE * SIZE + 8 * SIZE
    range_ = tiles[1]
    for side, (dx, dy) in zip(SIDES, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
        inner = Square(range_.cell.x * SIZE + 1 + dx, range_.cell.y * SIZE + 1 + dy)
        assert ground[inner] == range_.ground[(1 + dy) * SIZE + 1 + dx], side
    assert ground[Square(-SIZE - 1, 2)] == ground[Square(-SIZE, 2)] == "^"
    assert ground[Square(-SIZE, -1)] == "^"
