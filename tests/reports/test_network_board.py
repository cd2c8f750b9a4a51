"""Boards of Railroad Dice 2, from which its map is drawn: what is lit, what is open, and what is new."""

import re
from dataclasses import replace

import msgspec
import pytest
from network_board_kit import SVG, board_of, drawn, fills, laid, names_of, part, random_boards, random_positions, uses
from rules.network import square

from pbem.drawing.terrain import UNIT
from pbem.games.railroad_dice_2.maps.board import NetworkBoard, OpenSquare
from pbem.games.railroad_dice_2.maps.drawn_map import NEW, draw, network_svg
from pbem.games.railroad_dice_2.maps.network_map import NetworkMap, usually_lit
from pbem.games.railroad_dice_2.maps.text_map import map_lines
from pbem.games.railroad_dice_2.names import square_name
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.actions import ExpandTrack, LayTrack
from rules_core.games.railroad_dice_2.building import check_expand, check_lay, open_squares
from rules_core.games.railroad_dice_2.track import EXITS, PAIRS
from rules_core.grid import N


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
            for at, pairs in ways.items():
                assert at in passed
                assert set(pairs) <= set(table.network.track[at])
            for at in passed - ways.keys():
                piece = table.network.track[at]
                assert not any(EXITS[piece][side] for side in range(4) if (at, side) in reach.arrivals)


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
        for at in rich.network.land.plots:
            laying = any(check_lay(rich, LayTrack(seat, at, pair, True)) is None for pair in PAIRS)
            exchanging = any(check_expand(rich, ExpandTrack(seat, at, pair, True)) is None for pair in PAIRS)
            if at in found:
                assert laying or exchanging
            elif at not in rich.network.track:
                assert not laying


def test_open_squares_say_from_where_the_line_comes() -> None:
    board = board_of(laid({"c2": "sw", "f6": "ns"}), 0)
    assert board.reach is not None
    assert OpenSquare(square("c3"), (N,)) in board.reach.open
    assert square("f5") not in {place.square for place in board.reach.open}


def test_nothing_is_open_in_the_closing_phase() -> None:
    """R2-30."""
    table = replace(laid({"c2": "sw"}), closing="bank")
    board = board_of(table, 0)
    assert board.reach is not None
    assert board.reach.open == ()
    assert [square_name(die.square) for die in board.reach.dice] == ["c2"]


def test_what_happened_is_marked_as_new() -> None:
    table = laid({"c2": "ew", "c3": "ns sw"}, grey=["f3"], waiting=[5, 10, 5, 5, 5, 5])
    news: list[ev.NetworkEvent] = [
        ev.StationPlaced(0, square("f3"), 1),
        ev.TrackLaid(0, square("c2"), "ew", "straight", 0),
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


def test_the_player_to_play_is_lit_unless_another_is_insisted_on() -> None:
    table = laid({"c2": "ew"})
    assert usually_lit(table) == table.turn.seat
    shown = NetworkMap(names_of(table), usually_lit(table))
    mine, theirs = (shown.for_seat(seat).board().reach for seat in (table.turn.seat, 1 - table.turn.seat))
    assert shown.board().reach == mine != theirs
    assert usually_lit(replace(table, year=0)) is None
    assert usually_lit(replace(table, ended="able")) is None
