"""Records of games that moderators took back and corrected: kept, played again, judged, and their dice proved."""

import json
from dataclasses import replace
from typing import Any, cast

import pytest
from bench.selfplay import Game
from golden import position_of

from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.dice import commitment
from rules_core.kernel.log import Branches, LogEntry, Rollback, live
from rules_core.kernel.record import (
    BadRecord,
    DiceFault,
    Record,
    dice_remarks,
    dump,
    export,
    load,
    rejudge,
    replay,
    verify_dice,
)
from rules_core.line.actions import Action, BuyShare, DiceMoved, EndTurn, GameCancelled, Roll
from rules_core.line.events import Rolled, ShareBought, TurnBegan

LATER = (99).to_bytes(32, "big")
ONE_DIE = DiceMoved(1, "bank", None, "hidden", 1)


@pytest.fixture(scope="module")
def record() -> Record:
    """The record of a game that was taken back within itself, corrected, and taken up again after its end."""
    game = Game(["heuristic"] * 2, 21)
    game.act(Roll(game.state.table.turn.seat, 0, 2))
    rolled = len(game.entries)
    game.finish(years=2)
    game.roll_back(rolled)
    game.correct(ONE_DIE)
    game.finish(years=2)
    game.roll_back(3, 1)
    game.finish(years=3)
    game.roll_back(rolled)
    game.finish(years=4)
    game.correct(GameCancelled())
    game.roll_back(rolled, 2, LATER)
    game.finish(years=3)
    game.correct(GameCancelled())
    return game.record


def again(record: Record) -> Record:
    """The record, written and read."""
    return load(dump(export(record)))


def changed(record: Record, position: int, **fields: object) -> Record:
    """The record with something changed in the payload at a position."""
    entries, entry = list(record.entries), record.entries[position - 1]
    payload: Any = entry.payload
    entries[position - 1] = replace(entry, payload=replace(payload, **fields))
    return replace(record, entries=tuple(entries))


def rollbacks(record: Record) -> list[int]:
    """Where the game was taken back."""
    return [entry.position for entry in record.entries if entry.kind == "rollback"]


def codes(record: Record) -> list[str]:
    """What speaks against a record's dice."""
    return [fault.code for fault in verify_dice(again(record))]


def test_a_record_with_branches_is_what_was_played(record: Record) -> None:
    assert again(record) == record
    data = json.loads(dump(export(record)))
    first, new, back, later = rollbacks(record)
    assert data["epochs"] == [[1, 0], [new, 1], [back, 0], [later, 2]]
    assert data["seeds"] == [[2, LATER.hex()]]
    assert data["entries"][later - 1] == [
        later,
        "rollback",
        None,
        {"to": 5, "epoch": 2, "commitment": commitment(LATER)},
    ]
    assert data["outcome"]["reason"] == replay(record).table.ended
    assert first < new < back < later


def test_each_branch_is_judged_and_its_dice_proved(record: Record) -> None:
    assert rejudge(record, first_rails) is None
    assert verify_dice(record) == []
    bounds = [*rollbacks(record), len(record.entries)]
    for number, (start, end) in enumerate(zip([0, *bounds], bounds, strict=False)):
        part = record.entries[start:end]
        rolled = next(entry for entry in part if isinstance(entry.payload, Rolled))
        assert isinstance(rolled.payload, Rolled)
        first, *rest = rolled.payload.faces
        other = changed(record, rolled.position, faces=("curve" if first == "straight" else "straight", *rest))
        assert [fault.facts["position"] for fault in verify_dice(other)] == [rolled.position], number
        began = next(entry for entry in part[5:] if isinstance(entry.payload, TurnBegan))
        found = rejudge(changed(record, began.position, number=9), first_rails)
        assert found is not None and isinstance(found.action, EndTurn), number
        assert found.position == began.position - len(found.expected), number


def test_the_dice_of_an_epoch_are_its_own(record: Record) -> None:
    _first, new, _back, later = rollbacks(record)
    assert "roll_differs" in codes(changed(record, new, epoch=3))
    assert codes(changed(record, later, epoch=3)) == ["later_unpromised", "later_missing"]


def test_corrections_are_kept_and_follow_from_nothing(record: Record) -> None:
    at = next(entry.position for entry in record.entries if entry.payload == ONE_DIE)
    stood, stands = (Branches(record.entries).at(position) for position in (at - 1, at))
    assert [entry.payload for entry in stands] == [*(entry.payload for entry in stood), ONE_DIE]
    hidden = [position_of(replace(record, entries=record.entries[:position])).screens[1] for position in (at - 1, at)]
    assert [screen.hidden for screen in hidden if screen] == [0, 1]
    bought = next(entry for entry in record.entries if isinstance(entry.payload, ShareBought))
    result = [*record.entries[: bought.position - 1], replace(bought, payload=ONE_DIE)]
    found = rejudge(replace(record, entries=tuple(result)), first_rails)
    assert found is not None and (found.expected, found.got) == ((), (bought.payload,))


