"""What commands share: the settings, the database, the operator's language, and how results and failures are shown."""

import json
import locale
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import click

from pbem.adjudicator import Adjudicator
from pbem.clock import system_clock
from pbem.config import ConfigError, Settings, load
from pbem.i18n import Catalogue, catalogue
from pbem.store import Database, Tx, Unreadable, schema
from pbem.store import repository as repo
from pbem.store.errors import SchemaTooNew, SchemaTooOld
from pbem.store.rows import GameRow

CONFIG_NAME: Final = "pbem.toml"


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


@dataclass
class Office:
    """The server's things as a command finds them."""

    config: Path

    @cached_property
    def settings(self) -> Settings:
        """The settings of the configuration file. Raises Failure."""
        try:
            return load(self.config)
        except ConfigError as error:
            hint = "" if self.config.exists() else "\n" + _("`pbem init` makes one.")
            raise Failure(error.message(words) + hint) from error

    @cached_property
    def database(self) -> Database:
        """The database, brought to the newest schema. Raises Failure where there is none that can be used."""
        with self._troubles():
            schema.migrate(self.settings.database)
        return self._opened()

    @cached_property
    def untouched(self) -> Database:
        """The database as it is, to be read: nothing is changed. Raises Failure where its schema is not the newest."""
        return self._opened()

    def _opened(self) -> Database:
        with self._troubles():
            database = Database(self.settings.database)
        click.get_current_context().call_on_close(database.close)
        return database

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Tells in plain words why a database cannot be used."""
        path = self.settings.database
        try:
            yield
        except FileNotFoundError as error:
            raise Failure(_("%(path)s is not there yet; `pbem init` makes it.", path=path)) from error
        except SchemaTooNew as error:
            raise Failure(_("%(path)s was made by a newer version of this program.", path=path)) from error
        except SchemaTooOld as error:
            told = _("%(path)s was made by an older version of this program, and is left as it is.", path=path)
            raise Failure(f"{told} " + _("Try it on a copy, which `pbem backup` makes.")) from error
        except Unreadable as error:
            raise Failure(_("%(path)s cannot be read: %(error)s", path=path, error=error.reason)) from error

    @cached_property
    def adjudicator(self) -> Adjudicator:
        """The adjudicator of this database."""
        return Adjudicator(self.database, system_clock, self.settings)

    @property
    def zone(self) -> str:
        """The server's time zone."""
        return self.settings.server.time_zone

    def make(self) -> bool:
        """Makes the data folder and the database where they are missing; returns whether anything was."""
        path = self.settings.database
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            return False
        schema.create(path)
        return True

    def game(self, tx: Tx, tag: str) -> GameRow:
        """A game by its tag. Raises Failure."""
        game = repo.game_by_tag(tx, tag)
        if game is None:
            raise Failure(_("There is no game %(tag)s. `pbem game list` shows those there are.", tag=tag))
        return game


pass_office = click.make_pass_decorator(Office)
json_option = click.option("--json", "as_json", is_flag=True, help=_("Print JSON, for programs."))


def show(rows: Sequence[Mapping[str, Any]], as_json: bool, empty: str) -> None:
    """Prints rows as JSON or as a table with their keys for headings; `empty` is said where there are none."""
    if as_json:
        click.echo(json.dumps(list(rows), ensure_ascii=False, indent=2))
        return
    if not rows:
        click.echo(empty)
        return
    heads = list(rows[0])
    cells = [heads] + [["" if row[head] is None else str(row[head]) for head in heads] for row in rows]
    widths = [max(len(line[n]) for line in cells) for n in range(len(heads))]
    for line in cells:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def example(text: str) -> str:
    """The example at the end of a command's help."""
    return _("Example: %(command)s", command=text)


def read_file(path: str) -> bytes:
    """A file's bytes, or those of standard input for "-"."""
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
