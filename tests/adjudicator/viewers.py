"""Who looks at a game, and what their browser is sent."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from flask.testing import FlaskClient
from web_kit import sit_down

from adjudicator.kit import Game
from pbem.store.players.player import list_moderators

MODERATOR: Final = "moderator"
Viewer: TypeAlias = int | Literal["moderator"] | None


def seat_of(viewer: Viewer) -> int | None:
    """The seat of a viewer who has one."""
    return viewer if isinstance(viewer, int) else None


def player_of(game: Game, viewer: Viewer) -> int | None:
    """The player who looks; None for a spectator whom nobody knows."""
    if viewer == MODERATOR:
        with game.world.database.read() as tx:
            return list_moderators(tx)[0].id
    seat = seat_of(viewer)
    return None if seat is None else game.seats[seat].player_id


def kind_of(game: Game) -> str:
    """The kind of game, as addresses have it."""
    return game.row.kind.replace("_", "-")


def looked_at(game: Game, viewer: Viewer, paths: Iterable[str]) -> Iterator[str]:
    """What is there to be seen by everybody, or not there for anybody."""
    for text in visited(game, viewer, paths):
        assert re.match(r"\S+ (200|404) ", text), text[:99]
        yield text


def visited(game: Game, viewer: Viewer, paths: Iterable[str]) -> Iterator[str]:
    """What the viewer's browser is sent."""
    browser, base = browser_of(game, viewer), game.world.settings.web.base_url
    for path in paths:
        response = browser.get(path, base_url=base)
        yield f"{path} {response.status}\n{response.headers}\n{response.text}"


def browser_of(game: Game, viewer: Viewer) -> FlaskClient:
    """A browser in which the viewer is signed in, if he is a player."""
    browser, base = game.world.app.test_client(), game.world.settings.web.base_url
    player_id = player_of(game, viewer)
    if player_id is not None:
        sit_down(browser, player_id, base)
    return browser
