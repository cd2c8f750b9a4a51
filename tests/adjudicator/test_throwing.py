"""The faces of rolls are counted as they are thrown, each once, and whose they were."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from forms_kit import submit_as
from sqlalchemy import update

from adjudicator.going_back import take_back
from adjudicator.kit import Game, World
from pbem.adjudicator import counts
from pbem.adjudicator.counts import throws_of
from pbem.adjudicator.history.rollback import go_back
from pbem.clock import to_ms
from pbem.store import Tx, UnitOfWork
from pbem.store.games.log import list_entries
from pbem.store.games.throws import (
    Throw,
    ThrowRow,
    count_throwers,
    list_thrown_by,
    list_thrown_by_kind,
    list_thrown_by_players,
    list_throws,
    put_throw,
)
from pbem.terms import Late, Terms
from rules_core.kernel.definition import EventDraws
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.log import Note

SIDES = ("?", "curve", "curve", "share", "straight", "straight")
"""The sides of the dice that games have."""


def throws(game: Game) -> list[Throw]:
    with game.world.database.read() as tx:
        return list_throws(tx, game.id)


def agrees_with_log(game: Game) -> bool:
    with game.world.database.read() as tx:
        return counts.list_miscounted(tx) == []


def test_a_roll_counts_at_once_and_for_its_player(world: World) -> None:
    game = world.open_game(rolls={(1, 0): "sc?$"})
    assert throws(game) == []
    game.send(0, "roll 2?")
    (throw,) = throws(game)
    assert (throw.epoch, throw.year, throw.seat, throw.kind) == (0, 1, 0, "first_rails")
    assert throw.player_id == world.players["Anna"]
    assert throw.at_ms == to_ms(world.clock())
    assert throw.fell == {"straight": 1, "curve": 1, "share": 1, "?": 1}
    game.send(0, "end")
    assert throws(game) == [throw]
    assert agrees_with_log(game)


def test_what_is_looked_at_in_advance_does_not_count(world: World) -> None:
    game = world.open_game()
    game.send(0, "check\nroll 1?")
    game.send(0, "income")
    assert throws(game) == []


@pytest.mark.parametrize("late", ["bot", "pass"])
def test_what_a_program_rolls_in_a_players_place_is_nobodys_luck(world: World, late: Late) -> None:
    game = world.open_game(terms=Terms(late=late))
    roll(game, "roll 1?")
    while (deadline_ms := game.row.deadline_ms) is not None:  # until it ends, as nobody plays it
        world.clock.advance(timedelta(milliseconds=deadline_ms - to_ms(world.clock()) + 1))
        world.intake.clock.wake(game.id, choose=random.Random(1).randrange)
    his_own, *others = throws(game)
    assert his_own.player_id == world.players["Anna"], "his turn was played on by others, and the roll is his"
    assert bool(others) == (late == "bot")
    assert {throw.player_id for throw in others} <= {None}
    assert agrees_with_log(game)


def test_what_a_bot_of_the_servers_own_rolls_is_its_luck(world: World) -> None:
    ids = {world.add_player(name, bot="heuristic") for name in ("Robo", "Rita")}
    game = world.open_game(("Robo", "Rita"))
    for _turn in range(8):
        world.intake.clock.play_bot(game.id, random.Random(1).randrange)
    assert {throw.player_id for throw in throws(game)} == ids
    assert agrees_with_log(game)


def test_the_same_dice_thrown_again_count_once_and_others_beside_them(world: World) -> None:
    game = world.open_game()
    roll(game, "roll 1?")
    (first,) = throws(game)
    game.send(0, "end")
    take_back(game, begin(game))
    roll(game, "roll 2?")
    (again,) = throws(game)
    assert again.total == 2 * first.total, "each brings one of the bank"
    assert all(again.fell[face] >= n for face, n in first.fell.items()), "the first dice fall as they fell"
    take_back(game, begin(game))
    roll(game, "roll 1?")
    assert throws(game) == [again]
    now_ms, note = to_ms(world.clock()), Note("rolled back", {"by": "", "reason": "Once more."})
    world.database.write(
        lambda tx: go_back(UnitOfWork(tx, world.settings, now_ms), game.id, begin(game), new_dice=True, note=note)
    )
    roll(game, "roll 1?")
    assert [(throw.epoch, throw.total) for throw in throws(game)] == [(0, again.total), (1, first.total)]
    assert agrees_with_log(game)


def numbered(year: int, first: int, faces: str, sides: Sequence[str] = ("123456",)) -> EventDraws:
    """A roll of a seat whose dice have these sides, the last of them as many as there are left."""
    dice = (*sides, *(sides[-1] for _ in faces[len(sides) :]))
    keys = tuple(DrawKey(year, 0, "roll", first + number) for number in range(len(faces)))
    return EventDraws("roll", 0, keys, tuple(map(tuple, dice)), tuple(faces))


def test_dice_of_two_kinds_are_counted_apart_and_rolls_of_a_year_beside_each_other(world: World) -> None:
    """As a game would have it that is not of the line: whatever its dice show, its `drawing` tells it."""
    game = world.open_game()

    def count(drawing: EventDraws, epoch: int = 0) -> None:
        for throw in throws_of(game.row, epoch, 0, drawing, world.players["Anna"], 7):
            world.database.write(partial(put_throw, throw=throw))

    count(numbered(1, 0, "h36", ["ht", "123456"]))
    count(numbered(1, 3, "6"))
    count(numbered(2, 0, "16"))
    count(numbered(1, 0, "h3", ["ht", "123456"]))
    count(numbered(2, 0, "164"))
    count(numbered(1, 3, "2"), epoch=1)
    count(replace(numbered(2, 9, "1"), was_drawn=False))
    coin, die = tuple("ht"), tuple("123456")
    assert [(throw.key, throw.fell) for throw in throws(game)] == [
        ((0, 1, 0, "roll", 0, die), {"3": 1, "6": 1}),
        ((0, 1, 0, "roll", 0, coin), {"h": 1}),
        ((0, 1, 0, "roll", 3, die), {"6": 1}),
        ((0, 2, 0, "roll", 0, die), {"1": 1, "4": 1, "6": 1}),
        ((1, 1, 0, "roll", 3, die), {"2": 1}),
    ]
    with world.database.read() as tx:
        sums = {(one.sides, tuple(one.fell.items())) for one in list_thrown_by_kind(tx)}
    assert sums == {(coin, (("h", 1),)), (die, (("1", 1), ("2", 1), ("3", 1), ("4", 1), ("6", 3)))}


def roll(game: Game, orders: str) -> None:
    """Have whoever is to move roll, by a page that shows the position as it is."""
    row = game.row
    assert row.active_seat is not None
    assert submit_as(game.world.intake, game.id, row.active_seat, orders, position=row.position).applied


def begin(game: Game) -> int:
    """The position at which the first turn began."""
    with game.world.database.read() as tx:
        return next(row.position for row in list_entries(tx, game.id) if '"TurnBegan"' in row.payload)


def lose(tx: Tx) -> None:
    tx.run(ThrowRow.table.delete())


def load(tx: Tx) -> None:
    tx.run(update(ThrowRow.table).values(fell=ThrowRow.c.fell + 1))


def rob(tx: Tx) -> None:
    tx.run(update(ThrowRow.table).values(player_id=None))


@pytest.mark.parametrize("harm", [lose, load, rob])
def test_counting_anew_mends_what_is_wrong(world: World, harm: Callable[[Tx], None]) -> None:
    game = world.open_game()
    game.send(0, "roll 1?\nend")
    game.send(1, "roll 1?")
    kept = throws(game)
    assert len(kept) == 2
    world.database.write(harm)
    assert not agrees_with_log(game)
    world.database.write(counts.recount)
    assert throws(game) == kept
    assert agrees_with_log(game)


def test_faces_are_added_up_by_player_and_by_kind(world: World) -> None:
    game = world.open_game()
    game.send(0, "roll 1?\nend")
    game.send(1, "roll 1?")
    other = world.open_game(kind="germany")
    other.send(0, "roll 1?")
    with world.database.read() as tx:
        by_kind, by_player = list_thrown_by_kind(tx), list_thrown_by_players(tx)
        annas = list_thrown_by(tx, world.players["Anna"])
        throwers = [count_throwers(tx, kind, SIDES) for kind in ("first_rails", "germany")]
    mine = throws(game) + throws(other)
    assert [(one.kind, one.player_id) for one in by_kind] == [("first_rails", None), ("germany", None)]
    assert [one.total for one in by_kind] == [sum(t.total for t in throws(g)) for g in (game, other)]
    assert [(one.kind, one.name) for one in by_player] == [
        ("first_rails", "Anna"), ("first_rails", "Bert"), ("germany", "Anna"),
    ]  # fmt: skip
    assert sum(one.total for one in by_player) == sum(throw.total for throw in mine)
    assert annas == [one for one in by_player if one.name == "Anna"]
    assert throwers == [2, 1]
