"""Orders of Railroad Dice 2 as mails suggest them, and as pages offer them."""

import re

import pytest
from network_reports_kit import first, in_the_middle, legal_at, names_of, played, presented

from pbem.commands.orders import ActionOrder, read
from pbem.commands.orders.notation import bind
from pbem.commands.orders.script import DeferredOrder, Wish
from pbem.games.railroad_dice_2.outlook import reached
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import (
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    NetworkAction,
    PlaceStation,
)
from rules_core.games.railroad_dice_2.table import NetworkTable


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_suggestion_is_an_order_that_is_taken_as_it_stands(language: str) -> None:
    for table, _events in (*played(2)[::12], *played(4)[::12]):
        view = game.view(table, table.turn.seat)
        legal = legal_at(table)
        for line in presented(table, language).suggestions(legal):
            script = read([line.order], view, language)
            assert not script.faults, line.order
            (order,) = script.orders
            assert (
                (order.action in legal) if isinstance(order, ActionOrder) else isinstance(order, Wish | DeferredOrder)
            )


def test_suggestions_are_few_whatever_the_dice() -> None:
    """One line for each square."""
    for table, _events in (*played(2)[::4], *played(3)[::4], *played(4)[::4]):
        suggested = presented(table).suggestions(legal_at(table))
        assert len(suggested) <= 30
        assert len({line.order for line in suggested}) == len(suggested)


def test_every_way_to_lay_and_expand_is_named_in_a_suggestion_or_its_note() -> None:
    table = in_the_middle()
    text = " ".join(f"{line.order} {line.note}" for line in presented(table).suggestions(legal_at(table)))
    for action in legal_at(table):
        if hasattr(action, "pair"):
            assert action.pair in text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_likely_orders_are_a_turn_that_can_be_read(language: str) -> None:
    for table, _events in (*played(2)[::10], *played(3)[::10]):
        if table.over:
            continue
        lines = presented(table, language).suggested_orders(legal_at(table))
        script = read(lines, game.view(table, table.turn.seat), language)
        assert lines and not script.faults, script.faults
        if table.phase != "placing":
            assert isinstance(script.orders[-1], ActionOrder) and isinstance(script.orders[-1].action, FinishTurn)


def test_before_the_roll_the_likely_orders_are_a_whole_turn_with_wishes() -> None:
    table = first(
        played(3), lambda table: table.year >= 2 and table.is_rolling_allowed and bool(table.active.locomotives)
    )
    roll, connect, towards, *_rest = presented(table).suggested_orders(legal_at(table))
    assert roll == "roll 4"
    assert re.fullmatch(r"connect to .+ or any", connect) and towards.startswith("build towards ")
    assert "carry all" in _rest and _rest[-1] == "end"


def offered(table: NetworkTable) -> set[str]:
    """All orders that the lists hold, and that the board does; each within the lists, folded or not."""
    presenter, legal = presented(table), legal_at(table)
    groups = presenter.choices(legal)
    for group in groups:
        assert len(group.orders) <= 30
    listed = {line.order for group in groups for line in group.orders}
    listed |= {line.order for group in groups for one in group.folded for line in one.orders}
    placed = {one.order for one in presenter.placed_orders(legal)}
    assert placed <= listed
    kinds = PlaceStation | LayTrack | ExpandTrack | CarryPassengers | CallPassengers
    assert actions(table, placed) == {action for action in legal if isinstance(action, kinds)}
    return listed


def actions(table: NetworkTable, orders: set[str]) -> set[NetworkAction]:
    view = game.view(table, table.turn.seat)
    found = (order for line in orders for order in read([line], view, "en").orders)
    bound = [bind(order, view) for order in found if isinstance(order, ActionOrder | DeferredOrder)]
    return {action for action in bound if isinstance(action, NetworkAction)}


def test_lists_offer_every_action_and_the_board_all_that_have_a_place() -> None:
    for table, _events in (*played(2)[::9], *played(3)[::9], (in_the_middle(), ())):
        if not table.over:
            assert actions(table, offered(table)) == set(legal_at(table))


def test_one_press_after_another_comes_to_every_piece_with_such_a_die() -> None:
    pieces = 0
    for table, _events in (*played(2)[::9], *played(3)[::9]):
        presenter, legal = presented(table), legal_at(table)
        places: dict[str, list[str]] = {}
        for one in presenter.placed_orders(legal):
            places.setdefault(one.place, []).append(one.order)
        for place, orders in places.items():
            (first,) = actions(table, {orders[0]})
            if isinstance(first, PlaceStation):
                continue
            turned = [one.order for one in presenter.alternatives(first, legal) if one.place == place]
            kind = type(first)
            like = [order for order in orders if isinstance(next(iter(actions(table, {order}))), kind)]
            assert set(turned) <= set(like)
            assert {order.removesuffix(" with ?") for order in (orders[0], *turned)} == {
                order.removesuffix(" with ?") for order in like
            }
            pieces += len(like)
    assert pieces > 100


def test_new_passengers_are_offered_first_where_lines_lead_and_for_a_locomotive_before_a_wild_die() -> None:
    table = in_the_middle().with_turn(simple=("locomotive", "?"))
    near = {table.tile_of(at) for at in reached(table.turn.seat, names_of(table))}
    assert near and len(near) < len(table.waiting)
    (group,) = [group for group in presented(table).choices(legal_at(table)) if group.title == "New passengers"]
    orders = [line.order for line in group.orders]
    assert {int(order.split()[1]) for order in orders[: len(near)]} == near
    half = len(orders) // 2
    assert orders[half:] == [f"{order} with ?" for order in orders[:half]]


def test_an_order_that_is_pressed_is_added_as_it_stands() -> None:
    presenter = presented(in_the_middle())
    assert presenter.chosen({"add": "end"}) == "end" and presenter.chosen({}) == ""
    assert not presenter.choices([])
