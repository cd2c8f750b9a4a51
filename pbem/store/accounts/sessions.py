"""Sessions of signed-in players, and links in reports that sign their reader in."""

from collections.abc import Collection
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    ColumnElement,
    ForeignKeyConstraint,
    Integer,
    Text,
    bindparam,
    delete,
    exists,
    literal_column,
    or_,
    select,
    update,
)

from pbem.chance import new_mark
from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow
from pbem.store.games.seats import SeatRow, TurnTakenRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, hash_token
from pbem.store.tables import NEW, TableRow, column, hidden, table


@table(
    "report_link",
    hidden("token_hash", str, primary_key=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)
class ReportLinkRow(TableRow):
    """A link in a report, which signs its player in for that game until their turn ends; known by its token's hash."""

    game_id: int = column(index=True)
    seat: int
    player_id: int = column(foreign_key="player.id", index=True)
    created_ms: int = column(index=True)


_LINKS = select(*columns(ReportLinkRow))
_ONE = _LINKS.where(ReportLinkRow.c.token_hash == bindparam("hash"))
_IS_OF_SEAT = (TurnTakenRow.c.game_id == ReportLinkRow.c.game_id) & (TurnTakenRow.c.seat == ReportLinkRow.c.seat)
_HAS_PLAYED = exists().where(_IS_OF_SEAT, TurnTakenRow.c.ended_ms > ReportLinkRow.c.created_ms)
_WAS_ROLLED_BACK = exists().where(
    EntryRow.c.game_id == ReportLinkRow.c.game_id,
    EntryRow.c.kind == "rollback",
    EntryRow.c.at_ms > ReportLinkRow.c.created_ms,
)
"""Turns that were taken back are counted no more: by them alone a link would be good again that had been used up."""
_GOOD = (
    _ONE.join(GameRow.table, GameRow.c.id == ReportLinkRow.c.game_id)
    .join(SeatRow.table, (SeatRow.c.game_id == ReportLinkRow.c.game_id) & (SeatRow.c.seat == ReportLinkRow.c.seat))
    .where(
        GameRow.c.status == "playing",
        SeatRow.c.player_id == ReportLinkRow.c.player_id,
        SeatRow.c.vacant_ms.is_(None),
        ReportLinkRow.c.created_ms > bindparam("since_ms"),
        ~_HAS_PLAYED,
        ~_WAS_ROLLED_BACK,
    )
)
_MADE = select(ReportLinkRow.c.created_ms).where(
    ReportLinkRow.c.game_id == bindparam("game"),
    ReportLinkRow.c.seat == bindparam("place"),
    ReportLinkRow.c.created_ms > bindparam("since_ms"),
)
_FORGET = delete(ReportLinkRow.table).where(ReportLinkRow.c.created_ms <= bindparam("before_ms"))


def add_report_link(tx: Tx, token: str, row: ReportLinkRow) -> None:
    """Make a token good for a player's seat until their turn ends; only its hash is kept."""
    add(tx, row, token_hash=hash_token(token))


def find_report_link(tx: Tx, token: str) -> ReportLinkRow | None:
    """The link with this token, whether it is good still or not; None where it is unknown, or was forgotten."""
    return tx.first(ReportLinkRow, _ONE, hash=hash_token(token))


def find_good_report_link(tx: Tx, token: str, since_ms: int) -> ReportLinkRow | None:
    """The same, of one made after a moment whose player has the seat still; since then they ended no turn, and no
    turns were taken back.
    """
    return tx.first(ReportLinkRow, _GOOD, hash=hash_token(token), since_ms=since_ms)


def list_report_links_since(tx: Tx, game_id: int, seat: int, since_ms: int) -> list[int]:
    """The moments after `since_ms` at which links were made for a seat."""
    return tx.all(int, _MADE, game=game_id, place=seat, since_ms=since_ms)


def forget_report_links(tx: Tx, before_ms: int) -> None:
    """Remove the links that were made by a moment."""
    tx.run(_FORGET, before_ms=before_ms)


@table("sign_in", hidden("token_hash", str, primary_key=True))
class SignInRow(TableRow):
    """A mailed sign-in link, known by the hash of its token only; `onward` is the path of the page it leads to."""

    player_id: int = column(foreign_key="player.id", index=True)
    expires_ms: int
    used_ms: int | None
    onward: str | None = column(sa_type=Text)
    """The path of the page that it leads to; None for the player's games."""
    created_ms: int


# What names a session by its id must not meet another one under it.
@table(
    "web_session",
    hidden("token_hash", str, unique=True),
    hidden("player_id", int, foreign_key="player.id", index=True),
    sqlite_autoincrement=True,
)
class WebSessionRow(TableRow):
    """A browser in which a player is signed in, known by the hash of its token only.

    `agent` is a short label of the browser, such as "Firefox, Linux"; "" for one that is not known.
    """

    id: int = column(primary_key=True)
    mark: str = column(unique=True)
    """Names it to its player."""
    agent: str
    """A short label of the browser, such as "Firefox, Linux"; "" for one that is not known."""
    created_ms: int
    seen_ms: int
    """When it was last used, to about a day."""
    game_tag: str | None = None
    """The one game that the session is for; None where it is for all of the player's pages."""


MOST_SESSIONS: Final = 20
"""Browsers in which a player can be signed in; one more signs out the one not used for longest."""
_SIGN_IN = select(*columns(SignInRow)).where(SignInRow.c.token_hash == bindparam("hash"))
_USABLE = select(SignInRow.c.player_id).where(
    SignInRow.c.token_hash == bindparam("hash"),
    SignInRow.c.used_ms.is_(None),
    SignInRow.c.expires_ms > bindparam("now_ms"),
)
_USE = update(SignInRow.table).where(SignInRow.c.token_hash == bindparam("hash")).values(used_ms=bindparam("now_ms"))
_WAITING = (
    select(SignInRow.c.created_ms)
    .where(
        SignInRow.c.player_id == bindparam("player"),
        SignInRow.c.used_ms.is_(None),
        SignInRow.c.created_ms > bindparam("since_ms"),
    )
    .order_by(SignInRow.c.created_ms.desc())
)
_UNUSED = delete(SignInRow.table).where(SignInRow.c.used_ms.is_(None))
_DROP_SIGN_INS = _UNUSED.where(SignInRow.c.player_id == bindparam("player"))
_DROP_REPORT_LINKS = delete(ReportLinkRow.table).where(ReportLinkRow.c.player_id == bindparam("player"))
_DROP_ALL_REPORT_LINKS = delete(ReportLinkRow.table)
_FORGET_SIGN_INS = delete(SignInRow.table).where(SignInRow.c.expires_ms <= bindparam("before_ms"))
_SESSION_COLUMNS = columns(WebSessionRow)
_PLAYER_FIELDS = len(fields(PlayerRow))
_OWN_SESSIONS = WebSessionRow.c.player_id == bindparam("player")
_LIVE = WebSessionRow.c.seen_ms > bindparam("since_ms")
_LATEST = (WebSessionRow.c.seen_ms.desc(), WebSessionRow.c.id.desc())
_OPEN_ACCOUNT: ColumnElement[str] = literal_column("'open'")
_SIGNED_IN = (
    select(*columns(PlayerRow), *_SESSION_COLUMNS)
    .join(WebSessionRow.table, WebSessionRow.c.player_id == PlayerRow.c.id)
    .where(WebSessionRow.c.token_hash == bindparam("hash"), _LIVE, PlayerRow.c.standing == _OPEN_ACCOUNT)
)
_SESSIONS = select(*_SESSION_COLUMNS).where(_OWN_SESSIONS, _LIVE).order_by(*_LATEST)
_IS_ALIKE = WebSessionRow.c.game_tag.is_(None) == bindparam("whole", type_=Boolean)
_NEWEST = select(WebSessionRow.c.id).where(_OWN_SESSIONS, _IS_ALIKE).order_by(*_LATEST).limit(MOST_SESSIONS)
_SEE = update(WebSessionRow.table).where(WebSessionRow.c.id == bindparam("session")).values(seen_ms=bindparam("now_ms"))
_RENEW_SESSION = (
    update(WebSessionRow.table)
    .where(_OWN_SESSIONS, WebSessionRow.c.mark == bindparam("name"))
    .values(token_hash=bindparam("new_hash"))
)
_CROWD_OUT = delete(WebSessionRow.table).where(_OWN_SESSIONS, _IS_ALIKE, WebSessionRow.c.id.not_in(_NEWEST))
_END = delete(WebSessionRow.table).where(_OWN_SESSIONS, WebSessionRow.c.mark == bindparam("mark"))
_END_OTHERS = delete(WebSessionRow.table).where(
    _OWN_SESSIONS, or_(bindparam("but", type_=Integer).is_(None), WebSessionRow.c.id != bindparam("but", type_=Integer))
)
_END_IN_GAME = delete(WebSessionRow.table).where(
    WebSessionRow.c.game_tag == bindparam("tag"), WebSessionRow.c.player_id.in_(bindparam("players", expanding=True))
)
_END_ALL = delete(WebSessionRow.table)
_FORGET_SESSIONS = delete(WebSessionRow.table).where(WebSessionRow.c.seen_ms <= bindparam("before_ms"))


def add_sign_in(
    tx: Tx, token: str, player_id: int, created_ms: int, expires_ms: int, onward: str | None = None
) -> None:
    """Make a token good for one sign-in before `expires_ms`; only its hash is kept, and the path it leads to."""
    add(tx, SignInRow(player_id, expires_ms, None, onward, created_ms), token_hash=hash_token(token))


def find_sign_in(tx: Tx, token: str) -> SignInRow | None:
    """The link with this token, used or not; None where it is unknown, or was forgotten."""
    return tx.first(SignInRow, _SIGN_IN, hash=hash_token(token))


def use_sign_in(tx: Tx, token: str, now_ms: int) -> int | None:
    """The player a token signs in, which uses it up; None where it is unknown, used, or too old."""
    player_id = tx.first(int, _USABLE, hash=hash_token(token), now_ms=now_ms)
    if player_id is not None:
        tx.run(_USE, hash=hash_token(token), now_ms=now_ms)
    return player_id


def list_unused_sign_ins(tx: Tx, player_id: int, since_ms: int) -> list[int]:
    """Moments after `since_ms` at which links were made that a player has not used, the newest first."""
    return tx.all(int, _WAITING, player=player_id, since_ms=since_ms)


def drop_sign_ins(tx: Tx, player_id: int) -> None:
    """Make the links that a player has not used void, and those in their reports."""
    tx.run(_DROP_SIGN_INS, player=player_id)
    tx.run(_DROP_REPORT_LINKS, player=player_id)


def add_session(tx: Tx, token: str, player_id: int, agent: str, now_ms: int, *, game_tag: str | None = None) -> str:
    """Sign a player in on the device that holds `token`; return the name under which its player sees the session.

    Only the token's hash is stored. `game_tag` limits the session to one game. At most MOST_SESSIONS unlimited ones and
    as many limited ones remain; the oldest are dropped.
    """
    mark = new_mark()
    row = WebSessionRow(NEW, mark, agent, now_ms, now_ms, game_tag)
    add(tx, row, token_hash=hash_token(token), player_id=player_id)
    tx.run(_CROWD_OUT, player=player_id, whole=game_tag is None)
    return mark


def renew_session(tx: Tx, player_id: int, mark: str, token: str) -> bool:
    """Have a session that goes on kept by another token; False where it has ended."""
    return tx.run(_RENEW_SESSION, player=player_id, name=mark, new_hash=hash_token(token)).rowcount > 0


def find_player_by_session(tx: Tx, token: str, since_ms: int) -> tuple[PlayerRow, WebSessionRow] | None:
    """The player signed in by a token, and the session; None where it is unknown, or was last used by `since_ms`."""
    return tx.first(_signed_in, _SIGNED_IN, hash=hash_token(token), since_ms=since_ms)


def see_session(tx: Tx, session_id: int, now_ms: int) -> None:
    """Note that a session is in use."""
    tx.run(_SEE, session=session_id, now_ms=now_ms)


def list_sessions(tx: Tx, player_id: int, since_ms: int) -> list[WebSessionRow]:
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
