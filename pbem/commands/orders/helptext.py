"""Help: how orders are written, made from the table of verbs, for the mail and the page that show it."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.commands.orders.conditions import meanings
from pbem.commands.orders.notation import OrderVerb, notation_of
from pbem.commands.orders.verbs import in_words, table_of, verbs_of
from pbem.commands.vocabulary import SEAT
from pbem.i18n import Catalogue


@dataclass(frozen=True)
class HelpEntry:
    """A verb as help shows it: what it looks like, what it does, and examples that say more than its shape."""

    name: str
    shape: str
    explanation: str
    examples: tuple[str, ...]


def entries(catalogue: Catalogue, kind: str) -> list[HelpEntry]:
    """All verbs of a kind of game, in a language."""
    return [entry(verb, catalogue, kind) for verb in verbs_of(kind)]


def entry(verb: OrderVerb, catalogue: Catalogue, kind: str) -> HelpEntry:
    """A verb of a kind of game, in a language."""
    form, table = verb.form, table_of(kind)
    shape = table.shape_of(form, catalogue)
    examples = tuple(example for example in table.examples_of(form, catalogue.language) if example != shape)
    return HelpEntry(verb.name, shape, catalogue.text(form.explanation), examples)


def opening(catalogue: Catalogue) -> Iterator[str]:
    """The paragraphs on letters that stand in the help before all verbs."""
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


def notes(catalogue: Catalogue, kind: str) -> Iterator[str]:
    """The paragraphs that go for several verbs of a kind of game: payments, previews, conditions, names."""
    _ = catalogue.text
    language, notation = catalogue.language, notation_of(kind)
    filled = {name: table_of(kind).in_words(template, language) for name, template in notation.filled.items()}
    if notation.paying:
        yield _(notation.paying, **filled)
    yield _(
        'Previews: write "%(check)s" on the first line, and you are told what the other orders would do. '
        'You can take back orders with "%(undo)s" until dice are rolled or your turn ends.',
        check=in_words("{check}", language),
        undo=in_words("{undo}", language),
    )
    if notation.quantities:
        yield _conditions(catalogue, kind)
    yield _(notation.naming, **filled)
    yield _(
        'A longer text for the other players goes on lines below: put nothing behind the colon of "%(press)s". It '
        'goes up to a line "%(end)s", or to the end of your letter. Nothing in it is read as orders.',
        press=in_words("{press} {all}:", language),
        end=in_words("{end press}", language),
    )
    if notation.remark:
        yield _(notation.remark, **filled)


def _conditions(catalogue: Catalogue, kind: str) -> str:
    _ = catalogue.text
    language = catalogue.language
    told = [_("%(word)s (%(meaning)s)", word=word, meaning=said) for word, said in meanings(catalogue, kind).items()]
    return _(
        'Conditions compare by >=, <=, >, < or =, or by "%(least)s" and "%(most)s", and may be joined by "%(also)s". '
        "They may speak of: %(compared)s.",
        least=SEAT.word(">=", language),
        most=SEAT.word("<=", language),
        also=SEAT.word("and", language),
        compared=", ".join(told),
    )
