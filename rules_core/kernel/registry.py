"""What a game is to the rest of the program: five functions, found by the kind's name."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Refusal
from rules_core.line.actions import Action
from rules_core.line.events import Event, GameBegan, Standing
from rules_core.line.table import State
from rules_core.line.views import PlayerView


class BadOptions(ValueError):
    """A game cannot be set up like this; the message names the option."""


class Ruleset(Protocol):
    """A game's rules. Modules satisfy it; nothing inherits."""

    KIND: str
    """The name under which games are stored, such as "first_rails"."""
    VERSION: int
    """Rises with every change that would judge some action differently."""
    OPTIONS: Mapping[str, tuple[str, ...]]
    """The variants, each with its values, the default first."""

    def setup(self, options: Mapping[str, str], seats: int, draw: Draw, before: GameBegan | None = None) -> list[Event]:
        """The events that begin a game. Raises BadOptions.

        `before` is how a game began whose box and reading of the rules it is set up with, in place of today's.
        """

    def legal(self, view: PlayerView) -> Iterator[Action]:
        """The actions the viewer may take now, lazily; of long runs only those up to a stated length."""

    def decide(self, state: State, action: Action, draw: Draw) -> list[Event] | Refusal:
        """What comes of an action: events, or the rules it breaks, judged by what the acting seat sees alone."""

    def evolve(self, state: State | None, event: Event) -> State:
        """The state after an event; None before the first. Judges nothing."""

    def view(self, state: State, seat: int | None) -> PlayerView:
        """What one seat, or a spectator, may see."""

    def standings(self, state: State) -> tuple[Standing, ...]:
        """All players, best first, if the game ended as it stands; the screens that count must be seen."""


_RULESETS: dict[str, Ruleset] = {}


def register(ruleset: Ruleset) -> None:
    """Makes a game known under its kind."""
    _RULESETS[ruleset.KIND] = ruleset


def ruleset_for(kind: str) -> Ruleset:
    """The rules of a kind of game. Raises KeyError for an unknown one."""
    return _RULESETS[kind]


def kinds() -> Sequence[str]:
    """All kinds of game known."""
    return tuple(_RULESETS)


def fold(ruleset: Ruleset, events: Sequence[Event], state: State | None = None) -> State:
    """The state after these events. Raises ValueError where there is neither a state nor an event."""
    for event in events:
        state = ruleset.evolve(state, event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state
