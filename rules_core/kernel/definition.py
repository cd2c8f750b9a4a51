"""The definition of a game: one value that holds all that the rest of the program needs to know of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules_core.kernel.codec import decode, stored_head
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Begun, Corrected, Ended, Placing
from rules_core.kernel.rulebook import CorrectionFault, Fact, Rule, Violation, Violations

S = TypeVar("S")
V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

Choose: TypeAlias = Callable[[int], int]
"""A source of chance: `choose(n)` gives a number from 0 to n - 1."""
Player: TypeAlias = Callable[[V, Iterable[A], Choose], A]
"""A player asked for one action: from the view of its seat, the actions offered there, and a source of chance.

Raises ValueError where no action is offered: it is not the viewer's turn.
"""


@dataclass(frozen=True, slots=True)
class EventDraws:
    """The draws behind an event: of each its key, the outcomes that it could have had, and the one that it had."""

    what: str
    """How a proof names it: "roll" for faces of dice, "start" for the seat that begins, or as the game likes."""
    seat: int | None
    """Who drew; None where nobody did."""
    keys: tuple[DrawKey, ...]
    outcomes: tuple[tuple[Fact, ...], ...]
    logged: tuple[Fact, ...]
    was_drawn: bool = True
    """False where it could have been drawn, but was chosen."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """A number that a view hides, and what is taken for it where somebody plays on without knowing it."""

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


def nothing_unseen(_view: Any) -> tuple[Unseen, ...]:
    """The numbers hidden from a view in a game that hides nothing: none."""
    return ()


def as_seen(view: Any, _numbers: Sequence[int]) -> Any:
    """The position that a view of a game shows that hides nothing."""
    return view.state


class BadOptions(ValueError):
    """A game cannot be set up like this; the message names the option."""


class Setup(Protocol[E_co]):
    """Sets up a game."""

    def __call__(self, options: Mapping[str, str], seats: int, draw: Draw, before: Any | None = None) -> Sequence[E_co]:
        """The events that begin a game. Raises BadOptions.

        `before` is the event by which a game began whose box and reading of the rules it is set up with, in place of
        today's.
        """


@dataclass(frozen=True, kw_only=True)
class GameDefinition(Generic[S, V, A, E]):
    """A game, as the kernel and the server know it: generic over its states, views, actions and events."""

    kind: str
    """The name under which games are stored, such as "first_rails"."""
    seats: tuple[int, ...]
    """How many may play."""
    version: int
    """Rises with every change that would judge some action differently."""
    options: Mapping[str, tuple[str, ...]]
    """The variants, each with its values, the default first."""
    rulebooks: Mapping[int, Mapping[str, Rule]]
    """The rules by id, in the sentences of each reading; the last reading is that of new games."""
    amended: Mapping[str, tuple[str, ...]]
    """Rules that it has of another game and that read otherwise here, each with the rules that amend it."""

    setup: Setup[E]
    legal: Callable[[V], Iterator[A]]
    """The actions the viewer may take now, lazily; of long runs only those up to a stated length."""
    decide: Callable[[S, A, Draw], list[E] | Violations]
    """What comes of an action: events, or the rules it breaks, judged by what the acting seat sees alone."""
    game_over: Violation
    """What is broken by whoever acts behind the end of the game."""
    not_your_turn: Violation
    """What is broken by a seat that acts in the turn of another."""
    evolve: Callable[[S | None, E], S]
    """The state after an event; None before the first. Judges nothing."""
    view: Callable[[S, int | None], V]
    """What one seat, or a spectator, may see."""
    standings: Callable[[S], Sequence[Placing]]
    """All players, best first, if the game ended as it stands; the screens that count must be seen."""

    state: type[S]
    actions: tuple[type[A], ...]
    events: tuple[type[E], ...]
    """The types of all that happens in the game, corrections included."""

    dice: Callable[[Any], tuple[tuple[str, ...], ...]]
    """The dice of a box, one of each kind as what its sides show; none in a game without dice."""
    drawing: Callable[[E, int, Begun], EventDraws | None]
    """What an event of a year tells of draws, in a game that began so; None where it tells of none.

    What a `DiceRolled` tells of is counted. Of a seat's rolls in a year no two have the key of their first die in
    common, save where a roll is made again.
    """
    possible: Callable[[S, Sequence[E]], tuple[S, ...]]
    """The extremes of what a partly seen position may be: what comes of an action in all of them does not hang on what
    is not seen. The events, which did come of one, tell what must have been there."""
    unseen: Callable[[V], tuple[Unseen, ...]]
    """The numbers that a view hides, each with a plain assumption made from that view alone, as somebody at the table
    would make it; none where it shows all."""
    supposed: Callable[[V, Sequence[int]], S]
    """The whole position that a view may be of, with numbers in place of those that `unseen` tells, in its order.

    Raises BadSupposition where they do not come to what everybody sees."""
    check_correction: Callable[[S, E], CorrectionFault | None]
    """Why a moderator's correction cannot be made in a position as somebody sees it; None where it can."""
    rules_of: Mapping[type[E], tuple[str, ...]]
    """The rules that events come from, by their ids, as far as one can say; ids of other games are passed over."""
    varied: Callable[[S, Mapping[str, str]], S]
    """A position as if the game were played with other options, all of which are given."""
    compare: Callable[[S, S], tuple[Any, ...]]
    """What differs between two positions, as values that can be worded."""

    components: str
    """The component data that new games are set up with, as canonical JSON."""
    read_components: Callable[[str], Any]
    """The box that such a text describes. Raises ValueError, naming the key that is wrong."""
    check_components: Callable[[Any], None]
    """Raises ValueError for a box that holds what nobody reads, or is spelled otherwise than boxes are."""
    check_payload: Callable[[Any, int, Any], None]
    """Raises ValueError for an action or event with a value that cannot be, among so many seats and with such a box."""

    bots: Mapping[str, Player[V, A]]
    """Players that are programs, by the name under which a seat is given to one."""
    passing: Player[V, A]
    """The player who ends the turn of somebody who did not come to it."""

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

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by id, as they are read today."""
        return self.rulebooks[max(self.rulebooks)]


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
