"""The map of a position of Railroad Dice 2: as a drawing, in lines of signs, and in sentences."""

from collections.abc import Collection, Sequence
from typing import Self

import msgspec

from pbem.drawing.page import Crop
from pbem.games.presenter import MapSign, MapTarget, View
from pbem.games.railroad_dice_2.maps.board import NetworkBoard, bare_board, network_board
from pbem.games.railroad_dice_2.maps.drawn_map import crop_of, layer_over, map_key, network_svg, page_svg
from pbem.games.railroad_dice_2.maps.text_map import described_board, map_lines, waiting_in_words
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.reports import document as doc
from pbem.reports.plain import wrap
from rules_core.games.railroad_dice_2.table import NetworkTable


def usually_lit(table: NetworkTable) -> int | None:
    """The seat whose reach is lit where no other is asked for: the one to play, so that all mails share a drawing."""
    return None if table.over or table.phase == "placing" else table.turn.seat


def recommended_map(components: str) -> str:
    """The recommended arrangement of the tiles of a box, bare, as an SVG."""
    return network_svg(bare_board(components))


class NetworkMap:
    """The map of a position for one reader, with all lit that the trains of `seat` reach; None lights nothing."""

    def __init__(self, names: NetworkNames, seat: int | None, ascii_only: bool = False) -> None:
        self.names = names
        self.seat = seat
        self.ascii = ascii_only

    @property
    def is_cut(self) -> bool:
        """Whether the close view leaves out a part of the map: it never does."""
        return False

    def for_seat(self, seat: int) -> Self:
        """The map with everything lit that a seat's trains reach; nothing while stations are placed."""
        return type(self)(self.names, seat if self.seat is not None else None, self.ascii)

    def board(self, news: Sequence[object] = ()) -> NetworkBoard:
        """The board that is drawn."""
        return network_board(self.names.table, self.names.seats, news, self.seat)

    def alt(self) -> str:
        """The text in place of the picture."""
        words, network = self.names.catalogue, self.names.table.network
        stations = words.plural("%(n)s station", "%(n)s stations", len(network.stations))
        dice = words.plural("%(n)s die", "%(n)s dice", len(network.track))
        sentence = words.text("Map of the six tiles with %(stations)s and %(dice)s.", stations=stations, dice=dice)
        waiting = waiting_in_words(self.board(), self.names)
        return f"{sentence} " + words.text("Waiting: %(waiting)s.", waiting=waiting) if waiting else sentence

    def described(self, news: Sequence[object] = ()) -> list[str]:
        """The map in paragraphs."""
        return described_board(self.board(news), self.names)

    def svg(self, news: Sequence[object] = (), *, view: View = "close", title: str = "", description: str = "") -> str:
        """The map as an SVG element; both views show all of it."""
        return network_svg(self.board(news), title, description)

    def on_page(
        self,
        news: Sequence[object] = (),
        *,
        title: str = "",
        ground: str = "",
        known: Collection[str] = (),
        id_prefix: str = "map",
    ) -> str:
        """The whole map for a page, without separate pictures."""
        return page_svg(self.board(news), title, id_prefix, frozenset(known))

    @property
    def crops(self) -> Sequence[Crop]:
        """The close-ups: none but the whole map."""
        board = self.board()
        return (crop_of(board.columns, board.rows),)

    @property
    def printed_terrain(self) -> str:
        """Nothing: the ground takes no more room than its address would."""
        return ""

    def key(self, news: Sequence[object] = ()) -> Sequence[MapSign]:
        """The players with the signs of their homes, and the other signs on it."""
        return map_key(self.names, self.board(news))

    def target_layer(self, targets: Sequence[MapTarget]) -> str:
        """Buttons over squares and counters."""
        return layer_over(self.board(), targets) if targets else ""

    def text(self) -> list[str]:
        """The map as lines of text, with the waiting passengers."""
        waiting = waiting_in_words(self.board(), self.names)
        sentences = wrap(self.names.catalogue.text("Waiting: %(waiting)s.", waiting=waiting), " ") if waiting else []
        return [*self._lines(), *(["", *sentences] if sentences else [])]

    def block(self, news: Sequence[object]) -> doc.Drawing:
        """The map as a block of a document."""
        board = msgspec.json.encode(self.board(news))
        return doc.Drawing(msgspec.Raw(board), self.alt(), tuple(self._lines()), self.names.table.kind)

    def _lines(self) -> list[str]:
        return map_lines(self.board(), self.names, ascii_only=self.ascii)
