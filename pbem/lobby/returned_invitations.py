"""Invitations that came back from an address which is no player's: who invited it is told, once.

Of players' addresses, which are given up in time, nothing is told: else addresses could be tried until one is a name's.
"""

from pbem.adjudicator.mails.player import write_to
from pbem.commands.vocabulary import OFFICE
from pbem.i18n import catalogue
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.games.waiting_lists import decline_invitation, find_invitation, list_lists_inviting
from pbem.store.players.player import find_player_by_address, get_player


def notify_inviters(unit: UnitOfWork, address: str) -> None:
    """Tell everyone who invited an address, which is no player's, that nothing arrives there; each of them once."""
    if find_player_by_address(unit, address) is not None:
        return
    for row in list_lists_inviting(unit, address):
        invitation = find_invitation(unit, row.id, address)
        assert invitation is not None
        decline_invitation(unit, row.id, address, unit.now_ms)
        inviter = get_player(unit, invitation.invited_by)
        words = catalogue(inviter.language)
        facts = {"address": address, "number": row.id, "name": row.name}
        subject = words.text("Your invitation came back: %(name)s", name=row.name)
        sentence = words.text(
            "Your invitation to waiting list %(number)s, %(name)s, came back from %(address)s.", **facts
        )
        why = words.text("Nothing arrives there. If the address is mistyped, reply with the right one:")
        again = doc.OrderLine(OFFICE.fill(f"{{invite}} {row.id} ben@example.org", inviter.language))
        blocks: list[doc.Block] = [doc.Lead((sentence,)), doc.Paragraph(why), doc.Orders((again,))]
        write_to(unit, inviter, "notice", subject, blocks)
