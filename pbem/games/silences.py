"""Answers to what a rulebook leaves open: what it says, what is played, and why, as parts of a document."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from rules_core.games import rulebook
from rules_core.kernel.rulebook import Mark, Rule, Silence

TITLE: Final = N_("Where the rulebook is silent")
LEAD: Final = N_(
    "The rulebook leaves some questions open, or answers them in two ways. Here is what it says, what is played on "
    "this server, and why."
)
KINDS: Final[dict[Mark, str]] = {
    "reading": N_("This was decided otherwise before: games keep what they began with."),
    "reconstruction": N_("This is a reconstruction of what is printed in the box."),
}
"""The remarks on silences of other kinds than decisions, as message ids."""


@dataclass(frozen=True)
class SilentRule:
    """A rule, and the places where its rulebook says too little."""

    rule: Rule
    silences: tuple[Silence, ...]


def silent_rules(kind: str) -> tuple[SilentRule, ...]:
    """The rules of a kind of game whose rulebook says too little, in its order. Raises KeyError for an unknown kind."""
    return tuple(SilentRule(rule, rule.silences) for rule in rulebook(kind).values() if rule.silences)


def silence_blocks(kinds: Iterable[str], words: Catalogue, names: dict[str, str]) -> list[doc.Block]:
    """The same as parts of a document, game by game; `names` are the games' names where there are several."""
    blocks: list[doc.Block] = [doc.Paragraph(words.text(LEAD))]
    for kind in kinds:
        if kind in names:
            blocks.append(doc.Heading(names[kind]))
        blocks.append(doc.Entries(tuple(_entries(kind, words))))
    return blocks


def _entries(kind: str, words: Catalogue) -> Iterator[doc.ListEntry]:
    text = words.text
    for one in silent_rules(kind):
        for silence in one.silences:
            title = text("%(rule)s: %(title)s", rule=one.rule.id, title=text(one.rule.title))
            yield doc.ListEntry(
                title,
                (
                    text("The rulebook says: %(said)s", said=text(silence.says)),
                    text("We play: %(played)s", played=text(silence.play)),
                    text("Why: %(reason)s", reason=text(silence.why)),
                ),
            )
