"""Whole messages, and parts of digests: a position as one seat sees it and what happened, as a document."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias
from urllib.parse import quote

from pbem.commands.orders.verbs import entries, notes, opening
from pbem.commands.tokens import MAX_ECHOED, MOST_EXPLAINED
from pbem.games.guide import TITLE, silence_blocks
from pbem.games.presentation import presentation_of
from pbem.games.sections import Sections, signature
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from pbem.reports.document import AnsweredLine, GameContext, Message, Outcome, StandingResult
from pbem.reports.plain import shortened, text_of
from pbem.reports.press import PressPiece, heading
from rules_core.kernel.events import Action, Begun, Event
from rules_core.kernel.position import SeatView

LookedUp: TypeAlias = Literal["help", "rules"]
"""A text that a letter may ask for, whatever the position."""
LOOKED_UP: Final[tuple[LookedUp, ...]] = ("help", "rules")
_OUTCOMES: Final[Mapping[Outcome, tuple[str, doc.Style]]] = {
    "done": (N_("done"), "good"),
    "understood": (N_("understood"), "good"),
    "skipped": (N_("skipped"), "idle"),
    "refused": (N_("REFUSED"), "bad"),
    "unread": (N_("NOT UNDERSTOOD"), "bad"),
    "not reached": (N_("not reached"), "idle"),
    "prose": (N_("comment"), "idle"),
    "undone": (N_("not done"), "idle"),
}
SHOWN_WHOLE: Final = 60
"""Signs of a player's line that an answer repeats."""


class Named(Protocol):
    """A game by its public names."""

    @property
    def tag(self) -> str:
        """The short one: "e7"."""

    @property
    def name(self) -> str:
        """The name that its players gave it."""

    @property
    def kind(self) -> str:
        """The kind of the game, as its definition names it."""


def subject(game: Named) -> str:
    """The subject of all mails of a game; it never changes, so that mail programs keep them in one thread."""
    return f"[{presentation_of(game.kind).title} {game.tag}] {game.name}"


def turn_report(
    view: SeatView,
    news: Sequence[Event],
    context: GameContext,
    catalogue: Catalogue,
    *,
    year_ended: bool,
    legal: Iterable[Action] = (),
    ascii_only: bool = False,
) -> Message:
    """Compose the mail to a player or spectator when the turn has moved on, the year has ended, or the game is over.

    `news` is what happened since the last mail; `legal` are the viewer's legal actions, none when another is to play.
    """
    parts = Sections(view, context, catalogue, ascii_only=ascii_only)
    opening, may = parts.headline(), tuple(legal)
    if year_ended and not view.table.over:
        opening = (*opening, catalogue.text("Year %(year)s has ended.", year=view.table.year - 1))
    begins = any(isinstance(event, Begun) for event in news)
    own_blocks, happened = parts.viewer_blocks(may), parts.news(news)
    is_to_move = view.seat == view.table.turn.seat
    blocks = [
        doc.Lead(opening, parts.place),
        *parts.standings(),
        *parts.notices(),
        *standing_blocks(context.standing, catalogue),
        *([*own_blocks, *happened] if is_to_move else [*happened, *own_blocks]),
        *parts.position(),
        *parts.order_help(may),
        *_footer(parts, sealed=begins),
    ]
    return message_of(context, catalogue, blocks)


def answer(
    view: SeatView,
    outcome: Sequence[AnsweredLine],
    news: Sequence[Event],
    context: GameContext,
    catalogue: Catalogue,
    *,
    heading: str,
    supposed: bool = False,
    legal: Iterable[Action] = (),
    ascii_only: bool = False,
) -> Message:
    """The answer to a letter: `heading` sums it up, then come each line's outcome and the position reached.

    `supposed` says that the position is the one the orders would lead to. `news` is what happened beyond the lines' own
    messages, such as the end of the year.
    """
    parts = Sections(view, context, catalogue, ascii_only=ascii_only, supposed=supposed)
    fates = fates_of(outcome, catalogue)
    where = catalogue.text("The game after these orders") if supposed else catalogue.text("The game now")
    heading_of_letter = doc.Heading(catalogue.text("Your orders, line by line"))
    letter: list[doc.Block] = [heading_of_letter, fates] if fates.lines else []
    more_blocks: list[doc.Block] = [*letter, *standing_blocks(context.standing, catalogue)]
    opening: list[doc.Block] = [doc.Lead((heading,)), parts.whose_turn()]
    if more_blocks:
        opening = [doc.Lead((heading,), parts.place), *more_blocks, doc.Heading(where), doc.Lines(parts.headline())]
    may = tuple(legal)
    blocks = [
        *opening,
        *parts.standings(),
        *parts.notices(heading),
        *parts.viewer_blocks(may),
        *parts.news(news),
        *parts.position(),
        *parts.order_help(may),
        *_footer(parts),
    ]
    return message_of(context, catalogue, blocks)


