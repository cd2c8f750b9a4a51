import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from bench.selfplay import Game
from each_kit import each
from golden import GAMES, path_of, position_of

from rules_core.games import ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.games.railroad_dice_2.events import LocomotiveMoved, RollMarked, UnitsMoved
from rules_core.kernel.dice import commitment
from rules_core.kernel.events import Ended
from rules_core.kernel.log import LogEntry, Note, final_upto
from rules_core.kernel.record import (
    BadRecord,
    Commitment,
    Record,
    Salt,
    checks,
    differences,
    dump,
    export,
    load,
    rejudge,
    replay,
    verify_dice,
)
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import BuildStation, DiceMoved, EndTurn, Income, Roll
from rules_core.line.events import (
    DirectorsAssigned,
    EndsPlaced,
    GameBegan,
    IncomeTaken,
    Rolled,
    ShareBought,
    StationBuilt,
    TurnBegan,
    YearBegan,
)
from rules_core.line.table import State

TEXTS = {name: path_of(name).read_text(encoding="utf-8") for name in GAMES}
SHORTEST = min(TEXTS.values(), key=len)
Change = Callable[[Record], Record]


@pytest.fixture(scope="module")
def golden() -> Record:
    """The record of a game that went to its end."""
    return load(TEXTS["two_players"])


@pytest.fixture(scope="module")
def unfinished() -> Game:
    """A game in its third year, in the middle of a turn."""
    game = Game(["heuristic"] * 3, 3)
    for state in game.play(years=4):
        if state.table.year == 3 and final_upto(game.entries) < len(game.entries):
            break
    return game


def with_event(record: Record, old: type[Any], number: int, **fields: object) -> Record:
    """The record with something changed in one of the events of a kind."""
    at = [n for n, entry in enumerate(record.entries) if isinstance(entry.payload, old)][number]
    payload: Any = record.entries[at].payload
    changed = replace(record.entries[at], payload=replace(payload, **fields))
    return replace(record, entries=(*record.entries[:at], changed, *record.entries[at + 1 :]))


@each("name", GAMES)
def test_golden_records_load_replay_and_prove(name: str) -> None:
    record = load(TEXTS[name])
    state = replay(record)
    assert rejudge(record, ruleset_for(record.kind)) is None
    assert verify_dice(record) == []
    last = record.entries[-1].payload
    assert isinstance(last, Ended)
    assert (state.table.ended, state.table.standings) == (last.reason, last.standings)
    assert dump(export(record)) == TEXTS[name]


def test_golden_records_hold_what_they_were_made_for() -> None:
    kinds = {entry.kind for entry in load(TEXTS["taken_back"]).entries}
    assert kinds == {"action", "event", "takeback"}
    gone_back = load(TEXTS["gone_back"])
    assert [epoch for _, epoch in gone_back.epochs] == [0, 1, 0]
    assert sum(isinstance(entry.payload, DiceMoved) for entry in gone_back.entries) == 1
    assert replay(load(TEXTS["collapse"])).table.ended == "collapse"
    assert position_of(load(TEXTS["three_players_extended"])).table.options["extended"] == "yes"
    two_starts = load(TEXTS["germany_two_starts"])
    assert {entry.kind for entry in two_starts.entries} == {"action", "event", "takeback"}
    assert sum(isinstance(entry.payload, EndsPlaced) for entry in two_starts.entries) == 1
    assert position_of(load(TEXTS["germany_four_players_extended"])).table.options["extended"] == "yes"
    drawn_map = load(TEXTS["network_drawn_map"])
    assert {entry.kind for entry in drawn_map.entries} == {"action", "event", "takeback"}
    assert [check.what for check in checks(drawn_map)][:3] == ["map", "start", "roll"]
    corrected = [entry.payload for entry in load(TEXTS["network_gone_back"]).entries]
    assert sum(isinstance(payload, UnitsMoved | LocomotiveMoved | RollMarked) for payload in corrected) == 3
    assert [epoch for _, epoch in load(TEXTS["network_gone_back"]).epochs] == [0, 1, 0]
    table = replay(load(TEXTS["germany_bank"])).table
    assert (table.ended, {standing.place for standing in table.standings}) == ("bank", {0})


