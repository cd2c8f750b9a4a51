"""Games that begin at once: against programs, several people at one screen, and a guided first game.

Whoever asks needs no account: a stranger becomes a guest, whom this browser signs in. Nobody but their owner sees such
games.
"""

import json
from functools import partial
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectField
from wtforms.validators import Optional

from pbem.adjudicator.context import Refused
from pbem.forms import PageForm, named_by, one_of, typed
from pbem.games.presentation import USUAL, presentation_of
from pbem.i18n import N_, Catalogue
from pbem.intake.forms import Begin
from pbem.lobby import practice
from pbem.lobby.names import LONGEST_NAME, name_of, why_not
from pbem.store import UnitOfWork
from pbem.store.across.practice import list_games_of_owner
from pbem.store.games.game import GameRow
from pbem.store.players.player import PlayerRow
from pbem.web import sent_forms
from pbem.web.games.pages import Listed, listed_all
from pbem.web.lists import slug
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import enter, new_session, player_or_guest, whoever, words
from rules_core.games import kinds, ruleset_for

pages = Blueprint("practice", __name__)

_USUAL_SEATS: Final = 3
NUMBERS: Final = sorted({number for kind in kinds() for number in ruleset_for(kind).seats})
"""The numbers of players, of some game or other."""


class PlayForm(PageForm):
    """The form that begins a game at once; a game that makes no sense is refused where it begins."""

    game: Any = one_of(
        N_("Game"),
        {slug(kind): presentation_of(kind).name for kind in kinds()},
        SelectField,
        default=slug(USUAL),
        validate_choice=False,
    )
    seats: Any = one_of(
        N_("Players"),
        lambda: {number: words().plural("You and %(n)s bot", "You and %(n)s bots", number - 1) for number in NUMBERS},
        SelectField,
        coerce=int,
        default=_USUAL_SEATS,
        validate_choice=False,
    )

    @property
    def kind(self) -> str:
        """The kind of game; "" for none."""
        return {slug(kind): kind for kind in kinds()}.get(self.game.data, "")


def _place(number: int) -> Any:
    """A field for the name of somebody at one screen."""
    known = named_by(name_of, lambda bad: why_not(bad, words()))
    return typed("", LONGEST_NAME, [Optional(), known], render_kw={"required": number <= NUMBERS[0]})


TogetherForm: Final[type[PlayForm]] = type(
    "TogetherForm", (PlayForm,), {f"name-{number}": _place(number) for number in range(1, NUMBERS[-1] + 1)}
)
"""The form that begins a game at one screen: it asks for names, too."""


def list_own_games() -> list[Listed]:
    """The games that are no matches of whoever asks, the newest first."""
    me = whoever()
    if me is None:
        return []
    with site().read() as unit:
        return listed_all(unit, list_games_of_owner(unit, me.id))


@pages.get("/play")
def show() -> ResponseReturnValue:
    """The page from which games begin at once, with those that whoever asks has."""
    return _page()


@pages.post("/play")
def begin() -> ResponseReturnValue:
    """Begin a game against programs, in place of another where that is asked for."""
    form, catalogue = PlayForm(request.form), words()

    def work(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        return practice.against_programs(unit, owner, form.kind, form.seats.data or 0, catalogue)

    return begin_with(work, partial(_page, form))


@pages.post("/play/together")
def together() -> ResponseReturnValue:
    """Begin a game of several people at this screen."""
    form, catalogue = TogetherForm(request.form), words()
    if not form.validate():
        return _page(together=form), 422
    names = [field.data for field in form if field.name.startswith("name-") and field.data]

    def work(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        return practice.at_one_screen(unit, owner, form.kind, names, catalogue)

    return begin_with(work, partial(_page, together=form))


@pages.post("/play/first")
def first() -> ResponseReturnValue:
    """Begin the guided first game."""
    catalogue = words()

    def work(unit: UnitOfWork, owner: PlayerRow) -> GameRow:
        return practice.guided(unit, owner, catalogue)

    return begin_with(work, partial(_page))


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


def _page(
    form: PlayForm | None = None, fault: str = "", *, asks: bool = False, together: PlayForm | None = None
) -> str:
    return render_template(
        "practice.html",
        form=form or PlayForm(),
        together=together or TogetherForm(),
        games=list_own_games(),
        fault=fault,
        asks=asks,
        said=flashed(pages.name),
        days=site().settings.practice.days,
        least=NUMBERS[0],
    )
