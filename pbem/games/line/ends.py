"""The ends of the line, in words: each end, what could be built there, what lies around, and what was paid for."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line.board import ENDS
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.i18n import N_
from pbem.reports.document import Entries, ListEntry
from rules_core.grid import Square
from rules_core.line.actions import EndName
from rules_core.line.events import Due
from rules_core.line.legality import dues_at
from rules_core.line.pockets import outlook
from rules_core.line.track import NEEDED_TO_CONNECT

_DUES: Final[dict[Due, str]] = {
    "mountain": N_("the mountain range at %(square)s"),
    "lake": N_("the lake at %(square)s"),
    "river": N_("the river %(river)s"),
}


def ends(context: RenderContext) -> Entries:
    """Both ends, then what lies around them, then what was paid for in this turn; only the ends after the game."""
    if context.table.over:
        return Entries(tuple(ListEntry(place(context, name)) for name in ENDS))
    at_ends = (
        ListEntry(place(context, name), (*context.game.at_end(context, name), *going_on(context, name)))
        for name in ENDS
    )
    paid = [ListEntry(paid_for(context))] if context.table.turn.paid else []
    return Entries((*at_ends, *context.game.around(context), *paid))


def place(context: RenderContext, name: EndName) -> str:
    """The place of an end: "A: T2 g4, points w at f4 (grass)" or "A: station at T2 c3, may leave n, s, w"."""
    return context.game.place(context, name)


def track_end(context: RenderContext, name: EndName) -> str:
    """The place of an end of track, and the square it points at."""
    end = context.table.line.end(name)
    assert end.heading is not None and end.ahead is not None, "the end is track"
    return context.catalogue.text(
        "%(end)s: %(square)s, points %(side)s at %(ahead)s (%(ground)s)",
        end=name,
        square=context.square(end.square),
        side=context.heading(end.heading),
        ahead=on_tile(end.ahead),
        ground=context.terrain_at(end.ahead),
    )


def station_end(context: RenderContext, name: EndName, exits: Sequence[str]) -> str:
    """The place of an end that is a station, and the sides by which it may be left."""
    square = context.square(context.table.line.end(name).square)
    if not exits:
        return context.catalogue.text("%(end)s: station at %(square)s, no way out", end=name, square=square)
    return context.catalogue.text(
        "%(end)s: station at %(square)s, can leave %(sides)s", end=name, square=square, sides=context.listed(exits)
    )


def going_on(context: RenderContext, name: EndName) -> tuple[str, ...]:
    """The squares to which an end must not be led if it is to go on, or a warning that it cannot (FR-32, GE-25)."""
    seen, text = outlook(context.table, name), context.catalogue.text
    if not seen.goes_on:
        return (text("%(end)s has no way on any more (FR-32): it can only be built on until nothing fits.", end=name),)
    if not seen.pockets:
        return ()
    squares = context.listed(map(on_tile, seen.pockets))
    return (text("Dead ends, from which %(end)s could never go on (FR-32): %(squares)s.", end=name, squares=squares),)


def pieces_laid(context: RenderContext, tile: str, pieces: int) -> str:
    """Whether the line may leave a tile or sector, by the pieces that lie there (FR-35)."""
    missing = NEEDED_TO_CONNECT - pieces
    facts = {"tile": tile, "pieces": pieces}
    if missing <= 0:
        return context.catalogue.text("The line can leave %(tile)s: it has %(pieces)s pieces.", **facts)
    return context.catalogue.plural(
        "The line can leave %(tile)s after %(n)s more piece (%(pieces)s of 5 so far).",
        "The line can leave %(tile)s after %(n)s more pieces (%(pieces)s of 5 so far).",
        missing,
        **facts,
    )


def paid_for(context: RenderContext) -> str:
    """The ranges, lakes and rivers paid for in this turn (FR-39, FR-40, GE-24)."""
    landscape = context.table.landscape
    paid = [
        due_word(context, due, square)
        for square in sorted(context.table.turn.paid)
        for due in dues_at(landscape, (), square)
    ]
    return context.catalogue.text("Paid for in this turn: %(areas)s.", areas=context.listed(dict.fromkeys(paid)))


def due_word(context: RenderContext, due: Due, square: Square) -> str:
    """The name of what is paid for at a square: "the mountain range at T2 c4", "the river Main"."""
    return context.catalogue.text(_DUES[due], square=context.square(square), river=context.river(square))