def fails(text: str | bytes) -> bool:
    """Whether a text is refused as a record, or judged otherwise, or its dice are not proved."""
    try:
        record = load(text)
        return rejudge(record, ruleset_for(record.kind)) is not None or verify_dice(record) != []
    except BadRecord:
        return True


def test_a_changed_byte_is_found() -> None:
    """Any byte, anywhere: the ends of a text whole, and samples of what lies between."""
    chance = random.Random(1)
    for text in TEXTS.values():
        data = text.encode()
        places = {*range(0, 200, 23), *range(len(data) - 300, len(data), 23), *chance.sample(range(len(data)), 10)}
        for at in places:
            changed = bytearray(data)
            changed[at] ^= chance.randrange(1, 256)
            assert fails(bytes(changed)), at


@pytest.mark.soak
def test_every_changed_byte_is_found() -> None:
    data = SHORTEST.encode()
    chance = random.Random(2)
    for at in range(len(data)):
        for flip in (1, 1 << chance.randrange(1, 8), data[at] ^ ord(" ") or 2):
            changed = bytearray(data)
            changed[at] ^= flip
            assert fails(bytes(changed)), (at, flip)


def test_a_byte_lost_or_added_is_found() -> None:
    chance = random.Random(3)
    for at in chance.sample(range(len(SHORTEST)), 40):
        assert fails(SHORTEST[:at] + SHORTEST[at + 1 :])
        assert fails(SHORTEST[:at] + " " + SHORTEST[at:])
        assert fails(SHORTEST[:at])


def test_a_record_spelled_otherwise_is_refused() -> None:
    assert fails(json.dumps(json.loads(SHORTEST)))
    assert fails(SHORTEST.rstrip())


@each(
    ("text", "place"),
    [
        ("", "not a record"),
        ("[]", "format"),
        ("{}", "format"),
        ('{"format": "railroad-dice-record/2"}', "format"),
        ('{"format": "railroad-dice-record/1"}', "kind: missing"),
        ("[" * 100_000, "not a record"),
        (b"\xff\xfe", "not a record"),
        ('{"format": "\ud800"}', "format"),
    ],
)
def test_what_is_no_record_is_refused(text: str | bytes, place: str) -> None:
    with pytest.raises(BadRecord, match=place):
        load(text)


@each(
    ("key", "value", "place"),
    [
        ("kind", 3, "kind: a text is due"),
        ("kind", "chess", "entries: a chess for . players"),
        ("ruleset", True, "ruleset: a number"),
        ("players", ["Ann"], "for 1 players does not begin like this"),
        ("players", "Ann", "players: a list is due"),
        ("options", [["extended", "no"]], "options: names and texts"),
        ("opening", [{"seed": "x"}], "opening: a commitment or a salt"),
        ("opening", [{"salt": "x", "seat": -1}], "opening: a number from 0"),
        ("epochs", [[1, 1]], "epochs: not what follows"),
        ("epochs", [[1, "0"]], "epochs: not what follows"),
        ("seeds", [[1, "00"]], "keys: "),
        ("seed", "xyz", "seed: "),
        ("seed", 5, "seed: a text"),
        ("entries", {}, "entries: a list"),
        ("entries", [], "entries: "),
        ("outcome", None, "outcome: "),
        ("checksum", "0", "checksum: "),
        ("more", 1, "keys: "),
    ],
)
def test_bad_values_are_named(key: str, value: object, place: str) -> None:
    with pytest.raises(BadRecord, match=place):
        load(json.dumps({**json.loads(SHORTEST), key: value}))


@each(
    ("line", "place"),
    [
        ([9, "event", None, {"type": "TurnBegan", "seat": 0, "number": 1}], "position 5: stands in the place of 9"),
        ([5, "event", None], "position 5: position, kind"),
        ([5, "event", "0", {"type": "TurnBegan", "seat": 0, "number": 1}], "position 5: no such seat"),
        ([5, "event", None, {"type": "TurnBegan", "seat": 0}], "position 5: not a"),
        ([5, ["event"], None, {}], "position 5: no such kind"),
        ([5, "takeback", None, {"to": 77}], "entries: position 5: nothing to return to at 77"),
    ],
)
def test_bad_entries_are_named(line: object, place: str) -> None:
    data = json.loads(SHORTEST)
    data["entries"][4] = line
    with pytest.raises(BadRecord, match=place):
        load(json.dumps(data))


