"""Other addresses at this server for those whose own have become known: a seat's, or the one of a player's account.

The old address is refused from then on, and letters to it with which nobody has dealt are closed, since nobody can tell
who wrote them. The new one reaches its owner as the sender of the next mail.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.mails.player import write_about_account
from pbem.adjudicator.sessions import load_game
from pbem.chance import new_token
from pbem.config import Settings
from pbem.games.compose import opened_by
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.accounts.addresses import renew_player_token
from pbem.store.games.seats import SeatContact, list_seat_contacts, renew_token
from pbem.store.mail.inbox import close_letters_to
from pbem.store.players.player import get_player
from pbem.store.players.registrations import drop_registrations

APART: Final = timedelta(days=1)
"""How long an owner has to wait before an address is renewed once more."""
_APART_MS: Final = APART // timedelta(milliseconds=1)
_CLOSED: Final = "the address was renewed"


def check_renewal(renewed_ms: int | None, now_ms: int, words: Catalogue) -> None:
    """Nothing, where an owner may have another address, who asked last at a moment or never. Raises Refused."""
    if renewed_ms is not None and now_ms < renewed_ms + _APART_MS:
        raise Refused(words.text("This address is new already; it can be renewed once a day."))


def renewal_sentences(settings: Settings, words: Catalogue) -> list[str]:
    """The consequences of renewing an address, in sentences for its owner."""
    if settings.mail.is_shared:
        return [
            words.text("The code in our emails is replaced, and the old one is no longer known."),
            words.text("Replies to older emails are not accepted; the next one has the new code."),
        ]
    return [
        words.text("The address that you write to is replaced and accepts no more email."),
        words.text("Our emails come from the new one, which nobody else is told."),
    ]


def renew_seat_address(unit: UnitOfWork, game_id: int, seat: int, *, by: int | None) -> SeatContact:
    """Renew a seat's address and mail it to the player, for the player `by` who has it, or for the operator (None).

    Returns the seat as it was. Raises Refused, and NotFound where there is no such seat, or it is not theirs.
    """
    contacts = list_seat_contacts(unit, game_id)
    if seat not in range(len(contacts)) or (by is not None and contacts[seat].player_id != by):
        raise NotFound("seat", (game_id, seat))
    contact = contacts[seat]
    words = catalogue(contact.language)
    if not contact.reads:
        raise Refused(words.text("Nobody gets email at that seat."))
    if by is not None:
        check_renewal(contact.token_renewed_ms, unit.now_ms, words)
    closed = give_seat_address(unit, contact, None if by is None else unit.now_ms, None)
    _write_to_seat(unit, contact, _renewed(unit.settings, words), not_carried_out(closed, words))
    return contact


def send_seat_address(unit: UnitOfWork, game_id: int, seat: int) -> None:
    """Mail a player from their seat's address, so that they know it. Raises NotFound."""
    contact = list_seat_contacts(unit, game_id)[seat]
    _write_to_seat(unit, contact, _address_sentence(unit.settings, catalogue(contact.language)), [])


def renew_account_address(
    unit: UnitOfWork, player_id: int, *, by_owner: bool, letter_id: int | None = None
) -> list[str]:
    """Renew the address of a player's account; returns what its owner is told, in sentences.

    The new address is mailed, unless the letter that asked for it is being answered. Raises Refused and NotFound.
    """
    player = get_player(unit, player_id)
    words = catalogue(player.language)
    if player.bot is not None:
        raise Refused(words.text("A bot gets no email."))
    if by_owner:
        check_renewal(player.token_renewed_ms, unit.now_ms, words)
    renew_player_token(unit, player_id, new_token(), unit.now_ms if by_owner else None)
    # Where they answered to become a player leads to the same account for two days.
    old = (player.token, *drop_registrations(unit, player.address))
    lost = not_carried_out(sum(close_letters_to(unit, token, letter_id, _CLOSED) for token in old), words)
    if letter_id is None:
        _write_to_account(unit, player_id, _renewed(unit.settings, words), lost)
    return [*renewal_sentences(unit.settings, words), *lost]


def send_account_address(unit: UnitOfWork, player_id: int) -> None:
    """Mail a player from the address of their account, so that they know it. Raises NotFound."""
    words = catalogue(get_player(unit, player_id).language)
    _write_to_account(unit, player_id, _address_sentence(unit.settings, words), [])


def _write_to_account(unit: UnitOfWork, player_id: int, heading: str, more: Sequence[str]) -> None:
    player = get_player(unit, player_id)
    blocks: list[doc.Block] = [doc.Lead((heading,)), *map(doc.Paragraph, more)]
    write_about_account(unit, player, blocks)


def _write_to_seat(unit: UnitOfWork, contact: SeatContact, heading: str, more: Sequence[str]) -> None:
    composer = MailComposer(unit, load_game(unit, contact.game_id))
    message = composer.notice(contact.seat, heading, catalogue(contact.language))
    composer.send(contact, "notice", opened_by(message, [doc.Paragraph(sentence) for sentence in more]))


def give_seat_address(tx: Tx, contact: SeatContact, renewed_ms: int | None, letter_id: int | None) -> int:
    """Give a seat another address, and close the letters to the old one; returns how many there were."""
    renew_token(tx, contact.game_id, contact.seat, new_token(), renewed_ms)
    return close_letters_to(tx, contact.token, letter_id, _CLOSED)


def _address_sentence(settings: Settings, words: Catalogue) -> str:
    if settings.mail.is_shared:
        return words.text("You asked where to write: reply to this email, or copy the line with its code.")
    if settings.mail.mailbox:
        return words.text("You asked for your address: it is the one that replies to this email go to.")
    return words.text("You asked for your address: it is the one that this email comes from.")


def _renewed(settings: Settings, words: Catalogue) -> str:
    if settings.mail.is_shared:
        return words.text(
            "Your code was renewed: this email has the new one. Replies to older emails are not accepted, and nobody "
            "else is told."
        )
    if settings.mail.mailbox:
        return words.text(
            "Your address was renewed: replies to this email go to the new one. The old one accepts no more email, and "
            "nobody else is told."
        )
    return words.text(
        "Your address was renewed: this email comes from the new one. The old one accepts no more email, and nobody "
        "else is told."
    )


def not_carried_out(letters: int, words: Catalogue) -> list[str]:
    """Say how many letters to the old address are closed; nothing where there are none."""
    if not letters:
        return []
    sentence = words.plural(
        "One email to the old address was still waiting and is not carried out. If it was yours, send it again.",
        "%(n)s emails to the old address were still waiting and are not carried out. If they were yours, send them "
        "again.",
        letters,
    )
    return [sentence]
