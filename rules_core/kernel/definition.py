"""The definition of a game: a class that holds all that the rest of the program needs to know of it, with its
variants and the players that any game has.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, Self, TypeAlias, TypeVar, cast, get_args

from rules_core.kernel.codec import PlainComponents, check_numbers, check_spelling, decode, stored_head
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Begun, Corrected, Ended, Placing, TurnEnding
from rules_core.kernel.position import Position
from rules_core.kernel.rulebook import CorrectionFault, Fact, Rule, Violation, Violations, by_reading, load_rules


class BadOptions(ValueError):
    """A game cannot be set up like this; the message names the option."""


class Option(tuple[str, ...]):
    """An option: its values, the usual one first. `Option("lake", "each", since=2, before="lake")`.

    `since` is the reading of the rules that introduced it. Games that began before do not name it, and are played with
    the value `before`, which is the usual value for an option that was always there.
    """

    since: int
    before: str

    def __new__(cls, *values: str, since: int = 1, before: str = "") -> Self:
        """The option with these values."""
        option = super().__new__(cls, values)
        option.since = since
        option.before = before or (values[0] if values and since == 1 else "")
        return option


Options: TypeAlias = Mapping[str, Option]
"""The options of a game by name, in the order in which they are told."""


def chosen(
    options: Options, given: Mapping[str, str], seats: int, allowed: Collection[int], like: Begun | None = None
) -> tuple[tuple[str, str], ...]:
    """The variants that a game is set up with: those given, and the usual value of every other. Raises BadOptions.

    A game that is set up like one that began earlier names no option that came later, unless it is given.
    """
    if seats not in allowed:
        raise BadOptions(f"seats: {min(allowed)} to {max(allowed)}, not {seats}")
    for name, value in given.items():
        if name not in options:
            raise BadOptions(f"{name}: unknown")
        if value not in options[name]:
            raise BadOptions(f"{name}: {' or '.join(options[name])}, not {value}")
    named = options if like is None else {**dict(like.options), **given}
    return tuple((name, given.get(name, option[0])) for name, option in options.items() if name in named)


def meant(options: Options, named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The value of every option in a game that began with some of them named."""
    known = dict(named)
    return {name: known.get(name, option.before) for name, option in options.items()}


def faults(options: Mapping[str, tuple[str, ...]], readings: Sequence[int]) -> Iterator[str]:
    """The faults in how options are declared, each by the option's name."""
    for name, option in options.items():
        if not isinstance(option, Option):
            yield f"{name} is no Option"
        elif not option:
            yield f"{name} has no values"
        elif option.since not in readings:
            yield f"{name} is since reading {option.since}, and there is none"
        elif option.before not in option:
            yield f"{name} does not say, by one of its values as `before`, what games mean that began without it"


A = TypeVar("A")


def random_bot(view: Any, actions: Iterable[A], choose: Callable[[int], int]) -> A:
    """Any of the actions offered. Raises ValueError where there is none."""
    offers = list(actions)
    if not offers:
        raise ValueError(f"nothing is offered to seat {view.seat}")
    return offers[choose(len(offers))]


def end_turn(view: Any, actions: Iterable[A]) -> A:
    """The first action offered that ends the turn. Raises ValueError where none does."""
    for action in actions:
        if isinstance(action, TurnEnding):
            return action
    raise ValueError(f"it is not the turn of seat {view.seat}, or nothing ends it")


@dataclass(frozen=True, slots=True)
class FieldDiffers:
    """A field of the table by its name, in which two positions differ; of one seat, where it has a value for each."""

    what: str
    seat: int | None
    one: object
    other: object


def differing_fields(one: Any, other: Any) -> tuple[FieldDiffers, ...]:
    """The fields in which two tables of a game differ, the box and the standings left out."""
    found = _differing(one, other)
    return tuple(differs for differs in found if differs.what not in ("box", "standings"))


def _differing(one: Any, other: Any) -> Iterator[FieldDiffers]:
    for part in fields(one):
        mine, theirs = getattr(one, part.name), getattr(other, part.name)
        if mine == theirs:
            continue
        if isinstance(mine, tuple) and len(mine) == len(theirs) == one.seats:
            pairs = enumerate(zip(mine, theirs, strict=True))
            yield from (FieldDiffers(part.name, seat, a, b) for seat, (a, b) in pairs if a != b)
        else:
            yield FieldDiffers(part.name, None, mine, theirs)


S = TypeVar("S")
V = TypeVar("V")
E = TypeVar("E")

Choose: TypeAlias = Callable[[int], int]
"""A source of chance: `choose(n)` gives a number from 0 to n - 1."""
Player: TypeAlias = Callable[[V, Iterable[A], Choose], A]
"""A player asked for one action: from the view of its seat, the actions offered there, and a source of chance.

Raises ValueError where no action is offered: it is not the viewer's turn.
"""


