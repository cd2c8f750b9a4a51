"""Where the line goes on: each end, what could be built there, what lies around, and what was paid for."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line.drawing.board import ENDS
from pbem.games.line.render_context import Scene, on_tile
from pbem.i18n import N_
from pbem.reports.document import Entries, Entry
from rules_core.actions import EndName
from rules_core.dead_ends import NEEDED_TO_CONNECT
from rules_core.events import Due
from rules_core.geometry import Square
from rules_core.legality import dues_at
from rules_core.pockets import outlook

_DUES: Final[dict[Due, str]] = {
    "mountain": N_("the mountain range at %(square)s"),
    "lake": N_("the lake at %(square)s"),
    "river": N_("the river %(river)s"),
}


def ends(scene: Scene) -> Entries:
    """Both ends, then what lies around them, then what was paid for in this turn; only the ends after the game."""
    if scene.table.over:
        return Entries(tuple(Entry(place(scene, name)) for name in ENDS))
    at_ends = (
        Entry(place(scene, name), (*scene.presenter.at_end(scene, name), *going_on(scene, name))) for name in ENDS
    )
    paid = [Entry(paid_for(scene))] if scene.table.turn.paid else []
    return Entries((*at_ends, *scene.presenter.around(scene), *paid))


def place(scene: Scene, name: EndName) -> str:
    """Where an end is: "A: T2 g4, points w at f4 (grass)" or "A: station at T2 c3, may leave n, s, w"."""
    return scene.presenter.place(scene, name)


def track_end(scene: Scene, name: EndName) -> str:
    """Where an end of track is, and the square it points at."""
    end = scene.table.line.end(name)
    assert end.heading is not None and end.ahead is not None, "the end is track"
    return scene.catalogue.text(
        "%(end)s: %(square)s, points %(side)s at %(ahead)s (%(ground)s)",
        end=name,
        square=scene.square(end.square),
        side=scene.heading(end.heading),
        ahead=on_tile(end.ahead),
        ground=scene.ground(end.ahead),
    )


def station_end(scene: Scene, name: EndName, exits: Sequence[str]) -> str:
    """Where an end is a station, and the sides by which it may be left."""
    square = scene.square(scene.table.line.end(name).square)
    if not exits:
        return scene.catalogue.text("%(end)s: station at %(square)s, no way out", end=name, square=square)
    return scene.catalogue.text(
        "%(end)s: station at %(square)s, may leave %(sides)s", end=name, square=square, sides=scene.listed(exits)
    )


def going_on(scene: Scene, name: EndName) -> tuple[str, ...]:
    """Where an end must not be led if it is to go on, or that it cannot (FR-32, GE-25)."""
    seen, text = outlook(scene.table, name), scene.catalogue.text
    if not seen.goes_on:
        return (text("%(end)s has no way on any more (FR-32): it can only be built on until nothing fits.", end=name),)
    if not seen.pockets:
        return ()
    squares = scene.listed(map(on_tile, seen.pockets))
    return (text("Dead ends, from which %(end)s could never go on (FR-32): %(squares)s.", end=name, squares=squares),)


def pieces_laid(scene: Scene, tile: str, pieces: int) -> str:
    """Whether the line may leave a tile or sector, by the pieces that lie there (FR-35)."""
    missing = NEEDED_TO_CONNECT - pieces
    facts = {"tile": tile, "pieces": pieces}
    if missing <= 0:
        return scene.catalogue.text("The line may leave %(tile)s: %(pieces)s pieces lie there.", **facts)
    return scene.catalogue.plural(
        "The line may leave %(tile)s after %(n)s more piece: %(pieces)s of 5 lie there.",
        "The line may leave %(tile)s after %(n)s more pieces: %(pieces)s of 5 lie there.",
        missing,
        **facts,
    )


def paid_for(scene: Scene) -> str:
    """The ranges, lakes and rivers paid for in this turn (FR-39, FR-40, GE-24)."""
    landscape = scene.table.landscape
    paid = [
        due_word(scene, due, square)
        for square in sorted(scene.table.turn.paid)
        for due in dues_at(landscape, (), square)
    ]
    return scene.catalogue.text("Paid for in this turn: %(areas)s.", areas=scene.listed(dict.fromkeys(paid)))


def due_word(scene: Scene, due: Due, square: Square) -> str:
    """What is paid for at a square: "the mountain range at T2 c4", "the river Main"."""
    return scene.catalogue.text(_DUES[due], square=scene.square(square), river=scene.river(square))
