"""The list of the changes that no test of the rules notices, each with the reason why that is right."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from .changes import Change

LIST: Final = Path(__file__).with_name("survivors.toml")


@dataclass(frozen=True)
class Survivor:
    """A change that may survive: a line of a file, as it is and as it would be."""

    file: str
    was: str
    now: str


@cache
def listed() -> dict[Survivor, str]:
    """Read the list: each survivor with its reason."""
    entries = tomllib.loads(LIST.read_text())["survivor"]
    return {Survivor(entry["file"], entry["was"], now): entry["why"] for entry in entries for now in entry["now"]}


def complaint(change: Change, *, is_noticed: bool) -> str:
    """Say what is wrong with the list where a change is noticed or not; empty where it is right."""
    is_listed = Survivor(change.file, change.was, change.now) in listed()
    if is_noticed and is_listed:
        return f"a test notices this now: take it off {LIST.name}\n{change}"
    if not is_noticed and not is_listed:
        return f"no test of the rules notices this: write one, or list it in {LIST.name} and say why\n{change}"
    return ""
