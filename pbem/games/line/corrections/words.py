"""How what stands in corrections is read and written: passengers, squares, marks and players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from pbem.commands.cursor import TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.languages import LANGUAGES, fold
from pbem.commands.orders.notation import TableContext
from pbem.commands.orders.talking import seats_called, written
from pbem.commands.vocabulary import Vocabulary
from pbem.games.line.orders.words import LINE, PACKAGE
from pbem.games.line.render_context import COLUMNS
from rules_core.grid.geometry import SIZE, Square
from rules_core.line.table import Table

CORRECTION: Final = Vocabulary("correction", LINE, package=PACKAGE)
"""The words of corrections of a position."""
MOST_PASSENGERS: Final = 999_000
"""More are not moved at once."""
_NO_NAMES: Final = ("bank", "waiting", "nobody", "to", "from", "articles")
"""Meanings of words that may stand where a player is named."""
_THOUSAND: Final = 1000
_LETTERS: Final = ("t", "s")
"""What may stand before the number of a tile or sector."""
_ROWS: Final = tuple(str(row) for row in range(1, SIZE + 1))


@dataclass(frozen=True, kw_only=True)
class CorrectionContext(TableContext):
    """What corrections are read by: the words above and, for other meanings, those of orders, and the table."""

    vocabulary: Vocabulary = CORRECTION
    table: Table


CorrectionCursor: TypeAlias = TokenCursor[CorrectionContext]


def passengers(cursor: CorrectionCursor) -> int:
    """Passengers as they are told, 3000 or 3,000, in thousands. Raises ParseError."""
    told = cursor.number(0, MOST_PASSENGERS)
    while (more := cursor.peek()) is not None and more.kind == "number" and not more.gap and len(more.fold) == 3:
        told = told * _THOUSAND + cursor.number(0, _THOUSAND - 1)
    if told % _THOUSAND or told > MOST_PASSENGERS:
        raise ParseError("uneven_passengers")
    return told // _THOUSAND


def square(cursor: CorrectionCursor) -> Square:
    """The square that comes next: `T2 f4`, `S14 b3`. Raises ParseError where no tile that lies has such a one."""
    letter = cursor.peek()
    if letter is not None and letter.fold in _LETTERS:
        cursor.next()
    number, column, row = (cursor.next().fold if cursor.peek() else "" for _ in range(3))
    landscape = cursor.context.table.landscape
    cell = landscape.numbered(int(number)) if number.isdecimal() and len(number) <= 3 else None
    if cell is None or column not in tuple(COLUMNS) or row not in _ROWS:
        raise ParseError("unknown_square")
    return Square(cell.x * SIZE + COLUMNS.index(column), cell.y * SIZE + _ROWS.index(row))


def switch(cursor: CorrectionCursor, on: str, off: str) -> bool:
    """One of two words that come next. Raises ParseError where neither does."""
    if cursor.take(on):
        return True
    if not cursor.take(off):
        raise ParseError("neither_of_two", on=said(on, cursor.language), off=said(off, cursor.language))
    return False


def said(key: str, language: str) -> str:
    """The word with a meaning as it is written in a language. Raises KeyError for an unknown meaning."""
    return CORRECTION.word(key, language)


def named(players: Sequence[str], seat: int) -> str:
    """How a player is named in a correction: as in orders, with a comma where what follows might belong to the name.

    One whose name means something else here goes by the number of his seat, unless that is another's name.
    """
    name = written(players, seat)
    if any(fold(name) in CORRECTION.accepted(key, language) for key in _NO_NAMES for language in LANGUAGES):
        name = str(seat + 1)
    if seats_called(fold(name), tuple(players)) != (seat,):
        name = players[seat].lower()
    is_clear = name.isalpha() and len([one for one in players if fold(one).startswith(fold(name))]) == 1
    return name if is_clear else f"{name},"
