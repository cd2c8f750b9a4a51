"""Presents games of one line: a position told to a reader and drawn, and a value for all that is told alike."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Self, cast

import msgspec

from pbem.commands.orders.script import Comparison
from pbem.games.line import board, choices, differences, suggestions, tables
from pbem.games.line.board import Board
from pbem.games.line.corrections.sentences import describe_correction_fault
from pbem.games.line.map_page import map_svg, preview_svg
from pbem.games.line.maps import LineMap
from pbem.games.line.orders.notation import present
from pbem.games.line.public_data import PublicDataSpec, public_data
from pbem.games.line.reference_sheet import lesson as lesson_of
from pbem.games.line.reference_sheet import printed_board, printed_terrain
from pbem.games.line.render_context import LineGame, RenderContext, register
from pbem.games.line.sentences import ENDINGS, format_event, format_events, violation_sentence, winners_of
from pbem.games.line.tables import companies_of, directed, hidden, hidden_change, passengers_of, seats_of, stations_of
from pbem.games.parts import DrawTexts, Figure, Headings, Offices, Score, Templates
from pbem.games.presentation import GamePresentation
from pbem.games.presenter import HiddenChange, PlacedOrder, Presenter, Row
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from rules_core.grid import Square
from rules_core.kernel.rulebook import CorrectionFault, Violation
from rules_core.line.actions import FACES, Action, Face, Roll
from rules_core.line.events import Event
from rules_core.line.judging import Differing
from rules_core.line.table import PlayerView, Table

DRAWS: Final = {
    "start": DrawTexts(
        N_("Who begins"),
        N_("position %(position)s: %(logged)s began, but by the seed it is %(drawn)s."),
        is_seat=True,
    ),
    "ends": DrawTexts(
        N_("Where the line begins"),
        N_("position %(position)s: the line began at %(logged)s, but by the seed it is %(drawn)s."),
    ),
}
"""How draws on any line are told."""


NOTICES: Final = {
    "passed": N_(
        "%(who)s missed the deadline (%(deadline_ms)s). The server took the income, if any, and ended the turn. Of "
        'dice beyond five, the most frequent went back first, and "?" last.'
    ),
}
"""Notices that read otherwise in games of one line."""


class LinePresenter(Presenter):
    """The position in `context`."""

    def __init__(self, table: Table, seats: Sequence[str], catalogue: Catalogue, ascii_only: bool = False) -> None:
        super().__init__(table, seats, catalogue, ascii_only)
        self.context = RenderContext(table, seats, catalogue, ascii_only)

    def faces(self, face: str, number: int) -> str:
        """Dice of one face: "2 straights"."""
        return self.context.faces(cast(Face, face), number)

    def sentence(self, event: Event) -> str:
        """One event in a sentence, or a few."""
        return format_event(event, self.context)

    def turns(self, events: Sequence[Event]) -> list[list[str]]:
        """Events in sentences, a list for each player's turn and for each year's end."""
        return format_events(events, self.context)

    @property
    def map(self) -> LineMap:
        """The line and what it was laid on."""
        return LineMap(self.context)

    def winners(self) -> str:
        """The winners, in a sentence."""
        return winners_of(self.table.standings, self.context)

    def end_ahead(self) -> str:
        """The reason why the last year has come, and what the bank does then (FR-70)."""
        if not self.table.last_year:
            return ""
        text = self.catalogue.text
        reason = text(ENDINGS[self.table.last_year])
        return text("This is the last year: %(reason)s. The bank pays no more dice.", reason=reason)

    def standings(self) -> list[doc.Block]:
        """The result of the game: the table of the players, and what decided."""
        return self.context.game.standings(self.context)

    def position(self, latest: Sequence[Event]) -> list[doc.Block]:
        """The line, the board, the companies and the players."""
        return _on_the_table(self, latest)

    def revealed(self, view: PlayerView) -> list[doc.Block]:
        """A table of what lies behind the screens, where all are open."""
        seen = [screen for screen in view.screens if screen is not None]
        return [self.context.game.screens(self.context, seen)] if len(seen) == len(view.screens) else []

    def hand_title(self, view: PlayerView) -> str:
        """The heading of the viewer's own part: their own secret, unless all screens are open."""
        is_open = all(screen is not None for screen in view.screens)
        return self.catalogue.text("Your dice") if is_open else self.catalogue.text("For your eyes only")

    def hand(self, view: PlayerView) -> doc.Hand:
        """The things behind and before the viewer's own screen."""
        context, screen, text = self.context, view.own_screen, self.catalogue.text
        front, game = self.table.players[view.seat or 0].front, self.context.game
        return doc.Hand(
            game.behind(context, screen),
            text("In front of it, for everyone to see: %(dice)s.", dice=context.dice(front) or text("no dice")),
            screen.hidden,
            tuple(game.SYMBOL if face == "share" else face for face in FACES for _ in range(front.of(face))),
        )

    def hidden(self, view: PlayerView) -> str:
        """Describe what lies behind the viewer's screen, in a sentence."""
        return hidden(view, self.catalogue)

    def hidden_change(self, before: PlayerView, after: PlayerView) -> HiddenChange:
        """Compare what lay behind a screen before a turn with what lies there at a moment of it."""
        return hidden_change(before, after, self.catalogue)

    def suggestions(self, legal: Sequence[Action]) -> list[doc.OrderLine]:
        """One order for each thing that may be done now."""
        return suggestions.suggestions(self.context, legal)

    def suggested_orders(self, legal: Sequence[Action]) -> list[str]:
        """The lines that a player is likely to send next."""
        return suggestions.suggested_orders(self.context, legal)

    def order_help(self) -> list[doc.Block]:
        """Help with orders: how track is ordered and paid, and what tiles are called."""
        paying = self.catalogue.text(
            'Costs are paid with hidden dice first, then with ?. To choose yourself, add for example "pay 2h 1?" to '
            "the order."
        )
        return [
            *self.context.game.track_help(self.context),
            doc.Paragraph(paying),
            *self.context.game.tile_names(self.context),
        ]

    def hints(self) -> list[str]:
        """Hints on what the player to move would look for among what may be done."""
        return suggestions.hints(self.context)

    def outlook(self) -> tuple[doc.ListEntry, ...]:
        """The ends of the line, and what could be built there."""
        return board.ends(self.context).items

    def supply(self) -> str:
        """The tiles or countries left to build on."""
        return self.context.game.supply(self.context)

    def tables(self, view: PlayerView) -> dict[str, object]:
        """The companies and the players."""
        return {"companies": companies_of(self.context), "players": seats_of(self.context, view.screens)}

    def choices(self, legal: Sequence[Action]) -> choices.Choices:
        """Sort the legal actions into choices for a page."""
        return choices.choices(self.context, legal)

    def opening(self, legal: Sequence[Action]) -> list[str]:
        """The income, where it may be taken: nothing is gained by leaving it."""
        return [line.order for line in suggestions.incomes(self.context, legal)]

    def placed_orders(self, legal: Sequence[Action], *, wild: bool = False) -> list[PlacedOrder]:
        """The orders that a press on the map adds: track, tiles and stations."""
        return choices.placed_orders(self.context, legal, wild=wild)

    def alternatives(self, last: Action, legal: Sequence[Action]) -> list[PlacedOrder]:
        """The orders that may take the place of the last one: other pieces, tiles or stations."""
        return choices.alternatives(self.context, last, legal)

    def unlit(self, x: int, y: int) -> str:
        """The reason why nothing can be laid on a square now."""
        return choices.unlit(self.context, Square(x, y))

    def chosen(self, form: Mapping[str, str]) -> str:
        """The order that a form of the choices asks to add."""
        return choices.chosen(self.context, form)

    def thrown(self, roll: Roll) -> str:
        """The dice that a roll takes."""
        return self.context.payment(roll.hidden, roll.wild)

    def present(self, comparison: Comparison, view: PlayerView) -> str:
        """The current value, for the viewer, of what a condition compares."""
        return present(comparison, view, self.context)

    def describe_violation(self, violation: Violation) -> str:
        """Describe why something was refused."""
        return violation_sentence(violation, self.catalogue, self.table)

    def describe_correction_fault(self, fault: CorrectionFault) -> str:
        """Describe why a correction cannot be made."""
        return describe_correction_fault(fault, self.context)

    def differences(self, other: Self, differing: Iterable[Differing]) -> list[Row]:
        """The differences between this position and another."""
        return differences.rows(differing, self.context, other.context)


