"""Documents as the HTML of a mail: its style in every element, right without pictures and on a small screen."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import css_inline
from msgspec.structs import replace

from pbem.i18n import catalogue
from pbem.reports.document import Block, Document, Drawing, Grid, Hand, Lines, Orders, Paragraph, Sign, Signs
from pbem.reports.plain import text_of
from pbem.reports.symbols import symbol_of
from pbem.templates import render

GLYPHS: Final[Mapping[Sign, str]] = {"straight": "━", "curve": "┗", "share": "$", "transport": "t", "?": "?"}
"""Dice as signs in a frame, which no mail program holds back as it does pictures; other dice are what they show."""


def mail_html(document: Document, subject: str, picture: str | None) -> str:
    """The document as a page; `picture` is the address of its drawn map (`cid:...`), None where there is none.

    Raises jinja2.TemplateError when the templates are broken.
    """
    page = render(
        "mail.html",
        catalogue(document.language),
        document=document,
        subject=subject,
        picture=picture,
        glyph=_glyph,
    )
    return _inliner().inline(page)


def quotable(document: Document) -> list[str]:
    """The lines that the HTML shows, some of which the text has not: an answer may repeat them below its orders."""
    return text_of(Document(document.language, tuple(map(_as_shown, document.blocks)))).splitlines()


def _as_shown(block: Block) -> Block:
    """Convert a part to one of plain text that says what the part says in HTML."""
    match block:
        case Drawing():
            return Paragraph(block.alt)
        case Grid() if block.faces:
            heads = (_glyph(block.faces[at]) if at in block.faces else head for at, head in enumerate(block.head))
            return replace(block, head=tuple(heads))
        case Hand():
            return Lines((block.behind, "".join(map(_glyph, block.faces)), block.front))
        case Signs() if block.text_only:
            return Lines(())
        case Orders():
            return Lines(tuple(f"{line.order} # {line.note}" if line.note else line.order for line in block.lines))
    return block


def _glyph(sign: Sign) -> str:
    symbol = symbol_of(sign)
    return symbol.glyph if symbol else GLYPHS.get(sign, sign)


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False)
