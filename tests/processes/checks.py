"""The rest that must be there when a swarm has come to rest: nothing lost, nothing twice, nothing left behind."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import psycopg
from click.testing import CliRunner
from relay_kit import RudeRelay
from rows_kit import is_quiet, mails_after
from simulation.invariants import check_all
from sqlalchemy import func, select

from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.sessions import check_snapshot, load_game
from pbem.cli import main as pbem_main
from pbem.store import Database, Tx
from pbem.store.games.listing import list_games
from pbem.store.games.log import list_entries
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.press import PressRow
from pbem.store.service.processes import ClaimRow, ProcessRow
from rules_core.games import ruleset_for
from rules_core.kernel.record import load, rejudge, verify_dice

from .players import Table
from .swarm import Swarm

_MESSAGE_ID: Final = re.compile(rb"^Message-ID:\s*(<[^>\s]+>)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """Figures of a swarm at rest."""

    letters: int
    mails: int
    mails_twice: int
    entries: int


def taken_ids(relay: RudeRelay) -> Counter[str]:
    """How often a relay has taken a mail, by its Message-ID."""
    found = (_MESSAGE_ID.search(raw) for _to, raw in list(relay.taken))
    return Counter(one[1].decode() for one in found if one is not None)


def rests(database: Database) -> bool:
    """Whether nothing waits, press included."""
    with database.read() as tx:
        waiting = tx.one(int, "press", select(func.count()).where(PressRow.c.passed_on.is_(False)))
    return not waiting and is_quiet(database)


def check_rest(table: Table, relay: RudeRelay, *, most_twice: int) -> Outcome:
    """Hold letters, mails, press and games against what people sent and the relay has."""
    taken = taken_ids(relay)
    with table.database.read() as tx:
        letters, mails = _check_letters(tx, table, taken), _check_mails(tx, taken)
        entries = _check_games(tx)
        texts = Counter(tx.all(str, select(PressRow.c.text)))
    sent = {text: texts[text] for text in table.pressed}
    assert max(texts.values(), default=1) == 1, "press twice"
    assert all(sent[text] == 1 for text, is_taken in table.pressed.items() if is_taken), "press lost"
    twice = sum(taken.values()) - len(taken)
    assert twice <= most_twice, f"{twice} mails twice"
    return Outcome(letters, mails, twice, entries)


def _check_letters(tx: Tx, table: Table, taken: Counter[str]) -> int:
    """Each letter that was taken is there once, was dealt with, and was answered once, unless it is ignored."""
    letters = table.letters()
    by_id = Counter(letter.message_id for letter in letters)
    assert set(by_id.values()) <= {1}, "a letter twice"
    assert not set(table.accepted) - set(by_id), "a letter was lost"
    assert {letter.status for letter in letters} <= {"done", "ignored"}, Counter(one.status for one in letters)
    assert {one.outcome for one in letters if one.status == "ignored"} == set(), "every letter has a right to an answer"
    answers: dict[str, list[MailRow]] = {}
    for mail in mails_after(tx, 0):
        if mail.in_reply_to and mail.kind != "report":
            answers.setdefault(mail.in_reply_to, []).append(mail)
    for letter in letters:
        found = answers.get(letter.message_id, [])
        assert len(found) == 1, (letter.message_id, letter.outcome, [mail.subject for mail in found])
        assert taken[found[0].message_id], "an answer never left"
    return len(letters)


def _check_mails(tx: Tx, taken: Counter[str]) -> int:
    mails = mails_after(tx, 0)
    assert {mail.status for mail in mails} == {"sent"}, Counter(mail.status for mail in mails)
    assert {mail.message_id for mail in mails} == set(taken), "lost mails, or mails of nobody"
    return len(mails)


def _check_games(tx: Tx) -> int:
    """Logs without a gap or an order that was carried out twice, states with all that is in their boxes."""
    number = 0
    for game in list_games(tx):
        entries = list_entries(tx, game.id)
        number += len(entries)
        assert [entry.position for entry in entries] == list(range(1, game.position + 1)), game.tag
        assert check_snapshot(tx, game) == ""
        check_all(load_game(tx, game.id).session.state)
        record = load(export_game(tx, game.id).encode())
        assert rejudge(record, ruleset_for(record.kind)) is None
        if game.status == "over":
            assert verify_dice(record) == []
    return number


def findings(swarm: Swarm) -> set[str]:
    """What the doctor finds wrong."""
    result = CliRunner().invoke(pbem_main, ["--config", str(swarm.place.config), "doctor", "--json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return {f"{one['what']}: {one['finding']}" for one in json.loads(result.stdout) if not one["well"]}


def count_present(tx: Tx) -> Sequence[int]:
    """The numbers of processes and claims that are written down."""
    return [tx.one(int, "process", select(func.count()).select_from(row.table)) for row in (ProcessRow, ClaimRow)]


def count_connections(url: str) -> int:
    """Count the connections of others to a database of PostgreSQL."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    with psycopg.connect(url) as connection:
        (number,) = connection.execute(others).fetchone() or (0,)
    return int(number)
