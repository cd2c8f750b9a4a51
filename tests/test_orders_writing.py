import pytest
from hypothesis import given
from hypothesis import strategies as st
from orders_kit import STANDARD, actions, played
from rules.orders import build, buy, end_turn, income, lay, roll

from pbem.orders import write
from pbem.orders.names import tile_name
from rules_core.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Piece,
    Roll,
)
from rules_core.components import components_from
from rules_core.dice import Dice
from rules_core.games import first_rails

LANGUAGES = ("en", "de", "fr")
amounts = st.integers(0, 60)
payments = st.builds(Payment, amounts, amounts)
companies = st.sampled_from([card.id for card in STANDARD.companies])
ends = st.sampled_from(["A", "B"])
sides = st.integers(0, 3)
pieces = st.builds(Piece, sides, st.booleans())
tiles = st.sampled_from([NewTile(layout.kind, layout.turn) for ways in STANDARD.tiles.values() for layout in ways])
runs = st.lists(pieces | tiles, min_size=1, max_size=12).map(tuple)
any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(Income, st.just(0), st.booleans()),
    st.builds(Roll, st.just(0), amounts, amounts, st.booleans()),
    st.builds(BuyShare, st.just(0), companies, st.sampled_from([None, "bank", "director"]), st.booleans()),
    st.builds(LayRun, st.just(0), ends, runs, st.none() | sides, st.none() | payments, st.booleans()),
    st.builds(
        BuildStation,
        st.just(0),
        ends,
        companies,
        st.sampled_from([None, "grassland", "lake", "mountain"]),
        st.none() | st.integers(1, 20),
        st.none() | payments,
        st.booleans(),
    ),
    st.builds(EndTurn, st.just(0), st.builds(Dice, amounts, amounts, amounts, amounts)),
)


@given(any_action, st.sampled_from(LANGUAGES))
def test_what_is_written_in_a_language_is_read_as_the_same_in_it(action: Action, language: str) -> None:
    assert actions(write(action, STANDARD, language), language) == [action]


@given(any_action, st.sampled_from(LANGUAGES))
def test_case_and_spaces_do_not_change_what_is_written(action: Action, language: str) -> None:
    line = write(action, STANDARD, language)
    assert actions(f"  - {line.upper().replace(' ', '   ')} # so it is", language) == [action]


@given(st.lists(any_action.filter(lambda action: not isinstance(action, EndTurn)), max_size=4))
def test_many_orders_on_a_line_are_read_apart(several: list[Action]) -> None:
    assert actions("; ".join(write(action, STANDARD) for action in several)) == several


@pytest.mark.parametrize("seed", range(2))
def test_every_legal_action_of_a_game_can_be_written_and_read(seed: int) -> None:
    seen = {action for view in played(seed, 80) if view.seat == 0 for action in first_rails.legal(view)}
    assert len({type(action) for action in seen}) >= 4
    for action in seen:
        assert actions(write(action, STANDARD)) == [action]


@pytest.mark.parametrize(
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
    assert write(action, STANDARD) == line


def test_lines_are_written_in_the_players_language() -> None:
    run = lay("A w +lake/e w?", leave="w", pay="2h 1?", break_bank=True)
    assert write(run, STANDARD, "de") == "A verlasse w, w auf see/e w? zahle 2h 1? sprenge die bank"
    assert write(run, STANDARD, "fr") == "A quitte w, w sur lac/e w? paie 2h 1? fais sauter la banque"
    assert write(run, STANDARD, "it") == write(run, STANDARD, "en")


def test_a_run_without_pieces_has_no_line() -> None:
    with pytest.raises(ValueError, match="without pieces"):
        write(lay("A"), STANDARD)


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
