"""The contents of a letter, as its sender is told of them, and the games that its subject names."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.mail.reading.body import Enclosed, Enclosure
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut
from pbem.mail.reading.text import plain
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games_of_player
from pbem.store.games.seats import SeatContact, list_seat_contacts

_UNNAMED: Final[Mapping[Enclosure, str]] = {
    Enclosure.PICTURE: N_("It contains a picture, and pictures are not read. Type your orders as text."),
    Enclosure.RECORDING: N_("It contains a recording, which is not listened to. Type your orders as text."),
    Enclosure.FILE: N_("It contains an attachment, which was not opened. Type your orders into the email itself."),
    Enclosure.TEXT_FILE: N_("It contains an attachment, which was not opened. Type your orders into the email itself."),
    Enclosure.FORWARDED: N_(
        "It contains a forwarded email, which was not read. Type your orders above it, or reply to our newest email."
    ),
    Enclosure.ENCRYPTED: N_("It is encrypted, and this server has no key. Send it again without encryption."),
    Enclosure.UNOPENED: N_(
        "It is signed in a way that hides its text (smime.p7m). Send it again without a signature, or signed in the "
        "open."
    ),
    Enclosure.WINMAIL: N_(
        "Outlook packed it into winmail.dat, which only Outlook can open. Send it again as plain text or HTML."
    ),
    Enclosure.INVITATION: N_("It contains a calendar entry, which is not read. Type your orders as text."),
    Enclosure.EMPTY_PAGE: N_("Its text is empty."),
}
_NAMED: Final[Mapping[Enclosure, str]] = {
    Enclosure.PICTURE: N_("It contains a picture (%(names)s), and pictures are not read. Type your orders as text."),
    Enclosure.RECORDING: N_("It contains a recording (%(names)s), which is not listened to. Type your orders as text."),
    Enclosure.FILE: N_(
        "It contains an attachment (%(names)s), which was not opened. Type your orders into the email itself."
    ),
    Enclosure.TEXT_FILE: N_(
        "It contains an attachment (%(names)s), which was not opened. Type your orders into the email itself."
    ),
}
_ABOUT_ITSELF: Final = frozenset({Enclosure.ENCRYPTED, Enclosure.UNOPENED, Enclosure.WINMAIL})
"""What a letter is rather than holds, beside which nothing else is told."""
_FEW: Final = 2
_REPLY: Final = re.compile(r"(?:re|aw|antw|fwd?|wg|tr|rv|sv|vs|r|i)(?:\[\d+\])? ?: ?", re.IGNORECASE)


def typed_subject(letter: Letter, ours: str) -> str:
    """The part of a subject that its writer typed: without `Re:` and the subject of the mail that they answer."""
    our_subject = " ".join(plain(ours).split())
    typed = (letter.subject.replace(our_subject, " ") if our_subject else letter.subject).strip()
    while reply := _REPLY.match(typed):
        typed = typed[reply.end() :].strip()
    return typed


def instead_of_orders(letter: Letter, parted: Cut, subject: str, words: Catalogue) -> list[doc.Block]:
    """The contents of a letter without orders, as sentences; none where it is a text of its sender's own.

    `subject` holds the orders in its subject, as they were typed; "" where there are none.
    """
    sentences = [*_on_subject(subject, words), *_on_parts(letter.enclosed, words)]
    if not parted.unquoted and not any(one.kind in _ABOUT_ITSELF for one in letter.enclosed):
        sentences += _on_text(parted, words, has_more=bool(letter.enclosed))
    return [doc.Paragraph(sentence) for sentence in dict.fromkeys(sentences)]


def not_read_blocks(letter: Letter, words: Catalogue) -> list[doc.Block]:
    """The text files beside a text that was read, which may hold more orders; pictures beside it are nothing new."""
    files = [one for one in letter.enclosed if one.kind is Enclosure.TEXT_FILE]
    if not files:
        return []
    names = ", ".join(one.name for one in files if one.name)
    sentence = (
        words.text("Only the email itself was read, not the attachment (%(names)s).", names=names)
        if names
        else words.text("Only the email itself was read, not the attachment.")
    )
    return [doc.Paragraph(sentence)]


def _on_subject(subject: str, words: Catalogue) -> list[str]:
    if not subject:
        return []
    return [
        words.text(
            "Its subject says `%(orders)s`, but orders are only read from the text. Reply with the same there, one "
            "order per line.",
            orders=subject,
        )
    ]


def _on_parts(found: Iterable[Enclosed], words: Catalogue) -> list[str]:
    names: dict[Enclosure, list[str]] = {}
    for one in found:
        names.setdefault(one.kind, []).extend([one.name] if one.name else [])
    return [
        words.text(_NAMED[kind], names=", ".join(named)) if named and kind in _NAMED else words.text(_UNNAMED[kind])
        for kind, named in names.items()
        if not (kind is Enclosure.EMPTY_PAGE and len(names) > 1)
    ]


def _on_text(parted: Cut, words: Catalogue, *, has_more: bool) -> list[str]:
    """Sentences on a text of which nothing is its sender's own; beside files a line or two of a phone's is no text."""
    if parted.is_forwarded:
        return [words.text(_UNNAMED[Enclosure.FORWARDED])]
    if has_more and len(parted.quoted) <= _FEW:
        return []
    if parted.signature:
        return [words.text("All of its text is below `--`, where a signature goes. Type your orders above that line.")]
    if parted.quoted:
        return [words.text("All of its text is quoted from an earlier email. Type your orders above the quote.")]
    return [words.text("Its text is empty.")]


_WORD: Final = re.compile(r"\w+")
_OF_MAILS: Final = re.compile(r"\[[^][]*\]")
"""The part in brackets that the subjects of a game's mails begin with."""
_SHORTEST: Final = 4
"""Letters of a game's name that is looked for: a shorter one is in many a sentence."""


