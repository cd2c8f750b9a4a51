"""The command that takes a database to this version's schema, and back to that of the version before."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbem.cli.context import (
    CliContext,
    Failure,
    _,
    example,
    pass_office,
    still_running,
    usable,
    words,
    writing,
    yes_option,
)
from pbem.store import schema, upgrades
from pbem.store.engines import stored_schema
from pbem.store.errors import AlreadyServing, StillRunning


@click.command(
    help=_(
        "Bring the database up to date with this version of the program, and keep a copy of it as it was. With --back "
        "it goes back to the version before, with all that was played since. The server must not run. With the "
        "database in a file, `pbem serve` does the same when it starts."
    ),
    epilog=example("pbem upgrade --back"),
)
@click.option("--back", is_flag=True, help=_("Go back to the schema from before the last upgrade."))
@click.option("--to", "schema", metavar="NUMBER", help=_("With --back: the schema to go back to, such as 0026."))
@click.option("--no-copy", is_flag=True, help=_("On PostgreSQL: keep no copy, because you have a backup of your own."))
@yes_option
@pass_office
def upgrade(office: CliContext, back: bool, schema: str | None, no_copy: bool, yes: bool) -> None:
    """Upgrade the database, or take it back; a copy of it is kept first, and nothing is done without."""
    if schema is not None and not back:
        raise click.UsageError(_("--to is for --back."))
    if no_copy and (back or isinstance(office.settings.store_url, Path)):
        raise click.UsageError(_("--no-copy is for upgrades of PostgreSQL."))
    if back:
        _go_back(office, schema, yes=yes)
    elif no_copy:
        _upgrade_without_copy(office)
    elif upgrade_database(office) is None:
        click.echo(_("%(path)s is up to date.", path=office.database_name))


def upgrade_database(office: CliContext) -> Path | None:
    """Bring a database to the newest schema, and say so; the copy kept, None where it is up to date. Raises Failure."""
    with _moving(office):
        copy = upgrades.upgrade(office.settings.store_url, office.settings.database)
    if copy is not None:
        facts = {"path": office.database_name, "schema": schema.SCHEMA, "copy": copy.name}
        click.echo(_("%(path)s is brought to schema %(schema)s; as it was, it is kept as %(copy)s.", **facts))
    return copy


def _upgrade_without_copy(office: CliContext) -> None:
    facts = {"path": office.database_name, "schema": schema.SCHEMA}
    with _moving(office):
        is_done = upgrades.upgrade_without_copy(office.settings.store_url)
    click.echo(
        _("%(path)s is brought to schema %(schema)s.", **facts) if is_done else _("%(path)s is up to date.", **facts)
    )


def _go_back(office: CliContext, schema: str | None, *, yes: bool) -> None:
    path, store, file = office.database_name, office.settings.store_url, office.settings.database
    with _moving(office):
        stored = stored_schema(store)
        to = schema or upgrades.find_way_back(store, file)
        if to is None:
            raise Failure(_("%(stored)s is the first schema; there is none before it.", stored=stored))
        older = upgrades.list_older_schemas(store)
        if to not in older:
            sentence = _("%(schema)s is no schema from before %(stored)s.", schema=to, stored=stored)
            raise Failure(f"{sentence} " + _("These are: %(schemas)s.", schemas=", ".join(older)))
        lost = upgrades.preview_way_back(store, to, file)
    _explain(path, stored, to, lost)
    if not yes and not click.confirm(_("Do it?")):
        raise Failure(_("Nothing was done."))
    with _moving(office):
        copy = upgrades.go_back(store, to, file)
    click.echo(
        _("%(path)s is at schema %(schema)s; as it was, it is kept as %(copy)s.", path=path, schema=to, copy=copy.name)
    )
    click.echo(_("Now install the version of the program that it belongs to; this one would only upgrade it again."))


def _explain(path: str, stored: str, to: str, lost: list[upgrades.Lost]) -> None:
    facts = {"path": path, "stored": stored, "to": to}
    click.echo(_("%(path)s goes from schema %(stored)s back to %(to)s, with all that was played.", **facts))
    if not lost:
        click.echo(_("Nothing is lost by that."))
        return
    click.echo(_("Schema %(to)s has no place for these, which are lost:", to=to))
    for one in lost:
        sentence = (
            words.plural("%(n)s value of %(column)s", "%(n)s values of %(column)s", one.many, column=one.name)
            if one.column
            else words.plural("%(n)s row of %(table)s", "%(n)s rows of %(table)s", one.many, table=one.table)
        )
        click.echo(f"  {sentence}")


@contextmanager
def _moving(office: CliContext) -> Iterator[None]:
    """A context in which what keeps a database from another schema becomes a Failure in plain words."""
    name = office.database_name
    try:
        with writing(office.settings.database), usable(name):
            yield
    except StillRunning as error:
        raise still_running(error) from error
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(path)s; stop it first.", path=name)) from error
