"""Things that wait in a game: requests to go back with who has agreed, and orders to be confirmed or kept for a next
turn.
"""

from typing import Literal, TypeAlias

from sqlalchemy import ForeignKeyConstraint, Index, Text, and_, bindparam, delete, or_, select, update

from pbem.store.database import Tx
from pbem.store.games.game import in_readable_game
from pbem.store.rows import add, columns
from pbem.store.tables import NEW, TableRow, column, hidden, table

ProposalStatus: TypeAlias = Literal["open", "agreed", "refused", "withdrawn", "lapsed"]


@table(
    "proposal",
    hidden("of_departed", bool),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "game_id", "status"),
    Index(None, "status", "expires_ms"),
)
class ProposalRow(TableRow):
    """A seat's proposal to all others to roll the game back to a position; open, agreed, refused, withdrawn or lapsed.

    It lapses at `expires_ms` at the latest. `of_departed` is set on an agreed one that took back moves of a player who
    had left by then.
    """

    id: int = column(primary_key=True)
    game_id: int
    seat: int
    to_position: int
    reason: str = column(sa_type=Text)
    made_ms: int
    expires_ms: int
    status: ProposalStatus


@table("consent")
class ConsentRow(TableRow):
    """A seat has agreed to a proposal."""

    proposal_id: int = column(primary_key=True, foreign_key="proposal.id")
    seat: int = column(primary_key=True)
    at_ms: int


_IS_OPEN = ProposalRow.c.status == "open"
_PROPOSALS = select(*columns(ProposalRow)).where(_IS_OPEN)
_OPEN = _PROPOSALS.where(ProposalRow.c.game_id == bindparam("game"))
_DUE = _PROPOSALS.where(
    ProposalRow.c.expires_ms <= bindparam("now_ms"), in_readable_game(ProposalRow.c.game_id)
).order_by(ProposalRow.c.id)
_CLOSE = (
    update(ProposalRow.table)
    .where(ProposalRow.c.id == bindparam("proposal"), _IS_OPEN)
    .values(status=bindparam("fate"), of_departed=bindparam("departed"))
)
_CONSENTS = select(ConsentRow.c.seat, ConsentRow.c.at_ms).where(ConsentRow.c.proposal_id == bindparam("proposal"))
_DROP_CONSENT = delete(ConsentRow.table).where(
    ConsentRow.c.proposal_id == bindparam("proposal"), ConsentRow.c.seat == bindparam("place")
)


def find_open_proposal(tx: Tx, game_id: int) -> ProposalRow | None:
    """The proposal that is open in a game at present; there is one at a time."""
    return tx.first(ProposalRow, _OPEN, game=game_id)


def list_due_proposals(tx: Tx, now_ms: int) -> list[ProposalRow]:
    """The open proposals whose time is up."""
    return tx.all(ProposalRow, _DUE, now_ms=now_ms)


def add_proposal(tx: Tx, game_id: int, seat: int, to: int, reason: str, now_ms: int, expires_ms: int) -> int:
    """Note that a seat proposes to go back to a position; return the proposal's id."""
    made = ProposalRow(NEW, game_id, seat, to, reason, now_ms, expires_ms, "open")
    return add(tx, made, of_departed=False).id


def close_proposal(tx: Tx, proposal_id: int, fate: ProposalStatus, *, of_departed: bool = False) -> None:
    """Note what became of a proposal that was open; `of_departed`: it takes back what somebody played who has left."""
    tx.run(_CLOSE, proposal=proposal_id, fate=fate, departed=of_departed)


def list_consents(tx: Tx, proposal_id: int) -> dict[int, int]:
    """The seats that have agreed to a proposal, each with the moment."""
    return dict(tx.all(_consent, _CONSENTS, proposal=proposal_id))


def add_consent(tx: Tx, proposal_id: int, seat: int, now_ms: int) -> None:
    """Note that a seat agrees now; its player before may have agreed, too."""
    tx.run(_DROP_CONSENT, proposal=proposal_id, place=seat)
    add(tx, ConsentRow(proposal_id=proposal_id, seat=seat, at_ms=now_ms))


def _consent(seat: int, at_ms: int) -> tuple[int, int]:
    return seat, at_ms


