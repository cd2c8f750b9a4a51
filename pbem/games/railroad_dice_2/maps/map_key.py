"""The key to a map on its page: the players with the signs of their homes, and every other sign that is on the map."""

from collections.abc import Iterator

from pbem.drawing.page import INK, LIT, PAPER
from pbem.games.presenter import MapSign
from pbem.games.railroad_dice_2.maps.board import NetworkBoard
from pbem.games.railroad_dice_2.maps.drawn_map import COUNTERS, NEW
from pbem.games.railroad_dice_2.maps.drawn_signs import SIGNS_OF_HOMES
from pbem.games.railroad_dice_2.names import HOMES, NetworkNames

_SQUARE = "M-42-42H42V42H-42z"
_PEAKS = "M-10-28l-30 50m30-50l33 50h-25l-8-15 6-10-9-9zm38 18l-19 32m19-32l16 27h-12l-4-9 4-6-6-6z"
_WAVES = "M-32-9q8-11 16 0t16 0 16 0 16 0m-56 20q8-11 16 0t16 0 16 0"


def map_key(names: NetworkNames, board: NetworkBoard) -> list[MapSign]:
    """The signs on a map, the players first; what is not on it is left out."""
    return [*_players(names), *_stations(names, board), *_dice(names, board), *_terrains(names, board)]


def _players(names: NetworkNames) -> Iterator[MapSign]:
    table = names.table
    for seat in range(table.seats):
        note = names.units(table.players[seat].units)
        yield MapSign(f'<use href="#map-{HOMES[seat]}"/>', names.player(seat), note)


def _stations(names: NetworkNames, board: NetworkBoard) -> Iterator[MapSign]:
    text = names.catalogue.text
    if any(station.owner is None for station in board.stations):
        grey = f'<use href="#map-grey"/><text y="20" font-size="54" fill="{INK}">1</text>'
        yield MapSign(grey, text("Grey station with its number"))
    if any(tile.takes_passengers for tile in board.tiles):
        stack = "".join(
            f'<circle cy="{5 - 5 * n}" r="34" fill="{COUNTERS}" stroke="{PAPER}" stroke-width="3"/>' for n in range(3)
        )
        number = f'<text y="12" font-size="44" fill="{PAPER}">15</text>'
        yield MapSign(stack + number, text("Passengers that wait beside the tile"))
    if board.sites:
        circle = f'<circle r="30" fill="none" stroke="{LIT["ink"]}" stroke-width="6" stroke-dasharray="12 9"/>'
        yield MapSign(circle, text("Square where the next station may stand"))


def _dice(names: NetworkNames, board: NetworkBoard) -> Iterator[MapSign]:
    text, ink = names.catalogue.text, LIT["ink"]
    for colour, meaning, is_there in (
        ("die", text("Simple die"), any(len(die.pairs) == 1 for die in board.dice)),
        ("die-complex", text("Complex die"), any(len(die.pairs) > 1 for die in board.dice)),
    ):
        if is_there:
            box = f'x="-42" y="-42" width="84" height="84" rx="14" stroke="{ink}" stroke-width="4"'
            yield MapSign(f'<rect {box} fill="{LIT[colour]}"/>', meaning)
    if board.dice:
        yield MapSign(f'<path d="M-26-16H26L0 28z" fill="{ink}"/>', text("End of track without a station"))
    if board.reach is not None:
        lit = SIGNS_OF_HOMES[board.reach.seat].colour
        layers = ((60, ink), (52, lit), (18, LIT["paper"]))
        way = "".join(f'<path d="M-46 0H46" stroke="{colour}" stroke-width="{wide}"/>' for wide, colour in layers)
        player = names.player(board.reach.seat)
        yield MapSign(way, text("What the trains of %(player)s reach", player=player))
        if board.reach.open:
            frame = (
                f'<rect x="-36" y="-36" width="72" height="72" rx="14" fill="none" stroke="{lit}" stroke-width="12"/>'
            )
            yield MapSign(frame, text("Square where the line of %(player)s can be built on", player=player))
    if _has_new(board):
        yield MapSign(
            f'<path d="M-42-42H42V42H-42z" fill="none" stroke="{NEW}" stroke-width="16" stroke-dasharray="30 24"/>',
            text("New"),
        )


def _has_new(board: NetworkBoard) -> bool:
    pieces = [*(die.is_new for die in board.dice), *(station.is_new for station in board.stations)]
    return any(pieces) or any(tile.has_new for tile in board.tiles)


def _terrains(names: NetworkNames, board: NetworkBoard) -> Iterator[MapSign]:
    text = names.catalogue.text
    ground = "".join(row for tile in board.tiles for row in tile.ground)
    for sign, fill, line, path, meaning in (
        ("^", "mountain", "rock", _PEAKS, text("Mountain: 1 unit for a die")),
        ("~", "water", "shore", _WAVES, text("Water: 2 units for a die")),
    ):
        if sign in ground:
            inner = f'fill="{LIT[line]}"' if sign == "^" else 'fill="none"'
            yield MapSign(
                f'<path d="{_SQUARE}" fill="{LIT[fill]}" stroke="{LIT[line]}" stroke-width="6"/>'
                f'<path d="{path}" {inner} stroke="{LIT[line]}" stroke-width="5" stroke-linejoin="round"/>',
                meaning,
            )
