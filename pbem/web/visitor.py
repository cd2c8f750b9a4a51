"""The visitor: who they are, in which language and time zone, and where they go once they are signed in.

A session may be for one game, as a link in a report begins it. Its visitor is known on that game's page, where they
give orders, and on its press; on every other page nobody is signed in. It ends with its player's turn, in the
transaction that ends that.

A browser that is signed in keeps a random token in its signed cookie; the server keeps the token's hash in a row, so
that signing out ends the session wherever the cookie has gone. A cookie of before names no row: it signs nobody in.

The page is named by its path, never by an address: what comes from outside is matched against the pages of this server
and put together anew, so that no link can lead elsewhere. Whoever is led to sign in carries it in the address of that
page; it is kept with the link that is mailed, since that may be opened in another browser.
"""

import secrets
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Final, cast
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from flask import Flask, current_app, g, redirect, request, session, url_for
from flask_login import LoginManager, current_user, login_user, logout_user
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from pbem.adjudicator.context import Done, PlayerCommand, Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.commands.command import form_of
from pbem.forms import PageForm
from pbem.i18n import Catalogue, catalogue, languages
from pbem.lobby.practice import adopt
from pbem.store import Tx
from pbem.store.accounts.channels import detach_devices, set_channel
from pbem.store.accounts.sessions import WebSessionRow, add_session, end_session, find_player_by_session, see_session
from pbem.store.across.live import list_live_sessions
from pbem.store.games.analyses import adopt_analyses
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import Preferences, get_preferences
from pbem.web.site import site

LONGEST: Final = 500
"""Characters of a path that is kept, with its query."""
_ONWARD: Final = "onward"
"""Where a session keeps the page that its visitor wanted to see before they were known."""
TRYING: Final = "trying"
"""Where a browser keeps the token by which the analyses of a visitor are known who is not signed in."""
_NO_GOALS: Final = frozenset({"auth", "registration", "address"})
"""Blueprints with the pages on the way, to which no way leads."""

_OF_ONE_GAME: Final = frozenset(
    {
        *("games.game", "games.answer", "games.orders", "games.no_orders", "games.drawn", "press.show", "press.send"),
        *("report_links.show", "report_links.enter", "report_links.renew"),
    }
)
"""The pages of a game on which the visitor is known whose session is for it alone."""

SESSION: Final = timedelta(days=60)
"""How long a browser stays signed in without being used."""
SESSION_MS: Final = SESSION // timedelta(milliseconds=1)
_NOTED_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
"""How much time passes before it is noted again that a session is in use."""
_TOKEN_BYTES: Final = 32
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
"""Parts of a User-Agent header, the more particular first, and how they are named to players."""


def page_path(named: str) -> str:
    """The path of the page that a path with its query names; "" where it names none of this server's."""
    try:
        parts = urlsplit(named)
    except ValueError:
        return ""
    root = request.script_root
    if len(named) > LONGEST or parts.scheme or parts.netloc or not parts.path.startswith(f"{root}/"):
        return ""
    pages = current_app.create_url_adapter(request)
    if pages is None:
        return ""
    try:
        endpoint, values = pages.match(unquote(parts.path.removeprefix(root)), method="GET")
    except (HTTPException, RequestRedirect):
        return ""
    if endpoint == "static" or endpoint.partition(".")[0] in _NO_GOALS:
        return ""
    query = urlencode(parse_qsl(parts.query))
    return f"{url_for(endpoint, **values)}?{query}" if query else url_for(endpoint, **values)


def this_page() -> str:
    """The path of the page that is asked for, or that a form belongs to; "" for one that leads to nothing."""
    query = request.query_string.decode("ascii", "ignore")
    found = page_path(request.script_root + quote(request.path) + (f"?{query}" if query else ""))
    return "" if found == url_for("games.home") else found


def sign_in_address() -> str:
    """The address of the page to sign in, which leads back to this one."""
    return url_for("auth.sign_in", next=this_page() or None)


def keep_onward(path: str) -> None:
    """Note, in the visitor's browser, where they go once they are known."""
    session[_ONWARD] = path


