"""Waiting lists: games that wait for players, the players on them, and invitations."""

from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import BigInteger, Index, Text, bindparam, delete, exists, func, select, update

from pbem.chance import new_word_salt
from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, add_numbered, columns
from pbem.store.tables import TableRow, column, hidden, table
from pbem.terms import Late, PressRule, Terms

ListStatus: TypeAlias = Literal["open", "full", "started", "expired", "closed"]
"""A list that is full, and has not started, waits for a public round that its dice are drawn with."""


@table("waiting_list", hidden("seed", bytes), Index(None, "status", "expires_ms"))
class ListRow(TableRow):
    """A game that waits for players. Its seed is drawn, and committed to, before anybody joins; it is secret.

    `beacon` is its setting for public randomness, as JSON, and `round` the public round that its dice are to be drawn
    with; a list that is full since `full_ms` waits for that round.
    """

    id: int = column(primary_key=True)
    name: str
    kind: str
    options: str = column(sa_type=Text)
    seats: int
    pace: str
    playing_days: str
    zone: str
    late: Late
    press: PressRule
    private: bool
    commitment: str
    opened_by: int = column(foreign_key="player.id")
    created_ms: int
    expires_ms: int
    status: ListStatus = "open"
    game_id: int | None = column(default=None, foreign_key="game.id")
    beacon: str | None = column(default=None, sa_type=Text)
    """The list's choice of public randomness, as JSON; None where its dice need none."""
    round: int | None = column(default=None, sa_type=BigInteger)
    """The round that its dice are to be drawn with."""
    full_ms: int | None = None
    """Since when it is full, and the players' words are fixed."""

    @property
    def terms(self) -> Terms:
        """The terms on which its game is to be run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)


@table("waiting_player", hidden("salt", str, sa_type=Text), hidden("word_salt", str))
class WaitingPlayerRow(TableRow):
    """A player on a waiting list, with the words added to the dice; `from_server` says that the server chose them.

    The dice take a player's own words as a digest under `word_salt`, which is random and drawn with them: once both are
    erased nothing leads from the game's record to the words. It is "" where words were added before there was any.
    """

    list_id: int = column(primary_key=True, foreign_key="waiting_list.id")
    player_id: int = column(primary_key=True, foreign_key="player.id", index=True)
    from_server: bool
    joined_ms: int


@table("invitation")
class InvitationRow(TableRow):
    """Somebody asked to join a waiting list, by the address they were written to."""

    list_id: int = column(primary_key=True, foreign_key="waiting_list.id")
    address: str = column(shown=False, primary_key=True, index=True)
    invited_by: int = column(foreign_key="player.id")
    created_ms: int
    declined_ms: int | None


class SaltedWords(NamedTuple):
    """A player's own words for the dice, and the random salt under which the dice have their digest."""

    words: str
    salt: str

    @property
    def digest(self) -> str:
        """The SHA-256 of the salt, a line end, and the words, in UTF-8, as the dice have them."""
        return sha256(f"{self.salt}\n{self.words}".encode()).hexdigest()


class WaitingPlayer(NamedTuple):
    """A player who waits on a list."""

    player_id: int
    name: str
    joined_ms: int


