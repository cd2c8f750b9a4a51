"""Help: how orders are written, made from the table of verbs, for the mail and the page that show it."""

from collections.abc import Iterator

from pbem.commands.orders.conditions import meanings
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.verbs import in_words, table_of, verbs_of
from pbem.commands.table import HelpEntry
from pbem.commands.vocabulary import SEAT
from pbem.i18n import Catalogue


def entries(catalogue: Catalogue, kind: str) -> list[HelpEntry]:
    """All verbs of a kind of game, in a language."""
    return [table_of(kind).entry(verb, catalogue) for verb in verbs_of(kind)]


def opening(catalogue: Catalogue) -> Iterator[str]:
    """The paragraphs on letters that stand in the help before all verbs."""
    _ = catalogue.text
    yield _(
        "Reply to the email about your game. Write one order per line, in the order they should be done, or several "
        'on a line with ";" between them. Capitals, spaces and punctuation don\'t matter.'
    )
    yield _(
        "All lines are checked first: if one is not understood, nothing is done. You can write a greeting before "
        'the first order, and anything you like after "%(end)s". Text after # is a comment.',
        end=in_words("{end}", catalogue.language),
    )


def notes(catalogue: Catalogue, kind: str) -> Iterator[str]:
    """The paragraphs that go for several verbs of a kind of game: payments, previews, conditions, names."""
    _ = catalogue.text
    language, notation = catalogue.language, notation_of(kind)
    filled = {name: table_of(kind).in_words(template, language) for name, template in notation.filled.items()}
    if notation.paying:
        yield _(notation.paying, **filled)
    yield _(
        'Previews: write "%(check)s" on the first line to see what the other orders would do. You can undo orders '
        'with "%(undo)s" until dice are rolled or your turn ends.',
        check=in_words("{check}", language),
        undo=in_words("{undo}", language),
    )
    if notation.quantities:
        yield _conditions(catalogue, kind)
    yield _(notation.naming, **filled)
    yield _(
        'To send the other players a longer text, put nothing after the colon of "%(press)s" and write it on the '
        'lines below. It ends at a line "%(end)s", or with your message. Nothing in it is read as orders.',
        press=in_words("{press} {all}:", language),
        end=in_words("{end press}", language),
    )
    if notation.remark:
        yield _(notation.remark, **filled)


def _conditions(catalogue: Catalogue, kind: str) -> str:
    _ = catalogue.text
    language = catalogue.language
    phrases = [_("%(word)s (%(meaning)s)", word=word, meaning=said) for word, said in meanings(catalogue, kind).items()]
    return _(
        'Conditions compare with >=, <=, >, < or =, or with "%(least)s" and "%(most)s", and can be joined by '
        '"%(also)s". They can be about: %(compared)s.',
        least=SEAT.word(">=", language),
        most=SEAT.word("<=", language),
        also=SEAT.word("and", language),
        compared=", ".join(phrases),
    )
