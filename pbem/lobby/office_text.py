"""A letter to an account as it is read: its lines, without what stands below them, and what else it holds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.antecedents import Antecedent, MailReader, find_antecedent
from pbem.adjudicator.correspondence.endings import LetterWriter, Trimmed, left_out_blocks, sense_of
from pbem.adjudicator.correspondence.letter_contents import instead_of_orders, not_read_blocks, typed_subject
from pbem.adjudicator.correspondence.whole_lines import read_reply_text
from pbem.commands.languages import spoken
from pbem.i18n import Catalogue
from pbem.lobby.commands import OfficeCommand
from pbem.lobby.fields import ListName
from pbem.lobby.reading import OfficeLine, read
from pbem.lobby.verbs import ALL_VERBS, OFFICE_VERBS
from pbem.mail.reading.introductions import Sense
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut
from pbem.moderation.lines import ModeratorLine
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.terms import Terms


@dataclass(frozen=True)
class AccountWriter:
    """The writer of a letter to an account: a player, or somebody who was told how to become one."""

    language: str
    reader: MailReader
    writer: LetterWriter
    moderates: bool = False
    lists: tuple[ListName, ...] = ()
    """The waiting lists that they may see, which they may call by their names."""


@dataclass(frozen=True)
class OfficeText:
    """A letter to an account as it was read."""

    letter: Letter
    written: Cut
    readings: tuple[OfficeLine, ...]
    trimmed: Trimmed
    answered: Antecedent
    asking_subject: str = field(default="", repr=False)
    """The part of the subject that its writer typed, where it asks for something."""

    def contents(self, words: Catalogue, *, is_empty: bool) -> list[doc.Block]:
        """Blocks about the letter itself: its contents where it asked for nothing, what was not read, and what was left
        out.
        """
        held = (
            instead_of_orders(self.letter, self.written, self.asking_subject, words)
            if is_empty
            else not_read_blocks(self.letter, words)
        )
        return [*held, *left_out_blocks(self.trimmed.left_out, words)]


def read_text(unit: UnitOfWork, letter: Letter, writer: AccountWriter) -> OfficeText:
    """Read the writer's own lines."""
    reader = OfficeLines(writer.language, unit.settings.terms, writer.moderates, writer.lists)
    answered = find_antecedent(unit, letter, writer.reader, unit.settings.mail.domain)
    reply = read_reply_text(unit, letter, answered, reader, writer.writer, has_reasons=True)
    subject = typed_subject(letter, answered.mail.subject if answered.mail else "")
    is_asking = any(reading.orders for reading in unit.compute(OfficeLines.read, reader, (subject,)))
    return OfficeText(letter, reply.written, reply.reading, reply.trimmed, answered, subject if is_asking else "")


@dataclass(frozen=True)
class OfficeLines:
    """The reader of lines to an account; what its fields mean is told in `pbem.lobby.reading.read`."""

    language: str
    terms: Terms
    moderates: bool
    lists: tuple[ListName, ...] = ()

    def read(self, lines: Sequence[str], unclear: Collection[int] = ()) -> tuple[OfficeLine, ...]:
        """Read lines as commands."""
        return read(lines, self.language, self.terms, self.moderates, unclear, lists=self.lists)

    def senses(self, readings: Sequence[OfficeLine]) -> list[Sense]:
        """The sense of each line that was read."""
        table = ALL_VERBS if self.moderates else OFFICE_VERBS
        return [
            sense_of(line, table, spoken(self.language), has_text=any(map(_has_reason, line.orders)))
            for line in readings
        ]


def _has_reason(command: OfficeCommand) -> bool:
    return isinstance(command, ModeratorLine) and ":" in command.text
