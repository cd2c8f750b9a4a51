"""Every price told in Germany is what the engine takes: of stations and runs offered, and of all free town squares."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from reports_kit import NAMES, Step, legal_at, played
from rules.german_play import german_game
from rules.german_position import SHEET, START, cell, german_position, place, sheet

from pbem.commands.orders import ActionOrder, read
from pbem.games.germany.drawn_map import drawn_stretch
from pbem.games.germany.drawn_terrain import drawn_terrain_of
from pbem.games.germany.ends import free_sites, landscape, tile_map
from pbem.games.line import board, suggestions
from pbem.games.line.board import board_of
from pbem.games.line.choices import alternatives, placed_orders, run_order
from pbem.games.line.drawn_terrain import BoardStretch
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from pbem.reports.document import OrderLine
from rules_core.games.germany import game as germany
from rules_core.grid import SIDES, Square, cell_of, opposite, step
from rules_core.kernel.dice import no_draw
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import Violations
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuildStation, EndName, LayRun
from rules_core.line.sectors import chart_of
from rules_core.line.table import Screen, State
from rules_core.line.track import End

ENGLISH = catalogue("en")
PLENTY = 30


def scene(state: State) -> RenderContext:
    return RenderContext(state.table, NAMES, ENGLISH)


def rich(state: State) -> State:
    """The position with dice enough for whatever is asked, for the bank too."""
    table = changed(state.table, bank=PLENTY)
    return State(table, tuple(Screen(PLENTY) for _ in state.screens))


def positions() -> Iterator[State]:
    """Of games of bots and of random ones, begun in the middle and abroad; some with ranges or rivers paid for."""
    games: list[tuple[Step, ...]] = [played(2), played(4), played(2, (("two_starts", "drawn"),))]
    for steps in games:
        going = [step.state for step in steps if not step.state.table.over]
        yield from going[::12]
        yield from [state for state in going if state.table.turn.paid][::4]
    yield from (step.before for step in list(german_game(10, 3, most=200).steps())[::10])


def taken(state: State, action: Action) -> list[ev.Event] | None:
    """What comes of an action; None where it is refused."""
    found = germany.decide(state, action, no_draw)
    return None if isinstance(found, Violations) else found


def paid(events: list[ev.Event]) -> int:
    """The dice paid beside those laid."""
    return sum(event.paid.total for event in events if isinstance(event, ev.DuePaid | ev.StationBuilt))


def action_of(state: State, line: OrderLine) -> Action:
    script = read([line.order], germany.view(state, state.table.turn.seat), "en")
    (order,) = script.orders
    assert isinstance(order, ActionOrder), script.faults
    action: Action = order.action
    return action


def dice_told(note: str) -> int:
    """The dice that a note tells for dues: "a straight, 2 dice for lake"."""
    return sum(int(number) for number in re.findall(r"(\d+) dic?e for ", note))


def won(events: list[ev.Event]) -> int:
    return sum(event.wild for event in events if isinstance(event, ev.BonusPaid) and event.reason == "tile")


def test_a_station_offered_takes_the_dice_that_its_note_tells() -> None:
    seen = set()
    for state in positions():
        legal = legal_at(state)
        for line in suggestions.sites(scene(state), legal):
            events = taken(state, action_of(state, line))
            assert events is not None
            assert f", {paid(events)} dice" in line.note
            built = suggestions.first_of(ev.StationBuilt, events)
            assert built is not None
            seen.add(paid(events) - built.price)
    assert {0, 1} <= seen


def test_a_run_offered_takes_and_wins_what_its_note_tells() -> None:
    seen: set[tuple[bool, bool]] = set()
    for state in positions():
        for line in suggestions.suggestions(scene(state), [run for run in legal_at(state) if isinstance(run, LayRun)]):
            events = taken(state, action_of(state, line))
            assert events is not None
            assert dice_told(line.note) == paid(events), line
            assert sum(map(int, re.findall(r"wins (\d+) \?", line.note))) == won(events), line
            entered = {cell_of(event.square) for event in events if isinstance(event, ev.PieceLaid)}
            assert all(scene(state).tile(at) in line.note for at in entered if at != cell_of(_end(state, events)))
            seen.add((paid(events) > 0, won(events) > 0))
    assert {(True, False), (False, True), (False, False)} <= seen


def _end(state: State, events: list[ev.Event]) -> Square:
    first = suggestions.first_of(ev.PieceLaid, events)
    assert first is not None
    return state.table.line.end(first.end).square


def test_stations_told_at_the_ends_take_so_many_dice_from_those_companies_alone() -> None:
    stations = 0
    for state in positions():
        names = {scene(state).company(company): company for company in state.table.companies}
        for name in ("A", "B"):
            for detail in board.ends(scene(state)).items[name == "B"].details:
                found = re.fullmatch(r"Station (?:on|in) (.*), (\d+) dice(?: \(\d of it for .*\))?: (.*)\.", detail)
                if found is None:
                    continue
                assert taking(state, name, found[1]) == dict.fromkeys(_companies(found[3], names), int(found[2]))
                stations += 1
    assert stations > 10


def taking(state: State, name: EndName, square: str) -> dict[str, int]:
    """The companies that the engine lets build on the square of that name, with the dice it takes."""
    found = {}
    end = state.table.line.end(name)
    for leave in end.exits if end.is_station else (None,):
        for company in state.table.companies:
            events = taken(rich(state), BuildStation(state.table.turn.seat, name, company, leave=leave))
            built = events and suggestions.first_of(ev.StationBuilt, events)
            if built and scene(state).square(built.square) == square:
                found[company] = built.paid.total
    return found


def _companies(text: str, names: dict[str, str]) -> list[str]:
    """The companies that a text names."""
    if text == "any company":
        return list(names.values())
    return [] if text == "no company can" else [names[name] for name in text.split(", ")]


def free_squares(state: State) -> dict[Square, tuple[int, list[str] | None]]:
    """What the text tells of every free town square: the dice a station takes, and on a white one the companies."""
    chart, event = chart_of(state.table.box), scene(state)
    names = {event.company(company): company for company in state.table.companies}
    found: dict[Square, tuple[int, list[str] | None]] = {}
    for at in chart.cells:
        for town in free_sites(event, at):
            for square, colour, price, notes in re.findall(r"([a-g][1-7]) (\w+) (\d+)(?: \(([^)]*)\))?", town):
                companies = _companies(notes.split("; ")[-1], names) if colour == "white" else None
                where = Square(at.x * 7 + "abcdefg".index(square[0]), at.y * 7 + int(square[1]) - 1)
                found[where] = (int(price), companies)
    return found


def leading_to(state: State, square: Square) -> State | None:
    """The position with end A before a square; None where it cannot be there."""
    table, chart = state.table, chart_of(state.table.box)
    line = table.line
    for side in SIDES:
        last = step(square, opposite(side))
        if chart.is_german(last) and not line.fixture(last) and line.b.ahead != square and last != line.b.square:
            return rich(State(changed(table, line=replace(line, a=End(last, opposite(side), side))), state.screens))
    return None


def test_every_free_town_square_takes_what_is_told_from_the_companies_told() -> None:
    chance = Random(14)
    dearer = 0
    for state in positions():
        facts = free_squares(state)
        for square in chance.sample(sorted(facts), min(5, len(facts))):
            moved = leading_to(state, square)
            if moved is None:
                continue
            found = taking(moved, "A", scene(moved).square(square))
            price, companies = facts[square]
            assert set(found.values()) == {price}
            assert companies is None or companies == list(found)
            dearer += price not in (3, 5)
    assert dearer > 20


def test_maps_tell_the_same_dice_and_companies() -> None:
    for state in islice(positions(), None, None, 4):
        chart, facts, table = chart_of(state.table.box), free_squares(state), state.table
        board = board_of(table)
        assert board.printed is not None
        plates = drawn_stretch(board, board.printed, BoardStretch(Square(0, 0), 28, 42), 60).plates
        drawn = {Square(plate.x // 100, plate.y // 100): plate for plate in plates if not plate.is_abroad}
        assert {square: drawn[square].price for square in facts} == {square: facts[square][0] for square in facts}
        ids = list(table.companies)
        for square, (_, companies) in facts.items():
            assert companies is None or [ids[place] for place in drawn[square].builders] == companies
        for square, (price, _) in facts.items():
            if square in (table.line.a.ahead, table.line.b.ahead):
                continue
            row = tile_map(scene(state), cell_of(square))[2 + square.y % 7]
            assert row[3 + 3 * (square.x % 7) :][1] == str(price)
        rows = [line for line in landscape(scene(state)) if line.startswith(" |")]
        for square, (price, _) in facts.items():
            if square not in (table.line.a.ahead, table.line.b.ahead):
                assert rows[square.y][2 + 2 * square.x + square.x // 7 :][1] == str(price)
        assert chart.sites.keys() >= facts.keys()


def test_white_squares_are_told_with_who_may_build_in_the_text_map_too() -> None:
    state = german_position({14: START, 10: "....... ....... ....... ....W.. ....... ....... ......."}, box=SHEET)
    key = " ".join(" ".join(landscape(scene(state))).split())
    assert "* white squares, and who may build there now: S14 b3: E, W, I S14 f6: E, Ü, W, I, B" in key
    assert "S10 e4:" not in key, "it is taken"
    taken_off = german_position({14: "....... ....... .W..... ...│... ....... ....... ......."})
    assert "S14 b3:" not in " ".join(landscape(scene(taken_off)))


def test_the_text_map_says_which_rivers_pass_the_town_squares_that_hide_them() -> None:
    key = " ".join(" ".join(landscape(scene(german_position()))).split())
    assert "rivers through town squares: p: S15 d4 f4" in key


WEST = {13: "x...... x...... ....... x─..... x...... ....... x......", 14: START}


def test_countries_are_named_on_the_maps_of_the_sectors_beside_them() -> None:
    found = scene(german_position(WEST, a="S13 b4 w", b="S14 d4 s", abroad={"Belland": "W"}))
    legend = " ".join(found.game.legend(found, [cell(13)]))
    assert "(5) S13 a4 Luxland" in legend and "(5) S13 a7 Eckland" in legend
    assert "(-) S13 a5 Belland, used up" in legend


def test_a_piece_that_points_at_a_country_names_it() -> None:
    before = {**WEST, 13: "x...... x...... ....... x.──... x...... ....... x......"}
    state = german_position(before, a="S13 c4 w", b="S14 d4 s", front="s?")
    notes = {line.order: line.note for line in suggestions.suggestions(scene(state), legal_at(state))}
    assert notes["A w"] == "a straight, points at Luxland"


CORNER = sheet(
    ground={14: ".....~~ ....... ....... ....... ....... ....... ......."},
    rivers={22: "Q...... ....... ....... ....... ....... ....... ......."},
    towns={"Süden": "S22 d4 yellow 5"},
    countries={"Südland": "S22 d7", "Alpland": "S24 d7", "Norland": "S2 d1", "Seeland": "S4 d1"},
)
"""A lake in the north-eastern corner of S14, from where the line may go on into S10 and S15, and back into S14."""


def test_of_several_borders_each_says_what_it_wins() -> None:
    line = {
        14: "...┌─~~ ...│... ...│... ...│... ...│... ....... .......",
        15: "....... ..W.... ....... ....... ....... ....... .......",
    }
    state = german_position(line, a="S14 e1 e", b="S14 d5 s", front="????", hidden=9, box=CORNER)
    placed = placed_orders(scene(state), legal_at(state))
    (first,) = [one for one in placed if one.order.startswith("A e?")]
    (run,) = [run for run in legal_at(state) if isinstance(run, LayRun) and run_order(scene(state), run) == first.order]
    turned = [first, *alternatives(scene(state), run, legal_at(state))]
    assert {one.order: one.note.partition(", ")[2] for one in turned if one.order.startswith("A e? ")} == {
        "A e? n n": "into S10, wins 2 ?",
        "A e? e e": "into S15, wins nothing",
        "A e? s": "",
    }
    suggested = {
        line.note for line in suggestions.suggestions(scene(state), legal_at(state)) if line.order.startswith("A e? ")
    }
    assert {note.partition(", ")[2] for note in suggested} == {"into S10, wins 2 ?", "into S15, wins nothing", ""}


def test_rivers_are_drawn_through_town_squares() -> None:
    board = board_of(german_position().table)
    assert board.printed is not None
    whole = BoardStretch(Square(0, 0), 28, 42)
    sheet = drawn_stretch(board, board.printed, whole, 60)
    streams = {Square(plate.x // 100, plate.y // 100): plate.stream for plate in sheet.plates}
    passing = drawn_terrain_of(board.printed, whole).passing
    for square, stream in streams.items():
        assert stream == passing.get(square, "")
    assert [square for square, stream in streams.items() if stream] == [place("S15 d4"), place("S15 f4")]
