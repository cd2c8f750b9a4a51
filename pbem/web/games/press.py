"""Press on a game's page: what its visitor may read, a form to write, and whom they do not want to be mailed.

What is sent here goes the way of a letter: the same requests, judged by the same functions, answered in the same words.
"""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, SelectMultipleField

from pbem.adjudicator.commands.press import Mute, Unmute, WritePress
from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.press import MOST_SIGNS, load_press_for
from pbem.commands.tokens import legible_text
from pbem.forms import PageForm, one_of, typed
from pbem.i18n import N_
from pbem.reports.press import heading
from pbem.store.games.seats import UNNAMED, SeatPlayer, list_muted_seats
from pbem.terms import PressRule
from pbem.web.games.pages import Listed, ask, find
from pbem.web.live.pages import follow
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import FormErrors, player, visitor, words
from pbem.web.wording import page

pages = Blueprint("press", __name__)

RULES: Final[Mapping[PressRule, str]] = {
    "none": N_("Players can't write to each other in this game."),
    "signed": N_(
        "Players write to each other here, and by email. What you send to all is public. What you send to some is "
        "between you and them. Nobody sees your address."
    ),
    "anonymous": N_(
        "Players write to each other here, and by email, signed or anonymously. What you send to all is public. "
        "What you send to some is between you and them. Nobody sees your address. Anonymous messages go out at the "
        "end of the minute, and nobody is told that they are yours."
    ),
}
"""How press goes in a game, by its terms."""
_ON_PAGE: Final = 50
_SAID: Final = "press"
_TO_ALL: Final = "all"


class WriteForm(PageForm):
    """The form of press: to whom, the text, and whether without a name."""

    to: Any = one_of(N_("To"), {}, SelectMultipleField, validate_choice=False)
    text: Any = typed(N_("Text"), MOST_SIGNS, rows=6)
    anonymous: Any = BooleanField(N_("Send anonymously"))

    def command(self, seats: tuple[SeatPlayer, ...]) -> WritePress:
        """The press that is meant."""
        readers = tuple(seat.seat for seat in seats if str(seat.seat) in self.to.data)
        text = legible_text(self.text.data)
        return WritePress(None if _TO_ALL in self.to.data else readers, text, self.anonymous.data)


@pages.get("/games/<tag>/press")
def show(tag: str) -> ResponseReturnValue:
    """The press of a game, as far as the visitor may read it, the newest first."""
    return _shown(find(tag), WriteForm())


@pages.post("/games/<tag>/press")
def send(tag: str) -> ResponseReturnValue:
    """Pass on what was written; where that cannot be done, the page says why and keeps it."""
    found, form = find(tag), WriteForm(request.form)
    _check_seated(found)
    tell = form.command(found.seats)
    with FormErrors(form):
        if tell.readers == ():
            raise Refused(words().text("To whom? Name players, or all."))
        return lead_to("press.show", [" ".join(ask(found, tell))], _SAID, tag=tag)
    return _shown(found, form), 422


@pages.post("/games/<tag>/press/mute")
def mute(tag: str) -> ResponseReturnValue:
    """Have the visitor no longer mailed, or again, what a player writes, or what comes without a name."""
    found = find(tag)
    _check_seated(found)
    whom = request.form.get("whom", type=int)
    if whom not in (UNNAMED, *range(len(found.seats))):
        abort(404)
    kind = Mute if request.form.get("do") == "mute" else Unmute
    form = WriteForm()
    with FormErrors(form):
        return lead_to("press.show", [" ".join(ask(found, kind(None if whom == UNNAMED else whom)))], _SAID, tag=tag)
    return _shown(found, form), 422


def _shown(found: Listed, form: WriteForm) -> str:
    me, game = visitor(), found.game
    follow([game])
    with site().read() as unit:
        pieces = load_press_for(unit, game.id, me.id if me else None)
        muted = list_muted_seats(unit, game.id, me.id) if me else frozenset[int]()
    return render_template(
        "press.html",
        listed=found,
        game=game,
        rule=RULES[game.press],
        page=page(pieces[::-1], _ON_PAGE),
        muted=muted,
        UNNAMED=UNNAMED,
        form=form,
        said=flashed(_SAID)[-1:],
        most=MOST_SIGNS,
        heading=lambda piece: heading(piece, words()),
    )


def _check_seated(found: Listed) -> None:
    """Nothing, where whoever is signed in has a seat. Raises Forbidden."""
    player()
    if found.own_seat is None:
        abort(403)
