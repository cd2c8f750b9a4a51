"""A player with some sense: it takes what it is due, and spends dice where they bring the most passengers.

Its turn is a list of habits. Each time it is asked, the first habit that finds something worth doing acts, so that
whatever was drawn, won or thrown since is weighed afresh. Everything it does is among the actions offered to it, but
for breaking the bank.
"""

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Final, TypeAlias, TypeVar

from rules_core.actions import Action, BuildStation, BuyShare, EndName, EndTurn, Income, LayRun, NewTile, Piece, Roll
from rules_core.bots.appraisal import INCOME, PLAIN, Appraisal
from rules_core.bots.places import Ground, Place
from rules_core.bots.player import Choose
from rules_core.bots.preview import dues_of, ground_after
from rules_core.bots.routes import Route, routes
from rules_core.dice import NO_DICE
from rules_core.geometry import cell_of
from rules_core.views import PlayerView

ENDS: Final[tuple[EndName, EndName]] = ("A", "B")
KEPT: Final = 5
"""Dice that may stay in front (FR-14)."""
READY: Final = 3
"""Dice a director keeps for a station while there is no place for one (FR-3)."""
NEAR: Final = 3
"""A place for a station is near when it is no more dice away."""
UNPAID: Final = 0.5
"""What is left of a station's worth when it cannot be paid at once: others may lay on."""
LAKE: Final = 2
"""Dice that a lake costs (FR-40)."""
SHARES_KEPT: Final = 2
"""Share dice worth keeping."""

A = TypeVar("A")


class Moment:
    """One moment of a turn: what the player sees, what it may do, and what things are worth."""

    def __init__(self, view: PlayerView, actions: Iterable[Action], choose: Choose) -> None:
        seat = view.table.turn.seat
        self.table = view.table
        self.front = view.table.players[seat].front
        self.hidden = view.own.hidden
        self.appraisal = Appraisal(view, seat)
        self.seat = seat
        self._choose = choose
        self._offers: dict[type, list[Action]] = {}
        for action in actions:
            self._offers.setdefault(type(action), []).append(action)

    def offered(self, kind: type[A]) -> list[A]:
        """The actions of a kind that are offered."""
        return [action for action in self._offers.get(kind, ()) if isinstance(action, kind)]

    def runs(self) -> Iterable[LayRun]:
        """The runs offered, each with the first of its payments only."""
        first: dict[tuple[object, ...], LayRun] = {}
        for run in self.offered(LayRun):
            first.setdefault((run.end, run.leave, run.steps), run)
        return first.values()

    def ground(self, end: EndName) -> Ground:
        """An end of the line as it is."""
        return Ground(self.appraisal, self.table.landscape, self.table.line, end)

    @cached_property
    def reachable(self) -> list[tuple[Place, int]]:
        """The places that either end can come to, and the dice that takes."""
        return [found for end in ENDS for found in self.ground(end).within_reach()]

    @property
    def surrounded(self) -> bool:
        """Whether there is no way on, or only over water."""
        return not self.reachable

    def best(self, valued: Iterable[tuple[float, A]]) -> A | None:
        """One of those that are worth the most; None where nothing is worth anything."""
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


Habit: TypeAlias = Callable[[Moment], Action | None]


def take_income(moment: Moment) -> Action | None:
    """Always (FR-11)."""
    return next(iter(moment.offered(Income)), None)


def build_station(moment: Moment) -> Action | None:
    """Wherever the passengers to come, and the bonus, are worth the dice (FR-50)."""
    appraisal = moment.appraisal

    def worth(action: BuildStation) -> float:
        square = moment.table.line.end(action.end).ahead
        assert square is not None and action.pay is not None, "so they are offered"
        price = action.pay.hidden * appraisal.hidden + action.pay.wild * appraisal.wild
        return appraisal.station(action.company, cell_of(square)) + appraisal.bonus - price

    return moment.best((worth(action), action) for action in moment.offered(BuildStation))


def buy_share(moment: Moment) -> Action | None:
    """With share dice anything, with "?" what is worth one: to become or stay a director (FR-20, FR-21)."""
    if moment.table.last_year:
        return None

    def worth(action: BuyShare) -> float:
        company = moment.table.companies[action.company]
        seller = company.director if action.source == "director" else None
        return moment.appraisal.share(company, seller) + (-moment.appraisal.wild if action.wild else PLAIN)

    return moment.best((worth(action), action) for action in moment.offered(BuyShare))


