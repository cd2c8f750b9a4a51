"""The log of a game, which only ever grows: what came in, what came of it, and every draw of dice, in order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias, TypeVar

from rules_core.kernel.codec import BadRecord, encode
from rules_core.kernel.definition import AnyGame, EventDraws, GameDefinition, fold
from rules_core.kernel.events import Action, Begun, Event, Irrevocable, YearBeginning

S = TypeVar("S")
Kind: TypeAlias = Literal["event", "action", "takeback", "rollback", "note"]
NoteFact: TypeAlias = str | int | None
ARRANGED: Final = "arranged"
"""What the note is about of a game whose first rolls were arranged, to learn by."""
RESTORED: Final = "restored"
"""What the note is about that stands right before a rollback made because the server was restored from a backup.

So it is final with the rollback; a note behind it would not be.
"""

LOST: Final = "lost"
"""What the notes are about that stand in place of lines that cannot be read, or were played on such lines.

Nobody knows what those said: dice may have been shown by them, and the seed of a game that was over.
"""


@dataclass(frozen=True, slots=True)
class Note:
    """An incident from outside a game, for all to know: `about` names it, `facts` say the rest; worded elsewhere."""

    about: str
    facts: Mapping[str, NoteFact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rollback:
    """The game continues from the position `to`, on any branch, with the dice of an epoch.

    In the epoch of that position, dice rolled again show the same faces as before. Another epoch has other dice;
    `commitment` is the SHA-256 of its seed, in hexadecimal, where the game's own seed was public already.
    """

    to: int
    epoch: int
    commitment: str | None = None


Payload: TypeAlias = Action | Event | int | Rollback | Note
"""An action or an event of the game's own types, the position of a takeback, a `Rollback` or a `Note`."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a log. Positions count from 1, without gaps; a takeback's payload is the position returned to.

    `seat` is the seat that asked, for an action or a takeback, or the one that a note is about; None for events, and
    for entries that no seat asked for.
    """

    position: int
    seat: int | None
    payload: Payload

    @property
    def kind(self) -> Kind:
        """The kind of the entry, by its payload."""
        if isinstance(self.payload, int):
            return "takeback"
        if isinstance(self.payload, Note):
            return "note"
        if isinstance(self.payload, Rollback):
            return "rollback"
        return "action" if isinstance(self.payload, Action) else "event"

    @property
    def action(self) -> Action | None:
        """The action that was asked for; None for an entry of another kind."""
        return self.payload if isinstance(self.payload, Action) else None

    @property
    def event(self) -> Event | None:
        """The event that happened; None for an entry of another kind."""
        return self.payload if isinstance(self.payload, Event) else None

    @property
    def note(self) -> Note | None:
        """The note of what befell the game; None for an entry of another kind."""
        return self.payload if isinstance(self.payload, Note) else None

    @property
    def rollback(self) -> Rollback | None:
        """The rollback by which a moderator let the game go on from a position; None for an entry of another kind."""
        return self.payload if isinstance(self.payload, Rollback) else None


def encode_entry(entry: LogEntry) -> Any:
    """The entry's payload as JSON knows it.

    An action or event is encoded; a takeback is `{"to": position}`, a rollback `{"to": position, "epoch": number}`,
    with the `commitment` if it has one, and a note `{"about": ...}`.
    """
    if isinstance(entry.payload, int):
        return {"to": entry.payload}
    if isinstance(entry.payload, Rollback):
        back = entry.payload
        fields = {"to": back.to, "epoch": back.epoch}
        return fields if back.commitment is None else {**fields, "commitment": back.commitment}
    if isinstance(entry.payload, Note):
        return {"about": entry.payload.about, **entry.payload.facts}
    return encode(entry.payload)


def decode_entry(game: AnyGame, position: int, kind: str, seat: int | None, data: Any) -> LogEntry:
    """The entry of a game's log with this payload. Raises BadRecord, naming the position."""
    try:
        if kind == "event":
            return LogEntry(position, seat, game.decode_event(data))
        if kind == "action":
            return LogEntry(position, seat, game.decode_action(data))
    except BadRecord as bad:
        raise BadRecord(f"position {position}: {bad}") from bad
    return decode_marker(position, kind, seat, data)


def decode_marker(position: int, kind: str, seat: int | None, data: Any) -> LogEntry:
    """The entry with this payload that is the same in every game: a takeback, a rollback or a note. Raises BadRecord,
    naming the position.
    """
    try:
        match kind:
            case "takeback":
                return LogEntry(position, seat, _target(data))
            case "rollback":
                return LogEntry(position, seat, _rollback(position, data))
            case "note":
                return LogEntry(position, seat, _note(data))
    except BadRecord as bad:
        raise BadRecord(f"position {position}: {bad}") from bad
    raise BadRecord(f"position {position}: no such kind of entry: {kind!r:.40}")


