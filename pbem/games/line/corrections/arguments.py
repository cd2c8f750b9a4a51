"""Readers of corrections: their verbs, players, squares and marks, and what is moved from where to where."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from pbem.commands.cursor import TokenCursor
from pbem.commands.languages import spoken
from pbem.commands.orders.notation import TableContext
from pbem.commands.orders.talking import player
from pbem.commands.table import Form, Verb, VerbTable
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import Vocabulary
from pbem.games.line.corrections import arguments
from pbem.games.line.orders.dice import faces
from pbem.games.line.orders.names import LINE, PACKAGE, PLACEHOLDERS, company
from pbem.games.line.orders.notation import MESSAGES as ORDER_MESSAGES
from pbem.games.line.render_context import COLUMNS
from pbem.games.parts import Corrections
from pbem.i18n import N_, Catalogue
from rules_core.grid import SIZE, Square
from rules_core.line.actions import (
    NO_DICE,
    Correction,
    Dice,
    DiceMoved,
    DicePlace,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    PassengerPlace,
    PassengersMoved,
    SharesMoved,
    TurnMark,
    TurnMarked,
)
from rules_core.line.companies import SHARES
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at
from rules_core.line.table import Table

CORRECTION: Final = Vocabulary("correction", LINE, package=PACKAGE)
"""The words of corrections of a position."""
MOST_PASSENGERS: Final = 999_000
"""More are not moved at once."""
_THOUSAND: Final = 1000
_GROUPING: Final = (",", ".", "'", "’")
"""What may stand before three digits of a number."""
_LETTERS: Final = ("t", "s")
"""What may stand before the number of a tile or sector."""
_ROWS: Final = tuple(str(row) for row in range(1, SIZE + 1))

Spot: TypeAlias = int | Literal["bank", "waiting"]
"""Where something comes from or goes to: a player by their seat, the bank or the box, or the stations where one
waits.
"""


@dataclass(frozen=True, kw_only=True)
class CorrectionContext(TableContext):
    """The context to read corrections by: the words above and, for other meanings, those of orders, and the table."""

    vocabulary: Vocabulary = CORRECTION
    table: Table


CorrectionCursor: TypeAlias = TokenCursor[CorrectionContext]


def passengers(cursor: CorrectionCursor) -> int:
    """Passengers as they are told, 3000 or 3,000, in thousands. Raises ParseError."""
    number = cursor.number(0, MOST_PASSENGERS, grouped=True)
    while (more := cursor.peek()) is not None and _continues(more):
        number = number * _THOUSAND + cursor.number(0, _THOUSAND - 1, grouped=True)
    if number % _THOUSAND or number > MOST_PASSENGERS:
        raise ParseError("uneven_passengers")
    return number // _THOUSAND


def _continues(more: Token) -> bool:
    """Whether three digits go on with the number before them: `3,000`, `3.000`."""
    return more.kind == "number" and more.pause in _GROUPING and not more.gap and len(more.fold) == 3


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
        raise ParseError("neither_of_two", on=term_in(on, cursor.language), off=term_in(off, cursor.language))
    return False


def term_in(key: str, language: str) -> str:
    """The word with a meaning as it is written in a language. Raises KeyError for an unknown meaning."""
    return CORRECTION.word(key, language)


@dataclass(frozen=True)
class _Load:
    """A load to move: dice from behind a screen or in front of one, shares or passengers, of a company if one is named.

    `lands` is where dice come to lie that leave the screen's other side, and `shown` the faces that they then show.
    """

    sort: Literal["hidden", "front", "share", "passenger"]
    number: int
    faces: Dice = NO_DICE
    company: str | None = None
    lands: DicePlace | None = None
    shown: Dice = NO_DICE


def give(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`give ben 1 hidden`, `give ben 2 c ?`, `give ben 1 share weiden`, `give ben 3000 passengers`."""
    cursor.skip("to")
    taker = player_ahead(cursor)
    return (_moved(cursor, "bank", taker),)


