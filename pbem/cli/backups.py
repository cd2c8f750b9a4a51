"""Commands that make a backup, and put one in the database's place."""

import errno
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import click

from pbem.archive import CONFIG, BadArchive, extract_database, is_archive, read_small_files
from pbem.cli.context import CliContext, Failure, _, example, pass_office, still_running, usable, words, writing
from pbem.clock import system_clock, to_ms
from pbem.config import ConfigError, load
from pbem.files import copy_private, find_disk_fault, list_others_files, make_folder, scratch, user_name, write_whole
from pbem.store import Database, migrate, put_in_place
from pbem.store.accounts.sessions import end_all_sessions
from pbem.store.engines import copy_whole, is_older, stored_schema
from pbem.store.errors import AlreadyServing, StillRunning
from pbem.store.moving import copy_over, find_mark, keep_others_out, reclaim
from pbem.store.service.server import Marked, ServiceMark, find_last_beat, run_quick_check
from pbem.store.sqlite.locks import InstanceLock

_SQLITE: Final = b"SQLite format 3\0"
"""How the file of a database begins."""


@click.command(
    help=_(
        "Write a backup: the database, the configuration and the keys that it names, in one file, which is tried by a "
        "restore. Without a FILE it is one of those that the server makes by itself ([backup] in the configuration). "
        "The server may be running."
    ),
    epilog=example("pbem backup a.tar.gz"),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--bare", is_flag=True, help=_("Copy the database alone, as it is, into FILE."))
@pass_office
def backup(office: CliContext, file: Path | None, bare: bool) -> None:
    """Write a backup of the database as it is, whatever its schema."""
    store, name = office.settings.store_url, office.database_name
    with usable(name):
        stored_schema(store)
    if file is None:
        if bare:
            raise click.UsageError(_("--bare is for a FILE."))
        _by_itself(office)
    elif bare:
        with usable(name), writing(file):
            copy_whole(store, file)
        click.echo(
            _("The database is copied to %(path)s. It holds every secret of your games: keep it safe.", path=file)
        )
    else:
        _write_one(office, file)


def _write_one(office: CliContext, file: Path) -> None:
    from pbem.daemon.backups import BackupJob, write_backup  # with all that knows games, as it is tried

    begun_ms = to_ms(system_clock())
    with usable(office.database_name), writing(file), whole(file):
        wrong = write_backup(office.settings, office.config, file)
    with _open(office) as database:
        job = BackupJob(office.settings, office.config, database, system_clock)
        job.note(file, begun_ms, "games" if wrong else "", wrong)
    _report(file, wrong)


def _by_itself(office: CliContext) -> None:
    from pbem.daemon.backups import BackupJob

    with _open(office) as database:
        done = BackupJob(office.settings, office.config, database, system_clock).make()
    folder = office.settings.backups
    match done.problem:
        case "room" | "read-only" | "write":
            raise Failure(_("No backup is made in %(folder)s: %(error)s", folder=folder, error=done.detail))
        case "damaged":
            raise Failure(_("No backup is made, as it would not be whole: %(error)s", error=done.detail))
        case "command":
            click.echo(_("The backup is made: %(path)s.", path=done.file))
            raise Failure(_("It could not be taken elsewhere: %(error)s", error=done.detail))
    _report(Path(done.file) if not done.problem else folder, done.detail)


def _report(path: Path, wrong: str) -> None:
    sentence = _("The backup is made: %(path)s. It holds every secret of your games: keep it safe.", path=path)
    click.echo(sentence)
    if wrong:
        raise Failure(_("Games in it cannot be read, as in the database itself: %(games)s", games=wrong))


@contextmanager
def _open(office: CliContext) -> Iterator[Database | None]:
    """The database, to note a backup in it; None where its schema is older, or its disk read-only."""
    store = office.settings.store_url
    if is_older(store) or (isinstance(store, Path) and find_disk_fault(store) == errno.EROFS):
        yield None
        return
    with Database(store, readers=1) as database:
        yield database


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """A context in which it becomes a Failure that an archive is not whole."""
    try:
        yield
    except BadArchive as error:
        raise Failure(_("%(path)s is damaged: %(error)s", path=path, error=error)) from error


@click.command(
    help=_(
        "Put a backup, or a copy of a database, in the database's place: deadlines move, games continue with new dice, "
        "and players are told. The configuration and keys in it are put where none are. The server must not be "
        "running; the old database is kept as a file."
    ),
    epilog=example("pbem restore a.tar.gz"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False)
@click.option(
    "--here", is_flag=True, help=_("The database was put back by other means, such as pg_restore: do only the rest.")
)
@pass_office
def restore(office: CliContext, file: Path | None, here: bool) -> None:
    """Put a copy in the database's place, once all that follows from that is done in the copy."""
    if (file is None) != here:
        raise click.UsageError(_("Name a FILE, or say --here."))
    if file is None:
        unread, had_one = _recovered_here(office), True
    else:
        unread, had_one = _restored(office, file)
    click.echo(_("Deadlines have moved, and games continue with new dice. The server tells the players when it runs."))
    for tag in unread:
        click.echo(_("%(tag)s cannot be read, and was left as it is; see `pbem doctor`.", tag=tag))
    spool = office.settings.spool
    if spool.is_dir():
        click.echo(_("`pbem letter bring-again` brings the emails that came after the backup."))
    elif not had_one:
        click.echo(
            _(
                "If you have the folder in which the old server kept emails, put it at %(path)s: `pbem letter "
                "bring-again` then brings those that came after the backup.",
                path=spool,
            )
        )
    _explain_owner(office.settings.database)


def _restored(office: CliContext, file: Path) -> tuple[Sequence[str], bool]:
    """Put a file's database in place; return the games that cannot be read, and whether there was one before."""
    config, files = _small_files(office, file)
    path, store, name = office.settings.database, office.settings.store_url, office.database_name
    old = path.with_name(f"{path.name}.old")
    is_file = store == path
    try:
        with _folder(path), _held(office) as had_one, writing(path), scratch(path.parent) as folder:
            new = _examined(file, folder)
            unread = _recovered(office, new, had_one=had_one)
            # Before the database: whoever is killed here finds the old one, and begins again.
            _put_config(office, config)
            _put_files(office, files)
            if is_file:
                _mark_first(path, new)
                put_in_place(path, new)
            else:
                if had_one:
                    copy_whole(store, old, replacing=True)
                copy_over(new, store)
    except StillRunning as error:
        raise still_running(error) from error
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(path)s; stop it first.", path=name)) from error
    if had_one:
        click.echo(_("%(path)s is restored; the one before is %(old)s.", path=name, old=old.name if is_file else old))
    else:
        click.echo(_("%(path)s is restored.", path=name))
    return unread, had_one


@contextmanager
def _held(office: CliContext) -> Iterator[bool]:
    """Keep servers from the database for the length of the block; gives whether there is one. Raises AlreadyServing."""
    path, store = office.settings.database, office.settings.store_url
    if store == path:
        had_one = path.exists()
        with InstanceLock(path, alone=True):
            yield had_one
    else:
        with usable(office.database_name), keep_others_out(store, to_ms(system_clock())) as had_one:
            yield had_one


def _recovered_here(office: CliContext) -> Sequence[str]:
    """Do in the database itself what one needs that was put back by other means; return as `_restored` does."""
    from pbem.intake import Intake

    store, name = office.settings.store_url, office.database_name
    path = office.settings.database if store == office.settings.database else None
    with usable(name), Database(store) as database:
        leadership = database.leadership()
        if not leadership.take():
            raise Failure(_("A server is running on %(path)s; stop it first.", path=name))
        try:
            unread = Intake(database, system_clock, office.settings).operator.recover(ServiceMark(path).read())
            with database.read() as tx:
                beat = find_last_beat(tx)
            if beat is not None:
                ServiceMark(path).write(beat)
        finally:
            leadership.release()
    click.echo(_("%(path)s is back in service.", path=name))
    return unread


def _small_files(office: CliContext, file: Path) -> tuple[bytes | None, Mapping[str, bytes]]:
    """The configuration and the keys in a file that is to be restored, which is looked through before all else.

    Where there is no configuration here, that of the file counts from now on. Raises Failure.
    """
    with file.open("rb") as opened:
        beginning = opened.read(len(_SQLITE))
    if not beginning:
        raise Failure(_("%(path)s is empty: it is no backup, and nothing is changed.", path=file))
    if not is_archive(file):
        if beginning != _SQLITE:
            raise Failure(_("%(path)s is neither a backup nor a copy of a database.", path=file))
        return None, {}
    with whole(file):
        config, files = read_small_files(file)
        if not office.config.exists():
            if config is None:
                raise BadArchive(f"there is no {CONFIG} in it, and no {office.config} here")
            try:
                office.settings = load(office.config, config)
            except ConfigError as error:
                raise BadArchive(error.message(words)) from error
    return config, files


@contextmanager
def _folder(database: Path) -> Iterator[None]:
    """The folder of a database for the length of the block, and for good if that succeeds."""
    made = [folder for folder in (database.parent, *database.parent.parents) if not folder.exists()]
    make_folder(database.parent)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if made:
                for lock in ("serving", "running"):
                    database.with_name(f"{database.name}.{lock}").unlink(missing_ok=True)
            for folder in made:
                folder.rmdir()
        raise


def _put_config(office: CliContext, config: bytes | None) -> None:
    """Put a configuration where there is none. Raises Failure."""
    if config is not None and not office.config.exists():
        make_folder(office.config.absolute().parent)
        with writing(office.config):
            write_whole(office.config, config, replacing=False)
        click.echo(_("The configuration was not there, and is put back: %(path)s.", path=office.config))


def _put_files(office: CliContext, files: Mapping[str, bytes]) -> None:
    """Put keys and certificates where the configuration names them, and none is."""
    for key, path in office.settings.named_files.items():
        if key not in files or path.exists():
            continue
        facts = {"path": path, "key": key}
        try:
            make_folder(path.parent)
            write_whole(path, files[key], replacing=False)
        except OSError as error:
            why = error.strerror or str(error)
            click.echo(_("%(path)s (%(key)s) could not be put back from the backup: %(why)s", why=why, **facts))
        else:
            click.echo(_("%(path)s (%(key)s) was not there, and is put back.", **facts))


def _explain_owner(path: Path) -> None:
    """Say who must own the files, where not all belong to one."""
    others = list(list_others_files(path.parent))
    if others:
        user, owner = (user_name(one.lstat().st_uid) for one in (others[0], path.parent))
        facts = {"path": others[0], "user": user, "owner": owner}
        sentence = _("Careful: %(path)s belongs to %(user)s, and its folder to %(owner)s.", **facts)
        click.echo(f"{sentence} " + _("Give all of that to the user that the server runs as."))


def _recovered(office: CliContext, new: Path, *, had_one: bool) -> Sequence[str]:
    """Do in a copy what a restored database needs before it is used; return the games that cannot be read."""
    from pbem.intake import Intake  # with all that knows games

    store = office.settings.store_url
    if store == office.settings.database:
        mark = ServiceMark(office.settings.database).read()
    else:
        mark = find_mark(store) if had_one else Marked()
    with Database(new) as database:
        return Intake(database, system_clock, office.settings).operator.recover(mark)


def _mark_first(path: Path, new: Path) -> None:
    """Mark a database as that in service here, where none was before: nobody put it in place by hand."""
    mark = ServiceMark(path)
    with Database(new, readers=1) as database, database.read() as tx:
        beat = find_last_beat(tx)
    if beat is not None and not mark.read().number:
        mark.write(beat)


def _examined(file: Path, folder: Path) -> Path:
    """A copy, in a folder, that is a whole database of this program in its newest form. Raises Failure and OSError."""
    new = folder / "pbem.sqlite3"
    if is_archive(file):
        with whole(file):
            extract_database(file, new)
    else:
        for suffix in ("", "-wal"):  # what a database that was not closed has not taken in yet
            source = file.with_name(file.name + suffix)
            if not suffix or source.exists():
                copy_private(source, new.with_name(new.name + suffix))
    with usable(file):
        reclaim(new)
        migrate(new)
        with Database(new) as database:
            with database.read() as tx:
                problems = run_quick_check(tx)
            if not problems:
                database.write(end_all_sessions)  # the copy may hold some that were ended since
    if problems:
        raise Failure(_("%(path)s is damaged: %(error)s", path=file, error=problems[0]))
    return new
