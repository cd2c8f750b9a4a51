"""Link previews: the map of the moment as spectators see it, drawn once a position, and never without bounds."""

import io
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from each_kit import each
from past_kit import submit
from PIL import Image
from web_kit import Browser, World, new_world, sit_down
from werkzeug.test import TestResponse

from pbem.drawing.page import Crop
from pbem.drawing.preview import HEIGHT, WIDTH, CannotDraw, preview_frame
from pbem.games.line.maps import LineMap
from pbem.reports.document import Drawable
from pbem.store.service.server import put_meta
from pbem.web.app import create_app
from pbem.web.games.previews import BURST, KEPT, PER_SECOND, Previews

BOARD = Drawable("first_rails", b"{}", "e1")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("previews")) as world:
        for kind in ("first_rails", "germany", "railroad_dice_2"):
            world.open_game(f"A <{kind}>", kind=kind)
        yield world


def preview_of(browser: Browser, tag: str) -> TestResponse:
    """The picture, asked for again as long as a busy machine has not drawn it: each time waits for seconds."""
    response = browser.open(f"/games/{tag}/map.png")
    for _ in range(20):
        if response.status_code == 503:
            assert response.headers["Retry-After"] == "15"
            response = browser.open(f"/games/{tag}/map.png")
    return response


@pytest.mark.parametrize("tag", ["e1", "e2", "e3"])
def test_each_game_has_a_picture_of_the_size_that_links_are_shown_with(world: World, tag: str) -> None:
    response = preview_of(world.browser(), tag)
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert Image.open(io.BytesIO(response.get_data())).size == (WIDTH, HEIGHT)
    assert len(response.get_data()) < 120 * 1024
    assert "Set-Cookie" not in response.headers
    assert response.headers["Cache-Control"] == "public, max-age=300"
    assert world.browser().open("/games/e99/map.png").status_code == 404


def test_nobody_sees_more_in_it_than_spectators(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game = world.open_game()
        mover, stranger = world.signed_in(world.to_move(game)), world.browser()
        before = preview_of(stranger, "e1").get_data()
        submit(world, game, "B e? e?")
        assert preview_of(mover, "e1").get_data() == before == preview_of(stranger, "e1").get_data()
        submit(world, game, "end")
        while (after := preview_of(stranger, "e1")).headers["Cache-Control"] != "public, max-age=300":
            assert after.get_data() == before
        assert after.get_data() != before


def test_no_snapshot_is_held_while_something_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was held would keep the log of the database from being put away, however long the drawing takes."""
    held: list[bool] = []

    def look() -> None:
        server.database.write(lambda tx: put_meta(tx, "drawn", str(len(held))))
        # Others may read for a moment; the snapshot that is meant would be held for as long as this waits.
        with sqlite3.connect(tmp_path / "pbem.sqlite3", timeout=5) as other:
            held.append(bool(other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]))

    def watched(draw: Callable[..., object]) -> Callable[..., object]:
        def drawn(*given: object, **named: object) -> object:
            with ThreadPoolExecutor(1) as another:
                another.submit(look).result()
            return draw(*given, **named)

        return drawn

    def draw(board: Drawable) -> bytes:
        look()
        return b"drawn"

    with new_world(tmp_path) as server:
        game = server.open_game()
        browser = server.signed_in("Anna")
        browser.client = create_app(server.intake, server.clock, draw=draw).test_client()
        sit_down(browser.client, server.players["Anna"], server.settings.web.base_url)
        for method in ("svg", "on_page"):
            monkeypatch.setattr(LineMap, method, watched(getattr(LineMap, method)))
        at = f"/at/{game.final_position}"
        for page in ("", "/map.png", "/map.svg", at, at.replace("at", "since"), f"{at}/map.svg"):
            assert browser.open(f"/games/e1{page}").status_code == 200
    assert held == [False] * 6


def test_a_position_is_drawn_once_and_the_oldest_pictures_go() -> None:
    drawn: list[str] = []
    clock = [0.0]

    def draw(board: Drawable) -> bytes:
        drawn.append(board.title)
        return board.title.encode()

    previews = Previews(draw, lambda: clock[0])
    for game in range(KEPT + 1):
        clock[0] += 1 / PER_SECOND
        for _ in range(2):
            found = previews.picture((game, 7), partial(BOARD._replace, title=str(game)))
            assert found is not None and found == (str(game).encode(), True)
    assert drawn == [str(game) for game in range(KEPT + 1)]
    clock[0] += 10
    previews.picture((0, 7), lambda: BOARD._replace(title="again"))
    assert drawn[-1] == "again"


def test_so_many_are_drawn_at_once_and_then_the_last_one_is_shown() -> None:
    clock = [0.0]
    previews = Previews(lambda board: board.title.encode(), lambda: clock[0])
    for position in range(BURST):
        found = previews.picture((1, position), lambda: BOARD)
        assert found is not None and found.is_current
    for ask in ((1, BURST), (2, 0)):
        shown = previews.picture(ask, lambda: pytest.fail("nothing is made that is not drawn"))
        assert shown == ((b"e1", False) if ask[0] == 1 else None)
    clock[0] = 1 / PER_SECOND
    found = previews.picture((2, 0), lambda: BOARD)
    assert found is not None and found.is_current


def test_one_request_waits_and_the_others_do_not() -> None:
    free, begun = threading.Event(), threading.Event()

    def draw(_board: Drawable) -> bytes:
        begun.set()
        free.wait(60)
        return b"drawn"

    previews = Previews(draw)
    found: list[object] = []
    first = threading.Thread(target=lambda: found.append(previews.picture((1, 1), lambda: BOARD)))
    first.start()
    begun.wait(60)
    assert previews.picture((1, 1), lambda: BOARD) is None
    assert previews.picture((2, 1), lambda: BOARD) is None
    free.set()
    first.join(60)
    assert found == [(b"drawn", True)]


def test_the_first_request_waits_for_the_process_that_draws_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a chat's, which asks once; later ones do not wait so long for one that is slow."""
    monkeypatch.setattr("pbem.web.games.previews.PATIENCE", 0.05)
    free = threading.Event()

    def draw(_board: Drawable) -> bytes:
        free.wait(60)
        return b"drawn"

    previews = Previews(draw)
    threading.Timer(0.3, free.set).start()
    assert previews.picture((1, 1), lambda: BOARD) == (b"drawn", True)
    free.clear()
    assert previews.picture((2, 1), lambda: BOARD) is None
    free.set()


def test_what_cannot_be_drawn_is_not_there_and_the_next_one_is() -> None:
    def draw(board: Drawable) -> bytes:
        if board.title == "bad":
            raise CannotDraw("no drawing")
        return b"drawn"

    previews = Previews(draw)
    assert previews.picture((1, 1), lambda: BOARD._replace(title="bad")) is None
    assert previews.picture((1, 2), lambda: BOARD) == (b"drawn", True)


@each("title", ["", "a", "Whitsun at the seaside and beyond the hills, far away", "W" * 90, "Жанна e1"])
def test_all_that_is_written_fits(title: str) -> None:
    frame = preview_frame([Crop(-100, 0, 900, 900), Crop(700, 700, 900, 900)], title, ["x" * 300, "Anna, Bert"])
    assert len([line for line in frame.lines if line.is_title]) <= 3
    assert all(40 < line.y < HEIGHT - 19 for line in frame.lines)
    west, north = -100 * frame.scale + frame.x, frame.y
    assert west >= frame.box.x - 1 and north >= frame.box.y - 1
    assert 1600 * frame.scale + frame.x <= frame.box.x + frame.box.width + 1