_LISTS = select(*columns(ListRow))
_ID = ListRow.c.id == bindparam("list_id")
_IS_OPEN = ListRow.c.status == "open"
_IS_FULL = ListRow.c.status == "full"
_GOES_ON = _IS_OPEN | _IS_FULL
_NEWEST = ListRow.c.id.desc()
_BY_ID = _LISTS.where(_ID)
_OPEN = _LISTS.where(_IS_OPEN).order_by(_NEWEST)
_PUBLIC = _OPEN.where(ListRow.c.private.is_(False)).limit(bindparam("most"))
_PUBLIC_OF_KIND = _PUBLIC.where(ListRow.c.kind == bindparam("kind"))
_WAITING_FOR = (
    _LISTS.join(WaitingPlayerRow.table, WaitingPlayerRow.c.list_id == ListRow.c.id)
    .where(_GOES_ON, WaitingPlayerRow.c.player_id == bindparam("player"))
    .order_by(_NEWEST)
)
_INVITED_TO = _OPEN.join(InvitationRow.table, InvitationRow.c.list_id == ListRow.c.id).where(
    InvitationRow.c.address == bindparam("address"), InvitationRow.c.declined_ms.is_(None)
)
_STALE = (
    _LISTS.where(_IS_OPEN, ListRow.c.expires_ms <= bindparam("now_ms"))
    .order_by(ListRow.c.expires_ms, ListRow.c.id)
)  # fmt: skip
_IS_WAITING = exists().where(
    WaitingPlayerRow.c.list_id == ListRow.c.id, WaitingPlayerRow.c.player_id == bindparam("player")
)
_IS_INVITED = exists().where(
    InvitationRow.c.list_id == ListRow.c.id,
    InvitationRow.c.address == bindparam("address"),
    InvitationRow.c.declined_ms.is_(None),
)
_NAMES = (
    select(ListRow.c.name, ListRow.c.id)
    .where(_GOES_ON, _IS_WAITING | (_IS_OPEN & (ListRow.c.private.is_(False) | _IS_INVITED)))
    .order_by(_NEWEST)
    .limit(bindparam("most"))
)
_COUNT_OPENED = select(func.count()).where(_IS_OPEN, ListRow.c.opened_by == bindparam("player"))
_SEED = select(ListRow.c.seed).where(_ID)
_RESEED = (
    update(ListRow.table).where(_ID, _IS_OPEN).values(seed=bindparam("new_seed"), commitment=bindparam("promised"))
)
_FULL = _LISTS.where(_IS_FULL).order_by(ListRow.c.id)
_WITH_ROUND = _LISTS.where(_IS_OPEN, ListRow.c.round.is_not(None)).order_by(ListRow.c.id)
_SET_ROUND = update(ListRow.table).where(_ID, _IS_OPEN).values(round=bindparam("number"))
_FILL = update(ListRow.table).where(_ID, _IS_OPEN).values(status="full", full_ms=bindparam("now_ms"))
_REOPEN = update(ListRow.table).where(_ID, _IS_FULL).values(status="open", full_ms=None)
_END = update(ListRow.table).where(_ID, _GOES_ON).values(status=bindparam("ended"), game_id=bindparam("game"))
_HAND_OVER = update(ListRow.table).where(_ID).values(opened_by=bindparam("player"))
_ON_LIST = WaitingPlayerRow.c.list_id == bindparam("list")
_ONE = _ON_LIST & (WaitingPlayerRow.c.player_id == bindparam("player"))
_IN_ORDER = (WaitingPlayerRow.c.joined_ms, WaitingPlayerRow.c.player_id)
EVERYBODY_WAITING = (
    select(*columns(WaitingPlayer, WaitingPlayerRow, PlayerRow))
    .join(PlayerRow.table, PlayerRow.c.id == WaitingPlayerRow.c.player_id)
    .order_by(*_IN_ORDER)
)
WAITING = EVERYBODY_WAITING.where(_ON_LIST)
SALT = select(WaitingPlayerRow.c.salt).where(_ONE)
_WORDS = (
    select(WaitingPlayerRow.c.salt, WaitingPlayerRow.c.word_salt, WaitingPlayerRow.c.from_server)
    .where(_ON_LIST)
    .order_by(*_IN_ORDER)
)  # fmt: skip
_OWN_WORDS = (
    select(WaitingPlayerRow.c.salt, WaitingPlayerRow.c.word_salt)
    .join(ListRow.table, ListRow.c.id == WaitingPlayerRow.c.list_id)
    .where(ListRow.c.game_id == bindparam("game"), ~WaitingPlayerRow.c.from_server, WaitingPlayerRow.c.word_salt != "")
)
_RESALT = (
    update(WaitingPlayerRow.table)
    .where(_ONE)
    .values(salt=bindparam("words"), word_salt=bindparam("under"), from_server=bindparam("by_server"))
)
_LEAVE = delete(WaitingPlayerRow.table).where(_ONE)
_INVITATIONS = select(*columns(InvitationRow))
_TO_LIST = InvitationRow.c.list_id == bindparam("list")
_INVITED = _TO_LIST & (InvitationRow.c.address == bindparam("invited"))
_OF_LIST = _INVITATIONS.where(_TO_LIST).order_by(InvitationRow.c.created_ms, InvitationRow.c.address)
TO_ADDRESS = _INVITATIONS.where(_INVITED)
_TIMES_INVITED = select(func.count()).where(
    InvitationRow.c.address == bindparam("invited"),
    InvitationRow.c.invited_by == bindparam("player"),
    InvitationRow.c.created_ms > bindparam("since_ms"),
)
_DECLINE = update(InvitationRow.table).where(_INVITED).values(declined_ms=bindparam("now_ms"))


