"""The possessions of companies, players and the bank, as values and rows of tables; and what lies behind a screen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from pbem.games.line.board import BoardCompany
from pbem.games.line.map_page import CompanyMark, company_mark
from pbem.games.line.render_context import RenderContext
from pbem.games.presenter import HiddenChange, Row
from pbem.i18n import Catalogue
from pbem.reports.document import Grid, Sign
from pbem.reports.plain import shortened
from rules_core.grid import Terrain
from rules_core.line.actions import FACES, Dice
from rules_core.line.companies import Stock, longest_chain
from rules_core.line.table import PlayerView, Screen, Table

NONE: Final = "-"
"""What stands for no number."""
_NAME: Final = 12
"""Columns of a player's name at the head of a row."""


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
    """A player: the companies they direct with their stations, the dice in front of their screen, and what lies behind
    it.

    `screen` is None where it may not be seen (FR-6); `carried` are all their passengers, in thousands, where they are
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
    for index, card in enumerate(context.components.companies):
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


def passengers_of(view: PlayerView, seat: int) -> int:
    """The passengers that a seat has carried, by its own view."""
    return 1000 * (view.own_screen.passengers + sum(view.table.players[seat].carried))


def stations_of(view: PlayerView, seat: int) -> int:
    """The stations that the companies which a seat directs have built."""
    return sum(view.table.built(company.id) for company in view.table.directed_by(seat))


def _chain(table: Table, company: str) -> int:
    return longest_chain(cell for cell, tile in table.landscape.tiles.items() if company in tile.stations)


def grid(rows: Sequence[Sequence[str]], right: Iterable[int], faces: Mapping[int, Sign] | None = None) -> Grid:
    """A table of these rows, the first being its head; the columns in `right` are set to the right."""
    head, *body = (tuple(row) for row in rows)
    return Grid(head, tuple(body), tuple(right), dict(faces or {}))


def faces_head(context: RenderContext) -> list[str]:
    """The heads of columns for dice, by face."""
    text = context.catalogue.text
    return [text("straight"), text("curve"), context.game.symbol(context.catalogue), "?"]


def faces_row(front: Dice) -> list[str]:
    """The number of dice that show each face."""
    return [or_none(front.of(face)) for face in FACES]


def signs_from(context: RenderContext, column: int) -> dict[int, Sign]:
    """The dice that stand at the heads of columns in HTML, from this column on."""
    return {column + n: context.game.SYMBOL if face == "share" else face for n, face in enumerate(FACES)}


def bank(context: RenderContext) -> str:
    """The dice in the bank and on the board."""
    text = context.catalogue.text
    dice = context.catalogue.plural("%(n)s die", "%(n)s dice", context.table.bank)
    return text("In the bank: %(dice)s. On the board as track: %(track)s.", dice=dice, track=context.table.line.dice)


def titled(line: CompanyLine) -> str:
    """A company at the head of a row."""
    return f"{line.sign.letter} {line.name}"


def seated(line: SeatLine, context: RenderContext) -> str:
    """A player at the head of a row."""
    name = shortened(line.name, _NAME)
    return context.catalogue.text("%(player)s (starts)", player=name) if line.starts else name


def or_none(number: int) -> str:
    """A number, where it is one."""
    return str(number) if number else NONE


def hidden(view: PlayerView, catalogue: Catalogue) -> str:
    """Describe what lies behind the viewer's screen in a sentence."""
    number = catalogue.number
    return catalogue.text(
        "Behind the screen: %(dice)s, %(passengers)s passengers.",
        dice=catalogue.plural("%(n)s die", "%(n)s dice", view.own_screen.hidden, n=number(view.own_screen.hidden)),
        passengers=number(view.own_screen.passengers * 1000),
    )


def hidden_change(before: PlayerView, after: PlayerView, catalogue: Catalogue) -> HiddenChange:
    """Compare what lay behind a screen before a turn with what lies there at a moment of it."""
    text, number, one, other = catalogue.text, catalogue.number, before.own_screen, after.own_screen
    sentence = text(
        "Behind the screen: %(before)s dice before the turn, %(after)s at the moment.",
        before=one.hidden,
        after=other.hidden,
    )
    rows = (
        Row(text("dice"), number(one.hidden), number(other.hidden)),
        Row(text("passengers, in thousands"), number(one.passengers), number(other.passengers)),
    )
    return HiddenChange(sentence, text("Behind the screen"), rows)
