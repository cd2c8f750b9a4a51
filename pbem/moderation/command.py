"""An act of a moderator: one class with typed fields, from which follows how it is read, asked for, given and written.

A line of a letter is its verb, what it is about, what is to be done, a colon, and words to people: the first field is
what it is about, the field that `closes` stands behind the colon, and the others between them in their order. A form
asks for the same fields, and a command of the command line takes them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypeVar, cast

import click

from pbem.adjudicator.context import Refused
from pbem.commands.command import Command, CommandField, fields_of, form_of
from pbem.commands.cursor import ParseContext, TokenCursor, cursor_over
from pbem.commands.languages import spoken
from pbem.commands.orders.notation import PlayersContext, PlayersCursor
from pbem.commands.vocabulary import MODERATOR
from pbem.forms import PageForm
from pbem.i18n import Catalogue
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seats

T = TypeVar("T")
About: TypeAlias = Literal["game", "dispute", "letter"]
"""What an act may be about."""


@dataclass(frozen=True, kw_only=True)
class LineContext(ParseContext):
    """The context in which lines of moderators are read: their writer, and what can be acted on."""

    request: ModeratorContext


LineCursor: TypeAlias = TokenCursor[LineContext]


@dataclass
class Reading:
    """An act while its fields are read: the values so far, and of a line what is to be done, and what stands behind."""

    context: ModeratorContext
    language: str
    values: dict[str, Any] = field(default_factory=dict)
    head: str = ""
    said: str = ""
    cursor: LineCursor = field(init=False)

    def __post_init__(self) -> None:
        self.over(self.head)

    def over(self, head: str) -> None:
        """Begin to read what is to be done."""
        parsed = LineContext(language=self.language, vocabulary=MODERATOR, request=self.context)
        self.head, self.cursor = head, cursor_over(head, parsed)

    @property
    def game(self) -> GameRow:
        """The game that the act is about. Raises Refused."""
        return self.context.game(self.values["tag"])

    def players(self) -> tuple[str, ...]:
        """The players of the game by seat. Raises Refused."""
        return tuple(seat.name for seat in list_seats(self.context.unit, self.game.id))

    def orders(self, players: tuple[str, ...] = ()) -> PlayersCursor:
        """A cursor over what is still to be read, for what reads what any seat may write."""
        seated = PlayersContext(language=spoken(self.language), players=players)
        return TokenCursor(self.cursor.tokens, seated, self.cursor.at, self.cursor.text)


class ModeratorField(CommandField[T], ABC):
    """A kind of field: how it is read from a line, asked for in a form, given at the command line, and written.

    Unless a kind says otherwise the command line takes it as an argument, and it is written as it is told in a line.
    """

    metavar: str | None = None
    """Its name in the usage of the command line, where that is not its own."""
    type: click.ParamType[Any] | None = None
    """The type of the argument."""
    usage: str = ""
    """Its part of the example of a command; `%(said)s` are words to people."""

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """The argument or option of the command line by which it is given."""
        return click.Argument([name], metavar=self.metavar, type=self.type)

    def given(self, value: Any, reading: Reading) -> T:
        """Read what was given for that. Raises ParseError and Refused."""
        return cast(T, value)

    def write(self, value: T) -> str:
        """Write it as in a line; a template."""
        return "" if value is None else str(value)

    def spread(self, name: str, value: T) -> Mapping[str, object]:
        """The values of the act that it gives, by name."""
        return {name: value}

    def gather(self, name: str, act: "ModeratorCommand") -> T:
        """The value that `spread` gave."""
        return cast(T, getattr(act, name))


class SubjectField(ModeratorField[T]):
    """The field for what an act is about: it stands first in a line, and in the address of a form."""

    about: About

    @abstractmethod
    def cut(self, text: str) -> tuple[T, str]:
        """Take it from the beginning of a line; returns it with the rest. Raises ParseError."""


class DetailField(ModeratorField[T]):
    """The field for what is to be done with the subject, how, or why."""

    @abstractmethod
    def read(self, reading: Reading) -> T:
        """Read it from a line. Raises ParseError and Refused."""

    def filled(self, name: str, form: PageForm, reading: Reading) -> T:
        """Its value by a form whose fields were checked. Raises Refused."""
        return cast(T, form[name].data)


class SwitchField(DetailField[bool]):
    """Something to be done beside: a word in a line, in any order with its like, a choice, and a flag."""

    def __init__(self, word: str, flag: str, explanation: str, form_field: Any, beside: str = "") -> None:
        """`word` is the meaning of the word in a line, and `beside` one that may stand by it.

        `explanation` is the flag's, as a message id; `form_field` a `switch`.
        """
        self.word, self.beside, self.form_field = word, beside, form_field
        self.usage, self.explanation = flag, explanation
        self.shape = f"[{self.write(True)}]"

    def read(self, reading: Reading) -> bool:
        """Read its word, if it comes next; what is no word of any switch is left."""
        found = reading.cursor.take(self.word)
        if self.beside:
            reading.cursor.take(self.beside)
        return found

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """A flag."""
        return click.Option([self.usage, name], is_flag=True, help=words.text(self.explanation))

    def write(self, value: bool) -> str:
        """Its words, or nothing."""
        return " ".join(f"{{{word}}}" for word in (self.word, self.beside) if word) if value else ""


@dataclass(frozen=True)
class ModeratorCommand(Command, ABC):
    """An act of a moderator, or of the operator.

    Its fields are those that are annotated with a `ModeratorField`; its verb stands in the section `[moderator.verbs]`
    of the words of each language.
    """

    title: ClassVar[str]
    """The title of its form, as a message id."""
    does: ClassVar[str] = ""
    """The effect that its form describes, as a message id."""
    for_operator: ClassVar[bool] = True
    is_confirmed: ClassVar[bool] = True
    """Whether the command line asks before it is done."""

    @abstractmethod
    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge the act as things stand, and tell what it would do; nothing is written. Raises Refused."""

    @abstractmethod
    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Do what was judged, and return what was done, in sentences. Raises Refused."""

    def state(self, context: ModeratorContext) -> str:
        """The state that the act is judged on, as far as it is public; never raises."""
        return state_of_game(context, getattr(self, "tag", None))

    @property
    def why(self) -> str:
        """The reason that everybody in the game is told; "" for none."""
        return str(getattr(self, "reason", ""))

    @property
    def returns_to(self) -> int | None:
        """The position that the game goes on from, whose map is shown first."""
        return None

    def opens(self) -> bool:
        """Whether the act reveals secrets or throws dice, so that no act behind it can be previewed."""
        return False

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether it fits how a game stands; `is_open` says that its secrets are open to the moderator."""
        return game.status != "over"

    @classmethod
    def fields(cls) -> Mapping[str, ModeratorField[Any]]:
        """The fields by name: what it is about first, and last what stands behind the colon."""
        return cast(Mapping[str, ModeratorField[Any]], fields_of(cls))

    @classmethod
    def subject(cls) -> tuple[str, SubjectField[Any]]:
        """The field that it is about, with its name."""
        name, first = next(iter(cls.fields().items()))
        return name, cast(SubjectField[Any], first)

    @classmethod
    def details(cls) -> Mapping[str, DetailField[Any]]:
        """The other fields by name."""
        return {key: one for key, one in cls.fields().items() if isinstance(one, DetailField)}

    @classmethod
    def from_line(cls, text: str, context: ModeratorContext, language: str) -> Self:
        """The act that what stands behind the verb asks for. Raises ParseError and Refused."""
        name, subject = cls.subject()
        value, rest = subject.cut(text)
        return cls.of(read_fields(cls, Reading(context, language, {name: value}), rest))

    @classmethod
    def asking(cls, context: ModeratorContext, about: object, sent: Any = None, kept: Any = None) -> PageForm:
        """Its form, as it was `sent`, or else filled in with what is `kept`; the address says what it is `about`."""
        form = form_of(cls)(sent, data=kept)
        form.about = Reading(context, context.words.language, {cls.subject()[0]: about})
        for one in form:  # what can be chosen is looked up now, since a page is drawn behind its snapshot
            getattr(one, "choices", None)
        return form

    @classmethod
    def from_form(cls, form: PageForm) -> Self | None:
        """The act that a form asks for; None where something in it is wrong, which it then tells."""
        if not form.validate():
            return None
        reading = form.about
        try:
            for key, one in cls.details().items():
                reading.values.update(one.spread(key, one.filled(key, form, reading)))
        except Refused as refused:
            form.refuse(refused.message, refused.field)
            return None
        return cls.of(reading.values)

    @classmethod
    def from_command_line(cls, given: Mapping[str, Any], context: ModeratorContext, language: str) -> Self:
        """The act that arguments and options ask for. Raises ParseError and Refused."""
        reading = Reading(context, language)
        for key, one in cls.fields().items():
            reading.values.update(one.spread(key, one.given(given[key], reading)))
        return cls.of(reading.values)

    def line(self, language: str) -> str:
        """The line of a letter that asks for this."""
        parts = [f"{{{self.verb}}}"]
        for key, one in self.fields().items():
            written = one.write(one.gather(key, self))
            if one.closes:
                parts[-1] += ":"
            parts += [written] if written else []
        return MODERATOR.fill(" ".join(parts), language)


