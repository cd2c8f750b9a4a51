"""Railroad Dice 2 as mails and pages show it, and what its public JSON tells."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Self

from msgspec import Struct

from pbem.commands.orders.script import Comparison
from pbem.games.parts import BY_SEAT, END_REASON, STANDINGS, Carried, Place, PublicData, SeatNumber
from pbem.games.presenter import PlacedOrder, Presenter, Row
from pbem.games.railroad_dice_2 import choices, corrections, outlook, sentences, suggestions, tables
from pbem.games.railroad_dice_2.maps.network_map import NetworkMap, usually_lit
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.games.railroad_dice_2.orders.conditions import present
from pbem.games.railroad_dice_2.violations import correction_fault, violation_sentence
from pbem.i18n import ENGLISH, Catalogue, catalogue
from pbem.reports import document as doc
from rules_core.games.railroad_dice_2.actions import NetworkAction, RollDice
from rules_core.games.railroad_dice_2.events import ClosingCause
from rules_core.games.railroad_dice_2.judging import NetworkDiffers
from rules_core.games.railroad_dice_2.play import dice_for
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView, Phase
from rules_core.grid import SIGNS, Square
from rules_core.kernel.codec import Doc
from rules_core.kernel.rulebook import CorrectionFault, Violation


class NetworkPresenter(Presenter):
    """The position of `table`."""

    def __init__(
        self, table: NetworkTable, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool = False
    ) -> None:
        super().__init__(table, seats, catalogue, ascii_only)
        self.names = NetworkNames(table, seats, catalogue)

    @property
    def map(self) -> NetworkMap:
        """The map with stations and track, on which all is lit that the player to move reaches."""
        return NetworkMap(self.names, usually_lit(self.table), self.ascii_only)

    def faces(self, face: str, number: int) -> str:
        """Dice of one face: "2 straights"."""
        return self.names.faces(face, number)

    def sentence(self, event: object) -> str:
        """One event in a sentence, or a few."""
        return sentences.format_event(event, self.names)

    def turns(self, events: Sequence[object]) -> list[list[str]]:
        """Events in sentences, a list for each player's turn."""
        return sentences.format_events(events, self.names)

    def end_ahead(self) -> str:
        """The reason why the closing phase has begun, and what may still be done (R2-30)."""
        return outlook.closing(self.names)

    def standings(self) -> list[doc.Block]:
        """The result of the game: the table of the players, and what decided."""
        return tables.standings(self.names)

    def position(self, latest: Sequence[object]) -> list[doc.Block]:
        """The map, the waiting passengers, the players' holdings, and how near the end is."""
        text = self.catalogue.text
        blocks: list[doc.Block] = [doc.Heading(text("The map")), self.map.block(latest)]
        if self.table.network.stations:
            blocks += [doc.Heading(text("Stations and passengers")), tables.waiting(self.names)]
        blocks += [doc.Heading(text("Players")), tables.players(self.names)]
        end, places = outlook.end_near(self.names), outlook.placing(self.names)
        blocks += [doc.Lines((self.supply(), end) if end else (self.supply(),))]
        return [*blocks, doc.Heading(text("Placing stations")), doc.Entries(tuple(places))] if places else blocks

    def hand(self, view: NetworkView) -> doc.Hand:
        """The viewer's units and locomotives, and the dice in hand in their turn."""
        seat, table, text = view.seat or 0, self.table, self.catalogue.text
        player, turn = table.players[seat], table.turn
        dice = (*turn.simple, *turn.complex) if seat == turn.seat else ()
        sentence = text(
            "You are %(colour)s and have %(units)s.",
            colour=self.names.home_colour(seat),
            units=self.names.units(player.units),
        )
        if player.locomotives:
            sentence += " " + text("Locomotives: %(numbers)s.", numbers=sentences.listed(map(str, player.locomotives)))
            used = [number for number in turn.used if seat == turn.seat]
            if used:
                sentence += " " + text("Used in this turn: %(numbers)s.", numbers=sentences.listed(map(str, used)))
        return doc.Hand(sentence, self._still_to_use(seat, dice), 0, dice)

    def _still_to_use(self, seat: int, dice: Sequence[str]) -> str:
        text, table = self.catalogue.text, self.table
        if table.phase == "placing":
            left = self.catalogue.plural(
                "%(n)s grey station is left to you.",
                "%(n)s grey stations are left to you.",
                table.players[seat].grey,
            )
            if table.network.home(seat) is None:
                return text("Your home is still to be placed; %(grey)s", grey=left)
            return left
        return text("Dice in hand: %(dice)s.", dice=self.names.dice(dice) or text("none"))

    def prospects(self, view: NetworkView) -> list[doc.Block]:
        """The trips that the viewer's locomotives could make, and what connections need."""
        entries = [] if view.seat is None else outlook.prospects(view.seat, self.names)
        return [doc.Entries(tuple(entries))] if entries else []

    def suggestions(self, legal: Sequence[NetworkAction]) -> list[doc.OrderLine]:
        """One order for each thing that may be done now; of track one for each square."""
        return suggestions.suggestions(self.names, legal)

    def suggested_orders(self, legal: Sequence[NetworkAction]) -> list[str]:
        """The lines that a player is likely to send next."""
        return suggestions.suggested_orders(self.names, legal)

    def order_help(self) -> list[doc.Block]:
        """Help with orders: how stations are placed, or how track is named, and which wishes there are."""
        return [doc.Paragraph(sentence) for sentence in suggestions.help_with_orders(self.names)]

    def hints(self) -> list[str]:
        """Hints on what the player to move would look for among what may be done."""
        return suggestions.hints(self.names)

    def outlook(self) -> Sequence[doc.ListEntry]:
        """The prospects of the player to move, those of the others, and how near the end is."""
        turn = self.table.turn.seat
        entries = outlook.placing(self.names)
        for seat in (turn, *(seat for seat in range(self.table.seats) if seat != turn)):
            prospects = outlook.prospects(seat, self.names)
            if prospects:
                entries += [doc.ListEntry(self.player(seat)), *prospects]
        end = outlook.end_near(self.names)
        return [*entries, *([doc.ListEntry(end)] if end else [])]

    def supply(self) -> str:
        """The locomotives for sale, once any can be bought, and what the banks hold."""
        banks = tables.banks(self.names)
        return banks if self.table.phase == "placing" else f"{tables.sales(self.names)} {banks}"

    def tables(self, view: NetworkView) -> Mapping[str, object]:
        """The tables of players, of tiles with waiting passengers, and of locomotives for sale."""
        names = self.names
        return {
            "players": tables.seats_of(names),
            "tiles": tables.tiles_of(names),
            "sales": tables.sales_of(names),
            "is_selling": self.table.phase != "placing",
            "banks": tables.banks(names),
            "decided": tables.decided(names) if self.table.standings else "",
        }

    def choices(self, legal: Sequence[NetworkAction]) -> tuple[choices.ChoiceGroup, ...]:
        """Sort the legal actions into choices for a page."""
        return choices.choices(self.names, legal)

    def placed_orders(self, legal: Sequence[NetworkAction], *, wild: bool = False) -> list[PlacedOrder]:
        """The orders that a press on a square, a station or a tile adds."""
        return choices.placed_orders(self.names, legal, wild=wild)

    def alternatives(self, last: NetworkAction, legal: Sequence[NetworkAction]) -> list[PlacedOrder]:
        """The orders that may take the place of the last one."""
        return choices.alternatives(self.names, last, legal)

    def unlit(self, x: int, y: int) -> str:
        """The reason why nothing can be placed or laid on a square now."""
        return choices.unlit(self.names, Square(x, y))

    def chosen(self, form: Mapping[str, str]) -> str:
        """The order that a form of the choices asks to add."""
        return choices.chosen(form)

    def thrown(self, roll: RollDice) -> str:
        """The dice that a roll takes."""
        return sentences.dice_taken(*dice_for(self.table, roll.simple, roll.complex), self.names)

    def present(self, comparison: Comparison, view: NetworkView) -> str:
        """The current value, for the viewer, of what a condition compares."""
        return present(comparison, view, self.names)

    def describe_violation(self, violation: Violation) -> str:
        """Describe why something was refused."""
        return violation_sentence(violation, self.catalogue, self.names)

    def describe_correction_fault(self, fault: CorrectionFault) -> str:
        """Describe why a correction cannot be made."""
        return correction_fault(fault, self.catalogue)

    def differences(self, other: Self, differing: Iterable[NetworkDiffers]) -> list[Row]:
        """The differences between this position and another."""
        return corrections.rows(differing, self.names, other.names)


