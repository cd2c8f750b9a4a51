"""The choices that a page offers a player now: dice, symbols, the next piece at an end, tiles, stations.

Each choice is an order line, or the beginning of one: a run that leads over an edge or onto water is chosen step by
step until it may stop. All of it comes from the legal actions, so that no game has a list of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.games.line import suggestions
from pbem.games.line.board import ENDS
from pbem.games.line.ends import place
from pbem.games.line.orders.names import LINE
from pbem.games.line.orders.writing import write
from pbem.games.line.render_context import RenderContext
from pbem.i18n import Catalogue
from pbem.reports.document import OrderLine
from rules_core.grid import Layout, Side
from rules_core.line.actions import Action, EndName, EndTurn, LayRun, NewTile, Piece, Roll
from rules_core.line.dice import FACES, Dice, Face

Step: TypeAlias = Piece | NewTile
_MOST: Final = 99
FACE_FIELDS: Final[tuple[tuple[Face, str], ...]] = tuple((face, f"give {face}") for face in FACES)
"""The faces, each with the field of a form that says how many such dice are given back."""


@dataclass(frozen=True)
class WayChoice:
    """The next step of a run: a piece, by its die and where it points, or a tile to lay; and what it costs besides.

    `order` is the whole order where `is_whole`, else the beginning of one, which goes on with more steps.
    """

    order: str
    is_whole: bool
    note: str = ""
    heading: Side | None = None
    leave: Side | None = None
    """The side by which the run leaves a station, in its first step."""
    face: Face | None = None
    tile: Layout | None = None
    called: str = ""
    """What orders call that tile, as it lies."""


@dataclass(frozen=True)
class AtEnd:
    """The choices at an end: `begun` is the run chosen so far, empty where none is; `ways` are its next steps."""

    name: EndName
    place: str
    begun: str
    ways: tuple[WayChoice, ...]


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


def choices(context: RenderContext, legal: Sequence[Action], begun: str = "") -> Choices:
    """Sort the legal actions into choices; `begun` is the beginning of a run, as a WayChoice had it.

    A beginning that is none is passed over.
    """
    ends = (_at_end(context, name, [run for run in legal if isinstance(run, LayRun)], begun) for name in ENDS)
    return Choices(
        incomes=tuple(suggestions.incomes(context, legal)),
        roll=_roll([action for action in legal if isinstance(action, Roll)]),
        shares=tuple(suggestions.offers(context, legal)),
        transports=tuple(suggestions.transports(context, legal)),
        ends=tuple(end for end in ends if end.ways),
        stations=tuple(suggestions.sites(context, legal)),
        ending=_ending(context, [action for action in legal if isinstance(action, EndTurn)]),
    )


def chosen(context: RenderContext, form: Mapping[str, str]) -> str:
    """The order that a form asks to add: a roll or the end of the turn by numbers of dice, or a line as offered."""
    match form.get("do"):
        case "roll":
            return roll_order(context, _number(form, "hidden"), _number(form, "wild"))
        case "end":
            return end_order(context, Dice(*(_number(form, field) for _face, field in FACE_FIELDS)))
    return form.get("add", "")


def _number(form: Mapping[str, str], name: str) -> int:
    """A number that was chosen; 0 for what is none, and no more dice than there are in any box."""
    try:
        return max(0, min(int(form.get(name, 0)), _MOST))
    except ValueError:
        return 0


def roll_order(context: RenderContext, hidden: int, wild: int) -> str:
    """The order that rolls so many dice."""
    return write(Roll(context.table.turn.seat, hidden, wild), context.table, context.catalogue.language)


def end_order(context: RenderContext, discard: Dice) -> str:
    """The order that ends the turn and gives back these dice."""
    return write(EndTurn(context.table.turn.seat, discard), context.table, context.catalogue.language)


def joined(text: str, order: str, catalogue: Catalogue) -> str:
    """Orders with one more; a piece laid at the same end goes on in the line before it, as a person would write it."""
    lines = text.rstrip().split("\n") if text.strip() else []
    if lines and _goes_on(lines[-1].split(), order.split(), catalogue):
        lines[-1] = f"{lines[-1].rstrip()} {order.partition(' ')[2]}"
    else:
        lines.append(order)
    return "\n".join(lines)


def _goes_on(last: Sequence[str], order: Sequence[str], catalogue: Catalogue) -> bool:
    if not last or last[0] not in ENDS or last[0] != order[0]:
        return False
    pay, leave = LINE.word("pay", catalogue.language), LINE.word("leave", catalogue.language)
    return pay not in last and leave not in order and not any(sign in part for part in last for sign in "#;")


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


def _at_end(context: RenderContext, name: EndName, runs: Iterable[LayRun], begun: str) -> AtEnd:
    here = [run for run in runs if run.end == name]
    at = begun if begun.partition(" ")[0] == name else ""
    depth, under = _below(context, here, at)
    if not _groups(under, depth):
        at, depth, under = "", 0, here
    return AtEnd(name, place(context, name), at, tuple(_way(context, group, depth) for group in _groups(under, depth)))


def _below(context: RenderContext, runs: Sequence[LayRun], begun: str) -> tuple[int, Sequence[LayRun]]:
    """The number of steps in a beginning, and the runs that begin so; none where it is no beginning."""
    depth, under = 0, runs
    while begun:
        texts = ((_text(context, group[0], depth + 1), group) for group in _groups(under, depth))
        found = next(((text, group) for text, group in texts if f"{begun} ".startswith(f"{text} ")), None)
        if found is None:
            return 0, ()
        depth, under = depth + 1, found[1]
        if found[0] == begun:
            break
    return depth, under


def _groups(runs: Iterable[LayRun], depth: int) -> list[list[LayRun]]:
    """The runs by their step at a depth, the shortest of each first."""
    groups: dict[tuple[Side | None, Step], list[LayRun]] = {}
    for run in sorted(runs, key=lambda run: len(run.steps)):
        if len(run.steps) > depth:
            groups.setdefault((run.leave, run.steps[depth]), []).append(run)
    return list(groups.values())


def _text(context: RenderContext, run: LayRun, length: int) -> str:
    begun = replace(run, steps=run.steps[:length], pay=None)
    return write(begun, context.table, context.catalogue.language)


def _way(context: RenderContext, group: Sequence[LayRun], depth: int) -> WayChoice:
    run = group[0]
    step = run.steps[depth]
    is_whole = len(run.steps) == depth + 1
    order = _text(context, run, depth + 1)
    if isinstance(step, NewTile):
        layout = context.components.layout(step.kind, step.turn)
        return WayChoice(order, is_whole, tile=layout, called=context.layout(layout))
    came = _came(context, run, depth)
    face: Face = "?" if step.wild else "straight" if came == step.heading else "curve"
    note = context.game.step_note(context, group, depth)
    return WayChoice(order, is_whole, note, step.heading, run.leave if depth == 0 else None, face)


def _came(context: RenderContext, run: LayRun, depth: int) -> Side | None:
    """The side to which the line points before a step."""
    before = [step.heading for step in run.steps[:depth] if isinstance(step, Piece)]
    if before:
        return before[-1]
    return context.table.line.end(run.end).heading if run.leave is None else run.leave
