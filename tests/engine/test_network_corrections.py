"""Corrections of Railroad Dice 2: nothing is created or lost, and the game can be played on."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from rules.network_board import check_counts
from rules.network_play import NetworkGame, network_game

from rules_core.games.railroad_dice_2 import actions as ac
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.codec import encode
from rules_core.kernel.definition import fold
from rules_core.kernel.events import Corrected, GameCancelled, Irrevocable
from rules_core.kernel.rulebook import CorrectionFault, Violations

EVERY: Final = 9
"""After so many actions of a game it is corrected."""
TRIED: Final = 12
"""So many corrections are thought of then."""
BANK: Final = ev.UnitPlace("bank")
GAME: Final = NetworkGame(13, 2, {"connection_pays": "active", "winner": "carried"}, "carrier")
"""A game with much transport, from which positions are taken."""


def seat(number: int) -> ev.UnitPlace:
    """What a player has."""
    return ev.UnitPlace("seat", number)


def tile(number: int) -> ev.UnitPlace:
    """The passengers beside a tile."""
    return ev.UnitPlace("tile", number)


def corrections(rng: Random, table: NetworkTable) -> Iterator[Corrected]:
    """Endless corrections of a position, possible or not."""
    places = [BANK, *map(seat, range(table.seats + 1)), *map(tile, range(8))]
    somebody = [None, *range(table.seats + 1)]
    while True:
        match rng.randrange(3):
            case 0:
                yield ev.UnitsMoved(rng.randint(-1, 12), rng.choice(places), rng.choice(places))
            case 1:
                yield ev.LocomotiveMoved(rng.randint(2, 7), rng.choice(somebody), rng.choice(somebody))
            case _:
                yield ev.RollMarked(rng.randrange(table.seats), rng.random() < 0.5)


def flaw(table: NetworkTable, correction: Any) -> str | None:
    """Why a correction cannot be made."""
    found = railroad_dice_2.check_correction(table, correction)
    return None if found is None else found.code


def mended(table: NetworkTable, *made: Any) -> NetworkTable:
    """The position after corrections, which must be possible, and lose or create nothing."""
    for one in made:
        assert flaw(table, one) is None, one
        railroad_dice_2.check_payload(one, table.seats, table.box)
        table = railroad_dice_2.evolve(table, one)
        check_counts(table)
        assert railroad_dice_2.decode_event(json.loads(json.dumps(encode(one)))) == one
        assert railroad_dice_2.decode_state(json.loads(json.dumps(encode(table)))) == table
    return table


@pytest.mark.parametrize("seats", railroad_dice_2.seats)
def test_a_game_corrected_at_random_is_complete_and_played_to_its_end(seats: int) -> None:
    made, refused = Counter[type](), Counter[str]()
    for seed in range(5):
        rng, game = Random(seed), network_game(seed, seats)
        table = fold(railroad_dice_2, railroad_dice_2.setup(game.options, seats, game.draw))
        for number in range(3000):
            if table.over:
                break
            listed = list(railroad_dice_2.legal(railroad_dice_2.view(table, table.turn.seat)))
            events = railroad_dice_2.decide(table, rng.choice(listed), game.draw)
            assert not isinstance(events, Violations)
            table = fold(railroad_dice_2, events, table)
            check_counts(table)
            for correction in islice(corrections(rng, table), TRIED if number % EVERY == 0 else 0):
                if found := flaw(table, correction):
                    refused[found] += 1
                else:
                    table = mended(table, correction)
                    made[type(correction)] += 1
        assert table.over
        assert flaw(table, ev.UnitsMoved(1, BANK, seat(0))) == flaw(table, GameCancelled()) == "over"
    assert set(made) == {ev.UnitsMoved, ev.LocomotiveMoved, ev.RollMarked}
    assert set(refused) >= {
        "no change",
        "no such place",
        "too few",
        "no such seat",
        "no such locomotive",
        "not to play",
    }


def test_all_corrections_are_events_that_nobody_can_undo() -> None:
    assert {*railroad_dice_2.corrections} == {ev.UnitsMoved, ev.LocomotiveMoved, ev.RollMarked, GameCancelled}
    assert all(issubclass(kind, Irrevocable) for kind in railroad_dice_2.corrections)


def middle() -> NetworkTable:
    """A position of two players, in the turn of seat 0 before its roll, in which both own locomotives."""
    for step in GAME.steps():
        table = step.before
        if table.is_rolling_allowed and table.turn.seat == 0 and all(len(one.locomotives) for one in table.players):
            return table
    raise AssertionError("there is one in that game")


def test_units_go_from_place_to_place() -> None:
    table = middle()
    stood = next(number for number in range(1, 7) if table.network.stations_on(number))
    after = mended(table, ev.UnitsMoved(3, BANK, seat(1)), ev.UnitsMoved(2, seat(1), tile(stood)))
    assert after.bank == table.bank - 3
    assert after.players[1].units == table.players[1].units + 1
    assert after.waiting[stood - 1] == table.waiting[stood - 1] + 2
    assert after.players[1].carried == table.players[1].carried, "nobody carried them"
    assert railroad_dice_2.check_correction(table, ev.UnitsMoved(table.bank + 1, BANK, seat(0))) == CorrectionFault(
        "too few", {"number": table.bank + 1, "there": table.bank}
    )
    assert flaw(table, ev.UnitsMoved(0, BANK, seat(0))) == "no change"
    assert flaw(table, ev.UnitsMoved(-5, seat(0), BANK)) == "no change"
    assert flaw(table, ev.UnitsMoved(1, seat(0), seat(0))) == "no change"
    for nowhere in (seat(2), seat(-1), tile(0), tile(7), ev.UnitPlace("bank", 1)):
        assert flaw(table, ev.UnitsMoved(1, BANK, nowhere)) == "no such place"
    bare = {number for number in range(1, 7) if not table.network.stations_on(number)}
    assert all(flaw(table, ev.UnitsMoved(1, BANK, tile(number))) == "no such place" for number in bare)


def test_locomotives_go_from_hand_to_hand_and_to_the_bank() -> None:
    table = middle()
    number = table.players[0].locomotives[0]
    given = mended(table, ev.LocomotiveMoved(number, 0, 1))
    assert number in given.players[1].locomotives
    assert len(given.players[0].locomotives) == len(table.players[0].locomotives) - 1
    back = mended(given, ev.LocomotiveMoved(number, 1, None))
    assert back.locomotives == tuple(sorted((number, *table.locomotives)))
    sold = table.locomotives[-1]
    assert sold in mended(table, ev.LocomotiveMoved(sold, None, 1)).players[1].locomotives
    assert flaw(table, ev.LocomotiveMoved(number, 0, 0)) == "no change"
    assert flaw(table, ev.LocomotiveMoved(number, None, None)) == "no change"
    assert flaw(table, ev.LocomotiveMoved(number, 0, 2)) == "no such seat"
    assert flaw(table, ev.LocomotiveMoved(number, -1, 0)) == "no such seat"
    missing = next(one for one in range(2, 7) if one not in table.players[0].locomotives)
    assert flaw(table, ev.LocomotiveMoved(missing, 0, 1)) == "no such locomotive"


def carried() -> tuple[NetworkTable, int]:
    """A position after a trip of the player to move, who has one locomotive of its number, and that number."""
    for step in GAME.steps():
        if isinstance(step.action, ac.CarryPassengers) and step.after.phase == "play":
            number = step.action.locomotive
            if step.after.turn.used == (number,) and step.after.active.locomotives.count(number) == 1:
                return step.after, number
    raise AssertionError("there is one in that game")


def test_a_locomotive_that_made_its_trip_may_be_taken_away() -> None:
    """One of its number that comes later in the turn has made none; given back, so has it."""
    table, number = carried()
    active, other = table.turn.seat, 1 - table.turn.seat
    assert table.turn.used == (number,)
    taken = mended(table, ev.LocomotiveMoved(number, active, other))
    assert taken.turn.used == ()
    assert taken.turn.served == table.turn.served
    again = mended(taken, ev.LocomotiveMoved(number, other, active))
    assert number in again.unused(active)


def test_of_two_locomotives_the_one_that_made_no_trip_may_be_taken_away() -> None:
    table, number = carried()
    active, other = table.turn.seat, 1 - table.turn.seat
    source = None if number in table.locomotives else other
    two = mended(table, ev.LocomotiveMoved(number, source, active))
    one = mended(two, ev.LocomotiveMoved(number, active, other))
    assert one.turn.used == (number,)
    assert number not in one.unused(active)


def test_a_roll_can_be_marked_as_made_and_as_not_made() -> None:
    table = middle()
    rolled = mended(table, ev.RollMarked(0, True))
    rolls = (ac.RollDice(0, 4, 0), ac.TakeWild(0), ac.PassRoll(0))
    for action in rolls:
        refused = railroad_dice_2.decide(rolled, action, lambda _key, _sides: 0)
        assert isinstance(refused, Violations) and refused.violations[0].code == "rolled"
    again = mended(rolled, ev.RollMarked(0, False))
    assert all(isinstance(railroad_dice_2.decide(again, action, lambda *_: 0), list) for action in rolls)
    assert flaw(table, ev.RollMarked(0, False)) == flaw(rolled, ev.RollMarked(0, True)) == "no change"
    assert flaw(table, ev.RollMarked(1, True)) == flaw(table, ev.RollMarked(-1, True)) == "not to play"


def test_no_roll_is_marked_as_not_made_with_dice_in_hand_or_where_nobody_rolls() -> None:
    """Else the dice in hand would be lost to a second roll."""
    table = middle()
    events = railroad_dice_2.decide(table, ac.RollDice(0, 4, 0), lambda _key, _sides: 0)
    assert isinstance(events, list)
    assert flaw(fold(railroad_dice_2, events, table), ev.RollMarked(0, False)) == "dice in hand"
    steps = list(GAME.steps())
    placing, closing = steps[0].before, steps[-1].before
    assert (placing.phase, closing.phase) == ("placing", "closing")
    for state in (placing, closing):
        assert flaw(state, ev.RollMarked(state.turn.seat, True)) == "not to play"


def test_a_cancelled_game_is_over() -> None:
    table = railroad_dice_2.evolve(middle(), GameCancelled())
    assert (table.over, table.ended, table.standings) == (True, "cancelled", ())
