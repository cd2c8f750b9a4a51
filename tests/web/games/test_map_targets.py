"""Presses on the map: each adds an order, and once more on its square turns to the next piece that fits there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import NAMES, Game, World, new_world
from rules.network import network_position, square
from werkzeug.datastructures import MultiDict

from pbem.games.presenter import MapTarget
from pbem.i18n import catalogue
from pbem.web.games.forms import OrderForm, composed, order_form_for
from rules_core.games import ruleset_for
from rules_core.games.railroad_dice_2.actions import ExpandTrack, LayTrack
from rules_core.games.railroad_dice_2.table import NetworkTable

WORDS = catalogue("en")
DRAWING = """
    ............
    .G─┐......B.
    ...│........
    ............
    ............
    ............
    .1..........
"""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def game_at(world: World, table: NetworkTable) -> Game:
    game = world.open_game(NAMES[:2], kind="railroad_dice_2")
    game.put(table)
    return game


def form_of(game: Game, text: str = "") -> OrderForm:
    return order_form_for(game.world.intake.forms.try_out(game.id, 0, text), WORDS, text)


def target(form: OrderForm, place: str) -> MapTarget:
    (found,) = [one for one in form.targets if one.place == place]
    return found


def pressed(game: Game, form: OrderForm, place: str) -> OrderForm:
    """The form after a press on a place."""
    one = target(form, place)
    sent = MultiDict({"orders": form.text, one.field: one.order})
    return form_of(game, composed(sent, game.world.intake.forms.look(game.id, 0), WORDS))


def test_every_square_where_a_die_fits_can_be_pressed_and_no_other(world: World) -> None:
    table = network_position(DRAWING, hand="straight curve locomotive", complex_hand="wye crossing")
    game = game_at(world, table)
    legal = ruleset_for(table.kind).legal(ruleset_for(table.kind).view(table, 0))
    squares = {move.square for move in legal if isinstance(move, LayTrack | ExpandTrack)}
    form = form_of(game)
    assert {square(one.place) for one in form.targets if not one.place.startswith("tile ")} == squares
    assert {one.field for one in form.targets} == {"add"}
    for one in form.targets:
        assert form_of(game, one.order).trial.works, one.order


def test_one_press_after_another_turns_through_all_pieces_that_fit(world: World) -> None:
    game = game_at(world, network_position(DRAWING, hand="straight curve"))
    form = pressed(game, form_of(game), "d4")
    first, texts = form.text, list[str]()
    while not texts or form.text != first:
        assert form.trial.works
        texts.append(form.text)
        assert target(form, "d4").field == "instead"
        form = pressed(game, form, "d4")
    assert texts == ["lay d4 ns", "lay d4 ne", "lay d4 nw"]
    listed = [one.order for one in form_of(game, texts[1]).alternatives]
    assert listed == ["lay d4 nw", "lay d4 ns"], "lists hold the same, the next first"


def test_a_wild_die_needs_no_word_where_no_other_will_do(world: World) -> None:
    game = game_at(world, network_position(DRAWING, hand="? locomotive"))
    form = pressed(game, form_of(game), "d4")
    assert form.text == "lay d4 ns"
    assert form.trial.works
    listed = [one.order for one in form_of(game, "lay d4 ns with ?").alternatives]
    assert listed == ["lay d4 ne", "lay d4 nw"]


def test_a_wild_die_that_is_picked_up_is_taken_and_turned(world: World) -> None:
    game = game_at(world, network_position(DRAWING, hand="? straight curve"))
    picked = order_form_for(game.world.intake.forms.try_out(game.id, 0, ""), WORDS, "", wild=True)
    assert target(picked, "d4").order == "lay d4 ns with ?"
    form = pressed(game, picked, "d4")
    assert {one.order for one in form.alternatives} == {"lay d4 ne with ?", "lay d4 nw with ?"}
    assert form.spent is not None and form.spent.faces == ("?",)


def test_a_press_elsewhere_adds_and_leaves_what_was_pressed_before(world: World) -> None:
    game = game_at(world, network_position(DRAWING, hand="straight curve straight"))
    form = pressed(game, pressed(game, form_of(game), "d4"), "d5")
    assert form.text.splitlines()[0] == "lay d4 ns"
    form = pressed(game, form, "d5")
    assert form.text.splitlines()[0] == "lay d4 ns"
    assert len(form.text.splitlines()) == 2


@pytest.mark.parametrize("text", ["lay d4 ns, d5 ns", "lay d4 ns\nend", "lay d4 ew", "lay d4", "carry all", "roll 4"])
def test_only_a_last_order_of_its_own_that_works_is_exchanged(world: World, text: str) -> None:
    game = game_at(world, network_position(DRAWING, hand="straight curve straight"))
    assert not form_of(game, text).alternatives


def test_while_stations_are_placed_a_press_moves_the_station(world: World) -> None:
    game = world.open_game(NAMES[:2], kind="railroad_dice_2")
    form = pressed(game, form_of(game), "c3")
    assert form.text == "place c3"
    form = pressed(game, form, "k6")
    assert form.text == "place k6"


def test_a_piece_of_the_line_is_turned_by_pressing_its_square_again(world: World) -> None:
    game = world.open_game(NAMES[:2])
    form = form_of(game)
    place = next(one.place for one in form.targets if one.order.startswith("B "))
    texts = list[str]()
    while form.text not in texts:
        texts.append(form.text)
        form = pressed(game, form, place)
        assert form.trial.works and target(form, place).field == "instead"
    assert texts == ["", "B e?", "B n?", "B s?"] and form.text == "B e?"


def test_dice_that_orders_take_are_told_apart_from_those_in_hand(world: World) -> None:
    spent = form_of(world.open_game(NAMES[:2]), "B e?").spent
    assert spent is not None and (spent.faces, spent.hidden) == (("?",), 0)
