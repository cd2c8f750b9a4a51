"""Draws: rolls and other chances of a game, which can be proved.

A `Draw` is a function from the place of the draw in the game to a number. The server's draws are keyed by a secret seed
(`keyed_draw`), so that no order of arrival, retry or preview can change a roll; tests script them.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias


class DrawKey(NamedTuple):
    """The place of one draw in a game: no two draws of an epoch share it, save a roll that a correction repeats."""

    year: int
    seat: int
    purpose: str
    number: int


Draw: TypeAlias = Callable[[DrawKey, int], int]
"""`draw(key, sides)` gives a number from 0 to sides - 1, always the same for the same key."""


class NotDrawn(Exception):
    """Raised by a draw that may not be made: in a preview, or where a record holds no such roll."""


def no_draw(key: DrawKey, sides: int) -> int:
    """A draw for previews: raises NotDrawn."""
    raise NotDrawn(f"{key.purpose} {key.number} in year {key.year}")


def commitment(seed: bytes) -> str:
    """What is shown before a game of the seed that is revealed after it: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def keyed_draw(seed: bytes, game: str, salts: Sequence[str], epoch: int, beacon: str | None = None) -> Draw:
    """Draws, each HMAC-SHA256(seed, game | salts | beacon | epoch | year | seat | purpose | index), without bias.

    `beacon` is the randomness of a public round, in hexadecimal; without one the message has no such field. The 256
    bits are read as bytes; a byte that would favour low numbers is passed over, and when all are, a retry counter joins
    the message. Fields are joined by their lengths, so that no two keys make the same message.
    """
    prefix = _fields(game, *salts, *(() if beacon is None else (beacon,)), str(epoch))

    def draw(key: DrawKey, sides: int) -> int:
        if not 1 <= sides <= 256:
            raise ValueError(f"a draw has 1 to 256 sides, not {sides}")
        message = prefix + _fields(str(key.year), str(key.seat), key.purpose, str(key.number))
        fair = 256 - 256 % sides
        retry = 0
        while True:
            digest = hmac.new(seed, message + (_fields(str(retry)) if retry else b""), hashlib.sha256).digest()
            for byte in digest:
                if byte < fair:
                    return byte % sides
            retry += 1

    return draw


def _fields(*texts: str) -> bytes:
    return b"".join(len(data).to_bytes(4, "big") + data for data in (text.encode() for text in texts))
