"""Rounds of a drand chain, fetched over HTTP: with bounds on size and time, and believed only by their signature."""

import json
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

import structlog

from pbem.beacon.signatures import is_signed
from rules_core.kernel.beacon import BeaconChain

log = structlog.get_logger(__name__)

STEP_SECONDS: Final = 5.0
"""How long a single wait for the other side may last."""
WHOLE_SECONDS: Final = 10.0
"""How long the answer of one address may take in all, however it drips."""
MOST_BYTES: Final = 4096
"""More than any round takes."""


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
    """What an address says is a round's signature. Raises RoundUnavailable."""
    body = _get(f"{url}/{chain.hash}/public/{number}")
    try:
        told = json.loads(body)
        found, signature = told["round"], told["signature"]
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
    """Ends a connection from another thread, so that a read that waits on it returns."""
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)  # an SSL socket's own would take the layer off first
