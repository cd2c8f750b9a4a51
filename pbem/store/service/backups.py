"""The last backups, as the table of small facts tells of them: their age, and what went wrong with the last try."""

import json
from typing import Final, Literal, NamedTuple, TypeAlias

from pbem.store.database import Tx
from pbem.store.service.server import find_meta, put_meta

BackupProblem: TypeAlias = Literal["", "room", "read-only", "write", "damaged", "games", "command"]
"""A fault of the last try: no room on the disk, a disk that cannot be written, another error of writing, a copy that is
not whole, games in it that cannot be read, or the operator's command, which took it nowhere."""
_KEY: Final = "backup"


class LastBackup(NamedTuple):
    """The last backup, and how the last try went; moments in milliseconds since the epoch.

    A good one is one that was tried by a restore, with all that is being played in it.
    """

    good_ms: int | None = None
    """The moment at which the last good one was made; None where there never was one."""
    file: str = ""
    """Where that was written."""
    tried_ms: int | None = None
    """The last try, whatever became of it."""
    problem: BackupProblem = ""
    """What went wrong with the last try; "" where nothing did."""
    detail: str = ""
    """The words of the system, or of the operator's command, for it."""

    def age_ms(self, now_ms: int) -> int | None:
        """The age of the last good one; 0 where the clock was set back since, None where there is none."""
        return None if self.good_ms is None else max(0, now_ms - self.good_ms)


def find_last_backup(tx: Tx) -> LastBackup:
    """Find the facts of the last backup; all fields are empty where there never was one."""
    found = find_meta(tx, _KEY)
    if found is None:
        return LastBackup()
    facts = json.loads(found)
    return LastBackup(**{name: facts[name] for name in LastBackup._fields if name in facts})


def put_last_backup(tx: Tx, last: LastBackup) -> None:
    """Keep the facts of the last backup."""
    put_meta(tx, _KEY, json.dumps(last._asdict(), ensure_ascii=False))
