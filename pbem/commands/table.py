"""The verbs of one audience in a table, from which what is read, explained, shown as help and offered in forms
comes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, Generic, TypeVar

from pbem.commands.cursor import ParseContext, TokenCursor
from pbem.commands.languages import LANGUAGES, accepted, spellings, spoken
from pbem.commands.tokens import Fault, Token
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import N_, Catalogue

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
    """The meanings of words that may follow, "number", and arguments that the table knows (`VerbTable.arguments`)."""


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


@dataclass(frozen=True)
class Argument:
    """Words that may follow a verb and that no file of words holds, such as names of things; see `Form.takes`."""

    fits: Callable[[Token, Any], bool] = lambda _token, _context: False
    words: Callable[[Any], Sequence[str]] = lambda _context: ()
    """All values in the writer's language, to suggest the nearest; none where there are too many."""
    is_named: Callable[[Sequence[Token], Any], bool] = lambda _tokens, _context: False
    """Whether tokens begin with one of them by its whole name, which hardly stands in sentences about other things."""
    nearly: Callable[[Token, Any], bool] = lambda _token, _context: False
    """Whether a word comes near one of them in some other way than by slips of the pen."""


V = TypeVar("V", bound=Verb[Any, Any], covariant=True)
LONGEST_NAME: Final = 4
"""No verb has more words than this."""
_QUOTED: Final = 72
"""How many characters of a line are quoted."""
PLACEHOLDERS: Final = {
    "number": N_("number"),
    "player": N_("player"),
    "players": N_("players"),
    "text": N_("text"),
    "day": N_("day"),
    "orders": N_("orders"),
    "what": N_("what"),
    "code": N_("code"),
    "game": N_("game"),
    "letter": N_("email"),
    "words": N_("words"),
    "time": N_("time"),
    "hours": N_("hours"),
    "days": N_("days"),
    "zone": N_("zone"),
    "variant": N_("variant"),
    "value": N_("value"),
    "name": N_("name"),
    "address": N_("address"),
    "tag": N_("game's tag"),
    "rule": N_("rule"),
    "why": N_("reason"),
    "correction": N_("correction"),
}
"""What stands in angle brackets in shapes, whatever is played, as message ids."""


@dataclass(frozen=True)
class HelpEntry:
    """A verb as help shows it: what it looks like, what it does, and examples that say more than its shape."""

    name: str
    shape: str
    explanation: str
    examples: tuple[str, ...]


