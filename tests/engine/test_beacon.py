"""Public rounds: chains, signatures, settings, and fetching from beacons that lie, fail or never end."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from beacon_kit import (
    LOCAL,
    PUBLISHED_RANDOMNESS,
    PUBLISHED_ROUND,
    PUBLISHED_SIGNATURE,
    SECRET,
    SIGNED,
    LocalBeacon,
    local_beacon,
    public_key,
    sign,
)
from each_kit import each

from pbem import beacon as rounds
from pbem.beacon import LEAD_MS, dump_terms, fetch_round, is_signed, load_terms, new_terms
from pbem.config import Beacon, ConfigError, load
from rules_core.kernel.beacon import QUICKNET, BeaconDraw, decode_beacon, encode_beacon

PUBLISHED = BeaconDraw(12, QUICKNET, PUBLISHED_ROUND, "wait", 1_694_000_000_000, PUBLISHED_SIGNATURE)
HOUR_MS = 3_600_000


@pytest.fixture
def beacon() -> Iterator[LocalBeacon]:
    with local_beacon() as beacon:
        yield beacon


def test_the_hash_of_quicknet_follows_from_its_key_and_times() -> None:
    assert QUICKNET.hash == "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
    assert QUICKNET.is_known
    assert not LOCAL.is_known


def test_rounds_are_published_every_period() -> None:
    genesis = QUICKNET.genesis
    assert [QUICKNET.moment_of(number) for number in (1, 2, 11)] == [genesis, genesis + 3, genesis + 30]
    moments = (0, genesis, genesis + 0.5, genesis + 3, genesis + 3.1)
    assert [QUICKNET.round_from(moment) for moment in moments] == [1, 1, 2, 2, 3]


def test_a_published_round_is_believed_and_no_other_with_its_signature() -> None:
    assert is_signed(QUICKNET, PUBLISHED_ROUND, PUBLISHED_SIGNATURE)
    assert PUBLISHED.randomness == PUBLISHED_RANDOMNESS
    assert not is_signed(QUICKNET, PUBLISHED_ROUND + 1, PUBLISHED_SIGNATURE)
    assert not is_signed(LOCAL, PUBLISHED_ROUND, PUBLISHED_SIGNATURE)


def test_rounds_of_a_chain_of_our_own_are_believed_by_its_key_alone() -> None:
    assert is_signed(LOCAL, 77, sign(77))
    assert {(number, secret): sign(number, secret) for number, secret in SIGNED} == SIGNED
    assert not is_signed(LOCAL, 77, sign(77, secret=7))
    assert not is_signed(replace(LOCAL, public_key=public_key(7)), 77, sign(77))


@each(
    "signature",
    ["", "zz" * 48, "00" * 48, PUBLISHED_SIGNATURE[:-2], PUBLISHED_SIGNATURE.upper(), "c0" + "00" * 47, "é"],
)
def test_what_is_no_signature_is_not_believed_and_breaks_nothing(signature: str) -> None:
    assert not is_signed(QUICKNET, PUBLISHED_ROUND, signature)


@pytest.mark.parametrize("number", [0, -1, 2**64])
def test_what_is_no_round_is_not_believed(number: int) -> None:
    assert not is_signed(QUICKNET, number, PUBLISHED_SIGNATURE)


def test_a_draw_is_read_as_it_is_written() -> None:
    for draw in (PUBLISHED, replace(PUBLISHED, signature=None, rule="without"), replace(PUBLISHED, chain=LOCAL)):
        assert decode_beacon(json.loads(json.dumps(encode_beacon(draw)))) == draw


@each(
    ("key", "value", "why"),
    [
        ("chain", "52" * 32, "chain: this hash does not belong"),
        ("public_key", LOCAL.public_key, "chain: this hash does not belong"),
        ("genesis", QUICKNET.genesis - 86_400, "chain: this hash does not belong"),
        ("period", 1, "chain: this hash does not belong"),
        ("period", 0, "period: from 1"),
        ("public_key", "c0" + "00" * 95, "public_key: it is the point at infinity"),
        ("public_key", "xy", "public_key: 192 digits"),
        ("signature", "ab", "signature: 96 digits"),
        ("signature", 7, "signature: a text"),
        ("scheme", "pedersen-bls-chained", "scheme: bls-unchained-g1-rfc9380 is due"),
        ("round", 0, "no such number"),
        ("round", 2**60, "no such number"),
        ("round", "657413", "round: a number is due"),
        ("rule", "perhaps", "rule: wait or without"),
        ("name", "default", "name: "),
        ("more", 1, "something that does not belong"),
    ],
)
def test_a_draw_that_cannot_be_is_refused_with_the_place(key: str, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        decode_beacon({**encode_beacon(PUBLISHED), key: value})


def test_a_fingerprint_changes_with_all_that_it_stands_for() -> None:
    said = ["tea", "rain"]
    prints = {
        PUBLISHED.fingerprint("ab", said),
        PUBLISHED.fingerprint("ac", said),
        PUBLISHED.fingerprint("ab", ["tear", "ain"]),
        PUBLISHED.fingerprint("ab", ["rain", "tea"]),
        replace(PUBLISHED, number=PUBLISHED_ROUND + 1).fingerprint("ab", said),
        replace(PUBLISHED, chain=LOCAL).fingerprint("ab", said),
        replace(PUBLISHED, list_number=13).fingerprint("ab", said),
    }
    assert len(prints) == 7
    assert replace(PUBLISHED, signature=None).fingerprint("ab", said) in prints, "it is known before the round is"


def test_the_round_of_a_list_is_later_than_its_last_join_whenever_that_is(beacon: LocalBeacon) -> None:
    now_ms = 1_795_000_000_500
    terms, first = new_terms(beacon.settings(join_hours=24), "wait", now_ms)
    assert load_terms(dump_terms(terms)) == terms
    assert 0 <= LOCAL.moment_of(first) * 1000 - (now_ms + 24 * HOUR_MS) < 3000
    until = terms.joins_until_ms(first)
    assert terms.round_after(first, until - 1) == first
    for joined_ms in (until, until + 1, until + 24 * HOUR_MS - 1, until + 24 * HOUR_MS, until + 1000 * HOUR_MS):
        number = terms.round_after(first, joined_ms)
        assert LEAD_MS < LOCAL.moment_of(number) * 1000 - joined_ms <= LEAD_MS + 24 * HOUR_MS
        assert (number - first) % terms.step == 0, "one of the rounds that were fixed when it was opened"


def test_a_round_is_fetched_and_checked(beacon: LocalBeacon) -> None:
    assert fetch_round((beacon.url,), LOCAL, 77) == sign(77)
    assert beacon.asked == [f"/{LOCAL.hash}/public/77"]


def test_a_published_round_is_fetched(beacon: LocalBeacon) -> None:
    facts = {"round": PUBLISHED_ROUND, "randomness": PUBLISHED_RANDOMNESS, "signature": PUBLISHED_SIGNATURE}
    beacon.answers[beacon.path_of(PUBLISHED_ROUND, QUICKNET)] = json.dumps(facts).encode()
    assert fetch_round((beacon.url,), QUICKNET, PUBLISHED_ROUND) == PUBLISHED_SIGNATURE


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 4000,
        b" " * 5000,
        json.dumps({"round": 78, "signature": SIGNED[78, SECRET]}).encode(),
        json.dumps({"round": 77, "signature": SIGNED[78, SECRET]}).encode(),
        json.dumps({"round": 77, "signature": SIGNED[77, 7]}).encode(),
        json.dumps({"round": 77, "signature": None}).encode(),
        json.dumps({"round": 77, "signature": "zz" * 48}).encode(),
    ],
    ids=range(11),
)
def test_a_beacon_that_lies_is_passed_over(beacon: LocalBeacon, answer: bytes) -> None:
    beacon.answers[beacon.path_of(77)] = answer
    assert fetch_round((beacon.url,), LOCAL, 77) is None
    with local_beacon() as honest:
        assert fetch_round((beacon.url, honest.url), LOCAL, 77) == sign(77)


def test_a_beacon_that_is_down_or_not_there_is_passed_over(beacon: LocalBeacon) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{closed.getsockname()[1]}"
        assert fetch_round((nowhere, "http://[::bad", "http://127.0.0.1:99999", beacon.url), LOCAL, 77) == sign(77)
    beacon.is_down = True
    assert fetch_round((beacon.url,), LOCAL, 77) is None


@contextmanager
def dripping(first: bytes, drop: bytes) -> Iterator[str]:
    """A server that answers a byte at a time and never ends; its address."""
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _address = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(first)
                try:
                    while not done.wait(0.01):
                        connection.sendall(drop)
                except OSError:
                    return

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            done.set()
            thread.join()


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n", b" "),
        (b"HTTP/1.1 200 OK\r\n", b"x"),
        (b"", b""),
    ],
    ids=["body", "headers", "silence"],
)
def test_a_beacon_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch, first: bytes, drop: bytes) -> None:
    """Each byte comes in time, so that only the bound on the whole ends it; the test would stand still without."""
    monkeypatch.setattr(rounds, "WHOLE_SECONDS", 0.2)
    with dripping(first, drop) as url:
        assert fetch_round((url,), LOCAL, 77) is None


def test_a_beacon_that_leads_elsewhere_is_not_followed(beacon: LocalBeacon) -> None:
    led = f"HTTP/1.1 302 Found\r\nLocation: {beacon.url}{beacon.path_of(77)}\r\nContent-Length: 0\r\n\r\n"
    with dripping(led.encode(), b"") as url:
        assert fetch_round((url,), LOCAL, 77) is None
    assert beacon.asked == []


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[str], str]:
    """What is said of settings that cannot be."""

    def refuse(text: str) -> str:
        (tmp_path / "pbem.toml").write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError) as caught:
            load(tmp_path / "pbem.toml")
        return str(caught.value)

    return refuse


def test_settings_without_a_word_are_quicknet(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text("[dice.beacon]\n", encoding="utf-8")
    settings = load(tmp_path / "pbem.toml")
    assert settings.dice.beacon == Beacon()
    assert Beacon().as_chain == QUICKNET
    (tmp_path / "pbem.toml").write_text("", encoding="utf-8")
    assert load(tmp_path / "pbem.toml").dice.beacon is None, "off unless it is switched on"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('chain = "00"', "dice.beacon: the chain's hash does not belong to its key and times; by those it is 52db9ba7"),
        ("period = 30", "dice.beacon: the chain's hash does not belong"),
        ('public_key = "ab"', "dice.beacon: there can be no such chain: public_key: 192 digits"),
        ("urls = []", "dice.beacon.urls: must not be empty"),
        ('urls = ["ftp://x"]', "dice.beacon.urls.0: must begin with http:// or https://"),
        ('urls = "https://x"', "dice.beacon.urls: must be a list of texts"),
        ('lists = "always"', "dice.beacon.lists: must be one of 'none', 'wait' or 'without'"),
        ("join_hours = 0", "dice.beacon.join_hours: must be at least 1"),
        ('hash = "x"', "dice.beacon.hash: there is no such key"),
    ],
)
def test_settings_that_cannot_be_are_told(refused: Callable[[str], str], line: str, why: str) -> None:
    assert why in refused(f"[dice.beacon]\n{line}\n")


def test_without_the_library_the_settings_are_refused_and_nothing_is_believed(tmp_path: Path) -> None:
    """In a Python where the library cannot be found, as if it were not installed."""
    (tmp_path / "pbem.toml").write_text("[dice.beacon]\n", encoding="utf-8")
    program = (
        "import sys, importlib.util as util; from pathlib import Path\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'drand_verify' else real(name, package)\n"
        "from pbem.beacon import round_check\n"
        "from pbem.config import ConfigError, load\n"
        "assert round_check() is None\n"
        "try: load(Path(sys.argv[1]))\n"
        "except ConfigError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "pbem.toml"], capture_output=True, text=True, check=True
    )
    assert "needs a library that is not installed: pip install 'pbem[beacon]'" in done.stdout
    assert rounds.round_check() is not None
