"""A game's portable record, out of the store."""

import json

from pbem.adjudicator.game_session import PREAMBLE
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import EntryRow, GameRow
from rules_core.games import ruleset_for
from rules_core.kernel.beacon import decode_beacon
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.log import decode_entry
from rules_core.kernel.record import Commitment, Opening, Record, Salt, dump, export


def export_game(tx: Tx, game_id: int) -> str:
    """The record of a game as text: while it runs what is final, and without any seed. Raises NotFound."""
    game = repo.game(tx, game_id)
    return dump(export(record_of(tx, game, repo.entries(tx, game_id))))


def record_of(tx: Tx, game: GameRow, rows: list[EntryRow]) -> Record:
    """The record that lines of a game's log make, from its first on; it holds seeds once the game is over.

    Raises BadRecord where a line cannot be read.
    """
    is_over = game.status == "over"
    ruleset = ruleset_for(game.kind)
    return Record(
        kind=game.kind,
        ruleset=rows[-1].ruleset_version,
        game=game.tag,
        players=tuple(seat.name for seat in repo.seats(tx, game.id)),
        options=json.loads(game.options),
        opening=tuple(_opening(row) for row in rows if row.kind in PREAMBLE),
        entries=tuple(
            decode_entry(ruleset, row.position, row.kind, row.actor, json.loads(row.payload))
            for row in rows
            if row.kind not in PREAMBLE
        ),
        seed=repo.game_seed(tx, game.id) if is_over else None,
        seeds=repo.epoch_seeds(tx, game.id) if is_over else {},
    )


def _opening(row: EntryRow) -> Opening:
    data = json.loads(row.payload)
    if row.kind == "beacon":
        try:
            return decode_beacon(data)
        except ValueError as error:
            raise BadRecord(f"position {row.position}: beacon: {error}") from error
    return Commitment(data["sha256"]) if row.actor is None else Salt(row.actor, data["salt"], "server" in data)
