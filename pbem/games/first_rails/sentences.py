"""What happens in The First Rails alone, or is told otherwise there, in sentences."""

from collections.abc import Mapping

from pbem.games.line.presenter import Teller
from pbem.games.line.render_context import Scene
from pbem.games.line.sentences import ENDINGS, kind_laid
from rules_core import corrections as co
from rules_core import events as ev


def _share_bought(event: ev.ShareBought, scene: Scene) -> str:
    facts = {"player": scene.player(event.seat), "company": scene.company(event.company)}
    if event.seller is None:
        if event.face == "?":
            return scene.catalogue.text("%(player)s buys a share of %(company)s from the bank for a ?.", **facts)
        return scene.catalogue.text("%(player)s buys a share of %(company)s from the bank.", **facts)
    facts["seller"] = scene.player(event.seller)
    if event.face == "?":
        return scene.catalogue.text("%(player)s buys a share of %(company)s from %(seller)s for a ?.", **facts)
    return scene.catalogue.text("%(player)s buys a share of %(company)s from %(seller)s.", **facts)


def _tile_laid(event: ev.TileLaid, scene: Scene) -> str:
    return scene.catalogue.text(
        "%(player)s lays a new tile, %(tile)s (%(kind)s).",
        player=scene.player(event.seat),
        tile=scene.tile(event.cell),
        kind=kind_laid(event, scene),
    )


def _tile_left(event: ev.TileLeft, scene: Scene) -> str:
    return scene.catalogue.plural(
        "The line leaves %(tile)s for good; %(n)s die goes back to the bank.",
        "The line leaves %(tile)s for good; %(n)s dice go back to the bank.",
        event.dice,
        tile=scene.tile(event.cell),
    )


def _bonus_paid(event: ev.BonusPaid, scene: Scene) -> str:
    facts = {"player": scene.player(event.seat), "count": event.wild}
    if event.reason == "tile":
        return scene.catalogue.text("%(player)s gets %(count)s ? from the bank for the new tile.", **facts)
    return scene.catalogue.text("%(player)s gets %(count)s ? from the bank for the station.", **facts)


def _station_built(event: ev.StationBuilt, scene: Scene) -> str:
    return scene.catalogue.text(
        "%(player)s builds a %(kind)s of %(company)s at end %(end)s, on %(square)s, and pays %(dice)s.",
        player=scene.player(event.seat),
        kind=scene.station(event.terrain),
        company=scene.company(event.company),
        end=event.end,
        square=scene.square(event.square),
        dice=scene.payment(event.paid.hidden, event.paid.wild),
    )


def _last_year_began(event: ev.LastYearBegan, scene: Scene) -> str:
    return scene.catalogue.text(
        "This is the last year: %(reason)s. The bank pays no more dice.",
        reason=scene.catalogue.text(ENDINGS[event.reason]),
    )


def _passengers_carried(event: ev.PassengersCarried, scene: Scene) -> str:
    return scene.catalogue.text(
        "%(company)s carries %(passengers)s passengers for %(player)s.",
        company=scene.company(event.company),
        passengers=scene.thousands(event.passengers),
        player=scene.player(event.seat),
    )


def _directors_assigned(event: ev.DirectorsAssigned, scene: Scene) -> str:
    text = scene.catalogue.text
    offices = [
        f"{card.name} {scene.player(director)}"
        for card, director in zip(scene.box.companies, event.directors, strict=True)
        if director is not None
    ]
    if not offices:
        return text("No company has a director.")
    sentence = text("Directors: %(offices)s.", offices=scene.listed(offices))
    lost = [text("%(player)s is director no more.", player=scene.player(seat)) for seat in event.lost_office]
    return " ".join([sentence, *lost])


def _bank_broken(event: ev.BankBroken, scene: Scene) -> str:
    return scene.catalogue.text(
        "The bank owes %(player)s %(due)s dice and has %(bank)s: the state collapses, and play stops at once.",
        player=scene.player(event.seat),
        due=event.due,
        bank=event.bank,
    )


def _passengers_moved(event: co.PassengersMoved, scene: Scene) -> str:
    text, passengers = scene.catalogue.text, scene.thousands(event.number)
    if event.giver is None and event.taker is not None:
        return text(
            "Correction: %(player)s gets %(passengers)s passengers, behind the screen.",
            player=scene.player(event.taker),
            passengers=passengers,
        )
    assert event.giver is not None, "they come from somewhere"
    facts = {"player": scene.player(event.giver), "passengers": passengers}
    if event.taker is None:
        return text("Correction: %(player)s loses %(passengers)s passengers, from behind the screen.", **facts)
    return text(
        "Correction: %(passengers)s passengers go from behind the screen of %(player)s behind that of %(taker)s.",
        taker=scene.player(event.taker),
        **facts,
    )


def _office_marked(event: co.OfficeMarked, scene: Scene) -> str:
    player = scene.player(event.seat)
    if event.marked:
        return scene.catalogue.text(
            "Correction: %(player)s counts as having lost the last directorship at the end of last year.", player=player
        )
    return scene.catalogue.text(
        "Correction: %(player)s counts as having lost no directorship at the end of last year.", player=player
    )


TELLERS: Mapping[type, Teller] = {
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
