"""The prospects of each player: trips that their locomotives could make, what connections need; and the end ahead."""

from collections import Counter
from collections.abc import Iterator

from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.sentences import CLOSINGS, listed
from pbem.reports.document import ListEntry
from rules_core.games.railroad_dice_2.building import open_squares
from rules_core.games.railroad_dice_2.planning import NetworkNeed, best_trips, connection, needed
from rules_core.games.railroad_dice_2.play import FEW_DICE

_CONNECTIONS = 4
"""Connections that are told of, the nearest ones."""


def prospects(seat: int, names: NetworkNames) -> list[ListEntry]:
    """The trips that a player's locomotives could make now, and what the next connections would need."""
    if names.table.phase == "placing" or names.table.over:
        return []
    return [*_trips(seat, names), *([] if names.table.phase == "closing" else _connections(seat, names))]


def placing(names: NetworkNames) -> list[ListEntry]:
    """The station that is placed next, and where it may stand; empty once all stand (R2-5)."""
    table, text = names.table, names.catalogue.text
    if table.phase != "placing" or table.over:
        return []
    player = names.player(table.turn.seat)
    sentence = text("%(player)s places the next grey station. It may stand on:", player=player)
    if table.network.home(table.turn.seat) is None:
        colour = names.home_colour(table.turn.seat)
        sentence = text("%(player)s places a home, %(colour)s. It may stand on:", player=player, colour=colour)
    squares: dict[int, list[str]] = {}
    for square in open_squares(table):
        squares.setdefault(table.network.land.tile_of[square], []).append(square_name(square))
    return [
        ListEntry(
            sentence,
            tuple(
                text("tile %(tile)s: %(squares)s", tile=tile, squares=" ".join(found))
                for tile, found in sorted(squares.items())
            ),
        )
    ]


def reached(seat: int, names: NetworkNames) -> dict[int, int]:
    """The stations at the end of a player's lines, nearest first, each with its distance in tiles."""
    table = names.table
    reach = table.reach(seat)
    found = {} if reach is None else {table.network.station_at[at]: far for at, far in reach.distances.items()}
    return dict(sorted(found.items(), key=lambda entry: (entry[1], entry[0])))


def _trips(seat: int, names: NetworkNames) -> Iterator[ListEntry]:
    text, table = names.catalogue.text, names.table
    stations, locomotives = reached(seat, names), table.players[seat].locomotives
    if not stations:
        yield ListEntry(text("No line leads to another station yet."))
        return
    if not locomotives:
        near = listed(_far(station, far, names) for station, far in stations.items())
        yield ListEntry(text("No locomotive yet. Lines lead to %(stations)s.", stations=near))
        return
    unused = Counter(table.unused(seat))
    if not unused:
        yield ListEntry(text("All locomotives have made their trips in this turn."))
        return
    details = [_trips_of(number, unused[number], seat, stations, names) for number in dict.fromkeys(locomotives)]
    far = [_far(station, far, names) for station, far in stations.items() if far > max(locomotives)]
    if far:
        details.append(text("too far: %(stations)s", stations=listed(far)))
    best = best_passengers(seat, names)
    if best:
        details.append(text("at best, all together: %(passengers)s", passengers=names.passengers(best)))
    yield ListEntry(text("Locomotives reach, with the passengers to carry now in brackets:"), tuple(details))


def _far(station: int, distance: int, names: NetworkNames) -> str:
    tiles = names.catalogue.plural("%(n)s tile", "%(n)s tiles", distance)
    return f"{names.station(station)} ({tiles})"


def _trips_of(number: int, unused: int, seat: int, stations: dict[int, int], names: NetworkNames) -> str:
    """The trips of the locomotives of one number: "locomotive 3: grey 1 (3), blue (0)"."""
    text, table = names.catalogue.text, names.table
    owned = table.players[seat].locomotives.count(number)
    title = text("locomotive %(number)s", number=number)
    if owned > 1:
        title = text("%(count)s locomotives %(number)s", count=owned, number=number)
    if not unused:
        return text("%(locomotive)s: has made its trip", locomotive=title)
    served = table.turn.served if seat == table.turn.seat else ()
    near = [
        text("%(station)s (served)", station=names.station(station))
        if station in served
        else f"{names.station(station)} ({min(number, table.waiting_at(station))})"
        for station, far in stations.items()
        if far <= number
    ]
    return text("%(locomotive)s: %(stations)s", locomotive=title, stations=listed(near) or text("none"))


