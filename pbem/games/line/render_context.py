"""The names of a game's things in a report, and the wording in which one game's reports differ from another's.

Each game of a line has a `LineGame` in its package, which its presentation registers under the game's kind: nothing
else in the reports asks which game it is. The modules beside this one hold what the games share.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pbem.games.line.orders.names import tile_name
from pbem.games.presentation import IncompletePresentation
from pbem.i18n import N_, Catalogue
from rules_core.grid import LETTERS, SIZE, Cell, Layout, Side, Square, Terrain, cell_of
from rules_core.line.actions import FACES, BuildStation, Dice, EndName, LayRun
from rules_core.line.companies import Company
from rules_core.line.components import Components
from rules_core.line.events import Due, Event
from rules_core.line.table import Screen, Table

if TYPE_CHECKING:
    from pbem.games.line.board import Board
    from pbem.games.line.map_page import OnPage, Page
    from pbem.games.presenter import MapSign, View
    from pbem.reports.document import Block, ListEntry, Sign


Formatter: TypeAlias = Callable[[Any, "RenderContext"], str]
"""Puts an event of one type into a sentence."""
Wordings: TypeAlias = Mapping[tuple[str, str], str]
"""The sentence for each rule and code of a violation, as a message id."""

COLUMNS: Final = "abcdefg"
"""The columns of a tile from west to east; its rows are 1 to 7 from north to south."""

_GROUND: Final[dict[Terrain, str]] = {"grassland": N_("grass"), "mountain": N_("mountain"), "lake": N_("water")}
_PIECES: Final = {"straight": N_("straight"), "curve": N_("curve")}
_STATIONS: Final[dict[str, str]] = {
    "grassland": N_("grassland station"),
    "mountain": N_("mountain station"),
    "lake": N_("lake station"),
}
_KINDS: Final = {
    "grassland": N_("grassland"),
    "lake": N_("lake"),
    "mountain2": N_("mountains on two sides"),
    "mountain3": N_("mountains on three sides"),
}


class LineGame(ABC):
    """The words and drawings that one game of a line has of its own.

    A game defines how its board is described and drawn, what companies and players have, and how it ended. By default
    there are no notes on what may be done, no help with orders, and no descriptions for readers who do not see the map.
    """

    TITLE: str
    """The game's name, as it stands in the subjects of its mails in every language."""
    LETTER: str
    """What stands before the number of a tile or sector: "T2", "S14"."""
    SYMBOL: Sign
    """How a die showing the share face looks."""
    FORMATTERS: Mapping[type, Formatter]
    """Events that this game tells in its own words."""
    WORDINGS: Wordings
    """Refusals that this game tells in its own words."""

    @abstractmethod
    def square(self, context: RenderContext, square: Square, /) -> str:
        """A square as orders name it, with what is to be known of its place."""

    @abstractmethod
    def terrain_at(self, context: RenderContext, square: Square, /) -> str:
        """The make-up of a square, in words."""

    @abstractmethod
    def symbols(self, catalogue: Catalogue, number: int, /) -> str:
        """Dice showing the share face."""

    @abstractmethod
    def symbol(self, catalogue: Catalogue, /) -> str:
        """The share face, as the head of a column."""

    @abstractmethod
    def ahead(self, context: RenderContext, square: Square, heading: Side, /) -> str:
        """The square that a piece points at, told behind the piece's own."""

    @abstractmethod
    def cells(self, context: RenderContext, /) -> tuple[Cell, ...]:
        """The tiles or sectors being built on: those of end A, then those of B that are others."""

    @abstractmethod
    def place(self, context: RenderContext, name: EndName, /) -> str:
        """Describe the place of an end and the ways it may go on."""

    def at_end(self, context: RenderContext, name: EndName, /) -> tuple[str, ...]:
        """Notes on an end beside its place."""
        return ()

    def around(self, context: RenderContext, /) -> Sequence[ListEntry]:
        """Entries on the tiles or sectors that the ends are on."""
        return ()

    @abstractmethod
    def heading(self, context: RenderContext, cell: Cell, /) -> str:
        """A tile or sector being built on, and the ends of the line on it."""

    @abstractmethod
    def page(self, board: Board, view: View, /) -> Page:
        """The layout of the drawing of a board that stands alone."""

    @abstractmethod
    def on_page(self, board: Board, /) -> OnPage:
        """The layout of the drawing of a whole board for a page."""

    def printed_terrain(self, board: Board, /) -> OnPage:
        """The layout of what never changes of a printed board; asked for where one is printed."""
        raise ValueError("no board is printed")

    @abstractmethod
    def worth(self, table: Table, company: Company, /) -> int:
        """The passengers, in thousands, that a company's share brings at present."""

    @abstractmethod
    def worth_in_words(self, context: RenderContext, company: Company, /) -> str:
        """The worth of a company in words, with its sources."""

    def map_signs(self, context: RenderContext, /) -> Sequence[MapSign]:
        """The signs that only this game's maps have."""
        return ()

    @abstractmethod
    def tile_map(self, context: RenderContext, cell: Cell, /) -> list[str]:
        """A tile or sector as lines of signs."""

    def legend(self, context: RenderContext, cells: Sequence[Cell], /) -> list[str]:
        """The meanings of the signs on the maps of these tiles or sectors."""
        return []

    @abstractmethod
    def landscape(self, context: RenderContext, /) -> list[str]:
        """All of the board as lines of signs."""

    def supply(self, context: RenderContext, /) -> str:
        """The supply left to build on beyond what lies."""
        return ""

    @abstractmethod
    def landscape_title(self, catalogue: Catalogue, /) -> str:
        """The heading for the board."""

    @abstractmethod
    def companies(self, context: RenderContext, /) -> list[Block]:
        """The possessions of the companies, as tables."""

    @abstractmethod
    def players(self, context: RenderContext, /) -> Block:
        """The dice and other things that players have in front of their screens, as a table."""

    @abstractmethod
    def screens(self, context: RenderContext, seen: Sequence[Screen], /) -> Block:
        """The things behind the screens once they are lifted, as a table."""

    @abstractmethod
    def behind(self, context: RenderContext, screen: Screen, /) -> str:
        """Describe what lies behind a player's own screen, in a sentence."""

    @abstractmethod
    def standings(self, context: RenderContext, /) -> list[Block]:
        """The end of the game: a table of the players, and what decided."""

    def station_note(self, context: RenderContext, build: BuildStation, /) -> str:
        """The note on a station that may be built: what it takes and earns."""
        return ""

    def run_note(self, context: RenderContext, run: LayRun, /) -> str:
        """The note on a run that may be laid: what it takes and earns."""
        return ""

    def hints(self, context: RenderContext, /) -> list[str]:
        """Hints on what a player would look for among what they may do, and why it is not there."""
        return []

    def track_help(self, context: RenderContext, /) -> list[Block]:
        """Explain how track is ordered."""
        return []

    def tile_names(self, context: RenderContext, /) -> list[Block]:
        """Explain how what can be laid is named."""
        return []

    def describe_tile(self, context: RenderContext, cell: Cell, /) -> list[str]:
        """Describe what a tile or sector is made of, in sentences."""
        return []

    def describe_board(self, context: RenderContext, /) -> str:
        """All of the board, in sentences."""
        return ""

    def describe_news(self, context: RenderContext, news: Sequence[Event], /) -> list[str]:
        """Describe the news on the board beside track and stations, in sentences."""
        return []

    def pays_once(self, context: RenderContext, due: Due, /) -> bool:
        """Whether what is due of a kind is paid for the whole turn."""
        return True


