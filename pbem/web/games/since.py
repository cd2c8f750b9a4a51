"""A move since a player's last turn, on the board as it was then: a part of the game's page, and no page of its own.

Each comes by itself, as its viewer may see it; `static/since.js` asks for it. All of it is final.
"""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.games.presentation import presenter_for
from pbem.store import NotFound
from pbem.web.games.drawings import past_drawing
from pbem.web.games.pages import find
from pbem.web.site import site
from pbem.web.visitor import words

pages = Blueprint("since", __name__)


@pages.get("/games/<tag>/since/<int:position>")
def step(tag: str, position: int) -> ResponseReturnValue:
    """A move in sentences, and the board behind it with what it brought marked, as the visitor's seat saw it."""
    found = find(tag)
    with site().read() as unit:
        past = site().archive.past(unit, found.game)
    try:
        branch = past.branch_at(position)
    except NotFound:
        abort(404)
    here, news = branch.moments[branch.index_at(position)], branch.events_up_to(position)
    presenter = presenter_for(branch.view_at(position, found.own).table, [seat.name for seat in found.seats], words())
    return render_template(
        "_step.html",
        game=found.game,
        here=here,
        player=presenter.player(here.seat),
        sentences=presenter.sentences(news),
        drawing=past_drawing(presenter, news, found.own),
    )