class Branches:
    """The branches of a log, or of a part of it that begins after a snapshot: the live entries after each entry.

    Raises ValueError where a takeback names a position that is void, lies before the given entries, or is on the other
    side of a rollback, and where a rollback names a position at which nothing was played. A rollback may return to
    before the given entries; then none of them is live behind it, and `leaves` is true.
    """

    def __init__(self, entries: Iterable[LogEntry]) -> None:
        self._played: dict[int, LogEntry] = {}
        self._before: dict[int, int] = {}
        self._reached: dict[int, int] = {}
        self._start: int | None = None
        self.head = 0
        """Where the branch ends that stands now: the position of an action, an event or a rollback."""
        for entry in entries:
            if self._start is None:
                self._start = self.head = entry.position - 1
            self._add(entry, self._start)

    @property
    def leaves(self) -> bool:
        """Whether the branch that stands now begins before the entries, and not at the position just before them."""
        return self._start is not None and self._root() != self._start

    def at(self, position: int) -> list[LogEntry]:
        """The actions and events that stood after the entry at a position, in order.

        Raises ValueError for a position that is not among the entries.
        """
        return self._upto(self._head_at(position))

    def now(self) -> list[LogEntry]:
        """The actions and events that stand at the end, in order."""
        return self._upto(self.head)

    def beyond(self, position: int) -> list[LogEntry]:
        """The entries played after a position on the last branch that came through it, in order.

        Raises ValueError for a position that is not among the entries.
        """
        begin = self._head_at(position)
        through = {begin}
        through.update(after for after, before in self._before.items() if after > begin and before in through)
        last = next(head for head in reversed(self._reached.values()) if head in through)
        return [entry for entry in self._upto(last) if entry.position > begin]

    def _head_at(self, position: int) -> int:
        if position not in self._reached:
            raise ValueError(f"position {position}: not in this log")
        return self._reached[position]

    def _root(self) -> int:
        head = self.head
        while head in self._before:
            head = self._before[head]
        return head

    def _upto(self, head: int) -> list[LogEntry]:
        found: list[LogEntry] = []
        while head in self._before:
            if head in self._played:
                found.append(self._played[head])
            head = self._before[head]
        return found[::-1]

    def _add(self, entry: LogEntry, start: int) -> None:
        payload = entry.payload
        if isinstance(payload, int):
            self._take_back(entry.position, payload)
        elif isinstance(payload, Rollback):
            self._roll_back(entry.position, payload.to, start)
        elif not isinstance(payload, Note):
            self._before[entry.position] = self.head
            self._played[entry.position] = entry
            self.head = entry.position
        self._reached[entry.position] = self.head

    def _take_back(self, position: int, to: int) -> None:
        head = self.head
        while head > to and head in self._played:
            head = self._before[head]
        if head != to:
            raise ValueError(f"position {position}: nothing to return to at {to}")
        self.head = to

    def _roll_back(self, position: int, to: int, start: int) -> None:
        if to >= start:
            if to != start and self._reached.get(to) != to:
                raise ValueError(f"position {position}: nothing to return to at {to}")
            self._before[position] = to
        self.head = position


