"""The order language: letters read into orders, actions written as lines, faults and help in words.

`verbs` holds the one table that everything is made from, and `notation` what each game writes in its own way. The way
of a line: `tokens` cuts it, `phrases` parts its orders, `grammar`, `building` and `sites` read their arguments with a
`cursor`, `prose` tells greetings from slips of the pen, `reader` keeps the letter together, and `bind` gives the action
when an order's turn comes.
"""

from pbem.orders.binding import bind, in_signs
from pbem.orders.faults import explain
from pbem.orders.hints import nearest
from pbem.orders.names import tile_name
from pbem.orders.notation import Form
from pbem.orders.reader import read
from pbem.orders.script import (
    Act,
    Command,
    CommandName,
    Conditional,
    EndKeeping,
    Fault,
    LineKind,
    LineReading,
    Order,
    RollAll,
    Script,
)
from pbem.orders.verb import Verb
from pbem.orders.verbs import VERBS, examples_of, shape_of, verbs_of
from pbem.orders.writer import write

__all__ = [
    "VERBS",
    "Act",
    "Command",
    "CommandName",
    "Conditional",
    "EndKeeping",
    "Fault",
    "Form",
    "LineKind",
    "LineReading",
    "Order",
    "RollAll",
    "Script",
    "Verb",
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
