"""Orders: letters of seats read into orders, actions written as lines, faults and help in words.

`verbs` holds the table that everything is made from, and `notation` what each game writes in its own way. The way of
a line: `phrases` parts its orders, `arguments` and, for a game's own verbs, `grammar`, `building` and `sites` read
what stands behind a verb, `prose` tells greetings from slips of the pen, `reader` keeps the letter together, and
`bind` gives the action when an order's turn comes.
"""

from pbem.commands.faults import Fault
from pbem.commands.orders.binding import bind, in_signs
from pbem.commands.orders.hints import nearest
from pbem.commands.orders.names import tile_name
from pbem.commands.orders.reader import read
from pbem.commands.orders.script import (
    ActionOrder,
    Conditional,
    EndKeeping,
    LineKind,
    LineReading,
    Order,
    RollAll,
    Script,
    ServerCommand,
    ServerCommandName,
)
from pbem.commands.orders.verb import OrderVerb
from pbem.commands.orders.verbs import VERBS, examples_of, explain, shape_of, verbs_of
from pbem.commands.orders.writer import write

__all__ = [
    "VERBS",
    "ActionOrder",
    "Conditional",
    "EndKeeping",
    "Fault",
    "LineKind",
    "LineReading",
    "Order",
    "OrderVerb",
    "RollAll",
    "Script",
    "ServerCommand",
    "ServerCommandName",
    "bind",
    "examples_of",
    "explain",
    "in_signs",
    "nearest",
    "read",
    "shape_of",
    "tile_name",
    "verbs_of",
    "write",
]
