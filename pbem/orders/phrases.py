"""A line cut into orders, and each order read with its verb."""

from collections.abc import Sequence
from typing import Final

from pbem.orders.cursor import Cursor, Part, Scene, Unreadable
from pbem.orders.names import sides_of
from pbem.orders.tokens import Token
from pbem.orders.verbs import verb_at
from pbem.orders.words import vocabulary

_REDUCING: Final = ("discard", "keep")
_JOINED: Final = 3
"""How many words such as "and then please" may stand before an order."""


def without_label(tokens: list[Token], language: str) -> list[Token]:
    """A line's tokens without words such as "My orders:" at its head."""
    for at, token in enumerate(tokens):
        if at and ":" in token.pause:
            return tokens[at:]
        if token.fold not in vocabulary("label", language):
            break
    return tokens


def segments_of(tokens: Sequence[Token], language: str) -> list[list[Token]]:
    """A line's orders: parted by `;`, `/`, `·`, `|`, and where a verb follows punctuation, "and", "then" or `check`."""
    segments: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        if _stops(tokens, at):
            segments.append([])
        elif _joins(tokens, at, segments[-1], language):
            if segments[-1]:
                segments.append([])
        elif segments[-1] and _begins_order(tokens, at, segments[-1], language):
            segments.append([token])
        else:
            segments[-1].append(token)
    return [segment for segment in segments if segment]


def _stops(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token parts orders; the slash of `lake/e` does not."""
    if tokens[at].kind != "slash" or at == 0 or at + 1 == len(tokens):
        return tokens[at].kind in ("stop", "slash")
    points = any(sides_of(tokens[at + 1].fold, language) is not None for language in ("en", "de", "fr"))
    return tokens[at - 1].kind not in ("word", "number") or not points


def _joins(tokens: Sequence[Token], at: int, segment: Sequence[Token], language: str) -> bool:
    """Whether a token is a word such as "then" or "please" before an order."""
    words = vocabulary("joiner", language) | (frozenset() if segment else vocabulary("please", language))
    behind = at
    while behind - at < _JOINED and behind < len(tokens) and tokens[behind].fold in words:
        behind += 1
    return behind > at and _verb_follows(tokens, behind, segment, language)


def _begins_order(tokens: Sequence[Token], at: int, segment: Sequence[Token], language: str) -> bool:
    verb = verb_at(segment, 0, language, opening=True) if len(segment) == 1 else None
    checks = verb is not None and verb[0].name == "check"
    return bool(tokens[at].pause or checks) and _verb_follows(tokens, at, segment, language)


def _verb_follows(tokens: Sequence[Token], at: int, segment: Sequence[Token], language: str) -> bool:
    """Whether an order begins here. Among the dice of `keep s, a, s` no run of track does."""
    verb = verb_at(tokens, at, language, opening=False)
    if verb is None or verb[1]:
        return verb is not None
    return not any(_reduces(segment, place, language) for place in range(min(len(segment), 2)))


def _reduces(segment: Sequence[Token], at: int, language: str) -> bool:
    verb = verb_at(segment, at, language, opening=False)
    return verb is not None and verb[0].name in _REDUCING


def read_order(tokens: Sequence[Token], scene: Scene) -> tuple[Part, ...]:
    """What one order's tokens mean. Raises Unreadable, with the verb as far as it is known."""
    found = verb_at(tokens, 0, scene.language, opening=True)
    if found is None:
        raise Unreadable("unknown_verb", tokens[0])
    verb, length = found
    try:
        return verb.read(Cursor(tokens, scene, length))
    except Unreadable as unreadable:
        unreadable.verb = verb.name
        raise


def readable(tokens: Sequence[Token], scene: Scene) -> bool:
    """Whether tokens are a whole order."""
    try:
        read_order(tokens, scene)
    except Unreadable:
        return False
    return True
