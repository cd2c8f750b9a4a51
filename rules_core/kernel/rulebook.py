"""Rules and violations as values: the engine names them, the server words them."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final, TypeAlias

Fact: TypeAlias = str | int
"""A value that helps to word a violation: a number, a name from the component data, or a square as "x,y"."""
READINGS: Final = (1, 2)
"""How the rules have been read. A game keeps the reading it began under; an event that names none is of the first."""
READING: Final = READINGS[-1]
"""The reading that new games are played by."""
RULE_ID: Final = re.compile(r"\b(?:FR|GE)-\d+[a-z]?\b")
"""How a rule is named in a text."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: `id` such as "FR-31", a short title, and its sentence in our words."""

    id: str
    title: str
    text: str
    first_reading: str = ""
    """The sentence of the first reading, where that was another."""


@dataclass(frozen=True)
class Violation:
    """An action broke a rule: which one, which of its clauses (`code`, unique within the rule), and what was found."""

    rule: str
    code: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is refused: the rules it breaks, the first being the one to tell."""

    violations: tuple[Violation, ...]


def violation(rule: str, code: str, **facts: Fact) -> Violation:
    """A violation with its facts as keywords."""
    return Violation(rule, code, facts)


def load_rules(name: str) -> dict[str, Rule]:
    """The rules of one digest in `data/`, by id, in the digest's order."""
    text = files("rules_core.data").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return {
        id_: Rule(id_, entry["title"], entry["text"], entry.get("first_reading", ""))
        for id_, entry in tomllib.loads(text).items()
    }


CARRIED: Final = (
    *("FR-1", "FR-2", "FR-10", "FR-11", "FR-12", "FR-13", "FR-14"),
    *("FR-30", "FR-31", "FR-32", "FR-33", "FR-34", "FR-34a", "FR-35", "FR-38", "FR-39", "FR-40"),
    *("FR-50", "FR-51", "FR-54", "FR-55", "FR-62"),
)
"""The rules of The First Rails that hold in Germany too, some of them as the GE rules amend them."""
AMENDED: Final[Mapping[str, tuple[str, ...]]] = {
    "FR-10": ("GE-10", "GE-12"),
    "FR-11": ("GE-11",),
    "FR-13": ("GE-12",),
    "FR-32": ("GE-25",),
    "FR-33": ("GE-23",),
    "FR-35": ("GE-21", "GE-32"),
    "FR-38": ("GE-21", "GE-32"),
    "FR-50": ("GE-30", "GE-31"),
    "FR-51": ("GE-31",),
}
"""Those of CARRIED that read otherwise in Germany, each with the rules that amend it."""

_FIRST_RAILS: Final = load_rules("first_rails")
_GERMANY: Final = load_rules("germany")
RULEBOOKS: Final[Mapping[str, Mapping[str, Rule]]] = {
    "first_rails": _FIRST_RAILS,
    "germany": {**_GERMANY, **{id_: _FIRST_RAILS[id_] for id_ in CARRIED}},
}
"""For each kind of game its rules by id, its own first."""
RULES: Final[Mapping[str, Rule]] = {**_FIRST_RAILS, **_GERMANY}
"""Every rule of every game, by id."""


def rulebook(kind: str, reading: int = READING) -> Mapping[str, Rule]:
    """The rules of a kind of game by id, each in the sentence of a reading. Raises KeyError for an unknown kind."""
    return _READ[kind, reading]


_READ: Final[Mapping[tuple[str, int], Mapping[str, Rule]]] = {
    (kind, reading): {
        id_: replace(rule, text=rule.first_reading) if reading == 1 and rule.first_reading else rule
        for id_, rule in book.items()
    }
    for kind, book in RULEBOOKS.items()
    for reading in READINGS
}
