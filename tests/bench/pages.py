"""What a page takes of one core, at a thousand games, of which one is long."""

import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from flask.testing import FlaskClient

from pbem.adjudicator import Adjudicator
from pbem.cli.demo import settings_for
from pbem.clock import system_clock
from pbem.store import Database, create
from pbem.store import repository as repo
from pbem.web import create_app

from .figures import Figure, median_ms
from .start import open_games

TITLE: Final = "pages, at 1,000 games, one core"
TIMES: Final = 15
YEARS: Final = 8
BASE: Final = "http://127.0.0.1"


def measure() -> Iterator[Figure]:
    """All figures of pages."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(Path(folder))
        create(settings.database)
        with Database(settings.database) as database:
            database.write(open_games)
            adjudicator = Adjudicator(database, system_clock, settings)
            tag, final = _long_game(adjudicator)
            app = create_app(settings, database, adjudicator, system_clock)
            yield from _figures(app.test_client(), tag, final)


def _figures(browser: FlaskClient, tag: str, final: int) -> Iterator[Figure]:
    game = f"/games/{tag}"
    for name, path, at_most in (
        ("the page of a game", game, 30.0),
        ("a year of its history", f"{game}/history", None),
        ("a moment with its map", f"{game}/at/{final}", None),
        ("the same as a part, for the replay", f"{game}/at/{final}?part=1", None),
        ("home", "/", None),
        ("games in progress", "/games/first-rails/", None),
        ("a player", "/players/1", None),
        ("public state", f"{game}.json", None),
        ("a feed", f"{game}/feed.atom", None),
    ):
        yield Figure(f"{name}, median", median_ms(partial(_load, browser, path), TIMES), "ms", at_most=at_most)
    etag = browser.get(f"{game}.json", base_url=BASE).headers["ETag"]
    again = median_ms(partial(_load, browser, f"{game}.json", etag), TIMES)
    yield Figure("public state asked for again, median", again, "ms")
    bare = median_ms(partial(_load, browser, "/healthz"), TIMES)
    yield Figure("a page without anything", bare, "ms")


def _load(browser: FlaskClient, path: str, etag: str = "") -> None:
    response = browser.get(path, base_url=BASE, headers={"If-None-Match": etag} if etag else {})
    assert response.status_code == (304 if etag else 200), path


def _long_game(adjudicator: Adjudicator) -> tuple[str, int]:
    """A game that programs have played for some years: its tag, and its last final position."""
    database, choose = adjudicator.database, random.Random(1).randrange
    players = database.write(
        lambda tx: [repo.add_player(tx, f"B{n}", f"b{n}@players.example", "en", 0, "heuristic") for n in range(3)]
    )
    game_id = adjudicator.open_game("Long", players, {})
    while True:
        with database.read() as tx:
            row = repo.game(tx, game_id)
        if row.year > YEARS or not adjudicator.play_bot(game_id, choose):
            return row.tag, row.final_position
