"""Events of Railroad Dice 2 in words: one in a sentence, or many, together where they belong together."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.violations import face_word
from pbem.i18n import N_
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.network import Station
from rules_core.games.railroad_dice_2.track import WILD
from rules_core.kernel.events import GameCancelled

Formatter: TypeAlias = Callable[[Any, NetworkNames], str]
"""Puts an event of one type into a sentence."""

ENDINGS: Final[Mapping[str, str]] = {
    "no passengers": N_("no passengers wait any more"),
    "nobody able": N_("nobody can carry any of the passengers who wait"),
    "no transport": N_("all players in a row carried nobody in the closing phase"),
    "cancelled": N_("it was cancelled"),
    "agreed": N_("the players who waited agreed to end it as it stood"),
    "abandoned": N_("nobody played it any more"),
}
"""How a game ends: by R2-31, by a moderator, or as it stands."""
CLOSINGS: Final[Mapping[ev.ClosingCause, str]] = {
    "connected": N_("a player is connected to all stations"),
    "bank": N_("the bank has no units left"),
    "complex": N_("no complex dice are left"),
    "dice": N_("two dice or fewer are left"),
    "idle": N_("nobody did anything for a whole year"),
}
"""What begins the closing phase (R2-30, R2-33)."""
_ARRIVALS: Final[Mapping[ev.ArrivalCause, str]] = {
    "setup": N_("The first passengers come: %(tiles)s."),
    "passed": N_("Passengers come to every station: %(tiles)s."),
    "called": N_("New passengers come: %(tiles)s."),
    "lack": N_("Passengers are lacking, so new ones come: %(tiles)s."),
    "closing": N_("The last passengers come: %(tiles)s."),
}


def format_event(event: object, names: NetworkNames) -> str:
    """One event in a sentence, or a few."""
    return _FORMATTERS[type(event)](event, names)


def winners_of(standings: Sequence[ev.NetworkStanding], names: NetworkNames) -> str:
    """The winners, in a sentence (R2-31)."""
    won = [names.player(one.seat) for one in standings if one.place == 1]
    if not won:
        return names.catalogue.text("Nobody has won: the game is a draw.")
    if len(won) == 1:
        return names.catalogue.text("%(player)s has won.", player=won[0])
    return names.catalogue.text("%(players)s share the victory.", players=listed(won))


def listed(parts: Iterable[str]) -> str:
    """Parts of a sentence one after the other: "grey 1, blue"."""
    return ", ".join(parts)


def _began(_event: ev.NetworkBegan, names: NetworkNames) -> str:
    units = names.units(names.components.start)
    return names.catalogue.text(
        "The game begins: %(players)s, each with %(units)s.", players=listed(names.seats), units=units
    )


def _arranged(_event: ev.MapArranged, names: NetworkNames) -> str:
    return names.catalogue.text("The six tiles of the map are laid.")


def _start(event: ev.StartDrawn, names: NetworkNames) -> str:
    return names.catalogue.text("%(player)s is drawn as start player.", player=names.player(event.seat))


def _placed(event: ev.StationPlaced, names: NetworkNames) -> str:
    station = Station(event.square, None if event.grey else event.seat, event.grey)
    facts = {
        "player": names.player(event.seat),
        "station": names.name_of(station),
        "square": square_name(event.square),
        "tile": names.table.network.land.tile_of[event.square],
    }
    if event.grey:
        return names.catalogue.text("%(player)s places %(station)s on %(square)s, tile %(tile)s.", **facts)
    return names.catalogue.text("%(player)s places the home, %(station)s, on %(square)s, tile %(tile)s.", **facts)


def _left_out(event: ev.StationsLeftOut, names: NetworkNames) -> str:
    return names.catalogue.plural(
        "%(n)s grey station fits nowhere and is out of the game.",
        "%(n)s grey stations fit nowhere and are out of the game.",
        event.number,
    )


def _arrived(event: ev.PassengersArrived, names: NetworkNames) -> str:
    text, coming = names.catalogue.text, _beside_tiles(event.tiles, names)
    if not coming:
        return text("The bank is empty, so no passengers come.")
    sentence = text(_ARRIVALS[event.cause], tiles=coming)
    if not event.extra:
        return sentence
    more = names.catalogue.plural(
        "The bank is short: %(n)s of them is an extra counter.",
        "The bank is short: %(n)s of them are extra counters.",
        event.extra,
    )
    return f"{sentence} {more}"


def _beside_tiles(tiles: Sequence[int], names: NetworkNames) -> str:
    """Passengers by tile: "5 beside tile 1, 10 beside tile 3"; empty for none."""
    text = names.catalogue.text
    return listed(
        text("%(number)s beside tile %(tile)s", number=number, tile=tile)
        for tile, number in enumerate(tiles, 1)
        if number
    )


def _year(event: ev.NetworkYearBegan, names: NetworkNames) -> str:
    return names.catalogue.text("Year %(year)s begins.", year=event.year)


def _turn(event: ev.NetworkTurnBegan, names: NetworkNames) -> str:
    return names.catalogue.text("It's %(player)s's turn.", player=names.player(event.seat))


def _thrown(event: ev.DiceThrown, names: NetworkNames) -> str:
    simple, complex_ = event.faces[: event.simple], event.faces[event.simple :]
    return names.catalogue.text(
        "%(player)s rolls %(dice)s: %(faces)s.",
        player=names.player(event.seat),
        dice=dice_taken(len(simple), len(complex_), names),
        faces="; ".join(names.dice(faces) for faces in (simple, complex_) if faces),
    )


def dice_taken(simple: int, complex_: int, names: NetworkNames) -> str:
    """Dice by their kinds: "2 simple dice and 1 complex die"."""
    plural = names.catalogue.plural
    kinds = [plural("%(n)s simple die", "%(n)s simple dice", simple)] if simple else []
    kinds += [plural("%(n)s complex die", "%(n)s complex dice", complex_)] if complex_ else []
    if len(kinds) == 1:
        return kinds[0]
    return names.catalogue.text("%(one)s and %(other)s", one=kinds[0], other=kinds[1])


def _wild(event: ev.WildTaken, names: NetworkNames) -> str:
    return names.catalogue.text(
        "%(player)s takes a complex die showing ?, without a roll.", player=names.player(event.seat)
    )


def _passed(event: ev.RollPassed, names: NetworkNames) -> str:
    return names.catalogue.text("%(player)s passes the roll.", player=names.player(event.seat))


def _laid(event: ev.TrackLaid, names: NetworkNames) -> str:
    return _layings([event], names)


def _layings(laid: Sequence[ev.TrackLaid], names: NetworkNames) -> str:
    """Dice laid in a row: "e4 ns, e5 ne (a ?), f5 ew (2 units)"."""
    text = names.catalogue.text
    pieces: list[str] = []
    for one in laid:
        notes = [text("a ?")] if one.face == WILD else []
        notes += [names.units(one.cost)] if one.cost else []
        pieces.append(_noted(f"{square_name(one.square)} {one.pair}", notes))
    return text("%(player)s lays %(pieces)s.", player=names.player(laid[0].seat), pieces=listed(pieces))


def _noted(sentence: str, notes: Sequence[str]) -> str:
    return f"{sentence} ({listed(notes)})" if notes else sentence


def _expanded(event: ev.TrackExpanded, names: NetworkNames) -> str:
    return _expansions([event], names)


def _expansions(expanded: Sequence[ev.TrackExpanded], names: NetworkNames) -> str:
    """Dice replaced in a row: "e4 +sw (a left switch), f5 +ns (?)"."""
    pieces = (f"{square_name(one.square)} +{one.pair} ({face_word(one.face, names.catalogue)})" for one in expanded)
    return names.catalogue.text(
        "%(player)s expands %(pieces)s and takes back %(dice)s.",
        player=names.player(expanded[0].seat),
        pieces=listed(pieces),
        dice=names.dice([one.back for one in expanded]),
    )


def _connected(event: ev.StationsConnected, names: NetworkNames) -> str:
    text = names.catalogue.text
    stations: dict[int, list[str]] = {}
    for seat, station in event.joined:
        stations.setdefault(seat, []).append(names.station_in_full(station))
    sentences = [
        text(
            "%(player)s is connected to %(stations)s and gets %(units)s.",
            player=names.player(seat),
            stations=listed(reached),
            units=names.units(event.paid[seat]),
        )
        if event.paid[seat]
        else text("%(player)s is connected to %(stations)s.", player=names.player(seat), stations=listed(reached))
        for seat, reached in stations.items()
    ]
    return " ".join(sentences)


def _bought(event: ev.LocomotiveBought, names: NetworkNames) -> str:
    return _purchases([event], names)


def _purchases(bought: Sequence[ev.LocomotiveBought], names: NetworkNames) -> str:
    facts = {
        "player": names.player(bought[0].seat),
        "numbers": listed(str(one.number) for one in bought),
        "units": names.units(sum(one.price for one in bought)),
    }
    if len(bought) == 1:
        return names.catalogue.text("%(player)s buys a locomotive %(numbers)s for %(units)s.", **facts)
    return names.catalogue.text("%(player)s buys locomotives %(numbers)s for %(units)s.", **facts)


def _scrapped(event: ev.LocomotivesScrapped, names: NetworkNames) -> str:
    return names.catalogue.text("All locomotives %(number)s are scrapped.", number=event.number)


def _transported(event: ev.PassengersTransported, names: NetworkNames) -> str:
    return _trips([event], names)


def _trips(trips: Sequence[ev.PassengersTransported], names: NetworkNames) -> str:
    """Trips in a row: "8 passengers: 5 from blue (locomotive 5), 3 from grey 1 (locomotive 3)"."""
    text, player = names.catalogue.text, names.player(trips[0].seat)
    carried = names.passengers(sum(one.number for one in trips))
    if len(trips) == 1:
        return text(
            "%(player)s carries %(passengers)s home from %(station)s with a locomotive %(locomotive)s.",
            player=player,
            passengers=carried,
            station=names.station(trips[0].station),
            locomotive=trips[0].locomotive,
        )
    from_each = listed(
        text(
            "%(number)s from %(station)s (locomotive %(locomotive)s)",
            number=one.number,
            station=names.station(one.station),
            locomotive=one.locomotive,
        )
        for one in trips
    )
    return text(
        "%(player)s carries %(passengers)s home: %(trips)s.", player=player, passengers=carried, trips=from_each
    )


def _called(event: ev.PassengersCalled, names: NetworkNames) -> str:
    return names.catalogue.text(
        "%(player)s gives back a die showing %(face)s for new passengers beside tile %(tile)s.",
        player=names.player(event.seat),
        face=face_word(event.face, names.catalogue),
        tile=event.tile,
    )


def _called_and_came(events: Sequence[Any], names: NetworkNames) -> str:
    called, arrived = events
    return names.catalogue.text(
        "%(player)s gives back a die showing %(face)s: %(passengers)s come to wait beside tile %(tile)s.",
        player=names.player(called.seat),
        face=face_word(called.face, names.catalogue),
        passengers=names.passengers(sum(arrived.tiles)),
        tile=called.tile,
    )


def _passed_and_came(events: Sequence[Any], names: NetworkNames) -> str:
    passed, arrived = events
    return names.catalogue.text(
        "%(player)s passes the roll, and passengers come to every station: %(tiles)s.",
        player=names.player(passed.seat),
        tiles=_beside_tiles(arrived.tiles, names),
    )


def _closing(event: ev.ClosingBegan, names: NetworkNames) -> str:
    text = names.catalogue.text
    return text("The closing phase begins: %(cause)s.", cause=text(CLOSINGS[event.cause]))


def _turn_ended(event: ev.NetworkTurnEnded, names: NetworkNames) -> str:
    return names.catalogue.text("%(player)s ends the turn.", player=names.player(event.seat))


def _ended(event: ev.NetworkEnded, names: NetworkNames) -> str:
    text = names.catalogue.text
    won = winners_of(event.standings, names)
    return text("The game is over: %(reason)s. %(won)s", reason=text(ENDINGS[event.reason]), won=won)


def _cancelled(_event: GameCancelled, names: NetworkNames) -> str:
    return names.catalogue.text("The game is cancelled: it is over without a result.")


def _units_moved(event: ev.UnitsMoved, names: NetworkNames) -> str:
    return names.catalogue.text(
        "Correction: %(units)s from %(source)s to %(target)s.",
        units=names.units(event.number),
        source=_place(event.source, names),
        target=_place(event.target, names),
    )


def _place(place: ev.UnitPlace, names: NetworkNames) -> str:
    match place.kind:
        case "bank":
            return names.catalogue.text("the bank")
        case "seat":
            return names.player(place.number)
        case "tile":
            return names.catalogue.text("tile %(tile)s", tile=place.number)


def _locomotive_moved(event: ev.LocomotiveMoved, names: NetworkNames) -> str:
    giver, taker = (
        names.catalogue.text("the bank") if seat is None else names.player(seat) for seat in (event.giver, event.taker)
    )
    return names.catalogue.text(
        "Correction: a locomotive %(number)s from %(giver)s to %(taker)s.",
        number=event.number,
        giver=giver,
        taker=taker,
    )


def _roll_marked(event: ev.RollMarked, names: NetworkNames) -> str:
    player = names.player(event.seat)
    if event.done:
        return names.catalogue.text("Correction: %(player)s counts as having rolled in this turn.", player=player)
    return names.catalogue.text("Correction: %(player)s counts as not having rolled in this turn.", player=player)


_FORMATTERS: Final[Mapping[type, Formatter]] = {
    ev.NetworkBegan: _began,
    ev.MapArranged: _arranged,
    ev.StartDrawn: _start,
    ev.StationPlaced: _placed,
    ev.StationsLeftOut: _left_out,
    ev.PassengersArrived: _arrived,
    ev.NetworkYearBegan: _year,
    ev.NetworkTurnBegan: _turn,
    ev.DiceThrown: _thrown,
    ev.WildTaken: _wild,
    ev.RollPassed: _passed,
    ev.TrackLaid: _laid,
    ev.TrackExpanded: _expanded,
    ev.StationsConnected: _connected,
    ev.LocomotiveBought: _bought,
    ev.LocomotivesScrapped: _scrapped,
    ev.PassengersTransported: _transported,
    ev.PassengersCalled: _called,
    ev.ClosingBegan: _closing,
    ev.NetworkTurnEnded: _turn_ended,
    ev.NetworkEnded: _ended,
    ev.UnitsMoved: _units_moved,
    ev.LocomotiveMoved: _locomotive_moved,
    ev.RollMarked: _roll_marked,
    GameCancelled: _cancelled,
}
_TOGETHER: Final[Mapping[type, Callable[[Sequence[Any], NetworkNames], str]]] = {
    ev.TrackLaid: _layings,
    ev.TrackExpanded: _expansions,
    ev.LocomotiveBought: _purchases,
    ev.PassengersTransported: _trips,
}
"""Events that are told together where one follows the other."""
_BROUGHT: Final[Mapping[type, Callable[[Sequence[Any], NetworkNames], str]]] = {
    ev.PassengersCalled: _called_and_came,
    ev.RollPassed: _passed_and_came,
}
"""Events that are told together with the passengers that they bring, where the bank has some."""


def format_events(events: Sequence[object], names: NetworkNames) -> list[list[str]]:
    """Events in sentences, a list for each turn, and one for the stations that are placed in a row.

    Dice laid in a row share a sentence, and so do trips and purchases. The beginning of a turn has none, since whose
    turn it is stands above every report, nor has the end of a turn in which a station was placed, which is all of it.
    """
    chapters: list[list[str]] = [[]]
    is_placing = False
    for stretch in _stretches(events):
        match stretch[0]:
            case ev.NetworkTurnBegan():
                if not is_placing:
                    chapters.append([])
                continue
            case ev.NetworkTurnEnded() if is_placing:
                continue
            case ev.StationPlaced():
                is_placing = True
            case ev.NetworkYearBegan():
                is_placing = False
                chapters.append([])
        together = _TOGETHER.get(type(stretch[0])) or (_BROUGHT.get(type(stretch[0])) if stretch[1:] else None)
        chapters[-1].append(together(stretch, names) if together else format_event(stretch[0], names))
        if isinstance(stretch[0], ev.NetworkTurnEnded):
            chapters.append([])
    return [chapter for chapter in chapters if chapter]


def _stretches(events: Sequence[object]) -> Iterator[list[object]]:
    """The events one by one, but those together that are told together."""
    stretch: list[object] = []
    for event in events:
        if stretch and not _goes_on(stretch[-1], event):
            yield stretch
            stretch = []
        stretch.append(event)
    if stretch:
        yield stretch


def _goes_on(last: object, event: object) -> bool:
    if isinstance(event, ev.PassengersArrived):
        return type(last) in _BROUGHT and sum(event.tiles) > 0 and not event.extra
    return type(event) in _TOGETHER and type(event) is type(last)
