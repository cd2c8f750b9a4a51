"""Random play, steered so that everything the rules speak of comes to pass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from rules.playing import GAMES as RULESETS
from rules.playing import evolve_checked, rules_of
from rules.position import Tile, position
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import Draw, keyed_draw
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, Income, LayRun, NewTile, Roll, UseTransport
from rules_core.line.events import Event, GameBegan
from rules_core.line.table import READING, State


@dataclass(frozen=True)
class Temper:
    """How a random player weighs the kinds of action, and how he plays them."""

    income: float = 4
    roll: float = 2
    buy: float = 2
    station: float = 20
    run: float = 2
    tile: float = 4
    """Runs over an edge or over water."""
    transport: float = 2
    end: float = 1
    thrown: float = 1.0
    """The share of his dice that he rolls at most."""
    reckless: bool = False
    """Whether he breaks the bank where he can."""


TEMPERS: Mapping[str, Temper] = {
    "even": Temper(),
    "builder": Temper(buy=4, station=60, end=0.4, thrown=0.5),
    "explorer": Temper(tile=30, run=6),
    "surveyor": Temper(station=0.3, run=8, tile=60),
    "spender": Temper(end=3, thrown=0.3, reckless=True),
}


@dataclass(frozen=True)
class Step:
    """One action of a game: the position before, what was listed, what was done and what came of it."""

    before: State
    listed: tuple[Action, ...]
    action: Action
    events: tuple[Event, ...]
    after: State


@dataclass
class Game:
    """A game played at random from a seed, every event of it counted (FR-2 to FR-4)."""

    seed: int
    seats: int = 2
    options: Mapping[str, str] = field(default_factory=dict)
    temper: str = "even"
    start: State | None = None
    most: int = 3000
    kind: str = "first_rails"
    check: Callable[[State], None] | None = None
    """What every position is to be held against."""
    reading: int = READING
    """How the rules are read."""
    log: list[Event] = field(default_factory=list)

    @property
    def rules(self) -> AnyGame:
        """The rules it is played by."""
        return RULESETS[self.kind]

    @property
    def draw(self) -> Draw:
        """The dice of this game."""
        return keyed_draw(self.seed.to_bytes(32, "big"), "random play", [], 0)

    def steps(self) -> Iterator[Step]:
        """The actions of the game, until it is over or long enough."""
        rng, draw, temper = Random(self.seed), self.draw, TEMPERS[self.temper]
        state = self.start
        if state is None:
            began, *rest = self.rules.setup(self.options, self.seats, draw)
            assert isinstance(began, GameBegan)
            self.log += [replace(began, reading=self.reading), *rest]
            state = fold(self.rules, self.log)
        for _ in range(self.most):
            if state.table.over:
                return
            listed = tuple(self.rules.legal(self.rules.view(state, state.table.turn.seat)))
            action = _breaking(state, draw) if temper.reckless else None
            action = action or _chosen(rng, temper, listed, self.kind == "germany")
            events = self.rules.decide(state, action, draw)
            assert not isinstance(events, Violations), f"{action} was listed, and is refused: {events}"
            after = state
            for event in events:
                after = evolve_checked(after, event)
                if self.check is not None:
                    self.check(after)
            self.log += events
            yield Step(state, listed, action, tuple(events), after)
            state = after


def _breaking(state: State, draw: Draw) -> Action | None:
    """An action that breaks the bank, where there is one."""
    seat = state.table.turn.seat
    wild = state.table.players[seat].front.wild
    for action in (Income(seat), Roll(seat, 0, wild)):
        answer = rules_of(state).decide(state, action, draw)
        if isinstance(answer, Violations) and answer.violations[0].code == "bank_would_break":
            return replace(action, break_bank=True)
    return None


def _chosen(rng: Random, temper: Temper, listed: tuple[Action, ...], on_chart: bool) -> Action:
    kinds: dict[str, list[Action]] = {}
    for action in listed:
        kinds.setdefault(_kind(action, on_chart), []).append(action)
    if "roll" in kinds:
        kinds["roll"] = _thrown(kinds["roll"], temper)
    names = sorted(kinds)
    kind = rng.choices(names, [getattr(temper, name) for name in names])[0]
    return rng.choice(kinds[kind])


def _kind(action: Action, on_chart: bool) -> str:
    """The kind of an action; on a printed board the listed runs of several pieces lead over a border or water."""
    match action:
        case Income():
            return "income"
        case Roll():
            return "roll"
        case BuyShare():
            return "buy"
        case BuildStation():
            return "station"
        case LayRun():
            crosses = len(action.steps) > 1 if on_chart else any(isinstance(step, NewTile) for step in action.steps)
            return "tile" if crosses else "run"
        case EndTurn():
            return "end"
        case UseTransport():
            return "transport"


def _thrown(rolls: list[Action], temper: Temper) -> list[Action]:
    most = max(action.hidden for action in rolls if isinstance(action, Roll))
    few = [action for action in rolls if isinstance(action, Roll) and action.hidden <= temper.thrown * most]
    return [*few] or rolls


POCKETS = """
    .......
    .┌───┐.
    .│┌─.│.
    .│└──┘.
    .└───┐.
    ..┌..│.
    ..└──┘.
"""
"""Both ends are shut in on the start tile, A with one square left and B with two."""


def _shut_in(seats: int) -> State:
    tiles = {(0, 0): Tile("grassland", POCKETS)}
    fronts = ["sc?"] * seats
    directors = {"weiden": 0, "insel": 1}
    return position(tiles, a="T1 d3 e", b="T1 c6 e", seats=seats, front=fronts, hidden=[1] * seats, directors=directors)


GAMES: tuple[Game, ...] = (
    Game(2, seats=3),
    Game(2, seats=4, options={"extended": "yes"}),
    Game(2, seats=2, temper="builder", options={"director_tie": "printed", "bridges": "each"}),
    Game(1, seats=2, temper="explorer", options={"open": "yes"}),
    Game(8, seats=3, temper="surveyor"),
    Game(2, seats=4, temper="surveyor"),
    Game(1, seats=2, temper="spender"),
    Game(2, seats=3, temper="spender"),
    Game(1, seats=4, temper="spender", options={"extended": "yes", "director_tie": "printed"}),
    Game(1, seats=2, start=_shut_in(2), most=200),
    Game(2, seats=3, start=_shut_in(3), most=200),
    Game(1, seats=2, temper="surveyor", reading=1),
    Game(4, seats=3, temper="spender", reading=1),
)
"""What the suite plays: every number of seats, variant, reading of the rules, and way for a game to end."""


@cache
def played(number: int) -> tuple[Step, ...]:
    """The actions of one of the games."""
    return tuple(GAMES[number].steps())
