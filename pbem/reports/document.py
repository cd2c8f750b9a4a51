"""Reports as documents: headings, paragraphs, lists, tables, a map, orders.

A document is made once, with its report, in the reader's language, and is stored as JSON. `plain` turns it into the
text of a mail, `html` into its HTML, and the pages have templates for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rules_core.kernel.events import Event
from rules_core.kernel.record import Claim

Style: TypeAlias = Literal["good", "bad", "idle"]
Sign: TypeAlias = str
"""How a die looks: "straight", "curve", "share", "?", "transport", a game's own symbol, or the text written on it."""

Outcome: TypeAlias = Literal["done", "understood", "skipped", "refused", "unread", "not reached", "prose", "undone"]
"""What became of a line: `understood` in a preview, `undone` where it was done first and taken back with the letter.

It was `skipped` where its condition does not hold.
"""


class Part(msgspec.Struct, frozen=True, array_like=True):
    """The base of all parts: they never change, and are written with a tag that outlives the class's name."""

    @property
    def tag(self) -> str:
        """The tag that the part is written with, by which templates find what shows it."""
        return str(self.__struct_config__.tag)


class Lead(Part, frozen=True, tag="Lead"):
    """The opening of a mail: what is up, a sentence or two, each on a line of its own; then the place in the log."""

    lines: tuple[str, ...]
    place: str = ""


class Heading(Part, frozen=True, tag="Heading"):
    """Begins a section."""

    text: str


class Paragraph(Part, frozen=True, tag="Paragraph"):
    """Running text."""

    text: str


class Lines(Part, frozen=True, tag="Lines"):
    """Sentences that each begin a line."""

    lines: tuple[str, ...]


class Bullets(Part, frozen=True, tag="Bullets"):
    """A list, an item for each thing that happened."""

    items: tuple[str, ...]


class ListEntry(msgspec.Struct, frozen=True, array_like=True):
    """A thing and what is to say of it."""

    head: str
    details: tuple[str, ...] = ()


class Entries(Part, frozen=True, tag="Entries"):
    """Things, each with its details."""

    items: tuple[ListEntry, ...]


class Glossary(Part, frozen=True, tag="Glossary"):
    """A list of things that can be written, each with what it means and then examples of it."""

    items: tuple[ListEntry, ...]


class Grid(Part, frozen=True, tag="Grid"):
    """A table: its head, its rows, the numbers of the columns set to the right, and those whose head names a die."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    faces: dict[int, Sign] = {}


class Drawing(Part, frozen=True, tag="Drawing"):
    """The map: as a board to be drawn, in words for readers who do not see it, and as lines of signs for plain text."""

    board: msgspec.Raw
    """JSON, which the game that made it reads and draws."""
    alt: str
    lines: tuple[str, ...]
    kind: str = ""
    """Which game that is; empty in documents that were stored before this was told."""


class Signs(Part, frozen=True, tag="Signs"):
    """Lines whose columns matter. With `text_only` the drawing shows the same, and only plain text has them."""

    lines: tuple[str, ...]
    text_only: bool = False


class TilePicture(msgspec.Struct, frozen=True, array_like=True):
    """A tile as orders name it, and its squares as signs, row by row."""

    name: str
    rows: tuple[str, ...]


class Tiles(Part, frozen=True, tag="Tiles"):
    """Tiles side by side, for which there is room in a line of text."""

    items: tuple[TilePicture, ...]


class OrderLine(msgspec.Struct, frozen=True, array_like=True):
    """An order to send, and its effect."""

    order: str
    note: str = ""


class Orders(Part, frozen=True, tag="Orders"):
    """Orders to send as they are."""

    lines: tuple[OrderLine, ...]


class Fate(msgspec.Struct, frozen=True, array_like=True):
    """A line of a letter and what became of it: in a word, how that word is shown, and why."""

    number: int
    quoted: str
    style: Style
    word: str
    message: str = ""
    nearest: str = ""


class Fates(Part, frozen=True, tag="Fates"):
    """The lines of a letter."""

    lines: tuple[Fate, ...]


class Hand(Part, frozen=True, tag="Hand"):
    """A player's own dice: in words, then how many lie behind the screen, and the faces of those before it."""

    behind: str
    front: str
    hidden: int
    faces: tuple[Sign, ...]


class Speech(Part, frozen=True, tag="Speech"):
    """A text that a person wrote, line for line; blank lines are empty."""

    lines: tuple[str, ...]


class Link(Part, frozen=True, tag="Link"):
    """The place where something is found or sent: what it is, the address as it is shown, and as it is opened."""

    label: str
    shown: str
    url: str


def links(label: str, url: str) -> tuple[Link, ...]:
    """The link to a page, shown as its address; none where the reader can open no page."""
    return (Link(label, url, url),) if url else ()


