"""Guides as HTML for a page of the website."""

import struct
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from pbem.guide.guides import PICTURES, GuidePage, anchor, is_heading, plain

_SIZE: Final = slice(16, 24)
"""Where a PNG tells its width and height."""


class _Renderer(RendererHTML):
    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<pre {_scrolled(tokens[idx])}><code>{escape(tokens[idx].content)}</code></pre>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<div class="wide" {_scrolled(tokens[idx])}>\n<table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table>\n</div>\n"


_MARKDOWN: Final = MarkdownIt("commonmark", renderer_cls=_Renderer)


def body_html(guide: GuidePage, is_page: Callable[[str], bool]) -> Markup:
    """Render the sections of a guide. A path in code becomes a link where it `is_page` of the website.

    Links to other guides are relative to the page of this one. A link to a file that is no guide is left out and its
    words stay, since the website has no such page.
    """
    tokens = list(_rewritten(guide.body, is_page))
    return Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def _rewritten(tokens: Sequence[Token], is_page: Callable[[str], bool]) -> Iterator[Token]:
    section = "content"
    for at, token in enumerate(tokens):
        new = copy(token)
        if is_heading(token):
            section = anchor(plain(tokens[at + 1]))
            new.attrs = {"id": section}
        elif token.type in ("fence", "table_open"):
            new.attrs = {"aria-labelledby": section}
        elif token.children:
            new.children = list(_linked(token.children, is_page))
        yield new


def _linked(children: Sequence[Token], is_page: Callable[[str], bool]) -> Iterator[Token]:
    """The words of a paragraph, with links and pictures as the website has them."""
    is_kept = True
    for child in children:
        new = copy(child)
        if child.type == "link_open":
            address = _address(str(child.attrs["href"]))
            is_kept = address is not None
            new.attrs = {"href": address or ""}
        elif child.type == "image":
            source = str(child.attrs["src"])
            new.attrs = {**child.attrs, "loading": "lazy", **_size(source)}
        elif child.type == "code_inline" and is_page(child.content):
            yield _tag("link_open", 1, {"href": f"..{child.content}"})
            yield new
            new = _tag("link_close", -1)
        if is_kept or child.type not in ("link_open", "link_close"):
            yield new


def _address(target: str) -> str | None:
    """The address of what a link leads to, from the page of a guide; None if the website does not have it."""
    page, has_suffix, rest = target.partition(".md")
    if target.startswith(("#", "https://")):
        return target
    return f"{page}{rest}" if has_suffix and "/" not in page else None


def _tag(kind: str, nesting: int, attrs: dict[str, str | int | float] | None = None) -> Token:
    return Token(kind, "a", -1 if nesting < 0 else 1, attrs=attrs or {})


def _size(source: str) -> dict[str, int]:
    width, height = struct.unpack(">II", (PICTURES / source.rpartition("/")[2]).read_bytes()[_SIZE])
    return {"width": width, "height": height}


def _scrolled(token: Token) -> str:
    return f'tabindex="0" role="group" aria-labelledby="{token.attrs["aria-labelledby"]}"'
