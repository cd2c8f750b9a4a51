"""Rules and violations as values: the engine names them, the server words them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import TypeAlias

Fact: TypeAlias = str | int
"""A value that helps to word a violation: a number, a name from the component data, or a square as "x,y"."""


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
class Violations:
    """The reasons why an action is refused: the rules it breaks, the first being the one to show."""

    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class CorrectionFault:
    """The reason why a correction cannot be made: a code of the game's own, and the facts that help to word it."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


def violation(rule: str, code: str, **facts: Fact) -> Violation:
    """A violation with its facts as keywords."""
    return Violation(rule, code, facts)


def load_rules(package: str) -> dict[str, Rule]:
    """The rules of the digest `rules.toml` in a package, by id, in the digest's order."""
    text = files(package).joinpath("rules.toml").read_text(encoding="utf-8")
    return {
        id_: Rule(id_, entry["title"], entry["text"], entry.get("first_reading", ""))
        for id_, entry in tomllib.loads(text).items()
    }


def by_reading(rules: Mapping[str, Rule], readings: Sequence[int]) -> Mapping[int, Mapping[str, Rule]]:
    """The rules in the sentences of each reading, of which 1 is the first."""
    first = {id_: replace(rule, text=rule.first_reading or rule.text) for id_, rule in rules.items()}
    return {reading: first if reading == 1 else rules for reading in readings}
