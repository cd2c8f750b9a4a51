"""Players, those who would be, the links by which they sign in, and the browsers in which they are signed in."""

import json
from collections.abc import Collection
from dataclasses import fields
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Boolean, Integer, bindparam, delete, func, insert, or_, select, update

from pbem.chance import new_mark, new_token
from pbem.naming import keys_of
from pbem.store.database import Tx
from pbem.store.errors import AddressTaken, NotFound
from pbem.store.repository.columns import (
    CONFIRMATION,
    MAIL,
    NAME_KEY,
    PLAYER,
    PLAYER_ADDRESS,
    REGISTRATION,
    REPORT_LINK,
    SIGN_IN,
    STRANGER,
    WEB_SESSION,
    columns,
    values,
)
from pbem.store.repository.server import meta, put_meta
from pbem.store.rows import Bot, PlayerRow, RegistrationRow, SignInRow, WebSessionRow

MOST_SESSIONS: Final = 20
"""Browsers in which a player can be signed in; one more signs out the one not used for longest."""

_PLAYERS = select(*columns(PlayerRow, PLAYER))
_BY_TOKEN = _PLAYERS.where(PLAYER.c.token == bindparam("token"))
_ALL = _PLAYERS.where(~PLAYER.c.guest).order_by(PLAYER.c.id)
_BY_ID = _PLAYERS.where(PLAYER.c.id == bindparam("player_id"))
_PUBLIC_BY_ID = _BY_ID.where(~PLAYER.c.guest)
_BY_NAME = _ALL.where(func.lower(PLAYER.c.name) == func.lower(bindparam("name")))
_OTHERS = select(PLAYER_ADDRESS.c.player_id).where(PLAYER_ADDRESS.c.address == bindparam("address"))
_BY_ADDRESS = _PLAYERS.where(or_(PLAYER.c.address == bindparam("address"), PLAYER.c.id.in_(_OTHERS)))
_ADD = insert(PLAYER)
_OF_KEYS = _ALL.join(NAME_KEY, NAME_KEY.c.player_id == PLAYER.c.id).where(
    NAME_KEY.c.key.in_(bindparam("keys", expanding=True))
)
_KEYS = select(NAME_KEY.c.key).where(NAME_KEY.c.key.in_(bindparam("keys", expanding=True)))
_ADD_KEY = insert(NAME_KEY)
_FREE_KEYS = delete(NAME_KEY).where(NAME_KEY.c.player_id == bindparam("player"))
_RENAME = update(PLAYER).where(PLAYER.c.id == bindparam("player")).values(name=bindparam("new_name"))
_SET_LANGUAGE = update(PLAYER).where(PLAYER.c.id == bindparam("player")).values(language=bindparam("new_language"))

_RENEW = (
    update(PLAYER)
    .where(PLAYER.c.id == bindparam("player"))
    .values(token=bindparam("new_token"), token_renewed_ms=bindparam("now_ms"))
)
_DROP_CONFIRMATION = delete(CONFIRMATION).where(
    CONFIRMATION.c.player_id == bindparam("player"), CONFIRMATION.c.game_id.is_(None)
)
_SEND_FROM = (
    update(MAIL)
    .where(MAIL.c.player_id == bindparam("player"), MAIL.c.sender == bindparam("old_token"), MAIL.c.raw.is_(None))
    .values(sender=bindparam("new_token"))
)

_ADD_SIGN_IN = insert(SIGN_IN)
_SIGN_IN = select(*columns(SignInRow, SIGN_IN)).where(SIGN_IN.c.token_hash == bindparam("hash"))
_USABLE = select(SIGN_IN.c.player_id).where(
    SIGN_IN.c.token_hash == bindparam("hash"),
    SIGN_IN.c.used_ms.is_(None),
    SIGN_IN.c.expires_ms > bindparam("now_ms"),
)
_USE = update(SIGN_IN).where(SIGN_IN.c.token_hash == bindparam("hash")).values(used_ms=bindparam("now_ms"))
_WAITING = (
    select(SIGN_IN.c.created_ms)
    .where(
        SIGN_IN.c.player_id == bindparam("player"),
        SIGN_IN.c.used_ms.is_(None),
        SIGN_IN.c.created_ms > bindparam("since_ms"),
    )
    .order_by(SIGN_IN.c.created_ms.desc())
)
_UNUSED = delete(SIGN_IN).where(SIGN_IN.c.used_ms.is_(None))
_DROP_SIGN_INS = _UNUSED.where(SIGN_IN.c.player_id == bindparam("player"))
_DROP_REPORT_LINKS = delete(REPORT_LINK).where(REPORT_LINK.c.player_id == bindparam("player"))
_DROP_ALL_REPORT_LINKS = delete(REPORT_LINK)
_FORGET_SIGN_INS = delete(SIGN_IN).where(SIGN_IN.c.expires_ms <= bindparam("before_ms"))

