"""The acts of moderators, by subject: each is a class in a module of this package, and nothing else names them all."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from pbem.commands.vocabulary import MODERATOR
from pbem.moderation.command import ModeratorCommand


def _below(kind: type[Any]) -> Iterator[type[ModeratorCommand]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def find_commands() -> Mapping[str, type[ModeratorCommand]]:
    """The acts by verb, in the order in which the words of moderators stand in their files."""
    for module in iter_modules(__path__, f"{__name__}."):
        import_module(module.name)
    known = {act.name: act for act in _below(ModeratorCommand)}
    return {verb: known[verb] for verb in MODERATOR.verbs if verb in known}


COMMANDS: Final = find_commands()
"""All that a moderator can do."""
