"""The step that packs the texts of mails goes up and back with real rows, on either engine."""

from pathlib import Path

import pytest
from engines_kit import new_store
from sqlalchemy import create_engine, make_url, text
from store_kit import T0, new_player

from pbem.store import Database, Tx
from pbem.store.mail.inbox import finish_letter, store_letter
from pbem.store.mail.outbox import MailRow, enqueue_mail, find_mail_document, get_mail
from pbem.store.mail.packed_letters import keep_packed, pack_old_letters
from pbem.store.postgresql.connections import create_lone_engine
from pbem.store.schema import SCHEMA, take_steps
from pbem.store.sqlite.schema import move_to
from pbem.store.tables import NEW

pytestmark = pytest.mark.both_engines

BEFORE = "0029"
TEXTS = ["", "a", "Zürich → ½\n", "x" * 70_000, *(f"mail {number}" for number in range(600))]
"""More than the step changes at once."""


def move(name: Path | str, stored: str, number: str) -> None:
    if isinstance(name, Path):
        move_to(name, number)
        return
    engine = create_lone_engine(make_url(name))
    with engine.begin() as connection:
        take_steps(connection, stored, number)
    engine.dispose()


def new_mail(number: int, written: str, player: int) -> MailRow:
    return MailRow(NEW, f"<{number}@g>", "a@x", "report", "Your turn", written, T0, player_id=player)


def fill(tx: Tx, player: int) -> None:
    for number, written in enumerate(TEXTS):
        letter_id, _ = store_letter(tx, "token", f"<{number}@x>", "a@x", T0, written.encode() or b"empty")
        finish_letter(tx, letter_id, "done", "")
        enqueue_mail(tx, new_mail(number, written, player), f"[{written!r}]" if number % 2 else None)


def test_texts_are_packed_and_unpacked_as_they_were(tmp_path: Path) -> None:
    with new_store(tmp_path) as name:
        with Database(name) as database:
            player = database.write(new_player)
            database.write(lambda tx: fill(tx, player))
            database.write(lambda tx: keep_packed(tx, pack_old_letters(tx, T0 + 1, 10)))
        move(name, SCHEMA, BEFORE)
        engine = create_engine(f"sqlite:///{name}") if isinstance(name, Path) else create_lone_engine(make_url(name))
        with engine.begin() as connection:
            plain = list(connection.execute(text("SELECT text FROM mail ORDER BY id")).scalars())
            raw = list(connection.execute(text("SELECT raw FROM letter ORDER BY id")).scalars())
        engine.dispose()
        assert [one.decode() if isinstance(one, bytes) else one for one in plain] == TEXTS
        assert [bytes(one).decode() for one in raw] == ["empty", *TEXTS[1:]]
        move(name, BEFORE, SCHEMA)
        with Database(name) as database, database.read() as tx:
            assert [get_mail(tx, number).text for number in range(1, len(TEXTS) + 1)] == TEXTS
            assert find_mail_document(tx, 4) == f"[{TEXTS[3]!r}]" and find_mail_document(tx, 3) is None
