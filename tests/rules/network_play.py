"""Random play of Railroad Dice 2, steered so that everything the rules speak of comes to pass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random

from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.events import NetworkEvent
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Draw, keyed_draw
from rules_core.kernel.rulebook import Violations

TEMPERS: Mapping[str, Mapping[type[act.Move], float]] = {
    "builder": {act.RollDice: 9, act.TakeWild: 1, act.LayTrack: 20, act.ExpandTrack: 30, act.CarryPassengers: 1},
    "carrier": {act.RollDice: 6, act.PassRoll: 3, act.LayTrack: 20, act.BuyLocomotive: 9, act.CarryPassengers: 30},
    "caller": {act.PassRoll: 4, act.RollDice: 4, act.CallPassengers: 9, act.LayTrack: 4, act.CarryPassengers: 0.2},
    "idler": {act.RollDice: 0.2, act.CarryPassengers: 0.3, act.BuyLocomotive: 0.2, act.FinishTurn: 3},
    "even": {act.LayTrack: 6, act.ExpandTrack: 6, act.CarryPassengers: 6},
}
"""How random players weigh the kinds of action; what is not named weighs 1."""


@dataclass(frozen=True)
class NetworkStep:
    """One action of a game: the position before, what was listed, what was done and what came of it."""

    before: NetworkTable
    listed: tuple[act.Move, ...]
    action: act.Move
    events: tuple[NetworkEvent, ...]
    after: NetworkTable


@dataclass
class NetworkGame:
    """A game played at random from a seed."""

    seed: int
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    temper: str = "even"
    most: int = 2000
    check: Callable[[NetworkTable, NetworkEvent], None] | None = None
    """Sees every event, with the position after it."""
    log: list[NetworkEvent] = field(default_factory=list)

    @property
    def draw(self) -> Draw:
        """The dice of this game."""
        return keyed_draw(self.seed.to_bytes(32, "big"), "random network", [], 0)

    def steps(self) -> Iterator[NetworkStep]:
        """The actions of the game, until it is over or long enough."""
        rng, draw = Random(self.seed), self.draw
        self.log += railroad_dice_2.setup(self.options, self.seats, draw)
        table = fold(railroad_dice_2, self.log)
        for _ in range(self.most):
            if table.over:
                return
            listed = tuple(railroad_dice_2.legal(railroad_dice_2.view(table, table.turn.seat)))
            action = _chosen(rng, TEMPERS[self.temper], listed)
            events = railroad_dice_2.decide(table, action, draw)
            assert not isinstance(events, Violations), f"{action} was listed, and is refused: {events}"
            after = table
            for event in events:
                after = railroad_dice_2.evolve(after, event)
                if self.check is not None:
                    self.check(after, event)
            self.log += events
            yield NetworkStep(table, listed, action, tuple(events), after)
            table = after


def _chosen(rng: Random, temper: Mapping[type[act.Move], float], listed: tuple[act.Move, ...]) -> act.Move:
    kinds: dict[type[act.Move], list[act.Move]] = {}
    for action in listed:
        kinds.setdefault(type(action), []).append(action)
    weights = [temper.get(kind, 1) for kind in kinds]
    return rng.choice(kinds[rng.choices(list(kinds), weights)[0]])


def network_game(
    seed: int, seats: int, most: int = 2000, check: Callable[[NetworkTable, NetworkEvent], None] | None = None
) -> NetworkGame:
    """A game from a seed, which also says the options and how it is played."""
    rng = Random(seed * 10 + seats)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    return NetworkGame(seed, seats, options, tuple(TEMPERS)[seed % len(TEMPERS)], most, check)


GAMES = tuple((seed, seats) for seats in (2, 3, 4) for seed in range(10))
"""What the suite plays: seeds and numbers of players."""


@cache
def network_played(seed: int, seats: int) -> tuple[NetworkStep, ...]:
    """The actions of one of the games."""
    return tuple(network_game(seed, seats).steps())
