"""Press between players, who wants it in one mail a day, and the mails to a player as the web shows them.

A mail about a change of address proves, by reaching it, who reads the post there. So it is theirs to read on the web
only where it went to the address they have now.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, case, delete, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import (
    DIGEST,
    GAME,
    MAIL,
    MUTE,
    PLAYER,
    PREFERENCES,
    PRESS,
    PRESS_KEPT,
    SEAT,
    TENURE,
    columns,
    values,
)
from pbem.store.rows import DigestReader, ListedMail, MailRow, NewPress, PressRow

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
_HAS_MUTED = (
    select(MUTE.c.seat)
    .join(SEAT, (SEAT.c.game_id == MUTE.c.game_id) & (SEAT.c.seat == MUTE.c.seat))
    .where(MUTE.c.player_id == bindparam("player"), SEAT.c.player_id == bindparam("writer"))
    .limit(1)
)
_UNMUTE = delete(MUTE).where(_OF_MUTER, MUTE.c.seat == bindparam("place"))

_HELD = (
    select(TENURE.c.seat, TENURE.c.from_ms, TENURE.c.until_ms, TENURE.c.player_id, PLAYER.c.name)
    .join(PLAYER, PLAYER.c.id == TENURE.c.player_id)
    .where(TENURE.c.game_id == bindparam("game"))
    .order_by(TENURE.c.seat, TENURE.c.number)
)

_READERS = (
    select(PLAYER.c.id, PREFERENCES.c.zone, DIGEST.c.sent_ms)
    .join(PREFERENCES, PREFERENCES.c.player_id == PLAYER.c.id)
    .join(DIGEST, DIGEST.c.player_id == PLAYER.c.id, isouter=True)
    .where(PREFERENCES.c.reports == "daily", PLAYER.c.bot.is_(None))
    .order_by(PLAYER.c.id)
)
_OF_PLAYER = DIGEST.c.player_id == bindparam("player")
_READER = _READERS.where(PLAYER.c.id == bindparam("player"))
_SENT = update(DIGEST).where(_OF_PLAYER).values(sent_ms=bindparam("now_ms"))
_BEGIN = insert(DIGEST)
_END = delete(DIGEST).where(_OF_PLAYER)

_GAMES_KEPT = select(PRESS.c.game_id).join(PRESS_KEPT).where(PRESS_KEPT.c.player_id == bindparam("player"))
_SEATS = (
    select(SEAT.c.game_id, SEAT.c.seat)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.player_id == bindparam("player"),
        SEAT.c.vacant_ms.is_(None),
        GAME.c.purpose == "match",
        or_(GAME.c.status == "playing", SEAT.c.reported < GAME.c.final_position, GAME.c.id.in_(_GAMES_KEPT)),
    )
    .order_by(GAME.c.deadline_ms, GAME.c.id)
)

_IS_OWN = (
    MAIL.c.player_id == bindparam("player"),
    PLAYER.c.id == bindparam("player"),
    or_(MAIL.c.kind != "address", MAIL.c.to_address == PLAYER.c.address),
)
_MAILS_OF_GAME = MAIL.c.game_id == bindparam("game")
_ONE = select(*columns(MailRow, MAIL)).where(*_IS_OWN, MAIL.c.number == bindparam("number"))
_NEWEST = (
    select(*columns(ListedMail, MAIL, GAME))
    .select_from(MAIL.join(PLAYER, PLAYER.c.id == MAIL.c.player_id).outerjoin(GAME, GAME.c.id == MAIL.c.game_id))
    .where(*_IS_OWN)
    .order_by(MAIL.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_NEWEST_OF_GAME = _NEWEST.where(_MAILS_OF_GAME)
_COUNT = select(func.count()).select_from(MAIL, PLAYER).where(*_IS_OWN)
_COUNT_OF_GAME = _COUNT.where(_MAILS_OF_GAME)


def add_press(tx: Tx, press: NewPress) -> PressRow:
    """Keep what a player wrote."""
    press_id = tx.add(_ADD, **values(press))
    return PressRow(press_id, press.game_id, press.seat, press.readers, press.anonymous, press.text, press.at_ms)


def press_of_game(tx: Tx, game_id: int) -> list[PressRow]:
    """All press of a game that was passed on, in order, what is private and muted too."""
    return tx.all(PressRow, _OUT, game_id=game_id)


def public_press(tx: Tx, game_id: int) -> list[PressRow]:
    """The press of a game that everybody may read, in order."""
    return tx.all(PressRow, _PUBLIC, game_id=game_id)


def games_with_press_waiting(tx: Tx, now_ms: int) -> list[int]:
    """The games with press that has to be passed on by now."""
    return tx.all(int, _GAMES_WAITING, now_ms=now_ms)


def take_waiting_press(tx: Tx, game_id: int, now_ms: int) -> list[PressRow]:
    """The press of a game that has to be passed on by now, and counts as passed on with this."""
    waiting = tx.all(PressRow, _WAITING, game_id=game_id, now_ms=now_ms)
    tx.run_many(_PASS_ON, [{"press": press.id} for press in waiting])
    return waiting


def keep_press(tx: Tx, press_id: int, player_ids: Iterable[int]) -> None:
    """Lay press ready for these players' digests."""
    tx.run_many(_KEEP, [{"press_id": press_id, "player_id": player_id} for player_id in player_ids])


