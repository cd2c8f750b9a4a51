"""The board of Germany and its drawing."""

import re
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from drawing_kit import SVG, charts, drawn, map_svg, with_id
from each_kit import each
from reports_kit import random_game
from rules.german_position import SHEET, START, cell, german_position, place

from pbem.drawing.lettering import Name, around, placed
from pbem.drawing.page import COLOURS, WIDTH
from pbem.drawing.terrain import EDGE, UNIT, coastline, outline, stream
from pbem.games.germany.drawn_map import DrawnStretch, drawn_stretch
from pbem.games.germany.drawn_terrain import bends, drawn_terrain_of, site_squares
from pbem.games.line.board import Board, board_of
from pbem.games.line.drawn_terrain import BoardStretch
from pbem.games.line.printed_board import Printed
from pbem.games.presenter import VIEWS, View
from reports.test_drawn import ATTRIBUTES, ELEMENTS, contrast
from rules_core.games.germany import game as germany
from rules_core.grid import Square, cell_of
from rules_core.line import events as ev
from rules_core.line.actions import Payment
from rules_core.line.chart import number
from rules_core.line.table import Screen

PHONE = 360
FAR = (1000, 1000)
READABLE = 9
"""The pixels that letters must have on a phone."""


def printed_of(board: Board) -> Printed:
    assert board.printed is not None
    return board.printed


def names_on(printed: Printed) -> list[str]:
    towns, countries = [town.name for town in printed.towns], [country.name for country in printed.countries]
    return [*towns, *countries, *(river.name for river in printed.rivers)]


def whole(board: Board) -> DrawnStretch:
    printed = printed_of(board)
    return drawn_stretch(board, printed, BoardStretch(Square(0, 0), len(printed.ground[0]), len(printed.ground)), 60)


def test_a_board_is_small_json_and_comes_back() -> None:
    for board in charts():
        data = msgspec.json.encode(board)
        assert msgspec.json.decode(data, type=Board) == board
        assert len(data) < 10_000


def test_a_board_holds_nothing_from_behind_the_screens() -> None:
    state = random_game(4, kind="germany")[60].state
    other = replace(state, screens=tuple(Screen(30 + seat, 0) for seat in range(4)))
    found = [msgspec.json.encode(board_of(germany.view(each, 1).table)) for each in (state, other)]
    assert found[0] == found[1]


def test_rivers_are_told_from_source_to_mouth() -> None:
    rivers = {river.name: river for river in printed_of(charts()[0]).rivers}
    neckar, rhine = rivers["Neckar"], rivers["Rhein"]
    assert neckar.course[0].y > neckar.course[-1].y
    assert neckar.course[-1] in rhine.bearing and neckar.course[-1] not in neckar.bearing
    assert (neckar.from_beyond, neckar.to_beyond) == (False, True)
    assert (rhine.from_beyond, rhine.to_beyond) == (True, True)
    board = printed_of(charts()[0])
    assert (board.sign(rhine.course[0]), board.sign(rhine.course[-1])) == ("~", "x")
    assert board.sign(rivers["Elbe"].course[-1]) == "~"


