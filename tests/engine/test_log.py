from typing import cast

import pytest
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st

from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.log import (
    Branches,
    LogEntry,
    Note,
    Payload,
    Rollback,
    decode_entry,
    encode_entry,
    final_upto,
    fold_entries,
    last_irrevocable,
    live,
)
from rules_core.kernel.rulebook import Violations
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuyShare, Dice, EndTurn, Income, Roll
from rules_core.line.table import State


def shares_always(key: DrawKey, sides: int) -> int:
    return 4 if key.purpose == "roll" else 0


class Log:
    """A log that grows by actions and takebacks, as a server's does."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        for event in first_rails.setup({}, 2, shares_always):
            self._append(None, event)

    @property
    def state(self) -> State:
        """The position the log has come to."""
        return fold_entries(first_rails, self.entries)

    def act(self, action: Action) -> int:
        """Append an action and its events; give the position before it."""
        before = len(self.entries)
        events = first_rails.decide(self.state, action, shares_always)
        assert not isinstance(events, Violations)
        self._append(action.seat, action)
        for event in events:
            self._append(None, event)
        return before

    def take_back(self, to: int) -> None:
        """Append a takeback by seat 0."""
        self._append(0, to)

    def roll_back(self, to: int, epoch: int = 0) -> int:
        """Append a moderator's rollback; give its position."""
        self._append(None, Rollback(to, epoch))
        return len(self.entries)

    def note(self, seat: int | None = None) -> None:
        """Append what befell the game from outside."""
        self._append(seat, Note("late", {"times": len(self.entries)}))

    def _append(self, seat: int | None, payload: Payload) -> None:
        position = len(self.entries) + 1
        self.entries.append(LogEntry(position, seat, payload))


@pytest.fixture
def log() -> Log:
    return Log()


def test_state_is_the_fold_of_the_events_that_stand(log: Log) -> None:
    log.act(Roll(0, 0, 2))
    rolled = log.state
    before = log.act(BuyShare(0, "weiden"))
    log.act(BuyShare(0, "insel"))
    log.take_back(before)
    assert log.state == rolled
    assert [entry.position for entry in live(log.entries)] == [1, 2, 3, 4, 5]


def test_play_goes_on_after_a_takeback_and_can_be_taken_back_again(log: Log) -> None:
    log.act(Roll(0, 0, 2))
    before = log.act(BuyShare(0, "weiden"))
    log.take_back(before)
    log.act(BuyShare(0, "eisberg"))
    assert log.state.table.players[0].shares == (1, 0, 0, 0, 0)
    log.take_back(3)
    assert log.state == fold(first_rails, first_rails.setup({}, 2, shares_always))


