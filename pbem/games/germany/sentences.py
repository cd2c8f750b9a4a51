"""What happens in Germany alone, or is told otherwise there, in sentences."""

from collections.abc import Mapping
from typing import Final

from pbem.games.germany.names import chart_of
from pbem.games.line.game import Formatter
from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_
from rules_core.line import corrections as co
from rules_core.line import events as ev


def _ends_placed(event: ev.EndsPlaced, context: RenderContext) -> str:
    text = context.catalogue.text
    return text("The line begins abroad: end A in %(a)s, end B in %(b)s.", a=text(event.a), b=text(event.b))


def _transport_used(event: ev.TransportUsed, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "company": context.company(event.company)}
    if event.face == "?":
        return context.catalogue.text(
            "%(player)s uses a ? as a transport symbol: 1,000 passengers more wait for %(company)s.", **facts
        )
    return context.catalogue.text(
        "%(player)s uses a transport symbol: 1,000 passengers more wait for %(company)s.", **facts
    )


def _sector_left(event: ev.TileLeft, context: RenderContext) -> str:
    return context.catalogue.plural(
        "The line leaves %(sector)s; %(n)s die goes back to the bank.",
        "The line leaves %(sector)s; %(n)s dice go back to the bank.",
        event.dice,
        sector=context.tile(event.cell),
    )


def _bonus_paid(event: ev.BonusPaid, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "count": event.wild}
    if event.reason == "tile":
        return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the sector entered.", **facts)
    return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the station.", **facts)


def _station_built(event: ev.StationBuilt, context: RenderContext) -> str:
    facts = {
        "player": context.player(event.seat),
        "company": context.company(event.company),
        "end": event.end,
        "square": context.square(event.square),
        "dice": context.payment(event.paid.hidden, event.paid.wild),
    }
    if chart_of(context).country(event.square) is not None:
        return context.catalogue.text(
            "%(player)s builds a station of %(company)s at end %(end)s, abroad in %(square)s, and pays %(dice)s.",
            **facts,
        )
    return context.catalogue.text(
        "%(player)s builds a station of %(company)s at end %(end)s, on %(square)s, and pays %(dice)s.", **facts
    )


def _passengers_taken(event: ev.PassengersTaken, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s carries the %(passengers)s passengers who waited for %(company)s.",
        player=context.player(event.seat),
        passengers=context.thousands(event.passengers),
        company=context.company(event.company),
    )


def _director_changed(event: ev.DirectorChanged, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "company": context.company(event.company)}
    if event.previous is None:
        return context.catalogue.text("%(player)s becomes director of %(company)s.", **facts)
    return context.catalogue.text(
        "%(player)s becomes director of %(company)s in place of %(previous)s.",
        previous=context.player(event.previous),
        **facts,
    )


def _passengers_came(event: ev.PassengersCame, context: RenderContext) -> str:
    came = [
        f"{card.name} {context.thousands(number)}"
        for card, number in zip(context.box.companies, event.passengers, strict=True)
    ]
    return context.catalogue.text("Passengers come to the stations: %(companies)s.", companies="; ".join(came))


def _bank_broken(event: ev.BankBroken, context: RenderContext) -> str:
    return context.catalogue.text(
        "The bank owes %(player)s %(due)s dice and has %(bank)s: the game ends at once.",
        player=context.player(event.seat),
        due=event.due,
        bank=event.bank,
    )


_PASSENGERS_MOVED: Final[Mapping[tuple[co.PassengerPlace, co.PassengerPlace], str]] = {
    ("box", "waiting"): N_("Correction: %(passengers)s passengers more wait for %(company)s."),
    ("waiting", "box"): N_("Correction: %(passengers)s passengers fewer wait for %(company)s."),
    ("box", "carried"): N_("Correction: %(taker)s has carried %(passengers)s passengers more of %(company)s."),
    ("carried", "box"): N_("Correction: %(giver)s has carried %(passengers)s passengers fewer of %(company)s."),
    ("waiting", "carried"): N_(
        "Correction: %(taker)s carries %(passengers)s of the passengers who waited for %(company)s."
    ),
    ("carried", "waiting"): N_(
        "Correction: %(passengers)s passengers whom %(giver)s has carried wait for %(company)s again."
    ),
    ("carried", "carried"): N_(
        "Correction: %(taker)s has carried %(passengers)s passengers of %(company)s, and not %(giver)s."
    ),
}


def _passengers_moved(event: co.PassengersMoved, context: RenderContext) -> str:
    assert event.company is not None, "they are counted by company (GE-5)"
    return context.catalogue.text(
        _PASSENGERS_MOVED[event.source, event.target],
        giver="" if event.giver is None else context.player(event.giver),
        taker="" if event.taker is None else context.player(event.taker),
        passengers=context.thousands(event.number),
        company=context.company(event.company),
    )


def _office_marked(event: co.OfficeMarked, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.marked:
        return context.catalogue.text(
            "Correction: %(player)s counts as having directed a company when last ending a turn.", player=player
        )
    return context.catalogue.text(
        "Correction: %(player)s counts as having directed no company when last ending a turn.", player=player
    )


FORMATTERS: Mapping[type, Formatter] = {
    ev.EndsPlaced: _ends_placed,
    ev.TransportUsed: _transport_used,
    ev.TileLeft: _sector_left,
    ev.BonusPaid: _bonus_paid,
    ev.StationBuilt: _station_built,
    ev.PassengersTaken: _passengers_taken,
    ev.DirectorChanged: _director_changed,
    ev.PassengersCame: _passengers_came,
    ev.BankBroken: _bank_broken,
    co.PassengersMoved: _passengers_moved,
    co.OfficeMarked: _office_marked,
}
