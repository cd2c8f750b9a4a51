"""What a player can still take back, or has prepared, is seen by nobody else: looked at after each letter.

`test_act_twins` looks once after all of them, and in the suite.
"""

import pytest
from forms_kit import submit_as

from adjudicator.going_back import stray
from adjudicator.kit import NAMES, World
from adjudicator.outputs import first_difference, told
from adjudicator.page_outputs import give_calendars
from adjudicator.screens import four_seats

pytestmark = pytest.mark.soak


def test_what_can_still_be_taken_back_is_seen_by_nobody_else(world: World) -> None:
    game = world.open_game(NAMES)
    stray(game, 1)
    game.put(four_seats(seat=0))
    for seat in (1, 2):
        game.send(seat, "status")  # so that there is a mail to look at on every page, and the return is told
    ways = ("reports", "pages", "memory", "public rows", "record")
    calm = {viewer: told(game, viewer, ways) for viewer in (1, None)}
    status = game.send(2, "status").answer.text
    for letter in ("income", "A w", "buy weiden\nbuy insel from director with ?", "undo", "B e"):
        assert game.send(0, letter).text.startswith("Your orders were carried out.")
        for viewer, before in calm.items():
            now = told(game, viewer, ways)
            assert now == before, f"{letter!r} was seen by {viewer}: {first_difference(before, now)}"
        assert game.send(2, "status").answer.text == status
    game.send(0, "roll 1h")
    for viewer, before in calm.items():
        now = told(game, viewer, ways)
        assert now["reports"] != before["reports"], "a roll is final"
        assert now["pages"] != before["pages"]
        assert now["memory"] != before["memory"]
    assert game.send(2, "status").answer.text != status


def test_orders_for_the_next_turn_are_seen_by_nobody_else_before_they_are_carried_out(world: World) -> None:
    game = world.game_at(four_seats(seat=0))
    give_calendars(world)
    game.send(2, "status")  # so that there is a mail to look at on every page
    submit_as(world.intake, game.id, 0, "roll 99?", position=0)  # a draft, such as looking at the pages leaves, too
    ways = ("reports", "pages", "memory", "public rows", "maps", "record", "calendars")
    calm = {viewer: told(game, viewer, ways) for viewer in (0, 3, None)}
    status = game.send(2, "status").answer.text
    for letter in (
        "next turn: income; roll 2h",
        "next turn: if s >= 1: end",
        "next turn: nothing",
        "next turn: income",
    ):
        given = game.send(1, letter)
        assert given.others == {}
        for viewer, before in calm.items():
            now = told(game, viewer, ways)
            assert now == before, f"{letter!r} was seen by {viewer}: {first_difference(before, now)}"
        assert game.send(2, "status").answer.text == status
    assert "next turn: income" in "\n".join(told(game, 1, ["reports"])["reports"])
