"""The sections of a report: one reader's view of one position, as the parts of a document."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from pbem.games.line import ends, landscape_text, map_text, suggestions, tables
from pbem.games.line.described import alt
from pbem.games.line.drawing.board import drawable
from pbem.games.line.render_context import Scene
from pbem.games.line.sentences import ENDINGS, winners_of
from pbem.games.line.story import story
from pbem.i18n import Catalogue
from pbem.orders.verbs import BY_NAME, in_words
from pbem.reports import document as doc
from pbem.reports.context import GameContext
from pbem.reports.proof import word_claim
from rules_core.actions import Action
from rules_core.dice import FACES
from rules_core.events import Event
from rules_core.table import Table
from rules_core.views import PlayerView


class Sections:
    """Makes sections. `supposed` says that the position is one that orders would lead to."""

    def __init__(
        self,
        view: PlayerView,
        context: GameContext,
        catalogue: Catalogue,
        *,
        ascii_only: bool = False,
        supposed: bool = False,
    ) -> None:
        self.view = view
        self.table = view.table
        self.context = context
        self.catalogue = catalogue
        self.supposed = supposed
        self.scene = Scene(view.table, context.seats, catalogue, ascii_only)

    @property
    def place(self) -> str:
        """Where in the log the report stands: "Y3.2 #118"."""
        return f"Y{self.table.year}.{self.table.turn.number} #{self.context.position}"

    def headline(self) -> tuple[str, ...]:
        """Whose turn it is and until when, or who has won."""
        text, table = self.catalogue.text, self.table
        if table.ended == "cancelled":
            return (text("The game is cancelled: it is over without a result."),)
        if table.ended:
            won, ending = winners_of(table.standings, self.scene), text(ENDINGS[table.ended])
            return (text("The game is over: %(won)s It ended because %(ending)s.", won=won, ending=ending),)
        held = (text("The game is held: no time runs, and orders are kept until it goes on."),)
        told = (self._whose_turn(), *(held if self.context.is_held else ()))
        if not table.last_year:
            return told
        reason = text(ENDINGS[table.last_year])
        return (*told, text("This is the last year: %(reason)s. The bank pays no more dice.", reason=reason))

    def notices(self, opening: str = "") -> list[doc.Block]:
        """What befell the game from outside, save what the mail opens with."""
        told = tuple(notice for notice in self.context.notices if notice != opening)
        return [doc.Heading(self.catalogue.text("Notices")), doc.Bullets(told)] if told else []

    def standings(self) -> list[doc.Block]:
        """How the game ended, once it has; one that was cancelled has no standings."""
        if not self.table.standings:
            return []
        return [doc.Heading(self.catalogue.text("How it ended")), *self.scene.presenter.standings(self.scene)]

    def story(self, news: Sequence[Event]) -> list[doc.Block]:
        """What happened, a list for each turn."""
        told: list[doc.Block] = [doc.Bullets(tuple(chapter)) for chapter in story(news, self.scene)]
        return [doc.Heading(self.catalogue.text("What happened")), *told] if told else []

    def position(self) -> list[doc.Block]:
        """The board, the companies and the players."""
        blocks = _on_the_table(self.scene, self.context.latest)
        seen = [screen for screen in self.view.screens if screen is not None]
        is_open = len(seen) == len(self.view.screens)
        return [*blocks, self.scene.presenter.screens(self.scene, seen)] if is_open else blocks

    def private(self, legal: Sequence[Action]) -> list[doc.Block]:
        """What the viewer alone may see, and what he may do."""
        if self.view.seat is None or self.table.over:
            return []
        title = doc.Heading(hand_title(self.view, self.catalogue))
        blocks: list[doc.Block] = [title, hand(self.scene, self.view), *self._waiting()]
        suggested = suggestions.suggestions(self.scene, legal)
        return [*blocks, *self._orders(suggested, legal)] if suggested else blocks

    def _waiting(self) -> list[doc.Block]:
        """The orders that the viewer has given for his next turn, and how to take them back."""
        if not self.context.waiting:
            return []
        text, language = self.catalogue.text, self.catalogue.language
        told = text(
            "Your orders for your next turn: they are carried out as soon as it begins. Send `%(nothing)s` to take "
            "them back; others replace them.",
            nothing=in_words("{next}: {none}", language),
        )
        lines = (in_words("{next}: ", language) + line for line in self.context.waiting)
        return [doc.Paragraph(told), doc.Orders(tuple(map(doc.OrderLine, lines)))]

    def seal(self) -> list[doc.Block]:
        """What the dice of this game were promised with."""
        text = self.catalogue.text
        told = text("All throws follow from a seed that is kept secret until the game is over. Its SHA-256 is")
        return [doc.Lines((told, self.context.commitment)), *self.claims()]

    def claims(self) -> list[doc.Block]:
        """What the dice of this game prove, and against whom."""
        zone, seats = self.context.zone, self.context.seats
        return [doc.Paragraph(word_claim(claim, seats, self.catalogue, zone)) for claim in self.context.claims]

    def unsealed(self) -> list[doc.Block]:
        """How the dice can be checked, once the game is over."""
        if not (self.table.over and self.context.seed_revealed):
            return []
        text = self.catalogue.text
        told = text(
            "The dice can be checked: every throw follows from the seed below, whose SHA-256 was shown before the "
            'game. Export the record of the game and run "pbem dice verify" on it.'
        )
        seed = doc.Lines((text("Seed"), self.context.seed_revealed, "SHA-256", self.context.commitment))
        return [doc.Paragraph(told), seed, *self.claims()]

    def signature(self) -> doc.Signature:
        """Which game and which server."""
        return signature(self.context)

    def _whose_turn(self) -> str:
        text = self.catalogue.text
        facts: Mapping[str, object] = {
            "player": self.scene.player(self.table.turn.seat),
            "year": self.table.year,
            "turn": self.table.turn.number,
            "seats": len(self.context.seats),
            "deadline": self._deadline(),
        }
        is_mine = self.view.seat == self.table.turn.seat
        if is_mine and self.context.is_overdue:
            return text(
                "It is your turn (year %(year)s, turn %(turn)s of %(seats)s), and it is overdue: the deadline was "
                "%(deadline)s.",
                **facts,
            )
        if self.context.is_overdue:
            return text(
                "%(player)s is to play (year %(year)s, turn %(turn)s of %(seats)s), and is overdue: the deadline was "
                "%(deadline)s.",
                **facts,
            )
        if is_mine and self.context.deadline:
            return text(
                "It is your turn (year %(year)s, turn %(turn)s of %(seats)s). The latest date for your orders is "
                "%(deadline)s.",
                **facts,
            )
        if is_mine:
            return text("It is your turn (year %(year)s, turn %(turn)s of %(seats)s).", **facts)
        if self.context.deadline:
            return text(
                "%(player)s is to play (year %(year)s, turn %(turn)s of %(seats)s), by %(deadline)s at the latest.",
                **facts,
            )
        return text("%(player)s is to play (year %(year)s, turn %(turn)s of %(seats)s).", **facts)

    def _deadline(self) -> str:
        at = self.context.deadline
        return self.catalogue.moment(at, self.context.zone) if at else ""

    def _orders(self, suggested: Sequence[doc.OrderLine], legal: Sequence[Action]) -> list[doc.Block]:
        text = self.catalogue.text
        if self.supposed:
            told = text("When that is done, you may send any of these lines as it stands; what follows # is a remark:")
            sheet = [BY_NAME["confirm"].word(self.catalogue.language)]
        else:
            told = text("You may send any of these lines as it stands; what follows # is a remark:")
            sheet = suggestions.order_sheet(self.scene, legal)
        paying = text(
            'What is to be paid is paid with hidden dice first, then with ?; add for example "pay 2h 1?" to an order '
            "to choose."
        )
        return [
            doc.Paragraph(told),
            doc.Orders(tuple(suggested)),
            *map(doc.Paragraph, suggestions.hints(self.scene)),
            *self.scene.presenter.track_help(self.scene),
            doc.Paragraph(paying),
            *self.scene.presenter.tile_names(self.scene),
            doc.Paragraph(text("You might answer:")),
            doc.Orders(tuple(doc.OrderLine(order) for order in sheet)),
            doc.Paragraph(self._how_to_answer()),
        ]

    def _how_to_answer(self) -> str:
        text = self.catalogue.text
        if self.context.by_mail:
            return text(
                'Just reply to this mail, your orders on top, one on a line. With "check" as the first line nothing '
                'is done and you are told what would happen. "undo" and "restart" take back what no roll has made '
                'final. "help" explains all orders.'
            )
        return text(
            'Orders go one on a line. With "check" as the first line nothing is done and you are told what would '
            'happen. "undo" and "restart" take back what no roll has made final. "help" explains all orders.'
        )


def hand_title(view: PlayerView, words: Catalogue) -> str:
    """What the viewer's own part is called: their own secret, unless all screens are open."""
    is_open = all(screen is not None for screen in view.screens)
    return words.text("Your dice") if is_open else words.text("For your eyes only")


