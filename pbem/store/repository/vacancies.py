"""Seats that change hands: who had them, who is offered them, who stands by for them; and who watches a game."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import (
    CONFIRMATION,
    DRAFT,
    END_VOTE,
    GAME,
    MUTE,
    OFFER,
    PLAYER,
    SEAT,
    STANDBY,
    STANDING,
    TENURE,
    WATCH,
    columns,
)
from pbem.store.rows import Came, EndVoteRow, GameRow, Left, OfferRow, OfferStatus, TenureRow, WatcherRow

_ONE_SEAT = (SEAT.c.game_id == bindparam("game")) & (SEAT.c.seat == bindparam("place"))
_VACATE = (
    update(SEAT)
    .where(_ONE_SEAT)
    .values(vacant_ms=bindparam("now_ms"), token=bindparam("new_token"), token_revoked_ms=bindparam("now_ms"))
)
_OCCUPY = (
    update(SEAT)
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
_LEAVE_TO_PROGRAM = update(SEAT).where(_ONE_SEAT).values(program_ms=bindparam("now_ms"))
_VOTES = select(*columns(EndVoteRow, END_VOTE)).where(END_VOTE.c.game_id == bindparam("game")).order_by(END_VOTE.c.seat)
_DROP_VOTE = delete(END_VOTE).where(END_VOTE.c.game_id == bindparam("game"), END_VOTE.c.seat == bindparam("place"))
_ADD_VOTE = insert(END_VOTE)
_BOT = select(PLAYER.c.bot).where(PLAYER.c.id == bindparam("player")).scalar_subquery()
_SET_BOT = (
    update(GAME).where(GAME.c.id == bindparam("game"), GAME.c.active_seat == bindparam("place")).values(active_bot=_BOT)
)
_PAPERS: Final = tuple(
    delete(table).where(table.c.game_id == bindparam("game"), table.c.seat == bindparam("place"))
    for table in (CONFIRMATION, DRAFT, STANDING)
)
_HOLDER = select(SEAT.c.player_id).where(_ONE_SEAT)
_UNMUTE = delete(MUTE).where(MUTE.c.game_id == bindparam("game"), MUTE.c.seat == bindparam("place"))

_OF_SEAT = (TENURE.c.game_id == bindparam("game")) & (TENURE.c.seat == bindparam("place"))
_TENURES = select(*columns(TenureRow, TENURE)).where(_OF_SEAT).order_by(TENURE.c.number)
_HAD = (
    select(TENURE.c.seat)
    .where(TENURE.c.game_id == bindparam("game"), TENURE.c.player_id == bindparam("player"))
    .distinct()
    .order_by(TENURE.c.seat)
)
_END_TENURE = (
    update(TENURE)
    .where(_OF_SEAT, TENURE.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"), left=bindparam("how"))
)
_NUMBER = select(func.count()).select_from(TENURE).where(_OF_SEAT)
_ADD_TENURE = insert(TENURE)

_OFFERS = select(*columns(OfferRow, OFFER)).order_by(OFFER.c.id)
_OFFERS_OF_SEAT = _OFFERS.where(OFFER.c.game_id == bindparam("game"), OFFER.c.seat == bindparam("place"))
_OPEN = OFFER.c.status == "open"
_OPEN_OF_PLAYER = _OFFERS.where(_OPEN, OFFER.c.player_id == bindparam("player"))
_DUE = _OFFERS.where(_OPEN, OFFER.c.expires_ms <= bindparam("now_ms"))
_ADD_OFFER = insert(OFFER)
_CLOSE = update(OFFER).where(OFFER.c.id == bindparam("offer"), _OPEN).values(status=bindparam("fate"))
_SITS_HERE = select(SEAT.c.seat).where(_ONE_SEAT, SEAT.c.vacant_ms.is_(None)).exists()
_LAPSE = (
    update(OFFER)
    .where(_OPEN, OFFER.c.game_id == bindparam("game"), OFFER.c.seat == bindparam("place"), _SITS_HERE)
    .values(status="lapsed")
)

_VACANT = (
    select(SEAT.c.game_id, SEAT.c.seat)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(GAME.c.status == "playing", GAME.c.purpose == "match", SEAT.c.vacant_ms.is_not(None))
    .order_by(SEAT.c.vacant_ms, SEAT.c.game_id, SEAT.c.seat)
)
_UNMANNED = (
    select(SEAT.c.game_id, SEAT.c.seat)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        GAME.c.status == "playing",
        GAME.c.purpose == "match",
        GAME.c.kind == bindparam("kind"),
        or_(
            SEAT.c.vacant_ms.is_not(None),
            and_(GAME.c.late == "standby", GAME.c.active_seat == SEAT.c.seat, GAME.c.overdue > 0),
        ),
    )
    .order_by(SEAT.c.game_id, SEAT.c.seat)
)

_STANDING_BY = (
    select(STANDBY.c.player_id)
    .where(STANDBY.c.kind == bindparam("kind"))
    .order_by(STANDBY.c.since_ms, STANDBY.c.player_id)
)
_KINDS = select(STANDBY.c.kind).where(STANDBY.c.player_id == bindparam("player")).order_by(STANDBY.c.kind)
_STAND_BY = insert(STANDBY)
_STAND_DOWN = delete(STANDBY).where(STANDBY.c.player_id == bindparam("player"), STANDBY.c.kind == bindparam("dropped"))

_ONE = (WATCH.c.game_id == bindparam("game")) & (WATCH.c.player_id == bindparam("player"))
_PLAYS = (
    select(SEAT.c.seat)
    .where(SEAT.c.game_id == WATCH.c.game_id, SEAT.c.player_id == WATCH.c.player_id, SEAT.c.vacant_ms.is_(None))
    .exists()
)
_WATCHERS = (
    select(*columns(WatcherRow, WATCH, PLAYER))
    .join(PLAYER, PLAYER.c.id == WATCH.c.player_id)
    .where(~_PLAYS)
    .order_by(WATCH.c.game_id, WATCH.c.player_id)
)
_OF_GAME = _WATCHERS.where(WATCH.c.game_id == bindparam("game"))
_OF_PLAYER = _WATCHERS.where(WATCH.c.player_id == bindparam("player"))
_GAMES = (
    select(*columns(GameRow, GAME))
    .join(WATCH, WATCH.c.game_id == GAME.c.id)
    .where(WATCH.c.player_id == bindparam("player"), ~_PLAYS)
    .order_by(GAME.c.id.desc())
)
_ADD = insert(WATCH)
_DELETE = delete(WATCH).where(_ONE)
_TELL = update(WATCH).where(_ONE).values(told=bindparam("upto"), reported=bindparam("final"))


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


def put_end_vote(tx: Tx, game_id: int, seat: int, *, concedes: bool, now_ms: int) -> None:
    """Note that a seat agrees to the game's end, or concedes; what it said before counts no more."""
    tx.run(_DROP_VOTE, game=game_id, place=seat)
    tx.run(_ADD_VOTE, game_id=game_id, seat=seat, concedes=concedes, at_ms=now_ms)