_SESSION_COLUMNS = columns(WebSessionRow, WEB_SESSION)
_PLAYER_FIELDS = len(fields(PlayerRow))
_OWN_SESSIONS = WEB_SESSION.c.player_id == bindparam("player")
_LIVE = WEB_SESSION.c.seen_ms > bindparam("since_ms")
_LATEST = (WEB_SESSION.c.seen_ms.desc(), WEB_SESSION.c.id.desc())
_SIGNED_IN = (
    select(*columns(PlayerRow, PLAYER), *_SESSION_COLUMNS)
    .join(WEB_SESSION, WEB_SESSION.c.player_id == PLAYER.c.id)
    .where(WEB_SESSION.c.token_hash == bindparam("hash"), _LIVE)
)
_SESSIONS = select(*_SESSION_COLUMNS).where(_OWN_SESSIONS, _LIVE).order_by(*_LATEST)
_IS_ALIKE = WEB_SESSION.c.game_tag.is_(None) == bindparam("whole", type_=Boolean)
_KEPT = select(WEB_SESSION.c.id).where(_OWN_SESSIONS, _IS_ALIKE).order_by(*_LATEST).limit(MOST_SESSIONS)
_ADD_SESSION = insert(WEB_SESSION)
_SEE = update(WEB_SESSION).where(WEB_SESSION.c.id == bindparam("session")).values(seen_ms=bindparam("now_ms"))
_RENEW_SESSION = (
    update(WEB_SESSION)
    .where(_OWN_SESSIONS, WEB_SESSION.c.mark == bindparam("name"))
    .values(token_hash=bindparam("new_hash"))
)
_CROWD_OUT = delete(WEB_SESSION).where(_OWN_SESSIONS, _IS_ALIKE, WEB_SESSION.c.id.not_in(_KEPT))
_END = delete(WEB_SESSION).where(_OWN_SESSIONS, WEB_SESSION.c.mark == bindparam("mark"))
_END_OTHERS = delete(WEB_SESSION).where(
    _OWN_SESSIONS, or_(bindparam("but", type_=Integer).is_(None), WEB_SESSION.c.id != bindparam("but", type_=Integer))
)
_END_IN_GAME = delete(WEB_SESSION).where(
    WEB_SESSION.c.game_tag == bindparam("tag"), WEB_SESSION.c.player_id.in_(bindparam("players", expanding=True))
)
_END_ALL = delete(WEB_SESSION)
_FORGET_SESSIONS = delete(WEB_SESSION).where(WEB_SESSION.c.seen_ms <= bindparam("before_ms"))

_GOOD = select(*columns(RegistrationRow, REGISTRATION)).where(
    REGISTRATION.c.token == bindparam("token_"), REGISTRATION.c.expires_ms > bindparam("now_ms")
)
_ADD_REGISTRATION = insert(REGISTRATION)
_USE_REGISTRATION = (
    update(REGISTRATION)
    .where(REGISTRATION.c.token == bindparam("token_"), REGISTRATION.c.used_ms.is_(None))
    .values(used_ms=bindparam("now_ms"))
)
_OPEN = (REGISTRATION.c.address == bindparam("address_"), REGISTRATION.c.used_ms.is_(None))
_WAITING_REGISTRATIONS = (
    select(REGISTRATION.c.created_ms)
    .where(*_OPEN, REGISTRATION.c.created_ms > bindparam("since_ms"), REGISTRATION.c.expires_ms > bindparam("now_ms"))
    .order_by(REGISTRATION.c.created_ms.desc())
)
_VOID = update(REGISTRATION).where(*_OPEN).values(used_ms=bindparam("now_ms"))
_TOKENS = select(REGISTRATION.c.token).where(REGISTRATION.c.address == bindparam("address_"))
_DROP = delete(REGISTRATION).where(REGISTRATION.c.address == bindparam("address_"))
_FORGET = delete(REGISTRATION).where(REGISTRATION.c.expires_ms <= bindparam("now_ms"))

