"""What another reading of orders would have given: by the dice that a log holds, and by what may be seen."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from bench.selfplay import Game
from golden import path_of, position_of

from rules_core.games import ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel import events as base
from rules_core.kernel.definition import BadOptions
from rules_core.kernel.log import Branches, LogEntry, Note, fold_entries
from rules_core.kernel.position import Position
from rules_core.kernel.record import Record, load
from rules_core.kernel.rehearsal import See, other_options, suppose
from rules_core.line.actions import BuyShare, Dice, DiceMoved, DirectorNamed, EndTurn, Income, Roll, SharesMoved
from rules_core.line.events import Rolled, TurnBegan
from rules_core.line.judging import CountDiffers, DirectorDiffers, FrontDiffers, TurnDiffers, compare
from rules_core.line.table import State


@pytest.fixture(scope="module")
def record() -> Record:
    """A game in which some actions were taken back."""
    return load(path_of("two_players").read_bytes())


@pytest.fixture
def rolled() -> Game:
    """A game whose first player rolled two of his dice, and bought a share."""
    game = Game(["heuristic"] * 2, 21)
    seat = game.state.table.turn.seat
    game.act(Roll(seat, 0, 2))
    game.act(BuyShare(seat, "weiden"))
    return game


def turns(record: Record) -> Iterator[tuple[int, list[base.Action]]]:
    """Positions at which a turn began, and the actions of that turn that stand."""
    branches = Branches(record.entries)
    for entry in branches.now():
        if isinstance(entry.payload, TurnBegan):
            actions = [one.action for one in branches.beyond(entry.position) if one.action]
            ends = [number for number, action in enumerate(actions) if isinstance(action, EndTurn)]
            yield entry.position, actions[: ends[0] + 1] if ends else actions


def as_a_spectator(state: Position) -> Position:
    return first_rails.view(cast(State, state), None).state


def as_seat(seat: int) -> See:
    return lambda state: first_rails.view(cast(State, state), seat).state


@pytest.mark.parametrize("name", ["taken_back", "germany_two_starts"])
def test_the_actions_of_the_log_give_what_the_log_tells(name: str) -> None:
    record = load(path_of(name).read_bytes())
    rules = ruleset_for(record.kind)
    for position, actions in list(turns(record))[:12]:
        supposed = suppose(record.entries, rules, position, actions)
        assert (supposed.stop, supposed.differences) == (None, ())
        assert supposed.after == supposed.logged
        assert list(supposed.replaced) == actions == [one.action for one in supposed.judged]


def test_another_action_differs_by_what_it_does_otherwise(rolled: Game) -> None:
    seat, before = rolled.state.table.turn.seat, len(rolled.entries) - 2
    wild = rolled.state.table.players[seat].front.wild
    supposed = suppose(rolled.entries, first_rails, before, [BuyShare(seat, "insel", wild=True)])
    assert supposed.stop is None
    assert supposed.before == fold_entries(first_rails, rolled.entries[:before])
    assert supposed.logged == rolled.state
    front = rolled.state.table.players[seat].front
    assert set(supposed.differences) == {
        FrontDiffers(seat, front, front.plus(Dice(share=1)).minus(Dice(wild=1))),
        CountDiffers("shares", 1, 0, seat, "weiden"),
        CountDiffers("shares", 0, 1, seat, "insel"),
        CountDiffers("unsold", 9, 10, company="weiden"),
        CountDiffers("unsold", 10, 9, company="insel"),
    }
    assert wild


def test_nothing_is_applied(rolled: Game) -> None:
    entries, state = list(rolled.entries), rolled.state
    seat = state.table.turn.seat
    suppose(rolled.entries, first_rails, 3, [EndTurn(seat, Dice())])
    assert (rolled.entries, rolled.state) == (entries, state)


def test_dice_fall_as_the_log_tells_for_as_many_as_it_holds(rolled: Game) -> None:
    seat = rolled.state.table.turn.seat
    faces = next(entry.payload.faces for entry in rolled.entries if isinstance(entry.payload, Rolled))
    fewer = suppose(rolled.entries, first_rails, 3, [Roll(seat, 0, 1)])
    assert [one.events for one in fewer.judged] == [(Rolled(seat, 0, 1, 1, faces[:2]),)]
    more = suppose(rolled.entries, first_rails, 3, [Roll(seat, 0, 3), EndTurn(seat, Dice())])
    assert more.stop is not None
    assert (more.stop.action, more.stop.why, more.judged) == (Roll(seat, 0, 3), "not rolled", ())
    assert more.after == more.before == more.logged
    assert more.differences == ()


def test_dice_of_another_branch_serve_where_they_are_the_same(rolled: Game) -> None:
    seat = rolled.state.table.turn.seat
    rolled.roll_back(3)
    rolled.act(Roll(seat, 0, 3))
    more = next(entry.payload for entry in rolled.entries[::-1] if isinstance(entry.payload, Rolled))
    assert suppose(rolled.entries, first_rails, 3, [Roll(seat, 0, 3)]).judged[0].events == (more,)
    again = rolled.roll_back(3, 1)
    rolled.act(Roll(seat, 0, 1))
    supposed = suppose(rolled.entries, first_rails, again, [Roll(seat, 0, 2)])
    assert supposed.stop is not None and supposed.stop.why == "not rolled", "these are other dice"
    one = next(entry.payload for entry in rolled.entries[::-1] if isinstance(entry.payload, Rolled))
    assert suppose(rolled.entries, first_rails, again, [Roll(seat, 0, 1)]).judged[0].events == (one,)


def test_the_first_refusal_ends_it(rolled: Game) -> None:
    seat, before = rolled.state.table.turn.seat, len(rolled.entries) - 2
    supposed = suppose(
        rolled.entries, first_rails, before, [BuyShare(seat, "insel"), Income(seat), BuyShare(seat, "x")]
    )
    assert [one.action for one in supposed.judged] == [BuyShare(seat, "insel")]
    assert supposed.stop is not None and supposed.stop.refusal is not None
    assert (supposed.stop.action, supposed.stop.why) == (Income(seat), "refused")
    assert supposed.stop.refusal.violations[0].rule == "FR-11"
    assert supposed.replaced == (BuyShare(seat, "weiden"),), "what the log holds in the place of what was carried out"


def test_a_supposed_end_of_the_turn_stands_beside_the_logged_one(record: Record) -> None:
    position, actions = next((at, actions) for at, actions in turns(record) if len(actions) > 3)
    supposed = suppose(record.entries, first_rails, position, [actions[-1]])
    if supposed.stop is None:
        assert list(supposed.replaced) == actions
        assert not any(isinstance(one, TurnDiffers) for one in supposed.differences)


def test_another_variant_decides_otherwise_where_it_matters() -> None:
    """Who becomes director where two hold as many shares, and a third is director (FR-61), by rulebook and by FAQ."""
    game = Game(["heuristic"] * 3, 5)
    start = game.state.table.start
    third, last = (start + 1) % 3, (start + 2) % 3
    for seat in (start, third):
        game.act(EndTurn(seat))
    for seat in (start, last):
        game.correct(SharesMoved("weiden", 2, None, seat))
    game.correct(DirectorNamed("weiden", third))
    before = len(game.entries)
    game.act(EndTurn(last))
    supposed = suppose(game.entries, first_rails, before, {"director_tie": "printed"})
    assert [one.action for one in supposed.judged] == list(supposed.replaced) == [EndTurn(last)]
    assert supposed.differences == (DirectorDiffers("weiden", start, last),)
    assert cast(State, supposed.before).table.options["director_tie"] == "faq"
    assert suppose(game.entries, first_rails, before, {"open": "yes"}).differences == ()
    spectator = suppose(game.entries, first_rails, before, {"director_tie": "printed"}, as_a_spectator)
    assert spectator.differences == supposed.differences


def test_under_another_variant_the_rest_of_the_turn_is_judged(record: Record) -> None:
    for position, actions in list(turns(record))[:10]:
        supposed = suppose(record.entries, first_rails, position, {"director_tie": "printed"})
        assert [one.action for one in supposed.judged] == list(supposed.replaced) == actions
        assert supposed.differences == ()


def test_variants_that_shape_the_beginning_cannot_be_supposed(record: Record) -> None:
    assert other_options(record.entries, first_rails) == {
        "director_tie": ("printed",),
        "open": ("yes",),
        "bridges": ("each",),
    }
    for options in ({"extended": "yes"}, {"director_tie": "faq"}, {"director_tie": "drawn"}, {"colour": "red"}):
        with pytest.raises(BadOptions, match=next(iter(options))):
            suppose(record.entries, first_rails, 3, options)
    german = load(path_of("germany_two_players").read_bytes())
    assert other_options(german.entries, ruleset_for("germany")) == {}


def test_nothing_hangs_on_what_is_not_seen(record: Record) -> None:
    """A spectator's supposition is the same whatever lies behind the screens, or stops where it would not be."""
    why = set()
    for position, actions in list(turns(record))[:20]:
        supposed = suppose(record.entries, first_rails, position, actions, as_a_spectator)
        seen = (supposed.before, supposed.after, supposed.logged)
        assert [cast(State, one).screens for one in seen] == [(None, None)] * 3
        whole = suppose(record.entries, first_rails, position, actions)
        assert supposed.judged == whole.judged[: len(supposed.judged)]
        why.add(supposed.stop and supposed.stop.why)
        if supposed.stop is None:
            assert supposed.differences == ()
    assert why == {None, "unseen"}


