"""The picture on the home page: the map of a game in progress, as everybody may see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pbem.games.presentation import presenter_for
from pbem.store import Tx
from pbem.store.rows import GameRow
from pbem.web.site import site
from pbem.web.visitor import words
from rules_core.kernel.codec import BadRecord


@dataclass(frozen=True)
class Poster:
    """A game and its map."""

    game: GameRow
    drawing: Markup


def poster(tx: Tx, games: Sequence[GameRow]) -> Poster | None:
    """The map of the game that has come furthest of these; None where there is none, or its log cannot be read."""
    for game in sorted(games, key=lambda game: (game.year, game.turn), reverse=True):
        try:
            past = site().archive.past(tx, game)
        except BadRecord:
            return None
        shown = presenter_for(past.view_at(past.last.position).table, (), words()).map
        if shown is not None:
            return Poster(game, Markup(shown.svg(title=words().text("The map of %(game)s", game=game.name))))
    return None
