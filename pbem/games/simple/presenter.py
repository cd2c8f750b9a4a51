"""A simple game as mails and pages show it: its orders, its sentences, its table, and its public JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from msgspec import Struct

from pbem.commands.cursor import NOISE
from pbem.commands.orders.notation import OrderCursor, OrderVerb, Part, bare_action, command
from pbem.commands.orders.script import ActionOrder, Wish
from pbem.commands.table import Form
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.games.parts import END_REASON, STANDINGS, PublicData, SeatNumber
from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from rules_core.games import ruleset_for
from rules_core.kernel import simple as ev
from rules_core.kernel.codec import Doc
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import Violation
from rules_core.kernel.simple import OpenView, SimpleEndTurn, SimpleTable

if TYPE_CHECKING:
    from pbem.games.simple import SimplePresentation


class Column(NamedTuple):
    """Something that each player has: what it is called, as a message id, and its value at a table by the seat."""

    title: str
    value: Callable[[Any, int], object]


POINTS: Final = Column(N_("Points"), lambda table, seat: table.points[seat])


class SimplePresenter(Presenter):
    """The position of `table`."""

    differing = MappingProxyType(
        {
            "points": N_("Points"),
            "year": N_("Year"),
            "turn": N_("Turn"),
            "ended": N_("End of the game"),
            "options": N_("Variants"),
        }
    )

    def __init__(
        self, game: SimplePresentation, table: Any, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool
    ) -> None:
        super().__init__(table, seats, catalogue, ascii_only)
        self.game = game

    @property
    def columns(self) -> tuple[Column, ...]:
        """The things that each player has, in tables."""
        return (POINTS, *self.game.columns)

    def sentence(self, event: Any) -> str:
        """One event in a sentence."""
        describe = self.game.sentences.get(type(event))
        if describe is not None:
            return describe(event, self)
        text = self.catalogue.text
        match event:
            case ev.SimpleGameBegan():
                return text("The game begins.")
            case ev.SimpleYearBegan(year):
                return text("Year %(year)s begins.", year=year)
            case ev.SimpleTurnBegan(seat):
                return text("It is the turn of %(player)s.", player=self.player(seat))
            case ev.SimpleRolled(seat, _, faces):
                return text("%(player)s rolls %(faces)s.", player=self.player(seat), faces=", ".join(faces))
            case ev.ScoreRaised(seat, points):
                one, many = "%(player)s wins %(n)s point.", "%(player)s wins %(n)s points."
                return self.catalogue.plural(one, many, points, player=self.player(seat))
            case ev.SimpleTurnEnded(seat):
                return text("%(player)s ends the turn.", player=self.player(seat))
            case ev.SimpleGameEnded(reason):
                return text("The game is over: %(reason)s.", reason=text(self.game.endings[reason]))
            case GameCancelled():
                return text("The game is cancelled: it is over without a result.")
        raise ValueError(f"no words for {type(event).__name__}")

    def position(self, latest: Sequence[Any]) -> list[doc.Block]:
        """The table: what lies there, and what players have."""
        text = self.catalogue.text
        head = (text("Player"), *(text(column.title) for column in self.columns))
        rows = tuple((name, *map(str, self._values(seat))) for seat, name in enumerate(self.seats))
        lines = self.game.lines(self.table, self.catalogue)
        grid = doc.Grid(head, rows, right=tuple(range(1, len(head))))
        return [doc.Heading(text("The table")), *([doc.Lines(tuple(lines))] if lines else []), grid]

    def _values(self, seat: int) -> tuple[object, ...]:
        return tuple(column.value(self.table, seat) for column in self.columns)

    def hand(self, view: Any) -> doc.Hand:
        """The things that the viewer has, which others see too."""
        text, seat = self.catalogue.text, view.seat or 0
        has = zip(self.columns, self._values(seat), strict=True)
        values = "; ".join(f"{text(column.title)}: {value}" for column, value in has)
        return doc.Hand(values, " ".join(self.game.lines(self.table, self.catalogue)), 0, ())

    def describe_violation(self, violation: Violation) -> str:
        """Describe why something was refused."""
        return self.game.describe_violation(violation, self.catalogue)

    def tables(self, view: Any) -> Mapping[str, object]:
        """The columns, and what each player has in them."""
        return {
            "lines": self.game.lines(self.table, self.catalogue),
            "titles": [self.catalogue.text(column.title) for column in self.columns],
            "rows": [(seat, name, self._values(seat)) for seat, name in enumerate(self.seats)],
        }


class SimpleState(Struct, frozen=True):
    """A position, as everybody may see it."""

    points: Annotated[tuple[int, ...], Doc("The points of each seat.")]
    others: Annotated[dict[str, str | int | bool], Doc("Whatever else this game counts, by its names for it.")]


class SimpleRank(Struct, frozen=True):
    """A player's result."""

    place: Annotated[int, Doc("The place, from 1; players may share one.")]
    seat: SeatNumber
    points: Annotated[int, Doc("The points.")]


