"""The choices that a page offers a player now: dice, symbols, the next piece at an end, tiles, stations.

Each choice is a whole order. A run that leads over an edge or onto water is offered by its shortest that may stop; what
else could stand in its place is for `placing.alternatives`. All of it comes from the legal actions, so that no game has
a list of its own.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pbem.games.line import suggestions
from pbem.games.line.board import ENDS, ways_out
from pbem.games.line.ends import place
from pbem.games.line.orders.writing import write
from pbem.games.line.render_context import RenderContext
from pbem.games.line.violations import violation_sentence
from pbem.reports.document import OrderLine
from rules_core.grid import Layout, Side
from rules_core.line.actions import Action, EndName, EndTurn, LayRun, NewTile, Piece, Roll
from rules_core.line.dice import FACES, Dice, Face

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
    for step in run.steps:
        if isinstance(step, Piece):
            face: Face = "?" if step.wild else "straight" if out == step.heading else "curve"
            steps.append(StepChoice(step.heading, face))
            out = step.heading
        else:
            layout = context.components.layout(step.kind, step.turn)
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
