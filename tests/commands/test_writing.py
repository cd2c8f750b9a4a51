from dataclasses import replace

import pytest
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st
from orders_kit import FIRST_RAILS, GERMANY, KINDS, RULES, STANDARD, TABLES, actions, played
from rules.orders import build, buy, end_turn, income, lay, roll, transport
from soak import few

from pbem.commands.orders import ActionOrder, read, write
from pbem.games.line.orders.names import tile_name
from rules_core.grid import W
from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    Dice,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Piece,
    Roll,
    UseTransport,
)
from rules_core.line.components import components_from

LANGUAGES = ("en", "de", "fr")
amounts = st.integers(0, 60)
payments = st.builds(Payment, amounts, amounts)
companies = st.sampled_from([card.id for card in STANDARD.companies])
ends = st.sampled_from(["A", "B"])
sides = st.integers(0, 3)
pieces = st.builds(Piece, sides, st.booleans())
tiles = st.sampled_from([NewTile(layout.kind, layout.turn) for ways in STANDARD.tiles.values() for layout in ways])
runs = {
    FIRST_RAILS: st.lists(pieces | tiles, min_size=1, max_size=12).map(tuple),
    GERMANY: st.lists(pieces, min_size=1, max_size=12).map(tuple),
}
LEGAL_KINDS: dict[str, set[type]] = {
    FIRST_RAILS: {Income, Roll, BuyShare, LayRun, BuildStation, EndTurn},
    GERMANY: {Income, Roll, UseTransport, LayRun, BuildStation, EndTurn},
}


def any_action(game: str) -> st.SearchStrategy[Action]:
    """Any action that can be ordered in a kind of game, whether its rules allow it or not."""
    return st.one_of(
        st.builds(Income, st.just(0), st.booleans()),
        st.builds(Roll, st.just(0), amounts, amounts, st.booleans()),
        st.builds(BuyShare, st.just(0), companies, st.sampled_from([None, "bank", "director"]), st.booleans()),
        st.builds(UseTransport, st.just(0), companies, st.booleans()),
        st.builds(LayRun, st.just(0), ends, runs[game], st.none() | sides, st.none() | payments, st.booleans()),
        st.builds(
            BuildStation,
            st.just(0),
            ends,
            companies,
            st.sampled_from([None, "grassland", "lake", "mountain"]),
            st.none() | st.integers(1, 20),
            st.none() | payments,
            st.booleans(),
            st.none() | sides,
        ),
        st.builds(EndTurn, st.just(0), st.builds(Dice, amounts, amounts, amounts, amounts)),
    )


games_and_actions = st.sampled_from(KINDS).flatmap(lambda game: st.tuples(st.just(game), any_action(game)))


@given(games_and_actions, st.sampled_from(LANGUAGES))
def test_what_is_written_in_a_language_is_read_as_the_same_in_it(ordered: tuple[str, Action], language: str) -> None:
    game, action = ordered
    assert actions(write(action, TABLES[game], language), language, game) == [action]


@given(games_and_actions, st.sampled_from(LANGUAGES))
def test_case_and_spaces_do_not_change_what_is_written(ordered: tuple[str, Action], language: str) -> None:
    game, action = ordered
    line = write(action, TABLES[game], language)
    assert actions(f"  - {line.upper().replace(' ', '   ')} # so it is", language, game) == [action]


@given(st.sampled_from(KINDS).flatmap(lambda game: st.tuples(st.just(game), st.lists(any_action(game), max_size=4))))
def test_many_orders_on_a_line_are_read_apart(ordered: tuple[str, list[Action]]) -> None:
    game, several = ordered
    before_the_end = [action for action in several if not isinstance(action, EndTurn)]
    assert actions("; ".join(write(action, TABLES[game]) for action in before_the_end), game=game) == before_the_end


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.parametrize("seed", few(range(3), 1))
def test_every_legal_action_of_a_game_can_be_written_and_read(seed: int, game: str) -> None:
    views = {action: view for view in played(seed, 150, game) for action in RULES[game].legal(view)}
    assert {type(action) for action in views} == LEGAL_KINDS[game]
    for action, view in views.items():
        for language in LANGUAGES:
            script = read([write(action, view.table, language)], view, language)
            assert script.orders == (ActionOrder(action),), script


