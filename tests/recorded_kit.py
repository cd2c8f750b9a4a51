"""Games in a database whose logs are those of golden records, to look at every position of a whole game."""

import json

from golden import path_of
from web_kit import NAMES, SEED, World

from pbem.clock import to_ms
from pbem.store import Tx
from pbem.store.games.game import GameFacts, GameRow, update_game_facts
from pbem.store.games.log import EntryRow, append_entries
from pbem.store.games.opening import NewSeat, add_game, find_free_tag
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import Terms
from rules_core.kernel.dice import commitment
from rules_core.kernel.log import encode_entry, final_upto
from rules_core.kernel.record import Record, load, replay


def add_recorded(world: World, name: str) -> GameRow:
    """Add the game of a golden record, which is over, with its log as it stands there."""
    record = load(path_of(name).read_bytes())
    return world.game(world.database.write(lambda tx: _add(tx, record, world.players, to_ms(world.clock()))))


def _add(tx: Tx, record: Record, players: dict[str, int], now_ms: int) -> int:
    tag, table = find_free_tag(tx), replay(record).table
    game = GameRow(
        id=NEW,
        tag=tag,
        name=f"Golden {tag}",
        kind=record.kind,
        options=json.dumps(dict(record.options)),
        commitment=commitment(SEED),
        ruleset_version=record.ruleset,
        **values(Terms()),
        created_ms=now_ms,
        root_message_id=f"<{tag}@golden.test>",
    )
    seats = [
        NewSeat(players[name], f"golden{tag}{seat}", "salt") for seat, name in enumerate(NAMES[: len(record.players)])
    ]
    game_id = add_game(tx, game, SEED, seats)
    played = [
        EntryRow(NEW, entry.kind, json.dumps(encode_entry(entry)), entry.seat, None, now_ms, record.ruleset)
        for entry in record.entries
    ]
    append_entries(tx, game_id, 0, played)
    position = final_upto(record.entries)
    facts = GameFacts("over", table.year, table.turn.number, None, now_ms, None, None, 0, position, position)
    update_game_facts(tx, game_id, facts)
    return game_id
