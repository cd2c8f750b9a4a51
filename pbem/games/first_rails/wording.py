"""The words and drawings that only The First Rails has."""

from pbem.games.first_rails.drawn_map import on_page, page
from pbem.games.first_rails.ends import (
    around,
    at_end,
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
from pbem.games.line.board import current_cells
from pbem.games.line.render_context import LineGame, RenderContext
from rules_core.games.first_rails.options import pays_once
from rules_core.grid import Cell
from rules_core.line.events import Due


class FirstRailsWording(LineGame):
    """The words and drawings of reports and maps that are only of The First Rails."""

    FORMATTERS = FORMATTERS
    LETTER = LETTER
    SYMBOL = SYMBOL
    TITLE = TITLE
    WORDINGS = WORDINGS

    ahead = staticmethod(ahead)
    around = staticmethod(around)
    at_end = staticmethod(at_end)
    behind = staticmethod(behind)
    companies = staticmethod(companies)
    describe_board = staticmethod(describe_board)
    describe_news = staticmethod(describe_news)
    describe_tile = staticmethod(describe_tile)
    heading = staticmethod(heading)
    landscape = staticmethod(landscape)
    landscape_title = staticmethod(landscape_title)
    legend = staticmethod(legend)
    map_signs = staticmethod(map_signs)
    on_page = staticmethod(on_page)
    page = staticmethod(page)
    place = staticmethod(place)
    players = staticmethod(players)
    run_note = staticmethod(run_note)
    screens = staticmethod(screens)
    square = staticmethod(square)
    standings = staticmethod(standings)
    station_note = staticmethod(station_note)
    supply = staticmethod(supply)
    symbol = staticmethod(symbol)
    symbols = staticmethod(symbols)
    terrain_at = staticmethod(terrain_at)
    tile_map = staticmethod(tile_map)
    tile_names = staticmethod(tile_names)
    track_help = staticmethod(track_help)
    worth = staticmethod(worth)
    worth_in_words = staticmethod(worth_in_words)

    def cells(self, context: RenderContext) -> tuple[Cell, ...]:
        """The tiles being built on."""
        return current_cells(context.table.line)

    def pays_once(self, context: RenderContext, due: Due) -> bool:
        """Whether what is due of a kind is paid for the whole turn (FR-39, FR-40)."""
        return pays_once(context.table, due)
