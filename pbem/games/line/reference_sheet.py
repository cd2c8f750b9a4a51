"""A game at a glance, from the data and constants it is played by; and how a run of track is ordered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from pbem.commands.orders import ActionOrder, read
from pbem.games.line.board import BoardCompany, board_of
from pbem.games.line.map_page import CompanyMark, company_mark, map_svg, printed_terrain_svg
from pbem.games.line.render_context import company_letters, on_tile
from rules_core.games import ruleset_for
from rules_core.grid import LETTERS, SIZE, Layout, Side, Square, cell_of
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.rulebook import Violations
from rules_core.line import events as ev
from rules_core.line import legality, track, transition, turns
from rules_core.line.actions import FACES, Face
from rules_core.line.components import Components, components_from
from rules_core.line.table import Table

_MIDDLES: Final = ((5, 0), (10, 5), (5, 10), (0, 5))
"""Where track meets each side of a square, ten units wide."""


@dataclass(frozen=True)
class Numbers:
    """The numbers that all games count with."""

    dice: int
    dice_extended: int
    first_dice: int
    """Each player's "?" at the start, and the least income."""
    front_limit: int
    """Dice that may stay in front at a turn's end."""
    bonus: int
    """Dice for entering a tile or sector, and for a station."""
    mountain: int
    """What a mountain range costs."""
    lake: int
    """What a lake costs."""
    river: int
    """What a river costs."""
    cheap: int
    dear: int
    """The two prices of stations."""
    pieces: int
    """Pieces on a tile or in a sector before the line may leave it."""


def numbers(prices: Sequence[int]) -> Numbers:
    """The numbers that the engine counts with; `prices` are what stations cost, the cheapest first."""
    return Numbers(
        dice=turns.DICE["no"],
        dice_extended=turns.DICE["yes"],
        first_dice=turns.FIRST_DICE,
        front_limit=turns.FRONT_LIMIT,
        bonus=transition.BONUS,
        mountain=legality.DUES["mountain"],
        lake=legality.DUES["lake"],
        river=legality.DUES["river"],
        cheap=prices[0],
        dear=prices[-1],
        pieces=track.NEEDED_TO_CONNECT,
    )


def faces(box: Components) -> dict[Face, int]:
    """The number of times each face is on a die."""
    return {face: box.faces.count(face) for face in FACES}


def signs(box: Components) -> tuple[CompanyMark, ...]:
    """The companies' signs, in the cards' order."""
    letters = company_letters(box)
    return tuple(
        company_mark(BoardCompany(card.name, letter, card.colour), place)
        for place, (card, letter) in enumerate(zip(box.companies, letters, strict=True))
    )


def variants(options: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """The values of a game's options that differ from the usual game, each with its option."""
    return tuple((option, value) for option, values in options.items() for value in values[1:])


@lru_cache(maxsize=4)
def printed_map(kind: str, box: str) -> str:
    """All of a board as new games of a kind begin on it, with component data given as canonical JSON."""
    return map_svg(kind, board_of(table_at_start(kind, box)), view="whole")


@lru_cache(maxsize=4)
def printed_terrain(kind: str, box: str) -> str:
    """The part of a printed board that never changes, as a picture for pages; "" for a game without one."""
    if components_from(box).chart is None:
        return ""
    return printed_terrain_svg(kind, board_of(table_at_start(kind, box)))


def printed_board(kind: str, box: str) -> str | None:
    """All of a printed board as `printed_map` draws it; None for a game without one."""
    return printed_map(kind, box) if components_from(box).chart else None


@lru_cache(maxsize=4)
def table_at_start(kind: str, box: str) -> Table:
    """Set the table for a new game of a kind, with component data given as canonical JSON."""
    rules = ruleset_for(kind)
    began, *events = rules.setup({}, 2, lambda _key, _sides: 0)
    assert isinstance(began, ev.GameBegan)
    found: Table = fold(rules, [replace(began, components=box), *events]).table
    return found


@dataclass(frozen=True)
class Lesson:
    """A run laid from the start position: the order, the tile, each piece as a path, and where the ends point.

    `squares` are those laid on, in order, and then the one that the end points at.
    """

    order: str
    layout: Layout
    track: tuple[str, ...]
    ends: tuple[tuple[str, int, int], ...]
    squares: tuple[str, ...]
    heading: str


@cache
def lesson(kind: str, order: str) -> Lesson:
    """A run from the start position of a kind of game, as the engine lays it."""
    game = ruleset_for(kind)
    before = fold(game, game.setup({}, 2, _first))
    (read_order,) = read([order], game.view(before, 0), "en").orders
    assert isinstance(read_order, ActionOrder)
    events = game.decide(before, read_order.action, _first)
    assert not isinstance(events, Violations)
    table = fold(game, events, before).table
    start = cell_of(before.table.line.b.square)
    pieces = table.line.tiles[start]
    laid = [square for square in pieces if square not in before.table.line.tiles[start]]
    end = table.line.b
    assert end.heading is not None and end.ahead is not None
    ahead = [(name, table.line.end(name).ahead) for name in ("A", "B")]
    return Lesson(
        order=order,
        layout=table.landscape.layout(start),
        track=tuple(_path(square, fixture.sides) for square, fixture in pieces.items()),
        ends=tuple((name, square.x % SIZE, square.y % SIZE) for name, square in ahead if square),
        squares=tuple(on_tile(square) for square in (*laid, end.ahead)),
        heading=LETTERS[end.heading],
    )


def _path(square: Square, sides: tuple[Side, ...]) -> str:
    left, top = 10 * (square.x % SIZE), 10 * (square.y % SIZE)
    (x1, y1), (x2, y2) = (_MIDDLES[side] for side in sides)
    return f"M{left + x1} {top + y1}Q{left + 5} {top + 5} {left + x2} {top + y2}"


def _first(key: DrawKey, sides: int) -> int:
    return 0
