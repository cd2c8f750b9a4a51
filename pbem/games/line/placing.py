"""The choices that have a place on the map: which order a press there adds, and what else could stand in its place.

A place is a square ("12 -3"), the edge by which a square is left ("edge 12 -3 1"), or the sign of a station that could
be built before an end ("station 12 -3 1", on the square that is reached by that side).
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from pbem.games.line import suggestions
from pbem.games.line.board import ENDS, ways_out
from pbem.games.line.choices import edges_at, over_edge, run_order, ways_at
from pbem.games.line.orders.writing import write
from pbem.games.line.render_context import RenderContext
from pbem.games.line.violations import violation_sentence
from pbem.games.presenter import PlacedOrder
from rules_core.grid import Side, Square, step
from rules_core.line.actions import Action, BuildStation, LayRun, NewTile, Piece

T = TypeVar("T")


class MapPlace(NamedTuple):
    """A place on the map: a square, and for an edge or a station the side towards which the line crosses or comes."""

    kind: str
    square: Square
    side: Side = 0


def written(spot: MapPlace) -> str:
    """A place as forms and drawings name it."""
    x, y = spot.square
    return f"{x} {y}" if spot.kind == "square" else f"{spot.kind} {x} {y} {spot.side}"


def spot_named(text: str) -> MapPlace:
    """The place of a name that `written` made."""
    parts = text.split()
    if len(parts) == 2:
        return MapPlace("square", Square(int(parts[0]), int(parts[1])))
    return MapPlace(parts[0], Square(int(parts[1]), int(parts[2])), int(parts[3]))


def placed_orders(context: RenderContext, legal: Sequence[Action], *, wild: bool = False) -> list[PlacedOrder]:
    """The orders that a press on the map adds, for each place the likeliest first: plain dice, unless `wild`."""
    runs = [run for run in legal if isinstance(run, LayRun)]
    found = []
    for name in ENDS:
        here = [run for run in runs if run.end == name]
        ways = sorted(ways_at(here), key=lambda run: (_piece(run, 0).wild != wild, over_edge(run)))
        found += [_placed(context, run, 0) for run in ways if not over_edge(run)]
        found += [_placed(context, run, 1) for run in edges_at(here)]
    return [*found, *(_station(context, build) for build in _stations(context, legal))]


def alternatives(context: RenderContext, last: Action, legal: Sequence[Action]) -> list[PlacedOrder]:
    """The orders in place of the last one: for each place those that come after it, and then round."""
    match last:
        case LayRun():
            return _other_runs(context, last, [run for run in legal if isinstance(run, LayRun)])
        case BuildStation():
            orders = [_station(context, build) for build in _stations(context, legal)]
            at = next((n for n, one in enumerate(orders) if one.order == _order(context, last)), None)
            return [] if at is None else [*orders[at + 1 :], *orders[:at]]
    return []


def unlit(context: RenderContext, square: Square) -> str:
    """The reason why nothing can be laid on a square now; at an end, or where it points, the rule against
    going there.
    """
    line = context.table.line
    for name in ENDS:
        end = line.end(name)
        for side in ways_out(line, end):
            if square in (end.square, step(end.square, side)):
                leave = side if end.is_station else None
                broken = suggestions.refused(context, LayRun(context.table.turn.seat, name, (Piece(side),), leave))
                if broken is not None:
                    return violation_sentence(broken, context.catalogue, context.table)
    return context.catalogue.text("FR-30: track is laid only on the squares that the ends of the line point at.")


def _other_runs(context: RenderContext, last: LayRun, legal: Sequence[LayRun]) -> list[PlacedOrder]:
    here = sorted((run for run in legal if run.end == last.end), key=lambda run: len(run.steps))
    if not any(run.steps == last.steps and run.leave == last.leave for run in here):
        return []
    found = []
    for depth, taken in enumerate(last.steps):
        like = [run for run in here if run.leave == last.leave and run.steps[:depth] == last.steps[:depth]]
        steps: dict[Piece | NewTile, LayRun] = {}
        for run in like:
            if len(run.steps) > depth:
                steps.setdefault(run.steps[depth], run)
        others = _from(list(steps), taken)
        found += [_placed(context, steps[other], depth) for other in others if _is_like(other, taken, steps)]
    return [*found, *(_placed(context, run, 0) for run in ways_at(here) if run.leave != last.leave)]


def _is_like(other: Piece | NewTile, taken: Piece | NewTile, steps: dict[Piece | NewTile, LayRun]) -> bool:
    """Whether a step is turned to from another: one with such a die, or with the only die that does."""
    if not (isinstance(other, Piece) and isinstance(taken, Piece)) or other.wild == taken.wild:
        return True
    return other.heading != taken.heading and Piece(other.heading, taken.wild) not in steps


def _from(found: list[T], taken: T) -> list[T]:
    at = found.index(taken)
    return [*found[at + 1 :], *found[:at]]


def _stations(context: RenderContext, legal: Sequence[Action]) -> list[tuple[BuildStation, str, str]]:
    return [(build, line.order, line.note) for build, line in suggestions.stations(context, legal)]


def _station(context: RenderContext, found: tuple[BuildStation, str, str]) -> PlacedOrder:
    build, order, note = found
    end = context.table.line.end(build.end)
    side = end.heading if build.leave is None else build.leave
    assert side is not None, "a station is left by a side"
    cost = "" if build.pay is None else f" {build.pay.total}"
    label = f"{context.letter(build.company)}{cost}"
    return PlacedOrder(written(MapPlace("station", step(end.square, side), side)), order, note, label)


def _order(context: RenderContext, action: Action) -> str:
    return write(action, context.table, context.catalogue.language)


def _piece(run: LayRun, depth: int) -> Piece:
    piece = run.steps[depth]
    assert isinstance(piece, Piece), "a run begins with a piece"
    return piece


def _placed(context: RenderContext, run: LayRun, depth: int) -> PlacedOrder:
    spot = _spot(context, run, depth)
    note, label = context.game.run_note(context, run), "" if spot.kind == "square" else "+"
    return PlacedOrder(written(spot), run_order(context, run), note, label)


def _spot(context: RenderContext, run: LayRun, depth: int) -> MapPlace:
    end = context.table.line.end(run.end)
    square, out = end.square, end.heading if run.leave is None else run.leave
    assert out is not None, "a run leaves by a side"
    for taken in run.steps[: depth + 1]:
        if isinstance(taken, Piece):
            square, out = step(square, out), taken.heading
    return MapPlace("square" if isinstance(run.steps[depth], Piece) else "edge", square, out)
