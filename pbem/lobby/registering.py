"""Registration of strangers as players, letters for the operator (RFC 2142), and invitations that came back."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.audit import Concerned, log_done
from pbem.adjudicator.context import PlayerContext, Refused
from pbem.adjudicator.mails.operator import write_to_operator
from pbem.adjudicator.mails.player import write_to
from pbem.chance import new_token
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.i18n import Catalogue, catalogue
from pbem.lobby import registering
from pbem.lobby.lists import entry, lists_for
from pbem.lobby.names import check_free, name_of, why_not
from pbem.lobby.ways_to_write import describe_own_way
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.reading.text import without_links
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.naming import BadName
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import Tx, UnitOfWork
from pbem.store.games.waiting_lists import ListRow, decline_invitation, find_invitation, list_lists_inviting
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import PlayerRow, add_player, find_player_by_address, get_player
from pbem.store.players.registrations import (
    RegistrationRow,
    add_registration,
    count_strangers_mailed,
    forget_strangers,
    note_stranger,
    note_stranger_mailed,
    use_registration,
)
from pbem.store.tables import NEW

GOOD_FOR: Final = timedelta(hours=48)
"""How long a token can be used."""
Occasion: TypeAlias = Literal["lobby", "web", "invitation", "operator"]
"""The cause of a mail to an unproved address; each cause has an allowance of its own."""
_GOOD_MS: Final = GOOD_FOR // timedelta(milliseconds=1)
_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_MONTH_MS: Final = 30 * _DAY_MS


def is_ours(settings: Settings, address: str) -> bool:
    """Whether an address is one of this server's own."""
    return settings.mail.is_own(address)


def may_write(unit: UnitOfWork, address: str) -> bool:
    """Whether an address that wrote to everybody's may be answered, which is then noted: once a day."""
    return note_stranger(unit, address, unit.now_ms, unit.now_ms - _DAY_MS)


def has_allowance(unit: UnitOfWork, occasion: Occasion) -> bool:
    """Whether another unproved address may be mailed within this hour."""
    return (
        count_strangers_mailed(unit, occasion, unit.now_ms, unit.now_ms - _HOUR_MS)
        < unit.settings.mail.strangers_per_hour
    )


def use_allowance(unit: UnitOfWork, occasion: Occasion) -> None:
    """Count a mail to an unproved address."""
    note_stranger_mailed(unit, occasion, unit.now_ms, unit.now_ms - _HOUR_MS)


def may_invite(unit: UnitOfWork, player_id: int) -> bool:
    """Whether a player may invite another address within 30 days."""
    count = count_strangers_mailed(unit, inviting_key(player_id), unit.now_ms, unit.now_ms - _MONTH_MS)
    return count < unit.settings.accounts.invitations_per_month


def count_invitation(unit: UnitOfWork, player_id: int) -> None:
    """Count an address that a player invites."""
    note_stranger_mailed(unit, inviting_key(player_id), unit.now_ms, unit.now_ms - _MONTH_MS)


def inviting_key(player_id: int) -> str:
    """The occasion under which a player's invitations are counted."""
    return f"invitation by player {player_id}"


def forget(tx: Tx, now_ms: int) -> None:
    """Delete what is too old to matter."""
    forget_strangers(tx, now_ms, now_ms - _DAY_MS)


def ask(unit: UnitOfWork, address: str, name: str, language: str, *, answering: str = "") -> None:
    """Mail an address how to be registered; a name that was asked for is kept if it can be one, and not told."""
    if find_blocked(unit, address) is not None:
        return
    if unit.settings.accounts.registration != "open":
        words = catalogue(language)
        _write_without_token(unit, address, language, why_closed(unit.settings, words), answering)
        return
    known = ""
    words = catalogue(language)
    greeting = words.text(
        "Good to hear from you! Here people play Railroad Dice by email, one turn at a time, and you can join in."
    )
    with suppress(BadName):
        known = name_of(name)
    _send(unit, address, known, language, [doc.Lead((greeting,))], answering=answering)


def invite_stranger(context: PlayerContext, row: ListRow, address: str) -> None:
    """Mail an address that somebody invites it to a game; nothing, where it was written to within a day.

    Of what players wrote it tells their names and the list's, of which no mail program makes a link.
    """
    tx, words = context.unit, context.words
    if not may_write(context.unit, address) or find_blocked(tx, address) is not None:
        return
    game = entry(tx, row, words, context.unit.settings.server.time_zone, without_links)
    blocks: list[doc.Block] = [
        doc.Paragraph(
            words.text("%(name)s invites you to a game of Railroad Dice.", name=without_links(context.player.name))
        ),
        doc.Entries((game,)),
        doc.Paragraph(words.text("You play by email, one turn at a time, and it's free.")),
    ]
    join = OFFICE.fill(f"{{join}} {row.id}", words.language)
    _send(context.unit, address, "", words.language, blocks, also=join, invited_by=context.player.id)


