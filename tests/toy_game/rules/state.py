"""A position: what lies on the table, what each player holds, and what becomes of it by each event."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules_core.kernel.codec import stored_as
from rules_core.kernel.events import GameCancelled
from toy_game.rules import events as ev
from toy_game.rules.cards import Box, Cards, added, box_from


@stored_as("Turn")
@dataclass(frozen=True, slots=True)
class Turn:
    """The turn being played, and the faces of the dice that have no card yet (TO-3)."""

    seat: int
    number: int
    rolled: bool = False
    dice: tuple[str, ...] = ()


@stored_as("Player")
@dataclass(frozen=True, slots=True)
class Player:
    """The public side of a player: the cards played, and how many are in the hand (TO-2)."""

    played: Cards
    held: int = 0


@stored_as("Table")
@dataclass(frozen=True, slots=True)
class Table:
    """The part that everybody sees: a `PublicState` of the kernel."""

    kind: str
    reading: int
    box: Box
    wide: bool
    """Whether it is played with wide signals (TO-5)."""
    year: int
    turn: Turn
    deck: Cards
    players: tuple[Player, ...]
    ended: str | None = None
    standings: tuple[ev.Score, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None


@stored_as("State")
@dataclass(frozen=True, slots=True)
class State:
    """A whole position: the table and the hands; a hand that may not be seen is None."""

    table: Table
    hands: tuple[Cards | None, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class HandView:
    """A position as one seat sees it; `seat` None is a spectator."""

    seat: int | None
    state: State

    @property
    def kind(self) -> str:
        """The kind of game."""
        return self.state.table.kind

    @property
    def table(self) -> Table:
        """The part that everybody sees."""
        return self.state.table

    @property
    def hand(self) -> Cards:
        """The viewer's own cards; none for a spectator."""
        return (None if self.seat is None else self.state.hands[self.seat]) or (0,) * len(self.table.deck)


def view(state: State, seat: int | None) -> HandView:
    """Show a seat, or a spectator (None), what it may see: its own hand, and all when the game is over (TO-2)."""
    seen = (hand if state.over or other == seat else None for other, hand in enumerate(state.hands))
    return HandView(seat, replace(state, hands=tuple(seen)))


def is_wide(options: Mapping[str, str]) -> bool:
    """Whether these options are those of wide signals."""
    return options.get("signals") == "wide"


def evolve(state: State | None, event: object) -> State:
    """The state after an event; None before the first. Judges nothing."""
    if state is None:
        if not isinstance(event, ev.GameBegan):
            raise ValueError(f"a game begins with GameBegan, not {type(event).__name__}")
        return _begun(event)
    table = state.table
    match event:
        case ev.HandsDealt(cards):
            for seat, hand in enumerate(_dealt(cards, state.seats)):
                for card in hand:
                    state = _moved(state, card, None, seat)
            return state
        case ev.YearBegan(year):
            return replace(state, table=replace(table, year=year))
        case ev.TurnBegan(seat, number):
            return replace(state, table=replace(table, turn=Turn(seat, number)))
        case ev.Rolled(_, faces):
            return replace(state, table=replace(table, turn=replace(table.turn, rolled=True, dice=faces)))
        case ev.CardTaken(seat, card):
            return _moved(state, card, None, seat)
        case ev.CardPlayed(seat, card, die):
            return _played(state, seat, card, die)
        case ev.CardMoved(card, giver, taker):
            return _moved(state, card, giver, taker)
        case ev.GameEnded(reason, standings):
            return replace(state, table=replace(table, ended=reason, standings=standings))
        case GameCancelled():
            return replace(state, table=replace(table, ended="cancelled"))
    return state


def _begun(event: ev.GameBegan) -> State:
    box = box_from(event.components)
    none = (0,) * len(box.cards)
    table = Table(
        kind=event.kind,
        reading=event.reading,
        box=box,
        wide=is_wide(dict(event.options)),
        year=0,
        turn=Turn(0, 0),
        deck=box.cards,
        players=(Player(none),) * event.seats,
    )
    return State(table, (none,) * event.seats)


def _dealt(cards: tuple[int, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """The hands that so many cards make, each seat's in one piece."""
    each = len(cards) // seats
    return tuple(cards[seat * each : (seat + 1) * each] for seat in range(seats))


def _moved(state: State, card: int, giver: int | None, taker: int | None) -> State:
    """The position with a card in another hand; None is the deck."""
    for seat, number in ((giver, -1), (taker, 1)):
        state = _with_card(state, card, seat, number)
    return state


def _with_card(state: State, card: int, seat: int | None, number: int) -> State:
    table = state.table
    if seat is None:
        return replace(state, table=replace(table, deck=added(table.deck, card, number)))
    player, hand = table.players[seat], state.hands[seat]
    table = _with_player(table, seat, replace(player, held=player.held + number))
    seen = hand if hand is None else added(hand, card, number)
    return State(table, (*state.hands[:seat], seen, *state.hands[seat + 1 :]))


def _with_player(table: Table, seat: int, player: Player) -> Table:
    return replace(table, players=(*table.players[:seat], player, *table.players[seat + 1 :]))


def _played(state: State, seat: int, card: int, die: str) -> State:
    state = _with_card(state, card, seat, -1)
    table, player = state.table, state.table.players[seat]
    at = table.turn.dice.index(die)
    turn = replace(table.turn, dice=(*table.turn.dice[:at], *table.turn.dice[at + 1 :]))
    table = _with_player(table, seat, replace(player, played=added(player.played, card)))
    return replace(state, table=replace(table, turn=turn))