_HASH = STRANGER.c.address_hash == bindparam("hash")
_WRITTEN = select(STRANGER.c.written_ms).where(_HASH)
_WRITE = update(STRANGER).where(_HASH).values(written_ms=bindparam("now_ms"))
_WRITE_FIRST = insert(STRANGER)
_FORGET_STRANGERS = delete(STRANGER).where(STRANGER.c.written_ms <= bindparam("before_ms"))


def add_player(
    tx: Tx, name: str, address: str, language: str, created_ms: int, bot: Bot | None = None, *, guest: bool = False
) -> int:
    """Register a player; the address is kept in lower case. Raises AddressTaken.

    The keys of the name become theirs where they are nobody's: whether it may be chosen is for others to say. A guest,
    whom only one game knows, has none.
    """
    if player_by_address(tx, address):
        raise AddressTaken(address)
    player = {"name": name, "address": address.lower(), "language": language, "bot": bot, "created_ms": created_ms}
    added = tx.add(_ADD, **player, token=new_token(), moderator=False, token_renewed_ms=None, guest=guest)
    if not guest:
        _take_keys(tx, added, name)
    return added


def rename_player(tx: Tx, player_id: int, name: str) -> None:
    """Give a player another name, whose keys become theirs as those of a new one's do. Raises NotFound."""
    if not tx.run(_RENAME, player=player_id, new_name=name).rowcount:
        raise NotFound("player", player_id)
    tx.run(_FREE_KEYS, player=player_id)
    _take_keys(tx, player_id, name)


def _take_keys(tx: Tx, player_id: int, name: str) -> None:
    keys = keys_of(name)
    for key in sorted(keys.difference(tx.all(str, _KEYS, keys=list(keys)))):
        tx.run(_ADD_KEY, key=key, player_id=player_id)


def player(tx: Tx, player_id: int) -> PlayerRow:
    """One player. Raises NotFound."""
    return tx.one(PlayerRow, "player", _BY_ID, player_id=player_id)


def public_player(tx: Tx, player_id: int) -> PlayerRow:
    """One player whom anybody may know of: no guest. Raises NotFound."""
    return tx.one(PlayerRow, "player", _PUBLIC_BY_ID, player_id=player_id)


def player_by_address(tx: Tx, address: str) -> PlayerRow | None:
    """The player who is written to at an address, or writes from it too, in whatever case it is written."""
    return tx.first(PlayerRow, _BY_ADDRESS, address=address.lower())


def player_by_token(tx: Tx, token: str) -> PlayerRow | None:
    """The player whose own address at this server has this local part."""
    return tx.first(PlayerRow, _BY_TOKEN, token=token.lower())


def players_named(tx: Tx, name: str) -> list[PlayerRow]:
    """The players of a name, but for guests; in Latin letters without accents its case does not count."""
    return tx.all(PlayerRow, _BY_NAME, name=name)


def players_alike(tx: Tx, keys: Collection[str]) -> list[PlayerRow]:
    """The players whose names have one of these keys, by which people or orders could take them for one another."""
    return list(dict.fromkeys(tx.all(PlayerRow, _OF_KEYS, keys=list(keys))))


def players(tx: Tx) -> list[PlayerRow]:
    """All players but guests, in the order they came."""
    return tx.all(PlayerRow, _ALL)


def set_language(tx: Tx, player_id: int, language: str) -> None:
    """Give a player another language. Raises NotFound."""
    if not tx.run(_SET_LANGUAGE, player=player_id, new_language=language).rowcount:
        raise NotFound("player", player_id)


