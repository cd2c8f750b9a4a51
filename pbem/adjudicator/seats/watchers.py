"""Watching a game without a seat in it: its public reports, and press to all, by mail or in the daily digest."""

from pbem.adjudicator.seat_context import Declined
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store import repository as repo


def watch(tx: Tx, player_id: int, game_id: int, now_ms: int, words: Catalogue) -> list[str]:
    """Has a player watch a game from now on; returns what he is told. Raises Declined, and NotFound."""
    game = repo.game(tx, game_id)
    if game.status == "over":
        raise Declined(words.text("%(tag)s is over; its page shows all of it.", tag=game.tag))
    if any(seat.player_id == player_id and seat.vacant_ms is None for seat in repo.seats(tx, game_id)):
        raise Declined(words.text("You play in %(tag)s, and are mailed its reports.", tag=game.tag))
    repo.add_watch(tx, game_id, player_id, now_ms, repo.last_position(tx, game_id), game.final_position)
    return [words.text("You watch %(tag)s: you are mailed what everybody may know of it.", tag=game.tag)]


def unwatch(tx: Tx, player_id: int, game_id: int, words: Catalogue) -> list[str]:
    """Has a player watch a game no more; returns what he is told. Raises NotFound."""
    tag = repo.game(tx, game_id).tag
    if repo.remove_watch(tx, game_id, player_id):
        return [words.text("You watch %(tag)s no more.", tag=tag)]
    return [words.text("You do not watch %(tag)s.", tag=tag)]


def is_watching(tx: Tx, player_id: int, game_id: int) -> bool:
    """Whether a player watches a game."""
    return any(watcher.player_id == player_id for watcher in repo.watchers(tx, game_id))
