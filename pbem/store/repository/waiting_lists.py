"""Waiting lists: games that wait for players, who waits, and who was asked to join."""

from typing import Literal

from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import INVITATION, PLAYER, WAITING_LIST, WAITING_PLAYER, columns, values
from pbem.store.rows import InvitationRow, ListRow, NewList, WaitingRow

_LISTS = select(*columns(ListRow, WAITING_LIST))
_ID = WAITING_LIST.c.id == bindparam("list_id")
_IS_OPEN = WAITING_LIST.c.status == "open"
_IS_FULL = WAITING_LIST.c.status == "full"
_GOES_ON = _IS_OPEN | _IS_FULL
_NEWEST = WAITING_LIST.c.id.desc()
_BY_ID = _LISTS.where(_ID)
_OPEN = _LISTS.where(_IS_OPEN).order_by(_NEWEST)
_PUBLIC = _OPEN.where(WAITING_LIST.c.private.is_(False)).limit(bindparam("most"))
_PUBLIC_OF_KIND = _PUBLIC.where(WAITING_LIST.c.kind == bindparam("kind"))
_WAITING_FOR = (
    _LISTS.join(WAITING_PLAYER, WAITING_PLAYER.c.list_id == WAITING_LIST.c.id)
    .where(_GOES_ON, WAITING_PLAYER.c.player_id == bindparam("player"))
    .order_by(_NEWEST)
)
_ASKED = _OPEN.join(INVITATION, INVITATION.c.list_id == WAITING_LIST.c.id).where(
    INVITATION.c.address == bindparam("address"), INVITATION.c.declined_ms.is_(None)
)
_STALE = (
    _LISTS.where(_IS_OPEN, WAITING_LIST.c.expires_ms <= bindparam("now_ms"))
    .order_by(WAITING_LIST.c.expires_ms, WAITING_LIST.c.id)
)  # fmt: skip
_IS_WAITING = exists().where(
    WAITING_PLAYER.c.list_id == WAITING_LIST.c.id, WAITING_PLAYER.c.player_id == bindparam("player")
)
_IS_ASKED = exists().where(
    INVITATION.c.list_id == WAITING_LIST.c.id,
    INVITATION.c.address == bindparam("address"),
    INVITATION.c.declined_ms.is_(None),
)
_NAMES = (
    select(WAITING_LIST.c.name, WAITING_LIST.c.id)
    .where(_GOES_ON, _IS_WAITING | (_IS_OPEN & (WAITING_LIST.c.private.is_(False) | _IS_ASKED)))
    .order_by(_NEWEST)
    .limit(bindparam("most"))
)
_COUNT_OPENED = select(func.count()).where(_IS_OPEN, WAITING_LIST.c.opened_by == bindparam("player"))
_SEED = select(WAITING_LIST.c.seed).where(_ID)
_ADD = insert(WAITING_LIST)
_RESEED = update(WAITING_LIST).where(_ID, _IS_OPEN).values(seed=bindparam("new_seed"), commitment=bindparam("promised"))
_FULL = _LISTS.where(_IS_FULL).order_by(WAITING_LIST.c.id)
_WITH_ROUND = _LISTS.where(_IS_OPEN, WAITING_LIST.c.round.is_not(None)).order_by(WAITING_LIST.c.id)
_SET_ROUND = update(WAITING_LIST).where(_ID, _IS_OPEN).values(round=bindparam("number"))
_FILL = update(WAITING_LIST).where(_ID, _IS_OPEN).values(status="full", full_ms=bindparam("now_ms"))
_REOPEN = update(WAITING_LIST).where(_ID, _IS_FULL).values(status="open", full_ms=None)
_END = update(WAITING_LIST).where(_ID, _GOES_ON).values(status=bindparam("ended"), game_id=bindparam("game"))
_HAND_OVER = update(WAITING_LIST).where(_ID).values(opened_by=bindparam("player"))

_ON_LIST = WAITING_PLAYER.c.list_id == bindparam("list")
_ONE = _ON_LIST & (WAITING_PLAYER.c.player_id == bindparam("player"))
_IN_ORDER = (WAITING_PLAYER.c.joined_ms, WAITING_PLAYER.c.player_id)
_WAITING = (
    select(*columns(WaitingRow, WAITING_PLAYER, PLAYER))
    .join(PLAYER, PLAYER.c.id == WAITING_PLAYER.c.player_id)
    .where(_ON_LIST)
    .order_by(*_IN_ORDER)
)
_SALT = select(WAITING_PLAYER.c.salt).where(_ONE)
_WORDS = (
    select(WAITING_PLAYER.c.salt, WAITING_PLAYER.c.from_server)
    .where(_ON_LIST)
    .order_by(*_IN_ORDER)
)  # fmt: skip
_JOIN = insert(WAITING_PLAYER)
_RESALT = update(WAITING_PLAYER).where(_ONE).values(salt=bindparam("words"), from_server=bindparam("by_server"))
_LEAVE = delete(WAITING_PLAYER).where(_ONE)

_INVITATIONS = select(*columns(InvitationRow, INVITATION))
_TO_LIST = INVITATION.c.list_id == bindparam("list")
_INVITED = _TO_LIST & (INVITATION.c.address == bindparam("invited"))
_OF_LIST = _INVITATIONS.where(_TO_LIST).order_by(INVITATION.c.created_ms, INVITATION.c.address)
_TO_ADDRESS = _INVITATIONS.where(_INVITED)
_TIMES_INVITED = select(func.count()).where(
    INVITATION.c.address == bindparam("invited"),
    INVITATION.c.invited_by == bindparam("player"),
    INVITATION.c.created_ms > bindparam("since_ms"),
)
_INVITE = insert(INVITATION)
_DECLINE = update(INVITATION).where(_INVITED).values(declined_ms=bindparam("now_ms"))