def best_passengers(seat: int, names: NetworkNames) -> int:
    """The passengers that the player to move could carry now in all; 0 for others."""
    table = names.table
    if seat != table.turn.seat:
        return 0
    left, carried = list(table.waiting), 0
    for trip in best_trips(table):
        tile = table.tile_of(trip.station) - 1
        number = min(trip.locomotive, left[tile])
        left[tile] -= number
        carried += number
    return carried


def missing(seat: int, names: NetworkNames) -> dict[int, NetworkNeed]:
    """The stations that a player's line could be led to, those that need the fewest dice first, with what they need."""
    table, home = names.table, names.table.network.home(seat)
    stations = (at for at in range(len(table.network.stations)) if at != home)
    needs = {at: need for at in stations if (need := needed(table, seat, at)) is not None}
    return dict(
        sorted(needs.items(), key=lambda entry: (entry[1].dice, len(entry[1].complex), entry[1].cost, entry[0]))
    )


def _connections(seat: int, names: NetworkNames) -> Iterator[ListEntry]:
    text, table = names.catalogue.text, names.table
    needs = missing(seat, names)
    details = [_connection(seat, station, need, names) for station, need in [*needs.items()][:_CONNECTIONS]]
    if len(needs) > len(details):
        others = (names.station(station) for station in [*needs][_CONNECTIONS:])
        details.append(text("farther away: %(stations)s", stations=listed(others)))
    if details:
        yield ListEntry(text("What the next connections need at least:"), tuple(details))
    elif len(table.players[seat].connected) == len(table.network.stations) - 1:
        yield ListEntry(text("All stations are connected."))


def _connection(seat: int, station: int, need: NetworkNeed, names: NetworkNames) -> str:
    """A connection and what it takes: "grey 3 (e4): 2 curves, 1 left switch; 1 unit for the ground"."""
    text = names.catalogue.text
    sentence = text("%(station)s: %(dice)s", station=names.station_in_full(station), dice=names.dice(need.faces))
    if need.cost:
        sentence = text("%(need)s; %(units)s for the ground", need=sentence, units=names.units(need.cost))
    if seat == names.table.turn.seat and connection(names.table, seat, station):
        sentence = text("%(need)s: possible with your dice", need=sentence)
    return sentence


def end_near(names: NetworkNames) -> str:
    """The things that begin the closing phase, and how far off each is (R2-30); or end the game, once it has begun."""
    table, text = names.table, names.catalogue.text
    if table.over or table.phase == "placing":
        return ""
    if table.phase == "closing":
        return text(
            "The game ends when nobody waits any more (%(waiting)s now), when nobody can carry any of them, or when "
            "%(turns)s more turns in a row end without transport.",
            waiting=names.passengers(sum(table.waiting)),
            turns=table.seats - table.quiet,
        )
    sentence = text(
        "The closing phase begins when a player is connected to all stations (%(leaders)s), the bank is empty "
        "(%(units)s left), no complex dice are left (%(complex)s now), or %(few)s dice or fewer (%(dice)s now).",
        leaders=_leaders(names),
        units=names.units(table.bank),
        complex=table.complex_left,
        few=FEW_DICE,
        dice=table.simple_left + table.complex_left,
    )
    in_hand = text("Dice in hand count as if they lay in the dice bank.")
    return f"{sentence} {in_hand}" if table.turn.simple or table.turn.complex else sentence


def _leaders(names: NetworkNames) -> str:
    """The players who lack the fewest connections: "Anna lacks 3"."""
    table = names.table
    most = max(len(player.connected) for player in table.players)
    leaders = [names.player(seat) for seat, player in enumerate(table.players) if len(player.connected) == most]
    lacking = len(table.network.stations) - 1 - most
    if len(leaders) == 1:
        return names.catalogue.text("%(player)s lacks %(number)s", player=leaders[0], number=lacking)
    return names.catalogue.text("%(players)s lack %(number)s each", players=listed(leaders), number=lacking)


def closing(names: NetworkNames) -> str:
    """The reason why the closing phase has begun, and what may still be done; empty before."""
    table, text = names.table, names.catalogue.text
    if table.closing is None or table.over:
        return ""
    return text(
        "The closing phase has begun: %(cause)s. Only buying locomotives and carrying passengers are possible now.",
        cause=text(CLOSINGS[table.closing]),
    )