def live(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The actions and events that are in effect after the last of these entries, in order.

    The entries may begin after a snapshot. Raises ValueError where a takeback names a position that is void, or lies
    before the given entries. After a rollback to before them, none of them is in effect.
    """
    return Branches(entries).now()


def live_events(entries: Iterable[LogEntry]) -> list[Event]:
    """The events that make the state: those of the branch that stands. Raises ValueError as `live` does."""
    return [event for entry in live(entries) if (event := entry.event) is not None]


def fold_entries(game: GameDefinition[S, Any, Any, Any], entries: Iterable[LogEntry], state: S | None = None) -> S:
    """The state after these entries; `state` is a snapshot's, when they begin after one.

    Raises ValueError as `live` does, where a rollback returned to before the entries, and where there is neither a
    state nor an event.
    """
    branches = Branches(entries)
    if branches.leaves:
        raise ValueError("the game went on from before these entries")
    return fold(game, [entry.event for entry in branches.now() if entry.event is not None], state)


def state_at(game: GameDefinition[S, Any, Any, Any], entries: Iterable[LogEntry], position: int) -> S:
    """The state that stood at a position of a whole log. Raises ValueError for one that is not in it."""
    return fold(game, [entry.event for entry in Branches(entries).at(position) if entry.event is not None])


def restores(entries: Iterable[LogEntry]) -> frozenset[int]:
    """The positions of the rollbacks that were made because the server was restored from a backup.

    What was played between the backup and then is lost, but players have seen it: dice, and perhaps the seed.
    """
    return frozenset(
        entry.position
        for before, entry in pairwise(entries)
        if entry.rollback is not None and before.note is not None and before.note.about == RESTORED
    )


def lost_lines(entries: Iterable[LogEntry]) -> frozenset[int]:
    """The positions of lines that cannot be read, or were played on such lines."""
    return frozenset(entry.position for entry in entries if entry.note is not None and entry.note.about == LOST)


def last_irrevocable(entries: Sequence[LogEntry]) -> int:
    """The position up to which no player can take anything back.

    That is the end of the last action with an event that drew dice or gave another player the turn, or the last
    rollback, whichever is later. Without any it is the position before the entries, which must be the whole log or
    begin after such a position.
    """
    returned = [entry.position for entry in entries if isinstance(entry.payload, Rollback)]
    remaining = [entry for entry in live(entries) if not returned or entry.position > returned[-1]]
    last = returned[-1] if returned else entries[0].position - 1 if entries else 0
    settled = False
    for entry in remaining:
        event = entry.event
        settled = event is not None and (settled or isinstance(event, Irrevocable))
        if settled:
            last = entry.position
    return last


def final_upto(entries: Sequence[LogEntry]) -> int:
    """The position up to which others may see events: no player can take those back any more."""
    return last_irrevocable(entries)


def _target(data: Any) -> int:
    if not isinstance(data, dict) or data.keys() != {"to"} or type(data["to"]) is not int or data["to"] < 0:
        raise BadRecord(f"a takeback names one position, not {data!r:.80}")
    return data["to"]


def _rollback(position: int, data: Any) -> Rollback:
    match data:
        case {"to": to, "epoch": epoch, **rest} if type(to) is int is type(epoch) and 0 < to < position and epoch >= 0:
            commitment = rest.pop("commitment", None)
            if not rest and (commitment is None or isinstance(commitment, str)):
                return Rollback(to, epoch, commitment)
    raise BadRecord(f"a rollback names a position before it and an epoch, not {data!r:.80}")


def _note(data: Any) -> Note:
    if not isinstance(data, dict) or not all(fact is None or type(fact) in (str, int) for fact in data.values()):
        raise BadRecord(f"a note holds texts and numbers, not {data!r:.80}")
    about, *facts = data.items() or [("", None)]
    if about[0] != "about" or not isinstance(about[1], str):
        raise BadRecord(f"a note says first what it is about, unlike {data!r:.80}")
    return Note(about[1], dict(facts))


@dataclass(frozen=True, slots=True)
class LoggedDraw:
    """An event that may tell of a draw, with its position, the epoch of dice in use there, and the year it fell in.

    The year is 0 before the first one began.
    """

    position: int
    epoch: int
    year: int
    event: Event
    drawing: EventDraws


def epochs_of(entries: Iterable[LogEntry]) -> tuple[tuple[int, int], ...]:
    """From which position of a log on which epoch of dice is in use: 0 at first, then as rollbacks say."""
    found = [(1, 0)]
    for entry in entries:
        back = entry.rollback
        if back is not None and back.epoch != found[-1][1]:
            found.append((entry.position, back.epoch))
    return tuple(found)


def epoch_at(entries: Iterable[LogEntry], position: int) -> int:
    """The epoch of dice in use at a position."""
    return [epoch for start, epoch in epochs_of(entries) if start <= position][-1]


def drawn(game: AnyGame, entries: Iterable[LogEntry]) -> Iterator[LoggedDraw]:
    """All draws in a log, on every branch, in order."""
    years: dict[int, int] = {}
    year = epoch = 0
    began: Begun | None = None
    for entry in entries:
        payload = entry.payload
        if isinstance(payload, int):
            year = years.get(payload, 0)
        elif entry.rollback is not None:
            year, epoch = years[entry.rollback.to], entry.rollback.epoch
        elif isinstance(payload, Begun):
            began = began or payload
        elif (event := entry.event) is not None and began is not None:
            drawing = game.drawing(event, year, began)
            if drawing is not None:
                yield LoggedDraw(entry.position, epoch, year, event, drawing)
            year = event.year if isinstance(event, YearBeginning) else year
        years[entry.position] = year
