"""A game's log in the hand: the turn being played, as it stands and as it grows.

A session begins where the turn began, which nobody can take back, and holds every entry since. What is added stays in
`new` until it is saved; `mark` and `revert` make a stretch of it all-or-nothing.
"""

from collections.abc import Sequence
from copy import copy

from rules_core.kernel.definition import AnyGame
from rules_core.kernel.dice import Draw
from rules_core.kernel.events import Action, Corrected, Ended, Event
from rules_core.kernel.log import LogEntry, Note, Payload, fold_entries, last_irrevocable, live, live_events
from rules_core.kernel.position import Position
from rules_core.kernel.rehearsal import Rehearsal
from rules_core.kernel.rulebook import Violations

PREAMBLE = ("commitment", "salt", "beacon")
"""Kinds of entry that stand before the game began: what was promised, what the players added, and the public round
that its list named (design: dice)."""
LONGEST_PREAMBLE = 6
"""Entries before a game's beginning at most: one promise, four salts and a round."""


class GameSession:
    """The entries of one turn after `start`, the position its state is known at."""

    def __init__(self, ruleset: AnyGame, start: int, start_state: Position, entries: Sequence[LogEntry]) -> None:
        self.ruleset = ruleset
        self.start = start
        self.start_state = start_state
        self.entries = list(entries)
        self.saved = len(self.entries)
        self.state = fold_entries(ruleset, self.entries, start_state)

    def __eq__(self, other: object) -> bool:
        """Whether the same was played in the same turn, and as much of it is saved: what is judged is the same."""
        if not isinstance(other, GameSession):
            return NotImplemented
        return self is other or (
            (self.ruleset, self.start, self.saved, self.entries, self.start_state)
            == (other.ruleset, other.start, other.saved, other.entries, other.start_state)
        )

    @property
    def position(self) -> int:
        """The last position at which something was played; notes behind it do not count, as they change nothing."""
        played = (entry.position for entry in reversed(self.entries) if entry.note is None)
        return next(played, self.start)

    @property
    def end(self) -> int:
        """The last position of the log."""
        return self.entries[-1].position if self.entries else self.start

    @property
    def stored_end(self) -> int:
        """The last position of the log as it was loaded."""
        return self.entries[self.saved - 1].position if self.saved else self.start

    @property
    def new(self) -> list[LogEntry]:
        """The entries that were added and are not saved yet."""
        return self.entries[self.saved :]

    @property
    def floor(self) -> int:
        """The position up to which nothing can be taken back."""
        return last_irrevocable(self.entries) if self.entries else self.start

    def apply(self, action: Action, draw: Draw) -> list[Event] | Violations:
        """Carry out an action and write it down with what came of it; a refused one leaves no trace."""
        here = Rehearsal(self.ruleset, self.state, draw)
        outcome = here.decide(action)
        if not isinstance(outcome, Violations):
            self._add(action.seat, action)
            for event in outcome:
                self._add(None, event)
            self.state = here.after(outcome).state
        return outcome

    def note(self, seat: int | None, note: Note) -> None:
        """Write down what befell the game."""
        self._add(seat, note)

    def correct(self, correction: Corrected) -> None:
        """Write down a correction, which follows no action and has been judged."""
        self._add(None, correction)
        self.state = self.ruleset.evolve(self.state, correction)

    def stop(self, ending: Ended) -> None:
        """Log that the game ends early, which follows no action."""
        self._add(None, ending)
        self.state = self.ruleset.evolve(self.state, ending)

    def last_action(self) -> Action | None:
        """The last action that can still be taken back."""
        entry = self._last_entry()
        return None if entry is None else entry.action

    def take_back(self, seat: int) -> bool:
        """Void the last action that can be taken back; False where there is none."""
        last = self._last_entry()
        if last is None:
            return False
        before = [entry.position for entry in live(self.entries) if entry.position < last.position]
        self._return_to(before[-1] if before else self.start, seat)
        return True

    def restart(self, seat: int) -> bool:
        """Void every action that can be taken back; False where there is none."""
        if self._last_entry() is None:
            return False
        self._return_to(self.floor, seat)
        return True

    def mark(self) -> int:
        """A place to revert to."""
        return len(self.entries)

    def revert(self, mark: int) -> None:
        """Forget everything added since a mark, as if it had never been asked."""
        if mark < self.saved:
            raise ValueError("what is saved can be taken back, not forgotten")
        if mark < len(self.entries):
            del self.entries[mark:]
            self.state = fold_entries(self.ruleset, self.entries, self.start_state)

    def branch(self, mark: int | None = None) -> "GameSession":
        """A session of its own that goes on from here, or from a mark."""
        found = copy(self)
        found.entries = self.entries[:mark]
        if len(found.entries) < len(self.entries):
            found.state = fold_entries(self.ruleset, found.entries, self.start_state)
        return found

    def final_state(self) -> Position:
        """The state that nobody can take back any more, which others may see."""
        floor = self.floor
        state: Position = self.state
        return state if floor == self.position else fold_entries(self.ruleset, self._upto(floor), self.start_state)

    def seen_by(self, seat: int) -> "GameSession":
        """A session that knows only what a seat sees, to try things on."""
        table = self.state.table
        entries = self.entries if table.over or table.turn.seat == seat else self._upto(self.floor)
        return GameSession(self.ruleset, self.start, self.ruleset.view(self.start_state, seat).state, entries)

    def events_seen_by(self, seat: int | None) -> list[Event]:
        """The events of this turn that a seat may know of."""
        table = self.state.table
        entries = self.entries if table.over or table.turn.seat == seat else self._upto(self.floor)
        return live_events(entries)

    def _upto(self, position: int) -> list[LogEntry]:
        return [entry for entry in live(self.entries) if entry.position <= position]

    def events_since(self, position: int) -> list[Event]:
        """The events after a position that stand, in order."""
        return [entry.event for entry in live(self.entries) if entry.event is not None and entry.position > position]

    def _last_entry(self) -> LogEntry | None:
        floor = self.floor
        actions = [entry for entry in live(self.entries) if entry.kind == "action" and entry.position > floor]
        return actions[-1] if actions else None

    def _return_to(self, position: int, seat: int) -> None:
        self._add(seat, position)
        self.state = fold_entries(self.ruleset, self.entries, self.start_state)

    def _add(self, seat: int | None, payload: Payload) -> None:
        self.entries.append(LogEntry(self.end + 1, seat, payload))
