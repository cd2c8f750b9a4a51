"""What a verb of the order language is: its names, its form in each kind of game, and how its arguments are read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pbem.orders.cursor import Cursor, Part
from pbem.orders.notation import Form, notation_of, written_kinds
from pbem.orders.requests import Dictated
from pbem.orders.words import KEYWORDS, LANGUAGES, spoken


@dataclass(frozen=True)
class Verb:
    """One verb: what it is called, what it looks like where, and how its arguments are read."""

    name: str
    aliases: Mapping[str, tuple[str, ...]]
    """The names in each language; the first is the one that is written."""
    common: Form | None
    """Its form where the notation of a game has none of its own; None for a verb that not every game has."""
    read: Callable[[Cursor], tuple[Part, ...]]
    alone: bool = True
    """Whether it can stand without arguments."""
    opens: bool = False
    """Whether it opens a line and orders follow behind a colon: then `read` reads what stands before that."""
    everyday: bool = False
    """Whether it is a word that people use of other things: such a one is an order at the head of a line only."""
    dictates: Callable[[Cursor], Dictated] | None = None
    """What reads the order up to a colon behind which a text of the writer's own stands, where it has one."""

    @property
    def forms(self) -> Mapping[str, Form]:
        """Its form in each kind of game that has the verb."""
        forms = {kind: self._form(kind) for kind in written_kinds()}
        return {kind: form for kind, form in forms.items() if form is not None}

    def form(self, kind: str) -> Form:
        """The form in a kind of game; of a verb that the game has not, another game's."""
        return self._form(kind) or next(iter(self.forms.values()))

    def _form(self, kind: str) -> Form | None:
        return notation_of(kind).forms.get(self.name, self.common)

    def word(self, language: str) -> str:
        """The verb as it is written in a language."""
        return self.aliases[spoken(language)][0]


def aliases(en: str, de: str, fr: str) -> dict[str, tuple[str, ...]]:
    """The names of a verb in each language, given as texts with commas between them."""
    return {code: tuple(text.split(", ")) for code, text in zip(LANGUAGES, (en, de, fr), strict=True)}


def keyword_aliases(key: str, *more: tuple[str, str]) -> dict[str, tuple[str, ...]]:
    """The names of a verb that is a keyword within other orders too, and names of several words for the verb alone."""
    extra = dict(more)
    return {code: (*KEYWORDS[key][code].split(), *([extra[code]] if code in extra else [])) for code in LANGUAGES}


def command(shape: str, explanation: str) -> Form:
    """The form of a verb without arguments."""
    return Form(shape, (shape,), explanation)