_GAMES: dict[str, LineGame] = {}


def register(kind: str, game: LineGame) -> None:
    """Make a game of one line known by its kind. Raises IncompletePresentation, which names a part that is missing."""
    parts = [*LineGame.__annotations__, *(name for name in vars(LineGame) if not name.startswith("_"))]
    missing = next((part for part in parts if getattr(game, part, None) is None), None)
    if missing is not None:
        raise IncompletePresentation(f"{kind} cannot be presented: `{missing}` is missing")
    _GAMES[kind] = game


def line_game(kind: str) -> LineGame:
    """The words and drawings of a kind of game. Raises KeyError for an unknown one."""
    return _GAMES[kind]


@dataclass(frozen=True)
class RenderContext:
    """The context of sentences about a position: what lies on the table, who sits at it, and the language for it.

    With `ascii` maps and letters keep to ASCII, for mail programs that know nothing else.
    """

    table: Table
    seats: Sequence[str]
    catalogue: Catalogue
    ascii: bool = False

    @property
    def components(self) -> Components:
        """The component data of the game."""
        return self.table.box

    @cached_property
    def game(self) -> LineGame:
        """The words and drawings of this game, where games differ."""
        return line_game(self.table.kind)

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.seats[seat]

    def company(self, company: str) -> str:
        """A company's name. Raises KeyError for an unknown one."""
        return self.components.companies[self.components.company_index(company)].name

    def letter(self, company: str) -> str:
        """The capital that stands for a company on maps."""
        return self._letters[self.components.company_index(company)]

    def tile(self, cell: Cell) -> str:
        """A tile or sector as it is referred to: "T2", "S14". Raises KeyError for an empty cell."""
        return f"{self.game.LETTER}{self.table.landscape.tiles[cell].number}"

    def numbered(self, square: Square) -> str:
        """A square of a tile or sector as orders name it: "T2 f4". Raises KeyError where none lies."""
        return f"{self.tile(cell_of(square))} {on_tile(square)}"

    def square(self, square: Square) -> str:
        """A square as orders name it, with what is to be known of its place: "T2 f4", "S14 b5 in Frankfurt"."""
        return self.game.square(self, square)

    def ahead(self, square: Square, heading: Side) -> str:
        """The square that a piece points at, told behind the piece's own: "g4"."""
        return self.game.ahead(self, square, heading)

    def terrain_at(self, square: Square) -> str:
        """The make-up of a square that lies: "grass", "mountain, river Main"."""
        return self.game.terrain_at(self, square)

    def river(self, square: Square) -> str:
        """The name of the river that a square bears; empty where it bears none (GE-24)."""
        chart = self.components.chart
        letter = chart and chart.river(square)
        return self.catalogue.text(chart.river_names[letter]) if chart and letter else ""

    def terrain(self, terrain: Terrain) -> str:
        """A kind of ground."""
        return self.catalogue.text(_GROUND[terrain])

    def kind(self, kind: str) -> str:
        """A tile as printed."""
        return kind_word(kind, self.catalogue)

    def station(self, terrain: Terrain) -> str:
        """A kind of station."""
        return station_word(terrain, self.catalogue)

    def heading(self, side: Side) -> str:
        """A compass side as orders name it."""
        return LETTERS[side]

    def dice(self, dice: Dice) -> str:
        """Dice by face: "2 straights, 1 share"; empty for none."""
        return self.listed(self.faces(face, dice.of(face)) for face in FACES if dice.of(face))

    def faces(self, face: str, number: int) -> str:
        """Dice of one face, none of them too: "0 straights"."""
        plural = self.catalogue.plural
        match face:
            case "straight":
                return plural("%(n)s straight", "%(n)s straights", number)
            case "curve":
                return plural("%(n)s curve", "%(n)s curves", number)
            case "share":
                return self.game.symbols(self.catalogue, number)
            case _:
                return self.wild(number)

    def hidden(self, number: int) -> str:
        """Dice from behind a screen."""
        return self.catalogue.plural("%(n)s hidden die", "%(n)s hidden dice", number)

    def wild(self, number: int) -> str:
        """Dice showing "?"."""
        return self.catalogue.text("%(count)s ?", count=number)

    def thousands(self, passengers: int) -> str:
        """Passengers, which are counted in thousands (FR-60)."""
        return self.catalogue.number(passengers * 1000)

    def layout(self, layout: Layout) -> str:
        """A tile as it lies, as orders name it."""
        known = self._tile_names.get((layout.kind, layout.turn))
        if known is None:
            known = tile_name(layout, self.components, self.catalogue.language)
            self._tile_names[layout.kind, layout.turn] = known
        return known

    def described(self, layout: Layout) -> str:
        """A tile as it lies, for readers: "lake/e", "mountain nw"."""
        name = self.layout(layout)
        return f"{self.terrain('mountain')} {name}" if layout.mountain else name

    def payment(self, hidden: int, wild: int) -> str:
        """Dice paid or rolled from behind the screen and "?" from in front of it; empty for none."""
        parts = []
        if hidden:
            parts.append(self.hidden(hidden))
        if wild:
            parts.append(self.wild(wild))
        return self.listed(parts)

    def listed(self, parts: Iterable[str]) -> str:
        """Things one after the other."""
        return ", ".join(parts)

    @cached_property
    def _tile_names(self) -> dict[tuple[str, int], str]:
        return {}

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        return company_letters(self.components, ascii_only=self.ascii)


