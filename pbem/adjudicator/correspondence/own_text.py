"""A letter as its writer wrote it: without what it quotes and what stands below it, and how its lines read.

All of it follows from values alone, so that nothing is read while others wait to write (`Tx.compute`).
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from msgspec import MsgspecError

from pbem.adjudicator.antecedents import Antecedent
from pbem.adjudicator.correspondence.endings import LetterWriter, Trimmed
from pbem.adjudicator.correspondence.whole_lines import whole_lines
from pbem.config import Mail
from pbem.mail.proof_codes import without_proofs
from pbem.mail.reading.introductions import Introductions, Sense
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut, cut
from pbem.mail.reply_codes import without_codes
from pbem.reports.document import loaded
from pbem.reports.html import quotable
from pbem.store import UnitOfWork

R = TypeVar("R")


class TextReader(Protocol[R]):
    """A way to read lines; two that read alike are equal."""

    def read(self, lines: Sequence[str], unclear: Collection[int] = ()) -> R:
        """Read lines; those that are `unclear` may belong to the line above them, or not."""

    def senses(self, reading: R) -> Sequence[Sense]:
        """The sense of each line that was read."""


@dataclass(frozen=True)
class ReplyText(Generic[R]):
    """A letter's lines: what is its writer's own, what of it is read, and how that reads."""

    written: Cut
    trimmed: Trimmed
    reading: R


def read_reply_text(
    unit: UnitOfWork,
    letter: Letter,
    answered: Antecedent,
    reader: TextReader[R],
    writer: LetterWriter,
    *,
    has_reasons: bool = False,
) -> ReplyText[R]:
    """Read a letter that answers these mails of ours; lines that only tell what it is for are comments by now.

    `has_reasons`: a text in it is a moderator's reason, which lines right below it belong to, whatever else is asked.
    """
    names = (unit.settings.mail.from_name, unit.settings.server.name, *(mail.subject for mail in answered.mails[:1]))
    said = (letter.text, letter.open_ends, answered.texts(unit), unit.settings.mail, names)
    found: ReplyText[R] = unit.compute(_read_reply_text, *said, reader, writer, has_reasons)
    unit.keep(found.reading, type(reader).read, reader, found.trimmed.lines, found.trimmed.unclear)
    return found


def _read_reply_text(
    lines: Sequence[str],
    open_ends: frozenset[int],
    said: Sequence[tuple[str, str | None]],
    mail: Mail,
    names: Sequence[str],
    reader: TextReader[Any],
    writer: LetterWriter,
    has_reasons: bool,
) -> ReplyText[Any]:
    readings: dict[tuple[tuple[str, ...], frozenset[int]], Any] = {}

    def read(typed: Sequence[str], unclear: frozenset[int] = frozenset()) -> Any:
        key = (tuple(typed), unclear)
        if key not in readings:
            readings[key] = reader.read(*key)
        return readings[key]

    def senses_of(typed: Sequence[str]) -> Sequence[Sense]:
        return reader.senses(read(typed))

    introductions = Introductions(mail.is_own, names, senses_of)
    proved_lines = without_proofs(without_codes(lines))
    written = cut(proved_lines, _quotable(said), introductions=introductions, open_ends=open_ends)
    trimmed = whole_lines(written, senses_of, writer, has_reasons=has_reasons)
    return ReplyText(written, trimmed, read(trimmed.lines, trimmed.unclear))


def _quotable(said: Sequence[tuple[str, str | None]]) -> Iterator[str]:
    for text, document in said:
        yield from text.splitlines()
        if document is not None:
            with suppress(MsgspecError):  # of an older form; most quotes are known by their marks
                yield from quotable(loaded(document))
