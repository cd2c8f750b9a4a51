"""The verbs of corrections: one table, from which reader, help, hints and forms are made."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from pbem.commands.orders.idioms import FIRST_RAILS, GERMANY, KINDS
from pbem.commands.orders.verbs import ORDERS
from pbem.commands.table import VerbTable
from pbem.commands.verb import Form, Verb
from pbem.commands.vocabulary import CORRECTION
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
    marked = switch(cursor, *OFFICE_MARKS[cursor.context.kind])
    cursor.done()
    return (OfficeMarked(seat, marked),)


OFFICE_MARKS: Final[Mapping[str, tuple[str, str]]] = {FIRST_RAILS: ("lost", "kept"), GERMANY: ("held", "nobody")}
"""The words that set the mark of a player's office, and take it away (FR-11, GE-11)."""


def _alike(*lines: str, explanation: str) -> dict[str, Form]:
    """A shape and its examples, the same in every kind of game."""
    return dict.fromkeys(KINDS, Form(lines[0], lines[1:], explanation))


_TAKING: Final = N_(
    "Take the same from a player. What lies behind a screen can be taken once the secrets of the game are open to you."
)
_VERBS: Final[tuple[CorrectionVerb, ...]] = (
    CorrectionVerb(
        CORRECTION,
        "give",
        {
            FIRST_RAILS: Form(
                "{give} <player> <what>",
                (
                    "{give} ben 1 {hidden}",
                    "{give} ben 2 c ?",
                    "{give} ben 1 {share} weiden",
                    "{give} ben 3000 {passenger}",
                ),
                N_("Give a player dice or shares out of the bank, or passengers out of the box."),
            ),
            GERMANY: Form(
                "{give} <player> <what>",
                ("{give} ben 1 {hidden}", "{give} ben 2 c t", "{give} ben 3000 {passenger} weiden"),
                N_("Give a player dice out of the bank, or passengers of a company out of the box, as carried."),
            ),
        },
        moving.give,
    ),
    CorrectionVerb(
        CORRECTION,
        "take",
        {
            FIRST_RAILS: Form(
                "{take} <player> <what>",
                ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger}"),
                _TAKING,
            ),
            GERMANY: Form(
                "{take} <player> <what>",
                ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger} weiden"),
                _TAKING,
            ),
        },
        moving.take,
    ),
    CorrectionVerb(
        CORRECTION,
        "move",
        {
            FIRST_RAILS: Form(
                "{move} <player>|{bank} {to} <player>|{bank} <what>",
                (
                    "{move} ben {to} anna 1 {hidden}",
                    "{move} ben {to} anna 1 {share} weiden",
                    "{move} ben {to} ben 2 {hidden} {as} c c",
                    "{move} ben {to} ben c {hidden}",
                ),
                N_("Move them from player to player, or dice from one side of a screen to the other."),
            ),
            GERMANY: Form(
                "{move} <player>|{bank}|{waiting} {to} <player>|{bank}|{waiting} <what>",
                (
                    "{move} ben {to} anna 1 {hidden}",
                    "{move} ben {to} ben 2 {hidden} {as} c c",
                    "{move} {waiting} {to} ben 2000 {passenger} weiden",
                    "{move} {bank} {to} {waiting} 1000 {passenger} weiden",
                ),
                N_(
                    "Move them from player to player, dice from one side of a screen to the other, or passengers from "
                    "or to where they wait."
                ),
            ),
        },
        moving.move,
    ),
    CorrectionVerb(
        CORRECTION,
        "director",
        _alike(
            "{director} <company> <player>|{nobody}",
            "{director} weiden anna",
            "{director} weiden {nobody}",
            explanation=N_("Name the director of a company, until the rules make somebody else director."),
        ),
        _director,
    ),
    CorrectionVerb(
        CORRECTION,
        "turn",
        _alike(
            "{turn} {income}|{rolled} {on}|{off}",
            "{turn} {income} {off}",
            "{turn} {rolled} {on}",
            explanation=N_(
                "Whether income counts as taken, or the roll as made, in the turn being played. Dice that are rolled "
                "once more show the same; others need a rollback."
            ),
        ),
        _turn,
    ),
    CorrectionVerb(
        CORRECTION,
        "paid",
        {
            FIRST_RAILS: Form(
                "{paid} <square> {on}|{off}",
                ("{paid} T2 f4 {on}", "{paid} T2 f4 {off}"),
                N_("Whether the mountain range or lake of a square counts as paid for in the turn being played."),
            ),
            GERMANY: Form(
                "{paid} <square> {on}|{off}",
                ("{paid} S14 b3 {on}", "{paid} S14 b3 {off}"),
                N_("Whether the mountains, lake or river of a square count as paid for in the turn being played."),
            ),
        },
        _paid,
    ),
    CorrectionVerb(
        CORRECTION,
        "office",
        {
            FIRST_RAILS: Form(
                "{office} <player> {lost}|{kept}",
                ("{office} ben {lost}",),
                N_('Whether a player counts as having lost the last directorship, so that his income is "?" (FR-11).'),
            ),
            GERMANY: Form(
                "{office} <player> {held}|{nobody}",
                ("{office} ben {held}",),
                N_("Whether a player counts as having directed a company when he last ended a turn (GE-11)."),
            ),
        },
        _office,
    ),
)
CORRECTION_VERBS: Final = VerbTable[CorrectionVerb](CORRECTION, _VERBS, {**ORDERS.messages, **MESSAGES})
"""What a correction looks like in each kind of game, in the order of help."""
