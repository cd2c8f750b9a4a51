"""What a page offers to be pressed: every order is taken as it stands, and one press after another comes to all."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from reports_kit import NAMES, every_game, game_of, legal_at
from rules.orders import scripted
from rules.position import FIVE, FOOTHILLS, Tile, position
from soak import few

from pbem.commands.orders import ActionOrder, read
from pbem.games.line.choices import Choices, alternatives, choices, end_order, placed_orders, roll_order, run_order
from pbem.games.line.maps import LineMap
from pbem.games.line.render_context import RenderContext
from pbem.games.presenter import MapTarget
from pbem.i18n import catalogue
from rules_core.games import ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, Dice, LayRun
from rules_core.line.table import State

ENGLISH = catalogue("en")
DICE = "sc$?" * 20
STATION_AT_A = """
    .......
    .......
    .......
    ..W─...
    .......
    .......
    .......
"""


def scene_of(state: State) -> RenderContext:
    return RenderContext(state.table, NAMES, ENGLISH)


def offered(state: State) -> Choices:
    return choices(scene_of(state), legal_at(state))


def after(state: State, text: str) -> State:
    """The position after orders; fails where one cannot be read or is refused."""
    for line in text.splitlines():
        view = game_of(state).view(state, state.table.turn.seat)
        script = read([line], view, "en")
        assert not script.faults, f"{line}: {script.faults}"
        for order in script.orders:
            assert isinstance(order, ActionOrder)
            outcome = game_of(state).decide(state, order.action, scripted(DICE))
            assert not isinstance(outcome, Violations), f"{line}: {outcome.violations}"
            state = fold(game_of(state), outcome, state)
    return state


def positions(stride: int = 300) -> Iterator[State]:
    yield from (step.state for step in every_game(stride))


def ways_of(found: Choices) -> list[str]:
    """The runs that are listed, at both ends and over their edges."""
    return [way.order for end in found.ends for way in (*end.ways, *end.edges)]


@pytest.mark.parametrize("stride", few([700, 300], 1))
def test_every_order_offered_is_taken_as_it_stands(stride: int) -> None:
    runs = 0
    for state in positions(stride):
        found = offered(state)
        for line in (*found.incomes, *found.shares, *found.transports, *found.stations):
            after(state, line.order)
        for order in ways_of(found):
            after(state, order)
            runs += 1
        if found.roll:
            after(state, roll_order(scene_of(state), found.roll.hidden, 0 if found.roll.hidden else found.roll.wild))
        if found.ending:
            assert after(state, end_order(scene_of(state), found.ending.best)).table.turn.seat is not None
    assert runs > 30_000 / stride


def test_what_is_not_offered_is_not_legal() -> None:
    """For each kind of action there is something to click exactly where something is legal."""
    kinds = {"Income": "incomes", "Roll": "roll", "BuyShare": "shares", "BuildStation": "stations", "LayRun": "ends"}
    kinds |= {"UseTransport": "transports", "EndTurn": "ending"}
    for state in positions():
        rules = ruleset_for(state.table.kind)
        legal: list[Action] = list(rules.legal(rules.view(state, state.table.turn.seat)))
        found = choices(scene_of(state), legal)
        for kind, name in kinds.items():
            there = ways_of(found) if name == "ends" else getattr(found, name)
            assert bool(there) == any(type(action).__name__ == kind for action in legal)


def test_nothing_is_offered_where_another_is_to_play() -> None:
    state = position(front="sc", hidden=3)
    found = choices(scene_of(state), list(first_rails.legal(first_rails.view(state, 1))))
    assert not found
    assert found == Choices()


def test_the_board_and_the_lists_offer_the_same() -> None:
    places = 0
    for state in positions(50):
        context, legal = scene_of(state), legal_at(state)
        placed = placed_orders(context, legal)
        listed = {*ways_of(offered(state)), *(line.order for line in offered(state).stations)}
        assert {one.order for one in placed} == listed
        targets = [MapTarget(one.place, "add", one.order) for one in {one.place: one for one in placed}.values()]
        layer = LineMap(context).target_layer(targets)
        assert layer.count("<button") == len(targets), "the drawing shows every place"
        places += len(targets)
    assert places > 150


def test_one_press_after_another_comes_to_every_run_and_station() -> None:
    runs = 0
    for state in positions(50):
        context, legal = scene_of(state), legal_at(state)
        known = {run_order(context, run): run for run in legal if isinstance(run, LayRun)}
        reached = {one.order for one in placed_orders(context, legal)} & set(known)
        fresh = list(reached)
        while fresh:
            others = {
                one.order for one in alternatives(context, replace(known[fresh.pop()], pay=None), legal)
            } - reached
            reached |= others
            fresh += others
        assert reached == set(known)
        runs += len(reached)
    assert runs > 400


def test_a_run_over_the_edge_is_offered_by_its_tiles_and_turned_by_pressing_again() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="sss")
    (end,) = [end for end in offered(state).ends if end.name == "B"]
    assert not end.ways, "a straight leads over the edge, and nothing else is there"
    tiles = {way.order: way for way in end.edges}
    assert "B e onto grass e" in tiles and "B e onto lake/s e" in tiles
    assert [step.face for step in tiles["B e onto grass e"].steps] == ["straight", None, "straight"]
    legal, context = legal_at(state), scene_of(state)
    (run,) = [run for run in legal if isinstance(run, LayRun) and run_order(context, run) == "B e onto grass e"]
    turned = [one.order for one in alternatives(context, run, legal) if one.place.startswith("edge")]
    assert set(turned) == set(tiles) - {"B e onto grass e"}


def test_where_nothing_can_be_laid_the_reason_is_told_with_its_rule() -> None:
    state = position(front="$")
    table = changed(state.table, turn=changed(state.table.turn, rolled=True))
    (a, b) = offered(State(table, state.screens)).ends
    assert not a.ways and not b.ways
    assert a.blocked.startswith("FR-") and "straight" in a.blocked


def test_out_of_a_station_the_side_is_told() -> None:
    state = position({(0, 0): Tile("grassland", STATION_AT_A)}, a="T1 c4 from e", b="T1 d4 e", front="s")
    (end,) = [end for end in offered(state).ends if end.name == "A"]
    ways = [(way.order, way.leave, way.steps[0].heading, way.steps[0].face) for way in end.ways]
    assert ways == [
        (f"A leave {side}, {side}", turn, turn, "straight") for side, turn in (("n", 0), ("s", 2), ("w", 3))
    ]


def test_a_piece_may_be_laid_with_a_plain_die_or_a_wild_one() -> None:
    (a, _b) = offered(position(front="s?")).ends
    assert [(way.order, way.steps[0].face) for way in a.ways] == [
        ("A w", "straight"),
        ("A w?", "?"),
        ("A s?", "?"),
        ("A n?", "?"),
    ]


def test_what_a_mountain_costs_is_said() -> None:
    state = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="s", hidden=2)
    notes = {way.order: way.note for end in offered(state).ends for way in end.ways}
    assert "and 1 die for the mountains" in notes["B e"]


def test_too_many_dice_in_front_have_to_be_chosen_from() -> None:
    found = offered(position(front="sscc$??")).ending
    assert found is not None
    assert (found.surplus, found.front, found.best) == (2, Dice(2, 2, 1, 2), Dice(1, 1, 0, 0))
    few = offered(position(front="s")).ending
    assert few is not None and few.surplus == 0
