"""Records as commands find them: in files."""

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.cli.office import Failure, _, read_file
from rules_core.record import BadRecord, Record, load
from rules_core.ruleset import kinds


@contextmanager
def record_in(file: str) -> Iterator[Record]:
    """The record in a file. Raises Failure where it, or what is done with it in the block, shows that it is none."""
    try:
        game = load(read_file(file))
        if game.kind not in kinds():
            raise Failure(_("There is no kind of game called %(kind)s.", kind=game.kind))
        yield game
    except BadRecord as error:
        raise Failure(_("%(file)s: %(error)s", file=file, error=error)) from error