class VerbTable(Generic[V]):
    """The verbs of an audience, in the order in which they are explained, and the messages of their faults."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        verbs: Sequence[V],
        messages: Mapping[str, str],
        *,
        placeholders: Mapping[str, str] | None = None,
        arguments: Mapping[str, Argument] | None = None,
    ) -> None:
        """`messages` are message ids by the codes of faults, `arguments` those that `Form.takes` may name.

        `placeholders` stand in angle brackets in shapes beside those of any game. Raises ValueError where two verbs
        have one name.
        """
        self.vocabulary = vocabulary
        self.verbs = tuple(verbs)
        self.messages = messages
        self.placeholders = {**PLACEHOLDERS, **(placeholders or {})}
        self.arguments = arguments or {}
        doubled = [name for name, number in Counter(verb.name for verb in verbs).items() if number > 1]
        if doubled:
            raise ValueError(f"two verbs of the {vocabulary.audience} are called {doubled[0]}")

    @cached_property
    def by_name(self) -> Mapping[str, V]:
        """The verbs by name."""
        return {verb.name: verb for verb in self.verbs}

    @cached_property
    def phrases(self) -> Mapping[tuple[str, ...], V]:
        """All names in all languages, folded and cut into words; none names two verbs."""
        return {
            tuple(spelling.split()): verb
            for verb in self.verbs
            for code in LANGUAGES
            for alias in verb.aliases[code]
            for spelling in spellings(alias)
        }

    def named(self, tokens: Sequence[Token]) -> Iterator[tuple[V, int]]:
        """The verbs whose names tokens begin with, the longest first, and how many tokens name each."""
        phrases = self.phrases
        folds = tuple(token.fold for token in takewhile(lambda token: token.kind == "word", tokens[:LONGEST_NAME]))
        for length in range(len(folds), 0, -1):
            verb = phrases.get(folds[:length]) or phrases.get(_without_articles(folds[:length]))
            if verb is not None:
                yield verb, length

    def languages_of(self, tokens: Sequence[Token]) -> frozenset[str]:
        """The languages of the name that tokens begin with; none where they begin with none."""
        for verb, length in self.named(tokens):
            typed = " ".join(token.fold for token in tokens[:length])
            return frozenset(code for code, names in verb.aliases.items() if typed in accepted({code: names}))
        return frozenset()

    def in_words(self, template: str, language: str) -> str:
        """A template such as "{buy} weiden {with} ?" as it is typed in a language."""
        return self.vocabulary.fill(template, language)

    def shape_of(self, form: Form, catalogue: Catalogue) -> str:
        """Write out the shape of a command of this form, in the catalogue's language."""
        named = {f"<{key}>": f"<{catalogue.text(msgid)}>" for key, msgid in self.placeholders.items()}
        return re.sub(r"<\w+>", lambda match: named[match.group()], self.in_words(form.shape, catalogue.language))

    def examples_of(self, form: Form, language: str) -> tuple[str, ...]:
        """Commands of this form, ready to be typed."""
        return tuple(self.in_words(example, language) for example in form.examples)

    def entry(self, verb: Verb[Any, Any], catalogue: Catalogue) -> HelpEntry:
        """A verb as help shows it, in the catalogue's language."""
        shape = self.shape_of(verb.form, catalogue)
        examples = tuple(one for one in self.examples_of(verb.form, catalogue.language) if one != shape)
        return HelpEntry(verb.name, shape, catalogue.text(verb.form.explanation), examples)

    def reason(self, fault: Fault, catalogue: Catalogue, **facts: object) -> str:
        """Describe what is wrong, in a sentence or two; `facts` fill the message beside or in place of its own."""
        sentence = catalogue.text(self.messages[fault.code], **{"word": fault.word, **fault.facts, **facts})
        if fault.did_you_mean:
            meant = ", ".join(f'"{word}"' for word in fault.did_you_mean)
            sentence += " " + catalogue.text("Did you mean %(suggestions)s?", suggestions=meant)
        return sentence

    def explain(self, fault: Fault, catalogue: Catalogue, **facts: object) -> str:
        """A fault in a few lines of text: the line quoted where its number is known, the reason, and what to write."""
        lines = [self.reason(fault, catalogue, **facts)]
        if fault.number:
            quoted = _around(fault.line, fault.column)
            lines.insert(0, catalogue.text("Line %(number)s: %(line)s", number=fault.number, line=quoted))
        verb = None if fault.verb is None else self.by_name[fault.verb]
        if verb is not None and verb.is_explained:
            form = verb.form
            example = self.examples_of(form, catalogue.language)[0]
            shape = self.shape_of(form, catalogue)
            lines.append(catalogue.text("Write: %(shape)s", shape=shape))
            if example != shape:
                lines.append(catalogue.text("For example: %(example)s", example=example))
        return "\n".join(lines)


def _without_articles(folds: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a name without articles between them: "take the income"."""
    within = (fold for fold in folds[1:-1] if fold not in SEAT.accepted("articles"))
    return (*folds[:1], *within, *folds[-1:]) if len(folds) > 2 else folds


def _around(line: str, column: int) -> str:
    """A line, or where it is long the part of it around a column, counted from 1."""
    line = line.strip() if column == 0 else line
    start = max(0, min(column - _QUOTED // 2, len(line) - _QUOTED))
    cut = line[start : start + _QUOTED]
    return ("…" if start else "") + cut.strip() + ("…" if start + _QUOTED < len(line) else "")
