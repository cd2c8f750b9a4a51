"""The things in a letter that are not read as its text, so that whoever sent nothing else can be told what to do."""

from dataclasses import dataclass, field
from email.message import Message
from enum import StrEnum
from typing import Final

from pbem.mail.reading.text import decode_words, one_line

MOST_NAMED: Final = 8
"""Enclosures of one letter that are told of."""
_LONGEST_NAME: Final = 40


class Enclosure(StrEnum):
    """The kind of a thing that was not read. The values are stable; the words for people are the caller's."""

    PICTURE = "picture"
    RECORDING = "recording"
    FORWARDED = "forwarded"
    ENCRYPTED = "encrypted"
    UNOPENED = "unopened"
    WINMAIL = "winmail"
    INVITATION = "invitation"
    TEXT_FILE = "text file"
    FILE = "file"
    EMPTY_PAGE = "empty page"


@dataclass(frozen=True)
class Enclosed:
    """A thing in a letter that was not read, with the name that it bears, cut; "" where it has none."""

    kind: Enclosure
    name: str = field(default="", repr=False)


_KINDS: Final = {
    "application/ms-tnef": Enclosure.WINMAIL,
    "application/vnd.ms-tnef": Enclosure.WINMAIL,
    "application/pgp-encrypted": Enclosure.ENCRYPTED,
    "application/ics": Enclosure.INVITATION,
    "text/calendar": Enclosure.INVITATION,
    "text/plain": Enclosure.TEXT_FILE,
}
_MAIN_KINDS: Final = {
    "image": Enclosure.PICTURE,
    "audio": Enclosure.RECORDING,
    "video": Enclosure.RECORDING,
    "message": Enclosure.FORWARDED,
}
_SIGNATURES: Final = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/pgp-keys"})
_SIGNATURES_OF_OLD: Final = frozenset({"application/x-pkcs7-signature", "text/x-vcard", "text/vcard"})


def enclosed(part: "Message[str, str]") -> Enclosed | None:
    """A part that is not read; None for a signature, a key or a card, which programs add unasked."""
    content_type = part.get_content_type()
    if content_type in _SIGNATURES | _SIGNATURES_OF_OLD:
        return None
    name = _name(part)
    if name.lower() == "winmail.dat":
        return Enclosed(Enclosure.WINMAIL)
    kind = _KINDS.get(content_type) or _MAIN_KINDS.get(part.get_content_maintype()) or Enclosure.FILE
    return Enclosed(kind, name)


def _name(part: "Message[str, str]") -> str:
    """The name of a file, as it may be shown: on one line, and cut."""
    try:
        found = part.get_filename("") or ""
    except (ValueError, LookupError):  # of a charset that nobody knows
        return ""
    return one_line(decode_words(found), _LONGEST_NAME)
