"""A game once more, with those who played it: what is asked for, who is invited, and how many bots take part."""

from dataclasses import dataclass

from pbem.store import Tx
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seats
from pbem.store.players.player import PlayerRow


@dataclass(frozen=True)
class Rematch:
    """A game that is over, as whoever asks wants it once more."""

    game: GameRow
    seats: int
    others: tuple[str, ...]
    """The names of the people who played it beside them."""
    bots: int
    """How many of the seats programs had."""


def rematch(tx: Tx, tag: str, me: PlayerRow) -> Rematch | None:
    """The game of that name, where it is over and the player had a seat in it to the end."""
    game = find_game_by_tag(tx, tag)
    if game is None or not game.is_match or game.status != "over":
        return None
    seats = [seat for seat in list_seats(tx, game.id) if seat.vacant_ms is None]
    if all(seat.player_id != me.id for seat in seats):
        return None
    others = tuple(seat.name for seat in seats if seat.player_id != me.id and seat.bot is None)
    bots = sum(seat.bot is not None for seat in seats)
    return Rematch(game, len(list_seats(tx, game.id)), others, bots)
