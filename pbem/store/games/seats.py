"""Seats, who has them and who has had them, whose press they do not want, and turns that have ended."""

from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Computed,
    Executable,
    Index,
    Text,
    bindparam,
    delete,
    func,
    select,
    update,
)

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.players.player import Bot, PlayerRow
from pbem.store.players.registrations import ConfirmationRow
from pbem.store.rows import add, columns, shown
from pbem.store.tables import TableRow, column, hidden, partial_index, table

Came: TypeAlias = Literal["began", "replaced", "returned"]
Left: TypeAlias = Literal["resigned", "late", "missing", "removed"]
"""How a player leaves a seat; who is "missing" was given up on by those who waited for them."""


@table(
    "seat",
    hidden("token", str, unique=True),
    hidden("salt", str, sa_type=Text),
    partial_index("ix_seat_vacant", "vacant_ms", where="vacant_ms IS NOT NULL"),
)
class SeatRow(TableRow):
    """A player's place at a game; the token is the local part of the seat's own mail address.

    A resigned seat is vacant from `vacant_ms` on, until somebody takes it over. `notified_position` is the position of
    the log up to which its player was told of notes, `reported` that up to which they were told of moves, `extensions`
    how often they had a deadline extended. Where others asked for a bot in a vacant seat, a bot plays from `program_ms`
    on, until somebody takes the seat over. `token_renewed_ms` is when its player last asked for another token.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    seat: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", index=True)
    token_revoked_ms: int | None = None
    token_renewed_ms: int | None = None
    vacant_ms: int | None = None
    program_ms: int | None = None
    notified_position: int = 0
    reported: int = 0
    extensions: int = 0


@table(
    "tenure",
    hidden("game_id", int, primary_key=True, foreign_key="game.id"),
    hidden("seat", int, primary_key=True),
    hidden("number", int, primary_key=True),
)
class TenureRow(TableRow):
    """The tenure of a seat: who had it, from when until when; how they came to it, and how they left."""

    player_id: int = column(foreign_key="player.id", index=True)
    from_ms: int
    until_ms: int | None
    came: Came
    left: Left | None


class SeatPlayer(NamedTuple):
    """A seat and its player, as everybody may know them."""

    game_id: int
    seat: int
    player_id: int
    name: str
    bot: Bot | None
    vacant_ms: int | None
    """The moment from which it is vacant; `player_id` is then its last player."""


class SeatContact(NamedTuple):
    """A seat with its owner's address, language and token: for mails to the owner, and letters from them."""

    game_id: int
    seat: int
    player_id: int
    name: str
    bot: Bot | None
    address: str
    language: str
    token: str
    token_revoked_ms: int | None
    token_renewed_ms: int | None
    """When its player last asked for another token."""
    vacant_ms: int | None
    program_ms: int | None
    """The moment from which a bot plays it while it is vacant, or None."""
    notified_position: int
    """Up to which position of the log they were told of notes."""
    reported: int
    """The position up to which their reports reach."""
    extensions: int
    """How often they had a deadline put off."""
    guest: bool = False

    @property
    def reads(self) -> bool:
        """Whether anybody reads mails to this seat: no bot, no guest, and not where it is vacant."""
        return self.bot is None and not self.guest and self.vacant_ms is None

    def __repr__(self) -> str:
        return shown(self, but=("address", "token"))