def games_named(subject: str, games: Iterable[GameRow]) -> list[GameRow]:
    """The games that a subject names by their tags; where it names none so, those that it names by their names."""
    words, among = _WORD.findall(subject.casefold()), list(games)
    text = f" {' '.join(words)} "
    by_tag = [game for game in among if game.tag.casefold() in words]
    return by_tag or [game for game in among if _stands_in(text, game.name)]


def find_seat_named(tx: Tx, player_id: int, subject: str) -> SeatContact | None:
    """The seat of a player's in the one game in progress that a subject names; None where that is no one game."""
    played = _played(tx, player_id)
    named = games_named(subject, (game for _seat, game in played))
    if len(named) != 1:
        return None
    seat = next(seat for seat, game in played if game.id == named[0].id)
    contact = list_seat_contacts(tx, named[0].id)[seat]
    return contact if contact.vacant_ms is None and contact.token_revoked_ms is None else None


def find_other_tags_named(tx: Tx, letter: Letter, ours: str, contact: SeatContact, *, is_shared: bool) -> str:
    """The tags of other games of a player's that the subject of a letter to a seat names; "" where it names that one.

    `ours` is the subject of the mails of the seat's game. Where seats share one address (`is_shared`), the subject of
    another game's mails counts, too; else the address says more than a subject that nobody has typed.
    """
    typed = typed_subject(letter, ours)
    if not is_shared:
        typed = _OF_MAILS.sub(" ", typed)
    if not typed:
        return ""
    named = games_named(typed, (game for _seat, game in _played(tx, contact.player_id)))
    tags = [game.tag for game in named if game.id != contact.game_id]
    return ", ".join(tags) if len(tags) == len(named) else ""


def _played(tx: Tx, player_id: int) -> list[tuple[int, GameRow]]:
    return [(seat, game) for seat, game in list_games_of_player(tx, player_id) if game.status != "over"]


def _stands_in(text: str, name: str) -> bool:
    words = _WORD.findall(name.casefold())
    return sum(map(len, words)) >= _SHORTEST and f" {' '.join(words)} " in text
