"""The source of chance: the operating system, which nobody can foresee.

Tokens, keys and links, which open something, do not come from here but from `secrets`.
"""

from random import Random, SystemRandom
from typing import Final

_source: Final[Random] = SystemRandom()


def chance() -> Random:
    """Give the source of chance; tests put a seeded one in its place."""
    return _source
