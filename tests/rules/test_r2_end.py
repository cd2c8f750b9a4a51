"""R2-31: the end of the game, and who wins."""

import pytest

from rules.clauses import rule
from rules.network import network_position
from rules.network_playing import carry, lay, listed, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.table import NetworkTable

GREEN, BLUE, ONE, TWO = range(4)
NEAR = """
    ............
    .G─1......B.
    ............
    ............
    ............
    .....2......
"""
"""Green is joined to grey 1 on its own tile; blue to nothing."""
THIRD = "......R....."
"""One row more, with the red home at g7."""
FAR = """
    ............
    .G──────1.B.
    ............
    ............
    ............
    .....2......
"""
"""Green is joined to grey 1 at a distance of 3."""
END = act.FinishTurn(0)
BUY = act.BuyLocomotive(0)


# R2-31 (a): no passengers wait


@rule("R2-31", "(a) The game is over at once when no passengers wait.")
def test_over_when_nobody_waits() -> None:
    table = network_position(NEAR, phase="closing", waiting={1: 2}, locomotives=[(2,)])
    after = play(table, carry(2, ONE))
    assert after.kinds == ["PassengersTransported", "NetworkEnded"] and after.table.ended == "no passengers"


@rule("R2-31", "(a) Not while any wait, even where nobody is going to.")
def test_not_over_while_some_wait() -> None:
    table = network_position(NEAR, phase="closing", waiting={1: 3}, locomotives=[(2,)])
    assert not play(table, carry(2, ONE)).table.over


@rule("R2-31", "(a) Not before the closing phase: two tiles with stations are no lack, and the game goes on.")
def test_not_over_before_the_closing_phase() -> None:
    drawing = "............ .G─1........ ............ ............ ............ ......B....."
    table = network_position(drawing, waiting={1: 2}, locomotives=[(2,)])
    after = play(table, carry(2, ONE))
    assert not any(after.table.waiting) and not after.table.over


# R2-31 (b): nobody is able


@rule("R2-31", "(b) Able is who owns a locomotive that reaches a station where somebody waits; a used one counts.")
def test_a_used_locomotive_counts() -> None:
    table = network_position(NEAR, phase="closing", waiting={1: 5}, locomotives=[(2,)], units=(0, 0))
    after = play(table, carry(2, ONE))
    assert not after.table.over
    assert not play(after.table, END, act.FinishTurn(1)).table.over


@rule("R2-31", "(b) The game is over when no player is: nobody is joined to where passengers wait.")
def test_over_when_nobody_is_joined() -> None:
    table = network_position(NEAR, phase="closing", waiting={3: 9, 5: 9}, locomotives=[(6,), (6,)], units=(90, 90))
    after = play(table, END)
    assert after.kinds == ["NetworkTurnEnded", "NetworkEnded"] and after.table.ended == "nobody able"


@rule("R2-31", "(b) Nor with locomotives that do not reach it.")
@pytest.mark.parametrize(("number", "over"), [(2, True), (3, False)])
def test_over_when_no_locomotive_reaches(number: int, over: bool) -> None:
    table = network_position(FAR, phase="closing", waiting={3: 5}, locomotives=[(number,)], units=(0, 0))
    assert play(table, END).table.over == over


@rule("R2-31", "(b) Able is who could buy one that reaches it, alone, with the units held now.")
@pytest.mark.parametrize(("units", "over"), [(9, True), (10, False)])
def test_able_by_a_purchase(units: int, over: bool) -> None:
    table = network_position(FAR, phase="closing", waiting={3: 5}, units=(units, 99), for_sale=(3, 4))
    assert play(table, END).table.over == over


@rule("R2-31", "(b) In bank order: what is for sale before it is bought too.")
@pytest.mark.parametrize(("units", "over"), [(14, True), (15, False)])
def test_able_by_purchases_in_order(units: int, over: bool) -> None:
    table = network_position(FAR, phase="closing", waiting={3: 5}, units=(units, 99), for_sale=(2, 3, 4))
    assert play(table, END).table.over == over


@rule("R2-31", "(b) A locomotive sold out is none to buy.")
def test_nobody_is_able_when_all_are_sold() -> None:
    table = network_position(FAR, phase="closing", waiting={3: 5}, units=(99, 99), for_sale=())
    assert play(table, END).table.ended == "nobody able"


@rule("R2-31", "(b) One able player is enough, whoever's turn it is.")
def test_one_able_player_is_enough() -> None:
    table = network_position(NEAR, phase="closing", waiting={1: 5}, locomotives=[(2,)], units=(0, 0), seat=1)
    assert not play(table, act.FinishTurn(1)).table.over


@rule("R2-31", "(b) A purchase may leave nobody able: the first 4 scraps the last 2.")
def test_a_purchase_may_end_the_game() -> None:
    table = network_position(
        NEAR, phase="closing", waiting={1: 5}, locomotives=[(2,), ()], units=(0, 15), for_sale=(4,), seat=1
    )
    after = play(table, act.BuyLocomotive(1))
    assert after.kinds == ["LocomotiveBought", "LocomotivesScrapped", "NetworkEnded"]
    assert after.table.ended == "nobody able"


# R2-31 (c): no transport


@rule("R2-31", "(c) As many turns in a row as there are players end in the closing phase without transport.")
@pytest.mark.parametrize("seats", [2, 3])
def test_over_without_transport(seats: int) -> None:
    drawing = NEAR + THIRD if seats == 3 else NEAR
    table = network_position(drawing, seats=seats, phase="closing", locomotives=[(2,)])
    for seat in range(seats):
        assert not table.over
        table = play(table, act.FinishTurn(seat)).table
    assert table.ended == "no transport"


