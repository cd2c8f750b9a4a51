"""A player's own pages: what waits for them, every mail they were sent, and a calendar of deadlines (RFC 5545).

The calendar says whose turn it is when it is theirs, and nothing else of a game. The same deadlines give the same
bytes, so that whoever asks again is told by its ETag that nothing has changed.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.mails.game import zone_of
from pbem.clock import from_ms
from pbem.i18n import N_, Catalogue, catalogue
from pbem.mail.maildir import page_in
from pbem.mail.sending.outgoing import new_message_id
from pbem.reports.document import Drawable, loaded
from pbem.reports.plain import mail_html
from pbem.store import Tx, UnitOfWork
from pbem.store.across.practice import list_games_of_owner
from pbem.store.games.game import GameRow, GameStatus, find_game_by_tag, get_game
from pbem.store.games.listing import count_games_of_player, count_turns, list_newest_games_of_player
from pbem.store.games.log import count_notes, find_last_note_ms
from pbem.store.games.watching import list_watched_games
from pbem.store.mail.outbox import (
    MailKind,
    MailRow,
    MailStatus,
    find_mail_bytes,
    find_mail_document,
    get_mail,
    resend_mail,
)
from pbem.store.mail.postbox import count_mails, find_own_mail, list_newest_mails
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import find_player_by_calendar, get_preferences
from pbem.web.games import previews
from pbem.web.games.pages import listed_all
from pbem.web.live.pages import follow_own
from pbem.web.protection import framed, with_frame
from pbem.web.site import Site, site
from pbem.web.visitor import player, visitor
from pbem.web.waiting_shown import list_waited_on
from pbem.web.wording import stretch

if TYPE_CHECKING:  # a tenth of a second, which a server's start need not wait for
    from icalendar import Alarm, Event


KINDS: Final[Mapping[MailKind, str]] = {
    "report": N_("report"),
    "answer": N_("answer to your orders"),
    "sign-in": N_("sign-in link"),
    "reminder": N_("reminder"),
    "notice": N_("notice"),
    "address": N_("change of your address"),
    "lobby": N_("about your account"),
    "press": N_("message"),
    "digest": N_("daily digest"),
    "moderation": N_("for moderators"),
}
"""What the kinds of mail are called."""
STATES: Final[Mapping[MailStatus, str]] = {
    "due": N_("not sent yet"),
    "sent": N_("sent"),
    "failed": N_("could not be sent"),
    "withheld": N_("not sent, because emails to you came back"),
}
"""What has become of a mail."""

pages = Blueprint("own", __name__)

_ON_PAGE: Final = 50
_NEWEST_MAILS: Final = 5
_ON_DESK: Final[Mapping[GameStatus, int]] = {"playing": 200, "over": 10}
_TO_CHOOSE_FROM: Final[Mapping[GameStatus, int]] = {"playing": 20, "over": 5}
_NUMBER: Final = "<int(max=9223372036854775807):number>"
"""A number among the player's own mails, as the database can hold it; others are no page."""

calendar_pages = Blueprint("calendar", __name__)

_MOST_GAMES: Final = 200
_ASK_AGAIN: Final = timedelta(hours=1)
_WARNING: Final = timedelta(days=1)
_SHORT_WARNING: Final = timedelta(hours=3)


def install(app: Flask) -> None:
    """Tell an application's templates in how many games it is the visitor's turn."""
    app.context_processor(lambda: {"menu_turns": _turns_of()})


def _turns_of() -> int:
    me = visitor()
    if me is None:
        return 0
    with site().read() as unit:
        return count_turns(unit, me.id)


@pages.get("/my")
def mine() -> ResponseReturnValue:
    """The page of what waits for whoever is signed in, by deadline; then their other games, and their last mails."""
    me = player()
    follow_own()
    with site().read() as unit:
        playing, over = (
            listed_all(unit, [game for _seat, game in list_newest_games_of_player(unit, me.id, status, most)])
            for status, most in _ON_DESK.items()
        )
        complete = count_games_of_player(unit, me.id).get("over", 0)
        waiting_lists = list_waited_on(unit, me)
        watched = listed_all(unit, list_watched_games(unit, me.id))
        practised = listed_all(unit, list_games_of_owner(unit, me.id))
        last_mails = list_newest_mails(unit, me.id, limit=_NEWEST_MAILS)
    playing.sort(key=lambda game: (game.game.deadline_ms or 0, game.game.id))
    return render_template(
        "my.html",
        waiting=[game for game in playing if game.waits],
        playing=[game for game in playing if not game.waits],
        over=over,
        complete=complete,
        watched=watched,
        practised=practised,
        mails=last_mails,
        waiting_lists=waiting_lists,
        KINDS=KINDS,
        STATES=STATES,
    )


