"""The endings of letters, which are no orders and do not keep the orders back, and lines read as orders of a seat."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final

from pbem.adjudicator.context import visible
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.command_reader import SEAT_LIMITS, SIGNATURE_LINES, SIGNATURE_WORDS, LineReading
from pbem.commands.languages import DEFAULT, fold
from pbem.commands.orders import Order, Script, read
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import table_of
from pbem.commands.table import VerbTable
from pbem.commands.weighing import ORDERLY, near_verbs
from pbem.i18n import Catalogue
from pbem.mail.reading.introductions import Sense, footer_at, greets, is_name
from pbem.mail.reading.letter import digest
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.ignored import EndingRow, forget_ending, list_endings, put_ending
from rules_core.kernel.position import SeatView

LETTERS_NEEDED: Final = 3
"""Letters with different orders under which an ending stands before it is left out."""
MOST_MISSED: Final = 10
"""Letters without it after which an ending is forgotten."""
MOST_ENDINGS: Final = 4
"""Endings of one player that are known: a person has a few devices."""
_MOST_LINES: Final = 12
_LONGEST_LINE: Final = 200
_SHOWN_LINES: Final = 5
_SHOWN_SIGNS: Final = 60
_MOST_COUNTED: Final = 1_000
_LEAST_OF_TEXT: Final = 2
"""Lines of an ending below a text that is to be kept; one alone, such as a name, is the text's own."""


@dataclass(frozen=True)
class Trimmed:
    """The lines of a letter that are read, blank ones in the place of those left out, and what was left out."""

    lines: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    """The lines that a letter ends with below its orders, the last first, as they are compared."""
    orders: str = ""
    unclear: frozenset[int] = frozenset()
    """The indices of lines that may belong to the line above them, or not, which are faults."""


@dataclass(frozen=True)
class LetterWriter:
    """The writer of a letter: under which names, and with which endings they write."""

    names: Sequence[str] = field(repr=False)
    endings: Sequence[Sequence[str]] = field(default=(), repr=False)


def trim(lines: Sequence[str], senses: Sequence[Sense], writer: LetterWriter) -> Trimmed:
    """Leave out what stands below a letter's orders and is none; lines without a sense are prose."""
    missing: list[Sense] = ["prose"] * (len(lines) - len(senses))
    tail = _Tail.of(lines, [*senses, *missing])
    left_out = tail.footer() | tail.learned(writer.endings)
    left_out |= tail.farewell(writer.names, min(left_out, default=len(lines)))
    if not any(tail.senses[at] in ("fault", "slip", "text") for at in left_out):
        left_out = set()  # it is prose, which harms nothing
    remaining = tuple("" if at in left_out else line for at, line in enumerate(lines))
    orders = digest(lines[: tail.first])
    return Trimmed(remaining, tuple(lines[at] for at in sorted(left_out)), tuple(tail.ending()), orders)


