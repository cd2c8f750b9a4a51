"""Germany in words: names, ends, maps, tables, what may be done and what it earns."""

import re

import pytest
from reports_kit import NAMES, context, legal_at, played
from rules.german_position import FIVE, GERMANY, SPOKE, START, cell, german_position, place

from pbem.games.compose import status_report
from pbem.games.germany.ends import tile_map
from pbem.games.germany.notation import COLOURS, COUNTRIES, RIVERS
from pbem.games.line import board, suggestions
from pbem.games.line.maps import alt, current_maps, described
from pbem.games.line.render_context import RenderContext
from pbem.i18n import PSEUDO, catalogue
from pbem.reports.plain import WIDTH, lines_of
from rules_core.games.germany import game as germany
from rules_core.grid import Square
from rules_core.kernel.definition import fold, stop
from rules_core.kernel.dice import no_draw
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import EndName, Income
from rules_core.line.table import State

ENGLISH = catalogue("en")
AT_RED = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", front="sc", hidden=9, waiting={"bergtal": 3})
CROSSING = german_position({14: FIVE}, a="S14 d2 n", b="S14 d6 s", front="sscc", hidden=4)


def scene(state: State, *, ascii_only: bool = False, language: str = "en") -> RenderContext:
    return RenderContext(state.table, NAMES, catalogue(language), ascii_only)


def drawn(lines: list[str]) -> str:
    return "\n".join(lines)


def told_of_ends(state: State) -> str:
    return drawn(lines_of(board.ends(scene(state)), ENGLISH))


def end_of(state: State, name: EndName) -> str:
    return board.place(scene(state), name)


def notes(state: State) -> dict[str, str]:
    return {line.order: line.note for line in suggestions.suggestions(scene(state), legal_at(state))}


# Names


def test_every_name_of_the_printed_map_can_be_translated() -> None:
    chart = GERMANY.chart
    assert chart is not None
    assert set(COUNTRIES) == set(chart.country_prices)
    assert set(RIVERS) == set(chart.river_names.values())
    assert set(COLOURS) == {site.colour for site in chart.sites.values()}


def test_squares_are_told_with_their_town_and_country() -> None:
    found = scene(played(2)[0].state)
    assert found.square(Square(8, 25)) == "S14 b5 in Frankfurt"
    assert found.square(Square(10, 23)) == "S14 d3"
    assert found.square(Square(11, 3)) == "Denmark"
    assert found.square(Square(27, 41)) == "a square outside Germany"


def test_the_ground_of_a_square_is_told_with_its_town_and_river() -> None:
    found = scene(played(2)[0].state)
    assert found.terrain_at(Square(8, 26)) == "Frankfurt, red 6, river Main"
    assert found.terrain_at(Square(10, 23)) == "grass"
    assert scene(german_position()).terrain_at(place("S15 d4")) == "Bergen, green 5, mountain, river P"


# Ends


def test_an_end_before_a_town_says_who_may_build_there() -> None:
    assert end_of(AT_RED, "A") == "A: S14 c2 in Mitte, points w at b2 (Mitte, red 3)"
    assert "   Station on S14 b2 in Mitte, 3 dice: Berg & Tal-Bahn.\n" in told_of_ends(AT_RED)


def test_the_way_out_of_a_sector_says_what_is_closed_and_what_wins() -> None:
    text = " ".join(told_of_ends(CROSSING).split())
    assert "The line can leave S14: it has 5 pieces." in text
    assert text.count("Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?).") == 2
    parted = german_position(
        {14: FIVE, 10: "....... ....... ....... ....... ....... ....... ...│..."}, a="S10 d7 n", b="S14 d6 s"
    )
    text = " ".join(told_of_ends(parted).split())
    assert "Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)" in text
    built = {14: FIVE, 15: "....... ..^^^.. ..^^^.. ..^E^.. ....... .~~~... ......."}
    text = " ".join(told_of_ends(german_position(built, a="S14 d2 n", b="S14 d6 s")).split())
    assert "Beyond: n S10 (wins 2 ?), e S15 (wins nothing), s S18 (wins 2 ?), w S13 (wins 2 ?)." in text


