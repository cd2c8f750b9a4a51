"""The parts of a digest: one game as its reader knows it, short, without the map."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from pbem.games.compose import subject
from pbem.games.sections import Sections
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.reports.context import GameContext
from pbem.reports.press import Piece, heading
from rules_core.kernel.events import Action, Event
from rules_core.kernel.position import SeatView


@dataclass(frozen=True)
class Chapter:
    """What is told of one game: the reader's view, what happened, what was written to him, and what he may do.

    `address` is where his orders go; empty where he is not to move, or only watches.
    """

    view: SeatView
    context: GameContext
    news: Sequence[Event] = field(repr=False)
    press: Sequence[Piece] = field(repr=False)
    legal: Iterable[Action] = ()
    address: str = field(default="", repr=False)

    @property
    def is_new(self) -> bool:
        """Whether there is anything that the reader was not told yet."""
        return bool(self.news or self.press or self.context.notices)

    @property
    def waits(self) -> bool:
        """Whether it is the reader's turn."""
        return self.address != ""


def chapter(told: Chapter, words: Catalogue) -> list[doc.Block]:
    """A game as parts of a document, with a heading."""
    text, context = words.text, told.context
    parts = Sections(told.view, context, words)
    title = f"{context.tag} {context.name}"
    if told.view.seat is None:
        title = text("%(game)s (you watch)", game=title)
    blocks: list[doc.Block] = [doc.Heading(title), doc.Lines(parts.headline())]
    if context.notices:
        blocks += [_label(text("Notices")), doc.Bullets(tuple(context.notices))]
    happened = [doc.Bullets(tuple(sentences)) for sentences in parts.presenter.turns(told.news)]
    if happened:
        blocks += [_label(text("What happened")), *happened]
    for piece in told.press:
        blocks += [_label(heading(piece, words)), doc.Speech(tuple(piece.lines))]
    if told.waits:
        blocks += _turn(told, parts, words)
    return [*blocks, doc.Link(text("The game's page:"), context.page_url or "", context.page_url or "")]


def _turn(told: Chapter, parts: Sections, words: Catalogue) -> list[doc.Block]:
    text, context = words.text, told.context
    sheet = parts.presenter.order_sheet(tuple(told.legal))
    url = f"mailto:{told.address}?subject={quote(f'Re: {subject(context)}')}"
    return [
        parts.presenter.hand(told.view),
        doc.Link(text("Your orders for %(tag)s go to", tag=context.tag), told.address, url),
        _label(text("You might write:")),
        doc.Orders(tuple(doc.OrderLine(order) for order in sheet)),
    ]


def _label(text: str) -> doc.Entries:
    return doc.Entries((doc.Entry(text),))
