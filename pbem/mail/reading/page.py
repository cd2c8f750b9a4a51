"""The text that a person wrote in an HTML letter, as lines; it loads libraries that nothing else needs."""

import re
from typing import Any, Final

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml import etree, html

from pbem.mail.reading.text import (
    MAX_ATTRIBUTES,
    MAX_ATTRIBUTES_OF_TAG,
    MAX_ELEMENTS,
    MAX_TAGS,
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
