"""The words and drawings that only The First Rails has, as a `LineGame`."""

from pbem.games.first_rails.drawn_map import on_page, page
from pbem.games.first_rails.ends import (
    around,
    at_end,
    hints,
    place,
    run_note,
    station_note,
    tile_names,
    track_help,
)
from pbem.games.first_rails.map_signs import map_signs, worth, worth_in_words
from pbem.games.first_rails.sentences import (
    FORMATTERS,
    LETTER,
    SYMBOL,
    TITLE,
    WORDINGS,
    ahead,
    describe_board,
    describe_news,
    describe_tile,
    landscape_title,
    square,
    symbol,
    symbols,
    terrain_at,
)
from pbem.games.first_rails.tables import behind, companies, players, screens, standings
from pbem.games.first_rails.text_maps import heading, landscape, legend, supply, tile_map
from pbem.games.line.board import Board, current_cells
from pbem.games.line.map_page import OnPage
from pbem.games.line.render_context import RenderContext
from rules_core.grid import Cell

__all__ = [
    "FORMATTERS",
    "LETTER",
    "SYMBOL",
    "TITLE",
    "WORDINGS",
    "ahead",
    "around",
    "at_end",
    "behind",
    "cells",
    "companies",
    "describe_board",
    "describe_news",
    "describe_tile",
    "heading",
    "hints",
    "landscape",
    "landscape_title",
    "legend",
    "map_signs",
    "on_page",
    "page",
    "place",
    "players",
    "printed_terrain",
    "run_note",
    "screens",
    "square",
    "standings",
    "station_note",
    "supply",
    "symbol",
    "symbols",
    "terrain_at",
    "tile_map",
    "tile_names",
    "track_help",
    "worth",
    "worth_in_words",
]


def cells(context: RenderContext) -> tuple[Cell, ...]:
    """The tiles being built on."""
    return current_cells(context.table.line)


def printed_terrain(_board: Board) -> OnPage:
    """Raise ValueError: tiles are laid, and nothing is printed."""
    raise ValueError("no board is printed")
