"""The public JSON of the Toy Train: these classes are the format, and describe it."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Struct

from pbem.games.parts import PublicData
from rules_core.kernel.codec import Doc
from toy_game.rules.cards import listed
from toy_game.rules.state import HandView, Table


class ToyPlayer(Struct, frozen=True):
    """The public side of a player."""

    seat: Annotated[int, Doc("The player's seat.")]
    held: Annotated[int, Doc("How many cards are in the hand.")]
    played: Annotated[tuple[int, ...], Doc("The cards played.")]


class ToyState(Struct, frozen=True):
    """A position, as everybody may see it."""

    deck: Annotated[tuple[int, ...], Doc("The cards left in the deck.")]
    dice: Annotated[tuple[str, ...], Doc("The dice of the turn that have no card yet.")]
    players: Annotated[tuple[ToyPlayer, ...], Doc("The players, by seat.")]


class ToyRank(Struct, frozen=True):
    """A player's result."""

    place: Annotated[int, Doc("The place, from 1; players may share one.")]
    seat: Annotated[int, Doc("The player's seat.")]
    points: Annotated[int, Doc("The points.")]


class ToyResult(Struct, frozen=True):
    """The end of a game."""

    reason: Annotated[str, Doc("What ended the game.")]
    standings: Annotated[tuple[ToyRank, ...], Doc("The players, best first.")]


def _state(view: HandView, _names: Sequence[str]) -> ToyState:
    players = (ToyPlayer(seat, player.held, listed(player.played)) for seat, player in enumerate(view.table.players))
    return ToyState(listed(view.table.deck), view.table.turn.dice, tuple(players))


def _result(table: Table) -> ToyResult:
    return ToyResult(table.ended or "", tuple(ToyRank(one.place, one.seat, one.score) for one in table.standings))


PUBLIC_DATA: Final = PublicData(ToyState, _state, ToyResult, _result)