def test_a_snapshot_and_what_came_after_it_make_the_same_state(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    at = len(log.entries)
    snapshot = log.state
    log.act(BuyShare(0, "weiden"))
    log.take_back(at)
    log.act(BuyShare(0, "insel"))
    assert fold_entries(first_rails, log.entries[at:], snapshot) == log.state
    assert fold_entries(first_rails, [], snapshot) == snapshot


def test_nothing_returns_to_a_position_that_is_void_or_not_given(log: Log) -> None:
    log.act(Roll(0, 0, 2))
    at = log.act(BuyShare(0, "weiden"))
    log.take_back(at)
    log.take_back(at + 1)
    with pytest.raises(ValueError, match=f"nothing to return to at {at + 1}"):
        live(log.entries)
    with pytest.raises(ValueError, match=f"nothing to return to at {at}"):
        live(log.entries[at + 1 :])


def test_what_stands_for_good_ends_with_the_last_roll_or_turn(log: Log) -> None:
    assert last_irrevocable([]) == 0
    assert last_irrevocable(log.entries) == 3
    log.act(Roll(0, 0, 3))
    assert last_irrevocable(log.entries) == final_upto(log.entries) == 5
    log.act(BuyShare(0, "weiden"))
    log.act(BuyShare(0, "weiden"))
    assert final_upto(log.entries) == 5
    log.act(EndTurn(0, Dice()))
    assert isinstance(log.entries[-1].payload, ev.TurnBegan)
    assert last_irrevocable(log.entries) == final_upto(log.entries) == len(log.entries)


def test_what_stands_for_good_is_known_from_the_entries_after_it(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    at = len(log.entries)
    log.act(BuyShare(0, "weiden"))
    assert last_irrevocable(log.entries[at:]) == at


def test_a_takeback_of_a_roll_is_folded_as_told(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    log.act(BuyShare(0, "weiden"))
    log.take_back(3)
    assert last_irrevocable(log.entries) == 3


def test_notes_stand_beside_the_position_and_nothing_voids_them(log: Log) -> None:
    plain, noted = Log(), log
    for one in (plain, noted):
        for step in (Roll(0, 0, 3), BuyShare(0, "weiden"), None, BuyShare(0, "insel")):
            if one is noted:
                noted.note(0)
            if step is None:
                actions = [entry.position for entry in one.entries if entry.kind == "action"]
                one.take_back([entry.position for entry in live(one.entries) if entry.position < actions[-1]][-1])
            else:
                one.act(step)
    noted.note()
    assert noted.state == plain.state
    assert [entry.payload for entry in live(noted.entries)] == [entry.payload for entry in live(plain.entries)]
    assert [entry.note for entry in noted.entries if entry.kind == "note"] == [
        Note("late", {"times": at}) for at, entry in enumerate(noted.entries) if entry.kind == "note"
    ]
    stood = last_irrevocable(noted.entries)
    assert noted.entries[stood - 1].event == plain.entries[last_irrevocable(plain.entries) - 1].event


def test_a_note_settles_nothing(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    at = len(log.entries)
    log.note()
    log.act(BuyShare(0, "weiden"))
    log.note(0)
    assert last_irrevocable(log.entries) == final_upto(log.entries) == at
    assert last_irrevocable(log.entries[at:]) == at, "where the entries begin with a note"
    log.take_back(at)
    assert last_irrevocable(log.entries) == at
    assert fold_entries(first_rails, log.entries[at:], fold_entries(first_rails, log.entries[:at])) == log.state


def test_nothing_returns_to_a_note(log: Log) -> None:
    log.act(Roll(0, 0, 2))
    log.note()
    log.act(BuyShare(0, "weiden"))
    log.take_back(6)
    with pytest.raises(ValueError, match="nothing to return to at 6"):
        live(log.entries)


def moments(log: Log) -> dict[int, State]:
    """A game that a moderator and a player return in, and what stood at each position that one may return to."""
    states = {len(log.entries): log.state}
    for step in (
        lambda: log.act(Roll(0, 0, 1)),
        lambda: log.act(EndTurn(0, Dice())),
        lambda: log.act(Roll(1, 0, 1)),
        lambda: log.roll_back(5),
        lambda: log.act(BuyShare(0, "weiden")),
        lambda: log.take_back(11),
        log.note,
        lambda: log.act(EndTurn(0, Dice())),
        lambda: log.roll_back(10, 1),
        lambda: log.act(BuyShare(1, "insel")),
    ):
        step()
        if log.entries[-1].kind in ("event", "rollback"):
            states[len(log.entries)] = log.state
    return states


def test_what_stood_after_each_entry_stays_readable(log: Log) -> None:
    states = moments(log)
    branches = Branches(log.entries)
    for position, state in states.items():
        stood = [entry.event for entry in branches.at(position) if entry.event]
        assert fold(cast(AnyGame, first_rails), stood) == state == fold_entries(first_rails, log.entries[:position])
    assert [entry.position for entry in branches.at(15)] == [1, 2, 3, 4, 5], "a note behind a takeback"
    for nowhere in (0, len(log.entries) + 1):
        with pytest.raises(ValueError, match=f"position {nowhere}: not in this log"):
            branches.at(nowhere)


def test_play_goes_on_from_any_branch_and_back(log: Log) -> None:
    for to, state in moments(log).items():
        log.roll_back(to)
        assert log.state == state
        seat = state.table.turn.seat
        log.act(EndTurn(seat, Dice()) if state.table.turn.rolled else Roll(seat, 0, 1))
        assert log.state.table.turn != state.table.turn


def test_what_was_played_beyond_a_position_is_that_of_the_last_branch_through_it(log: Log) -> None:
    moments(log)
    branches = Branches(log.entries)
    for position, beyond in (
        (3, [*range(4, 11), 20, 21]),
        (5, [*range(6, 11), 20, 21]),
        (8, [9, 10, 20, 21]),
        (11, [16, 17, 18]),
        (13, []),
        (15, [16, 17, 18]),
        (18, []),
        (21, []),
    ):
        assert [entry.position for entry in branches.beyond(position)] == beyond, position


def test_nothing_before_a_rollback_can_be_taken_back(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    log.act(BuyShare(0, "weiden"))
    at = log.roll_back(7)
    assert last_irrevocable(log.entries) == final_upto(log.entries) == at, "what was bought before it stands for good"
    log.note()
    log.act(BuyShare(0, "insel"))
    assert last_irrevocable(log.entries) == at
    assert last_irrevocable(log.entries[6:]) == at, "where the entries begin before it"
    assert last_irrevocable(log.entries[at:]) == at, "where they begin behind it"
    log.take_back(at)
    assert sum(log.state.table.players[0].shares) == 1
    log.take_back(7)
    with pytest.raises(ValueError, match="nothing to return to at 7"):
        live(log.entries)


def test_a_rollback_may_leave_what_came_after_a_snapshot(log: Log) -> None:
    moments(log)
    whole = log.state
    assert not Branches(log.entries[11:18]).leaves
    stretch = log.entries[11:]
    assert Branches(stretch).leaves
    assert [entry.position for entry in live(stretch)] == [20, 21]
    with pytest.raises(ValueError, match="went on from before these entries"):
        fold_entries(first_rails, stretch, whole)
    back = log.roll_back(18)
    assert not Branches(log.entries[11:]).leaves, "the game came back into them"
    assert fold_entries(first_rails, log.entries[11:], fold_entries(first_rails, log.entries[:11])) == log.state
    log.roll_back(11)
    log.roll_back(back)
    assert not Branches(log.entries[11:]).leaves, "to the position just before them, and to a rollback's own"
    log.roll_back(19)
    left = log.roll_back(len(log.entries))
    assert not Branches(log.entries[left - 1 :]).leaves
    assert Branches(log.entries[20:]).leaves
    assert not Branches([]).leaves


@pytest.mark.parametrize("to", [14, 15], ids=["a takeback", "a note"])
def test_a_game_goes_on_from_what_was_played_alone(log: Log, to: int) -> None:
    moments(log)
    log.roll_back(to)
    with pytest.raises(ValueError, match=f"nothing to return to at {to}"):
        live(log.entries)


class Naive:
    """A log of nothing in particular beside what stands after each entry, kept as whole lists of positions."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.entries: list[LogEntry] = []
        self.stood: dict[int, list[int]] = {first - 1: [first - 1]}

    def add(self, choice: int, where: int) -> None:
        """One more entry; `where` chooses where a takeback or a rollback returns to."""
        position = self.first + len(self.entries)
        now = self.stood[position - 1]
        played = [at for at, stood in self.stood.items() if stood[-1] == at and at >= self.first]
        back = [n for n, at in enumerate(now) if at in self.rollbacks]
        held = now[back[-1] if back else 0 :]
        payload: Payload = Income(0) if choice == 0 else ev.TurnBegan(0, position)
        stands = [*now, position]
        if choice == 1:
            payload, stands = Note("late"), now
        elif choice == 2 and held[where % len(held)] >= 0:
            payload = held[where % len(held)]
            stands = now[: now.index(payload) + 1]
        elif choice == 3 and played:
            payload = Rollback(played[where % len(played)], 0)
            stands = [*self.stood[payload.to], position]
        self.entries.append(LogEntry(position, None, payload))
        self.stood[position] = stands

    @property
    def rollbacks(self) -> set[int]:
        """Where the game was returned to by a moderator."""
        return {entry.position for entry in self.entries if entry.rollback}

    def played_of(self, stood: list[int], after: int) -> list[int]:
        """Of positions that stand those of actions and events, behind a position."""
        return [at for at in stood if at > after and at not in self.rollbacks]


steps = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 60)), max_size=40)


@given(st.integers(1, 4), steps, st.integers(0, 40))
def test_branches_are_what_a_naive_reading_makes_of_a_log(first: int, chosen: list[tuple[int, int]], cut: int) -> None:
    naive = Naive(first)
    for choice, where in chosen:
        naive.add(choice, where)
    branches = Branches(naive.entries)
    end = first + len(naive.entries) - 1
    for position in range(first, end + 1):
        stood = naive.stood[position]
        assert [entry.position for entry in branches.at(position)] == naive.played_of(stood, first - 1)
        through = [later for later in range(position, end + 1) if stood[-1] in naive.stood[later]]
        last = naive.stood[through[-1]]
        assert [entry.position for entry in branches.beyond(position)] == naive.played_of(last, stood[-1])
    assert branches.now() == live(naive.entries)
    start = first - 1 + cut % (len(naive.entries) + 1)
    stretch = naive.entries[start - first + 1 :]
    if stretch and naive.stood[start][-1] == start:
        check_stretch(naive, start, stretch)


def check_stretch(naive: Naive, start: int, stretch: list[LogEntry]) -> None:
    """Entries behind what stood at a position come to what the whole log comes to, unless they leave it."""
    if any(isinstance(entry.payload, int) and entry.payload < start for entry in stretch):
        with pytest.raises(ValueError, match="nothing to return to"):
            Branches(stretch)
        return
    branches, stands = Branches(stretch), naive.stood[stretch[-1].position]
    assert branches.leaves == (start not in stands)
    if not branches.leaves:
        assert [entry.position for entry in branches.now()] == naive.played_of(stands, start)


def test_entries_come_back_from_their_payload(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    log.take_back(3)
    log._append(1, Note("late"))
    log._append(None, Rollback(5, 0))
    log._append(None, Rollback(3, 2, "5f0c"))
    log._append(None, Note("outage", {"hours": 3, "until": "2026-11-22", "by": None, "seat": 0}))
    for entry in log.entries:
        assert decode_entry(first_rails, entry.position, entry.kind, entry.seat, encode_entry(entry)) == entry


@each(
    ("kind", "data"),
    [
        ("event", {"type": "Income", "seat": 0, "break_bank": False}),
        ("action", {"type": "TurnBegan", "seat": 0, "number": 1}),
        ("action", 3),
        ("takeback", {"to": -1}),
        ("takeback", {"to": True}),
        ("takeback", {"to": 3, "from": 4}),
        ("takeback", [3]),
        ("note", {}),
        ("note", []),
        ("note", "late"),
        ("note", {"seat": 1}),
        ("note", {"about": 3}),
        ("note", {"about": None}),
        ("note", {"seat": 1, "about": "late"}),
        ("note", {"about": "late", "times": 1.5}),
        ("note", {"about": "late", "again": True}),
        ("note", {"about": "late", "seats": [0, 1]}),
        ("rollback", {"to": 3}),
        ("rollback", {"to": 0, "epoch": 0}),
        ("rollback", {"to": 7, "epoch": 0}),
        ("rollback", {"to": 3, "epoch": -1}),
        ("rollback", {"to": True, "epoch": 0}),
        ("rollback", {"to": 3, "epoch": False}),
        ("rollback", {"to": 3.0, "epoch": 0}),
        ("rollback", {"to": 3, "epoch": 1, "commitment": 5}),
        ("rollback", {"to": 3, "epoch": 1, "seed": "ab"}),
        ("rollback", [3, 0]),
        ("remark", {}),
    ],
)
def test_a_bad_payload_names_its_position(kind: str, data: object) -> None:
    with pytest.raises(BadRecord, match="position 7: "):
        decode_entry(first_rails, 7, kind, None, data)


def test_income_is_an_action_like_any_other() -> None:
    entry = decode_entry(first_rails, 9, "action", 1, {"type": "Income", "seat": 1, "break_bank": False})
    assert entry.payload == Income(1)
