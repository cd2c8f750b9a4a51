"""All that SQLite and PostgreSQL do differently under an open database."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from sqlalchemy import URL, Connection, Engine

from pbem.store.row_map import Changes


def shown_url(url: URL) -> str:
    """A database of PostgreSQL as people are told of it: without its user and password."""
    return URL.create("postgresql", host=url.host, port=url.port, database=url.database).render_as_string()


class Leadership(ABC):
    """The leading among the processes on one database: held by one at a time, and lost with its life."""

    leader = ""
    """The process that led when this one last tried to, as far as that is known: its kind and its number."""

    @abstractmethod
    def take(self) -> bool:
        """Try to lead, without waiting; return whether this process does now. It may do so already."""

    @abstractmethod
    def holds(self) -> bool:
        """Tell whether this process leads still: with its connection to the database it may have lost that."""

    @abstractmethod
    def release(self) -> None:
        """Lead no longer, if this process did."""


class WriteWatch(ABC):
    """A thread that tells of the writes of other processes."""

    @abstractmethod
    def stop(self) -> None:
        """End it, and wait for that."""


class StoreEngine(ABC):
    """The connections to one database. Each method may be called by any thread, but for what is said of writing."""

    name: str
    """The database as people are told of it, without a password."""
    location: Path | URL
    """The file, or the URL with its password."""
    writers: int
    """Threads that may write at one time."""
    changes: Changes
    pools: tuple[Engine, ...]
    """The pools of connections that read, write and look at once."""

    @property
    def path(self) -> Path | None:
        """The file, where it is one."""
        return self.location if isinstance(self.location, Path) else None

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """Open a transaction that is one snapshot, and cannot write."""

    @abstractmethod
    def writing(self, game_id: int | None, *, alone: bool) -> AbstractContextManager[Connection]:
        """Open a transaction that writes and commits at the end of the block, on one of the writers' threads.

        `game_id` names the game that it deals with: two that name one run one after the other. No other writes while
        one runs `alone`.
        """

    def claiming(self) -> AbstractContextManager[Connection]:
        """Open a short transaction that takes rows which others do not have; where one writes, it is as all are."""
        return self.writing(None, alone=False)

    @abstractmethod
    def glancing(self) -> AbstractContextManager[Connection]:
        """Give a connection that reads statement by statement, and waits for none. Raises WouldWait."""

    @abstractmethod
    def is_overtaken(self, error: BaseException) -> bool:
        """Tell whether an error says that a transaction met another, so that it has to begin again."""

    @abstractmethod
    def leadership(self, holder: str = "") -> Leadership:
        """The leadership of this process, which it has not taken yet; others may be told of it as `holder`."""

    def presence(self) -> AbstractContextManager[bool]:
        """Keep others from putting another database in this one's place meanwhile. Raises AlreadyServing.

        It gives whether no other process is present, as far as that can be told.
        """
        return nullcontext(False)

    @abstractmethod
    def watch_writes(self, tell: Callable[[], None]) -> WriteWatch:
        """Begin to tell of the writes of others soon after each: other processes, and other `Database`s of this one."""

    @abstractmethod
    def empty_log(self) -> None:
        """Move what was written into the file, and empty the log beside it, where there is one. Raises BadDatabase."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections; nobody writes any more."""