def test_dues_are_told_before_they_are_paid_and_after() -> None:
    east = {14: START, 15: "....... ..^^^.. ─.^^^.. ..^^^.. ....... .~~~... ......."}
    text = told_of_ends(german_position(east, a="S15 a3 e", b="S14 d4 s"))
    assert "A: S15 a3, points e at b3 (grass, river Q)\n   Extra cost of track there: 1 die for river Q.\n" in text
    text = told_of_ends(german_position(east, a="S15 a3 e", b="S14 d4 s", paid=["S15 b1"]))
    assert "Extra cost" not in text
    assert text.endswith("Paid for in this turn: the river Q.")


def test_a_station_says_where_it_leads_and_an_end_abroad_into_which_squares() -> None:
    station = german_position(
        {14: "....... .B┐.... ..└┐... ...│... ....... ....... ......."}, a="S14 b2 from e", b="S14 d4 s"
    )
    assert end_of(station, "A") == "A: station at S14 b2 in Mitte, can leave n, s, w"
    text = " ".join(told_of_ends(station).split())
    assert "Ways on: n to S14 b1 (grass); s to S14 b3 (Mitte, white 5); w to S14 a2 (grass)." in text
    assert "Station on S14 b3 in Mitte, 5 dice: Eisberg Tours, Weiden Express, Insel Hopper." in text
    abroad = german_position({}, a="Norland", b="Südland", options={"two_starts": "drawn"})
    assert end_of(abroad, "B") == "B: abroad, in Südland, can go on n, e, w into Germany"
    text = " ".join(told_of_ends(abroad).split())
    assert (
        "Ways on: e to S2 e1 (grass; wins nothing); s to S2 d2 (grass; wins nothing); w to S2 c1 (grass; wins" in text
    )


def test_from_abroad_each_way_says_which_sector_wins_dice() -> None:
    west = {14: START}
    state = german_position(west, a="Eckland from e", b="S14 d4 s", abroad={"Eckland": "W"}, front="s")
    text = " ".join(told_of_ends(state).split())
    assert (
        "Ways on: n to S13 a6 (grass; wins nothing); e to S13 b7 (grass; wins nothing); s to S17 a1 (grass; wins 2"
        in text
    )


def test_a_track_may_point_at_an_open_country() -> None:
    west = {13: "x...... x...... ....... x─..... x...... ....... x......", 14: START}
    state = german_position(west, a="S13 b4 w", b="S14 d4 s", hidden=6)
    assert end_of(state, "A") == "A: S13 b4, points w at Luxland"
    assert "Station in Luxland, 5 dice: any company." in told_of_ends(state)


def test_free_town_squares_are_told_with_colour_and_price_until_something_lies_there() -> None:
    text = " ".join(told_of_ends(AT_RED).split())
    assert text.endswith(
        "Free town squares, and the dice a station costs there now: S14: Mitte b2 red 3, "
        "b3 white 5 (Eisberg Tours, Weiden Express, Insel Hopper); Einöd f6 white 3 (any company)"
    )


# Maps


def test_sectors_show_towns_rivers_stations_and_the_line() -> None:
    east = {14: START, 15: "....... ..^^^.. ─┐^^^.. .└B^^.. ....... .~~~... ......."}
    assert (
        drawn(current_maps(scene(german_position(east, a="S15 c4 from w", b="S14 d4 s"))))
        == """\
S15, end A                     S14, end B
    a  b  c  d  e  f  g            a  b  c  d  e  f  g
 1  .  q  .  .  .  .  .  1      1  .  .  .  .  .  .  .  1
 2  .  q  ^  ^  ^  .  .  2      2  . B3 Ü5  .  .  .  .  2
 3 ────┐  ^  ^  ^ I3  .  3      3  . *5  .  .  .  .  .  3
 4  p  └─A:BE5p^p *6p p  4      4  .  .  .  │  .  .  .  4
 5  .  .  .  .  .  .  .  5      5  .  .  . <B> .  .  .  5
 6  .  ~  ~  ~  .  .  .  6      6  .  .  .  .  . *3  .  6
 7  .  .  .  .  .  .  .  7      7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g            a  b  c  d  e  f  g

 . grass   ^ mountain   ~ water   q Q   p P   E5 Eisberg Tours
 Ü5 Überall Fahrten   I3 Insel Hopper   B3 [B] Berg & Tal-Bahn
 *6 S15 f4: E, Ü, W, B   *5 S14 b3: E, W, I   *3 S14 f6: E, Ü, W, I, B
 A:B end A   <A> <B> where the next piece goes"""
    )


