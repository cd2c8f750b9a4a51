"""The public JSON of the Toy Train: these classes are the format, and describe it."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from pbem.games.parts import PublicData
from pbem.i18n import N_
from toy_game.rules.cards import listed
from toy_game.rules.state import HandView, Table


class ToyPlayer(Struct, frozen=True):
    """The public side of a player."""

    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    held: Annotated[int, Meta(description=N_("How many cards are in the hand."))]
    played: Annotated[tuple[int, ...], Meta(description=N_("The cards played."))]


class ToyState(Struct, frozen=True):
    """A position, as everybody may see it."""

    deck: Annotated[tuple[int, ...], Meta(description=N_("The cards left in the deck."))]
    dice: Annotated[tuple[str, ...], Meta(description=N_("The dice of the turn that have no card yet."))]
    players: Annotated[tuple[ToyPlayer, ...], Meta(description=N_("The players, by seat."))]


class ToyRank(Struct, frozen=True):
    """A player's result."""

    place: Annotated[int, Meta(description=N_("The place, from 1; players may share one."))]
    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    points: Annotated[int, Meta(description=N_("The points."))]


class ToyResult(Struct, frozen=True):
    """The end of a game."""

    reason: Annotated[str, Meta(description=N_("What ended the game."))]
    standings: Annotated[tuple[ToyRank, ...], Meta(description=N_("The players, best first."))]


def _state(view: HandView, _names: Sequence[str]) -> ToyState:
    players = (ToyPlayer(seat, player.held, listed(player.played)) for seat, player in enumerate(view.table.players))
    return ToyState(listed(view.table.deck), view.table.turn.dice, tuple(players))


def _result(table: Table) -> ToyResult:
    return ToyResult(table.ended or "", tuple(ToyRank(one.place, one.seat, one.score) for one in table.standings))


PUBLIC_DATA: Final = PublicData(ToyState, _state, ToyResult, _result)
