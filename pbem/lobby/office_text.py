"""A letter to an account as it is read: its lines, without what stands below them, and what else it holds."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.correspondence.endings import LetterWriter, Sense, Trimmed, left_out_blocks, sense_of_fault
from pbem.adjudicator.correspondence.letter_contents import instead_of_orders, not_read_blocks, typed_subject
from pbem.adjudicator.correspondence.whole_lines import own_text
from pbem.adjudicator.letters import answered_mail, parted
from pbem.i18n import Catalogue
from pbem.lobby.reading import OfficeLine, read
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut
from pbem.moderation.commands import ModeratorLine
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store.rows import MailRow
from pbem.terms import Terms


@dataclass(frozen=True)
class AccountWriter:
    """The writer of a letter to an account: a player, or somebody who was told how to become one."""

    language: str
    got: Callable[[MailRow], bool]
    """Whether a mail of ours went to them."""
    writer: LetterWriter
    moderates: bool = False


@dataclass(frozen=True)
class OfficeText:
    """A letter to an account as it was read."""

    letter: Letter
    written: Cut
    readings: list[OfficeLine]
    trimmed: Trimmed
    asking_subject: str = field(default="", repr=False)
    """The part of the subject that its writer typed, where it asks for something."""

    def contents(self, words: Catalogue, *, asked_nothing: bool) -> list[doc.Block]:
        """Blocks about the letter: what it held where it asked for nothing, what was not read, and left out."""
        held = (
            instead_of_orders(self.letter, self.written, self.asking_subject, words)
            if asked_nothing
            else not_read_blocks(self.letter, words)
        )
        return [*held, *left_out_blocks(self.trimmed.left_out, words)]


def read_text(tx: Tx, letter: Letter, writer: AccountWriter, defaults: Terms) -> OfficeText:
    """Read the writer's own lines; `defaults` are the terms of a list for which they name none."""

    def readings(typed: Sequence[str], unclear: Collection[int] = ()) -> list[OfficeLine]:
        return read(typed, writer.language, defaults, moderates=writer.moderates, unclear=unclear)

    def senses(typed: Sequence[str]) -> list[Sense]:
        return [_sense(reading) for reading in readings(typed)]

    answered = answered_mail(tx, letter, writer.got)
    written = parted(tx, letter, answered)
    trimmed = own_text(written, senses, writer.writer, has_reasons=True)
    subject = typed_subject(letter, answered.subject if answered else "")
    is_asking = any(reading.commands for reading in readings([subject]))
    own = readings(trimmed.lines, trimmed.unclear)
    return OfficeText(letter, written, own, trimmed, subject if is_asking else "")


def _sense(reading: OfficeLine) -> Sense:
    if reading.fault is not None:
        return sense_of_fault(reading.fault, reading.text)
    if reading.kind != "command":
        return "prose"
    has_reason = any(isinstance(command, ModeratorLine) and ":" in command.text for command in reading.commands)
    return "message" if has_reason else "order"
