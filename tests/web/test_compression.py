"""Answers are compressed for who takes that, the same in content, and none that another site could steer."""

import gzip
from collections.abc import Iterator

import pytest
from web_kit import Browser, World, new_world

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("packed")) as world:
        world.open_game()
        yield world


def bodies(browser: Browser, path: str) -> tuple[bytes, bytes]:
    """What is answered plain, and what is answered to who takes it compressed."""
    return browser.open(path).get_data(), browser.open(path, headers=GZIP).get_data()


@pytest.mark.parametrize("path", ["/games/e1", "/static/play.css", "/games/e1.json", "/games/e1/feed.atom", "/rules"])
def test_what_is_unpacked_is_what_is_answered_plain(world: World, path: str) -> None:
    plain, packed = bodies(world.browser(), path)
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 2
    response = world.browser().open(path, headers=GZIP)
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["Vary"]


def test_what_a_browser_has_is_not_sent_again(world: World) -> None:
    browser = world.browser()
    for path in ("/static/play.css", "/games/e1.json"):
        tag = browser.open(path, headers=GZIP).headers["ETag"]
        assert browser.open(path, headers={**GZIP, "If-None-Match": tag}).status_code == 304


def test_the_length_of_what_is_a_players_own_tells_nothing_exact(world: World) -> None:
    browser = world.signed_in("Anna")
    packed = [browser.open("/games/e1", headers=GZIP).get_data() for _look in range(8)]
    names = {one[10:].partition(b"\0")[0] if one[3] & 8 else b"" for one in packed}  # RFC 1952, 2.3
    assert len(names) > 2


def test_nothing_that_another_site_can_choose_is_in_a_compressed_page_of_a_player(world: World) -> None:
    browser = world.signed_in("Anna")
    assert browser.open("/games/e1", headers=GZIP).headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in browser.open("/games/e1?guess=0123456789", headers=GZIP).headers
    assert "Content-Encoding" in world.browser().open("/help/data?page=1", headers=GZIP).headers


def test_files_with_their_version_are_compressed_for_players_too(world: World) -> None:
    browser = world.signed_in("Anna")
    browser.open("/games/e1")
    sheets = [str(link.get("href")) for link in browser.page.iter("link") if link.get("rel") == "stylesheet"]
    assert any("?" in sheet for sheet in sheets)
    for sheet in sheets:
        plain, packed = bodies(browser, sheet)
        assert len(plain) < 500 or gzip.decompress(packed) == plain, sheet


def test_pictures_and_fonts_are_sent_as_they_are(world: World) -> None:
    for path in ("/static/icons/icon-192.png", "/static/fonts/fira-sans-condensed-bold-4.203.woff2"):
        response = world.browser().open(path, headers=GZIP)
        assert response.status_code == 200 and "Content-Encoding" not in response.headers
