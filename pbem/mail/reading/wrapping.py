"""Lines that a mail program has broken, joined again as the HTML part of the same letter shows them."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.mail.reading.text import MAX_LINE, plain

_LEAST_WIDTH: Final = 60
"""The least number of characters that a wrapping program leaves on a line, counted with the next word."""
_MOST_WIDTH: Final = 80
"""Longer lines of several words were not wrapped; long words are not broken."""
_LONGEST_SENT: Final = 900
"""Servers break lines of more than 998 bytes (RFC 5322, 2.1.1)."""
_SIGNATURE: Final = "--"
_LEAST_SOUGHT: Final = 16
"""Letters of a line that is looked for further down in a page; a shorter one must stand next there."""
_SOUGHT_WITHIN: Final = 20_000
"""Letters of a page within which a line is looked for."""
_MOST_MISSED: Final = 100
"""Lines that are looked for in vain; a page that lacks more of them is followed, and searched no more."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Text:
    """Lines of a letter; `open_ends` are the indices of those that their program may have wrapped."""

    lines: list[str]
    open_ends: frozenset[int] = frozenset()


def _fills(line: str, below: str) -> bool:
    """Whether the first word of the line below would not have fitted on a line of the least width."""
    if not line.strip() or not below.strip() or _is_quote(line) or _is_quote(below):
        return False
    return _width(line) + 1 + _width(below.split(maxsplit=1)[0]) > _LEAST_WIDTH


def rejoined(lines: Sequence[str], page: "Callable[[], Witness]") -> Text:
    """The lines of a plain text, joined where a page shows that a program parted them.

    The page is asked for only where a line may have been wrapped. Takes time in proportion to the length of both.
    """
    end_of_text = next((at for at, line in enumerate(lines) if line.rstrip() == _SIGNATURE), len(lines))
    filled = {at for at in range(end_of_text - 1) if _fills(lines[at], lines[at + 1])}
    if not filled:
        return Text(list(lines))
    wrapped, written = _witnessed(lines[:end_of_text], page(), filled)
    joined: list[str] = []
    open_ends: set[int] = set()
    glue: str | None = None
    for at, line in enumerate(lines):
        if glue is not None and len(joined[-1]) + len(line) <= MAX_LINE:
            joined[-1] = joined[-1].rstrip() + glue + line.lstrip()
        else:
            joined.append(line)
        glue = wrapped.get(at)
        if at in filled and at not in written and glue is None and _may_be_wrapped(line):
            open_ends.add(len(joined) - 1)
    return Text(joined, frozenset(open_ends))


def _may_be_wrapped(line: str) -> bool:
    return _width(line) <= _MOST_WIDTH or len(line) >= _LONGEST_SENT or " " not in line.strip()


def _is_quote(line: str) -> bool:
    return line.lstrip().startswith(">")


def _width(text: str) -> int:
    """The characters of a text, as programs count them: letters with their marks are one."""
    return len(unicodedata.normalize("NFC", text.rstrip()) if len(text) < MAX_LINE else text)


def _witnessed(lines: Sequence[str], page: "Witness", filled: Collection[int]) -> tuple[dict[int, str], set[int]]:
    """The lines that a page goes on behind, each with what parts it from the next, and those that end there too.

    A page that goes on behind most lines that no program would have wrapped has lost its own ends, and is no witness.
    """
    goes_on: dict[int, str] = {}
    ends: set[int] = set()
    before: int | None = None
    for at, line in enumerate(lines):
        letters = "" if _is_quote(line) else _letters(line)
        start = page.find(letters) if letters else -1
        if start >= 0 and start == before:
            if start in page.line_ends:
                ends.add(at - 1)
            else:
                goes_on[at - 1] = " " if start in page.spaces else ""
        before = page.read(start, letters) if start >= 0 else None
    wrapped = {at: glue for at, glue in goes_on.items() if at in filled}
    return (wrapped, ends) if len(goes_on) - len(wrapped) <= len(ends) else ({}, set())


class Witness:
    """The letters of a page in a row, where its words and its lines end, and how far it was read."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Take the lines of a page, or of several that belong to the same letter."""
        parts: list[str] = []
        self.word_ends: set[int] = set()
        self.spaces: set[int] = set()
        self.line_ends: set[int] = set()
        size = 0
        for line in lines:
            for word in plain(line).split():
                for part in word.split("-"):
                    parts.append(_letters(part))
                    size += len(parts[-1])
                    self.word_ends.add(size)
                self.spaces.add(size)
            self.line_ends.add(size)
        self.letters = "".join(parts)
        self.at = 0
        self.missed = 0

    def find(self, letters: str) -> int:
        """The place of a line's letters, at best right behind the line before it; -1 where it is not found."""
        if self.letters.startswith(letters, self.at) and self.at + len(letters) in self.word_ends:
            return self.at
        if len(letters) < _LEAST_SOUGHT or self.missed >= _MOST_MISSED:
            return -1
        found = self.letters.find(letters, self.at, self.at + _SOUGHT_WITHIN)
        self.missed += found < 0
        return found

    def read(self, start: int, letters: str) -> int:
        """Read a line that was found; returns where it ends."""
        self.at = start + len(letters)
        return self.at


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", plain(text))
