"""Access to what is hidden in a game, opened to a moderator and closed again.

Everybody in the game is told, at once. It closes by itself when a dispute of the game is ruled, and after a week. Who
has ever seen what is hidden in a game can never take a seat in it.
"""

from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import append_note
from pbem.moderation.commands import GrantAccess, RevokeAccess
from pbem.moderation.context import Consequences, ModeratorContext, sees_secrets
from pbem.store import Tx, UnitOfWork
from pbem.store.moderation.secrets import (
    grant_access as stored_grant_access,
)
from pbem.store.moderation.secrets import (
    list_games_long_seen,
    list_secret_accesses,
)
from pbem.store.moderation.secrets import (
    revoke_access as stored_revoke_access,
)
from pbem.store.moderation.secrets import (
    revoke_access_of as stored_revoke_access_of,
)
from rules_core.kernel.log import Note

UNSEALED: Final = "unsealed"
SEALED: Final = "sealed"
"""What the notes of both are about."""
OPEN_FOR: Final = timedelta(days=7)
"""For how long a game's secrets stay open."""


def preview_grant(context: ModeratorContext, command: GrantAccess) -> Consequences:
    """Preview the effect of `grant_access`. Raises Refused."""
    tag, _game_id = _to_grant(context, command.tag)
    context.reason(command.reason)
    words = context.words
    told = words.text(
        "You can see the hidden information in %(tag)s for %(days)s days, or until there is a ruling on a dispute "
        "in it. Everyone in the game will be told.",
        tag=tag,
        days=OPEN_FOR.days,
    )
    return Consequences((told,), (words.text("You can never take a seat in that game."),))


def grant_access(context: ModeratorContext, command: GrantAccess) -> tuple[str, ...]:
    """Open a game's secrets to a moderator. Raises Refused."""
    tag, game_id = _to_grant(context, command.tag)
    assert context.player is not None, "it is declined to the operator"
    note = context.note(UNSEALED, reason=context.reason(command.reason))
    stored_grant_access(context.unit, game_id, context.player.id, command.dispute_id, context.unit.now_ms)
    append_note(context.unit, game_id, None, note, context.letter_id)
    proclaim(
        context.unit, game_id, lambda words: words.text("A moderator can now see the hidden information in this game.")
    )
    return (context.words.text("You can now see the hidden information in %(tag)s.", tag=tag),)


def _to_grant(context: ModeratorContext, tag: str) -> tuple[str, int]:
    game, words = context.game(tag), context.words
    if context.player is None:
        raise Refused(words.text("Only a moderator can do this."))
    if sees_secrets(context.unit, context.player.id, game.id):
        raise Refused(words.text("You can already see the hidden information in %(tag)s.", tag=game.tag))
    return game.tag, game.id


def preview_revoke(context: ModeratorContext, command: RevokeAccess) -> Consequences:
    """Preview the effect of `revoke_access`. Raises Refused."""
    _to_revoke(context, command)
    return Consequences(
        (context.words.text("No moderator will see the hidden information in %(tag)s any more.", tag=command.tag),)
    )


def revoke_access(context: ModeratorContext, command: RevokeAccess) -> tuple[str, ...]:
    """Close a game's secrets. Raises Refused."""
    close(context.unit, _to_revoke(context, command), context.letter_id)
    return (context.words.text("%(tag)s is sealed.", tag=command.tag),)


def _to_revoke(context: ModeratorContext, command: RevokeAccess) -> int:
    game = context.game(command.tag)
    if not any(sight.until_ms is None for sight in list_secret_accesses(context.unit, game.id)):
        raise Refused(context.words.text("%(tag)s is not unsealed.", tag=game.tag))
    return game.id


def close(unit: UnitOfWork, game_id: int, letter_id: int | None = None) -> None:
    """Close a game's secrets to all moderators, which the log tells; nothing where they are not open."""
    if any(sight.until_ms is None for sight in list_secret_accesses(unit, game_id)):
        stored_revoke_access(unit, game_id, unit.now_ms)
        append_note(unit, game_id, None, Note(SEALED), letter_id)


def revoke_access_of(unit: UnitOfWork, player_id: int) -> None:
    """Close what is hidden to a player who moderates no more; logs tell it where it is open to nobody else."""
    for game_id in stored_revoke_access_of(unit, player_id, unit.now_ms):
        if all(sight.until_ms is not None for sight in list_secret_accesses(unit, game_id)):
            append_note(unit, game_id, None, Note(SEALED))


def due(tx: Tx, now_ms: int) -> list[int]:
    """The games whose secrets have been open for a week."""
    return list_games_long_seen(tx, now_ms - round(OPEN_FOR.total_seconds() * 1000))
