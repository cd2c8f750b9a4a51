"""Playing a position of Railroad Dice 2 on, with units and dice counted after every event."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from rules.network import square
from rules_core.games import rulebook
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.events import NetworkEvent, PassengersArrived, TrackExpanded, TrackLaid
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Pair
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Fact, Violations

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class NetworkAfter:
    """What came of some actions."""

    table: NetworkTable
    events: tuple[NetworkEvent, ...]

    def events_of(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def kinds(self) -> list[str]:
        """The names of all events."""
        return [type(event).__name__ for event in self.events]

    @property
    def units(self) -> tuple[int, ...]:
        """The units of the players."""
        return tuple(player.units for player in self.table.players)


def lay(at: str, pair: Pair, *, wild: bool = False, seat: int = 0) -> act.LayTrack:
    """Lay a simple die."""
    return act.LayTrack(seat, square(at), pair, wild)


def expand(at: str, pair: Pair, *, wild: bool = False, seat: int = 0) -> act.ExpandTrack:
    """Expand a simple die by a pair of sides."""
    return act.ExpandTrack(seat, square(at), pair, wild)


def place(at: str, *, seat: int = 0) -> act.PlaceStation:
    """Place a station."""
    return act.PlaceStation(seat, square(at))


def carry(locomotive: int, station: int, *, seat: int = 0) -> act.CarryPassengers:
    """Make a trip."""
    return act.CarryPassengers(seat, locomotive, station)


def scripted(faces: str) -> Draw:
    """A draw that throws these faces, one after another; to throw more raises StopIteration."""
    script: Iterator[str] = iter(faces.split())

    def draw(key: DrawKey, sides: int) -> int:
        face = next(script)
        return next(sides.index(face) for sides in railroad_dice_2.dice(BOX) if face in sides)

    return draw


BOX = railroad_dice_2.read_components(railroad_dice_2.components)


def evolve_checked(table: NetworkTable, event: NetworkEvent) -> NetworkTable:
    """The position after an event: no unit or die came or went, but for extra counters and dice that were laid."""
    after = railroad_dice_2.evolve(table, event)
    assert min(_counts(after)) >= 0, after
    assert _units(after) - _units(table) == (event.extra if isinstance(event, PassengersArrived) else 0)
    assert after.extra - table.extra == _units(after) - _units(table)
    assert _dice(after) == _dice(table)
    is_board_changed = isinstance(event, TrackLaid | TrackExpanded)
    assert (after.network.track != table.network.track) == is_board_changed
    return after


def _counts(table: NetworkTable) -> list[int]:
    return [table.bank, table.simple, table.complex, *table.waiting, *(player.units for player in table.players)]


def _units(table: NetworkTable) -> int:
    return table.bank + sum(table.waiting) + sum(player.units for player in table.players)


def _dice(table: NetworkTable) -> tuple[int, int]:
    lying = [len(piece) for piece in table.network.track.values()]
    return table.simple_left + lying.count(1), table.complex_left + lying.count(2)


def listed(table: NetworkTable, seat: int | None = None) -> list[act.NetworkAction]:
    """What a seat may do, the one to play unless told."""
    return list(railroad_dice_2.legal(railroad_dice_2.view(table, table.turn.seat if seat is None else seat)))


def play(table: NetworkTable, *actions: act.NetworkAction, dice: str = "") -> NetworkAfter:
    """Take the actions one after another, throwing the dice named, and fail where one is refused."""
    draw = scripted(dice)
    found: list[NetworkEvent] = []
    for action in actions:
        assert isinstance(action, act.RollDice) or action in listed(table), f"{action} is not listed"
        events = railroad_dice_2.decide(table, action, draw)
        assert not isinstance(events, Violations), f"{action} is refused: {events.violations}"
        for event in events:
            table = evolve_checked(table, event)
        found += events
    return NetworkAfter(table, tuple(found))


def refused(table: NetworkTable, action: act.NetworkAction, rule: str, code: str, **facts: Fact) -> None:
    """Fail unless the action is refused by this clause of this rule, with at least these facts, and is not listed."""
    answer = railroad_dice_2.decide(table, action, scripted(""))
    assert isinstance(answer, Violations), f"{action} is taken: {answer}"
    first = answer.violations[0]
    assert (first.rule, first.code) == (rule, code), first
    assert rule in rulebook(table.kind)
    assert {name: first.facts.get(name) for name in facts} == facts, first
    assert action not in listed(table)
