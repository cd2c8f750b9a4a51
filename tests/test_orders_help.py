import pytest
from orders_kit import actions, letter, orders

from pbem.i18n import PSEUDO, Catalogue, catalogue
from pbem.orders import VERBS, Act, Command, examples_of, shape_of
from pbem.orders.verbs import Verb, in_words
from pbem.orders.words import LANGUAGES
from pbem.reports.compose import help_blocks
from pbem.reports.document import Document
from pbem.reports.page import WIDTH
from pbem.reports.plain import text_of

ENGLISH = catalogue("en")


def help_text(words: Catalogue) -> str:
    return text_of(Document(words.language, tuple(help_blocks(words))))


PAGE = help_text(ENGLISH)
EVERYWHERE = [(verb, language) for verb in VERBS for language in LANGUAGES]


def with_end(verb: Verb, line: str, language: str) -> str:
    """A line as part of a letter in which it is complete: dice are given back with an `end`."""
    return f"{line}\n{in_words('{end}', language)}" if verb.name in ("discard", "keep") else line


def test_the_page_fits_a_narrow_window() -> None:
    for language in (*LANGUAGES, PSEUDO):
        assert max(map(len, help_text(catalogue(language)).splitlines())) <= WIDTH


def test_the_page_shows_every_verb_with_its_examples() -> None:
    page = " ".join(PAGE.split())
    for verb in VERBS:
        assert shape_of(verb, ENGLISH) in page
        assert " ".join(verb.explanation.split()) in page
        for example in examples_of(verb, "en"):
            assert example in page


def test_the_page_says_how_to_pay_comment_and_preview() -> None:
    for words in ("pay 2h 1?", "#", "check", "break the bank", "T2 f4", "Hidden dice are taken first"):
        assert words in " ".join(PAGE.split())


def test_the_page_sent_back_runs_nothing_that_cannot_be_undone() -> None:
    assert letter(PAGE).faults


def test_all_words_of_the_page_go_through_the_catalogue() -> None:
    orders_shown = {
        example for verb in VERBS for example in (*examples_of(verb, "en"), shape_of(verb, catalogue(PSEUDO)))
    }
    text = " ".join(help_text(catalogue(PSEUDO)).split())
    for line in sorted(orders_shown, key=len, reverse=True):
        text = text.replace(line, "")
    depth = 0
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        assert depth or sign in "⟧ "


@pytest.mark.parametrize(("verb", "language"), EVERYWHERE, ids=lambda value: getattr(value, "name", value))
def test_every_example_is_read(verb: Verb, language: str) -> None:
    for example, english in zip(examples_of(verb, language), examples_of(verb, "en"), strict=True):
        meant = orders(with_end(verb, english, "en"))
        assert orders(with_end(verb, example, language), language) == meant
        assert meant


@pytest.mark.parametrize(("verb", "language"), EVERYWHERE, ids=lambda value: getattr(value, "name", value))
def test_every_name_of_a_verb_is_read_as_that_verb(verb: Verb, language: str) -> None:
    if verb.name == "lay":
        meant = orders("A w w")
        for alias in verb.aliases[language]:
            assert orders(f"{alias} A w w", language) == meant
        return
    example = examples_of(verb, language)[0]
    meant = orders(with_end(verb, example, language), language)
    for alias in verb.aliases[language]:
        line = alias + example.removeprefix(verb.word(language))
        for typed in (line, line.upper(), line.replace("ü", "ue").replace("ä", "ae"), line.capitalize()):
            assert orders(with_end(verb, typed, language), language) == meant, typed


def test_every_command_has_a_verb() -> None:
    commands = [order for verb in VERBS for order in orders(with_end(verb, examples_of(verb, "en")[0], "en"))]
    assert {order.name for order in commands if isinstance(order, Command)} == {
        "undo",
        "restart",
        "check",
        "status",
        "help",
        "confirm",
    }
    assert sum(isinstance(order, Act) for order in commands) >= 6


def test_a_verb_that_stands_alone_can_and_another_cannot() -> None:
    for verb in VERBS:
        assert bool(letter(verb.word("en")).faults) != verb.alone
    assert actions("income") != []
