"""R2-30, R2-32 and R2-33: how the closing phase begins."""

import pytest

from rules.clauses import rule
from rules.network import network_position, set_up
from rules.network_play import NetworkGame
from rules.network_playing import NetworkAfter, carry, expand, lay, listed, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.rulebook import Violations

GREEN, BLUE, ONE, TWO = range(4)
JOINED = """
    ............
    .G─1......B.
    ............
    ............
    ............
    .....2......
"""
"""Green is joined to grey 1; stations on the tiles 1 (two of them), 3 and 5."""


def _closing(after: NetworkAfter) -> ev.ClosingCause | None:
    return after.table.closing


# R2-30: the causes


@rule("R2-30", "A player is connected to all stations in play, whoever's turn it is.")
@pytest.mark.parametrize("seat", [0, 1])
def test_closed_by_connections(seat: int) -> None:
    drawing = "............ .G─1........ .│.......... .└.B........"
    table = network_position(drawing, hand="straight", seat=seat)
    after = play(table, lay("c4", "ew", seat=seat))
    assert _closing(after) == "connected" and after.table.phase == "closing"
    assert after.table.players[0].connected == (BLUE, ONE)


@rule("R2-30", "All but one are not all.")
def test_not_closed_by_all_but_one() -> None:
    drawing = "............ .G─1........ .│.......... .└.B........ ............ ............ ......2....."
    after = play(network_position(drawing, hand="straight"), lay("c4", "ew"))
    assert after.events_of(ev.StationsConnected) and _closing(after) is None


@rule("R2-30", "The bank of units is empty.")
@pytest.mark.parametrize(("bank", "closing"), [(20, "bank"), (21, None), (19, "bank")])
def test_closed_by_the_bank(bank: int, closing: ev.ClosingCause | None) -> None:
    assert _closing(play(network_position(JOINED, bank=bank), act.PassRoll(0))) == closing


@rule("R2-30", "No complex dice are left in the dice bank; those in hand count as in the bank.")
def test_closed_by_complex_dice() -> None:
    table = network_position(JOINED, bank_dice=(20, 1))
    taken = play(table, act.TakeWild(0))
    assert taken.table.complex == 0 and _closing(taken) is None
    assert _closing(play(taken.table, act.FinishTurn(0))) is None


@rule("R2-30", "The last complex die laid leaves none, though dice were got by expanding.")
def test_closed_by_the_last_complex_die() -> None:
    table = network_position(JOINED, complex_hand="? wye", bank_dice=(20, 0))
    assert _closing(play(table, expand("c2", "sw", wild=True))) is None
    table = network_position(JOINED, complex_hand="?", bank_dice=(20, 0))
    assert _closing(play(table, expand("c2", "sw", wild=True))) == "complex"


@rule("R2-30", "Two dice or fewer are left in the dice bank, those in hand and those replaced counted.")
@pytest.mark.parametrize(
    ("bank", "hand", "closing"),
    [
        ((1, 1), "straight", "dice"),
        ((2, 1), "straight", None),
        ((0, 2), "straight", "dice"),
        ((0, 1), "straight curve curve", None),
    ],
)
def test_closed_by_dice(bank: tuple[int, int], hand: str, closing: ev.ClosingCause | None) -> None:
    table = network_position(JOINED, hand=hand, bank_dice=bank)
    assert _closing(play(table, lay("b3", "ns"))) == closing


@rule("R2-30", "A die got by expanding counts as in the bank.")
def test_a_replaced_die_counts() -> None:
    for simple, closing in ((0, "dice"), (1, None)):
        table = network_position(JOINED, complex_hand="?", bank_dice=(simple, 1))
        assert _closing(play(table, expand("c2", "se", wild=True))) == closing


@rule("R2-30", "Dice in hand are no lack of dice: to roll the last ones closes nothing.")
def test_to_roll_the_last_dice_closes_nothing() -> None:
    table = network_position(JOINED, bank_dice=(1, 2))
    assert _closing(play(table, act.RollDice(0, 0, 2), dice="wye wye")) is None
    table = network_position(JOINED, bank_dice=(4, 1))
    assert _closing(play(table, act.RollDice(0, 4, 0), dice="curve curve curve curve")) is None


@rule("R2-30", "Of several causes the first one counts: connections, the bank, complex dice, dice.")
def test_the_first_cause_counts() -> None:
    drawing = "............ .G─1........ .│.......... .└.B........"
    table = network_position(drawing, hand="straight", bank=3, bank_dice=(1, 0))
    assert _closing(play(table, lay("c4", "ew"))) == "connected"
    wider = drawing + " ............ ............ ......2....."
    table = network_position(wider, hand="straight", bank=3, bank_dice=(1, 0))
    assert _closing(play(table, lay("c4", "ew"))) == "bank"
    table = network_position(wider, hand="straight", bank_dice=(1, 0))
    assert _closing(play(table, lay("c4", "ew"))) == "complex"
    table = network_position(wider, hand="straight", bank_dice=(1, 1))
    assert _closing(play(table, lay("c4", "ew"))) == "dice"


