"""What a press on a game's page takes: of the server's time, and of the line, compressed; in each game, far into it."""

import random
import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from flask.testing import FlaskClient
from forms_kit import submit_as
from lxml import html

from pbem.cli.demo import settings_for
from pbem.cli.mail.player import orders_for
from pbem.clock import system_clock
from pbem.intake import Intake
from pbem.store import Database, create
from pbem.store.games.game import GameRow, get_game
from pbem.store.players.player import add_player
from pbem.web.app import create_app
from rules_core.games import bot_named
from rules_core.kernel.registry import kinds

from .figures import Figure, median_ms
from .pages import BASE, sign_in

TITLE: Final = "presses on a game's page"
TIMES: Final = 9
YEARS: Final = {"first_rails": 6, "germany": 9, "railroad_dice_2": 8}
HEADERS: Final[dict[str, str]] = {"X-Part": "play", "Accept-Encoding": "gzip"}
_SEED: Final = bytes(32)
"""With its dice the games go on until these years, each time in the same way."""
_MOST_KB: Final = 10
_MOST_MS: Final = 100


def measure() -> Iterator[Figure]:
    """All figures of presses."""
    for kind in kinds():
        with tempfile.TemporaryDirectory() as folder:
            settings = settings_for(Path(folder))
            create(settings.database)
            with Database(settings.database) as database:
                yield from _of_kind(kind, database, Intake(database, system_clock, settings))


def _of_kind(kind: str, database: Database, intake: Intake) -> Iterator[Figure]:
    seats = database.write(lambda tx: [add_player(tx, f"P{n}", f"p{n}@players.example", "en", 0) for n in range(2)])
    game_id = intake.operator.open_game("Late", seats, {}, kind=kind, seed=_SEED, salts=["a", "b"])
    row = _late(database, intake, game_id, YEARS.get(kind, 3))
    app = create_app(intake, system_clock)
    for limiter in app.extensions["limiter"]:
        limiter.enabled = False
    browser = app.test_client()
    sign_in(database, browser, seats[row.active_seat or 0])
    page = html.document_fromstring(browser.get(f"/games/{row.tag}", base_url=BASE).get_data())
    fields = dict(page.get_element_by_id("orders-form").form_values())
    presses = page.xpath("//*[@class='targets']//button[@name='add']") or page.xpath("//*[@id='choices']//button")
    press = {presses[0].get("name"): presses[0].get("value")}
    HEADERS["X-Known"] = " ".join(page.xpath("//@data-key"))
    size = len(_press(browser, row, {**fields, **press}))
    yield Figure(f"{row.kind}, a press in year {row.year}, compressed", size / 1024, "KB", at_most=_MOST_KB)
    taken = median_ms(partial(_press, browser, row, {**fields, **press}), TIMES)
    yield Figure(f"{row.kind}, a press in year {row.year}, median", taken, "ms", at_most=_MOST_MS)


def _late(database: Database, intake: Intake, game_id: int, years: int) -> GameRow:
    """A game far on, in which whoever is to move has rolled."""
    choose = random.Random(1).randrange
    while True:
        with database.read() as tx:
            row = get_game(tx, game_id)
        assert row.active_seat is not None, "the game goes on"
        orders = orders_for(database, game_id, row.active_seat, bot_named("heuristic"), choose)
        answer = submit_as(intake, game_id, row.active_seat, "\n".join(orders), position=row.position)
        is_rolled = any(re.match("roll|take", line.text) for line in answer.lines)
        with database.read() as tx:
            after = get_game(tx, game_id)
        if row.year >= years and is_rolled and after.active_seat == row.active_seat:
            return after


def _press(browser: FlaskClient, row: GameRow, fields: dict[str, str]) -> bytes:
    response = browser.post(f"/games/{row.tag}/orders", base_url=BASE, data=fields, headers=HEADERS)
    assert response.status_code == 200 and response.headers["Content-Encoding"] == "gzip"
    return response.get_data()
