"""An account that can be used no more: everything by which its player comes in, or is told of anything."""

from typing import Final

from sqlalchemy import bindparam, delete, update

from pbem.store.accounts.addresses import sign_out_everywhere
from pbem.store.accounts.channels import ChannelRow
from pbem.store.database import Tx
from pbem.store.games.vacancies import StandbyRow
from pbem.store.games.watching import WatchRow
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.postbox import revoke_unsubscriptions
from pbem.store.players.player import get_player, set_role
from pbem.store.players.preferences import revoke_calendar
from pbem.store.players.registrations import drop_confirmations

_WITHHOLD = (
    update(MailRow.table)
    .where(MailRow.c.player_id == bindparam("player"), MailRow.c.status == "due")
    .values(status="withheld", last_reply=bindparam("why"))
)
_END: Final = tuple(
    delete(row.table).where(row.c.player_id == bindparam("player")) for row in (ChannelRow, StandbyRow, WatchRow)
)


def close_access(tx: Tx, player_id: int, now_ms: int, why: str) -> None:
    """End a player's roles, sessions, links, channels, calendar, standby and watches, and withhold mails that wait.

    `why` is told of these mails in the outbox. Raises NotFound.
    """
    for role in get_player(tx, player_id).roles:
        set_role(tx, player_id, role, on=False)
    sign_out_everywhere(tx, player_id, now_ms)
    drop_confirmations(tx, player_id)
    revoke_calendar(tx, player_id)
    revoke_unsubscriptions(tx, player_id)
    for statement in _END:
        tx.run(statement, player=player_id)
    tx.run(_WITHHOLD, player=player_id, why=why)
