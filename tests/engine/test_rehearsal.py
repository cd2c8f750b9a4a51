"""Rehearsals: branches of a position that leave it as it was, and the dice that they are played with."""

from collections.abc import Sequence
from typing import Any

import pytest
from bench.selfplay import Game

from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.dice import DrawKey, NotDrawn
from rules_core.kernel.events import Begun, DiceRolled
from rules_core.kernel.log import LogEntry, state_at
from rules_core.kernel.rehearsal import ChosenFaces, Departure, DiceMismatch, Rehearsal, by_chance, scripted
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import BuyShare, Dice, EndTurn, Roll

KEY, OTHER = DrawKey(1, 0, "roll", 0), DrawKey(1, 0, "roll", 1)


@pytest.fixture
def game() -> Game:
    return Game(["heuristic"] * 2, 21)


def began(game: Game) -> Begun:
    first = game.entries[0].payload
    assert isinstance(first, Begun)
    return first


def test_branches_leave_the_position_as_it_was(game: Game) -> None:
    seat = game.state.table.turn.seat
    start = Rehearsal(first_rails, game.state)
    buys, ends = start.play(BuyShare(seat, "weiden", wild=False)), start.play(EndTurn(seat, Dice()))
    assert start == Rehearsal(first_rails, game.state)
    assert buys.state != ends.state
    assert {len(one.judged) + (one.stop is not None) for one in (buys, ends)} == {1}


def test_a_rehearsal_stops_at_what_its_dice_do_not_hold_and_what_is_refused(game: Game) -> None:
    seat = game.state.table.turn.seat
    requested = [Roll(seat, 0, 1), BuyShare(seat, "weiden")]
    without = Rehearsal(first_rails, game.state).run(requested)
    assert without.stop is not None and (without.stop.action, without.stop.why) == (requested[0], "not rolled")
    assert (without.state, without.judged) == (game.state, ())
    refused = Rehearsal(first_rails, game.state, game.draw).run([requested[0], Roll(1 - seat, 0, 1), requested[1]])
    assert refused.stop is not None and refused.stop.why == "refused" and refused.stop.refusal
    assert [one.action for one in refused.judged] == requested[:1]


def test_events_of_a_log_lead_where_the_actions_do(game: Game) -> None:
    played = Rehearsal(first_rails, game.state, game.draw).play(Roll(game.state.table.turn.seat, 0, 2))
    events = [event for one in played.judged for event in one.events]
    assert Rehearsal(first_rails, game.state).after(events).state == played.state


def test_dice_are_scripted_as_far_as_they_are_told() -> None:
    draw = scripted({KEY: 3})
    assert draw(KEY, 6) == 3
    with pytest.raises(NotDrawn):
        draw(OTHER, 6)
    assert scripted({KEY: 3}, lambda key, sides: sides - 1)(OTHER, 6) == 5


def test_chance_gives_the_same_for_the_same_key() -> None:
    numbers = iter(range(9))
    draw = by_chance(lambda sides: next(numbers))
    assert [draw(KEY, 6), draw(OTHER, 6), draw(KEY, 6)] == [0, 1, 0]


def test_chosen_faces_are_for_the_first_roll(game: Game) -> None:
    roll, last = Roll(game.state.table.turn.seat, 0, 2), by_chance(lambda sides: sides - 1)
    usual = faces(Rehearsal(first_rails, game.state, last), roll)
    here = Rehearsal(first_rails, game.state, ChosenFaces(began(game), ["straight"], last))
    assert faces(here, roll).count("straight") == usual.count("straight") + 1
    assert faces(here, roll) == faces(here, roll), "they have been dealt to these very dice"
    with pytest.raises(DiceMismatch):
        faces(Rehearsal(first_rails, game.state, ChosenFaces(began(game), ["straight"] * 40, last)), roll)


def faces(here: Rehearsal, roll: Roll) -> list[str]:
    """The faces that a roll shows."""
    outcome = here.decide(roll)
    assert not isinstance(outcome, Violations)
    return [face for event in outcome if isinstance(event, DiceRolled) for face in event.faces]


def test_a_log_is_folded_once_however_many_actions_are_tried(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(30):
        game.act(game.ask())
    position = next(entry.position for entry in game.entries if entry.action) - 1
    folded: list[int] = []

    def counting(ruleset: AnyGame, entries: Sequence[LogEntry], at: int) -> Any:
        folded.append(at)
        return state_at(ruleset, entries, at)

    monkeypatch.setattr("rules_core.kernel.rehearsal.state_at", counting)
    here = Departure.at(game.entries, first_rails, position)
    reached = here.start
    for entry in here.later:
        if entry.action is not None:
            reached = reached.play(entry.action)
            assert here.compared(reached).differences == ()
    assert folded == [position] and len(reached.judged) > 1