@rule("R2-31", "(c) A turn with transport begins the count anew; a purchase does not.")
def test_transport_begins_the_count_anew() -> None:
    table = network_position(NEAR, phase="closing", locomotives=[(2,)], quiet=1)
    after = play(table, carry(2, ONE), END)
    assert after.table.quiet == 0 and not after.table.over
    assert play(table, BUY, END).table.ended == "no transport"


@rule("R2-31", "(c) In the turn in which the closing phase begins, transport before that counts.")
def test_transport_before_the_close_counts() -> None:
    for trips, quiet in (((carry(2, ONE),), 0), ((), 1)):
        table = network_position(NEAR, locomotives=[(2,)], bank=20)
        after = play(table, *trips, act.PassRoll(0), END)
        assert after.table.closing == "bank" and after.table.quiet == quiet


@rule("R2-31", "(c) Transport counts though the locomotive is scrapped in the same turn.")
def test_transport_with_a_locomotive_that_is_scrapped() -> None:
    table = network_position(NEAR, phase="closing", locomotives=[(2,)], units=(15, 0), for_sale=(4, 5), quiet=1)
    after = play(table, carry(2, ONE), BUY, END)
    assert after.events_of(ev.LocomotivesScrapped) and after.table.quiet == 0 and not after.table.over


@rule("R2-31", "(c) Turns before the closing phase do not count.")
def test_turns_before_the_closing_phase_do_not_count() -> None:
    after = play(network_position(NEAR), END, act.FinishTurn(1))
    assert after.table.quiet == 0


@rule("R2-31", "It is looked for after every action, not only at the end of a turn.")
def test_the_end_is_looked_for_after_every_action() -> None:
    table = network_position(NEAR, phase="closing", waiting={3: 9}, locomotives=[(2,)], units=(99, 0))
    assert play(table, BUY).table.over


@rule("R2-31", "Nothing is done after the end.")
def test_nothing_is_done_after_the_end_of_the_network() -> None:
    table = network_position(NEAR, phase="closing", waiting={1: 2}, locomotives=[(2,)])
    over = play(table, carry(2, ONE)).table
    for action in (END, BUY, lay("b3", "ns"), act.FinishTurn(1)):
        refused(over, action, "R2-31", "game_over")
    assert listed(over, 0) == listed(over, 1) == []


# R2-31: who wins


def _placed(table: NetworkTable) -> list[tuple[int, int]]:
    """Places and seats of a game that ends as it stands."""
    return [(standing.place, standing.seat) for standing in railroad_dice_2.standings(table)]


@rule("R2-31", "The most units held win.")
def test_the_most_units_win() -> None:
    assert _placed(network_position(units=(20, 30))) == [(1, 1), (2, 0)]
    assert _placed(network_position(units=(30, 20), carried=(0, 99))) == [(1, 0), (2, 1)]
    assert _placed(network_position(NEAR + THIRD, seats=3, units=(7, 30, 12))) == [(1, 1), (2, 2), (3, 0)]


@rule("R2-31", "In the variant `carried` the most passengers carried win, whatever is held.")
def test_the_most_carried_win() -> None:
    table = network_position(units=(20, 30), carried=(9, 4), options={"winner": "carried"})
    assert _placed(table) == [(1, 0), (2, 1)]


@rule("R2-31", "Of those who hold as much, the most stations connected win.")
def test_the_most_stations_connected_win() -> None:
    assert _placed(network_position(NEAR, units=(30, 30), locomotives=[(), (2, 3)])) == [(1, 0), (2, 1)]


@rule("R2-31", "Then the most locomotives; their numbers do not count.")
def test_the_most_locomotives_win() -> None:
    assert _placed(network_position(units=(30, 30), locomotives=[(6,), (2, 2)])) == [(1, 1), (2, 0)]


@rule("R2-31", "Then the victory is shared.")
def test_a_victory_is_shared() -> None:
    assert _placed(network_position(units=(30, 30), locomotives=[(6,), (2,)])) == [(1, 0), (1, 1)]
    assert _placed(network_position(NEAR + THIRD, seats=3, units=(5, 30, 30))) == [(1, 1), (1, 2), (3, 0)]


@rule("R2-31", "The standings tell units, passengers carried, stations connected and locomotives, best first.")
@pytest.mark.parametrize(("winner", "counted"), [("held", 12), ("carried", 2)])
def test_what_standings_tell(winner: str, counted: int) -> None:
    table = network_position(
        NEAR, phase="closing", waiting={1: 2}, locomotives=[(2, 3)], options={"winner": winner}, units=(10, 3)
    )
    (ended,) = play(table, carry(2, ONE)).events_of(ev.NetworkEnded)
    best, other = ended.standings
    assert best == ev.NetworkStanding(0, 1, units=12, carried=2, connected=1, locomotives=2, counted=counted)
    assert (best.score, other.seat, other.place) == (counted, 1, 2)


@rule("R2-31", "What is carried is counted all through the game; connections and dues do not count as carried.")
def test_what_is_carried_is_counted() -> None:
    table: NetworkTable = network_position(NEAR, locomotives=[(2, 3)], carried=(4, 0))
    assert play(table, carry(3, ONE)).table.players[0].carried == 7
    assert play(table, act.PassRoll(0)).table.players[0].carried == 4