@dataclass(frozen=True)
class _Tail:
    lines: Sequence[str]
    senses: Sequence[Sense]
    first: int

    @classmethod
    def of(cls, lines: Sequence[str], senses: Sequence[Sense]) -> "_Tail":
        last = max((at for at, sense in enumerate(senses) if sense in ("order", "message")), default=-1)
        return cls(lines, senses, last + 1)

    def footer(self) -> set[int]:
        """The lines of a footer: from the block that one begins in, or with it where an order gone wrong is above."""
        begins = next((at for at in range(self.first, len(self.lines)) if self._begins_footer(at)), None)
        if begins is None:
            return set()
        start = begins
        while start > self.first and self.lines[start - 1] and self.senses[start - 1] in ("fault", "prose"):
            start -= 1
        if start == self.first > 0:  # right below an order: only what is known for a footer
            start = begins
        return set() if self.senses[start] == "text" and not self._heads_block(start) else self._filled(start)

    def _heads_block(self, at: int) -> bool:
        """Whether nothing but names stands between a line and a blank one above it: a text may hold a link, say."""
        while at > self.first and self.lines[at - 1]:
            at -= 1
            if len(self.lines[at].split()) > SIGNATURE_WORDS or not self.lines[at][-1].isalnum():
                return False
        return at > self.first

    def _begins_footer(self, at: int) -> bool:
        return bool(self.lines[at]) and footer_at(self.lines, at)

    def learned(self, endings: Sequence[Sequence[str]]) -> set[int]:
        upwards = [at for at in range(len(self.lines) - 1, self.first - 1, -1) if self.lines[at]]
        found: set[int] = set()
        for ending in endings:
            known: list[int] = []
            for at, line in zip(upwards, ending, strict=False):
                if self.senses[at] == "slip" or compared(self.lines[at]) != line:
                    break
                known.append(at)
            if not any(self.senses[at] == "text" for at in known) or len(known) >= _LEAST_OF_TEXT:
                found.update(known)
        return found

    def farewell(self, names: Sequence[str], end: int) -> set[int]:
        found: set[int] = set()
        below = 0
        for at in range(self.first, end):
            line, sense = self.lines[at], self.senses[at]
            if sense not in ("fault", "slip"):
                continue
            is_short = sense == "fault" and len(line.split()) <= SIGNATURE_WORDS
            if sense == "fault" and greets(line):
                below = SIGNATURE_LINES
            elif below and is_short:
                below -= 1
            elif is_name(line, names):
                below = SIGNATURE_LINES if end < len(self.lines) else below  # a company's footer tells who they are
            else:
                break
            found.add(at)
        return found

    def ending(self) -> Iterator[str]:
        """The lines at the end that may be learned: apart from the orders, and none of them an order gone wrong."""
        if not self.first or any(sense == "text" for sense in self.senses[self.first :]):
            return
        gap = next((at for at in range(self.first, len(self.lines)) if not self.lines[at]), len(self.lines))
        upwards = [at for at in range(len(self.lines) - 1, gap, -1) if self.lines[at]]
        for at in upwards[:_MOST_LINES]:
            if self.senses[at] == "slip" or len(self.lines[at]) > _LONGEST_LINE:
                return
            yield compared(self.lines[at])

    def _filled(self, start: int) -> set[int]:
        return {at for at in range(start, len(self.lines)) if self.lines[at]}


def end_of_text(lines: Sequence[str], first: int, writer: LetterWriter) -> int:
    """Find the line, from `first` on, that a text ends above: a footer, a known ending, or a farewell with a name."""
    tail = _Tail(lines, ["text"] * len(lines), first)
    end = min(tail.footer() | tail.learned(writer.endings), default=len(lines))
    upwards = [at for at in range(end - 1, first - 1, -1) if lines[at]]
    farewell = next((at for at in upwards[: SIGNATURE_LINES + 1] if greets(lines[at])), None)
    if farewell is not None:
        below = [lines[at] for at in upwards if at > farewell]
        if all(len(line.split()) <= SIGNATURE_WORDS for line in below):
            return farewell
    for at in upwards:
        if not is_name(lines[at], writer.names):
            break
        end = at
    return end


def sense_of(line: LineReading[Any], table: VerbTable[Any], language: str, *, has_text: bool) -> Sense:
    """The sense of a line that was read with a table; `has_text` says that what it asks for ends in a text on it."""
    if line.kind in ("orders", "part"):
        return "message" if has_text else "order"
    if line.kind == "text":
        return "text"
    if line.kind == "unread":
        return "order" if line.may_be_order else "fault"
    if line.fault is None:
        return "prose"
    near = near_verbs(fold(line.fault.word), table, language)
    is_slip = line.fault.code != "unknown_verb" or any(found.language in (language, DEFAULT) for found in near)
    return "slip" if is_slip and len(line.text.split()) <= ORDERLY else "fault"


def compared(line: str) -> str:
    """A line as endings are compared and kept: without differences of case and spaces."""
    return " ".join(line.casefold().split())


