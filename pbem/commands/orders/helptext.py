"""Help: how orders are written, made from the table of verbs, for the mail and the page that show it."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.commands.orders.conditions import meanings
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.verb import OrderVerb
from pbem.commands.orders.verbs import examples_of, in_words, shape_of, verbs_of
from pbem.commands.vocabulary import SEAT
from pbem.i18n import Catalogue


@dataclass(frozen=True)
class Entry:
    """A verb as help shows it: what it looks like, what it does, and examples that say more than its shape."""

    name: str
    shape: str
    explanation: str
    examples: tuple[str, ...]


def entries(catalogue: Catalogue, kind: str) -> list[Entry]:
    """All verbs of a kind of game, in a language."""
    return [entry(verb, catalogue, kind) for verb in verbs_of(kind)]


def entry(verb: OrderVerb, catalogue: Catalogue, kind: str) -> Entry:
    """A verb of a kind of game, in a language. Raises KeyError for one that the game has not."""
    form = verb.form(kind)
    shape = shape_of(form, catalogue)
    examples = tuple(example for example in examples_of(form, catalogue.language) if example != shape)
    return Entry(verb.name, shape, catalogue.text(form.explanation), examples)


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


def notes(catalogue: Catalogue, kind: str) -> Iterator[str]:
    """What goes for several verbs of a kind of game: payments, previews, names, and the bank; in paragraphs."""
    _ = catalogue.text
    language = catalogue.language
    yield _(notation_of(kind).paying, pay=in_words("{pay} 2h 1?", language))
    yield _(
        'Previews: write "%(check)s" on the first line, and you are told what the other orders would do. '
        'You can take back orders with "%(undo)s" until dice are rolled or your turn ends.',
        check=in_words("{check}", language),
        undo=in_words("{undo}", language),
    )
    told = [_("%(word)s (%(meaning)s)", word=word, meaning=said) for word, said in meanings(catalogue, kind).items()]
    yield _(
        'Conditions compare by >=, <=, >, < or =, or by "%(least)s" and "%(most)s", and may be joined by "%(also)s". '
        "They may speak of: %(compared)s.",
        least=SEAT.word(">=", language),
        most=SEAT.word("<=", language),
        also=SEAT.word("and", language),
        compared=", ".join(told),
    )
    yield _(notation_of(kind).naming)
    yield _(
        'A longer text for the other players goes on lines below: put nothing behind the colon of "%(press)s". It '
        'goes up to a line "%(end)s", or to the end of your letter. Nothing in it is read as orders.',
        press=in_words("{press} {all}:", language),
        end=in_words("{end press}", language),
    )
    yield _(
        "If the bank cannot pay what an order brings you, the game ends at once. Such an order is refused unless it "
        'ends with the words "%(words)s".',
        words=in_words("{break}", language),
    )
