"""Games that programs have played, for the tests of what is remembered of them."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from forms_kit import submit_as
from web_kit import Kept, World, keep, new_world

from pbem.adjudicator.history.archive import Archive, Past
from pbem.adjudicator.history.rollback import go_back
from pbem.clock import to_ms
from pbem.store import UnitOfWork
from pbem.store.games.game import GameRow, get_game
from rules_core.kernel.log import Note

BOTS = ("Robo", "Rita")


def bots(
    world: World, options: dict[str, str] | None = None, name: str = "Whitsun", kind: str = "first_rails"
) -> GameRow:
    """A game between two programs, which has just begun."""
    for bot in BOTS:
        if bot not in world.players:
            world.add_player(bot, bot="heuristic")
    return world.open_game(name, BOTS, options, kind)


def play(world: World, game: GameRow, turns: int = 1000) -> GameRow:
    """Play so many turns, an hour each, or to the end of the game."""
    choose = random.Random(game.id).randrange
    for _ in range(turns):
        world.clock.advance(timedelta(hours=1))
        if not world.intake.clock.play_bot(game.id, choose):
            break
    return world.game(game.id)


def submit(world: World, game: GameRow, text: str) -> None:
    """Send orders of whoever is to move, which are carried out."""
    row = world.game(game.id)
    assert row.active_seat is not None
    answer = submit_as(world.intake, game.id, row.active_seat, text, position=row.position)
    assert answer.applied, answer.heading


def take_back(world: World, game: GameRow, to: int, reason: str = "Misread.", *, new_dice: bool = False) -> int:
    """Let the operator take a game back to a position, an hour later; give that of the rollback."""
    world.clock.advance(timedelta(hours=1))
    note, now_ms = Note("rolled back", {"by": "", "reason": reason}), to_ms(world.clock())
    back = world.database.write(
        lambda tx: go_back(UnitOfWork(tx, world.settings, now_ms), game.id, to, note=note, new_dice=new_dice)
    )
    return back.position


def with_branches(world: World) -> GameRow:
    """A game that was taken back from its fourth year into a turn of its second, and from there to the end of a turn.

    Each time two turns were played on.
    """
    game = bots(world)
    play(world, game, 6)
    in_turn = [moment.position for moment in past_of(world, game).moments if (moment.year, moment.turn) == (2, 2)]
    take_back(world, game, in_turn[len(in_turn) // 2], "A letter was misread.")
    play(world, game, 2)
    last_of_turn = [moment.position for moment in past_of(world, game).moments if (moment.year, moment.turn) == (1, 2)]
    take_back(world, game, last_of_turn[-1], "The bank had miscounted.", new_dice=True)
    return play(world, game, 2)


def past_of(world: World, game: GameRow, archive: Archive | None = None) -> Past:
    """What is final of a game by now."""
    with world.database.read() as tx:
        return (archive or Archive()).past(tx, get_game(tx, game.id))


@contextmanager
def world_with_games(folder: Path, language: str = "en") -> Iterator[World]:
    """A world with a game that is over (e1), one in its third year (e2), and one of people that has begun (e3)."""
    with new_world(folder, language, kept=_with_games(language)) as world:
        yield world


@cache
def _with_games(language: str) -> Kept:
    with TemporaryDirectory(prefix="pbem-games-") as folder, new_world(Path(folder), language) as world:
        play(world, bots(world, name="Long & <winding>"))
        play(world, bots(world), 5)
        world.open_game("People")
        return keep(world, Path(folder))