def take(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`take ben 2 ?` and the like: back to the bank, or to the box."""
    cursor.skip("from")
    giver = player_ahead(cursor)
    return (_moved(cursor, giver, "bank"),)


def move(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`move ben to anna 1 hidden`, `move waiting to ben 2000 passengers weiden`, `move ben to ben 2 hidden as c c`."""
    cursor.skip("from")
    giver = _spot(cursor)
    if not cursor.take("to"):
        raise ParseError("missing_taker")
    return (_moved(cursor, giver, _spot(cursor)),)


def player_ahead(cursor: CorrectionCursor) -> int:
    """The seat of the player that comes next, which is read. Raises ParseError."""
    if cursor.peek() is None:
        raise ParseError("missing_player", None)
    return player(cursor)


def company_ahead(cursor: CorrectionCursor) -> str:
    """The company that comes next, which is read. Raises ParseError."""
    cursor.skip("articles", "from")
    found = company(cursor)
    if found is None:
        raise ParseError("unknown_company" if cursor.peek() else "missing_company", cursor.peek())
    cursor.at += found[1]
    return found[0]


def _spot(cursor: CorrectionCursor) -> Spot:
    cursor.skip("articles")
    if cursor.take("bank"):
        return "bank"
    return "waiting" if cursor.take("waiting") else player_ahead(cursor)


def _moved(cursor: CorrectionCursor, giver: Spot, taker: Spot) -> Correction:
    load = _load(cursor)
    if cursor.take("from", "to"):
        cursor.skip("articles")
        if not cursor.take("bank"):
            raise cursor.unexpected()
    cursor.done()
    if load.sort == "passenger":
        source, target = _where(giver), _where(taker)
        return PassengersMoved(load.number, load.company, source, _seat(giver), target, _seat(taker))
    if "waiting" in (giver, taker):
        raise ParseError("waiting_things")
    if load.sort == "share":
        assert load.company is not None, "shares are of a company"
        return SharesMoved(load.company, load.number, _seat(giver), _seat(taker))
    return _dice_moved(load, _seat(giver), _seat(taker))


def _dice_moved(load: _Load, giver: int | None, taker: int | None) -> DiceMoved:
    place: DicePlace = "front" if load.sort == "front" else "hidden"
    if load.lands is not None and None in (giver, taker):
        raise ParseError("no_other_side")
    source: DicePlace = "bank" if giver is None else place
    target: DicePlace = "bank" if taker is None else load.lands or place
    return DiceMoved(load.number, source, giver, target, taker, load.faces.plus(load.shown))


def _load(cursor: CorrectionCursor) -> _Load:
    """Read what is moved, which comes next. Raises ParseError."""
    numbers = 0
    while cursor.sees_number(numbers):
        numbers += 1
    if cursor.sees("passenger", ahead=numbers):
        return _passengers(cursor, numbers)
    if numbers == 1 and cursor.sees("share", ahead=1) and (load := _shares(cursor)):
        return load
    if numbers == 1 and (cursor.peek(1) is None or cursor.sees("hidden", "dice", "as", ahead=1)):
        return _hidden(cursor)
    shown = faces(cursor)
    return _Load("front", shown.total, shown, lands="hidden" if cursor.take("hidden") else None)


def _passengers(cursor: CorrectionCursor, numbers: int) -> _Load:
    if not numbers:
        raise ParseError("missing_amount")
    number = passengers(cursor)
    cursor.take("passenger")
    named = company_ahead(cursor) if cursor.peek() and not cursor.sees("to") else None
    return _Load("passenger", number, company=named)


def _shares(cursor: CorrectionCursor) -> _Load | None:
    """Shares of a company; None, and nothing read, where none is named, so that dice showing a share are meant."""
    start = cursor.at
    number = cursor.number(1, SHARES)
    cursor.take("share")
    cursor.skip("articles", "from")
    found = company(cursor)
    if found is None:
        cursor.at = start
        return None
    cursor.at += found[1]
    return _Load("share", number, company=found[0])


def _hidden(cursor: CorrectionCursor) -> _Load:
    number = cursor.number(1)
    cursor.skip("dice", "hidden")
    if not cursor.take("as"):
        return _Load("hidden", number)
    return _Load("hidden", number, lands="front", shown=faces(cursor))


def _seat(spot: Spot) -> int | None:
    return spot if isinstance(spot, int) else None


def _where(spot: Spot) -> PassengerPlace:
    if isinstance(spot, int):
        return "carried"
    return "waiting" if spot == "waiting" else "box"


CorrectionVerb: TypeAlias = Verb[CorrectionContext, Correction]
Reader: TypeAlias = Callable[[CorrectionCursor], Sequence[Correction]]
MESSAGES: Final[Mapping[str, str]] = {
    "uneven_passengers": N_("Passengers come by the thousand: write 3000 for three of their counters."),
    "unknown_square": N_("Which square? Name it as reports do: its tile or sector, then column and row."),
    "neither_of_two": N_("Which of the two: %(on)s, or %(off)s?"),
    "missing_taker": N_("From whom to whom?"),
    "waiting_things": N_("Only passengers can wait."),
    "no_other_side": N_("Dice change sides only between players, or from one side of a screen to the other."),
    "missing_amount": N_("How many?"),
}
"""What is told of faults in corrections, by their codes; those that orders share stand with orders."""


TAKING: Final = N_(
    "Take the same from a player. What lies behind a screen can be taken once you have unsealed the game."
)
DIRECTOR: Final = Form(
    "{director} <company> <player>|{nobody}",
    (
        "{director} weiden anna",
        "{director} weiden {nobody}",
    ),
    N_("Name the director of a company, until the rules make someone else director."),
)
TURN: Final = Form(
    "{turn} {income}|{rolled} {on}|{off}",
    (
        "{turn} {income} {off}",
        "{turn} {rolled} {on}",
    ),
    N_(
        "Whether income counts as taken, or the roll as made, in the turn being played. Dice rolled again show the "
        "same; new dice need a rollback."
    ),
)
"""What corrections look like that games of one line have alike."""


def _director(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`director weiden anna`, `director weiden nobody`."""
    company = arguments.company_ahead(cursor)
    cursor.skip("to")
    seat = None if cursor.take("nobody") else arguments.player_ahead(cursor)
    cursor.done()
    return (DirectorNamed(company, seat),)


def _turn(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`turn income off`, `turn rolled on`."""
    mark: TurnMark = "income" if switch(cursor, "income", "rolled") else "rolled"
    done = switch(cursor, "on", "off")
    cursor.done()
    return (TurnMarked(mark, done),)


def _paid(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`paid T2 f4 on`. What is not paid any more may be named by any square of the same range, lake or river."""
    table, place = cursor.context.table, square(cursor)
    is_paid = switch(cursor, "on", "off")
    cursor.done()
    if is_paid or place in table.turn.paid:
        return (DueMarked(place, is_paid),)
    alike = (one for one in sorted(table.turn.paid) if _is_one_due(table.landscape, one, place))
    return (DueMarked(next(alike, place), False),)


def _is_one_due(landscape: Landscape, paid: Square, square: Square) -> bool:
    return bool(dues_at(landscape, (), square)) and not dues_at(landscape, (paid,), square)


def _office(cursor: CorrectionCursor, marks: tuple[str, str]) -> tuple[Correction, ...]:
    """`office ben lost`, in Germany `office ben held`."""
    seat = arguments.player_ahead(cursor)
    marked = switch(cursor, *marks)
    cursor.done()
    return (OfficeMarked(seat, marked),)


_READERS: Final[Mapping[str, Reader]] = {
    "give": arguments.give,
    "take": arguments.take,
    "move": arguments.move,
    "director": _director,
    "turn": _turn,
    "paid": _paid,
}


def corrections_of_line(forms: Mapping[str, Form], office: tuple[str, str], third_face: str) -> Corrections:
    """Make the notation of corrections for a game of one line.

    `forms` are those of all verbs in the order of help. `office` are the meanings of the words that set and remove the
    mark of a player's office (FR-11, GE-11). `third_face` is the name of that face, as a message id.
    """
    readers: dict[str, Reader] = {**_READERS, "office": partial(_office, marks=office)}
    verbs = tuple(CorrectionVerb(CORRECTION, name, form, readers[name]) for name, form in forms.items())

    def facts(words: Catalogue) -> Mapping[str, object]:
        return {"third": words.text(third_face)}

    return Corrections(
        verbs=VerbTable(CORRECTION, verbs, {**ORDER_MESSAGES, **MESSAGES}, placeholders=PLACEHOLDERS),
        context=_context,
        facts=facts,
        otherwise=N_(
            "Track, tiles and stations can't be corrected by hand: roll the game back with `%(rollback)s` to a "
            "position before they were laid or built."
        ),
    )


def _context(table: Table, players: Sequence[str], language: str) -> CorrectionContext:
    return CorrectionContext(
        language=spoken(language),
        players=tuple(players),
        table=table,
    )
