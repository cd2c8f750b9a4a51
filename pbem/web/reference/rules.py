"""The rulebooks as the rules pages show them: chapter by chapter, with what one game changes in another's."""

from dataclasses import dataclass

from pbem.games.presentation import presentation_of
from rules_core.games import rulebook, ruleset_for
from rules_core.kernel.rulebook import Rule


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
    titles = presentation_of(kind).chapters
    book, amended = rulebook(kind), ruleset_for(kind).amended
    for rule in book.values():
        if rule.id in titles:
            found.append(RuleChapter(titles[rule.id], ()))
        changed = tuple(id_ for id_ in amended.get(rule.id, ()) if id_ in book)
        found[-1] = RuleChapter(found[-1].title, (*found[-1].entries, RuleEntry(rule, changed)))
    return tuple(found)
