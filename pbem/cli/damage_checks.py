"""The doctor's look at letters, mails and pictures, each compared with the checksum of when it was written."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final

from rich.console import Console
from rich.progress import Progress

from pbem.cli.context import CliContext, _, words
from pbem.cli.mail.deliveries import Finding
from pbem.i18n import N_
from pbem.store import Tx
from pbem.store.mail.checks import CHECKED, CheckedTable, check_rows, count_rows_to_check

_NAMED: Final = 10
"""Damaged rows that are named, of each table."""
_WORDS: Final[Mapping[CheckedTable, tuple[str, str]]] = {
    "letter": (
        N_("bytes of emails in"),
        N_("what was carried out stands in the logs; bring them again from a backup if a dispute needs them"),
    ),
    "mail": (N_("texts of emails out"), N_("they cannot be made again; a backup has them")),
    "mail_bytes": (N_("bytes of emails out"), N_("they are made again from their texts when they are sent again")),
    "picture": (N_("drawn maps"), N_("they are drawn again when they are wanted")),
}
"""The name of what is looked at, and what comes of damage to it."""


def damage_findings(office: CliContext) -> Iterator[Finding]:
    """Tell of each table whether its rows are as they were written, naming those that are not; shows its progress."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        for name in CHECKED:
            called, remedy = _WORDS[name]
            with office.database.read() as tx:
                task = bar.add_task(_(called), total=count_rows_to_check(tx, name))
            count, damaged = _check(office.database.read, name, partial(bar.advance, task))
            yield _finding(name, _(called), count, damaged, _(remedy))


def check_table(tx: Tx, name: CheckedTable, advance: Callable[[int], None]) -> tuple[int, list[int | str]]:
    """Check all rows of a table as one transaction sees them: how many there are, and the keys of the damaged ones."""
    return _check(lambda: nullcontext(tx), name, advance)


def _check(
    read: Callable[[], AbstractContextManager[Tx]], name: CheckedTable, advance: Callable[[int], None]
) -> tuple[int, list[int | str]]:
    """Check all rows of a table, some at a time: how many there are, and the keys of the damaged ones."""
    count, damaged = 0, list[int | str]()
    last: int | str | None = None
    while True:
        with read() as tx:
            found = check_rows(tx, name, last)
        if found is None:
            return count, damaged
        last, count = found.last, count + found.number
        damaged += found.damaged
        advance(found.number)


def _finding(name: CheckedTable, called: str, count: int, damaged: list[int | str], remedy: str) -> Finding:
    if not damaged:
        return called, True, words.plural("%(n)s, as it was written", "%(n)s, all as they were written", count)
    rows = ", ".join(map(str, damaged[:_NAMED]))
    more = len(damaged) - _NAMED
    named = words.plural("%(rows)s and %(n)s more", "%(rows)s and %(n)s more", more, rows=rows) if more > 0 else rows
    sentence = words.plural(
        "%(n)s row of table %(table)s is damaged (%(rows)s); %(remedy)s; look whether the disk is well",
        "%(n)s rows of table %(table)s are damaged (%(rows)s); %(remedy)s; look whether the disk is well",
        len(damaged),
        table=name,
        rows=named,
        remedy=remedy,
    )
    return called, False, sentence
