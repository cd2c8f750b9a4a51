"""A line cut into words, numbers and signs, the faults in what cannot be read, and how much is read at most."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from pbem.commands.languages import fold, spellings, words

MAX_LINE: Final = 1_000
"""Characters in a line that may be an order."""
SHOWN: Final = 200
"""How many characters of a longer one are still shown."""
MAX_SIZE: Final = 100_000
"""Characters of a letter that are read; in a longer one `end` has to stand before that."""
MAX_FAULTS: Final = 20
"""The number of faults behind which nothing is read any more."""
MAX_UNREAD: Final = 60
"""Lines behind them that are looked at for how they begin, so that no order is taken for a part of a footer."""
MAX_ECHOED: Final = 40
"""The most lines without a message, such as comments, that an answer repeats."""
MOST_EXPLAINED: Final = 200
"""The most lines with a message that an answer repeats; those that kept a letter from being carried out always stand
there.
"""


TokenKind: TypeAlias = Literal["word", "number", "sign", "arrow", "slash", "stop"]

_MINUS: Final = "[-\u2010-\u2015\u2212\ufe63\uff0d]"
WHOLE: Final = rf"(?<!{_MINUS})(\d{{1,15}})(?!\w|[.,'’]\d|{_MINUS}\d)"
"""The pattern of a number as one group, of which neither a sign nor what stands close behind it makes another."""
APART: Final = rf"(?:(?!{_MINUS}\d)\W)*"
"""The pattern of what may stand between a number and the next word, but for the sign of another number."""

_TOKEN: Final = re.compile(
    rf"""(?P<space>\s+)
    |(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
    |(?P<number>\d+|(?<![\w.)\]])(?:\+|{_MINUS})\d+|(?<!\S)\.\d+)
    |(?P<sign>[?？$＄])
    |(?P<arrow>[←↑→↓➔➡]|[-=]+>)
    |(?P<slash>/)
    |(?P<stop>[;·|；])
    |(?P<pause>.)""",
    re.VERBOSE | re.DOTALL,
)
_LIST_MARK: Final = re.compile(r"\s*\(?\d{1,3}[.)]\s+")
_ELIDED: Final = frozenset().union(*words("seat", "particles")["elided"].values())
"""What may stand before an apostrophe and is no word of its own."""
_NUMBERS: Final = {
    spelling: digits
    for digits, by_language in words("seat", "numbers").items()
    for typed in chain.from_iterable(by_language.values())
    for spelling in spellings(typed)
}
"""The digits of numbers that are written as words, in any language."""
_SIGNS: Final = {"？": "?", "＄": "$"}
_ARROWS: Final = {"←": "w", "↑": "n", "↓": "s"}


class Token(NamedTuple):
    """A word, number or sign. `fold` is how it is compared, `column` counts from 1, `gap` tells of a space before it.

    `pause` is the punctuation before it, `stop` a sign that parts orders, and the fold of an arrow its compass letter.
    The fold of a number is its digits 0 to 9, behind a "-" where one stands close before it and no word or number
    before that; of "½" and other signs that count without being digits it is the sign itself.
    """

    kind: TokenKind
    text: str
    fold: str
    column: int
    gap: bool
    pause: str

    @property
    def digits(self) -> str:
        """The number that it is where one is looked for, `3` or `three`; empty where it is none."""
        return self.fold if self.kind == "number" else _NUMBERS.get(self.fold, "")

    @property
    def value(self) -> int | None:
        """The whole number that it is, less than 0 where it has a minus; None for any other text, such as a
        fraction.
        """
        return int(self.digits) if self.digits.removeprefix("-").isdecimal() else None


def shown(line: str) -> str:
    """A line as it may be shown to people: without unseen signs, its letters composed, cut where it is very long."""
    return legible(line if len(line) <= MAX_LINE else line[:SHOWN] + "…")


def legible_text(text: str) -> str:
    """A text of which each line is `legible`, without the space around it."""
    return "\n".join(legible(line) for line in text.splitlines()).strip()


def legible(line: str) -> str:
    """A line without unseen signs, its letters composed."""
    if line.isascii() and line.isprintable():
        return line.rstrip()
    signs = (" " if unicodedata.category(sign) == "Cc" else sign for sign in line)
    visible = "".join(sign for sign in signs if unicodedata.category(sign) not in ("Cf", "Cs", "Co", "Cn"))
    return unicodedata.normalize("NFC", visible).rstrip()


def tokens_of(text: str, *, is_line: bool = True) -> list[Token]:
    """The tokens of a shown line, without its list mark (`-`, `*`, `1.`), or, if it `is_line` not, of a part of one.

    Takes time in proportion to its length.
    """
    mark = _LIST_MARK.match(text) if is_line else None
    return list(_scan(text, mark.end() if mark else 0))


def _scan(text: str, start: int) -> Iterator[Token]:
    gap, pause = True, ""
    for match in _TOKEN.finditer(text, start):
        kind, found = match.lastgroup, match.group()
        if kind == "space":
            gap = True
            continue
        if kind == "pause":
            pause += found
            continue
        alone = gap or text[match.end() : match.end() + 1].strip() == ""
        token = _token(str(kind), found, match.start() + 1, gap, pause, alone)
        yield token
        gap, pause = False, ""


def _token(kind: str, text: str, column: int, gap: bool, pause: str, alone: bool) -> Token:
    match kind:
        case "word" if not any(map(str.isalpha, text)):
            return Token("number", text, text, column, gap, pause)
        case "word":
            return Token("word", text, _folded(text), column, gap, pause)
        case "number":
            return Token("number", text, _digits(text), column, gap, pause)
        case "sign":
            return Token("sign", text, _SIGNS.get(text, text), column, gap, pause)
        case "arrow":
            return Token("arrow", text, _ARROWS.get(text, "e"), column, gap, pause)
        case "slash" if not alone:
            return Token("slash", text, text, column, gap, pause)
        case _:
            return Token("stop", text, text, column, gap, pause)


def _digits(text: str) -> str:
    """A number as digits 0 to 9, in whatever script it is written, without a plus and with a plain minus."""
    digits = "".join(str(unicodedata.decimal(sign)) for sign in text if sign.isdecimal())
    if text[0] == ".":
        return f".{digits}"
    return digits if text[0] == "+" or text[0].isdecimal() else f"-{digits}"


def _folded(text: str) -> str:
    head, mark, tail = text.replace("’", "'").partition("'")
    if mark and fold(head) in _ELIDED:
        return fold(tail)
    return fold(text.replace("’", "").replace("'", ""))


@dataclass(frozen=True)
class Fault:
    """The reason why a line cannot be read; worded by the table of verbs that it was read with.

    `kind` is the kind of game it was written in, `word` the word that stopped the reader and `column` its place in the
    line, from 1 (0: no one word is to blame). `verb` names the entry in the table of verbs whose shape may help,
    `did_you_mean` holds words or whole orders to write instead. `number` and `line` are the line's own, 0 and empty for
    one that is not quoted.
    """

    code: str
    kind: str = ""
    number: int = 0
    line: str = ""
    word: str = ""
    column: int = 0
    verb: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    did_you_mean: tuple[str, ...] = ()


class ParseError(Exception):
    """Raised where a line cannot be read: why, with which verb, and which token is to blame (None: one is missing)."""

    def __init__(
        self, code: str, token: Token | None = None, did_you_mean: Iterable[str] = (), **facts: object
    ) -> None:
        super().__init__(code)
        self.code = code
        self.verb: str | None = None
        self.token = token
        self.did_you_mean = tuple(did_you_mean)
        self.facts = facts

    def fault(self, kind: str = "", number: int = 0, line: str = "") -> Fault:
        """The fault that it stands for, in a line of a letter about a kind of game."""
        word, column = ("", 0) if self.token is None else (self.token.text, self.token.column)
        return Fault(self.code, kind, number, line, word, column, self.verb, self.facts, self.did_you_mean)
