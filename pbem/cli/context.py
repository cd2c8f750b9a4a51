"""Context shared by commands: settings, database, the operator's language, and how results and failures are shown."""

import errno
import gc
import json
import locale
import os
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import click

from pbem.clock import iso, system_clock, to_ms
from pbem.files import FULL, make_folder
from pbem.i18n import Catalogue, catalogue

if TYPE_CHECKING:
    from pbem.config import Settings
    from pbem.intake import Intake
    from pbem.store import Database, Tx
    from pbem.store.engines import StoreName
    from pbem.store.errors import StillRunning
    from pbem.store.games.game import GameRow


class CommandTable(MutableMapping[str, click.Command]):
    """The commands of a group by their names, each from a place such as "pbem.cli.server:serve".

    `more` is the place of a function that makes others, which is called once a name is asked for that has no place
    here, or all are.
    """

    def __init__(self, places: Mapping[str, str], more: str = "") -> None:
        self._places = dict(places)
        self._more = more
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        """The command, imported by now. Raises KeyError where there is none."""
        if name not in self._places:
            self._add_more()
        if name not in self._loaded:
            command = _found(self._places[name])
            assert isinstance(command, click.Command)
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Add a command that is there already."""
        self._places[name] = ""
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        """Take a command out. Raises KeyError."""
        del self._places[name]
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        """Whether there is a command of this name, without importing it."""
        if name not in self._places:
            self._add_more()
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        """The names: those with a place in the order in which they were given, then the others."""
        self._add_more()
        return iter(self._places)

    def __len__(self) -> int:
        """The number of commands."""
        self._add_more()
        return len(self._places)

    def _add_more(self) -> None:
        place, self._more = self._more, ""
        if place:
            for command in _found(place)():
                self[command.name] = command


def _found(place: str) -> Any:
    module, _colon, attribute = place.partition(":")
    return getattr(_imported(module), attribute)


def _imported(name: str) -> ModuleType:
    """Import a module. A fifth of the time went to looking for garbage, of which an import makes none."""
    looks = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        if looks:
            gc.enable()


CONFIG_NAME: Final = "pbem.toml"
_TRY_SECONDS: Final = 3.0
"""The distance between two tries to reach a database."""


def operator_language() -> str:
    """The language of the terminal, from the environment as every program reads it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value and locale.normalize(value):
            return value.split(".")[0]
    return "en"


words: Catalogue = catalogue(operator_language())
_ = words.text


class Failure(click.ClickException):
    """A command was refused or failed: one clear sentence, exit status 1."""

    exit_code = 1


def still_running(error: "StillRunning") -> Failure:
    """Say which processes are to be stopped first."""
    sentence = _("Processes of the server are running: %(names)s; stop them first.", names=", ".join(error.processes))
    return Failure(f"{sentence} " + _("Those that were killed count for 30 seconds."))


