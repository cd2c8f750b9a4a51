"""Years and turns in words: of games that begin with a year, and of one that begins with a time before it."""

import pytest

from pbem.games.presentation import begun_large, turn_in_words, year_in_words
from pbem.i18n import catalogue

ENGLISH = catalogue("en")


@pytest.mark.parametrize("kind", ["first_rails", "germany", "railroad_dice_2"])
def test_a_turn_is_told_with_its_year_and_where_asked_with_all_its_turns(kind: str) -> None:
    assert turn_in_words(kind, 3, 2, ENGLISH) == "year 3, turn 2"
    assert turn_in_words(kind, 3, 2, ENGLISH, 4) == "year 3, turn 2 of 4"
    assert year_in_words(kind, 3, ENGLISH) == "year 3"


def test_what_comes_before_the_first_year_has_a_name_and_turns_without_an_end() -> None:
    """R2-5: the turns of placing stations go on through all rounds."""
    assert turn_in_words("railroad_dice_2", 0, 5, ENGLISH, 4) == "placing stations, turn 5"
    assert begun_large(year_in_words("railroad_dice_2", 0, ENGLISH)) == "Placing stations"


def test_a_game_that_begins_with_a_year_has_no_name_for_what_comes_before() -> None:
    assert turn_in_words("germany", 0, 0, ENGLISH) == "year 0, turn 0"


def test_a_text_that_begins_a_line_keeps_the_rest_of_its_letters() -> None:
    assert begun_large("year 3, Anna") == "Year 3, Anna"
    assert begun_large("") == ""
