"""Whose the addresses at this server are: seats', players' own, those of the not yet registered, and everybody's."""

from dataclasses import dataclass
from typing import TypeAlias

from pbem.config import Settings
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import PlayerRow, RegistrationRow, SeatContact


@dataclass(frozen=True)
class Seat:
    """A seat's address, for orders in its game."""

    contact: SeatContact

    @property
    def registered_address(self) -> str:
        """Whose letters it takes."""
        return self.contact.address


@dataclass(frozen=True)
class Own:
    """A player's own address, for what is about no game or about all of his."""

    player: PlayerRow

    @property
    def registered_address(self) -> str:
        """Whose letters it takes."""
        return self.player.address


@dataclass(frozen=True)
class Newcomer:
    """Where somebody answers who was told how to be registered."""

    registration: RegistrationRow

    @property
    def registered_address(self) -> str:
        """Whose letters it takes."""
        return self.registration.address


@dataclass(frozen=True)
class Lobby:
    """The one address that takes letters from everybody."""

    registered_address: None = None


Address: TypeAlias = Seat | Own | Newcomer | Lobby


def address_of(tx: Tx, settings: Settings, token: str, now_ms: int) -> Address | None:
    """What an address with this local part is; None where there is no such address, or not any more."""
    if token.lower() == settings.mail.lobby:
        return Lobby()
    contact = repo.seat_by_token(tx, token)
    if contact is not None:
        return Seat(contact)
    player = repo.player_by_token(tx, token)
    if player is not None:
        return None if player.bot is not None else Own(player)
    asked = repo.registration(tx, token, now_ms)
    return None if asked is None else Newcomer(asked)