@contextmanager
def usable(path: Path | str) -> Iterator[None]:
    """A context in which errors of a database become a Failure in plain words."""
    from pbem.store.errors import (
        BadDatabase,
        MovedAway,
        NotOurs,
        SchemaForgotten,
        SchemaTooNew,
        SchemaTooOld,
        Unfinished,
    )

    try:
        yield
    except FileNotFoundError as error:
        raise Failure(_("%(path)s is not there yet; `pbem init` makes it.", path=path)) from error
    except NotOurs as error:
        if error.is_empty:
            sentence = _("%(path)s is empty: it is not a database of this program.", path=path)
            raise Failure(f"{sentence} " + _("Move it away, and `pbem init` makes a new one.")) from error
        raise Failure(_("%(path)s is another program's database, and is left as it is.", path=path)) from error
    except SchemaTooNew as error:
        raise Failure(_("%(path)s was made by a newer version of this program.", path=path)) from error
    except SchemaForgotten as error:
        sentence = _("%(path)s was made before the first version of this program was given out.", path=path)
        raise Failure(f"{sentence} " + _("No version can read it, and it is left as it is.")) from error
    except SchemaTooOld as error:
        facts = {"path": path, "stored": error.stored, "known": error.known}
        sentence = _(
            "%(path)s was made by an older version of this program (schema %(stored)s; this one has %(known)s).",
            **facts,
        )
        raise Failure(f"{sentence} " + _("`pbem upgrade` brings it up to date, and keeps a copy.")) from error
    except MovedAway as error:
        sentence = _("The games of %(path)s were moved to %(to)s, and go on there.", path=error.path, to=error.to)
        remedy = _("Name that database in [store] of the configuration.")
        if_lost = _("If it is lost, `pbem restore` brings the games back from a backup, with new dice.")
        raise Failure(f"{sentence} {remedy} {if_lost}") from error
    except Unfinished as error:
        sentence = _("%(path)s is a copy that was not finished.", path=error.path)
        raise Failure(f"{sentence} " + _("Run `pbem move` again as before; it starts over.")) from error
    except BadDatabase as error:
        raise Failure(_("%(path)s cannot be read: %(error)s", path=path, error=words.text(error.reason))) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A context in which errors of writing a file become a Failure in plain words; what was begun is removed."""
    try:
        yield
    except FileExistsError as error:
        raise Failure(_("%(path)s already exists.", path=path)) from error
    except OSError as error:
        if error.errno in FULL:
            raise Failure(_("There is no room for %(path)s on its disk; nothing is written.", path=path)) from error
        if error.errno == errno.EROFS:
            raise Failure(_("The disk of %(path)s is read-only; nothing is written.", path=path)) from error
        why = error.strerror or str(error)
        raise Failure(_("%(path)s cannot be written: %(error)s", path=path, error=why)) from error


@dataclass
class CliContext:
    """The server's things as a command finds them."""

    config: Path
    readers: int = 8
    """Connections that the database gets for reading, where it is not open yet."""

    @cached_property
    def settings(self) -> "Settings":
        """The settings of the configuration file. Raises Failure."""
        from pbem.config import ConfigError, load

        try:
            return load(self.config)
        except ConfigError as error:
            hint = "" if self.config.exists() else "\n" + _("`pbem init` makes one.")
            raise Failure(error.message(words) + hint) from error

    @cached_property
    def database(self) -> "Database":
        """The database. Raises Failure where there is none that can be used, or one of an older schema.

        That is also where a copy was put in its place by hand: only `pbem restore` gives the games other dice.
        """
        from pbem.store.service.server import ServiceMark, find_last_beat, was_replaced

        mark = ServiceMark(self.settings.database).read()
        database = self._opened(self.settings.store_url)
        if database.engine.path is None:
            return database
        with database.read() as tx:
            if was_replaced(mark, find_last_beat(tx)):
                raise Failure(
                    _(
                        "%(path)s is not the database that was last in service here, but an older copy or another one "
                        "(or the file %(mark)s beside it is lost). "
                        "Run `pbem restore %(path)s`: it puts the copy into service, with new dice, and tells the "
                        "players.",
                        path=self.settings.database,
                        mark=f"{self.settings.database.name}.served",
                    )
                )
        return database

    def await_database(self, seconds: float = 120.0) -> None:
        """Wait for a database that is out of reach, as its server may be starting with the machine. Raises Failure."""
        import time

        import structlog

        from pbem.store import engines
        from pbem.store.errors import OutOfReach

        end, log = time.monotonic() + seconds, structlog.get_logger(__name__)
        while True:
            try:
                with usable(self.database_name):
                    engines.stored_schema(self.settings.store_url)
                return
            except Failure as failure:
                if not isinstance(failure.__cause__, OutOfReach) or time.monotonic() > end:
                    raise
                log.warning("waiting for the database", database=self.database_name, reason=failure.__cause__.reason)
            time.sleep(min(_TRY_SECONDS, seconds))

    @property
    def database_name(self) -> str:
        """The database as it may be shown: without a password."""
        from pbem.store import engines

        return engines.shown_name(self.settings.store_url)

    @property
    def database_file(self) -> Path:
        """The SQLite file. Raises Failure where the database is none."""
        if self.settings.store_url != self.settings.database:
            sentence = _(
                "%(name)s is a database of PostgreSQL, and this command is for files.", name=self.database_name
            )
            raise Failure(f"{sentence} " + _("PostgreSQL has programs of its own for it, such as pg_dump."))
        return self.settings.database

    @cached_property
    def untouched(self) -> "Database":
        """The database as it is, to be read, or a copy of it where its schema is older. Raises Failure."""
        from pbem.files import scratch
        from pbem.store import engines
        from pbem.store.sqlite.copies import copy_into

        store = self.settings.store_url
        with usable(self.database_name):
            if not isinstance(store, Path) or not engines.is_older(store):
                return self._opened(store)
            path = store
            with writing(path):
                copy = click.get_current_context().with_resource(scratch(path.parent)) / path.name
                copy_into(path, copy, path)
                engines.migrate(copy)
        return self._opened(copy)

    def _opened(self, store: "StoreName") -> "Database":
        from pbem.store import Database, engines

        with usable(engines.shown_name(store)):
            database = Database(store, readers=self.readers)
        click.get_current_context().call_on_close(database.close)
        return database

    @cached_property
    def intake(self) -> "Intake":
        """The ways into this database."""
        from pbem.intake import Intake

        return Intake(self.database, system_clock, self.settings)

    @property
    def zone(self) -> str:
        """The server's time zone."""
        return self.settings.server.time_zone

    def make(self) -> bool:
        """Make the data folder and the database where they are missing; return whether it was. Raises Failure."""
        from pbem.store import engines

        path, store = self.settings.database, self.settings.store_url
        make_folder(path.parent)
        if not isinstance(store, Path):
            with usable(self.database_name), suppress(FileExistsError):
                engines.create(store)
                return True
            return False
        if os.path.lexists(path):
            with usable(path):
                engines.stored_schema(path)
            return False
        old = path.with_name(f"{path.name}.old")
        if old.exists():
            sentence = _("%(path)s is not there, but %(old)s is: a restore was interrupted.", path=path, old=old.name)
            raise Failure(f"{sentence} " + _("`pbem restore %(old)s` puts it back.", old=old))
        with writing(path):
            engines.create(path)
        return True

    def game(self, tx: "Tx", tag: str) -> "GameRow":
        """A game by its tag. Raises Failure."""
        from pbem.store.games.game import find_any_game_by_tag

        game = find_any_game_by_tag(tx, tag)
        if game is None:
            raise Failure(_("There is no game %(tag)s. `pbem game list` shows those there are.", tag=tag))
        return game


