"""Letters in a player's name that are not proved to be theirs, and where answers go to whoever wrote one."""

import re
from datetime import timedelta
from typing import Final

from pbem.adjudicator.correspondence.answer_limits import Correspondent
from pbem.adjudicator.correspondence.ignored_letters import NO_CODE, REASONS
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.clock import from_ms
from pbem.commands.orders.verbs import in_words
from pbem.i18n import N_, Catalogue, catalogue
from pbem.intake.addresses import Destination, NewcomerDestination, OfficeDestination, SeatDestination
from pbem.intake.proofs import judge
from pbem.lobby.reception import ReceivedLetter
from pbem.log import LazyLog
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.receiving.dkim_check import Unproved
from pbem.mail.receiving.proof import Finding
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.mail.ignored import note_unproved
from pbem.store.mail.inbox import LetterOriginRow, Way, get_origin_of, note_proof
from pbem.store.players.player import find_player_by_address, get_player
from pbem.store.players.preferences import get_preferences

NOTICE_EVERY: Final = timedelta(days=1)
_OTHER_ADDRESS: Final = "another address"
_NOTICE_EVERY_MS: Final = NOTICE_EVERY // timedelta(milliseconds=1)
_LINES: Final = 3
_LONGEST_LINE: Final = 40
_STRANGE: Final = re.compile(r"[^\w ,;:?#>=-]+")
_LONG_WORD: Final = re.compile(r"\S{16,}|\d[\d -]{4,}\d")
"""What could be a name of a page, a code or a telephone number."""
_WAYS: Final[dict[Way, str]] = {
    "smtp": N_("straight to this server"),
    "lmtp": N_("through this server's mail system"),
    "imap": N_("through this server's mailbox"),
    "pipe": N_("through this server's mail system"),
    "drop": N_("through this server's mail system"),
    "local": N_("from this server's own machine"),
}

log = LazyLog(__name__)


def prove(received: ReceivedLetter, letter: Letter | BrokenLetter, to: Destination, found: Finding | None) -> str:
    """Keep what proves that a letter is its player's; returns why nothing does, after telling the player, or "".

    Raises LooksAgain where more has to be found first.
    """
    tx, row = received.unit, received.row
    judgement = judge(received.unit, row, letter, to, found)
    if judgement.by or judgement.reason:
        note_proof(tx, row.id, judgement.by or judgement.reason, judgement.mark)
    if judgement.reason and judgement.reason != Unproved.CAME_BEFORE:  # of which nobody has to hear, as with any double
        log.warning("letter not proved", letter=row.id, way=get_origin_of(tx, row.id).way, reason=judgement.reason)
        _notify(received, letter, to, judgement.reason)
    return judgement.reason


def report_other_address(received: ReceivedLetter, letter: Letter | BrokenLetter, to: Destination) -> None:
    """Mail the player that a letter to an address of theirs came from one that is not theirs.

    This is sent even where the sender has been refused already: the sender may be somebody else than the player. A
    letter whose origin was not stored is not reported.
    """
    if get_origin_of(received.unit, received.row.id) != LetterOriginRow():
        _notify(received, letter, to, _OTHER_ADDRESS)


def excerpt(letter: Letter | BrokenLetter) -> tuple[str, ...]:
    """The beginning of a letter, of which no link, address or number can be made."""
    if isinstance(letter, BrokenLetter):
        return ()
    plain = (" ".join(_STRANGE.sub(" ", _LONG_WORD.sub(" ", line)).split()) for line in letter.lines)
    return tuple(line[:_LONGEST_LINE].rstrip() for line in list(filter(None, plain))[:_LINES])


