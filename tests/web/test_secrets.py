"""No page tells anybody more than his view of the game: not the pages of others, not the public, not a cache."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from simulated_kit import seeded_chance
from web_kit import NAMES, SALTS, SEED, Browser, World, new_world

from pbem.store import Tx
from pbem.store.games.log import find_snapshot, put_snapshot
from pbem.store.games.seats import list_seat_contacts
from rules_core.kernel.codec import decode, encode
from rules_core.line.table import Screen, State

TOKEN = re.compile(
    rb'name="(?:csrf_token|form_key)" value="[^"]+"|/sign-in/[\w-]{43}|\bsession-\w{10}|/sessions/\w{10}/'
    rb'|/analysis/\w{10}|data-key="[^"]+"'
)
DRAFT = "B n? # a canary in a draft"


@contextmanager
def world_with(folder: Path, screens: Sequence[Screen]) -> Iterator[World]:
    """A world with a game in which this lies behind the screens."""
    folder.mkdir()
    with new_world(folder) as world:
        game = world.open_game(players=NAMES)

        def hide(tx: Tx) -> None:
            kept = find_snapshot(tx, game.id)
            assert kept is not None
            state = replace(decode(State, json.loads(kept.state)), screens=tuple(screens))
            put_snapshot(tx, game.id, replace(kept, state=json.dumps(encode(state)).encode()))

        world.database.write(hide)
        yield world


def pages(world: World, browser: Browser) -> list[bytes]:
    """Everything that a visitor can load, but for tokens and marks in forms and links, which are random."""
    paths = ["/", "/games/first-rails/", "/games/e1", "/games/e1/answer", "/my", "/my/mail", "/rules"]
    paths += ["/my/settings", "/my/notifications", "/help/orders"]
    paths += [f"/games/e1/since/{position}" for position in range(6, 12)]
    found = [browser.open(path).get_data() for path in paths]
    if browser.open("/my").request.path == "/my":
        mails = [link.get("href") for link in browser.page.iter("a") if "/my/mail/" in link.get("href")]
        found += [browser.open(path).get_data() for path in mails]
        browser.open("/games/e1")
        for orders in ("end", "income\nend", "roll 1h", "status", "rol"):
            found.append(browser.press("Preview", orders=orders).get_data())
        path, fields = browser.form("Preview")
        for square in ("0 0", "2 3", "4 3", "5 3"):
            sent = {**fields, "do": "", "square": square}
            answer = browser.client.post(path, data=sent, base_url="https://games.test", headers={"X-Part": "why"})
            found.append(answer.get_data())
    return [TOKEN.sub(b"", page) for page in found]


def analysed(browser: Browser) -> list[bytes]:
    """An analysis from where the game stands: where it begins, and what comes of orders; it is deleted at the end."""
    found = [browser.open("/games/e1/try").get_data()]
    if not browser.page.xpath("//main//form"):
        return [TOKEN.sub(b"", page) for page in found]
    with seeded_chance("analysis"):
        found.append(browser.press("Start analysis").get_data())
        begun = browser.response.request.path
        found += [browser.press("Play on", orders=text).get_data() for text in ("end", "roll 1?\nend", "income")]
    last = browser.response.get_data(as_text=True)
    found += [browser.open(path).get_data() for path in re.findall(r'href="(/analysis/[^"]+)"', last)]
    browser.open(begun)
    browser.press("Delete the whole analysis")
    return [TOKEN.sub(b"", page) for page in found]


def test_dice_and_passengers_exchanged_between_two_players_change_no_page_of_others(tmp_path: Path) -> None:
    one, other, third, fourth = Screen(7, 13), Screen(2, 41), Screen(5, 5), Screen(1, 3)
    with (
        world_with(tmp_path / "a", (third, one, other, fourth)) as a,
        world_with(tmp_path / "b", (third, other, one, fourth)) as b,
    ):
        assert pages(a, a.browser()) == pages(b, b.browser())
        for name in ("Anna", "Dora"):
            assert pages(a, a.signed_in_by_link(name)) == pages(b, b.signed_in_by_link(name))
        for name, screen in (("Bert", one), ("Clara", other)):
            mine, theirs = pages(a, a.signed_in_by_link(name)), pages(b, b.signed_in_by_link(name))
            assert mine != theirs, "each sees what lies behind his own screen"
            assert f"{screen.hidden} dice, {screen.passengers},000 passengers".encode() in mine[2]


def test_what_a_player_can_still_take_back_is_seen_by_him_alone(tmp_path: Path) -> None:
    screens = [Screen()] * 4
    with world_with(tmp_path / "a", screens) as a, world_with(tmp_path / "b", screens) as b:
        mover = a.to_move(a.game(1))
        browser = a.signed_in_by_link(mover)
        b.signed_in_by_link(mover)
        browser.open("/games/e1")
        browser.press("Send", orders=DRAFT)
        assert a.game(1).position > b.game(1).position
        assert pages(a, a.browser()) == pages(b, b.browser())
        other = next(name for name in NAMES if name != mover)
        assert pages(a, a.signed_in_by_link(other)) == pages(b, b.signed_in_by_link(other))


def test_an_answer_is_shown_to_whoever_sent_the_orders(tmp_path: Path) -> None:
    with world_with(tmp_path / "a", [Screen()] * 4) as world:
        mover = world.to_move(world.game(1))
        browser = world.signed_in_by_link(mover)
        browser.open("/games/e1")
        browser.press("Send", orders=DRAFT)
        assert "a canary in a draft" in browser.open("/games/e1/answer").get_data(as_text=True)
        for name in NAMES:
            if name != mover:
                for page in pages(world, world.signed_in_by_link(name)):
                    assert b"canary" not in page


@pytest.mark.parametrize("name", [*NAMES, None])
def test_no_page_shows_anothers_address_a_token_a_salt_or_the_seed(tmp_path: Path, name: str | None) -> None:
    with world_with(tmp_path / "a", [Screen()] * 4) as world:
        browsers = {one: world.signed_in_by_link(one) for one in NAMES}
        with world.database.read() as tx:
            tokens = [contact.token for contact in list_seat_contacts(tx, 1)]
        links = [link for one in NAMES for link in [world.link(one)] if one != name]
        addresses = [f"{one.lower()}@player.test" for one in NAMES if one != name]
        hidden = [*addresses, SEED.hex(), SEED.decode(), *SALTS, *tokens, *links]
        browser = browsers[name] if name else world.browser()
        for page in (*pages(world, browser), *(analysed(browser) if name is None else ())):
            for secret in hidden:
                assert secret.encode() not in page, secret
