"""The map of Railroad Dice 2: drawn, in signs, and in words."""

import io
import re
from dataclasses import replace

import msgspec
import pytest
from lxml import etree
from network_board_kit import (
    PLAYERS,
    SEVEN,
    SVG,
    board_of,
    drawn,
    laid,
    names_of,
    part,
    random_boards,
    random_positions,
)
from PIL import Image

from pbem.drawing.outline import UNIT
from pbem.drawing.page import COLOURS, WIDTH
from pbem.drawing.png import png_of
from pbem.games.railroad_dice_2.maps.board import NetworkBoard, NetworkDie, OpenSquare, bare_board
from pbem.games.railroad_dice_2.maps.drawn_map import COUNTERS, DICE, NEW, draw, frame_of, network_svg
from pbem.games.railroad_dice_2.maps.drawn_signs import GREY, SIGNS_OF_HOMES
from pbem.games.railroad_dice_2.maps.drawn_track import CROSSED, STRANDS, drawn_die, way
from pbem.games.railroad_dice_2.maps.network_map import NetworkMap, usually_lit
from pbem.games.railroad_dice_2.maps.text_map import ASCII_SIGNS, TRACK_SIGNS, map_lines, station_sign
from pbem.games.railroad_dice_2.names import HOMES, square_name, square_named
from pbem.i18n import PSEUDO
from pbem.reports.plain import WIDTH as MAIL
from reports.test_drawn import ATTRIBUTES, ELEMENTS, contrast
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import ExpandTrack, LayTrack
from rules_core.games.railroad_dice_2.building import check_expand, check_lay
from rules_core.games.railroad_dice_2.placing import open_squares
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import EXITS, PAIRS, PIECES, SIDES, Piece
from rules_core.grid import N, Square

KB = 1024
MIDDLES = {"n": (0, -50), "e": (50, 0), "s": (0, 50), "w": (-50, 0)}


def square_of(name: str) -> Square:
    square = square_named(name)
    assert square is not None
    return square


