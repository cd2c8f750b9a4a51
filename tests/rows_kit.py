"""Rows of the database that tests alone ask for."""

from typing import Final

from sqlalchemy import bindparam, func, select, union_all, update

from pbem.store import Database, Tx
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_bot_turns
from pbem.store.games.proposals import ProposalRow
from pbem.store.games.seats import SeatRow, TurnTakenRow
from pbem.store.games.vacancies import OfferRow
from pbem.store.games.waiting_lists import ListRow
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import MailRow, count_mails_by_status
from pbem.store.mail.press import PressRow
from pbem.store.moderation.disputes import DisputeRow
from pbem.store.rows import columns
from pbem.store.tables import metadata

_MAILS: Final = select(*columns(MailRow)).order_by(MailRow.c.id)
_MAILS_OF: Final = _MAILS.where(MailRow.c.player_id == bindparam("player"))
_MAILS_AFTER: Final = _MAILS.where(MailRow.c.id > bindparam("after"))
_NEWEST_MAIL: Final = select(func.max(MailRow.c.id))
_NEXT_DUE: Final = union_all(
    select(func.min(GameRow.c.wake_ms)).where(GameRow.c.status == "playing"),
    *(
        select(func.min(DisputeRow.c[name])).where(DisputeRow.c.status == "open")
        for name in ("remind_ms", "tell_ms", "rule_by_ms")
    ),
    select(func.min(OfferRow.c.expires_ms)).where(OfferRow.c.status == "open"),
    select(func.min(ProposalRow.c.expires_ms)).where(ProposalRow.c.status == "open"),
    select(func.min(ListRow.c.expires_ms)).where(ListRow.c.status == "open"),
    select(func.min(PressRow.c.at_ms)).where(PressRow.c.passed_on.is_(False)),
)


def mails_of_player(tx: Tx, player_id: int) -> list[MailRow]:
    """Read all mails to a player, in the order they were written."""
    return tx.all(MailRow, _MAILS_OF, player=player_id)


def mails_after(tx: Tx, mail_id: int) -> list[MailRow]:
    """Read all mails, whomever they are to, that were written after one; after 0 all there are."""
    return tx.all(MailRow, _MAILS_AFTER, after=mail_id)


def newest_mail_id(tx: Tx) -> int:
    """Read the id of the mail that was written last; 0 where there is none."""
    return tx.one(lambda newest: newest or 0, "mail", _NEWEST_MAIL)


def turns_taken(tx: Tx) -> list[TurnTakenRow]:
    """Read all turns of all games that have ended, in the order they did."""
    turns = select(*columns(TurnTakenRow)).order_by(TurnTakenRow.c.ended_ms, TurnTakenRow.c.game_id)
    return tx.all(TurnTakenRow, turns)


def table_counts(tx: Tx) -> dict[str, int]:
    """Count the rows of each table."""
    return {
        table.name: tx.one(int, table.name, select(func.count()).select_from(table)) for table in metadata.sorted_tables
    }


def revoke_token(tx: Tx, game_id: int, seat: int, now_ms: int) -> None:
    """Close a seat's address."""
    one = (SeatRow.c.game_id == game_id) & (SeatRow.c.seat == seat)
    assert tx.run(update(SeatRow.table).where(one).values(token_revoked_ms=now_ms)).rowcount == 1


def next_due_ms(tx: Tx) -> int | None:
    """Tell when something is due: in a game, a dispute, an offer, a proposal, a list or press; digests have an hour."""
    return min((moment for moment in tx.all(lambda due: due, _NEXT_DUE) if moment is not None), default=None)


def is_quiet(database: Database) -> bool:
    """Tell whether no letter, no mail and no bot waits."""
    with database.read() as tx:
        waiting = count_letters_by_status(tx).get("new", 0) + count_mails_by_status(tx).get("due", 0)
        return not waiting and not list_bot_turns(tx)
