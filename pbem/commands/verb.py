"""What a verb is for every audience: its names, its form in each kind of game, and how its arguments are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from pbem.commands.cursor import ParseContext, TokenCursor
from pbem.commands.languages import spoken
from pbem.commands.vocabulary import Vocabulary

C = TypeVar("C", bound=ParseContext)
T = TypeVar("T", covariant=True)
ANY_GAME: Final = ""
"""In place of a kind of game: a form that is the same in all."""


@dataclass(frozen=True)
class Form:
    """What a verb looks like and means.

    Shape and examples are templates: `{buy}` stands for a verb or keyword in the player's language, `<company>` for
    what the player puts there.
    """

    shape: str
    examples: tuple[str, ...]
    explanation: str
    """What it does, as a message id."""
    takes: tuple[str, ...] = ()
    """The meanings of words that may follow: keywords of seats, and "number", "face", "direction", "company",
    "tile", "end" (A or B) and "break"."""


@dataclass(frozen=True, eq=False)
class Verb(Generic[C, T]):
    """One verb: what it is called, what it looks like where, and what makes a command of its arguments."""

    vocabulary: Vocabulary
    """Whose word it is; its names stand there."""
    name: str
    forms: Mapping[str, Form]
    """By kind of game; a kind that is not among them has no such verb."""
    read: Callable[[TokenCursor[C]], Sequence[T]]
    """Reads what stands behind it. Raises ParseError."""

    @property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """The names in each language; the first is the one that is written."""
        return self.vocabulary.names(self.name)

    def form_in(self, kind: str) -> Form | None:
        """The form in a kind of game; None where the game has no such verb."""
        return self.forms.get(kind) or self.forms.get(ANY_GAME)

    def form(self, kind: str = ANY_GAME) -> Form:
        """The form in a kind of game; of a verb that the game has not, another game's."""
        return self.form_in(kind) or next(iter(self.forms.values()))

    def word(self, language: str) -> str:
        """The verb as it is written in a language."""
        return self.aliases[spoken(language)][0]


def alike(shape: str, examples: tuple[str, ...], explanation: str) -> dict[str, Form]:
    """One form for every kind of game."""
    return {ANY_GAME: Form(shape, examples, explanation)}
