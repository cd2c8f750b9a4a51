"""Proposals of a seat to roll the game back, and the seats that have agreed."""

from typing import Literal, TypeAlias

from sqlalchemy import ForeignKeyConstraint, Index, Text, bindparam, delete, select, update

from pbem.store.database import Tx
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
    """A seat asks all others to let the game go back to a position; open, agreed, refused, withdrawn or lapsed.

    It lapses at `expires_ms` at the latest. `of_departed` says of one that was agreed that it took back what somebody
    had played who had left by then.
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
_DUE = _PROPOSALS.where(ProposalRow.c.expires_ms <= bindparam("now_ms")).order_by(ProposalRow.c.id)
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