CONTACTS = select(*columns(SeatContact, SeatRow, PlayerRow)).join(
    PlayerRow.table, PlayerRow.c.id == SeatRow.c.player_id
)
READS = (PlayerRow.c.bot.is_(None), ~PlayerRow.c.guest, SeatRow.c.vacant_ms.is_(None))
"""Of a seat and its player what `SeatContact.reads` tells."""
_OF_GAME = SeatRow.c.game_id == bindparam("game_id")
_PUBLIC = [SeatContact.__match_args__.index(name) for name in SeatPlayer.__match_args__]
CONTACTS_OF_GAME = CONTACTS.where(_OF_GAME).order_by(SeatRow.c.seat)
_CONTACT_BY_TOKEN = CONTACTS.where(SeatRow.c.token == bindparam("token"), SeatRow.c.token_revoked_ms.is_(None))
TOKEN_OF_READER = (
    select(SeatRow.c.token)
    .join(PlayerRow.table, PlayerRow.c.id == SeatRow.c.player_id)
    .where(_OF_GAME, SeatRow.c.seat == bindparam("seat"), SeatRow.c.player_id == bindparam("player"))
    .where(*READS)
)
_SALTS = select(SeatRow.c.salt).where(_OF_GAME).order_by(SeatRow.c.seat)
_SET_NOTIFIED = (
    update(SeatRow.table)
    .where(SeatRow.c.game_id == bindparam("game"), SeatRow.c.seat == bindparam("place"))
    .values(notified_position=bindparam("position"))
)
_SET_REPORTED = (
    update(SeatRow.table)
    .where(SeatRow.c.game_id == bindparam("game"), SeatRow.c.seat == bindparam("place"))
    .values(reported=bindparam("position"))
)
_COUNT_EXTENSION = (
    update(SeatRow.table)
    .where(SeatRow.c.game_id == bindparam("game"), SeatRow.c.seat == bindparam("place"))
    .values(extensions=SeatRow.c.extensions + 1)
)
_ONE_SEAT = (SeatRow.c.game_id == bindparam("game")) & (SeatRow.c.seat == bindparam("place"))
_RENEW = (
    update(SeatRow.table)
    .where(_ONE_SEAT)
    .values(token=bindparam("new_token"), token_revoked_ms=None, token_renewed_ms=bindparam("now_ms"))
)
_DROP_CONFIRMATION = delete(ConfirmationRow.table).where(
    ConfirmationRow.c.game_id == bindparam("game"), ConfirmationRow.c.seat == bindparam("place")
)


def list_game_salts(tx: Tx, game_id: int) -> list[str]:
    """The seats' own words that the dice depend on, by seat."""
    return tx.all(str, _SALTS, game_id=game_id)


def _public(*contact: Any) -> SeatPlayer:
    return SeatPlayer(*(contact[at] for at in _PUBLIC))


def list_seats(tx: Tx, game_id: int) -> list[SeatPlayer]:
    """The seats of a game and their players, by seat: public facts."""
    return tx.all(_public, CONTACTS_OF_GAME, game_id=game_id)


def list_seat_contacts(tx: Tx, game_id: int) -> list[SeatContact]:
    """A game's seats with addresses and tokens, revoked ones too: for mails, each to its owner only."""
    return tx.all(SeatContact, CONTACTS_OF_GAME, game_id=game_id)


def find_seat_by_token(tx: Tx, token: str) -> SeatContact | None:
    """The seat whose address has this local part; None where there is none or it was revoked."""
    return tx.first(SeatContact, _CONTACT_BY_TOKEN, token=token.lower())


def find_token_of_reader(tx: Tx, game_id: int, seat: int, player_id: int) -> str | None:
    """The token of a player's seat, revoked or not; None where it is not theirs, or nobody reads mails to it."""
    return tx.first(str, TOKEN_OF_READER, game_id=game_id, seat=seat, player=player_id)


def mark_notified(tx: Tx, game_id: int, seat: int, position: int) -> None:
    """Note up to which position of the log a seat's player was told of notes."""
    _note(tx, _SET_NOTIFIED, game_id, seat, "notified_position", position)


def mark_reported(tx: Tx, game_id: int, seat: int, position: int) -> None:
    """Note up to which position of the log a seat's player was told what was played."""
    _note(tx, _SET_REPORTED, game_id, seat, "reported", position)


def _note(tx: Tx, statement: Executable, game_id: int, seat: int, name: str, position: int) -> None:
    """Write a position of a seat down, also in the contacts that were read: each mail of a game writes some."""
    contacts = tx.rows_read(CONTACTS_OF_GAME, game_id=game_id)
    tx.run(statement, game=game_id, place=seat, position=position)
    if contacts is not None:
        at, place = SeatContact.__match_args__.index(name), SeatContact.__match_args__.index("seat")
        noted = [(*row[:at], position, *row[at + 1 :]) if row[place] == seat else row for row in contacts]
        tx.put_all(CONTACTS_OF_GAME, noted, game_id=game_id)