def _notify(received: ReceivedLetter, letter: Letter | BrokenLetter, to: Destination, why: str) -> None:
    tx, settings, now_ms = received.unit, received.unit.settings, received.unit.now_ms
    if to.player_id is None:
        return
    before = note_unproved(tx, to.player_id, now_ms, now_ms - _NOTICE_EVERY_MS)
    if before is None:
        return
    player = get_player(tx, to.player_id)
    words = catalogue(player.language)
    zone = zone_of(get_preferences(tx, player.id), settings.server.time_zone)
    way = words.text(_WAYS[get_origin_of(tx, received.row.id).way])
    facts = words.text(
        "It came on %(moment)s, %(way)s, from %(address)s. It was for %(place)s.",
        moment=words.moment(from_ms(received.row.received_ms), zone),
        way=way,
        address=letter.from_address,
        place=_place(received, to, words),
    )
    quotation = excerpt(letter)
    is_others = why == _OTHER_ADDRESS
    subject = words.text("An email in your name was not accepted")
    lead = words.text("An email in your name was not accepted. Nothing was done.")
    if is_others:
        subject = words.text("An email from another address was not accepted")
        lead = words.text("An email to an address that only you write to came from another sender. Nothing was done.")
    blocks: list[doc.Block] = [
        doc.Lead((lead,)),
        doc.Paragraph(facts),
        *(() if is_others else (doc.Paragraph(words.text(REASONS[why])),)),
        *_quoted(quotation, words),
        *_what_to_do(received, why, words),
        *_others(before, words),
    ]
    write_to(received.unit, player, "notice", subject, blocks)


def _quoted(quotation: tuple[str, ...], words: Catalogue) -> list[doc.Block]:
    return [doc.Paragraph(words.text("It began like this:")), doc.Bullets(quotation)] if quotation else []


def _place(received: ReceivedLetter, to: Destination, words: Catalogue) -> str:
    if not isinstance(to, SeatDestination):
        return words.text("your account address")
    game = get_game(received.unit, to.contact.game_id)
    return words.text("your seat in %(tag)s %(game)s", tag=game.tag, game=game.name)


def _what_to_do(received: ReceivedLetter, why: str, words: Catalogue) -> list[doc.Block]:
    url = received.unit.settings.page()
    if not url:
        return [doc.Paragraph(sentence) for sentence in _by_mail(why, words)]
    if why == NO_CODE:
        yours = words.text(
            "If it was you, send it again as a reply to one of our emails, and leave the line with the code in it. Or "
            "give your orders at %(url)s.",
            url=url,
        )
    elif why == Unproved.OLD:
        yours = words.text(
            "If it was you, send it again as a reply to one of our emails, or give your orders at %(url)s.", url=url
        )
    elif why == _OTHER_ADDRESS:
        yours = words.text(
            "If it was you, send it again from the address that this email came to. To write from the other one, too, "
            "add it in your settings, or ask the operator: %(settings)s",
            settings=f"{url}/my/senders",
        )
    else:
        yours = words.text(
            "If it was you, send it again from an address of yours whose provider signs emails, or give your orders at "
            "%(url)s. In your settings you can choose codes instead: then our emails carry one, which your replies "
            "quote. %(settings)s",
            url=url,
            settings=f"{url}/my/senders#proof",
        )
    others = words.text(
        "If it was not you, someone knows an address that only you should know. Take a new one in your settings: "
        "%(settings)s",
        settings=f"{url}/my/settings#renewal",
    )
    return [doc.Paragraph(yours), doc.Paragraph(others)]


def _by_mail(why: str, words: Catalogue) -> tuple[str, str]:
    if why == NO_CODE:
        yours = words.text(
            "If it was you, send it again as a reply to one of our emails, and leave the line with the code in it."
        )
    elif why == Unproved.OLD:
        yours = words.text("If it was you, send it again as a reply to one of our emails.")
    elif why == _OTHER_ADDRESS:
        yours = words.text(
            "If it was you, send it again from the address that this email came to. To write from the other one, too, "
            "ask the operator to add it."
        )
    else:
        yours = words.text(
            "If it was you, send it again from an address of yours whose provider signs emails. Or ask the operator "
            "for codes instead: then our emails carry one, which your replies quote."
        )
    others = words.text(
        "If it was not you, someone knows an address that only you should know. To get a new one, reply `%(renew)s`: "
        "to this email for your account, to an email of a game for your seat there.",
        renew=in_words("{renew}", words.language),
    )
    return yours, others


def _others(before: int, words: Catalogue) -> list[doc.Block]:
    day = words.text("You get this email at most once a day.")
    if not before:
        return [doc.Paragraph(day)]
    more = words.plural(
        "Since the last email of this kind one more was not accepted.",
        "Since the last email of this kind %(n)s more were not accepted.",
        before,
    )
    return [doc.Lines((more, day))]


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
