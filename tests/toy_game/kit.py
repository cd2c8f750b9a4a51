"""Games of the toy game to play and look at, for the checks of a copy of the program that has it."""

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from adjudicator.kit import Game, World, new_world
from adjudicator.viewers import MODERATOR, Viewer, browser_of
from flask.testing import FlaskClient
from moderation.kit import add_moderator

from pbem.commands.orders import write
from pbem.terms import Terms
from rules_core.games import bot_named, ruleset_for

TOY: Final = ruleset_for("toy")
PACKAGE: Final = "rules_core.games.toy"
ev: Final[Any] = import_module(f"{PACKAGE}.events")
NAMES: Final = ("Anna", "Bert", "Clara")
LANGUAGES: Final = ("en", "de", "fr")
VIEWERS: Final[tuple[Viewer, ...]] = (0, None, MODERATOR)
BASE: Final = "https://games.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        for name, language in zip(NAMES, LANGUAGES, strict=True):
            world.add_player(name, language)
        add_moderator(world, "Mona")
        yield world


@pytest.fixture
def game(world: World) -> Game:
    return opened(world)


def opened(world: World, **options: str) -> Game:
    """A game whose dice are always the same."""
    return world.open_game(NAMES, kind="toy", options=options, terms=Terms(pace="5d", press="signed"))


def state_of(game: Game) -> Any:
    """The whole position, in the game's own types."""
    return game.state


def hand_of(game: Game, seat: int) -> tuple[int, ...]:
    """The cards that a seat holds."""
    found: tuple[int, ...] = state_of(game).hands[seat]
    return found


def next_line(game: Game, seat: int, bot: str = "heuristic") -> str:
    """The order that a bot would write for a seat, in its player's language."""
    view = TOY.view(game.state, seat)
    action = bot_named(bot)(view, TOY.legal(view), random.Random(seat).randrange)
    return write(action, view.table, LANGUAGES[seat])


def play(game: Game, turns: int | None = None) -> None:
    """Plays so many turns by letters, or all up to the end."""
    while not game.state.over and (turns is None or turns > 0):
        seat = game.state.table.turn.seat
        line = next_line(game, seat)
        reply = game.send(seat, line)
        assert "carried out" in reply.text, reply.answer.text
        turns = turns if turns is None or game.state.table.turn.seat == seat else turns - 1


def browser(game: Game, viewer: Viewer) -> FlaskClient:
    """A browser of a viewer's, in which they stay signed in."""
    known: dict[object, FlaskClient] = game.world.app.extensions.setdefault("browsers of tests", {})
    key = (game.id, viewer)
    if key not in known:
        known[key] = browser_of(game, viewer)
    return known[key]


def visit(game: Game, viewer: Viewer, path: str) -> tuple[int, str]:
    """The status of a page for a viewer, and its text."""
    response = browser(game, viewer).get(path, base_url=BASE)
    return response.status_code, response.data.decode("utf-8", "replace")
