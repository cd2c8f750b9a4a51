"""Documents as mails have them: as plain text in lines of at most `WIDTH` columns, and as HTML."""

import re
from collections.abc import Sequence
from functools import cache, singledispatch
from typing import Final

import css_inline
from markupsafe import Markup, escape
from msgspec.structs import replace

from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.dice import glyph_of, in_glyphs, in_signs
from pbem.reports.document import (
    Block,
    Bullets,
    Document,
    Drawing,
    Entries,
    Fates,
    Grid,
    Hand,
    Lines,
    ListEntry,
    Orders,
    Paragraph,
    Signs,
)
from pbem.templates import render

WIDTH: Final = 72
"""Columns of a mail, so that it survives one or two quotations."""

_HANG: Final = "   "
_NOTES_AT: Final = 26
"""The last column at which the notes of a list begin, except behind longer orders."""


def wrap(text: str, indent: str = "", hang: str | None = None) -> list[str]:
    """A text in lines, the first after `indent`, the others after `hang` (else spaces as wide as `indent`).

    A word longer than a line stays whole, so that an address or an order is never broken.
    """
    rest = " " * len(indent) if hang is None else hang
    lines: list[str] = []
    line = indent
    for word in text.split():
        if len(line) + len(word) > WIDTH and line.strip() and line != indent:
            lines.append(line.rstrip())
            line = rest
        line += f"{word} "
    return [*lines, line.rstrip()]


def flow(items: Sequence[str], gap: str = "   ", indent: str = "") -> list[str]:
    """Short items one after the other, none of them broken, in as many lines as it takes."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(gap) + len(item) <= WIDTH:
            lines[-1] += gap + item
        else:
            lines.append(indent + item)
    return lines


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Rows of cells as lines; the columns numbered in `right` are set to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def shortened(text: str, width: int) -> str:
    """A text cut to at most `width` signs, the last then being an ellipsis."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def side_by_side(blocks: Sequence[Sequence[str]], gap: int = 5) -> list[str]:
    """Blocks of lines, the left ones padded, the shorter ones filled up below."""
    height = max((len(block) for block in blocks), default=0)
    widths = [max(len(line) for line in block) + gap for block in blocks]
    filled = [[*block, *[""] * (height - len(block))] for block in blocks]
    return [
        "".join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*filled, strict=True)
    ]


def text_of(document: doc.Document) -> str:
    """The document as text: its parts with a blank line between, lines ending with a line feed."""
    words = catalogue(document.language)
    stretches = [lines_of(block, words) for block in document.blocks]
    return "\n".join("\n".join([*lines, ""]) for lines in stretches if lines)


@singledispatch
def lines_of(block: doc.Part, _words: Catalogue) -> list[str]:
    """A part as lines. Each kind of part has its own way; one that has none raises TypeError."""
    raise TypeError(f"no text for {type(block).__name__}")


@lines_of.register
def _lead(block: doc.Lead, _words: Catalogue) -> list[str]:
    return [*_each_wrapped(block.lines), *([block.place] if block.place else [])]


@lines_of.register
def _heading(block: doc.Heading, _words: Catalogue) -> list[str]:
    return [f"== {block.text} =="]


@lines_of.register
def _paragraph(block: doc.Paragraph, _words: Catalogue) -> list[str]:
    return wrap(block.text)


@lines_of.register
def _sentences(block: doc.Lines, _words: Catalogue) -> list[str]:
    return _each_wrapped(block.lines)


@lines_of.register
def _bullets(block: doc.Bullets, _words: Catalogue) -> list[str]:
    return [line for item in block.items for line in wrap(item, "- ")]


@lines_of.register
def _entries(block: doc.Entries, _words: Catalogue) -> list[str]:
    lines: list[str] = []
    for entry in block.items:
        lines += wrap(entry.head, hang=_HANG)
        for detail in entry.details:
            lines += wrap(detail, _HANG, _HANG * 2)
    return lines


@lines_of.register
def _glossary(block: doc.Glossary, _words: Catalogue) -> list[str]:
    lines: list[str] = []
    for entry in block.items:
        meaning, *examples = entry.details
        lines += ["", *wrap(entry.head, "  ", "      "), *wrap(meaning, "    ")]
        lines += [" " * max(0, min(6, WIDTH - len(example))) + example for example in examples]
    return lines[1:]


@lines_of.register
def _grid(block: doc.Grid, _words: Catalogue) -> list[str]:
    return table([block.head, *block.rows], right=frozenset(block.right))


@lines_of.register
def _drawing(block: doc.Drawing, _words: Catalogue) -> list[str]:
    return list(block.lines)


