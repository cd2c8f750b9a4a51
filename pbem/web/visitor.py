"""Who is visiting, in which language, and in which time zone."""

from dataclasses import dataclass
from typing import cast

from flask import Flask, g, redirect, request, session, url_for
from flask_login import LoginManager, current_user, login_user, logout_user
from werkzeug.exceptions import HTTPException

from pbem.adjudicator.wishes import zone_of
from pbem.i18n import Catalogue, catalogue, languages
from pbem.store import NotFound
from pbem.store import repository as repo
from pbem.store.rows import PlayerRow, Preferences
from pbem.web.site import site


@dataclass(frozen=True)
class Visitor:
    """A player who is signed in, as Flask-Login wants to have him."""

    player: PlayerRow
    chosen: Preferences
    is_authenticated: bool = True
    is_active: bool = True
    is_anonymous: bool = False

    def get_id(self) -> str:
        """What the session keeps."""
        return str(self.player.id)


class SignInFirst(HTTPException):
    """The page is a player's own, and nobody is signed in: sends on to the sign-in page."""

    code = 303

    def __init__(self) -> None:
        super().__init__(response=redirect(url_for("auth.sign_in"), 303))


def install(app: Flask) -> None:
    """Makes an application know its visitors."""
    manager = LoginManager(app, add_context_processor=False)
    manager.user_loader(_load)
    app.context_processor(lambda: {"visitor": visitor(), "words": words()})


def visitor() -> PlayerRow | None:
    """The player who is signed in, if one is."""
    if "visitor" not in g:
        g.visitor = current_user.player if current_user.is_authenticated else None
    return cast("PlayerRow | None", g.visitor)


def player() -> PlayerRow:
    """The player who is signed in. Raises SignInFirst."""
    found = visitor()
    if found is None:
        raise SignInFirst
    return found


def chosen() -> Preferences:
    """What the visitor has chosen in his settings; the defaults for a stranger."""
    return cast(Visitor, current_user).chosen if visitor() else Preferences()


def zone() -> str:
    """The time zone the visitor is told the time in: his own, else the server's."""
    return zone_of(chosen(), site().settings.server.time_zone)


def enter(row: PlayerRow) -> None:
    """Begins a fresh session for a player; nothing of the one before stays."""
    session.clear()
    login_user(Visitor(row, Preferences()))
    session.permanent = True


def leave() -> None:
    """Ends the session."""
    logout_user()
    session.clear()


def forget() -> None:
    """Treats the visitor as unknown for the rest of this request: for pages that must work without the database."""
    g.visitor = None
    g.pop("words", None)


def words() -> Catalogue:
    """The visitor's language: the player's own, else what the browser asks for, else the server's."""
    if "words" not in g:
        known = visitor()
        g.words = catalogue(known.language if known else _asked() or site().settings.server.language)
    return cast(Catalogue, g.words)


def _asked() -> str | None:
    # Browsers write "pt-BR" for what lies in the folder "pt_BR".
    known = {code.replace("_", "-"): code for code in languages()}
    found = request.accept_languages.best_match(known)
    return None if found is None else known[found]


def _load(player_id: str) -> Visitor | None:
    try:
        with site().database.read() as tx:
            row = repo.player(tx, int(player_id))
            chosen = repo.preferences(tx, row.id)
    except NotFound:
        return None
    return Visitor(row, chosen) if row.bot is None else None
