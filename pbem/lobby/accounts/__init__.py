"""The commands about people, by subject: each is a class in a module of this package."""

from collections.abc import Mapping
from typing import Final

from pbem.commands.command import find_commands
from pbem.lobby.person_command import PersonCommand

_KNOWN: Final = {one.verb: one for one in find_commands(PersonCommand, __name__, __path__)}
COMMANDS: Final[Mapping[str, type[PersonCommand]]] = dict(sorted(_KNOWN.items(), key=lambda found: found[1].rank))
"""All that an operator can do about a person, by verb, the most usual first."""
