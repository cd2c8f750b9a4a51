"""Parting a line into the requests on it, over the verbs and the context of any audience.

A line is parted by `;`, `/`, `·`, `|`, and where a request follows punctuation, "and" or "then": by its verb, or as one
whose verb stands last. Its clauses, in which something like a request is looked for, are parted by any punctuation.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final

from pbem.commands.inflection import LONGEST_TURNED
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT

_JOINED: Final = 3
"""How many words such as "and then please" may stand before a request."""
_PARTING: Final = ",;:.!?()–—"
"""Punctuation between clauses."""


class Parting(ABC):
    """A way of parting lines: that of one audience, by its verbs."""

    def segments_of(self, tokens: Sequence[Token]) -> list[list[Token]]:
        """A line's requests."""
        segments: list[list[Token]] = [[]]
        for at, token in enumerate(tokens):
            if self._stops(tokens, at):
                segments.append([])
            elif self._joins(tokens, at, segments[-1]):
                if segments[-1]:
                    segments.append([])
            elif segments[-1] and self._begins_command(tokens, at, segments[-1]):
                segments.append([token])
            else:
                segments[-1].append(token)
        return [segment for segment in segments if segment]

    @abstractmethod
    def verb_follows(self, tokens: Sequence[Token], at: int, segment: Sequence[Token]) -> bool:
        """Whether a request behind a segment begins here, by its verb."""

    @abstractmethod
    def is_turned(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are a whole request that begins with no verb, such as one whose verb stands last."""

    @abstractmethod
    def is_readable(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are a whole request."""

    def is_joined(self, _token: Token) -> bool:
        """Whether a slash before a word belongs to a name, and parts nothing."""
        return True

    def needs_no_pause(self, _segment: Sequence[Token]) -> bool:
        """Whether a request behind this needs no punctuation before it."""
        return False

    def _stops(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a token parts requests; the slashes of `20/12/2026`, and of names such as `lake/e`, do not."""
        if tokens[at].kind != "slash" or at == 0 or at + 1 == len(tokens):
            return tokens[at].kind in ("stop", "slash")
        if tokens[at - 1].kind == tokens[at + 1].kind == "number":
            return False
        return tokens[at - 1].kind not in ("word", "number") or not self.is_joined(tokens[at + 1])

    def _joins(self, tokens: Sequence[Token], at: int, segment: Sequence[Token]) -> bool:
        """Whether a token is a word such as "then" or "please" before a request."""
        words = SEAT.accepted("joiner") | (frozenset() if segment else SEAT.accepted("please"))
        behind = at
        while behind - at < _JOINED and behind < len(tokens) and tokens[behind].fold in words:
            behind += 1
        return behind > at and (self.verb_follows(tokens, behind, segment) or self._is_whole(segment, tokens[behind:]))

    def _begins_command(self, tokens: Sequence[Token], at: int, segment: Sequence[Token]) -> bool:
        return bool(tokens[at].pause or self.needs_no_pause(segment)) and (
            self.verb_follows(tokens, at, segment) or self._is_whole(segment, tokens[at:])
        )

    def _is_whole(self, segment: Sequence[Token], following: Sequence[Token]) -> bool:
        """Whether a request has come to its end because its verb stands last, or that of the next."""
        if self.is_turned(segment):
            return True
        if len(segment) > LONGEST_TURNED:
            return False
        following = following[: LONGEST_TURNED + 1]
        parts = [at for at, token in enumerate(following) if at and (token.pause or token.kind == "stop")]
        joined = [at for at, token in enumerate(following) if at and token.fold in SEAT.accepted("joiner")]
        ends = {found[0] if found else len(following) for found in (parts, joined)}
        return any(self.is_turned(following[:end]) for end in ends) and self.is_readable(segment)


def clauses_of(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The clauses of a line, parted by punctuation, words such as "and", and signs that part requests."""
    start = 0
    for at, token in enumerate(tokens):
        parts = token.kind == "stop" or token.fold in SEAT.accepted("joiner")
        if parts or any(sign in token.pause for sign in _PARTING):
            if start < at:
                yield tokens[start:at]
            start = at + parts
    if start < len(tokens):
        yield tokens[start:]
