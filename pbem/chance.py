"""Chance: what nobody can foresee, from the operating system; or, in a simulation, from a seed, so that it comes again.

What opens something (tokens, keys, links) is no matter of chance, and always comes from the operating system.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random, SystemRandom

_sources: list[Random] = [SystemRandom()]


def chance() -> Random:
    """Where chance comes from at present."""
    return _sources[-1]


@contextmanager
def foreseen(seed: str) -> Iterator[None]:
    """Within it chance comes from a seed, for all of the process: for simulations, whose dice are no secret."""
    source = Random(seed)
    _sources.append(source)
    try:
        yield
    finally:
        _sources.remove(source)
