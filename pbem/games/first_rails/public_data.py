"""What the public JSON tells of The First Rails otherwise than of other games."""

from typing import Final

from pbem.games.line.holdings import SeatLine
from pbem.games.line.public_data import THOUSAND, OwnData, Rank, company_data
from rules_core.line.events import Standing


def _behind_the_screen(line: SeatLine) -> int | None:
    return None if line.screen is None else line.screen.passengers * THOUSAND


def _rank(one: Standing) -> Rank:
    return Rank(one.place, one.seat, one.passengers * THOUSAND, one.wild, one.dice, None)


OWN_DATA: Final = OwnData(company_data, _behind_the_screen, _rank)
