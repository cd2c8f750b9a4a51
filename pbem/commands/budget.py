"""The budget of work of one letter or form, whoever sends it: what is read of it at most, and repeated to its sender.

Reading takes time in proportion to what is read, so these figures bound it: the costliest letter known takes half a
second of one core, and never in a transaction that writes (`pbem.store.computing`).
"""

from typing import Final

MAX_LINE: Final = 1_000
"""Characters in a line that may be an order."""
SHOWN: Final = 200
"""How many characters of a longer one are still shown."""
MAX_LINES: Final = 2_000
MAX_SIZE: Final = 100_000
"""Lines and characters in which an `end` must come; a letter that is longer without one is a fault."""
MAX_ORDERS: Final = 500
MAX_FAULTS: Final = 20
"""The number of faults behind which nothing is read any more."""
MAX_UNREAD: Final = 60
"""Lines behind them that are looked at for how they begin, so that no order is taken for a part of a footer."""
MAX_OFFICE_LINES: Final = 200
"""Lines of a letter to an account that are read; none needs as many."""
MAX_OFFICE_COMMANDS: Final = 50
"""Things that a letter to an account may ask for."""
MAX_ECHOED: Final = 40
"""The most lines without a message, such as comments, that an answer repeats."""
MOST_EXPLAINED: Final = 200
"""The most lines with a message that an answer repeats; those that kept a letter from being carried out always stand
there.
"""