def read_fields(kind: type[ModeratorCommand], reading: Reading, text: str) -> Mapping[str, Any]:
    """The values of an act by what stands behind what it is about. Raises ParseError and Refused.

    Where nothing is to be done but what the verb says, whatever stands there is the words to people.
    """
    fields = kind.details()
    head, colon, reason = text.partition(":")
    if not colon and all(one.closes for one in fields.values()):
        head, reason = "", head
    reading.over(head)
    reading.said = reason.strip()
    read_head(fields, reading)
    reading.values.update({key: one.read(reading) for key, one in fields.items() if one.closes})
    return reading.values


def read_head(fields: Mapping[str, DetailField[Any]], reading: Reading) -> None:
    """Read what is to be done, into the values. Raises ParseError and Refused."""
    cursor = reading.cursor
    switches = [(key, one) for key, one in fields.items() if isinstance(one, SwitchField)]
    for key, one in fields.items():
        if not one.closes and not isinstance(one, SwitchField):
            reading.values.update(one.spread(key, one.read(reading)))
    reading.values.update(dict.fromkeys((key for key, _one in switches), False))
    while switches and cursor.peek() is not None:
        at = cursor.at
        for key, one in switches:
            reading.values[key] |= one.read(reading)
        if cursor.at == at:
            break
    cursor.done()


def state_of_game(context: ModeratorContext, tag: str | None) -> str:
    """The state of a game, as far as everybody may know it."""
    game = None if tag is None else find_game_by_tag(context.unit, tag)
    if game is None:
        return "-"
    seats = " ".join(f"{one.player_id}{'-' if one.vacant_ms else ''}" for one in list_seats(context.unit, game.id))
    deadline = game.left_ms if game.held_ms else game.deadline_ms
    return f"{game.tag} #{game.final_position} {game.status} {game.held_ms} {deadline} {seats}"
