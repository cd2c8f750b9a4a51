"""Orders: letters of seats read into orders, actions written as lines, faults and help in words.

`verbs` makes the table of a game from what any seat may write (`controls`, the classes below `SeatCommand`) and from
the game's `notation`. The way of a line: `phrases` parts its orders, the verb reads what stands behind it, `prose`
tells greetings from slips of the pen, `pbem.commands.almost` finds what is nearly an order by the forms of its verb,
`reader` keeps the letter together, and `bind` gives the action when an order's turn comes.
"""

from pbem.commands.command_reader import LineKind, LineReading
from pbem.commands.orders.notation import OrderVerb, bind, nearest, write
from pbem.commands.orders.reader import read
from pbem.commands.orders.script import (
    ActionOrder,
    Conditional,
    DeferredOrder,
    Order,
    Script,
    ServerCommand,
    ServerCommandName,
    Wish,
)
from pbem.commands.orders.verbs import explain, table_of, verbs_of
from pbem.commands.tokens import Fault

__all__ = [
    "ActionOrder",
    "Conditional",
    "DeferredOrder",
    "Fault",
    "LineKind",
    "LineReading",
    "Order",
    "OrderVerb",
    "Script",
    "ServerCommand",
    "ServerCommandName",
    "Wish",
    "bind",
    "explain",
    "nearest",
    "read",
    "table_of",
    "verbs_of",
    "write",
]
