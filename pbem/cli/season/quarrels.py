"""What people of a season write when they quarrel: complaints, proposals to go back, and what others say to them."""

import re
from collections.abc import Sequence
from random import Random
from typing import Final

_PROPOSED: Final = re.compile(r'It goes back if all agree\. Answer "([^"]+)" or "([^"]+)"')
_DISPUTED: Final = re.compile(r'something to say about it, answer "([^"]+): \.\.\."')
_SAID: Final = re.compile(r"^\S+ says about dispute \d+:")
_GIVES_IN: Final = 0.2
"""How often somebody takes a complaint back when others have said something about it."""
_COMPLAINTS: Final = (
    "May one build there at all?",
    "Those were not the dice that I saw on the page.",
    "He paid less than the rules say, I believe.",
    "That share was not for sale.",
)
_SLIPS: Final = ("A slip, sorry.", "I mixed up the ends of the line.", "My cat walked over the keyboard.")
_STATEMENTS: Final = ("I see nothing wrong with it.", "I was wondering, too.", "Let us just play on, please.")
_CORRECTIONS: Final = ("give %(who)s 1 hidden", "give %(who)s 1 c", "turn income off")


def complaint(chance: Random) -> str:
    """A line by which the last turn is disputed."""
    return f"dispute: {chance.choice(_COMPLAINTS)}"


def proposal(chance: Random) -> str:
    """A line that asks to take a turn back."""
    return f"rollback: {chance.choice(_SLIPS)}"


def answers(told: str, consents: float, speaks: float, chance: Random) -> list[str]:
    """What somebody answers to a mail, whose text stands on one line, that asks what he thinks of something."""
    if proposed := _PROPOSED.search(told):
        return [proposed[1] if chance.random() < consents else proposed[2]]
    disputed = _DISPUTED.search(told)
    if disputed and not _SAID.match(told) and chance.random() < speaks:
        return [f"{disputed[1]}: {chance.choice(_STATEMENTS)}"]
    return []


def gives_in(told: str, chance: Random) -> bool:
    """Whether somebody takes his complaint back, since another has said something about it."""
    return _SAID.match(told) is not None and chance.random() < _GIVES_IN


def rollback(before: Sequence[int], chance: Random) -> str:
    """How a moderator rules that a game goes back, to one of the last places before what is disputed."""
    new_dice, again = chance.random() < 0.4, chance.random() < 0.6
    return f"rollback {chance.choice(before[-4:])}{' new dice' * new_dice}{' again' * again}"


def amendment(who: str, chance: Random) -> str:
    """How a moderator rules that a position is corrected, in favour of somebody if not of all."""
    return f"amend {chance.choice(_CORRECTIONS) % {'who': who}}"
