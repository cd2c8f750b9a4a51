"""Texts for people keep to plain words: phrases that were given up, and what is said in their place."""

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final

from setup.catalogue import messages

RETIRED: Final[Mapping[str, str]] = {
    r"latest date|at the latest": "deadline",
    r"time (?:is|was) up|had time until": "missed the deadline",
    r"no time runs|time stands still": "no deadline runs, deadlines are paused",
    r"put (?:it |your deadlines? |the deadline |deadlines )?off": "extend the deadline",
    r"(?:is|player|nobody) to move|\(to move\)": "to play, or it's their turn",
    r"everybody|somebody|anybody": "everyone, someone, anyone",
    r"whoever (?:has|is to|knows|likes|plays|runs|stands)|^whoever|(?<=[.!?] )whoever": "anyone who, the player who",
    r"a program\b|by a program": "a bot",
    r"as yet": "yet",
    r"anew": "again",
    r"at present": "now",
    r"befell": "happened to",
    r"mailed|mails|mail address|a mail\b(?! (?:program|server))|this mail|by mail": "email",
    r"your letters?\b|letters between": "email, orders, messages",
    r"registered|register me": "account",
    r"words of (?:his|my|your|their) own": "own words",
    r"(?:is|was) held\b": "on hold",
    r"(?:stand|stands|stood|standing) by\b": "standby",
    r"(?:give|given|giving) up (?:your|the|a|my|their) seat": "resign",
    r"taken back": "undone, cancelled, withdrawn, rolled back",
    r"stands? on (?:list|this list|waiting list)": "on the list",
    r"cannot be (?:done|met)": "not possible",
    r"dealt with|deal with": "processed",
    r"put aside": "set aside",
    r"disputes? what was|was played stands": "the play",
    r"begins by itself": "starts",
    r"strike": "remove",
    r"these very": "these same",
    r"I (?:know no|do not understand|cannot)": "there is no, was not understood",
    r"is to play": "it's their turn",
    r"stands? behind": "comes after",
    r"(?:one|each) (?:order |thing )?on a line\b": "one per line",
    r"dice that were seen": "dice already seen don't change",
    r"what is hidden in (?:a|that|the|this)\b": "the hidden information",
    r"let (?:a|the) game (?:go back|go on)": "roll back, release from hold",
    r"passengers (?:more|fewer)": "more passengers, fewer passengers",
    r"games? of practice": "practice game",
    r"you may do": "you can do",
}
"""Patterns of what no text says any more, in whatever case, and what to say; each begins at a word."""

LEFT_OUT: Final = ("rules_core/*",)
"""The rule digests, which keep close to their rulebooks."""


def lapses() -> dict[str, list[str]]:
    """The phrases and texts that should have gone, by file."""
    retired = re.compile("|".join(rf"\b(?:{one})" for one in RETIRED), re.IGNORECASE)
    found: dict[str, list[str]] = {}
    for message in messages():
        hit = retired.search(message.text)
        if hit and not any(fnmatchcase(message.path, out) for out in LEFT_OUT):
            found.setdefault(message.path, []).append(f"{hit[0]}: {message.text}")
    return found


def test_no_text_has_a_retired_phrase() -> None:
    assert lapses() == {}
