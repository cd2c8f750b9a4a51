"""The mailboxes of a person, whatever case and detail an address of theirs is written with."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, TextClause, select

from pbem.naming import mailbox_of
from pbem.store.database import Tx
from pbem.store.players.player import find_player_by_address, get_player, list_other_addresses


class Mailboxes(NamedTuple):
    """The mailboxes that a person writes from, by the rule by which mailboxes are blocked (`mailbox_of`)."""

    player_id: int
    known: frozenset[str]

    @classmethod
    def of(cls, tx: Tx, player_id: int) -> "Mailboxes":
        """The mailboxes of all addresses of a player. Raises NotFound."""
        addresses = (get_player(tx, player_id).address, *list_other_addresses(tx, player_id))
        return cls(player_id, frozenset(map(mailbox_of, addresses)))

    def written_in(self, tx: Tx, column: Any, *where: ColumnElement[bool] | TextClause) -> list[str]:
        """The addresses in a column, as they are written there, that lead to one of them.

        An address that another player has is that player's alone. The database sorts out what is far from it, row by
        row, unless `where` has an index.
        """
        found: set[str] = set()
        for mailbox in self.known:
            local_part, at, domain = mailbox.rpartition("@")
            near = (column.icontains(local_part, autoescape=True), column.icontains(at + domain, autoescape=True))
            found.update(tx.all(str, select(column).where(*where, *near).distinct()))
        return sorted(address for address in found if mailbox_of(address) in self.known and self._owns(tx, address))

    def _owns(self, tx: Tx, address: str) -> bool:
        owner = find_player_by_address(tx, address.strip())
        return owner is None or owner.id == self.player_id
