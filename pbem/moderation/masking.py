"""Masks over what mail systems and letters say: addresses, codes and links that open something are not shown.

What is secret is looked for in a text as its writer's program had it before another program wrapped, quoted or encoded
it: a line break, with the quote marks and spaces around it, may stand anywhere in it, and its signs may be written as
percent escapes, quoted-printable or HTML entities. Known secrets are found by their value, the others by their shape.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from html import unescape
from typing import Final, TypeAlias

from pbem.commands.vocabulary import SEAT
from pbem.mail.proof_codes import WORD as PROOF
from pbem.mail.reading.text import decode_words
from pbem.mail.reply_codes import LENGTH, SIGNS, code_of
from pbem.mail.reply_codes import WORD as CODE
from pbem.store import UnitOfWork
from pbem.store.games.seats import list_seat_contacts
from pbem.store.players.player import get_player

PAGES: Final[dict[str, int]] = {
    "enter": 32,
    "register": 16,
    "unsubscribe": 16,
    **dict.fromkeys(("address", "calendar", "erase", "senders", "shared", "sign-in"), 43),
}
"""The last words of the paths behind which a secret stands, and how many signs that has."""
HIDDEN: Final = "…"
"""What stands in the place of a secret."""

_GAP: Final = "\n?"
"""What may stand between two signs of a secret: spaces, a line break and quote marks are one sign by then."""
_SIGN: Final = f"[{SIGNS}]"
_CONFIRM: Final = "|".join(re.escape(alias) for names in SEAT.names("confirm").values() for alias in names)
_CODE: Final = re.compile(
    rf"\b(?:(?P<word>{_CONFIRM}|{CODE}|{PROOF})\b\W+(?:{_SIGN}\W*){{{LENGTH - 1}}}{_SIGN}"
    rf"|{_SIGN}{{4}}-?{_GAP}{_SIGN}{{4}})(?!\w)",
    re.IGNORECASE,
)
"""A code that confirms or proves something: behind its word however it is spaced, elsewhere as our mails show it."""
_NAMING: Final = r"[^\s<>()\[\],;:\"@]"
_ADDRESS: Final = re.compile(rf"(?<!{_NAMING}){_NAMING}+@[^\s<>()\[\],;:\"]+")
_ENCODED: Final = re.compile(r"=\?[^\s?]+\?[BbQq]\?[^?]*\?=(?:\s+=\?[^\s?]+\?[BbQq]\?[^?]*\?=)*")
"""Encoded words of a header (RFC 2047), with those that continue them."""
_PIECE: Final = re.compile(
    r"""(?P<soft>=[ \t]*\r?\n[ \t]*(?:[>|]+[ \t]*)*)
    |(?P<space>(?:[ \t]|\r?\n[ \t]*(?:[>|]+[ \t]*)*)+)
    |(?P<unseen>[\u00ad\u200b-\u200f\u2060\ufeff]+|<(?:wbr|br)\b[^<>]{0,20}>)
    |(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});)
    |(?P<escape>%(?:25)*[0-9a-fA-F]{2}|=[0-9a-fA-F]{2})""",
    re.VERBOSE,
)

_ENOUGH: Final = 10
"""Signs of a local part by which the others could be found by trying."""

_Found: TypeAlias = tuple[int, int, int, str]
"""Where a stretch begins and, less than 0, ends, the number of what it was found by, and what stands in its place."""


@dataclass(frozen=True)
class Mask:
    """Hides addresses in what mail systems say: players' but for a letter and the domain, seats' altogether."""

    domain: str
    tokens: tuple[str, ...] = field(repr=False)
    """Secrets that are known: local parts of addresses of ours, and whatever else is to be hidden by its value."""

    def text(self, text: str) -> str:
        """Hide the addresses, codes and links in a text; its lines stay as many as they are."""
        text = _ENCODED.sub(self._encoded, text)
        found = sorted({*self._found(_Bare(text, escapes=True)), *self._found(_Bare(text, escapes=False))})
        shown, at = list[str](), 0
        for begin, back, _rank, instead in found:
            end = -back
            if end <= at:
                continue
            covered = text[max(at, begin) : end]
            shown += [text[at:begin], instead if begin >= at else "", "\n" * covered.count("\n")]
            at = end
        return "".join([*shown, text[at:]])

    def lines(self, shown: Iterable[str]) -> tuple[str, ...]:
        """The same in lines, over which a secret may be spread."""
        lines = tuple(shown)
        return tuple(self.text("\n".join(lines)).split("\n")) if lines else ()

    def address(self, address: str) -> str:
        """An address that is known again by whoever knows it: "a…@example.org"."""
        local, _, domain = address.rpartition("@")
        is_ours = domain.lower() == self.domain.lower()
        return f"{'' if is_ours else local[:1]}{HIDDEN}@{domain}"

    def _encoded(self, words: re.Match[str]) -> str:
        plain = decode_words(words[0])
        masked = Mask(self.domain, self.tokens).text(plain) if "=?" not in plain else HIDDEN
        return words[0] if masked == plain else masked

    def _found(self, bare: "_Bare") -> Iterator[_Found]:
        """The stretches to be hidden, by their places in the text as it is."""
        for rank, (pattern, instead) in enumerate(self._patterns):
            for match in pattern.finditer(bare.text):
                begin, end = bare.span(*match.span())
                yield begin, -end, rank, instead(match)

    @cached_property
    def _patterns(self) -> Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
        codes = (code_of(token) for token in self.tokens)
        known = [*map(_begun, self.tokens), *map(_spread, codes)]
        return [
            (_CODE, lambda found: f"{found['word'] or ''} {HIDDEN}".lstrip()),
            *((path, partial(_always, instead)) for path, instead in _PATHS),
            (_ADDRESS, lambda found: self.address(found[0])),
            *((re.compile("|".join(known), re.IGNORECASE), partial(_always, HIDDEN)) for _any in known[:1]),
        ]


def mask_for(unit: UnitOfWork, game_id: int) -> Mask:
    """The mask over what is shown of a game: its seats' addresses, and their players' own, are known."""
    contacts = list_seat_contacts(unit, game_id)
    people = [contact for contact in contacts if contact.bot is None]
    offices = (get_player(unit, contact.player_id).token for contact in people)
    return Mask(
        unit.settings.mail.domain,
        (*(contact.token for contact in contacts), *offices, *(contact.address for contact in people)),
    )


def _spread(secret: str) -> str:
    """The pattern of a secret that may be spread over lines, or cut by spaces."""
    return _GAP.join(map(re.escape, secret))


def _begun(secret: str) -> str:
    if "@" in secret or len(secret) <= _ENOUGH:
        return _spread(secret)
    tail = [f"(?:{_GAP}{re.escape(sign)}" for sign in secret[_ENOUGH:]]
    return _spread(secret[:_ENOUGH]) + "".join(tail) + ")?" * len(tail)


def _always(instead: str, _found: re.Match[str]) -> str:
    return instead


_PATHS: Final = tuple(
    (
        re.compile(rf"/{_GAP}{_spread(page)}{_GAP}/{_GAP}[\w-](?:{_GAP}[\w-]){{0,{signs - 1}}}", re.IGNORECASE),
        f"/{page}/{HIDDEN}",
    )
    for page, signs in PAGES.items()
)


class _Bare:
    """A text without what programs put into it: each run of spaces and quote marks is one line break."""

    def __init__(self, text: str, *, escapes: bool) -> None:
        """`escapes` has what looks like an escape be one: a token may begin with signs that do."""
        self._begins: list[int] = []
        self._places: list[tuple[int, int, bool]] = []
        parts: list[str] = []
        length = at = 0
        for piece in _PIECE.finditer(text):
            sign = _meant(piece, escapes=escapes)
            if sign is None:
                continue
            for part, begin, end, is_plain in (
                (text[at : piece.start()], at, piece.start(), True),
                (sign, *piece.span(), False),
            ):
                if part:
                    self._begins.append(length)
                    self._places.append((begin, end, is_plain))
                    parts.append(part)
                    length += len(part)
            at = piece.end()
        self._begins.append(length)
        self._places.append((at, len(text), True))
        self.text = "".join([*parts, text[at:]])

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """The place in the text as it is of a stretch of this one, which is not empty."""
        return self._place(begin)[0], self._place(end - 1)[1]

    def _place(self, at: int) -> tuple[int, int]:
        found = bisect_right(self._begins, at) - 1
        begin, end, is_plain = self._places[found]
        if not is_plain:
            return begin, end
        place = begin + at - self._begins[found]
        return place, place + 1


def _meant(piece: re.Match[str], *, escapes: bool) -> str | None:
    match piece.lastgroup:
        case "space":
            return "\n"
        case "entity":
            sign = unescape(piece[0])
            return sign if sign != piece[0] else None
        case "escape":
            sign = chr(int(piece[0][-2:], 16))
            return sign if escapes and sign.isprintable() and sign.isascii() else None
        case _:
            return ""
