"""The records of games that went back, out of the store: whole, provable when they are over, without seeds before."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from past_kit import bots, play, take_back
from web_kit import World, new_world

from pbem.adjudicator.corrections import amend, cancel
from pbem.adjudicator.log.records import export_game
from pbem.clock import to_ms
from pbem.store import UnitOfWork
from pbem.store.games.game import GameRow, get_game_seed, list_epoch_seeds
from rules_core.games import ruleset_for
from rules_core.games.railroad_dice_2.events import UnitPlace, UnitsMoved
from rules_core.kernel.log import Note
from rules_core.kernel.record import dice_remarks, load, rejudge, replay, verify_dice
from rules_core.line.actions import DiceMoved

REASON = {"by": "", "reason": "Misread."}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def exported(world: World, game: GameRow) -> str:
    """The record that whoever asks gets."""
    with world.database.read() as tx:
        return export_game(tx, game.id)


def end(world: World, game: GameRow) -> None:
    """End a game as the operator may."""
    note, now_ms = Note("cancelled", REASON), to_ms(world.clock())
    world.database.write(lambda tx: cancel(UnitOfWork(tx, world.settings, now_ms), game.id, note))


def secrets_of(world: World, game: GameRow) -> set[str]:
    """The seeds of a game's dice, as a record would spell them."""
    with world.database.read() as tx:
        return {get_game_seed(tx, game.id).hex(), *(seed.hex() for seed in list_epoch_seeds(tx, game.id).values())}


MOVED = {
    "first_rails": DiceMoved(1, "bank", None, "hidden", 1),
    "railroad_dice_2": UnitsMoved(2, UnitPlace("bank"), UnitPlace("seat", 1)),
}
"""What is corrected in a game of each kind."""


@pytest.mark.parametrize("kind", MOVED)
def test_a_game_that_went_back_is_proved_by_its_record(world: World, kind: str) -> None:
    game = bots(world, kind=kind)
    play(world, game, 3)
    second = world.game(game.id).position
    play(world, game, 3)
    take_back(world, game, second)
    note, now_ms = Note("amended", REASON), to_ms(world.clock())
    moved = MOVED[kind]
    world.database.write(
        lambda tx: amend(UnitOfWork(tx, world.settings, now_ms), game.id, [moved], note, sees_secrets=True)
    )
    play(world, game, 2)
    take_back(world, game, second, new_dice=True)
    play(world, game, 2)
    running = exported(world, game)
    assert not any(secret in running for secret in secrets_of(world, game))
    assert [fault.code for fault in verify_dice(load(running))] == ["seed_not_revealed"]
    end(world, game)
    text = exported(world, game)
    record = load(text)
    assert not verify_dice(record) and not dice_remarks(record)
    assert rejudge(record, ruleset_for(record.kind)) is None
    assert replay(record).table.ended == "cancelled"
    assert [epoch for _, epoch in record.epochs] == [0, 1]
    assert "seeds" not in json.loads(text)
    assert text.startswith(running[: running.index('"seed"')]), "what was public stays as it was"


@pytest.mark.parametrize("kind", ["germany", "railroad_dice_2"])
def test_a_game_taken_up_again_has_dice_of_its_own_that_its_record_proves(world: World, kind: str) -> None:
    game = bots(world, kind=kind)
    play(world, game, 2)
    middle = world.game(game.id).position
    play(world, game, 1)
    end(world, game)
    shown = load(exported(world, game)).seed
    assert shown is not None
    back = take_back(world, game, middle, new_dice=True)
    play(world, game, 3)
    running = exported(world, game)
    assert not any(secret in running for secret in secrets_of(world, game)), "the old one is shown, and not here again"
    end(world, game)
    record = load(exported(world, game))
    assert record.seed == shown
    assert len(record.seeds) == 1 and shown not in record.seeds.values()
    assert verify_dice(record) == []
    [remark] = dice_remarks(record)
    assert (remark.code, remark.facts) == ("promised_after_salts", {"position": back, "epoch": 1})
