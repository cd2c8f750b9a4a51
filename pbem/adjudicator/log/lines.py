"""The stored lines of a game's log as entries: those that can be read, and notes in place of those that are lost.

A line is lost that cannot be read, or that a note of the log names as one that does not follow from those before it.
With it goes the rest of the action that it belongs to, since half of what came of one is no position, and whatever was
played on it, up to a rollback or a takeback that leaves it. So a damaged log has branches, moments and positions like
any other, as far as it can be read, and a game that has gone back behind the damage is a game like any other.

Lines before the game's beginning are its opening, which play does not need: of a game that lost some of it all can be
read that was played, but its dice can no longer be proved.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, get_args

from pbem.adjudicator.log.game_session import LONGEST_PREAMBLE, PREAMBLE
from pbem.store.games.log import EntryRow
from rules_core.kernel.beacon import decode_beacon
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.log import LOST, Kind, LogEntry, Note, Rollback, decode_entry, decode_marker
from rules_core.kernel.record import Commitment, Opening, Salt

DAMAGED: Final = "damaged"
"""What the note is about by which a line that cannot be used was noticed; its fact `line` is that line's position."""
_NOTICED: Final = f'"about":"{DAMAGED}"'
OPENING_DAMAGED: Final = "opening damaged"
"""What the note is about by which a line of the opening was noticed that cannot be read."""


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
    played = [row for row in rows if not is_of_opening(row)]
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


class OpeningLines(NamedTuple):
    """The lines of a log before the game's beginning: what of them can be read, and the positions of the others."""

    facts: tuple[Opening, ...]
    lost: tuple[int, ...]


def is_of_opening(row: EntryRow) -> bool:
    """Whether a line stands before the game's beginning, though it may say no more what it was."""
    return row.kind in PREAMBLE or (row.position <= LONGEST_PREAMBLE and row.kind not in get_args(Kind))


def read_opening(rows: Iterable[EntryRow]) -> OpeningLines:
    """Read the lines of a log that stand before the game's beginning. Never raises."""
    read = {row.position: _opening(row) for row in rows if is_of_opening(row)}
    lost = tuple(position for position, fact in read.items() if fact is None)
    return OpeningLines(tuple(fact for fact in read.values() if fact is not None), lost)


def check_opening(rows: Sequence[EntryRow]) -> None:
    """Raise BadRecord, naming the first, where a log lost lines of its opening and nobody has let the game go on."""
    lost = read_opening(rows).lost
    if lost and not _goes_on_without(rows):
        raise BadRecord(f"position {lost[0]}: this line cannot be read, by which the dice were to be proved")


def _goes_on_without(rows: Sequence[EntryRow]) -> bool:
    """Whether a rollback came after the note by which it was noticed that the opening is damaged."""
    markers = read_markers(row for row in rows if row.kind in ("note", "rollback"))
    noticed = [entry.position for entry in markers if entry.note is not None and entry.note.about == OPENING_DAMAGED]
    return bool(noticed) and any(entry.rollback and entry.position > noticed[0] for entry in markers)


def _opening(row: EntryRow) -> Opening | None:
    try:
        match row.kind, row.actor, json.loads(row.payload):
            case "commitment", None, {"sha256": str(digest)}:
                return Commitment(digest)
            case "salt", int(seat), {"salt": str(salt), **facts}:
                return Salt(seat, salt, "server" in facts)
            case "beacon", None, data:
                return decode_beacon(data)
    except ValueError:  # what json raises too
        pass
    return None


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
