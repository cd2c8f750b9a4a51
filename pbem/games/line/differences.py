"""Differences between two positions, as rows of a table: what it is, how it was, and how it is, or would be."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import ENDINGS
from pbem.games.presenter import Row
from pbem.i18n import N_
from rules_core.grid import Square
from rules_core.line import judging as co
from rules_core.line.judging import Differing
from rules_core.line.track import End, Fixture

_COUNTED: Final[Mapping[co.Counted, str]] = {
    "bank": N_("dice in the bank"),
    "hidden": N_("dice behind the screen of %(player)s"),
    "passengers": N_("passengers behind the screen of %(player)s, in thousands"),
    "shares": N_("shares of %(company)s of %(player)s"),
    "unsold": N_("shares of %(company)s in the bank"),
    "carried": N_("passengers of %(company)s carried by %(player)s, in thousands"),
    "waiting": N_("passengers waiting for %(company)s, in thousands"),
    "supply": N_("tiles left: %(kind)s"),
}


def rows(differing: Iterable[Differing], one: RenderContext, other: RenderContext) -> list[Row]:
    """Differences in words; `one` and `other` are the positions that differ."""
    return [_FORMATTERS[type(found)](found, one, other) for found in differing]


def _count(found: co.CountDiffers, one: RenderContext, other: RenderContext) -> Row:
    facts = {
        "player": "" if found.seat is None else one.player(found.seat),
        "company": "" if found.company is None else one.company(found.company),
        "kind": "" if found.kind is None else one.kind(found.kind),
    }
    number = one.catalogue.number
    return Row(one.catalogue.text(_COUNTED[found.what], **facts), number(found.one), number(found.other))


def _front(found: co.FrontDiffers, one: RenderContext, other: RenderContext) -> Row:
    what = one.catalogue.text("dice in front of the screen of %(player)s", player=one.player(found.seat))
    none = one.catalogue.text("none")
    return Row(what, one.dice(found.one) or none, other.dice(found.other) or none)


def _director(found: co.DirectorDiffers, one: RenderContext, other: RenderContext) -> Row:
    what = one.catalogue.text("director of %(company)s", company=one.company(found.company))
    return Row(what, *("–" if seat is None else one.player(seat) for seat in (found.one, found.other)))


def _office(found: co.OfficeDiffers, one: RenderContext, other: RenderContext) -> Row:
    text, player = one.catalogue.text, one.player(found.seat)
    lost = text("%(player)s has lost the last directorship", player=player)
    what = lost if found.what == "lost" else text("%(player)s was a director when their last turn ended", player=player)
    return Row(what, *(_yes(is_so, one) for is_so in (found.one, found.other)))


def _yes(is_so: bool, context: RenderContext) -> str:
    return context.catalogue.text("yes") if is_so else context.catalogue.text("no")


def _stock(found: co.StockDiffers, one: RenderContext, other: RenderContext) -> Row:
    text, facts = one.catalogue.text, {"company": one.company(found.company), "price": found.price}
    # In Germany no station has a price of its own.
    what = (
        text("stations of %(company)s left, for %(price)s", **facts)
        if found.price
        else text("stations of %(company)s left", **facts)
    )
    if found.terrain != "any":
        what = one.catalogue.text("%(station)s: %(what)s", station=one.station(found.terrain), what=what)
    return Row(what, one.catalogue.number(found.one), one.catalogue.number(found.other))


def _tile(found: co.TileDiffers, one: RenderContext, other: RenderContext) -> Row:
    context = one if found.one is not None else other
    sentences = []
    for here, tile in ((one, found.one), (other, found.other)):
        names = [] if tile is None else [here.kind(tile.kind), *(here.company(company) for company in tile.stations)]
        sentences.append(", ".join(names) or "–")
    return Row(one.catalogue.text("tile %(tile)s", tile=context.tile(found.cell)), *sentences)


def _square(found: co.SquareDiffers, one: RenderContext, other: RenderContext) -> Row:
    context = one if found.one is not None else other
    return Row(context.numbered(found.square), _fixture(found.one, one), _fixture(found.other, other))


def _fixture(fixture: Fixture | None, context: RenderContext) -> str:
    if fixture is None:
        return "–"
    if fixture.company is not None:
        return context.catalogue.text("station of %(company)s", company=context.company(fixture.company))
    return "-".join(context.heading(side) for side in fixture.sides)


def _end(found: co.EndDiffers, one: RenderContext, other: RenderContext) -> Row:
    what = one.catalogue.text("end %(end)s", end=found.end)
    return Row(what, _ending(found.one, one), _ending(found.other, other))


def _ending(end: End, context: RenderContext) -> str:
    place = _place(end.square, context)
    return place if end.heading is None else f"{place} → {context.heading(end.heading)}"


def _place(square: Square, context: RenderContext) -> str:
    try:
        return context.numbered(square)
    except KeyError:  # abroad
        return context.catalogue.text("abroad")


def _turn(found: co.TurnDiffers, one: RenderContext, other: RenderContext) -> Row:
    described = []
    for year, turn in ((found.one_year, found.one), (found.other_year, found.other)):
        done = [one.catalogue.text("income taken")] if turn.income else []
        done += [one.catalogue.text("rolled")] if turn.rolled else []
        done += [one.catalogue.text("paid at %(square)s", square=_place(square, other)) for square in sorted(turn.paid)]
        where = one.catalogue.text(
            "year %(year)s, turn %(turn)s: %(player)s", year=year, turn=turn.number, player=one.player(turn.seat)
        )
        described.append(", ".join((where, *done)))
    return Row(one.catalogue.text("turn"), *described)


def _why(found: co.EndingDiffers, one: RenderContext, other: RenderContext) -> Row:
    text = one.catalogue.text
    what = text("last year") if found.what == "last year" else text("end of the game")
    return Row(what, *("–" if why is None else text(ENDINGS[why]) for why in (found.one, found.other)))


_FORMATTERS: Final[Mapping[type, Callable[[Any, RenderContext, RenderContext], Row]]] = {
    co.CountDiffers: _count,
    co.FrontDiffers: _front,
    co.DirectorDiffers: _director,
    co.OfficeDiffers: _office,
    co.StockDiffers: _stock,
    co.TileDiffers: _tile,
    co.SquareDiffers: _square,
    co.EndDiffers: _end,
    co.TurnDiffers: _turn,
    co.EndingDiffers: _why,
}
