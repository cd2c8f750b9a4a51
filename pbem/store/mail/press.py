"""Press between players, daily digests, and the ledger of the acts by which players have others mailed."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import Index, Text, bindparam, case, delete, or_, select, update

from pbem.store.database import Tx
from pbem.store.games.game import GameRow, in_readable_game
from pbem.store.games.seats import SeatRow
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import Preferences
from pbem.store.rows import add, columns
from pbem.store.tables import NEW, TableRow, column, hidden, partial_index, table


@table(
    "press",
    hidden("letter_id", int | None, foreign_key="letter.id"),
    Index(None, "game_id", "at_ms"),
    partial_index("ix_press_waiting", "at_ms", where="NOT passed_on"),
)
class PressRow(TableRow):
    """A piece of press that a player wrote to others of their game; `readers` are their seats, as in "0 2", or "all".

    Its writer is secret where it is `anonymous`; its id and the letter that brought it always are.

    It is delivered from `at_ms` on: anonymous press waits until then, so that its moment does not give away who wrote
    it. A separate job passes it on, and sets `passed_on`.
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
_GAMES_WAITING = select(PressRow.c.game_id).where(_WAITS, in_readable_game(PressRow.c.game_id)).distinct()
_WAITING = _PRESS.where(_OF_GAME, _WAITS).order_by(*_IN_ORDER)
_PASS_ON = update(PressRow.table).where(PressRow.c.id == bindparam("press")).values(passed_on=True)
_OF_READER = PressKeptRow.c.player_id == bindparam("player")
_FOR_DIGEST = (
    _PRESS.join(PressKeptRow.table, PressKeptRow.c.press_id == PressRow.c.id).where(_OF_READER).order_by(*_IN_ORDER)
)
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
    return tx.all(PressRow, _FOR_DIGEST, player=player_id)


def drop_kept_press(tx: Tx, player_id: int) -> None:
    """Forget what waited for a player's digest: they were told of it."""
    tx.run(_DROP_KEPT, player=player_id)


@table("digest")
class DigestRow(TableRow):
    """The time when a player who wants one mail a day had their last, or was last looked at and had nothing new."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    sent_ms: int


class DigestReader(NamedTuple):
    """A player who wants one mail a day, in their own time zone, and when they last had it or was looked at."""

    player_id: int
    zone: str
    sent_ms: int | None


_READERS = (
    select(PlayerRow.c.id, Preferences.c.zone, DigestRow.c.sent_ms)
    .join(Preferences.table, Preferences.c.player_id == PlayerRow.c.id)
    .join(DigestRow.table, DigestRow.c.player_id == PlayerRow.c.id, isouter=True)
    .where(Preferences.c.reports == "daily", PlayerRow.c.bot.is_(None))
    .order_by(PlayerRow.c.id)
)
_DIGEST_OF_PLAYER = DigestRow.c.player_id == bindparam("player")
_READER = _READERS.where(PlayerRow.c.id == bindparam("player"))
_SENT = update(DigestRow.table).where(_DIGEST_OF_PLAYER).values(sent_ms=bindparam("now_ms"))
_END = delete(DigestRow.table).where(_DIGEST_OF_PLAYER)
_GAMES_KEPT = select(PressRow.c.game_id).join(PressKeptRow.table).where(PressKeptRow.c.player_id == bindparam("player"))
_SEATS = (
    select(SeatRow.c.game_id, SeatRow.c.seat)
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(
        SeatRow.c.player_id == bindparam("player"),
        SeatRow.c.vacant_ms.is_(None),
        GameRow.c.purpose == "match",
        or_(
            GameRow.c.status == "playing", SeatRow.c.reported < GameRow.c.final_position, GameRow.c.id.in_(_GAMES_KEPT)
        ),
    )
    .order_by(GameRow.c.deadline_ms, GameRow.c.id)
)


def list_digest_readers(tx: Tx) -> list[DigestReader]:
    """Everybody who wants one mail a day."""
    return tx.all(DigestReader, _READERS)


def find_digest_reader(tx: Tx, player_id: int) -> DigestReader | None:
    """A player who wants one mail a day; None for any other."""
    return tx.first(DigestReader, _READER, player=player_id)


def mark_digest(tx: Tx, player_id: int, now_ms: int) -> None:
    """Note that a player had their mail of the day, or that there was nothing new for them."""
    if not tx.run(_SENT, player=player_id, now_ms=now_ms).rowcount:
        add(tx, DigestRow(player_id=player_id, sent_ms=now_ms))


def end_digests(tx: Tx, player_id: int) -> None:
    """Forget when a player had their last: they want no more of them."""
    tx.run(_END, player=player_id)


def list_seats_to_digest(tx: Tx, player_id: int) -> list[tuple[int, int]]:
    """The player's seats, by game and number, of which something may be new to them; by deadline."""
    return tx.all(lambda game_id, seat: (game_id, seat), _SEATS, player=player_id)


@table("caused_mail", Index(None, "player_id", "at_ms"))
class CausedMailRow(TableRow):
    """An act by which a player has had others mailed, such as press, an invitation, or a request to go back.

    It counts once, however many were mailed, and for a day; it does not say what it was, nor in which game.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", ondelete="CASCADE")
    at_ms: int


_CAUSED_BY_PLAYER = CausedMailRow.c.player_id == bindparam("player")
_IS_LATER = CausedMailRow.c.at_ms > bindparam("since_ms")
_TIMES = (
    select(CausedMailRow.c.at_ms)
    .where(_CAUSED_BY_PLAYER, _IS_LATER, CausedMailRow.c.at_ms <= bindparam("now_ms"))
    .order_by(CausedMailRow.c.at_ms)
)
_FORGET = delete(CausedMailRow.table).where(_CAUSED_BY_PLAYER, ~_IS_LATER)


def list_caused_mail(tx: Tx, player_id: int, since_ms: int, now_ms: int) -> list[int]:
    """The moments after another, and up to now, at which a player has had others mailed; the first first."""
    return tx.all(int, _TIMES, player=player_id, since_ms=since_ms, now_ms=now_ms)


def add_caused_mail(tx: Tx, player_id: int, since_ms: int, now_ms: int) -> None:
    """Note that a player has others mailed now; what they did up to another moment is forgotten."""
    tx.run(_FORGET, player=player_id, since_ms=since_ms)
    add(tx, CausedMailRow(NEW, player_id, now_ms))
