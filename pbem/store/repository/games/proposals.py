"""Proposals of players to let their game go back, and who has agreed."""

from sqlalchemy import bindparam, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import CONSENT, PROPOSAL, columns
from pbem.store.rows import ProposalRow, ProposalStatus

_IS_OPEN = PROPOSAL.c.status == "open"
_PROPOSALS = select(*columns(ProposalRow, PROPOSAL)).where(_IS_OPEN)
_OPEN = _PROPOSALS.where(PROPOSAL.c.game_id == bindparam("game"))
_DUE = _PROPOSALS.where(PROPOSAL.c.expires_ms <= bindparam("now_ms")).order_by(PROPOSAL.c.id)
_ADD = insert(PROPOSAL)
_CLOSE = update(PROPOSAL).where(PROPOSAL.c.id == bindparam("proposal"), _IS_OPEN).values(status=bindparam("fate"))

_CONSENTS = select(CONSENT.c.seat, CONSENT.c.at_ms).where(CONSENT.c.proposal_id == bindparam("proposal"))
_ADD_CONSENT = insert(CONSENT)


def open_proposal(tx: Tx, game_id: int) -> ProposalRow | None:
    """What is proposed in a game at present; there is one proposal at a time."""
    return tx.first(ProposalRow, _OPEN, game=game_id)


def due_proposals(tx: Tx, now_ms: int) -> list[ProposalRow]:
    """The open proposals whose time is up."""
    return tx.all(ProposalRow, _DUE, now_ms=now_ms)


def add_proposal(tx: Tx, game_id: int, seat: int, to: int, reason: str, now_ms: int, expires_ms: int) -> int:
    """Notes that a seat proposes to go back to a position; returns the proposal's id."""
    facts = {"reason": reason, "made_ms": now_ms, "expires_ms": expires_ms, "status": "open"}
    return tx.add(_ADD, game_id=game_id, seat=seat, to_position=to, **facts)


def close_proposal(tx: Tx, proposal_id: int, fate: ProposalStatus) -> None:
    """Notes what became of a proposal that was open."""
    tx.run(_CLOSE, proposal=proposal_id, fate=fate)


def consents(tx: Tx, proposal_id: int) -> dict[int, int]:
    """The seats that have agreed to a proposal, each with the moment."""
    return dict(tx.all(_pair, _CONSENTS, proposal=proposal_id))


def add_consent(tx: Tx, proposal_id: int, seat: int, now_ms: int) -> None:
    """Notes that a seat agrees. Raises IntegrityError where it has agreed before."""
    tx.run(_ADD_CONSENT, proposal_id=proposal_id, seat=seat, at_ms=now_ms)


def _pair(seat: int, at_ms: int) -> tuple[int, int]:
    return seat, at_ms
