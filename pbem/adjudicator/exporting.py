"""A game's portable record, out of the store."""

import json

from pbem.adjudicator.casebook import PREAMBLE
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import EntryRow
from rules_core.log import decode_entry
from rules_core.record import Commitment, Record, Salt, dump, export


def export_game(tx: Tx, game_id: int) -> str:
    """The record of a game as text: while it runs what is final, and without any seed. Raises NotFound."""
    game = repo.game(tx, game_id)
    rows = repo.entries(tx, game_id)
    is_over = game.status == "over"
    record = Record(
        kind=game.kind,
        ruleset=rows[-1].ruleset_version,
        game=game.tag,
        players=tuple(seat.name for seat in repo.seats(tx, game_id)),
        options=json.loads(game.options),
        opening=tuple(_opening(row) for row in rows if row.kind in PREAMBLE),
        entries=tuple(
            decode_entry(row.position, row.kind, row.actor, json.loads(row.payload))
            for row in rows
            if row.kind not in PREAMBLE
        ),
        seed=repo.game_seed(tx, game_id) if is_over else None,
        seeds=repo.epoch_seeds(tx, game_id) if is_over else {},
    )
    return dump(export(record))


def _opening(row: EntryRow) -> Commitment | Salt:
    data = json.loads(row.payload)
    return Commitment(data["sha256"]) if row.actor is None else Salt(row.actor, data["salt"])
