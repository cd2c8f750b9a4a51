"""A position that is looked at again is not found again; and none is shown when its game has moved on, or to others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.intake.forms import Forms
from pbem.store.games.game import GameRow
from pbem.web.games import positions


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


@pytest.fixture
def game(world: World) -> GameRow:
    return world.open_game()


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The seats for which a position was found."""
    seats: list[int | None] = []
    find = positions._find

    def note(forms: Forms, key: positions.PositionKey) -> positions.ShownPosition:
        seats.append(key.seat)
        return find(forms, key)

    monkeypatch.setattr(positions, "_find", note)
    return seats


def test_a_position_is_found_once_for_each_seat_until_the_game_moves_on(
    world: World, game: GameRow, found: list[int | None]
) -> None:
    mover = world.signed_in(world.to_move(game))
    rival = world.signed_in(next(name for name in ("Anna", "Bert", "Clara") if name != world.to_move(game)))
    guest = Browser(world.app)
    shown: dict[int, str] = {}
    for browser in (mover, rival, guest, mover, rival, guest):
        browser.open(f"/games/{game.tag}")
        here = shown.setdefault(id(browser), browser.page.text_content())
        assert browser.page.text_content() == here
    assert len(found) == len(set(found)) == 3
    assert len(set(shown.values())) == 3
    mover.open(f"/games/{game.tag}")
    mover.press("Send", orders="end")
    mover.open(f"/games/{game.tag}")
    assert "Your orders were carried out." not in mover.text
    for browser in (rival, guest, mover):
        browser.open(f"/games/{game.tag}")
        assert browser.page.text_content() != shown[id(browser)]


def test_orders_that_wait_are_seen_at_once(world: World, game: GameRow, found: list[int | None]) -> None:
    rival = world.signed_in(next(name for name in ("Anna", "Bert", "Clara") if name != world.to_move(game)))
    for _ in range(2):
        rival.open(f"/games/{game.tag}")
    assert len(found) == 1
    rival.press("Send", orders="next turn: roll all")
    rival.open(f"/games/{game.tag}")
    assert "roll all" in [code.text_content() for code in rival.page.xpath("//code")]
