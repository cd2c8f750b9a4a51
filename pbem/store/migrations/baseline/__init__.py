"""The tables as they were when the program was first given out: what migrations begin with."""

from pbem.store.migrations.baseline import games, mail, players
from pbem.store.migrations.baseline.base import LOG_GUARDS, metadata

__all__ = ["LOG_GUARDS", "games", "mail", "metadata", "players"]
