"""R2-10, R2-11, R2-17 to R2-19: dice, the roll passed, and new passengers."""

import pytest

from rules.clauses import rule
from rules.network import network_position
from rules.network_playing import expand, lay, listed, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.kernel.dice import keyed_draw

ROLL = act.RollDice(0, 4, 0)
BOTH = act.RollDice(0, 2, 1)
COMPLEX = act.RollDice(0, 0, 2)
CALL = act.CallPassengers(0, 1)

# R2-10: rolling


@rule("R2-10", "4 simple dice, or 2 simple and 1 complex, or 2 complex ones are taken and rolled.")
@pytest.mark.parametrize(
    ("action", "dice", "simple"),
    [(ROLL, "straight curve ? locomotive", 4), (BOTH, "curve straight wye", 2), (COMPLEX, "crossing double-curve", 0)],
)
def test_a_roll(action: act.RollDice, dice: str, simple: int) -> None:
    after = play(network_position(), action, dice=dice)
    faces = tuple(dice.split())
    assert after.events == (ev.DiceThrown(0, faces, simple),)
    assert (after.table.turn.simple, after.table.turn.complex) == (faces[:simple], faces[simple:])
    assert (after.table.simple, after.table.complex) == (30 - simple, 20 - len(faces) + simple)


@rule("R2-10", "No other dice are rolled.")
@pytest.mark.parametrize("dice", [(0, 0), (4, 1), (1, 0), (3, 0), (2, 0), (0, 1), (2, 2), (1, 1), (5, 0), (-4, 0)])
def test_no_other_roll(dice: tuple[int, int]) -> None:
    simple, complex_ = dice
    refused(network_position(), act.RollDice(0, *dice), "R2-10", "no_such_roll", simple=simple, complex=complex_)


@rule("R2-10", "Or 1 complex die showing '?' is taken without a roll.")
def test_a_wild_die_is_taken() -> None:
    after = play(network_position(), act.TakeWild(0))
    assert after.events == (ev.WildTaken(0),)
    assert (after.table.turn.simple, after.table.turn.complex) == ((), ("?",))
    assert (after.table.simple, after.table.complex) == (30, 19)


@rule("R2-10", "Once in a turn: who has rolled, or taken a die, does neither again.")
@pytest.mark.parametrize(
    ("taken", "dice"),
    [
        (ROLL, "curve curve curve curve"),
        (BOTH, "curve curve wye"),
        (COMPLEX, "wye wye"),
        (act.TakeWild(0), ""),
        (act.PassRoll(0), ""),
    ],
)
def test_one_roll(taken: act.NetworkAction, dice: str) -> None:
    table = play(network_position(), taken, dice=dice).table
    for again in (ROLL, BOTH, COMPLEX, act.TakeWild(0)):
        refused(table, again, "R2-10", "rolled")
    refused(table, act.PassRoll(0), "R2-11", "rolled")


@rule("R2-10", "In the next turn there is a roll again.")
def test_the_next_roll() -> None:
    after = play(network_position(), act.TakeWild(0), act.FinishTurn(0), act.TakeWild(1), act.FinishTurn(1))
    assert ROLL in listed(after.table)


@rule("R2-10", "A short bank gives what is there: fewer dice of the choice.")
@pytest.mark.parametrize(
    ("bank", "action", "taken"),
    [
        ((3, 5), ROLL, (3, 0)),
        ((1, 5), BOTH, (1, 1)),
        ((0, 5), BOTH, (0, 1)),
        ((9, 1), COMPLEX, (0, 1)),
        ((2, 1), BOTH, (2, 1)),
    ],
)
def test_a_short_dice_bank(bank: tuple[int, int], action: act.RollDice, taken: tuple[int, int]) -> None:
    simple, complex_ = taken
    dice = " ".join(("curve",) * simple + ("wye",) * complex_)
    after = play(network_position(bank_dice=bank), action, dice=dice)
    assert (len(after.table.turn.simple), len(after.table.turn.complex)) == taken
    assert (after.table.simple, after.table.complex) == (bank[0] - simple, bank[1] - complex_)


@rule("R2-10", "A choice that would take none does not exist.")
def test_a_roll_of_nothing() -> None:
    table = network_position(bank_dice=(0, 5))
    refused(table, ROLL, "R2-10", "no_dice")
    assert {BOTH, COMPLEX, act.TakeWild(0), act.PassRoll(0)} < set(listed(table))
    table = network_position(bank_dice=(5, 0))
    refused(table, COMPLEX, "R2-10", "no_dice")
    refused(table, act.TakeWild(0), "R2-10", "no_dice")


