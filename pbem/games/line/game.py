"""What the reports of one game say otherwise than those of another.

Each game has a package here that satisfies `LineGame`, and `pbem.games` makes it known under the game's kind: nothing
else in the reports asks which game it is. What all games say alike lies in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pbem.games.presentation import IncompletePresentation
from pbem.i18n import Catalogue
from rules_core.grid.geometry import Cell, Side, Square
from rules_core.line.actions import BuildStation, EndName, LayRun
from rules_core.line.events import Event
from rules_core.line.table import Screen

if TYPE_CHECKING:
    from pbem.games.line.drawing.board import Board
    from pbem.games.line.drawing.map_page import Page
    from pbem.games.line.render_context import RenderContext
    from pbem.games.presenter import View
    from pbem.reports.document import Block, Entry, Sign

Formatter: TypeAlias = Callable[[Any, "RenderContext"], str]
"""Puts an event of one type into a sentence."""
Wordings: TypeAlias = Mapping[tuple[str, str], str]
"""The sentence for each rule and code of a violation, as a message id."""


class LineGame(Protocol):
    """What one game of a line words and draws in its own way. Modules satisfy it; nothing inherits."""

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

    def square(self, context: RenderContext, square: Square) -> str:
        """A square as orders name it, with what is to be known of its place."""

    def ground(self, context: RenderContext, square: Square) -> str:
        """What a square is made of."""

    def symbols(self, catalogue: Catalogue, number: int) -> str:
        """Dice showing the share face."""

    def symbol(self, catalogue: Catalogue) -> str:
        """The share face, as the head of a column."""

    def ahead(self, context: RenderContext, square: Square, heading: Side) -> str:
        """The square that a piece points at, told behind the piece's own."""

    def cells(self, context: RenderContext) -> tuple[Cell, ...]:
        """The tiles or sectors being built on: those of end A, then those of B that are others."""

    def place(self, context: RenderContext, name: EndName) -> str:
        """Where an end is and how it may go on."""

    def at_end(self, context: RenderContext, name: EndName) -> tuple[str, ...]:
        """What is to be known of an end beside its place."""

    def around(self, context: RenderContext) -> Sequence[Entry]:
        """What is to be known of the tiles or sectors that the ends are on."""

    def heading(self, context: RenderContext, cell: Cell) -> str:
        """A tile or sector being built on, and the ends of the line on it."""

    def page(self, board: Board, view: View) -> Page:
        """What stands where on the drawing of a board."""

    def tile_map(self, context: RenderContext, cell: Cell) -> list[str]:
        """A tile or sector as lines of signs."""

    def legend(self, context: RenderContext, cells: Sequence[Cell]) -> list[str]:
        """What the signs on the maps of these tiles or sectors mean."""

    def landscape(self, context: RenderContext) -> list[str]:
        """All of the board as lines of signs."""

    def supply(self, context: RenderContext) -> str:
        """What is left to build on beyond what lies."""

    def landscape_title(self, catalogue: Catalogue) -> str:
        """What the board is called."""

    def companies(self, context: RenderContext) -> list[Block]:
        """What the companies have, as tables."""

    def players(self, context: RenderContext) -> Block:
        """What the players have in front of their screens, as a table."""

    def screens(self, context: RenderContext, seen: Sequence[Screen]) -> Block:
        """What lies behind the screens once they are lifted, as a table."""

    def behind(self, context: RenderContext, screen: Screen) -> str:
        """What lies behind a player's own screen, in a sentence."""

    def standings(self, context: RenderContext) -> list[Block]:
        """How the game ended: a table of the players, and what decided."""

    def station_note(self, context: RenderContext, build: BuildStation) -> str:
        """What a station that may be built takes and earns."""

    def run_note(self, context: RenderContext, run: LayRun) -> str:
        """What a run that may be laid takes and earns."""

    def step_note(self, context: RenderContext, runs: Sequence[LayRun], depth: int) -> str:
        """What one step takes and earns in runs that share their steps so far, the shortest first."""

    def hints(self, context: RenderContext) -> list[str]:
        """What a player would look for among what he may do, and why it is not there."""

    def track_help(self, context: RenderContext) -> list[Block]:
        """How track is ordered."""

    def tile_names(self, context: RenderContext) -> list[Block]:
        """How what can be laid is named."""

    def describe_tile(self, context: RenderContext, cell: Cell) -> list[str]:
        """What a tile or sector is made of, in sentences."""

    def describe_board(self, context: RenderContext) -> str:
        """All of the board, in sentences."""

    def describe_news(self, context: RenderContext, news: Sequence[Event]) -> list[str]:
        """What of the news lies on the board beside track and stations, in sentences."""


_GAMES: dict[str, LineGame] = {}


def register(kind: str, game: LineGame) -> None:
    """Make a game of one line known by its kind. Raises IncompletePresentation, which names a part that is missing."""
    parts = [*LineGame.__annotations__, *(name for name in vars(LineGame) if not name.startswith("_"))]
    missing = next((part for part in parts if getattr(game, part, None) is None), None)
    if missing is not None:
        raise IncompletePresentation(f"{kind} cannot be presented: `{missing}` is missing")
    _GAMES[kind] = game


def line_game(kind: str) -> LineGame:
    """What a kind of game words and draws in its own way. Raises KeyError for an unknown one."""
    return _GAMES[kind]
