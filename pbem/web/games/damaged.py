"""The page of a game whose log is damaged, in place of any page that would have to read it."""

from typing import Final

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from pbem.adjudicator.history.damage import describe_damage
from pbem.intake.units import notice_damage
from pbem.store import StoreError
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.seats import list_seats
from pbem.web.site import site
from pbem.web.visitor import visitor, whoever, words, zone
from rules_core.kernel.codec import BadRecord

_ITS_OWN: Final = "games.game"


def page(error: Exception) -> Response | None:
    """The page for the request being answered, which has failed; None where no damage of a game is the reason.

    What is found first is noticed, so that whoever can act is told. Only the game's own page is answered by 200. An
    error of another kind is none of damage, however the game is.
    """
    if not isinstance(error, BadRecord):
        return None
    tag = (request.view_args or {}).get("tag")
    if not isinstance(tag, str):
        return None
    me, database = whoever(), site().database
    database.end_snapshot()
    try:
        with site().read() as unit:
            game = find_game_by_tag(unit, tag, None if me is None else me.id)
        if game is None or not notice_damage(site().intake.units, game.id):
            return None
        database.end_snapshot()
        with site().read() as unit:
            game = find_game_by_tag(unit, tag, None if me is None else me.id)
            assert game is not None, "it was there a moment ago"
            seats = list_seats(unit, game.id)
            sentences = describe_damage(unit, game, words(), zone())
    except StoreError:  # then the database is what is broken
        return None
    moderates = (player := visitor()) is not None and player.moderator
    shown = render_template("damaged.html", game=game, seats=seats, sentences=sentences, moderates=moderates)
    return make_response(shown, 200 if request.endpoint == _ITS_OWN else 503)