class Signature(Part, frozen=True, tag="Signature"):
    """The game or server that a mail comes from, and the page that belongs to it, "" where the reader can open none."""

    name: str
    url: str


class Footer(Part, frozen=True, tag="Footer"):
    """Sentences about the mail itself, each on a line of its own, such as how to get no more like it."""

    lines: tuple[str, ...]


Block: TypeAlias = (
    Lead
    | Heading
    | Paragraph
    | Lines
    | Bullets
    | Entries
    | Glossary
    | Grid
    | Drawing
    | Signs
    | Tiles
    | Orders
    | Fates
    | Hand
    | Speech
    | Link
    | Signature
    | Footer
)


class Document(msgspec.Struct, frozen=True, array_like=True):
    """A whole report, in one language, from top to bottom."""

    language: str
    blocks: tuple[Block, ...]

    @property
    def board(self) -> "Drawable | None":
        """The board that the document shows, if any."""
        shown = (block for block in self.blocks if isinstance(block, Drawing))
        return next((Drawable(block.kind, bytes(block.board)) for block in shown), None)


def with_footer(document: Document, *lines: str) -> Document:
    """A document with lines added to its footer, which stands last but for the signature."""
    before = tuple(block for block in document.blocks if not isinstance(block, Footer | Signature))
    known = tuple(line for block in document.blocks if isinstance(block, Footer) for line in block.lines)
    signed = tuple(block for block in document.blocks if isinstance(block, Signature))
    return msgspec.structs.replace(document, blocks=(*before, Footer((*known, *lines)), *signed))


class Drawable(NamedTuple):
    """A board as JSON, and the kind of game that draws it."""

    kind: str
    board: bytes
    title: str = ""
    """What stands beside it in a link preview, with a few lines; "" for a drawing that is none."""
    lines: tuple[str, ...] = ()


_DECODER = msgspec.json.Decoder(Document)


def closed_by(document: Document, closing: str) -> Document:
    """The document with further lines at its end, if there are any."""
    lines = tuple(filter(None, closing.split("\n")))
    return Document(document.language, (*document.blocks, Lines(lines))) if lines else document


def dumped(document: Document) -> str:
    """The document as JSON."""
    return msgspec.json.encode(document).decode()


def loaded(text: str) -> Document:
    """The document that was dumped. Raises msgspec.MsgspecError where it is none, or one of another time's form."""
    return _DECODER.decode(text)


@dataclass(frozen=True)
class GameContext:
    """Facts that a report gives of a game beyond its position: the public ones, and those for its reader alone."""

    tag: str
    """The game's short name in subjects: "e7"."""
    name: str
    kind: str
    """The kind of game, as its definition names it."""
    server_name: str
    seats: tuple[str, ...]
    """The players' public names, by seat."""
    position: int
    """The number of the last entry in the game's log, printed as "Y3.2 #118"."""
    deadline: datetime | None
    """Until when the player to move has time; aware."""
    zone: str
    """The time zone in which the reader is told the time: "Europe/Berlin"."""
    page_url: str
    """The game's page; "" where the reader can open none."""
    commitment: str
    """SHA-256 of the dice seed, in hexadecimal."""
    seed_revealed: str | None
    """The dice seed in hexadecimal, once the game is over; None before."""
    is_overdue: bool = False
    """Whether the deadline has passed."""
    is_held: bool = False
    """Whether a moderator holds the game, so that no time runs."""
    by_mail: bool = True
    """Whether this is read in a mail, which can be answered, or on a page, which has a form."""
    notices: Sequence[str] = ()
    """What befell the game from outside and the reader was not told yet, in sentences."""
    waiting: Sequence[str] = field(default=(), repr=False)
    """The orders that the reader has given for their next turn, line by line; only they are told."""
    standing: "StandingResult | None" = field(default=None, repr=False)
    """What has become of them, where they wait no longer and they were not told yet."""
    latest: Sequence[Event] = field(default=(), repr=False)
    """What happened last, which the map marks: in the turn being played, or in the one before it."""
    claims: Sequence[Claim] = ()
    """What the dice prove and against whom, where the report tells it: the first one, and `status`."""


@dataclass(frozen=True)
class AnsweredLine:
    """A line of a letter and what became of it.

    `message` says what was done or why not; `nearest` is the nearest legal order, where one is known.
    """

    number: int
    text: str
    outcome: Outcome
    message: str
    nearest: str | None = None


@dataclass(frozen=True)
class StandingResult:
    """Orders that a player had given for a turn, and what became of them: in sentences, and line by line."""

    sentences: tuple[str, ...]
    lines: tuple[AnsweredLine, ...] = field(repr=False)


@dataclass(frozen=True)
class Message:
    """A mail's subject, its plain text, lines ending with a line feed, and the document that is the text of."""

    subject: str
    text: str = field(repr=False)
    document: Document = field(repr=False)