@pages.get("/my/mail")
def mails() -> ResponseReturnValue:
    """Every mail to whoever is signed in, or those about one of their games, the newest first."""
    me = player()
    with site().read() as unit:
        one = find_game_by_tag(unit, request.args.get("game", ""))
        game_id = one.id if one else None
        games = [
            game
            for status, most in _TO_CHOOSE_FROM.items()
            for _seat, game in list_newest_games_of_player(unit, me.id, status, most)
        ]
        found = stretch(
            count_mails(unit, me.id, game_id),
            _ON_PAGE,
            lambda limit, offset: list_newest_mails(unit, me.id, limit=limit, offset=offset, game_id=game_id),
        )
    return render_template("mails.html", page=found, games=games, one=one, KINDS=KINDS, STATES=STATES)


@pages.get(f"/my/mail/{_NUMBER}")
def mail(number: int) -> ResponseReturnValue:
    """A mail, to be read, with what became of it; the list where there is none of this number."""
    me = player()
    with site().read() as unit:
        found = find_own_mail(unit, me.id, number)
        if found is None:  # a link from before mails were counted for each player
            return redirect(url_for("own.mails"), 303)
        game = None if found.game_id is None else get_game(unit, found.game_id)
        has_page = bool(_page_of(unit, found, draws=False))
    text = render_template("mail.html", mail=found, game=game, has_page=has_page, KINDS=KINDS, STATES=STATES)
    return with_frame(text)


@pages.get(f"/my/mail/{_NUMBER}/page")
def mail_page(number: int) -> ResponseReturnValue:
    """The HTML of a mail as it was sent, for the frame that shows it."""
    me = player()
    with site().read() as unit:
        page = _page_of(unit, _get_own_mail(unit, me, number))
    return framed(page) if page else abort(404)


def _page_of(unit: UnitOfWork, mail: MailRow, *, draws: bool = True) -> str:
    """The HTML of a mail as it was sent, or made again where its bytes are kept no more; "" for text alone."""
    raw = find_mail_bytes(unit, mail.id)
    if raw is not None:
        return page_in(raw)
    text = find_mail_document(unit, mail.id) if mail.status == "sent" else None
    if text is None or mail.player_id is None or get_preferences(unit, mail.player_id).format != "html":
        return ""
    document = loaded(text)
    return mail_html(document, mail.subject, _drawn_again(mail, document.board) if document.board and draws else None)


def _drawn_again(mail: MailRow, board: Drawable) -> str | None:
    """The map of a mail, written into the page that shows it; None where it cannot be drawn soon."""
    drawn: previews.Previews = current_app.extensions[previews.KEY]
    found = drawn.picture((-mail.id, 0), lambda: board)  # games, whose maps are kept there too, have ids above 0
    return None if found is None else f"data:image/png;base64,{base64.b64encode(found.png).decode('ascii')}"


@pages.post(f"/my/mail/{_NUMBER}/resend")
def resend(number: int) -> ResponseReturnValue:
    """Send a mail once more, as it was; one of long ago as a new mail."""
    me, now_ms, message_id = player(), site().now_ms(), new_message_id(site().intake.units.settings.mail.domain)

    def work(tx: Tx) -> int | None:
        return get_mail(tx, resend_mail(tx, _get_own_mail(tx, me, number).id, now_ms, message_id)).number

    due = site().database.write(work)
    return redirect(url_for("own.mail", number=due or number), 303)


def _get_own_mail(tx: Tx, me: PlayerRow, number: int) -> MailRow:
    found = find_own_mail(tx, me.id, number)
    if found is None:
        abort(404)
    return found


@calendar_pages.get("/calendar/<token>.ics")
def deadlines(token: str) -> ResponseReturnValue:
    """The deadlines of the games that wait for the player whose calendar this is."""
    here = site()
    with here.read() as unit:
        owner = find_player_by_calendar(unit, token)
        if owner is None:
            abort(404)
        playing = list_newest_games_of_player(unit, owner.id, "playing", _MOST_GAMES)
        zone = zone_of(get_preferences(unit, owner.id), here.settings.server.time_zone)
        waiting = [_awaited(unit, game) for seat, game in playing if game.active_seat == seat]
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
    last_ms = find_last_note_ms(tx, game.id) or 0
    return Awaited(game, count_notes(tx, game.id), max(last_ms, game.began_ms))


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
            "It's your turn in %(name)s. Deadline: %(deadline)s. %(page)s",
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
