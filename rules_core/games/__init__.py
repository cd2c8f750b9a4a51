"""The games: each package here exports its definition as `game`. Importing this package makes all of them known."""

from importlib import import_module
from pkgutil import iter_modules

from rules_core.kernel.registry import (
    IncompleteGame,
    all_rules,
    bot_named,
    bot_names,
    kinds,
    passing_player,
    register,
    rule_id,
    rulebook,
    ruleset_for,
)

__all__ = [
    "all_rules",
    "bot_named",
    "bot_names",
    "kinds",
    "passing_player",
    "rule_id",
    "rulebook",
    "ruleset_for",
]

for _module in sorted(iter_modules(__path__)):
    _found = getattr(import_module(f"{__name__}.{_module.name}"), "game", None)
    if _found is None:
        raise IncompleteGame(f"{_module.name}: its package exports no `game`")
    register(_found)
