"""The carrying out of a command in a game: the order of steps, within the transaction of whoever calls.

Importing it makes known to the reader of orders what a seat may ask for.
"""

from pbem.adjudicator.commands import COMMANDS

__all__ = ["COMMANDS"]
