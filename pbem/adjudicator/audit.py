"""Writing the audit log: who did what and whom it concerned, in the transaction in which it is done.

Commands are written down where they are carried out, whatever they do: those of moderators and of the operator by
`FormCommand.do`, those of players to their office by `for_player`, and what the command line alone does by `Operator`.
"""

import dataclasses
import json
import os
import pwd
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from pbem.commands.command import Command
from pbem.store import UnitOfWork
from pbem.store.audit import AuditRow, add_audit
from pbem.store.players.player import PlayerRow
from pbem.store.tables import NEW


class Concerned(NamedTuple):
    """The person and the game that something concerns, if any."""

    player_id: int | None = None
    game_id: int | None = None


NOBODY: Final = Concerned()


def log_command(unit: UnitOfWork, by: PlayerRow | None, command: Command, concerned: Concerned = NOBODY) -> None:
    """Write down a command that was carried out; None is whoever is at the command line."""
    names = _plain_fields(type(command))
    log_done(unit, by, _name_of(type(command)), concerned, {name: getattr(command, name) for name in names})


def log_done(
    unit: UnitOfWork,
    by: PlayerRow | None,
    command: str,
    concerned: Concerned = NOBODY,
    facts: Mapping[str, object] | None = None,
    *,
    outcome: str = "done",
) -> None:
    """Write down something that was done. `facts` are numbers, switches and words of ours, and no person's texts."""
    row = AuditRow(
        id=NEW,
        at_ms=unit.now_ms,
        by_id=None if by is None else by.id,
        by_user=system_user() if by is None else "",
        command=command,
        player_id=concerned.player_id,
        game_id=concerned.game_id,
        facts=json.dumps({key: value for key, value in (facts or {}).items() if value is not None}, sort_keys=True),
        outcome=outcome,
    )
    add_audit(unit, row)


@cache
def system_user() -> str:
    """The name that the system has for whoever runs this process, or else their number."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _name_of(command: type[Command]) -> str:
    """The verb of a command; of one that shares the verb of another, its class's name in words."""
    return getattr(command, "verb", "") or re.sub(r"(?<=[a-z])(?=[A-Z])", "-", command.__name__).lower()


def _plain_fields(command: type[Any]) -> tuple[str, ...]:
    """The fields of a command that hold no text that somebody wrote."""
    if command not in _PLAIN:
        hints = get_type_hints(command)
        plain = (one.name for one in dataclasses.fields(command) if _is_plain(hints[one.name]))
        _PLAIN[command] = tuple(name for name in plain if name != "person")  # who has a column of their own
    return _PLAIN[command]


_PLAIN: Final[dict[type[Any], tuple[str, ...]]] = {}
"""What was found; type hints are dear to read."""


def _is_plain(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return True
    parts = [one for one in get_args(kind) if one is not type(None)]
    return kind in (int, bool) or (bool(parts) and all(map(_is_plain, parts)))
