"""The interface that a game offers for a position: what is said of it, how it is drawn, and what may be done now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, Self, TypeAlias

from pbem.commands.orders import write
from pbem.commands.orders.notation import notation_of
from pbem.drawing.page import Crop
from pbem.i18n import ENGLISH, N_, Catalogue, catalogue
from pbem.reports.document import Block, Drawing, Grid, Hand, ListEntry, OrderLine
from pbem.templates import render
from rules_core.kernel.events import TurnBeginning, TurnFinished

if TYPE_CHECKING:
    from pbem.commands.orders.script import Comparison
    from pbem.drawing.page import Crop
    from rules_core.kernel.rulebook import CorrectionFault, Violation

View: TypeAlias = Literal["close", "whole"]
FORM: Final = "orders-form"
"""The id of the form of orders on a game's page."""
VIEWS: Final[tuple[View, ...]] = ("close", "whole")
"""What a drawing shows large, where a game can draw its board in more than one way: where is being played, or all."""


class Row(NamedTuple):
    """A difference: its name, and what each of two positions has there, in words."""

    what: str
    one: str
    other: str


class HiddenChange(NamedTuple):
    """A change of what is hidden of a seat, from before a turn to a moment of it: a sentence, and rows with a title."""

    sentence: str
    title: str
    rows: Sequence[Row]


class PlacedOrder(NamedTuple):
    """An order for a place on the map, as the map names that, and what else is to say of it."""

    place: str
    order: str
    note: str = ""
    label: str = ""
    """The word or two that stand on the place, where its drawing does not tell enough."""


class MapTarget(NamedTuple):
    """A place on the map that can be pressed: the field of the form of orders that it sends, and the order in it."""

    place: str
    field: str
    order: str
    note: str = ""
    label: str = ""
    is_proposed: bool = False
    """Whether it is what a guided game proposes."""


class MapSign(NamedTuple):
    """A sign of the map in the key on its page: its drawing, what it means, and what else is told of that.

    The drawing is what lies in an SVG element from (-50, -50) to (50, 50), on the page of the map itself.
    """

    drawing: str
    text: str
    note: str = ""


class MapPresenter(Protocol):
    """The map of a position, as one reader is shown it and told of it.

    Where it is asked for `news`, these are events of the game: what they brought is marked.
    """

    @property
    def is_cut(self) -> bool:
        """Whether the close view leaves out a part of the map."""

    def for_seat(self, seat: int) -> Self:
        """The map as the player of a seat sees it, where a game marks what is theirs, such as where they can build."""

    def alt(self) -> str:
        """The text in place of the map."""

    def described(self, news: Sequence[Any] = ()) -> list[str]:
        """The map in paragraphs, for readers who do not see it, with the `news` that lies on it."""

    def svg(self, news: Sequence[Any] = (), *, view: View = "close", title: str = "", description: str = "") -> str:
        """The map as an SVG element."""

    def on_page(
        self,
        news: Sequence[Any] = (),
        *,
        title: str = "",
        ground: str = "",
        known: Collection[str] = (),
        id_prefix: str = "map",
    ) -> str:
        """The whole map as an SVG element for a page, in the page's colours, of which it shows a part.

        Its `viewBox` is that part, `data-whole` all of it, and `data-square` the side of a square: the square at column
        x and row y begins at (x, y) times that. `data-ends` are two smaller parts, where the places being built on lie
        far apart. `ground` is the address of `printed_terrain`, if there is one. `known` are digests of parts that the
        page has already; these are left empty. Several drawings on one page need different `id_prefix`es.
        """

    @property
    def crops(self) -> Sequence[Crop]:
        """The parts of it that are seen at first: one, or two that lie far apart."""

    @property
    def printed_terrain(self) -> str:
        """The part of the map that never changes, as a separate SVG; "" where there is none."""

    def key(self, news: Sequence[Any] = ()) -> Sequence[MapSign]:
        """The signs on it, with what they mean."""

    def target_layer(self, targets: Sequence[MapTarget]) -> str:
        """An SVG element to lie over the whole of it, with targets as buttons of the form `FORM`; "" without any.

        For users who point at the map, and hidden from all others: lists hold the same buttons.
        """

    def text(self) -> list[str]:
        """The map as lines of text."""

    def block(self, news: Sequence[Any]) -> Drawing:
        """The map as a block of a document."""


