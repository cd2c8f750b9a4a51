"""The guides that there are, by the reader whom each is for."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pbem.i18n import N_

READERS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("For players"): ("player", "website", "fairness"),
    N_("For moderators"): ("moderator",),
    N_("For hosts"): ("host", "host-mail", "host-delivery"),
    N_("For contributors"): ("contributor", "contributor-server"),
    N_("Versions"): ("changes",),
}
"""The topics of each reader, under message ids. A topic is the name of its file without `.md`."""
PICTURES: Final = Path(__file__).parent / "pictures"
_FOLDER: Final = Path(__file__).parent
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
"""CommonMark with tables. HTML in a text is shown as text."""
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


def nearest(word: str) -> str | None:
    """The topic that may have been meant by a word that is none."""
    topics = [topic for topics in READERS.values() for topic in topics]
    return next(iter(difflib.get_close_matches(word.lower(), topics, n=1)), None)


def is_heading(token: Token) -> bool:
    """Whether a heading begins with a token; the next one is its text."""
    return token.type == "heading_open"


def plain(inline: Token) -> str:
    """The words of a heading or paragraph, without what marks them."""
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or ())


def anchor(heading: str) -> str:
    """The anchor of a heading, made as code hosts make it, so that a link leads to the same place there and here."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
