"""A player's deadlines as a calendar to subscribe to (RFC 5545), under an address that only he knows.

It says whose turn it is when it is his, and nothing else of a game. The same deadlines give the same bytes, so that
whoever asks again is told by its ETag that nothing has changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from pbem.adjudicator.mails.preferences import zone_of
from pbem.clock import from_ms
from pbem.i18n import Catalogue, catalogue
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from pbem.web.site import Site, site

if TYPE_CHECKING:  # a tenth of a second, which a server's start need not wait for
    from icalendar import Alarm, Event

pages = Blueprint("calendar", __name__)

_MOST_GAMES: Final = 200
_ASK_AGAIN: Final = timedelta(hours=1)
_WARNING: Final = timedelta(days=1)
_SHORT_WARNING: Final = timedelta(hours=3)


@pages.get("/calendar/<token>.ics")
def deadlines(token: str) -> ResponseReturnValue:
    """The deadlines of the games that wait for the player whose calendar this is."""
    here = site()
    with here.database.read() as tx:
        owner = repo.player_by_calendar(tx, token)
        if owner is None:
            abort(404)
        playing = repo.newest_games_of_player(tx, owner.id, "playing", _MOST_GAMES)
        zone = zone_of(repo.preferences(tx, owner.id), here.settings.server.time_zone)
        waiting = [_awaited(tx, game) for seat, game in playing if game.active_seat == seat]
    text = _calendar(here, waiting, catalogue(owner.language), zone)
    return Response(text, mimetype="text/calendar", headers={"Content-Disposition": 'inline; filename="deadlines.ics"'})


@dataclass(frozen=True)
class Awaited:
    """A game that waits for the calendar's owner, and since when its deadline is what it is.

    Whatever moves a deadline is noted in the game's log, so that its notes number the versions, also where the game has
    gone back and the same turn comes again.
    """

    game: GameRow
    version: int
    since_ms: int


def _awaited(tx: Tx, game: GameRow) -> Awaited:
    last_ms = repo.last_note_ms(tx, game.id) or 0
    return Awaited(game, repo.count_notes(tx, game.id), max(last_ms, game.began_ms))


def _calendar(here: Site, games: Sequence[Awaited], words: Catalogue, zone: str) -> bytes:
    from icalendar import Calendar, vDuration

    name = words.text("Deadlines at %(server)s", server=here.settings.server.name)
    calendar = Calendar()
    calendar.add("PRODID", "-//pbem//deadlines//EN")
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    calendar.add("NAME", name)
    calendar.add("X-WR-CALNAME", name)
    # RFC 7986, 5.7, and what Outlook and Apple's older programs go by.
    calendar.add("REFRESH-INTERVAL", vDuration(_ASK_AGAIN), parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(_ASK_AGAIN))
    for awaited in games:
        if awaited.game.deadline_ms is not None:
            calendar.add_component(_deadline(here, awaited, awaited.game.deadline_ms, words, zone))
    return bytes(calendar.to_ical())


def _deadline(here: Site, awaited: Awaited, deadline_ms: int, words: Catalogue, zone: str) -> "Event":
    from icalendar import Event

    game = awaited.game
    deadline, began = from_ms(deadline_ms), from_ms(game.began_ms)
    page = f"{here.settings.web.base_url}/games/{game.tag}"
    summary = words.text("Your turn: %(tag)s %(name)s", tag=game.tag, name=game.name)
    event = Event()
    event.add("UID", f"{game.tag}-{game.year}-{game.turn}@{here.settings.mail.domain}")
    # RFC 5545, 3.8.7.2 and 3.8.7.4: a program that knows the event takes the later version of it.
    event.add("DTSTAMP", from_ms(awaited.since_ms))
    event.add("SEQUENCE", awaited.version)
    event.add("DTSTART", deadline)
    event.add("SUMMARY", summary)
    event.add(
        "DESCRIPTION",
        words.text(
            "It is your turn in %(name)s. The latest date for your orders is %(deadline)s. %(page)s",
            name=game.name,
            deadline=words.moment(deadline, zone),
            page=page,
        ),
    )
    event.add("URL", page)
    event.add("TRANSP", "TRANSPARENT")
    event.add_component(_alarm(summary, _WARNING if deadline - began > _WARNING else _SHORT_WARNING))
    return event


def _alarm(text: str, before: timedelta) -> "Alarm":
    from icalendar import Alarm

    alarm = Alarm()
    alarm.add("ACTION", "DISPLAY")
    alarm.add("DESCRIPTION", text)
    alarm.add("TRIGGER", -before)
    return alarm