def add_list(tx: Tx, new: NewList) -> int:
    """Open a waiting list, on which nobody stands as yet; return its number."""
    facts = values(new)
    terms = facts.pop("terms")
    return tx.add(_ADD, **facts, **values(terms), status="open", game_id=None, full_ms=None)


def waiting_list(tx: Tx, list_id: int) -> ListRow | None:
    """The waiting list of a number, whatever has become of it."""
    return tx.first(ListRow, _BY_ID, list_id=list_id)


def public_lists(tx: Tx, kind: str | None = None, limit: int = 200) -> list[ListRow]:
    """The open lists that everybody may join, of one kind of game or of all, the newest first."""
    if kind is None:
        return tx.all(ListRow, _PUBLIC, most=limit)
    return tx.all(ListRow, _PUBLIC_OF_KIND, kind=kind, most=limit)


def open_lists(tx: Tx) -> list[ListRow]:
    """All open lists, private ones too, for the operator."""
    return tx.all(ListRow, _OPEN)


def reopen_list(tx: Tx, list_id: int) -> None:
    """Open a full list again; nothing where it is not full."""
    tx.run(_REOPEN, list_id=list_id)


def full_lists(tx: Tx) -> list[ListRow]:
    """The lists that are full and wait for a public round, the oldest first."""
    return tx.all(ListRow, _FULL)


def open_lists_with_round(tx: Tx) -> list[ListRow]:
    """The open lists whose dice are to be drawn with a public round, the oldest first."""
    return tx.all(ListRow, _WITH_ROUND)


def lists_waited_on(tx: Tx, player_id: int) -> list[ListRow]:
    """The open and the full lists that a player is on, the newest first."""
    return tx.all(ListRow, _WAITING_FOR, player=player_id)


def lists_inviting(tx: Tx, address: str) -> list[ListRow]:
    """The open lists that somebody was asked to join and has not declined, the newest first."""
    return tx.all(ListRow, _ASKED, address=address.lower())


def names_of_lists_for(tx: Tx, player_id: int, address: str, limit: int = 200) -> list[tuple[str, int]]:
    """The names and numbers of the lists that a player is on, was asked to join or may join as anybody may.

    The newest come first. A stranger has the number 0.
    """
    return tx.all(_name, _NAMES, player=player_id, address=address.lower(), most=limit)


def _name(name: str, list_id: int) -> tuple[str, int]:
    return name, list_id


def stale_lists(tx: Tx, now_ms: int) -> list[ListRow]:
    """The open lists whose time is up."""
    return tx.all(ListRow, _STALE, now_ms=now_ms)


def count_lists_of(tx: Tx, player_id: int) -> int:
    """Count the open lists that are a player's own."""
    return tx.one(int, "waiting_list", _COUNT_OPENED, player=player_id)


def list_seed(tx: Tx, list_id: int) -> bytes:
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


def waiting_players(tx: Tx, list_id: int) -> list[WaitingRow]:
    """The players who wait on a list, in the order they came."""
    return tx.all(WaitingRow, _WAITING, list=list_id)


def waiting_salt(tx: Tx, list_id: int, player_id: int) -> str | None:
    """The words that a player adds to the dice, theirs alone until the game begins; None where they do not wait."""
    return tx.first(str, _SALT, list=list_id, player=player_id)


def waiting_words(tx: Tx, list_id: int) -> list[tuple[str, bool]]:
    """The words that those on a list add to the dice, in the order they came, each with whether the server chose it."""
    return tx.all(lambda salt, from_server: (str(salt), bool(from_server)), _WORDS, list=list_id)


def join_list(tx: Tx, list_id: int, player_id: int, salt: str, now_ms: int, *, from_server: bool = False) -> None:
    """Put a player on a list, behind those who wait; `from_server` says that the server chose the words."""
    tx.run(_JOIN, list_id=list_id, player_id=player_id, salt=salt, from_server=from_server, joined_ms=now_ms)


def change_salt(tx: Tx, list_id: int, player_id: int, salt: str, *, from_server: bool = False) -> None:
    """Give a waiting player other words for the dice, the player's own or some that the server chose."""
    tx.run(_RESALT, list=list_id, player=player_id, words=salt, by_server=from_server)


def leave_list(tx: Tx, list_id: int, player_id: int) -> bool:
    """Take a player off a list; False where they were not on it."""
    return tx.run(_LEAVE, list=list_id, player=player_id).rowcount > 0


def invitations(tx: Tx, list_id: int) -> list[InvitationRow]:
    """The invitations to join a list."""
    return tx.all(InvitationRow, _OF_LIST, list=list_id)


def invitation(tx: Tx, list_id: int, address: str) -> InvitationRow | None:
    """The invitation to a list that went to an address; None where there is none."""
    return tx.first(InvitationRow, _TO_ADDRESS, list=list_id, invited=address.lower())


def count_invitations(tx: Tx, address: str, player_id: int, since_ms: int) -> int:
    """Count the lists to which a player has invited an address since a moment."""
    return tx.one(int, "invitation", _TIMES_INVITED, invited=address.lower(), player=player_id, since_ms=since_ms)


def add_invitation(tx: Tx, list_id: int, address: str, invited_by: int, now_ms: int) -> None:
    """Note that somebody was asked to join a list."""
    facts = {"list_id": list_id, "address": address.lower(), "invited_by": invited_by, "created_ms": now_ms}
    tx.run(_INVITE, **facts, declined_ms=None)


def decline_invitation(tx: Tx, list_id: int, address: str, now_ms: int) -> None:
    """Note that somebody does not want to join a list."""
    tx.run(_DECLINE, list=list_id, invited=address.lower(), now_ms=now_ms)
