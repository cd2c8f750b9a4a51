"""A seat that changes hands takes its secrets along: who had it hears nothing new, and nobody hears of its address."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from engines_kit import keep_store
from rows_kit import mails_of_player
from soak import few
from web_kit import sit_down

from adjudicator.kit import NAMES, Game, World, new_world
from adjudicator.outputs import told
from adjudicator.positions import plain
from adjudicator.seats import mails_to, resigned, stand_by, take
from pbem.daemon.server import Server
from pbem.store.games.seats import list_seats, list_tenures, renew_token
from pbem.store.games.vacancies import list_offers

SEAT = 1
"""The seat that changes hands: Bert's, and then Emil's."""


def changed_hands(world: World) -> Game:
    """A game of four whose second seat Bert has given up and Emil has taken over, whose turn it is."""
    for name in (*NAMES, "Emil"):
        world.add_player(name)
    game = world.game_at(
        plain(seats=4, seat=SEAT, hidden=(2, 5, 3, 1), passengers=(11, 23, 4, 8), front=("ssc$?",) * 4)
    )
    stand_by(world, "Emil")
    game.send(SEAT, "next turn: income # canary-standing")
    game.send(SEAT, "check\nbuy weiden # canary-draft")
    resigned(game, SEAT)
    take(game, "Emil")
    return game


def looked_at(world: World, name: str, paths: tuple[str, ...]) -> Iterator[str]:
    """What a player's browser is shown, who once had a seat."""
    browser, base = world.app.test_client(), world.settings.web.base_url
    sit_down(browser, world.players[name], base)
    for path in paths:
        yield browser.get(path, base_url=base).text


PATHS = ("/games/e1", "/games/e1/map.svg", "/games/e1/press", "/games/e1/history", "/games/e1.json", "/games/e1/answer")
OWN = ("/my", "/my/mail", "/seats", "/my/away")


@contextmanager
def twin_of(game: Game, folder: Path) -> Iterator[Game]:
    """The same game, but that another number of dice lies behind the screen of the seat."""
    copy = keep_store(game.world.database, folder)
    (folder / "twin").mkdir()
    with new_world(folder / "twin", copy) as world:
        world.players.update(game.world.players)
        world.clock.at = game.world.clock.at
        twin = Game(world, game.id)
        screens = list(game.state.screens)
        screens[SEAT], screens[2] = screens[2], screens[SEAT]
        twin.swap_state(replace(game.state, screens=tuple(screens)))
        yield twin


def test_who_had_a_seat_cannot_tell_what_lies_behind_its_screen_now(world: World, tmp_path: Path) -> None:
    game = changed_hands(world)
    with twin_of(game, tmp_path) as twin:
        for path in (*PATHS, *OWN):
            (mine,), (theirs,) = (looked_at(one.world, "Bert", (path,)) for one in (game, twin))
            assert _settled(mine) == _settled(theirs), path
        (mine,), (theirs,) = (looked_at(one.world, "Emil", ("/games/e1",)) for one in (game, twin))
        assert _settled(mine) != _settled(theirs), "who has it sees the difference"


def _settled(page: str) -> str:
    """A page without what proves that its forms came from it, which differs each time."""
    return re.sub(r'name="(?:csrf_token|form_key)" value="[^"]+"', "", page)


@pytest.mark.parametrize("viewer", few([0, 2, SEAT, None], 1))
def test_the_new_address_reaches_its_owner_and_nobody_else(world: World, viewer: int | None) -> None:
    game = changed_hands(world)
    world.database.write(partial(renew_token, game_id=game.id, seat=SEAT, token="canarytoken"))
    everything = "\n".join(text for texts in told(game, viewer).values() for text in texts)
    assert ("canarytoken" in everything) == (viewer == SEAT)
    assert "canary-standing" not in everything, "what was prepared is gone, for the newcomer, too"
    assert "canary-draft" not in everything


def test_who_had_a_seat_is_shown_neither_its_address_nor_its_mails(world: World) -> None:
    game = changed_hands(world)
    game.post(SEAT, game.write(SEAT, "status"))
    assert len([mail for mail in game.mails(SEAT) if mail.player_id == world.players["Emil"]]) == 2
    own = len(mails_to(world, "Bert"))
    shown = "\n".join(
        looked_at(world, "Bert", (*PATHS, *OWN, *(f"/my/mail/{number}" for number in (own + 1, own + 2))))
    )
    assert game.seats[SEAT].token not in shown
    assert {int(number) for number in re.findall(r'href="/my/mail/(\d+)"', shown)} <= set(range(1, own + 1))
    assert "For your eyes only" not in shown.replace("\n", " ")


def knock(server: Server, address: str) -> int:
    """What Bert's mail server is answered that has a letter to an address."""
    with smtplib.SMTP("127.0.0.1", server.listener.port) as client:
        client.ehlo("player.test")
        client.mail("bert@player.test")
        return client.rcpt(address)[0]


def test_letters_to_the_old_address_are_refused_at_the_door(world: World) -> None:
    for name in (*NAMES, "Emil"):
        world.add_player(name)
    game = world.open_game(NAMES)
    old, raw = game.address(SEAT), game.write(SEAT, "status")
    server = Server(world.settings, world.database, world.clock)
    server.listener.start()
    try:
        codes = [knock(server, old)]
        resigned(game, SEAT)
        codes.append(knock(server, old))
        take(game, "Emil")
        codes.append(knock(server, old))
        assert codes == [250, 550, 550]
        with smtplib.SMTP("127.0.0.1", server.listener.port) as client:
            client.ehlo("player.test")
            client.mail("bert@player.test")
            assert client.rcpt(game.address(SEAT))[0] == 250, "the new one is known"
            assert client.data(raw)[0] == 550, "but takes no letters from him"
    finally:
        server.listener.stop()


def test_what_others_write_to_the_seat_reaches_who_has_it_now(world: World) -> None:
    game = changed_hands(world)
    game.send(0, "press emil: canary-press")
    world.clock.advance(timedelta(minutes=5))
    world.intake.clock.pass_on_press(game.id)
    shown = {name: "".join(looked_at(world, name, (*PATHS, *OWN))) for name in ("Bert", "Emil")}
    assert ["canary-press" in shown[name] for name in ("Bert", "Emil")] == [False, True]
    with world.database.read() as tx:
        mails = {name: mails_of_player(tx, world.players[name]) for name in ("Bert", "Emil")}
    assert not any("canary-press" in mail.text for mail in mails["Bert"])
    assert any("canary-press" in mail.text for mail in mails["Emil"])


def test_a_log_line_tells_nothing_of_rows_about_seats(world: World) -> None:
    game = changed_hands(world)
    with world.database.read() as tx:
        rows = (list_tenures(tx, game.id, SEAT), list_offers(tx, game.id, SEAT), list_seats(tx, game.id))
    assert game.seats[SEAT].token not in repr(rows)