def add_list(tx: Tx, new: ListRow, seed: bytes) -> int:
    """Open a waiting list, on which nobody stands as yet; return its number."""
    return add_numbered(tx, new, seed=seed).id


def find_waiting_list(tx: Tx, list_id: int) -> ListRow | None:
    """The waiting list of a number, whatever has become of it."""
    return tx.first(ListRow, _BY_ID, list_id=list_id)


def list_public_lists(tx: Tx, kind: str | None = None, limit: int = 200) -> list[ListRow]:
    """The open lists that everybody may join, of one kind of game or of all, the newest first."""
    if kind is None:
        return tx.all(ListRow, _PUBLIC, most=limit)
    return tx.all(ListRow, _PUBLIC_OF_KIND, kind=kind, most=limit)


def list_open_lists(tx: Tx) -> list[ListRow]:
    """All open lists, private ones too, for the operator."""
    return tx.all(ListRow, _OPEN)


def reopen_list(tx: Tx, list_id: int) -> None:
    """Open a full list again; nothing where it is not full."""
    tx.run(_REOPEN, list_id=list_id)


def list_full_lists(tx: Tx) -> list[ListRow]:
    """The lists that are full and wait for a public round, the oldest first."""
    return tx.all(ListRow, _FULL)


def list_open_lists_with_round(tx: Tx) -> list[ListRow]:
    """The open lists whose dice are to be drawn with a public round, the oldest first."""
    return tx.all(ListRow, _WITH_ROUND)


def list_lists_waited_on(tx: Tx, player_id: int) -> list[ListRow]:
    """The open and the full lists that a player is on, the newest first."""
    return tx.all(ListRow, _WAITING_FOR, player=player_id)


def list_lists_inviting(tx: Tx, address: str) -> list[ListRow]:
    """The open lists that somebody was asked to join and has not declined, the newest first."""
    return tx.all(ListRow, _INVITED_TO, address=address.lower())


def list_names_for(tx: Tx, player_id: int, address: str, limit: int = 200) -> list[tuple[str, int]]:
    """The names and numbers of the lists that a player is on, was asked to join or may join as anybody may.

    The newest come first. A stranger has the number 0.
    """
    return tx.all(lambda *row: row, _NAMES, player=player_id, address=address.lower(), most=limit)


def list_stale_lists(tx: Tx, now_ms: int) -> list[ListRow]:
    """The open lists whose time is up."""
    return tx.all(ListRow, _STALE, now_ms=now_ms)


def count_lists_of(tx: Tx, player_id: int) -> int:
    """Count the open lists that are a player's own."""
    return tx.one(int, "waiting_list", _COUNT_OPENED, player=player_id)


def get_list_seed(tx: Tx, list_id: int) -> bytes:
    """A list's secret: for the dice of its game. Raises NotFound."""
    return tx.one(bytes, "waiting_list", _SEED, list_id=list_id)


def renew_list_seed(tx: Tx, list_id: int, seed: bytes, commitment: str) -> None:
    """Give an open list another seed, and what promises it. Raises NotFound where it is not open."""
    if not tx.run(_RESEED, list_id=list_id, new_seed=seed, promised=commitment).rowcount:
        raise NotFound("waiting_list", list_id)


def end_list(tx: Tx, list_id: int, status: Literal["started", "expired", "closed"], game_id: int | None = None) -> None:
    """End a list, open or full: its game began, its time is up, or it was closed. Raises NotFound where it ended."""
    if not tx.run(_END, list_id=list_id, ended=status, game=game_id).rowcount:
        raise NotFound("waiting_list", list_id)


