"""The players of each kind of game, with their ratings and what else is counted of them, in an order one chooses."""

from collections.abc import Mapping
from typing import Final, get_args

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.statistics import players as statistics
from pbem.adjudicator.statistics.ratings import SHOWN_FROM
from pbem.i18n import N_
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.tallies import Order, PlayerLine
from pbem.web.paging import ListPage, stretch
from pbem.web.site import site

pages = Blueprint("players", __name__)

ON_PAGE: Final = 50
COLUMNS: Final[Mapping[Order, str]] = {
    "name": N_("Player"),
    "rating": N_("Rating"),
    "games": N_("Games"),
    "won": N_("Won"),
    "best": N_("Best"),
    "mean": N_("Average"),
    "punctuality": N_("In time"),
}
"""The columns of the list, by the order in which each puts it."""


@pages.get("/games/<kind:kind>/players")
def ranking(kind: str) -> ResponseReturnValue:
    """Who has finished games of a kind, ordered by the column that `sort` names, by default the rating."""
    order = asked_order()
    with site().database.read() as tx:
        found = lines(tx, kind, order, ON_PAGE)
        return render_template(
            "players.html",
            kind=kind,
            order=order,
            columns=COLUMNS,
            page=found,
            counts=repo.game_counts(tx),
            tallies=statistics.of_kind(tx, kind),
            shown_from=SHOWN_FROM,
        )


def asked_order() -> Order:
    """The order that the request's `sort` names; that by rating where it names none."""
    asked = request.args.get("sort", "")
    return next((order for order in get_args(Order) if order == asked), "rating")


def lines(tx: Tx, kind: str, order: Order, size: int) -> ListPage[PlayerLine]:
    """The page of the list that the request asks for."""
    total = repo.count_players_of_kind(tx, kind)
    return stretch(total, size, lambda limit, offset: statistics.ranking(tx, kind, order, limit, offset))
