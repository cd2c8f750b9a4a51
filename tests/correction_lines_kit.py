"""Corrections of games of one line as the lines that ask for them: what is so written must be read as the same."""

from collections.abc import Sequence
from typing import Final

from pbem.commands.languages import fold
from pbem.commands.orders.talking import seats_called, written
from pbem.games.line.corrections.arguments import CORRECTION, Spot, term_in
from pbem.games.line.orders.names import in_signs, names_of
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from rules_core.line.actions import (
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

_NO_NAMES: Final = ("bank", "waiting", "nobody", "to", "from", "articles")
"""Meanings of words that may stand where a player is named."""
OFFICES: Final = {"first_rails": ("lost", "kept"), "germany": ("held", "nobody")}
"""Meanings of the words that set the mark of an office and take it away, by the kind of game."""


def write_correction(correction: Correction, table: Table, players: Sequence[str], language: str) -> str:
    """Write the line that asks for a correction."""
    return " ".join(part for part in _words_of(correction, table, players, language) if part)


def _words_of(correction: Correction, table: Table, players: Sequence[str], language: str) -> list[str]:
    match correction:
        case DiceMoved():
            return _written_dice(correction, players, table.kind, language)
        case SharesMoved():
            return _written_shares(correction, players, language)
        case PassengersMoved():
            return _written_passengers(correction, players, language)
        case DirectorNamed(company, seat):
            person = _person(seat, players, language)
            if seat is not None and names_of(table.box).companies((fold(company), fold(person))):
                person = str(seat + 1)  # their name could be the end of the company's
            return [term_in("director", language), company, person]
        case TurnMarked(mark, done):
            return [term_in("turn", language), term_in(mark, language), _switched(done, ("on", "off"), language)]
        case DueMarked(square, paid):
            place = RenderContext(table, players, catalogue(language)).numbered(square)
            return [term_in("paid", language), place, _switched(paid, ("on", "off"), language)]
        case OfficeMarked(seat, marked):
            return [
                term_in("office", language),
                _person(seat, players, language),
                _switched(marked, OFFICES[table.kind], language),
            ]
    raise ValueError(f"{type(correction).__name__} is not written as a line")


def _named(players: Sequence[str], seat: int) -> str:
    """The name of a player in a correction: as in orders, with a comma where what follows might belong to the name.

    One whose name means something else here goes by the number of their seat, unless that is another's name.
    """
    name = written(players, seat)
    if any(fold(name) in CORRECTION.accepted(key) for key in _NO_NAMES):
        name = str(seat + 1)
    if seats_called(fold(name), tuple(players)) != (seat,):
        name = players[seat].lower()
    is_clear = name.isalpha() and len([one for one in players if fold(one).startswith(fold(name))]) == 1
    return name if is_clear else f"{name},"


def _person(seat: int | None, players: Sequence[str], language: str) -> str:
    return term_in("nobody", language) if seat is None else _named(players, seat)


def _switched(on: bool, keys: tuple[str, str], language: str) -> str:
    return term_in(keys[0] if on else keys[1], language)


def _written_dice(moved: DiceMoved, players: Sequence[str], kind: str, language: str) -> list[str]:
    """The words for dice on their way, in the order in which they are read."""
    signs = in_signs(moved.faces, kind)
    place = moved.target if moved.giver is None else moved.source
    load = signs if place == "front" else f"{moved.number} {term_in('hidden', language)}"
    if moved.giver is not None and moved.taker is not None and moved.source != moved.target:
        load += f" {term_in('as', language)} {signs}" if moved.target == "front" else f" {term_in('hidden', language)}"
    return [*_way(moved.giver, moved.taker, players, language), load]


def _written_shares(moved: SharesMoved, players: Sequence[str], language: str) -> list[str]:
    """The same for shares."""
    way = _way(moved.giver, moved.taker, players, language)
    return [*way, str(moved.number), term_in("share", language), moved.company]


def _written_passengers(moved: PassengersMoved, players: Sequence[str], language: str) -> list[str]:
    """The same for passengers, which are written as reports tell them."""
    load = [str(moved.number * 1000), term_in("passenger", language), moved.company or ""]
    if "waiting" not in (moved.source, moved.target):
        return [*_way(moved.giver, moved.taker, players, language), *load]
    ends = ((moved.source, moved.giver), (moved.target, moved.taker))
    spots: list[Spot] = [place if place == "waiting" else "bank" if seat is None else seat for place, seat in ends]
    return [*_from_to(spots[0], spots[1], players, language), *load]


def _way(giver: int | None, taker: int | None, players: Sequence[str], language: str) -> list[str]:
    if giver is None and taker is not None:
        return [term_in("give", language), _named(players, taker)]
    if taker is None and giver is not None:
        return [term_in("take", language), _named(players, giver)]
    return _from_to("bank" if giver is None else giver, "bank" if taker is None else taker, players, language)


def _from_to(giver: Spot, taker: Spot, players: Sequence[str], language: str) -> list[str]:
    one, other = (
        _named(players, spot) if isinstance(spot, int) else term_in(spot, language) for spot in (giver, taker)
    )
    return [term_in("move", language), one, term_in("to", language), other]