@dataclass(frozen=True, slots=True)
class EventDraws:
    """The draws behind an event: the key of each, its possible outcomes, and its outcome."""

    what: str
    """How a proof names it: "roll" for faces of dice, "start" for the seat that begins, or as the game likes."""
    seat: int | None
    """The seat that drew; None where nobody did."""
    keys: tuple[DrawKey, ...]
    outcomes: tuple[tuple[Fact, ...], ...]
    logged: tuple[Fact, ...]
    was_drawn: bool = True
    """False where it could have been drawn, but was chosen."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """A number that a view hides, and the number assumed for it in an analysis."""

    what: str
    """What is counted, by a name of the game's own, such as "dice"."""
    seat: int
    number: int
    most: int
    """No number is higher."""


class BadSupposition(ValueError):
    """Raised for numbers that cannot stand for those a view hides: there are `due` of `what`, in all or with a seat."""

    def __init__(self, what: str, due: int, seat: int | None = None) -> None:
        super().__init__(f"{what}: {due} in all")
        self.what = what
        self.due = due
        self.seat = seat


_NONE: Final[Mapping[Any, Any]] = MappingProxyType({})


class GameDefinition(ABC, Generic[S, V, A, E]):
    """A game, as the kernel and the server know it: generic over its states, views, actions and events.

    A game must define the fields without a default, its `standings`, and five functions: `setup`, `legal`, `decide`,
    `evolve` and `view`.
    """

    kind: str
    """The name under which games are stored, such as "first_rails"."""
    state: type[S]
    actions: tuple[type[A], ...]
    events: tuple[type[E], ...]
    """The types of all that happens in the game, corrections included."""

    seats: tuple[int, ...] = (2, 3, 4)
    """How many may play."""
    version: int = 1
    """Rises with every change that would judge some action differently."""
    options: Options = _NONE
    """The variants, each with its values, the usual one first."""
    readings: tuple[int, ...] = (1,)
    """How the rules have been read; the last reading is that of new games."""
    amended: Mapping[str, tuple[str, ...]] = _NONE
    """Rules that it has of another game and that read otherwise here, each with the rules that amend it."""
    components: str = "{}"
    """The component data that new games are set up with, as canonical JSON."""
    rules_of: Mapping[type[E], tuple[str, ...]] = _NONE
    """The ids of the rules that events come from, as far as they are known; rules of other games are left out."""
    bots: Mapping[str, Player[V, A]] = MappingProxyType({"random": random_bot, "heuristic": random_bot})
    """Players that are programs, by the name under which a seat is given to one."""

    @abstractmethod
    def setup(self, options: Mapping[str, str], seats: int, draw: Draw, before: Any | None = None) -> Sequence[E]:
        """The events that begin a game. Raises BadOptions.

        To set up an earlier game again, `before` is the event by which it began: its components, reading of the rules
        and options are used in place of today's. `options.chosen` names the options.
        """

    @abstractmethod
    def legal(self, view: V, /) -> Iterator[A]:
        """The actions the viewer may take now, lazily; of long runs only those up to a stated length."""

    @abstractmethod
    def decide(self, state: S, action: A, draw: Draw, /) -> list[E] | Violations:
        """Decide an action: events, or the rules it breaks, judged by what the acting seat sees alone."""

    @abstractmethod
    def evolve(self, state: S | None, event: E, /) -> S:
        """The state after an event; None before the first. Judges nothing."""

    @abstractmethod
    def view(self, state: S, seat: int | None, /) -> V:
        """Show a position to one seat, or to a spectator (None)."""

    @abstractmethod
    def standings(self, state: S, /) -> Sequence[Placing]:
        """All players, best first, if the game ended now; the screens that count must be seen."""

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by id, as they are read today: by default those of `rules.toml` beside the game's module."""
        return load_rules(type(self).__module__)

    @cached_property
    def rulebooks(self) -> Mapping[int, Mapping[str, Rule]]:
        """The rules by id, in the sentences of each reading."""
        return by_reading(self.rules, self.readings)

    @property
    def game_over(self) -> Violation:
        """The rule broken by whoever acts behind the end of the game: by default the first."""
        return Violation(next(iter(self.rules)), "game_over", {})

    @property
    def not_your_turn(self) -> Violation:
        """The rule broken by a seat that acts in the turn of another: by default the first."""
        return Violation(next(iter(self.rules)), "not_your_turn", {})

    def read_components(self, text: str, /) -> Any:
        """The box that a text describes. Raises ValueError, naming the key that is wrong."""
        return PlainComponents.read(text)

    def check_components(self, box: Any, /) -> None:
        """Raise ValueError for a box that holds what nobody reads, or is spelled otherwise than boxes are."""
        check_spelling(box)

    def check_payload(self, payload: Any, seats: int, box: Any, /) -> None:
        """Raise ValueError for an action or event with a value that cannot be, with this number of seats and
        this box.
        """
        check_numbers(payload, seats, self.readings)

    def dice(self, box: Any, /) -> tuple[tuple[str, ...], ...]:
        """The dice of a box, one of each kind as what its sides show; none in a game without dice."""
        return ()

    def drawing(self, event: E, year: int, began: Begun, /) -> EventDraws | None:
        """Describe the draws behind an event of a year, in a game that began so; None where there are none.

        A `DiceRolled` counts in the statistics. Within a year, no two rolls of a seat have the same key of their first
        die, unless a roll is made again.
        """
        return None

    def possible(self, state: S, events: Sequence[E], /) -> tuple[S, ...]:
        """The extreme positions that a partly visible one may be; by default, a position has no hidden part.

        If an action has the same result in all of them, the result does not depend on what is hidden. `events`, which
        followed from an action, show what must have been there.
        """
        return (state,)

    def unseen(self, view: V, /) -> tuple[Unseen, ...]:
        """The numbers that a view hides; by default it shows all.

        Each comes with a plain assumption made from that view alone, as somebody at the table would make it.
        """
        return ()

    def supposed(self, view: V, numbers: Sequence[int], /) -> S:
        """The whole position that a view may be of, with numbers in place of those that `unseen` tells, in its order.

        Raises BadSupposition where they do not come to what everybody sees.
        """
        whole: S = cast(Any, view).state
        return whole

    def check_correction(self, state: S, event: E, /) -> CorrectionFault | None:
        """The reason why a moderator cannot correct a position so, as somebody sees it; None where it can be."""
        return CorrectionFault("over") if cast(Any, state).over else None

    def varied(self, state: S, options: Mapping[str, str], /) -> S:
        """A position as if the game were played with other options, all of which are given.

        This is for games without options: to register one that has some it must say how.
        """
        return state

    def compare(self, one: S, other: S, /) -> tuple[Any, ...]:
        """The differences of two positions, as values that can be worded: by default the fields of the tables."""
        return differing_fields(cast(Any, one).table, cast(Any, other).table)

    def passing(self, view: V, actions: Iterable[A], choose: Choose, /) -> A:
        """The action that ends the turn of an absent player: by default the first legal one that ends a turn."""
        return end_turn(view, actions)

    def decode_event(self, data: Any) -> E:
        """An event from its JSON form. Raises BadRecord."""
        found: E = decode(self.events, data)
        return found

    def decode_action(self, data: Any) -> A:
        """An action from its JSON form. Raises BadRecord."""
        found: A = decode(self.actions, data)
        return found

    def decode_state(self, data: Any) -> S:
        """A state from its JSON form. Raises BadRecord."""
        found: S = decode(self.state, data)
        return found

    def stored_heads(self, mark: type) -> tuple[str, ...]:
        """The beginnings of the stored JSON texts of the events that bear a mark of `kernel.events`."""
        return tuple(stored_head(kind) for kind in self.events if issubclass(kind, mark))

    @property
    def corrections(self) -> tuple[type[E], ...]:
        """The types of what a moderator changes by hand, which no action explains."""
        return tuple(kind for kind in self.events if issubclass(kind, Corrected))

    @property
    def ended(self) -> type[Ended]:
        """The event by which a game ends."""
        return next(kind for kind in self.events if issubclass(kind, Ended))