def renew_player_token(tx: Tx, player_id: int, token: str, now_ms: int | None) -> None:
    """Give a player another address at this server, and forget the old one. Raises NotFound.

    What waits to be confirmed there is void, and mails that have not left yet come from the new address. `now_ms` is
    when the player asked for it, if they did.
    """
    before = player(tx, player_id)
    tx.run(_RENEW, player=player_id, new_token=token, now_ms=now_ms)
    tx.run(_SEND_FROM, player=player_id, old_token=before.token, new_token=token)
    tx.run(_DROP_CONFIRMATION, player=player_id)


def add_sign_in(
    tx: Tx, token: str, player_id: int, created_ms: int, expires_ms: int, onward: str | None = None
) -> None:
    """Make a token good for one sign-in before `expires_ms`; only its hash is kept, and the path it leads to."""
    times = {"created_ms": created_ms, "expires_ms": expires_ms, "used_ms": None}
    tx.run(_ADD_SIGN_IN, token_hash=_hash(token), player_id=player_id, onward=onward, **times)


def sign_in(tx: Tx, token: str) -> SignInRow | None:
    """The link with this token, used or not; None where it is unknown, or was forgotten."""
    return tx.first(SignInRow, _SIGN_IN, hash=_hash(token))


def use_sign_in(tx: Tx, token: str, now_ms: int) -> int | None:
    """The player a token signs in, which uses it up; None where it is unknown, used, or too old."""
    player_id = tx.first(int, _USABLE, hash=_hash(token), now_ms=now_ms)
    if player_id is not None:
        tx.run(_USE, hash=_hash(token), now_ms=now_ms)
    return player_id


def unused_sign_ins(tx: Tx, player_id: int, since_ms: int) -> list[int]:
    """Moments after `since_ms` at which links were made that a player has not used, the newest first."""
    return tx.all(int, _WAITING, player=player_id, since_ms=since_ms)


def drop_sign_ins(tx: Tx, player_id: int) -> None:
    """Make the links that a player has not used void, and those in their reports."""
    tx.run(_DROP_SIGN_INS, player=player_id)
    tx.run(_DROP_REPORT_LINKS, player=player_id)


def add_session(tx: Tx, token: str, player_id: int, agent: str, now_ms: int, *, game_tag: str | None = None) -> str:
    """Sign a player in where `token` is kept, of which only the hash is stored; return what names it to its player.

    `game_tag` is the one game that the session is for, if it is for one. At most MOST_SESSIONS stay of those that are
    for all that is the player's, and as many of those that are for one game.
    """
    mark, facts = new_mark(), {"created_ms": now_ms, "seen_ms": now_ms, "agent": agent, "game_tag": game_tag}
    tx.run(_ADD_SESSION, mark=mark, token_hash=_hash(token), player_id=player_id, **facts)
    tx.run(_CROWD_OUT, player=player_id, whole=game_tag is None)
    return mark


def renew_session(tx: Tx, player_id: int, mark: str, token: str) -> bool:
    """Have a session that goes on kept by another token; False where it has ended."""
    return tx.run(_RENEW_SESSION, player=player_id, name=mark, new_hash=_hash(token)).rowcount > 0


def player_by_session(tx: Tx, token: str, since_ms: int) -> tuple[PlayerRow, WebSessionRow] | None:
    """The player signed in by a token, and the session; None where it is unknown, or was last used by `since_ms`."""
    return tx.first(_signed_in, _SIGNED_IN, hash=_hash(token), since_ms=since_ms)


def see_session(tx: Tx, session_id: int, now_ms: int) -> None:
    """Note that a session is in use."""
    tx.run(_SEE, session=session_id, now_ms=now_ms)


def sessions(tx: Tx, player_id: int, since_ms: int) -> list[WebSessionRow]:
    """The sessions in which a player is signed in, of those used after `since_ms`, the last used first."""
    return tx.all(WebSessionRow, _SESSIONS, player=player_id, since_ms=since_ms)


def end_session(tx: Tx, player_id: int, mark: str) -> None:
    """Sign a player out of one browser; nothing where the session is gone or another player's."""
    tx.run(_END, player=player_id, mark=mark)


def end_sessions(tx: Tx, player_id: int, *, but: int | None = None) -> None:
    """Sign a player out of every browser, but for one session if its id is given."""
    tx.run(_END_OTHERS, player=player_id, but=but)


