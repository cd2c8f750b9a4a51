"""A finger on the tokens of one order: what all verbs need to read their arguments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from pbem.orders.names import Names, names_of
from pbem.orders.notation import notation_of
from pbem.orders.script import FaultCode, Order
from pbem.orders.tokens import Token
from pbem.orders.words import break_bank_phrases, directions, spoken, vocabulary
from rules_core.grid.geometry import Side
from rules_core.kernel.dice import Dice
from rules_core.line.actions import Payment
from rules_core.line.views import PlayerView

MOST: Final = 99
"""No number in an order is higher; there are at most 60 dice (FR-2)."""


@dataclass(frozen=True)
class Scene:
    """Who is read: the kind of game, the writing player's seat and language, and the names of the box."""

    kind: str
    seat: int
    language: str
    names: Names
    players: tuple[str, ...] = ()
    """The players' names by seat."""

    @classmethod
    def of(cls, view: PlayerView, language: str, players: Iterable[str] = ()) -> "Scene":
        """The scene of a player's view. Raises ValueError for a spectator, who gives no orders."""
        if view.seat is None:
            raise ValueError("a spectator gives no orders")
        return cls(view.table.kind, view.seat, spoken(language), names_of(view.table.box), tuple(players))

    @property
    def is_printed(self) -> bool:
        """Whether the board is printed, so that it tells what stands where, and the price (GE-2, GE-31)."""
        return notation_of(self.kind).is_printed


@dataclass(frozen=True)
class Reduction:
    """What goes back with the `end` of the letter: these dice, or all but these."""

    dice: Dice
    keep: bool


Part: TypeAlias = Order | Reduction
"""What one verb gives: orders, and what belongs to an order elsewhere."""


class Unreadable(Exception):
    """An order cannot be read: why, with which verb, and which token is to blame (None: something is missing)."""

    def __init__(
        self, code: FaultCode, token: Token | None, did_you_mean: Iterable[str] = (), **facts: str | int
    ) -> None:
        super().__init__(code)
        self.code = code
        self.verb: str | None = None
        self.token = token
        self.did_you_mean = tuple(did_you_mean)
        self.facts = facts


def once(known: object, token: Token) -> None:
    """Nothing, unless what a token says is known already. Raises Unreadable."""
    if known is not None:
        raise Unreadable("said_twice", token)


class Cursor:
    """Walks along the tokens of one order. What does not fit raises Unreadable."""

    def __init__(self, tokens: Sequence[Token], scene: Scene, verb_length: int = 0) -> None:
        """The first `verb_length` tokens name the verb and count as read."""
        self.tokens = tokens
        self.scene = scene
        self.verb_length = verb_length
        self.at = verb_length

    @property
    def language(self) -> str:
        """The writer's language."""
        return self.scene.language

    @cached_property
    def directions(self) -> dict[str, Side]:
        """The words for compass sides."""
        return dict(directions(self.language))

    def peek(self, ahead: int = 0) -> Token | None:
        """The token that comes next, or one behind it; None past the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def next(self) -> Token:
        """The token that comes next, now read. There must be one."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def sees(self, *keys: str) -> bool:
        """Whether the next token is a word with one of these meanings."""
        token = self.peek()
        return token is not None and any(token.fold in vocabulary(key, self.language) for key in keys)

    def take(self, *keys: str) -> bool:
        """Reads the next token if it is a word with one of these meanings."""
        found = self.sees(*keys)
        self.at += found
        return found

    def skip(self, *keys: str) -> None:
        """Reads all tokens that come next with these meanings."""
        while self.take(*keys):
            pass

    def skip_to_end(self) -> None:
        """Leaves the rest unread: prose behind an order that is complete."""
        self.at = len(self.tokens)

    def done(self) -> None:
        """Says that nothing may follow."""
        if self.peek() is not None:
            raise self.unexpected()

    def unexpected(self) -> Unreadable:
        """The next token does not belong here."""
        return Unreadable("unexpected", self.peek())

    def breaks_bank(self) -> bool:
        """Reads the words `break the bank` if they come next (FR-71)."""
        for phrase in break_bank_phrases():
            if tuple(token.fold for token in self.tokens[self.at : self.at + len(phrase)]) == phrase:
                self.at += len(phrase)
                return True
        return False

    def sees_number(self, ahead: int = 0) -> bool:
        """Whether a number comes next."""
        token = self.peek(ahead)
        return token is not None and token.kind == "number"

    def number(self, least: int = 0, most: int = MOST) -> int:
        """The number that comes next."""
        token = self.next()
        if len(token.fold) > MOST or not least <= int(token.fold) <= most:
            raise Unreadable("number_range", token, least=least, most=most)
        return int(token.fold)

    def amount(self, *, bare: bool) -> Payment | None:
        """Dice as `3h 2?`, `3` (hidden), `2 hidden and 1 ?`, or with `bare` as `h ? ?`; None where there are none."""
        counts: dict[str, int] = {}
        while True:
            token = self.peek()
            if token is None:
                break
            if token.kind == "number":
                number = self.number()
                self.skip("dice")
                kind = self._kind_paid()
                self.skip("dice")
                if kind in counts:
                    raise Unreadable("said_twice", token)
                counts[kind] = number
            elif bare and self.sees("wild", "hidden"):
                kind = self._kind_paid()
                counts[kind] = counts.get(kind, 0) + 1
            elif not (self.sees("joiner") and self.sees_number(1) and self.take("joiner")):
                break
        return Payment(counts.get("hidden", 0), counts.get("wild", 0)) if counts else None

    def _kind_paid(self) -> str:
        if self.take("wild"):
            return "wild"
        self.take("hidden")
        return "hidden"

    def payment(self) -> Payment:
        """The dice after the word `pay`, which has been read."""
        paid = self.amount(bare=True)
        if paid is None:
            raise Unreadable("missing_payment", self.peek())
        return paid

    def company(self) -> tuple[str, int] | None:
        """The company that comes next, and how many tokens name it; nothing is read. None where no company is meant."""
        words = self._words_ahead()
        for length in range(len(words), 0, -1):
            found = self.scene.names.companies(words[:length], self.language)
            if len(found) == 1:
                return found[0], length
            if found:
                raise Unreadable("ambiguous_company", self.peek(), found)
        return None

    def _words_ahead(self) -> list[str]:
        words: list[str] = []
        for token in self.tokens[self.at : self.at + 5]:
            joined = token.kind == "number" and not token.gap and words
            if token.kind != "word" and not joined:
                break
            words.append(token.fold)
        return words
