"""What the public JSON tells of Germany otherwise than of other games."""

from typing import Final

from msgspec import structs

from pbem.games.line.holdings import CompanyLine, SeatLine
from pbem.games.line.public_data import THOUSAND, CompanyData, OwnData, Rank, company_data
from rules_core.line.events import Standing


def _company(line: CompanyLine) -> CompanyData:
    return structs.replace(
        company_data(line),
        shares=None,
        unsold=None,
        waiting=line.waiting * THOUSAND,
        carried=tuple(passengers * THOUSAND for passengers in line.carried),
        chain=None,
    )


def _in_the_open(line: SeatLine) -> int:
    return line.carried * THOUSAND


def _rank(one: Standing) -> Rank:
    return Rank(one.place, one.seat, one.passengers * THOUSAND, None, None, one.offices)


OWN_DATA: Final = OwnData(_company, _in_the_open, _rank)