@rule("R2-10", "Each die falls by the seed, the year, the seat and its place in the roll, the simple ones first.")
def test_dice_can_be_proved() -> None:
    table = network_position()
    draw = keyed_draw(b"r" * 32, "dice", [], 0)
    events = railroad_dice_2.decide(table, BOTH, draw)
    assert isinstance(events, list) and isinstance(events[0], ev.DiceThrown)
    began = railroad_dice_2.setup({}, 2, draw)[0]
    assert isinstance(began, ev.NetworkBegan)
    draws = railroad_dice_2.drawing(events[0], table.year, began)
    assert draws is not None and draws.logged == events[0].faces
    assert [(key.year, key.seat, key.purpose, key.number) for key in draws.keys] == [
        (2, 0, "roll", n) for n in range(3)
    ]
    assert [sides[draw(key, 6)] for key, sides in zip(draws.keys, draws.outcomes, strict=True)] == list(draws.logged)
    assert [("locomotive" in sides, "wye" in sides) for sides in draws.outcomes] == [(True, False)] * 2 + [
        (False, True)
    ]


@rule("R2-10", "Dice not used go back to the bank at the end of the turn, those got by expanding too.")
def test_dice_go_back() -> None:
    drawing = ".... .G─.. .... .... ............ ............ ............"
    table = network_position(f"{drawing} .1..", hand="straight locomotive", complex_hand="crossing wye")
    after = play(table, expand("c2", "ns"), act.FinishTurn(0))
    assert (after.table.simple, after.table.complex) == (30, 19)
    assert (after.table.turn.simple, after.table.turn.complex) == ((), ())


# R2-11: passing the roll


@rule("R2-11", "In place of the roll 5 units for each station are put beside every station's tile, for each of them.")
def test_the_roll_is_passed() -> None:
    table = network_position(TWO_ON_FIVE, waiting={1: 2, 5: 1})
    after = play(table, act.PassRoll(0))
    assert after.events == (ev.RollPassed(0), ev.PassengersArrived("passed", (10, 0, 5, 0, 10, 0)))
    assert after.table.waiting == (12, 0, 5, 0, 11, 0)
    assert after.table.bank == table.bank - 25


@rule("R2-11", "Once in a turn, and not after the roll.")
def test_the_roll_is_passed_once() -> None:
    refused(play(network_position(), act.PassRoll(0)).table, act.PassRoll(0), "R2-11", "rolled")
    refused(network_position(hand="curve"), act.PassRoll(0), "R2-11", "rolled")


TWO_ON_FIVE = """
    ............
    .G........B.
    ............
    ..1.........
    ............
    .....2......
    .......3....
"""
"""Two stations each on the tiles 1 and 5, one on 3."""

# R2-17: new passengers


@rule("R2-17", "A locomotive goes back to the dice bank: 5 units beside one tile of the player's choice, per station.")
@pytest.mark.parametrize(("tile", "number"), [(1, 10), (3, 5), (5, 10)])
def test_new_passengers(tile: int, number: int) -> None:
    table = network_position(TWO_ON_FIVE, hand="locomotive curve")
    after = play(table, act.CallPassengers(0, tile))
    assert [type(event) for event in after.events] == [ev.PassengersCalled, ev.PassengersArrived]
    assert after.table.waiting == tuple(there + number * (at == tile) for at, there in enumerate(table.waiting, 1))
    assert after.table.turn.simple == ("curve",) and after.table.simple == table.simple + 1
    assert after.table.bank == table.bank - number


@rule("R2-17", "So does a '?', where the player says so; both may go in one turn.")
def test_new_passengers_for_a_wild_die() -> None:
    table = network_position(hand="locomotive ?")
    after = play(table, act.CallPassengers(0, 1, wild=True), act.CallPassengers(0, 1))
    assert [event.face for event in after.events_of(ev.PassengersCalled)] == ["?", "locomotive"]
    assert after.table.waiting[0] == table.waiting[0] + 10


@rule("R2-17", "No other face does, nor a complex die showing '?'.")
def test_no_new_passengers_for_other_dice() -> None:
    refused(network_position(hand="straight curve", complex_hand="?"), CALL, "R2-17", "no_die", face="locomotive")
    wild = act.CallPassengers(0, 1, wild=True)
    refused(network_position(hand="locomotive", complex_hand="?"), wild, "R2-17", "no_die", face="?")
    refused(network_position(hand="?"), CALL, "R2-17", "no_die", face="locomotive")
    refused(network_position(), CALL, "R2-17", "no_die")


@rule("R2-17", "Only beside a tile with a station.")
@pytest.mark.parametrize("tile", [0, 2, 5, 6, 7])
def test_no_new_passengers_without_a_station(tile: int) -> None:
    for wild, hand in ((False, "locomotive"), (True, "?")):
        refused(network_position(hand=hand), act.CallPassengers(0, tile, wild), "R2-17", "no_station", tile=tile)


# R2-18: lack of passengers

