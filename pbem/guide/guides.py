"""The guides that there are, by the reader whom each is for, as HTML for the website and as plain text for a
terminal.
"""

import difflib
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.text import Text

from pbem.i18n import N_

READERS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("For players"): ("player", "website", "fairness"),
    N_("For moderators"): ("moderator",),
    N_("For hosts"): (
        "host",
        "host-mail",
        "host-delivery",
        "host-service",
        "host-watching",
        "host-postgresql",
        "host-size",
    ),
    N_("For contributors"): ("contributor", "contributor-server"),
    N_("Versions"): ("changes",),
}
"""The topics of each reader, under message ids. A topic is the name of its file without `.md`."""
PICTURES: Final = Path(__file__).parent / "pictures"
UNITS: Final = Path(__file__).parent / "units"
"""The folder of the files that hosts put beside their server: units, images, proxies."""
_FOLDER: Final = Path(__file__).parent
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
"""CommonMark with tables. HTML in a text is shown as text."""
_TO_UNITS: Final = f"{UNITS.name}/"
"""How a guide's link to a file of UNITS begins."""
_OPENING: Final = 6
"""Tokens of the title and of the paragraph below it."""


@dataclass(frozen=True)
class GuidePage:
    """A guide: a title, a paragraph that says what it is about, and the rest, in sections."""

    topic: str
    text: str

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The markdown-it tokens of the whole text, which callers must not change."""
        return tuple(_MARKDOWN.parse(self.text))

    @property
    def title(self) -> str:
        """The first heading."""
        return plain(self.tokens[1])

    @property
    def lead(self) -> str:
        """The paragraph below the title."""
        return plain(self.tokens[4])

    @property
    def body(self) -> Sequence[Token]:
        """The sections: all that follows the lead."""
        return self.tokens[_OPENING:]

    @property
    def sections(self) -> Mapping[str, str]:
        """The titles of the sections by their anchors."""
        titles = [
            plain(following) for token, following in pairwise(self.tokens) if is_heading(token) and token.tag == "h2"
        ]
        return {anchor(title): title for title in titles}


def guides() -> Mapping[str, GuidePage]:
    """All guides by topic, in the order of READERS."""
    return {topic: _read(topic) for topics in READERS.values() for topic in topics}


@cache
def _read(topic: str) -> GuidePage:
    return GuidePage(topic, (_FOLDER / f"{topic}.md").read_text(encoding="utf-8"))


def units() -> Mapping[str, Path]:
    """The files of UNITS by their names."""
    return {path.name: path for path in sorted(UNITS.iterdir())}


def nearest(word: str) -> str | None:
    """The topic or file of UNITS that may have been meant by a word that is none."""
    known = {name.lower(): name for name in (*guides(), *units())}
    return next((known[name] for name in difflib.get_close_matches(word.lower(), known, n=1)), None)


def is_heading(token: Token) -> bool:
    """Whether a heading begins with a token; the next one is its text."""
    return token.type == "heading_open"


def plain(inline: Token) -> str:
    """The words of a heading or paragraph, without what marks them."""
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or ())


def anchor(heading: str) -> str:
    """The anchor of a heading, made as code hosts make it, so that a link leads to the same place there and here."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


_SIZE: Final = slice(16, 24)
"""Where a PNG tells its width and height."""


class _Renderer(RendererHTML):
    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<pre {_scrolled(tokens[idx])}><code>{escape(tokens[idx].content)}</code></pre>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<div class="wide" {_scrolled(tokens[idx])}>\n<table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table>\n</div>\n"


_HTML_OF_MARKDOWN: Final = MarkdownIt("commonmark", renderer_cls=_Renderer)


def body_html(guide: GuidePage, is_page: Callable[[str], bool]) -> Markup:
    """Render the sections of a guide. A path in code becomes a link where it `is_page` of the website.

    Links to other guides are relative to the page of this one. A link to a file that is no guide is left out and its
    words stay, since the website has no such page.
    """
    tokens = list(_rewritten(guide.body, is_page))
    return Markup(_HTML_OF_MARKDOWN.renderer.render(tokens, _HTML_OF_MARKDOWN.options, {}))


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
    if target.startswith(("#", "https://", _TO_UNITS)):
        return target
    return f"{page}{rest}" if has_suffix and "/" not in page else None


def _tag(kind: str, nesting: int, attrs: dict[str, str | int | float] | None = None) -> Token:
    return Token(kind, "a", -1 if nesting < 0 else 1, attrs=attrs or {})


def _size(source: str) -> dict[str, int]:
    width, height = struct.unpack(">II", (PICTURES / source.rpartition("/")[2]).read_bytes()[_SIZE])
    return {"width": width, "height": height}


def _scrolled(token: Token) -> str:
    return f'tabindex="0" role="group" aria-labelledby="{token.attrs["aria-labelledby"]}"'


WIDTH: Final = 80
"""Columns of a line; lines of code may be longer, since they are copied."""
_UNDERLINES: Final = {"h1": "=", "h2": "-"}


class _Underlined(Heading):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text
        if self.tag in _UNDERLINES:
            yield Text(_UNDERLINES[self.tag] * len(self.text))


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in str(self.text).rstrip().splitlines():
            yield Text(f"    {line}", no_wrap=True, overflow="ignore")


class _Text(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Underlined,
        "fence": _Code,
    }


def text_of(guide: GuidePage, width: int = WIDTH) -> str:
    """A guide as text, in lines of at most `width` columns."""
    rendered = _Text("", hyperlinks=False)
    rendered.parsed = list(_without_pictures([_reworded(token) for token in guide.tokens]))
    console = Console(file=StringIO(), width=width, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(rendered, soft_wrap=False, crop=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _without_pictures(tokens: Sequence[Token]) -> Iterator[Token]:
    pictures = {at for at, token in enumerate(tokens) if [child.type for child in token.children or ()] == ["image"]}
    return (token for at, token in enumerate(tokens) if not pictures & {at - 1, at, at + 1})


def _reworded(token: Token) -> Token:
    token = copy(token)
    if token.children:
        token.children = [_reworded(child) for child in _without_other_links(token.children)]
    elif token.type == "code_inline":
        token.content = f"`{token.content}`"
    return token


def _without_other_links(children: Sequence[Token]) -> Iterator[Token]:
    command: str | None = None
    for child in children:
        if child.type == "link_open":
            command = _command(str(child.attrs["href"]))
            child = copy(child)
            child.attrs = {"href": command or ""}
        if command or child.type not in ("link_open", "link_close"):
            yield child


def _command(target: str) -> str | None:
    if target.startswith("https://"):
        return target
    if target.startswith(_TO_UNITS):
        return f"pbem guide {target.removeprefix(_TO_UNITS)}"
    topic, is_page, _section = target.partition(".md")
    return f"pbem guide {topic}" if is_page and "/" not in topic else None
