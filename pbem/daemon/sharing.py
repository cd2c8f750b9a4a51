"""Work that any number of processes do at the same time, each what it has claimed; one that is alone claims all."""

from collections.abc import Collection, Iterable
from typing import Final

from pbem.daemon.lease import Lease
from pbem.store import Tx
from pbem.store.service.processes import ALL, NOBODY, Claimer, ClaimKind, ProcessKind, is_claimed

SENDERS: Final[tuple[ProcessKind, ...]] = ("serve", "mail")
"""The processes that send mails and notices."""


class WorkShare:
    """A process's share in a kind of work, which is done by the processes of some kinds.

    All of it is claimed by one that is alone, which so writes nothing more about it. Nobody begins anything beside it
    until it has seen that others run, and has let go of all but what it is at. `holds` may be called by any thread, all
    else by the one that looks for work.
    """

    def __init__(self, lease: Lease | None, kind: ClaimKind, kinds: Collection[ProcessKind] = SENDERS) -> None:
        """Without a `lease`, or with one that has not begun, nobody works beside it."""
        self._own_lease = lease
        self._kind = kind
        self._kinds = kinds
        self.is_alone = True
        """Whether no other process did such work when this was last looked at."""

    @property
    def _lease(self) -> Lease | None:
        return self._own_lease if self._own_lease is not None and self._own_lease.is_registered else None

    @property
    def claimer(self) -> Claimer:
        """The process, as one that looks for work."""
        return NOBODY if self._lease is None else self._lease.claimer

    def holds(self, key: str) -> bool:
        """Whether some work is this process's own. Does not wait."""
        if self._lease is None:
            return True
        return self._lease.holds(self._kind, key) or self._lease.holds(self._kind, ALL)

    def is_another_s(self, tx: Tx, key: str) -> bool:
        """Whether some work is another process's."""
        return not (self.is_alone or self.holds(key)) and is_claimed(tx, self._kind, key, self.claimer)

    def look(self, tx: Tx) -> None:
        """See whether others run."""
        self.is_alone = self._lease is None or not self._lease.has_others(tx, self._kinds)

    def must_claim(self, wanted: Iterable[str]) -> bool:
        """Whether claims are to be exchanged before this is done; what was found is then to be looked for again.

        So it is, too, where others wait for this process to let go of all.
        """
        if self._lease is None:
            return False
        if self._lease.holds(self._kind, ALL):
            return not self.is_alone
        return not all(map(self.holds, wanted))

    def claim(self, wanted: Collection[str]) -> None:
        """Let go of what is not wanted, and claim what is and nobody has. Raises what the database raises."""
        if self._lease is not None:
            self._lease.share(self._kind, self._kinds, sorted(wanted))

    def let_go(self) -> None:
        """Let go of what was claimed beside others, when there is nothing to do."""
        if self._lease is not None and not self._lease.holds(self._kind, ALL):
            self._lease.let_go(self._kind)
