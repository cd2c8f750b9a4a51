"""Commands of a seat to those who run its game, by subject: each is a class in a module of this package.

Nothing else names them all. Importing it makes their verbs known to the reader of orders.
"""

from collections.abc import Sequence
from typing import Final

from pbem.commands.command import find_commands
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import register
from pbem.commands.vocabulary import SEAT

_PLACES: Final = {verb: place for place, verb in enumerate(SEAT.verbs)}
COMMANDS: Final[Sequence[type[SeatCommand]]] = sorted(
    find_commands(SeatCommand, __name__, __path__), key=lambda one: _PLACES[one.verb]
)
"""All that a seat can ask for, in the order in which the words of orders stand in their files."""
register(COMMANDS)