class _PresenterFields(NamedTuple):
    table: Table
    seats: Sequence[str]
    catalogue: Catalogue
    ascii: bool
    latest: Sequence[Event]
    blocks: list[doc.Block]


_last: Final[list[_PresenterFields]] = []


def _on_the_table(presenter: LinePresenter, latest: Sequence[Event]) -> list[doc.Block]:
    """The part of a report that all players see alike.

    The board put into words last is remembered: at a turn's end every player is told of the same one.
    """
    context = presenter.context
    for known in _last:
        if known.table is context.table and known[1:5] == (context.seats, context.catalogue, context.ascii, latest):
            return known.blocks
    text, game = context.catalogue.text, context.game
    blocks: list[doc.Block] = [
        doc.Heading(text("The line")),
        presenter.map.block(latest),
        *([] if context.table.over else [board.ends(context)]),
        doc.Heading(game.landscape_title(context.catalogue)),
        doc.Signs(tuple(game.landscape(context)), text_only=True),
        doc.Paragraph(game.supply(context)),
        doc.Heading(text("Companies")),
        *game.companies(context),
        doc.Heading(text("Players")),
        game.players(context),
        doc.Paragraph(tables.bank(context)),
    ]
    _last[:] = [_PresenterFields(context.table, context.seats, context.catalogue, context.ascii, latest, blocks)]
    return blocks


