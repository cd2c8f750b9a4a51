"""Games without hidden information: the table, events and turns that most of them have.

A first game subclasses `SimpleGame`, and its table `SimpleTable`. It defines its actions (`moves`), the events of an
action (`handle`), and what its own events change (`folds`); years, turns, rolls, points and the end are inherited.
`pbem.games.simple` is the server's side of it.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from rules_core.kernel import events as base
from rules_core.kernel.codec import PlainComponents, stored_as
from rules_core.kernel.definition import EventDraws, GameDefinition, chosen, meant
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import IllegalAction, Violations


@stored_as("EndTurn")
@dataclass(frozen=True, slots=True)
class SimpleEndTurn(base.TurnEnding):
    """End the turn."""

    seat: int


@stored_as("GameBegan")
@dataclass(frozen=True, slots=True)
class SimpleGameBegan(base.Begun):
    """A game was set up: with these options, out of this box."""

    kind: str
    seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    reading: int


@stored_as("YearBegan")
@dataclass(frozen=True, slots=True)
class SimpleYearBegan(base.YearBeginning):
    """A year begins: every seat has a turn in it."""

    year: int


@stored_as("TurnBegan")
@dataclass(frozen=True, slots=True)
class SimpleTurnBegan(base.TurnBeginning):
    """A turn begins."""

    seat: int
    number: int


@stored_as("Rolled")
@dataclass(frozen=True, slots=True)
class SimpleRolled(base.DiceRolled):
    """Dice were rolled; `before` were rolled in this turn already."""

    seat: int
    before: int
    faces: tuple[str, ...]


@stored_as("ScoreRaised")
@dataclass(frozen=True, slots=True)
class ScoreRaised(base.Advanced):
    """The score of a seat rose, or fell, by a number of points."""

    seat: int
    points: int


@stored_as("TurnEnded")
@dataclass(frozen=True, slots=True)
class SimpleTurnEnded(base.TurnFinished):
    """A turn is through."""

    seat: int


@stored_as("Score")
@dataclass(frozen=True, slots=True)
class SimplePlacing(base.Placing):
    """The points of a player in the end."""

    points: int

    @property
    def score(self) -> int:
        """The number that places are given by."""
        return self.points


@stored_as("GameEnded")
@dataclass(frozen=True, slots=True)
class SimpleGameEnded(base.Ended):
    """The game is over, by the rules or as it stood."""

    standings: tuple[SimplePlacing, ...]


@stored_as("Turn")
@dataclass(frozen=True, slots=True)
class SimpleTurn:
    """The turn being played, and how many dice were rolled in it."""

    seat: int = 0
    number: int = 0
    rolled: int = 0


T = TypeVar("T", bound="SimpleTable")


@dataclass(frozen=True, kw_only=True)
class SimpleTable:
    """A whole position, all of which lies on the table. A game's own has a name to be stored as, and its own fields."""

    kind: str
    reading: int
    box: PlainComponents
    options: Mapping[str, str]
    """The value of every option of the game."""
    points: tuple[int, ...]
    year: int = 0
    turn: SimpleTurn = field(default_factory=SimpleTurn)
    ended: str | None = None
    standings: tuple[SimplePlacing, ...] = ()

    @property
    def table(self: T) -> T:
        """The part that everybody sees: all of it."""
        return self

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.points)


Fold: TypeAlias = Callable[[T, Any], T]
"""What an event does to a table."""


@dataclass(frozen=True, slots=True)
class OpenView(Generic[T]):
    """A position that hides nothing, as a seat sees it, or a spectator (None)."""

    seat: int | None
    state: T

    @property
    def kind(self) -> str:
        """The kind of game."""
        return self.state.kind

    @property
    def table(self) -> T:
        """The part that everybody sees: all of it."""
        return self.state


