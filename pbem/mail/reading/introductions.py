"""The introduction of a quote, known without words: the lines that name whoever is quoted, or the moment of the mail.

Programs announce a quote in a hundred languages, and people change the words. What they all give is whose mail it was
or when it came: our address, our name, a date. So lines directly above a quote that hold one of our addresses, or end
in a colon beside a date or our name, are its introduction. With our address and another of the three they are one
wherever they stand, as are the headers of a mail, one on a line. What reads as an order is none, whatever it holds; and
what is almost an order is none that has one of the three alone.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Sense: TypeAlias = Literal["order", "message", "text", "slip", "fault", "prose"]
"""How a line reads: an order; of a text to be kept; an order gone wrong; what cannot be read; prose, or nothing."""
LineReader: TypeAlias = Callable[[Sequence[str]], Sequence[Sense]]

MAX_MARK: Final = 300
"""Longer lines introduce nothing; patterns meet only shorter ones."""
HEADER_WINDOW: Final = 12
"""Lines within which a block of headers ends."""
HEADERS_NEEDED: Final = 3
_MOST_LINES: Final = 6
"""Lines over which an introduction goes on."""
_MOST_BLANK: Final = 2
"""Blank lines between an introduction and its quote."""
_MOST_TRIED: Final = 60
"""Lines of one letter of which is asked how they read; a try to make that costly has more."""
_ENOUGH: Final = 2
"""Signs that leave no doubt."""
_COLONS: Final = (":", "\u0589", "\u05c3", "\u1804", "\u2236", "\ua789", "\ufe13", "\ufe55")
_CLOSERS: Final = " )]}>\"'*_|-"
"""What may stand behind the colon."""
DATE: Final = re.compile(
    r"(?<!\d)(?:\d{1,2}[:.h]\d\d(?!\d)|\d{1,4} ?[./-] ?\d{1,2} ?[./-] ?\d{2,4}(?!\d)"
    r"|\d{4}(?!\d)\D{1,40}\d{1,2}(?!\d)|\d{1,2}(?!\d)\D{1,40}\d{4}(?!\d))"
)
"""A time of day, a date in numbers, or a year beside another number, in the digits of any script."""
_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"'@]{1,64}@[^\s<>()\[\],;:\"'@]{1,255}")
_HEADER: Final = re.compile(r"[*_]{0,2}[^\W\d_][^\d:]{0,30}:(?=[*_\s]|$)")
FENCE: Final = re.compile(r"[-_*=~]{3,} ?[^-_*=~ ].{0,80}[-_*=~]{3,}")
"""A text between two rules, as programs write above the mail that they quote."""
_WORD: Final = re.compile(r"\w+")


class _Signs(NamedTuple):
    address: bool
    name: bool
    date: bool

    @property
    def are_enough(self) -> bool:
        return sum(self) >= _ENOUGH


class Introductions:
    """Knows what introduces a quote of our mails in one letter.

    `is_address` tells our addresses, `names` are what our mails are called by, `senses_of` tells how lines read.
    """

    def __init__(self, is_address: Callable[[str], bool], names: Sequence[str], senses_of: LineReader) -> None:
        self._is_address = is_address
        self._names = tuple(filter(None, map(_compared, names)))
        self._senses_of = senses_of
        self._known: dict[str, Sense] = {}

    def is_order(self, line: str) -> bool:
        """Whether a line is an order, or part of a text that its writer wants kept."""
        return self._sense(line) in ("order", "message", "text")

    def length(self, lines: Sequence[str], at: int) -> int:
        """Count the lines from here that introduce a quote even where none can be seen; 0 where they do not."""
        if not any(self._signs(lines[at : at + 1])):
            return 0
        for end in range(at + 1, min(at + _MOST_LINES, len(lines)) + 1):
            part = lines[at:end]
            if not 0 < len(part[-1]) <= MAX_MARK:
                return 0
            signs = self._signs(part)
            if _ends_in_colon(part[-1]) and signs.address and signs.are_enough:
                return 0 if any(self._ends_own(lines, below, end) for below in range(at + 1, end + 1)) else len(part)
        return 0

    def headers_length(self, lines: Sequence[str], at: int) -> int:
        """Count the lines from here that are the headers of a mail of ours; 0 where they are none."""
        if not _HEADER.match(lines[at][:MAX_MARK]):
            return 0
        part = list(_paragraph(lines[at : at + HEADER_WINDOW]))
        return len(part) if self._are_headers(part) and not any(map(self.is_order, part)) else 0

    def start_above(self, lines: Sequence[str], gone: Sequence[object], at: int) -> int:
        """Find where the introduction of the quote begins that begins here; here, where it has none.

        `gone` tells the lines that are known for another's.
        """
        end = at
        while end and not lines[end - 1] and at - end < _MOST_BLANK:
            end -= 1
        top = end
        while top and end - top < _MOST_LINES and 0 < len(lines[top - 1]) <= MAX_MARK and not gone[top - 1]:
            top -= 1
        if self._begin(lines, top, end) == end:
            return at
        top = next((below for below in range(end, top, -1) if self._ends_own(lines, below, end)), top)
        start = self._begin(lines, top, end)
        part = lines[start:end]
        is_certain = self._signs(part).are_enough and (_ends_in_colon(part[-1]) or self._are_headers(part))
        if start == end or not (is_certain or all(self._sense(line) != "slip" for line in part)):
            return at
        above = lines[start - 1][:MAX_MARK] if start > 0 and not gone[start - 1] else ""
        return start - 1 if FENCE.fullmatch(above) else start

    def _ends_own(self, lines: Sequence[str], below: int, end: int) -> bool:
        """Whether the line above one is its writer's: an order, or almost one that the lines below can do without."""
        line = lines[below - 1]
        return self.is_order(line) or (self._sense(line) == "slip" and self._begin(lines, below, end) < end)

    def _begin(self, lines: Sequence[str], top: int, end: int) -> int:
        """Find the first line between two from which all are an introduction, itself needed; the end where none is."""
        return next((at for at in range(top, end) if self._begins(lines[at:end])), end)

    def _begins(self, part: Sequence[str]) -> bool:
        signs = self._signs(part)
        if not (signs.address or (any(signs) and _ends_in_colon(part[-1])) or self._are_headers(part)):
            return False
        return any(self._signs(part[:1])) or sum(self._signs(part[:2])) > sum(self._signs(part[1:2]))

    def _are_headers(self, part: Sequence[str]) -> bool:
        return sum(_HEADER.match(line) is not None for line in part) >= HEADERS_NEEDED and self._signs(part).are_enough

    def _signs(self, part: Sequence[str]) -> _Signs:
        text = " ".join(line[:MAX_MARK] for line in part)
        words = _compared(text)
        return _Signs(
            any(map(self._is_address, _ADDRESS.findall(text))),
            any(f" {name} " in f" {words} " for name in self._names),
            DATE.search(text) is not None,
        )

    def _sense(self, line: str) -> Sense:
        if line.startswith(">"):
            return "prose"
        if line not in self._known:
            if len(self._known) >= _MOST_TRIED:
                return "order"
            (self._known[line],) = self._senses_of([line])
        return self._known[line]


def _paragraph(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if not 0 < len(line) <= MAX_MARK or line.startswith(">"):
            return
        yield line


def _ends_in_colon(line: str) -> bool:
    return line.rstrip(_CLOSERS).endswith(_COLONS)


def _compared(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
