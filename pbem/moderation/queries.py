"""Texts that moderators may ask for, by the verbs of their letters; nothing is done by it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.commands.verb import Form
from pbem.i18n import N_
from pbem.moderation.context import ModeratorContext
from pbem.moderation.dispute_blocks import dispute_blocks
from pbem.moderation.overview_blocks import file_blocks, needs_blocks
from pbem.reports import document as doc


@dataclass(frozen=True)
class Query:
    """Something to read: its look and meaning, and the text by what stands behind its verb. Raises Refused."""

    form: Form
    blocks: Callable[[ModeratorContext, str], list[doc.Block]]


def _needs(moderator: ModeratorContext, _text: str) -> list[doc.Block]:
    return needs_blocks(moderator)


def _file(moderator: ModeratorContext, text: str) -> list[doc.Block]:
    return file_blocks(moderator, moderator.game("".join(sign for sign in text if sign.isalnum()).lower()))


QUERIES: Final[Mapping[str, Query]] = {
    "desk": Query(
        Form("{desk}", ("{desk}",), N_("Show what needs a moderator's attention, in all games you can moderate.")),
        _needs,
    ),
    "file": Query(Form("{file} <tag>", ("{file} e7",), N_("Show a game, and what happened to it.")), _file),
    "dispute": Query(
        Form(
            "{dispute} <number>",
            ("{dispute} 3",),
            N_("Show a dispute: the turn, the rules that decided, its dice, the statements, and how to rule."),
        ),
        dispute_blocks,
    ),
}
"""What is shown by which verb."""
