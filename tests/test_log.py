import pytest

from rules_core import events as ev
from rules_core.actions import Action, BuyShare, EndTurn, Income, Roll
from rules_core.codec import BadRecord
from rules_core.dice import Dice, DrawKey
from rules_core.events import Event
from rules_core.games import first_rails
from rules_core.log import (
    Entry,
    Note,
    decode_entry,
    encode_entry,
    final_upto,
    fold_entries,
    last_irrevocable,
    live,
)
from rules_core.rulebook import Refusal
from rules_core.ruleset import fold
from rules_core.table import State


def shares_always(key: DrawKey, sides: int) -> int:
    return 4 if key.purpose == "roll" else 0


class Log:
    """A log that grows by actions and takebacks, as a server's does."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        for event in first_rails.setup({}, 2, shares_always):
            self._append(None, event)

    @property
    def state(self) -> State:
        """The position the log has come to."""
        return fold_entries(first_rails, self.entries)

    def act(self, action: Action) -> int:
        """Appends an action and its events; gives the position before it."""
        before = len(self.entries)
        events = first_rails.decide(self.state, action, shares_always)
        assert not isinstance(events, Refusal)
        self._append(action.seat, action)
        for event in events:
            self._append(None, event)
        return before

    def take_back(self, to: int) -> None:
        """Appends a takeback by seat 0."""
        self._append(0, to)

    def note(self, seat: int | None = None) -> None:
        """Appends what befell the game from outside."""
        self._append(seat, Note("late", {"times": len(self.entries)}))

    def _append(self, seat: int | None, payload: Event | Action | int | Note) -> None:
        position = len(self.entries) + 1
        self.entries.append(Entry(position, seat, payload))


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


def test_a_moderators_rollback_takes_what_stood_along(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    log.act(BuyShare(0, "weiden"))
    log.take_back(3)
    assert last_irrevocable(log.entries) == 3


def test_notes_stand_beside_the_position_and_nothing_voids_them(log: Log) -> None:
    plain, noted = Log(), log
    for each in (plain, noted):
        for step in (Roll(0, 0, 3), BuyShare(0, "weiden"), None, BuyShare(0, "insel")):
            if each is noted:
                noted.note(0)
            if step is None:
                actions = [entry.position for entry in each.entries if entry.kind == "action"]
                each.take_back([entry.position for entry in live(each.entries) if entry.position < actions[-1]][-1])
            else:
                each.act(step)
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


def test_entries_come_back_from_their_payload(log: Log) -> None:
    log.act(Roll(0, 0, 3))
    log.take_back(3)
    log._append(1, Note("late"))
    log._append(None, Note("outage", {"hours": 3, "until": "2026-11-22", "by": None, "seat": 0}))
    for entry in log.entries:
        assert decode_entry(entry.position, entry.kind, entry.seat, encode_entry(entry)) == entry


@pytest.mark.parametrize(
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
        ("remark", {}),
    ],
)
def test_a_bad_payload_names_its_position(kind: str, data: object) -> None:
    with pytest.raises(BadRecord, match="position 7: "):
        decode_entry(7, kind, None, data)


def test_income_is_an_action_like_any_other() -> None:
    entry = decode_entry(9, "action", 1, {"type": "Income", "seat": 1, "break_bank": False})
    assert entry.payload == Income(1)
