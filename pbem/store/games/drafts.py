"""Orders that wait: to be confirmed, or for the seat's next turn; and those that were applied in a turn."""

from sqlalchemy import ForeignKeyConstraint, Text, and_, bindparam, delete, or_, select

from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, hidden, table


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


def put_draft(tx: Tx, game_id: int, seat: int, kept: DraftRow) -> None:
    """Keep orders until the seat confirms them, in place of those before."""
    clear_draft(tx, game_id, seat)
    add(tx, kept, game_id=game_id, seat=seat)


def find_draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, left where they are."""
    return tx.first(DraftRow, _DRAFT, game_id=game_id, seat=seat)


def take_draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, which wait no longer."""
    found = find_draft(tx, game_id, seat)
    clear_draft(tx, game_id, seat)
    return found


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