def onward(named: str = "") -> str:
    """Find the page for somebody who is known now: one that was named, or kept, or their games; asked for once."""
    address = session.pop(_ONWARD, "")
    return page_path(named) or page_path(address if isinstance(address, str) else "") or url_for("own.mine")


@dataclass(frozen=True)
class Visitor:
    """A player who is signed in, as Flask-Login wants to have them."""

    player: PlayerRow
    chosen: Preferences
    token: str = field(repr=False)
    session: WebSessionRow | None = None
    is_authenticated: bool = True
    is_active: bool = True
    is_anonymous: bool = False

    def get_id(self) -> str:
        """Name the session, in the browser's cookie."""
        return self.token


@dataclass(frozen=True)
class NewSession:
    """A session that can begin in the visitor's browser, in place of the one it may have."""

    token: str = field(repr=False)
    agent: str
    ends: tuple[int, str] | None
    """The player and the mark of the session that ends."""
    game_tag: str | None = None
    guest_id: int | None = None
    """The guest whose session ends; what they have becomes the player's."""
    trying: str | None = field(default=None, repr=False)
    """The hash by which analyses are known that were begun in this browser; they become the player's."""

    def store(self, tx: Tx, player_id: int, now_ms: int) -> str:
        """Keep the session, in the transaction that admits the player; returns what names it to them."""
        devices: list[int] = []
        if self.ends is not None:
            if self.ends[0] == player_id and self.game_tag is None:
                devices = detach_devices(tx, *self.ends)
            end_session(tx, *self.ends)
        if self.guest_id is not None:
            adopt(tx, self.guest_id, player_id)
        if self.trying is not None:
            adopt_analyses(tx, self.trying, player_id)
        mark = add_session(tx, self.token, player_id, self.agent, now_ms, game_tag=self.game_tag)
        if devices:
            begun = find_player_by_session(tx, self.token, now_ms - 1)
            for channel_id in devices:
                set_channel(tx, channel_id, session_id=begun and begun[1].id)
        return mark


class SignInFirst(HTTPException):
    """The page is a player's own, and nobody is signed in: sends on to the sign-in page, which leads back."""

    code = 303

    def __init__(self) -> None:
        super().__init__(response=redirect(sign_in_address(), 303))


def install(app: Flask) -> None:
    """Make an application know its visitors."""
    manager = LoginManager(app, add_context_processor=False)
    manager.user_loader(_load)
    app.context_processor(lambda: {"visitor": visitor(), "words": words()})
    app.jinja_env.globals["sign_in_address"] = sign_in_address


def ask_office(command: type[PlayerCommand], **known: object) -> tuple[PageForm, Done | None]:
    """Do what the form of a command asks for; with the form, which says what is wrong where nothing was done."""
    form = form_of(command)(request.form)
    if form.validate():
        with FormErrors(form):
            return form, site().intake.forms.do(player(), command.of({**known, **form.data}), words())
    return form, None


@dataclass(frozen=True)
class FormErrors:
    """Has a form tell of what is refused, at the field that the refusal names, or else at this one."""

    form: PageForm
    field: str = ""

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> bool:
        if isinstance(error, Refused):
            self.form.refuse(error.message, error.field or self.field)
        return isinstance(error, Refused)


def visitor() -> PlayerRow | None:
    """The player who is signed in, if one is; no guest."""
    found = whoever()
    return None if found is None or found.guest else found


def whoever() -> PlayerRow | None:
    """The player or guest whose browser asks, if it is one's: for the few pages that guests have too."""
    if "visitor" not in g:
        g.visitor = current_user.player if current_user.is_authenticated and _is_covered(only_game()) else None
    return cast("PlayerRow | None", g.visitor)


def trying() -> str | None:
    """The hash that marks analyses begun in this browser while nobody was signed in; None without any."""
    token = session.get(TRYING)
    return sha256(token.encode()).hexdigest() if isinstance(token, str) else None


def only_game() -> str | None:
    """The tag of the game that the visitor's session is for; None where it is for all, or nobody is signed in."""
    own_session = cast(Visitor, current_user).session if current_user.is_authenticated else None
    return None if own_session is None else own_session.game_tag


