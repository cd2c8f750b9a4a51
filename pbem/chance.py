"""The source of chance: the operating system, which nobody can foresee; and the random words made of it.

Tokens, keys and links, which open something, do not come from here but from `secrets`.
"""

import base64
import secrets
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final

_source: Final[Random] = SystemRandom()


def chance() -> Random:
    """Give the source of chance; tests put a seeded one in its place."""
    return _source


def repeated(choose: Callable[[int], int]) -> Callable[[], Callable[[int], int]]:
    """Make a source of choices that come again in the same order whenever they are begun.

    Work that a program does in a transaction may have to begin again (`pbem.store.row_map`), and must not go another
    way each time.
    """
    made: list[tuple[int, int]] = []

    def begin() -> Callable[[int], int]:
        place = 0

        def again(below: int) -> int:
            nonlocal place
            if place == len(made) or made[place][0] != below:
                made[place:] = [(below, choose(below))]
            place += 1
            return made[place - 1][1]

        return again

    return begin


def new_token() -> str:
    """A fresh local part: 80 random bits in 16 lower-case letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def new_word_salt() -> str:
    """A fresh salt for a text whose digest is to tell nothing of it: 128 random bits in hexadecimal."""
    return chance().randbytes(16).hex()


def new_mark() -> str:
    """A fresh name for something whose number would tell how much else there is: 50 random bits in 10 signs."""
    return new_token()[:10]
