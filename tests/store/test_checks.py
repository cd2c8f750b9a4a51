"""Damage to letters, mails and pictures is told by the checksums of when they were written."""

from pathlib import Path

import pytest
from sqlalchemy import TextClause, text
from store_kit import T0, new_mail, new_player, open_transaction, png_with

from pbem.store import Tx
from pbem.store.mail.checks import BATCH, CHECKED, CheckedTable, check_rows, count_rows_to_check
from pbem.store.mail.inbox import store_letter
from pbem.store.mail.outbox import BuiltMail, enqueue_mail, keep_bytes, keep_pictures

pytestmark = pytest.mark.both_engines

COUNT = BATCH + 3
DAMAGES = {
    "letter": "UPDATE letter SET raw = :other WHERE id = {row}",
    "mail": "UPDATE mail SET text = text || '!' WHERE id = {row}",
    "mail_bytes": "UPDATE mail_bytes SET packed = :other WHERE mail_id = {row}",
    "picture": "UPDATE picture SET png = substr(png, 1, length(png) - 3) WHERE digest = '{row}'",
}


def written(tx: Tx) -> None:
    """Write more rows of each table than are read at a time."""
    ada = new_player(tx)
    for number in range(COUNT):
        store_letter(tx, "token", f"<{number}@p>", "", T0, b"Received: x\r\nMessage-ID: <%d@p>\r\n\r\nend\r\n" % number)
        mail_id = enqueue_mail(tx, new_mail(f"<{number}@g>", ada), None if number % 2 else '{"blocks":[]}')
        keep_bytes(tx, [BuiltMail(mail_id, b"bytes")], T0)
        keep_pictures(tx, {f"{number:04}": png_with(b"%d" % number)}, T0)


def damaging(name: CheckedTable, row: int | str) -> TextClause:
    statement = text(DAMAGES[name].format(row=row))
    return statement.bindparams(other=b"Message-ID: <2@p>") if ":other" in statement.text else statement


def damaged(tx: Tx, name: CheckedTable) -> list[int | str]:
    """The damaged rows of a table."""
    found, last = list[int | str](), None
    while (rows := check_rows(Tx(tx.connection), name, last)) is not None:
        found, last = [*found, *rows.damaged], rows.last
    return found


def test_each_table_tells_its_damaged_rows_and_no_others(tmp_path: Path) -> None:
    with open_transaction(tmp_path) as tx:
        written(tx)
        assert [count_rows_to_check(tx, name) for name in CHECKED] == [COUNT] * 4
        assert [damaged(tx, name) for name in CHECKED] == [[]] * 4
        for name in CHECKED:
            row = f"{COUNT - 1:04}" if name == "picture" else COUNT
            assert tx.connection.execute(damaging(name, row)).rowcount == 1
            assert damaged(tx, name) == [row]


@pytest.mark.parametrize("statement", ["UPDATE letter SET raw = ''", "UPDATE mail SET crc32 = NULL, text = 'x'"])
def test_what_is_erased_or_older_than_its_checksum_is_not_checked(tmp_path: Path, statement: str) -> None:
    with open_transaction(tmp_path) as tx:
        written(tx)
        tx.connection.execute(text(statement))
        name: CheckedTable = "letter" if "letter" in statement else "mail"
        assert (count_rows_to_check(tx, name), damaged(tx, name)) == (0, [])
