"""One moment of a turn as a bot weighs it: what dice are worth in it, and the habits that bots share.

A bot's turn is a list of habits. Each time the bot has to act, the first habit that finds something worth doing does
it, so that new dice and tiles are always considered.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from rules_core.grid import cell_of, step
from rules_core.kernel.definition import Choose
from rules_core.line.actions import NO_DICE, Action, EndName, EndTurn, Income, LayRun, Piece, Roll
from rules_core.line.bots.places import EndInCell, Place, Route, dues_of, routes
from rules_core.line.events import Due
from rules_core.line.table import Player, PlayerView, Table
from rules_core.line.turns import FIRST_DICE, FRONT_LIMIT

WILD: Final = 1.2
"""What a "?" in front is worth."""
HIDDEN: Final = 0.7
"""What a die behind the screen is worth."""
PLAIN: Final = 0.05
"""The worth of a straight or a curve, and of any die of which there are plenty."""
MANY_WILD: Final = 4
"""The number of "?" beyond which more are worth little."""
BONUS: Final = 2 * WILD
"""What the bank gives for a tile or sector connected, or a station built (FR-38, FR-54, GE-22, GE-33)."""

SYMBOLS_KEPT: Final = 2
"""Share dice worth keeping."""

A = TypeVar("A")
M = TypeVar("M", bound="Moment[Any]")
Habit: TypeAlias = Callable[[M], Action | None]


class Worth:
    """The worth of dice to the viewer of one position, who has a seat."""

    many_hidden: ClassVar[int]
    """The number of dice behind a screen beyond which more are worth little."""

    def __init__(self, view: PlayerView, seat: int) -> None:
        self.table: Table = view.table
        self.seat = seat
        self.player: Player = view.table.players[seat]
        self.behind = view.own_screen

    @property
    def short(self) -> bool:
        """Whether the bank cannot pay everybody an income: then dice are better laid or paid than kept."""
        return self.table.bank < FIRST_DICE * len(self.table.players)

    @property
    def wild(self) -> float:
        """The worth of a "?" of the viewer's."""
        return PLAIN if self.short or self.player.front.wild >= MANY_WILD else WILD

    @property
    def hidden(self) -> float:
        """The worth of a die behind the viewer's screen."""
        return PLAIN if self.short or self.behind.hidden >= self.many_hidden else HIDDEN

    def payment(self, dice: int) -> float:
        """The worth of what paying that many dice gives up, those behind the screen first."""
        hidden = min(dice, self.behind.hidden)
        return hidden * self.hidden + (dice - hidden) * self.wild


W = TypeVar("W", bound=Worth)


class Moment(ABC, Generic[W]):
    """One moment of a turn: what the player sees, what it may do, and what things are worth."""

    unpaid: ClassVar[float]
    """What is left of a station's worth when it cannot be paid at once: others may lay on, or build it."""

    def __init__(self, view: PlayerView, actions: Iterable[Action], choose: Choose, appraisal: W) -> None:
        self.table = view.table
        self.viewer = view.seat
        self.seat = view.table.turn.seat
        self.front = view.table.players[self.seat].front
        self.hidden = view.own_screen.hidden
        self.appraisal = appraisal
        self._choose = choose
        self._offers: dict[type, list[Action]] = {}
        for action in actions:
            self._offers.setdefault(type(action), []).append(action)

    @abstractmethod
    def ends_in_cells(self, end: EndName) -> Sequence[EndInCell]:
        """An end of the line as it is, on the ground that it may go on to."""

    @abstractmethod
    def end_after(self, run: LayRun) -> EndInCell:
        """The end of the line that a run goes on from, as the run leaves it."""

    @abstractmethod
    def reserve(self) -> tuple[int, int]:
        """The hidden dice and the "?" that are not rolled."""

    def offered(self, kind: type[A]) -> list[A]:
        """The actions of a kind that are offered."""
        return [action for action in self._offers.get(kind, ()) if isinstance(action, kind)]

    def runs(self) -> Iterable[LayRun]:
        """The runs offered, each with the first of its payments only."""
        first: dict[tuple[object, ...], LayRun] = {}
        for run in self.offered(LayRun):
            first.setdefault((run.end, run.leave, run.steps), run)
        return first.values()

    def all_ends_in_cells(self) -> Iterable[EndInCell]:
        """Both ends, A first."""
        return (*self.ends_in_cells("A"), *self.ends_in_cells("B"))

    @cached_property
    def reachable(self) -> list[tuple[Place, int]]:
        """The places that either end can come to, and the dice that takes."""
        return [found for ground in self.all_ends_in_cells() for found in ground.within_reach()]

    @property
    def surrounded(self) -> bool:
        """Whether there is no way on, or only over water."""
        return not self.reachable

    def best(self, valued: Iterable[tuple[float, A]]) -> A | None:
        """One of the actions of the highest worth; None where none is worth anything."""
        found = list(valued)
        top = max((worth for worth, _ in found), default=0.0)
        if top <= 0:
            return None
        equal = [item for worth, item in found if worth == top]
        return equal[self._choose(len(equal))]

    @property
    def can_only_pass(self) -> bool:
        """Whether nothing is offered but to end the turn, with nothing to give back."""
        return self._offers.keys() == {EndTurn} and self.offered(EndTurn) == [EndTurn(self.seat, NO_DICE)]

    def pays_once(self, due: Due) -> bool:
        """Whether what is due of a kind is paid for the whole turn (FR-39, FR-40, GE-24)."""
        return True

    def outlook(self, run: LayRun) -> float:
        """The worth of what a run leads on to, less the dice that it takes."""
        pieces = sum(isinstance(step, Piece) for step in run.steps)
        price = pieces * PLAIN + self.appraisal.payment(dues_of(self.table, run, self.pays_once))
        return self.end_after(run).promise() - price


