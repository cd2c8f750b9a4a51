"""The verbs of corrections in games of one line, how each is read, and how it is written as what is read the same."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from pbem.commands.languages import fold, spoken
from pbem.commands.table import VerbTable
from pbem.commands.verb import Form, Verb
from pbem.games.line.corrections import arguments
from pbem.games.line.corrections.arguments import (
    CORRECTION,
    CorrectionContext,
    CorrectionCursor,
    Spot,
    named,
    said,
    square,
    switch,
)
from pbem.games.line.orders.names import PLACEHOLDERS, in_signs, names_of
from pbem.games.line.orders.notation import MESSAGES as ORDER_MESSAGES
from pbem.games.line.render_context import RenderContext
from pbem.games.presentation import Corrections
from pbem.i18n import N_, Catalogue, catalogue
from rules_core.grid import Square
from rules_core.line.corrections import (
    Correction,
    DiceMoved,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    PassengersMoved,
    SharesMoved,
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
    "Take the same from a player. What lies behind a screen can be taken once the secrets of the game are open to you."
)
DIRECTOR: Final = Form(
    "{director} <company> <player>|{nobody}",
    (
        "{director} weiden anna",
        "{director} weiden {nobody}",
    ),
    N_("Name the director of a company, until the rules make somebody else director."),
)
TURN: Final = Form(
    "{turn} {income}|{rolled} {on}|{off}",
    (
        "{turn} {income} {off}",
        "{turn} {rolled} {on}",
    ),
    N_(
        "Whether income counts as taken, or the roll as made, in the turn being played. Dice that are rolled "
        "once more show the same; others need a rollback."
    ),
)
"""What corrections look like that games of one line have alike."""


def write(
    correction: Correction, table: Table, players: Sequence[str], language: str, office: tuple[str, str]
) -> list[str]:
    """The words that ask for a correction; `office` are the meanings of those that mark one held or lost.

    Raises ValueError for a game that is cancelled, which is no line's matter.
    """
    match correction:
        case DiceMoved():
            return _dice(correction, players, table.kind, language)
        case SharesMoved():
            return _shares(correction, players, language)
        case PassengersMoved():
            return _passengers(correction, players, language)
        case DirectorNamed(company, seat):
            person = _person(seat, players, language)
            if seat is not None and names_of(table.box).companies((fold(company), fold(person)), language):
                person = str(seat + 1)  # their name could be the end of the company's
            return [said("director", language), company, person]
        case TurnMarked(mark, done):
            return [said("turn", language), said(mark, language), _switched(done, ("on", "off"), language)]
        case DueMarked(square, paid):
            place = RenderContext(table, players, catalogue(language)).numbered(square)
            return [said("paid", language), place, _switched(paid, ("on", "off"), language)]
        case OfficeMarked(seat, marked):
            return [said("office", language), _person(seat, players, language), _switched(marked, office, language)]
    raise ValueError(f"{type(correction).__name__} is not written as a line")


def _person(seat: int | None, players: Sequence[str], language: str) -> str:
    return said("nobody", language) if seat is None else named(players, seat)


def _switched(on: bool, keys: tuple[str, str], language: str) -> str:
    return said(keys[0] if on else keys[1], language)


def _dice(moved: DiceMoved, players: Sequence[str], kind: str, language: str) -> list[str]:
    """The words for dice on their way, in the order in which they are read."""
    signs = in_signs(moved.faces, kind)
    place = moved.target if moved.giver is None else moved.source
    load = signs if place == "front" else f"{moved.number} {said('hidden', language)}"
    if moved.giver is not None and moved.taker is not None and moved.source != moved.target:
        load += f" {said('as', language)} {signs}" if moved.target == "front" else f" {said('hidden', language)}"
    return [*_way(moved.giver, moved.taker, players, language), load]


def _shares(moved: SharesMoved, players: Sequence[str], language: str) -> list[str]:
    """The same for shares."""
    way = _way(moved.giver, moved.taker, players, language)
    return [*way, str(moved.number), said("share", language), moved.company]


def _passengers(moved: PassengersMoved, players: Sequence[str], language: str) -> list[str]:
    """The same for passengers, which are written as reports tell them."""
    load = [str(moved.number * 1000), said("passenger", language), moved.company or ""]
    if "waiting" not in (moved.source, moved.target):
        return [*_way(moved.giver, moved.taker, players, language), *load]
    ends = ((moved.source, moved.giver), (moved.target, moved.taker))
    spots: list[Spot] = [place if place == "waiting" else "bank" if seat is None else seat for place, seat in ends]
    return [*_from_to(spots[0], spots[1], players, language), *load]


def _way(giver: int | None, taker: int | None, players: Sequence[str], language: str) -> list[str]:
    if giver is None and taker is not None:
        return [said("give", language), named(players, taker)]
    if taker is None and giver is not None:
        return [said("take", language), named(players, giver)]
    return _from_to("bank" if giver is None else giver, "bank" if taker is None else taker, players, language)


def _from_to(giver: Spot, taker: Spot, players: Sequence[str], language: str) -> list[str]:
    one, other = (named(players, spot) if isinstance(spot, int) else said(spot, language) for spot in (giver, taker))
    return [said("move", language), one, said("to", language), other]


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
    """Whether what is due on a square was paid for on another."""
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
        written=partial(write, office=office),
        facts=facts,
        otherwise=N_(
            "Track, tiles and stations cannot be corrected by hand: take the game back with `%(rollback)s` to a "
            "position before they were laid or built."
        ),
    )


def _context(table: Table, players: Sequence[str], language: str) -> CorrectionContext:
    return CorrectionContext(
        language=spoken(language),
        players=tuple(players),
        table=table,
    )
