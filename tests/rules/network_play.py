"""Random play of Railroad Dice 2, steered so that everything the rules speak of comes to pass."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final, TypeAlias

from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.events import NetworkEvent
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import Draw, keyed_draw
from rules_core.kernel.rulebook import Violations

Check: TypeAlias = Callable[[NetworkTable | None, NetworkEvent, NetworkTable], None]
"""Looks at an event, with the position before it and behind it."""


@dataclass(frozen=True)
class NetworkTemper:
    """How a random player weighs the kinds of action, and how eager they are to join stations."""

    roll: float = 6
    take: float = 2
    skip: float = 1
    """Passing the roll."""
    lay: float = 8
    expand: float = 8
    buy: float = 3
    carry: float = 10
    call: float = 2
    end: float = 1
    eager: float = 0
    """The share of their track that is laid where it brings them most."""


TEMPERS: Final[Mapping[str, NetworkTemper]] = {
    "even": NetworkTemper(),
    "builder": NetworkTemper(end=0.1, skip=0, take=6, lay=12, expand=12, buy=1, carry=4, call=0, eager=1),
    "carrier": NetworkTemper(buy=8, carry=60, skip=2, call=1, eager=1, end=0.1),
    "crosser": NetworkTemper(roll=3, take=8, expand=20, lay=3, eager=0.4),
    "idler": NetworkTemper(roll=0.3, take=0.2, skip=0.3, lay=2, buy=0.3, carry=0.5, end=8),
}


@dataclass(frozen=True)
class NetworkStep:
    """One action of a game: the position before, what was listed, what was done and what came of it."""

    before: NetworkTable
    listed: tuple[NetworkAction, ...]
    action: NetworkAction
    events: tuple[NetworkEvent, ...]
    after: NetworkTable


@dataclass
class NetworkGame:
    """A game played at random from a seed."""

    seed: int
    seats: int
    options: Mapping[str, str]
    temper: str
    most: int = 3000
    check: Check | None = None
    """What looks at every event."""
    start: None = None
    log: list[NetworkEvent] = field(default_factory=list)

    @property
    def rules(self) -> AnyGame:
        """The rules it is played by."""
        return railroad_dice_2

    @property
    def draw(self) -> Draw:
        """The dice of this game."""
        return keyed_draw(self.seed.to_bytes(32, "big"), "random play", [], 0)

    def steps(self) -> Iterator[NetworkStep]:
        """The actions of the game, until it is over or long enough."""
        rng, draw, temper = Random(self.seed), self.draw, TEMPERS[self.temper]
        table = self._on(None, railroad_dice_2.setup(self.options, self.seats, draw))
        for _ in range(self.most):
            if table.over:
                return
            listed = tuple(railroad_dice_2.legal(railroad_dice_2.view(table, table.turn.seat)))
            action = _chosen(rng, temper, table, listed)
            events = railroad_dice_2.decide(table, action, draw)
            assert not isinstance(events, Violations), f"{action} was listed, and is refused: {events}"
            after = self._on(table, events)
            yield NetworkStep(table, listed, action, tuple(events), after)
            table = after

    def _on(self, table: NetworkTable | None, events: Iterable[NetworkEvent]) -> NetworkTable:
        """The position after events, each of which is checked."""
        for event in events:
            after = railroad_dice_2.evolve(table, event)
            if self.check is not None:
                self.check(table, event, after)
            self.log.append(event)
            table = after
        assert table is not None
        return table


def _chosen(
    rng: Random, temper: NetworkTemper, table: NetworkTable, listed: tuple[NetworkAction, ...]
) -> NetworkAction:
    kinds: dict[str, list[NetworkAction]] = {}
    for action in listed:
        kinds.setdefault(_kind(action), []).append(action)
    names = sorted(kinds)
    kind = rng.choices(names, [getattr(temper, name, 1) for name in names])[0]
    offers = kinds[kind]
    if kind in ("lay", "expand") and rng.random() < temper.eager:
        rng.shuffle(offers)
        return max(offers, key=lambda action: _gain(table, action))
    return rng.choice(offers)


def _gain(table: NetworkTable, action: NetworkAction) -> tuple[int, int]:
    """The stations that are joined to the player's home after an action, and how near the others are, as below 0."""
    events = railroad_dice_2.decide(table, action, lambda _key, _sides: 0)
    assert not isinstance(events, Violations)
    after = fold(railroad_dice_2, events, table)
    reach, joined = after.reach(action.seat), after.players[action.seat].connected
    ends = {place.square for place in reach.arrivals if place.square not in after.network.track} if reach else set()
    far = [
        min((abs(end.x - station.square.x) + abs(end.y - station.square.y) for end in ends), default=99)
        for at, station in enumerate(after.network.stations)
        if at not in joined and station.owner != action.seat
    ]
    return len(joined), -sum(far)


def _kind(action: NetworkAction) -> str:
    match action:
        case PlaceStation():
            return "place"
        case RollDice():
            return "roll"
        case TakeWild():
            return "take"
        case PassRoll():
            return "skip"
        case LayTrack():
            return "lay"
        case ExpandTrack():
            return "expand"
        case BuyLocomotive():
            return "buy"
        case CarryPassengers():
            return "carry"
        case CallPassengers():
            return "call"
        case FinishTurn():
            return "end"


def network_game(seed: int, seats: int) -> NetworkGame:
    """A game from a seed, by which the temper and each option are chosen apart: a new option changes none of these."""
    options = {key: Random(f"{seed} {seats} {key}").choice(values) for key, values in OPTIONS.items()}
    return NetworkGame(seed, seats, options, Random(f"{seed} {seats}").choice(list(TEMPERS)))


GAMES: Final = tuple((seed, seats) for seats in (2, 3, 4) for seed in range(10))
"""What the suite holds against the oracle: seeds and numbers of players."""


@cache
def network_played(seed: int, seats: int) -> tuple[NetworkStep, ...]:
    """The actions of one of the games."""
    return tuple(network_game(seed, seats).steps())
