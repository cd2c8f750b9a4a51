"""Documents as the HTML of a mail: its style in every element, right without pictures and on a small screen."""

import re
from functools import cache
from typing import Final

import css_inline
from markupsafe import Markup, escape
from msgspec.structs import replace

from pbem.i18n import Catalogue, catalogue
from pbem.reports.dice_signs import glyph_of, in_glyphs, in_signs
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
from pbem.reports.plain import text_of
from pbem.templates import render

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
        said=lambda sentence: _coded(in_signs(sentence, words)),
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
