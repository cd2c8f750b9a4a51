"""The interface that a game offers for a position: what is said of it, how it is drawn, and what may be done now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, Self, TypeAlias

from pbem.i18n import Catalogue

if TYPE_CHECKING:
    from pbem.commands.orders.script import Comparison
    from pbem.drawing.page import Crop
    from pbem.reports.document import Block, Drawing, Hand, ListEntry, OrderLine
    from rules_core.kernel.position import PublicState
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
        """It as the player of a seat looks at it, where a game marks what is theirs, such as where they can build."""

    def alt(self) -> str:
        """The text in place of the map."""

    def described(self, news: Sequence[Any] = ()) -> list[str]:
        """It in paragraphs, for who does not see it; and what of `news` lies there."""

    def svg(self, news: Sequence[Any] = (), *, view: View = "close", title: str = "", description: str = "") -> str:
        """It as an SVG element."""

    def on_page(
        self,
        news: Sequence[Any] = (),
        *,
        title: str = "",
        ground: str = "",
        known: Collection[str] = (),
        id_prefix: str = "map",
    ) -> str:
        """All of it as an SVG element for a page, in the page's colours, of which it shows a part.

        Its `viewBox` is that part, `data-whole` all there is to be seen, and `data-square` the side of a square: that
        at column x and row y begins at (x, y) times that. `data-ends` are two smaller parts, where what is built on
        lies far apart. `ground` is the address of `printed_terrain` where it has one. `known` are the digests of its
        parts that are left empty, since the page has them. Drawings on one page need an `id_prefix` each.
        """

    @property
    def crops(self) -> Sequence[Crop]:
        """The parts of it that are seen at first: one, or two that lie far apart."""

    @property
    def printed_terrain(self) -> str:
        """The part of it that never changes, as an SVG that stands alone; "" where that is drawn with all else."""

    def key(self, news: Sequence[Any] = ()) -> Sequence[MapSign]:
        """The signs on it, with what they mean."""

    def target_layer(self, targets: Sequence[MapTarget]) -> str:
        """An SVG element to lie over the whole of it, with targets as buttons of the form `FORM`; "" without any.

        It is for who points at the map, and hidden from everybody else: the same presses stand in lists.
        """

    def text(self) -> list[str]:
        """It as lines of signs."""

    def block(self, news: Sequence[Any]) -> Drawing:
        """It as a part of a document."""


class Presenter(Protocol):
    """A position of a game, as one reader is told of it and shown it.

    The views, actions and events that it is asked about are those of the game.
    """

    @property
    def table(self) -> PublicState:
        """The position."""

    @property
    def seats(self) -> Sequence[str]:
        """The players' names, by seat."""

    @property
    def catalogue(self) -> Catalogue:
        """The reader's language."""

    def player(self, seat: int) -> str:
        """A player's name."""

    def faces(self, face: str, number: int) -> str:
        """Dice of one face: "2 straights"."""

    def sentence(self, event: Any) -> str:
        """One event in a sentence, or a few."""

    def turns(self, events: Sequence[Any]) -> list[list[str]]:
        """Events in sentences, a list for each player's turn and for what comes between turns."""

    def sentences(self, events: Sequence[Any]) -> list[str]:
        """Events in sentences."""

    @property
    def map(self) -> MapPresenter | None:
        """The map of the position; None in a game that has none."""

    def winners(self) -> str:
        """The winners, in a sentence. The game is over."""

    def end_ahead(self) -> str:
        """The reason why the game is about to end, in sentences; empty while it is not."""

    def standings(self) -> list[Block]:
        """The end of the game: a table of the players, and what decided. The game is over."""

    def position(self, latest: Sequence[Any]) -> list[Block]:
        """The parts that all players see alike: the board and what everybody has."""

    def revealed(self, view: Any) -> list[Block]:
        """The other parts that a view shows to everybody; nothing while they are hidden."""

    def hand_title(self, view: Any) -> str:
        """The heading of the viewer's own part."""

    def hand(self, view: Any) -> Hand:
        """The viewer's own part. The viewer has a seat."""

    def prospects(self, view: Any) -> list[Block]:
        """The possibilities and needs of the viewer that are worth a look before orders. The viewer has a seat."""

    def hidden(self, view: Any) -> str:
        """The things that the viewer hides from the others, for who judges; empty in a game that hides nothing."""

    def hidden_change(self, before: Any, after: Any) -> HiddenChange | None:
        """The same in two views of a seat, before a turn and at a moment of it; None in a game that hides nothing."""

    def suggestions(self, legal: Sequence[Any]) -> list[OrderLine]:
        """One order for each thing that may be done now."""

    def suggested_orders(self, legal: Sequence[Any]) -> list[str]:
        """The lines that a player is likely to send next."""

    def order_help(self) -> list[Block]:
        """Help with writing orders in this position."""

    def hints(self) -> list[str]:
        """Hints on what the player to move would look for among what may be done, and why it is not there."""

    def outlook(self) -> Sequence[ListEntry]:
        """The places where play goes on and what could be done there, for the game's page."""

    def supply(self) -> str:
        """The things left to play with beyond what lies."""

    def tables(self, view: Any) -> Mapping[str, object]:
        """The data for a page's tables of the position, by the names that their template uses."""

    def choices(self, legal: Sequence[Any]) -> object:
        """The choices on a page out of the legal actions, for its template; false where there is nothing."""

    def opening(self, legal: Sequence[Any]) -> Sequence[str]:
        """The lines with which there is only one sensible way to begin; none where there are others, or nothing is."""

    def placed_orders(self, legal: Sequence[Any], *, wild: bool = False) -> Sequence[PlacedOrder]:
        """The orders that a press on the map adds, for each place the likeliest first; none in a game without any.

        `wild`: those first that take a die which stands for any face.
        """

    def alternatives(self, last: Any, legal: Sequence[Any]) -> Sequence[PlacedOrder]:
        """The orders that may take the place of the last one, an action, among what was legal when it was given.

        Where several are for its own place, they follow it in the order in which one press after another turns to them.
        """

    def unlit(self, x: int, y: int) -> str:
        """The reason, with its rule, why nothing on a square of the map can be pressed; the viewer is to move.

        It is told by its column and row, as drawings for pages have them.
        """

    def chosen(self, form: Mapping[str, str]) -> str:
        """The order that a form of the choices asks to add; empty for none."""

    def thrown(self, roll: Any) -> str:
        """The dice that an action rolls; it is one that would."""

    def present(self, comparison: Comparison, view: Any) -> str:
        """The current value, for the viewer, of what a condition compares, as part of a sentence."""

    def describe_violation(self, violation: Violation) -> str:
        """Describe why something was refused, in a sentence with its rule."""

    def describe_correction_fault(self, flaw: CorrectionFault) -> str:
        """Describe why a correction cannot be made, in a sentence or two."""

    def differences(self, other: Self, differing: Iterable[Any]) -> list[Row]:
        """The differences from another position, as rows of a table; `GameDefinition.compare` finds them."""
