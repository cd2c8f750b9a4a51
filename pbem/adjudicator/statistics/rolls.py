"""The rolls of a game, as they are counted when they are thrown, and as its log tells of them."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.adjudicator.game_session import PREAMBLE
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.store.tallies import ThrowRow
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import EventDraws
from rules_core.kernel.events import Begun, DiceRolled, TurnBeginning
from rules_core.kernel.log import Entry, decode_entry
from rules_core.kernel.record.drawn import drawn

_BY_PROGRAM = ("passed", "bot played", "vacant passed", "vacant bot played")
"""What notes are about behind which a program plays a turn to its end."""


def begun(tx: Tx, game: GameRow) -> Begun:
    """How a game began. Raises BadRecord where its log does not tell."""
    row = repo.first_event(tx, game.id)
    event = row and ruleset_for(game.kind).decode_event(json.loads(row.payload))
    if not isinstance(event, Begun):
        raise BadRecord(f"{game.tag}: no event begins the game")
    return event


def throws_of(
    game: GameRow, epoch: int, seat: int, drawing: EventDraws, player_id: int | None, at_ms: int
) -> Iterator[ThrowRow]:
    """The dice of a seat's roll as they are counted, those of each kind together.

    `player_id` is whose luck it was, None where a program played for them. Nothing is counted of dice that were chosen.
    """
    if not drawing.keys or not drawing.was_drawn:
        return
    fell: dict[tuple[str, ...], Counter[str]] = {}
    for outcomes, face in zip(drawing.outcomes, drawing.logged, strict=True):
        fell.setdefault(tuple(sorted(map(str, outcomes))), Counter())[str(face)] += 1
    first = drawing.keys[0]
    for sides, counts in fell.items():
        yield ThrowRow(
            game_id=game.id,
            epoch=epoch,
            year=first.year,
            seat=seat,
            purpose=first.purpose,
            number=first.number,
            sides=sides,
            player_id=player_id,
            kind=game.kind,
            fell=dict(counts),
            at_ms=at_ms,
        )


def throws_told_by_log(tx: Tx, game: GameRow) -> list[ThrowRow]:
    """The rolls that a game's log tells of, on all branches. Raises BadRecord, ValueError.

    Of a roll that was made again in its epoch the one with more dice counts.
    """
    rows = {row.position: row for row in repo.entries(tx, game.id) if row.kind not in PREAMBLE}
    ruleset = ruleset_for(game.kind)
    entries = [
        decode_entry(ruleset, row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows.values()
    ]
    programs = set(_played_by_programs(entries))
    found: dict[object, ThrowRow] = {}
    for one in drawn(ruleset, entries):
        if not isinstance(one.event, DiceRolled):
            continue
        seat, at_ms = one.event.seat, rows[one.position].at_ms
        player = None if one.position in programs else _player_at(tx, game.id, seat, at_ms)
        for throw in throws_of(game, one.epoch, seat, one.drawing, player, at_ms):
            if throw.key not in found or found[throw.key].total < throw.total:
                found[throw.key] = throw
    return list(found.values())


def _played_by_programs(entries: Sequence[Entry]) -> Iterator[int]:
    """The positions of what programs did in a player's place, or at a vacant seat."""
    is_program = False
    for entry in entries:
        if entry.note is not None and entry.note.about in _BY_PROGRAM:
            is_program = True
        elif entry.rollback is not None or isinstance(entry.payload, TurnBeginning):
            is_program = False
        if is_program:
            yield entry.position


def _player_at(tx: Tx, game_id: int, seat: int, at_ms: int) -> int | None:
    """Who had a seat at a moment; None where nobody did."""
    held = [one for one in repo.tenures(tx, game_id, seat) if one.from_ms <= at_ms]
    return held[-1].player_id if held and (held[-1].until_ms is None or at_ms < held[-1].until_ms) else None