def first_action(moment: M, habits: Iterable[Habit[M]]) -> Action:
    """The action of the first habit that finds something to do. Raises ValueError where no action is offered."""
    for habit in habits:
        action = habit(moment)
        if action is not None:
            return action
    raise ValueError(f"nothing is offered to seat {moment.viewer}")


def take_income(moment: Moment[Any]) -> Action | None:
    """Always (FR-11)."""
    return next(iter(moment.offered(Income)), None)


def reach_place(moment: Moment[Any]) -> Action | None:
    """Make for the best place that the dice in front suffice for, to build there or to go on over an edge."""
    starts = _runs_by_start(moment)
    found: list[tuple[float, list[LayRun]]] = []
    for ground in moment.all_ends_in_cells():
        for place in ground.places():
            for route in routes(ground, place, moment.front):
                leave = route.out if ground.end.is_station else None
                crosses = place.crosses and route.pieces == 1
                runs = starts.get((ground.name, leave, route.heading, crosses))
                if runs:
                    found.append((_worth(moment, place, route), runs))
    runs = moment.best(found)
    return None if runs is None else max(runs, key=moment.outlook)


def _runs_by_start(moment: Moment[Any]) -> dict[tuple[object, ...], list[LayRun]]:
    found: dict[tuple[object, ...], list[LayRun]] = {}
    for run in moment.runs():
        first = run.steps[0]
        if not isinstance(first, Piece):
            continue
        crosses = len(run.steps) > 1 and _leads_over_edge(moment, run, first)
        if crosses or len(run.steps) == 1:
            found.setdefault((run.end, run.leave, first.heading, crosses), []).append(run)
    return found


def _leads_over_edge(moment: Moment[Any], run: LayRun, first: Piece) -> bool:
    end = moment.table.line.end(run.end)
    out = run.leave if end.heading is None else end.heading
    assert out is not None, "a station is left by a side that the run names"
    square = step(end.square, out)
    return cell_of(step(square, first.heading)) != cell_of(square)


def _worth(moment: Moment[Any], place: Place, route: Route) -> float:
    appraisal: Worth = moment.appraisal
    dice = moment.hidden + moment.front.wild - route.wild - route.dues
    worth = place.worth if dice >= place.price else place.worth * moment.unpaid
    return worth - route.plain * PLAIN - route.wild * appraisal.wild - appraisal.payment(route.dues)


def roll(moment: Moment[Any]) -> Action | None:
    """Everything but what stations will cost, and some "?" (FR-12)."""
    keep_hidden, keep_wild = moment.reserve()
    hidden = max(0, moment.hidden - keep_hidden)
    wild = max(0, moment.front.wild - keep_wild)
    fitting = [action for action in moment.offered(Roll) if action.hidden <= hidden and action.wild <= wild]
    return max(fitting, key=lambda action: (action.hidden + action.wild, action.hidden), default=None)


def lay_surplus(moment: Moment[Any]) -> Action | None:
    """Lay plain dice that would go back, that the bank runs short of, or that lead out, where they lead anywhere."""
    if moment.front.total <= FRONT_LIMIT and not moment.appraisal.short and not moment.surrounded:
        return None
    now = {end: max((g.promise() for g in moment.ends_in_cells(end)), default=0.0) for end in ("A", "B")}
    plain = [run for run in moment.runs() if not _names_wild(run)]
    return moment.best((moment.outlook(run) - now[run.end], run) for run in plain)


def _names_wild(run: LayRun) -> bool:
    return any(isinstance(step, Piece) and step.wild for step in run.steps)


def end_turn(moment: Moment[Any]) -> Action | None:
    """Keep "?" first, then symbols, then straights and curves alike (FR-14, GE-13)."""

    def remainder(action: EndTurn) -> tuple[int, int, int]:
        left = moment.front.minus(action.discard)
        return left.wild, min(left.share, SYMBOLS_KEPT), -abs(left.straight - left.curve)

    return max(moment.offered(EndTurn), key=remainder, default=None)
