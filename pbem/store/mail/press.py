"""Press between players: kept, passed on, muted."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Index, Text, bindparam, case, delete, select, text, update

from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, hidden, table


@table(
    "press",
    hidden("letter_id", int | None, foreign_key="letter.id"),
    Index(None, "game_id", "at_ms"),
    Index("ix_press_waiting", "at_ms", sqlite_where=text("NOT passed_on"), postgresql_where=text("NOT passed_on")),
)
class PressRow(TableRow):
    """A piece of press that a player wrote to others of their game; `readers` are their seats, as in "0 2", or "all".

    Its writer is a secret where it is `anonymous`; so are always its id, and the letter that brought it.

    It counts from `at_ms` on: what has no name waits until then, so that the moment does not tell who wrote it, and is
    passed on by a job of its own; `passed_on` says whether that is done.
    """

    id: int = column(shown=False, primary_key=True)
    game_id: int = column(foreign_key="game.id")
    seat: int = column(shown=False)
    readers: str = column(shown=False)
    anonymous: bool
    text: str = column(shown=False, sa_type=Text)
    at_ms: int
    passed_on: bool

    @property
    def to_all(self) -> bool:
        """Whether it is public."""
        return self.readers == "all"

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats it was written to; none where it is to all."""
        return () if self.to_all else tuple(map(int, self.readers.split()))


@table("press_kept")
class PressKeptRow(TableRow):
    """Press that waits for a reader's next digest."""

    press_id: int = column(primary_key=True, foreign_key="press.id")
    player_id: int = column(primary_key=True, foreign_key="player.id", index=True)


TO_ALL: Final = "all"
"""What `readers` holds for press to everybody."""
_PRESS = select(*columns(PressRow))
_OF_GAME = PressRow.c.game_id == bindparam("game_id")
# In one minute, press without a name stands behind the rest, and in no order that its writing has made.
_IN_ORDER = (
    PressRow.c.at_ms,
    PressRow.c.anonymous,
    case((PressRow.c.anonymous, PressRow.c.text), else_=""),
    PressRow.c.id,
)
_OUT = _PRESS.where(_OF_GAME, PressRow.c.passed_on).order_by(*_IN_ORDER)
_PUBLIC = _OUT.where(PressRow.c.readers == TO_ALL)
_WAITS = PressRow.c.passed_on.is_(False) & (PressRow.c.at_ms <= bindparam("now_ms"))
_GAMES_WAITING = select(PressRow.c.game_id).where(_WAITS).distinct()
_WAITING = _PRESS.where(_OF_GAME, _WAITS).order_by(*_IN_ORDER)
_PASS_ON = update(PressRow.table).where(PressRow.c.id == bindparam("press")).values(passed_on=True)
_OF_READER = PressKeptRow.c.player_id == bindparam("player")
_KEPT = _PRESS.join(PressKeptRow.table, PressKeptRow.c.press_id == PressRow.c.id).where(_OF_READER).order_by(*_IN_ORDER)
_DROP_KEPT = delete(PressKeptRow.table).where(_OF_READER)


def add_press(tx: Tx, press: PressRow, letter_id: int | None) -> PressRow:
    """Keep what a player wrote, if by a letter in which."""
    return add(tx, press, letter_id=letter_id)


def list_press_of_game(tx: Tx, game_id: int) -> list[PressRow]:
    """All press of a game that was passed on, in order, what is private and muted too."""
    return tx.all(PressRow, _OUT, game_id=game_id)


def list_public_press(tx: Tx, game_id: int) -> list[PressRow]:
    """The press of a game that everybody may read, in order."""
    return tx.all(PressRow, _PUBLIC, game_id=game_id)


def list_games_with_press_waiting(tx: Tx, now_ms: int) -> list[int]:
    """The games with press that has to be passed on by now."""
    return tx.all(int, _GAMES_WAITING, now_ms=now_ms)


def take_waiting_press(tx: Tx, game_id: int, now_ms: int) -> list[PressRow]:
    """The press of a game that has to be passed on by now, and counts as passed on with this."""
    waiting = tx.all(PressRow, _WAITING, game_id=game_id, now_ms=now_ms)
    tx.run_many(_PASS_ON, [{"press": press.id} for press in waiting])
    return waiting


def keep_press(tx: Tx, press_id: int, player_ids: Iterable[int]) -> None:
    """Lay press ready for these players' digests."""
    tx.run_many(PressKeptRow.inserting, [{"press_id": press_id, "player_id": player_id} for player_id in player_ids])


def list_kept_press(tx: Tx, player_id: int) -> list[PressRow]:
    """The press that waits for a player's digest, of all their games."""
    return tx.all(PressRow, _KEPT, player=player_id)


def drop_kept_press(tx: Tx, player_id: int) -> None:
    """Forget what waited for a player's digest: they were told of it."""
    tx.run(_DROP_KEPT, player=player_id)