# R2-30: what happens then


@rule("R2-30", "Once more 5 units per station, in full: what the bank lacks are extra counters.")
def test_the_closing_issue() -> None:
    table = network_position(JOINED, hand="straight", bank_dice=(0, 2), bank=7, waiting={1: 1, 3: 2})
    after = play(table, lay("b3", "ns"))
    assert after.events[1:] == (ev.ClosingBegan("dice"), ev.PassengersArrived("closing", (10, 0, 5, 0, 5, 0), 13))
    assert after.table.waiting == (11, 0, 7, 0, 5, 0)
    assert (after.table.bank, after.table.extra) == (0, 13)


@rule("R2-30", "Where the bank can pay it does, and no extra counters are made.")
def test_the_closing_issue_from_the_bank() -> None:
    table = network_position(JOINED, hand="straight", bank_dice=(0, 2))
    after = play(table, lay("b3", "ns"))
    assert after.events_of(ev.PassengersArrived) == [ev.PassengersArrived("closing", (10, 0, 5, 0, 5, 0), 0)]
    assert (after.table.bank, after.table.extra) == (table.bank - 20, 0)


@rule("R2-30", "In the variant `bank` only as far as the bank goes, tiles 1 to 6.")
@pytest.mark.parametrize(
    ("bank", "tiles"), [(7, (7, 0, 0, 0, 0, 0)), (13, (10, 0, 3, 0, 0, 0)), (50, (10, 0, 5, 0, 5, 0))]
)
def test_the_closing_issue_ends_with_the_bank(bank: int, tiles: tuple[int, ...]) -> None:
    options = {"closing_issue": "bank"}
    table = network_position(JOINED, hand="straight", bank_dice=(0, 2), bank=bank, options=options)
    after = play(table, lay("b3", "ns"))
    assert after.events_of(ev.PassengersArrived) == [ev.PassengersArrived("closing", tiles, 0)]
    assert (after.table.bank, after.table.extra) == (bank - sum(tiles), 0)


@rule("R2-30", "An empty bank pays nothing in the variant `bank`, all in extra counters else.")
def test_the_closing_issue_of_an_empty_bank() -> None:
    for issue, extra in (("full", 20), ("bank", 0)):
        table = network_position(JOINED, bank=20, options={"closing_issue": issue})
        after = play(table, act.PassRoll(0))
        assert (after.table.bank, after.table.extra) == (0, extra)
        assert sum(after.table.waiting) == sum(table.waiting) + 20 + extra


@rule("R2-30", "Dice in hand go back, replaced ones included; the turn goes on.")
def test_hand_dice_go_back_at_the_close() -> None:
    table = network_position(JOINED, hand="curve locomotive", complex_hand="?", bank_dice=(25, 0))
    after = play(table, expand("c2", "se", wild=True))
    assert (after.table.turn.simple, after.table.turn.complex) == ((), ())
    assert (after.table.simple, after.table.complex) == (28, 0)
    assert after.table.turn.seat == 0 and after.events_of(ev.NetworkTurnBegan) == []


@rule("R2-30", "Used locomotives and served stations stay used.")
def test_used_locomotives_stay_used() -> None:
    table = network_position(JOINED, locomotives=[(2, 3)], bank=20)
    after = play(table, carry(2, ONE), act.PassRoll(0))
    assert _closing(after) == "bank"
    refused(after.table, carry(2, ONE), "R2-16", "used")
    refused(after.table, carry(3, ONE), "R2-16", "served")


@rule("R2-30", "From now on players may only buy locomotives and transport.")
def test_what_is_left_in_the_closing_phase() -> None:
    table = network_position(JOINED, phase="closing", locomotives=[(2,)])
    assert {type(action) for action in listed(table)} == {act.BuyLocomotive, act.CarryPassengers, act.FinishTurn}
    others: tuple[act.NetworkAction, ...] = (
        act.RollDice(0, 4, 0),
        act.TakeWild(0),
        act.PassRoll(0),
        lay("b3", "ns"),
        expand("c2", "ns"),
        act.CallPassengers(0, 1),
    )
    for action in others:
        refused(table, action, "R2-30", "closing")


@rule("R2-30", "It begins once: there is no second issue.")
def test_the_closing_phase_begins_once() -> None:
    table = network_position(JOINED, bank=20, locomotives=[(2,)])
    after = play(table, act.PassRoll(0), carry(2, ONE), act.FinishTurn(0), act.FinishTurn(1))
    assert len(after.events_of(ev.ClosingBegan)) == 1
    assert [event.cause for event in after.events_of(ev.PassengersArrived)] == ["passed", "closing"]


# R2-32: the order of things