class LinePresentation(GamePresentation):
    """The server's part that games of one line share; each has words and drawings of its own as a `LineGame`."""

    wording: LineGame
    sample: str
    """The order from the start position that shows how track is ordered."""
    public_data_spec: PublicDataSpec
    """What its public data tell of the board and the companies."""

    endings = ENDINGS
    draws = MappingProxyType(DRAWS)
    notices = MappingProxyType(NOTICES)
    unseen = MappingProxyType({"dice": N_("hidden dice"), "passengers": N_("passengers, in thousands")})
    score = Score(
        title=N_("Passengers"),
        explained=N_("Best and average are the passengers carried in finished games."),
        unit=1000,
        column=N_("passengers"),
        placed=N_("%(place)s %(player)s: %(score)s passengers"),
    )
    offices = Offices(title=N_("Director of"), held=directed)
    figures = (Figure(N_("Passengers"), passengers_of), Figure(N_("Stations of companies directed"), stations_of))
    headings = Headings(
        outlook=N_("Where the line can continue"),
        outlook_details=N_("Both ends, and what could be built there"),
        holdings=N_("Players and companies"),
    )
    faces = MappingProxyType({"straight": N_("straight"), "curve": N_("curve"), "share": N_("share"), "?": "?"})
    presenter = LinePresenter

    def __init__(self) -> None:
        """The game's own words are known by its kind from then on."""
        register(self.kind, self.wording)
        self.public_data = public_data(self.public_data_spec)
        self.templates = Templates(
            tables=f"games/{self.kind}/tables.html",
            choices="games/line/choices.html",
            lesson="games/line/lesson.html",
            reference_sheet=f"games/{self.kind}/reference_sheet.html",
        )

    @property
    def title(self) -> str:
        """The name of the game in the subjects of its mails."""
        return self.wording.TITLE

    @property
    def dice(self) -> Mapping[str, doc.Sign]:
        """The look of each face of a die."""
        return {"straight": "straight", "curve": "curve", "share": self.wording.SYMBOL, "?": "?"}

    def describe_violation(self, violation: Violation, catalogue: Catalogue) -> str:
        """Describe why something was refused, where the position is not known."""
        return violation_sentence(violation, catalogue, self.kind)

    def draw(self, board: bytes) -> str:
        """The drawing of a board, given as JSON. Raises msgspec.MsgspecError."""
        return map_svg(self.kind, msgspec.json.decode(board, type=Board))

    def draw_preview(self, board: bytes, title: str, lines: Sequence[str]) -> str:
        """The drawing of a board for a link preview. Raises msgspec.MsgspecError."""
        return preview_svg(self.kind, msgspec.json.decode(board, type=Board), title, lines)

    def lesson(self) -> object:
        """A lesson in ordering track, by an order from the start position."""
        return lesson_of(self.kind, self.sample)

    def printed_board(self, components: str) -> str | None:
        """The board as an SVG, where it is printed."""
        return printed_board(self.kind, components)

    def printed_terrain(self, components: str) -> str:
        """The part of a printed board that never changes."""
        return printed_terrain(self.kind, components)
