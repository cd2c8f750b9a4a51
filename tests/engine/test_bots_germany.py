"""How the heuristic bot plays Germany, position by position."""

from collections.abc import Iterable, Iterator

import pytest
from bench.selfplay import Game
from rules.german_position import FIVE, SPOKE, START, german_position, sheet

from rules_core.games import bot_named
from rules_core.games.germany import game as germany
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import no_draw
from rules_core.line.actions import Action, BuildStation, EndTurn, Income, LayRun, Payment, Roll, UseTransport
from rules_core.line.events import BonusPaid, GameEnded
from rules_core.line.table import Screen, State

EVERY = {"weiden": 1, "insel": 1, "bergtal": 1, "eisberg": 1, "ueberall": 1}
"""Each company has built, so that the game is no draw."""
ABROAD = {14: START, 24: "....... ....... ....... ....... ...│... ...│... ...x..."}
"""A points south from d6 of S24 at Alpland, B from the start."""
RIVERS = {15: ".Q..... .Q..... .Q..... PPPPPPP ....... ....... ......."}
COUNTRIES = {"Südland": "S22 d7", "Alpland": "S24 d7", "Norland": "S2 d1", "Seeland": "S4 d1"}
BELOW_PASS = "....... ...^... ....... ...│... ....... ....... ......."
POCKET = sheet(
    ground={10: "~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~...~~"},
    rivers=RIVERS,
    towns={"Süden": "S22 d4 yellow 5"},
    countries=COUNTRIES,
)
"""North of the start lie three squares of land in a sea."""
PASS = sheet(
    ground={14: "....... ...^... ....... ....... ....... ....... ......."},
    rivers=RIVERS,
    towns={"Pass": "S14 d1 red 3"},
    countries=COUNTRIES,
)
"""Before the town of Pass, in the north of the start sector, stands a mountain."""


def asked(state: State, actions: Iterable[Action] | None = None) -> Action:
    """What the heuristic bot does in a position, out of all that is legal or of what is given."""
    view = germany.view(state, state.table.turn.seat)
    found: Action = bot_named("heuristic")(view, germany.legal(view) if actions is None else actions, lambda _: 0)
    return found


def of_kind(state: State, *kinds: type[Action]) -> list[Action]:
    """The legal actions of some kinds, and those that end the turn."""
    view = germany.view(state, state.table.turn.seat)
    return [action for action in germany.legal(view) if isinstance(action, (*kinds, EndTurn))]


def turn_of(state: State) -> Iterator[Action]:
    """What the bot does, without rolling, up to the end of its turn."""
    while True:
        view = germany.view(state, 0)
        action = asked(state, (action for action in germany.legal(view) if not isinstance(action, Roll)))
        yield action
        if isinstance(action, EndTurn):
            return
        events = germany.decide(state, action, no_draw)
        assert isinstance(events, list)
        state = fold(germany, events, state)


def test_a_bot_decides_by_its_own_view() -> None:
    """What the others have behind their screens cannot be told apart by what a bot does."""
    game = Game(["heuristic"] * 3, 11, kind="germany")
    for state in game.play(years=3):
        seat = state.table.turn.seat
        screens = tuple(
            screen if other == seat else Screen(hidden=other * 3) for other, screen in enumerate(state.screens)
        )
        assert asked(State(state.table, screens)) == asked(state)


def test_income_comes_first() -> None:
    assert asked(german_position(front="sc$?", hidden=3)) == Income(0)


def test_a_station_is_built_where_passengers_wait() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", year=1, hidden=3, waiting={"bergtal": 6})
    assert asked(state) == BuildStation(0, "A", "bergtal", pay=Payment(hidden=3))


def test_symbols_go_first_to_the_company_that_is_built_for() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", year=1, front="$$", hidden=3, waiting={"bergtal": 6})
    assert asked(state) == UseTransport(0, "bergtal")


def test_symbols_without_a_station_go_to_a_company_of_ones_own() -> None:
    state = german_position(front="$", directors={"weiden": 1, "insel": 0}, waiting={"weiden": 9})
    assert asked(state, of_kind(state, UseTransport)) == UseTransport(0, "insel")


