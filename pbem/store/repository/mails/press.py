"""What players write to each other, who does not want to be mailed it, and what waits for somebody's digest."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, case, delete, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import MUTE, PLAYER, PRESS, PRESS_KEPT, TENURE, columns, values
from pbem.store.rows import NewPress, PressRow

TO_ALL: Final = "all"
"""What `readers` holds for press to everybody."""
UNNAMED: Final = -1
"""The seat that stands for press without a name where somebody mutes it."""

_ADD = insert(PRESS)
_PRESS = select(*columns(PressRow, PRESS))
_OF_GAME = PRESS.c.game_id == bindparam("game_id")
# In one minute, press without a name stands behind the rest, and in no order that its writing has made.
_IN_ORDER = (PRESS.c.at_ms, PRESS.c.anonymous, case((PRESS.c.anonymous, PRESS.c.text), else_=""), PRESS.c.id)
_OUT = _PRESS.where(_OF_GAME, PRESS.c.passed_on).order_by(*_IN_ORDER)
_PUBLIC = _OUT.where(PRESS.c.readers == TO_ALL)
_WRITTEN = select(func.count()).where(_OF_GAME, PRESS.c.seat == bindparam("seat"), PRESS.c.at_ms > bindparam("since"))
_WAITS = PRESS.c.passed_on.is_(False) & (PRESS.c.at_ms <= bindparam("now_ms"))
_GAMES_WAITING = select(PRESS.c.game_id).where(_WAITS).distinct()
_WAITING = _PRESS.where(_OF_GAME, _WAITS).order_by(*_IN_ORDER)
_PASS_ON = update(PRESS).where(PRESS.c.id == bindparam("press")).values(passed_on=True)

_KEEP = insert(PRESS_KEPT)
_OF_READER = PRESS_KEPT.c.player_id == bindparam("player")
_KEPT = _PRESS.join(PRESS_KEPT, PRESS_KEPT.c.press_id == PRESS.c.id).where(_OF_READER).order_by(*_IN_ORDER)
_DROP_KEPT = delete(PRESS_KEPT).where(_OF_READER)

_OF_MUTER = (MUTE.c.game_id == bindparam("game")) & (MUTE.c.player_id == bindparam("player"))
_MUTED = select(MUTE.c.seat).where(_OF_MUTER)
_MUTE = insert(MUTE)
_UNMUTE = delete(MUTE).where(_OF_MUTER, MUTE.c.seat == bindparam("place"))

_HELD = (
    select(TENURE.c.seat, TENURE.c.from_ms, TENURE.c.until_ms, TENURE.c.player_id, PLAYER.c.name)
    .join(PLAYER, PLAYER.c.id == TENURE.c.player_id)
    .where(TENURE.c.game_id == bindparam("game"))
    .order_by(TENURE.c.seat, TENURE.c.number)
)


def add_press(tx: Tx, press: NewPress) -> PressRow:
    """Keeps what a player wrote."""
    press_id = tx.add(_ADD, **values(press))
    return PressRow(press_id, press.game_id, press.seat, press.readers, press.anonymous, press.text, press.at_ms)


def press_of_game(tx: Tx, game_id: int) -> list[PressRow]:
    """All press of a game that was passed on, in order, what is private and muted too."""
    return tx.all(PressRow, _OUT, game_id=game_id)


def public_press(tx: Tx, game_id: int) -> list[PressRow]:
    """The press of a game that everybody may read, in order."""
    return tx.all(PressRow, _PUBLIC, game_id=game_id)


def count_press(tx: Tx, game_id: int, seat: int, since_ms: int) -> int:
    """How much a seat has written after a moment."""
    return tx.one(int, "press", _WRITTEN, game_id=game_id, seat=seat, since=since_ms)


def games_with_press_waiting(tx: Tx, now_ms: int) -> list[int]:
    """The games with press that has to be passed on by now."""
    return tx.all(int, _GAMES_WAITING, now_ms=now_ms)


def take_waiting_press(tx: Tx, game_id: int, now_ms: int) -> list[PressRow]:
    """The press of a game that has to be passed on by now, and counts as passed on with this."""
    waiting = tx.all(PressRow, _WAITING, game_id=game_id, now_ms=now_ms)
    tx.run_many(_PASS_ON, [{"press": press.id} for press in waiting])
    return waiting


def keep_press(tx: Tx, press_id: int, player_ids: Iterable[int]) -> None:
    """Lays press ready for these players' digests."""
    tx.run_many(_KEEP, [{"press_id": press_id, "player_id": player_id} for player_id in player_ids])


def kept_press(tx: Tx, player_id: int) -> list[PressRow]:
    """The press that waits for a player's digest, of all his games."""
    return tx.all(PressRow, _KEPT, player=player_id)


def drop_kept_press(tx: Tx, player_id: int) -> None:
    """Forgets what waited for a player's digest: he was told of it."""
    tx.run(_DROP_KEPT, player=player_id)


def muted(tx: Tx, game_id: int, player_id: int) -> frozenset[int]:
    """The seats whose press a player does not want to be mailed, UNNAMED perhaps among them."""
    return frozenset(tx.all(int, _MUTED, game=game_id, player=player_id))


def set_muted(tx: Tx, game_id: int, player_id: int, seat: int, *, on: bool) -> None:
    """Notes whether a player is mailed what a seat, or UNNAMED, writes."""
    tx.run(_UNMUTE, game=game_id, player=player_id, place=seat)
    if on:
        tx.run(_MUTE, game_id=game_id, player_id=player_id, seat=seat)


def holders(tx: Tx, game_id: int) -> list[tuple[int, int, int | None, int, str]]:
    """Who had which seat of a game, and when: seat, from and until when (None: to this day), player and his name."""
    return tx.all(lambda *facts: facts, _HELD, game=game_id)
