"""The parts of a verb for every audience: its names, what it looks like, and how its arguments are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pbem.commands.cursor import ParseContext, TokenCursor
from pbem.commands.languages import spoken
from pbem.commands.vocabulary import Vocabulary

C = TypeVar("C", bound=ParseContext)
T = TypeVar("T", covariant=True)


@dataclass(frozen=True)
class Form:
    """The look and the meaning of a verb.

    Shape and examples are templates: `{buy}` stands for a verb or keyword in the player's language, `<company>` for
    what the player puts there.
    """

    shape: str
    examples: tuple[str, ...]
    explanation: str
    """The effect of the verb, as a message id."""
    takes: tuple[str, ...] = ()
    """The meanings of words that may follow, "number", "month" or "player", and arguments that a game knows."""


@dataclass(frozen=True, eq=False)
class Verb(Generic[C, T]):
    """A verb: its name, its form, and the function that reads its arguments into commands."""

    vocabulary: Vocabulary
    """Whose word it is; its names stand there."""
    name: str
    form: Form
    read: Callable[[TokenCursor[C]], Sequence[T]]
    """Reads the arguments behind the verb. Raises ParseError."""
    is_explained: bool = True
    """Whether it is explained; one that is not may be read so that it can be refused."""

    @property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """The names in each language; the first is the one that is written."""
        return self.vocabulary.names(self.name)

    def word(self, language: str) -> str:
        """The verb as it is written in a language."""
        return self.aliases[spoken(language)][0]