def end_sessions_in_game(tx: Tx, tag: str, player_ids: Collection[int]) -> None:
    """Sign players out of the browsers in which they are signed in for this one game."""
    if player_ids:
        tx.run(_END_IN_GAME, tag=tag, players=list(player_ids))


def end_all_sessions(tx: Tx) -> None:
    """Sign everybody out, and make unused links void: for a copy that may hold what was ended after it was made."""
    tx.run(_END_ALL)
    tx.run(_UNUSED)
    tx.run(_DROP_ALL_REPORT_LINKS)


def forget_sign_ins(tx: Tx, links_ms: int, sessions_ms: int) -> None:
    """Remove links that had expired, and sessions that were last used, by a moment each."""
    tx.run(_FORGET_SIGN_INS, before_ms=links_ms)
    tx.run(_FORGET_SESSIONS, before_ms=sessions_ms)


def _signed_in(*found: Any) -> tuple[PlayerRow, WebSessionRow]:
    return PlayerRow(*found[:_PLAYER_FIELDS]), WebSessionRow(*found[_PLAYER_FIELDS:])


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def add_registration(tx: Tx, new: RegistrationRow) -> None:
    """Keep what somebody was mailed who may become a player."""
    tx.run(_ADD_REGISTRATION, **values(new))


def registration(tx: Tx, token: str, now_ms: int) -> RegistrationRow | None:
    """The registration of a token, used or not; None where it is unknown, or its time is up."""
    return tx.first(RegistrationRow, _GOOD, token_=token.lower(), now_ms=now_ms)


def use_registration(tx: Tx, token: str, now_ms: int) -> bool:
    """Use a registration up; False where it was before."""
    return tx.run(_USE_REGISTRATION, token_=token.lower(), now_ms=now_ms).rowcount > 0


def unused_registrations(tx: Tx, address: str, since_ms: int, now_ms: int) -> list[int]:
    """Moments after `since_ms` at which an address got a token that it can use still, the newest first."""
    return tx.all(int, _WAITING_REGISTRATIONS, address_=address.lower(), since_ms=since_ms, now_ms=now_ms)


def void_registrations(tx: Tx, address: str, now_ms: int) -> None:
    """Use up every registration that waits at an address."""
    tx.run(_VOID, address_=address.lower(), now_ms=now_ms)


def drop_registrations(tx: Tx, address: str) -> list[str]:
    """Forget every registration of an address, used or not; returns their tokens, which take no more letters."""
    tokens = tx.all(str, _TOKENS, address_=address.lower())
    tx.run(_DROP, address_=address.lower())
    return tokens


def note_stranger(tx: Tx, address: str, now_ms: int, since_ms: int) -> bool:
    """Note that an address is written to now; False, and nothing noted, where it was after `since_ms`."""
    digest = sha256(address.strip().lower().encode()).hexdigest()
    written = tx.first(int, _WRITTEN, hash=digest)
    if written is None:
        tx.run(_WRITE_FIRST, address_hash=digest, written_ms=now_ms)
    elif written <= since_ms:
        tx.run(_WRITE, hash=digest, now_ms=now_ms)
    else:
        return False
    return True


def strangers_mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> int:
    """Count the unproved addresses mailed on an occasion since a moment; those of the future do not count."""
    return len(_mailed(tx, occasion, now_ms, since_ms))


def note_stranger_mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> None:
    """Note that an unproved address is mailed on an occasion now; what was before `since_ms` is forgotten."""
    put_meta(tx, _mailed_key(occasion), json.dumps([*_mailed(tx, occasion, now_ms, since_ms), now_ms]))


def _mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> list[int]:
    kept: list[int] = json.loads(meta(tx, _mailed_key(occasion)) or "[]")
    return [at_ms for at_ms in kept if since_ms < at_ms <= now_ms]


def _mailed_key(occasion: str) -> str:
    return f"strangers mailed: {occasion}"


def forget_strangers(tx: Tx, now_ms: int, before_ms: int) -> None:
    """Let go of registrations whose time is up, and of those who were last written to before a moment."""
    tx.run(_FORGET, now_ms=now_ms)
    tx.run(_FORGET_STRANGERS, before_ms=before_ms)
