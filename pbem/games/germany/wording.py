"""The words and drawings that only Germany has."""

from pbem.games.germany.drawn_map import map_signs, on_page, page, printed_terrain, worth, worth_in_words
from pbem.games.germany.ends import around, at_end, cells, heading, landscape, legend, place, supply, tile_map
from pbem.games.germany.notation import (
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
from pbem.games.germany.sentences import (
    FORMATTERS,
    WORDINGS,
    describe_board,
    describe_news,
    describe_tile,
    hints,
    run_note,
    station_note,
    tile_names,
    track_help,
)
from pbem.games.germany.tables import behind, companies, players, screens, standings
from pbem.games.line.render_context import LineGame


class GermanyWording(LineGame):
    """The words and drawings of reports and maps that are only of Germany."""

    FORMATTERS = FORMATTERS
    LETTER = LETTER
    SYMBOL = SYMBOL
    TITLE = TITLE
    WORDINGS = WORDINGS

    ahead = staticmethod(ahead)
    around = staticmethod(around)
    at_end = staticmethod(at_end)
    behind = staticmethod(behind)
    cells = staticmethod(cells)
    companies = staticmethod(companies)
    describe_board = staticmethod(describe_board)
    describe_news = staticmethod(describe_news)
    describe_tile = staticmethod(describe_tile)
    heading = staticmethod(heading)
    hints = staticmethod(hints)
    landscape = staticmethod(landscape)
    landscape_title = staticmethod(landscape_title)
    legend = staticmethod(legend)
    map_signs = staticmethod(map_signs)
    on_page = staticmethod(on_page)
    page = staticmethod(page)
    place = staticmethod(place)
    players = staticmethod(players)
    printed_terrain = staticmethod(printed_terrain)
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
