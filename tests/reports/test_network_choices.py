"""Orders of Railroad Dice 2 as mails suggest them, and as pages offer them."""

import re

import pytest
from network_reports_kit import first, in_the_middle, legal_at, names_of, played, presented

from pbem.commands.orders import ActionOrder, read
from pbem.commands.orders.notation import bind
from pbem.commands.orders.script import DeferredOrder, Wish
from pbem.games.railroad_dice_2.choices import ChoiceGroup
from pbem.games.railroad_dice_2.outlook import reached
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import FinishTurn


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
    for table, _events in (*played(2), *played(3), *played(4)):
        suggested = presented(table).suggestions(legal_at(table))
        assert len(suggested) <= 30
        assert len({line.order for line in suggested}) == len(suggested)


def test_every_way_to_lay_and_expand_is_named_in_a_suggestion_or_its_note() -> None:
    table = in_the_middle()
    told = " ".join(f"{line.order} {line.note}" for line in presented(table).suggestions(legal_at(table)))
    for action in legal_at(table):
        if hasattr(action, "pair"):
            assert action.pair in told


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


def test_choices_offer_every_action_at_once_or_after_one_step() -> None:
    for table in (
        played(3)[0][0],
        played(4)[6][0],
        in_the_middle(),
        first(played(2), lambda one: one.phase == "closing"),
    ):
        legal, presenter = legal_at(table), presented(table)
        orders: set[str] = set()
        for group in presenter.choices(legal):
            orders |= {line.order for line in group.orders}
            assert len(group.orders) <= 30
            for step in group.steps:
                under = [one for one in presenter.choices(legal, step.begun) if one.begun]
                assert len(under) == 1 and len(under[0].orders) == step.number
                orders |= {line.order for line in under[0].orders}
        view = game.view(table, table.turn.seat)
        found = {
            bind(order, view)
            for line in orders
            for order in read([line], view, "en").orders
            if isinstance(order, ActionOrder | DeferredOrder)
        }
        assert found == set(legal)


def test_new_passengers_are_offered_first_where_lines_lead_and_a_wild_die_for_them_after_a_step() -> None:
    table = in_the_middle().with_turn(simple=("locomotive", "?"))
    near = {table.tile_of(at) for at in reached(table.turn.seat, names_of(table))}
    assert near and len(near) < len(table.waiting)
    presenter, legal = presented(table), legal_at(table)

    def offered(begun: str = "") -> ChoiceGroup:
        return next(group for group in presenter.choices(legal, begun) if group.title == "New passengers")

    orders = [line.order for line in offered().orders]
    assert {int(order.split()[1]) for order in orders[: len(near)]} == near
    (step,) = offered().steps
    assert [line.order for line in offered(step.begun).orders] == [f"{order} with ?" for order in orders]


def test_a_step_that_is_none_is_passed_over_and_nothing_is_offered_where_nothing_may_be_done() -> None:
    table = played(3)[0][0]
    presenter = presented(table)
    assert presenter.choices(legal_at(table), "place 99") == presenter.choices(legal_at(table))
    assert not presenter.choices([])


def test_an_order_that_is_chosen_goes_on_a_line_of_its_own() -> None:
    presenter = presented(in_the_middle())
    assert presenter.chosen({"add": "end"}) == "end" and presenter.chosen({}) == ""
    assert presenter.joined("carry all\n", "end") == "carry all\nend"