def test_abroad_open_and_used_countries_stations_and_ends_are_told_apart() -> None:
    west = {13: "x...... x...... ....... x─..... x...... ....... x......", 14: START}
    state = german_position(west, a="S13 b4 w", b="S14 d4 s", abroad={"Belland": "W"})
    west_side = [row[3:6] for row in tile_map(scene(state), cell(13))[2:-1]]
    assert west_side == ["   ", "   ", " . ", "<A>", "[W]", " . ", "(5)"]
    begun = german_position({}, a="Norland", b="Südland", options={"two_starts": "drawn"})
    assert tile_map(scene(begun), cell(2))[2] == " 1  .  .  . A:  .  .  .  1"
    left = german_position({14: START}, a="S14 d4 n", b="Südland")
    assert "(5)" not in drawn(tile_map(scene(left), cell(22)))
    assert scene(left).game.supply(scene(left)) == (
        "Countries left for a station abroad: Alpland (S24 d7, 5 dice), Luxland (S13 a4, 5 dice), "
        "Belland (S13 a5, 5 dice), Eckland (S13 a7, 5 dice), Norland (S2 d1, 5 dice), Seeland (S4 d1, 5 dice)."
    )


def test_ascii_maps_are_ascii() -> None:
    for step in played(2)[::25]:
        found = scene(step.state, ascii_only=True)
        signs = drawn([*current_maps(found), *found.game.landscape(found)])
        assert set(signs) - set("öüßÜ") <= set(map(chr, range(128)))


