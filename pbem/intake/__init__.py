"""The front door: all that changes a game, an office or the lobby comes in here, and is brought to whom it is for.

A letter, a form, a command, a bot's turn or a moment that has come is one transaction, which a `UnitOfWorkFactory`
opens. What comes in finds its destination in that transaction, once, and hands it on: to the room that knows what to do
with it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # who stores a letter and no more need not wait for all that deals with letters
    from pbem.intake.mailbox import Intake

__all__ = ["Intake"]


def __getattr__(name: str) -> Any:
    """Import all ways in when they are asked for. Raises AttributeError for whatever else."""
    if name == "Intake":
        from pbem.intake.mailbox import Intake

        return Intake
    raise AttributeError(name)
