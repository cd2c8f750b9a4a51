"""What happens in The First Rails alone, or is told otherwise there, in sentences."""

from collections.abc import Mapping

from pbem.games.line.game import Formatter
from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import ENDINGS, kind_laid
from rules_core.line import corrections as co
from rules_core.line import events as ev


def _share_bought(event: ev.ShareBought, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "company": context.company(event.company)}
    if event.seller is None:
        if event.face == "?":
            return context.catalogue.text("%(player)s buys a share of %(company)s from the bank for a ?.", **facts)
        return context.catalogue.text("%(player)s buys a share of %(company)s from the bank.", **facts)
    facts["seller"] = context.player(event.seller)
    if event.face == "?":
        return context.catalogue.text("%(player)s buys a share of %(company)s from %(seller)s for a ?.", **facts)
    return context.catalogue.text("%(player)s buys a share of %(company)s from %(seller)s.", **facts)


def _tile_laid(event: ev.TileLaid, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s lays a new tile, %(tile)s (%(kind)s).",
        player=context.player(event.seat),
        tile=context.tile(event.cell),
        kind=kind_laid(event, context),
    )


def _tile_left(event: ev.TileLeft, context: RenderContext) -> str:
    return context.catalogue.plural(
        "The line leaves %(tile)s for good; %(n)s die goes back to the bank.",
        "The line leaves %(tile)s for good; %(n)s dice go back to the bank.",
        event.dice,
        tile=context.tile(event.cell),
    )


def _bonus_paid(event: ev.BonusPaid, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "count": event.wild}
    if event.reason == "tile":
        return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the new tile.", **facts)
    return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the station.", **facts)


def _station_built(event: ev.StationBuilt, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s builds a %(kind)s of %(company)s at end %(end)s, on %(square)s, and pays %(dice)s.",
        player=context.player(event.seat),
        kind=context.station(event.terrain),
        company=context.company(event.company),
        end=event.end,
        square=context.square(event.square),
        dice=context.payment(event.paid.hidden, event.paid.wild),
    )


def _last_year_began(event: ev.LastYearBegan, context: RenderContext) -> str:
    return context.catalogue.text(
        "This is the last year: %(reason)s. The bank pays no more dice.",
        reason=context.catalogue.text(ENDINGS[event.reason]),
    )


def _passengers_carried(event: ev.PassengersCarried, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(company)s carries %(passengers)s passengers for %(player)s.",
        company=context.company(event.company),
        passengers=context.thousands(event.passengers),
        player=context.player(event.seat),
    )


def _directors_assigned(event: ev.DirectorsAssigned, context: RenderContext) -> str:
    text = context.catalogue.text
    offices = [
        f"{card.name} {context.player(director)}"
        for card, director in zip(context.box.companies, event.directors, strict=True)
        if director is not None
    ]
    if not offices:
        return text("No company has a director.")
    sentence = text("Directors: %(offices)s.", offices=context.listed(offices))
    lost = [text("%(player)s is director no more.", player=context.player(seat)) for seat in event.lost_office]
    return " ".join([sentence, *lost])


def _bank_broken(event: ev.BankBroken, context: RenderContext) -> str:
    return context.catalogue.text(
        "The bank owes %(player)s %(due)s dice and has %(bank)s: the state collapses, and play stops at once.",
        player=context.player(event.seat),
        due=event.due,
        bank=event.bank,
    )


def _passengers_moved(event: co.PassengersMoved, context: RenderContext) -> str:
    text, passengers = context.catalogue.text, context.thousands(event.number)
    if event.giver is None and event.taker is not None:
        return text(
            "Correction: %(player)s gets %(passengers)s passengers, behind the screen.",
            player=context.player(event.taker),
            passengers=passengers,
        )
    assert event.giver is not None, "they come from somewhere"
    facts = {"player": context.player(event.giver), "passengers": passengers}
    if event.taker is None:
        return text("Correction: %(player)s loses %(passengers)s passengers, from behind the screen.", **facts)
    return text(
        "Correction: %(passengers)s passengers go from behind the screen of %(player)s behind that of %(taker)s.",
        taker=context.player(event.taker),
        **facts,
    )


def _office_marked(event: co.OfficeMarked, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.marked:
        return context.catalogue.text(
            "Correction: %(player)s counts as having lost the last directorship at the end of last year.", player=player
        )
    return context.catalogue.text(
        "Correction: %(player)s counts as having lost no directorship at the end of last year.", player=player
    )


FORMATTERS: Mapping[type, Formatter] = {
    ev.ShareBought: _share_bought,
    ev.TileLaid: _tile_laid,
    ev.TileLeft: _tile_left,
    ev.BonusPaid: _bonus_paid,
    ev.StationBuilt: _station_built,
    ev.LastYearBegan: _last_year_began,
    ev.PassengersCarried: _passengers_carried,
    ev.DirectorsAssigned: _directors_assigned,
    ev.BankBroken: _bank_broken,
    co.PassengersMoved: _passengers_moved,
    co.OfficeMarked: _office_marked,
}
