"""The drawn map of Railroad Dice 2: what lies where, track as trains run, signs, sizes and ids."""

import io
import re

import msgspec
import pytest
from each_kit import each
from lxml import etree
from network_board_kit import PLAYERS, SVG, board_of, drawn, laid, middle_of, part, random_boards, uses
from PIL import Image
from soak import few

from pbem.drawing.page import COLOURS, WIDTH
from pbem.drawing.preview import png_of
from pbem.drawing.terrain import UNIT
from pbem.games.railroad_dice_2.maps.board import CROSSED, STRANDS, NetworkDie, bare_board, drawn_die, way
from pbem.games.railroad_dice_2.maps.drawn_map import COUNTERS, DICE, GREY, SIGNS_OF_HOMES, frame_of, network_svg
from pbem.games.railroad_dice_2.names import HOMES, square_name
from reports.test_drawn import ATTRIBUTES, ELEMENTS, contrast
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.track import PIECES, TRACK_SIDES, Piece
from rules_core.grid import Square

KB = 1024
MIDDLES = {"n": (0, -50), "e": (50, 0), "s": (0, 50), "w": (-50, 0)}


def test_all_that_lies_on_the_map_is_drawn_where_it_lies() -> None:
    for board in random_boards():
        tree = drawn(board)
        for square in [die.square for die in board.dice] + [station.square for station in board.stations]:
            middle = square.x * UNIT + UNIT // 2, square.y * UNIT + UNIT // 2
            assert middle_of(part(tree, square_name(square))) == middle
        for station in board.stations:
            sign = "grey" if station.owner is None else HOMES[station.owner]
            assert sign in uses(part(tree, square_name(station.square)))
        for tile in board.tiles:
            assert middle_of(part(tree, f"tile-{tile.number}")) == (tile.x * UNIT, tile.y * UNIT)
            assert [text.text for text in part(tree, f"tile-{tile.number}").iter(f"{SVG}text")] == [str(tile.number)]


def test_counters_stand_on_corners_of_squares_within_their_tiles() -> None:
    for board in random_boards():
        tree = drawn(board)
        for tile in board.tiles:
            if not tile.takes_passengers:
                assert not [e for e in tree.iter() if e.get("id") == f"map-waiting-{tile.number}"]
                continue
            stack = part(tree, f"waiting-{tile.number}")
            x, y = middle_of(stack)
            assert x % UNIT == y % UNIT == 0
            assert tile.x < x / UNIT < tile.x + len(tile.ground)
            assert tile.y < y / UNIT < tile.y + len(tile.ground)
            assert [text.text for text in stack.iter(f"{SVG}text")] == [str(tile.waiting)]


@each("piece", PIECES, ids="-".join)
def test_each_piece_is_drawn_by_rails_that_join_its_pairs_of_sides(piece: Piece) -> None:
    """R2-21: a die is drawn by one way for each pair, from side to side, and by no other."""
    strands = drawn_die(NetworkDie(Square(0, 0), piece), ()).strands
    ways = [pair for strand in strands for pair in STRANDS[strand.name]]
    assert sorted(ways) == sorted(piece)
    for pair in ways:
        assert ends_of(way(pair)) == {MIDDLES[side] for side in pair}
        assert ends_of(way(pair, 10)) == {(x * 6 / 5, y * 6 / 5) for x, y in ends_of(way(pair))}
    merged = [strand for strand in strands if "-" in strand.name]
    shares_a_side = len(piece) == 2 and len(TRACK_SIDES[piece]) == 3
    assert bool(merged) == shares_a_side


def ends_of(path: str) -> set[tuple[float, float]]:
    """The points where a path begins and ends."""
    points = [point.split()[-2:] for point in re.findall(r"[MLA]([-\d ]+)", path)]
    return {(float(x), float(y)) for x, y in (points[0], points[-1])}


@pytest.mark.parametrize("piece", few(PIECES, 7), ids="-".join)
def test_rails_bend_around_the_corner_between_their_sides(piece: Piece) -> None:
    """Look at the middle of each way in a picture, where a curve has left a straight by a third of a square."""
    board = board_of(laid({"f6": " ".join(piece)}))
    frame = frame_of(board.columns, board.rows)
    image = Image.open(io.BytesIO(png_of(network_svg(board)))).convert("RGB")
    for pair in piece:
        (ax, ay), (bx, by) = (MIDDLES[side] for side in pair)
        x, y = (ax + bx) * 0.293, (ay + by) * 0.293
        at = int(frame.left + (5.5 + x / UNIT) * frame.side), int(frame.top + (5.5 + y / UNIT) * frame.side)
        found = image.getpixel(at)
        assert isinstance(found, tuple)
        assert min(found) > 225, (pair, found)


