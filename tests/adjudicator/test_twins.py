"""Of two games that differ by what lies behind two screens, nobody else is told different things."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from engines_kit import keep_store
from moderation.kit import add_moderator

from adjudicator.correcting import mend
from adjudicator.going_back import begin_anew, stray
from adjudicator.kit import NAMES, Game, World, new_world
from adjudicator.outputs import OUTPUTS, first_difference, told
from adjudicator.page_outputs import give_calendars
from adjudicator.screens import four_seats, in_germany
from adjudicator.viewers import MODERATOR, Viewer
from rules_core.line.actions import Correction, Dice, DiceMoved, PassengersMoved
from rules_core.line.table import State


@contextmanager
def twins(world: World, game: Game, folder: Path, one: int, other: int) -> Iterator[tuple[Game, Game]]:
    """Two games with the same log, which differ by what lies behind two seats' screens: it is exchanged."""
    give_calendars(world)
    copy = keep_store(world.database, folder)
    (folder / "twin").mkdir()
    with new_world(folder / "twin", copy) as second:
        second.players.update(world.players)
        second.clock.at = world.clock.at
        twin = Game(second, game.id)
        screens = list(game.state.screens)
        screens[one], screens[other] = screens[other], screens[one]
        twin.swap_state(replace(game.state, screens=tuple(screens)))
        assert (twin.entries, twin.state.table) == (game.entries, game.state.table)
        assert twin.state != game.state
        yield game, twin


class Turn(NamedTuple):
    """A position, what its player does before all outputs are looked at, whose screens are exchanged, and who looks.

    Where the game has strayed, so many turns were played and taken back before the position; `mended` is what a
    moderator corrects in it first.
    """

    position: State
    letters: tuple[str, ...]
    pair: tuple[int, int]
    viewers: tuple[Viewer, ...]
    strayed: int = 0
    mended: tuple[Correction, ...] = ()


GIVEN = DiceMoved(2, "bank", None, "hidden", 0)
CARRIED = PassengersMoved(3, None, "box", None, "carried", 1)
SHOWN = DiceMoved(1, "front", 1, "hidden", 0, Dice(curve=1))
TURNS = {
    "a turn with a roll": Turn(four_seats(seat=0), ("income", "A w\nbuy weiden", "roll 1h\nB e"), (0, 1), (2, None)),
    "a turn before its roll, after a return to an earlier year": Turn(
        four_seats(seat=0), ("income", "buy insel from director"), (0, 3), (1, MODERATOR), strayed=5
    ),
    "a third player's turn": Turn(
        four_seats(seat=2), ("income", "buy eisberg"), (0, 1), (2, None), mended=(GIVEN, CARRIED, SHOWN)
    ),
    "the last turn of all": Turn(four_seats(seat=3, last_year="no tile"), ("roll 1h", "A w"), (0, 1), (3, None)),
    "a turn in Germany": Turn(
        in_germany(seat=0),
        ("transport insel", "station A bergtal pay 2h 1?", "roll 2?"),
        (0, 1),
        (2, 3, None),
    ),
    "a third player's turn in Germany, after a return within a turn": Turn(
        in_germany(seat=2),
        ("B s", "transport weiden\nroll 1h"),
        (0, 1),
        (2, MODERATOR),
        strayed=1,
        mended=(GIVEN, SHOWN),
    ),
}
"""Who does not move is asked for in both languages in each kind of game, in one turn or two; elsewhere one may do."""
SUITE = ("a third player's turn in Germany, after a return within a turn",)
"""Turns that are looked at in the suite; what is done in secret in The First Rails is looked at beside this."""
HANDBOOK = (*SUITE, "a turn with a roll")
"""Turns in which pages are looked at, too, that are about no game, or closed to who looks: so the same in all turns."""


@pytest.mark.parametrize(
    "name", [*SUITE, *(pytest.param(name, marks=pytest.mark.soak) for name in TURNS if name not in SUITE)]
)
def test_what_lies_behind_two_screens_exchanged_changes_nothing_for_anybody_else(
    world: World, tmp_path: Path, name: str
) -> None:
    turn = TURNS[name]
    shown = {"handbook": name in HANDBOOK, "desk": name in HANDBOOK or MODERATOR in turn.viewers}
    shown["analyses"] = False  # they begin with what the log says, which is the same here: see `test_analysis_twins.py`
    ways = [way for way in OUTPUTS if shown.get(way, True)]
    world.add_player("Clara", "xx")
    add_moderator(world, "Mona")
    table = turn.position.table
    game, mover = world.open_game(NAMES, kind=table.kind), table.turn.seat
    if turn.strayed:
        stray(game, turn.strayed)
    game.put(turn.position)
    with twins(world, game, tmp_path, *turn.pair) as both:
        for one in both if turn.mended else ():
            mend(one, *turn.mended)
        for letter in turn.letters:
            replies = [one.send(mover, letter) for one in both]
            assert all("carried out." in reply.text for reply in replies)
        for viewer in turn.viewers:
            first, second = (told(one, viewer, ways) for one in both)
            assert first == second, f"{viewer}: {first_difference(first, second)}"
        for seat in turn.pair:
            first, second = (told(one, seat, ["reports"]) for one in both)
            assert first != second, "everybody sees his own screen"
        if table.last_year is None:
            ended = [one.send(mover, f"end keep {kept(one, mover)}") for one in both]
            assert len(ended[0].others) == 3
            for seat in set(ended[0].others) - set(turn.pair):
                assert ended[0].others[seat].text == ended[1].others[seat].text
        anew = [begin_anew(one) for one in both]
        for seat in set(range(4)) - set(turn.pair):
            mine, theirs = ([mail.text for mail in mails if mail.seat == seat] for mails in anew)
            assert mine == theirs
            assert len(mine) == 1


def kept(game: Game, seat: int) -> str:
    """Five of the dice in front of a seat, or all where there are fewer."""
    front = game.state.table.players[seat].front
    faces = "s" * front.straight + "c" * front.curve + "$" * front.share + "?" * front.wild
    return " ".join(faces[:5])
