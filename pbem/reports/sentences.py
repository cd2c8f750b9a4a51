"""Single events in sentences."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pbem.i18n import N_
from pbem.reports.names import Scene, on_tile
from rules_core import events as ev
from rules_core.dice import count
from rules_core.geometry import step

ENDINGS: Final[dict[ev.EndReason, str]] = {
    "last station": N_("a company has built its last station"),
    "no tile": N_("no tile that is left fits beside the tiles being built on"),
    "dead ends": N_("both ends of the line are dead"),
    "collapse": N_("the bank could not pay, and the state has collapsed"),
}
"""How a game ends (FR-70, FR-71)."""


def told(event: ev.Event, scene: Scene) -> str:
    """One event in a sentence, or a few."""
    return _TELLERS[type(event)](event, scene)


def kind_laid(event: ev.TileLaid, scene: Scene) -> str:
    """A new tile as it lies."""
    return scene.described(scene.box.layout(event.kind, event.turn))


def _game_began(event: ev.GameBegan, scene: Scene) -> str:
    return scene.catalogue.text(
        "The game begins: %(players)s, with %(dice)s dice.", players=scene.listed(scene.seats), dice=event.dice
    )


def _year_began(event: ev.YearBegan, scene: Scene) -> str:
    return scene.catalogue.text(
        "Year %(year)s begins with %(player)s as start player.", year=event.year, player=scene.player(event.start)
    )


def _turn_began(event: ev.TurnBegan, scene: Scene) -> str:
    return scene.catalogue.text("It is the turn of %(player)s.", player=scene.player(event.seat))


def _income_taken(event: ev.IncomeTaken, scene: Scene) -> str:
    player = scene.player(event.seat)
    if event.wild:
        return scene.catalogue.text(
            "%(player)s takes income: %(count)s ? in front of the screen, for the directorship lost.",
            player=player,
            count=event.wild,
        )
    return scene.catalogue.plural(
        "%(player)s takes income: %(n)s die behind the screen.",
        "%(player)s takes income: %(n)s dice behind the screen.",
        event.hidden,
        player=player,
    )


def _rolled(event: ev.Rolled, scene: Scene) -> str:
    rolled = []
    if event.hidden:
        rolled.append(scene.hidden(event.hidden))
    if event.wild:
        rolled.append(scene.wild(event.wild))
    if event.bonus:
        rolled.append(scene.catalogue.plural("%(n)s bonus die", "%(n)s bonus dice", event.bonus))
    return scene.catalogue.text(
        "%(player)s rolls %(rolled)s: %(faces)s.",
        player=scene.player(event.seat),
        rolled=" + ".join(rolled),
        faces=scene.dice(count(event.faces)),
    )


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


def _due_paid(event: ev.DuePaid, scene: Scene) -> str:
    facts = {
        "player": scene.player(event.seat),
        "dice": scene.payment(event.paid.hidden, event.paid.wild),
        "square": scene.square(event.square),
    }
    if event.due == "mountain":
        return scene.catalogue.text("%(player)s pays %(dice)s for the mountain range at %(square)s.", **facts)
    return scene.catalogue.text("%(player)s pays %(dice)s for the lake at %(square)s.", **facts)


def _tile_laid(event: ev.TileLaid, scene: Scene) -> str:
    return scene.catalogue.text(
        "%(player)s lays a new tile, %(tile)s (%(kind)s).",
        player=scene.player(event.seat),
        tile=scene.tile(event.cell),
        kind=kind_laid(event, scene),
    )


def _piece_laid(event: ev.PieceLaid, scene: Scene) -> str:
    return scene.catalogue.text(
        "%(player)s lays %(die)s at end %(end)s, on %(square)s; %(end)s now points %(side)s at %(ahead)s.",
        player=scene.player(event.seat),
        die=scene.dice(count([event.face])),
        end=event.end,
        square=scene.square(event.square),
        side=scene.heading(event.heading),
        ahead=on_tile(step(event.square, event.heading)),
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


def _turn_ended(event: ev.TurnEnded, scene: Scene) -> str:
    player = scene.player(event.seat)
    if event.discarded.total:
        return scene.catalogue.text(
            "%(player)s gives back %(dice)s and ends the turn.", player=player, dice=scene.dice(event.discarded)
        )
    return scene.catalogue.text("%(player)s ends the turn.", player=player)


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


def _game_ended(event: ev.GameEnded, scene: Scene) -> str:
    text = scene.catalogue.text
    winners = winners_of(event.standings, scene)
    return text("The game is over: %(reason)s. %(won)s", reason=text(ENDINGS[event.reason]), won=winners)


def winners_of(standings: Sequence[ev.Standing], scene: Scene) -> str:
    """Who has won, in a sentence (FR-72)."""
    winners = [scene.player(standing.seat) for standing in standings if standing.place == 1]
    if len(winners) == 1:
        return scene.catalogue.text("%(player)s has won.", player=winners[0])
    return scene.catalogue.text("%(players)s share the victory.", players=scene.listed(winners))


_TELLERS: Final[dict[type, Callable[[Any, Scene], str]]] = {
    ev.GameBegan: _game_began,
    ev.YearBegan: _year_began,
    ev.TurnBegan: _turn_began,
    ev.IncomeTaken: _income_taken,
    ev.Rolled: _rolled,
    ev.ShareBought: _share_bought,
    ev.DuePaid: _due_paid,
    ev.TileLaid: _tile_laid,
    ev.PieceLaid: _piece_laid,
    ev.TileLeft: _tile_left,
    ev.BonusPaid: _bonus_paid,
    ev.StationBuilt: _station_built,
    ev.LastYearBegan: _last_year_began,
    ev.TurnEnded: _turn_ended,
    ev.PassengersCarried: _passengers_carried,
    ev.DirectorsAssigned: _directors_assigned,
    ev.BankBroken: _bank_broken,
    ev.GameEnded: _game_ended,
}
