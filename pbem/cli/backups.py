"""Commands that copy the database, and put a copy in its place."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli.context import CliContext, Failure, _, example, pass_office, usable, writing
from pbem.clock import system_clock
from pbem.files import copy_private, make_folder, scratch
from pbem.store import Database, migrate, put_in_place
from pbem.store.accounts.sessions import end_all_sessions
from pbem.store.copies import copy_whole
from pbem.store.engine import stored_schema
from pbem.store.server import AlreadyServing, InstanceLock, ServiceMark, run_quick_check


@click.command(help=_("Write a copy of the database; the server may be running."), epilog=example("pbem backup a.db"))
@click.argument("file", type=click.Path(path_type=Path))
@pass_office
def backup(office: CliContext, file: Path) -> None:
    """Write a copy of the database as it is, whatever its schema."""
    path = office.settings.database
    with usable(path):
        stored_schema(path)
        with writing(file):
            copy_whole(path, file)
    click.echo(_("The database is copied to %(path)s. It holds every secret of your games: keep it safe.", path=file))


@click.command(
    help=_(
        "Put a copy in the database's place: deadlines move, games continue with new dice, and players are told. The "
        "server must not be running; the old database is kept beside it."
    ),
    epilog=example("pbem restore a.db"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@pass_office
def restore(office: CliContext, file: Path) -> None:
    """Put a copy in the database's place, once all that follows from that is done in the copy."""
    path = office.settings.database
    make_folder(path.parent)
    try:
        with InstanceLock(path), writing(path), scratch(path.parent) as folder:
            new = _examined(file, folder)
            unread = _recovered(office, new)
            put_in_place(path, new)
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(path)s; stop it first.", path=path)) from error
    click.echo(_("%(path)s is restored; the one before is %(old)s.", path=path, old=f"{path.name}.old"))
    click.echo(_("Deadlines have moved, and games continue with new dice. The next `pbem serve` tells the players."))
    for tag in unread:
        click.echo(_("%(tag)s cannot be read, and was left as it is; see `pbem doctor`.", tag=tag))


def _recovered(office: CliContext, new: Path) -> Sequence[str]:
    """Do in a copy what a restored database needs before it is used; return the games that cannot be read."""
    from pbem.intake import Intake  # with all that knows games, which a backup does without

    mark = ServiceMark(office.settings.database).read()
    with Database(new) as database:
        return Intake(database, system_clock, office.settings).operator.recover(mark)


def _examined(file: Path, folder: Path) -> Path:
    """A copy, in a folder, that is a whole database of this program in its newest form. Raises Failure and OSError."""
    new = folder / "pbem.sqlite3"
    for suffix in ("", "-wal"):  # what a database that was not closed has not taken in yet
        source = file.with_name(file.name + suffix)
        if not suffix or source.exists():
            copy_private(source, new.with_name(new.name + suffix))
    with usable(file):
        migrate(new)
        with Database(new) as database:
            with database.read() as tx:
                problems = run_quick_check(tx)
            if not problems:
                database.write(end_all_sessions)  # the copy may hold some that were ended since
    if problems:
        raise Failure(_("%(path)s is damaged: %(error)s", path=file, error=problems[0]))
    return new
