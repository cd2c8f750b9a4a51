"""Tables that games of the line share: what differs between two positions, and the game at a glance."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from pbem.commands.orders import ActionOrder, read
from pbem.games.line.board import BoardCompany, board_of
from pbem.games.line.map_page import CompanyMark, company_mark, map_svg, printed_terrain_svg
from pbem.games.line.render_context import RenderContext, company_letters, on_tile
from pbem.games.line.sentences import ENDINGS
from pbem.games.presenter import Row
from pbem.i18n import N_
from rules_core.games import ruleset_for
from rules_core.grid import LETTERS, SIZE, Layout, Side, Square, cell_of
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.rulebook import Violations
from rules_core.line import events as ev
from rules_core.line import judging as co
from rules_core.line import landscape, legality, transition, turns
from rules_core.line.actions import FACES, Face
from rules_core.line.components import Components, components_from
from rules_core.line.judging import Differing
from rules_core.line.landscape import End, Fixture
from rules_core.line.table import Table

_COUNTED: Final[Mapping[co.Counted, str]] = {
    "bank": N_("dice in the bank"),
    "hidden": N_("dice behind the screen of %(player)s"),
    "passengers": N_("passengers behind the screen of %(player)s, in thousands"),
    "shares": N_("shares of %(company)s of %(player)s"),
    "unsold": N_("shares of %(company)s in the bank"),
    "carried": N_("passengers of %(company)s carried by %(player)s, in thousands"),
    "waiting": N_("passengers waiting for %(company)s, in thousands"),
    "supply": N_("tiles left: %(kind)s"),
}


def rows(differing: Iterable[Differing], one: RenderContext, other: RenderContext) -> list[Row]:
    """Differences in words; `one` and `other` are the positions that differ."""
    return [_FORMATTERS[type(found)](found, one, other) for found in differing]


def _count(found: co.CountDiffers, one: RenderContext, other: RenderContext) -> Row:
    facts = {
        "player": "" if found.seat is None else one.player(found.seat),
        "company": "" if found.company is None else one.company(found.company),
        "kind": "" if found.kind is None else one.kind(found.kind),
    }
    number = one.catalogue.number
    return Row(one.catalogue.text(_COUNTED[found.what], **facts), number(found.one), number(found.other))


def _front(found: co.FrontDiffers, one: RenderContext, other: RenderContext) -> Row:
    what = one.catalogue.text("dice in front of the screen of %(player)s", player=one.player(found.seat))
    none = one.catalogue.text("none")
    return Row(what, one.dice(found.one) or none, other.dice(found.other) or none)


def _director(found: co.DirectorDiffers, one: RenderContext, other: RenderContext) -> Row:
    what = one.catalogue.text("director of %(company)s", company=one.company(found.company))
    return Row(what, *("–" if seat is None else one.player(seat) for seat in (found.one, found.other)))


def _office(found: co.OfficeDiffers, one: RenderContext, other: RenderContext) -> Row:
    text, player = one.catalogue.text, one.player(found.seat)
    lost = text("%(player)s has lost the last directorship", player=player)
    what = lost if found.what == "lost" else text("%(player)s was a director when their last turn ended", player=player)
    return Row(what, *(_yes(is_so, one) for is_so in (found.one, found.other)))


def _yes(is_so: bool, context: RenderContext) -> str:
    return context.catalogue.text("yes") if is_so else context.catalogue.text("no")


def _stock(found: co.StockDiffers, one: RenderContext, other: RenderContext) -> Row:
    text, facts = one.catalogue.text, {"company": one.company(found.company), "price": found.price}
    # In Germany no station has a price of its own.
    what = (
        text("stations of %(company)s left, for %(price)s", **facts)
        if found.price
        else text("stations of %(company)s left", **facts)
    )
    if found.terrain != "any":
        what = one.catalogue.text("%(station)s: %(what)s", station=one.station(found.terrain), what=what)
    return Row(what, one.catalogue.number(found.one), one.catalogue.number(found.other))


def _tile(found: co.TileDiffers, one: RenderContext, other: RenderContext) -> Row:
    context = one if found.one is not None else other
    sentences = []
    for here, tile in ((one, found.one), (other, found.other)):
        names = [] if tile is None else [here.kind(tile.kind), *(here.company(company) for company in tile.stations)]
        sentences.append(", ".join(names) or "–")
    return Row(one.catalogue.text("tile %(tile)s", tile=context.tile(found.cell)), *sentences)


def _square(found: co.SquareDiffers, one: RenderContext, other: RenderContext) -> Row:
    context = one if found.one is not None else other
    return Row(context.numbered(found.square), _fixture(found.one, one), _fixture(found.other, other))


def _fixture(fixture: Fixture | None, context: RenderContext) -> str:
    if fixture is None:
        return "–"
    if fixture.company is not None:
        return context.catalogue.text("station of %(company)s", company=context.company(fixture.company))
    return "-".join(context.heading(side) for side in fixture.sides)


def _end(found: co.EndDiffers, one: RenderContext, other: RenderContext) -> Row:
    what = one.catalogue.text("end %(end)s", end=found.end)
    return Row(what, _ending(found.one, one), _ending(found.other, other))


def _ending(end: End, context: RenderContext) -> str:
    place = _place(end.square, context)
    return place if end.heading is None else f"{place} → {context.heading(end.heading)}"


def _place(square: Square, context: RenderContext) -> str:
    try:
        return context.numbered(square)
    except KeyError:  # abroad
        return context.catalogue.text("abroad")


def _turn(found: co.TurnDiffers, one: RenderContext, other: RenderContext) -> Row:
    described = []
    for year, turn in ((found.one_year, found.one), (found.other_year, found.other)):
        done = [one.catalogue.text("income taken")] if turn.income else []
        done += [one.catalogue.text("rolled")] if turn.rolled else []
        done += [one.catalogue.text("paid at %(square)s", square=_place(square, other)) for square in sorted(turn.paid)]
        where = one.catalogue.text(
            "year %(year)s, turn %(turn)s: %(player)s", year=year, turn=turn.number, player=one.player(turn.seat)
        )
        described.append(", ".join((where, *done)))
    return Row(one.catalogue.text("turn"), *described)


def _why(found: co.EndingDiffers, one: RenderContext, other: RenderContext) -> Row:
    text = one.catalogue.text
    what = text("last year") if found.what == "last year" else text("end of the game")
    return Row(what, *("–" if why is None else text(ENDINGS[why]) for why in (found.one, found.other)))


_FORMATTERS: Final[Mapping[type, Callable[[Any, RenderContext, RenderContext], Row]]] = {
    co.CountDiffers: _count,
    co.FrontDiffers: _front,
    co.DirectorDiffers: _director,
    co.OfficeDiffers: _office,
    co.StockDiffers: _stock,
    co.TileDiffers: _tile,
    co.SquareDiffers: _square,
    co.EndDiffers: _end,
    co.TurnDiffers: _turn,
    co.EndingDiffers: _why,
}


_MIDDLES: Final = ((5, 0), (10, 5), (5, 10), (0, 5))
"""Where track meets each side of a square, ten units wide."""


@dataclass(frozen=True)
class Numbers:
    """The numbers that all games count with."""

    dice: int
    dice_extended: int
    first_dice: int
    """Each player's "?" at the start, and the least income."""
    kept: int
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
        kept=turns.KEPT,
        bonus=transition.BONUS,
        mountain=legality.DUES["mountain"],
        lake=legality.DUES["lake"],
        river=legality.DUES["river"],
        cheap=prices[0],
        dear=prices[-1],
        pieces=landscape.NEEDED_TO_CONNECT,
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
