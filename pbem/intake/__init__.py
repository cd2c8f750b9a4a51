"""The one way in: every letter, form, command, bot's turn or scheduled moment that may change something comes in here.

Each is one transaction, opened by a `UnitOfWorkFactory`. Its destination (a game, the office of a player, the lobby) is
looked up once in that transaction, and the package that knows what to do with it does the rest.
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