def test_a_running_game_tells_what_is_final_and_no_seed(unfinished: Game) -> None:
    text = dump(export(unfinished.record))
    assert unfinished.seed.hex() not in text
    record = load(text)
    assert (record.seed, json.loads(text)["outcome"]) == (None, None)
    assert 0 < len(record.entries) < len(unfinished.entries)
    assert isinstance(record.entries[-1].payload, Rolled | TurnBegan)
    assert rejudge(record, first_rails) is None
    assert [fault.code for fault in verify_dice(record)] == ["seed_not_revealed"]
    assert replay(record).table.year == 3


def test_every_draw_is_told_with_what_the_seed_gives(golden: Record) -> None:
    found = list(checks(golden))
    assert [one for one in found if not one.holds] == []
    rolls = [entry.position for entry in golden.entries if isinstance(entry.payload, Rolled)]
    assert [one.position for one in found if one.what == "roll"] == rolls
    assert found[0].what == "start" or golden.kind == "germany"
    assert [one.drawn for one in checks(replace(golden, seed=None))] == [None] * len(found)
    assert not any(one.holds for one in checks(replace(golden, seed=None)))


def test_a_running_game_with_a_seed_is_no_record(unfinished: Game) -> None:
    data = json.loads(dump(export(unfinished.record)))
    with pytest.raises(BadRecord, match="seed: not what follows"):
        load(json.dumps({**data, "seed": unfinished.seed.hex()}))


def first_difference(record: Record) -> tuple[int, object]:
    """Where a record, written anew with a fitting checksum, is first judged otherwise, and what was got there."""
    difference = rejudge(load(dump(export(record))), first_rails)
    assert difference is not None
    return difference.position, difference.got


def test_rejudging_finds_an_event_that_is_told_otherwise(golden: Record) -> None:
    income = next(entry for entry in golden.entries if isinstance(entry.payload, Income))
    position, got = first_difference(with_event(golden, IncomeTaken, 0, clause="d", hidden=3))
    assert position == income.position
    assert got == (golden.entries[income.position].payload,)


def test_rejudging_finds_an_action_that_is_refused(golden: Record) -> None:
    roll = next(entry for entry in golden.entries if isinstance(entry.payload, Roll))
    assert isinstance(roll.payload, Roll)
    requested = replace(roll, payload=replace(roll.payload, hidden=30))
    entries = (*golden.entries[: roll.position - 1], requested, *golden.entries[roll.position :])
    position, got = first_difference(replace(golden, entries=entries))
    assert position == roll.position
    assert isinstance(got, Violations) and got.violations[0].rule == "FR-12"


def test_rejudging_finds_dice_that_the_log_does_not_hold(golden: Record) -> None:
    rolled = next(entry for entry in golden.entries if isinstance(entry.payload, Rolled))
    assert isinstance(rolled.payload, Rolled)
    position, got = first_difference(with_event(golden, Rolled, 0, faces=rolled.payload.faces[:-1]))
    assert (position, got) == (rolled.position - 1, None)


def test_rejudging_finds_events_that_nothing_explains(golden: Record) -> None:
    ended = next(entry for entry in golden.entries if isinstance(entry.payload, EndTurn))
    entries = [entry for entry in golden.entries if entry is not ended]
    entries = [replace(entry, position=at) for at, entry in enumerate(entries, start=1)]
    assert first_difference(replace(golden, entries=tuple(entries)))[0] < ended.position


def test_rejudging_finds_another_setup(golden: Record) -> None:
    assert first_difference(replace(golden, options={"open": "yes"}))[0] == 1
    assert first_difference(replace(golden, options={"extended": "perhaps"})) == (1, ())


def test_rejudging_keeps_to_the_box_a_game_was_played_with(golden: Record) -> None:
    """An owner who edits the component data changes new games only."""
    began = golden.began.components
    older = with_event(golden, GameBegan, 0, components=began.replace("Weiden Express", "Weiden-Express"))
    assert older.began.components != began
    assert rejudge(load(dump(export(older))), first_rails) is None