def test_rivers_pass_through_the_squares_that_bear_them_and_meet() -> None:
    printed = printed_of(charts()[0])
    beds = {river.name: bends(river, Square(0, 0)) for river in printed.rivers}
    for river in printed.rivers:
        assert {square: (x // UNIT, y // UNIT) for square, (x, y) in beds[river.name].items()} == {
            square: tuple(square) for square in river.bearing
        }
    x, y = beds["Rhein"][next(river for river in printed.rivers if river.name == "Main").course[-1]]
    assert f"L{x} {y}" in drawn_terrain_of(printed, BoardStretch(Square(0, 0), 28, 42)).rivers


@pytest.mark.parametrize("view", VIEWS)
def test_everything_in_view_is_drawn_once(view: View) -> None:
    for board in charts():
        tree = drawn(board, view=view)
        sectors = [f"S{number(cell_of(piece.square))}" for piece in board.pieces]
        seen = [name for name in sectors if view == "whole" or int(name[1:]) in board.current]
        pieces = with_id(tree, r"map-(S\d+)-[a-g][1-7]")
        assert sorted(pieces) == sorted(seen)
        assert sorted(with_id(tree, r"map-end-(\w)")) == ["A", "B"]
        assert with_id(tree, r"map-key-(\d+)") == [str(place) for place in range(len(board.companies))]


def test_ends_show_every_way_on() -> None:
    for board in charts():
        tree = drawn(board)
        for tip in board.ends:
            mark = next(element for element in tree.iter() if element.get("id") == f"map-end-{tip.name}")
            assert len(list(mark.iter(f"{SVG}path"))) == len(tip.ways)
            assert [text.text for text in mark.iter(f"{SVG}text")] == [tip.name]


def test_ends_lead_neither_to_closed_countries_nor_out_of_the_board_s_own() -> None:
    drawing = "x...... x...... ....... x...... xB..... ....... x......"
    station = german_position({13: drawing, 14: START}, a="S13 b5 from e")
    assert board_of(station.table).ends[0].ways == (0, 2, 3)
    abroad = german_position(a="Luxland", b="S14 d4 s", abroad={"Belland": "B"})
    tip = board_of(abroad.table).ends[0]
    assert tip.ways == (0, 1)
    assert abroad.table.box is SHEET


def test_all_towns_countries_and_rivers_are_named_and_hide_no_town() -> None:
    for board in charts():
        printed, sheet = printed_of(board), whole(board)
        named = Counter(label.text for label in sheet.labels)
        assert named == Counter(names_on(printed))
        towns = [label for label in sheet.labels if label.kind == "town"]
        hidden = {Square(label.x // UNIT, label.y // UNIT) for label in towns} & site_squares(printed)
        assert not hidden


def test_each_town_square_shows_its_company_or_its_station() -> None:
    for board in charts():
        printed, sheet = printed_of(board), whole(board)
        plates = {(plate.x // UNIT, plate.y // UNIT): plate for plate in sheet.plates}
        stations = {piece.square: piece.company for piece in board.pieces if piece.company is not None}
        for site in (site for town in printed.towns for site in town.sites):
            if site.square in stations:
                assert site.square not in plates
            else:
                plate = plates[site.square]
                assert plate.company == site.company
                assert plate.price == site.price + dict(board.dues).get(site.square, 0)
                assert bool(plate.builders) <= (site.company is None)
        for country in printed.countries:
            if country.square not in stations:
                assert plates[country.square].is_closed == (country.square in board.closed)


def test_a_used_country_is_crossed_out() -> None:
    start, used = (board_of(german_position(a=a).table) for a in ("S14 d4 n", "Luxland"))
    assert [map_svg(board, view="whole").count("M-26-26L26 26M-26 26L26-26") for board in (start, used)] == [0, 1]


def test_what_happened_is_marked_as_new() -> None:
    table = german_position({14: "....... .W┐.... ..└┐... ...│... ....... ....... ......."}, a="S14 b2 from e").table
    news: list[ev.Event] = [
        ev.PieceLaid(0, "A", place("S14 c2"), 1, 3, "curve"),
        ev.StationBuilt(0, "A", place("S14 b2"), 1, "weiden", "grassland", 3, Payment(3, 0)),
    ]
    board = board_of(table, news)
    assert {piece.square for piece in board.pieces if piece.is_new} == {place("S14 b2"), place("S14 c2")}
    assert whole(board).new == outline([place("S14 b2"), place("S14 c2")])
    assert whole(board_of(table)).new == ""


@each(("paid", "ticks"), [("S15 b1", 1), ("S15 d2", 1), ("S15 c4", 2), ("S18 e1", 1), ("S18 d3", 1), ("S15 c1", 0)])
def test_ranges_lakes_and_rivers_paid_for_are_ticked_off(paid: str, ticks: int) -> None:
    table = german_position().table
    board = board_of(replace(table, turn=replace(table.turn, paid=frozenset([place(paid)]))))
    found = whole(board).ticks
    assert len(found) == ticks
    assert {cell_of(Square(x // UNIT, y // UNIT)) for x, y in found} <= {cell(int(paid[1:3]))}


def test_the_sea_paid_for_is_ticked_off_where_it_is_seen() -> None:
    board = msgspec.structs.replace(charts()[0], paid=(Square(0, 0),))
    assert len(whole(board).ticks) == 1
    assert "M-14 1l10 11 18-23" not in map_svg(board)


@pytest.mark.parametrize("view", VIEWS)
def test_a_drawing_needs_nothing_from_outside(view: View) -> None:
    for board in charts():
        for element in drawn(board, view=view, title="Map", description="All of it").iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            assert set(element.attrib) <= ATTRIBUTES
            assert element.get("href", "#").startswith("#")
            assert not any("url(" in value for value in element.attrib.values())


def test_ids_are_unique_and_found() -> None:
    for board in charts():
        both = map_svg(board, title="1", id_prefix="one") + map_svg(board, view="whole", title="2", id_prefix="two")
        ids = re.findall(r'\bid="([^"]+)"', both)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', both)) <= set(ids)


def test_no_word_is_in_it_but_names() -> None:
    for board in charts():
        printed = printed_of(board)
        names = set(names_on(printed))
        names |= {
            word for company in board.companies for word in (company.letter, company.name, *company.name.split(" "))
        }
        names |= {f"{one} {two}" for company in board.companies for one, two in [company.name.split(" ")[:2]]}
        for view in VIEWS:
            texts = {text.text for text in drawn(board, view=view).iter(f"{SVG}text")} - names
            assert all(re.fullmatch(r"S\d+|\d|[ABN]|abcdefg|1234567", text) for text in texts), texts


def test_letters_are_large_enough_on_a_phone() -> None:
    for board in charts():
        for text in drawn(board).iter(f"{SVG}text"):
            sized = next(each for each in (text, *text.iterancestors()) if each.get("font-size"))
            size, above = float(sized.get("font-size")), text.getparent()
            while above is not None:
                if "x" in above.attrib and above.tag == f"{SVG}svg":
                    size *= float(above.get("width")) / float(above.get("viewBox").split()[2])
                scales = re.findall(r"scale\(([\d.]+)\)", above.get("transform") or "")
                for scale in scales:
                    size *= float(scale)
                above = above.getparent()
            is_defined = any("map-company" in (each.get("id") or "") for each in text.iterancestors())
            is_far = text.text in ("A", "B")
            is_on_sign = text.getprevious() is not None and text.text in {company.letter for company in board.companies}
            least = READABLE * 2 / 3 if is_on_sign else READABLE
            assert is_defined or is_far or size * PHONE / WIDTH >= least, (
                "what its shape and colour tell may be smaller"
            )


def test_letters_stand_out_from_their_ground() -> None:
    pairs = [("country", "paper"), ("country", "abroad"), ("shore", "paper"), ("shore", "grass"), ("ink", "domain")]
    pairs += [("ink", ground) for ground in ("grass", "abroad", "mountain", "water", "shallows")]
    assert min(contrast(COLOURS[letter], COLOURS[ground]) for letter, ground in pairs) >= 4.5


def test_borders_and_rivers_stand_out_by_their_lines() -> None:
    for line, grounds in (("border", ("grass", "abroad")), ("shore", ("water", "grass", "abroad"))):
        assert min(contrast(COLOURS[line], COLOURS[ground]) for ground in grounds) >= 3
    assert contrast(COLOURS["river"], COLOURS["grass"]) >= 3


def test_stairs_become_slopes_and_other_corners_stay() -> None:
    assert coastline([(0, 0)], FAR) == "M0 30Q0 0 30 0L70 0Q100 0 100 30L100 70Q100 100 70 100L30 100Q0 100 0 70z"
    stairs = [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    slope = coastline(stairs, FAR)
    assert [f"Q{corner} " in slope for corner in ("0 0", "300 300", "0 300")] == [True] * 3
    assert [f"Q{corner} " in slope for corner in ("100 100", "200 100", "200 200")] == [False] * 3
    assert [f"Q{middle} " in slope for middle in ("100 50", "150 100", "200 150")] == [True] * 3


def test_nothing_of_the_ground_hangs_far_out_of_a_drawing() -> None:
    printed = printed_of(charts()[0])
    for stretch in (
        BoardStretch(Square(6, 13), 9, 9),
        BoardStretch(Square(20, -1), 9, 9),
        BoardStretch(Square(0, 0), 28, 42),
    ):
        ground = drawn_terrain_of(printed, stretch)
        for path in (ground.land, ground.german, ground.ranges, ground.rivers):
            for x, y in re.findall(r"(-?\d+) (-?\d+)", path):
                assert -EDGE <= int(x) <= stretch.far[0] + EDGE
                assert -EDGE <= int(y) <= stretch.far[1] + EDGE


def test_a_coast_turns_where_it_is_told_to() -> None:
    stairs = [(0, 0), (0, 1), (1, 1)]
    assert "Q100 100 " not in coastline(stairs, FAR)
    assert "Q100 100 " in coastline(stairs, FAR, fixed=[(1, 1)])


def test_a_stream_bends_between_the_middles_of_its_stretches() -> None:
    assert stream([(0, 0), (100, 0)]) == "M0 0L50 0L100 0"
    assert stream([(0, 0), (100, 0), (100, 100)]) == "M0 0L50 0Q100 0 100 50L100 100"


def test_names_give_way_to_marks_and_to_each_other() -> None:
    town = around([(5, 5)])
    free = placed([Name("Ort", 50, "town", (town,))], {"town": {}}, (0, 0, 1000, 1000))
    assert (free[0].x, free[0].y) == (550, 633)
    moved = placed([Name("Ort", 50, "town", (town,))], {"town": {(5, 6): 9.0}}, (0, 0, 1000, 1000))
    assert moved[0].y == 467
    both = placed([Name("Ort", 50, "town", (town,))] * 2, {"town": {}}, (0, 0, 1000, 1000))
    assert both[0].y != both[1].y
    assert placed([Name("Ort", 50, "town", (town,))], {"town": {}}, (0, 0, 100, 100)) == []
