"""A database as a large club has it: 10,000 games that are played, and the 600,000 emails and letters of them."""

from pathlib import Path
from typing import Final

from pbem.adjudicator.opening import open_game
from pbem.clock import system_clock, to_ms
from pbem.config import Settings
from pbem.store import Database, Tx, UnitOfWork, create
from pbem.store.players.player import add_player, set_role
from pbem.terms import Terms

GAMES: Final = 10_000
MAILS_OF_GAME: Final = 60
LETTERS_OF_GAME: Final = 10
_PLAYERS: Final = 4_000
_SEATS: Final = 3
_DAY_MS: Final = 86_400_000
_TEXT: Final = "A line of a report. " * 20

_OWNER: Final = "(c.n * 7 + t.seat * 13) % {players} + 1"
_COUNT: Final = "WITH RECURSIVE c(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM c WHERE n < {last}) "
_CHANGED: Final = {
    "game": {"id": "c.n", "tag": "'e' || c.n", "root_message_id": "'<root.' || c.n || '@bench.example>'"},
    "seat": {
        "game_id": "c.n",
        "player_id": _OWNER,
        "token": "'t' || c.n || '.' || t.seat",
    },
    "tenure": {"game_id": "c.n", "player_id": _OWNER},
    "entry": {"game_id": "c.n"},
    "snapshot": {"game_id": "c.n"},
}
"""What differs in the copies of the first game, by table and column."""


def fill(path: Path, games: int = GAMES) -> int:
    """Make such a database, with as many games as asked for; returns the id of a moderator who plays in none."""
    create(path)
    now_ms = to_ms(system_clock())
    with Database(path) as database:
        moderator = database.write(lambda tx: _people(UnitOfWork(tx, Settings(), now_ms)))
        database.write(lambda tx: _games(tx, games))
        database.write(lambda tx: _post(tx, games, now_ms))
        database.write(lambda tx: _troubles(tx, games, now_ms))
    return moderator


def _people(unit: UnitOfWork) -> int:
    players = [add_player(unit, f"P{n}", f"p{n}@players.example", "en", unit.now_ms) for n in range(_PLAYERS)]
    open_game(
        unit,
        name="Large",
        kind="first_rails",
        options={},
        players=players[:_SEATS],
        terms=Terms(),
        domain="bench.example",
    )
    moderator = add_player(unit, "Mo", "mo@players.example", "en", unit.now_ms)
    set_role(unit, moderator, "moderator", on=True)
    return moderator


def _games(tx: Tx, games: int) -> None:
    """Copy the first game."""
    for table, changed in _CHANGED.items():
        columns = [row.name for row in tx.connection.exec_driver_sql(f"PRAGMA table_info({table})")]
        copied = ", ".join(changed.get(name, f"t.{name}").format(players=_PLAYERS) for name in columns)
        count = _COUNT.format(first=2, last=games)
        _run(
            tx,
            f"INSERT INTO {table} ({', '.join(columns)}) {count}SELECT {copied} FROM c, {table} AS t "
            f"WHERE t.{'id' if table == 'game' else 'game_id'} = 1",
        )


def _post(tx: Tx, games: int, now_ms: int) -> None:
    """Emails and letters of the last 400 days, all of them dealt with."""
    first = _one(tx, "SELECT max(id) + 1 FROM mail")
    mails = games * MAILS_OF_GAME
    at = f"{now_ms - 400 * _DAY_MS} + c.n * {400 * _DAY_MS // mails}"
    game, seat = f"c.n % {games} + 1", f"c.n / {games} % {_SEATS}"
    player = f"(({game}) * 7 + ({seat}) * 13) % {_PLAYERS} + 1"
    _run(
        tx,
        "INSERT INTO mail (id, message_id, game_id, seat, player_id, to_address, kind, subject, text, references_, "
        "auto, position, created_ms, status, attempts, next_ms, last_reply, sent_ms, number) "
        f"{_COUNT.format(first=1, last=mails)}SELECT c.n + {first}, '<' || c.n || '@bench.example>', {game}, {seat}, "
        f"{player}, 'p' || ({player} - 1) || '@players.example', 'report', '[First Rails] Large', '{_TEXT}', '', "
        f"'auto-generated', 1, {at}, 'sent', 1, {at}, '250', {at}, 1000000 + c.n FROM c",
    )
    letters = games * LETTERS_OF_GAME
    at = f"{now_ms - 400 * _DAY_MS} + c.n * {400 * _DAY_MS // letters}"
    _run(
        tx,
        "INSERT INTO letter (id, message_id, recipient_token, mail_from, digest, received_ms, raw, status, attempts, "
        f"outcome, game_id, seat, mark) {_COUNT.format(first=1, last=letters)}SELECT c.n, '<l' || c.n || '@x>', "
        f"'t' || ({game}) || '.' || ({seat}), 'p@players.example', 'd' || c.n, {at}, CAST('{_TEXT}' AS BLOB), 'done', "
        f"0, '', {game}, {seat}, 'm' || c.n FROM c",
    )


def _troubles(tx: Tx, games: int, now_ms: int) -> None:
    """What needs a moderator: in one game of a hundred a turn is late, in fewer a seat is vacant or an email failed."""
    _run(tx, f"UPDATE game SET deadline_ms = {now_ms + _DAY_MS}, wake_ms = {now_ms + _DAY_MS}")
    _run(tx, f"UPDATE game SET deadline_ms = {now_ms - _DAY_MS} WHERE id % 100 = 1")
    _run(tx, f"UPDATE game SET held_ms = {now_ms}, deadline_ms = NULL, wake_ms = NULL WHERE id % 1000 = 2")
    _run(tx, f"UPDATE seat SET vacant_ms = {now_ms - 2 * _DAY_MS} WHERE game_id % 1000 = 3 AND seat = 1")
    _run(tx, "UPDATE mail SET status = 'failed' WHERE id % 10000 = 5")
    _run(tx, f"UPDATE mail SET status = 'due', next_ms = {now_ms + _DAY_MS}, attempts = 3 WHERE id % 10000 = 6")
    _run(
        tx,
        "INSERT INTO bounce (letter_id, mail_id, failed, reply, stamp, at_ms) SELECT id / 1000, id, 1, '', '', "
        f"{now_ms} FROM mail WHERE id % 1000 = 7 AND id / 1000 > 0",
    )
    _run(tx, f"UPDATE letter SET status = 'shunted' WHERE id % {games} = 8")


def _run(tx: Tx, statement: str) -> None:
    tx.connection.exec_driver_sql(statement).close()


def _one(tx: Tx, statement: str) -> int:
    return int(tx.connection.exec_driver_sql(statement).scalar() or 0)
