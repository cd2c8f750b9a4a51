"""SELECTs that the driver runs from their second time on: the same rows, types and errors as by SQLAlchemy."""

from pathlib import Path

import pytest
from engines_kit import engine_in_use
from sqlalchemy import bindparam, select, text
from sqlalchemy.exc import OperationalError, ProgrammingError, StatementError
from statements_kit import listening
from store_kit import T0, new_player, open_transaction, png_with

from pbem.store import Tx
from pbem.store.mail.outbox import PictureRow, find_picture, keep_pictures
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.prepared import prepared_for
from pbem.store.rows import columns

pytestmark = pytest.mark.both_engines
PNG = png_with(b"picture")


def test_a_row_has_the_same_types_whoever_runs_its_statement(tmp_path: Path) -> None:
    statement = select(*columns(PlayerRow)).where(PlayerRow.c.id == bindparam("one"), PlayerRow.c.moderator.is_(False))
    with open_transaction(tmp_path) as tx:
        ada = new_player(tx)
        found = [Tx(tx.connection).one(PlayerRow, "player", statement, one=ada) for _ in range(3)]
        assert prepared_for(statement, tx.connection) is not None
        assert found == [get_player(tx, ada)] * 3
        assert [(type(one.moderator), type(one.guest)) for one in found] == [(bool, bool)] * 3
        keep_pictures(tx, {"digest": PNG}, T0)
        assert [find_picture(Tx(tx.connection), "digest") for _ in range(3)] == [PNG] * 3
        assert [type(find_picture(Tx(tx.connection), "digest")) for _ in range(2)] == [bytes] * 2


def test_each_way_of_a_statement_is_noted_once(tmp_path: Path) -> None:
    statement = select(PictureRow.c.digest).where(PictureRow.c.created_ms == T0)
    received: list[str] = []
    with open_transaction(tmp_path) as tx, listening((tx.connection,), lambda *run: received.append(repr(run))):
        for _ in range(3):
            Tx(tx.connection).all(str, statement)
    assert len(received) == 3 and len(set(received)) == 1


def test_a_statement_whose_text_depends_on_its_parameters_stays_with_sqlalchemy(tmp_path: Path) -> None:
    statement = select(PictureRow.c.digest).where(PictureRow.c.digest.in_(bindparam("these", expanding=True)))
    with open_transaction(tmp_path) as tx:
        keep_pictures(tx, {"a": PNG, "b": PNG}, T0)
        assert [Tx(tx.connection).all(str, statement, these=these) for these in (["a"], ["a", "b"], [])] == [
            ["a"],
            ["a", "b"],
            [],
        ]
        assert prepared_for(statement, tx.connection) is None


def test_errors_are_sqlalchemys(tmp_path: Path) -> None:
    statement = select(PictureRow.c.digest).where(PictureRow.c.digest == bindparam("one"))
    with open_transaction(tmp_path) as tx:
        for _ in range(2):
            assert Tx(tx.connection).first(str, statement, one="a") is None
        with pytest.raises(StatementError):
            Tx(tx.connection).first(str, statement)
        tx.run(text("DROP TABLE mail_bytes"))
        tx.run(text("DROP TABLE picture"))
        with pytest.raises(OperationalError if engine_in_use() == "sqlite" else ProgrammingError) as lost:
            Tx(tx.connection).first(str, statement, one="a")
        assert "picture" in str(lost.value.orig), "and not that the transaction is over"
