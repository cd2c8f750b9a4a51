"""Records as commands find them: in files."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from pbem.cli.office import Failure, _, read_file
from rules_core.kernel.record import MOST_BYTES, BadRecord, Record, UnknownKind, load


@contextmanager
def record_in(file: str) -> Iterator[Record]:
    """The record in a file. Raises Failure where it, or what is done with it in the block, shows that it is none.

    On standard error it is said where the game was played with other component data than this program's.
    """
    try:
        game = load(read_file(file, MOST_BYTES + 1))
        if not game.has_own_box:
            said = _("position 1: the game was played with other component data than those of this program.")
            click.echo(f"{file}: {said}", err=True)
        yield game
    except UnknownKind as error:
        raise Failure(_("There is no kind of game called %(kind)s.", kind=error.kind)) from error
    except BadRecord as error:
        raise Failure(_("%(file)s: %(error)s", file=file, error=error)) from error
