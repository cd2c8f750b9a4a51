"""The reports of The First Rails, as a Manner."""

from pbem.reports.board import current_cells
from pbem.reports.first_rails.described import board_told, news_told, on_the_ground
from pbem.reports.first_rails.ends import around, at_end, place
from pbem.reports.first_rails.landscape import landscape, supply
from pbem.reports.first_rails.maps import heading, legend, tile_map
from pbem.reports.first_rails.may import hints, run_note, station_note, step_note, tile_names, track_help
from pbem.reports.first_rails.names import (
    LETTER,
    SYMBOL,
    TITLE,
    ahead,
    ground,
    landscape_title,
    square,
    symbol,
    symbols,
)
from pbem.reports.first_rails.sentences import TELLERS
from pbem.reports.first_rails.tables import behind, companies, players, screens, standings
from pbem.reports.first_rails.wordings import WORDINGS
from pbem.reports.names import Scene
from rules_core.grid.geometry import Cell

__all__ = [
    "LETTER",
    "SYMBOL",
    "TELLERS",
    "TITLE",
    "WORDINGS",
    "ahead",
    "around",
    "at_end",
    "behind",
    "board_told",
    "cells",
    "companies",
    "ground",
    "heading",
    "hints",
    "landscape",
    "landscape_title",
    "legend",
    "news_told",
    "on_the_ground",
    "place",
    "players",
    "run_note",
    "screens",
    "square",
    "standings",
    "station_note",
    "step_note",
    "supply",
    "symbol",
    "symbols",
    "tile_map",
    "tile_names",
    "track_help",
]


def cells(scene: Scene) -> tuple[Cell, ...]:
    """The tiles being built on."""
    return current_cells(scene.table.line)
