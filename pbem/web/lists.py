"""The games of each kind, in progress and complete, with winners; and players with their games, ratings and counts."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, get_args

from flask import Blueprint, Flask, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.routing import BaseConverter, Map

from pbem.adjudicator import statistics
from pbem.adjudicator.counts import SHOWN_FROM, winners
from pbem.adjudicator.history.archive import load_endings, present
from pbem.games.presentation import presentation_of
from pbem.i18n import N_
from pbem.store import NotFound, Tx
from pbem.store.across.prefetch import prefetch_sessions
from pbem.store.games.game import GameRow, GameStatus
from pbem.store.games.listing import count_games_of_player, list_newest_games, list_newest_games_of_player
from pbem.store.games.statistics import Order, PlayerLine
from pbem.store.players.player import get_public_player
from pbem.web.games.dice import luck_text
from pbem.web.games.pages import Listed, listed_all
from pbem.web.site import site
from pbem.web.wording import ListPage, stretch
from rules_core.games import kinds
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.events import Ended, Placing
from rules_core.kernel.position import PublicState

pages = Blueprint("lists", __name__)

ON_PAGE: Final = 50
_COMPLETE_ON_PAGE: Final = 20
"""Complete games on a page, each of which is opened to see how it ended."""
PLAYER: Final = "<int(max=9223372036854775807):player_id>"
"""A number as the database can hold it; others are no page."""

player_pages = Blueprint("players", __name__)
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


class KindConverter(BaseConverter):
    """A kind of game in an address: "first-rails" for "first_rails". Other names are left to other pages."""

    weight = 50  # looked at before the tags of games, so that the address without its last slash is redirected

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map)
        self.regex = f"(?:{'|'.join(map(slug, kinds()))})"

    def to_python(self, value: str) -> str:
        """The kind that a part of an address names."""
        return value.replace("-", "_")

    def to_url(self, value: str) -> str:
        """A kind as addresses name it."""
        return slug(value)


@dataclass(frozen=True)
class Won:
    """A complete game with how it ended, where its log says so."""

    listed: Listed
    ending: Ended | None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several where they share the victory."""
        return () if self.ending is None else tuple(winners(self.ending))

    @property
    def has_counted(self) -> bool:
        """Whether it came to an end by the rules, so that a score was counted."""
        return self.ending is not None and self.ending.reason != "cancelled"

    @property
    def score(self) -> int:
        """The best score."""
        return max((standing.score for standing in self.ending.standings), default=0) if self.ending else 0


@dataclass(frozen=True)
class Finished:
    """A player's seat in a complete game, with the position at its end."""

    listed: Listed
    seat: int
    table: PublicState

    @property
    def standing(self) -> Placing | None:
        """The player's placing, where the game was played to its end."""
        return next((one for one in self.table.standings if one.seat == self.seat), None)

    @property
    def offices(self) -> Sequence[str] | None:
        """The offices that the player held then; None in a game in which there is nothing to hold."""
        offices = presentation_of(self.table.kind).offices
        return offices.held(self.table, self.seat) if offices.title else None


def slug(kind: str) -> str:
    """A kind of game as addresses name it: "first-rails"."""
    return kind.replace("_", "-")


def install(app: Flask) -> None:
    """Let an application's addresses name kinds of games."""
    app.url_map.converters["kind"] = KindConverter


@pages.get("/games/<kind:kind>/")
def current(kind: str) -> ResponseReturnValue:
    """The games of a kind that are in progress, the newest first."""
    return _games(kind, "playing")


@pages.get("/games/<kind:kind>/complete")
def complete(kind: str) -> ResponseReturnValue:
    """The games of a kind that are over, the newest first."""
    return _games(kind, "over")


@pages.get("/games/<kind:kind>/winners")
def champions(kind: str) -> ResponseReturnValue:
    """The winners of the games of a kind, and when and how they won."""
    with site().read() as unit:
        counts = site().count_games(unit)
        found = _stretch(unit, counts, kind, "over", _COMPLETE_ON_PAGE)
        ended = load_endings(unit, found.items)
        won = [Won(one, ended.get(one.game.id)) for one in listed_all(unit, found.items)]
    why = presentation_of(kind).endings
    return render_template("winners.html", kind=kind, counts=counts, page=found, won=won, ENDINGS=why)