class SimpleResult(Struct, frozen=True):
    """The end of a game."""

    reason: Annotated[str, END_REASON]
    standings: Annotated[tuple[SimpleRank, ...], STANDINGS]


_SHARED: Final = frozenset(part.name for part in fields(SimpleTable))


def _state(view: OpenView[Any], _names: Sequence[str]) -> SimpleState:
    own_fields = {part.name: getattr(view.table, part.name) for part in fields(view.table) if part.name not in _SHARED}
    counted = {name: value for name, value in own_fields.items() if isinstance(value, str | int)}
    return SimpleState(view.table.points, counted)


def _result(table: Any) -> SimpleResult:
    return SimpleResult(
        table.ended or "", tuple(SimpleRank(one.place, one.seat, one.points) for one in table.standings)
    )


PUBLIC_DATA: Final = PublicData(SimpleState, _state, SimpleResult, _result)


MOST: Final = 100
"""How often an order can be repeated at most."""


@dataclass(frozen=True)
class SimpleVerb:
    """The verb of an action: `roll`; `play 3` for one with a number; `roll 3` for one that is done three times."""

    action: type
    """The class of action, which takes the seat and at most one number."""
    name: str
    words: Mapping[str, tuple[str, ...]]
    """What is typed for it, by language; the first is written."""
    explanation: str
    """The effect of the verb, as a message id."""
    numbers: range = range(1, 100)
    repeats: bool = False
    """Whether a number behind it repeats the action that often, as long as it is possible."""

    @property
    def has_number(self) -> bool:
        """Whether its action has a number."""
        return len(fields(self.action)) > 1

    @property
    def examples(self) -> tuple[str, ...]:
        """Orders as templates, the fullest first."""
        example = f"{{{self.name}}} {self.numbers[min(2, len(self.numbers) - 1)]}"
        if self.has_number:
            return (example,)
        return (f"{{{self.name}}} 3", f"{{{self.name}}}") if self.repeats else (f"{{{self.name}}}",)

    def order_verb(self, vocabulary: Vocabulary) -> OrderVerb:
        """The verb as the table of verbs has it."""
        number = " <number>" if self.has_number else " [<number>]" if self.repeats else ""
        takes = ("number",) if number else ()
        form = Form(f"{{{self.name}}}{number}", self.examples, self.explanation, takes=takes)
        return OrderVerb(vocabulary, self.name, form, self._read, alone=not self.has_number, shows=not number)

    def _read(self, cursor: OrderCursor) -> tuple[Part, ...]:
        """The order, with its number if it has one. Raises ParseError."""
        cursor.skip(*NOISE)
        seat = cursor.context.seat
        order: Part = ActionOrder(self.action(seat)) if not self.has_number else _number(self, cursor, seat)
        if self.repeats and cursor.sees_number():
            order = Repeated(self.action(seat), cursor.number(1, MOST))
        cursor.skip(*NOISE)
        cursor.done()
        return (order,)


def _number(verb: SimpleVerb, cursor: OrderCursor, seat: int) -> Part:
    if not cursor.sees_number():
        raise ParseError("missing_number", cursor.peek())
    return ActionOrder(verb.action(seat, cursor.number(verb.numbers[0], verb.numbers[-1])))


@dataclass(frozen=True, slots=True)
class Repeated(Wish):
    """`roll 3`: an action done a number of times, as long as it can be; it is refused where it cannot be done once."""

    action: Any
    times: int

    def next_action(self, view: Any, done: int) -> Any | None:
        """The action once more; None where it was done often enough, or can no longer be done."""
        if done >= self.times or (done and self.action not in ruleset_for(view.kind).legal(view)):
            return None
        return self.action


def end_verb() -> OrderVerb:
    """The verb that ends a turn."""
    return OrderVerb(SEAT, "end", command("{end}", N_("End your turn.")), bare_action(SimpleEndTurn), shows=True)


def writer(vocabulary: Vocabulary, verbs: Iterable[SimpleVerb]) -> Callable[[Any, Any, str], str]:
    """The function that writes the line which asks for an action."""
    names = {SimpleEndTurn: "end", **{verb.action: verb.name for verb in verbs}}

    def write(action: Any, _table: Any, language: str) -> str:
        numbers = [str(getattr(action, part.name)) for part in fields(action) if part.name != "seat"]
        return " ".join((vocabulary.word(names[type(action)], language), *numbers))

    return write
