"""What a page offers to be clicked: every order is taken as it stands, and every beginning leads to one."""

from collections.abc import Iterator

import pytest
from reports_kit import NAMES, every_game, game_of, legal_at
from rules.orders import scripted
from rules.position import FIVE, FOOTHILLS, Tile, position

from pbem.commands.orders import ActionOrder, read
from pbem.games.line.choices import AtEnd, Choices, WayChoice, choices, end_order, joined, roll_order
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action
from rules_core.line.dice import Dice
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


def offered(state: State, begun: str = "") -> Choices:
    return choices(scene_of(state), legal_at(state), begun)


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


def positions() -> Iterator[State]:
    yield from (step.state for step in every_game(40))


def followed(state: State, end: AtEnd, depth: int = 6) -> Iterator[WayChoice]:
    """The whole runs that clicks at an end lead to, a few of each branch."""
    for way in end.ways:
        if way.is_whole:
            yield way
        elif depth:
            again = offered(state, way.order)
            (same,) = [one for one in again.ends if one.name == end.name]
            assert same.begun == way.order and same.ways, "a beginning leads on"
            yield from list(followed(state, same, depth - 1))[:6]


def test_every_order_offered_is_taken_as_it_stands() -> None:
    runs = 0
    for state in positions():
        found = offered(state)
        for line in (*found.incomes, *found.shares, *found.transports, *found.stations):
            after(state, line.order)
        for end in found.ends:
            for way in followed(state, end):
                after(state, way.order)
                runs += 1
        if found.roll:
            after(state, roll_order(scene_of(state), found.roll.hidden, 0 if found.roll.hidden else found.roll.wild))
        if found.ending:
            assert after(state, end_order(scene_of(state), found.ending.best)).table.turn.seat is not None
    assert runs > 100


def test_what_is_not_offered_is_not_legal() -> None:
    """For each kind of action there is something to click exactly where something is legal."""
    kinds = {"Income": "incomes", "Roll": "roll", "BuyShare": "shares", "BuildStation": "stations", "LayRun": "ends"}
    for state in positions():
        view = first_rails.view(state, state.table.turn.seat)
        legal: list[Action] = list(first_rails.legal(view))
        found = choices(scene_of(state), legal)
        for kind, name in kinds.items():
            assert bool(getattr(found, name)) == any(type(action).__name__ == kind for action in legal)
        assert found.ending is not None


def test_nothing_is_offered_where_another_is_to_play() -> None:
    state = position(front="sc", hidden=3)
    found = choices(scene_of(state), list(first_rails.legal(first_rails.view(state, 1))))
    assert not found
    assert found == Choices()


def test_a_run_over_the_edge_is_chosen_step_by_step() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="sss")
    (end,) = [end for end in offered(state).ends if end.name == "B"]
    (way,) = [way for way in end.ways if not way.is_whole]
    assert (way.order, way.face) == ("B e", "straight")
    (end,) = [end for end in offered(state, "B e").ends if end.name == "B"]
    assert end.begun == "B e"
    tiles = {way.order: way for way in end.ways}
    assert all(way.tile is not None and not way.is_whole for way in end.ways)
    assert "B e onto grass" in tiles and "B e onto lake/s" in tiles
    (end,) = [end for end in offered(state, "B e onto grass").ends if end.name == "B"]
    assert [(way.order, way.is_whole, way.face) for way in end.ways] == [("B e onto grass e", True, "straight")]


def test_out_of_a_station_the_side_is_told() -> None:
    state = position({(0, 0): Tile("grassland", STATION_AT_A)}, a="T1 c4 from e", b="T1 d4 e", front="s")
    (end,) = [end for end in offered(state).ends if end.name == "A"]
    ways = [(way.order, way.leave, way.heading, way.face) for way in end.ways]
    assert ways == [
        (f"A leave {side}, {side}", turn, turn, "straight") for side, turn in (("n", 0), ("s", 2), ("w", 3))
    ]


def test_a_piece_may_be_laid_with_a_plain_die_or_a_wild_one() -> None:
    (a, _b) = offered(position(front="s?")).ends
    assert [(way.order, way.face) for way in a.ways] == [
        ("A w", "straight"),
        ("A w?", "?"),
        ("A s?", "?"),
        ("A n?", "?"),
    ]


def test_what_a_mountain_costs_is_said() -> None:
    state = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="s", hidden=2)
    notes = {way.order: way.note for end in offered(state).ends for way in end.ways}
    assert "and 1 die for the mountains" in notes["B e"]


@pytest.mark.parametrize(
    "begun", ["B x", "B", "nonsense", "B e onto", "A e", "B e onto lake/q", " ", "B e onto grass e"]
)
def test_a_beginning_that_is_none_is_passed_over(begun: str) -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="sss")
    assert offered(state, begun) == offered(state)


def test_too_many_dice_in_front_have_to_be_chosen_from() -> None:
    found = offered(position(front="sscc$??")).ending
    assert found is not None
    assert (found.surplus, found.front, found.best) == (2, Dice(2, 2, 1, 2), Dice(1, 1, 0, 0))
    few = offered(position(front="s")).ending
    assert few is not None and few.surplus == 0


@pytest.mark.parametrize(
    ("text", "order", "result"),
    [
        ("", "B e", "B e"),
        ("\n \n", "B e", "B e"),
        ("B e", "B e", "B e e"),
        ("income\nB e", "B n?", "income\nB e n?"),
        ("B e", "B e onto lake e", "B e e onto lake e"),
        ("B e", "A w", "B e\nA w"),
        ("B e pay 1h", "B e", "B e pay 1h\nB e"),
        ("A leave n, n", "A w", "A leave n, n w"),
        ("A w", "A leave n, n", "A w\nA leave n, n"),
        ("B e # so", "B e", "B e # so\nB e"),
        ("B e; A w", "B e", "B e; A w\nB e"),
        ("buy insel", "buy insel", "buy insel\nbuy insel"),
        ("station B insel", "B e", "station B insel\nB e"),
        ("B", "B e", "B e"),
    ],
)
def test_pieces_at_one_end_are_written_in_a_row(text: str, order: str, result: str) -> None:
    assert joined(text, order, ENGLISH) == result


def test_runs_written_in_a_row_lead_to_the_same_board() -> None:
    checked = 0
    for state in positions():
        for end in offered(state).ends:
            for way in [way for way in end.ways if way.is_whole]:
                then = after(state, way.order)
                if then.table.turn.seat != state.table.turn.seat:
                    continue
                for further in [one for next_end in offered(then).ends for one in next_end.ways if one.is_whole][:2]:
                    text = joined(way.order, further.order, ENGLISH)
                    assert after(state, text).table.line == after(then, further.order).table.line
                    checked += 1
    assert checked > 50
