"""The text that a person wrote in an HTML letter, as lines, and the ends of lines that a mail program made."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml import etree, html

from pbem.mail.reading.text import (
    MAX_ATTRIBUTES,
    MAX_ATTRIBUTES_OF_TAG,
    MAX_ELEMENTS,
    MAX_LINE,
    MAX_TAGS,
    plain,
    raw_lines,
)

_INDENTED: Final = "not(@class) and not(@type) and contains(translate(@style, ' ', ''), 'border:none')"


def _of_class(*names: str) -> tuple[str, ...]:
    return tuple(f"*[contains(concat(' ', @class, ' '), ' {name} ')]" for name in names)


_GMAIL_QUOTE: Final = _of_class("gmail_quote")
_QUOTES: Final = (
    f"blockquote[not({_INDENTED})]",  # Gmail and Apple indent a writer's own text by a blockquote without a border
    "*[@name='quote']",
    *_of_class("yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra"),
)
_ATTRIBUTIONS: Final = _of_class("moz-cite-prefix", "gmail_attr")
_SIGNATURES: Final = (*_of_class("gmail_signature", "moz-signature"), "*[@id='ms-outlook-mobile-signature']")
_QUOTE_STARTS: Final = tuple(
    f"*[@id='{name}']" for name in ("divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container")
)

_BLOCKS: Final = frozenset({"table", "tbody", "thead", "tfoot", "tr", "ul", "ol", "dl", "li", "dt", "dd", "caption"})
_CONFIG: Final = ParserConfig(css=STRICT_CSS_PROFILE)
_DROPPED: Final = "dropped"
"""A tag for elements that are taken out together: one by one, each would copy the text around it."""

_TAG_START: Final = re.compile(r"<(?=[a-zA-Z])")
_NAME: Final = re.compile(r"[^ \t\n\f\r/>]++")
_ATTRIBUTE: Final = re.compile(
    r"[ \t\n\f\r/]*+[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
    r"""(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:"[^"]*+"?|'[^']*+'?|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)?)?+"""
)
"""An attribute as HTML's tokenizer reads it (section 13.2.5); no two ways to read one, so that it takes linear time."""


class TooManyElementsError(ValueError):
    """The page holds more than `MAX_TAGS`, or more than `MAX_ELEMENTS` outside quotes."""


class TooManyAttributesError(ValueError):
    """A tag bears more than `MAX_ATTRIBUTES_OF_TAG`, or the whole page more than `MAX_ATTRIBUTES`."""


def page_lines(page: str) -> list[str]:
    """The lines of a page, without its quotes and signatures. Raises TooManyElementsError, TooManyAttributesError."""
    page = page.replace("\0", "")
    if page.count("<") > MAX_TAGS:
        raise TooManyElementsError
    _require_few_attributes(page)
    tree = _parse(page)
    if tree is None:
        return []
    _mark_quotes(tree)
    if tree.xpath("count(//*)") > MAX_ELEMENTS:
        raise TooManyElementsError
    _simplify(tree)
    return raw_lines(Inscriptis(tree, _CONFIG).get_text())


def _require_few_attributes(page: str) -> None:
    """Raise TooManyAttributesError before a parser sees them.

    Every `<` followed by a letter counts as a tag, even in a comment, a script or a quoted value, so that nothing
    escapes the count. Counted that way tags can be nested, hence the limit to what is read in all.
    """
    attributes, scanned = 0, 0
    for start in _TAG_START.finditer(page):
        borne, end = _attributes_at(page, start.end())
        attributes, scanned = attributes + borne, scanned + end - start.start()
        if borne > MAX_ATTRIBUTES_OF_TAG or attributes > MAX_ATTRIBUTES or scanned > 2 * len(page):
            raise TooManyAttributesError


def _attributes_at(page: str, at: int) -> tuple[int, int]:
    """Count the attributes behind a tag's `<`, at most one too many, and find where they end."""
    borne, found = -1, _NAME.match(page, at)
    while found is not None:
        borne, at = borne + 1, found.end()
        found = _ATTRIBUTE.match(page, at) if borne <= MAX_ATTRIBUTES_OF_TAG else None
    return borne, at


def _parse(page: str) -> Any:
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        return html.document_fromstring(page.encode("utf-8", "replace"), parser)
    except etree.ParserError:
        return None


def _found(tree: Any, *patterns: str) -> list[Any]:
    """The elements that match, pattern by pattern; a union in XPath would compare each with each."""
    return [element for pattern in patterns for element in tree.xpath(f"//{pattern}")]


def _mark_quotes(tree: Any) -> None:
    for start in _found(tree, *_QUOTE_STARTS):
        _drop_all_after(start)
        _replace_by_mark(start)
    for quote in _found(tree, *_GMAIL_QUOTE):
        if not quote.xpath(".//blockquote"):  # with one, answers may stand between its parts
            _replace_by_mark(quote)
    for quote in _found(tree, *_QUOTES):
        _replace_by_mark(quote)
    for element in _found(tree, *_ATTRIBUTIONS, *_SIGNATURES):
        element.tag = _DROPPED
    etree.strip_elements(tree, _DROPPED, with_tail=False)


def _drop_all_after(element: Any) -> None:
    while element is not None and element.tag != "body":
        for later in list(element.itersiblings()):
            later.getparent().remove(later)
        element.tail = None
        element = element.getparent()


def _replace_by_mark(element: Any) -> None:
    element.clear(keep_tail=True)
    element.tag = "p"
    element.text = ">"


def _end_with_space(cell: Any) -> None:
    """Part a cell from the next by an element: text written anew may hold characters that lxml only reads."""
    etree.SubElement(cell, "span").text = " "


