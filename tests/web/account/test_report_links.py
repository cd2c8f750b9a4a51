"""A link in a report signs its reader in for that game, and for nothing else, until their turn ends."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from forms_kit import submit_as
from web_kit import NAMES, Browser, World, new_world

from pbem.mail.sending.sendmail import MaildirTransport
from pbem.moderation.commands.positions import RollBack
from pbem.store.accounts.addresses import sign_out_everywhere
from pbem.store.accounts.sessions import MOST_SESSIONS, list_sessions
from pbem.web.live.hub import Follower
from pbem.web.live.pages import hub_of

OTHERS = (
    "/my",
    "/my/mail",
    "/my/settings",
    "/my/away",
    "/games/e2",
    "/seats",
    "/my/letters",
    "/my/senders",
    "/my/notifications",
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        world.open_game("Whitsun", NAMES[:2])
        world.open_game("Other", NAMES[:2])
        yield world


def links(world: World, name: str) -> list[str]:
    """The paths of the links in all mails to a player about e1, as they were delivered, the oldest first."""
    world.deliver()
    folder = MaildirTransport(world.settings.maildir).folder(f"{name.lower()}@player.test")
    texts = [
        file.read_bytes().replace(b"=\r\n", b"").replace(b"=\n", b"")
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]
    found = [match for text in texts for match in re.findall(rb"/games/e1/enter/[a-z2-7]{32}", text)]
    return list(dict.fromkeys(path.decode("ascii") for path in found))


def end_turn(world: World) -> None:
    game = world.game(1)
    assert submit_as(world.intake, 1, game.active_seat or 0, "end", position=game.position).applied


def mover(world: World) -> str:
    return world.to_move(world.game(1))


def enter(world: World, path: str) -> Browser:
    browser = world.browser()
    browser.open(path)
    browser.press("Go to the game")
    return browser


def test_a_link_signs_in_for_its_game_alone_as_often_as_one_likes(world: World) -> None:
    name = mover(world)
    (link,) = links(world, name)
    with world.database.read() as tx:
        assert all(link.rpartition("/")[2] not in mail.text for mail in world.mails(name)), "moderators may be shown it"
        assert list_sessions(tx, world.players[name], 0) == []
    scanner = world.browser()
    for _time in range(3):
        assert scanner.open(link).status_code == 200
    assert "For your eyes only" not in scanner.open("/games/e1").text
    assert "For your eyes only" in enter(world, link).response.text
    browser = enter(world, link)
    assert browser.response.request.path == "/games/e1"
    with world.database.read() as tx:
        assert {row.game_tag for row in list_sessions(tx, world.players[name], 0)} == {"e1"}
    for path in OTHERS:
        response = browser.open(path)
        assert response.request.path == "/sign-in" or "For your eyes only" not in response.text, path
        assert f"You are signed in as {name}" not in response.text
    browser.open("/games/e1")
    browser.press("Send", orders="end")
    assert "Your orders were carried out." in browser.text
    assert mover(world) != name
    listening = browser.client.get("/live.json?games=e1", base_url="https://games.test").json
    assert listening is not None and set(listening["games"]) == {"e1"}
    page = browser.open("/games/e1").text
    assert listening["games"]["e1"][1] in page, "what it is told is what its page shows"


def test_after_the_turn_one_press_mails_a_fresh_link_to_the_address_that_is_known(world: World) -> None:
    name = mover(world)
    (link,) = links(world, name)
    world.clock.at += timedelta(minutes=1)
    end_turn(world)
    world.clock.at += timedelta(minutes=1)
    browser = world.browser()
    assert browser.open(link).status_code == 410
    assert f"{name.lower()}@" not in browser.text
    before = len(world.mails(name))
    for _time in range(2):
        browser.open(link)
        browser.press("Email me a new link")
    assert "A new link is on its way" in browser.text
    (mail,) = (mail for mail in world.mails(name)[before:] if mail.kind == "sign-in")
    assert mail.to_address == f"{name.lower()}@player.test"
    fresh = re.search(r"/games/e1/enter/\w+", mail.text)
    assert fresh is not None and fresh[0] != link
    assert "For your eyes only" in enter(world, fresh[0]).response.text


def test_a_link_is_void_where_its_reader_has_lost_the_seat_signed_out_everywhere_or_waited_for_too_long(
    world: World,
) -> None:
    name = mover(world)
    (link,) = links(world, name)
    known = world.signed_in(name)
    assert known.open(link).request.path == "/games/e1", "who is signed in goes on"
    assert known.open("/my").request.path == "/my"
    world.clock.at += timedelta(days=61)
    assert world.browser().open(link).status_code == 410
    world.clock.at -= timedelta(days=61)
    assert world.browser().open(link).status_code == 200
    assert world.browser().open(link.replace("e1", "e2")).status_code == 404
    assert world.browser().open(link[:-1] + ("a" if link[-1] != "a" else "b")).status_code == 404
    world.database.write(lambda tx: sign_out_everywhere(tx, world.players[name], 0))
    assert world.browser().open(link).status_code == 404


def test_links_crowd_no_browser_out_that_is_signed_in_for_all(world: World) -> None:
    name = mover(world)
    (link,) = links(world, name)
    known = world.signed_in(name)
    world.clock.at += timedelta(minutes=1)
    for _time in range(MOST_SESSIONS + 1):
        enter(world, link)
    assert known.open("/my/settings").request.path == "/my/settings"
    assert "for e1 only" in known.text


def test_a_session_ends_with_the_turn_whoever_ends_it_and_does_not_come_back(world: World) -> None:
    name = mover(world)
    (link,) = links(world, name)
    signed_in, first, second = world.signed_in(name), enter(world, link), enter(world, link)
    assert "For your eyes only" in second.open("/games/e1").text
    with world.database.read() as tx:
        followers = [Follower("", world.players[name], row.id) for row in list_sessions(tx, world.players[name], 0)]
    hub = hub_of(world.app)
    assert hub is not None
    assert hub.ended(followers) == []
    before = world.game(1).position
    first.open("/games/e1")
    first.press("Send", orders="end")
    assert "Your orders were carried out." in first.text
    with world.database.read() as tx:
        assert [row.game_tag for row in list_sessions(tx, world.players[name], 0)] == [None]
    assert len(hub.ended(followers)) == 2, "their event streams end"
    for browser in (first, second):
        page = browser.open("/games/e1").text
        assert "For your eyes only" not in page
        assert f"You are signed in as {name}" not in page
        assert browser.open("/games/e1/answer").request.path == "/sign-in"
    assert "For your eyes only" in signed_in.open("/games/e1").text
    back = RollBack("e1", before, "A slip.")
    world.intake.moderators.carry_out(None, back, None)
    assert mover(world) == name
    for browser in (first, second):
        assert "For your eyes only" not in browser.open("/games/e1").text, "a turn that comes again begins none"


def test_a_link_that_is_late_offers_to_sign_in_and_leads_to_the_game(world: World) -> None:
    name = mover(world)
    (link,) = links(world, name)
    world.clock.at += timedelta(minutes=1)
    end_turn(world)
    late = world.browser().open(link)
    assert late.status_code == 410
    assert "This link does not work any more: your turn has ended" in late.text
    assert 'href="/sign-in?next=/games/e1"' in late.text
    posted = world.browser()
    posted.open(link)
    assert "Go to the game" not in posted.text


def test_the_session_of_one_game_outlives_a_turn_of_another(world: World) -> None:
    name = mover(world)
    browser = enter(world, links(world, name)[0])
    other = world.game(2)
    while world.to_move(world.game(2)) != name:
        seat = world.game(2).active_seat or 0
        assert submit_as(world.intake, 2, seat, "end", position=world.game(2).position).applied
    assert submit_as(world.intake, 2, world.game(2).active_seat or 0, "end", position=world.game(2).position).applied
    assert other.tag == "e2"
    assert "For your eyes only" in browser.open("/games/e1").text


def test_a_form_that_ended_the_turn_says_so_when_it_is_sent_again(world: World) -> None:
    name = mover(world)
    browser = enter(world, links(world, name)[0])
    path, form = browser.form("Send")
    form["orders"] = "end"
    browser.post(path, form)
    assert "Your orders were carried out." in browser.text
    ended = world.game(1)
    again = browser.post(path, form)
    assert again.request.path == path, "leads to no other page"
    assert "Nothing was done twice." in browser.text
    assert "For your eyes only" not in again.text
    assert world.game(1) == ended


def test_a_link_used_up_is_not_good_again_where_the_turn_is_taken_back(world: World) -> None:
    name, before = mover(world), world.game(1).position
    (link,) = links(world, name)
    world.clock.at += timedelta(minutes=1)
    end_turn(world)
    world.clock.at += timedelta(minutes=1)
    world.intake.moderators.carry_out(None, RollBack("e1", before, "A slip."), None)
    assert mover(world) == name
    late = world.browser()
    assert late.open(link).status_code == 410
    late.press("Email me a new link")
    (mail,) = (mail for mail in world.mails(name) if mail.kind == "sign-in")
    fresh = re.search(r"/games/e1/enter/\w+", mail.text)
    assert fresh is not None
    assert "For your eyes only" in enter(world, fresh[0]).response.text