def test_a_seat_supposes_by_what_it_sees(record: Record) -> None:
    for position, actions in list(turns(record))[:10]:
        for seat in (0, 1):
            supposed = suppose(record.entries, first_rails, position, actions, as_seat(seat))
            if seat == actions[0].seat:
                assert supposed.stop is None
            assert cast(State, supposed.before).screens[1 - seat] is None
            assert supposed.differences == ()


def test_corrections_end_what_is_judged_again(rolled: Game) -> None:
    seat = rolled.state.table.turn.seat
    rolled.correct(DiceMoved(1, "bank", None, "hidden", 0))
    rolled.act(BuyShare(seat, "insel", wild=True))
    supposed = suppose(rolled.entries, first_rails, 3, {"director_tie": "printed"})
    assert [one.action for one in supposed.judged] == [Roll(seat, 0, 2), BuyShare(seat, "weiden")]


def test_a_supposition_begins_where_an_action_had_ended(rolled: Game) -> None:
    end = len(rolled.entries)
    for position, place in (
        (end - 1, "no action had ended there"),
        (end + 1, "not in this log"),
        (0, "not in this log"),
    ):
        with pytest.raises(ValueError, match=f"position {position}: {place}"):
            suppose(rolled.entries, first_rails, position, [])
    noted = [*rolled.entries, LogEntry(end + 1, None, Note("late"))]
    assert suppose(noted, first_rails, end + 1, []).before == rolled.state


def test_positions_are_alike_where_nothing_differs(record: Record) -> None:
    """Of any two positions of a game: `compare` finds nothing exactly where nothing differs."""
    chance = random.Random(1)
    moments = [position for position, _ in turns(record)]
    states = [position_of(replace(record, entries=record.entries[:at])) for at in chance.sample(moments, 12)]
    for one in states:
        assert compare(one, one) == ()
        for other in states:
            if one is not other:
                found = compare(one, other)
                assert found and len(found) == len(compare(other, one))
