"""A command as one class: its verb, and typed fields, from which follow the shape of its line and how it is read.

    NUMBER = LineField("<number>", read_number)

    @dataclass(frozen=True, slots=True)
    class Agree(Command):
        verb: ClassVar = "agree"
        examples: ClassVar = ("{agree} 118",)
        explanation: ClassVar = N_("Agree to another player's rollback request.")

        position: Annotated[int | None, NUMBER] = None

A field with a default may be left out. What stands behind the colon, such as a text, is the field that `closes`.
The form of a command, `form_of`, asks for the fields that have a `form_field`.
Seats (`SeatCommand`), players at an office (`PlayerCommand`) and moderators (`ModeratorCommand`) have theirs.
"""

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, get_type_hints

from pbem.commands.cursor import TokenCursor
from pbem.commands.table import Form
from pbem.forms import PageForm

T = TypeVar("T")


class CommandField(Generic[T]):
    """A kind of field, as in `Annotated[int, NUMBER]`."""

    shape: str
    """What stands for it in the shape of a line; a template."""
    takes: tuple[str, ...] = ()
    """The meanings of the words that it may hold, where its shape does not name them; see `Form.takes`."""
    closes: bool = False
    form_field: Any = None
    """How a form asks for it: a field of WTForms; None where no form does."""

    def inputs(self, name: str) -> Mapping[str, Any]:
        """The fields of a form that ask for it, by their names there."""
        return {} if self.form_field is None else {name: self.form_field}


@dataclass(frozen=True)
class LineField(CommandField[T]):
    """A kind of field that is read where a line has come to it."""

    shape: str
    read: Callable[[TokenCursor[Any]], T]
    """Reads it. Raises ParseError."""
    takes: tuple[str, ...] = ()
    begins: Callable[[TokenCursor[Any]], bool] = lambda cursor: cursor.peek() is not None
    """Whether it comes next, where it may be left out."""
    form_field: Any = None


@dataclass(frozen=True)
class ClosingField(CommandField[T]):
    """A kind of field that stands behind the colon: the reader of the letter knows where it ends."""

    shape: str
    unread: T
    """Its value until the reader has come to its end."""
    takes: tuple[str, ...] = ()
    closes: bool = True
    form_field: Any = None


TEXT: Final = ClosingField("<text>", "")
"""A text of the writer's own, on the line or below it."""


class Command:
    """A command that lines of letters ask for."""

    __slots__ = ()
    verb: ClassVar[str]
    """By what it is known; its names stand in the words of its audience, in the section of the verbs."""
    explanation: ClassVar[str]
    """The sentence of help, as a message id."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Lines that ask for it, as templates; none where its shape says all."""
    shape: ClassVar[str] = ""
    """The shape of a line, a template, where that is not its verb with its fields."""
    is_binding: ClassVar[bool] = False
    """Whether it is done only when its own writer has confirmed it, since nobody can undo it."""

    @classmethod
    def form(cls) -> Form:
        """The look and the meaning of its verb."""
        shape = cls.shape or shape_of(cls.verb, cls)
        takes = [word for one in fields_of(cls).values() for word in one.takes or _named_in(one.shape)]
        return Form(
            shape, cls.examples or (shape,), cls.explanation, tuple(dict.fromkeys(takes + _named_in(cls.shape)))
        )

    @classmethod
    def read(cls, cursor: TokenCursor[Any]) -> Sequence["Command"]:
        """Read what stands behind its verb: its fields, one after the other. Raises ParseError."""
        return [cls.read_fields(cursor)]

    @classmethod
    def read_fields(cls, cursor: TokenCursor[Any]) -> Self:
        """Read the fields that a line has, and nothing else. Raises ParseError."""
        values: dict[str, Any] = {}
        for name, one in fields_of(cls).items():
            cursor.skip(*cls.noise())
            if isinstance(one, ClosingField):
                values[name] = one.unread
            elif isinstance(one, LineField) and (one.begins(cursor) or not is_optional(cls, name)):
                values[name] = one.read(cursor)
        cursor.skip(*cls.noise())
        cursor.done()
        return cls.of(values)

    @classmethod
    def noise(cls) -> tuple[str, ...]:
        """The meanings of words that may stand before each field and behind the last, and change nothing."""
        return ()

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The command with these values of fields."""
        return cls(**values)


def _named_in(shape: str) -> list[str]:
    return re.findall(r"[{<](\w+)[}>]", shape)


def fields_of(command: type[Any]) -> Mapping[str, CommandField[Any]]:
    """The fields of a command by name, in their order; last what stands behind the colon."""
    if command not in _FIELDS:
        kinds = get_type_hints(command, include_extras=True)
        found = {
            one.name: kind
            for one in dataclasses.fields(command)
            for kind in getattr(kinds[one.name], "__metadata__", ())
            if isinstance(kind, CommandField)
        }
        _FIELDS[command] = dict(sorted(found.items(), key=lambda item: item[1].closes))
    return _FIELDS[command]


_FIELDS: Final[dict[type[Any], Mapping[str, CommandField[Any]]]] = {}
"""What was found; type hints are dear to read."""


def is_optional(command: type[Any], name: str) -> bool:
    """Whether a field of a command may be left out."""
    return next(one.default is not MISSING for one in dataclasses.fields(command) if one.name == name)


def shape_of(verb: str, command: type[Any]) -> str:
    """The shape of a line with a verb of a command, a template."""
    shape = f"{{{verb}}}"
    for name, one in fields_of(command).items():
        if one.closes:
            shape += f": {one.shape}"
        elif one.shape:
            shape += f" [{one.shape}]" if is_optional(command, name) and isinstance(one, LineField) else f" {one.shape}"
    return shape


def inputs_of(command: type[Any]) -> Mapping[str, Any]:
    """The fields of a form that ask for a command, by their names there."""
    return {key: field for name, one in fields_of(command).items() for key, field in one.inputs(name).items()}


@cache
def form_of(command: type[Any]) -> type[PageForm]:
    """The form that asks for a command; its fields come in the order in which they were declared."""
    return type(f"{command.__name__}Form", (PageForm,), dict(inputs_of(command)))


def find_commands(base: type[Any], package: str, path: Iterable[str]) -> Iterator[type[Any]]:
    """The commands of a kind that stand in the modules of a package; nothing else has to name them."""
    for found in iter_modules(path, f"{package}."):
        for one in vars(import_module(found.name)).values():
            if (
                isinstance(one, type)
                and issubclass(one, base)
                and one.__module__ == found.name
                and hasattr(one, "verb")
            ):
                yield one
