"""The doctor's look at letters, mails and pictures, each compared with the checksum of when it was written."""

import random
import sys
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
from pbem.store.mail.checks import CHECKED, CheckedTable, check_rows, count_rows_to_check, find_last_key

_SAMPLE: Final = 1_000
"""Rows of each table that are looked at where not all are."""
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


def damage_findings(office: CliContext, *, whole: bool) -> Iterator[Finding]:
    """Tell of each table whether its rows are as they were written, naming those that are not; shows its progress.

    Where not the `whole` is looked at, it is a stretch that begins anywhere.
    """
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        for name in CHECKED:
            called, remedy = _WORDS[name]
            with office.database.read() as tx:
                task = bar.add_task(_(called), total=count_rows_to_check(tx, name) if whole else _SAMPLE)
                first, most = (None, sys.maxsize) if whole else (_anywhere(find_last_key(tx, name)), _SAMPLE)
            count, damaged = _check(office.database.read, name, first, most, partial(bar.advance, task))
            yield _finding(name, _(called), count, damaged, _(remedy), whole=whole)


def _anywhere(last: int | str | None) -> int | str | None:
    """A key up to the last one, behind which a stretch begins; of digests any may be."""
    if isinstance(last, int):
        return random.randint(0, max(0, last - _SAMPLE))
    return None if last is None else f"{random.randrange(1 << 24):06x}"


def check_table(tx: Tx, name: CheckedTable, advance: Callable[[int], None]) -> tuple[int, list[int | str]]:
    """Check all rows of a table as one transaction sees them: how many there are, and the keys of the damaged ones."""
    return _check(lambda: nullcontext(tx), name, None, sys.maxsize, advance)


def _check(
    read: Callable[[], AbstractContextManager[Tx]],
    name: CheckedTable,
    last: int | str | None,
    most: int,
    advance: Callable[[int], None],
) -> tuple[int, list[int | str]]:
    """Check rows of a table behind a key, some at a time: how many they were, and the keys of the damaged ones."""
    count, damaged = 0, list[int | str]()
    while True:
        with read() as tx:
            found = check_rows(tx, name, last)
        if found is None or count >= most:
            return count, damaged
        last, count = found.last, count + found.number
        damaged += found.damaged
        advance(found.number)


def _finding(
    name: CheckedTable, called: str, count: int, damaged: list[int | str], remedy: str, *, whole: bool
) -> Finding:
    if not damaged and not whole:
        sentence = words.plural(
            "%(n)s of them was looked at, and is as it was written",
            "%(n)s of them were looked at, and are as they were written",
            count,
        )
        return called, True, sentence
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
