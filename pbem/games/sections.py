"""The sections of a report: one reader's view of one position, as the parts of a document."""

import re
from collections.abc import Sequence
from typing import Final

from pbem.commands.orders.verbs import in_words
from pbem.games.presentation import presentation_of, turn_in_words
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.reports.dice import describe_claim
from pbem.reports.document import GameContext
from rules_core.kernel.events import Action, Event
from rules_core.kernel.position import SeatView

PLACE: Final = re.compile(r"\bY\d{1,4}\.\d{1,2} #(\d{1,9})\b")
"""The place of a report in the log, as `Sections.place` prints it; its group is the position."""


class Sections:
    """Makes sections. `supposed` says that the position is one that orders would lead to."""

    def __init__(
        self,
        view: SeatView,
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
        self.game = presentation_of(context.kind)
        self.presenter = self.game.presenter(view.table, context.seats, catalogue, ascii_only)

    @property
    def place(self) -> str:
        """The place of the report in the log: "Y3.2 #118"."""
        return f"Y{self.table.year}.{self.table.turn.number} #{self.context.position}"

    def headline(self) -> tuple[str, ...]:
        """Whose turn it is and until when, or who has won."""
        text, table = self.catalogue.text, self.table
        if table.ended == "cancelled":
            return (text("The game is cancelled: it is over without a result."),)
        if table.ended:
            return (result_in_words(self.presenter, self.context.kind, table.ended, self.catalogue),)
        held = (text("The game is on hold: no deadline runs, and orders are kept until it continues."),)
        sentences = (*self._whose_turn(), *(held if self.context.is_held else ()))
        ahead = self.presenter.end_ahead()
        return (*sentences, ahead) if ahead else sentences

    def whose_turn(self) -> doc.Lines:
        """The headline and the place below a mail's opening, between which stands what else that mail is about."""
        return doc.Lines((*self.headline(), self.place))

    def notices(self, opening: str = "") -> list[doc.Block]:
        """Notices of what befell the game from outside, save what the mail opens with."""
        notices = tuple(notice for notice in self.context.notices if notice != opening)
        return [doc.Heading(self.catalogue.text("Notices")), doc.Bullets(notices)] if notices else []

    def standings(self) -> list[doc.Block]:
        """The result of the game, once it has ended; one that was cancelled has no standings."""
        if not self.table.standings:
            return []
        return [doc.Heading(self.catalogue.text("How it ended")), *self.presenter.standings()]

    def news(self, news: Sequence[Event]) -> list[doc.Block]:
        """The events, a list for each turn."""
        blocks: list[doc.Block] = [doc.Bullets(tuple(chapter)) for chapter in self.presenter.turns(news)]
        return [doc.Heading(self.catalogue.text("What happened")), *blocks] if blocks else []

    def position(self) -> list[doc.Block]:
        """The position as all see it, and what else is shown to everybody."""
        blocks = self.presenter.position(self.context.latest)
        return [*with_whole_map(blocks, self.presenter, self.context.page_url), *self.presenter.revealed(self.view)]

    def viewer_blocks(self, legal: Sequence[Action], *, options: bool = True) -> list[doc.Block]:
        """The viewer's own part: what they alone may see, and what they may do, with the orders to send for it.

        Without `options` it tells only their hand and what they are likely to answer.
        """
        if self.view.seat is None or self.table.over:
            return []
        blocks: list[doc.Block] = [doc.Heading(self.presenter.hand_title(self.view)), self.presenter.hand(self.view)]
        blocks += self._waiting()
        suggested = self.presenter.suggestions(legal)
        if suggested:
            blocks += self._orders(suggested if options else (), legal)
        return [*blocks, *self.presenter.prospects(self.view)] if options else blocks

    def whereabouts(self) -> list[doc.Block]:
        """The places where the whole position, and help with orders, are found, for a mail that shows neither."""
        text, url = self.catalogue.text, self.context.page_url
        link = doc.links(text("The map and all tables:"), url)
        if self.view.seat is None:
            return [*link]
        ways = {verb: in_words(f"{{{verb}}}", self.catalogue.language) for verb in ("status", "help")}
        sentence = text(
            "Reply `%(status)s` to get the map and all tables by email, or `%(help)s` to read how orders are written.",
            **ways,
        )
        return [*link, doc.Paragraph(sentence)]

    def order_help(self, legal: Sequence[Action]) -> list[doc.Block]:
        """Help with writing orders in this position, for the player to move; it comes last in a mail."""
        if self.view.seat is None or self.table.over or not self.presenter.suggestions(legal):
            return []
        text = self.catalogue.text
        sentence = text(
            'Write one order per line. Put "check" on the first line for a preview that changes nothing. "undo" and '
            '"restart" undo what no roll has made final. "help" explains all orders.'
        )
        return [doc.Heading(text("More about orders")), *self.presenter.order_help(), doc.Paragraph(sentence)]

    def _waiting(self) -> list[doc.Block]:
        if not self.context.waiting:
            return []
        text, language = self.catalogue.text, self.catalogue.language
        sentence = text(
            "Your next-turn orders are carried out as soon as your turn begins. Send `%(nothing)s` to cancel them, "
            "or new ones to replace them.",
            nothing=in_words("{next}: {none}", language),
        )
        lines = (in_words("{next}: ", language) + line for line in self.context.waiting)
        return [doc.Paragraph(sentence), doc.Orders(tuple(map(doc.OrderLine, lines)))]

    def dice_promise(self) -> list[doc.Block]:
        """The promise of this game's dice: the digest of their secret seed, and what they prove."""
        text = self.catalogue.text
        sentence = text(
            "Every roll comes from a seed that stays secret until the game is over. Its SHA-256 fingerprint is"
        )
        return [doc.Lines((sentence, self.context.commitment)), *self.claims()]

    def claims(self) -> list[doc.Block]:
        """The things that the dice of this game prove, and against whom."""
        zone, seats = self.context.zone, self.context.seats
        return [doc.Paragraph(describe_claim(claim, seats, self.catalogue, zone)) for claim in self.context.claims]

    def dice_proof(self) -> list[doc.Block]:
        """The proof of the dice, once the game is over: its seed, and how to check them."""
        if not (self.table.over and self.context.seed_revealed):
            return []
        text = self.catalogue.text
        sentence = text(
            "The dice can be checked: every roll follows from the seed below, whose SHA-256 fingerprint was shown "
            'before the game. Export the game record and run "pbem dice verify" on it.'
        )
        seed = doc.Lines((text("Seed"), self.context.seed_revealed, "SHA-256", self.context.commitment))
        return [doc.Paragraph(sentence), seed, *self.claims()]

    def signature(self, *, linked: bool = True) -> doc.Signature:
        """The game and the server that the report is from, and its page unless the report names that elsewhere."""
        found = signature(self.context)
        return found if linked else doc.Signature(found.name, "")

    def _whose_turn(self) -> tuple[str, ...]:
        text, turn, at = self.catalogue.text, self.table.turn, self.context.deadline
        moment = turn_in_words(self.table.kind, self.table.year, turn.number, self.catalogue, len(self.context.seats))
        sentence = (
            text("It's your turn (%(moment)s).", moment=moment)
            if self.view.seat == turn.seat
            else text("It's %(player)s's turn (%(moment)s).", player=self.presenter.player(turn.seat), moment=moment)
        )
        if at is None:
            return (sentence,)
        deadline = self.catalogue.moment(at, self.context.zone)
        if self.context.is_overdue:
            return (sentence, text("Overdue: the deadline was %(deadline)s.", deadline=deadline))
        return (sentence, text("Deadline: %(deadline)s.", deadline=deadline))

    def _orders(self, suggested: Sequence[doc.OrderLine], legal: Sequence[Action]) -> list[doc.Block]:
        text = self.catalogue.text
        sheet = [in_words("{confirm}", self.catalogue.language)]
        sentence = text("After that, you can send any of these lines as they are. Text after # is a comment:")
        if not self.supposed:
            sentence = text("You can send any of these lines as they are. Text after # is a comment:")
            sheet = self.presenter.suggested_orders(legal)
        blocks: list[doc.Block] = [
            doc.Paragraph(text("You could send:")),
            doc.Orders(tuple(map(doc.OrderLine, sheet))),
        ]
        if self.context.by_mail:
            blocks.append(doc.Paragraph(text("Just reply to this email with your orders on top, one per line.")))
        if suggested:
            blocks += [doc.Paragraph(sentence), doc.Orders(tuple(suggested))]
        return [*blocks, *map(doc.Paragraph, self.presenter.hints())]


def result_in_words(presenter: Presenter, kind: str, ended: str, catalogue: Catalogue) -> str:
    """The winners, and why the game is over, in sentences; `ended` is its reason as the log has it."""
    won, ending = presenter.winners(), catalogue.text(presentation_of(kind).endings[ended])
    return catalogue.text("The game is over: %(won)s It ended because %(ending)s.", won=won, ending=ending)


def with_whole_map(blocks: Sequence[doc.Block], presenter: Presenter, page_url: str) -> list[doc.Block]:
    """The blocks with a link to all of the map behind a drawing that shows a part of it."""
    if presenter.map is None or not presenter.map.is_cut or not page_url:
        return list(blocks)
    link = doc.links(presenter.catalogue.text("The whole map:"), f"{page_url}/map.svg")
    found: list[doc.Block] = []
    for block in blocks:
        found += [block, *link] if isinstance(block, doc.Drawing) else [block]
    return found


def signature(context: GameContext) -> doc.Signature:
    """The game and the server that a mail is from, and the game's page."""
    return doc.Signature(f"{context.name}, {context.server_name}", context.page_url)