def brief(
    view: SeatView,
    outcome: Sequence[AnsweredLine],
    news: Sequence[Event],
    context: GameContext,
    catalogue: Catalogue,
    *,
    heading: str,
    supposed: bool = False,
    legal: Iterable[Action] = (),
    options: bool = False,
) -> Message:
    """A mail without map and tables: the subject, what was done, the viewer's own things, and a link to the position.

    For a reader who has seen the position: a reminder or notice, or, with `options`, the answer to a letter that
    changed nothing. `supposed` as in `answer`.
    """
    parts = Sections(view, context, catalogue, supposed=supposed)
    fates = fates_of(outcome, catalogue)
    heading_of_letter = doc.Heading(catalogue.text("Your orders, line by line"))
    letter: list[doc.Block] = [heading_of_letter, fates] if fates.lines else []
    blocks: list[doc.Block] = [
        doc.Lead((heading,)),
        parts.whose_turn(),
        *parts.notices(heading),
        *letter,
        *standing_blocks(context.standing, catalogue),
        *parts.standings(),
        *parts.viewer_blocks(tuple(legal), options=options),
        *parts.news(news),
        *parts.whereabouts(),
        *parts.dice_proof(),
        parts.signature(linked=False),
    ]
    return message_of(context, catalogue, blocks)


def looked_up(heading: str, context: GameContext, catalogue: Catalogue, names: Collection[LookedUp]) -> Message:
    """The answer to `help` or `rules silent`: what was asked for, and nothing else."""
    blocks: list[doc.Block] = [doc.Lead((heading,)), *_texts(catalogue, context.kind, names), signature(context)]
    return message_of(context, catalogue, blocks)


def status_report(
    view: SeatView,
    context: GameContext,
    catalogue: Catalogue,
    *,
    legal: Iterable[Action] = (),
    ascii_only: bool = False,
) -> Message:
    """The position alone, as `status` and the web page give it."""
    parts, may = Sections(view, context, catalogue, ascii_only=ascii_only), tuple(legal)
    blocks = [
        doc.Lead(parts.headline(), parts.place),
        *parts.standings(),
        *parts.notices(),
        *parts.viewer_blocks(may),
        *parts.position(),
        *parts.order_help(may),
        *_footer(parts, sealed=True),
    ]
    return message_of(context, catalogue, blocks)


def help_blocks(catalogue: Catalogue, kind: str) -> list[doc.Block]:
    """The order language of a kind of game as parts of a document."""
    verbs = entries(catalogue, kind)
    return [
        *(doc.Paragraph(text) for text in opening(catalogue)),
        doc.Glossary(tuple(doc.ListEntry(verb.shape, (verb.explanation, *verb.examples)) for verb in verbs)),
        *(doc.Paragraph(text) for text in notes(catalogue, kind)),
    ]


def message_of(game: Named, catalogue: Catalogue, blocks: Sequence[doc.Block]) -> Message:
    """A mail of a game, made of these parts."""
    document = doc.Document(catalogue.language, tuple(blocks))
    return Message(subject(game), text_of(document), document)


def with_looked_up(message: Message, catalogue: Catalogue, kind: str, names: Collection[LookedUp]) -> Message:
    """The message with what else was asked for of a kind of game behind it, before its signature."""
    *blocks, signature = message.document.blocks
    texts = _texts(catalogue, kind, names)
    return _with_document(message, doc.Document(catalogue.language, (*blocks, *texts, signature)))


def _texts(catalogue: Catalogue, kind: str, names: Collection[LookedUp]) -> list[doc.Block]:
    """The game's order language, and where its rulebook is silent, as far as they are asked for."""
    blocks: list[doc.Block] = []
    if "help" in names:
        blocks += [doc.Heading(catalogue.text("How to write orders")), *help_blocks(catalogue, kind)]
    if "rules" in names:
        blocks += [doc.Heading(catalogue.text(TITLE)), *silence_blocks([kind], catalogue, {})]
    return blocks


def with_footer(message: Message, *lines: str) -> Message:
    """The message with lines in its footer: the one place for what is said of the mail itself, not of the game."""
    return _with_document(message, doc.with_footer(message.document, *lines))


def _with_document(message: Message, document: doc.Document) -> Message:
    return Message(message.subject, text_of(document), document)


def opened_by(message: Message, blocks: Sequence[doc.Block]) -> Message:
    """The message with these parts right behind its opening."""
    if not blocks:
        return message
    first, *rest = message.document.blocks
    return _with_document(message, doc.Document(message.document.language, (first, *blocks, *rest)))