def faults(record: Record) -> list[str]:
    """The faults of a record's dice, once it is written anew with a fitting checksum."""
    return [fault.code for fault in verify_dice(load(dump(export(record))))]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda r: replace(r, seed=bytes(32)), ["seed_differs"]),
        (lambda r: replace(r, opening=r.opening[1:]), ["no_commitment"]),
        (lambda r: replace(r, opening=(r.opening[0], *r.opening)), ["two_commitments"]),
        (lambda r: replace(r, opening=(*r.opening[1:], r.opening[0])), ["salt_before_commitment"]),
        (lambda r: replace(r, opening=(r.opening[1], r.opening[0], *r.opening[2:])), ["salt_before_commitment"]),
        (lambda r: replace(r, opening=r.opening[:-1]), ["salt_missing"]),
        (lambda r: replace(r, opening=(*r.opening, Salt(0, "more"))), ["two_salts"]),
        (lambda r: with_event(r, YearBegan, 0, start=1 - r.entries[1].payload.start), ["draw_differs"]),
    ],
)
def test_dice_that_are_not_proved_are_told(golden: Record, change: Change, expected: list[str]) -> None:
    assert faults(change(golden)) == expected


def test_another_seat_that_begins_is_found(golden: Record) -> None:
    position, began = next((one.position, one.payload) for one in golden.entries if isinstance(one.payload, YearBegan))
    [fault] = verify_dice(load(dump(export(with_event(golden, YearBegan, 0, start=1 - began.start)))))
    assert fault.facts == {"what": "start", "position": position, "logged": 1 - began.start, "drawn": began.start}


def test_starts_told_otherwise_are_found() -> None:
    record = load(TEXTS["germany_two_starts"])
    placed = next(entry for entry in record.entries if isinstance(entry.payload, EndsPlaced))
    assert isinstance(placed.payload, EndsPlaced)
    text = {"Denmark": "Sweden", "Sweden": "Denmark"}[placed.payload.a]
    [fault] = verify_dice(load(dump(export(with_event(record, EndsPlaced, 0, a=text)))))
    assert (fault.code, fault.facts["what"]) == ("draw_differs", "ends")
    assert fault.facts["logged"] == f"{text} {placed.payload.b}"


def test_a_die_told_otherwise_is_found(golden: Record) -> None:
    rolled = next(entry for entry in golden.entries if isinstance(entry.payload, Rolled))
    assert isinstance(rolled.payload, Rolled)
    faces = ("share" if rolled.payload.faces[0] != "share" else "?", *rolled.payload.faces[1:])
    [fault] = verify_dice(load(dump(export(with_event(golden, Rolled, 0, faces=faces)))))
    assert fault.code == "roll_differs"
    assert fault.facts == {
        "position": rolled.position,
        "logged": " ".join(faces),
        "drawn": " ".join(rolled.payload.faces),
    }


@pytest.mark.parametrize("change", [lambda r: replace(r, game="e8"), lambda r: other_salt(r)])
def test_other_keys_draw_other_dice(golden: Record, change: Change) -> None:
    assert "roll_differs" in faults(change(golden))


def other_salt(record: Record) -> Record:
    return replace(record, opening=(*record.opening[:-1], Salt(len(record.players) - 1, "other words")))


def test_a_commitment_is_the_digest_of_the_seed(golden: Record) -> None:
    assert golden.seed is not None
    assert golden.opening[0] == Commitment(commitment(golden.seed))


def with_notes(record: Record) -> Record:
    """The record with a note before every action and takeback, and one behind all; positions move up."""
    moved: dict[int, int] = {0: 0}
    entries: list[LogEntry] = []
    for entry in record.entries:
        if entry.event is None:
            entries.append(LogEntry(len(entries) + 1, entry.seat, Note("late", {"times": 1, "until_ms": None})))
        payload = moved[entry.payload] if isinstance(entry.payload, int) else entry.payload
        moved[entry.position] = len(entries) + 1
        entries.append(replace(entry, position=len(entries) + 1, payload=payload))
    entries.append(LogEntry(len(entries) + 1, None, Note("outage", {"hours": 2, "day": "2026-11-22"})))
    return replace(record, entries=tuple(entries))


@pytest.mark.parametrize("name", ["taken_back", "germany_two_starts"])
def test_notes_are_kept_in_a_record_and_change_nothing_of_it(name: str) -> None:
    plain = load(TEXTS[name])
    noted = with_notes(plain)
    text = dump(export(noted))
    assert load(text) == noted
    assert noted.entries[-1].kind == "note", "a finished game's record holds what befell it afterwards"
    assert replay(noted) == replay(plain)
    assert rejudge(noted, ruleset_for(noted.kind)) is None
    assert verify_dice(noted) == []
    assert json.loads(text)["outcome"] == json.loads(TEXTS[name])["outcome"]


