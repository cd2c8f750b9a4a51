"""Railroad Dice 2 on the site: the end of a game, ahead and behind, as its page tells it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from past_kit import bots, past_of, play
from web_kit import World, new_world

from rules_core.games.railroad_dice_2.table import NetworkTable


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def phase(world: World) -> str:
    row = world.game(1)
    table = past_of(world, row).view_at(row.final_position).table
    assert isinstance(table, NetworkTable)
    return table.phase


def shown(world: World) -> str:
    browser = world.browser()
    browser.open("/games/e1")
    return " ".join(browser.text.split())


def test_the_closing_phase_and_the_end_are_told_on_the_page_with_their_causes(world: World) -> None:
    game = bots(world, kind="railroad_dice_2")
    play(world, game, 30)
    assert "closing phase has begun" not in shown(world)
    while phase(world) == "play":
        play(world, game, 1)
    assert "The closing phase has begun: " in shown(world)
    assert "Only buying locomotives and carrying passengers are possible now." in shown(world)

    play(world, game)
    text = shown(world)
    assert "closing phase has begun" not in text
    result, latest = text.split("Latest events")
    assert "The game is over: " in result and " It ended because " in result
    assert "decide" in result or "A tie " in result
    assert "The game is over: " in latest
