"""Routing of a mailbox: the recipient of a letter without an envelope, found by its addresses, references and codes.

These are tried in order: a local part of ours in any header that names recipients; a code in what its writer wrote; the
mail of ours that it replies to; a code in the quoted part. A code goes before the mail replied to, since a player who
was asked which game is meant replies with a code. A Message-ID and a code are as secret as a local part: only the
recipient of the mail knows them. Who wrote the letter is checked as with any address.

Where all mail comes to one mailbox, a player's letter that names nothing goes to the lobby, which asks; anybody else's
only if it names the lobby. All other mail there is private and left alone.
"""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from pbem.commands.tokens import tokens_of
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.intake.addresses import (
    Destination,
    ReportsDestination,
    find_destination,
    has_room_for_report,
    open_destination,
)
from pbem.intake.joining import asks_to_join, is_short_letter
from pbem.lobby.commands import Join, Register
from pbem.lobby.reading import read
from pbem.lobby.registering import subject_to_newcomers
from pbem.mail.reading.headers import LetterHead, read_head, recognise, suspect
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterReader
from pbem.mail.reading.text import MAX_HEADER
from pbem.mail.receiving.proof import Busy, CameBack
from pbem.mail.reply_codes import code_of, codes_in, meant
from pbem.naming import is_address
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.mail.mailboxes import find_mail_sender, list_tokens_for_answers
from pbem.store.mail.outbox import find_mail_by_message_id
from pbem.store.players.player import find_player_by_address

AnyLetter: TypeAlias = Letter | BrokenLetter | Ignored
_MORE_RECIPIENTS: Final = ("Cc", "Envelope-To", "X-Envelope-To", "Apparently-To", "Resent-To")
_MOST_RECIPIENTS: Final = 50
"""Addresses of a letter that are looked up."""
_MOST_ANSWERED: Final = 30
_ADDRESS: Final = re.compile(r"[^\s<>()@,;:\"\\]{1,64}@[^\s<>()@,;:\"\\]{1,255}")
_REPLIES: Final = re.compile(r"^(?:\s*(?:re|aw|fwd?|wg)\s*:)+\s*", re.IGNORECASE)
_LONGEST_NAME: Final = 4
"""Words of a name under which a stranger asks to be registered."""
_LARGEST_LETTER: Final = 256 << 10
"""Bytes of a letter by which a stranger asks for something."""


def routed(
    database: Database, settings: Settings, reader: LetterReader, token: str, raw: bytes, mail_from: str, now_ms: int
) -> dict[str, Destination]:
    """Find the recipient of a letter by the letter itself; it came to the address with this token, "" for the mailbox.

    Private mail has none. Raises Busy where it cannot be taken now, CameBack where it is a mail of ours, and
    ProcessUnavailable.
    """
    with database.read() as tx:
        if not token:
            if _is_ours(tx, read_head(raw)):
                raise CameBack
            if not concerns_us(UnitOfWork(tx, settings, now_ms), raw, len(raw), mail_from):
                return {}
    letter = None if token else reader(raw, mail_from=mail_from, own_domains=settings.mail.loop_domains)
    with database.read() as tx:
        unit = UnitOfWork(tx, settings, now_ms)
        tokens = (token,) if letter is None else find_tokens_for(unit, raw, letter)
        found = {one: open_destination(unit, one) for one in tokens}
        for one, to in found.items():
            if isinstance(to, ReportsDestination) and not has_room_for_report(unit, one, raw):
                raise Busy
    return {one: to for one, to in found.items() if to is not None}


def concerns_us(unit: UnitOfWork, raw_head: bytes, size: int, mail_from: str | None = None) -> bool:
    """Whether a letter may be for somebody here, judged by its headers and its size in bytes.

    Mail that is private by its headers is not even fetched. `mail_from` is the envelope sender; None where only the
    headers give it.
    """
    head = read_head(raw_head)
    mail_from = mail_from_of(head) if mail_from is None else mail_from
    if _is_our_own(unit, head):
        return False
    if any(unit.settings.mail.token_in(address) for address in _recipients(head)) or any(_answered(unit, head)):
        return True
    if _may_be_report(head, mail_from) or _is_player(unit, head):
        return True
    is_written = (recognise(head, mail_from=mail_from, own_domains=()) or suspect(head)) is None
    return bool(unit.settings.mail.mailbox) and is_written and size <= _LARGEST_LETTER


def find_tokens_for(unit: UnitOfWork, raw: bytes, letter: AnyLetter) -> tuple[str, ...]:
    """The local parts that a letter of a mailbox is for; none where it is for nobody here.

    `letter` is what was read of it. More than one where it names several addresses.
    """
    head = read_head(raw)
    if _is_our_own(unit, head):
        return ()
    named = dict.fromkeys(filter(None, map(unit.settings.mail.token_in, _recipients(head))))
    known = tuple(token for token in named if find_destination(unit, token) is not None)
    if known:
        return tuple(token for token in known if token != unit.settings.mail.lobby) or known
    token = _by_content(unit, head, letter)
    if token is not None and find_destination(unit, token) is not None:
        return (token,)
    if not unit.settings.mail.mailbox or isinstance(letter, Ignored):
        return ()
    return (unit.settings.mail.lobby,) if _is_for_lobby(unit, head, letter) else ()


