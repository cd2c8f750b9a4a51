"""The bench's copies of a played season: every table is copied that would be more for more games."""

from pathlib import Path

import pytest
from bench import crowd
from sqlalchemy import func, select
from store_kit import T0, new_entry, new_game, new_mail, new_player, open_transaction, png_with

from pbem.store.games.log import append_entries
from pbem.store.mail.inbox import store_letter
from pbem.store.mail.outbox import BuiltMail, enqueue_mail, keep_bytes
from pbem.store.tables import metadata

pytestmark = pytest.mark.sqlite("its pragmas")

SERVERS_OWN = {"answer_count", "claim", "mail_hold", "mailbox_folder", "mailbox_letter", "meta", "outage", "page_count"}
SERVERS_OWN |= {"process", "stranger"}
"""Tables that are not more for more games."""


def test_each_table_is_copied_or_the_servers_own(tmp_path: Path) -> None:
    copied = crowd.copied_tables()
    assert {table.name for table in copied} == set(metadata.tables) - SERVERS_OWN
    with open_transaction(tmp_path) as tx:
        ada = new_player(tx)
        game = new_game(tx, [ada])
        append_entries(tx, game, 0, [new_entry()])
        store_letter(tx, "token", "<1@p>", "ada@player.test", T0, b"raw")
        keep_bytes(
            tx, [BuiltMail(enqueue_mail(tx, new_mail("<1@g>", ada, game, 0), "{}"), b"x", ("d", png_with(b"1")))], T0
        )

        def counts() -> dict[str, int]:
            return {one.name: tx.connection.scalar(select(func.count()).select_from(one)) or 0 for one in copied}

        before, spans = counts(), crowd.find_spans(tx)
        for numbers in (range(1, 3), range(3, 4)):
            crowd.copy_block(tx, spans, numbers)
        assert counts() == {name: 4 * count for name, count in before.items()}
        assert sum(1 for count in before.values() if count) > 8
        assert tx.connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
