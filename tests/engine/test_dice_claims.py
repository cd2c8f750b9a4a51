"""What a record's dice prove, and against whom: the attack that a promised seed allows, and rounds that rule it out."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import get_args

import pytest
from beacon_kit import LOCAL, PUBLISHED_ROUND, PUBLISHED_SIGNATURE, SECRET, SIGNED
from bench.selfplay import Game
from each_kit import each

from pbem.beacon import round_check
from pbem.i18n import catalogue
from pbem.reports.dice import CLAIMS, describe_claim
from rules_core.games.first_rails.turn import BOX
from rules_core.kernel.beacon import QUICKNET, BeaconDraw
from rules_core.kernel.dice import Draw, DrawKey, keyed_draw
from rules_core.kernel.log import LogEntry, Rollback
from rules_core.kernel.record import (
    BadRecord,
    Claim,
    ClaimCode,
    Commitment,
    Record,
    Salt,
    dice_claims,
    dump,
    export,
    load,
    verify_dice,
)
from rules_core.line.actions import GameCancelled
from rules_core.line.components import components_from

FACES = components_from(BOX).faces
WORDS = catalogue("en")
FIRST = 8
"""The dice of a first roll."""
CHECK = round_check()


def wild_dice(draw: Draw, seat: int) -> int:
    """How many "?" a seat throws with its first dice."""
    rolled = (FACES[draw(DrawKey(1, seat, "roll", at), len(FACES))] for at in range(FIRST))
    return sum(face == "?" for face in rolled)


def test_whoever_knows_the_seed_chooses_dice_by_trying_words_and_every_roll_checks() -> None:
    """Why it is not claimed that the host cannot cheat: two dice of eight would be a good throw."""
    seed = (113).to_bytes(32, "big")

    def with_words(number: int) -> tuple[str, str]:
        return ("words of Anna's own", f"words {number}")

    good = next(n for n in count() if wild_dice(keyed_draw(seed, "t113", with_words(n), 0), 1) >= 5)
    game = Game(("heuristic", "heuristic"), 113, salts=with_words(good))
    assert game.seed == seed
    assert wild_dice(game.draw, 1) >= 5
    record = load(dump(export(game.finish().record)))
    assert verify_dice(record) == [], "nothing in the record tells that they were chosen"
    assert [claim.code for claim in dice_claims(record)] == ["players_cannot_steer", "host_could_choose"]
    text = describe_claim(dice_claims(record)[1], record.players, WORDS, "UTC")
    assert "can choose the last words by trying" in text


def ended(beacon: BeaconDraw | None, from_server: Sequence[int] = ()) -> Record:
    """A game that was cancelled after six years, drawn with a round or without."""
    game = Game(("heuristic", "heuristic"), 114, beacon=beacon).finish(years=6)
    game.correct(GameCancelled())
    opening = tuple(
        replace(fact, from_server=fact.seat in from_server) if isinstance(fact, Salt) else fact
        for fact in game.record.opening
    )
    return replace(game.record, opening=opening)


FIXED_MS = (QUICKNET.moment_of(PUBLISHED_ROUND) - 1800) * 1000
PUBLISHED = BeaconDraw(12, QUICKNET, PUBLISHED_ROUND, "wait", FIXED_MS, PUBLISHED_SIGNATURE)
OWN = BeaconDraw(12, LOCAL, 77, "without", (LOCAL.moment_of(77) - 1800) * 1000, SIGNED[77, SECRET])


def codes(record: Record) -> list[str]:
    return [claim.code for claim in dice_claims(record)]


def faults(record: Record) -> list[str]:
    return [fault.code for fault in verify_dice(record, CHECK)]


def test_with_a_published_round_nobody_could_choose() -> None:
    record = ended(PUBLISHED)
    assert load(dump(export(record))) == record
    assert faults(record) == []
    assert codes(record) == ["players_cannot_steer", "nobody_could_choose"]
    text = describe_claim(dice_claims(record)[1], record.players, WORDS, "UTC")
    assert "round 657413 of the public beacon quicknet" in text
    promised = record.opening[0]
    assert isinstance(promised, Commitment)
    assert PUBLISHED.fingerprint(promised.digest, record.salts) in text


def test_words_tried_against_the_seed_come_to_other_dice_with_the_round() -> None:
    """The round is part of every draw: without it, as somebody who tries words must do, other dice come."""
    keys = [DrawKey(1, seat, "roll", at) for seat in (0, 1) for at in range(FIRST)]
    seed, salts = bytes(range(32)), ("tea", "rain")
    without = keyed_draw(seed, PUBLISHED.name, salts, 0)
    draws = [keyed_draw(seed, PUBLISHED.name, salts, 0, randomness) for randomness in (PUBLISHED.randomness, "00" * 32)]
    thrown = [[draw(key, 6) for key in keys] for draw in (without, *draws)]
    assert len({tuple(one) for one in thrown}) == 3


@each(
    ("changed", "fault"),
    [
        (replace(PUBLISHED, number=PUBLISHED_ROUND + 1), "beacon_signature_differs"),
        (replace(PUBLISHED, signature=SIGNED[PUBLISHED_ROUND, SECRET]), "beacon_signature_differs"),
        (replace(PUBLISHED, chain=LOCAL), "beacon_signature_differs"),
        (replace(PUBLISHED, fixed_ms=PUBLISHED.published_ms), "beacon_too_early"),
        (replace(PUBLISHED, signature=None), "beacon_missing"),
    ],
)
def test_a_round_that_is_another_or_too_early_or_left_out_is_told(changed: BeaconDraw, fault: str) -> None:
    assert fault in faults(ended(changed))


def test_a_round_put_in_or_taken_out_afterwards_gives_other_dice() -> None:
    record = ended(PUBLISHED)
    assert set(faults(replace(record, opening=record.opening[:-1]))) <= {"roll_differs", "draw_differs"}
    assert "roll_differs" in faults(replace(record, opening=record.opening[:-1]))
    bare = ended(None)
    assert "roll_differs" in faults(replace(bare, opening=(*bare.opening, PUBLISHED)))


def test_a_round_stands_last_and_once() -> None:
    record = ended(PUBLISHED)
    commitment, *salts, beacon = record.opening
    assert "beacon_not_last" in faults(replace(record, opening=(commitment, beacon, *salts)))
    assert "two_beacons" in faults(replace(record, opening=(commitment, beacon, *salts, beacon)))
    assert faults(replace(record, opening=(beacon,))) == ["no_commitment", "salt_missing", "salt_missing"]


def test_a_round_whose_signature_cannot_be_checked_is_never_fine() -> None:
    assert [fault.code for fault in verify_dice(ended(PUBLISHED), None)] == ["beacon_unchecked"]
    wrong = replace(PUBLISHED, fixed_ms=PUBLISHED.published_ms)
    assert [fault.code for fault in verify_dice(ended(wrong), None)] == ["beacon_too_early"]


def test_a_record_with_another_chain_than_its_hash_says_is_no_record() -> None:
    text = dump(export(ended(PUBLISHED)))
    for this, that in ((f'"chain":"{QUICKNET.hash}"', f'"chain":"{LOCAL.hash}"'), ('"period":3', '"period":4')):
        with pytest.raises(BadRecord, match="opening: chain: this hash does not belong"):
            load(text.replace(this, that))


def test_a_game_that_began_without_its_round_binds_players_alone() -> None:
    record = ended(replace(OWN, signature=None))
    assert faults(record) == []
    assert codes(record) == ["players_cannot_steer", "round_left_out", "host_could_choose", "chain_unknown"]


def test_a_list_that_could_do_without_and_a_chain_of_ones_own_are_told() -> None:
    record = ended(OWN)
    assert faults(record) == []
    assert codes(record) == ["players_cannot_steer", "nobody_could_choose", "two_choices", "chain_unknown"]


def test_whose_words_the_server_chose_is_told() -> None:
    record = load(dump(export(ended(None, from_server=[1]))))
    assert dice_claims(record)[-1] == Claim("words_from_server", {"seats": "1"})
    text = describe_claim(dice_claims(record)[-1], ("Anna", "Bert"), WORDS, "UTC")
    assert text == "The server chose the words of Bert, because none were given."


def test_new_dice_are_told_whether_their_seed_is_the_same_or_one_of_their_own() -> None:
    record = ended(None)
    end = len(record.entries)
    again = (*record.entries[:-1], LogEntry(end, None, Rollback(5, 1)), LogEntry(end + 1, None, GameCancelled()))
    assert dice_claims(replace(record, entries=again))[-1] == Claim("new_dice_foreseen", {"position": end, "epoch": 1})
    own = (
        *record.entries,
        LogEntry(end + 1, None, Rollback(5, 1, "ab" * 32)),
        LogEntry(end + 2, None, GameCancelled()),
    )
    assert codes(replace(record, entries=own)) == ["players_cannot_steer", "host_could_choose", "new_dice_chosen"]


@each("code", get_args(ClaimCode))
def test_every_claim_has_words(code: ClaimCode) -> None:
    facts: dict[str, str | int] = {
        "round": 657413, "name": "quicknet", "chain": "ef56", "published_ms": 1_694_775_603_000, "fixed_ms": 1,
        "fingerprint": "cd34", "seats": "1", "position": 118, "epoch": 2,
    }  # fmt: skip
    said = describe_claim(Claim(code, facts), ("Anna", "Bert"), WORDS, "Europe/Berlin")
    shown = {**facts, "seats": "Bert", "published": "Friday 15 September 2023, 13:00 CEST"}
    assert said == CLAIMS[code] % shown


def test_with_a_round_the_games_tag_is_no_part_of_the_draw() -> None:
    """A tag is given after the round is out, so that a host who opens games in between could choose among tags."""
    assert faults(replace(ended(PUBLISHED), game="e99")) == []
    assert "roll_differs" in faults(replace(ended(None), game="e99"))
    other_list = (*ended(PUBLISHED).opening[:-1], replace(PUBLISHED, list_number=13))
    assert "roll_differs" in faults(replace(ended(PUBLISHED), opening=other_list))
