"""The log of a game: what came in and what came of it, in order. It only ever grows.

An entry is an *action* (what a player asked for), an *event* (what came of the action before it, or the game's
beginning), a *takeback*: a marker that voids every entry after the position it names, up to itself, or a *note* of what
befell the game from outside, such as a deadline that passed. The state is the fold of the events that no takeback has
voided; notes stand beside it, and nothing voids them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from rules_core.actions import Action
from rules_core.codec import BadRecord, decode_action, decode_event, encode
from rules_core.events import IRREVOCABLE, Event
from rules_core.ruleset import Ruleset, fold
from rules_core.table import State

Kind: TypeAlias = Literal["event", "action", "takeback", "note"]
NoteFact: TypeAlias = str | int | None


@dataclass(frozen=True, slots=True)
class Note:
    """What befell a game from outside, told to everybody: `about` says what, `facts` the rest; worded elsewhere."""

    about: str
    facts: Mapping[str, NoteFact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log. Positions count from 1, without gaps; a takeback's payload is the position returned to.

    `seat` is who asked, for an action or a takeback, and whom a note concerns; None for events, and for what no seat
    asked.
    """

    position: int
    seat: int | None
    payload: Event | Action | int | Note

    @property
    def kind(self) -> Kind:
        """What the entry is, which its payload tells."""
        if isinstance(self.payload, int):
            return "takeback"
        if isinstance(self.payload, Note):
            return "note"
        return "action" if isinstance(self.payload, Action) else "event"

    @property
    def action(self) -> Action | None:
        """What was asked for; None for an entry of another kind."""
        return self.payload if isinstance(self.payload, Action) else None

    @property
    def event(self) -> Event | None:
        """What happened; None for an entry of another kind."""
        return None if isinstance(self.payload, int | Action | Note) else self.payload

    @property
    def note(self) -> Note | None:
        """What befell the game; None for an entry of another kind."""
        return self.payload if isinstance(self.payload, Note) else None


def encode_entry(entry: Entry) -> Any:
    """The entry's payload as JSON knows it: an encoded action or event, `{"to": position}`, or `{"about": ...}`."""
    if isinstance(entry.payload, int):
        return {"to": entry.payload}
    if isinstance(entry.payload, Note):
        return {"about": entry.payload.about, **entry.payload.facts}
    return encode(entry.payload)


def decode_entry(position: int, kind: str, seat: int | None, data: Any) -> Entry:
    """The entry with this payload. Raises BadRecord, naming the position."""
    try:
        match kind:
            case "event":
                return Entry(position, seat, decode_event(data))
            case "action":
                return Entry(position, seat, decode_action(data))
            case "takeback":
                return Entry(position, seat, _target(data))
            case "note":
                return Entry(position, seat, _note(data))
    except BadRecord as bad:
        raise BadRecord(f"position {position}: {bad}") from bad
    raise BadRecord(f"position {position}: no such kind of entry: {kind!r:.40}")


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The actions and events that no takeback has voided, in order.

    The entries may begin after a snapshot. Raises ValueError where a takeback names a position that is void itself,
    or lies before the entries given.
    """
    kept: list[Entry] = []
    start: int | None = None
    for entry in entries:
        if start is None:
            start = entry.position - 1
        if isinstance(entry.payload, Note):
            continue
        if not isinstance(entry.payload, int):
            kept.append(entry)
            continue
        while kept and kept[-1].position > entry.payload:
            kept.pop()
        if entry.payload != (kept[-1].position if kept else start):
            raise ValueError(f"position {entry.position}: nothing to return to at {entry.payload}")
    return kept


def live_events(entries: Iterable[Entry]) -> list[Event]:
    """The events that make the state: those that no takeback has voided. Raises ValueError as `live` does."""
    return [event for entry in live(entries) if (event := entry.event) is not None]


def fold_entries(ruleset: Ruleset, entries: Iterable[Entry], state: State | None = None) -> State:
    """The state after these entries; `state` is a snapshot's, when they begin after one.

    Raises ValueError as `live` does, and where there is neither a state nor an event.
    """
    return fold(ruleset, live_events(entries), state)


def last_irrevocable(entries: Sequence[Entry]) -> int:
    """The position up to which no player can take anything back.

    That is the last event that drew dice or gave another player the turn, with what else came of the same action.
    Without one it is the position before the entries, which are the whole log or begin after such an event.
    """
    kept = live(entries)
    last = entries[0].position - 1 if entries else 0
    settled = False
    for entry in kept:
        event = entry.event
        settled = event is not None and (settled or isinstance(event, IRREVOCABLE))
        if settled:
            last = entry.position
    return last


def final_upto(entries: Sequence[Entry]) -> int:
    """The position up to which others may see events: no player can take those back any more."""
    return last_irrevocable(entries)


def _target(data: Any) -> int:
    if not isinstance(data, dict) or data.keys() != {"to"} or type(data["to"]) is not int or data["to"] < 0:
        raise BadRecord(f"a takeback names one position, not {data!r:.80}")
    return data["to"]


def _note(data: Any) -> Note:
    if not isinstance(data, dict) or not all(fact is None or type(fact) in (str, int) for fact in data.values()):
        raise BadRecord(f"a note holds texts and numbers, not {data!r:.80}")
    about, *facts = data.items() or [("", None)]
    if about[0] != "about" or not isinstance(about[1], str):
        raise BadRecord(f"a note says first what it is about, unlike {data!r:.80}")
    return Note(about[1], dict(facts))
