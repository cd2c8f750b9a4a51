"""Short codes in the text of mails and marks among their References, by which an answer is known, and the address
that nobody is to answer.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

SIGNS: Final = "23456789CDFHJKMNPQRTVWXY"
"""The signs of a code: none looks like another, and without vowels they make no words. 24**8 is some 36 bits."""
LENGTH: Final = 8
WORD: Final = "code"
"""The word before a code, in every language, so that it is known wherever it stands."""
_MOST: Final = 30
"""Codes of one letter that are looked at: more are a try to find one."""
_HALF: Final = f"[{SIGNS}]{{{LENGTH // 2}}}"
_CODE: Final = re.compile(rf"(?<!\w){WORD}\W{{0,3}}({_HALF})[ -]?({_HALF})(?!\w)", re.IGNORECASE)
_LINE: Final = re.compile(rf"\W*{WORD}\W{{0,3}}{_HALF}[ -]?{_HALF}\W*(?:\(.*)?", re.IGNORECASE)


def code_of(token: str) -> str:
    """The code that stands for a local part."""
    number = int.from_bytes(sha256(f"reply code of {token.lower()}".encode()).digest())
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)


def code_line(token: str) -> str:
    """The line that carries a code: a comment of the order language, so that it may stand among orders."""
    code = code_of(token)
    return f"# {WORD} {code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def codes_in(lines: Iterable[str]) -> tuple[str, ...]:
    """The codes in a text, each once, in their order."""
    found = (one + other for line in lines for one, other in _CODE.findall(line))
    return tuple(dict.fromkeys(code.upper() for code in found))[:_MOST]


def without_codes(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines, of which those that carry a code and nothing else are comments, however they were typed."""
    return tuple("#" if _LINE.fullmatch(line) and not line.lstrip().startswith((">", "#")) else line for line in lines)


OWN_ID: Final = re.compile(r"<[0-9a-f]{32}@([^<>@]+)>")
"""A Message-ID as this program makes them, and its domain."""
_MARK: Final = re.compile(r"<([0-9a-f]{32})@_m\.([^<>@]+)>")
"""A mark under a name that no host can have (RFC 952), so that it is taken for no id of a server elsewhere."""


def mark_of(message_id: str) -> str:
    """The mark of a mail; "" where its id is none that this program makes."""
    return message_id.replace("@", "@_m.", 1) if OWN_ID.fullmatch(message_id) else ""


def meant(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids, with those of our mails in place of their marks."""
    return tuple(_MARK.sub(r"<\1@\2>", one) for one in ids)


def marked_id(references: Iterable[str]) -> str:
    """The id that we gave a mail with these References; "" where they hold no mark."""
    return next((meant([one])[0] for one in reversed(list(references)) if _MARK.fullmatch(one)), "")


NO_REPLY: Final = "noreply"
"""Its local part. Only reports of mail systems are taken there."""
