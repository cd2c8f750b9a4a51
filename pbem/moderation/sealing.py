"""What is hidden in a game, opened to a moderator and closed again.

Everybody in the game is told, at once. It closes by itself when a dispute of the game is ruled, and after a week. Who
has ever seen what is hidden in a game can never take a seat in it.
"""

from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Declined
from pbem.adjudicator.mails.announcements import proclaim
from pbem.adjudicator.sessions import append_note
from pbem.moderation.acts import Seal, Unseal
from pbem.moderation.bench import Bench, Foreseen
from pbem.moderation.rights import sees_secrets
from pbem.store import Tx
from pbem.store import repository as repo
from rules_core.kernel.log import Note

UNSEALED: Final = "unsealed"
SEALED: Final = "sealed"
"""What the notes of both are about."""
OPEN_FOR: Final = timedelta(days=7)
"""For how long a game's secrets stay open."""


def foresee_unseal(bench: Bench, act: Unseal) -> Foreseen:
    """What `unseal` would do. Raises Declined."""
    tag, _game_id = _to_unseal(bench, act.tag)
    bench.reason(act.reason)
    words = bench.words
    told = words.text(
        "What is hidden in %(tag)s is open to you for %(days)s days, or until a dispute in it is ruled. Everybody in "
        "the game is told.",
        tag=tag,
        days=OPEN_FOR.days,
    )
    return Foreseen((told,), (words.text("You can never take a seat in that game."),))


def unseal(bench: Bench, act: Unseal) -> tuple[str, ...]:
    """Opens a game's secrets to a moderator. Raises Declined."""
    tag, game_id = _to_unseal(bench, act.tag)
    assert bench.player is not None, "it is declined to the operator"
    note = bench.note(UNSEALED, reason=bench.reason(act.reason))
    repo.add_sight(bench.tx, game_id, bench.player.id, act.dispute_id, bench.now_ms)
    append_note(bench.tx, game_id, None, note, bench.now_ms, bench.letter_id)
    proclaim(
        bench.tx,
        bench.settings,
        game_id,
        lambda words: words.text("A moderator has opened what is hidden in this game."),
        bench.now_ms,
    )
    return (bench.words.text("What is hidden in %(tag)s is open to you.", tag=tag),)


def _to_unseal(bench: Bench, tag: str) -> tuple[str, int]:
    game, words = bench.game(tag), bench.words
    if bench.player is None:
        raise Declined(words.text("Only a moderator can do this."))
    if sees_secrets(bench.tx, bench.player.id, game.id):
        raise Declined(words.text("What is hidden in %(tag)s is open to you already.", tag=game.tag))
    return game.tag, game.id


def foresee_seal(bench: Bench, act: Seal) -> Foreseen:
    """What `seal` would do. Raises Declined."""
    _to_seal(bench, act)
    return Foreseen((bench.words.text("What is hidden in %(tag)s is closed to all moderators.", tag=act.tag),))


def seal(bench: Bench, act: Seal) -> tuple[str, ...]:
    """Closes a game's secrets. Raises Declined."""
    close(bench.tx, _to_seal(bench, act), bench.now_ms, bench.letter_id)
    return (bench.words.text("What is hidden in %(tag)s is closed.", tag=act.tag),)


def _to_seal(bench: Bench, act: Seal) -> int:
    game = bench.game(act.tag)
    if not any(sight.until_ms is None for sight in repo.sights(bench.tx, game.id)):
        raise Declined(bench.words.text("What is hidden in %(tag)s is not open.", tag=game.tag))
    return game.id


def close(tx: Tx, game_id: int, now_ms: int, letter_id: int | None = None) -> None:
    """Closes a game's secrets to all moderators, which the log tells; nothing where they are not open."""
    if any(sight.until_ms is None for sight in repo.sights(tx, game_id)):
        repo.end_sights(tx, game_id, now_ms)
        append_note(tx, game_id, None, Note(SEALED), now_ms, letter_id)


def leave_office(tx: Tx, player_id: int, now_ms: int) -> None:
    """Close what is hidden to a player who moderates no more; logs tell it where it is open to nobody else."""
    for game_id in repo.end_sights_of(tx, player_id, now_ms):
        if all(sight.until_ms is not None for sight in repo.sights(tx, game_id)):
            append_note(tx, game_id, None, Note(SEALED), now_ms)


def due(tx: Tx, now_ms: int) -> list[int]:
    """The games whose secrets have been open for a week."""
    return repo.games_long_seen(tx, now_ms - round(OPEN_FOR.total_seconds() * 1000))
