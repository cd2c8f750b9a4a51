"""The notation of one game's orders: all that a game's package brings to the command language, as one value.

What any seat may write is the same in every game: letters are read line by line, players ask, write to each other and
put conditions before their orders. A game adds its `Notation`: its verbs, what reads their arguments, and what writes
an action as a line. It is known by the game's kind from when `pbem.games` is imported.

The least of a game is a vocabulary, its verbs, and `write`:

    WORDS = Vocabulary("seat", SEAT, package="pbem.games.dice")  # the files in the folder `words` of that package

    def stake(cursor: OrderCursor) -> tuple[Part, ...]:
        if not cursor.sees_number():
            raise ParseError("missing_stake", cursor.peek())
        number = cursor.number(1, 6)
        cursor.done()
        return (ActionOrder(Stake(cursor.context.seat, number)),)

    STAKING = Form("{stake} <number>", ("{stake} 3",), N_("Stake points."), takes=("number",))
    NOTATION = Notation(
        vocabulary=WORDS,
        verbs=(
            OrderVerb(WORDS, "stake", STAKING, stake, alone=False),
            OrderVerb(SEAT, "end", command("{end}", N_("End your turn.")), bare_action(EndTurn)),
        ),
        messages={"missing_stake": N_("How many points?")},
        write=write,  # write(action, table, language) -> "stake 3"
        naming=N_("Points are told in numbers."),
    )

For every legal action what is read from the line that `write` gives is that action.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeAlias

from pbem.commands.cursor import NOISE, ParseContext, TokenCursor
from pbem.commands.languages import LANGUAGES, spoken
from pbem.commands.orders.script import ActionOrder, Comparison, EndPart, Order, Play, Wish
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.table import PLACEHOLDERS, Argument, Form, Verb
from pbem.commands.tokens import Fault, ParseError, Token
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import Catalogue
from rules_core.kernel.position import PublicState, SeatView

LOOKED_AT: Final = 2_000
"""How many legal actions are compared with one that was refused."""


@dataclass(frozen=True, kw_only=True)
class PlayersContext(ParseContext):
    """The context for reading what is said to a game's players and of them, in whatever position."""

    vocabulary: Vocabulary = SEAT
    players: tuple[str, ...] = ()
    """The players' names by seat."""


@dataclass(frozen=True, kw_only=True)
class TableContext(PlayersContext):
    """The context for reading what names things of a position which everybody sees."""

    table: PublicState

    @property
    def kind(self) -> str:
        """The kind of game."""
        return self.table.kind


@dataclass(frozen=True, kw_only=True)
class OrderContext(TableContext):
    """The context for reading orders: who writes, and what they see."""

    seat: int
    view: SeatView

    @classmethod
    def of(cls, view: SeatView, language: str, players: Iterable[str] = ()) -> "OrderContext":
        """The context of a player's view. Raises ValueError for a spectator, who gives no orders."""
        if view.seat is None:
            raise ValueError("a spectator gives no orders")
        return cls(
            language=spoken(language),
            vocabulary=notation_of(view.kind).vocabulary,
            players=tuple(players),
            table=view.table,
            seat=view.seat,
            view=view,
        )

    @property
    def notation(self) -> "Notation":
        """The notation of the game's orders."""
        return notation_of(self.kind)


PlayersCursor: TypeAlias = TokenCursor[PlayersContext]
OrderCursor: TypeAlias = TokenCursor[OrderContext]
Part: TypeAlias = Order | EndPart
"""What one verb gives: orders, and what belongs to the end of the turn elsewhere."""


@dataclass(frozen=True, eq=False)
class OrderVerb(Verb[OrderContext, Part]):
    """A verb of orders: what a verb is for every audience, and where it may stand."""

    alone: bool = True
    opens: bool = False
    """Whether it opens a line and orders follow behind a colon: then `read` reads what stands before that."""
    everyday: bool = False
    """Whether it is a word that people use of other things: such a one is an order at the head of a line only."""
    dictates: Callable[[OrderCursor], SeatCommand] | None = None
    """Reads the order up to the colon before a text of the writer's own, for orders with one."""
    reasoned: bool = False
    """Whether prose may follow that says why."""
    shows: bool = False
    """Whether an order within a short sentence is taken for one that was meant: "I take income"."""
    of_end: bool = False
    """Whether it says what belongs to the end of the turn, in lists, and may stand behind `end`."""
    begins: Callable[[Sequence[Token], int, str, bool], bool] | None = None
    """Where such an order may begin without a word, as `A w w`: whether one begins at a token, for players of a
    language; and whether that token opens a line, where nothing else is likely."""
    sign: str = ""
    """What names it on pages where an order begins without a word."""


