"""Guides as plain text for a terminal."""

from collections.abc import Iterator, Sequence
from copy import copy
from io import StringIO
from typing import ClassVar, Final

from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.text import Text

from pbem.guide.guides import GuidePage

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
    topic, is_page, _section = target.partition(".md")
    return f"pbem guide {topic}" if is_page and "/" not in topic else None
