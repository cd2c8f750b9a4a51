"""A player of Germany with some sense: it builds where most passengers wait, and ends the game when it leads.

Everything it does is among the actions offered to it, but for breaking the bank.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rules_core.games.germany.bots.appraisal import Appraisal
from rules_core.games.germany.bots.ground import SectorGround, grounds
from rules_core.grid.geometry import cell_of
from rules_core.kernel.definition import Choose
from rules_core.line.actions import Action, BuildStation, EndName, Income, LayRun, UseTransport
from rules_core.line.bots.moment import Habit, Moment, act, end_turn, lay_surplus, reach_place, roll, take_income
from rules_core.line.bots.places import FADE
from rules_core.line.bots.preview import laid
from rules_core.line.companies import Company
from rules_core.line.views import PlayerView

READY: Final = 3
"""Dice kept for a station while there is no place for one (GE-31)."""
NEAR: Final = 3
"""A place for a station is near when it is no more dice away."""


class GermanMoment(Moment[Appraisal]):
    """One moment of a turn of Germany."""

    unpaid = 0.2

    def __init__(self, view: PlayerView, actions: Iterable[Action], choose: Choose) -> None:
        super().__init__(view, actions, choose, Appraisal(view, view.table.turn.seat))

    def grounds(self, end: EndName) -> Sequence[SectorGround]:
        """An end of the line in the sectors it may go on in."""
        return grounds(self.appraisal, end)

    def ground_after(self, run: LayRun) -> SectorGround:
        """The end of the line that a run goes on from, as the run leaves it."""
        landscape, line = laid(self.table, run)
        return SectorGround(self.appraisal, landscape, line, run.end, cell_of(line.end(run.end).square))

    def reserve(self) -> tuple[int, int]:
        """What the best station near costs, and some "?"."""
        short = self.appraisal.short
        stations = [(p.worth * FADE**dice, p.price) for p, dice in self.reachable if p.price and dice <= NEAR]
        hidden = max(stations, default=(0.0, 0 if short else READY))[1]
        if short:
            return hidden, 0
        return hidden, 2 if self.hidden > hidden else 1

    def to_build(self) -> BuildStation | None:
        """The best of the stations that may be built now, where one is worth its price."""
        appraisal = self.appraisal

        def worth(action: BuildStation) -> float:
            assert action.pay is not None, "so they are offered"
            price = action.pay.hidden * appraisal.hidden + action.pay.wild * appraisal.wild
            return appraisal.station(self.table.companies[action.company]) - price

        return self.best((worth(action), action) for action in self.offered(BuildStation))


def build_station(moment: GermanMoment) -> Action | None:
    """Builds where it is worth the dice, with the symbols in front spent first on the company built for (GE-33)."""
    station = moment.to_build()
    if station is None or not moment.front.share:
        return station
    return UseTransport(moment.seat, station.company)


def use_symbols(moment: GermanMoment) -> Action | None:
    """Uses a symbol for the company that the player is likeliest to collect for (GE-12)."""
    if not moment.front.share:
        return None

    def likely(company: Company) -> tuple[bool, int]:
        return company.director == moment.seat, moment.appraisal.waiting(company)

    unfinished = [company for company in moment.table.companies.values() if company.stations_left]
    return UseTransport(moment.seat, max(unfinished, key=likely).id)


def break_bank(moment: GermanMoment) -> Action | None:
    """Takes an income that the bank cannot pay, where that wins the game (GE-41 c)."""
    table = moment.table
    if table.year == 1 or table.turn.income or moment.offered(Income) or not moment.appraisal.leads:
        return None
    return Income(moment.seat, break_bank=True)


HABITS: Final[tuple[Habit[GermanMoment], ...]] = (
    take_income,
    break_bank,
    build_station,
    reach_place,
    roll,
    lay_surplus,
    use_symbols,
    end_turn,
)


def play(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """What the first habit that finds something to do does. Raises ValueError where no action is offered."""
    return act(GermanMoment(view, actions, choose), HABITS)
