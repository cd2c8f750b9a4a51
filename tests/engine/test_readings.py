"""How the rules are read is stamped in a game's beginning: a game keeps the reading that it began under."""

import json
from dataclasses import replace

import pytest
from bench.selfplay import Game
from golden import path_of
from rules.orders import lay
from rules.playing import GAMES
from rules.position import Tile, position

from rules_core.games import kinds, rulebook, ruleset_for
from rules_core.games.germany import turn as setting_up
from rules_core.games.germany.options import GERMAN_BOX
from rules_core.kernel.codec import BadRecord, decode, encode
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.record import differences, dump, export, load
from rules_core.kernel.rehearsal import other_options, suppose
from rules_core.kernel.rulebook import Violations
from rules_core.line.events import Event, GameBegan, PieceLaid
from rules_core.line.table import READING, READINGS, State


def _first(_key: DrawKey, _sides: int) -> int:
    return 0


def _began(kind: str) -> GameBegan:
    first = GAMES[kind].setup({}, 2, _first)[0]
    assert isinstance(first, GameBegan)
    return first


@pytest.mark.parametrize("kind", kinds())
def test_a_new_game_is_stamped_with_the_newest_reading(kind: str) -> None:
    rules = ruleset_for(kind)
    began = rules.setup({}, 2, _first)[0]
    newest = max(rules.rulebooks)
    assert (began.reading, encode(began)["reading"]) == (newest, newest)
    assert fold(rules, [began]).table.reading == newest
    assert newest == {"first_rails": READING, "germany": READING}.get(kind, 1)


@pytest.mark.parametrize("kind", GAMES)
def test_an_event_without_a_reading_is_of_the_first_and_is_written_as_it_was(kind: str) -> None:
    facts = {key: value for key, value in encode(_began(kind)).items() if key != "reading"}
    began = decode(Event, facts)
    assert encode(began) == facts
    table = fold(GAMES[kind], [began]).table
    assert table.reading == 1
    assert "reading" not in encode(table)


def test_a_snapshot_kept_before_is_of_the_first_reading() -> None:
    data = encode(position())
    assert data["table"].pop("reading") == 2
    state = decode(State, data)
    assert state == position(reading=1)
    assert encode(state) == data


CORNER = {(0, 0): Tile("grassland", "....... ┌┘..... ....... ....... ....... ....... .......")}
"""At b1 A may turn into the corner a1, from where it could leave by two sides, but with four pieces at most."""


@pytest.mark.parametrize(("reading", "told"), [(1, [PieceLaid]), (2, ["dead_end"])])
def test_each_game_is_judged_by_its_own_reading(reading: int, told: list[object]) -> None:
    state = position(CORNER, a="T1 b2 n", b="T1 a2 s", front="sc", reading=reading)
    answer = GAMES["first_rails"].decide(state, lay("A w"), _first)
    got = [answer.violations[0].code] if isinstance(answer, Violations) else [type(event) for event in answer]
    assert got == told
    listed = GAMES["first_rails"].legal(GAMES["first_rails"].view(state, 0))
    assert (lay("A w") in list(listed)) == (told == [PieceLaid])


@pytest.mark.parametrize("reading", READINGS)
def test_a_record_is_judged_again_by_the_reading_of_its_game(reading: int) -> None:
    game = Game(["heuristic"] * 2, 31, reading=reading)
    record = load(dump(export(game.finish(years=3).record)))
    assert record.began.reading == reading
    assert list(differences(record, ruleset_for(record.kind))) == []


def test_a_record_with_a_reading_that_nobody_knows_is_refused() -> None:
    game = Game(["random"] * 2, 5)
    game.finish(years=1)
    first = game.entries[0]
    assert isinstance(first.payload, GameBegan)
    for unknown in (0, 3, 1_000):
        entries = (replace(first, payload=replace(first.payload, reading=unknown)), *game.entries[1:])
        with pytest.raises(BadRecord, match=r"position 1: GameBegan\.reading"):
            load(dump(export(replace(game.record, entries=entries))))


def test_supposing_another_variant_keeps_the_reading() -> None:
    record = load(path_of("two_players").read_bytes())
    rules = ruleset_for(record.kind)
    turn = next(entry.position for entry in record.entries if type(entry.payload).__name__ == "TurnBegan")
    assert "reading" not in other_options(record.entries, rules)
    supposed = suppose(record.entries, rules, turn, {"director_tie": "printed"})
    assert supposed.after.table.reading == 1


def test_the_rules_are_told_as_they_are_read() -> None:
    changed = {"first_rails": {"FR-32", "FR-71"}, "germany": {"FR-32", "GE-25", "GE-41"}}
    for kind in changed:
        book = rulebook(kind)
        assert rulebook(kind) == rulebook(kind, 2) == book
        first = rulebook(kind, 1)
        assert list(first) == list(book)
        assert {id_ for id_ in book if first[id_].text != book[id_].text} == changed[kind]
        assert all(first[id_].text == book[id_].first_reading for id_ in changed[kind])


def _elsewhere() -> str:
    """The box of Germany with other countries that the line may begin by than the one of new games has."""
    data = json.loads(GERMAN_BOX)
    data["chart"]["two_starts"] = {"south": ["France", "Switzerland"], "north": ["Denmark", "Poland"]}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("option", ["drawn", "switzerland-poland"])
def test_a_record_is_judged_by_the_board_of_its_own_game(monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    """The countries that it began by need not be those by which new games may begin."""
    box = _elsewhere()
    with monkeypatch.context() as before:
        before.setattr(setting_up, "GERMAN_BOX", box)
        game = Game(["random"] * 2, 7, {"two_starts": option}, "germany").finish(years=1)
    record = load(dump(export(game.record)))
    assert record.components.chart is not None and record.components.chart.south == ("France", "Switzerland")
    assert list(differences(record, ruleset_for("germany"))) == []
