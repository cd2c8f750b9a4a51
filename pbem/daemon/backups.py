"""Backups: made whole, tried by a restore, taken elsewhere, and rotated; by hand and by the clock by the same code.

The row of `pbem.store.service.backups` says when there was one last and what went wrong, so that a server that is
restarted every day catches up, and one whose clock is set back makes one more and not hundreds.
"""

import errno
import os
import re
import shlex
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import structlog

from pbem.adjudicator.sessions import check_snapshot
from pbem.archive import BadArchive, extract_database, write_archive
from pbem.clock import Clock, from_ms, to_ms
from pbem.config import Settings
from pbem.daemon.failures import reason_of
from pbem.files import FULL, check_room, make_folder, publish, scratch
from pbem.programs import Programs
from pbem.store import BadDatabase, Database, is_out_of_order, migrate
from pbem.store.engines import copy_into, size_of
from pbem.store.games.game import get_game
from pbem.store.games.listing import list_playing_games
from pbem.store.service.backups import BackupProblem, LastBackup, find_last_backup, put_last_backup
from pbem.store.sqlite.copies import quick_check

log = structlog.get_logger(__name__)

RESERVE: Final = 64 << 20
"""Bytes that a backup by the clock leaves on the disk, which the server needs for its letters and mails."""
WRITING_SECONDS: Final = 3600.0
"""How long it may take to write and try a backup, until the job counts as standing still."""
REST_SECONDS: Final = 3600.0
"""The pause between two tries."""
_LONGEST_DETAIL: Final = 500
_NAME: Final = "pbem-{:%Y%m%dT%H%M%SZ}.tar.gz"
_PATTERN: Final = re.compile(r"pbem-(\d{8}T\d{6}Z)\.tar\.gz")
_DAY: Final = timedelta(days=1)


