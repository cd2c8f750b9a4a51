"""Rules and violations as values: the engine names them, the server words them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Final, Literal, TypeAlias

Fact: TypeAlias = str | int
"""A value that helps to word a violation: a number, a name from the component data, or a square as "x,y"."""


Mark: TypeAlias = Literal["decision", "reading", "reconstruction"]
"""Why more is played than a rulebook says: it can be taken in two ways, was taken in another way before, or its artwork
is not in the text."""
MARKS: Final[tuple[Mark, ...]] = ("decision", "reading", "reconstruction")


@dataclass(frozen=True, slots=True)
class Silence:
    """A place where a rulebook says too little or two things: what it says, what is played, and why, in our words."""

    mark: Mark
    says: str
    play: str
    why: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: `id` such as "FR-31", a short title, and its sentence in our words."""

    id: str
    title: str
    text: str
    first_reading: str = ""
    silences: tuple[Silence, ...] = ()
    """The places where its rulebook says too little."""


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


class IllegalAction(Exception):
    """Raised within a decision where a rule is broken."""

    def __init__(self, broken: Violation) -> None:
        super().__init__(broken.rule)
        self.violation = broken

    @property
    def violations(self) -> Violations:
        """The refusal to give back."""
        return Violations((self.violation,))


@dataclass(frozen=True)
class CorrectionFault:
    """The reason why a correction cannot be made: a code of the game's own, and the facts that help to word it."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


def violation(rule: str, code: str, **facts: Fact) -> Violation:
    """A violation with its facts as keywords."""
    return Violation(rule, code, facts)


def load_rules(package: str) -> dict[str, Rule]:
    """The rules of the digest `rules.toml` in a package, by id, in the digest's order.

    A `silent.toml` beside it, if there is one, describes where the rulebook says too little: tables by rule id with the
    fields of `Silence`. Raises ValueError for a table of no rule, or with another mark.
    """
    folder = files(package)
    text = folder.joinpath("rules.toml").read_text(encoding="utf-8")
    beside = folder.joinpath("silent.toml")
    silent = tomllib.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else {}
    rules = {
        id_: Rule(
            id_,
            entry["title"],
            entry["text"],
            entry.get("first_reading", ""),
            tuple(Silence(**silence) for silence in silent.get(id_, ())),
        )
        for id_, entry in tomllib.loads(text).items()
    }
    for id_, entries in silent.items():
        if id_ not in rules or any(entry["mark"] not in MARKS for entry in entries):
            raise ValueError(f"{package}: silent.toml: {id_} is no rule there, or has a mark that is none")
    return rules


def rules_from(texts: Mapping[str, tuple[str, str]]) -> dict[str, Rule]:
    """The rules of which title and text are told by id; those of `load_rules` are translated too."""
    return {id_: Rule(id_, title, text) for id_, (title, text) in texts.items()}


def by_reading(rules: Mapping[str, Rule], readings: Sequence[int]) -> Mapping[int, Mapping[str, Rule]]:
    """The rules in the sentences of each reading, of which 1 is the first."""
    first = {id_: replace(rule, text=rule.first_reading or rule.text) for id_, rule in rules.items()}
    return {reading: first if reading == 1 else rules for reading in readings}