def known_in(tag: str) -> Visitor | None:
    """The visitor whose session is for this game alone, on whatever page; None for any other."""
    return cast(Visitor, current_user) if only_game() == tag else None


def _is_covered(tag: str | None) -> bool:
    """Whether the visitor is known on this page, by a session that is for the game of this tag (None: for all)."""
    return tag is None or (request.endpoint in _OF_ONE_GAME and (request.view_args or {}).get("tag") == tag)


def player_or_guest() -> PlayerRow:
    """The player or guest whose browser asks. Raises SignInFirst."""
    found = whoever()
    if found is None:
        raise SignInFirst
    return found


def player() -> PlayerRow:
    """The player who is signed in. Raises SignInFirst."""
    found = visitor()
    if found is None:
        raise SignInFirst
    return found


def chosen() -> Preferences:
    """The preferences that the visitor has chosen in their settings; the defaults for a stranger."""
    return cast(Visitor, current_user).chosen if visitor() else Preferences()


def zone() -> str:
    """The time zone the visitor is told the time in: their own, else the server's."""
    return zone_of(chosen(), site().settings.server.time_zone)


def present_session() -> WebSessionRow | None:
    """The session in which the visitor or guest is signed in, if one is."""
    return cast(Visitor, current_user).session if whoever() else None


def has_ended() -> bool:
    """Whether the session of this request, which was for one game, has ended with it: its player's turn is over."""
    own_session = cast(Visitor, current_user).session if only_game() is not None else None
    if own_session is None:
        return False
    with site().read() as unit:
        return not list_live_sessions(unit, [own_session.id])


def new_session(game_tag: str | None = None) -> NewSession:
    """Prepare a session for the visitor's browser, which `store` keeps and `enter` begins."""
    known, old = whoever(), present_session()
    ends = None if known is None or old is None else (known.id, old.mark)
    guest = known.id if known is not None and known.guest else None
    token, agent = secrets.token_urlsafe(_TOKEN_BYTES), agent_label(request.user_agent.string)
    return NewSession(token, agent, ends, game_tag, guest, trying() if game_tag is None else None)


def enter(row: PlayerRow, begun: NewSession) -> None:
    """Begin a session that was stored for a player; nothing of the one before stays."""
    session.clear()
    login_user(Visitor(row, Preferences(), begun.token))
    session.permanent = True


def leave() -> None:
    """End the session, here and on the server."""
    known, old = visitor(), present_session()
    if known is not None and old is not None:
        site().database.write(lambda tx: end_session(tx, known.id, old.mark))
    clear()


def clear() -> None:
    """Forget the session in the visitor's browser alone: its row is gone."""
    logout_user()
    session.clear()
    forget()


def agent_label(user_agent: str) -> str:
    """Name a browser and its system by a User-Agent header, in words of ours only; "" where neither is known."""
    found = (next((name for sign, name in names.items() if sign in user_agent), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in found if name)


def forget() -> None:
    """Treat the visitor as unknown for the rest of this request: for pages that must work without the database."""
    g.visitor = None
    g.pop("words", None)


def words() -> Catalogue:
    """The visitor's language: the player's own, else what the browser asks for, else the server's."""
    found = cast(Catalogue | None, g.get("words"))
    if found is None:
        known = whoever()
        found = g.words = catalogue(
            known.language if known else _accepted_language() or site().settings.server.language
        )
    return found


def _accepted_language() -> str | None:
    # Browsers write "pt-BR" for what lies in the folder "pt_BR".
    known = {code.replace("_", "-"): code for code in languages()}
    found = request.accept_languages.best_match(known)
    return None if found is None else known[found]


def _load(token: str) -> Visitor | None:
    here = site()
    now_ms = here.now_ms()
    with here.read() as unit:
        found = find_player_by_session(unit, token, now_ms - SESSION_MS)
        if found is None or found[0].bot is not None:
            return None
        row, own_session = found
        chosen = get_preferences(unit, row.id)
    if now_ms - own_session.seen_ms >= _NOTED_MS:
        here.database.write(lambda tx: see_session(tx, own_session.id, now_ms))
    return Visitor(row, chosen, token, own_session)
