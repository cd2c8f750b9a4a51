"""A letter as its writer wrote it: without what it quotes and what stands below it, its lines joined where a program
parted them.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import MsgspecError

from pbem.adjudicator.antecedents import Antecedent
from pbem.adjudicator.correspondence.endings import LetterWriter, Trimmed, end_of_text, trim
from pbem.commands.tokens import tokens_of
from pbem.commands.vocabulary import SEAT
from pbem.config import Mail
from pbem.mail.proof_codes import without_proofs
from pbem.mail.reading.introductions import Introductions, LineReader, Sense, footer_at, greets, is_name
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut, cut
from pbem.mail.reply_codes import without_codes
from pbem.reports.document import loaded
from pbem.reports.plain import quotable
from pbem.store import UnitOfWork

_Place: TypeAlias = Literal["joined", "apart", "unclear"]

_ASKING: Final = ("order", "message")
_MOST_READ: Final = 400
"""Lines that are read by themselves; of more than that nothing is told."""
_MOST_UNCLEAR: Final = 20
_MOST_LINES: Final = 8
"""Lines over which one list of orders is wrapped."""
_MOST_COLONS: Final = 3
_LONGEST_WORD: Final = 24
_MOST_CHECKED: Final = 5
"""Lines of a farewell in which there may be an order."""
_END: Final = "end press"
_RUNNING: Final = 6
"""Words from which a line below a blank one is taken for more of a text, rather than for a signature."""
_COMMENT: Final = re.compile(r"(?:^|\s)#(?!\d)")
_OPEN_SIGNS: Final = (",", ";", ":", "-", "(", "/", "&")
_SENTENCE_ENDS: Final = (".", "!", "?")
_CLOSED_SIGNS: Final = (")", '"', "'")
_LIST_MARKS: Final = ("-", "*", "•")
_APART: Final = ("", "#", "--", "—", "–")


def whole_lines(written: Cut, senses_of: LineReader, writer: LetterWriter, *, has_reasons: bool = False) -> Trimmed:
    """The lines of a letter that are read, whole, without what stands below its orders and is none.

    `has_reasons`: a text in it is a moderator's reason, which lines right below it belong to, whatever else is asked.
    """
    letter = _Letter(written, senses_of, writer)
    letter.join_wrapped()
    left_out: tuple[str, ...] = ()
    if has_reasons:
        letter.join_reasons()
    else:
        left_out = letter.join_texts()
    trimmed = trim(letter.lines, senses_of(letter.lines), writer)
    return replace(trimmed, left_out=(*trimmed.left_out, *left_out), unclear=frozenset(letter.unclear))


class _Letter:
    def __init__(self, written: Cut, senses_of: LineReader, writer: LetterWriter) -> None:
        self.lines = list(written.spaced)
        self.unclear: set[int] = set()
        self._open_ends = written.open_ends
        self._senses_of = senses_of
        self._writer = writer
        self._read = 0

    def join_wrapped(self) -> None:
        if not self._open_ends:
            return
        senses = self._senses_of(self.lines)
        joined: list[str] = []
        at = 0
        while at < len(self.lines):
            start, line, at = at, self.lines[at], at + 1
            place: _Place = "joined"
            while place == "joined" and self._may_go_on(at - 1) and (at - 1 > start or _may_matter(line, senses, at)):
                place, more = self._below(line, at)
                line = " ".join((line, *self.lines[at : at + more]))
                at += more
            joined.append(line)
            if place == "unclear":
                self.unclear.add(len(joined))
        self.lines = joined

    def join_reasons(self) -> None:
        senses = self._senses_of(self.lines)
        joined: list[str] = []
        unclear: set[int] = set()
        takes_all = False
        for at, line in enumerate(self.lines):
            sense = self._sense(line) if takes_all and line and self._read < _MOST_READ else "prose"
            takes_all = takes_all and bool(line) and sense not in _ASKING and not self._is_ending(at)
            if takes_all and sense == "prose" and at not in self.unclear:
                joined[-1] = f"{joined[-1]} {line}"
                continue
            if takes_all or at in self.unclear:
                unclear.add(len(joined))
            joined.append(line)
            takes_all = senses[at] == "message"
        self.lines, self.unclear = joined, unclear

    def join_texts(self) -> tuple[str, ...]:
        """Make the lines below a text part of it where the letter holds texts alone; elsewhere they are unclear.

        Returns the lines of a farewell, which are left out.
        """
        senses = self._senses_of(self.lines)
        texts = [at for at, sense in enumerate(senses) if sense == "message"]
        if not texts or self.unclear:
            return ()
        end = end_of_text(self.lines, texts[-1] + 1, self._writer)
        if any(sense in ("order", "text") for sense in senses):
            self._question(texts, senses, end)
            return ()
        ends = [*texts[1:], end]
        below = [self._filled(at + 1, its_end) for at, its_end in zip(texts, ends, strict=True)]
        wrong = [at for places in below for at in islice((at for at in places if not self._is_prose(at)), 1)]
        self.unclear.update(at for at in wrong if self._sense(self.lines[at]) != "slip")  # whose own fault says more
        farewell = self._filled(end, len(self.lines))[:_MOST_CHECKED]
        self.unclear.update(at for at in farewell if self._is_almost_order(at))
        if wrong or self.unclear or not any(below):
            return ()
        left_out = tuple(self.lines[at] for at in range(end, len(self.lines)) if self.lines[at])
        del self.lines[end:]
        for at, its_end, places in reversed(list(zip(texts, ends, below, strict=True))):
            if places:
                self._dictate(at, its_end)
        return left_out

    def _question(self, texts: Sequence[int], senses: Sequence[Sense], end: int) -> None:
        """Note lines that may be part of a text beside orders: those right below it, and running text at the end."""
        directly = (at + 1 for at in texts if at + 1 < len(self.lines) and at + 1 != end)
        self.unclear.update(at for at in directly if self._may_be_text(at, senses[at]))
        below = (at for at in self._filled(texts[-1] + 1, end) if senses[at] == "prose")
        running = next((at for at in below if len(self.lines[at].split()) >= _RUNNING), None)
        self.unclear.update([] if running is None else [running])

    def _may_be_text(self, at: int, sense: Sense) -> bool:
        line = self.lines[at]
        if not line or sense in (*_ASKING, "text") or self._is_remark(at) or self._is_farewell(at):
            return False
        return sense == "prose" or self._sense(line) == "prose"

    def _dictate(self, at: int, end: int) -> None:
        line = self.lines[at]
        colons = [place for place, sign in enumerate(line) if sign in ":："][:_MOST_COLONS]
        heads = (line[: place + 1] for place in colons)
        head = next((head for head in heads if list(self._senses_of([head, "..."]))[1:] == ["text"]), None)
        if head is None:
            self.unclear.add(at + 1)
            return
        below = [self.lines[place] for place in range(at + 1, end) if not self._is_remark(place)]
        closing = [_END] if end < len(self.lines) else []
        self.lines[at:end] = [head, line[len(head) :].strip(), *below, *closing]

    def _filled(self, start: int, end: int) -> list[int]:
        return [at for at in range(start, end) if self.lines[at] and not self._is_remark(at)]

    def _may_go_on(self, at: int) -> bool:
        below = self.lines[at + 1] if at in self._open_ends and at + 1 < len(self.lines) else ""
        return below not in _APART and not below.startswith(">")

    def _below(self, above: str, at: int) -> tuple[_Place, int]:
        below = self.lines[at]
        if self._read >= _MOST_READ or len(self.unclear) >= _MOST_UNCLEAR:
            return "unclear", 0
        is_farewell = self._is_farewell(at)
        if is_farewell and above.endswith(_SENTENCE_ENDS):
            return "apart", 0
        head, tail = self._sense(above), self._sense(below)
        if below.startswith("# "):
            return "unclear" if head == "message" and not above.endswith(_SENTENCE_ENDS) else "apart", 0
        if head == "message" or _COMMENT.search(above):
            place = self._place_below_text(above, below, tail, is_farewell=is_farewell)
            return place, int(place == "joined")
        if head == "prose":
            return "unclear" if tail in _ASKING and _is_unfinished(above, below) else "apart", 0
        more = self._orders_below(above, at)
        if more:
            return "joined", more
        return "unclear" if tail in _ASKING and _list_goes_on(above, below) else "apart", 0

    def _place_below_text(self, above: str, below: str, tail: Sense, *, is_farewell: bool) -> _Place:
        if is_farewell or below.startswith("#"):
            return "unclear"
        if tail == "prose":
            return "joined"
        return "apart" if tail in _ASKING and not _is_unfinished(above, below) else "unclear"

    def _orders_below(self, above: str, at: int) -> int:
        """Count the lines that go on with the orders above: those with which they read as one, and as no two."""
        end = at + 1
        while end - at < _MOST_LINES and self._may_go_on(end - 1):
            end += 1
        pieces = [above, *self.lines[at:end]]
        for size in range(len(pieces), 1, -1):
            if self._reads(pieces[:size]) and not any(self._parts(pieces[:size], cut) for cut in range(1, size)):
                return size - 1
        return 0

    def _reads(self, pieces: Sequence[str]) -> bool:
        return self._sense(" ".join(pieces)) in _ASKING

    def _parts(self, pieces: Sequence[str], at: int) -> bool:
        return not _list_goes_on(pieces[at - 1], pieces[at]) and self._reads(pieces[:at]) and self._reads(pieces[at:])

    def _sense(self, line: str) -> Sense:
        self._read += 1
        return self._senses_of([line])[0]

    def _is_prose(self, at: int) -> bool:
        return self._read < _MOST_READ and self._sense(self.lines[at]) == "prose"

    def _is_almost_order(self, at: int) -> bool:
        return not self._is_ending(at) and self._sense(self.lines[at]) != "prose"

    def _is_remark(self, at: int) -> bool:
        line = self.lines[at]
        return line.startswith((">", "# ")) or line == "#"

    def _is_farewell(self, at: int) -> bool:
        return greets(self.lines[at]) or is_name(self.lines[at], self._writer.names)

    def _is_ending(self, at: int) -> bool:
        return self._is_farewell(at) or footer_at(self.lines, at)


def _may_matter(above: str, senses: Sequence[Sense], at: int) -> bool:
    """Whether it matters if a line belongs to that above: not for prose below prose, nor in a text of several lines."""
    is_prose = senses[at - 1] == "prose" and senses[at] not in _ASKING and not _COMMENT.search(above)
    return senses[at] != "text" and not is_prose


def _is_unfinished(above: str, below: str) -> bool:
    """Whether a line plainly goes on on an order below it: by its last sign or word, or by how that begins or ends."""
    if above.endswith(_OPEN_SIGNS) or above.count("(") > above.count(")") or _goes_on(above, below):
        return True
    begins_within = not (below[:1].isalnum() or below.startswith(_LIST_MARKS))
    return begins_within or (below.endswith((".", "!")) and not above.endswith((*_SENTENCE_ENDS, *_CLOSED_SIGNS)))


def _list_goes_on(above: str, below: str) -> bool:
    return above.endswith((";", ",")) or _goes_on(above, below)


def _goes_on(above: str, below: str) -> bool:
    last, first = tokens_of(above[-_LONGEST_WORD:])[-1:], tokens_of(below[:_LONGEST_WORD])[:1]
    return any(token.fold in SEAT.accepted("joiner") for token in (*last, *first))


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
    arguments = (letter.text, letter.open_ends, answered.texts(unit), unit.settings.mail, names)
    found: ReplyText[R] = unit.compute(_read_reply_text, *arguments, reader, writer, has_reasons)
    unit.keep(found.reading, type(reader).read, reader, found.trimmed.lines, found.trimmed.unclear)
    return found


def _read_reply_text(
    lines: Sequence[str],
    open_ends: frozenset[int],
    texts: Sequence[tuple[str, str | None]],
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
    written = cut(proved_lines, _quotable(texts), introductions=introductions, open_ends=open_ends)
    trimmed = whole_lines(written, senses_of, writer, has_reasons=has_reasons)
    return ReplyText(written, trimmed, read(trimmed.lines, trimmed.unclear))


def _quotable(texts: Sequence[tuple[str, str | None]]) -> Iterator[str]:
    for text, document in texts:
        yield from text.splitlines()
        if document is not None:
            with suppress(MsgspecError):  # of an older form; most quotes are known by their marks
                yield from quotable(loaded(document))
