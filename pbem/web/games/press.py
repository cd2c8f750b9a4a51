"""Press on a game's page: what its visitor may read, a form to write, and whom they do not want to be mailed.

What is sent here goes the way of a letter: the same requests, judged by the same functions, answered in the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.commands.press import Mute, Unmute, WritePress
from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.press import MOST_SIGNS, load_press_for
from pbem.commands.tokens import legible
from pbem.i18n import N_
from pbem.reports.press import heading
from pbem.store.games.seats import UNNAMED, SeatPlayer, list_muted_seats
from pbem.terms import PressRule
from pbem.web.games.pages import Listed, ask, find
from pbem.web.live.pages import follow
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import player, visitor, words
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


@dataclass(frozen=True)
class Written:
    """The contents of the form, as they were typed."""

    to: tuple[str, ...] = ()
    text: str = ""
    anonymous: bool = False

    def command(self, seats: tuple[SeatPlayer, ...]) -> WritePress:
        """The press that is meant."""
        readers = tuple(seat.seat for seat in seats if str(seat.seat) in self.to)
        text = "\n".join(legible(line) for line in self.text.splitlines()).strip()
        return WritePress(None if _TO_ALL in self.to else readers, text, self.anonymous)


@pages.get("/games/<tag>/press")
def show(tag: str) -> ResponseReturnValue:
    """The press of a game, as far as the visitor may read it, the newest first."""
    return _shown(find(tag), Written())


@pages.post("/games/<tag>/press")
def send(tag: str) -> ResponseReturnValue:
    """Pass on what was written; where that cannot be done, the page says why and keeps it."""
    found, form = find(tag), request.form
    _check_seated(found)
    written = Written(tuple(form.getlist("to")), form.get("text", ""), "anonymous" in form)
    tell = written.command(found.seats)
    try:
        if tell.readers == ():
            raise Refused(words().text("To whom? Name players, or all."))
        sentences = ask(found, tell)
    except Refused as refused:
        return _shown(found, written, refused.message), 422
    return lead_to("press.show", [" ".join(sentences)], _SAID, tag=tag)


@pages.post("/games/<tag>/press/mute")
def mute(tag: str) -> ResponseReturnValue:
    """Have the visitor no longer mailed, or again, what a player writes, or what comes without a name."""
    found = find(tag)
    _check_seated(found)
    whom = request.form.get("whom", type=int)
    if whom not in (UNNAMED, *range(len(found.seats))):
        abort(404)
    kind = Mute if request.form.get("do") == "mute" else Unmute
    command = kind(None if whom == UNNAMED else whom)
    try:
        sentences = ask(found, command)
    except Refused as refused:
        return _shown(found, Written(), refused.message), 422
    return lead_to("press.show", [" ".join(sentences)], _SAID, tag=tag)


def _shown(found: Listed, written: Written, fault: str = "") -> str:
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
        written=written,
        fault=fault,
        said=flashed(_SAID)[-1:],
        most=MOST_SIGNS,
        heading=lambda piece: heading(piece, words()),
    )


def _check_seated(found: Listed) -> None:
    """Nothing, where whoever is signed in has a seat. Raises Forbidden."""
    player()
    if found.own_seat is None:
        abort(403)