def count_extension(tx: Tx, game_id: int, seat: int) -> None:
    """Count that a seat's player has put off a deadline."""
    tx.run(_COUNT_EXTENSION, game=game_id, place=seat)


def renew_token(tx: Tx, game_id: int, seat: int, token: str, now_ms: int | None = None) -> None:
    """Give a seat a new address, open again, and forget the old one. Raises NotFound.

    What waits to be confirmed there is void. `now_ms` is when the seat's own player asked for it, if they did.
    """
    if not tx.run(_RENEW, game=game_id, place=seat, new_token=token, now_ms=now_ms).rowcount:
        raise NotFound("seat", (game_id, seat))
    tx.run(_DROP_CONFIRMATION, game=game_id, place=seat)


_HELD = (
    select(TenureRow.c.seat, TenureRow.c.from_ms, TenureRow.c.until_ms, TenureRow.c.player_id, PlayerRow.c.name)
    .join(PlayerRow.table, PlayerRow.c.id == TenureRow.c.player_id)
    .where(TenureRow.c.game_id == bindparam("game"))
    .order_by(TenureRow.c.seat, TenureRow.c.number)
)


def list_holders(tx: Tx, game_id: int) -> list[tuple[int, int, int | None, int, str]]:
    """The holders of the seats of a game: seat, from and until when (None: to this day), player and their name."""
    return tx.all(lambda *facts: facts, _HELD, game=game_id)


_OF_SEAT = (TenureRow.c.game_id == bindparam("game")) & (TenureRow.c.seat == bindparam("place"))
_TENURES = select(*columns(TenureRow)).where(_OF_SEAT).order_by(TenureRow.c.number)
_HAD = (
    select(TenureRow.c.seat)
    .where(TenureRow.c.game_id == bindparam("game"), TenureRow.c.player_id == bindparam("player"))
    .distinct()
    .order_by(TenureRow.c.seat)
)


def list_tenures(tx: Tx, game_id: int, seat: int) -> list[TenureRow]:
    """The tenures of a seat, in order."""
    return tx.all(TenureRow, _TENURES, game=game_id, place=seat)


def list_seats_ever_of(tx: Tx, game_id: int, player_id: int) -> list[int]:
    """The seats of a game that a player has, or once had."""
    return tx.all(int, _HAD, game=game_id, player=player_id)


UNNAMED: Final = -1
"""The seat that stands for press without a name where somebody mutes it."""


@table("mute")
class MuteRow(TableRow):
    """Whose press a player does not want to be mailed in a game: a seat's, or -1 for what comes without a name."""

    game_id: int = column(primary_key=True, foreign_key="game.id")
    player_id: int = column(primary_key=True, foreign_key="player.id")
    seat: int = column(primary_key=True)


_OF_MUTER = (MuteRow.c.game_id == bindparam("game")) & (MuteRow.c.player_id == bindparam("player"))
_MUTED = select(MuteRow.c.seat).where(_OF_MUTER)
_HAS_MUTED = (
    select(MuteRow.c.seat)
    .join(SeatRow.table, (SeatRow.c.game_id == MuteRow.c.game_id) & (SeatRow.c.seat == MuteRow.c.seat))
    .where(MuteRow.c.player_id == bindparam("player"), SeatRow.c.player_id == bindparam("writer"))
    .limit(1)
)
_UNMUTE = delete(MuteRow.table).where(_OF_MUTER, MuteRow.c.seat == bindparam("place"))


def list_muted_seats(tx: Tx, game_id: int, player_id: int) -> frozenset[int]:
    """The seats whose press a player does not want to be mailed, UNNAMED perhaps among them."""
    return frozenset(tx.all(int, _MUTED, game=game_id, player=player_id))


def has_muted(tx: Tx, player_id: int, writer_id: int) -> bool:
    """Whether a player has muted another in a game."""
    return tx.first(int, _HAS_MUTED, player=player_id, writer=writer_id) is not None


