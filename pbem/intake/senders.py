"""Accepted senders: the further addresses of players, and the proof that their letters need.

A further address counts once the link that was mailed to it is followed. The player's main address is told of it first,
so that nobody who has got into an account can secretly write from elsewhere. A player who adds an address cannot find
out whether somebody else plays under it: the number of mails and the answer are the same.
"""

import secrets
from datetime import timedelta
from typing import Final

from pbem.adjudicator.audit import Concerned, log_done
from pbem.adjudicator.context import Refused
from pbem.config import Settings
from pbem.i18n import Catalogue, catalogue
from pbem.intake.units import UnitOfWorkFactory
from pbem.mail.proof_codes import ORDER, find_chosen_proof
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.naming import is_address
from pbem.store import AddressTaken, UnitOfWork
from pbem.store.accounts.addresses import (
    add_address_claim,
    change_address,
    find_address_claim,
    list_pending_addresses,
    use_address_claim,
    withdraw_address_claim,
)
from pbem.store.mail.outbox import MailRow
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import (
    PlayerRow,
    add_other_address,
    find_player_by_address,
    get_player,
    list_other_addresses,
    remove_other_address,
)
from pbem.store.players.preferences import put_proof_choice
from pbem.store.tables import NEW
from pbem.templates import render
from pbem.terms import Proof

GOOD_FOR: Final = timedelta(hours=24)
"""How long a link can be used."""
MOST: Final = 10
"""The most further addresses of a player, including those that wait for their link."""
_TOKEN_BYTES: Final = 32


class Senders:
    """Changes what letters are taken from. Safe to use from any thread."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    def add(self, player_id: int, address: str, *, by_owner: bool = True) -> None:
        """Mail a link to an address from which a player wants to write too. Raises Refused and NotFound.

        It leads to the page where they asked, even where nobody elsewhere could open that.
        """

        def work(unit: UnitOfWork) -> None:
            player = get_player(unit, player_id)
            words = catalogue(player.language)
            _check(unit, player, address, words)
            _ask(unit, player, address.lower())
            log_done(unit, player if by_owner else None, "ask-address", Concerned(player.id))

        self._units.write(work)

    def add_confirmed(self, player_id: int, address: str) -> None:
        """Take letters from a further address that the operator knows to be a player's; both addresses hear of it.

        Raises Refused and NotFound, and AddressTaken where it is another player's.
        """

        def work(unit: UnitOfWork) -> None:
            player = get_player(unit, player_id)
            words = catalogue(player.language)
            _check(unit, player, address, words)
            withdraw_address_claim(unit, player_id, address)
            add_other_address(unit, player_id, address.lower(), unit.now_ms)
            subject = words.text("An address was added at %(server)s", server=unit.settings.server.name)
            for address_told in (player.address, address.lower()):
                facts = {"address": address.lower()}
                _write(unit, player, address_told, subject, "sender_added.txt", words, facts)
            log_done(unit, None, "add-address", Concerned(player.id))

        self._units.write(work)

    def confirm(self, token: str) -> bool:
        """Take letters from the address that a link was mailed to; False where the link works no more."""

        def work(unit: UnitOfWork) -> bool:
            claim = use_address_claim(unit, token, unit.now_ms)
            if claim is None:
                return False
            try:
                if find_blocked(unit, claim.address) is not None:
                    return False
                add_other_address(unit, claim.player_id, claim.address, unit.now_ms)
            except AddressTaken:
                return False
            log_done(unit, get_player(unit, claim.player_id), "add-address", Concerned(claim.player_id))
            return True

        return self._units.write(work)

    def is_good(self, token: str) -> bool:
        """Whether a link still works."""
        now_ms = self._units.now_ms()
        with self._units.read() as unit:
            return find_address_claim(unit, token, now_ms) is not None

    def withdraw(self, player_id: int, address: str) -> None:
        """Make the link that was mailed to an address worthless."""
        self._units.write(lambda unit: withdraw_address_claim(unit, player_id, address))

    def remove(self, player_id: int, address: str, *, by_owner: bool = True) -> bool:
        """Take no more letters from a further address, which hears of it; False where it is none of the player's."""

        def work(unit: UnitOfWork) -> bool:
            player = get_player(unit, player_id)
            if not remove_other_address(unit, player_id, address):
                return False
            words = catalogue(player.language)
            subject = words.text("An address was removed at %(server)s", server=unit.settings.server.name)
            for address_told in (player.address, address.lower()):
                facts = {"address": address.lower()}
                _write(unit, player, address_told, subject, "sender_removed.txt", words, facts)
            log_done(unit, player if by_owner else None, "remove-address", Concerned(player.id))
            return True

        return self._units.write(work)

    def choose_main(self, player_id: int, address: str, session_id: int | None = None) -> bool:
        """Write to a player at another address of theirs from now on; False where it is none.

        The one before hears of it, and stays one that they write from. All their sessions end, but for one.
        """

        def work(unit: UnitOfWork) -> bool:
            before = get_player(unit, player_id)
            if address.lower() not in list_other_addresses(unit, player_id):
                return False
            change_address(unit, player_id, address, session_id=session_id)
            add_other_address(unit, player_id, before.address, unit.now_ms)
            words = catalogue(before.language)
            subject = words.text("Your email address at %(server)s has changed", server=unit.settings.server.name)
            facts = {"address": address.lower(), "link": _page(unit.settings)}
            _write(unit, before, before.address, subject, "sender_main.txt", words, facts)
            log_done(unit, before, "choose-address", Concerned(player_id))
            return True

        return self._units.write(work)

    def choose_proof(self, player_id: int, proof: Proof | None, *, by_owner: bool = True) -> None:
        """Store the proof that a player wants for letters in their name; None for the server's default.

        The player is told where less is enough from now on. Raises Refused where it is looser than the operator
        permits.
        """

        def work(unit: UnitOfWork) -> None:
            if proof is not None and ORDER.index(proof) < ORDER.index(unit.settings.mail.proof_least):
                words = catalogue(get_player(unit, player_id).language)
                raise Refused(words.text("This server asks for more proof than that."))
            before = find_chosen_proof(unit, player_id) or "aligned"
            put_proof_choice(unit, player_id, proof)
            after = find_chosen_proof(unit, player_id) or "aligned"
            if ORDER.index(after) < ORDER.index(before):
                _write_of_less_proof(unit, get_player(unit, player_id))
            by = get_player(unit, player_id) if by_owner else None
            log_done(unit, by, "choose-proof", Concerned(player_id), {"proof": proof})

        self._units.write(work)


