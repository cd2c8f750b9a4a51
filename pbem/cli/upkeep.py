"""Commands that keep a server well: backup, restore, doctor."""

import json
import shutil
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from pbem.adjudicator.casebook import check_snapshot
from pbem.adjudicator.rating import is_sound
from pbem.adjudicator.recounting import miscounted, recount
from pbem.cli.office import Failure, Office, _, example, json_option, pass_office, words
from pbem.clock import from_ms
from pbem.daemon.alone import Alone, AlreadyServing
from pbem.reports.terms import span_in_words
from pbem.store import Database, SchemaTooNew, Tx, Unreadable, migrate
from pbem.store import repository as repo
from pbem.store.schema import stored_schema


@click.command(help=_("Write a copy of the database; the server may be running."), epilog=example("pbem backup a.db"))
@click.argument("file", type=click.Path(path_type=Path))
@pass_office
def backup(office: Office, file: Path) -> None:
    """Writes a copy of the database."""
    try:
        office.database.copy_to(file)
    except FileExistsError as error:
        raise Failure(_("%(path)s is there already.", path=file)) from error
    click.echo(_("The database is copied to %(path)s. It holds every secret of your games: keep it safe.", path=file))


@click.command(
    help=_("Put a copy in the database's place. The server must not be running; the old one is kept beside it."),
    epilog=example("pbem restore a.db"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@pass_office
def restore(office: Office, file: Path) -> None:
    """Puts a copy in the database's place."""
    path = office.settings.database
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with Alone(path), TemporaryDirectory(dir=path.parent) as folder:
            _replace(path, _examined(file, Path(folder)))
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(path)s; stop it first.", path=path)) from error
    click.echo(_("%(path)s is restored; the one before is %(old)s.", path=path, old=f"{path.name}.old"))


def _examined(file: Path, folder: Path) -> Path:
    """A copy, in a folder, that is a whole database of this program in its newest form. Raises Failure."""
    new = folder / "pbem.sqlite3"
    shutil.copyfile(file, new)
    new.chmod(0o600)
    try:
        if stored_schema(new) is None:
            raise Failure(_("%(path)s is no database of this program.", path=file))
        migrate(new)
        with Database(new) as database, database.read() as tx:
            problems = repo.quick_check(tx)
    except Unreadable as error:
        raise Failure(_("%(path)s cannot be read: %(error)s", path=file, error=error.reason)) from error
    except SchemaTooNew as error:
        raise Failure(_("%(path)s was made by a newer version of this program.", path=file)) from error
    if problems:
        raise Failure(_("%(path)s is damaged: %(error)s", path=file, error=problems[0]))
    return new


def _replace(path: Path, new: Path) -> None:
    """Puts a database in the place of one, which is kept under another name with the files that belong to it."""
    for suffix in ("", "-wal", "-shm"):
        kept = path.with_name(f"{path.name}.old{suffix}")
        kept.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(kept)
    new.rename(path)


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=2):
            return True
    except OSError:
        return False


Finding = tuple[str, bool, str]
_OUTAGES: Final = 3
"""How many outages are told, the last ones."""


@click.command(help=_("Look for what is wrong with a server, and say what to do."), epilog=example("pbem doctor"))
@click.option("--mend", is_flag=True, help=_("First count results, rolls and ratings anew from the logs of the games."))
@json_option
@click.pass_context
@pass_office
def doctor(office: Office, context: click.Context, mend: bool, as_json: bool) -> None:
    """Examines the database, the games, the mail; exit status 1 where something is wrong."""
    if mend:
        office.database.write(recount)
    findings = list(_findings(office))
    if as_json:
        rows = [{"what": what, "well": well, "told": told} for what, well, told in findings]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for what, well, told in findings:
            fate = _("well") if well else _("WRONG")
            click.echo(f"{fate:<6} {what}: {told}")
    if not all(well for _what, well, _told in findings):
        context.exit(1)


def _findings(office: Office) -> Iterator[Finding]:
    yield _("configuration"), True, str(office.config)
    with office.database.read() as tx:
        problems = repo.quick_check(tx)
        yield _("database"), not problems, problems[0] if problems else str(office.settings.database)
        if problems:
            return
        broken = [told for game in repo.games(tx) if (told := check_snapshot(tx, game))]
        games = _("%(count)s games, all of them can be read", count=len(repo.games(tx)))
        yield _("games"), not broken, "; ".join(broken) or games
        yield _counts(tx)
        letters = repo.letter_counts(tx)
        shunted = letters.get("shunted", 0)
        yield (
            _("letters"),
            not shunted,
            _("%(new)s waiting, %(shunted)s failed", new=letters.get("new", 0), shunted=shunted),
        )
        yield _("outages"), True, _outages(tx, office)
        mails = repo.mail_counts(tx)
        failed = mails.get("failed", 0)
        yield _("mails"), not failed, _("%(due)s waiting, %(failed)s given up", due=mails.get("due", 0), failed=failed)
    yield _relay(office)


def _counts(tx: Tx) -> Finding:
    wrong = miscounted(tx)
    if wrong:
        tags = ", ".join(wrong)
        told = _("the results or rolls of %(games)s are not those of their logs; `pbem doctor --mend`", games=tags)
    elif not is_sound(tx):
        told = _("the ratings are not those that come of the results; `pbem doctor --mend`")
    else:
        return _("counts"), True, _("results, rolls and ratings agree with the logs")
    return _("counts"), False, told


def _outages(tx: Tx, office: Office) -> str:
    """When the server was out last, or its clock was set, and by how much."""
    found = [
        _(
            "%(span)s, noticed on %(moment)s",
            span=span_in_words(from_ms(outage.until_ms) - from_ms(outage.from_ms), words),
            moment=words.moment(from_ms(outage.until_ms), office.zone),
        )
        for outage in repo.last_outages(tx, _OUTAGES)
    ]
    return "; ".join(found) or _("none of more than an hour")


def _relay(office: Office) -> Finding:
    relay = office.settings.mail.relay
    if relay is None:
        return _("mail out"), True, _("no relay; mails go to %(folder)s", folder=office.settings.maildir)
    if _answers(relay.host, relay.port):
        return _("mail out"), True, _("the relay %(host)s answers", host=relay.host)
    return (
        _("mail out"),
        False,
        _("the relay %(host)s does not answer at port %(port)s", host=relay.host, port=relay.port),
    )