def command(shape: str, explanation: str) -> Form:
    """The form of a verb without arguments."""
    return Form(shape, (shape,), explanation)


def bare(order: Order) -> Callable[[PlayersCursor], tuple[Part, ...]]:
    """The reader of an order that has no arguments."""

    def read(cursor: PlayersCursor) -> tuple[Part, ...]:
        cursor.skip(*NOISE)
        cursor.done()
        return (order,)

    return read


def bare_action(make: Callable[[int], Any]) -> Callable[[OrderCursor], tuple[Part, ...]]:
    """The reader of an action that is made by nothing but the seat, such as the end of the turn."""

    def read(cursor: OrderCursor) -> tuple[Part, ...]:
        cursor.skip(*NOISE)
        cursor.done()
        return (ActionOrder(make(cursor.context.seat)),)

    return read


def check_letters(token: Token, sure: Collection[str], doubts: Mapping[str, tuple[str, ...]]) -> None:
    """Raise ParseError where a word is made of letters, or is one, of which one means several things by `doubts`."""
    typed = token.fold
    doubt = typed if typed in doubts else next((letter for letter in typed if letter in doubts), None)
    if doubt is not None and (doubt == typed or all(letter in sure or letter in doubts for letter in typed)):
        one, other = (typed.replace(doubt, meant) for meant in doubts[doubt][:2])
        raise ParseError("doubtful_letters", token, one=one, other=other)


@dataclass(frozen=True)
class Quantity:
    """Something that a condition can compare with a number.

    `shape` is how it is typed, as a template such as "{year}" or "weiden {left}", and `meaning` a message id that says
    what is counted.
    """

    name: str
    shape: str
    meaning: str
    value: Callable[[Any, str], int]
    """Its value for a view of a player, of the thing that the comparison names; "" where it names none."""


def quantity_by_word(cursor: OrderCursor) -> tuple[str, str] | None:
    """Read a quantity that is typed as one word, as `compared` of a notation does; None where none comes next."""
    for quantity in cursor.context.notation.quantities:
        if quantity.shape.startswith("{") and cursor.take(quantity.shape.strip("{}")):
            return quantity.name, ""
    return None


def first_alike(action: Any, looked_at: Sequence[Any], _table: PublicState) -> Any | None:
    """The first action of the same type, as the nearest to one that was refused; None where there is none."""
    return next((other for other in looked_at if type(other) is type(action)), None)


@dataclass(frozen=True, kw_only=True, eq=False)
class Notation:
    """The notation of one game's orders. Texts are message ids where nothing else is said."""

    vocabulary: Vocabulary
    """The words of its orders: those of its package, and for all other meanings those of any seat (`SEAT`)."""
    verbs: tuple[OrderVerb, ...]
    """The verbs of play, in the order of help; behind them stand those of any game. `end` ends a turn."""
    write: Callable[[Any, Any, str], str]
    """The shortest line that orders an action, by what everybody sees of the position, in a language."""
    naming: str
    """How the things of the game are named in orders."""

    paying: str = ""
    """How orders are paid, where they cost anything."""
    remark: str = ""
    """What else is to be known of the game's orders."""
    filled: Mapping[str, str] = field(default_factory=dict)
    """What fills `paying`, `naming` and `remark`, by name, as templates of orders: "{pay} 2h 1?"."""
    situations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of verbs by the situation in which they are looked up."""
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Examples of verbs of any game in the terms of this one, by the verbs' names; `if` needs some."""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    """What stands in angle brackets in shapes, beside what does in any game."""

    expected: Mapping[type, str] = field(default_factory=dict)
    """The actions without which few turns end, with the names of their verbs; who ends one at once is asked first."""
    nearest: Callable[[Any, Sequence[Any], Any], Any | None] = first_alike
    """The legal action nearest in meaning to one that was refused, by what everybody sees; None where none is near."""

    messages: Mapping[str, str] = field(default_factory=dict)
    """What is told of the faults that its readers find, by their codes; it may tell those of any game otherwise."""
    facts: Callable[[Fault, Catalogue], Mapping[str, object]] = lambda _fault, _words: {}
    """What fills the message of a fault beside its own facts, and those of them that are told in words."""
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    """The arguments that `Form.takes` may name, beside meanings of words."""
    slips: Mapping[str, str] = field(default_factory=dict)
    """Codes of faults that one wrong word may be to blame for, with the argument it was likely meant for, or ""."""
    like_names: tuple[str, ...] = ()
    """Codes of faults of which a line that is one word may be the name below a letter."""

    things: tuple[str, ...] = ()
    """What lies on the table under a name of its own, such as companies, so that no player may be called so."""

    quantities: tuple[Quantity, ...] = ()
    """What a condition can compare, in the order in which it is explained; without any there are no conditions."""
    compares: tuple[str, ...] = ("number", "and")
    """The meanings of words and the arguments that may stand in a condition."""
    compared: Callable[[OrderCursor], tuple[str, str] | None] = quantity_by_word
    """Reads what is compared: the quantity's name and the thing that is named; None where nothing such comes next."""
    stated: Callable[[OrderCursor], Comparison | None] = lambda _cursor: None
    """Reads a comparison that is said without a sign and a number; None where none comes next."""

    is_orderly: Callable[[Sequence[Token]], bool] = lambda _tokens: False
    """Whether a line holds what stands in orders alone, such as `4?`, so that it is no sentence."""
    prose_error: Callable[[Sequence[Token], OrderContext], ParseError | None] = lambda _tokens, _context: None
    """Why a line that begins with no verb must be an order gone wrong; None where it may be prose."""
    is_joined: Callable[[Token], bool] = lambda _token: False
    """Whether a slash before a word belongs to a name, as in `lake/e`, and parts no orders."""


