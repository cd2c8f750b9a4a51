"""The command that moves all games, players and emails to another database: SQLite, PostgreSQL, and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import Progress as Bar

from pbem.cli.context import CliContext, Failure, _, example, pass_office, still_running, usable, words, writing
from pbem.cli.doctor.damage import check_table
from pbem.clock import system_clock, to_ms
from pbem.store import Tx, engines, moving
from pbem.store.errors import AlreadyServing, NotCopied, StillRunning
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games
from pbem.store.mail.checks import CHECKED
from pbem.store.service.server import ServiceMark, find_last_beat
from pbem.store.transfer import CopyProgress

if TYPE_CHECKING:
    from pbem.store.engines import StoreName

_REJUDGED: Final = 20
"""Games in progress that are judged again where the move is; the last ones begun."""
_NAMED: Final = 5
"""Things that are named of those that are damaged."""


@click.command(
    help=_(
        "Move everything to another database: from the SQLite file to PostgreSQL, or back. The configured database is "
        "moved --to another one, or one is moved --from elsewhere into the configured one; each is a file, or an "
        "address such as postgresql://pbem@db.example/pbem. The password is not part of it, because others can see it: "
        "it is in PGPASSWORD, or in the file ~/.pgpass. Stop all processes first. The old database stays as it is, and "
        "can no longer be played on."
    ),
    epilog=example("pbem move --to postgresql://pbem@db.example/pbem"),
)
@click.option("--to", "to", metavar="DATABASE", help=_("The database to move to; it must be empty."))
@click.option("--from", "from_", metavar="DATABASE", help=_("The database to move into the configured one."))
@click.option("--all", "every", is_flag=True, help=_("Judge all games again there, not only the last 20 in progress."))
@pass_office
def move(office: CliContext, to: str | None, from_: str | None, every: bool) -> None:
    """Copy, compare, look at all games there, and only then change over."""
    if (to is None) == (from_ is None):
        raise click.UsageError(_("Say either --to or --from."))
    configured = office.settings.store_url
    source: StoreName = configured if from_ is None else _named(from_)
    target: StoreName = configured if to is None else _named(to)
    names = {"source": engines.shown_name(source), "target": engines.shown_name(target)}
    if names["source"] == names["target"]:
        raise Failure(_("%(source)s is where everything is already.", **names))
    damaged: list[str] = []
    with _explained(**names), _shown() as (progress, bar):
        check = _CopyCheck(target, bar, damaged, every=every)
        moved = moving.move(source, target, to_ms(system_clock()), check, progress)
    if moved.is_resumed:
        click.echo(_("The move from %(source)s to %(target)s was begun before, and is finished now.", **names))
    else:
        click.echo(
            _("%(source)s is moved to %(target)s, and everything there is compared with what was here.", **names)
        )
    if moved.replaced:
        sentence = words.plural(
            "%(n)s row has a character that PostgreSQL cannot keep (U+0000); it became U+FFFD.",
            "%(n)s rows have characters that PostgreSQL cannot keep (U+0000); they became U+FFFD.",
            moved.replaced,
        )
        click.echo(sentence)
    for one in damaged:
        click.echo(_("It was damaged before, and is as it was: %(damage)s", damage=one))
    click.echo(_("%(source)s stays as it was, but cannot be played on any more.", **names))
    if target != configured:
        value = "" if target == office.settings.database else to
        sentence = _(
            'Next: write url = "%(value)s" in the table [store] of %(config)s', value=value, config=office.config
        )
        click.echo(f"{sentence}; " + _("then `pbem doctor`, and start the server."))
    else:
        click.echo(_("Next: `pbem doctor`, and start the server."))


def _named(text: str) -> "StoreName":
    """A database that was named at the command line. Raises Failure where others can see its password there."""
    try:
        if engines.has_password(text):
            raise Failure(
                _(
                    "Others can see what is typed here: leave the password out of the address, and put it into "
                    "PGPASSWORD, or into the file ~/.pgpass."
                )
            )
        engines.shown_name(text)
    except ValueError as error:
        raise Failure(_("%(error)s.", error=error)) from error
    return text if "://" in text else Path(text).absolute()


@contextmanager
def _explained(**names: str) -> Iterator[None]:
    """A context in which the errors of a move become a Failure in plain words."""
    try:
        with writing(Path(names["target"])), usable(names["source"]):
            yield
    except StillRunning as error:
        raise still_running(error) from error
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(source)s or %(target)s; stop it first.", **names)) from error
    except NotCopied as error:
        sentence = _("Table %(table)s could not be copied: %(why)s.", table=error.table, why=words.text(error.why))
        raise Failure(f"{sentence} " + _("Nothing is moved; the server can be started as before.")) from error


@contextmanager
def _shown() -> Iterator[tuple[CopyProgress, Bar]]:
    """A bar on a terminal, and what tells it of rows that are copied."""
    console = Console(stderr=True)
    with Bar(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("Rows"), total=None)
        yield CopyProgress(lambda rows: bar.update(task, total=rows), lambda rows: bar.advance(task, rows)), bar


class _CopyCheck:
    """The look at a copy before it counts: logs folded, games judged again, letters and mails by their checksums.

    What is damaged in it was so before, as it is the same; it is told, and keeps nobody from moving.
    """

    def __init__(self, target: "StoreName", bar: Bar, damaged: list[str], *, every: bool) -> None:
        self._target = target
        self._bar = bar
        self._damaged = damaged
        self._every = every

    def __call__(self, tx: Tx) -> None:
        """Look at everything through a transaction."""
        from pbem.adjudicator.sessions import check_snapshot  # with all that knows games

        games = list_games(tx)
        for game in self._bar.track(games, description=_("Games")):
            problem = check_snapshot(tx, game)
            if problem:
                self._damaged.append(problem)
        playing = [game for game in games if game.status == "playing"]
        again = games if self._every else playing[-_REJUDGED:]
        for game in self._bar.track(again, description=_("Judged again")):
            self._judge(tx, game)
        for name in CHECKED:
            _count, keys = check_table(tx, name, lambda _rows: None)
            if keys:
                self._damaged.append(f"{name}: {', '.join(map(str, keys[:_NAMED]))}")
        if isinstance(self._target, Path):
            beat = find_last_beat(tx)
            if beat is not None:  # or it would seem to have been put in place by hand
                ServiceMark(self._target).write(beat)

    def _judge(self, tx: Tx, game: GameRow) -> None:
        from pbem.adjudicator.log.records import find_differences
        from rules_core.kernel.codec import BadRecord

        try:
            found = find_differences(tx, game, words, is_open=True)
        except (BadRecord, ValueError, LookupError):
            return  # told already
        if found.differences and not found.others:
            self._damaged.append(_("%(game)s would be judged differently", game=game.tag))