class NetworkTileData(Struct, frozen=True):
    """A tile of the map, and the passengers who wait beside it."""

    number: Annotated[int, Doc("The number printed on the tile, 1 to 6.")]
    turn: Annotated[int, Doc("By how many quarter turns clockwise it lies turned.")]
    square: Annotated[str, Doc("Its north-west square, as orders name it.")]
    waiting: Annotated[int, Doc("The passengers who wait beside it.")]


class NetworkStationData(Struct, frozen=True):
    """A station on the map."""

    name: Annotated[str, Doc("The name by which orders call it, in English: green, grey 3.")]
    square: Annotated[str, Doc("The square it stands on.")]
    tile: Annotated[int, Doc("The number of its tile.")]
    owner: Annotated[int | None, Doc("The seat whose home it is; nothing for a grey one.")]


class NetworkTrackData(Struct, frozen=True):
    """A die that lies on the map as track."""

    square: Annotated[str, Doc("The square it lies on.")]
    pairs: Annotated[
        tuple[str, ...],
        Doc("The pairs of sides that trains pass between: one for a simple die, two for a complex one."),
    ]


class NetworkPlayerData(Struct, frozen=True):
    """A player: what they have, and the stations connected to their home."""

    seat: SeatNumber
    units: Annotated[int, Doc("The units held, which are money and passengers in one.")]
    carried: Annotated[int, Doc("The passengers carried so far.")]
    locomotives: Annotated[tuple[int, ...], Doc("The numbers of the locomotives.")]
    connected: Annotated[tuple[str, ...], Doc("The stations connected to the home.")]
    grey: Annotated[int, Doc("Grey stations that are still to be placed.")]


