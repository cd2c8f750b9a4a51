"""The rulebooks as the rules pages show them: chapter by chapter, with what one game changes in another's."""

from dataclasses import dataclass

from pbem.games.presentation import presentation_of
from rules_core.rulebook import AMENDED, RULEBOOKS, Rule


@dataclass(frozen=True)
class Entry:
    """A rule in the rulebook of a game; `amended` are the rules of that game which change it."""

    rule: Rule
    amended: tuple[str, ...]


@dataclass(frozen=True)
class Chapter:
    """A stretch of a rulebook. `title` is a message id."""

    title: str
    entries: tuple[Entry, ...]


def chapters(kind: str) -> tuple[Chapter, ...]:
    """The rules of a kind of game in chapters. Raises KeyError for an unknown one."""
    found: list[Chapter] = []
    titles = presentation_of(kind).chapters
    book = RULEBOOKS[kind]
    for rule in book.values():
        if rule.id in titles:
            found.append(Chapter(titles[rule.id], ()))
        changed = tuple(id_ for id_ in AMENDED.get(rule.id, ()) if id_ in book)
        found[-1] = Chapter(found[-1].title, (*found[-1].entries, Entry(rule, changed)))
    return tuple(found)
