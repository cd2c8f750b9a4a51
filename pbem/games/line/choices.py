"""The choices that a page offers a player now: dice, symbols, the next piece at an end, tiles, stations, and where
they stand.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from pbem.games.line import suggestions
from pbem.games.line.board import ENDS, place, ways_out
from pbem.games.line.orders.writing import write
from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import violation_sentence
from pbem.games.presenter import PlacedOrder
from pbem.reports.document import OrderLine
from rules_core.grid import Layout, Side, Square, step
from rules_core.line.actions import (
    FACES,
    Action,
    BuildStation,
    Dice,
    EndName,
    EndTurn,
    Face,
    LayRun,
    NewTile,
    Piece,
    Roll,
)

_MOST: Final = 99
FACE_FIELDS: Final[tuple[tuple[Face, str], ...]] = tuple((face, f"give {face}") for face in FACES)
"""The faces, each with the field of a form that says how many such dice are given back."""


class StepChoice(NamedTuple):
    """A step of a run: a piece, by its die and where it points; or a tile, and what orders call it as it lies."""

    heading: Side | None = None
    face: Face | None = None
    tile: Layout | None = None
    called: str = ""


@dataclass(frozen=True)
class WayChoice:
    """A run that may be laid: its order, its steps, and what it costs besides."""

    order: str
    note: str
    steps: tuple[StepChoice, ...]
    leave: Side | None = None
    """The side by which it leaves a station."""


@dataclass(frozen=True)
class AtEnd:
    """The choices at an end: pieces there, and tiles over the edge; where there are none, the reason."""

    name: EndName
    place: str
    ways: tuple[WayChoice, ...]
    edges: tuple[WayChoice, ...] = ()
    blocked: str = ""


@dataclass(frozen=True)
class Dices:
    """The most dice that may be rolled: hidden ones, and "?"."""

    hidden: int
    wild: int


@dataclass(frozen=True)
class TurnEndChoice:
    """The end of the turn: how many dice must go back, those there are, and those that would be missed least."""

    surplus: int
    front: Dice
    best: Dice


@dataclass(frozen=True)
class Choices:
    """All that may be chosen; what is not there may not be done now."""

    incomes: tuple[OrderLine, ...] = ()
    roll: Dices | None = None
    shares: tuple[OrderLine, ...] = ()
    transports: tuple[OrderLine, ...] = ()
    ends: tuple[AtEnd, ...] = ()
    stations: tuple[OrderLine, ...] = ()
    ending: TurnEndChoice | None = None
    FACE_FIELDS = FACE_FIELDS

    def __bool__(self) -> bool:
        return self != Choices()


def choices(context: RenderContext, legal: Sequence[Action]) -> Choices:
    """Sort the legal actions into choices."""
    if not legal:
        return Choices()
    stations = tuple(suggestions.sites(context, legal))
    return Choices(
        incomes=tuple(suggestions.incomes(context, legal)),
        roll=_roll([action for action in legal if isinstance(action, Roll)]),
        shares=tuple(suggestions.offers(context, legal)),
        transports=tuple(suggestions.transports(context, legal)),
        ends=tuple(
            end for end in (_at_end(context, name, legal) for name in ENDS) if end.ways or end.edges or end.blocked
        ),
        stations=stations,
        ending=_ending(context, [action for action in legal if isinstance(action, EndTurn)]),
    )


def chosen(context: RenderContext, form: Mapping[str, str]) -> str:
    """The order that a form asks to add: a roll or the end of the turn by numbers of dice, or a line as offered."""
    match form.get("do"):
        case "roll":
            return roll_order(context, _number(form, "hidden"), _number(form, "wild"))
        case "end" | "finish":
            return end_order(context, Dice(*(_number(form, field) for _face, field in FACE_FIELDS)))
    return form.get("add", "")


def _number(form: Mapping[str, str], name: str) -> int:
    """A number that was chosen; 0 for what is none, and no more dice than there are in any box."""
    try:
        return max(0, min(int(form.get(name, 0)), _MOST))
    except ValueError:
        return 0


def roll_order(context: RenderContext, hidden: int, wild: int) -> str:
    """The order that rolls a number of dice."""
    return write(Roll(context.table.turn.seat, hidden, wild), context.table, context.catalogue.language)


def end_order(context: RenderContext, discard: Dice) -> str:
    """The order that ends the turn and gives back these dice."""
    return write(EndTurn(context.table.turn.seat, discard), context.table, context.catalogue.language)


def _roll(rolls: Iterable[Roll]) -> Dices | None:
    found = list(rolls)
    if not found:
        return None
    return Dices(max(roll.hidden for roll in found), max(roll.wild for roll in found))


def _ending(context: RenderContext, ends: Sequence[EndTurn]) -> TurnEndChoice | None:
    if not ends:
        return None
    front = context.table.players[context.table.turn.seat].front
    best = suggestions.least_missed(ends).discard
    return TurnEndChoice(best.total, front, best)


def _at_end(context: RenderContext, name: EndName, legal: Sequence[Action]) -> AtEnd:
    runs = [run for run in legal if isinstance(run, LayRun) and run.end == name]
    ways = [run for run in ways_at(runs) if not over_edge(run)]
    edges = edges_at(runs)
    return AtEnd(
        name,
        place(context, name),
        tuple(_way(context, run) for run in ways),
        tuple(_way(context, run) for run in edges),
        "" if runs or not context.table.turn.rolled else _blocked(context, name),
    )


def ways_at(runs: Iterable[LayRun]) -> list[LayRun]:
    """The shortest run of each first piece."""
    return _shortest(runs, lambda run: (run.leave, run.steps[0]))


def edges_at(runs: Iterable[LayRun]) -> list[LayRun]:
    """The shortest run onto each tile, over each edge that is the first thing it comes to."""
    return _shortest(filter(over_edge, runs), lambda run: (run.leave, run.steps[0], run.steps[1]))


def over_edge(run: LayRun) -> bool:
    """Whether a run goes on from its first piece onto a new tile."""
    return len(run.steps) > 1 and isinstance(run.steps[1], NewTile)


def _shortest(runs: Iterable[LayRun], key: Callable[[LayRun], Hashable]) -> list[LayRun]:
    found: dict[Hashable, LayRun] = {}
    for run in sorted(runs, key=lambda run: len(run.steps)):
        found.setdefault(key(run), run)
    return list(found.values())


def run_order(context: RenderContext, run: LayRun) -> str:
    """A run as its player orders it, paid by default."""
    return write(suggestions.unpaid(run), context.table, context.catalogue.language)


def _way(context: RenderContext, run: LayRun) -> WayChoice:
    out = context.table.line.end(run.end).heading if run.leave is None else run.leave
    steps = []
    for part in run.steps:
        if isinstance(part, Piece):
            face: Face = "?" if part.wild else "straight" if out == part.heading else "curve"
            steps.append(StepChoice(part.heading, face))
            out = part.heading
        else:
            layout = context.components.layout(part.kind, part.turn)
            steps.append(StepChoice(tile=layout, called=context.layout(layout)))
    return WayChoice(run_order(context, run), context.game.run_note(context, run), tuple(steps), run.leave)


def _blocked(context: RenderContext, name: EndName) -> str:
    """The reason why nothing can be laid at an end, with its rule: that against going straight on."""
    end = context.table.line.end(name)
    for out in ways_out(context.table.line, end):
        leave = out if end.is_station else None
        broken = suggestions.refused(context, LayRun(context.table.turn.seat, name, (Piece(out),), leave))
        if broken is not None:
            return violation_sentence(broken, context.catalogue, context.table)
    return ""


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