def set_muted(tx: Tx, game_id: int, player_id: int, seat: int, *, on: bool) -> None:
    """Note whether a player is mailed what a seat, or UNNAMED, writes."""
    tx.run(_UNMUTE, game=game_id, player=player_id, place=seat)
    if on:
        add(tx, MuteRow(game_id=game_id, player_id=player_id, seat=seat))


PlayedBy: TypeAlias = Literal["player", "standing", "pass", "bot"]
"""The one who ended a turn: the player, their standing orders, the server, or a bot."""


@table(
    "turn_taken",
    Column("took_ms", BigInteger, Computed("ended_ms - began_ms", persisted=True)),
    Index(None, "kind", "player_id", "late", "played_by"),
    Index(None, "kind", "seats", "played_by", "took_ms", "late", "player_id"),
)
class TurnTakenRow(TableRow):
    """A turn that has ended: whose it was, its begin, end and deadline, and who played it.

    `turn` counts from 1 in the year, in which a seat may have several. `player_id` is None where the seat was vacant. A
    bot that plays its own seat is never late; a player whose turn the server or a bot had to play always is. `kind` and
    `seats` are the game's, so that counting reads no other table.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    year: int = column(primary_key=True)
    turn: int = column(primary_key=True)
    """Its number within the year, from 1."""
    seat: int
    player_id: int | None = column(foreign_key="player.id", index=True)
    kind: str
    seats: int
    began_ms: int
    """When the turn began, or its player took the seat over."""
    ended_ms: int
    deadline_ms: int | None
    late: bool
    """Its player was late, or somebody had to play in their place."""
    played_by: PlayedBy


_SEATED = select(func.coalesce(func.max(TenureRow.c.from_ms), 0)).where(
    TenureRow.c.game_id == bindparam("game_id"), TenureRow.c.seat == bindparam("seat")
)
_FORGET_TURN = delete(TurnTakenRow.table).where(
    TurnTakenRow.c.game_id == bindparam("game"),
    TurnTakenRow.c.year == bindparam("in_year"),
    TurnTakenRow.c.turn == bindparam("in_turn"),
)
_TURNS_OF_GAME = TurnTakenRow.c.game_id == bindparam("game_id")
_LAST_PLAYED = select(func.coalesce(func.max(TurnTakenRow.c.ended_ms), -1)).where(
    _TURNS_OF_GAME, TurnTakenRow.c.played_by.in_(("player", "standing"))
)
_UNPLAYED = select(func.count()).where(_TURNS_OF_GAME, TurnTakenRow.c.ended_ms > bindparam("since_ms"))


def get_seated_since(tx: Tx, game_id: int, seat: int) -> int:
    """The moment when whoever has a seat came to it, in milliseconds."""
    return tx.one(int, "seat", _SEATED, game_id=game_id, seat=seat)


def find_last_played_ms(tx: Tx, game_id: int) -> int:
    """The moment when somebody last ended a turn of a game, or orders given in advance did; -1 if nobody ever has."""
    return tx.one(int, "game", _LAST_PLAYED, game_id=game_id)


def count_turns_unplayed(tx: Tx, game_id: int, since_ms: int = -1) -> int:
    """Count the turns of a game that programs have played since somebody last did, and since a moment."""
    return tx.one(int, "game", _UNPLAYED, game_id=game_id, since_ms=max(since_ms, find_last_played_ms(tx, game_id)))


def put_turn_taken(tx: Tx, turn: TurnTakenRow) -> None:
    """Count a turn, in place of the one before where it was played again."""
    tx.run(_FORGET_TURN, game=turn.game_id, in_year=turn.year, in_turn=turn.turn)
    add(tx, turn)


_TURNS = select(*columns(TurnTakenRow)).where(TurnTakenRow.c.game_id == bindparam("game"))
_FORGET_TURNS = delete(TurnTakenRow.table).where(TurnTakenRow.c.game_id == bindparam("game"))


def list_turns_of_game(tx: Tx, game_id: int) -> list[TurnTakenRow]:
    """The turns of a game that are counted."""
    return tx.all(TurnTakenRow, _TURNS, game=game_id)


def forget_turns(tx: Tx, game_id: int) -> None:
    """Count no turn of a game any more."""
    tx.run(_FORGET_TURNS, game=game_id)
