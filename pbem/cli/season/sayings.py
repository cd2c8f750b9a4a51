"""What people of a season write beside their orders: plans for their next turn, and talk."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

_PLANS: Final[Mapping[str, Sequence[Sequence[str]]]] = {
    "first_rails": (
        ("next turn: income",),
        ("next turn: if bank >= 12: income", "next turn: if hidden >= 2: roll 2h"),
        ("next turn: if year >= 3 and hidden >= 1: roll 1h",),
        ("next turn: station A weiden",),
    ),
    "germany": (
        ("next turn: income",),
        ("next turn: if bank >= 12: income",),
        ("next turn: if year >= 3 and hidden >= 1: roll 1h",),
    ),
}
"""Orders for a next turn; some of them will not work when it comes."""
_TALK: Final = (
    "Shall we build east, what do you say?",
    "That was a fine piece of line.",
    "I am waiting for mountains, as always.",
    "Who sold me these shares?",
    "My dice are no good this year.",
)


def plan_for(kind: str, chance: Random) -> Sequence[str]:
    """Lines that give orders for a next turn."""
    return chance.choice(_PLANS[kind])


def talk_of(others: Sequence[str], may_hide: bool, chance: Random) -> str:
    """A line of press: to all, to one of the others, or without a name where that may be."""
    to = chance.choice(["all", *others, *(["anonymous all"] if may_hide else [])])
    return f"press {to}: {chance.choice(_TALK)}"
