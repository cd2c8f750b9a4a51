"""The log of who did what: acts of players at their office, of moderators and of the operator. It only grows.

It names people and games by their ids, so that nothing in it tells of a person once their name is gone.
"""

import json
from typing import Final, NamedTuple

from sqlalchemy import Index, Text, and_, bindparam, func, or_, select

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.guards import guard
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, table


@table("audit", Index(None, "by_id", "id"), Index(None, "player_id", "id"), Index(None, "game_id", "id"))
class AuditRow(TableRow):
    """An act: who did it, and the person and game that it concerns, if any.

    `by_id` is None where it was done at the command line, by the system's user `by_user`, or by the server itself,
    which has no name. `facts` are numbers, switches and words of ours as a JSON object, never texts that people wrote.
    """

    id: int = column(primary_key=True)
    at_ms: int
    by_id: int | None = column(foreign_key="player.id")
    by_user: str
    command: str
    """The command's name, as in `pbem player block`: "block"."""
    player_id: int | None = column(foreign_key="player.id")
    game_id: int | None
    """Of a match, which is never removed."""
    facts: str = column(sa_type=Text)
    outcome: str
    """How far it came: "done", or what it waits for."""


AUDIT_GUARD: Final = guard(AuditRow.table, "the audit log is append-only")


class NamedAudit(NamedTuple):
    """An act with the names of today: a person who was erased has their pseudonym."""

    id: int
    at_ms: int
    by_id: int | None
    by_user: str
    command: str
    player_id: int | None
    game_id: int | None
    facts: str
    outcome: str
    by_name: str | None
    player_name: str | None
    tag: str | None

    @property
    def facts_in_words(self) -> tuple[str, ...]:
        """The facts, such as "list id 3" and "private"; a switch that was off is left out."""
        found = ((name.replace("_", " "), fact) for name, fact in json.loads(self.facts).items() if fact is not False)
        return tuple(name if fact is True else f"{name} {fact}" for name, fact in found)


_DOER, _CONCERNED = PlayerRow.table.alias("doer"), PlayerRow.table.alias("concerned")
_AUDIT = (
    select(
        *columns(AuditRow),
        _DOER.c.name.label("by_name"),
        _CONCERNED.c.name.label("player_name"),
        GameRow.c.tag,
    )
    .select_from(AuditRow.table)
    .outerjoin(_DOER, _DOER.c.id == AuditRow.c.by_id)
    .outerjoin(_CONCERNED, _CONCERNED.c.id == AuditRow.c.player_id)
    .outerjoin(GameRow.table, GameRow.c.id == AuditRow.c.game_id)
    .where(AuditRow.c.id < bindparam("before"))
    .order_by(AuditRow.c.id.desc())
    .limit(bindparam("limit"))
)
_MERGED = select(PlayerRow.c.id).where(PlayerRow.c.standing == "merged")
_OF_PLAYER = _AUDIT.where(
    or_(
        AuditRow.c.by_id == bindparam("player"),
        AuditRow.c.player_id == bindparam("player"),
        and_(AuditRow.c.player_id.in_(_MERGED), func.json_extract(AuditRow.c.facts, "$.other") == bindparam("player")),
    )
)
_OF_GAME = _AUDIT.where(AuditRow.c.game_id == bindparam("game"))
LAST: Final = 2**63 - 1
"""The id that is greater than that of any act."""


def add_audit(tx: Tx, row: AuditRow) -> None:
    """Write down an act, in the transaction in which it is done."""
    add(tx, row)


def list_audit(tx: Tx, limit: int, before: int = LAST) -> list[NamedAudit]:
    """The newest acts before the one with an id, the newest first."""
    return tx.all(NamedAudit, _AUDIT, before=before, limit=limit)


def list_audit_of_player(tx: Tx, player_id: int, limit: int, before: int = LAST) -> list[NamedAudit]:
    """The newest acts that a player did, or that concern them: the merge of another account into theirs, too."""
    return tx.all(NamedAudit, _OF_PLAYER, player=player_id, before=before, limit=limit)


def list_audit_of_game(tx: Tx, game_id: int, limit: int, before: int = LAST) -> list[NamedAudit]:
    """The newest acts that concern a game."""
    return tx.all(NamedAudit, _OF_GAME, game=game_id, before=before, limit=limit)
