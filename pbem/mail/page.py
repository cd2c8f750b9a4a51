"""What a person wrote in an HTML letter, as lines of text.

Quotes are replaced by one line `>`, so that text after an attribution is still known to stand below a quote.
Attributes and tables go before the library sees the page: padding and table columns could ask for gigabytes of spaces.
"""

from typing import Any, Final

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml import etree, html

from pbem.mail.limits import MAX_ELEMENTS, MAX_TAGS
from pbem.mail.text import raw_lines

_INDENTED: Final = "not(@class) and not(@type) and contains(translate(@style, ' ', ''), 'border:none')"


def _of_class(*names: str) -> tuple[str, ...]:
    """Patterns for the elements that bear one of these classes."""
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


class TooManyElementsError(ValueError):
    """The page holds more than `MAX_TAGS`, or more than `MAX_ELEMENTS` outside quotes."""


def page_lines(page: str) -> list[str]:
    """The lines of a page, without its quotes and signatures. Raises TooManyElementsError."""
    if page.count("<") > MAX_TAGS:
        raise TooManyElementsError
    tree = _parse(page)
    if tree is None:
        return []
    _mark_quotes(tree)
    if tree.xpath("count(//*)") > MAX_ELEMENTS:
        raise TooManyElementsError
    _simplify(tree)
    return raw_lines(Inscriptis(tree, _CONFIG).get_text())


def _parse(page: str) -> Any:
    """The tree of the page, or None for an empty one."""
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        return html.document_fromstring(page.replace("\0", "").encode("utf-8", "replace"), parser)
    except etree.ParserError:
        return None


def _found(tree: Any, *patterns: str) -> list[Any]:
    """The elements that match one of the patterns, in the order of the page."""
    return list(tree.xpath(" | ".join(f"//{pattern}" for pattern in patterns)))


def _mark_quotes(tree: Any) -> None:
    """Put a line `>` where a quote stood, and take away what introduces it, and signatures."""
    for start in _found(tree, *_QUOTE_STARTS):
        _drop_all_after(start)
        _replace_by_mark(start)
    for quote in _found(tree, *_GMAIL_QUOTE):
        if not quote.xpath(".//blockquote"):  # with one, answers may stand between its parts
            _replace_by_mark(quote)
    for quote in _found(tree, *_QUOTES):
        _replace_by_mark(quote)
    for element in _found(tree, *_ATTRIBUTIONS, *_SIGNATURES):
        if element.getparent() is not None:
            element.drop_tree()


def _drop_all_after(element: Any) -> None:
    """Take away whatever comes later on the page."""
    while element is not None and element.tag != "body":
        for later in list(element.itersiblings()):
            later.getparent().remove(later)
        element.tail = None
        element = element.getparent()


def _replace_by_mark(element: Any) -> None:
    """Make the element a paragraph that says nothing but `>`."""
    element.clear(keep_tail=True)
    element.tag = "p"
    element.text = ">"


def _simplify(tree: Any) -> None:
    """Leave nothing but blocks, lines and inline text."""
    for element in list(tree.iter()):
        style = "".join(element.get("style", "").lower().split())
        if "display:none" in style and element.getparent() is not None:
            element.drop_tree()
            continue
        if "white-space:pre" in style:
            element.tag = "pre"
        elif element.tag in _BLOCKS:
            element.tag = "div"
        elif element.tag in ("td", "th"):
            element.tag = "span"
            element.tail = f" {element.tail or ''}"
        element.attrib.clear()