@table(
    "draft",
    hidden("game_id", int, primary_key=True),
    hidden("seat", int, primary_key=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)
class DraftRow(TableRow):
    """Orders that were previewed and wait for the seat's `confirm`."""

    text: str = column(shown=False, sa_type=Text)
    position: int
    letter_id: int | None = column(foreign_key="letter.id")
    created_ms: int


@table("applied", ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]), sqlite_with_rowid=False)
class AppliedRow(TableRow):
    """Order texts already applied in a turn, so that a letter sent twice counts once."""

    game_id: int = column(primary_key=True)
    seat: int = column(primary_key=True)
    year: int = column(primary_key=True)
    turn: int = column(primary_key=True)
    digest: str = column(primary_key=True)


@table(
    "standing",
    hidden("game_id", int, primary_key=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)
class StandingRow(TableRow):
    """Orders that a seat has given for its next turn; secret until they are carried out."""

    seat: int = column(primary_key=True)
    text: str = column(shown=False, sa_type=Text)
    position: int
    letter_id: int | None = column(foreign_key="letter.id")
    created_ms: int


_OF_SEAT = (DraftRow.c.game_id == bindparam("game_id")) & (DraftRow.c.seat == bindparam("seat"))
_DRAFT = select(*columns(DraftRow)).where(_OF_SEAT)
_CLEAR = delete(DraftRow.table).where(_OF_SEAT)
_WAS_APPLIED = select(AppliedRow.c.digest).where(*(column == bindparam(column.name) for column in AppliedRow.c))


def put_draft(tx: Tx, game_id: int, seat: int, draft: DraftRow) -> None:
    """Keep orders until the seat confirms them, in place of those before."""
    clear_draft(tx, game_id, seat)
    add(tx, draft, game_id=game_id, seat=seat)


def find_draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, left where they are."""
    return tx.first(DraftRow, _DRAFT, game_id=game_id, seat=seat)


def clear_draft(tx: Tx, game_id: int, seat: int) -> None:
    """Drop the orders that wait for the seat's confirmation, if any do."""
    tx.run(_CLEAR, game_id=game_id, seat=seat)


def was_applied(tx: Tx, game_id: int, seat: int, year: int, turn: int, digest: str) -> bool:
    """Whether orders with this digest were applied in this turn already."""
    return tx.first(str, _WAS_APPLIED, game_id=game_id, seat=seat, year=year, turn=turn, digest=digest) is not None


def mark_applied(tx: Tx, game_id: int, seat: int, year: int, turn: int, digest: str) -> None:
    """Note that orders with this digest were applied in this turn; once is enough."""
    if not was_applied(tx, game_id, seat, year, turn, digest):
        add(tx, AppliedRow(game_id=game_id, seat=seat, year=year, turn=turn, digest=digest))


_STANDING_IN_GAME = StandingRow.c.game_id == bindparam("game_id")
_STANDING_OF_SEAT = _STANDING_IN_GAME & (StandingRow.c.seat == bindparam("seat"))
_ORDERS = select(*columns(StandingRow)).where(_STANDING_IN_GAME).order_by(StandingRow.c.seat)
_CLEAR_STANDING = delete(StandingRow.table).where(_STANDING_OF_SEAT)
_FORGET_APPLIED = delete(AppliedRow.table).where(
    AppliedRow.c.game_id == bindparam("game"),
    or_(
        AppliedRow.c.year > bindparam("in_year"),
        and_(AppliedRow.c.year == bindparam("in_year"), AppliedRow.c.turn >= bindparam("from_turn")),
    ),
)


def put_standing(tx: Tx, game_id: int, orders: StandingRow) -> None:
    """Keep a seat's orders for its next turn, in place of those before."""
    clear_standing(tx, game_id, orders.seat)
    add(tx, orders, game_id=game_id)


def list_standing_orders(tx: Tx, game_id: int) -> dict[int, StandingRow]:
    """The orders that wait in a game for a next turn, by seat. They are secret to their seats."""
    return {row.seat: row for row in tx.all(StandingRow, _ORDERS, game_id=game_id)}


def take_standing(tx: Tx, game_id: int, seat: int) -> StandingRow | None:
    """The orders that wait for a seat's next turn, which wait no longer."""
    orders = list_standing_orders(tx, game_id).get(seat)
    if orders is not None:
        clear_standing(tx, game_id, seat)
    return orders


def clear_standing(tx: Tx, game_id: int, seat: int) -> None:
    """Drop the orders that wait for a seat's next turn, if any do."""
    tx.run(_CLEAR_STANDING, game_id=game_id, seat=seat)


def forget_applied(tx: Tx, game_id: int, year: int, turn: int) -> None:
    """Forget which texts were applied in a turn and those behind it, so that they may be sent again."""
    tx.run(_FORGET_APPLIED, game=game_id, in_year=year, from_turn=turn)