FOUR_TILES = """
    ............
    .G─1......B.
    ............
    ............
    ............
    .2...3......
    ............
"""
"""Stations on the tiles 1 (two of them), 3, 4 and 5; the green home is joined to grey 1."""


@rule("R2-18", "Whenever three tiles with stations have nobody waiting, each of them gets 5 units per station at once.")
def test_lack_of_passengers() -> None:
    table = network_position(FOUR_TILES, waiting={1: 2, 5: 7}, locomotives=[(2,)])
    after = play(table, act.CarryPassengers(0, 2, 2))
    assert after.events[1:] == (ev.PassengersArrived("lack", (10, 0, 5, 5, 0, 0)),)
    assert after.table.waiting == (10, 0, 5, 5, 7, 0)


@rule("R2-18", "All four get them where all four have none.")
def test_lack_everywhere() -> None:
    after = play(network_position(FOUR_TILES, waiting={1: 1}, locomotives=[(2,)]), act.CarryPassengers(0, 2, 2))
    assert after.table.waiting == (10, 0, 5, 5, 5, 0)


@rule("R2-18", "Two tiles are no lack, and tiles without stations do not count.")
def test_no_lack_at_two_tiles() -> None:
    table = network_position(FOUR_TILES, waiting={1: 2, 3: 1, 5: 7}, locomotives=[(2,)])
    after = play(table, act.CarryPassengers(0, 2, 2))
    assert after.kinds == ["PassengersTransported"]
    assert after.table.waiting == (0, 0, 1, 0, 7, 0)


@rule("R2-18", "In whosever turn it comes about, and by whatever action.")
def test_lack_is_looked_for_after_every_action() -> None:
    table = network_position(FOUR_TILES, waiting={1: 3}, seat=1)
    assert play(table, act.FinishTurn(1)).table.waiting == (3, 0, 5, 5, 5, 0)
    assert play(table, act.TakeWild(1)).table.waiting == (3, 0, 5, 5, 5, 0)


@rule("R2-18", "Not in the closing phase.")
def test_no_lack_in_the_closing_phase() -> None:
    table = network_position(FOUR_TILES, waiting={1: 4}, locomotives=[(2, 3)], phase="closing")
    after = play(table, act.CarryPassengers(0, 2, 2))
    assert after.kinds == ["PassengersTransported"] and after.table.waiting == (2, 0, 0, 0, 0, 0)


# R2-19: a short bank


@rule("R2-19", "Tiles are paid from 1 to 6, the last with what is left.")
def test_a_short_bank_pays_tiles_in_order() -> None:
    after = play(network_position(TWO_ON_FIVE, bank=17), act.PassRoll(0))
    assert after.events_of(ev.PassengersArrived)[0].tiles == (10, 0, 5, 0, 2, 0)
    after = play(network_position(TWO_ON_FIVE, bank=9), act.PassRoll(0))
    assert after.events_of(ev.PassengersArrived)[0].tiles == (9, 0, 0, 0, 0, 0)


@rule("R2-19", "So it does for a lack, and for new passengers.")
def test_a_short_bank_pays_what_it_has() -> None:
    table = network_position(FOUR_TILES, waiting={1: 2, 5: 7}, locomotives=[(2,)], bank=12)
    after = play(table, act.CarryPassengers(0, 2, 2))
    assert after.events_of(ev.PassengersArrived)[0] == ev.PassengersArrived("lack", (10, 0, 2, 0, 0, 0))
    after = play(network_position(TWO_ON_FIVE, bank=4, hand="locomotive"), act.CallPassengers(0, 5))
    assert after.events_of(ev.PassengersArrived)[0] == ev.PassengersArrived("called", (0, 0, 0, 0, 4, 0))


@rule("R2-19", "Owners are paid the active one first, then clockwise.")
@pytest.mark.parametrize(("seat", "bank", "paid"), [(0, 7, (5, 2)), (1, 7, (2, 5)), (0, 3, (3, 0)), (1, 3, (0, 3))])
def test_a_short_bank_pays_the_active_player_first(seat: int, bank: int, paid: tuple[int, int]) -> None:
    drawing = ".... .G─.B ............ ............ ............ ............ .1.........."
    table = network_position(drawing, seat=seat, bank=bank, hand="straight")
    after = play(table, lay("d2", "ew", seat=seat))
    (connected,) = after.events_of(ev.StationsConnected)
    assert connected.paid == paid and after.table.closing == "bank"


@rule("R2-19", "Then the closing phase begins, for the bank is empty.")
def test_a_short_bank_begins_the_closing_phase() -> None:
    for bank, closing in ((25, "bank"), (24, "bank"), (26, None)):
        assert play(network_position(TWO_ON_FIVE, bank=bank), act.PassRoll(0)).table.closing == closing
