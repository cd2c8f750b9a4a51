"""Sentences about press: the writer, the readers, and how to answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from babel.lists import format_list

from pbem.commands.orders.talking import joining_words, written
from pbem.commands.orders.verbs import in_words
from pbem.commands.tokens import tokens_of
from pbem.i18n import Catalogue
from pbem.reports import document as doc


@dataclass(frozen=True)
class PressPiece:
    """Press as one reader may know it, with the names that players had when it was written."""

    writer: str | None
    """The writer's name; None for what comes without a name, unless the reader wrote it themselves."""
    readers: tuple[str, ...]
    """Whom it went to beside the reader; nobody where it is to all, or comes without a name."""
    text: str = field(repr=False)
    at_ms: int
    to_all: bool = False
    to_reader: bool = False
    """Whether it went to the reader by name."""
    is_own: bool = False
    """Whether the reader wrote it."""
    anonymous: bool = False
    muted: bool = False
    """Whether the reader does not want to be mailed it."""

    @property
    def lines(self) -> list[str]:
        """The text, line by line."""
        return self.text.split("\n")


def listed(names: Sequence[str], words: Catalogue) -> str:
    """Names in a sentence: "Ben, Clara and Dora"; in quotes those of before that could be two: "Ben and Cara"."""
    apart = [words.text('"%(name)s"', name=name) if _is_several(name) else name for name in names]
    return format_list(apart, locale=words.locale)


def _is_several(name: str) -> bool:
    return "," in name or any(token.fold in joining_words() for token in tokens_of(name))


def heading(piece: PressPiece, words: Catalogue) -> str:
    """Format the line that names the writer and the readers: "Ben writes to you and Clara:"."""
    text = words.text
    readers = (
        text("all") if piece.to_all else listed([*([text("you")] if piece.to_reader else []), *piece.readers], words)
    )
    if piece.is_own and piece.anonymous:
        return text("You wrote to %(readers)s anonymously:", readers=readers)
    if piece.is_own:
        return text("You wrote to %(readers)s:", readers=readers)
    if piece.anonymous:
        return text("An anonymous message to %(readers)s:", readers=readers)
    return text("%(player)s writes to %(readers)s:", player=piece.writer or "", readers=readers)


def how_to_answer(
    names: Sequence[str], writer: int | None, reader_seat: int, words: Catalogue, *, anonymously: bool
) -> list[doc.Block]:
    """List the orders to answer press of this seat, or of nobody who gives their name (None), from the reader's own."""
    text, language = words.text, words.language
    others = [seat for seat in range(len(names)) if seat not in (reader_seat, writer)]
    lines = []
    if writer is not None:
        lines.append(doc.OrderLine(in_words(f"{{press}} {written(names, writer)}: ...", language)))
    if writer is None or others:
        lines.append(doc.OrderLine(in_words("{press} {all}: ...", language)))
    if anonymously:
        lines.append(doc.OrderLine(in_words("{press} {anonymous} {all}: ...", language)))
    muting = in_words("{mute} {anonymous}" if writer is None else f"{{mute}} {written(names, writer)}", language)
    longer = text(
        "For a longer text, put nothing after the colon and write on the lines below. It ends with your message, or "
        'with "%(end)s"; orders can come before or after it. "%(mute)s" stops these messages by email.',
        end=in_words("{end press}", language),
        mute=muting,
    )
    return [
        doc.Paragraph(text("To answer, reply to this email with:")),
        doc.Orders(tuple(lines)),
        doc.Paragraph(longer),
    ]
