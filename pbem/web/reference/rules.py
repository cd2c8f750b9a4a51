"""The rulebooks as the rules pages show them: chapter by chapter, with what one game changes in another's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.i18n import N_
from rules_core.games import rulebook, ruleset_for
from rules_core.kernel.rulebook import Rule

CHAPTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "first_rails": {
        "FR-1": N_("The box and the start"),
        "FR-10": N_("A turn"),
        "FR-20": N_("Shares"),
        "FR-30": N_("Track and tiles"),
        "FR-50": N_("Stations"),
        "FR-60": N_("The end of a year"),
        "FR-70": N_("The end of the game"),
    },
    "germany": {
        "GE-1": N_("The board and the start"),
        "GE-10": N_("A turn"),
        "GE-20": N_("The line"),
        "GE-30": N_("Stations, passengers and directors"),
        "GE-40": N_("The end of a year and of the game"),
        "FR-1": N_("Kept from The First Rails"),
    },
}
"""For each kind of game the rules that begin a chapter, in its rulebook's order, and the chapters' titles."""


@dataclass(frozen=True)
class RuleEntry:
    """A rule in the rulebook of a game; `amended` are the rules of that game which change it."""

    rule: Rule
    amended: tuple[str, ...]


@dataclass(frozen=True)
class RuleChapter:
    """A stretch of a rulebook. `title` is a message id."""

    title: str
    entries: tuple[RuleEntry, ...]


def chapters(kind: str) -> tuple[RuleChapter, ...]:
    """The rules of a kind of game in chapters. Raises KeyError for an unknown one."""
    found: list[RuleChapter] = []
    titles = CHAPTERS[kind]
    book, amended = rulebook(kind), ruleset_for(kind).amended
    for rule in book.values():
        if rule.id in titles:
            found.append(RuleChapter(titles[rule.id], ()))
        changed = tuple(id_ for id_ in amended.get(rule.id, ()) if id_ in book)
        found[-1] = RuleChapter(found[-1].title, (*found[-1].entries, RuleEntry(rule, changed)))
    return tuple(found)