class Presenter(ABC):
    """A position of a game, as it is described and shown to one reader.

    Its views, actions and events are those of the game. A game defines how events, the position, a player's own things
    and refusals are worded; the rest has defaults that it may override.
    """

    correction_faults: Mapping[str, str] = {
        "over": N_("The game is over. To correct something, roll the game back first."),
    }
    """Why a correction cannot be made, as message ids by the codes of `CorrectionFault`."""
    differing: Mapping[str, str] = {}
    """What parts of a position are called where two positions differ, as message ids by what `compare` calls them."""

    def __init__(self, table: Any, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool = False) -> None:
        """The position, the players' names by seat, the reader's language, and whether maps keep to ASCII."""
        self.table = table
        self.seats = seats
        self.catalogue = catalogue
        self.ascii_only = ascii_only

    @abstractmethod
    def sentence(self, event: Any, /) -> str:
        """One event in a sentence, or a few."""

    @abstractmethod
    def position(self, latest: Sequence[Any], /) -> list[Block]:
        """The parts that all players see alike: the board and what everybody has."""

    @abstractmethod
    def hand(self, view: Any, /) -> Hand:
        """The viewer's own part. The viewer has a seat."""

    @abstractmethod
    def describe_violation(self, violation: Violation, /) -> str:
        """Describe why something was refused, in a sentence with its rule."""

    def player(self, seat: int, /) -> str:
        """A player's name."""
        return self.seats[seat]

    def faces(self, face: str, number: int, /) -> str:
        """Dice of one face: "2 straights"."""
        return face if number == 1 else f"{number} × {face}"

    def turns(self, events: Sequence[Any], /) -> list[list[str]]:
        """Events in sentences, a list for each player's turn and for what comes between turns.

        That a turn has begun is not told: it stands above every report.
        """
        chapters: list[list[str]] = [[]]
        for event in events:
            if not isinstance(event, TurnBeginning):
                chapters[-1].append(self.sentence(event))
            if isinstance(event, TurnBeginning | TurnFinished):
                chapters.append([])
        return [chapter for chapter in chapters if chapter]

    def sentences(self, events: Sequence[Any], /) -> list[str]:
        """Events in sentences."""
        return [sentence for chapter in self.turns(events) for sentence in chapter]

    @property
    def map(self) -> MapPresenter | None:
        """The map of the position; None in a game that has none."""
        return None

    def winners(self) -> str:
        """The winners, in a sentence. The game is over."""
        text = self.catalogue.text
        won = [self.seats[one.seat] for one in self.table.standings if one.place == 1]
        if len(won) == 1:
            return text("%(player)s has won.", player=won[0])
        return (
            text("%(players)s share the victory.", players=", ".join(won))
            if won
            else text("Nobody has won: the game is a draw.")
        )

    def end_ahead(self) -> str:
        """The reason why the game is about to end, in sentences; empty while it is not."""
        return ""

    def standings(self) -> list[Block]:
        """The end of the game: a table of the players, and what decided. The game is over."""
        text = self.catalogue.text
        head = (text("Place"), text("Player"), text("Points"))
        rows = ((str(one.place), self.seats[one.seat], str(one.score)) for one in self.table.standings)
        return [Grid(head, tuple(rows), right=(0, 2))]

    def revealed(self, view: Any, /) -> list[Block]:
        """The other parts that a view shows to everybody; nothing while they are hidden."""
        return []

    def hand_title(self, view: Any, /) -> str:
        """The heading of the viewer's own part."""
        return self.catalogue.text("Your part")

    def prospects(self, view: Any, /) -> list[Block]:
        """The possibilities and needs of the viewer that are worth a look before orders. The viewer has a seat."""
        return []

    def hidden(self, view: Any, /) -> str:
        """The things that the viewer hides from the others, as a judge is shown them; empty in a game that hides
        nothing.
        """
        return ""

    def hidden_change(self, before: Any, after: Any, /) -> HiddenChange | None:
        """The hidden things in two views of a seat, before a turn and at a moment of it; None in a game that hides
        nothing.
        """
        return None

    def suggestions(self, legal: Sequence[Any], /) -> list[OrderLine]:
        """One order for each thing that may be done now."""
        return [OrderLine(write(action, self.table, self.catalogue.language)) for action in legal]

    def suggested_orders(self, legal: Sequence[Any], /) -> list[str]:
        """The lines that a player is likely to send next: by default the first thing that may be done, and the last."""
        lines = [line.order for line in self.suggestions(legal)]
        return [*lines[:1], *lines[1:][-1:]]

    def order_help(self) -> list[Block]:
        """Help with writing orders in this position, beyond what `help` tells."""
        return []

    def hints(self) -> list[str]:
        """Hints on what the player to move would look for among what may be done, and why it is not there."""
        return []

    def outlook(self) -> Sequence[ListEntry]:
        """The places where play goes on and what could be done there, for the game's page."""
        return ()

    def supply(self) -> str:
        """The things left to play with beyond what lies."""
        return ""

    def tables(self, view: Any, /) -> Mapping[str, object]:
        """The data for a page's tables of the position, by the names that their template uses."""
        return {}

    def choices(self, legal: Sequence[Any], /) -> object:
        """The choices on a page out of the legal actions, for its template; false where there is nothing."""
        return self.suggestions(legal)

    def opening(self, legal: Sequence[Any], /) -> Sequence[str]:
        """The lines with which there is only one sensible way to begin; none where there are others, or nothing is."""
        return []

    def placed_orders(self, legal: Sequence[Any], /, *, wild: bool = False) -> Sequence[PlacedOrder]:
        """The orders that a press on the map adds, for each place the likeliest first; none in a game without any.

        `wild`: those first that take a die which stands for any face.
        """
        return []

    def alternatives(self, last: Any, legal: Sequence[Any], /) -> Sequence[PlacedOrder]:
        """The orders that may take the place of the last one, an action, among what was legal when it was given.

        Where several are for its own place, they follow it in the order in which one press after another turns to them.
        """
        return []

    def unlit(self, x: int, y: int, /) -> str:
        """The reason, with its rule, why nothing on a square of the map can be pressed; the viewer is to move.

        It is told by its column and row, as drawings for pages have them.
        """
        return ""

    def chosen(self, form: Mapping[str, str], /) -> str:
        """The order that a form of the choices asks to add; empty for none."""
        return form.get("add", "")

    def thrown(self, roll: Any, /) -> str:
        """The dice that an action rolls; it is one that would."""
        return self.catalogue.text("the dice")

    def present(self, comparison: Comparison, view: Any, /) -> str:
        """The current value, for the viewer, of what a condition compares, as part of a sentence."""
        known = notation_of(self.table.kind).quantities
        quantity = next(one for one in known if one.name == comparison.quantity)
        return f"{self.catalogue.text(quantity.meaning)}: {quantity.value(view, comparison.of)}"

    def describe_correction_fault(self, fault: CorrectionFault, /) -> str:
        """Describe why a correction cannot be made, in a sentence or two."""
        return self.catalogue.text(self.correction_faults[fault.code], **fault.facts)

    def differences(self, other: Self, differing: Iterable[Any], /) -> list[Row]:
        """The differences from another position, as rows of a table; `GameDefinition.compare` finds them."""
        return [Row(self._place(one.what, one.seat), str(one.one), str(one.other)) for one in differing]

    def _place(self, what: str, seat: int | None) -> str:
        called = self.catalogue.text(self.differing.get(what, what))
        return called if seat is None else f"{called}, {self.player(seat)}"


class TargetSpot(NamedTuple):
    """A place in a drawing: its middle, and the side of the square that lights up there, in units of the drawing."""

    x: float
    y: float
    side: float


def target_layer(crop: Crop, targets: Iterable[MapTarget], spot: Callable[[str], TargetSpot | None]) -> str:
    """An SVG element for a drawing that is seen so far, with a button over the place of each target that it shows."""
    placed = [(target, found) for target in targets if (found := spot(target.place)) is not None]
    return render("drawing/target_layer.svg", catalogue(ENGLISH), crop=crop, targets=placed, form=FORM)