def fates_of(lines: Sequence[AnsweredLine], catalogue: Catalogue) -> doc.Fates:
    """The lines of a letter with their fates; blank ones are left out."""
    shown, left_out = echoed(lines)
    shortened_lines = [(line, shortened(_printable(line.text), SHOWN_WHOLE)) for line in shown]
    fates = [_fate(line, quoted, catalogue) for line, quoted in shortened_lines if quoted]
    if left_out:
        fates.append(doc.Fate(left_out[0].number, "...", "idle", not_repeated(len(left_out), catalogue)))
    return doc.Fates(tuple(fates))


def echoed(lines: Sequence[AnsweredLine]) -> tuple[list[AnsweredLine], list[AnsweredLine]]:
    """Part the lines of a letter that are not blank into those that its answer repeats, and those that it only counts.

    Lines that keep the letter from being carried out are always repeated. Lines without a message, such as comments and
    lines that were not reached, are repeated up to a limit, and the others up to the number that a person writes.
    """
    shown: list[AnsweredLine] = []
    left_out: list[AnsweredLine] = []
    plain = long_count = 0
    for line in lines:
        if not line.text.strip():
            continue
        is_explained, is_wrong = bool(line.message), line.outcome in ("refused", "unread")
        long_count, plain = long_count + is_explained, plain + (not is_explained)
        is_kept = is_wrong or (long_count <= MOST_EXPLAINED if is_explained else plain <= MAX_ECHOED)
        (shown if is_kept else left_out).append(line)
    return shown, left_out


def not_repeated(count: int, catalogue: Catalogue) -> str:
    """The sentence on lines that an answer does not repeat."""
    return catalogue.plural("%(n)s more line is not repeated here", "%(n)s more lines are not repeated here", count)


def standing_blocks(standing: StandingResult | None, catalogue: Catalogue) -> list[doc.Block]:
    """The fates of the standing orders that the reader had given for their turn; empty where there were none."""
    if standing is None:
        return []
    heading = doc.Heading(catalogue.text("Your next-turn orders"))
    return [heading, doc.Lines(standing.sentences), fates_of(standing.lines, catalogue)]


def _fate(line: AnsweredLine, quoted: str, catalogue: Catalogue) -> doc.Fate:
    word, style = _OUTCOMES[line.outcome]
    return doc.Fate(line.number, quoted, style, catalogue.text(word), line.message, line.nearest or "")


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


def _footer(parts: Sections, *, sealed: bool = False) -> list[doc.Block]:
    return [*(parts.dice_proof() or (parts.dice_promise() if sealed else [])), parts.signature()]


@dataclass(frozen=True)
class Chapter:
    """The news of one game for one reader: their view, what happened, messages to them, and what they may do.

    `address` is where their orders go, empty where it is not their turn, or they only watch; `code` is the line that
    names the game where the address does not.
    """

    view: SeatView
    context: GameContext
    news: Sequence[Event] = field(repr=False)
    press: Sequence[PressPiece] = field(repr=False)
    legal: Iterable[Action] = ()
    address: str = field(default="", repr=False)
    code: str = field(default="", repr=False)

    @property
    def is_new(self) -> bool:
        """Whether there is anything that the reader was not told yet."""
        return bool(self.news or self.press or self.context.notices)

    @property
    def waits(self) -> bool:
        """Whether it is the reader's turn."""
        return self.address != ""


def chapter(content: Chapter, words: Catalogue) -> list[doc.Block]:
    """A game as parts of a document, with a heading."""
    text, context = words.text, content.context
    parts = Sections(content.view, context, words)
    title = f"{context.tag} {context.name}"
    if content.view.seat is None:
        title = text("%(game)s (watching)", game=title)
    blocks: list[doc.Block] = [doc.Heading(title), doc.Lines(parts.headline())]
    if context.notices:
        blocks += [_label(text("Notices")), doc.Bullets(tuple(context.notices))]
    if content.waits:
        blocks += _turn(content, parts, words)
    happened = [doc.Bullets(tuple(sentences)) for sentences in parts.presenter.turns(content.news)]
    if happened:
        blocks += [_label(text("What happened")), *happened]
    for piece in content.press:
        blocks += [_label(heading(piece, words)), doc.Speech(tuple(piece.lines))]
    return [*blocks, *doc.links(text("The game's page:"), context.page_url)]


def _turn(content: Chapter, parts: Sections, words: Catalogue) -> list[doc.Block]:
    text, context = words.text, content.context
    sheet = parts.presenter.suggested_orders(tuple(content.legal))
    url = f"mailto:{content.address}?subject={quote(f'Re: {subject(context)}')}"
    if content.code:
        url += f"&body={quote(content.code)}%0D%0A"
    return [
        parts.presenter.hand(content.view),
        doc.Link(text("Your orders for %(tag)s go to", tag=context.tag), content.address, url),
        _label(text("For example, write:")),
        doc.Orders(tuple(map(doc.OrderLine, filter(None, (content.code, *sheet))))),
    ]


def _label(text: str) -> doc.Entries:
    return doc.Entries((doc.ListEntry(text),))