@lines_of.register
def _signs(block: doc.Signs, _words: Catalogue) -> list[str]:
    return list(block.lines)


@lines_of.register
def _tiles(block: doc.Tiles, _words: Catalogue) -> list[str]:
    return side_by_side([[tile.name, *tile.rows] for tile in block.items])


@lines_of.register
def _orders(block: doc.Orders, _words: Catalogue) -> list[str]:
    width = min(max((len(line.order) for line in block.lines), default=0), _NOTES_AT)
    noted = (_noted(line, width) for line in block.lines)
    return [line for lines in noted for line in lines]


def _noted(line: doc.OrderLine, width: int) -> list[str]:
    if not line.note:
        return [line.order]
    return wrap(line.note, f"{line.order:<{width}}  # ", f"{'':<{width}}  # ")


@lines_of.register
def _fates(block: doc.Fates, words: Catalogue) -> list[str]:
    return [line for fate in block.lines for line in _fate(fate, words)]


def _fate(fate: doc.Fate, words: Catalogue) -> list[str]:
    if not fate.message:
        return [f"{fate.number:>3}  {fate.quoted}  ({fate.word})"]
    sentence = words.text("%(fate)s: %(message)s", fate=fate.word, message=fate.message)
    lines = [
        f"{fate.number:>3}  {fate.quoted}",
        *(line for part in sentence.splitlines() for line in wrap(part, " " * 5)),
    ]
    if fate.nearest:
        lines += wrap(words.text("closest possible: %(order)s", order=fate.nearest), " " * 5)
    return lines


@lines_of.register
def _hand(block: doc.Hand, _words: Catalogue) -> list[str]:
    return _each_wrapped(tuple(filter(None, (block.behind, block.front))))


@lines_of.register
def _speech(block: doc.Speech, _words: Catalogue) -> list[str]:
    return [row for line in block.lines for row in wrap(line, _HANG)]


@lines_of.register
def _link(block: doc.Link, _words: Catalogue) -> list[str]:
    return wrap(f"{block.label} {block.shown}")


@lines_of.register
def _signature(block: doc.Signature, _words: Catalogue) -> list[str]:
    return [block.name, block.url] if block.url else [block.name]


@lines_of.register
def _footer(block: doc.Footer, _words: Catalogue) -> list[str]:
    return _each_wrapped(block.lines)


def _each_wrapped(texts: tuple[str, ...]) -> list[str]:
    return [line for text in texts for line in wrap(text)]


_CODE: Final = re.compile("`([^`]+)`")


def mail_html(document: Document, subject: str, picture: str | None) -> str:
    """The document as a page; `picture` is the address of its drawn map (`cid:...`), None where there is none.

    Raises jinja2.TemplateError when the templates are broken.
    """
    words = catalogue(document.language)
    page = render(
        "mail.html",
        words,
        document=document,
        subject=subject,
        picture=picture,
        glyph=glyph_of,
        coded=_coded,
        marked_up=lambda sentence: _coded(in_signs(sentence, words)),
    )
    return _inliner().inline(page)


def _coded(sentence: str) -> Markup:
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(sentence))))


def quotable(document: Document) -> list[str]:
    """The lines that the HTML shows, some of which the text has not: an answer may repeat them below its orders."""
    words = catalogue(document.language)
    shown = text_of(Document(document.language, tuple(_as_shown(block, words) for block in document.blocks)))
    return [line.replace("`", "") for line in shown.splitlines()]


def _as_shown(block: Block, words: Catalogue) -> Block:
    match block:
        case Drawing():
            return Paragraph(block.alt)
        case Grid() if block.faces:
            heads = (glyph_of(block.faces[at]) if at in block.faces else head for at, head in enumerate(block.head))
            return replace(block, head=tuple(heads))
        case Hand():
            return Lines((block.behind, "".join(map(glyph_of, block.faces)), block.front))
        case Signs() if block.text_only:
            return Lines(())
        case Orders():
            noted = ((line.order, in_glyphs(line.note, words)) for line in block.lines)
            return Lines(tuple(f"{order} # {note}" if note else order for order, note in noted))
        case Bullets():
            return Bullets(tuple(in_glyphs(item, words) for item in block.items))
        case Entries():
            return Entries(tuple(_entry_as_shown(entry, words) for entry in block.items))
        case Fates():
            return Fates(tuple(replace(fate, message=in_glyphs(fate.message, words)) for fate in block.lines))
    return block


def _entry_as_shown(entry: ListEntry, words: Catalogue) -> ListEntry:
    return ListEntry(entry.head, tuple(in_glyphs(detail, words) for detail in entry.details))


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False)
