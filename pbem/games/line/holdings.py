"""What companies and players have, as values: for tables on pages and for public data."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pbem.games.line.drawing.board import BoardCompany
from pbem.games.line.drawing.company_marks import CompanyMark, company_mark
from pbem.games.line.render_context import RenderContext
from rules_core.grid.terrain import Terrain
from rules_core.line.companies import Stock, longest_chain
from rules_core.line.dice import Dice
from rules_core.line.table import Screen, Table


@dataclass(frozen=True)
class CompanyLine:
    """A company: its sign on maps, its director's seat, its shares by seat and in the bank.

    `stock` are the stations it has left, `built` those it has built, and `chain` the tiles of its longest chain
    (FR-60). In Germany, which has no shares, `waiting` and `carried` are the images of the bank and of each seat, in
    thousands (GE-5).
    """

    id: str
    sign: CompanyMark
    name: str
    director: int | None
    shares: tuple[int, ...]
    unsold: int
    stock: tuple[Stock, ...]
    built: int
    chain: int
    waiting: int = 0
    carried: tuple[int, ...] = ()

    def left(self, terrain: Terrain, price: int) -> int:
        """The stations of a terrain and price that it has left."""
        return sum(stock.left for stock in self.stock if (stock.terrain, stock.price) == (terrain, price))


@dataclass(frozen=True)
class SeatLine:
    """A player: what he directs, the stations of these, the dice in front of his screen, and what lies behind it.

    `screen` is None where it may not be seen (FR-6); `carried` are his passengers in all, in thousands, where they are
    public (GE-5).
    """

    seat: int
    name: str
    directs: tuple[CompanyLine, ...]
    built: int
    front: Dice
    starts: bool
    screen: Screen | None
    carried: int = 0


def companies_of(context: RenderContext) -> tuple[CompanyLine, ...]:
    """Every company, in the order of the cards."""
    table = context.table
    lines = []
    for index, card in enumerate(context.box.companies):
        company = table.companies[card.id]
        lines.append(
            CompanyLine(
                id=card.id,
                sign=company_mark(BoardCompany(card.name, context.letter(card.id), card.colour), index),
                name=card.name,
                director=company.director,
                shares=tuple(player.shares[index] for player in table.players),
                unsold=company.unsold,
                stock=tuple(stock for stock in company.stock if stock.left),
                built=table.built(card.id),
                chain=_chain(context.table, card.id),
                waiting=table.waiting[index] if table.waiting else 0,
                carried=tuple(player.carried[index] for player in table.players if player.carried),
            )
        )
    return tuple(lines)


def seats_of(context: RenderContext, screens: Sequence[Screen | None] = ()) -> tuple[SeatLine, ...]:
    """Every player, by seat; `screens` are those of a view, left out where nobody asks."""
    companies = companies_of(context)
    lines = []
    for seat, (player, screen) in enumerate(zip_longest(context.table.players, screens)):
        directs = tuple(company for company in companies if company.director == seat)
        lines.append(
            SeatLine(
                seat=seat,
                name=context.player(seat),
                directs=directs,
                built=sum(company.built for company in directs),
                front=player.front,
                starts=seat == context.table.start,
                screen=screen,
                carried=sum(player.carried),
            )
        )
    return tuple(lines)


def directed(table: Table, seat: int) -> list[str]:
    """The names of the companies that a seat directs, in the order of the cards."""
    return [card.name for card in table.box.companies if table.companies[card.id].director == seat]


def _chain(table: Table, company: str) -> int:
    return longest_chain(cell for cell, tile in table.landscape.tiles.items() if company in tile.stations)
