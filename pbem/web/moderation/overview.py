"""A moderator's overview: what needs them in all games that they may moderate, and those games to look through.

A player's own games are in `pbem.web.account.own_pages`. Until moderators have opened a game's secrets they are told no
more of it than a spectator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Flask, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.i18n import N_
from pbem.moderation.context import check_moderates, sees_secrets
from pbem.moderation.needs import MOST_COUNTED, WORDS, Need, Sort, age, count_needs, describe_need, needs
from pbem.store import Tx
from pbem.store.across.prefetch import prefetch_seats
from pbem.store.games.game import GameRow, GameStatus, find_game_by_tag
from pbem.store.games.seats import list_seats
from pbem.store.moderation.waiting import count_moderated_games, list_moderated_games
from pbem.store.players.player import PlayerRow
from pbem.web.games.pages import STATUSES, listed_all
from pbem.web.site import flashed, site
from pbem.web.visitor import player, visitor, words
from pbem.web.wording import page, stretch
from rules_core.games import kinds

pages = Blueprint("moderate", __name__)

SAID: Final = "moderate"
"""The category of what is said on the next page after an act."""
_ON_PAGE: Final = 50
_GAMES_ON_PAGE: Final = 40
_LONGEST_SEARCH: Final = 60


@dataclass(frozen=True)
class Urgency:
    """Needs that a moderator attends to at about the same time; `title` and `why` are message ids."""

    title: str
    reason: str
    sorts: tuple[Sort, ...]


URGENCIES: Final = (
    Urgency(
        N_("Urgent"),
        N_("These games cannot go on until you act."),
        ("unreadable", "deserted", "disputed", "shunted", "idle bot", "unwatched"),
    ),
    Urgency(
        N_("Soon"),
        N_("A seat is empty, a game is on hold, or someone cannot be reached."),
        ("vacant", "proposed", "held", "unreachable", "undelivered"),
    ),
    Urgency(N_("Late"), N_("A deadline has passed, and the player was reminded."), ("late",)),
)
"""The needs grouped by how urgent they are, in their order from the worst on."""


@dataclass(frozen=True)
class NeedLine:
    """A need as the moderator desk shows it."""

    need: Need
    name: str
    """What its sort is called, as a message id."""
    text: str
    age: str
    waiting: tuple[str, ...]
    """The names of the people who wait for it to be dealt with: those at the table but for whom it is about."""


@dataclass(frozen=True)
class File:
    """A game that the visitor moderates; `is_open` says that its secrets are open to them."""

    game: GameRow
    is_open: bool


def install(app: Flask) -> None:
    """Tell every page of a moderator how much needs them."""
    app.context_processor(lambda: {"needing": _needs_of(), "MOST_NEEDS": MOST_COUNTED})


def moderator() -> PlayerRow:
    """The moderator who is signed in. Raises SignInFirst; for other players these pages are not there."""
    me = player()
    return me if me.moderator else abort(404)


def file_of(tx: Tx, me: PlayerRow, tag: str) -> File:
    """A game that a moderator may moderate: 404 where there is none, 403 where they have or had a seat in it."""
    game = find_game_by_tag(tx, tag) or abort(404)
    try:
        check_moderates(tx, me, game.id)
    except Refused as refused:
        refusal = render_template("error.html", title=N_("No access"), text=refused.message, typed="")
        abort(make_response(refusal, 403))
    return File(game, sees_secrets(tx, me.id, game.id))


def lines(tx: Tx, found: Sequence[Need]) -> list[NeedLine]:
    """Needs as they are shown."""
    now_ms, tongue = site().now_ms(), words()
    games = {need.game_id for need in found if need.game_id is not None}
    prefetch_seats(tx, games)
    tables = {game_id: list_seats(tx, game_id) for game_id in games}
    return [
        NeedLine(
            need,
            WORDS[need.sort][0],
            describe_need(need, tongue),
            age(need, now_ms, tongue),
            tuple(
                seat.name
                for seat in tables.get(need.game_id or 0, ())
                if not seat.bot and seat.vacant_ms is None and seat.seat != need.seat
            ),
        )
        for need in found
    ]


def by_urgency(found: Sequence[NeedLine]) -> list[tuple[Urgency, list[NeedLine]]]:
    """Needs as the moderator desk groups them, without the groups that are empty."""
    groups = [(urgency, [line for line in found if line.need.sort in urgency.sorts]) for urgency in URGENCIES]
    return [(urgency, some) for urgency, some in groups if some]


@pages.get("/moderate")
def overview() -> ResponseReturnValue:
    """The page of all that needs the visitor, the worst first."""
    me = moderator()
    sentences = flashed(SAID)
    with site().read() as unit:
        found = page(needs(unit, me), _ON_PAGE)
        moderated = _count_games(unit, me)
        groups = by_urgency(lines(unit, found.items))
    return render_template("moderate.html", page=found, groups=groups, moderated=moderated, said=sentences)


@pages.get("/moderate/games")
def games() -> ResponseReturnValue:
    """The page of games that the visitor may moderate, filtered by status, kind, search text, or need."""
    me, query = moderator(), request.args
    status: GameStatus = next((one for one in STATUSES if one == query.get("status")), "playing")
    kind = query.get("kind", "") if query.get("kind") in kinds() else ""
    sought = " ".join(query.get("sought", "").split())[:_LONGEST_SEARCH]
    needy = query.get("needs") == "yes"
    with site().read() as unit:
        waiting: dict[int, list[Need]] = {}
        for need in needs(unit, me):
            waiting.setdefault(need.game_id or 0, []).append(need)
        among = list(waiting) if needy else None
        found = stretch(
            _count_games(unit, me, status, kind, sought.lower())
            if among is None
            else count_moderated_games(unit, me.id, status, kind=kind, sought=sought.lower(), among=among),
            _GAMES_ON_PAGE,
            lambda limit, offset: list_moderated_games(
                unit, me.id, status, limit, offset, kind=kind, sought=sought.lower(), among=among
            ),
        )
        shown = listed_all(unit, found.items)
        needs_of = {game.id: lines(unit, waiting.get(game.id, ())) for game in found.items}
    return render_template(
        "moderate_games.html",
        page=found,
        games=shown,
        needs=needs_of,
        query={"status": status, "kind": kind, "sought": sought, "needs": "yes" if needy else ""},
    )


def _count_games(tx: Tx, me: PlayerRow, status: GameStatus = "playing", kind: str = "", sought: str = "") -> int:
    """Count the games that a moderator may moderate; where there are many, as it was lately."""
    return site().figures.get(
        tx,
        ("moderated", me.id, status, kind, sought),
        lambda: count_moderated_games(tx, me.id, status, kind=kind, sought=sought),
    )


def _needs_of() -> int | None:
    me = visitor()
    if me is None or not me.moderator:
        return None
    with site().read() as unit:
        return count_needs(unit, me)