def middle_of(element: etree._Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", element.get("transform"))[:2]
    return float(x), float(y)


def uses(element: etree._Element) -> list[str]:
    return [use.get("href").removeprefix("#map-") for use in element.iter(f"{SVG}use")]


def fills(element: etree._Element) -> set[str]:
    return {each.get("fill") for each in element.iter()}


def test_a_board_is_small_json_and_comes_back() -> None:
    for board in random_boards():
        data = msgspec.json.encode(board)
        assert msgspec.json.decode(data, type=NetworkBoard) == board
        assert len(data) < 8_000
        assert draw(data) == network_svg(board)


@pytest.mark.parametrize("board", [b"", b"{}", b'{"tiles": 1}'])
def test_what_is_no_board_is_told(board: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        draw(board)


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


@pytest.mark.parametrize("piece", PIECES, ids="-".join)
def test_each_piece_is_drawn_by_rails_that_join_its_pairs_of_sides(piece: Piece) -> None:
    """R2-21: a die is drawn by one way for each pair, from side to side, and by no other."""
    strands = drawn_die(NetworkDie(Square(0, 0), piece), ()).strands
    ways = [pair for strand in strands for pair in STRANDS[strand.name]]
    assert sorted(ways) == sorted(piece)
    for pair in ways:
        assert ends_of(way(pair)) == {MIDDLES[side] for side in pair}
        assert ends_of(way(pair, 10)) == {(x * 6 / 5, y * 6 / 5) for x, y in ends_of(way(pair))}
    merged = [strand for strand in strands if "-" in strand.name]
    shares_a_side = len(piece) == 2 and len(SIDES[piece]) == 3
    assert bool(merged) == shares_a_side


def ends_of(path: str) -> set[tuple[float, float]]:
    """The points where a path begins and ends."""
    points = [point.split()[-2:] for point in re.findall(r"[MLA]([-\d ]+)", path)]
    return {(float(x), float(y)) for x, y in (points[0], points[-1])}


@pytest.mark.parametrize("piece", PIECES, ids="-".join)
def test_rails_bend_around_the_corner_between_their_sides(piece: Piece) -> None:
    """Looks at the middle of each way in a picture, where a curve has left a straight by a third of a square."""
    board = board_of(laid({"f6": " ".join(piece)}))
    frame = frame_of(board.columns, board.rows)
    image = Image.open(io.BytesIO(png_of(network_svg(board)))).convert("RGB")
    for pair in piece:
        (ax, ay), (bx, by) = (MIDDLES[side] for side in pair)
        x, y = (ax + bx) * 0.293, (ay + by) * 0.293
        at = int(frame.left + (5.5 + x / UNIT) * frame.side), int(frame.top + (5.5 + y / UNIT) * frame.side)
        found = image.getpixel(at)
        assert isinstance(found, tuple)
        assert min(found) > 235, (pair, found)


def test_only_a_crossing_has_a_way_above_another() -> None:
    """R2-21: on a crossing no train turns, so one way is drawn over the other with a gap."""
    for piece in PIECES:
        strands = drawn_die(NetworkDie(Square(0, 0), piece), ()).strands
        assert [strand.is_over for strand in strands].count(True) == (set(piece) == set(CROSSED))


def test_what_a_home_reaches_is_lit_and_no_more() -> None:
    """R2-20: a line does not go from branch to branch of a switch, and ends at a station."""
    table = laid({"c2": "ew sw", "c3": "ns", "d2": "ew", "f2": "ew", "c5": "ns"}, ["b2", "j6"], ["e2", "c4"])
    board = board_of(table, 0)
    assert board.reach is not None
    lit = {square_name(die.square): die.pairs for die in board.reach.dice}
    assert lit == {"c2": ("ew", "sw"), "c3": ("ns",), "d2": ("ew",)}
    assert sorted(map(square_name, board.reach.stations)) == ["c4", "e2"]
    from_east = board_of(laid({"c2": "ew sw", "c3": "ns"}, ["d2", "j6"], ["b2"]), 0)
    assert from_east.reach is not None
    assert {square_name(die.square): die.pairs for die in from_east.reach.dice} == {"c2": ("ew",)}
    tree = drawn(from_east)
    assert [name for name in uses(part(tree, "c2")) if name.startswith("lit")] == ["lit-ew"]
    assert not [name for name in uses(part(tree, "c3")) if name.startswith("lit")]
    assert not [e for e in drawn(board_of(table)).iter() if (e.get("id") or "").startswith("map-lit")]


def test_lit_ways_are_those_that_the_search_passes() -> None:
    for table, _ in random_positions(3)[::6]:
        for seat in range(3):
            reach, board = table.reach(seat), board_of(table, seat)
            assert (reach is None) == (board.reach is None)
            if reach is None or board.reach is None:
                continue
            passed = {place.square for place in reach.arrivals if table.network.track.get(place.square)}
            ways = {die.square: die.pairs for die in board.reach.dice}
            for square, pairs in ways.items():
                assert square in passed
                assert set(pairs) <= set(table.network.track[square])
            for square in passed - ways.keys():
                piece = table.network.track[square]
                assert not any(EXITS[piece][side] for side in range(4) if (square, side) in reach.arrivals)


def test_open_squares_are_those_where_some_die_could_be_laid_or_exchanged() -> None:
    """R2-12, R2-13, R2-13a."""
    for table, _ in random_positions(2)[::5]:
        if table.phase != "play":
            continue
        seat = table.turn.seat
        turn = replace(table.turn, rolled=True, simple=("?",), complex=("?",))
        rich = replace(table.with_player(seat, units=99), turn=turn)
        board = board_of(rich, seat)
        assert board.reach is not None
        found = {place.square for place in board.reach.open}
        for square in rich.network.land.plots:
            laying = any(check_lay(rich, LayTrack(seat, square, pair, True)) is None for pair in PAIRS)
            exchanging = any(check_expand(rich, ExpandTrack(seat, square, pair, True)) is None for pair in PAIRS)
            if square in found:
                assert laying or exchanging
            elif square not in rich.network.track:
                assert not laying


def test_open_squares_say_from_where_the_line_comes() -> None:
    board = board_of(laid({"c2": "sw", "f6": "ns"}), 0)
    assert board.reach is not None
    assert OpenSquare(square_of("c3"), (N,)) in board.reach.open
    assert square_of("f5") not in {place.square for place in board.reach.open}


def test_nothing_is_open_in_the_closing_phase() -> None:
    """R2-30."""
    table = replace(laid({"c2": "sw"}), closing="bank")
    board = board_of(table, 0)
    assert board.reach is not None
    assert board.reach.open == ()
    assert [square_name(die.square) for die in board.reach.dice] == ["c2"]


def test_track_without_an_end_is_marked_where_it_would_go_on() -> None:
    tree = drawn(board_of(laid({"f6": "ns", "f7": "ns"})))
    arrows = [e for e in tree.iter(f"{SVG}path") if (e.get("d") or "").startswith("M-14")]
    assert sorted(middle_of(arrow) for arrow in arrows) == [(550, 500), (550, 700)]


def test_what_happened_is_marked_as_new() -> None:
    table = laid({"c2": "ew", "c3": "ns sw"}, grey=["f3"], waiting=[5, 10, 5, 5, 5, 5])
    news: list[ev.NetworkEvent] = [
        ev.StationPlaced(0, square_of("f3"), 1),
        ev.TrackLaid(0, square_of("c2"), "ew", "straight", 0),
        ev.PassengersArrived("called", (0, 5, 0, 0, 0, 0)),
    ]
    board = board_of(table, 0, news)
    assert [square_name(die.square) for die in board.dice if die.is_new] == ["c2"]
    assert [square_name(station.square) for station in board.stations if station.is_new] == ["f3"]
    assert [tile.number for tile in board.tiles if tile.has_new] == [2]
    assert "new" in uses(part(drawn(board), "c2"))
    assert "new" not in uses(part(drawn(board), "c3"))
    marked = [name for name in ("b2", "f3", "waiting-1", "waiting-2") if NEW in fills(part(drawn(board), name))]
    assert marked == ["f3", "waiting-2"]
    assert not any(tile.has_new for tile in board_of(replace(table, waiting=(5, 0, 5, 5, 5, 5)), 0, news).tiles)


def test_while_stations_are_placed_the_squares_for_the_next_are_marked() -> None:
    """R2-5."""
    table = next(table for table, _ in random_positions(2) if len(table.network.stations) == 3)
    names = names_of(table)
    board = board_of(table, usually_lit(table))
    assert list(board.sites) == sorted(open_squares(table))
    circles = {(float(e.get("cx")), float(e.get("cy"))) for e in drawn(board).iter(f"{SVG}circle") if e.get("cx")}
    assert circles == {((square.x + 0.5) * UNIT, (square.y + 0.5) * UNIT) for square in board.sites}
    assert not any(tile.takes_passengers for tile in board.tiles)
    lines = map_lines(board, names)
    rows = [line for line in lines if re.match(r" *\d+ ", line[:4])]
    assert len(re.findall(r"\([.^]\)", "".join(rows))) == len(board.sites)
    squares = ", ".join(map(square_name, board.sites))
    assert f"The next station may stand on: {squares}." in NetworkMap(names, None).described()
    assert board_of(laid({})).sites == ()


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


@pytest.mark.parametrize("columns", [4, 8, 12, 21, 24, 42])
@pytest.mark.parametrize("rows", [4, 8, 12, 28, 42])
def test_any_map_finds_room_and_its_squares_are_not_too_small(columns: int, rows: int) -> None:
    frame = frame_of(columns, rows)
    assert frame.side >= 30
    assert frame.left >= 30
    assert frame.left + columns * frame.side <= frame.width - 30
    assert frame.below + 30 <= frame.height
    assert (frame.width == WIDTH) == (columns * 30 <= WIDTH - 68)


def read_back(lines: list[str], signs: dict[str, Piece]) -> dict[str, Piece | str]:
    """The dice and stations that a text map shows, by the names of their squares."""
    found: dict[str, Piece | str] = {}
    columns: list[str] = []
    for line in lines:
        if not line:
            break
        if re.fullmatch(r"[a-z ]+", line):
            columns = line.split()
        row = re.match(r" *(\d+) ", line[:4])
        if row is None:
            continue
        for place, column in enumerate(columns):
            cell = line[4 + 3 * place : 7 + 3 * place]
            if cell[0] == "[":
                found[column + row[1]] = cell
            elif cell[1] in signs:
                found[column + row[1]] = signs[cell[1]]
    return found


def test_the_text_map_shows_every_die_and_station_as_it_lies() -> None:
    pieces = {sign: piece for piece, sign in TRACK_SIGNS.items()}
    assert len(pieces) == len(PIECES)
    for table, _ in (*random_positions(4)[::6], *random_positions(2, SEVEN)[::9]):
        board = board_of(table, 0)
        shown = read_back(map_lines(board, names_of(table)), pieces)
        dice: dict[str, Piece | str] = {square_name(die.square): die.pairs for die in board.dice}
        assert shown == dice | {square_name(each.square): station_sign(each) for each in board.stations}


def test_arms_of_track_meet_in_the_text_map() -> None:
    table = laid({"c2": "ew", "d2": "sw", "d3": "ns", "d4": "ns", "d5": "nw"})
    lines = map_lines(board_of(table), names_of(table))
    assert lines[3] == "  2 :. [G]────┐ :.  .  ~  ~ :^  ^  .  . : 2"
    column = lines[3].index("┐")
    assert [line[column] for line in lines[3:8]] == ["┐", "│", "│", "│", "┘"]


def test_a_text_map_in_ascii_is_ascii_and_tells_the_ways_of_complex_dice() -> None:
    for table, _ in random_positions(2)[::5]:
        board = board_of(table, 0)
        lines = map_lines(board, names_of(table), ascii_only=True)
        assert "\n".join(lines).isascii()
        told = dict(re.findall(r"\b([a-z]{1,2}\d+) ((?:[nesw]{2}\+)[nesw]{2})", "\n".join(lines)))
        assert told == {square_name(die.square): "+".join(die.pairs) for die in board.dice if len(die.pairs) == 2}
    assert len({ASCII_SIGNS[(pair,)] for pair in PAIRS}) == len(PAIRS)


def test_a_text_map_fits_into_a_mail() -> None:
    for board, table in zip(random_boards(), tables_of_random_boards(), strict=True):
        lines = map_lines(board, names_of(table))
        assert max(map(len, lines)) <= MAIL
        assert ("Further east:" in lines) == (board.columns > 21)


def tables_of_random_boards() -> list[NetworkTable]:
    """Tables of as many players, whose names the maps of the boards tell."""
    tables = {seats: random_positions(seats)[-1][0] for seats in (2, 4)}
    tables[3] = random_positions(3, (("arrangement", "random"),))[-1][0]
    return [tables[len(board.players)] for board in random_boards()]


def test_the_whole_text_map() -> None:
    table = laid(
        {"c2": "ew sw", "c3": "ne", "d2": "nw sw", "d3": "ns nw"},
        ["b2", "j6"],
        ["f3", "c6"],
        [5, 10, 0, 25, 0, 5],
    )
    shown = NetworkMap(names_of(table), 0).text()
    assert (
        "\n".join(shown)
        == """\
     a  b  c  d  e  f  g  h  i  j  k  l
    1 -- -- -- -2 -- -- -- -3 -- -- -- -
  1 :. (.) ^ (^):.  .  .  . :^  .  .  . : 1
  2 (.)[G]─┭──┥ :.  .  ~  ~ :^  ^  .  . : 2
  3 :. (.) └──┦ :. [1] ~  . :.  ^  .  . : 3
  4 :.  ~  . (.):.  .  .  . :.  .  .  . : 4
    4 -- -- -- -5 -- -- -- -6 -- -- -- -
  5 :.  .  .  . :.  .  .  . :.  ~  .  . : 5
  6 :.  . [2] . :.  ^  .  . :~ [B] .  . : 6
  7 :.  ^  ^  . :.  ^  ^  . :.  .  .  . : 7
  8 :.  .  .  . :.  .  .  ~ :.  .  ^  . : 8
    - -- -- -- -- -- -- -- -- -- -- -- -
     a  b  c  d  e  f  g  h  i  j  k  l

 . grass   ^ mountain   ~ water   1 -- tile 1   [G] green: Anna
 [B] blue: Ben   [1] grey 1   (.) where the line of Anna can go on
 a heavy arm: where two ways meet

 Complex dice:  c2 ew+sw  d2 sw+nw  d3 ns+nw

 Waiting: tile 1: 5, tile 2: 10, tile 4: 25, tile 6: 5."""
    )


def test_the_map_is_told_in_sentences() -> None:
    table = laid({"c2": "ew sw", "d2": "ew", "e2": "ew"}, ["b2", "j6"], ["f2"], [5, 1, 0, 25, 0, 5])
    news = [ev.TrackLaid(0, square_of("e2"), "ew", "straight", 0)]
    told = NetworkMap(names_of(table), 0).described(news)
    assert told[0] == "Columns a to l run from west to east, rows 1 to 8 from north to south."
    assert told[1] == (
        "Tile 1 (a1 to d4). 5 passengers wait. Stations: green (b2, home of Anna). Mountain: c1 to d1, b2 to c2. "
        "Water: b4. Dice: c2 right switch east-west and south-west; d2 straight east-west."
    )
    assert told[2] == (
        "Tile 2 (e1 to h4). 1 passenger waits. Stations: grey 1 (f2). Water: g2 to h2, f3 to g3. "
        "Dice: e2 straight east-west."
    )
    assert told[3] == "Tile 3 (i1 to l4). Mountain: i1, i2 to j2, j3."
    assert "The line of Anna reaches grey 1 (2 tiles). It can be built on at" in told[7]
    assert "c3 from north" in told[7]
    assert told[8].startswith("The line of Ben reaches no station.")
    assert told[-1] == "New track: e2."


def test_every_die_and_station_is_told() -> None:
    for table, _ in random_positions(4)[::7]:
        told = " ".join(NetworkMap(names_of(table), None).described())
        for square, piece in table.network.track.items():
            assert re.search(rf"\b{square_name(square)} (straight|curve|[a-z ]+) ", told), piece
        for station in table.network.stations:
            assert f"({square_name(station.square)}" in told


def test_every_word_is_in_the_catalogue() -> None:
    table = random_positions(2)[-1][0]
    names = names_of(table, PSEUDO)
    for text in (*NetworkMap(names, 0).described(random_positions(2)[-1][1]), NetworkMap(names, 0).alt()):
        bare = re.sub("|".join(PLAYERS), "", text)
        while bare != (less := re.sub("⟦[^⟦⟧]*⟧", "", bare)):
            bare = less
        assert not re.search("[A-Za-z]", bare)


def test_the_block_of_a_document_holds_the_board() -> None:
    table = laid({"c2": "ew"})
    shown = NetworkMap(names_of(table), usually_lit(table))
    block = shown.block([])
    assert block.kind == table.kind
    assert draw(bytes(block.board)) == shown.svg()
    assert list(block.lines) == map_lines(board_of(table, table.turn.seat), names_of(table))
    assert shown.text()[: len(block.lines)] == list(block.lines)
    assert block.alt == shown.alt()
    assert shown.alt().startswith("Map of the six tiles with 2 stations and 1 die. Waiting: tile 1: 5, tile 6: 5.")


def test_the_player_to_play_is_lit_unless_another_is_asked_for() -> None:
    table = laid({"c2": "ew"})
    assert usually_lit(table) == table.turn.seat
    shown = NetworkMap(names_of(table), usually_lit(table))
    mine, theirs = (shown.for_seat(seat).board().reach for seat in (table.turn.seat, 1 - table.turn.seat))
    assert shown.board().reach == mine != theirs
    assert usually_lit(replace(table, year=0)) is None
    assert usually_lit(replace(table, ended="able")) is None


def test_track_into_a_station_is_drawn_to_its_middle() -> None:
    tree = drawn(board_of(laid({"c2": "ew", "b3": "ew"}), 0))
    station = part(tree, "b2")
    assert [g.get("transform") for g in station.iter(f"{SVG}g") if g.get("transform").startswith("rotate")] == [
        "rotate(90)"
    ]
    assert "lit-half" in uses(station)