pass_office = click.make_pass_decorator(CliContext)
yes_option: Final = click.option("--yes", is_flag=True, help=_("Do it without asking."))
health_port_option = click.option(
    "--health-port",
    type=click.IntRange(0, 65535),
    help=_("The port for programs that watch, if not `health_port` in [web]; 0 for any port that is free."),
)
json_option = click.option("--json", "as_json", is_flag=True, help=_("Print JSON, for programs."))


def show(rows: Sequence[Mapping[str, Any]], as_json: bool, empty: str, zone: str = "UTC") -> None:
    """Print rows as JSON or as a table with their keys for headings; `empty` is said where there are none.

    Moments are told to programs in ISO 8601, and to people in words, in a time zone.
    """
    if as_json:
        click.echo(json.dumps(list(rows), ensure_ascii=False, indent=2, default=lambda moment: iso(to_ms(moment))))
        return
    if not rows:
        click.echo(empty)
        return
    heads = list(rows[0])
    cells = [heads] + [[_cell(row[head], zone) for head in heads] for row in rows]
    widths = [max(len(line[n]) for line in cells) for n in range(len(heads))]
    for line in cells:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: object, zone: str) -> str:
    if isinstance(value, datetime):
        return words.moment(value, zone)
    return "" if value is None else printable(str(value))


def printable(text: str) -> str:
    """A text of unknown origin on one line, without signs that a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def example(text: str) -> str:
    """The example at the end of a command's help."""
    return _("Example: %(command)s", command=text)


def read_file(path: str, most: int = -1) -> bytes:
    """A file's bytes, or those of standard input for "-"; no more than `most`, unless that is negative."""
    if path == "-":
        return sys.stdin.buffer.read(most)
    with Path(path).open("rb") as file:
        return file.read(most)
