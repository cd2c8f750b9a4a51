"""The faults in what cannot be read: as a value, and as the exception that says so where one is found."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pbem.commands.tokens import Token


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
