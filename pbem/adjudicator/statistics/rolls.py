"""The rolls that a log tells of, as `counts` counts them one by one when they are thrown."""

import json
from collections.abc import Iterator, Sequence

from pbem.adjudicator.game_session import PREAMBLE
from pbem.adjudicator.statistics.counts import throw_of
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.store.tallies import ThrowRow
from rules_core.games import ruleset_for
from rules_core.kernel.log import Entry, decode_entry
from rules_core.kernel.record.drawn import drawn
from rules_core.line.components import components_from
from rules_core.line.events import GameBegan, Rolled, TurnBegan

_BY_PROGRAM = ("passed", "bot played", "vacant passed", "vacant bot played")
"""What notes are about behind which a program plays a turn to its end."""


def throws_told_by_log(tx: Tx, game: GameRow) -> list[ThrowRow]:
    """The rolls that a game's log tells of, on all branches, by epoch, year and seat. Raises BadRecord, ValueError."""
    rows = {row.position: row for row in repo.entries(tx, game.id) if row.kind not in PREAMBLE}
    ruleset = ruleset_for(game.kind)
    entries = [
        decode_entry(ruleset, row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows.values()
    ]
    began = next((entry.payload for entry in entries if isinstance(entry.payload, GameBegan)), None)
    if began is None:
        return []
    box = components_from(began.components)
    programs = set(_played_by_programs(entries))
    found: dict[tuple[int, int, int], ThrowRow] = {}
    for one in drawn(ruleset, entries):
        if not isinstance(one.event, Rolled):
            continue
        at_ms = rows[one.position].at_ms
        player = None if one.position in programs else _player_at(tx, game.id, one.event.seat, at_ms)
        throw = throw_of(game, one.epoch, one.year, one.event, player, box, at_ms)
        key = throw.epoch, throw.year, throw.seat
        if key not in found or found[key].dice.total < throw.dice.total:
            found[key] = throw
    return [found[key] for key in sorted(found)]


def _played_by_programs(entries: Sequence[Entry]) -> Iterator[int]:
    """The positions of what programs did in a player's place, or at a vacant seat."""
    is_program = False
    for entry in entries:
        if entry.note is not None and entry.note.about in _BY_PROGRAM:
            is_program = True
        elif entry.rollback is not None or isinstance(entry.payload, TurnBegan):
            is_program = False
        if is_program:
            yield entry.position


def _player_at(tx: Tx, game_id: int, seat: int, at_ms: int) -> int | None:
    """Who had a seat at a moment; None where nobody did."""
    held = [one for one in repo.tenures(tx, game_id, seat) if one.from_ms <= at_ms]
    return held[-1].player_id if held and (held[-1].until_ms is None or at_ms < held[-1].until_ms) else None