class BadNotation(ValueError):
    """Raised when the program starts and the orders of a game could not be written as they are explained."""


_NOTATIONS: dict[str, Notation] = {}


def register(kind: str, notation: Notation) -> None:
    """Make known how orders of a kind of game are written. Raises BadNotation, which names the place that is wrong."""
    wrong = next(_wrong_places(notation), None)
    if wrong is not None:
        raise BadNotation(f"{kind}: {wrong}")
    _NOTATIONS[kind] = notation


def notation_of(kind: str) -> Notation:
    """The notation of a kind of game. Raises KeyError for an unknown one."""
    return _NOTATIONS[kind]


def written_kinds() -> Sequence[str]:
    """The kinds of game that orders are written for."""
    return tuple(_NOTATIONS)


def bind(order: Play, view: SeatView, done: int = 0) -> Any | Fault | None:
    """The action an order asks for in the position the writer sees now; a Fault where it cannot be met there.

    To be called right before the action is decided: `roll all` behind `income` rolls the income too. A wish gives its
    next action after the number that were `done`, until it has none; any other order gives one.
    """
    if isinstance(order, Wish):
        return order.next_action(view, done)
    if done:
        return None
    return order.action if isinstance(order, ActionOrder) else order.bind(view)


def write(action: Any, table: PublicState, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language: `read(write(action)) == action`.

    Raises KeyError or ValueError for what cannot be ordered.
    """
    return notation_of(table.kind).write(action, table, language)


def nearest(action: Any, legal: Iterable[Any], table: PublicState) -> Any | None:
    """The legal action nearest in meaning to a refused one, as the game has it; None where there is none."""
    return notation_of(table.kind).nearest(action, tuple(islice(legal, LOOKED_AT)), table)


def left_out(legal: Iterable[Any], kind: str) -> tuple[str, ...]:
    """The names of the verbs of all legal actions without which few turns end; none where none is legal."""
    expected = notation_of(kind).expected
    return tuple(dict.fromkeys(expected[type(one)] for one in islice(legal, LOOKED_AT) if type(one) in expected))


def _wrong_places(notation: Notation) -> Iterator[str]:
    templates = {"filled": [*notation.filled.values()], "quantities": [one.shape for one in notation.quantities]}
    for verb in notation.verbs:
        try:
            verb.vocabulary.names(verb.name)
        except KeyError:
            yield f"verbs: nothing is called {verb.name}"
            return
        if verb.is_explained:
            templates[f"verbs: {verb.name}"] = [verb.form.shape, *verb.form.examples]
            known = {**PLACEHOLDERS, **notation.placeholders}
            strange = [name for name in re.findall(r"<(\w+)>", verb.form.shape) if name not in known]
            if strange:
                yield f"verbs: {verb.name}: placeholders: {strange[0]} is missing"
    templates |= {f"examples: {name}": [*lines] for name, lines in notation.examples.items()}
    if notation.quantities and not notation.examples.get("if"):
        yield "examples: none shows a condition"
    for place, texts in templates.items():
        for text in texts:
            try:
                _ = [notation.vocabulary.fill(text, language) for language in LANGUAGES]
            except KeyError as error:
                yield f"{place}: nothing is called {error.args[0]}"
