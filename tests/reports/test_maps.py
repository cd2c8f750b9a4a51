"""Tiles, landscape and ends as text."""

from dataclasses import replace

from drawing_kit import bridge
from reports_kit import NAMES, random_game
from rules.position import FIVE, FOOTHILLS, Tile, position

from pbem.games.first_rails.ends import large_tiles, tile_map
from pbem.games.line.board import ends, place
from pbem.games.line.maps import current_maps
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from pbem.reports.plain import WIDTH, lines_of
from rules_core.grid import SIZE, Cell
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.table import Table

ENGLISH = catalogue("en")


def told_of_ends(found: RenderContext) -> list[str]:
    return lines_of(ends(found), found.catalogue)


def scene(table: Table, *, ascii_only: bool = False) -> RenderContext:
    return RenderContext(table, NAMES, catalogue("en"), ascii_only)


def drawn(lines: list[str]) -> str:
    return "\n".join(lines)


def test_the_start_is_one_map_with_both_ends() -> None:
    assert (
        drawn(current_maps(scene(position().table)))
        == """\
T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>───<B> .  .  4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the next piece goes"""
    )


def test_track_in_mountains_bridges_and_stations_are_told_apart() -> None:
    assert (
        drawn(current_maps(scene(bridge())))
        == """\
T2 (mountain nw), end A        T3 (lake), end B
    a  b  c  d  e  f  g            a  b  c  d  e  f  g
 1  ^  ^  ^  ^  ^  ^  .  1      1  .  .  .  .  .  .  .  1
 2  ^  ^  ^  ^  ^  ^  .  2      2  .  .  .  ~  ~  .  .  2
 3  ^  ^  ^  ^  ^  .  .  3      3  .  .  ~  ~  ~  ~  .  3
 4  ^ <A>━━━━━━[W]────── 4      4 ───════╗  ~  ~  .  .  4
 5  ^  ^  ^  .  .  .  .  5      5  .  ~  ║  ~  .  .  .  5
 6  ^  ^  .  .  .  .  .  6      6  .  .  ╚════B:I .  .  6
 7  .  .  .  .  .  .  .  7      7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g            a  b  c  d  e  f  g

 . grass   ^ mountain   ~ water   ━ track in the mountains   ═ bridge
 [W] Weiden Express   [I] Insel Hopper   B:I end B
 <A> <B> where the next piece goes"""
    )


def test_ascii_maps_are_ascii() -> None:
    table = bridge()
    for lines in (
        current_maps(scene(table, ascii_only=True)),
        scene(table, ascii_only=True).game.landscape(scene(table, ascii_only=True)),
    ):
        assert drawn(lines).isascii()
    assert " 4 ---====#  ~  ~  .  .  4" in tile_map(scene(table, ascii_only=True), Cell(1, 0))
    assert scene(table).letter("ueberall") == "Ü"
    assert scene(table, ascii_only=True).letter("ueberall") == "U"


def test_the_landscape_shows_numbers_stations_lakes_and_mountain_sides() -> None:
    shown = scene(bridge())
    assert (
        drawn(shown.game.landscape(shown))
        == """\
 +^^^^^+-----+-----+
 ^T2*  |T1   |T3* ~|
 ^W    |     |I    |
 +-----+-----+-----+

 * tiles being built on   ~ lake   ^ mountain side
 letters: companies with a station there"""
    )


def test_a_wide_landscape_goes_on_below() -> None:
    table = position().table
    tiles = {Cell(x, 0): LaidTile(x + 1, "grassland", 0) for x in range(30)}
    landscape = Landscape(table.box, tiles, table.landscape.supply)
    shown = scene(replace(table, landscape=landscape))
    lines = shown.game.landscape(shown)
    assert max(map(len, lines)) <= WIDTH
    assert [line.split() for line in lines].count(["Further", "east:"]) == 2
    assert all(any(f"T{number}" in line for line in lines) for number in range(1, 31))


def test_the_supply_adds_up() -> None:
    shown = scene(bridge())
    line = shown.game.supply(shown)
    assert line == ("Small tiles left (32): grassland 8, lake 7, mountains on two sides 8, mountains on three sides 9")


def test_every_square_of_a_random_game_is_drawn_as_it_lies() -> None:
    for step in random_game(3)[::4]:
        seen = scene(step.state.table)
        line, landscape = step.state.table.line, step.state.table.landscape
        for cell in line.tiles:
            rows = tile_map(seen, cell)[2:-1]
            assert [len(row) for row in rows] == [3 * SIZE + 5] * SIZE
            ground = [sign for row in landscape.layout(cell).rows for sign in row]
            squares = [row[3 * column + 3 : 3 * column + 6] for row in rows for column in range(SIZE)]
            for index, (sign, square) in enumerate(zip(ground, squares, strict=True)):
                is_free = square in (f" {sign} ", "<A>", "<B>")
                assert is_free != bool(line.occupied(cell) >> index & 1)


def test_an_end_of_track_says_what_may_come_next() -> None:
    assert place(scene(bridge()), "A") == "A: T2 c4, points w at b4 (mountain)"
    text = drawn(told_of_ends(scene(bridge())))
    assert "The mountain range there is already paid for in this turn." in text
    assert "The line can leave T2: it has 5 pieces." in text
    flat = " ".join(text.split())
    assert "prices: mountain station (Eisberg Tours 3/5, Überall Fahrten 3/5, Berg & Tal-Bahn 3/5)." in flat
    assert "Paid for in this turn: the mountain range at T2 c4, the lake at T3 c4." in flat


def test_an_end_at_a_station_says_how_it_may_leave() -> None:
    assert place(scene(bridge()), "B") == "B: station at T3 e6, can leave n, e, s"


def test_the_pieces_missing_before_a_tile_may_be_left_are_counted() -> None:
    assert "   The line can leave T1 after 4 more pieces (1 of 5 so far)." in told_of_ends(scene(position().table))
    five = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e").table
    assert "   The line can leave T1: it has 5 pieces." in told_of_ends(scene(five))


def test_the_tiles_that_fit_are_named_as_orders_name_them() -> None:
    lines = told_of_ends(scene(bridge()))
    at = lines.index("New tiles that fit beside T2:")
    assert lines[at + 1 : at + 5] == [
        "   n: es, sw, nes, esw, nsw",
        "   e: T1 lies there",
        "   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw",
        "   w: ne, es, wne, nes, esw",
    ]


def test_where_no_tile_fits_the_line_cannot_leave() -> None:
    table = position(supply={"grassland": 0, "lake": 0, "mountain2": 0, "mountain3": 0}).table
    text = drawn(told_of_ends(scene(table)))
    assert "The line cannot leave T1: no tile that is left fits." in text
    assert "New tiles" not in text
    assert large_tiles(scene(table)).items == ()


def test_a_mountain_not_yet_paid_has_its_price() -> None:
    table = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e").table
    assert "   Building there costs 1 extra die, for the mountain range." in told_of_ends(scene(table))


def test_large_tiles_are_named_as_they_are_drawn() -> None:
    lines = lines_of(large_tiles(scene(position().table)), ENGLISH)
    assert lines[0].split() == ["lake", "ne", "wne"]
    assert lines[2].split() == [*"...~~..", *".^^^^^^", *"^^^^^^^"]
