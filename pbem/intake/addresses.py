"""Whom something is for that comes to an address of this server, and how much anybody can have such an address keep."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pbem.mail.receiving.proof import Busy, TakesAnything, TakesReports
from pbem.mail.reply_codes import NO_REPLY, meant
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.across.prefetch import prefetch_players
from pbem.store.games.seats import SeatContact, find_seat_by_token, list_seat_contacts, list_seats
from pbem.store.mail.inbox import count_kept_of_time, count_waiting, list_bounces_of
from pbem.store.mail.inbox import is_full as stored_is_full
from pbem.store.mail.outbox import find_mail_by_message_id
from pbem.store.mail.postbox import find_unsubscription
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import (
    PlayerRow,
    find_player_by_address,
    find_player_by_token,
    get_player,
    list_other_addresses,
)
from pbem.store.players.registrations import RegistrationRow, find_registration

OPERATORS: Final = ("postmaster", "abuse")
"""The local parts that every domain has (RFC 2142)."""


@dataclass(frozen=True, kw_only=True)
class Destination:
    """The destination of letters to an address: the player it takes them from (None: anybody), and the one mailed from
    it.
    """

    registered_address: str | None = None
    player_id: int | None = None
    other_addresses: tuple[str, ...] = ()
    """Those from which its player writes too."""

    def takes(self, written_by: str) -> bool:
        """Whether it takes letters with this address, bare and in lower case, in From."""
        return self.registered_address in (None, written_by) or written_by in self.other_addresses


@dataclass(frozen=True, kw_only=True)
class SeatDestination(Destination):
    """A seat's address, for orders in its game."""

    contact: SeatContact


@dataclass(frozen=True, kw_only=True)
class OfficeDestination(Destination):
    """A player's own address, for what is about no game or about all of theirs; a moderator's, for acts too."""

    player: PlayerRow


@dataclass(frozen=True, kw_only=True)
class NewcomerDestination(Destination):
    """The address for the answer of somebody who was told how to be registered."""

    registration: RegistrationRow


@dataclass(frozen=True, kw_only=True)
class UnsubscribeDestination(Destination):
    """The address by which mails of a kind are ended; whoever knows it was sent one of them."""

    token: str


class LobbyDestination(Destination):
    """The one address that takes letters from everybody."""


class ReportsDestination(Destination, TakesReports):
    """The address of mails that nobody is to answer, to which mail systems report that they came back."""


class OperatorDestination(Destination, TakesAnything):
    """The addresses at which a domain's operator is to be found; what comes is kept, and nothing is answered."""


def find_destination(unit: UnitOfWork, token: str) -> Destination | None:
    """The destination behind an address with this local part; None where there is no such address, or not any more."""
    if token.lower() == unit.settings.mail.lobby:
        return LobbyDestination()
    if token == NO_REPLY:
        return ReportsDestination()
    if token in OPERATORS and not unit.settings.mail.is_shared:
        return OperatorDestination()
    contact = find_seat_by_token(unit, token)
    if contact is not None:
        prefetch_players(unit, [seat.player_id for seat in list_seat_contacts(unit, contact.game_id)])
        if get_player(unit, contact.player_id).standing != "open":
            return None
        others = tuple(list_other_addresses(unit, contact.player_id))
        return SeatDestination(
            registered_address=contact.address, player_id=contact.player_id, other_addresses=others, contact=contact
        )
    player = find_player_by_token(unit, token)
    if player is not None:
        prefetch_players(unit, [player.id])
        others = tuple(list_other_addresses(unit, player.id))
        office = OfficeDestination(
            registered_address=player.address, player_id=player.id, other_addresses=others, player=player
        )
        return None if player.bot is not None or player.guest or player.standing != "open" else office
    registration = find_registration(unit, token, unit.now_ms)
    if registration is None:
        return None if find_unsubscription(unit, token) is None else UnsubscribeDestination(token=token)
    if find_blocked(unit, registration.address) is not None:
        return None
    known = find_player_by_address(unit, registration.address)
    known_id = None if known is None else known.id
    return NewcomerDestination(registered_address=registration.address, player_id=known_id, registration=registration)


def get_seat_of(tx: Tx, game_id: int, player_id: int) -> int:
    """The seat that a player has in a game. Raises NotFound where they have none, or have it no more."""
    for seat in list_seats(tx, game_id):
        if seat.player_id == player_id and seat.vacant_ms is None:
            return seat.seat
    raise NotFound("seat", (game_id, player_id))


MOST_WAITING: Final = 100
"""Letters to the lobby that may wait; what is refused for now is sent again by whoever means it."""
MOST_KEPT: Final = 2000
"""Letters to an address that takes anything, with which somebody may want to fill a disk."""
MOST_AN_HOUR: Final = 60
"""Letters to the operator that are taken in an hour."""
MOST_STRANGE_KEPT: Final = 500
MOST_STRANGE_AN_HOUR: Final = 20
"""Reports that name no mail of ours, which nobody can use, that are taken in an hour: the others always find room."""
_MOST_OF_ONE_MAIL: Final = 5
"""Reports on one mail: more are strange."""
_MOST_IDS: Final = 20
_OUR_ID: Final = re.compile(rb"<[0-9a-f]{32}@[^<>@\s]{1,255}>")
"""Message-IDs as those of our mails are, and their marks."""
_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)


def open_destination(unit: UnitOfWork, token: str) -> Destination | None:
    """Find what is behind an address, as far as can be told without a letter. Raises Busy while it takes none."""
    found = find_destination(unit, token)
    if isinstance(found, LobbyDestination) and count_waiting(unit, token, MOST_WAITING) >= MOST_WAITING:
        raise Busy
    if isinstance(found, ReportsDestination | OperatorDestination) and stored_is_full(unit, token, MOST_KEPT):
        raise Busy
    if isinstance(found, OperatorDestination) and _came_lately(unit, token, MOST_AN_HOUR):
        raise Busy
    return found


def has_room_for_report(unit: UnitOfWork, token: str, raw: bytes) -> bool:
    """Whether a report is taken: it names a mail of ours, or few came that do not."""
    if _names_mail_of_ours(unit, raw):
        return True
    is_full = stored_is_full(unit, token, MOST_STRANGE_KEPT)
    return not (is_full or _came_lately(unit, token, MOST_STRANGE_AN_HOUR))


def _came_lately(unit: UnitOfWork, token: str, most: int) -> bool:
    """Whether an hour's allowance of letters to an address has come, and is kept."""
    return count_kept_of_time(unit, token, unit.now_ms - _HOUR_MS, unit.now_ms, most) >= most


def _names_mail_of_ours(tx: Tx, raw: bytes) -> bool:
    ids = dict.fromkeys(meant(found[0].decode("ascii", "replace") for found in _OUR_ID.finditer(raw)))
    mails = (find_mail_by_message_id(tx, message_id) for message_id in list(ids)[:_MOST_IDS])
    return any(len(list_bounces_of(tx, [mail.id])) < _MOST_OF_ONE_MAIL for mail in mails if mail is not None)
