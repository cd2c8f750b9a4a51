"""The contents of a letter, as its sender is told of them: what it held in place of orders, and what was not read."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.mail.reading.enclosed import Enclosed, Enclosure
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut
from pbem.mail.reading.text import plain
from pbem.reports import document as doc

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
