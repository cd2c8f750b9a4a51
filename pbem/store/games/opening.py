"""Opening games."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sqlalchemy import func, select

from pbem.store.database import Tx
from pbem.store.games.game import GameRow, Purpose
from pbem.store.games.seats import SeatRow, TenureRow
from pbem.store.rows import add, shown, values
from pbem.store.service.server import find_meta, put_meta


class NewSeat(NamedTuple):
    """A player's place in a game to be opened."""

    player_id: int
    token: str
    salt: str

    def __repr__(self) -> str:
        return shown(self, but=("token", "salt"))


_LAST_ID = select(func.coalesce(func.max(GameRow.c.id), 0))
_LAST_NUMBER: Final = "last game"


def find_free_tag(tx: Tx, purpose: Purpose = "match") -> str:
    """A short name that no game bears yet: "e7", or, for one that is no match, "p7"."""
    return f"{'e' if purpose == 'match' else 'p'}{_next_id(tx)}"


def keep_numbers(tx: Tx) -> None:
    """Note that all numbers of games so far are used up, for one that goes: links and caches know games by them."""
    put_meta(tx, _LAST_NUMBER, str(_next_id(tx) - 1))


def _next_id(tx: Tx) -> int:
    return max(tx.one(int, "game", _LAST_ID), int(find_meta(tx, _LAST_NUMBER) or 0)) + 1


def add_game(tx: Tx, game: GameRow, seed: bytes, seats: Sequence[NewSeat]) -> int:
    """Open a game with its seats, numbered from 0; its log is empty, nobody is to move and no deadline runs.

    `seed` are the 32 secret bytes that the game's `commitment` is the SHA-256 of.
    """
    opened = replace(game, id=_next_id(tx), began_ms=game.created_ms)
    game_id = add(tx, opened, seed=seed, active_bot=None).id
    places = [values(SeatRow(game_id, number, seat.player_id)) | values(seat) for number, seat in enumerate(seats)]
    tx.run_many(SeatRow.inserting, places)
    began = [values(TenureRow(seat.player_id, game.created_ms, None, "began", None)) for seat in seats]
    tx.run_many(
        TenureRow.inserting,
        [{"game_id": game_id, "seat": number, "number": 0, **tenure} for number, tenure in enumerate(began)],
    )
    return game_id
