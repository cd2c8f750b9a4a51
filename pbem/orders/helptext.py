"""The help page: how orders are written, made from the table of verbs."""

import textwrap
from collections.abc import Iterator
from typing import Final

from pbem.i18n import Catalogue
from pbem.orders.verbs import VERBS, Verb, examples_of, in_words, shape_of

WIDTH: Final = 71
"""The longest line."""


def help_text(catalogue: Catalogue) -> str:
    """The whole order language on one page of plain text, in lines of at most WIDTH characters."""
    before = [textwrap.fill(text, WIDTH) for text in (catalogue.text("HOW TO WRITE ORDERS"), *opening(catalogue))]
    after = ["\n".join(_wrapped(text, "", "")) for text in notes(catalogue)]
    return "\n\n".join([*before, *(_entry(verb, catalogue) for verb in VERBS), *after]) + "\n"


def opening(catalogue: Catalogue) -> Iterator[str]:
    """What is to be known of letters before all verbs, in paragraphs."""
    _ = catalogue.text
    yield _(
        "Answer the mail about your game. Write one order on a line, in the order in which they are to be done; "
        'or several on a line, with ";" between them. Capitals, spaces and punctuation do not matter.'
    )
    yield _(
        "Your letter is read whole first: if a line cannot be read, nothing is done at all. You may greet before "
        'the first order and write what you like after the last, behind "%(end)s". Behind # stands a comment.',
        end=in_words("{end}", catalogue.language),
    )


def _entry(verb: Verb, catalogue: Catalogue) -> str:
    shape = shape_of(verb, catalogue)
    shown = [example for example in examples_of(verb, catalogue.language) if example != shape]
    return "\n".join(
        [
            *_wrapped(shape, "  ", "      "),
            *_wrapped(catalogue.text(verb.explanation), "    ", "    "),
            *("      " + example for example in shown),
        ]
    )


def notes(catalogue: Catalogue) -> Iterator[str]:
    """What goes for several verbs: payments, previews, names, and the bank; in paragraphs."""
    _ = catalogue.text
    language = catalogue.language
    yield _(
        'Paying: mountains, lakes and stations cost hidden dice or "?". Hidden dice are taken first, unless you say '
        '"%(pay)s": two hidden dice and one "?".',
        pay=in_words("{pay} 2h 1?", language),
    )
    yield _(
        'Previews: write "%(check)s" on the first line, and you are told what the other orders would do. '
        'You can take back orders with "%(undo)s" until dice are rolled or your turn ends.',
        check=in_words("{check}", language),
        undo=in_words("{undo}", language),
    )
    yield _(
        "Companies go by their name or its beginning. Squares are named as on the maps: T2 f4 is the fourth square "
        "from the north in column f of tile 2."
    )
    yield _(
        "If the bank cannot pay what an order brings you, the game ends at once. Such an order is refused unless it "
        'ends with the words "%(words)s".',
        words=in_words("{break}", language),
    )


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
