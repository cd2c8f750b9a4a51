"""Games that begin at once: against programs, several people at one screen, and a guided first game.

Whoever asks needs no account: a stranger becomes a guest, whom this browser signs in. Nobody but their owner sees such
games.
"""

import json
from dataclasses import dataclass
from functools import partial
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.games.presentation import usual_kind
from pbem.i18n import Catalogue
from pbem.intake.forms import Begin
from pbem.lobby import practice
from pbem.store import UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.players.player import PlayerRow
from pbem.store.practice import list_games_of_owner
from pbem.web import sent_forms
from pbem.web.games.pages import Listed, listed
from pbem.web.lists import slug
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import enter, new_session, player_or_guest, whoever, words
from rules_core.games import kinds, ruleset_for

pages = Blueprint("practice", __name__)

_USUAL_SEATS: Final = 3


@dataclass(frozen=True)
class WishedGame:
    """A game as a form asks for it."""

    kind: str
    seats: int

    @classmethod
    def of_form(cls) -> "WishedGame":
        """Read the form; what makes no sense in it is refused where the game begins."""
        kind = {slug(kind): kind for kind in kinds()}.get(request.form.get("game", ""), "")
        return cls(kind, request.form.get("seats", 0, type=int))


@dataclass(frozen=True)
class OfferedGames:
    """The kinds of game and numbers of players that can be chosen, and what is chosen."""

    games: tuple[tuple[str, str], ...]
    """The offered games by their names in addresses, and by kind."""
    numbers: tuple[int, ...]
    wished: WishedGame

    @property
    def places(self) -> range:
        """The places at one screen, from 1."""
        return range(1, self.numbers[-1] + 1)


def offer(wished: WishedGame | None = None) -> OfferedGames:
    """Give what the form offers: the usual game, or what was chosen before."""
    numbers = sorted({number for kind in kinds() for number in ruleset_for(kind).seats})
    usual = WishedGame(usual_kind(), _USUAL_SEATS)
    return OfferedGames(tuple((slug(kind), kind) for kind in kinds()), tuple(numbers), wished or usual)


def list_own_games() -> list[Listed]:
    """The games that are no matches of whoever asks, the newest first."""
    me = whoever()
    if me is None:
        return []
    with site().read() as unit:
        return [listed(unit, game) for game in list_games_of_owner(unit, me.id)]


@pages.get("/play")
def show() -> ResponseReturnValue:
    """The page from which games begin at once, with those that whoever asks has."""
    return _page()


@pages.post("/play")
def begin() -> ResponseReturnValue:
    """Begin a game against programs, in place of another where that is asked for."""
    wished, catalogue = WishedGame.of_form(), words()

    def work(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        return practice.against_programs(unit, owner, wished.kind, wished.seats, catalogue)

    return begin_with(work, partial(_page, wished))


@pages.post("/play/together")
def together() -> ResponseReturnValue:
    """Begin a game of several people at this screen."""
    wished, catalogue = WishedGame.of_form(), words()
    names = [name for number in offer().places if (name := request.form.get(f"name-{number}", "").strip())]

    def work(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        return practice.at_one_screen(unit, owner, wished.kind, names, catalogue)

    return begin_with(work, partial(_page, wished))


@pages.post("/play/first")
def first() -> ResponseReturnValue:
    """Begin the guided first game."""
    catalogue = words()

    def work(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        return practice.guided(unit, owner, catalogue)

    return begin_with(work, partial(_page, None))


@pages.post("/play/<tag>/end")
def end(tag: str) -> ResponseReturnValue:
    """Remove a game of whoever asks."""
    try:
        site().intake.practice.end(player_or_guest(), tag, words())
    except Refused as refused:
        return _page(fault=refused.message), 422
    return lead_to("practice.show", [words().text("The game is deleted.")], pages.name)


def begin_with(work: Begin, page: "partial[str]") -> ResponseReturnValue:
    """Begin a game and lead to it; where it cannot be, show the page with the reason, and what could make room."""
    here, me, catalogue = site(), whoever(), words()
    try:
        if me is None:
            return _begin_as_guest(work, catalogue)
        game = here.intake.practice.begin(me, _instead(work, request.form.get("instead", ""), catalogue))
    except Refused as refused:
        return page(fault=refused.message, asks=True), 422
    return redirect(_address(game), 303)


def _begin_as_guest(work: Begin, catalogue: Catalogue) -> ResponseReturnValue:
    """Make a guest of a stranger, and keep their game by this browser; a form that comes again finds the same."""
    here, begun = site(), new_session()
    now_ms = here.now_ms()
    guest, mark, game = here.intake.practice.begin_as_guest(
        catalogue, lambda tx, guest_id: begun.store(tx, guest_id, now_ms), work
    )
    there = _address(game)
    sent_forms.keep(json.dumps([guest.id, mark, there]))
    enter(guest, begun)
    return redirect(there, 303)


def _instead(work: Begin, tag: str, catalogue: Catalogue) -> Begin:
    """Begin a game in place of another of the owner's, which is removed in the same transaction."""

    def both(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        if tag:
            practice.end(unit, owner, tag, catalogue)
        return work(unit, owner)

    return both


def _address(game: GameRow) -> str:
    return url_for("games.game", tag=game.tag)


def _page(wished: WishedGame | None = None, fault: str = "", *, asks: bool = False) -> str:
    said = flashed(pages.name)
    days = site().settings.practice.days
    return render_template(
        "practice.html", offer=offer(wished), games=list_own_games(), fault=fault, asks=asks, said=said, days=days
    )
