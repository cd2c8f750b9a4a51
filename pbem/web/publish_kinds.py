"""What the public data tells otherwise of one kind of game than of another: companies, passengers, and the end."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import structs

from pbem.games.line.holdings import CompanyLine, SeatLine
from pbem.web import data
from rules_core.events import Standing

THOUSAND: Final = 1000
"""The engine counts passengers in thousands (FR-60, GE-12)."""


class Part(NamedTuple):
    """How a kind of game is told."""

    company: Callable[[CompanyLine], data.Company]
    passengers: Callable[[SeatLine], int | None]
    """What a player carries, where everybody may see it."""
    rank: Callable[[Standing], data.Rank]


def _company(line: CompanyLine) -> data.Company:
    return data.Company(
        id=line.id,
        name=line.name,
        letter=line.sign.letter,
        director=line.director,
        shares=line.shares,
        unsold=line.unsold,
        waiting=None,
        carried=None,
        built=line.built,
        chain=line.chain,
        stations_left=tuple(
            data.Stations(None if stock.terrain == "any" else stock.terrain, stock.price or None, stock.left)
            for stock in line.stock
        ),
    )


def _german_company(line: CompanyLine) -> data.Company:
    return structs.replace(
        _company(line),
        shares=None,
        unsold=None,
        waiting=line.waiting * THOUSAND,
        carried=tuple(passengers * THOUSAND for passengers in line.carried),
        chain=None,
    )


def _behind_the_screen(line: SeatLine) -> int | None:
    return None if line.screen is None else line.screen.passengers * THOUSAND


def _in_the_open(line: SeatLine) -> int:
    return line.carried * THOUSAND


def _rank(one: Standing) -> data.Rank:
    return data.Rank(one.place, one.seat, one.passengers * THOUSAND, one.wild, one.dice, None)


def _german_rank(one: Standing) -> data.Rank:
    return data.Rank(one.place, one.seat, one.passengers * THOUSAND, None, None, one.offices)


PARTS: Final[Mapping[str, Part]] = {
    "first_rails": Part(_company, _behind_the_screen, _rank),
    "germany": Part(_german_company, _in_the_open, _german_rank),
}
"""By kind of game."""