def _check(unit: UnitOfWork, player: PlayerRow, address: str, words: Catalogue) -> None:
    """Raise Refused for an address that cannot be a further one of a player's, as far as they may know."""
    addresses = list_other_addresses(unit, player.id)
    if not is_address(address):
        raise Refused(words.text("This is not an email address, such as ada@example.org."))
    if address.lower() in (player.address, *addresses):
        raise Refused(words.text("This is already your address."))
    if unit.settings.mail.is_own(address):
        raise Refused(words.text("This is one of the server's own addresses; it cannot be a player's."))
    waiting = [one for one in list_pending_addresses(unit, player.id, unit.now_ms) if one != address.lower()]
    if len(addresses) + len(waiting) >= MOST:
        raise Refused(words.text("You can have %(most)s addresses besides your main one; remove one first.", most=MOST))


def _ask(unit: UnitOfWork, player: PlayerRow, address: str) -> None:
    token, owner = secrets.token_urlsafe(_TOKEN_BYTES), find_player_by_address(unit, address)
    add_address_claim(unit, token, player.id, address, unit.now_ms, unit.now_ms + GOOD_FOR // timedelta(milliseconds=1))
    words, server = catalogue(player.language), unit.settings.server.name
    subject = words.text("New email address requested at %(server)s", server=server)
    request_facts = {"address": address, "link": _page(unit.settings)}
    _write(unit, player, player.address, subject, "sender_asked.txt", words, request_facts)
    if find_blocked(unit, address) is not None:
        return  # and whoever asked cannot tell
    if owner is not None:
        words = catalogue(owner.language)
        subject = words.text("Your email address at %(server)s", server=server)
        _write(unit, owner, owner.address, subject, "address_taken.txt", words, {"asker": player.name})
        return
    link, hours = f"{unit.settings.web.base_url}/senders/{token}", GOOD_FOR // timedelta(hours=1)
    subject = words.text("Your email address at %(server)s", server=server)
    facts: dict[str, object] = {"link": link, "hours": hours}
    _write(unit, player, address, subject, "sender_confirm.txt", words, facts)


def _write_of_less_proof(unit: UnitOfWork, player: PlayerRow) -> None:
    words = catalogue(player.language)
    subject = words.text("Less proof is asked of emails in your name at %(server)s", server=unit.settings.server.name)
    facts = {"link": unit.settings.page("/my/senders#proof")}
    _write(unit, player, player.address, subject, "sender_proof.txt", words, facts)


def _page(settings: Settings) -> str:
    return settings.page("/my/senders")


def _write(
    unit: UnitOfWork,
    player: PlayerRow,
    to_address: str,
    subject: str,
    template: str,
    words: Catalogue,
    facts: dict[str, object] | dict[str, str],
) -> None:
    text = render(template, words, server=unit.settings.server.name, player=player.name, **facts)
    mail = MailRow(
        id=NEW,
        message_id=new_message_id(unit.settings.mail.domain),
        player_id=player.id,
        to_address=to_address,
        kind="address",
        subject=subject,
        text=text,
        created_ms=unit.now_ms,
    )
    queue_mail(unit, mail)
