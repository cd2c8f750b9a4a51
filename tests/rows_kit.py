"""Rows of the database that tests alone ask for."""

from typing import Final

from sqlalchemy import func, select, union_all, update

from pbem.store import Database, Tx
from pbem.store import repository as repo
from pbem.store.models import metadata
from pbem.store.repository.columns import (
    DISPUTE,
    GAME,
    MAIL,
    OFFER,
    PRESS,
    PROPOSAL,
    SEAT,
    TURN_TAKEN,
    WAITING_LIST,
    columns,
)
from pbem.store.rows import MailRow
from pbem.store.rows.tallies import TurnTakenRow

_MAILS: Final = select(*columns(MailRow, MAIL)).order_by(MAIL.c.id)
_NEXT_DUE: Final = union_all(
    select(func.min(GAME.c.wake_ms)).where(GAME.c.status == "playing"),
    *(
        select(func.min(DISPUTE.c[name])).where(DISPUTE.c.status == "open")
        for name in ("remind_ms", "tell_ms", "rule_by_ms")
    ),
    select(func.min(OFFER.c.expires_ms)).where(OFFER.c.status == "open"),
    select(func.min(PROPOSAL.c.expires_ms)).where(PROPOSAL.c.status == "open"),
    select(func.min(WAITING_LIST.c.expires_ms)).where(WAITING_LIST.c.status == "open"),
    select(func.min(PRESS.c.at_ms)).where(PRESS.c.passed_on.is_(False)),
)


def mails_of_player(tx: Tx, player_id: int) -> list[MailRow]:
    """Read all mails to a player, in the order they were written."""
    return tx.all(MailRow, _MAILS.where(MAIL.c.player_id == player_id))


def mails_after(tx: Tx, mail_id: int) -> list[MailRow]:
    """Read all mails, whomever they are to, that were written after one; after 0 all there are."""
    return tx.all(MailRow, _MAILS.where(MAIL.c.id > mail_id))


def turns_taken(tx: Tx) -> list[TurnTakenRow]:
    """Read all turns of all games that have ended, in the order they did."""
    turns = select(*columns(TurnTakenRow, TURN_TAKEN)).order_by(TURN_TAKEN.c.ended_ms, TURN_TAKEN.c.game_id)
    return tx.all(TurnTakenRow, turns)


def table_counts(tx: Tx) -> dict[str, int]:
    """Count the rows of each table."""
    return {
        table.name: tx.one(int, table.name, select(func.count()).select_from(table)) for table in metadata.sorted_tables
    }


def revoke_token(tx: Tx, game_id: int, seat: int, now_ms: int) -> None:
    """Close a seat's address."""
    one = (SEAT.c.game_id == game_id) & (SEAT.c.seat == seat)
    assert tx.run(update(SEAT).where(one).values(token_revoked_ms=now_ms)).rowcount == 1


def next_due_ms(tx: Tx) -> int | None:
    """Tell when something is due: in a game, a dispute, an offer, a proposal, a list or press; digests have an hour."""
    return min((moment for moment in tx.all(lambda due: due, _NEXT_DUE) if moment is not None), default=None)


def is_quiet(database: Database) -> bool:
    """Tell whether no letter, no mail and no bot waits."""
    with database.read() as tx:
        waiting = repo.letter_counts(tx).get("new", 0) + repo.mail_counts(tx).get("due", 0)
        return not waiting and not repo.bot_turns(tx)
