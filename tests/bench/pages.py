"""What a page takes of one core, at a thousand games, of which one is long."""

import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from flask import Flask
from flask.testing import FlaskClient
from forms_kit import submit_as

from pbem.cli.demo import settings_for
from pbem.clock import system_clock, to_ms
from pbem.intake import Intake
from pbem.store import Database, UnitOfWork, create
from pbem.store.accounts.sessions import add_session
from pbem.store.games.game import GameRow, get_game
from pbem.store.players.player import add_player, set_role
from pbem.web.app import create_app

from .figures import Figure, median_ms
from .start import open_games

TITLE: Final = "pages, at 1,000 games, one core"
TIMES: Final = 15
YEARS: Final = 8
BASE: Final = "http://127.0.0.1"
_PERSON: Final = 1
"""The player who is signed in: the first that was ever registered."""


def measure() -> Iterator[Figure]:
    """All figures of pages."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(Path(folder))
        create(settings.database)
        with Database(settings.database) as database:
            database.write(lambda tx: open_games(UnitOfWork(tx, settings, 0)))
            intake = Intake(database, system_clock, settings)
            game = long_game(intake)
            app = create_app(intake, system_clock)
            player = app.test_client()
            sign_in(database, player, _PERSON)
            yield from _figures(app.test_client(), player, _moderator(database, app), game)


def _moderator(database: Database, app: Flask) -> FlaskClient:
    """The browser of a moderator, to whom all games are late."""
    moderator = database.write(lambda tx: add_player(tx, "Mona", "mona@players.example", "en", 0))
    database.write(lambda tx: set_role(tx, moderator, "moderator", on=True))
    browser = app.test_client()
    sign_in(database, browser, moderator)
    return browser


def sign_in(database: Database, browser: FlaskClient, player: int) -> None:
    """Give a browser a session of a player, without a link."""
    token = f"session of player {player}"
    database.write(lambda tx: add_session(tx, token, player, "", to_ms(system_clock())))
    with browser.session_transaction(base_url=BASE) as session:
        session["_user_id"], session["_fresh"] = token, True


def _figures(browser: FlaskClient, player: FlaskClient, moderator: FlaskClient, row: GameRow) -> Iterator[Figure]:
    game = f"/games/{row.tag}"
    for name, visitor, path, at_most in (
        ("the page of a game", browser, game, 30.0),
        ("the same for the player to move", player, game, 30.0),
        ("a year of its history", browser, f"{game}/history", None),
        ("a moment with its map", browser, f"{game}/at/{row.final_position}", None),
        ("the same as a part, for the replay", browser, f"{game}/at/{row.final_position}?part=1", None),
        ("home", browser, "/", None),
        ("games in progress", browser, "/games/first-rails/", None),
        ("a player", browser, f"/players/{_PERSON}", None),
        ("public state", browser, f"{game}.json", None),
        ("a feed", browser, f"{game}/feed.atom", None),
        ("a moderator's desk", moderator, "/moderate", 100.0),
        ("a game's file", moderator, f"/moderate/{row.tag}", None),
    ):
        yield Figure(f"{name}, median", median_ms(partial(_load, visitor, path), TIMES), "ms", at_most=at_most)
    etag = browser.get(f"{game}.json", base_url=BASE).headers["ETag"]
    again = median_ms(partial(_load, browser, f"{game}.json", etag), TIMES)
    yield Figure("public state asked for again, median", again, "ms")
    bare = median_ms(partial(_load, browser, "/healthz"), TIMES)
    yield Figure("a page without anything", bare, "ms")


def _load(browser: FlaskClient, path: str, etag: str = "") -> None:
    response = browser.get(path, base_url=BASE, headers={"If-None-Match": etag} if etag else {})
    assert response.status_code == (304 if etag else 200), path


def long_game(intake: Intake) -> GameRow:
    """A game that programs have played for some years against a person who does nothing, and who is to move."""
    database, choose = intake.units.database, random.Random(1).randrange
    programs = database.write(
        lambda tx: [add_player(tx, f"B{n}", f"b{n}@players.example", "en", 0, "heuristic") for n in range(2)]
    )
    game_id = intake.operator.open_game("Long", [_PERSON, *programs], {}, seed=bytes(32), salts=["a", "b", "c"])
    while True:
        with database.read() as tx:
            row = get_game(tx, game_id)
        if row.year > YEARS and row.active_seat == 0:
            return row
        if row.active_seat == 0:
            submit_as(intake, game_id, 0, "end", position=row.position)
        else:
            intake.clock.play_bot(game_id, choose)
