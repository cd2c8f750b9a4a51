"""What is proposed in a game: shown to everybody, with the orders by which those whom it concerns answer."""

from dataclasses import dataclass

from pbem.adjudicator.history.proposals import proposed
from pbem.commands.orders.verbs import in_words
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow, ProposalRow


@dataclass(frozen=True)
class ShownProposal:
    """A proposal to go back: who makes it, who has agreed, who has still to be heard, by names; and what may be said.

    `orders` are those of the viewer's seat, each with what it is called on a button.
    """

    row: ProposalRow
    player: str
    agreed: str
    asked: str
    orders: tuple[tuple[str, str], ...]


def proposal(tx: Tx, game: GameRow, own: int | None, now_ms: int, words: Catalogue) -> ShownProposal | None:
    """What is proposed in a game, as the player of a seat, or a spectator (None), may answer it."""
    found = proposed(tx, game.id, now_ms)
    if found is None:
        return None
    names = [seat.name for seat in repo.seats(tx, game.id)]
    orders: tuple[tuple[str, str], ...] = ()
    if own == found.row.seat:
        orders = ((in_words("{withdraw_proposal}", words.language), words.text("Withdraw the proposal")),)
    elif own in found.asked:
        place = found.row.to_position
        orders = (
            (f"{in_words('{agree}', words.language)} {place}", words.text("Agree: go back to #%(place)s", place=place)),
            (f"{in_words('{refuse}', words.language)} {place}", words.text("Refuse")),
        )
    agreed, asked = (", ".join(names[seat] for seat in seats) for seats in (found.agreed, found.asked))
    return ShownProposal(found.row, names[found.row.seat], agreed, asked, orders)
