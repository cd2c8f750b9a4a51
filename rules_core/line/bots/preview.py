"""What a run of track would leave behind, told without laying it; the run is taken to be legal."""

from collections.abc import Iterator

from rules_core.grid.geometry import cell_of, opposite, step
from rules_core.line.actions import LayRun, NewTile
from rules_core.line.landscape import Landscape
from rules_core.line.legality import dues_at, dues_total
from rules_core.line.table import Table
from rules_core.line.track import Line


def laid(table: Table, run: LayRun) -> tuple[Landscape, Line]:
    """The landscape and the line as a run leaves them."""
    *_, after = _each_laid(table, run)
    return after


def dues_of(table: Table, run: LayRun) -> int:
    """The dice that the mountains, lakes and rivers of a run cost (FR-39, FR-40, GE-24)."""
    paid = set(table.turn.paid)
    dues = 0
    for landscape, line in _each_laid(table, run):
        square = line.end(run.end).square
        dues += dues_total(dues_at(landscape, paid, square))
        paid.add(square)
    return dues


def _each_laid(table: Table, run: LayRun) -> Iterator[tuple[Landscape, Line]]:
    """The landscape and the line after each piece of a run."""
    landscape, line = table.landscape, table.line
    for piece in run.steps:
        end = line.end(run.end)
        out = run.leave if end.heading is None else end.heading
        assert out is not None, "a station is left by a side that the run names"
        square = step(end.square, out)
        cell, left = cell_of(square), cell_of(end.square)
        if isinstance(piece, NewTile):
            landscape = landscape.with_tile(cell, piece.kind, piece.turn, len(landscape.tiles) + 1)
            continue
        line = line.with_piece(run.end, square, opposite(out), piece.heading)
        if cell != left and cell_of(line.other(run.end).square) != left:
            line = line.without_track(left)
        yield landscape, line
