"""Conditions in words: what a player sees now of what one compares."""

from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_
from pbem.orders.conditions import value_of
from pbem.orders.script import Comparison
from rules_core.views import PlayerView


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
