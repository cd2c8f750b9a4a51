"""A command that is previewed and then done: one class with typed fields, which a form asks for, or arguments give.

Moderators' commands (`ModeratorCommand`) are read from lines of letters as well; those about people
(`pbem.lobby.accounts`) are not. Whatever is done stands in the audit log, in the same transaction.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypeVar, cast

import click

from pbem.adjudicator.audit import NOBODY, Concerned, log_command
from pbem.adjudicator.context import Refused
from pbem.commands.command import Command, CommandField, fields_of, form_of
from pbem.commands.cursor import ParseContext, TokenCursor, cursor_over
from pbem.commands.languages import spoken
from pbem.commands.orders.notation import PlayersContext, PlayersCursor
from pbem.commands.vocabulary import MODERATOR
from pbem.forms import PageForm
from pbem.i18n import Catalogue
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats

T = TypeVar("T")
About: TypeAlias = Literal["game", "dispute", "letter", "player"]
"""What a command may be about."""


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


class FormField(CommandField[T], ABC):
    """A kind of field: how it is asked for in a form, and given at the command line.

    Unless a kind says otherwise the command line takes it as an argument.
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

    def filled(self, name: str, form: PageForm, reading: Reading) -> T:
        """Its value by a form whose fields were checked. Raises Refused."""
        return cast(T, form[name].data)

    def spread(self, name: str, value: T) -> Mapping[str, object]:
        """The values of the command that it gives, by name."""
        return {name: value}

    def gather(self, name: str, command: Command) -> T:
        """The value that `spread` gave."""
        return cast(T, getattr(command, name))


class AboutField(FormField[T]):
    """The field for what a command is about: it stands first, and in the address of a form."""

    about: About


@dataclass(frozen=True)
class FormCommand(Command, ABC):
    """A command of a moderator, or of the operator. Its fields are those that are annotated with a `FormField`."""

    title: ClassVar[str]
    """The title of its form, as a message id."""
    does: ClassVar[str] = ""
    """The effect that its form describes, as a message id."""
    for_operator: ClassVar[bool] = True
    is_confirmed: ClassVar[bool] = True
    """Whether the command line asks before it is done."""

    leaves_traces: ClassVar[bool] = False
    """Whether what it deletes is to be gone from the database's own log, too."""

    @abstractmethod
    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge the command as things stand, and tell what it would do; nothing is written. Raises Refused."""

    @abstractmethod
    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Do what was judged, and return what was done, in sentences. Raises Refused."""

    @abstractmethod
    def state(self, context: ModeratorContext) -> str:
        """The state that the command is judged on, as far as it is public; never raises."""

    def concerned(self, context: ModeratorContext) -> Concerned:
        """The person and the game that it concerns, before it is done; never raises."""
        return NOBODY

    def do(self, context: ModeratorContext) -> tuple[str, ...]:
        """Carry the command out, and write that down in the audit log. Raises Refused."""
        concerned = self.concerned(context)
        done = self.carry_out(context)
        log_command(context.unit, context.player, self, concerned)
        return done

    @property
    def why(self) -> str:
        """The reason that everybody concerned is told; "" for none."""
        return str(getattr(self, "reason", ""))

    @property
    def returns_to(self) -> int | None:
        """The position that the game goes on from, whose map is shown first."""
        return None

    @classmethod
    def fields(cls) -> Mapping[str, FormField[Any]]:
        """The fields by name: what it is about first, and last what stands behind the colon."""
        return cast(Mapping[str, FormField[Any]], fields_of(cls))

    @classmethod
    def subject(cls) -> tuple[str, AboutField[Any]]:
        """The field that it is about, with its name."""
        name, first = next(iter(cls.fields().items()))
        return name, cast(AboutField[Any], first)

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
        """The command that a form asks for; None where something in it is wrong, which it then tells."""
        if not form.validate():
            return None
        reading = form.about
        try:
            for key, one in cls.fields().items():
                if not isinstance(one, AboutField):
                    reading.values.update(one.spread(key, one.filled(key, form, reading)))
        except Refused as refused:
            form.refuse(refused.message, refused.field)
            return None
        return cls.of(reading.values)

    @classmethod
    def from_command_line(cls, given: Mapping[str, Any], context: ModeratorContext, language: str) -> Self:
        """The command that arguments and options ask for. Raises ParseError and Refused."""
        reading = Reading(context, language)
        for key, one in cls.fields().items():
            reading.values.update(one.spread(key, one.given(given[key], reading)))
        return cls.of(reading.values)