def invite_newcomer(context: PlayerContext, address: str) -> None:
    """Mail an address that a player invites it here; nothing, where it was written to within a day."""
    words = context.words
    if not may_write(context.unit, address) or find_blocked(context.unit, address) is not None:
        return
    name = without_links(context.player.name)
    blocks: list[doc.Block] = [
        doc.Paragraph(words.text("%(name)s invites you to play Railroad Dice here.", name=name)),
        doc.Paragraph(words.text("You play by email, one turn at a time, and it's free.")),
    ]
    good_ms = context.unit.settings.accounts.invitation_days * _DAY_MS
    _send(context.unit, address, "", words.language, blocks, invited_by=context.player.id, good_ms=good_ms)


def why_closed(settings: Settings, words: Catalogue) -> str:
    """Say plainly that nobody can create an account by themselves here."""
    if settings.accounts.registration == "closed":
        return words.text("This server takes no new players at the moment.")
    return words.text("New players come by invitation: ask someone who plays here to invite you.")


def check_open(unit: UnitOfWork, registration: RegistrationRow, words: Catalogue) -> None:
    """Nothing, where whoever was mailed a token may become a player. Raises Refused.

    An invitation by somebody who was blocked since is worth nothing.
    """
    rule, inviter = unit.settings.accounts.registration, registration.invited_by
    is_invited = inviter is not None and get_player(unit, inviter).standing != "blocked"
    if find_blocked(unit, registration.address) is not None or (inviter is not None and not is_invited):
        raise Refused(words.text("This address can't have an account here."))
    if rule == "closed" or (rule == "invitation" and not is_invited):
        raise Refused(why_closed(unit.settings, words))


def _send(
    unit: UnitOfWork,
    address: str,
    name: str,
    language: str,
    opening: list[doc.Block],
    *,
    also: str = "",
    answering: str = "",
    invited_by: int | None = None,
    good_ms: int = _GOOD_MS,
) -> None:
    until_ms = unit.now_ms + good_ms
    new = RegistrationRow(new_token(), address.lower(), name, language, unit.now_ms, until_ms, None, invited_by)
    add_registration(unit, new)
    blocks = [*opening, *_how(new, also, unit.settings, catalogue(language))]
    write_to_newcomer(unit, new, blocks, answering or None)


def refuse_blocked(unit: UnitOfWork, address: str, language: str, answering: str) -> None:
    """Tell whoever writes from the mailbox of a blocked player that nothing is done for them."""
    words = catalogue(language)
    lead = words.text("This account is blocked. Nothing was done, and further emails from you are not answered.")
    subject = words.text("Account blocked at %(server)s", server=unit.settings.server.name)
    _write_without_token(unit, address, language, lead, answering, subject)


def _write_without_token(
    unit: UnitOfWork, address: str, language: str, sentence: str, answering: str, subject: str = ""
) -> None:
    row = RegistrationRow("", address.lower(), "", language, unit.now_ms, unit.now_ms, None)
    write_to_newcomer(unit, row, [doc.Lead((sentence,))], answering or None, subject)


def write_to_newcomer(
    unit: UnitOfWork,
    registration: RegistrationRow,
    blocks: Sequence[doc.Block],
    answering: str | None = None,
    subject: str = "",
) -> None:
    """Mail somebody who is no player yet, as text alone; their letters in answer come to their token.

    `answering` is the Message-ID of the letter that it answers, None where it answers none; `subject` is "" for that of
    all such mails.
    """
    words = catalogue(registration.language)
    signature = doc.Signature(unit.settings.server.name, unit.settings.page())
    mail = MailRow(
        id=NEW,
        message_id=new_message_id(unit.settings.mail.domain),
        to_address=registration.address,
        kind="lobby",
        subject=subject or subject_to_newcomers(unit.settings, words),
        text=text_of(doc.Document(words.language, (*blocks, signature))),
        in_reply_to=answering or None,
        references_=answering or "",
        auto="auto-generated" if answering is None else "auto-replied",
        created_ms=unit.now_ms,
        sender=registration.token or None,
    )
    queue_mail(unit, mail)


def subject_to_newcomers(settings: Settings, words: Catalogue) -> str:
    """The subject of mails that ask somebody who is no player yet to play."""
    return words.text("Come and play at %(server)s", server=settings.server.name)


def _how(new: RegistrationRow, also: str, settings: Settings, words: Catalogue) -> list[doc.Block]:
    """Instructions for using a token: by an answer, or by a link."""
    if new.name:
        note = words.text("with the name you asked for")
        first = doc.OrderLine(OFFICE.fill("{confirm}", words.language), note)
    else:
        order = words.text("%(word)s Your Name", word=OFFICE.fill("{register}", words.language))
        first = doc.OrderLine(order, words.text("with your own name"))
    lines = (first, doc.OrderLine(also, words.text("for a seat in that game"))) if also else (first,)
    return [
        doc.Paragraph(words.text("To play, reply to this email with:")),
        doc.Orders(lines),
        *_link(settings.page(f"/register/{new.token}"), _good_for(new, words), words),
        doc.Paragraph(words.text("If you don't want this, or didn't ask for it, just ignore this email.")),
    ]


