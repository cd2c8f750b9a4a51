"""Actions and events: all that is stored of a game, under names that never change."""

from dataclasses import dataclass

from rules_core.kernel import events as base
from rules_core.kernel.codec import stored_as
from toy_game.rules.cards import Cards


@stored_as("Roll")
@dataclass(frozen=True, slots=True)
class Roll(base.Action):
    """Roll both dice (TO-3)."""

    seat: int


@stored_as("Play")
@dataclass(frozen=True, slots=True)
class Play(base.Action):
    """Play a card from the hand (TO-5)."""

    seat: int
    card: int


@stored_as("EndTurn")
@dataclass(frozen=True, slots=True)
class EndTurn(base.TurnEnding):
    """End the turn (TO-3)."""

    seat: int


@stored_as("GameBegan")
@dataclass(frozen=True, slots=True)
class GameBegan(base.Begun):
    """A game was set up: with these options, out of this box."""

    kind: str
    seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    reading: int


@stored_as("HandsDealt")
@dataclass(frozen=True, slots=True)
class HandsDealt(base.Irrevocable):
    """The first hands, card by card in the order of the seats (TO-1)."""

    cards: tuple[int, ...]


@stored_as("YearBegan")
@dataclass(frozen=True, slots=True)
class YearBegan(base.YearBeginning):
    """A year begins (TO-6)."""

    year: int


@stored_as("TurnBegan")
@dataclass(frozen=True, slots=True)
class TurnBegan(base.TurnBeginning):
    """A turn begins (TO-3)."""

    seat: int
    number: int


@stored_as("Rolled")
@dataclass(frozen=True, slots=True)
class Rolled(base.DiceRolled):
    """Both dice were rolled (TO-3)."""

    seat: int
    faces: tuple[str, ...]


@stored_as("CardTaken")
@dataclass(frozen=True, slots=True)
class CardTaken(base.Drawn):
    """A card was drawn out of a deck that held `deck` until then (TO-4)."""

    seat: int
    card: int
    deck: Cards


@stored_as("CardPlayed")
@dataclass(frozen=True, slots=True)
class CardPlayed(base.Event):
    """A card was played on a die that showed this face (TO-5)."""

    seat: int
    card: int
    die: str


@stored_as("TurnEnded")
@dataclass(frozen=True, slots=True)
class TurnEnded(base.TurnFinished):
    """A turn is through (TO-3)."""

    seat: int


@stored_as("Score")
@dataclass(frozen=True, slots=True)
class Score(base.Placing):
    """The points of a player (TO-7): for cards played, less those for cards left."""

    played: int
    left: int

    @property
    def score(self) -> int:
        """The number that places are given by."""
        return self.played - self.left


@stored_as("GameEnded")
@dataclass(frozen=True, slots=True)
class GameEnded(base.Ended):
    """The game is over, by the rules or as it stood."""

    standings: tuple[Score, ...]


@stored_as("CardMoved")
@dataclass(frozen=True, slots=True)
class CardMoved(base.Corrected):
    """A moderator moved a card from one hand to another; None is the deck."""

    card: int
    giver: int | None
    taker: int | None