def _simplify(tree: Any) -> None:
    for element in list(tree.iter()):
        style = "".join(element.get("style", "").lower().split())
        if "display:none" in style:
            element.tag = _DROPPED
            continue
        if "white-space:pre" in style:
            element.tag = "pre"
        elif element.tag in _BLOCKS:
            element.tag = "div"
        elif element.tag in ("td", "th"):
            element.tag = "span"
            _end_with_space(element)
        element.attrib.clear()
    etree.strip_elements(tree, _DROPPED, with_tail=False)


_LEAST_WIDTH: Final = 60
"""The least number of characters that a wrapping program leaves on a line, counted with the next word."""
_MOST_WIDTH: Final = 80
"""Longer lines of several words were not wrapped; long words are not broken."""
_LONGEST_SENT: Final = 900
"""Servers break lines of more than 998 bytes (RFC 5322, 2.1.1)."""
_SIGNATURE: Final = "--"
_LEAST_SOUGHT: Final = 16
"""Letters of a line that is looked for further down in a page; a shorter one must stand next there."""
_SOUGHT_WITHIN: Final = 20_000
"""Letters of a page within which a line is looked for."""
_MOST_MISSED: Final = 100
"""Lines that are looked for in vain; a page that lacks more of them is followed, and searched no more."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Text:
    """Lines of a letter; `open_ends` are the indices of those that their program may have wrapped."""

    lines: list[str]
    open_ends: frozenset[int] = frozenset()


def _fills(line: str, below: str) -> bool:
    """Whether the first word of the line below would not have fitted on a line of the least width."""
    if not line.strip() or not below.strip() or _is_quote(line) or _is_quote(below):
        return False
    return _width(line) + 1 + _width(below.split(maxsplit=1)[0]) > _LEAST_WIDTH


def rejoined(lines: Sequence[str], page: "Callable[[], Witness]") -> Text:
    """The lines of a plain text, joined where a page shows that a program parted them.

    The page is asked for only where a line may have been wrapped. Takes time in proportion to the length of both.
    """
    end_of_text = next((at for at, line in enumerate(lines) if line.rstrip() == _SIGNATURE), len(lines))
    filled = {at for at in range(end_of_text - 1) if _fills(lines[at], lines[at + 1])}
    if not filled:
        return Text(list(lines))
    wrapped, written = _witnessed(lines[:end_of_text], page(), filled)
    joined: list[str] = []
    open_ends: set[int] = set()
    glue: str | None = None
    for at, line in enumerate(lines):
        if glue is not None and len(joined[-1]) + len(line) <= MAX_LINE:
            joined[-1] = joined[-1].rstrip() + glue + line.lstrip()
        else:
            joined.append(line)
        glue = wrapped.get(at)
        if at in filled and at not in written and glue is None and _may_be_wrapped(line):
            open_ends.add(len(joined) - 1)
    return Text(joined, frozenset(open_ends))


def _may_be_wrapped(line: str) -> bool:
    return _width(line) <= _MOST_WIDTH or len(line) >= _LONGEST_SENT or " " not in line.strip()


def _is_quote(line: str) -> bool:
    return line.lstrip().startswith(">")


def _width(text: str) -> int:
    """The characters of a text, as programs count them: letters with their marks are one."""
    return len(unicodedata.normalize("NFC", text.rstrip()) if len(text) < MAX_LINE else text)


def _witnessed(lines: Sequence[str], page: "Witness", filled: Collection[int]) -> tuple[dict[int, str], set[int]]:
    """The lines that a page goes on behind, each with what parts it from the next, and those that end there too.

    A page that goes on behind most lines that no program would have wrapped has lost its own ends, and is no witness.
    """
    goes_on: dict[int, str] = {}
    ends: set[int] = set()
    before: int | None = None
    for at, line in enumerate(lines):
        letters = "" if _is_quote(line) else _letters(line)
        start = page.find(letters) if letters else -1
        if start >= 0 and start == before:
            if start in page.line_ends:
                ends.add(at - 1)
            else:
                goes_on[at - 1] = " " if start in page.spaces else ""
        before = page.read(start, letters) if start >= 0 else None
    wrapped = {at: glue for at, glue in goes_on.items() if at in filled}
    return (wrapped, ends) if len(goes_on) - len(wrapped) <= len(ends) else ({}, set())


class Witness:
    """The letters of a page in a row, where its words and its lines end, and how far it was read."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Take the lines of a page, or of several that belong to the same letter."""
        parts: list[str] = []
        self.word_ends: set[int] = set()
        self.spaces: set[int] = set()
        self.line_ends: set[int] = set()
        size = 0
        for line in lines:
            for word in plain(line).split():
                for part in word.split("-"):
                    parts.append(_letters(part))
                    size += len(parts[-1])
                    self.word_ends.add(size)
                self.spaces.add(size)
            self.line_ends.add(size)
        self.letters = "".join(parts)
        self.at = 0
        self.missed = 0

    def find(self, letters: str) -> int:
        """The place of a line's letters, at best right behind the line before it; -1 where it is not found."""
        if self.letters.startswith(letters, self.at) and self.at + len(letters) in self.word_ends:
            return self.at
        if len(letters) < _LEAST_SOUGHT or self.missed >= _MOST_MISSED:
            return -1
        found = self.letters.find(letters, self.at, self.at + _SOUGHT_WITHIN)
        self.missed += found < 0
        return found

    def read(self, start: int, letters: str) -> int:
        """Read a line that was found; returns where it ends."""
        self.at = start + len(letters)
        return self.at


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", plain(text))