class SimpleGame(GameDefinition[T, OpenView[T], Any, Any]):
    """A game in which nothing is hidden: seats have turns, one after another, and who has the most points wins.

    A subclass defines `kind`, `state`, `actions`, `rules` (here, or in `rules.toml` beside it), `moves` and `handle`.
    """

    die: tuple[str, ...] = ()
    """The sides of the game's dice; none in a game without."""
    folds: Mapping[type, Fold[Any]] = MappingProxyType({})
    """What the game's own events do to its table."""

    def __init_subclass__(cls, **parts: Any) -> None:
        """Set the events of the game: those of all simple games, and those that it folds."""
        super().__init_subclass__(**parts)
        cls.events = tuple(dict.fromkeys((SimpleGameBegan, *_FOLDS, *cls.folds)))

    @abstractmethod
    def moves(self, table: T, /) -> Iterator[Any]:
        """The actions that the player to move may take now."""

    @abstractmethod
    def handle(self, table: T, action: Any, draw: Draw, /) -> list[Any]:
        """The events that come of an action of the player to move. Raises IllegalAction."""

    def start(self, table: T, /) -> T:
        """The table as it lies before the first year."""
        return table

    def setup(self, options: Mapping[str, str], seats: int, draw: Draw, before: Any | None = None) -> Sequence[Any]:
        """The events that begin a game: seat 0 begins the first year. Raises BadOptions."""
        named = chosen(self.options, options, seats, self.seats, before)
        components, reading = (before.components, before.reading) if before else (self.components, self.readings[-1])
        return (
            SimpleGameBegan(self.kind, seats, named, components, reading),
            SimpleYearBegan(1),
            SimpleTurnBegan(0, 1),
        )

    def legal(self, view: OpenView[T]) -> Iterator[Any]:
        """All that the viewer may do now."""
        table = view.table
        if view.seat == table.turn.seat and not table.over:
            yield from self.moves(table)

    def decide(self, table: T, action: Any, draw: Draw) -> list[Any] | Violations:
        """Decide an action: the events that come of it, or the rule that it breaks."""
        if table.over:
            return Violations((self.game_over,))
        if action.seat != table.turn.seat:
            return Violations((self.not_your_turn,))
        try:
            return self.handle(table, action, draw)
        except IllegalAction as illegal:
            return illegal.violations

    def evolve(self, table: T | None, event: Any) -> T:
        """The table after an event; None before the first."""
        if table is not None:
            after: T = self._all_folds[type(event)](table, event)
            return after
        if not isinstance(event, SimpleGameBegan):
            raise ValueError(f"a game begins with GameBegan, not {type(event).__name__}")
        begun: T = self.state(
            kind=event.kind,
            reading=event.reading,
            box=self.read_components(event.components),
            options=meant(self.options, event.options),
            points=(0,) * event.seats,
        )
        return self.start(begun)

    @cached_property
    def _all_folds(self) -> Mapping[type, Fold[Any]]:
        return {**_FOLDS, **self.folds}

    def view(self, table: T, seat: int | None) -> OpenView[T]:
        """Show a position, which hides nothing."""
        return OpenView(seat, table)

    def standings(self, table: T) -> tuple[SimplePlacing, ...]:
        """All players, best first: the most points win, and whoever has as many shares the place."""
        points = table.points
        found = [
            SimplePlacing(seat, 1 + sum(other > score for other in points), score) for seat, score in enumerate(points)
        ]
        return tuple(sorted(found, key=lambda one: one.place))

    def varied(self, table: T, options: Mapping[str, str]) -> T:
        """A position as if the game were played with other options."""
        return replace(table, options=dict(options))

    def dice(self, box: Any) -> tuple[tuple[str, ...], ...]:
        """The dice of the game, which are all alike."""
        return (self.die,) if self.die else ()

    def drawing(self, event: Any, year: int, began: base.Begun) -> EventDraws | None:
        """The draws behind a roll."""
        if not isinstance(event, SimpleRolled):
            return None
        keys = _roll_keys(year, event.seat, event.before, len(event.faces))
        return EventDraws("roll", event.seat, keys, (self.die,) * len(keys), event.faces)

    def roll(self, table: T, number: int, draw: Draw) -> SimpleRolled:
        """Roll `number` dice in the turn, numbered behind those rolled in it before."""
        turn, sides = table.turn, self.die
        keys = _roll_keys(table.year, turn.seat, turn.rolled, number)
        return SimpleRolled(turn.seat, turn.rolled, tuple(sides[draw(key, len(sides))] for key in keys))

    def next_turn(self, table: T) -> list[Any]:
        """The end of the turn, and the beginning of the next seat's, with which a year may begin."""
        seat = table.turn.seat
        if seat + 1 < table.seats:
            return [SimpleTurnEnded(seat), SimpleTurnBegan(seat + 1, table.turn.number + 1)]
        return [SimpleTurnEnded(seat), SimpleYearBegan(table.year + 1), SimpleTurnBegan(0, 1)]

    def finish(self, table: T, events: Sequence[Any], reason: str) -> list[Any]:
        """These events, the end of the turn, and the end of the game, for a reason that `endings` words."""
        all_of_it = [*events, SimpleTurnEnded(table.turn.seat)]
        for event in all_of_it:
            table = self.evolve(table, event)
        return [*all_of_it, SimpleGameEnded(reason, self.standings(table))]


def _roll_keys(year: int, seat: int, before: int, number: int) -> tuple[DrawKey, ...]:
    """The places of dice in a game: no two of a turn share one, in whatever roll."""
    return tuple(DrawKey(year, seat, "roll", before + at) for at in range(number))


def _raised(table: SimpleTable, event: ScoreRaised) -> SimpleTable:
    points = (score + event.points * (seat == event.seat) for seat, score in enumerate(table.points))
    return replace(table, points=tuple(points))


def _rolled(table: SimpleTable, event: SimpleRolled) -> SimpleTable:
    return replace(table, turn=replace(table.turn, rolled=event.before + len(event.faces)))


_FOLDS: Final[Mapping[type, Fold[Any]]] = {
    SimpleYearBegan: lambda table, event: replace(table, year=event.year),
    SimpleTurnBegan: lambda table, event: replace(table, turn=SimpleTurn(event.seat, event.number)),
    SimpleRolled: _rolled,
    ScoreRaised: _raised,
    SimpleTurnEnded: lambda table, _event: table,
    SimpleGameEnded: lambda table, event: replace(table, ended=event.reason, standings=event.standings),
    base.GameCancelled: lambda table, _event: replace(table, ended="cancelled"),
}
"""What the events of any simple game do."""
