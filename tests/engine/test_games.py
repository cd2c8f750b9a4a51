"""The games there are, and what becomes of one that is not whole."""

from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import stored_as
from rules_core.kernel.definition import GameDefinition
from rules_core.kernel.events import Event
from rules_core.kernel.registry import IncompleteGame, register
from rules_core.line.events import GameBegan

NEEDED = [field.name for field in fields(GameDefinition)]


def test_every_package_of_a_game_is_found() -> None:
    assert kinds() == ("first_rails", "germany")


@pytest.mark.parametrize("part", NEEDED)
def test_a_game_without_a_part_is_refused_by_its_name(part: str) -> None:
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompleteGame, match=f"{part} is missing"):
        register(replace(ruleset_for("germany"), **nothing))


def test_a_game_whose_box_cannot_be_read_is_refused() -> None:
    with pytest.raises(IncompleteGame, match=r"germany: components: simple"):
        register(replace(ruleset_for("germany"), components='{"die": {"simple": {}}}'))


@dataclass(frozen=True, slots=True)
class _Nameless(Event):
    seat: int


@stored_as("GameEnded")
@dataclass(frozen=True, slots=True)
class _Twin(Event):
    seat: int


@stored_as("Stray")
@dataclass(frozen=True, slots=True)
class _Stray:
    seat: int


def test_a_game_whose_types_do_not_fit_is_refused_by_their_names() -> None:
    game = ruleset_for("germany")
    fewer = tuple(kind for kind in game.events if kind is not GameBegan)
    for part, kinds_of_it, fault in (
        ("events", (*game.events, _Nameless), "events: _Nameless has no name to be stored as"),
        ("events", (*game.events, _Twin), "events: two of them have one name to be stored as"),
        ("events", fewer, "events: 0 of them are Begun, where one is due"),
        ("events", (*game.events, _Stray), "events: _Stray is no Event"),
        ("actions", (*game.actions, _Twin), "actions: _Twin is no Action"),
    ):
        changed: dict[str, Any] = {part: kinds_of_it}
        with pytest.raises(IncompleteGame, match=fault):
            register(replace(game, **changed))
