"""The verbs of corrections in games of one line, and how each is read."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from pbem.commands.languages import spoken
from pbem.commands.table import VerbTable
from pbem.commands.verb import Form, Verb
from pbem.games.line.corrections import arguments
from pbem.games.line.corrections.arguments import (
    CORRECTION,
    CorrectionContext,
    CorrectionCursor,
    square,
    switch,
)
from pbem.games.line.orders.names import PLACEHOLDERS
from pbem.games.line.orders.notation import MESSAGES as ORDER_MESSAGES
from pbem.games.parts import Corrections
from pbem.i18n import N_, Catalogue
from rules_core.grid import Square
from rules_core.line.corrections import (
    Correction,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    TurnMark,
    TurnMarked,
)
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at
from rules_core.line.table import Table

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

    `forms` are those of all verbs in the order of help, `office` the meanings of the words that set the mark of a
    player's office and take it away (FR-11, GE-11), and `third_face` names that face, as a message id.
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
