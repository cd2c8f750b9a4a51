"""The command that takes a database to this version's schema, and back to that of the version before."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbem.cli.context import CliContext, Failure, _, example, pass_office, usable, words, writing, yes_option
from pbem.store import schema, upgrades
from pbem.store.engines import stored_schema
from pbem.store.errors import AlreadyServing


@click.command(
    help=_(
        "Bring the database up to date with this version of the program; a copy of it as it was is kept beside it. "
        "With --back it goes back to the version before, with all that was played since. The server must not run; one "
        "of the new version does the same as it starts."
    ),
    epilog=example("pbem upgrade --back"),
)
@click.option("--back", is_flag=True, help=_("Go back to the schema from before the last upgrade."))
@click.option("--to", "schema", metavar="NUMBER", help=_("With --back: the schema to go back to, such as 0026."))
@yes_option
@pass_office
def upgrade(office: CliContext, back: bool, schema: str | None, yes: bool) -> None:
    """Upgrade the database, or take it back; a copy of it is kept first, and nothing is done without."""
    if schema is not None and not back:
        raise click.UsageError(_("--to is for --back."))
    path = office.database_file
    if back:
        _go_back(path, schema, yes=yes)
    elif upgrade_database(path) is None:
        click.echo(_("%(path)s is up to date.", path=path))


def upgrade_database(path: Path) -> Path | None:
    """Bring a database to the newest schema, and say so; the copy kept, None where it is up to date. Raises Failure."""
    with _moving(path):
        copy = upgrades.upgrade(path)
    if copy is not None:
        facts = {"path": path, "schema": schema.SCHEMA, "copy": copy.name}
        click.echo(_("%(path)s is brought to schema %(schema)s; as it was, it is kept as %(copy)s.", **facts))
    return copy


def _go_back(path: Path, schema: str | None, *, yes: bool) -> None:
    with _moving(path):
        stored = stored_schema(path)
        to = schema or upgrades.find_way_back(path)
        if to is None:
            raise Failure(_("%(stored)s is the first schema; there is none before it.", stored=stored))
        older = upgrades.list_older_schemas(path)
        if to not in older:
            sentence = _("%(schema)s is no schema from before %(stored)s.", schema=to, stored=stored)
            raise Failure(f"{sentence} " + _("These are: %(schemas)s.", schemas=", ".join(older)))
        lost = upgrades.preview_way_back(path, to)
    _explain(path, stored, to, lost)
    if not yes and not click.confirm(_("Do it?")):
        raise Failure(_("Nothing was done."))
    with _moving(path):
        copy = upgrades.go_back(path, to)
    click.echo(
        _("%(path)s is at schema %(schema)s; as it was, it is kept as %(copy)s.", path=path, schema=to, copy=copy.name)
    )
    click.echo(_("Now install the version of the program that it belongs to; this one would only upgrade it again."))


def _explain(path: Path, stored: str, to: str, lost: list[upgrades.Lost]) -> None:
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
def _moving(path: Path) -> Iterator[None]:
    """A context in which what keeps a database from another schema becomes a Failure in plain words."""
    try:
        with writing(path), usable(path):
            yield
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(path)s; stop it first.", path=path)) from error
