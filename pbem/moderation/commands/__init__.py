"""The acts of moderators, by subject: each is a class in a module of this package, and nothing else names them all."""

from collections.abc import Mapping
from typing import Final

from pbem.commands.command import find_commands
from pbem.commands.vocabulary import MODERATOR
from pbem.moderation.command import ModeratorCommand

_KNOWN: Final[Mapping[str, type[ModeratorCommand]]] = {
    act.verb: act for act in find_commands(ModeratorCommand, __name__, __path__)
}
COMMANDS: Final[Mapping[str, type[ModeratorCommand]]] = {
    verb: _KNOWN[verb] for verb in MODERATOR.verbs if verb in _KNOWN
}
"""All that a moderator can do, by verb, in the order in which the words of moderators stand in their files."""
