"""A request to an account as one class: its typed fields, how it is read and explained, and what does it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar, get_type_hints

from pbem.adjudicator.context import Done, PlayerContext
from pbem.commands.verb import Form
from pbem.lobby.fields import OfficeCursor

T = TypeVar("T")


@dataclass(frozen=True)
class LobbyField(Generic[T]):
    """A kind of field, as in `Annotated[int, LIST]`: what stands for it in the shape of a line, and how it is read."""

    shape: str
    read: Callable[[OfficeCursor], T]
    """Reads it. Raises ParseError."""


class Command(ABC):
    """A request to an account."""

    __slots__ = ()
    forms: ClassVar[Mapping[str, Form]] = {}
    """The verbs that ask for it, by name; a form without a shape has that of the fields."""

    @classmethod
    def read(cls, _verb: str, cursor: OfficeCursor) -> Sequence["Command"]:
        """Read what stands behind one of its verbs: its fields, one after the other. Raises ParseError."""
        return [cls.read_fields(cursor)]

    @classmethod
    def read_fields(cls, cursor: OfficeCursor) -> Self:
        """Read the fields, up to the first that is left out, and nothing else. Raises ParseError."""
        values: dict[str, Any] = {}
        for name, kind, is_optional in _arguments(cls):
            if is_optional and cursor.peek() is None:
                break
            values[name] = kind.read(cursor)
        cursor.done()
        return cls(**values)

    @classmethod
    def shape(cls, verb: str) -> str:
        """The shape of a line with one of its verbs, a template."""
        parts = (f"[{kind.shape}]" if is_optional else kind.shape for _, kind, is_optional in _arguments(cls))
        return " ".join([f"{{{verb}}}", *parts])

    @abstractmethod
    def do(self, context: PlayerContext) -> Done:
        """Do it for a player. Raises Refused."""


@cache
def _arguments(command: type[Any]) -> tuple[tuple[str, LobbyField[Any], bool], ...]:
    """The fields that a line may have, in order: the name, the kind, and whether it can be left out."""
    kinds = get_type_hints(command, include_extras=True)
    return tuple(
        (one.name, kind, one.default is not MISSING)
        for one in fields(command)
        for kind in getattr(kinds[one.name], "__metadata__", ())
    )
