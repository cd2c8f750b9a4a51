"""How orders of games of one line are written, as far as they are written alike; and conditions in words."""

from collections.abc import Mapping
from typing import Final

from pbem.commands.orders.conditions import value_of
from pbem.commands.orders.notation import Quantity
from pbem.commands.orders.script import Comparison
from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_
from rules_core.line.dice import FACES, Face
from rules_core.line.table import Player
from rules_core.line.views import PlayerView

PAYING: Final = ("pay", "hidden", "wild", "number", "break")
"""What may follow an order that costs dice."""
DICE: Final = ("number", "face", "all", "none")
"""What may follow where dice are named by their faces."""


def signs(text: str) -> Mapping[Face, str]:
    """How the faces are written, a sign for each."""
    return dict(zip(FACES, text, strict=True))


def quantities(written: Mapping[Face, str], symbols: str, *of_companies: Quantity) -> tuple[Quantity, ...]:
    """What a condition can compare: faces as they are written, the third of them as `symbols` tells it, and so on."""
    return (
        _face("straight", written, N_("straights in front of you")),
        _face("curve", written, N_("curves in front of you")),
        _face("share", written, symbols),
        _face("?", written, N_('"?" in front of you')),
        Quantity("dice", "{dice}", N_("all dice in front of you"), lambda view, _: mine(view).front.total),
        Quantity("hidden", "{hidden}", N_("your hidden dice"), lambda view, _: view.own.hidden),
        Quantity("bank", "{bank}", N_("dice in the bank"), lambda view, _: view.table.bank),
        Quantity("year", "{year}", N_("the year"), lambda view, _: view.table.year),
        Quantity("passengers", "{passenger}", N_("your passengers in thousands"), _passengers),
        *of_companies,
        Quantity("director", "{self} {direct} weiden", N_("whether you are its director"), _directs),
    )


def mine(view: PlayerView) -> Player:
    """What the viewer has in front of the screen."""
    assert view.seat is not None, "a spectator gives no orders"
    return view.table.players[view.seat]


def _face(face: Face, written: Mapping[Face, str], meaning: str) -> Quantity:
    return Quantity(face, written[face], meaning, lambda view, _: mine(view).front.of(face))


def _directs(view: PlayerView, company: int) -> int:
    return int(view.table.companies[view.table.box.companies[company].id].director == view.seat)


def _passengers(view: PlayerView, _: int) -> int:
    """Those taken in, behind the screen (FR-60) or before it (GE-5)."""
    return view.own.passengers + sum(mine(view).carried)


def present(comparison: Comparison, view: PlayerView, context: RenderContext) -> str:
    """What the viewer sees of what a comparison speaks of, as part of a sentence: "you have 1 straight"."""
    text, plural = context.catalogue.text, context.catalogue.plural
    value = value_of(comparison, view)
    company = context.company(comparison.company) if comparison.company else ""
    match comparison.quantity:
        case "straight" | "curve" | "share" | "?" as face:
            return text("you have %(dice)s", dice=context.faces(face, value))
        case "dice":
            return plural("you have %(n)s die in front of you", "you have %(n)s dice in front of you", value)
        case "hidden":
            return text("you have %(dice)s", dice=context.hidden(value))
        case "bank":
            return plural("%(n)s die is in the bank", "%(n)s dice are in the bank", value)
        case "year":
            return text("it is year %(year)s", year=value)
        case "passengers":
            return text("you have %(passengers)s passengers", passengers=context.thousands(value))
        case "waiting":
            facts = {"passengers": context.thousands(value), "company": company}
            return text("%(passengers)s passengers wait for %(company)s", **facts)
        case "shares":
            return plural(
                "you have %(n)s share of %(company)s", "you have %(n)s shares of %(company)s", value, company=company
            )
        case "left":
            return plural(
                "the bank has %(n)s share of %(company)s left",
                "the bank has %(n)s shares of %(company)s left",
                value,
                company=company,
            )
        case "director":
            directs, does_not = N_("you direct %(company)s"), N_("you do not direct %(company)s")
            return text(directs if value else does_not, company=company)
