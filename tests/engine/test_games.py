"""The games there are, and what becomes of one that is not whole."""

import json
from dataclasses import dataclass, replace
from pkgutil import iter_modules
from typing import Any

import pytest
from each_kit import each
from edited import edited

from rules_core import games
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import encode, stored_as
from rules_core.kernel.definition import GameDefinition, Option, fold, stop
from rules_core.kernel.dice import no_draw
from rules_core.kernel.events import Event, TurnBeginning
from rules_core.kernel.registry import IncompleteGame, parts_of, register
from rules_core.kernel.rulebook import Violations, violation
from rules_core.line.events import GameBegan

NEEDED = parts_of(ruleset_for("germany"))


def test_every_package_of_a_game_is_found() -> None:
    assert {"first_rails", "germany", "railroad_dice_2"} <= set(kinds())
    assert kinds() == tuple(sorted(module.name for module in iter_modules(games.__path__)))


@each("part", NEEDED)
def test_a_game_without_a_part_is_refused_by_its_name(part: str) -> None:
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompleteGame, match=f"{part} is missing"):
        register(edited(ruleset_for("germany"), **nothing))


def test_a_game_whose_box_cannot_be_read_is_refused() -> None:
    with pytest.raises(IncompleteGame, match=r"germany: components: simple"):
        register(edited(ruleset_for("germany"), components='{"die": {"simple": {}}}'))


def test_a_game_that_cites_what_is_no_rule_of_it_or_cannot_be_varied_is_refused() -> None:
    game = ruleset_for("railroad_dice_2")
    for part, value, fault in (
        ("game_over", violation("XX-1", "game_over"), "game_over: XX-1 is no rule of the game"),
        ("not_your_turn", violation("FR-10", "not_your_turn"), "not_your_turn: FR-10 is no rule of the game"),
        ("options", {"weather": ("rain", "sun")}, "options: weather is no Option"),
        ("options", {"weather": Option("rain", since=2)}, "options: weather is since reading 2, and there is none"),
        ("varied", GameDefinition.varied, "varied is missing, though there are options"),
        ("decide", "roll", "decide cannot be called"),
    ):
        changed: dict[str, Any] = {part: value}
        with pytest.raises(IncompleteGame, match=f"railroad_dice_2: {fault}"):
            register(edited(game, **changed))


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
            register(edited(game, **changed))


@pytest.mark.parametrize("kind", kinds())
def test_who_may_not_act_is_told_the_rule_by_which_the_game_decides(kind: str) -> None:
    game = ruleset_for(kind)
    state = fold(game, game.setup({}, 2, lambda _key, _sides: 0))
    mover = state.table.turn.seat
    action = next(game.legal(game.view(state, mover)))
    assert game.decide(state, replace(action, seat=1 - mover), no_draw) == Violations((game.not_your_turn,))
    over = game.evolve(state, stop(game, state, "abandoned"))
    assert game.decide(over, action, no_draw) == Violations((game.game_over,))


@pytest.mark.parametrize("kind", kinds())
def test_events_are_found_in_a_log_by_what_they_mean(kind: str) -> None:
    game = ruleset_for(kind)
    beginning = game.setup({}, 2, lambda _key, _sides: 0)
    heads = game.stored_heads(TurnBeginning)
    stored = [json.dumps(encode(event), separators=(",", ":")) for event in beginning]
    assert [text.startswith(heads) for text in stored] == [isinstance(event, TurnBeginning) for event in beginning]
    assert any(text.startswith(heads) for text in stored)