def set_round(tx: Tx, list_id: int, number: int) -> None:
    """Name another round for an open list. Raises NotFound where it is not open."""
    if not tx.run(_SET_ROUND, list_id=list_id, number=number).rowcount:
        raise NotFound("waiting_list", list_id)


def fill_list(tx: Tx, list_id: int, now_ms: int) -> None:
    """Close a full list to players and words, until its round is out. Raises NotFound where it is not open."""
    if not tx.run(_FILL, list_id=list_id, now_ms=now_ms).rowcount:
        raise NotFound("waiting_list", list_id)


def transfer_list(tx: Tx, list_id: int, player_id: int) -> None:
    """Make a list another player's own."""
    tx.run(_HAND_OVER, list_id=list_id, player=player_id)


def list_waiting_players(tx: Tx, list_id: int) -> list[WaitingPlayer]:
    """The players who wait on a list, in the order they came."""
    return tx.all(WaitingPlayer, WAITING, list=list_id)


def find_waiting_salt(tx: Tx, list_id: int, player_id: int) -> str | None:
    """The words that a player adds to the dice, theirs alone until the game begins; None where they do not wait."""
    return tx.first(str, SALT, list=list_id, player=player_id)


def list_waiting_words(tx: Tx, list_id: int) -> list[tuple[str, bool]]:
    """The words that those on a list add to the dice, in the order they came, each with whether the server chose them.

    Its own random words are there as they are, a player's as a digest.
    """
    return tx.all(_for_dice, _WORDS, list=list_id)


def list_own_words(tx: Tx, game_id: int) -> list[SaltedWords]:
    """The words that players of a game from a waiting list chose themselves for its dice, as far as they are kept."""
    return tx.all(SaltedWords, _OWN_WORDS, game=game_id)


def _for_dice(salt: str, word_salt: str, from_server: bool) -> tuple[str, bool]:
    is_plain = bool(from_server) or not word_salt
    return (salt if is_plain else SaltedWords(salt, word_salt).digest), bool(from_server)


def join_list(tx: Tx, list_id: int, player_id: int, salt: str, now_ms: int, *, from_server: bool = False) -> None:
    """Put a player on a list, behind those who wait; `from_server` says that the server chose the words."""
    add(tx, WaitingPlayerRow(list_id, player_id, from_server, now_ms), salt=salt, word_salt=new_word_salt())


def change_salt(tx: Tx, list_id: int, player_id: int, salt: str, *, from_server: bool = False) -> None:
    """Give a waiting player other words for the dice, the player's own or some that the server chose."""
    tx.run(_RESALT, list=list_id, player=player_id, words=salt, under=new_word_salt(), by_server=from_server)


def leave_list(tx: Tx, list_id: int, player_id: int) -> bool:
    """Take a player off a list; False where they were not on it."""
    return tx.run(_LEAVE, list=list_id, player=player_id).rowcount > 0


def list_invitations(tx: Tx, list_id: int) -> list[InvitationRow]:
    """The invitations to join a list."""
    return tx.all(InvitationRow, _OF_LIST, list=list_id)


def find_invitation(tx: Tx, list_id: int, address: str) -> InvitationRow | None:
    """The invitation to a list that went to an address; None where there is none."""
    return tx.first(InvitationRow, TO_ADDRESS, list=list_id, invited=address.lower())


def count_invitations(tx: Tx, address: str, player_id: int, since_ms: int) -> int:
    """Count the lists to which a player has invited an address since a moment."""
    return tx.one(int, "invitation", _TIMES_INVITED, invited=address.lower(), player=player_id, since_ms=since_ms)


def add_invitation(tx: Tx, list_id: int, address: str, invited_by: int, now_ms: int) -> None:
    """Note that somebody was asked to join a list."""
    add(tx, InvitationRow(list_id, address.lower(), invited_by, now_ms, None))


def decline_invitation(tx: Tx, list_id: int, address: str, now_ms: int) -> None:
    """Note that somebody does not want to join a list."""
    tx.run(_DECLINE, list=list_id, invited=address.lower(), now_ms=now_ms)
