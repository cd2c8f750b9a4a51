"""The place in a command up to which its tokens have been read: what all verbs need to read their arguments."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from pbem.commands.tokens import ParseError, Token, tokens_of
from pbem.commands.vocabulary import Vocabulary

NOISE: Final = ("articles", "please", "joiner")
"""Meanings of words that change nothing."""
MOST: Final = 99
"""No number in an order is higher, nor has more digits; there are at most 60 dice (FR-2)."""
_WITHOUT_SPACE: Final = re.compile(r"\S+")


@dataclass(frozen=True, kw_only=True)
class ParseContext:
    """The context in which a command is read: its writer's language, and the words of the audience they belong to."""

    language: str
    vocabulary: Vocabulary


C = TypeVar("C", bound=ParseContext)
C_co = TypeVar("C_co", bound=ParseContext, covariant=True)
K = TypeVar("K", bound=str)


class TokenCursor(Generic[C_co]):
    """Walks along the tokens of one command. What does not fit raises ParseError."""

    def __init__(self, tokens: Sequence[Token], context: C_co, verb_length: int = 0, text: str = "") -> None:
        """The first `verb_length` tokens name the verb and count as read; `text` is what the tokens were cut from."""
        self.tokens = tokens
        self.context = context
        self.verb_length = verb_length
        self.text = text
        self.at = verb_length

    @property
    def language(self) -> str:
        """The writer's language."""
        return self.context.language

    def peek(self, ahead: int = 0) -> Token | None:
        """The token that comes next, or one behind it; None past the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def next(self) -> Token:
        """The token that comes next, now read. There must be one."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def sees(self, *meanings: str, ahead: int = 0) -> bool:
        """Whether the next token, or one behind it, is a word with one of these meanings."""
        token = self.peek(ahead)
        accepted = self.context.vocabulary.accepted
        return token is not None and any(token.fold in accepted(meaning) for meaning in meanings)

    def take(self, *meanings: str) -> bool:
        """Read the next token if it is a word with one of these meanings."""
        found = self.sees(*meanings)
        self.at += found
        return found

    def one_of(self, meanings: Iterable[K]) -> K | None:
        """Read the next token if it has one of these meanings, and return that meaning; else None."""
        return next((meaning for meaning in meanings if self.take(meaning)), None)

    def take_phrase(self, phrases: Collection[tuple[str, ...]]) -> bool:
        """Read one of these phrases of folded words if it comes next."""
        for phrase in phrases:
            if tuple(token.fold for token in self.tokens[self.at : self.at + len(phrase)]) == phrase:
                self.at += len(phrase)
                return True
        return False

    def skip(self, *meanings: str) -> None:
        """Read all tokens that come next with these meanings."""
        while self.take(*meanings):
            pass

    def skip_to_end(self) -> None:
        """Leave the rest unread: prose behind a command that is complete."""
        self.at = len(self.tokens)

    def done(self) -> None:
        """Refuse whatever follows."""
        if self.peek() is not None:
            raise self.unexpected()

    def unexpected(self) -> ParseError:
        """The fault that the next token does not belong here."""
        return ParseError("unexpected", self.peek())

    def sees_number(self, ahead: int = 0) -> bool:
        """Whether a number comes next, in digits or as a word."""
        token = self.peek(ahead)
        return token is not None and bool(token.digits)

    def number(self, least: int = 0, most: int = MOST, *, grouped: bool = False) -> int:
        """The number that comes next, read exactly: a sign counts, and what is no whole number is refused.

        `grouped` says that groups of digits may follow, which are read apart. Raises ParseError.
        """
        token = self.next()
        token_read = token if grouped else self._whole(token)
        value = token_read.value if len(token_read.fold) <= MOST else None
        if value is None or not least <= value <= most:
            raise ParseError("number_range", token_read, least=least, most=most)
        return value

    def _whole(self, token: Token) -> Token:
        """A number with what stands close behind it and would make it another: `1.5`, `1,5`, `2½`, `2-4`."""
        behind = self.peek()
        if behind is None or behind.gap or behind.pause == "+" or not behind.text[0].isnumeric():
            return token
        text = f"{token.text}{behind.pause}{behind.text}"
        return token._replace(text=text, fold=text)

    def run(self) -> str:
        """Read the next run of characters without a space, whatever they are."""
        token = self.peek()
        found = _WITHOUT_SPACE.match(self.text, token.column - 1) if token else None
        if found is None:
            return ""
        while (token := self.peek()) is not None and token.column - 1 < found.end():
            self.at += 1
        return found[0].strip(",;.")

    def remainder(self) -> str:
        """Read the rest of the text as it was typed."""
        following = self.tokens[self.at :]
        self.skip_to_end()
        return typed(following, self.text)

    def rest(self) -> str:
        """The text behind the token that was read last."""
        if not self.at:
            return self.text
        last = self.tokens[self.at - 1]
        return self.text[last.column - 1 + len(last.text) :]


def typed(tokens: Sequence[Token], text: str) -> str:
    """The part of a text that these tokens were cut from, or their words where it is not known."""
    if not tokens or not text:
        return " ".join(token.text for token in tokens)
    last = tokens[-1]
    return text[tokens[0].column - 1 : last.column - 1 + len(last.text)]


def cursor_over(text: str, context: C) -> TokenCursor[C]:
    """A cursor at the head of a text, such as that behind a verb."""
    return TokenCursor(tokens_of(text, is_line=False), context, text=text)


def once(known: object, token: Token) -> None:
    """Refuse to be told again what is known already. Raises ParseError."""
    if known is not None:
        raise ParseError("said_twice", token)
