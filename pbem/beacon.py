"""A public beacon: rounds of a drand chain, fetched and checked by their signatures, and lists' terms about them."""

import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib import import_module
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

from pbem.config import BEACON_LIBRARY, Beacon
from pbem.log import LazyLog
from rules_core.kernel.beacon import (
    PUBLIC_KEY_BYTES,
    SIGNATURE_BYTES,
    BeaconChain,
    BeaconDraw,
    BeaconRule,
    decode_beacon,
    encode_beacon,
)

_MOST: Final = 2**64
"""Rounds are numbers of 64 bits."""

log = LazyLog(__name__)

STEP_SECONDS: Final = 5.0
"""How long a single wait for the other side may last."""
WHOLE_SECONDS: Final = 10.0
"""How long the answer of one address may take in all, however it drips."""
MOST_BYTES: Final = 4096
"""More than any round takes."""

_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)
LEAD_MS: Final = timedelta(minutes=30) // timedelta(milliseconds=1)
"""How long before the round nobody can join any more: in this time everybody is emailed what was fixed."""


def can_verify() -> bool:
    """Whether the library that checks signatures is installed."""
    return find_spec(BEACON_LIBRARY) is not None


def is_signed(chain: BeaconChain, number: int, signature: str) -> bool:
    """Whether a round's signature, in hexadecimal, was made by a chain's key.

    Raises ImportError where the library is not installed.
    """
    verify: Callable[[int, str, str], str] = import_module(BEACON_LIBRARY).verify_bls_unchained_g1_rfc9380
    # The library panics, past every `except Exception`, on what is no hexadecimal or has another length.
    if not _is_hexadecimal(signature, SIGNATURE_BYTES) or not _is_hexadecimal(chain.public_key, PUBLIC_KEY_BYTES):
        return False
    if not 0 < number < _MOST:
        return False
    try:
        verify(number, signature, chain.public_key)
    except ValueError:
        return False
    return True


def round_check() -> Callable[[BeaconDraw], bool] | None:
    """Give the check of a record's round, as `verify_dice` takes it; None where the library is not installed."""
    if not can_verify():
        return None
    return lambda draw: is_signed(draw.chain, draw.number, draw.signature or "")


def _is_hexadecimal(text: str, size: int) -> bool:
    return len(text) == 2 * size and set(text) <= set("0123456789abcdef")


class RoundUnavailable(Exception):
    """Raised where an address gives no round; the text says why."""


def fetch_round(urls: Sequence[str], chain: BeaconChain, number: int) -> str | None:
    """Fetch a round's signature, in hexadecimal, from the first of several addresses that has it.

    An answer counts only if the chain's key has signed it; the rest is logged and passed over. None where no address
    has it. Raises ImportError where the library that checks signatures is not installed.
    """
    for url in urls:
        try:
            signature = _signature_from(url, chain, number)
        except RoundUnavailable as error:
            log.warning("a beacon could not be asked", url=url, round=number, why=str(error))
            continue
        if is_signed(chain, number, signature):
            return signature
        log.warning("a beacon's answer is not signed by its chain", url=url, round=number)
    return None


def _signature_from(url: str, chain: BeaconChain, number: int) -> str:
    """Fetch what an address says is a round's signature. Raises RoundUnavailable."""
    body = _get(f"{url}/{chain.hash}/public/{number}")
    try:
        fields = json.loads(body)
        found, signature = fields["round"], fields["signature"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise RoundUnavailable("the answer is no round") from error
    if found != number or not isinstance(signature, str):
        raise RoundUnavailable("the answer is another round")
    return signature.lower()


def _get(url: str) -> bytes:
    """The body of an answer to GET, without following anywhere else. Raises RoundUnavailable."""
    try:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        with closing(kind(parts.hostname or "", parts.port, timeout=STEP_SECONDS)) as connection:
            connection.connect()
            # Each wait is short, but there may be many: a timer ends the connection under whoever drips.
            guard = threading.Timer(WHOLE_SECONDS, _cut, [connection.sock])
            guard.daemon = True
            guard.start()
            try:
                return _body(connection, parts.path)
            finally:
                guard.cancel()
    except (OSError, HTTPException, ValueError) as error:
        raise RoundUnavailable(f"{type(error).__name__}: {error!s:.100}") from error


def _body(connection: HTTPConnection, path: str) -> bytes:
    begun = time.monotonic()
    connection.request("GET", path, headers={"Accept": "application/json", "Connection": "close"})
    answer = connection.getresponse()
    if answer.status != 200:
        raise RoundUnavailable(f"status {answer.status}")
    body = answer.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise RoundUnavailable("the answer is too long")
    if time.monotonic() - begun > WHOLE_SECONDS:
        raise RoundUnavailable("the answer took too long")
    return body


def _cut(sock: socket.socket) -> None:
    """End a connection from another thread, so that a read that waits on it returns."""
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)  # an SSL socket's own would take the layer off first


@dataclass(frozen=True, slots=True)
class BeaconTerms:
    """The terms that a list has for its rounds; fixed when it is opened."""

    chain: BeaconChain
    rule: BeaconRule
    step: int
    """From one round that the list may take to the next, in rounds."""
    patience_ms: int
    """How long after its round a list that may do without begins without."""

    def round_after(self, number: int, now_ms: int) -> int:
        """Give the round that a list takes which had named one and has not filled: the first that is not too near."""
        late = now_ms - self.joins_until_ms(number)
        if late < 0:
            return number
        step_ms = self.step * self.chain.period * 1000
        return number + self.step * (late // step_ms + 1)

    def joins_until_ms(self, number: int) -> int:
        """Give the moment from which nobody can join before a round."""
        return self.chain.moment_of(number) * 1000 - LEAD_MS

    def without_from_ms(self, number: int) -> int | None:
        """Give the moment from which the game begins without a round that is missing; None where it waits."""
        return self.chain.moment_of(number) * 1000 + self.patience_ms if self.rule == "without" else None

    def draw(self, list_id: int, number: int, fixed_ms: int, signature: str | None = None) -> BeaconDraw:
        """Give the draw of a list whose words were fixed at a moment."""
        return BeaconDraw(list_id, self.chain, number, self.rule, fixed_ms, signature)


def new_terms(settings: Beacon, rule: BeaconRule, now_ms: int) -> tuple[BeaconTerms, int]:
    """Give the terms of a list that is opened now, and the first round that it names."""
    chain, hours = settings.as_chain, settings.join_hours
    step = -(-hours * 3600 // chain.period)
    first = chain.round_from(now_ms / 1000 + hours * 3600)
    return BeaconTerms(chain, rule, step, settings.without_after_hours * _HOUR_MS), first


def dump_terms(terms: BeaconTerms) -> str:
    """Write terms as JSON, in the form of a record's draw."""
    data = encode_beacon(BeaconDraw(1, terms.chain, 1, terms.rule, 0))
    kept = {
        key: data[key] for key in ("chain", "name", "scheme", "public_key", "period", "genesis", "group_hash", "rule")
    }
    return json.dumps(kept | {"step": terms.step, "patience_ms": terms.patience_ms})


def load_terms(text: str) -> BeaconTerms:
    """Read what `dump_terms` wrote. Raises ValueError where it is anything else."""
    data = json.loads(text)
    step, patience_ms = int(data.pop("step")), int(data.pop("patience_ms"))
    draw = decode_beacon({**data, "list": 1, "round": 1, "fixed_ms": 0, "signature": None})
    return BeaconTerms(draw.chain, draw.rule, step, patience_ms)
