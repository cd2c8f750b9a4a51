"""The stored lines of a game's log as entries: those that can be read, and notes in place of those that are lost.

A line is lost that cannot be read, or that a note of the log names as one that does not follow from those before it.
With it goes the rest of the action that it belongs to, since half of what came of one is no position, and whatever was
played on it, up to a rollback or a takeback that leaves it. So a damaged log has branches, moments and positions like
any other, as far as it can be read, and a game that has gone back behind the damage is a game like any other.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pbem.adjudicator.game_session import PREAMBLE
from pbem.store.games.log import EntryRow
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.log import LOST, LogEntry, Note, Rollback, decode_entry, decode_marker

DAMAGED: Final = "damaged"
"""What the note is about by which a line that cannot be used was noticed; its fact `line` is that line's position."""
_NOTICED: Final = f'"about":"{DAMAGED}"'


class LogLines(NamedTuple):
    """The lines of a log, or of a stretch of it, as far as they can be read.

    `lost_from` is the line that cannot be read on the branch that stands; None where all of it can be.
    """

    entries: list[LogEntry]
    lost_from: int | None


def read_lines(ruleset: AnyGame, rows: Iterable[EntryRow]) -> LogLines:
    """Read lines of a log, which begin with its first, or behind a position that can be read.

    What stands before the game's beginning is left out. Never raises: a line that is lost is a note.
    """
    played = [row for row in rows if row.kind not in PREAMBLE]
    noticed = {line for row in played if row.kind == "note" for line in _noticed_by(row)}
    entries: list[LogEntry] = []
    lost: set[int] = set()
    lost_from: int | None = None
    for row in played:
        entry = None if row.position in noticed else _decoded(ruleset, row)
        if entry is None and row.kind != "note" and lost_from is None:
            lost_from = row.position
            if row.kind == "event":
                _lose_action(entries, lost)
        elif entry is not None and _leads_to_readable(entry, lost):
            lost_from = None
        if entry is None or (lost_from is not None and entry.note is None):
            lost.add(row.position)
            entry = _in_place_of(row.position)
        entries.append(entry)
    return LogLines(entries, lost_from)


def read_whole_lines(ruleset: AnyGame, rows: Iterable[EntryRow]) -> list[LogEntry]:
    """Read lines of a log of which what stands can be read. Raises BadRecord, naming the first lost line, otherwise."""
    found = read_lines(ruleset, rows)
    if found.lost_from is not None:
        raise BadRecord(f"position {found.lost_from}: this line cannot be read, nor what was played on it")
    return found.entries


def read_markers(rows: Iterable[EntryRow]) -> list[LogEntry]:
    """Read notes or rollbacks of a log; those that cannot be read are left out."""
    found = (_marker(row) for row in rows)
    return [entry for entry in found if entry is not None]


def _decoded(ruleset: AnyGame, row: EntryRow) -> LogEntry | None:
    try:
        return decode_entry(ruleset, row.position, row.kind, row.actor, json.loads(row.payload))
    except ValueError:  # BadRecord is one, and what json raises
        return None


def _marker(row: EntryRow) -> LogEntry | None:
    try:
        return decode_marker(row.position, row.kind, row.actor, json.loads(row.payload))
    except ValueError:
        return None


def _noticed_by(row: EntryRow) -> Sequence[int]:
    """The line that a note names as damaged, if it is such a note."""
    marker = _marker(row) if _NOTICED in row.payload else None
    line = None if marker is None or marker.note is None else marker.note.facts.get("line")
    return [line] if isinstance(line, int) else []


def _leads_to_readable(entry: LogEntry, lost: set[int]) -> bool:
    """Whether play goes on from a line that can be read, by a rollback or a takeback."""
    to = entry.payload.to if isinstance(entry.payload, Rollback) else entry.payload
    return isinstance(to, int) and to not in lost


def _lose_action(entries: list[LogEntry], lost: set[int]) -> None:
    """Lose what has come so far of the action that the next event belongs to."""
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if entry.event is None and entry.action is None:
            break
        entries[at] = _in_place_of(entry.position)
        lost.add(entry.position)
        if entry.action is not None:
            break


def _in_place_of(position: int) -> LogEntry:
    return LogEntry(position, None, Note(LOST))