def end_votes(tx: Tx, game_id: int) -> list[EndVoteRow]:
    """The seats that want a game to end as it stands, in order; those of earlier turns, too."""
    return tx.all(EndVoteRow, _VOTES, game=game_id)


def occupy_seat(
    tx: Tx, game_id: int, seat: int, player_id: int, token: str, came: Came, replaced: Left, now_ms: int
) -> None:
    """Give a seat to a player, under a new address; `replaced` is how whoever still has it leaves.

    Who has muted the seat hears it again, unless it is the same player who comes back. Raises NotFound.
    """
    if tx.one(int, "seat", _HOLDER, game=game_id, place=seat) != player_id:
        tx.run(_UNMUTE, game=game_id, place=seat)
    tx.run(_OCCUPY, game=game_id, place=seat, player=player_id, new_token=token)
    tx.run(_SET_BOT, game=game_id, place=seat, player=player_id)
    tx.run(_END_TENURE, game=game_id, place=seat, now_ms=now_ms, how=replaced)
    number = tx.one(int, "seat", _NUMBER, game=game_id, place=seat)
    since = {"from_ms": now_ms, "until_ms": None, "came": came, "left": None}
    tx.run(_ADD_TENURE, game_id=game_id, seat=seat, number=number, player_id=player_id, **since)
    _drop_papers(tx, game_id, seat)


def _drop_papers(tx: Tx, game_id: int, seat: int) -> None:
    for statement in _PAPERS:
        tx.run(statement, game=game_id, place=seat)


def tenures(tx: Tx, game_id: int, seat: int) -> list[TenureRow]:
    """The tenures of a seat, in order."""
    return tx.all(TenureRow, _TENURES, game=game_id, place=seat)


def seats_ever_of(tx: Tx, game_id: int, player_id: int) -> list[int]:
    """The seats of a game that a player has, or once had."""
    return tx.all(int, _HAD, game=game_id, player=player_id)