def mail_from_of(head: LetterHead) -> str:
    """The envelope sender, as the mail system that took the letter noted it; else whom the letter says it is from."""
    noted = head.values("Return-Path")
    return noted[0].strip().strip("<>") if noted else head.from_address


def read_of_mailbox(reader: LetterReader, settings: Settings, raw: bytes) -> AnyLetter:
    """Read a letter of a mailbox."""
    return reader(raw, mail_from=mail_from_of(read_head(raw)), own_domains=settings.mail.loop_domains)


def _by_content(unit: UnitOfWork, head: LetterHead, letter: AnyLetter) -> str | None:
    if isinstance(letter, Ignored):
        returned = letter.bounced.message_id
        return (find_mail_sender(unit, returned) if returned else None) or next(_answered(unit, head), None)
    written, quoted = (letter.parted.unquoted, letter.parted.quoted) if isinstance(letter, Letter) else ((), ())
    mine = {code_of(token): token for token in list_tokens_for_answers(unit, head.from_address, unit.now_ms)}
    return (
        _only(mine[code] for code in codes_in(written) if code in mine)
        or next(_answered(unit, head), None)
        or _only(mine[code] for code in codes_in(quoted) if code in mine)
    )


def _only(tokens: Iterator[str]) -> str | None:
    found = set(tokens)
    return found.pop() if len(found) == 1 else None


def _answered(tx: Tx, head: LetterHead) -> Iterator[str]:
    ids = dict.fromkeys(filter(None, (head.in_reply_to, *reversed(meant(head.references)))))
    for message_id in list(ids)[:_MOST_ANSWERED]:
        token = find_mail_sender(tx, message_id)
        if token is not None:
            yield token


def _recipients(head: LetterHead) -> list[str]:
    more = (address for name in _MORE_RECIPIENTS for value in head.values(name) for address in _ADDRESS.findall(value))
    return list(dict.fromkeys([*head.recipients, *(address.lower() for address in more)]))[:_MOST_RECIPIENTS]


def _is_our_own(unit: UnitOfWork, head: LetterHead) -> bool:
    """Whether a letter is a mail of ours: a copy in the mailbox that sends them, or one that came back in a loop."""
    return _is_ours(unit, head) or (bool(unit.settings.mail.mailbox) and unit.settings.mail.is_own(head.from_address))


def _is_ours(tx: Tx, head: LetterHead) -> bool:
    return bool(head.message_id) and find_mail_by_message_id(tx, head.message_id) is not None


def _may_be_report(head: LetterHead, mail_from: str) -> bool:
    types = " ".join(head.values("Content-Type"))[:MAX_HEADER].lower()
    local_part = head.from_address.partition("@")[0]
    return "report" in types or not mail_from or local_part in ("mailer-daemon", "postmaster")


def _is_for_lobby(unit: UnitOfWork, head: LetterHead, letter: AnyLetter) -> bool:
    """Whether a letter that names nobody is one for the lobby: a player's, or a stranger's who asks to register."""
    if _is_player(unit, head):
        return True
    if not is_address(head.from_address) or suspect(head) is not None:
        return False
    if _names_lobby(unit.settings, head.subject):
        return True
    return isinstance(letter, Letter) and (
        _is_command(unit.settings, head, letter) or asks_to_join(unit.settings, head, letter)
    )


def _is_player(tx: Tx, head: LetterHead) -> bool:
    player = find_player_by_address(tx, head.from_address) if head.from_address else None
    return player is not None and player.bot is None


def _names_lobby(settings: Settings, subject: str) -> bool:
    bare, lobby = _REPLIES.sub("", subject).strip().casefold(), settings.mail.lobby.casefold()
    invited = subject_to_newcomers(settings, catalogue(settings.server.language)).casefold()
    return bare in (lobby, invited) or bare.startswith((f"{lobby} ", f"{lobby}:"))


def _is_command(settings: Settings, head: LetterHead, letter: Letter) -> bool:
    lines = [line for line in letter.lines if line.strip()]
    bare = _REPLIES.sub("", head.subject).strip()
    return is_short_letter(letter) and any(_asks_to_come_in(settings, line) for line in (bare, *lines[:1]))


def _asks_to_come_in(settings: Settings, line: str) -> bool:
    language = settings.server.language
    tokens = tokens_of(line.strip()[:200])
    if len(tokens) == 1:
        words = (OFFICE.accepted(name) for name in ("register", "join", "lists"))
        return any(tokens[0].fold in accepted for accepted in words)
    (reading,) = read([line], language, settings.terms, in_other_words=False)
    match reading.orders:
        case (Register(),):
            return 1 < len(line.split()) <= 1 + _LONGEST_NAME
        case (Join(),):
            return True
    return False
