"""The verbs of corrections: one table, from which reader, help, hints and forms are made."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from pbem.commands.orders.verbs import ORDERS
from pbem.commands.table import VerbTable
from pbem.commands.verb import Form, Verb
from pbem.commands.vocabulary import CORRECTION
from pbem.games.presentation import presentation_of, presented
from pbem.i18n import N_
from pbem.moderation import moving
from pbem.moderation.correction_words import CorrectionContext, CorrectionCursor, square, switch
from rules_core.grid.geometry import Square
from rules_core.line.corrections import Correction, DirectorNamed, DueMarked, OfficeMarked, TurnMark, TurnMarked
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at

CorrectionVerb: TypeAlias = Verb[CorrectionContext, Correction]
MESSAGES: Final[Mapping[str, str]] = {
    "unknown_correction": N_('"%(word)s" is nothing I know.'),
    "no_correction": N_("A correction begins with one of these words: %(words)s."),
    "uneven_passengers": N_("Passengers come by the thousand: write 3000 for three of their counters."),
    "unknown_square": N_("Which square? Name it as reports do: its tile or sector, then column and row."),
    "neither_of_two": N_("Which of the two: %(on)s, or %(off)s?"),
    "missing_taker": N_("From whom to whom?"),
    "waiting_things": N_("Only passengers can wait."),
    "no_other_side": N_("Dice change sides only between players, or from one side of a screen to the other."),
    "missing_amount": N_("How many?"),
}
"""What is told of faults in corrections, by their codes; those that orders share stand with orders."""


def _director(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`director weiden anna`, `director weiden nobody`."""
    company = moving.company_ahead(cursor)
    cursor.skip("to")
    seat = None if cursor.take("nobody") else moving.player_ahead(cursor)
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
    """Whether what is due on a square was paid for on another."""
    return bool(dues_at(landscape, (), square)) and not dues_at(landscape, (paid,), square)


def _office(cursor: CorrectionCursor) -> tuple[Correction, ...]:
    """`office ben lost`, in Germany `office ben held`."""
    seat = moving.player_ahead(cursor)
    marked = switch(cursor, *presentation_of(cursor.context.kind).corrections.office)
    cursor.done()
    return (OfficeMarked(seat, marked),)


def _forms(verb: str) -> dict[str, Form]:
    """What a correction looks like in each kind of game."""
    return {game.kind: game.corrections.forms[verb] for game in presented()}


_VERBS: Final[tuple[CorrectionVerb, ...]] = (
    CorrectionVerb(
        CORRECTION,
        "give",
        _forms("give"),
        moving.give,
    ),
    CorrectionVerb(
        CORRECTION,
        "take",
        _forms("take"),
        moving.take,
    ),
    CorrectionVerb(
        CORRECTION,
        "move",
        _forms("move"),
        moving.move,
    ),
    CorrectionVerb(
        CORRECTION,
        "director",
        _forms("director"),
        _director,
    ),
    CorrectionVerb(
        CORRECTION,
        "turn",
        _forms("turn"),
        _turn,
    ),
    CorrectionVerb(
        CORRECTION,
        "paid",
        _forms("paid"),
        _paid,
    ),
    CorrectionVerb(
        CORRECTION,
        "office",
        _forms("office"),
        _office,
    ),
)
CORRECTION_VERBS: Final = VerbTable[CorrectionVerb](CORRECTION, _VERBS, {**ORDERS.messages, **MESSAGES})
"""What a correction looks like in each kind of game, in the order of help."""
