"""The reports of Germany, as a Manner."""

from pbem.reports.germany.described import board_told, news_told, on_the_ground
from pbem.reports.germany.ends import around, at_end, cells, place
from pbem.reports.germany.maps import heading, landscape, legend, supply, tile_map
from pbem.reports.germany.may import hints, run_note, station_note, step_note, tile_names, track_help
from pbem.reports.germany.names import (
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
from pbem.reports.germany.sentences import TELLERS
from pbem.reports.germany.tables import behind, companies, players, screens, standings
from pbem.reports.germany.wordings import WORDINGS

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
