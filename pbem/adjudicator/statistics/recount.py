"""Whether what was counted agrees with the logs, and counting anew: what `pbem doctor` examines and mends."""

import json
from collections.abc import Iterable

from pbem.adjudicator.statistics.counts import results
from pbem.adjudicator.statistics.ratings import rate_anew
from pbem.adjudicator.statistics.rolls import throws_told_by_log
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.store.tallies import ResultRow, ThrowRow
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.events import Ended


def miscounted(tx: Tx) -> list[str]:
    """The tags of the games whose results or rolls are not those of their logs; unreadable games are left out."""
    kept: dict[int, list[ResultRow]] = {}
    for row in repo.results(tx):
        kept.setdefault(row.game_id, []).append(row)
    found = []
    for game in repo.games(tx):
        try:
            told, rolled = told_by_log(tx, game), throws_told_by_log(tx, game)
        except (BadRecord, ValueError):
            continue
        if kept.get(game.id, []) != sorted(told, key=lambda row: row.seat) or _differ(repo.throws(tx, game.id), rolled):
            found.append(game.tag)
    return found


def _differ(kept: Iterable[ThrowRow], told: Iterable[ThrowRow]) -> bool:
    return {throw.key: throw for throw in kept} != {throw.key: throw for throw in told}


def recount(tx: Tx) -> None:
    """Takes all results and rolls from the logs once more, and works out all ratings.

    Raises BadRecord where a log is damaged.
    """
    for game in repo.games(tx):
        repo.put_results(tx, game.id, told_by_log(tx, game))
        repo.put_throws(tx, game.id, throws_told_by_log(tx, game))
    rate_anew(tx)


def told_by_log(tx: Tx, game: GameRow) -> list[ResultRow]:
    """How a game ended as the last final line of its log tells it; nothing where it does not. Raises BadRecord."""
    if game.status != "over":
        return []
    for line in repo.entries(tx, game.id, after=game.final_position - 1, upto=game.final_position):
        event = ruleset_for(game.kind).decode_event(json.loads(line.payload)) if line.kind == "event" else None
        if isinstance(event, Ended):
            return results(game, repo.seat_contacts(tx, game.id), event, line.at_ms)
    return []
