"""Rolls that can be proved: keyed, without bias, committed to before the game."""

import hashlib
import hmac
from collections import Counter
from itertools import product

import pytest
from each_kit import each

from rules_core.games.first_rails.turn import BOX
from rules_core.kernel.dice import Draw, DrawKey, NotDrawn, commitment, keyed_draw, no_draw
from rules_core.line.components import components_from

SEED = bytes(range(32))
KEY = DrawKey(year=3, seat=1, purpose="roll", number=5)


def test_the_message_and_its_digest_computed_by_hand() -> None:
    """`openssl dgst -sha256 -mac HMAC` over these fields, each after its length in four bytes, begins with a5."""
    message = bytes.fromhex(
        "00000002 6537"  # e7, the game
        "00000005 6e6f727468 00000004 73c3bc64"  # north and süd, the salts
        "00000001 30"  # epoch 0
        "00000001 33 00000001 31 00000004 726f6c6c 00000001 35"  # year 3, seat 1, roll, 5
    )
    digest = "a5e71e31fea0422c9ac6fdd1312ca2f29d12f679a1b3abf18e29395af67a4d26"
    assert hmac.new(SEED, message, hashlib.sha256).hexdigest() == digest
    draw = keyed_draw(SEED, "e7", ["north", "süd"], 0)
    assert [draw(KEY, sides) for sides in (6, 2, 4, 256)] == [0xA5 % 6, 0xA5 % 2, 0xA5 % 4, 0xA5]


def test_a_byte_that_would_favour_low_numbers_is_passed_over() -> None:
    """The digest of this draw begins with fd 97; 252 is the largest number of equal sixths in a byte."""
    assert keyed_draw(SEED, "e7", [], 0)(DrawKey(1, 0, "roll", 4), 6) == 0x97 % 6


@each("sides", [2, 3, 4, 6, 7, 100, 129, 255])
def test_every_number_has_the_same_share_of_the_bytes_taken(sides: int) -> None:
    draw = keyed_draw(SEED, "share", [], 0)
    fair = 256 // sides * sides
    for number in range(300):
        fields = [b"share", b"0", b"1", b"0", b"roll", str(number).encode()]
        message = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
        taken = next(byte for byte in hmac.new(SEED, message, hashlib.sha256).digest() if byte < fair)
        assert draw(DrawKey(1, 0, "roll", number), sides) == taken % sides
    assert set(Counter(byte % sides for byte in range(fair)).values()) == {256 // sides}


def test_six_thousand_dice_fall_evenly() -> None:
    draw = keyed_draw(SEED, "many", ["salt"], 0)
    thrown = Counter(
        draw(DrawKey(year, seat, "roll", n), 6) for year, seat, n in product(range(50), range(4), range(30))
    )
    assert sorted(thrown) == list(range(6))
    assert all(880 <= number <= 1120 for number in thrown.values()), thrown


def test_faces_fall_as_often_as_the_die_has_them() -> None:
    draw, faces = keyed_draw(SEED, "faces", [], 0), components_from(BOX).faces
    thrown = Counter(faces[draw(DrawKey(1, 0, "roll", n), 6)] for n in range(3000))
    assert 900 < thrown["straight"] < 1100 and 900 < thrown["curve"] < 1100
    assert 400 < thrown["share"] < 600 and 400 < thrown["?"] < 600


def test_a_draw_does_not_depend_on_what_was_drawn_before() -> None:
    keys = [DrawKey(year, seat, "roll", number) for year, seat, number in product(range(3), range(2), range(5))]
    first, second = keyed_draw(SEED, "e7", ["a"], 0), keyed_draw(SEED, "e7", ["a"], 0)
    there = {key: first(key, 6) for key in keys}
    back = {key: second(key, 6) for key in reversed(keys)}
    assert there == back == {key: first(key, 6) for key in keys}


@each(
    "other",
    [
        keyed_draw(bytes(32), "e7", ["a", "b"], 0),
        keyed_draw(SEED, "e8", ["a", "b"], 0),
        keyed_draw(SEED, "e7", ["a", "c"], 0),
        keyed_draw(SEED, "e7", ["b", "a"], 0),
        keyed_draw(SEED, "e7", ["ab"], 0),
        keyed_draw(SEED, "e7", ["a", "b"], 1),
        keyed_draw(SEED, "e7a", ["b"], 0),
    ],
)
def test_seed_game_salts_and_epoch_all_count(other: Draw) -> None:
    draw = keyed_draw(SEED, "e7", ["a", "b"], 0)
    keys = [DrawKey(1, 0, "roll", number) for number in range(40)]
    assert [draw(key, 6) for key in keys] != [other(key, 6) for key in keys]


@pytest.mark.parametrize(
    "key", [KEY._replace(year=4), KEY._replace(seat=0), KEY._replace(purpose="start"), KEY._replace(number=6)]
)
def test_the_whole_place_of_a_draw_counts(key: DrawKey) -> None:
    games = [keyed_draw(SEED, f"e{n}", [], 0) for n in range(40)]
    assert [draw(key, 6) for draw in games] != [draw(KEY, 6) for draw in games]


@pytest.mark.parametrize("sides", [0, -1, 257])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        keyed_draw(SEED, "e7", [], 0)(KEY, sides)


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_preview_draws_nothing() -> None:
    with pytest.raises(NotDrawn):
        no_draw(KEY, 6)
