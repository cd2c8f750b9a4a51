"""An analysis tells of a game what its viewer sees there and nothing more: neither hidden things, nor what is to come.

Of two games whose logs differ by what lies behind two screens, by their seeds, by orders that wait and by what the
player to move can still take back, nobody else is shown analyses that differ by a byte.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from engines_kit import keep_store
from moderation.kit import add_moderator
from soak import few
from sqlalchemy import text

from adjudicator.correcting import mend
from adjudicator.kit import NAMES, Game, World, new_world
from adjudicator.outputs import first_difference, told
from adjudicator.viewers import MODERATOR, Viewer
from rules_core.line.actions import Correction, DiceMoved, PassengersMoved

KINDS = ("first_rails", "germany", "railroad_dice_2")
HIDDEN = {"first_rails": ((2, 5), (7, 41)), "germany": ((2, 5), ())}
"""The dice, and the passengers in thousands, that two players hide: in one of the twins exchanged.

In Railroad Dice 2 nothing lies behind a screen.
"""
WAITING = {"railroad_dice_2": ("place c3 or any", "place g6\nnext turn: place f2 or k6")}
"""The orders that wait for another player's turn in each of the twins."""
ANY_WAITING = ("if h >= 1: end", "roll 1?\nnext turn: end")
VIEWERS: tuple[Viewer, ...] = (2, None, 3, MODERATOR)
CASES = [(kind, viewer) for viewer in VIEWERS for kind in KINDS]


@contextmanager
def twins(world: World, kind: str, folder: Path) -> Iterator[tuple[Game, Game]]:
    """Two games that began as one, in which it is the first player's turn."""
    add_moderator(world, "Mona")
    game = world.open_game(NAMES, kind=kind)
    copy = keep_store(world.database, folder)
    (folder / "twin").mkdir()
    with new_world(folder / "twin", copy) as second:
        second.players.update(world.players)
        second.clock.at = world.clock.at
        both = game, Game(second, game.id)
        for one, order, waiting in zip(both, (1, -1), WAITING.get(kind, ANY_WAITING), strict=True):
            if kind in HIDDEN:
                mend(one, *hiding(*HIDDEN[kind], order))
            assert "This waits for your next turn." in one.send(1, f"next turn: {waiting}").text
        if kind in HIDDEN:
            assert "carried out." in game.send(0, "B e?").text
            assert game.row.position > game.row.final_position == both[1].row.final_position
            second.clock.advance(timedelta(minutes=1))
        seed = text("UPDATE game SET seed = :seed")
        second.database.write(lambda tx: tx.run(seed, seed=b"another seed" + bytes(20)))
        yield both


def hiding(dice: Sequence[int], passengers: Sequence[int], order: int) -> list[Correction]:
    """The corrections by which the first two players hide so much, in this order or the other."""
    moved: list[Correction] = []
    for seat, number in enumerate(dice[::order]):
        moved.append(DiceMoved(number, "bank", None, "hidden", seat))
    for seat, number in enumerate(passengers[::order]):
        moved.append(PassengersMoved(number, None, "box", None, "carried", seat))
    return moved


@pytest.mark.parametrize(("kind", "viewer"), few(CASES, 3, several=True))
def test_an_analysis_hangs_on_nothing_but_what_its_viewer_sees(
    world: World, tmp_path: Path, kind: str, viewer: Viewer
) -> None:
    with twins(world, kind, tmp_path) as both:
        first, second = (told(one, viewer, ["analyses"]) for one in both)
        assert len(first["analyses"]) > 14
        assert first == second, first_difference(first, second)
        if kind in HIDDEN:
            mine, theirs = (told(one, 1, ["analyses"]) for one in both)
            assert mine != theirs, "who hides something sees it there"