@pages.get(f"/players/{PLAYER}")
def player(player_id: int) -> ResponseReturnValue:
    """A player as everybody may know them: their name, and their games."""
    with site().read() as unit:
        try:
            row = get_public_player(unit, player_id)
        except NotFound:
            abort(404)
        counts = count_games_of_player(unit, player_id)
        newest = list_newest_games_of_player(unit, player_id, "playing", ON_PAGE)
        playing = listed_all(unit, [game for _seat, game in newest])
        over = stretch(
            counts.get("over", 0),
            _COMPLETE_ON_PAGE,
            lambda limit, offset: list_newest_games_of_player(unit, player_id, "over", limit, offset),
        )
        finished = list(_finished(unit, over.items))
        profile = statistics.load_profile(unit, player_id, site().clock().date())
        lucks = [luck_text(one) for one in statistics.luck_of_player(unit, player_id)]
    titles = dict.fromkeys(presentation_of(one.table.kind).offices.title for one in finished)
    return render_template(
        "player.html", id=row.id, name=row.name, bot=row.bot, counts=counts, playing=playing, page=over,
        finished=finished, offices=[title for title in titles if title], profile=profile, lucks=lucks,
    )  # fmt: skip


def _finished(unit: Tx, seats: Sequence[tuple[int, GameRow]]) -> Iterator[Finished]:
    """The games that are over, but for those that are damaged."""
    games = listed_all(unit, [game for _seat, game in seats])
    prefetch_sessions(unit, [game.id for _seat, game in seats])
    for (seat, game), one in zip(seats, games, strict=True):
        with suppress(BadRecord):
            yield Finished(one, seat, present(unit, game.id).table)


def _games(kind: str, status: GameStatus) -> ResponseReturnValue:
    with site().read() as unit:
        counts = site().count_games(unit)
        found = _stretch(unit, counts, kind, status, ON_PAGE)
        games = listed_all(unit, found.items)
    return render_template("games.html", kind=kind, status=status, counts=counts, page=found, games=games)


def _stretch(
    tx: Tx, counts: Mapping[tuple[str, GameStatus], int], kind: str, status: GameStatus, size: int
) -> ListPage[GameRow]:
    return stretch(
        counts.get((kind, status), 0),
        size,
        lambda limit, offset: list_newest_games(tx, status, limit, offset, kind),
    )


@player_pages.get("/games/<kind:kind>/players")
def ranking(kind: str) -> ResponseReturnValue:
    """The players who have finished games of a kind, ordered by the column that `sort` names, by default the rating."""
    order = chosen_order()
    with site().read() as unit:
        found = lines(unit, kind, order, ON_PAGE)
        return render_template(
            "players.html",
            kind=kind,
            order=order,
            columns=COLUMNS,
            page=found,
            counts=site().count_games(unit),
            tallies=site().figures.get(unit, (kind, "tallies"), lambda: statistics.tally_kind(unit, kind)),
            shown_from=SHOWN_FROM,
        )


def chosen_order() -> Order:
    """The order that the request's `sort` names; that by rating where it names none."""
    requested = request.args.get("sort", "")
    return next((order for order in get_args(Order) if order == requested), "rating")


def lines(tx: Tx, kind: str, order: Order, size: int) -> ListPage[PlayerLine]:
    """The page of the list that the request asks for."""
    ranked = rank(tx, kind, order)
    return stretch(
        len(ranked), size, lambda limit, offset: statistics.list_ranked(tx, kind, ranked[offset : offset + limit])
    )


def rank(tx: Tx, kind: str, order: Order) -> Sequence[int]:
    """The players of a kind in an order; where there are many games, as it was lately."""
    return site().figures.get(tx, (kind, order), lambda: array("q", statistics.rank(tx, kind, order)))