def hand(scene: Scene, view: PlayerView) -> doc.Hand:
    """What lies behind and before the viewer's own screen. The viewer has a seat."""
    text, own = scene.catalogue.text, view.own
    front = scene.table.players[view.seat or 0].front
    return doc.Hand(
        scene.presenter.behind(scene, own),
        text("In front of it, for everyone to see: %(dice)s.", dice=scene.dice(front) or text("no dice")),
        own.hidden,
        tuple(scene.presenter.SYMBOL if face == "share" else face for face in FACES for _ in range(front.of(face))),
    )


def map_of(scene: Scene, latest: Sequence[Event]) -> doc.Drawing:
    """The map of a position; what the latest events brought is marked."""
    kind, board = drawable(scene.table, latest)
    return doc.Drawing(msgspec.Raw(board), alt(scene), tuple(map_text.current_maps(scene)), kind)


def signature(context: GameContext) -> doc.Signature:
    """Which game and which server a mail is from, and the game's page."""
    return doc.Signature(f"{context.name}, {context.server_name}", context.page_url or "")


class _Board(NamedTuple):
    """What a table looks like in words, and whose words."""

    table: Table
    seats: Sequence[str]
    catalogue: Catalogue
    ascii: bool
    latest: Sequence[Event]
    blocks: list[doc.Block]


_last: list[_Board] = []


def _on_the_table(scene: Scene, latest: Sequence[Event]) -> list[doc.Block]:
    """What all players see alike.

    The board put into words last is remembered: at a turn's end every player is told of the same one.
    """
    for known in _last:
        if known.table is scene.table and known[1:5] == (scene.seats, scene.catalogue, scene.ascii, latest):
            return known.blocks
    text = scene.catalogue.text
    blocks: list[doc.Block] = [
        doc.Heading(text("The line")),
        map_of(scene, latest),
        *([] if scene.table.over else [ends.ends(scene)]),
        doc.Heading(scene.presenter.landscape_title(scene.catalogue)),
        doc.Signs(tuple(landscape_text.landscape_map(scene)), text_only=True),
        doc.Paragraph(landscape_text.supply(scene)),
        doc.Heading(text("Companies")),
        *scene.presenter.companies(scene),
        doc.Heading(text("Players")),
        scene.presenter.players(scene),
        doc.Paragraph(tables.bank(scene)),
    ]
    _last[:] = [_Board(scene.table, scene.seats, scene.catalogue, scene.ascii, latest, blocks)]
    return blocks
