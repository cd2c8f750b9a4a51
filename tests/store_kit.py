"""A database with players and games in it, for the tests of the store."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from empty_kit import new_database_file
from engines_kit import engine_in_use, new_store
from postgresql_kit import fresh_transaction

from pbem.chance import new_token
from pbem.store import Database, Tx
from pbem.store.games.game import GameFacts, GameRow, update_game_facts
from pbem.store.games.log import EntryRow
from pbem.store.games.opening import NewSeat, add_game, find_free_tag
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import Bot, add_player
from pbem.store.rows import values
from pbem.store.sqlite.connections import create_writing_engine
from pbem.store.tables import NEW
from pbem.terms import Terms

T0 = 1_795_000_000_000
"""A moment in November 2026, in milliseconds."""


@contextmanager
def new_database(folder: Path) -> Iterator[Database]:
    """A fresh database, open: a file in a folder, where it is one."""
    with new_store(folder) as name, Database(name) as database:
        yield database


def url_in_full(database: Database) -> str:
    """The database as another process opens it."""
    place = database.engine.location
    return str(place) if isinstance(place, Path) else place.render_as_string(hide_password=False)


@contextmanager
def open_transaction(folder: Path) -> Iterator[Tx]:
    """A transaction on a fresh database, open for the length of the block."""
    if engine_in_use() == "postgresql":
        with fresh_transaction() as connection:
            yield Tx(connection)
        return
    new_database_file(folder / "pbem.sqlite3")
    engine = create_writing_engine(folder / "pbem.sqlite3")
    with engine.begin() as connection:
        yield Tx(connection)
    engine.dispose()


def new_player(tx: Tx, name: str = "Ada", bot: Bot | None = None) -> int:
    """A player whose address is made from the name."""
    return add_player(tx, name, f"{name}@player.test", "en", T0, bot)


def new_game(tx: Tx, player_ids: list[int], *, seed: bytes = bytes(32), to_move: int | None = None) -> int:
    """A game of these players, in seat order; where one is to move, his deadline is T0."""
    tag = find_free_tag(tx)
    game = GameRow(
        NEW,
        tag,
        f"Game {tag}",
        "first_rails",
        "{}",
        "ab" * 32,
        1,
        **values(Terms()),
        created_ms=T0,
        root_message_id=f"<root.{tag}@game.test>",
    )
    seats = [NewSeat(player_id, new_token(), f"salt {seat}") for seat, player_id in enumerate(player_ids)]
    game_id = add_game(tx, game, seed, seats)
    if to_move is not None:
        update_game_facts(tx, game_id, facts(active_seat=to_move))
    return game_id


def facts(active_seat: int | None = 0, deadline_ms: int | None = T0) -> GameFacts:
    """The facts of a game in its first turn, to be looked at when its deadline comes."""
    return GameFacts("playing", 1, 1, active_seat, T0, deadline_ms, deadline_ms, 0, 0, 0)


def new_entry(payload: str = "{}", letter_id: int | None = None) -> EntryRow:
    """An event that seat 0 brought about."""
    return EntryRow(NEW, "event", payload, 0, letter_id, T0, 1)


def png_with(data: bytes) -> bytes:
    """A PNG whose one chunk of data holds these bytes, of which no picture has to come."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def new_mail(message_id: str, player_id: int, game_id: int | None = None, seat: int | None = None) -> MailRow:
    """A report to a player."""
    mail = MailRow(
        id=NEW,
        message_id=message_id,
        game_id=game_id,
        seat=seat,
        player_id=player_id,
        to_address="ada@player.test",
        kind="report",
        subject="[First Rails e1] Game e1",
        text="It's your turn.",
        references_="<root.e1@game.test>",
        position=7,
        created_ms=T0,
    )
    return replace(mail, kind="notice", position=None) if game_id is None else mail