def test_the_map_of_all_sectors_fits_a_mail_and_shows_every_station() -> None:
    steps = played(3)
    for step in steps[:: len(steps) // 6]:
        found = scene(step.state)
        lines = found.game.landscape(found)
        assert max(map(len, lines)) <= WIDTH
        built = sum(step.state.table.built(company) for company in step.state.table.companies)
        assert len(re.findall(r"[EÜWIB]#", drawn(lines))) == built
        assert all(f"+-S{number}" in drawn(lines) for number in range(1, 24))


def test_the_map_of_all_sectors_marks_ends_towns_and_countries() -> None:
    shown = scene(german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", abroad={"Belland": "W"}))
    lines = shown.game.landscape(shown)
    s14 = lines.index(next(line for line in lines if "+-S14*" in line))
    assert [line[17:31] for line in lines[s14 + 1 : s14 + 7]] == [
        ". . . . . . . ",
        ". <A┐ . . . . ",
        ". *5└─┐ . . . ",
        ". . . │ . . . ",
        ". . . <B. . . ",
        ". . . . . *3. ",
    ]
    assert [lines[s14 + row][2:4] for row in (4, 5, 7)] == ["()", "W#", "()"]


# Tables


def rows_of(state: State) -> list[list[str]]:
    view = germany.view(state, None)
    facts = context(len(state.table.players), kind="germany")
    return [line.split() for line in status_report(view, facts, ENGLISH).text.splitlines()]


def test_companies_passengers_and_players_are_tables() -> None:
    state = german_position(
        seats=3,
        front=["sc$?", "", "?"],
        directors={"insel": 1},
        built={"insel": 2},
        waiting={"weiden": 4},
        carried={"insel": [1, 3], "bergtal": [2]},
    )
    rows = rows_of(state)
    assert ["I", "Insel", "Hopper", "yellow", "Ben", "2", "7"] in rows
    assert ["W", "Weiden", "Express", "4,000", "-", "-", "-"] in rows
    assert ["I", "Insel", "Hopper", "-", "1,000", "3,000", "-"] in rows
    assert ["Anna", "(starts)", "-", "3,000", "1", "1", "1", "1"] in rows
    assert ["Ben", "I", "3,000", "-", "-", "-", "-"] in rows
    assert not any("shares" in row or "passengers," in row for row in rows)


def test_standings_tell_passengers_and_directorships_and_who_won() -> None:
    ended = played(2)[-1].state
    rows = rows_of(ended)
    for standing in ended.table.standings:
        name, passengers = NAMES[standing.seat], f"{standing.passengers},000"
        assert [f"{standing.place}.", name, passengers, str(standing.offices)] in rows


def test_a_draw_says_whose_station_is_missing() -> None:
    state = german_position(bank=1, front="??", hidden=9, year=2)
    outcome = germany.decide(state, Income(0, break_bank=True), no_draw)
    assert not isinstance(outcome, Violations)
    drawn_game = fold(germany, outcome, state)
    text = " ".join(status_report(germany.view(drawn_game, 0), context(2, kind="germany"), ENGLISH).text.split())
    assert text.startswith(
        "The game is over: Nobody has won: the game is a draw. It ended because the bank could not pay."
    )
    assert "Without a station: Eisberg Tours, Überall Fahrten, Weiden Express, Insel Hopper, Berg & Tal-Bahn." in text
    assert "nobody wins (GE-42)." in text
    assert ["-", "Anna", "-", "-"] in rows_of(drawn_game)


def test_who_wins_because_another_concedes_is_not_told_that_nobody_wins() -> None:
    state = german_position(front="$s", hidden=1, seats=2)
    conceded = germany.evolve(state, stop(germany, state, "agreed", conceded=[1]))
    text = " ".join(status_report(germany.view(conceded, 0), context(2, kind="germany"), ENGLISH).text.split())
    assert text.startswith("The game is over: Anna has won.")
    assert "While a company has none, nobody wins unless the others concede (GE-42)." in text


# What may be done


def test_a_station_says_what_it_costs_and_earns() -> None:
    assert notes(AT_RED)["station A bergtal"] == "Mitte, 3 dice, wins 3,000, director"
    last = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=9, built={"bergtal": 8})
    assert notes(last)["station A bergtal"] == "Mitte, 3 dice, ends the game"


def test_a_run_over_a_border_says_where_to_and_what_it_wins() -> None:
    assert notes(CROSSING)["A n n"] == "into S10, wins 2 ?"


def test_transport_symbols_are_told_for_each_company_and_keep_the_turn_from_ending() -> None:
    state = german_position(front="$$?", waiting={"insel": 2})
    facts = notes(state)
    assert [order for order in facts if order.startswith("transport")] == [
        f"transport {card.id}" for card in GERMANY.companies
    ]
    assert facts["transport insel"] == "3,000 wait then"
    assert "end" not in facts
    assert suggestions.hints(scene(state)) == ["Before your turn can end, 2 transport symbols must be used (GE-12)."]


def test_a_wild_die_as_a_transport_symbol_is_told_once() -> None:
    facts = notes(german_position(front="?"))
    assert [order for order in facts if order.startswith("transport")] == ["transport eisberg with ?"]
    assert facts["transport eisberg with ?"] == "for a ?; or for another company"
    assert "end" in facts


def test_an_income_that_would_break_the_bank_is_told_with_its_rule() -> None:
    (hint,) = suggestions.hints(scene(german_position(bank=3)))
    assert hint == (
        "Your income would be 4 dice, and the bank has 3: taking it would break the bank and end the game at once "
        '(GE-41). The order for that is "income break the bank".'
    )


# The map in sentences


def test_the_picture_is_told_in_sentences() -> None:
    assert alt(scene(AT_RED)).startswith("Map of the line and the landscape. A: S14 c2 in Mitte, points w at b2")
    sector, ends_, land = described(scene(AT_RED))
    assert sector == (
        "S14, both ends. Free town squares: Mitte b2 red 3, b3 white 5 (Eisberg Tours, Weiden Express, "
        "Insel Hopper); Einöd f6 white 3 (any company). On it: "
        "c2 track from s to w; c3 track from n to e; d3 track from s to w; d4 track from n to s."
    )
    assert ends_.startswith("End A: S14 c2 in Mitte, points w")
    assert "S10: free Hafen d4 purple 3, e4 white 3 (Eisberg Tours, Überall Fahrten, " in land


def test_every_station_of_a_game_is_told() -> None:
    for step in played(3)[::40]:
        table = step.state.table
        *_, land = described(scene(step.state))
        for company in table.companies:
            assert len(re.findall(rf"{re.escape(scene(step.state).company(company))} (at|in) ", land)) == table.built(
                company
            )


@pytest.mark.parametrize("at", [0, 40, 80])
def test_all_of_it_goes_through_the_catalogue(at: int) -> None:
    found = scene(played(2)[at].state, language=PSEUDO)
    for text in (*described(found), alt(found), found.game.supply(found)):
        assert text.count("⟦") == text.count("⟧") > 0
