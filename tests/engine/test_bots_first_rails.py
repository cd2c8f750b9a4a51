"""How the heuristic bot plays The First Rails, position by position."""

from collections.abc import Iterable

from bench.selfplay import Game
from rules.position import FIVE, FOOTHILLS, START, Tile, position

from rules_core.games import bot_named
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import no_draw
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
    Roll,
)
from rules_core.line.events import BankBroken, GameEnded
from rules_core.line.table import Screen, State


def asked(state: State, actions: Iterable[Action] | None = None) -> Action:
    """What the heuristic bot does in a position, out of all that is legal or of what is given."""
    view = first_rails.view(state, state.table.turn.seat)
    found: Action = bot_named("heuristic")(view, first_rails.legal(view) if actions is None else actions, lambda _: 0)
    return found


def of_kind(state: State, kind: type[Action]) -> list[Action]:
    """The legal actions of one kind, and those that end the turn."""
    view = first_rails.view(state, state.table.turn.seat)
    return [action for action in first_rails.legal(view) if isinstance(action, (kind, EndTurn))]


def test_a_bot_decides_by_its_own_view() -> None:
    """What the others have behind their screens cannot be told apart by what a bot does."""
    game = Game(["heuristic"] * 3, 11)
    for state in game.play(years=5):
        seat = state.table.turn.seat
        screens = tuple(
            screen if other == seat else Screen(hidden=other * 3, passengers=other)
            for other, screen in enumerate(state.screens)
        )
        assert asked(State(state.table, screens)) == asked(state)


def test_income_comes_first() -> None:
    state = position(front="sc$?", hidden=3, directors={"weiden": 0}, shares={"weiden": [1]})
    assert asked(state) == Income(0)


def test_a_station_is_built_where_it_carries_passengers() -> None:
    state = position(
        {(0, 0): Tile("grassland", START)}, year=1, hidden=3, directors={"weiden": 0}, shares={"weiden": [1, 0]}
    )
    action = asked(state)
    assert isinstance(action, BuildStation)
    assert (action.company, action.price, action.pay) == ("weiden", 3, Payment(hidden=3))


def test_a_station_that_carries_nobody_more_is_not_worth_five_dice() -> None:
    state = position(
        {(0, 0): Tile("grassland", FIVE)},
        a="T1 b4 w",
        b="T1 f4 e",
        year=3,
        hidden=5,
        directors={"weiden": 0},
        shares={"weiden": [1, 0]},
    )
    assert not isinstance(asked(state, of_kind(state, Roll)), BuildStation)


def test_a_share_that_wins_the_office_is_bought_with_a_wild() -> None:
    state = position(year=1, front="?", shares={"weiden": [0, 1], "insel": [0, 3]}, directors={"weiden": 1, "insel": 1})
    taken = asked(state, of_kind(state, BuyShare))
    assert isinstance(taken, BuyShare) and taken.wild and taken.company in ("eisberg", "ueberall", "bergtal")


def test_no_share_is_bought_in_the_last_year() -> None:
    state = position(year=4, front="$$?", last_year="no tile")
    assert asked(state, of_kind(state, BuyShare)) == EndTurn(0)


def test_a_share_die_is_spent_even_where_it_wins_little() -> None:
    state = position(front="$", shares={"weiden": [9, 0]}, directors={"weiden": 0})
    assert isinstance(asked(state, of_kind(state, BuyShare)), BuyShare)


def test_a_tile_within_reach_is_connected() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", year=1, front="ssc")
    action = asked(state, of_kind(state, LayRun))
    assert isinstance(action, LayRun) and any(isinstance(step, NewTile) for step in action.steps)
    events = first_rails.decide(state, action, no_draw)
    assert isinstance(events, list)
    after = fold(first_rails, events, state)
    assert (len(after.table.landscape.tiles), after.table.players[0].front.wild) == (2, 2)


def test_dice_for_a_station_within_reach_are_not_rolled() -> None:
    state = position(
        {(0, 0): FOOTHILLS},
        a="T1 b4 w",
        b="T1 c4 e",
        year=2,
        hidden=7,
        directors={"insel": 0},
        shares={"insel": [1, 0]},
    )
    rolled = asked(state, of_kind(state, Roll))
    assert isinstance(rolled, Roll) and rolled.hidden == 4


def test_wild_dice_are_kept_at_the_end_of_a_turn() -> None:
    action = asked(
        position(front="ssccc$??"), [EndTurn(0, Dice(0, 0, 1, 2)), EndTurn(0, Dice(0, 3)), EndTurn(0, Dice(1, 2))]
    )
    assert action == EndTurn(0, Dice(1, 2))


def standing_still(carried: int = 1, hidden: int = 0) -> State:
    """Seat 0 has no dice, the bank none to pay; it carries one passenger a year.

    Seat 1 carries as many as given, and has so many dice behind the screen and all others in front.
    """
    tiles = {(0, 0): Tile("grassland", START, stations="WI"), (1, 0): Tile("grassland", stations="I" * (carried > 1))}
    return position(
        tiles,
        front=("", "c" * (39 - hidden)),
        hidden=(0, hidden),
        directors={"weiden": 0, "insel": 1},
        shares={"weiden": [1, 0], "insel": [0, 1]},
    )


def test_the_bank_is_broken_where_the_game_stands_still_and_nobody_is_ahead() -> None:
    state = standing_still()
    action = asked(state)
    assert action == Income(0, break_bank=True)
    events = first_rails.decide(state, action, no_draw)
    assert isinstance(events, list)
    assert isinstance(events[0], BankBroken) and isinstance(events[-1], GameEnded)


def test_the_bank_is_not_broken_for_another_to_win() -> None:
    assert asked(standing_still(carried=2)) == EndTurn(0)


def test_the_bank_is_not_broken_while_another_has_dice_to_roll() -> None:
    assert asked(standing_still(hidden=1)) == EndTurn(0)


def test_dice_are_kept_for_a_lake_where_nothing_can_be_reached_dry() -> None:
    no_tiles = dict.fromkeys(("grassland", "lake", "mountain2", "mountain3"), 0)
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", hidden=5, supply=no_tiles)
    rolled = asked(state, of_kind(state, Roll))
    assert isinstance(rolled, Roll) and rolled.hidden == 3
