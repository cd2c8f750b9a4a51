"""All that a request needs to know of several people, read at once."""

from collections.abc import Iterable

from sqlalchemy import BindParameter, bindparam, select

from pbem.store.database import Tx
from pbem.store.mail import reach
from pbem.store.mail.reach import ReachRow
from pbem.store.players import player, preferences
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import Preferences, ProofChoiceRow
from pbem.store.rows import columns

_THESE: BindParameter[list[int]] = bindparam("players", expanding=True)
_PLAYER, _PREFERENCES, _REACH = columns(PlayerRow), columns(Preferences), columns(ReachRow)
_PEOPLE = (
    select(*_PLAYER, *_PREFERENCES, *_REACH, ProofChoiceRow.c.proof, Preferences.c.player_id)
    .select_from(PlayerRow.table)
    .outerjoin(Preferences.table, Preferences.c.player_id == PlayerRow.c.id)
    .outerjoin(ReachRow.table, ReachRow.c.player_id == PlayerRow.c.id)
    .outerjoin(ProofChoiceRow.table, ProofChoiceRow.c.player_id == PlayerRow.c.id)
    .where(PlayerRow.c.id.in_(_THESE))
)


def read_people(tx: Tx, player_ids: Iterable[int]) -> None:
    """Read players with their preferences, proof and reach in one statement, for the queries that ask for one of them.

    Those of whom the request knows already are not read again.
    """
    unknown = [one for one in dict.fromkeys(player_ids) if not tx.has_read(player.BY_ID, player_id=one)]
    if not unknown:
        return
    for row in tx.all(lambda *row: row, _PEOPLE, players=unknown):
        person, rest = row[: len(_PLAYER)], row[len(_PLAYER) :]
        chosen, reached, (proof, is_chosen) = rest[: len(_PREFERENCES)], rest[len(_PREFERENCES) : -2], rest[-2:]
        of = {"player": person[0]}
        tx.put(player.BY_ID, person, player_id=person[0])
        tx.put(preferences.CHOSEN, None if is_chosen is None else chosen, **of)
        tx.put(reach.ONE, None if reached[0] is None else reached, **of)
        tx.put(preferences.PROOF, None if proof is None else (proof,), **of)
