"""Letters of real programs, answered once, as `mail/letters/answers.txt` has it, and nothing doubled."""

from collections.abc import Iterator

import pytest

from adjudicator.kit import World
from adjudicator.real_letters import ADDRESS, ANSWERS, names, new_game, raw, told, village


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with village(tmp_path_factory.mktemp("letters")) as world:
        yield world


def expected() -> dict[str, list[str]]:
    """What is written down for each letter."""
    blocks = (block.splitlines() for block in ANSWERS.read_text(encoding="utf-8").split("\n\n"))
    return {name: [line.removeprefix("    ") for line in lines] for name, *lines in blocks}


def test_what_becomes_of_each_letter_is_written_down() -> None:
    assert list(expected()) == names()
    assert len(names()) >= 80


@pytest.mark.parametrize("name", names())
def test_what_becomes_of_a_letter_of_a_real_program(world: World, name: str) -> None:
    assert told(world, name) == expected()[name], "`python -m adjudicator.real_letters` writes it down anew"


@pytest.mark.parametrize("name", ["apple_mixed_parts", "exchange_disclaimer_german", "ios_photo", "mailing_list"])
def test_a_letter_that_comes_twice_is_dealt_with_once(world: World, name: str) -> None:
    game = new_game(world)
    first = game.post(0, raw(name), mail_from=ADDRESS)
    assert len([mail for mail in first.mails if mail.seat == 0]) == 1
    before, mails = game.written, len(world.all_mails())
    assert world.store(raw(name), game.seats[0].token, ADDRESS) == first.letter.id
    assert (game.written, len(world.all_mails())) == (before, mails)