def add_offer(tx: Tx, game_id: int, seat: int, player_id: int, now_ms: int, expires_ms: int) -> None:
    """Note that a seat is offered to a player, until a moment."""
    facts = {"made_ms": now_ms, "expires_ms": expires_ms, "status": "open"}
    tx.add(_ADD_OFFER, game_id=game_id, seat=seat, player_id=player_id, **facts)


def offers(tx: Tx, game_id: int, seat: int) -> list[OfferRow]:
    """All offers of a seat that there ever were, in order."""
    return tx.all(OfferRow, _OFFERS_OF_SEAT, game=game_id, place=seat)


def open_offers_to(tx: Tx, player_id: int) -> list[OfferRow]:
    """The offers that a player may still take."""
    return tx.all(OfferRow, _OPEN_OF_PLAYER, player=player_id)


def due_offers(tx: Tx, now_ms: int) -> list[OfferRow]:
    """The open offers whose time is up."""
    return tx.all(OfferRow, _DUE, now_ms=now_ms)


def close_offer(tx: Tx, offer_id: int, fate: OfferStatus) -> None:
    """Note what became of an offer that was open."""
    tx.run(_CLOSE, offer=offer_id, fate=fate)


def lapse_offers(tx: Tx, game_id: int, seat: int) -> None:
    """End the offer of a seat whose player was late and has played after all."""
    tx.run(_LAPSE, game=game_id, place=seat)


def vacant_seats(tx: Tx) -> list[tuple[int, int]]:
    """The vacant seats of all games that are played, as game and seat, those that are vacant longest first."""
    return tx.all(_pair, _VACANT)


def unmanned_seats(tx: Tx, kind: str) -> list[tuple[int, int]]:
    """The seats of a kind of game to be offered to players who stand by: vacant ones, and late ones where so agreed."""
    return tx.all(_pair, _UNMANNED, kind=kind)


def standing_by(tx: Tx, kind: str) -> list[int]:
    """The players who would take over a seat in a kind of game, in the order in which they have said so."""
    return tx.all(int, _STANDING_BY, kind=kind)


def kinds_stood_by(tx: Tx, player_id: int) -> list[str]:
    """The kinds of game in which a player would take over a seat."""
    return tx.all(str, _KINDS, player=player_id)


def stand_by(tx: Tx, player_id: int, kinds: Collection[str], now_ms: int) -> None:
    """Note in which kinds of game a player would take over a seat; who has said so before keeps their place."""
    known = kinds_stood_by(tx, player_id)
    for kind in known:
        if kind not in kinds:
            tx.run(_STAND_DOWN, player=player_id, dropped=kind)
    for kind in kinds:
        if kind not in known:
            tx.run(_STAND_BY, player_id=player_id, kind=kind, since_ms=now_ms)


def _pair(game_id: int, seat: int) -> tuple[int, int]:
    return game_id, seat


def add_watch(tx: Tx, game_id: int, player_id: int, now_ms: int, told: int, reported: int) -> None:
    """Note that a player watches a game, who knows it up to these positions; again, that they know it up to there."""
    if not tx.run(_TELL, game=game_id, player=player_id, upto=told, final=reported).rowcount:
        tx.run(_ADD, game_id=game_id, player_id=player_id, since_ms=now_ms, told=told, reported=reported)


def remove_watch(tx: Tx, game_id: int, player_id: int) -> bool:
    """Note that a player does not watch a game; return whether they did."""
    return bool(tx.run(_DELETE, game=game_id, player=player_id).rowcount)


def watchers(tx: Tx, game_id: int) -> list[WatcherRow]:
    """The watchers of a game; those who have taken a seat in it meanwhile are left out."""
    return tx.all(WatcherRow, _OF_GAME, game=game_id)


def watches(tx: Tx, player_id: int) -> list[WatcherRow]:
    """All that a player watches, by game."""
    return tx.all(WatcherRow, _OF_PLAYER, player=player_id)


def watched_games(tx: Tx, player_id: int) -> list[GameRow]:
    """The games that a player watches, the newest first."""
    return tx.all(GameRow, _GAMES, player=player_id)


def mark_watcher_notified(tx: Tx, game_id: int, player_id: int, told: int, reported: int) -> None:
    """Note up to which positions a watcher was told of notes, and of what was played."""
    tx.run(_TELL, game=game_id, player=player_id, upto=told, final=reported)