def test_stations_side_by_side_come_up_among_the_legal_actions() -> None:
    legal = (action for view in played(0, 150, GERMANY) for action in RULES[GERMANY].legal(view))
    assert any(isinstance(action, BuildStation) and action.leave is not None for action in legal)


@pytest.mark.parametrize("game", KINDS)
def test_the_table_tells_the_kind_of_game(game: str) -> None:
    assert TABLES[game].kind == game


@each(
    ("action", "line"),
    [
        (income(break_bank=True), "income break the bank"),
        (roll(0, 4), "roll 4?"),
        (roll(3, 2), "roll 3h 2?"),
        (buy("eisberg", "bank"), "buy eisberg from bank"),
        (buy("insel", "director", wild=True), "buy insel from director with ?"),
        (lay("B e e"), "B e e"),
        (lay("A w w w? +mountain2/w w?"), "A w w w? onto nw w?"),
        (lay("B e +lake e +lake/e e +grassland e"), "B e onto lake e onto lake/e e onto grass e"),
        (lay("A w w?", leave="w", pay="1?"), "A leave w, w w? pay 1?"),
        (build("B insel", "lake", 5, pay="3h 2?"), "station B insel lake at 5 pay 3h 2?"),
        (end_turn(), "end"),
        (end_turn("scc$?"), "end discard s c c $ ?"),
    ],
)
def test_lines_are_written_as_players_write_them(action: Action, line: str) -> None:
    assert write(action, TABLES[FIRST_RAILS]) == line


@pytest.mark.parametrize(
    ("action", "lines"),
    [
        (transport("weiden"), ("transport weiden", "befördere weiden", "transporter weiden")),
        (
            transport("insel", wild=True),
            ("transport insel with ?", "befördere insel mit ?", "transporter insel avec ?"),
        ),
        (
            replace(build("A weiden", pay="2h 1?"), leave=W),
            (
                "station A leave w weiden pay 2h 1?",
                "bahnhof A verlasse w weiden zahle 2h 1?",
                "gare A quitte w weiden paie 2h 1?",
            ),
        ),
        (end_turn("sc$"), ("end discard s c t", "ende ablegen s c t", "fin défausser s c t")),
    ],
)
def test_lines_of_germany_are_written_in_the_players_language(action: Action, lines: tuple[str, ...]) -> None:
    assert tuple(write(action, TABLES[GERMANY], language) for language in LANGUAGES) == lines


def test_lines_are_written_in_the_players_language() -> None:
    run = lay("A w +lake/e w?", leave="w", pay="2h 1?", break_bank=True)
    assert write(run, TABLES[FIRST_RAILS], "de") == "A verlasse w, w auf see/e w? zahle 2h 1? sprenge die bank"
    assert write(run, TABLES[FIRST_RAILS], "fr") == "A quitte w, w sur lac/e w? paie 2h 1? fais sauter la banque"
    assert write(run, TABLES[FIRST_RAILS], "it") == write(run, TABLES[FIRST_RAILS], "en")


def test_a_run_without_pieces_has_no_line() -> None:
    with pytest.raises(ValueError, match="without pieces"):
        write(lay("A"), TABLES[FIRST_RAILS])


def test_every_tile_of_the_box_has_a_name_of_its_own() -> None:
    for language in LANGUAGES:
        names = [tile_name(layout, STANDARD, language) for ways in STANDARD.tiles.values() for layout in ways]
        assert len(set(names)) == len(names)


def test_tiles_whose_mountain_sides_are_the_same_go_by_their_kinds() -> None:
    ridge = '"ridge":{"count":1,"sides":"MMGG","rows":[' + ",".join(['".^^^^^^"'] * 2 + ['"......."'] * 5) + "]},"
    box = components_from(STANDARD.text.replace('"grassland":{"count"', ridge + '"grassland":{"count"', 1))
    names = {layout: tile_name(layout, box) for ways in box.tiles.values() for layout in ways}
    assert {"ridge/n", "mountain2/n", "nes"} <= set(names.values())
    assert len(set(names.values())) == len(names)