@pytest.mark.parametrize("company", ["bergtal", "ueberall"])
def test_an_end_goes_to_the_town_whose_company_has_most_passengers_waiting(company: str) -> None:
    """A can come to the red and to the blue square of Mitte, in the north-west."""
    state = german_position(year=1, front="ssscccc", hidden=9, built=EVERY, waiting={company: 9})
    built = next(action for action in turn_of(state) if isinstance(action, BuildStation))
    assert built.company == company


def test_abroad_the_company_with_most_passengers_waiting_builds() -> None:
    state = german_position(ABROAD, a="S24 d6 s", b="S14 d4 s", year=1, hidden=5, waiting={"insel": 7, "weiden": 5})
    action = asked(state)
    assert isinstance(action, BuildStation) and (action.end, action.company) == ("A", "insel")


def test_a_border_is_crossed_for_two_dice() -> None:
    state = german_position({14: FIVE}, a="S14 d2 n", b="S14 d6 s", year=1, front="ss")
    events = germany.decide(state, asked(state, of_kind(state, LayRun)), no_draw)
    assert isinstance(events, list) and any(isinstance(event, BonusPaid) for event in events)


def test_no_end_goes_where_it_could_not_leave_again() -> None:
    state = german_position({14: FIVE}, a="S14 d2 n", b="S14 d6 s", year=1, front="ss", box=POCKET)
    action = asked(state, of_kind(state, LayRun))
    assert isinstance(action, LayRun) and action.end == "B"


@pytest.mark.parametrize(("front", "over"), [("sscccc", False), ("ss", True)])
def test_a_mountain_is_paid_where_there_is_no_other_way(front: str, over: bool) -> None:
    state = german_position({14: BELOW_PASS}, year=1, front=front, hidden=4, waiting={"bergtal": 9}, box=PASS)
    actions = list(turn_of(state))
    assert any(isinstance(action, BuildStation) for action in actions)
    assert any(isinstance(action, LayRun) and action.pay is not None for action in actions) == over


def test_dice_for_a_station_within_reach_are_not_rolled() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=7, waiting={"bergtal": 6})
    rolled = asked(state, of_kind(state, Roll))
    assert isinstance(rolled, Roll) and rolled.hidden == 4


def last_station(carried: tuple[int, int], built: dict[str, int]) -> State:
    """Seat 0 may build the last station of Weiden, for which three passengers wait."""
    return german_position(
        ABROAD,
        a="S24 d6 s",
        b="S14 d4 s",
        year=1,
        hidden=5,
        built=EVERY | built,
        waiting={"weiden": 3},
        carried={"insel": carried},
    )


def test_who_leads_ends_the_game() -> None:
    state = last_station((4, 6), {"weiden": 6})
    action = asked(state)
    assert isinstance(action, BuildStation) and action.company == "weiden"
    events = germany.decide(state, action, no_draw)
    assert isinstance(events, list)
    assert isinstance(events[-1], GameEnded) and events[-1].standings[0].seat == 0


@pytest.mark.parametrize(
    ("carried", "built"), [((4, 8), {"weiden": 6}), ((9, 6), {"weiden": 6, "insel": 0})], ids=["behind", "a draw"]
)
def test_who_would_not_win_does_not_end_the_game(carried: tuple[int, int], built: dict[str, int]) -> None:
    action = asked(last_station(carried, built))
    assert not isinstance(action, BuildStation) or action.company != "weiden"


def test_the_bank_is_broken_to_win() -> None:
    state = german_position(bank=3, built=EVERY, carried={"insel": (7, 6)})
    action = asked(state)
    assert action == Income(0, break_bank=True)
    events = germany.decide(state, action, no_draw)
    assert isinstance(events, list)
    assert isinstance(events[-1], GameEnded) and events[-1].standings[0].seat == 0


@pytest.mark.parametrize(
    ("carried", "built"), [((6, 6), EVERY), ((7, 6), {**EVERY, "weiden": 0})], ids=["level", "a draw"]
)
def test_the_bank_is_not_broken_for_less(carried: tuple[int, int], built: dict[str, int]) -> None:
    assert not isinstance(asked(german_position(bank=3, built=built, carried={"insel": carried})), Income)
