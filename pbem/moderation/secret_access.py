"""Access to what is hidden in a game, opened to a moderator and closed again.

Everybody in the game is told, at once. It closes by itself when a dispute of the game is ruled, and after a week. Who
has ever seen what is hidden in a game can never take a seat in it.
"""

from datetime import timedelta
from typing import Final

from pbem.adjudicator.sessions import append_note
from pbem.store import Tx, UnitOfWork
from pbem.store.moderation.secrets import list_games_long_seen, list_secret_accesses, revoke_access
from pbem.store.moderation.secrets import revoke_access_of as stored_revoke_access_of
from rules_core.kernel.log import Note

UNSEALED: Final = "unsealed"
SEALED: Final = "sealed"
"""What the notes of both are about."""
OPEN_FOR: Final = timedelta(days=7)
"""For how long a game's secrets stay open."""


def close(unit: UnitOfWork, game_id: int, letter_id: int | None = None) -> None:
    """Close a game's secrets to all moderators, which the log tells; nothing where they are not open."""
    if any(sight.until_ms is None for sight in list_secret_accesses(unit, game_id)):
        revoke_access(unit, game_id, unit.now_ms)
        append_note(unit, game_id, None, Note(SEALED), letter_id)


def revoke_access_of(unit: UnitOfWork, player_id: int) -> None:
    """Close what is hidden to a player who moderates no more; logs tell it where it is open to nobody else."""
    for game_id in stored_revoke_access_of(unit, player_id, unit.now_ms):
        if all(sight.until_ms is not None for sight in list_secret_accesses(unit, game_id)):
            append_note(unit, game_id, None, Note(SEALED))


def list_games_due(tx: Tx, now_ms: int) -> list[int]:
    """The games whose secrets have been open for a week."""
    return list_games_long_seen(tx, now_ms - round(OPEN_FOR.total_seconds() * 1000))
