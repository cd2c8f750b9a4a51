"""Texts without the armour of OpenPGP (RFC 9580 7, RFC 4880 7): signatures are taken off, and not verified.

Whoever could write a letter in a player's name could sign it with any key; proof of the sender is found elsewhere.
"""

import re
from collections.abc import Sequence
from typing import Final

_BEGIN: Final = re.compile(r"-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z-]{0,30}: .*")


def without_armour(lines: Sequence[str]) -> tuple[list[str], bool]:
    """The lines that were signed, and all around them; the second value tells of a message that is encrypted.

    A block without an end is none: only its first line goes, so that nothing typed below it is lost.
    """
    ends = {match[1]: at for at, line in enumerate(lines) if (match := _END.fullmatch(line))}
    kept: list[str] = []
    is_signed = is_encrypted = False
    at = 0
    while at < len(lines):
        begin = _BEGIN.fullmatch(lines[at])
        if begin is None:
            line = lines[at]
            kept.append(line[2:] if is_signed and line.startswith("- ") else line)
            at += 1
        elif begin[1] == "SIGNED MESSAGE":
            is_signed, at = True, _behind_headers(lines, at + 1)
        else:
            is_encrypted = is_encrypted or begin[1] == "MESSAGE"
            is_signed = False
            at = _behind_block(lines, at, begin[1]) if ends.get(begin[1], -1) > at else at + 1
    return kept, is_encrypted


_END: Final = re.compile(r"-----END PGP (SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")


def _behind_headers(lines: Sequence[str], at: int) -> int:
    """The first line of a signed text: behind the headers of its armour and the empty line that ends them."""
    behind = at
    while behind < len(lines) and _HEADER.fullmatch(lines[behind]):
        behind += 1
    if behind < len(lines) and not lines[behind].strip():
        return behind + 1
    return at  # what looks like headers may be the text: its armour was damaged


def _behind_block(lines: Sequence[str], at: int, kind: str) -> int:
    while True:
        at += 1
        end = _END.fullmatch(lines[at])
        if end is not None and end[1] == kind:
            return at + 1