def test_events_behind_a_correction_need_an_action(record: Record) -> None:
    at = next(entry.position for entry in record.entries if entry.payload == ONE_DIE)
    extra = LogEntry(at + 1, None, ShareBought(0, "weiden", None, "?"))
    found = rejudge(replace(record, entries=(*record.entries[:at], extra)), first_rails)
    assert found is not None
    assert (found.position, found.action, found.expected, found.got) == (at, None, (extra.payload,), ())


def test_a_running_game_shows_no_seed_though_it_was_over(record: Record) -> None:
    later = rollbacks(record)[-1]
    running = replace(record, entries=record.entries[: later + 30])
    text = dump(export(running))
    assert '"seeds"' not in text
    assert record.seed is not None
    for seed in (record.seed, LATER):
        assert seed.hex() not in text
    assert json.loads(text)["outcome"] is None
    assert again(running).seed is None
    assert '"seeds":[[2,' in dump(export(replace(record, entries=record.entries[: later - 1]))), "as it was over then"


def test_a_cancelled_game_has_no_standings(record: Record) -> None:
    cancelled = replace(record, seeds={}, entries=(*record.entries[:20], LogEntry(21, None, GameCancelled())))
    assert json.loads(dump(export(cancelled)))["outcome"] == {"year": 1, "reason": "cancelled", "standings": []}
    assert replay(again(cancelled)).table.ended == "cancelled"
    assert rejudge(again(cancelled), first_rails) is None
    assert codes(cancelled) == []


def test_seeds_of_later_epochs_are_those_promised(record: Record) -> None:
    later = rollbacks(record)[-1]
    assert verify_dice(again(replace(record, seeds={2: bytes(32)}))) == [
        DiceFault("later_differs", {"epoch": 2, "shown": commitment(LATER), "seed": commitment(bytes(32))})
    ]
    assert codes(replace(record, seeds={})) == ["later_missing"]
    assert codes(replace(record, seeds={**record.seeds, 7: LATER})) == ["later_unpromised"]
    assert codes(changed(record, later, commitment=None)) == ["later_unpromised"]
    twice = (*record.entries, LogEntry(len(record.entries) + 1, None, Rollback(len(record.entries), 2, "5f0c")))
    assert [fault.code for fault in verify_dice(replace(record, entries=twice))] == ["later_promised_twice"]


def test_dice_that_were_left_cannot_be_chosen_again(record: Record) -> None:
    """Two epochs have been seen: whoever goes on from where the one holds must not take those of the other."""
    first, _new, back, _later = rollbacks(record)
    assert codes(changed(record, back, epoch=1))[0] == "epoch_differs"
    assert codes(changed(record, first, epoch=0)) == []


def test_what_should_be_known_of_dice_is_remarked(record: Record) -> None:
    later = rollbacks(record)[-1]
    assert [(remark.code, remark.facts) for remark in dice_remarks(record)] == [
        ("promised_after_salts", {"position": later, "epoch": 2})
    ]
    end = len(record.entries)
    for to, epoch in ((later, 2), (5, 0), (5, 3)):
        entries = (*record.entries, LogEntry(end + 1, None, Rollback(to, epoch)))
        last = dice_remarks(replace(record, entries=entries))[-1]
        assert (last.code, last.facts) == ("seed_was_shown", {"position": end + 1, "epoch": epoch})
    assert dice_remarks(replace(record, entries=record.entries[: later - 1])) == []


@pytest.mark.parametrize(
    ("payload", "place"),
    [
        ({"to": 2, "epoch": 0}, "position 9: nothing to return to at 2"),
        ({"to": 9, "epoch": 0}, "position 9: a rollback names"),
        ({"to": 6}, "position 9: a rollback names"),
    ],
)
def test_bad_rollbacks_are_named(record: Record, payload: object, place: str) -> None:
    """Of a server's record, which begins behind what stands before the first entry of play."""
    data = json.loads(dump(export(record)))
    moved = [[line[0] + 3, *line[1:]] for line in data["entries"][:5]]
    data["entries"] = [*moved, [9, "rollback", None, payload]]
    with pytest.raises(BadRecord, match=place):
        load(json.dumps(data))


def test_what_a_branch_holds_is_played_again_alike(record: Record) -> None:
    """Where the dice already seen stand they fall alike."""
    first = rollbacks(record)[0]
    game = Game(["heuristic"] * 2, 21)
    game.entries = list(record.entries[:first])
    game.state = position_of(replace(record, entries=record.entries[:first]))
    action = next(entry for entry in record.entries[5:] if entry.action is not None)
    assert isinstance(action.payload, BuyShare) or action.action is not None
    game.act(cast(Action, action.action))
    assert [entry.payload for entry in game.entries[first:]] == [
        entry.payload for entry in record.entries[5 : 5 + len(game.entries) - first]
    ]
    assert live(game.entries)[-1] == game.entries[-1]