def write_backup(settings: Settings, config: Path | None, path: Path, *, reserve: int = 0) -> str:
    """Write a backup into a new file, and try it by a restore; return what is wrong with games in it, "" for nothing.

    `reserve` bytes are left on the disk. Raises FileExistsError, BadDatabase and BadArchive for what is not whole, and
    OSError (ENOSPC) where there is no room; there is no such file then.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    files = _named_files(settings)
    text = config.read_bytes() if config is not None and config.is_file() else None
    with scratch(path.parent) as folder:
        check_room(path.parent, 2 * size_of(settings.store_url) + reserve)  # the copy, and what it is packed into
        copy, new = folder / settings.database.name, folder / path.name
        copy_into(settings.store_url, copy, path)
        write_archive(new, copy, text, files)
        copy.unlink()
        wrong = _tried(new, folder / "tried.sqlite3")
        publish(new, path)
    return wrong


def _named_files(settings: Settings) -> dict[str, bytes]:
    """The files that the configuration names, by their keys, as far as they can be read."""
    files = {}
    for key, path in settings.named_files.items():
        try:
            files[key] = path.read_bytes()
        except OSError as error:
            log.warning("a file is not in the backup", key=key, file=str(path), error=error.strerror)
    return files


def _tried(archive: Path, target: Path) -> str:
    """Unpack a backup as a restore does, and read all that is being played in it; what is wrong there."""
    extract_database(archive, target)
    migrate(target)
    problems = quick_check(target)
    if problems:
        raise BadDatabase(target, problems[0])
    with Database(target, readers=1) as database, database.read() as tx:
        found = (check_snapshot(tx, get_game(tx, game_id)) for game_id in list_playing_games(tx, every=True))
        return "; ".join(filter(None, found))


class BackupJob:
    """Makes the backups of a server. Call `run` again and again; `make` makes one now."""

    def __init__(
        self,
        settings: Settings,
        config: Path | None,
        database: Database | None,
        clock: Clock,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without a database that is open nothing is noted in it; `passed` gives seconds that run evenly."""
        self._settings = settings
        self._config = config
        self._database = database
        self._clock = clock
        self._passed = passed
        self._rests_until: float | None = None
        self._programs = Programs()

    @property
    def longest_s(self) -> float:
        """Seconds that a run may take: writing, trying, and the operator's command."""
        return WRITING_SECONDS + self._settings.backup.command_minutes * 60

    def start(self) -> None:
        """Run the operator's command again, after `stop`."""
        self._programs = Programs()

    def stop(self) -> None:
        """End the operator's command, if it runs; what is being written is finished."""
        self._programs.abort()

    def run(self) -> None:
        """Make a backup if one is due."""
        is_resting = self._rests_until is not None and self._passed() < self._rests_until
        if self._database is None or not self._settings.backup.daily_at or is_resting:
            return
        with self._database.read() as tx:
            last = find_last_backup(tx)
        if self._is_due(last):
            self._rests_until = self._passed() + REST_SECONDS
            last = self.make()
            if last.problem:
                log.error("a backup is not as it should be", problem=last.problem, detail=last.detail)
            else:
                log.info("a backup is made, and tried", file=last.file)

    def make(self) -> LastBackup:
        """Make a backup in the folder of the settings, take it elsewhere, and remove those whose time is over."""
        now = self._clock()
        path = self._settings.backups / _NAME.format(now.astimezone(UTC))
        problem, detail, is_made = self._written(path)
        if is_made and not problem:
            problem, detail = self._taken_elsewhere(path)
        last = self.note(path, to_ms(now), problem, detail)
        if is_made:
            self._rotate(path, last, now)
        return last

    def note(self, path: Path, begun_ms: int, problem: BackupProblem, detail: str) -> LastBackup:
        """Note how a try went that is over now; return what is known of backups by now."""
        last = LastBackup()
        if self._database is not None:
            with self._database.read() as tx:
                last = find_last_backup(tx)
        last = last._replace(tried_ms=to_ms(self._clock()), problem=problem, detail=detail[:_LONGEST_DETAIL])
        if problem in ("", "command"):
            last = last._replace(good_ms=begun_ms, file=str(path.absolute()))
        if self._database is not None:
            try:
                self._database.write(lambda tx: put_last_backup(tx, last))
            except Exception as error:  # such as a full disk; the backup is there all the same
                if not is_out_of_order(error):
                    raise
                log.warning("a backup could not be noted", reason=reason_of(error))
        return last

    def _written(self, path: Path) -> tuple[BackupProblem, str, bool]:
        """Write a backup; return its problem, the system's words for it, and whether there is a file."""
        try:
            if self._settings.backup.folder is None:  # one that is named is there, or its disk is not mounted
                make_folder(path.parent)
            wrong = write_backup(self._settings, self._config, path, reserve=RESERVE)
        except (BadDatabase, BadArchive) as error:
            return "damaged", str(error), False
        except OSError as error:
            return problem_of(error), str(error), False
        except Exception as error:  # whatever it is, a backup that cannot be tried is none
            log.exception("a backup could not be tried")
            return "damaged", f"{type(error).__name__}: {error}", False
        return ("games", wrong, True) if wrong else ("", "", True)

    def _is_due(self, last: LastBackup) -> bool:
        now = self._clock()
        now_ms, made_ms = to_ms(now), last.tried_ms if last.problem == "games" else last.good_ms
        if last.problem and last.tried_ms is not None and 0 <= now_ms - last.tried_ms < REST_SECONDS * 1000:
            return False  # a server that is started again and again has tried a moment ago
        # What was made in the future was made before the clock was set right.
        return made_ms is None or made_ms > now_ms or from_ms(made_ms) < self._last_slot(now)

    def _last_slot(self, now: datetime) -> datetime:
        """The last moment at which a backup was due."""
        hour, minute = map(int, self._settings.backup.daily_at.split(":"))
        there = now.astimezone(ZoneInfo(self._settings.server.time_zone))
        slot = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return slot if slot <= there else slot - _DAY

    def _taken_elsewhere(self, path: Path) -> tuple[BackupProblem, str]:
        """Run the operator's command on a backup; what went wrong."""
        backup = self._settings.backup
        if not backup.command:
            return "", ""
        program = shlex.split(backup.command)[0]
        try:
            end = self._programs.run(backup.command, {"file": str(path.absolute())}, b"", backup.command_minutes * 60)
        except OSError as error:
            return "command", f"{program}: {error.strerror or error}"
        if end is not None and end.status == 0:
            return "", ""
        if end is None or end.is_late or self._programs.is_aborted:
            return "command", f"{program}: it was ended, as it had not ended in time"
        said = " ".join(end.output.decode("utf-8", "replace").split())[-_LONGEST_DETAIL:]
        return "command", f"{program}: {end.status} {said}".strip()

    def _rotate(self, made: Path, last: LastBackup, now: datetime) -> None:
        """Remove the backups whose time is over, but for the one just made, and the last that was good."""
        backup, zone = self._settings.backup, ZoneInfo(self._settings.server.time_zone)
        found = {path: at for path in made.parent.iterdir() if (at := _moment_in(path.name)) is not None}
        kept = kept_of(list(found.values()), now, zone, backup.daily, backup.weekly, backup.monthly)
        for path, at in found.items():
            if at not in kept and path != made and str(path.absolute()) != last.file:
                path.unlink(missing_ok=True)


def problem_of(error: OSError) -> BackupProblem:
    """The kind of an error of writing."""
    if error.errno in FULL:
        return "room"
    return "read-only" if error.errno == errno.EROFS else "write"


def _moment_in(name: str) -> datetime | None:
    """The moment in the name of a backup made by itself; None in any other."""
    found = _PATTERN.fullmatch(name)
    if found is None:
        return None
    try:
        return datetime.strptime(found[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


def kept_of(
    moments: Sequence[datetime], now: datetime, zone: ZoneInfo, daily: int, weekly: int, monthly: int
) -> set[datetime]:
    """The moments whose backups are kept: the newest of each of the last days, weeks and months that have any.

    Those of the future, from before a clock was set right, count for nothing, and are kept until it has come.
    """
    newest_first = sorted(moments, reverse=True)
    kept = {at for at in newest_first if at > now}
    spans = ((daily, "%Y-%m-%d"), (weekly, "%G-%V"), (monthly, "%Y-%m"))
    for most, span in spans:
        newest: dict[str, datetime] = {}
        for at in newest_first:
            if at <= now:
                newest.setdefault(at.astimezone(zone).strftime(span), at)
        kept |= set(list(newest.values())[:most])
    return kept
