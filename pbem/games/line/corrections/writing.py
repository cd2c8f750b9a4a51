"""How corrections are written: each as the words that are read as the same."""

from collections.abc import Sequence

from pbem.commands.languages import fold
from pbem.games.line.corrections.moving import Spot
from pbem.games.line.corrections.words import named, said
from pbem.games.line.orders.names import names_of
from pbem.games.line.orders.words import in_signs
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from rules_core.line.corrections import (
    Correction,
    DiceMoved,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    PassengersMoved,
    SharesMoved,
    TurnMarked,
)
from rules_core.line.table import Table


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
                person = str(seat + 1)  # his name could be the end of the company's
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
