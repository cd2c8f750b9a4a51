"""Phrases that the agents write besides orders: plans, talk, complaints, proposals, and answers to those."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

_PROPOSED: Final = re.compile(r'goes back if everyone agrees\. Reply "([^"]+)" or "([^"]+)"')
_DISPUTED: Final = re.compile(r'say something about it\? Reply "([^"]+): \.\.\."')
_SAID: Final = re.compile(r"^\S+ says about dispute \d+:")
_GIVES_IN: Final = 0.2
"""How often somebody takes a dispute back when others have said something about it."""
_COMPLAINTS: Final = (
    "May one build there at all?",
    "Those were not the dice that I saw on the page.",
    "They paid less than the rules say, I believe.",
    "That share was not for sale.",
)
_SLIPS: Final = ("A slip, sorry.", "I mixed up the ends of the line.", "My cat walked over the keyboard.")
_STATEMENTS: Final = ("I see nothing wrong with it.", "I was wondering, too.", "Let us just play on, please.")
_CORRECTIONS: Final[Mapping[str, Sequence[str]]] = {
    "R2": ("units 1 from bank to %(who)s", "locomotive 2 from bank to %(who)s", "rolled no %(who)s"),
    "": ("give %(who)s 1 hidden", "give %(who)s 1 c", "turn income off"),
}
"""What moderators correct, by the prefix of the rules of the game."""
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
    "railroad_dice_2": (
        ("next turn: roll 4; connect to any; carry all",),
        ("next turn: if units >= 10: buy", "next turn: carry all"),
        ("place any", "place any"),
        ("next turn: lay e4 ns",),
    ),
}
"""Orders for a next turn, by kind of game; some of them will not work when it comes."""
_TALK: Final = (
    "Shall we build east, what do you say?",
    "That was a fine piece of line.",
    "I am waiting for mountains, as always.",
    "Who sold me these shares?",
    "My dice are no good this year.",
)


def plan_for(kind: str, chance: Random) -> Sequence[str]:
    """Choose lines that give orders for a next turn."""
    return chance.choice(_PLANS[kind])


def press_line(others: Sequence[str], may_hide: bool, chance: Random) -> str:
    """Choose a line of press: to all, to one of the others, or without a name where that may be."""
    to = chance.choice(["all", *others, *(["anonymous all"] if may_hide else [])])
    return f"press {to}: {chance.choice(_TALK)}"


def dispute_line(chance: Random) -> str:
    """Choose a line that disputes the last turn."""
    return f"dispute: {chance.choice(_COMPLAINTS)}"


def proposal_line(chance: Random) -> str:
    """Choose a line that asks the others to take a turn back."""
    return f"rollback: {chance.choice(_SLIPS)}"


def answers(text: str, consents: float, speaks: float, chance: Random) -> list[str]:
    """Answer a mail, whose text stands on one line, that asks to agree to something or to speak about a dispute."""
    if proposed := _PROPOSED.search(text):
        return [proposed[1] if chance.random() < consents else proposed[2]]
    disputed = _DISPUTED.search(text)
    if disputed and not _SAID.match(text) and chance.random() < speaks:
        return [f"{disputed[1]}: {chance.choice(_STATEMENTS)}"]
    return []


def gives_in(text: str, chance: Random) -> bool:
    """Whether somebody takes a dispute back, since another has said something about it."""
    return _SAID.match(text) is not None and chance.random() < _GIVES_IN


def rollback_phrase(before: Sequence[int], chance: Random) -> str:
    """Choose how a ruling lets a game go back: to one of the last positions before what is disputed."""
    new_dice, again = chance.random() < 0.4, chance.random() < 0.6
    return f"rollback {chance.choice(before[-4:])}{' new dice' * new_dice}{' again' * again}"


def amendment_phrase(who: str, rule: str, chance: Random) -> str:
    """Choose how a ruling that cites a rule corrects a position, in favour of somebody if not of all."""
    corrections = _CORRECTIONS.get(rule.partition("-")[0], _CORRECTIONS[""])
    return f"amend {chance.choice(corrections) % {'who': who}}"
