"""The words and drawings that only Germany has, as a `LineGame`."""

from pbem.games.germany.drawn_map import on_page, page, printed_terrain
from pbem.games.germany.ends import around, at_end, cells, place
from pbem.games.germany.map_signs import map_signs, worth, worth_in_words
from pbem.games.germany.names import (
    LETTER,
    SYMBOL,
    TITLE,
    ahead,
    landscape_title,
    square,
    symbol,
    symbols,
    terrain_at,
)
from pbem.games.germany.sentences import FORMATTERS, WORDINGS, describe_board, describe_news, describe_tile
from pbem.games.germany.suggestions import hints, run_note, station_note, tile_names, track_help
from pbem.games.germany.tables import behind, companies, players, screens, standings
from pbem.games.germany.text_maps import heading, landscape, legend, supply, tile_map

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
