"""A game once more, with the people who played it: what is asked for, and who is invited."""

from dataclasses import dataclass

from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow, PlayerRow


@dataclass(frozen=True)
class Rematch:
    """A game that is over, and the names of the people who played it beside whoever asks; programs are left out."""

    game: GameRow
    seats: int
    others: tuple[str, ...]


def rematch(tx: Tx, tag: str, me: PlayerRow) -> Rematch | None:
    """The game of that name, where it is over and the player had a seat in it to the end."""
    game = repo.game_by_tag(tx, tag)
    if game is None or not game.is_match or game.status != "over":
        return None
    seats = [seat for seat in repo.seats(tx, game.id) if seat.vacant_ms is None]
    if all(seat.player_id != me.id for seat in seats):
        return None
    others = tuple(seat.name for seat in seats if seat.player_id != me.id and seat.bot is None)
    return Rematch(game, len(repo.seats(tx, game.id)), others)
