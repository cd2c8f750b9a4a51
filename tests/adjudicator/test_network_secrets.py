"""Stations that a player has said beforehand where to place are the player's own until they stand (Railroad Dice 2)."""

from pathlib import Path

import pytest
from engines_kit import keep_store
from moderation.kit import add_moderator
from soak import few

from adjudicator.kit import NAMES, Game, World, new_world
from adjudicator.outputs import OUTPUTS, first_difference, told
from adjudicator.page_outputs import give_calendars
from adjudicator.viewers import MODERATOR, Viewer

KIND = "railroad_dice_2"
ELSEWHERE = ("handbook", "desk", "corrections", "maps")
"""Pages that are about no game, and what is asked of games with one line alone: here pages show the maps."""


@pytest.mark.parametrize("viewer", few([0, 2, MODERATOR, None], 1))
def test_stations_that_wait_for_their_turn_change_nothing_for_anybody_else(
    world: World, tmp_path: Path, viewer: Viewer
) -> None:
    add_moderator(world, "Mona")
    game = world.open_game(NAMES[:3], kind=KIND)
    give_calendars(world)
    copy = keep_store(world.database, tmp_path)
    (tmp_path / "twin").mkdir()
    with new_world(tmp_path / "twin", copy) as second:
        second.players.update(world.players)
        second.clock.at = world.clock.at
        both = (game, Game(second, game.id))
        for one, waiting in zip(both, ("place c3 or any\nplace any", "place g6\nplace f2 or k6"), strict=True):
            assert "This waits for your next turn." in one.send(1, waiting).text
        ways = [way for way in OUTPUTS if way not in ELSEWHERE]
        first, other = (told(one, viewer, ways) for one in both)
        assert first == other, first_difference(first, other)
        mine, theirs = (told(one, 1, ["reports"]) for one in both)
        assert mine != theirs, "who wrote them reads them"
