"""A part of a server, such as its website: what a process is made of, alone or with others."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

Silences: TypeAlias = Mapping[str, Callable[[], float]]
"""The threads that must live, by their names in `liveness.PARTS`, each with its silence in seconds."""


class ServerPart(ABC):
    """One part of a process. `take` comes before `start`, and `stop` may come without either."""

    unconcerned: Collection[str] = ()
    """Tables that give it nothing to do when they change."""

    @abstractmethod
    def take(self) -> None:
        """Take what may be taken by others, such as ports. Raises OSError, and AlreadyServing."""

    @abstractmethod
    def start(self) -> None:
        """Begin to work."""

    @abstractmethod
    def stop(self) -> None:
        """Finish what is in hand, and leave the rest for the next start."""

    @abstractmethod
    def wake(self) -> None:
        """Look whether there is something to do, as something was written. Does not wait."""

    @property
    def ports(self) -> Mapping[str, int | None]:
        """The ports at which others are served, by what they are for."""
        return {}

    @property
    @abstractmethod
    def silences(self) -> Silences:
        """The threads that must live."""
