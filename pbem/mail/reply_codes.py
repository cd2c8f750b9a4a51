"""Short codes that stand in the text of mails, by which a letter is known whose address does not tell whom it is for.

A code is made of the secret local part that it stands for, and changes with it. It is no proof by itself: it counts
only in a letter from whom that local part was given to, who has few of them.
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
