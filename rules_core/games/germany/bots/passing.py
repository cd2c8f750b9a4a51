"""What has to be done in Germany before a turn can end (GE-12)."""

from rules_core.line.actions import UseTransport
from rules_core.line.views import PlayerView


def use_by_default(view: PlayerView) -> UseTransport | None:
    """How the next transport symbol is used: for the company for which the fewest wait, the first of those (GE-12)."""
    table = view.table
    seat = table.turn.seat
    if not table.players[seat].front.share:
        return None
    fewest = table.waiting.index(min(table.waiting))
    return UseTransport(seat, table.box.companies[fewest].id)
