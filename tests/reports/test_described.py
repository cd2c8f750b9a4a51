"""The map in sentences."""

import re

from drawing_kit import bridge
from reports_kit import NAMES, random_game
from rules.position import position

from pbem.games.line.maps import alt, described
from pbem.games.line.render_context import RenderContext
from pbem.i18n import PSEUDO, catalogue
from rules_core.grid import Cell, Square
from rules_core.line import events as ev
from rules_core.line.actions import Payment
from rules_core.line.table import Table


def scene(table: Table, language: str = "en") -> RenderContext:
    return RenderContext(table, NAMES, catalogue(language))


def test_the_beginning_is_told_in_a_few_sentences() -> None:
    assert described(scene(position().table)) == [
        "T1 (grass), both ends. On it: d4 track from e to w.",
        "End A: T1 d4, points w at c4 (grass). End B: T1 d4, points e at e4 (grass).",
        "The landscape, by rows of tiles from north to south, each from west to east. Row 1: column 1: T1, grass.",
    ]


def test_ground_bridges_stations_and_dues_are_told() -> None:
    range_, lake, ends, land = described(scene(bridge()))
    assert range_.startswith("T2 (mountain nw), end A. Mountain: a1 to f1, a2 to f2, a3 to e3, a4 to d4, a5 to c5,")
    assert "d4 track from e to w; e4 station of Weiden Express" in range_
    assert "Water: d2 to e2, c3 to f3, b4 to e4, b5 to d5, c6 to d6." in lake
    assert "b4 bridge from e to w; c4 bridge from s to w" in lake
    assert "c6 bridge from n to e; d6 bridge from e to w; e6 station of Insel Hopper." in lake
    assert "End B: station at T3 e6, can leave n, e, s." in ends
    assert ends.endswith("Paid for in this turn: the mountain range at T2 c4, the lake at T3 c4.")
    assert "column 1: T2, mountain nw, with stations of Weiden Express; column 2: T1, grass; column 3: T3" in land


def test_what_is_new_is_told_last() -> None:
    news: list[ev.Event] = [
        ev.TileLaid(0, Cell(1, 0), "lake", 0, 3),
        ev.PieceLaid(0, "B", Square(3, 3), 3, 1, "straight"),
        ev.PieceLaid(0, "B", Square(7, 3), 3, 1, "straight"),
        ev.StationBuilt(0, "B", Square(11, 5), 3, "insel", "lake", 3, Payment(3, 0)),
    ]
    assert described(scene(bridge()), news)[-1] == (
        "New tiles: T3. New track: T3 a4. New stations: Insel Hopper at T3 e6."
    )


def test_every_tile_and_station_of_a_game_is_told() -> None:
    steps = random_game(4)
    for number in range(0, len(steps), len(steps) // 6):
        table = steps[number].state.table
        *_, land = described(scene(table))
        for tile in table.landscape.tiles.values():
            match = re.search(rf"column \d+: T{tile.number}, [^;.]*", land)
            assert match is not None
            assert all(scene(table).company(company) in match[0] for company in tile.stations)


def test_the_picture_is_told_in_a_sentence_or_two() -> None:
    assert alt(scene(bridge())) == (
        "Map of the line and the landscape. "
        "A: T2 c4, points w at b4 (mountain); B: station at T3 e6, can leave n, e, s."
    )


def test_all_of_it_goes_through_the_catalogue() -> None:
    for text in (*described(scene(bridge(), PSEUDO)), alt(scene(bridge(), PSEUDO))):
        assert text.startswith("⟦")
        assert text.count("⟦") == text.count("⟧") > 1