class NetworkTurnData(Struct, frozen=True):
    """The dice in hand of the player to move."""

    rolled: Annotated[bool, Doc("Whether the roll was made or passed in this turn.")]
    simple: Annotated[tuple[str, ...], Doc("The faces of the simple dice in hand.")]
    complex: Annotated[tuple[str, ...], Doc("The faces of the complex dice in hand.")]
    used: Annotated[tuple[int, ...], Doc("The locomotives that made their trip in this turn.")]


class NetworkBanks(Struct, frozen=True):
    """The contents of the banks."""

    units: Annotated[int, Doc("Units in the bank.")]
    extra: Annotated[int, Doc("Extra counters in play, which the last passengers brought.")]
    simple: Annotated[int, Doc("Simple dice in the dice bank.")]
    complex: Annotated[int, Doc("Complex dice in the dice bank.")]
    locomotives: Annotated[tuple[int, ...], Doc("The numbers of the locomotives for sale, in the order of sale.")]


class NetworkStateData(Struct, frozen=True):
    """A position as public data, which hides nothing."""

    phase: Annotated[Phase, Doc("Whether stations are placed, or it is played, or the end is near.")]
    closing: Annotated[ClosingCause | None, Doc("What began the closing phase; nothing before it begins.")]
    start: Annotated[int, Doc("The seat that begins each year.")]
    ground: Annotated[
        tuple[str, ...],
        Doc(
            "The map by rows from north to south, a sign for each square: . grass, ^ mountain, ~ water, blank "
            "where there is no map."
        ),
    ]
    tiles: Annotated[tuple[NetworkTileData, ...], Doc("The tiles of the map.")]
    stations: Annotated[tuple[NetworkStationData, ...], Doc("The stations, in the order placed.")]
    track: Annotated[tuple[NetworkTrackData, ...], Doc("The dice on the map, in the order laid.")]
    players: Annotated[tuple[NetworkPlayerData, ...], BY_SEAT]
    hand: Annotated[NetworkTurnData, Doc("The dice in hand of the player whose turn it is.")]
    banks: Annotated[NetworkBanks, Doc("What is left in the banks.")]


class NetworkRank(Struct, frozen=True):
    """The final place of a player, and what decided it."""

    place: Place
    seat: SeatNumber
    units: Annotated[int, Doc("The units held.")]
    carried: Carried
    connected: Annotated[int, Doc("The number of stations connected.")]
    locomotives: Annotated[int, Doc("The number of locomotives.")]


class NetworkResultData(Struct, frozen=True):
    """The end of a game: its reason, and the final standings."""

    reason: Annotated[str, END_REASON]
    standings: Annotated[tuple[NetworkRank, ...], STANDINGS]


def _state(view: NetworkView, seats: Sequence[str]) -> NetworkStateData:
    table = view.table
    names = NetworkNames(table, seats, catalogue(ENGLISH))  # stations are called alike in every language's data
    turn = table.turn
    return NetworkStateData(
        phase=table.phase,
        closing=table.closing,
        start=table.start,
        ground=_terrain(table),
        tiles=tuple(
            NetworkTileData(tile.number, tile.turn, square_name(Square(tile.x, tile.y)), table.waiting[tile.number - 1])
            for tile in table.network.tiles
        ),
        stations=tuple(
            NetworkStationData(names.station(at), square_name(station.square), table.tile_of(at), station.owner)
            for at, station in enumerate(table.network.stations)
        ),
        track=tuple(NetworkTrackData(square_name(square), piece) for square, piece in table.network.track.items()),
        players=tuple(
            NetworkPlayerData(
                seat,
                player.units,
                player.carried,
                player.locomotives,
                tuple(map(names.station, player.connected)),
                player.grey,
            )
            for seat, player in enumerate(table.players)
        ),
        hand=NetworkTurnData(turn.rolled, turn.simple, turn.complex, turn.used),
        banks=NetworkBanks(table.bank, table.extra, table.simple, table.complex, table.locomotives),
    )


def _terrain(table: NetworkTable) -> tuple[str, ...]:
    land = table.network.land
    signs = {terrain: sign for sign, terrain in SIGNS.items()}
    signs_at = {square: signs[plot.terrain] for square, plot in land.plots.items()}
    return tuple("".join(signs_at.get(Square(x, y), " ") for x in range(land.width)) for y in range(land.height))


def _result(table: NetworkTable) -> NetworkResultData:
    assert table.ended is not None, "the game is over"
    return NetworkResultData(
        table.ended,
        tuple(
            NetworkRank(one.place, one.seat, one.units, one.carried, one.connected, one.locomotives)
            for one in table.standings
        ),
    )


PUBLIC_DATA: Final = PublicData(NetworkStateData, _state, NetworkResultData, _result)
