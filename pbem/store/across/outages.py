"""Times that nobody saw, and all that they put off."""

from typing import Final

from sqlalchemy import BindParameter, bindparam, case, select, true, update

from pbem.store.accounts.channels import ChannelRow
from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import ProposalRow
from pbem.store.games.vacancies import OfferRow
from pbem.store.games.waiting_lists import ListRow
from pbem.store.mail.inbox import LetterOriginRow
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.press import PressRow
from pbem.store.mail.sending import MailHoldRow
from pbem.store.moderation.disputes import DisputeRow
from pbem.store.players.registrations import RegistrationRow
from pbem.store.rows import add, columns
from pbem.store.tables import NEW, TableRow, column, table


@table("outage")
class OutageRow(TableRow):
    """A time in which the server did not run, or by which its clock jumped: deadlines were put off by as much."""

    id: int = column(primary_key=True)
    from_ms: int
    until_ms: int


_LAST = select(*columns(OutageRow)).order_by(OutageRow.c.id.desc()).limit(bindparam("limit"))
_BY: BindParameter[int] = bindparam("by_ms")
_PLAYING = GameRow.c.status == "playing"
_RUNNING = (
    select(GameRow.c.id, GameRow.c.deadline_ms)
    .where(_PLAYING, GameRow.c.deadline_ms.is_not(None))
    .order_by(GameRow.c.id)
)
_MOVES = (
    update(GameRow.table)
    .where(_PLAYING)
    .values(deadline_ms=GameRow.c.deadline_ms + _BY, wake_ms=GameRow.c.wake_ms + _BY),
    update(DisputeRow.table)
    .where(DisputeRow.c.status == "open")
    .values({name: DisputeRow.c[name] + _BY for name in ("remind_ms", "tell_ms", "rule_by_ms")}),
    update(OfferRow.table).where(OfferRow.c.status == "open").values(expires_ms=OfferRow.c.expires_ms + _BY),
    update(ProposalRow.table).where(ProposalRow.c.status == "open").values(expires_ms=ProposalRow.c.expires_ms + _BY),
    update(ListRow.table).where(ListRow.c.status == "open").values(expires_ms=ListRow.c.expires_ms + _BY),
    update(RegistrationRow.table)
    .where(RegistrationRow.c.used_ms.is_(None))
    .values(expires_ms=RegistrationRow.c.expires_ms + _BY),
)
_NOW: BindParameter[int] = bindparam("now_ms")
_PAUSES: Final = (
    (MailRow.table, MailRow.c.next_ms, MailRow.c.status == "due"),
    (MailHoldRow.table, MailHoldRow.c.next_ms, true()),
    (LetterOriginRow.table, LetterOriginRow.c.look_ms, true()),
    (ChannelRow.table, ChannelRow.c.retry_ms, true()),
    (PressRow.table, PressRow.c.at_ms, PressRow.c.passed_on.is_(False)),
)
"""The moments before which something is not done, where it waits."""
_BRINGS = tuple(
    update(rows).where(moment > _NOW, waits).values({moment: case((moment - _BY > _NOW, moment - _BY), else_=_NOW)})
    for rows, moment, waits in _PAUSES
)


def add_outage(tx: Tx, from_ms: int, until_ms: int) -> None:
    """Write down a time that nobody saw; it ends before it begins where the clock was set back."""
    add(tx, OutageRow(NEW, from_ms, until_ms))


def list_last_outages(tx: Tx, limit: int) -> list[OutageRow]:
    """The last of them, the newest first."""
    return tx.all(OutageRow, _LAST, limit=limit)


def put_off_all(tx: Tx, by_ms: int) -> None:
    """Move whatever has a time to end: deadlines, disputes, offers, proposals, waiting lists, registrations."""
    for move in _MOVES:
        tx.run(move, by_ms=by_ms)


def bring_forward(tx: Tx, now_ms: int, by_ms: int) -> None:
    """Have what waits for a moment wait no longer than it would have, after the clock was set back by a time.

    What was due is due now; what is to be tried again, such as a mail that a relay does not take yet, is due as soon as
    it was before.
    """
    for bring in _BRINGS:
        tx.run(bring, now_ms=now_ms, by_ms=by_ms)


def list_running_games(tx: Tx) -> list[tuple[int, int]]:
    """The games that are played, each with its deadline."""
    return tx.all(_pair, _RUNNING)


def _pair(game_id: int, deadline_ms: int) -> tuple[int, int]:
    return game_id, deadline_ms
