"""The verbs of orders, a table for each game, and help made from it for the mail and the page that show it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from pbem.commands.orders.conditions import CONTROLS, meanings
from pbem.commands.orders.dates import month_names
from pbem.commands.orders.notation import Notation, OrderVerb, notation_of
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.talking import seats_called
from pbem.commands.table import Argument, HelpEntry, VerbTable
from pbem.commands.tokens import Fault
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_, Catalogue

MESSAGES: Final[Mapping[str, str]] = {
    "unknown_verb": N_('There is no order "%(word)s".'),
    "unexpected": N_('"%(word)s" was not understood here.'),
    "hidden_order": N_(
        'An order seems to start at "%(word)s", in the middle of other words. Start a new line with it.'
    ),
    "almost_order": N_(
        'This looks like an order, because of "%(word)s", but it was not understood as one. If it is none, write # '
        "before it."
    ),
    "missing_day": N_("Which days?"),
    "missing_unit": N_('Days or hours? Say which, as in "2 days".'),
    "unreadable_day": N_('"%(word)s" was not understood as a day.'),
    "no_such_day": N_('There is no day "%(word)s".'),
    "doubtful_day": N_('"%(word)s" could mean more than one day. Write the year first, as in 2026-12-20.'),
    "doubtful_letters": N_('"%(word)s" could be %(one)s or %(other)s, in different languages. Write the one you mean.'),
    "number_range": N_('"%(word)s" is not a number from %(least)s to %(most)s.'),
    "said_twice": N_('"%(word)s" repeats what this order already says.'),
    "no_end": N_('This belongs to the end of a turn, but no "end" follows in these orders.'),
    "no_end_within": N_('This belongs to the end of a turn, but no "end" follows the condition on this line.'),
    "missing_readers": N_("To whom? Name players, or all."),
    "missing_player": N_("Which player?"),
    "unknown_player": N_('There is no player called "%(word)s".'),
    "ambiguous_player": N_('"%(word)s" could be more than one player.'),
    "no_colon": N_("A colon is missing before the text."),
    "missing_text": N_("There is no text."),
    "unclear": N_(
        "It is not clear whether this belongs to the line above. If it is an order, leave an empty line above it. If "
        "it is more of a message, put the whole message below its colon, and `end press` below that. If it is a "
        "comment, start it with `#`."
    ),
    "no_text": N_("There is no text here that could end. Put nothing after the colon, and the text below it."),
    "after_end": N_('There is an order after "end". Put "end" last.'),
    "after_closing": N_("This looks like an order, but it comes after your closing words. Put orders first."),
    "line_too_long": N_("The line is longer than %(most)s characters. Put one order per line."),
    "letter_too_long": N_("The message is longer than %(lines)s lines or %(characters)s characters."),
    "too_many_orders": N_("The message has more than %(most)s orders."),
    "unknown_quantity": N_('"%(word)s" can\'t be compared.'),
    "missing_comparison": N_("A comparison is missing: >=, <=, >, < or =, and a number."),
    "clause_colon": N_('A colon is missing before "%(word)s": the orders come after it.'),
    "missing_orders": N_("The orders are missing: they come after the colon, on the same line."),
    "nested_if": N_('A condition can\'t contain another one. Join two with "%(and)s", or start a line for each.'),
    "late_clause": N_('"%(word)s" applies to the rest of its line. Start a line with it.'),
    "cannot_wait": N_('"%(word)s" can\'t be here: only game orders can wait for a condition or for a turn.'),
}
"""What is told of faults that may be found in orders of any game, by their codes."""
in_words: Final = SEAT.fill
"""A template such as "{dispute}: ..." as it is typed in a language."""
_ASKED: Final[list[OrderVerb]] = []
"""The verbs of what any seat may ask for."""


_ANY_GAME: Final[Mapping[str, Argument]] = {
    "month": Argument(lambda token, _context: token.fold in month_names()),
    "player": Argument(lambda token, context: bool(seats_called(token.fold, context.players))),
}
"""The arguments that any game knows."""


def register(commands: Iterable[type[SeatCommand]]) -> None:
    """Make known what any seat may ask for, in the order in which it is explained.

    Raises ValueError where two of them, or one of them and what steers a letter, have one verb.
    """
    _ASKED.extend(map(_verb_of, commands))
    VerbTable(SEAT, (*CONTROLS, *_ASKED), MESSAGES)
    _table.cache_clear()


def _verb_of(command: type[SeatCommand]) -> OrderVerb:
    return OrderVerb(
        SEAT,
        command.verb,
        command.form(),
        command.read,
        alone=not command.needs_arguments(),
        everyday=command.everyday,
        opens=command.opens,
        dictates=command.read_fields if command.dictates() else None,
        reasoned=command.reasoned,
    )


def table_of(kind: str) -> VerbTable[OrderVerb]:
    """All verbs of a kind of game, in the order in which they are explained. Raises KeyError for an unknown one."""
    return _table(notation_of(kind))


@cache
def _table(notation: Notation) -> VerbTable[OrderVerb]:
    general = (_in_terms(verb, notation) for verb in (*CONTROLS, *_ASKED) if notation.quantities or verb.name != "if")
    return VerbTable[OrderVerb](
        notation.vocabulary,
        (*notation.verbs, *general),
        {**MESSAGES, **notation.messages},
        placeholders=notation.placeholders,
        arguments={**_ANY_GAME, **notation.arguments},
    )


def _in_terms(verb: OrderVerb, notation: Notation) -> OrderVerb:
    form = verb.form
    examples = notation.examples.get(verb.name, form.examples)
    takes = notation.compares if verb.name == "if" else form.takes
    if (examples, takes) == (form.examples, form.takes):
        return verb
    return replace(verb, form=replace(form, examples=examples, takes=takes))


def verbs_of(kind: str) -> tuple[OrderVerb, ...]:
    """The verbs that a kind of game has, in the order in which they are explained."""
    return tuple(verb for verb in table_of(kind).verbs if verb.is_explained)


def explain(fault: Fault, catalogue: Catalogue) -> str:
    """A fault in a few lines of text, the line quoted first; without the quotation for one found by `bind`."""
    table, facts = table_of(fault.kind), notation_of(fault.kind).facts(fault, catalogue)
    explained = replace(fault, verb=_helpful_verb(fault, table.by_name))
    return table.explain(explained, catalogue, **{**facts, "and": SEAT.word("and", catalogue.language)})


def _helpful_verb(fault: Fault, by_name: Mapping[str, OrderVerb]) -> str | None:
    """The verb whose shape may help: the one that was read, or the only one that was suggested."""
    if fault.verb is not None:
        return fault.verb
    meant = [name for name, verb in by_name.items() if set(fault.did_you_mean) & {*sum(verb.aliases.values(), ())}]
    return meant[0] if len(meant) == 1 else None


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
    phrases = [
        _("%(word)s (%(meaning)s)", word=word, meaning=meaning) for word, meaning in meanings(catalogue, kind).items()
    ]
    return _(
        'Conditions compare with >=, <=, >, < or =, or with "%(least)s" and "%(most)s", and can be joined by '
        '"%(also)s". They can be about: %(compared)s.',
        least=SEAT.word(">=", language),
        most=SEAT.word("<=", language),
        also=SEAT.word("and", language),
        compared=", ".join(phrases),
    )
