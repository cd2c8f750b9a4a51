"""Who may moderate which game, and whose secrets are open to him."""

from pbem.adjudicator.seat_context import Declined
from pbem.i18n import catalogue
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import PlayerRow


def may_moderate(tx: Tx, player: PlayerRow, game_id: int) -> bool:
    """Whether a player is a moderator, and has never had a seat in a game."""
    return player.moderator and not repo.seats_ever_of(tx, game_id, player.id)


def check_moderates(tx: Tx, player: PlayerRow, game_id: int) -> None:
    """Nothing, where a player may moderate a game. Raises Declined."""
    words = catalogue(player.language)
    if not player.moderator:
        raise Declined(words.text("Only a moderator can do this."))
    if repo.seats_ever_of(tx, game_id, player.id):
        raise Declined(words.text("You have or had a seat in that game, so another moderator has to do this."))


def sees_secrets(tx: Tx, player_id: int, game_id: int) -> bool:
    """Whether a moderator, who is one still, has opened a game's secrets, and not closed them."""
    if not repo.player(tx, player_id).moderator:
        return False
    return any(sight.player_id == player_id and sight.until_ms is None for sight in repo.sights(tx, game_id))