def company_letters(box: Components, *, ascii_only: bool = False) -> tuple[str, ...]:
    """The capitals that stand for the companies on maps, in the cards' order: each the first of its name yet free."""
    taken: list[str] = []
    for card in box.companies:
        name = plain(card.name) if ascii_only else card.name
        candidates = [sign.upper() for sign in name if sign.isalnum()] + list("123456789")
        taken.append(next(sign for sign in candidates if sign not in taken))
    return tuple(taken)


def on_tile(square: Square) -> str:
    """A square without its tile: "f4"."""
    return f"{COLUMNS[square.x % SIZE]}{square.y % SIZE + 1}"


def kind_word(kind: str, catalogue: Catalogue) -> str:
    """A tile as printed; one that no rulebook knows goes by its key in the component data."""
    return catalogue.text(_KINDS[kind]) if kind in _KINDS else kind


def station_word(terrain: str, catalogue: Catalogue) -> str:
    """A kind of station. Raises KeyError for none."""
    return catalogue.text(_STATIONS[terrain])


def face_word(face: str, catalogue: Catalogue) -> str:
    """The name of a piece of track. Raises KeyError for a face that is none."""
    return catalogue.text(_PIECES[face])


def plain(text: str) -> str:
    """A text in ASCII, letters without their accents."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