def kept_press(tx: Tx, player_id: int) -> list[PressRow]:
    """The press that waits for a player's digest, of all their games."""
    return tx.all(PressRow, _KEPT, player=player_id)


def drop_kept_press(tx: Tx, player_id: int) -> None:
    """Forget what waited for a player's digest: they were told of it."""
    tx.run(_DROP_KEPT, player=player_id)


def muted(tx: Tx, game_id: int, player_id: int) -> frozenset[int]:
    """The seats whose press a player does not want to be mailed, UNNAMED perhaps among them."""
    return frozenset(tx.all(int, _MUTED, game=game_id, player=player_id))


def has_muted(tx: Tx, player_id: int, writer_id: int) -> bool:
    """Whether a player has muted another in a game."""
    return tx.first(int, _HAS_MUTED, player=player_id, writer=writer_id) is not None


def set_muted(tx: Tx, game_id: int, player_id: int, seat: int, *, on: bool) -> None:
    """Note whether a player is mailed what a seat, or UNNAMED, writes."""
    tx.run(_UNMUTE, game=game_id, player=player_id, place=seat)
    if on:
        tx.run(_MUTE, game_id=game_id, player_id=player_id, seat=seat)


def holders(tx: Tx, game_id: int) -> list[tuple[int, int, int | None, int, str]]:
    """The holders of the seats of a game: seat, from and until when (None: to this day), player and their name."""
    return tx.all(lambda *facts: facts, _HELD, game=game_id)


def digest_readers(tx: Tx) -> list[DigestReader]:
    """Everybody who wants one mail a day."""
    return tx.all(DigestReader, _READERS)


def digest_reader(tx: Tx, player_id: int) -> DigestReader | None:
    """A player who wants one mail a day; None for any other."""
    return tx.first(DigestReader, _READER, player=player_id)


def mark_digest(tx: Tx, player_id: int, now_ms: int) -> None:
    """Note that a player had their mail of the day, or that there was nothing new for them."""
    if not tx.run(_SENT, player=player_id, now_ms=now_ms).rowcount:
        tx.run(_BEGIN, player_id=player_id, sent_ms=now_ms)


def end_digests(tx: Tx, player_id: int) -> None:
    """Forget when a player had their last: they want no more of them."""
    tx.run(_END, player=player_id)


def seats_to_digest(tx: Tx, player_id: int) -> list[tuple[int, int]]:
    """The player's seats, by game and number, of which something may be new to them; by deadline."""
    return tx.all(lambda game_id, seat: (game_id, seat), _SEATS, player=player_id)


def own_mail(tx: Tx, player_id: int, number: int) -> MailRow | None:
    """The mail that has a number among a player's own, if the player may read it."""
    return tx.first(MailRow, _ONE, player=player_id, number=number)


def newest_mails(
    tx: Tx, player_id: int, *, limit: int, offset: int = 0, game_id: int | None = None
) -> list[ListedMail]:
    """A stretch of a player's mails, of one game or of all, the newest first."""
    stretch = {"player": player_id, "limit": limit, "offset": offset}
    if game_id is None:
        return tx.all(ListedMail, _NEWEST, **stretch)
    return tx.all(ListedMail, _NEWEST_OF_GAME, game=game_id, **stretch)


def count_mails(tx: Tx, player_id: int, game_id: int | None = None) -> int:
    """Count the mails that a player may read, of one game or of all."""
    if game_id is None:
        return tx.one(int, "mail", _COUNT, player=player_id)
    return tx.one(int, "mail", _COUNT_OF_GAME, player=player_id, game=game_id)
