"""Vacant seats: offers of them, votes to end a game that waits, and standby players."""

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from sqlalchemy import ForeignKeyConstraint, Index, and_, bindparam, delete, func, or_, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.games.game import GameRow, in_readable_game
from pbem.store.games.proposals import DraftRow, StandingRow
from pbem.store.games.seats import Came, Left, MuteRow, SeatRow, TenureRow
from pbem.store.players.player import PlayerRow
from pbem.store.players.registrations import ConfirmationRow
from pbem.store.rows import add, columns
from pbem.store.tables import NEW, TableRow, column, table

OfferStatus: TypeAlias = Literal["open", "taken", "declined", "lapsed"]


@table("standby", Index(None, "kind", "since_ms"))
class StandbyRow(TableRow):
    """A player who would take over a seat that somebody gave up or neglects, in a kind of game."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    kind: str = column(primary_key=True)
    since_ms: int


@table(
    "offer",
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "status", "expires_ms"),
    Index(None, "game_id", "seat"),
)
class OfferRow(TableRow):
    """A seat that a player was offered, until when they may take it, and what they have made of it."""

    id: int = column(primary_key=True)
    game_id: int
    seat: int
    player_id: int = column(foreign_key="player.id", index=True)
    made_ms: int
    expires_ms: int
    status: OfferStatus


_ONE_SEAT = (SeatRow.c.game_id == bindparam("game")) & (SeatRow.c.seat == bindparam("place"))
_VACATE = (
    update(SeatRow.table)
    .where(_ONE_SEAT)
    .values(vacant_ms=bindparam("now_ms"), token=bindparam("new_token"), token_revoked_ms=bindparam("now_ms"))
)
_OCCUPY = (
    update(SeatRow.table)
    .where(_ONE_SEAT)
    .values(
        player_id=bindparam("player"),
        token=bindparam("new_token"),
        token_revoked_ms=None,
        token_renewed_ms=None,
        vacant_ms=None,
        program_ms=None,
        extensions=0,
    )
)
_LEAVE_TO_PROGRAM = update(SeatRow.table).where(_ONE_SEAT).values(program_ms=bindparam("now_ms"))
_BOT = select(PlayerRow.c.bot).where(PlayerRow.c.id == bindparam("player")).scalar_subquery()
_SET_BOT = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"), GameRow.c.active_seat == bindparam("place"))
    .values(active_bot=_BOT)
)
_PAPERS: Final = tuple(
    delete(table).where(table.c.game_id == bindparam("game"), table.c.seat == bindparam("place"))
    for table in (ConfirmationRow.table, DraftRow.table, StandingRow.table)
)
_HOLDER = select(SeatRow.c.player_id).where(_ONE_SEAT)
_UNMUTE = delete(MuteRow.table).where(MuteRow.c.game_id == bindparam("game"), MuteRow.c.seat == bindparam("place"))
_OF_SEAT = (TenureRow.c.game_id == bindparam("game")) & (TenureRow.c.seat == bindparam("place"))
_END_TENURE = (
    update(TenureRow.table)
    .where(_OF_SEAT, TenureRow.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"), left=bindparam("how"))
)
_NUMBER = select(func.count()).select_from(TenureRow.table).where(_OF_SEAT)
_OFFERS = select(*columns(OfferRow)).order_by(OfferRow.c.id)
_OFFERS_OF_SEAT = _OFFERS.where(OfferRow.c.game_id == bindparam("game"), OfferRow.c.seat == bindparam("place"))
_OPEN = OfferRow.c.status == "open"
_OPEN_OF_PLAYER = _OFFERS.where(_OPEN, OfferRow.c.player_id == bindparam("player"))
_DUE = _OFFERS.where(_OPEN, OfferRow.c.expires_ms <= bindparam("now_ms"), in_readable_game(OfferRow.c.game_id))
_CLOSE = update(OfferRow.table).where(OfferRow.c.id == bindparam("offer"), _OPEN).values(status=bindparam("fate"))
_SITS_HERE = select(SeatRow.c.seat).where(_ONE_SEAT, SeatRow.c.vacant_ms.is_(None)).exists()
_LAPSE = (
    update(OfferRow.table)
    .where(_OPEN, OfferRow.c.game_id == bindparam("game"), OfferRow.c.seat == bindparam("place"), _SITS_HERE)
    .values(status="lapsed")
)
_VACANT = (
    select(SeatRow.c.game_id, SeatRow.c.seat)
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(GameRow.c.status == "playing", GameRow.c.purpose == "match", SeatRow.c.vacant_ms.is_not(None))
    .order_by(SeatRow.c.vacant_ms, SeatRow.c.game_id, SeatRow.c.seat)
)
_UNMANNED = (
    select(SeatRow.c.game_id, SeatRow.c.seat)
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(
        GameRow.c.status == "playing",
        GameRow.c.purpose == "match",
        GameRow.c.kind == bindparam("kind"),
        or_(
            SeatRow.c.vacant_ms.is_not(None),
            and_(GameRow.c.late == "standby", GameRow.c.active_seat == SeatRow.c.seat, GameRow.c.overdue > 0),
        ),
    )
    .order_by(SeatRow.c.game_id, SeatRow.c.seat)
)
_STANDING_BY = (
    select(StandbyRow.c.player_id)
    .where(StandbyRow.c.kind == bindparam("kind"))
    .order_by(StandbyRow.c.since_ms, StandbyRow.c.player_id)
)
_KINDS = select(StandbyRow.c.kind).where(StandbyRow.c.player_id == bindparam("player")).order_by(StandbyRow.c.kind)
_STAND_DOWN = delete(StandbyRow.table).where(
    StandbyRow.c.player_id == bindparam("player"), StandbyRow.c.kind == bindparam("dropped")
)


def vacate_seat(tx: Tx, game_id: int, seat: int, token: str, how: Left, now_ms: int) -> None:
    """Make a seat vacant: its address is another, and closed, and what its player had prepared is dropped.

    Raises NotFound.
    """
    if not tx.run(_VACATE, game=game_id, place=seat, new_token=token, now_ms=now_ms).rowcount:
        raise NotFound("seat", (game_id, seat))
    tx.run(_END_TENURE, game=game_id, place=seat, now_ms=now_ms, how=how)
    _drop_papers(tx, game_id, seat)


def leave_to_program(tx: Tx, game_id: int, seat: int, now_ms: int) -> None:
    """Have a program play a vacant seat from now on, as long as nobody takes it."""
    tx.run(_LEAVE_TO_PROGRAM, game=game_id, place=seat, now_ms=now_ms)


def occupy_seat(
    tx: Tx, game_id: int, seat: int, player_id: int, token: str, came: Came, replaced: Left, now_ms: int
) -> None:
    """Give a seat to a player, under a new address; `replaced` is how a present player leaves.

    Players who have muted the seat are told of it again, unless the same player comes back. Raises NotFound.
    """
    if tx.one(int, "seat", _HOLDER, game=game_id, place=seat) != player_id:
        tx.run(_UNMUTE, game=game_id, place=seat)
    tx.run(_OCCUPY, game=game_id, place=seat, player=player_id, new_token=token)
    tx.run(_SET_BOT, game=game_id, place=seat, player=player_id)
    tx.run(_END_TENURE, game=game_id, place=seat, now_ms=now_ms, how=replaced)
    number = tx.one(int, "seat", _NUMBER, game=game_id, place=seat)
    add(tx, TenureRow(player_id, now_ms, None, came, None), game_id=game_id, seat=seat, number=number)
    _drop_papers(tx, game_id, seat)


def _drop_papers(tx: Tx, game_id: int, seat: int) -> None:
    for statement in _PAPERS:
        tx.run(statement, game=game_id, place=seat)


def add_offer(tx: Tx, game_id: int, seat: int, player_id: int, now_ms: int, expires_ms: int) -> None:
    """Note that a seat is offered to a player, until a moment."""
    add(tx, OfferRow(NEW, game_id, seat, player_id, now_ms, expires_ms, "open"))


def list_offers(tx: Tx, game_id: int, seat: int) -> list[OfferRow]:
    """All offers of a seat that there ever were, in order."""
    return tx.all(OfferRow, _OFFERS_OF_SEAT, game=game_id, place=seat)


def list_open_offers_to(tx: Tx, player_id: int) -> list[OfferRow]:
    """The offers that a player may still take."""
    return tx.all(OfferRow, _OPEN_OF_PLAYER, player=player_id)


def list_due_offers(tx: Tx, now_ms: int) -> list[OfferRow]:
    """The open offers whose time is up."""
    return tx.all(OfferRow, _DUE, now_ms=now_ms)


def close_offer(tx: Tx, offer_id: int, fate: OfferStatus) -> None:
    """Note what became of an offer that was open."""
    tx.run(_CLOSE, offer=offer_id, fate=fate)


def lapse_offers(tx: Tx, game_id: int, seat: int) -> None:
    """End the offer of a seat whose player was late and has played after all."""
    tx.run(_LAPSE, game=game_id, place=seat)


def list_vacant_seats(tx: Tx) -> list[tuple[int, int]]:
    """The vacant seats of all games that are played, as game and seat, those that are vacant longest first."""
    return tx.all(_pair, _VACANT)


def list_unmanned_seats(tx: Tx, kind: str) -> list[tuple[int, int]]:
    """The seats of a kind of game to be offered to players who stand by: vacant ones, and late ones where so agreed."""
    return tx.all(_pair, _UNMANNED, kind=kind)


def list_standbys(tx: Tx, kind: str) -> list[int]:
    """The players who would take over a seat in a kind of game, in the order in which they have said so."""
    return tx.all(int, _STANDING_BY, kind=kind)


def list_kinds_stood_by(tx: Tx, player_id: int) -> list[str]:
    """The kinds of game in which a player would take over a seat."""
    return tx.all(str, _KINDS, player=player_id)


def stand_by(tx: Tx, player_id: int, kinds: Collection[str], now_ms: int) -> None:
    """Note in which kinds of game a player would take over a seat; who has said so before keeps their place."""
    known = list_kinds_stood_by(tx, player_id)
    for kind in known:
        if kind not in kinds:
            tx.run(_STAND_DOWN, player=player_id, dropped=kind)
    for kind in kinds:
        if kind not in known:
            add(tx, StandbyRow(player_id=player_id, kind=kind, since_ms=now_ms))


def _pair(game_id: int, seat: int) -> tuple[int, int]:
    return game_id, seat
