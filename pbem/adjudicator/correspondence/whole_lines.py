"""The lines of a letter as they were written: joined where a program parted them, and with each text whole.

Where a page showed how lines belong together the letter has them so already (`pbem.mail.reading.wrapping`). Elsewhere
a line that may have been wrapped goes on on the next if that is neither an order nor almost one. Below a text to other
players its writer may go on in lines of their own: where the letter asks for nothing else, they are the text's. Where
none of this can be told a line is unclear, which stops the letter as a fault does: no text leaves in part, and nothing
that was meant for the server is sent to others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.correspondence.endings import (
    LetterWriter,
    LineReader,
    Sense,
    Trimmed,
    end_of_text,
    trim,
)
from pbem.commands.languages import LANGUAGES
from pbem.commands.tokens import tokens_of
from pbem.commands.vocabulary import SEAT
from pbem.mail.reading.footers import footer_at, greets, is_name
from pbem.mail.reading.quotes import Cut

_Place: TypeAlias = Literal["joined", "apart", "unclear"]

_ASKING: Final = ("order", "message")
_MOST_READ: Final = 400
"""Lines that are read by themselves; of more than that nothing is told."""
_MOST_UNCLEAR: Final = 20
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
_SIGNATURES: Final = ("--", "—", "–")


def own_text(written: Cut, senses_of: LineReader, writer: LetterWriter, *, has_reasons: bool = False) -> Trimmed:
    """The lines of a letter that are read, whole, without what stands below its orders and is none.

    `has_reasons`: a text in it is a moderator's reason, which lines right below it belong to, whatever else is asked.
    """
    senses_of = _reading_once(senses_of)
    letter = _Letter(written, senses_of, writer)
    letter.join_wrapped()
    left_out: tuple[str, ...] = ()
    if has_reasons:
        letter.join_reasons()
    else:
        left_out = letter.join_texts()
    trimmed = trim(letter.lines, senses_of, writer)
    return replace(trimmed, left_out=(*trimmed.left_out, *left_out), unclear=frozenset(letter.unclear))


def _reading_once(senses_of: LineReader) -> LineReader:
    """Read the same lines only once."""
    known: dict[tuple[str, ...], Sequence[Sense]] = {}

    def senses(lines: Sequence[str]) -> Sequence[Sense]:
        key = tuple(lines)
        if key not in known:
            known[key] = senses_of(lines)
        return known[key]

    return senses


@dataclass(frozen=True)
class _Head:
    """A line that another may belong to: its sense, and whether whatever stands behind it is part of it."""

    sense: Sense
    takes_all: bool


class _Letter:
    """The lines of a letter while they are being put together; `unclear` are the indices of unclear ones."""

    def __init__(self, written: Cut, senses_of: LineReader, writer: LetterWriter) -> None:
        self.lines = list(written.spaced)
        self.unclear: set[int] = set()
        self._open_ends = written.open_ends
        self._senses_of = senses_of
        self._writer = writer
        self._read = 0

    def join_wrapped(self) -> None:
        """Join the lines that a program may have parted."""
        if not self._open_ends:
            return
        senses = self._senses_of(self.lines)
        joined: list[str] = []
        head: _Head | None = None
        for at, line in enumerate(self.lines):
            place: _Place = "apart"
            if at - 1 in self._open_ends and line and (head or _may_matter(joined[-1], senses[at - 1], senses[at])):
                head = head or self._head(joined[-1])
                place = self._place(head, joined[-1], at)
            if place == "joined":
                joined[-1] = f"{joined[-1]} {line}"
                head = head if head and head.takes_all else None
                continue
            if place == "unclear":
                self.unclear.add(len(joined))
            joined.append(line)
            head = None
        self.lines = joined

    def join_reasons(self) -> None:
        """Join the lines right below a moderator's reason to it."""
        joined: list[str] = []
        unclear: set[int] = set()
        takes_all = False
        for at, line in enumerate(self.lines):
            sense = self._alone(line) if takes_all and line and self._read < _MOST_READ else "prose"
            takes_all = takes_all and bool(line) and sense not in _ASKING and not self._is_ending(at)
            if takes_all and sense == "prose" and at not in self.unclear:
                joined[-1] = f"{joined[-1]} {line}"
                continue
            if takes_all or at in self.unclear:
                unclear.add(len(joined))
            joined.append(line)
            takes_all = self._senses_of(self.lines)[at] == "message"
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
        wrong = (next((at for at in places if not self._is_prose(at)), None) for places in below)
        self.unclear.update(at for at in wrong if at is not None)
        self.unclear.update(
            at for at in self._filled(end, len(self.lines))[:_MOST_CHECKED] if self._is_almost_order(at)
        )
        if self.unclear or not any(below):
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
        return sense == "prose" or self._alone(line) == "prose"

    def _dictate(self, at: int, end: int) -> None:
        """Write a text below its colon, with the lines below it, up to `end`."""
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
        """The lines between two that say something, remarks left out."""
        return [at for at in range(start, end) if self.lines[at] and not self._is_remark(at)]

    def _head(self, line: str) -> _Head:
        sense = self._alone(line)
        return _Head(sense, takes_all=sense == "message" or _COMMENT.search(line) is not None)

    def _place(self, head: _Head, above: str, at: int) -> _Place:
        """Tell whether a line belongs to the one above it, whose end may be a program's."""
        below = self.lines[at]
        if self._is_remark(at) or below in _SIGNATURES:
            return "apart"
        if self._read >= _MOST_READ or len(self.unclear) >= _MOST_UNCLEAR:
            return "unclear"
        if self._is_farewell(at) and above.endswith(_SENTENCE_ENDS):
            return "apart"
        tail = self._alone(below)
        if head.takes_all:
            return self._place_below_text(above, below, tail, is_farewell=self._is_farewell(at))
        if head.sense == "prose":
            return "unclear" if tail in _ASKING and _is_unfinished(above, below) else "apart"
        return self._place_below_orders(head, above, below, tail)

    def _place_below_text(self, above: str, below: str, tail: Sense, *, is_farewell: bool) -> _Place:
        if is_farewell or below.startswith("#"):
            return "unclear"
        if tail == "prose":
            return "joined"
        return "apart" if tail in _ASKING and not _is_unfinished(above, below) else "unclear"

    def _place_below_orders(self, head: _Head, above: str, below: str, tail: Sense) -> _Place:
        """A line of orders goes on where both lines are orders only as one, or where its list does."""
        if self._alone(f"{above} {below}") not in _ASKING:
            return "apart"
        goes_on = above.endswith((";", ",")) or _goes_on(above, below)
        is_apart = head.sense in _ASKING and tail in _ASKING and not goes_on
        return "apart" if is_apart else "joined"

    def _alone(self, line: str) -> Sense:
        """The sense of a line by itself."""
        self._read += 1
        return self._senses_of([line])[0]

    def _is_prose(self, at: int) -> bool:
        """Whether a line by itself is prose; of no more than so many of a letter."""
        return self._read < _MOST_READ and self._alone(self.lines[at]) == "prose"

    def _is_almost_order(self, at: int) -> bool:
        """Whether a line below a farewell asks for something, and is no part of it."""
        return not self._is_ending(at) and self._alone(self.lines[at]) != "prose"

    def _is_remark(self, at: int) -> bool:
        """Whether a line is a quote, or a comment that begins with it."""
        line = self.lines[at]
        return line.startswith((">", "# ")) or line == "#"

    def _is_farewell(self, at: int) -> bool:
        return greets(self.lines[at]) or is_name(self.lines[at], self._writer.names)

    def _is_ending(self, at: int) -> bool:
        return self._is_farewell(at) or footer_at(self.lines, at)


def _may_matter(above: str, senses_above: Sense, sense: Sense) -> bool:
    """Whether it matters if a line goes on: prose on prose does not, nor do lines of a text of several."""
    return sense != "text" and (senses_above != "prose" or sense in _ASKING or _COMMENT.search(above) is not None)


def _is_unfinished(above: str, below: str) -> bool:
    """Whether a line plainly goes on on an order below it: by its last sign or word, or by how that begins or ends."""
    if above.endswith(_OPEN_SIGNS) or above.count("(") > above.count(")") or _goes_on(above, below):
        return True
    begins_within = not (below[:1].isalnum() or below.startswith(_LIST_MARKS))
    return begins_within or (below.endswith((".", "!")) and not above.endswith((*_SENTENCE_ENDS, *_CLOSED_SIGNS)))


def _goes_on(above: str, below: str) -> bool:
    """Whether an "and" or "then" stands where a line ends."""
    last, first = tokens_of(above[-_LONGEST_WORD:])[-1:], tokens_of(below[:_LONGEST_WORD])[:1]
    return any(token.fold in _joiners() for token in (*last, *first))


@cache
def _joiners() -> frozenset[str]:
    return frozenset().union(*(SEAT.accepted("joiner", code) for code in LANGUAGES))
