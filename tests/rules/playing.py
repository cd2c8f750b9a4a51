"""Playing a position on, with what must never be lost counted after every event."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.orders import scripted
from rules.position import shown
from rules_core.games import rulebook, ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.games.germany import game as germany
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Fact, Violations
from rules_core.line.actions import Action
from rules_core.line.companies import SHARES
from rules_core.line.events import Event, PassengersCame, TileLaid, TransportUsed
from rules_core.line.table import State

Kind = TypeVar("Kind")
GAMES: Mapping[str, AnyGame] = {first_rails.kind: first_rails, germany.kind: germany}


@dataclass(frozen=True)
class After:
    """What came of some actions."""

    state: State
    events: tuple[Event, ...]

    def events_of(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def front(state: State, seat: int = 0) -> str:
    """The dice in front of a seat, such as "sc??"."""
    return shown(state.table.players[seat].front)


def hidden(state: State, seat: int = 0) -> int:
    """The dice behind a seat's screen."""
    screen = state.screens[seat]
    assert screen is not None
    return screen.hidden


def passengers(state: State, seat: int = 0) -> int:
    """The passengers behind a seat's screen, in thousands."""
    screen = state.screens[seat]
    assert screen is not None
    return screen.passengers


def rules_of(state: State) -> AnyGame:
    """The rules of the game that a position is of."""
    return GAMES[state.table.kind]


def check_counts(state: State, tiles: int | None = None) -> None:
    """Dice and shares are all there, and nothing is negative (FR-2, FR-3); `tiles` is what the box held (FR-4)."""
    table = state.table
    dice = [table.bank, table.line.dice]
    dice += [number for player in table.players for number in player.front]
    dice += [screen.hidden for screen in state.screens if screen]
    assert min(dice) >= 0, dice
    assert sum(dice) == (60 if table.options["extended"] == "yes" else 40), dice
    for index, company in enumerate(table.companies.values()):
        held = [company.unsold, *(player.shares[index] for player in table.players)]
        assert min(held) >= 0 and sum(held) == SHARES, held
        assert all(stock.left >= 0 for stock in company.stock)
    assert min(table.landscape.supply.values(), default=0) >= 0
    if tiles is not None:
        assert len(table.landscape.tiles) + sum(table.landscape.supply.values()) == tiles


def stations(state: State) -> int:
    """All stations, on cards, in the landscape (FR-3), and abroad (GE-32)."""
    table = state.table
    standing = [company for tile in table.landscape.tiles.values() for company in tile.stations]
    foreign = table.box.chart.countries if table.box.chart else ()
    abroad = [piece for square in foreign if (piece := table.line.fixture(square))]
    return len(standing) + len(abroad) + sum(company.stations_left for company in table.companies.values())


def passengers_told(state: State) -> int:
    """All passengers in the images, waiting and carried (GE-5)."""
    table = state.table
    images = [table.waiting, *(player.carried for player in table.players)]
    assert min((number for image in images for number in image), default=0) >= 0
    return sum(map(sum, images))


def _come(event: Event) -> int:
    match event:
        case TransportUsed():
            return 1
        case PassengersCame():
            return sum(event.passengers)
        case _:
            return 0


def evolve_checked(state: State, event: Event) -> State:
    """The position after an event, nothing lost."""
    after = rules_of(state).evolve(state, event)
    check_counts(after)
    assert stations(after) == stations(state)
    assert passengers_told(after) - passengers_told(state) == _come(event)
    grown = isinstance(event, TileLaid)
    assert len(after.table.landscape.tiles) == len(state.table.landscape.tiles) + grown
    assert sum(after.table.landscape.supply.values()) == sum(state.table.landscape.supply.values()) - grown
    found: State = after
    return found


def play(state: State, *actions: Action, dice: str = "") -> After:
    """Take the actions one after another, throwing the dice named, and fail where one is refused."""
    draw: Draw = scripted(dice)
    found_events: list[Event] = []
    for action in actions:
        events = rules_of(state).decide(state, action, draw)
        assert not isinstance(events, Violations), f"{action} is refused: {events.violations}"
        for event in events:
            state = evolve_checked(state, event)
        found_events += events
    return After(state, tuple(found_events))


def refused(state: Any, action: Any, rule: str, code: str, **facts: Fact) -> None:
    """Fail unless the action, in any game, is refused by this clause of this rule, with at least these facts."""
    answer = ruleset_for(state.table.kind).decide(state, action, scripted(""))
    assert isinstance(answer, Violations), f"{action} is taken: {answer}"
    first = answer.violations[0]
    assert (first.rule, first.code) == (rule, code), first
    assert rule in rulebook(state.table.kind)
    found = {name: first.facts.get(name) for name in facts}
    assert found == facts, first
