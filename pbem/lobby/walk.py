"""Along the rest of a line, from one token to the next: what all readers of arguments need."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from pbem.lobby.words import KINDS, meanings
from pbem.orders.tokens import Token
from pbem.terms import Terms

T = TypeVar("T")
_WITHOUT_SPACE: Final = re.compile(r"\S+")


class Unclear(Exception):
    """Raised where a line cannot be read; `msgid`, filled from `facts`, says why."""

    def __init__(self, msgid: str, **facts: object) -> None:
        super().__init__(msgid)
        self.msgid = msgid
        self.facts = facts


@dataclass(frozen=True)
class Rest:
    """What stands behind a word: as it was typed, in which language, and the terms that hold where none are named."""

    text: str
    language: str
    defaults: Terms


class Walk:
    """The tokens of a line, from one to the next."""

    def __init__(self, text: str, language: str, tokens: list[Token]) -> None:
        self.text = text
        self.language = language
        self.tokens = tokens
        self.at = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The token that comes next, or one behind it."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def means(self, *keys: str, ahead: int = 0) -> bool:
        """Whether a token has one of these meanings."""
        token = self.peek(ahead)
        return token is not None and not means(token.fold, self.language).isdisjoint(keys)

    def number(self) -> int | None:
        """The number that comes next, which is read; None where none does."""
        token = self.peek()
        if token is None or token.kind != "number":
            return None
        self.at += 1
        return int(token.fold[:6])

    def kind(self) -> str | None:
        """The kind of game that comes next, which is read."""
        folds = tuple(token.fold for token in self.tokens[self.at : self.at + 3])
        for length in range(len(folds), 0, -1):
            for kind, names in KINDS.items():
                if " ".join(folds[:length]) in names:
                    self.at += length
                    return kind
        return None

    def one_of(self, keys: Iterable[T]) -> T | None:
        """Which of these meanings the next token has, which is read."""
        found = next((key for key in keys if self.means(str(key))), None)
        self.at += found is not None
        return found

    def word(self) -> str:
        """All that stands together next, whatever signs are in it; read."""
        token = self.peek()
        found = _WITHOUT_SPACE.match(self.text, token.column - 1) if token else None
        if found is None:
            return ""
        while (token := self.peek()) is not None and token.column - 1 < found.end():
            self.at += 1
        return found[0].strip(",;.")


def kinds_told() -> str:
    """The kinds of game there are, as they may be typed."""
    return ", ".join(names[0] for names in KINDS.values())


def means(fold: str, language: str) -> frozenset[str]:
    """The meanings that a folded word has behind others."""
    return meanings(language).get(fold.lower(), frozenset())