def _good_for(new: RegistrationRow, words: Catalogue) -> str:
    """The time for which a token can be used, such as "48 hours", or days where it is another."""
    good_ms = new.expires_ms - new.created_ms
    if good_ms == _GOOD_MS:
        return words.plural("%(n)s hour", "%(n)s hours", good_ms // _HOUR_MS)
    return words.plural("%(n)s day", "%(n)s days", good_ms // _DAY_MS)


def _link(page: str, time: str, words: Catalogue) -> list[doc.Block]:
    if not page:
        return [doc.Paragraph(words.text("That works for %(time)s.", time=time))]
    return [
        doc.Paragraph(words.text("Or follow this link:")),
        doc.Signs((page,)),
        doc.Paragraph(words.text("Both work for %(time)s.", time=time)),
    ]


def register(unit: UnitOfWork, registration: RegistrationRow, name: str, words: Catalogue) -> PlayerRow:
    """Make a player of whoever was mailed a token, which uses it up; who is one by now stays who they are.

    Raises Refused where the name cannot be theirs.
    """
    known = find_player_by_address(unit, registration.address)
    if known is None:
        check_open(unit, registration, words)
        if registration.used_ms is not None:
            raise Refused(words.text("This was used before, and the address has changed since."))
        try:
            chosen = name_of(name or registration.name)  # that of an old request, too, which was judged less strictly
            check_free(unit, chosen)
        except BadName as bad:
            raise Refused(words.text("That cannot be a name. %(why)s", why=why_not(bad, words))) from bad
        use_registration(unit, registration.token, unit.now_ms)
        added = get_player(unit, add_player(unit, chosen, registration.address, registration.language, unit.now_ms))
        log_done(unit, added, "register", Concerned(added.id))
        return added
    return known


def welcome(unit: UnitOfWork, player: PlayerRow) -> None:
    """Mail a new player what they can do now."""
    words = catalogue(player.language)
    lead = words.text("Welcome, %(name)s! You're ready to play.", name=player.name)
    blocks = [doc.Lead((lead,)), *welcome_blocks(unit, player, words)]
    subject = words.text("Welcome to %(server)s", server=unit.settings.server.name)
    write_to(unit, player, "lobby", subject, blocks)


def welcome_blocks(unit: UnitOfWork, player: PlayerRow, words: Catalogue) -> list[doc.Block]:
    """The welcome to a new player: their own address here, and the lists that they may join."""
    how = describe_own_way(unit.settings, player, words)
    return [doc.Paragraph(how), *lists_for(unit, player, words, unit.settings.server.time_zone)]


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


MOST_LINES: Final = 100
"""Lines of a letter that are passed on."""


def pass_on(unit: UnitOfWork, row: LetterRow, letter: Letter | BrokenLetter) -> bool:
    """Mail the operator what somebody wrote to them; False where none is named, or this hour's allowance is used up."""
    if not unit.settings.mail.operator or not registering.has_allowance(unit, "operator"):
        return False
    registering.use_allowance(unit, "operator")
    words = catalogue(unit.settings.server.language)
    subject = words.text("To %(name)s: %(subject)s", name=row.recipient_token, subject=letter.subject)
    return write_to_operator(unit, subject, (*_opening(unit.settings, row, letter), _text(unit.settings, letter)))


def _opening(settings: Settings, row: LetterRow, letter: Letter | BrokenLetter) -> tuple[doc.Block, ...]:
    words, address = catalogue(settings.server.language), settings.mail.address_of(row.recipient_token)
    sender = letter.from_address or row.mail_from
    if sender:
        lead = words.text("%(who)s wrote to %(address)s.", who=sender, address=address)
        how = words.text("To answer, write to them yourself: nobody reads replies to this email.")
        return doc.Lead((lead,)), doc.Paragraph(how)
    return (doc.Lead((words.text("Someone who gives no address wrote to %(address)s.", address=address),)),)


def _text(settings: Settings, letter: Letter | BrokenLetter) -> doc.Block:
    words = catalogue(settings.server.language)
    if isinstance(letter, BrokenLetter):
        return doc.Paragraph(words.text("Its text cannot be read. `pbem letter list --ignored` shows the email."))
    lines = "\n".join(letter.text).strip().split("\n")
    more = len(lines) - MOST_LINES
    cut = (words.plural("(%(n)s more line)", "(%(n)s more lines)", more),) if more > 0 else ()
    return doc.Speech((*lines[:MOST_LINES], *cut))