def test_only_a_crossing_has_a_way_above_another() -> None:
    """R2-21: on a crossing no train turns, so one way is drawn over the other with a gap."""
    for piece in PIECES:
        strands = drawn_die(NetworkDie(Square(0, 0), piece), ()).strands
        assert [strand.is_over for strand in strands].count(True) == (set(piece) == set(CROSSED))


def test_track_without_an_end_is_marked_where_it_would_go_on() -> None:
    tree = drawn(board_of(laid({"f6": "ns", "f7": "ns"})))
    arrows = [e for e in tree.iter(f"{SVG}path") if (e.get("d") or "").startswith("M-14")]
    assert sorted(middle_of(arrow) for arrow in arrows) == [(550, 500), (550, 700)]


def test_homes_differ_by_shape_and_by_colour() -> None:
    assert len({sign.outline for sign in SIGNS_OF_HOMES}) == len({sign.colour for sign in SIGNS_OF_HOMES}) == 4


def test_signs_and_numbers_stand_out_from_their_ground() -> None:
    for sign in SIGNS_OF_HOMES:
        assert contrast(sign.emblem_colour, sign.colour) >= 4.5
    pairs = [(COLOURS["paper"], COUNTERS), (GREY.emblem_colour, GREY.colour), (COLOURS["paper"], COLOURS["ink"])]
    pairs += [(COLOURS["ink"], ground) for ground in DICE.values()]
    assert min(contrast(*pair) for pair in pairs) >= 4.5


def test_the_recommended_map_is_drawn_bare() -> None:
    """R2-2."""
    for size, columns in (("4x4", 12), ("7x7", 21)):
        board = bare_board(game.components, size)
        tree = drawn(board)
        assert (board.columns, board.rows) == (columns, columns * 2 // 3)
        assert [int(part(tree, f"tile-{number}").get("id")[-1]) for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]
        assert not [e for e in tree.iter() if (e.get("id") or "").startswith("map-key")]
        assert frame_of(board.columns, board.rows, has_key=False).height == int(tree.get("height"))


def test_squares_players_and_passengers_are_written() -> None:
    for board in random_boards():
        texts = [text.text for text in drawn(board).iter(f"{SVG}text")]
        for column in range(board.columns):
            assert texts.count(square_name(Square(column, 0)).rstrip("1")) >= 2
        for row in range(board.rows):
            assert texts.count(str(row + 1)) >= 2
        assert [name for name in texts if name in PLAYERS] == list(board.players)


def test_a_name_that_the_font_cannot_write_is_left_out() -> None:
    board = msgspec.structs.replace(board_of(laid({})), players=("Жанна", "Żaneta"))
    assert [e.text for key in ("key-0", "key-1") for e in part(drawn(board), key).iter(f"{SVG}text")] == [
        None,
        "Żaneta",
    ]


def test_a_drawing_is_small_and_needs_nothing_from_outside() -> None:
    for board in random_boards():
        svg = network_svg(board, "Map", "All of it")
        assert len(svg) < 60 * KB
        for element in etree.fromstring(svg).iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            assert set(element.attrib) <= ATTRIBUTES
            assert element.get("href", "#").startswith("#")
            assert not any("url(" in value for value in element.attrib.values())


def test_ids_are_unique_and_found() -> None:
    for board in random_boards():
        both = network_svg(board, "1", id_prefix="one") + network_svg(board, "2", id_prefix="two")
        ids = re.findall(r'\bid="([^"]+)"', both)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', both)) <= set(ids)


def test_a_drawing_says_what_it_is() -> None:
    tree = drawn(board_of(laid({})), '<Rails> & "more"', "Two homes")
    assert tree.get("role") == "img"
    named = [next(e for e in tree.iter() if e.get("id") == id_) for id_ in tree.get("aria-labelledby").split()]
    assert [element.text for element in named] == ['<Rails> & "more"', "Two homes"]
    assert drawn(board_of(laid({}))).get("aria-hidden") == "true"


def test_pictures_are_light() -> None:
    for board in random_boards()[::4]:
        assert len(png_of(network_svg(board))) < 80 * KB


@each("columns", [4, 8, 12, 21, 24, 42])
@each("rows", [4, 8, 12, 28, 42])
def test_any_map_finds_room_and_its_squares_are_not_too_small(columns: int, rows: int) -> None:
    frame = frame_of(columns, rows)
    assert frame.side >= 30
    assert frame.left >= 30
    assert frame.left + columns * frame.side <= frame.width - 30
    assert frame.below + 30 <= frame.height
    assert (frame.width == WIDTH) == (columns * 30 <= WIDTH - 68)


def test_track_into_a_station_is_drawn_to_its_middle() -> None:
    tree = drawn(board_of(laid({"c2": "ew", "b3": "ew"}), 0))
    station = part(tree, "b2")
    assert [g.get("transform") for g in station.iter(f"{SVG}g") if g.get("transform").startswith("rotate")] == [
        "rotate(90)"
    ]
    assert "lit-half" in uses(station)