def reach_place(moment: Moment) -> Action | None:
    """Makes for the best place that the dice in front suffice for, to build there or to connect a tile."""
    starts = _runs_by_start(moment.runs())
    found: list[tuple[float, list[LayRun]]] = []
    for end in ENDS:
        ground = moment.ground(end)
        for place in ground.places():
            for route in routes(ground, place, moment.front):
                leave = route.out if ground.end.is_station else None
                crosses = place.side is not None and route.pieces == 1
                runs = starts.get((end, leave, route.heading, crosses))
                if runs:
                    found.append((_worth(moment, place, route), runs))
    runs = moment.best(found)
    return None if runs is None else max(runs, key=partial(_outlook, moment))


def _outlook(moment: Moment, run: LayRun) -> float:
    """What a run leads on to, less the dice that it takes."""
    appraisal = moment.appraisal
    pieces = sum(isinstance(step, Piece) for step in run.steps)
    price = pieces * PLAIN + appraisal.payment(dues_of(moment.table, run))
    return ground_after(appraisal, run).promise() - price


def _runs_by_start(runs: Iterable[LayRun]) -> dict[tuple[object, ...], list[LayRun]]:
    """The runs of one piece, and those over an edge, by how they begin."""
    found: dict[tuple[object, ...], list[LayRun]] = {}
    for run in runs:
        first = run.steps[0]
        crosses = len(run.steps) > 1 and isinstance(run.steps[1], NewTile)
        if isinstance(first, Piece) and (crosses or len(run.steps) == 1):
            found.setdefault((run.end, run.leave, first.heading, crosses), []).append(run)
    return found


def _worth(moment: Moment, place: Place, route: Route) -> float:
    appraisal = moment.appraisal
    dice = moment.hidden + moment.front.wild - route.wild - route.dues
    worth = place.worth if dice >= place.price else place.worth * UNPAID
    return worth - route.plain * PLAIN - route.wild * appraisal.wild - appraisal.payment(route.dues)


def roll(moment: Moment) -> Action | None:
    """Everything but what stations will cost, and some "?" (FR-12)."""
    keep_hidden, keep_wild = _reserve(moment)
    hidden = max(0, moment.hidden - keep_hidden)
    wild = max(0, moment.front.wild - keep_wild)
    fitting = [action for action in moment.offered(Roll) if action.hidden <= hidden and action.wild <= wild]
    return max(fitting, key=lambda action: (action.hidden + action.wild, action.hidden), default=None)


def _reserve(moment: Moment) -> tuple[int, int]:
    """The hidden dice and the "?" that are not rolled."""
    short = moment.appraisal.short
    if moment.surrounded:
        return LAKE, 0 if short else LAKE
    prices = [place.price for place, dice in moment.reachable if place.price and (dice <= NEAR or not short)]
    hidden = min(prices, default=READY if moment.appraisal.own and not short else 0)
    if short:
        return hidden, 0
    return hidden, 2 if moment.hidden > hidden else 1


def lay_surplus(moment: Moment) -> Action | None:
    """Lays plain dice that would go back, that the bank runs short of, or that lead out, where they lead anywhere."""
    if moment.front.total <= KEPT and not moment.appraisal.short and not moment.surrounded:
        return None
    now = {end: moment.ground(end).promise() for end in ENDS}
    plain = [run for run in moment.runs() if not _names_wild(run)]
    return moment.best((_outlook(moment, run) - now[run.end], run) for run in plain)


def _names_wild(run: LayRun) -> bool:
    return any(isinstance(step, Piece) and step.wild for step in run.steps)


def break_bank(moment: Moment) -> Action | None:
    """Ends a game that stands still, where no other carries more passengers a year (FR-71).

    It stands still where there is nothing to do but to pass, nobody else has a die behind the screen, and the bank
    cannot pay anybody's income.
    """
    table, appraisal = moment.table, moment.appraisal
    if not moment.can_only_pass or table.year == 1 or table.turn.income or table.last_year:
        return None
    if table.bank >= INCOME or appraisal.hidden_elsewhere:
        return None
    carried = [appraisal.carried_by(seat) for seat in range(len(table.players))]
    return Income(moment.seat, break_bank=True) if carried[moment.seat] == max(carried) else None


def end_turn(moment: Moment) -> Action | None:
    """Keeps "?" first, then share dice, then straights and curves alike (FR-14)."""

    def kept(action: EndTurn) -> tuple[int, int, int]:
        left = moment.front.minus(action.discard)
        return left.wild, min(left.share, SHARES_KEPT), -abs(left.straight - left.curve)

    return max(moment.offered(EndTurn), key=kept, default=None)


HABITS: Final[tuple[Habit, ...]] = (
    take_income,
    build_station,
    buy_share,
    reach_place,
    roll,
    lay_surplus,
    break_bank,
    end_turn,
)


def heuristic_bot(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """What the first habit that finds something to do does. Raises ValueError where no action is offered."""
    moment = Moment(view, actions, choose)
    for habit in HABITS:
        action = habit(moment)
        if action is not None:
            return action
    raise ValueError(f"nothing is offered to seat {view.seat}")
