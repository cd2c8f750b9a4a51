from typing import get_args

import pytest
from each_kit import each
from orders_kit import ALL_KINDS, FIRST_RAILS, GERMANY, KINDS, VERBS, letter, orders

from pbem.adjudicator.commands import COMMANDS
from pbem.adjudicator.commands.turns import NextTurn
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import ActionOrder, OrderVerb, ServerCommand, ServerCommandName, table_of, verbs_of
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import in_words
from pbem.games.compose import help_blocks
from pbem.i18n import PSEUDO, Catalogue, catalogue
from pbem.reports.document import Document
from pbem.reports.plain import WIDTH, text_of

ENGLISH = catalogue("en")


def help_text(words: Catalogue, game: str) -> str:
    return text_of(Document(words.language, tuple(help_blocks(words, game))))


def told(game: str) -> set[str]:
    return {verb.name for verb in verbs_of(game)}


PAGES = {game: help_text(ENGLISH, game) for game in ALL_KINDS}
EVERYWHERE = [(verb, game, language) for game in ALL_KINDS for verb in verbs_of(game) for language in LANGUAGES]
every_verb = each(("verb", "game", "language"), EVERYWHERE)
every_game = pytest.mark.parametrize("game", ALL_KINDS)


def with_end(verb: OrderVerb, line: str, language: str) -> str:
    """A line as part of a letter in which it is complete: dice are given back with an `end`."""
    return f"{line}\n{in_words('{end}', language)}" if verb.name in ("discard", "keep") else line


def meanings(text: str, language: str, game: str) -> list[object]:
    """The orders of a letter, where those for the next turn are what is read in them, whatever their words."""
    found = orders(text, language, game)
    return [
        [orders(line, language, game) for line in order.lines] if isinstance(order, NextTurn) else order
        for order in found
    ]


@every_game
def test_the_page_fits_a_narrow_window(game: str) -> None:
    for language in (*LANGUAGES, PSEUDO):
        assert max(map(len, help_text(catalogue(language), game).splitlines())) <= WIDTH


@every_game
def test_the_page_shows_every_verb_of_the_game_with_its_examples(game: str) -> None:
    page = " ".join(PAGES[game].split())
    for verb in verbs_of(game):
        form = verb.form
        assert table_of(game).shape_of(form, ENGLISH) in page
        assert " ".join(form.explanation.split()) in page
        for example in table_of(game).examples_of(form, "en"):
            assert example in page


def test_the_page_speaks_of_nothing_that_the_game_has_not() -> None:
    for game, foreign in (
        (FIRST_RAILS, ("transport", "symbol", "sector", "S14", "wait for it")),
        (GERMANY, ("buy", "share", "weiden left", "bank|director", "$", "onto", "tile", "lake/e", "3|5", "T2")),
    ):
        assert not [word for word in foreign if word in PAGES[game]]
    assert {verb.name for verb in VERBS if not all(verb.name in told(kind) for kind in KINDS)} == {"buy", "transport"}
    assert [verb.name for verb in VERBS] == [verb.name for verb in table_of(GERMANY).verbs]


@pytest.mark.parametrize("game", KINDS)
def test_the_page_says_how_to_pay_comment_and_preview(game: str) -> None:
    square = {FIRST_RAILS: "T2 f4", GERMANY: "S14 c3"}[game]
    for words in ("pay 2h 1?", "#", "check", "break the bank", square, "Hidden dice are taken first", "colour"):
        assert words in " ".join(PAGES[game].split())


@every_game
def test_the_page_sent_back_runs_nothing_that_cannot_be_undone(game: str) -> None:
    assert letter(PAGES[game], game=game).faults


@every_game
def test_all_words_of_the_page_go_through_the_catalogue(game: str) -> None:
    table = table_of(game)
    orders_shown = {
        example
        for verb in verbs_of(game)
        for example in (*table.examples_of(verb.form, "en"), table.shape_of(verb.form, catalogue(PSEUDO)))
    }
    text = " ".join(help_text(catalogue(PSEUDO), game).split())
    for line in sorted(orders_shown, key=len, reverse=True):
        text = text.replace(line, "")
    depth = 0
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        assert depth or sign in "⟧ "


@every_verb
def test_every_example_is_read(verb: OrderVerb, game: str, language: str) -> None:
    examples = (table_of(game).examples_of(verb.form, code) for code in (language, "en"))
    for example, english in zip(*examples, strict=True):
        meant = meanings(with_end(verb, english, "en"), "en", game)
        assert meanings(with_end(verb, example, language), language, game) == meant
        assert meant


@every_verb
def test_every_name_of_a_verb_is_read_as_that_verb(verb: OrderVerb, game: str, language: str) -> None:
    if verb.name == "lay" and game in KINDS:
        meant = orders("A w w", game=game)
        for alias in verb.aliases[language]:
            assert orders(f"{alias} A w w", language, game) == meant
        return
    if verb.dictates:
        meant = orders(f"{verb.word('en')} 2: Hello", game=game)
        for alias in verb.aliases[language]:
            assert all(orders(f"{typed} 2: Hello", language, game) == meant for typed in (alias, alias.upper()))
        return
    example = table_of(game).examples_of(verb.form, language)[0]
    understood = meanings(with_end(verb, example, language), language, game)
    for alias in verb.aliases[language]:
        line = alias + example.removeprefix(verb.word(language))
        for typed in (line, line.upper(), line.replace("ü", "ue").replace("ä", "ae"), line.capitalize()):
            assert meanings(with_end(verb, typed, language), language, game) == understood, typed


@every_game
def test_every_command_has_a_verb(game: str) -> None:
    examples = [with_end(verb, table_of(game).examples_of(verb.form, "en")[0], "en") for verb in verbs_of(game)]
    commands = [order for example in examples for order in orders(example, game=game)]
    assert {order.name for order in commands if isinstance(order, ServerCommand)} == set(get_args(ServerCommandName))
    assert {type(order) for order in commands if isinstance(order, SeatCommand)} == set(COMMANDS)
    assert any(isinstance(order, ActionOrder) for order in commands)


@every_game
def test_a_verb_that_stands_alone_can_and_another_cannot(game: str) -> None:
    for verb in verbs_of(game):
        assert bool(letter(verb.word("en"), game=game).faults) != verb.alone
