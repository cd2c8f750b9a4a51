"""A player of The First Rails with some sense: it spends dice where they bring the most passengers.

Everything it does is among the actions offered to it, but for breaking the bank.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rules_core.games.first_rails.bots.appraisal import Appraisal
from rules_core.games.first_rails.bots.ground import TileGround
from rules_core.grid.geometry import cell_of
from rules_core.kernel.definition import Choose
from rules_core.line.actions import Action, BuildStation, BuyShare, EndName, Income, LayRun
from rules_core.line.bots.moment import Habit, Moment, act, end_turn, lay_surplus, reach_place, roll, take_income
from rules_core.line.bots.preview import laid
from rules_core.line.bots.worth import PLAIN
from rules_core.line.turns import FIRST_DICE
from rules_core.line.views import PlayerView

READY: Final = 3
"""Dice a director keeps for a station while there is no place for one (FR-3)."""
NEAR: Final = 3
"""A place for a station is near when it is no more dice away."""
LAKE: Final = 2
"""Dice that a lake costs (FR-40)."""


class FirstRailsMoment(Moment[Appraisal]):
    """One moment of a turn of The First Rails."""

    unpaid = 0.5

    def __init__(self, view: PlayerView, actions: Iterable[Action], choose: Choose) -> None:
        super().__init__(view, actions, choose, Appraisal(view, view.table.turn.seat))

    def grounds(self, end: EndName) -> Sequence[TileGround]:
        """An end of the line on its tile."""
        return (TileGround(self.appraisal, self.table.landscape, self.table.line, end),)

    def ground_after(self, run: LayRun) -> TileGround:
        """The end of the line that a run goes on from, as the run leaves it."""
        return TileGround(self.appraisal, *laid(self.table, run), run.end)

    def reserve(self) -> tuple[int, int]:
        """What the nearest station will cost, and some "?"; what a lake costs where there is no other way."""
        short = self.appraisal.short
        if self.surrounded:
            return LAKE, 0 if short else LAKE
        prices = [place.price for place, dice in self.reachable if place.price and (dice <= NEAR or not short)]
        hidden = min(prices, default=READY if self.appraisal.own and not short else 0)
        if short:
            return hidden, 0
        return hidden, 2 if self.hidden > hidden else 1


def build_station(moment: FirstRailsMoment) -> Action | None:
    """Wherever the passengers to come, and the bonus, are worth the dice (FR-50)."""
    appraisal = moment.appraisal

    def worth(action: BuildStation) -> float:
        square = moment.table.line.end(action.end).ahead
        assert square is not None and action.pay is not None, "so they are offered"
        price = action.pay.hidden * appraisal.hidden + action.pay.wild * appraisal.wild
        return appraisal.station(action.company, cell_of(square)) + appraisal.bonus - price

    return moment.best((worth(action), action) for action in moment.offered(BuildStation))


def buy_share(moment: FirstRailsMoment) -> Action | None:
    """With share dice anything, with "?" what is worth one: to become or stay a director (FR-20, FR-21)."""
    if moment.table.last_year:
        return None

    def worth(action: BuyShare) -> float:
        company = moment.table.companies[action.company]
        seller = company.director if action.source == "director" else None
        return moment.appraisal.share(company, seller) + (-moment.appraisal.wild if action.wild else PLAIN)

    return moment.best((worth(action), action) for action in moment.offered(BuyShare))


def break_bank(moment: FirstRailsMoment) -> Action | None:
    """Ends a game that stands still, where no other carries more passengers a year (FR-71).

    It stands still where there is nothing to do but to pass, nobody else has a die behind the screen, and the bank
    cannot pay anybody's income.
    """
    table, appraisal = moment.table, moment.appraisal
    if not moment.can_only_pass or table.year == 1 or table.turn.income or table.last_year:
        return None
    if table.bank >= FIRST_DICE or appraisal.hidden_elsewhere:
        return None
    carried = [appraisal.carried_by(seat) for seat in range(len(table.players))]
    return Income(moment.seat, break_bank=True) if carried[moment.seat] == max(carried) else None


HABITS: Final[tuple[Habit[FirstRailsMoment], ...]] = (
    take_income,
    build_station,
    buy_share,
    reach_place,
    roll,
    lay_surplus,
    break_bank,
    end_turn,
)


def play(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """What the first habit that finds something to do does. Raises ValueError where no action is offered."""
    return act(FirstRailsMoment(view, actions, choose), HABITS)