@rule("R2-32", "Cost and effect; connections; lack; the first cause; the closing issue; the end.")
def test_the_order_of_what_follows() -> None:
    table = network_position(
        "............ .G─.1.....B. ............ ............ ............ .2..........",
        hand="straight",
        bank=12,
        waiting={2: 3},
        units=(0, 0),
    )
    after = play(table, lay("d2", "ew"))
    assert after.kinds == [
        "TrackLaid",
        "StationsConnected",
        "PassengersArrived",
        "ClosingBegan",
        "PassengersArrived",
    ]
    assert [event.cause for event in after.events_of(ev.PassengersArrived)] == ["lack", "closing"]


@rule("R2-32", "The cost of a piece is in the bank before connections are paid.")
def test_costs_come_before_payments() -> None:
    near = "............ .G........B. .│.......... ............ .1.........."
    after = play(network_position(near, hand="straight", bank=3), lay("b4", "ns"))
    assert after.events_of(ev.StationsConnected) == [ev.StationsConnected(((0, ONE),), (5, 0))]
    assert _closing(after) == "bank" and after.units[0] == 10 - 2 + 5


@rule("R2-32", "Lack of passengers comes before the closing phase, which a lack may begin.")
def test_a_lack_may_begin_the_closing_phase() -> None:
    table = network_position(JOINED, locomotives=[(2,)], waiting={1: 2}, bank=15)
    after = play(table, carry(2, ONE))
    assert after.kinds == ["PassengersTransported", "PassengersArrived", "ClosingBegan", "PassengersArrived"]
    assert [event.tiles for event in after.events_of(ev.PassengersArrived)] == [
        (10, 0, 5, 0, 0, 0),
        (10, 0, 5, 0, 5, 0),
    ]


@rule("R2-32", "The game may be over with the action that began the closing phase.")
def test_the_end_follows_the_closing_issue() -> None:
    table = network_position("............ .G........B.", bank=10, units=(4, 4))
    after = play(table, act.PassRoll(0))
    assert after.kinds[-3:] == ["ClosingBegan", "PassengersArrived", "NetworkEnded"]
    assert after.table.ended == "nobody able"


# R2-33: a year without play


def _idle(table: NetworkTable) -> NetworkAfter:
    """Both players end their turns."""
    return play(table, act.FinishTurn(0), act.FinishTurn(1))


@rule("R2-33", "A year in which nobody does anything begins the closing phase when it is over.")
def test_an_idle_year() -> None:
    table = network_position(JOINED, is_idle=True)
    assert _closing(play(table, act.FinishTurn(0))) is None
    after = _idle(table)
    assert after.kinds[1:] == [
        "NetworkTurnBegan",
        "NetworkTurnEnded",
        "ClosingBegan",
        "PassengersArrived",
        "NetworkYearBegan",
        "NetworkTurnBegan",
    ]
    assert _closing(after) == "idle" and after.table.quiet == 0


@rule("R2-33", "A roll, the roll passed, laying, transport, a purchase, or new passengers: each keeps the game going.")
@pytest.mark.parametrize(
    ("action", "hand", "complex_"),
    [
        (act.RollDice(0, 0, 2), "", ""),
        (act.TakeWild(0), "", ""),
        (act.PassRoll(0), "", ""),
        (lay("b3", "ns"), "straight", ""),
        (expand("c2", "ns", wild=True), "", "?"),
        (carry(2, ONE), "", ""),
        (act.BuyLocomotive(0), "", ""),
        (act.CallPassengers(0, 1), "locomotive", ""),
    ],
)
def test_what_keeps_a_game_going(action: act.NetworkAction, hand: str, complex_: str) -> None:
    table = network_position(JOINED, is_idle=True, hand=hand, complex_hand=complex_, locomotives=[(2,)])
    after = _idle(play(table, action, dice="wye wye").table)
    assert _closing(after) is None and after.table.is_idle
    assert _closing(_idle(after.table)) == "idle", "the next year is looked at by itself"


@rule("R2-33", "It is looked at behind the other causes.")
def test_an_idle_year_comes_last() -> None:
    table = network_position(JOINED, is_idle=True, seat=1, bank=0)
    assert _closing(play(table, act.FinishTurn(1))) == "bank"


@rule("R2-33", "So absent players do not make a game endless.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_absent_players_end_a_game(seats: int) -> None:
    table = set_up(seats)
    for _ in range(100):
        if table.over:
            break
        view = railroad_dice_2.view(table, table.turn.seat)
        action = railroad_dice_2.passing(view, railroad_dice_2.legal(view), lambda number: 0)
        table = play(table, action).table
    assert table.over and table.closing == "idle" and table.year == 1


@rule("R2-33", "Nor do those who only play now and then.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_idlers_end_a_game(seats: int) -> None:
    steps = list(NetworkGame(5, seats, {}, "idler").steps())
    assert steps[-1].after.over
    answer = railroad_dice_2.decide(steps[-1].after, act.FinishTurn(0), lambda key, sides: 0)
    assert isinstance(answer, Violations)
