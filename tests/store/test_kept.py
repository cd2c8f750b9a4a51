"""Databases of earlier versions, kept as files, hold what today's program reads, whatever its classes are called."""

import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from pbem.adjudicator import counts
from pbem.adjudicator.records import export_game
from pbem.adjudicator.sessions import load_game, log_of
from pbem.reports.document import dumped, loaded
from pbem.store import Database, Tx, migrate
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.store.schema import SCHEMA, stored_schema
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import stored_name
from rules_core.kernel.events import TurnBeginning, YearBeginning
from rules_core.kernel.log import fold_entries
from rules_core.kernel.record import load, rejudge

from .kept import kept, restored


@pytest.fixture(scope="module", params=kept())
def tx(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tx]:
    """A kept database, brought to today's schema, with every class of what is stored under another name."""
    path = restored(request.param, tmp_path_factory.mktemp("kept") / "db")
    migrate(path)
    assert stored_schema(path) == SCHEMA
    stored = {one for kind in kinds() for one in (*ruleset_for(kind).events, *ruleset_for(kind).actions)}
    names = {one: one.__name__ for one in stored}
    for one in stored:
        one.__name__ = f"Renamed{stored_name(one)}"
    with closing(Database(path)) as database, database.read() as found:
        yield found
    for one, name in names.items():
        one.__name__ = name


def test_a_database_of_todays_schema_is_kept() -> None:
    assert SCHEMA in kept(), "python -m store.kept writes it"


def games(tx: Tx) -> list[GameRow]:
    """The games of a database, of which there is at least one of every kind that was there."""
    found = repo.games(tx)
    assert {game.kind for game in found} == {"first_rails", "germany"}
    return found


def test_a_kept_log_folds_into_the_position_kept_with_it(tx: Tx) -> None:
    for game in games(tx):
        rules = ruleset_for(game.kind)
        entries = log_of(tx, game.id)
        assert load_game(tx, game.id).session.state == fold_entries(rules, entries)
        snapshot = repo.snapshot(tx, game.id)
        assert snapshot is not None, "the file holds positions as they were kept"
        before = [entry for entry in entries if entry.position <= snapshot.position]
        assert rules.decode_state(json.loads(snapshot.state)) == fold_entries(rules, before)


def test_a_kept_game_is_judged_as_it_was(tx: Tx) -> None:
    for game in games(tx):
        assert rejudge(load(export_game(tx, game.id)), ruleset_for(game.kind)) is None


def test_a_kept_mail_says_what_it_said(tx: Tx) -> None:
    documents = [text for number in range(1, 100) if (text := repo.mail_document(tx, number)) is not None]
    assert len(documents) > 5
    for text in documents:
        assert dumped(loaded(text)) == text


def test_what_was_counted_of_a_kept_game_agrees_with_its_log(tx: Tx) -> None:
    assert all(repo.throws(tx, game.id) for game in games(tx))
    assert counts.miscounted(tx) == []


def test_turns_are_numbered_as_the_log_has_them(tx: Tx) -> None:
    for game in games(tx):
        year, begun = 0, {}
        for entry in log_of(tx, game.id):
            match entry.event:
                case YearBeginning(year=year):
                    pass
                case TurnBeginning(seat=seat, number=number):
                    begun[year, number] = seat
        counted = {(turn.year, turn.turn): turn.seat for turn in repo.turns_of_game(tx, game.id)}
        assert len(counted) >= 2
        assert counted.items() <= begun.items()
