"""Commands about records and dice."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from beacon_kit import PUBLISHED_ROUND, PUBLISHED_SIGNATURE
from bench.selfplay import Game
from each_kit import each
from golden import GAMES, path_of

from pbem import beacon as signatures
from pbem.games.judged import FAULTS, describe_fault
from pbem.i18n import catalogue
from pbem.reports.dice import REMARKS, describe_remark
from rules_core.kernel.beacon import QUICKNET, BeaconDraw
from rules_core.kernel.dice import commitment
from rules_core.kernel.log import LogEntry, Rollback
from rules_core.kernel.record import DiceFault, FaultCode, Record, Remark, RemarkCode, dump, export, load
from rules_core.line.actions import GameCancelled, Roll
from rules_core.line.events import GameEnded, IncomeTaken, Rolled
from server.kit import run_pbem

COMMANDS = [("record", "replay"), ("record", "rejudge"), ("dice", "verify")]
FACTS: dict[str, str | int] = {
    "seat": 1,
    "position": 118,
    "epoch": 2,
    "round": 657413,
    "chain": "ef56",
    "shown": "ab12",
    "seed": "cd34",
    "logged": "straight share ?",
    "drawn": "curve share ?",
}


@pytest.fixture
def golden() -> Record:
    return load(path_of("two_players").read_bytes())


@each("name", GAMES)
@each("command", COMMANDS, ids=" ".join)
def test_a_sound_record_passes(command: tuple[str, str], name: str) -> None:
    run_pbem(*command, path_of(name))


def test_a_replay_tells_how_it_ended(golden: Record) -> None:
    path = path_of("two_players")
    first, *standings = run_pbem("record", "replay", path).output.splitlines()
    ended = golden.entries[-1].payload
    assert isinstance(ended, GameEnded)
    assert first.startswith(f"{golden.game} ended in year ")
    assert [line.partition(": ")[0] for line in standings] == [
        f"{standing.place}. {golden.players[standing.seat]}" for standing in ended.standings
    ]
    found = json.loads(run_pbem("record", "replay", path, "--json").output)
    assert found["ended"] == ended.reason
    assert [standing["passengers"] for standing in found["standings"]] == [s.passengers for s in ended.standings]
    assert (
        run_pbem("record", "replay", "-", typed=path.read_bytes()).output == f"{first}\n" + "\n".join(standings) + "\n"
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_one_changed_byte_fails(command: tuple[str, str], tmp_path: Path) -> None:
    raw, file = path_of("two_players").read_bytes(), tmp_path / "changed.json"
    for place in random.Random(7).sample(range(len(raw)), 8):
        file.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        assert run_pbem(*command, file, status=1).output.startswith(f"Error: {file}: ")


@each("command", COMMANDS, ids=" ".join)
@each("rubbish", [b"", b"{}", b"[]", b"\x00\xff", b"[" * 50_000, b'{"format": "railroad-dice-record/2"}'], ids=repr)
def test_what_is_no_record_is_refused(command: tuple[str, str], rubbish: bytes) -> None:
    assert run_pbem(*command, "-", typed=rubbish, status=1).output.startswith("Error: -: ")


WORDS = catalogue("en")


def rejudged(record: Record) -> str:
    return run_pbem("record", "rejudge", "-", typed=dump(export(record)).encode(), status=1).output


def told_otherwise(record: Record, wanted: Callable[[Any], bool], **fields: object) -> Record:
    """The record with fields changed in the first action or event that is wanted."""
    number = next(number for number, entry in enumerate(record.entries) if wanted(entry.payload))
    entry: LogEntry = record.entries[number]
    payload: Any = entry.payload
    changed = replace(entry, payload=replace(payload, **fields))
    return replace(record, entries=(*record.entries[:number], changed, *record.entries[number + 1 :]))


def first_roll_of_many(record: Record) -> Rolled:
    rolls = (entry.payload for entry in record.entries if isinstance(entry.payload, Rolled))
    return next(roll for roll in rolls if len(set(roll.faces)) > 1)


def test_a_difference_is_told_in_the_words_of_orders(golden: Record) -> None:
    income = told_otherwise(golden, lambda found: isinstance(found, IncomeTaken), hidden=3)
    assert "`income` comes to something else" in rejudged(income)
    roll = told_otherwise(golden, lambda found: isinstance(found, Roll), hidden=30)
    assert "h` is refused: FR-12: you asked for 30 hidden dice" in " ".join(rejudged(roll).split())
    rolled = first_roll_of_many(golden)
    fewer = told_otherwise(golden, lambda found: found is rolled, faces=rolled.faces[:-1])
    assert "asks for dice that the log does not hold" in rejudged(fewer)
    assert "position 1: by today's rules the game would begin differently." in rejudged(
        replace(golden, options={"open": "yes"})
    )


def test_a_record_that_another_version_judged_is_told_as_such(golden: Record) -> None:
    text = dump(export(replace(golden, ruleset=7))).encode()
    assert run_pbem("record", "rejudge", "-", typed=text).output.splitlines() == [
        "-: its orders were judged by version 7 of the rules; these are version 1.",
        "-: judged again without a difference.",
    ]
    [found] = json.loads(run_pbem("record", "rejudge", "-", "--json", typed=text).output)
    assert (found["version"], found["judged_by"], found["differences"]) == (1, [7], [])


def test_dice_that_do_not_follow_are_told_in_words(golden: Record) -> None:
    rolled = first_roll_of_many(golden)
    other = told_otherwise(golden, lambda found: found is rolled, faces=("share",) * len(rolled.faces))
    said = run_pbem("dice", "verify", "-", typed=dump(export(other)).encode(), status=1).output
    shares = ", ".join("share" for _ in rolled.faces)
    assert f"{shares} was rolled, but by the seed it is {', '.join(rolled.faces)}." in said
    seed = replace(golden, seed=bytes(32))
    said = run_pbem("dice", "verify", "-", typed=dump(export(seed)).encode(), status=1).output
    assert "the seed is not the one promised" in said
    running = replace(golden, entries=golden.entries[:30], seed=None)
    said = run_pbem("dice", "verify", "-", typed=dump(export(running)).encode(), status=1).output
    assert "not revealed before the game is over" in said


def test_another_kind_of_game_is_told(golden: Record) -> None:
    chess = told_otherwise(replace(golden, kind="chess"), lambda found: hasattr(found, "kind"), kind="chess")
    for command in COMMANDS:
        said = run_pbem(*command, "-", typed=dump(export(chess)).encode(), status=1).output
        assert "There is no kind of game called chess" in said


@each("code", get_args(FaultCode))
def test_every_fault_of_dice_has_words(code: FaultCode) -> None:
    said = describe_fault(DiceFault(code, FACTS), "first_rails", ("Anna", "Bert"), WORDS)
    assert said == FAULTS[code] % {**FACTS, "seat": "Bert", "logged": "straight, share, ?", "drawn": "curve, share, ?"}
    assert said.endswith(".")


@pytest.mark.parametrize("code", get_args(RemarkCode))
def test_every_remark_on_dice_has_words(code: RemarkCode) -> None:
    facts = {"position": 118, "epoch": 2}
    assert describe_remark(Remark(code, facts), WORDS) == REMARKS[code] % facts


def test_a_seed_that_was_promised_late_is_told_though_all_rolls_check(golden: Record) -> None:
    """A game taken up again after its end goes on with a seed of its own, which whoever chose it knew the salts for."""
    end, later = len(golden.entries), bytes(range(32))
    rollback = Rollback(5, 1, commitment(later))
    again = (*golden.entries, LogEntry(end + 1, None, rollback), LogEntry(end + 2, None, GameCancelled()))
    record = replace(golden, entries=again, seeds={1: later})
    remark, proved, *claims = run_pbem("dice", "verify", "-", typed=dump(export(record)).encode()).output.splitlines()
    assert f"position {end + 1}: the game was rolled back after its seed had been shown" in remark
    assert "promised when the players' salts were already known" in remark
    assert proved == "-: the seeds are those promised, and every roll follows from them."
    assert len(claims) == 3
    assert f"From position {end + 1} on (epoch 1) the dice follow from a seed that was drawn later" in claims[-1]
    other = replace(record, seeds={1: bytes(32)})
    said = run_pbem("dice", "verify", "-", typed=dump(export(other)).encode(), status=1).output
    assert "the seed of epoch 1 is not the one promised" in said


def with_round(beacon: BeaconDraw) -> Record:
    """A short game that was drawn with a public round."""
    game = Game(("heuristic", "heuristic"), 114, beacon=beacon).finish(years=1)
    game.correct(GameCancelled())
    return game.record


PUBLISHED = BeaconDraw(
    12, QUICKNET, PUBLISHED_ROUND, "wait", (QUICKNET.moment_of(PUBLISHED_ROUND) - 1800) * 1000, PUBLISHED_SIGNATURE
)


def test_what_is_proved_and_against_whom_is_told_with_the_proof() -> None:
    plain = run_pbem("dice", "verify", path_of("two_players")).output
    assert "Nobody can change the dice once the game has begun, and no player alone can choose" in plain
    assert "This does not prove that the host is honest." in plain
    text = dump(export(with_round(PUBLISHED))).encode()
    drawn = run_pbem("dice", "verify", "-", typed=text).output
    assert "Nobody could choose the dice by trying words, not even the host" in drawn
    assert "Friday 15 September 2023, 11:00 UTC" in drawn
    assert PUBLISHED.fingerprint(commitment((114).to_bytes(32, "big")), load(text).salts) in drawn
    assert "does not prove that the host is honest" not in drawn


def test_a_round_that_is_not_genuine_is_refused_with_its_place() -> None:
    other = replace(PUBLISHED, number=PUBLISHED_ROUND + 1)
    said = run_pbem("dice", "verify", "-", typed=dump(export(with_round(other))).encode(), status=1).output
    assert f"the signature that is shown for round {PUBLISHED_ROUND + 1} of the public beacon was not made" in said
    text = dump(export(with_round(PUBLISHED))).replace(QUICKNET.hash, "00" * 32)
    said = run_pbem("dice", "verify", "-", typed=text.encode(), status=1).output
    assert "opening: chain: this hash does not belong to this chain's key and times" in said


def test_without_the_library_the_round_is_told_to_be_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dump(export(with_round(PUBLISHED))).encode()
    monkeypatch.setattr(signatures, "can_verify", lambda: False)
    said = run_pbem("dice", "verify", "-", typed=text, status=1).output
    assert "could not be checked, because a library is missing: pip install 'pbem[beacon]'" in said
    assert "follows from it" not in said
    run_pbem("dice", "verify", path_of("two_players"))


def test_a_start_that_does_not_follow_names_the_players() -> None:
    fault = DiceFault("draw_differs", {"what": "start", "position": 8, "logged": 0, "drawn": 1})
    said = describe_fault(fault, "first_rails", ("Anna", "Bert"), WORDS)
    assert said == "position 8: Anna began, but by the seed it is Bert."


def test_a_promise_that_is_missing_is_told(golden: Record) -> None:
    promise, *salts = golden.opening
    for opening, why in (
        (tuple(salts), "no seed was promised"),
        ((*salts, promise), "before the seed was promised"),
        ((promise, *salts[1:]), f"the salt of {golden.players[0]} is missing"),
    ):
        text = dump(export(replace(golden, opening=opening)))
        assert why in run_pbem("dice", "verify", "-", typed=text.encode(), status=1).output
