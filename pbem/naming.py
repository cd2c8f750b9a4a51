"""Rules for names, titles and mail addresses, which stand in headers, lists, pages and pictures."""

import unicodedata
from email.errors import HeaderParseError
from email.headerregistry import Address
from typing import Final

from pbem.i18n import N_

LONGEST_SERVER_NAME: Final = 100
"""Characters of the server's name, and of the sender's in its mails."""
_TOO_LONG: Final = N_("This is too long for a name.")
_ENCODED: Final = N_('A name cannot hold "=?" or "?=": mail programs take what stands between them for code.')
_UNSEEN: Final = N_("A name is one line, without control characters.")
_MARKS: Final = ("=?", "?=")
"""Where an encoded word begins and ends (RFC 2047)."""
_BIDI: Final = frozenset("\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of all that follows."""
_UNSEEN_KINDS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Control characters, halves of surrogate pairs, and what separates lines and paragraphs."""

LONGEST: Final = 254
"""Characters that fit into SMTP's commands (RFC 5321, 4.5.3.1.3)."""
_LONGEST_LOCAL_PART: Final = 64


class BadName(ValueError):
    """A text that cannot be a name; `msgid` says why, as a message id without facts."""

    def __init__(self, msgid: str) -> None:
        super().__init__(msgid)
        self.msgid = msgid


def fault_in_name(text: str, most: int) -> str:
    """Say as a message id why a text cannot be a name of at most so many characters; "" where it can be one."""
    if len(text) > most:
        return _TOO_LONG
    if any(sign in _BIDI or unicodedata.category(sign) in _UNSEEN_KINDS for sign in text):
        return _UNSEEN
    if any(mark in text for mark in _MARKS):
        return _ENCODED
    return ""


def is_address(text: str) -> bool:
    """Whether mails can be sent there: one bare address, in ASCII and with a domain."""
    if len(text) > LONGEST or not text.isascii() or not text.isprintable():
        return False
    try:
        address = Address(addr_spec=text)
    except (HeaderParseError, IndexError, ValueError):
        return False
    return bool(address.domain) and len(address.username) <= _LONGEST_LOCAL_PART and address.addr_spec == text