def writer_of(tx: Tx, player_id: int, *names: str) -> LetterWriter:
    """A player as the writer of a letter, under these names."""
    known = (row for row in list_endings(tx, player_id) if row.letters >= LETTERS_NEEDED)
    return LetterWriter(names, [row.lines for row in known])


def learn(unit: UnitOfWork, player_id: int, trimmed: Trimmed) -> None:
    """Keep how a player's letter ended; an ending that differs shrinks to what is common, and the longest unseen goes.

    Only for a letter that is known to be theirs. The same orders sent again are no other letter.
    """
    if not trimmed.ending:
        return
    mark = sha256(trimmed.ending[0].encode("utf-8", "replace")).hexdigest()[:16]
    rows = {row.mark: row for row in list_endings(unit, player_id)}
    known = rows.pop(mark, None)
    if known is not None and known.orders == trimmed.orders:
        return
    for row in rows.values():
        if row.missed + 1 >= MOST_MISSED or (known is None and len(rows) >= MOST_ENDINGS and row is _oldest(rows)):
            forget_ending(unit, player_id, row.mark)
        else:
            put_ending(unit, player_id, replace(row, missed=row.missed + 1))
    lines = trimmed.ending if known is None else _common(known.lines, trimmed.ending)
    letters = 1 if known is None else min(known.letters + 1, _MOST_COUNTED)
    put_ending(unit, player_id, EndingRow(mark, "\n".join(lines), letters, 0, trimmed.orders, unit.now_ms))


def _oldest(rows: dict[str, EndingRow]) -> EndingRow:
    return min(rows.values(), key=lambda row: row.seen_ms)


def _common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    size = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return list(one[:size])


def left_out_blocks(left_out: Sequence[str], words: Catalogue) -> list[doc.Block]:
    """The lines that were not read as orders, for the answer."""
    if not left_out:
        return []
    shown = [line if len(line) <= _SHOWN_SIGNS else f"{line[: _SHOWN_SIGNS - 3]}..." for line in left_out]
    more = len(shown) - _SHOWN_LINES
    if more > 0:
        shown[_SHOWN_LINES:] = [words.plural("and one more line", "and %(n)s more lines", more)]
    sentence = words.text("These lines at the end of your message were not read as orders:")
    return [doc.Paragraph(sentence), doc.Bullets(tuple(shown))]


@dataclass(frozen=True)
class SeatLines:
    """The reader of a seat's lines: what the seat sees, the language of its player, and the names of all."""

    view: SeatView = field(repr=False)
    language: str
    names: Sequence[str]

    @classmethod
    def of(cls, loaded: LoadedGame, seat: int) -> "SeatLines":
        """Make that of a seat in a game as it stands."""
        return cls(visible(loaded.session, seat), loaded.seats[seat].language, loaded.names)

    def read(self, lines: Sequence[str], unclear: Collection[int] = ()) -> Script:
        """Lines as orders; those that are `unclear` may belong to the line above them, or not."""
        return read(lines, self.view, self.language, self.names, unclear=unclear)

    def senses(self, script: Script) -> list[Sense]:
        """The sense of each line that was read."""
        return [self._sense(line, below) for line, below in zip_longest(script.lines, script.lines[1:])]

    def _sense(self, line: LineReading[Order], below: LineReading[Order] | None) -> Sense:
        last = line.orders[-1] if line.orders else None
        is_dictated = isinstance(last, SeatCommand) and last.dictates()
        has_text = is_dictated and (below is None or below.kind != "text")
        return sense_of(line, table_of(self.view.kind), self.language, has_text=has_text)


def read_orders(
    tx: Tx, loaded: LoadedGame, seat: int, lines: Sequence[str], unclear: frozenset[int] = frozenset()
) -> Script:
    """A seat's lines as they read in the game as it stands: read once, and never while `tx` writes (`Tx.compute`).

    Those behind the first that is too much are left out, whose reading says so unless an `end` stands before it.
    """
    return tx.compute(SeatLines.read, SeatLines.of(loaded, seat), tuple(lines[: SEAT_LIMITS.lines + 1]), unclear)
