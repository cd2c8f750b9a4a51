"""An act of a moderator: one class with typed fields, from which follows how it is read, asked for, given and written.

A line of a letter is its verb, what it is about, what is to be done, a colon, and words to people: the first field is
what it is about, the field that `closes` stands behind the colon, and the others between them in their order. A form
asks for the same fields, and a command of the command line takes them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar, cast

import click

from pbem.adjudicator.audit import NOBODY, Concerned
from pbem.commands.vocabulary import MODERATOR
from pbem.i18n import Catalogue
from pbem.moderation.context import ModeratorContext
from pbem.moderation.form_command import AboutField, FormCommand, FormField, Reading
from pbem.store.games.game import GameRow, find_game_by_tag, get_game
from pbem.store.games.seats import list_seats
from pbem.store.moderation.disputes import find_dispute

T = TypeVar("T")


class ModeratorField(FormField[T], ABC):
    """A kind of field of a line, too. Unless a kind says otherwise it is written as it is told in a line."""

    def write(self, value: T) -> str:
        """Write it as in a line; a template."""
        return "" if value is None else str(value)


class SubjectField(ModeratorField[T], AboutField[T]):
    """The field for what an act is about: it stands first in a line, and in the address of a form."""

    @abstractmethod
    def cut(self, text: str) -> tuple[T, str]:
        """Take it from the beginning of a line; returns it with the rest. Raises ParseError."""


class DetailField(ModeratorField[T]):
    """The field for what is to be done with the subject, how, or why."""

    @abstractmethod
    def read(self, reading: Reading) -> T:
        """Read it from a line. Raises ParseError and Refused."""


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
class ModeratorCommand(FormCommand):
    """An act of a moderator, or of the operator, that letters may ask for too.

    Its fields are those that are annotated with a `ModeratorField`; its verb stands in the section `[moderator.verbs]`
    of the words of each language.
    """

    def state(self, context: ModeratorContext) -> str:
        """The state that the act is judged on, as far as it is public; never raises."""
        return state_of_game(context, getattr(self, "tag", None))

    def concerned(self, context: ModeratorContext) -> Concerned:
        """The game that it is about, and the player of the seat, where it is about one; never raises."""
        game = _game_of(self, context)
        if game is None:
            return NOBODY
        seats = list_seats(context.unit, game.id)
        seat: int = getattr(self, "seat", -1)
        player_id = seats[seat].player_id if seat in range(len(seats)) else None
        return Concerned(player_id, game.id)

    def opens(self) -> bool:
        """Whether the act reveals secrets or throws dice, so that no act behind it can be previewed."""
        return False

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether it fits how a game stands; `is_open` says that its secrets are open to the moderator."""
        return game.status != "over"

    @classmethod
    def details(cls) -> Mapping[str, DetailField[Any]]:
        """The fields beside what it is about, by name."""
        return {key: one for key, one in cls.fields().items() if isinstance(one, DetailField)}

    @classmethod
    def from_line(cls, text: str, context: ModeratorContext, language: str) -> Self:
        """The act that what stands behind the verb asks for. Raises ParseError and Refused."""
        name, subject = cls.subject()
        value, rest = cast(SubjectField[Any], subject).cut(text)
        return cls.of(read_fields(cls, Reading(context, language, {name: value}), rest))

    def line(self, language: str) -> str:
        """The line of a letter that asks for this."""
        parts = [f"{{{self.verb}}}"]
        for key, one in cast(Mapping[str, ModeratorField[Any]], self.fields()).items():
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


def _game_of(command: ModeratorCommand, context: ModeratorContext) -> GameRow | None:
    """The game that a command is about, by its tag or by its dispute."""
    tag, dispute_id = getattr(command, "tag", None), getattr(command, "dispute_id", None)
    if tag is not None:
        return find_game_by_tag(context.unit, tag)
    dispute = None if dispute_id is None else find_dispute(context.unit, dispute_id)
    return None if dispute is None else get_game(context.unit, dispute.game_id)


def state_of_game(context: ModeratorContext, tag: str | None) -> str:
    """The state of a game, as far as everybody may know it."""
    game = None if tag is None else find_game_by_tag(context.unit, tag)
    if game is None:
        return "-"
    seats = " ".join(f"{one.player_id}{'-' if one.vacant_ms else ''}" for one in list_seats(context.unit, game.id))
    deadline = game.left_ms if game.held_ms else game.deadline_ms
    return f"{game.tag} #{game.final_position} {game.status} {game.held_ms} {deadline} {seats}"