def test_what_is_judged_and_proved_otherwise_is_found_among_notes() -> None:
    """As it is without them, at the position where it then stands."""
    noted = with_notes(load(TEXTS["taken_back"]))
    bought = next(entry for entry in noted.entries if isinstance(entry.payload, ShareBought))
    record = with_event(noted, ShareBought, 0, face="curve")
    assert first_difference(record)[0] == bought.position - 1
    rolled = next(entry for entry in noted.entries if isinstance(entry.payload, Rolled))
    assert isinstance(rolled.payload, Rolled)
    other = with_event(noted, Rolled, 0, faces=rolled.payload.faces[::-1])
    assert [fault.facts["position"] for fault in verify_dice(other)] == [rolled.position]


def test_of_a_running_game_no_note_behind_what_is_final_is_told(unfinished: Game) -> None:
    noted = replace(
        unfinished.record, entries=(*unfinished.entries, LogEntry(len(unfinished.entries) + 1, 0, Note("late")))
    )
    assert dump(export(noted)) == dump(export(unfinished.record))


def test_a_note_that_is_spoiled_is_found() -> None:
    data = json.loads(dump(export(with_notes(load(TEXTS["taken_back"])))))
    at = next(n for n, line in enumerate(data["entries"]) if line[1] == "note")
    data["entries"][at][3] = {"times": 1}
    with pytest.raises(BadRecord, match=f"position {at + 1}: a note says first what it is about"):
        load(json.dumps(data))


def test_what_is_not_seen_is_not_told_by_a_difference(golden: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """A price that rose, where hidden dice are paid first: how it would be paid, or whether, hangs on those there."""
    number, entry = next((n, e) for n, e in enumerate(golden.entries) if isinstance(e.payload, BuildStation))
    built = next(e.payload for e in golden.entries[number:] if isinstance(e.payload, StationBuilt))
    assert isinstance(entry.payload, BuildStation) and built.paid.hidden
    unnamed = replace(entry, payload=replace(entry.payload, pay=None))
    record = replace(golden, entries=(*golden.entries[:number], unnamed, *golden.entries[number + 1 :]))
    monkeypatch.setattr("rules_core.games.first_rails.turn.station_dues", lambda table, square: 1)
    whole = next(one for one in differences(record, first_rails) if one.position == entry.position)
    assert whole.got is not None and not whole.is_secret
    spectator = differences(record, first_rails, lambda state: first_rails.view(cast(State, state), None).state)
    seen = next(one for one in spectator if one.position == entry.position)
    assert (seen.got, seen.is_secret) == (None, True)


@pytest.mark.parametrize("name", ["two_players", "germany_two_players"])
def test_nothing_differs_for_a_spectator_where_nothing_differs(name: str) -> None:
    record = load(TEXTS[name])
    rules = ruleset_for(record.kind)
    assert list(differences(record, rules, lambda state: rules.view(state, None).state)) == []


def test_events_that_cannot_follow_are_refused(golden: Record) -> None:
    record = load(dump(export(with_event(golden, DirectorsAssigned, 0, directors=(None,)))))
    with pytest.raises(BadRecord, match=r"position \d+: cannot follow"):
        replay(record)
    with pytest.raises(BadRecord, match=r"position \d+: cannot follow"):
        rejudge(record, first_rails)


def test_a_game_that_nobody_knows_is_refused(golden: Record) -> None:
    other = replace(with_event(golden, GameBegan, 0, kind="chess"), kind="chess")
    with pytest.raises(BadRecord, match="kind: nobody here knows 'chess'"):
        replay(load(dump(export(other))))


def test_what_was_taken_back_stays_in_the_record_and_is_judged_too() -> None:
    record = load(TEXTS["taken_back"])
    at = next(entry.position for entry in record.entries if entry.kind == "takeback")
    void = record.entries[at - 2]
    assert isinstance(void.payload, ShareBought)
    found = replace(void, payload=replace(void.payload, face="curve"))
    entries = (*record.entries[: at - 2], found, *record.entries[at - 1 :])
    assert replay(replace(record, entries=entries)) == replay(record)
    assert first_difference(replace(record, entries=entries))[0] == at - 2
