"""Rules for names, titles and mail addresses, which stand in headers, lists, pages and pictures."""

import unicodedata
from email.errors import HeaderParseError
from email.headerregistry import Address
from functools import cache
from importlib import import_module
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

EXPANDED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o"})
"""Letters that are spelled out where there is no key for them."""
BLANKS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Signs without a shape: letters (Unicode, Default_Ignorable_Code_Point), and the empty pattern of Braille."""
_IN_NAMES: Final = frozenset(" '-._()")
"""Signs in the names of people that mean nothing in orders."""
_KINDS_IN_NAMES: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
_MOST_MARKS: Final = 2
"""Marks that may stand over one letter, as in Thai and Arabic."""

LONGEST: Final = 254
"""Characters that fit into SMTP's commands (RFC 5321, 4.5.3.1.3)."""
_LONGEST_LOCAL_PART: Final = 64


class BadName(ValueError):
    """A text that cannot be a name; `msgid` says why, as a message id, and `facts` what fills that."""

    def __init__(self, msgid: str, **facts: str) -> None:
        super().__init__(msgid)
        self.msgid = msgid
        self.facts = facts


def fault_in_name(text: str, most: int) -> str:
    """The reason, as a message id, why a text cannot be a name of at most `most` characters; "" where it can."""
    if len(text) > most:
        return _TOO_LONG
    if any(sign in _BIDI or unicodedata.category(sign) in _UNSEEN_KINDS for sign in text):
        return _UNSEEN
    if any(mark in text for mark in _MARKS):
        return _ENCODED
    return ""


def sign_out_of_place(name: str) -> str:
    """The first sign of a name that no person's may hold, "" where there is none.

    Letters, digits, spaces and a few signs may stand there: nothing without a shape, no pile of marks, and none of the
    signs that part names, or begin something else, where people are named in orders.
    """
    marks = 0
    for sign in name:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind == "Mn" else 0
        if marks > _MOST_MARKS or sign in BLANKS or (kind not in _KINDS_IN_NAMES and sign not in _IN_NAMES):
            return sign
    return name[:1] if name and unicodedata.combining(name[0]) else ""


def keys_of(name: str) -> frozenset[str]:
    """The keys of a name, of which two names that people or orders could take for one another share one.

    A name is compared as it looks and as it is typed, by the skeleton of Unicode Technical Standard 39, without
    case, accents, spaces and punctuation; umlauts are spelled out or bare. Case counts for the looks before that, since
    "I" looks like "l" and "i" does not.
    """
    text = unicodedata.normalize("NFKC", name)
    typed = {text, text.casefold(), unicodedata.normalize("NFC", text.casefold()).translate(EXPANDED)}
    return frozenset(filter(None, (_together(skeleton(one)).casefold() for one in typed)))


def skeleton(text: str) -> str:
    """The skeleton of a text: two texts that look alike have the same (UTS 39, 4), accents left out."""
    plain = (sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    alike = _prototypes()
    return unicodedata.normalize("NFD", "".join(alike.get(sign, sign) for sign in plain))


def _together(text: str) -> str:
    """A skeleton without spaces, punctuation and marks, or as it is where it has nothing else.

    The prototypes of some letters are symbols, such as the radicals for the ideographs of Chinese and Japanese names.
    """
    return "".join(sign for sign in text if unicodedata.category(sign)[0] in "LNS") or text


@cache
def _prototypes() -> dict[str, str]:
    """The prototype that each sign looks like, by the table of UTS 39.

    The library lists all pairs both ways. A prototype is what several signs look like, or what has several signs; of
    two that look like each other alone it does not matter which is taken.
    """
    pairs = import_module("confusable_homoglyphs.confusables").confusables_data
    bare = {key.replace("\u200e", ""): [one["c"].replace("\u200e", "") for one in like] for key, like in pairs.items()}
    found: dict[str, str] = {}
    for sign, like in bare.items():
        if len(sign) == 1 and len(like) == 1:
            (other,) = like
            if len(other) > 1 or len(bare[other]) > 1 or other < sign:
                found[sign] = other
    return found


def mailbox_of(address: str) -> str:
    """The mailbox that an address leads to, in lower case: without the detail behind a plus sign (RFC 5233)."""
    local_part, at, domain = address.strip().lower().rpartition("@")
    return f"{local_part.partition('+')[0] or local_part}{at}{domain}"


def is_address(text: str) -> bool:
    """Whether mails can be sent there: one bare address, in ASCII and with a domain."""
    if len(text) > LONGEST or not text.isascii() or not text.isprintable():
        return False
    try:
        address = Address(addr_spec=text)
    except (HeaderParseError, IndexError, ValueError):
        return False
    return bool(address.domain) and len(address.username) <= _LONGEST_LOCAL_PART and address.addr_spec == text
