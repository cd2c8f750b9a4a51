"""Somebody whose letter is dealt with: where answers go to them, and by which of the server's addresses they answer."""

from pbem.adjudicator.correspondence.answer_limits import Correspondent
from pbem.intake.addresses import Destination, NewcomerDestination, OfficeDestination, SeatDestination
from pbem.store import Tx, UnitOfWork
from pbem.store.players.player import find_player_by_address, get_player


def find_correspondent(tx: Tx, to: Destination) -> Correspondent | None:
    """The owner of an address here; None for one that is everybody's."""
    match to:
        case SeatDestination(contact=contact):
            token = get_player(tx, contact.player_id).token
            return Correspondent(contact.address, contact.language, token, contact.player_id, contact)
        case OfficeDestination(player=player):
            return Correspondent(player.address, player.language, player.token, player.id)
        case NewcomerDestination(registration=registration):
            known = find_player_by_address(tx, registration.address)
            return Correspondent(
                registration.address, registration.language, registration.token, known.id if known else None
            )
        case _:
            return None


def find_player_in_doubt(unit: UnitOfWork, address: str) -> Correspondent | None:
    """A player who is asked what their letter is for; counted apart, since anyone may write in their name.

    None where the server has an address for everything, or where nobody plays under that address.
    """
    player = find_player_by_address(unit, address) if unit.settings.mail.mailbox and address else None
    return None if player is None else Correspondent(player.address, player.language, player.token)