AnyPlayer: TypeAlias = Player[Any, Any]
"""A player of whatever game."""
AnyGame: TypeAlias = GameDefinition[Any, Any, Any, Any]
"""A game of whatever states, views, actions and events."""


def fold(game: GameDefinition[S, V, A, E], events: Iterable[E], state: S | None = None) -> S:
    """The state after these events. Raises ValueError where there is neither a state nor an event."""
    for event in events:
        state = game.evolve(state, event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state


StopReason: TypeAlias = Literal["agreed", "abandoned"]
"""The reason why a game ends early, by no rule: its players agreed, or nobody plays any more."""
_REASONS: Final[tuple[StopReason, ...]] = get_args(StopReason)


def stop(game: AnyGame, state: Position, reason: StopReason, conceded: Collection[int] = ()) -> Any:
    """The end of a game as it stands, with those who `conceded` behind all others; all screens must be seen."""
    return game.ended(reason, _placed(game.standings(state), frozenset(conceded)), tuple(sorted(conceded)))


def is_stop(event: object) -> bool:
    """Whether an event of a log ends a game as it stood, so that no action has to explain it."""
    return isinstance(event, Ended) and event.reason in _REASONS


def explains(game: AnyGame, state: Position, event: object) -> bool:
    """Whether an event that ends a game as it stands tells the standings of a position."""
    if not isinstance(event, Ended) or state.over:
        return False
    reason = next((reason for reason in _REASONS if reason == event.reason), None)
    if reason is None:
        return False
    is_known = all(seat in range(state.seats) for seat in event.conceded)
    return is_known and event == stop(game, state, reason, event.conceded)


def _placed(standings: Sequence[Placing], conceded: frozenset[int]) -> tuple[Placing, ...]:
    """The standings with some seats behind the others; where nobody would have won, all of those others do."""
    if not conceded:
        return tuple(standings)
    rest = [one for one in standings if one.seat not in conceded]
    ahead = [replace(one, place=1 + sum(0 < other.place < one.place for other in rest)) for one in rest]
    behind = [replace(one, place=len(rest) + 1) for one in standings if one.seat in conceded]
    return (*ahead, *behind)
