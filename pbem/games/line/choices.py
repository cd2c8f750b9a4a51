"""What a player may do now, as a page offers it to be chosen: dice, symbols, the next piece at an end, tiles, stations.

Each choice is an order line, or the beginning of one: a run that leads over an edge or onto water is chosen step by
step until it may stop. All of it comes from the legal actions, so that no game has a list of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pbem.games.line import suggestions
from pbem.games.line.drawing.board import ENDS
from pbem.games.line.ends import place
from pbem.games.line.render_context import Scene
from pbem.i18n import Catalogue
from pbem.orders.words import word
from pbem.orders.writer import write
from pbem.reports.document import OrderLine
from rules_core.actions import Action, EndName, EndTurn, LayRun, NewTile, Piece, Roll
from rules_core.dice import Dice, Face
from rules_core.geometry import Side
from rules_core.terrain import Layout

Step: TypeAlias = Piece | NewTile


@dataclass(frozen=True)
class Way:
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


@dataclass(frozen=True)
class AtEnd:
    """What may be done at an end: `begun` is the run chosen so far, empty where none is; `ways` are its next steps."""

    name: EndName
    place: str
    begun: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Dices:
    """How many dice may be rolled at the most: hidden ones, and "?"."""

    hidden: int
    wild: int


@dataclass(frozen=True)
class Ending:
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
    ending: Ending | None = None

    def __bool__(self) -> bool:
        return self != Choices()


def choices(scene: Scene, legal: Sequence[Action], begun: str = "") -> Choices:
    """What may be chosen out of the legal actions; `begun` is the beginning of a run, as a Way had it.

    A beginning that is none is passed over.
    """
    ends = (_at_end(scene, name, [run for run in legal if isinstance(run, LayRun)], begun) for name in ENDS)
    return Choices(
        incomes=tuple(suggestions.incomes(scene, legal)),
        roll=_roll([action for action in legal if isinstance(action, Roll)]),
        shares=tuple(suggestions.offers(scene, legal)),
        transports=tuple(suggestions.transports(scene, legal)),
        ends=tuple(end for end in ends if end.ways),
        stations=tuple(suggestions.sites(scene, legal)),
        ending=_ending(scene, [action for action in legal if isinstance(action, EndTurn)]),
    )


def roll_order(scene: Scene, hidden: int, wild: int) -> str:
    """The order that rolls so many dice."""
    return write(Roll(scene.table.turn.seat, hidden, wild), scene.box, scene.catalogue.language)


def end_order(scene: Scene, discard: Dice) -> str:
    """The order that ends the turn and gives back these dice."""
    return write(EndTurn(scene.table.turn.seat, discard), scene.box, scene.catalogue.language)


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
    pay, leave = word("pay", catalogue.language), word("leave", catalogue.language)
    return pay not in last and leave not in order and not any(sign in part for part in last for sign in "#;")


def _roll(rolls: Iterable[Roll]) -> Dices | None:
    found = list(rolls)
    if not found:
        return None
    return Dices(max(roll.hidden for roll in found), max(roll.wild for roll in found))


def _ending(scene: Scene, ends: Sequence[EndTurn]) -> Ending | None:
    if not ends:
        return None
    front = scene.table.players[scene.table.turn.seat].front
    best = suggestions.least_missed(ends).discard
    return Ending(best.total, front, best)


def _at_end(scene: Scene, name: EndName, runs: Iterable[LayRun], begun: str) -> AtEnd:
    here = [run for run in runs if run.end == name]
    at = begun if begun.partition(" ")[0] == name else ""
    depth, under = _below(scene, here, at)
    if not _groups(under, depth):
        at, depth, under = "", 0, here
    return AtEnd(name, place(scene, name), at, tuple(_way(scene, group, depth) for group in _groups(under, depth)))


def _below(scene: Scene, runs: Sequence[LayRun], begun: str) -> tuple[int, Sequence[LayRun]]:
    """How many steps a beginning has, and the runs that begin so; none where it is no beginning."""
    depth, under = 0, runs
    while begun:
        texts = ((_text(scene, group[0], depth + 1), group) for group in _groups(under, depth))
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


def _text(scene: Scene, run: LayRun, length: int) -> str:
    begun = replace(run, steps=run.steps[:length], pay=None)
    return write(begun, scene.box, scene.catalogue.language)


def _way(scene: Scene, group: Sequence[LayRun], depth: int) -> Way:
    run = group[0]
    step = run.steps[depth]
    is_whole = len(run.steps) == depth + 1
    order = _text(scene, run, depth + 1)
    if isinstance(step, NewTile):
        return Way(order, is_whole, tile=scene.box.layout(step.kind, step.turn))
    came = _came(scene, run, depth)
    face: Face = "?" if step.wild else "straight" if came == step.heading else "curve"
    note = scene.presenter.step_note(scene, group, depth)
    return Way(order, is_whole, note, step.heading, run.leave if depth == 0 else None, face)


def _came(scene: Scene, run: LayRun, depth: int) -> Side | None:
    """Where the line points before a step."""
    before = [step.heading for step in run.steps[:depth] if isinstance(step, Piece)]
    if before:
        return before[-1]
    return scene.table.line.end(run.end).heading if run.leave is None else run.leave
