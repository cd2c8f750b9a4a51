"""The games there are, found by the name of their kind; each is checked whole when it is registered."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from types import FunctionType
from typing import Any

from rules_core.kernel.codec import stored_name, unnamed
from rules_core.kernel.definition import AnyGame, Choose, GameDefinition, Player, faults
from rules_core.kernel.events import Action, Begun, Ended, Event
from rules_core.kernel.rulebook import Rule


class IncompleteGame(TypeError):
    """A game cannot be played as it is defined; the message names the game and the part that is missing or wrong."""


_GAMES: dict[str, AnyGame] = {}
_DERIVED = frozenset({"corrections", "ended"})
_FUNCTIONS = frozenset(name for name, part in vars(GameDefinition).items() if isinstance(part, FunctionType))
_MAY_BE_EMPTY = frozenset({"options", "amended", "rules_of", "folds", "die"})


def parts_of(game: AnyGame) -> list[str]:
    """The names of all that a game says of itself, or has by default: first what it has to say, then the rest."""
    bases = [kind for kind in type(game).__mro__ if issubclass(kind, GameDefinition)]
    annotated = (name for kind in reversed(bases) for name in vars(kind).get("__annotations__", ()))
    names = dict.fromkeys((*annotated, *vars(GameDefinition)))
    return [name for name in names if not name.startswith("_") and name not in _DERIVED]


def register(game: AnyGame) -> None:
    """Make a game known under its kind. Raises IncompleteGame where a part of it is missing or does not fit."""
    for fault in _faults(game):
        raise IncompleteGame(f"{getattr(game, 'kind', type(game).__name__)}: {fault}")
    _GAMES[game.kind] = game
    all_rules.cache_clear()
    rule_id.cache_clear()


def ruleset_for(kind: str) -> AnyGame:
    """The rules of a kind of game. Raises KeyError for an unknown one."""
    return _GAMES[kind]


def kinds() -> Sequence[str]:
    """All kinds of game known."""
    return tuple(_GAMES)


def rulebook(kind: str, reading: int | None = None) -> Mapping[str, Rule]:
    """The rules of a kind of game by id, each in the sentence of a reading, today's where none is named.

    Raises KeyError for an unknown kind or reading.
    """
    game = _GAMES[kind]
    return game.rules if reading is None else game.rulebooks[reading]


@cache
def all_rules() -> Mapping[str, Rule]:
    """Every rule of every game, by id."""
    return dict(chain.from_iterable(game.rules.items() for game in _GAMES.values()))


@cache
def rule_id() -> re.Pattern[str]:
    """The pattern of a rule's id in a text."""
    prefixes = dict.fromkeys(id_.partition("-")[0] for id_ in all_rules())
    return re.compile(rf"\b(?:{'|'.join(prefixes)})-\d+[a-z]?\b")


def bot_names() -> Sequence[str]:
    """The names of the bots that every game has."""
    shared = set.intersection(*(set(game.bots) for game in _GAMES.values()))
    return tuple(sorted(shared))


def bot_named(name: str) -> Player[Any, Any]:
    """A player that plays every game by the bot of this name."""

    def play(view: Any, actions: Iterable[Any], choose: Choose) -> Any:
        return _GAMES[view.kind].bots[name](view, actions, choose)

    return play


def passing_player(view: Any, actions: Iterable[Any], choose: Choose) -> Any:
    """A player that ends an absent player's turn, as each game defines it."""
    return _GAMES[view.kind].passing(view, actions, choose)


def _faults(game: AnyGame) -> Iterable[str]:
    for name in parts_of(game):
        try:
            part = getattr(game, name, None)
        except FileNotFoundError as error:
            yield f"{name} is missing: there is no {error.filename}"
            return
        if part is None or (not callable(part) and not part and name not in _MAY_BE_EMPTY):
            yield f"{name} is missing"
        elif name in _FUNCTIONS and not callable(part):
            yield f"{name} cannot be called"
    if not game.kind.isidentifier():
        yield f"kind: {game.kind!r} is no name"
    yield from _faults_of_types(game)
    for reading, rules in game.rulebooks.items():
        if not rules:
            yield f"rulebooks: reading {reading} has no rules"
    for name in ("game_over", "not_your_turn"):
        if getattr(game, name).rule not in game.rules:
            yield f"{name}: {getattr(game, name).rule} is no rule of the game"
    yield from (f"options: {fault}" for fault in faults(game.options, game.readings))
    if game.options and type(game).varied is GameDefinition.varied:
        yield "varied is missing, though there are options"
    try:
        game.read_components(game.components)
    except (LookupError, TypeError, ValueError) as error:
        yield f"components: {error}"


def _faults_of_types(game: AnyGame) -> Iterable[str]:
    for mark in (Begun, Ended):
        number = sum(issubclass(kind, mark) for kind in game.events)
        if number != 1:
            yield f"events: {number} of them are {mark.__name__}, where one is due"
    for part, types, base in (("actions", game.actions, Action), ("events", game.events, Event)):
        for kind in types:
            if not issubclass(kind, base):
                yield f"{part}: {kind.__name__} is no {base.__name__}"
    for part, stored in (("events", game.events), ("actions", game.actions), ("state", (game.state,))):
        for name in sorted(set[str]().union(*map(unnamed, stored))):
            yield f"{part}: {name} has no name to be stored as"
        if len({stored_name(kind) for kind in stored}) < len(stored):
            yield f"{part}: two of them have one name to be stored as"
