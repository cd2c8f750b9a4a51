"""Operators look after people on the website: who may, what is previewed and done, and what is written down of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import World, new_world

from pbem.lobby.accounts import COMMANDS
from pbem.store.audit import NamedAudit, list_audit
from pbem.store.players.player import PlayerRow, get_player, set_role

SEE, DO = "See what it would do", "Do it"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server with a game, an operator (Olga) and a moderator (Mona) who have no seat in it."""
    with new_world(tmp_path) as world:
        for name in ("Olga", "Mona"):
            world.add_player(name)
        world.database.write(lambda tx: set_role(tx, world.players["Olga"], "operator", on=True))
        world.database.write(lambda tx: set_role(tx, world.players["Mona"], "moderator", on=True))
        world.open_game()
        yield world


def player(world: World, name: str) -> PlayerRow:
    """A player as they are now."""
    with world.database.read() as tx:
        return get_player(tx, world.players[name])


def log(world: World) -> list[NamedAudit]:
    """The audit log, the newest first."""
    with world.database.read() as tx:
        return list_audit(tx, 100)


def path(world: World, name: str, command: str = "") -> str:
    """The page of a person, or of a command about them."""
    return f"/people/{world.players[name]}" + (f"/{command}" if command else "")


def test_for_who_is_no_operator_the_pages_are_not_there(world: World) -> None:
    stranger, olga = world.browser(), world.signed_in("Olga")
    paths = ("/people", "/people/audit", path(world, "Anna"), path(world, "Anna", "role"))
    for name in ("Anna", "Mona"):
        browser = world.signed_in(name)
        for one in paths:
            assert browser.open(one).status_code == 404
            assert olga.open(one).status_code == 200
            stranger.open(one)
            assert stranger.response.request.path == "/sign-in"
        assert browser.post(path(world, name, "role"), {"role": "moderator", "take": ""}).status_code in (400, 404)
        assert "People" not in browser.open("/my").get_data(as_text=True)
    assert not player(world, "Anna").roles
    assert olga.open("/people/99").status_code == 404


def test_people_are_found_by_a_name_or_an_address(world: World) -> None:
    olga = world.signed_in("Olga")
    olga.open("/people?sought=MON")
    assert "mona@player.test" in olga.text and "anna@player.test" not in olga.text
    olga.open("/people?sought=anna@player")
    assert "anna@player.test" in olga.text and "Moderator" not in olga.text
    olga.open("/people?sought=%25")
    assert "None." in olga.text


def test_a_role_is_given_and_taken_and_both_are_written_down(world: World) -> None:
    olga = world.signed_in("Olga")
    for take, roles in (("", ("list_keeper",)), ("yes", ())):
        olga.open(path(world, "Anna", "role"))
        olga.press(SEE, role="list_keeper", take=take)
        assert player(world, "Anna").roles != roles
        olga.press(DO)
        assert player(world, "Anna").roles == roles
    taken, given, *_ = log(world)
    ids = (world.players["Olga"], world.players["Anna"])
    assert [(one.by_id, one.player_id, one.command) for one in (given, taken)] == [(*ids, "role")] * 2
    assert (given.facts, taken.facts) == (
        '{"role": "list_keeper", "take": false}',
        '{"role": "list_keeper", "take": true}',
    )
    olga.open("/people/audit")
    assert "role · Anna · role list_keeper · take" in " ".join(olga.text.split())


def test_the_website_makes_no_operator_and_a_role_taken_meanwhile_counts(world: World) -> None:
    olga = world.signed_in("Olga")
    olga.open(path(world, "Anna", "role"))
    assert olga.page.xpath("//input[@name='role']/@value") == ["moderator", "list_keeper"]
    olga.press(SEE, role="operator", take="")
    assert olga.response.status_code == 422 and "Please choose one of these." in olga.text
    olga.open(path(world, "Anna", "role"))
    olga.press(SEE, role="moderator", take="")
    world.database.write(lambda tx: set_role(tx, world.players["Olga"], "operator", on=False))
    olga.press(DO)
    assert olga.response.status_code == 404
    assert not player(world, "Anna").roles


def test_a_person_is_blocked_on_the_page_and_operators_read_why(world: World) -> None:
    olga, anna = world.signed_in("Olga"), world.signed_in("Anna")
    anna.open("/my")
    olga.open(path(world, "Anna", "block"))
    olga.press(SEE, reason="", tell="", keep_seats="")
    assert "There is no text." in olga.text
    olga.press(SEE, reason="Insults in press", tell="", keep_seats="")
    assert "Seats that become vacant and are offered to standby players: e1." in olga.text
    assert player(world, "Anna").standing == "open"
    olga.press(DO)
    assert player(world, "Anna").standing == "blocked" and "Insults in press" in olga.text
    anna.open("/my")
    assert anna.response.request.path == "/sign-in"
    olga.open(path(world, "Anna", "block"))
    assert "already blocked" in olga.text and olga.response.request.path == path(world, "Anna")


def test_nothing_is_offered_that_would_be_refused_whatever_is_filled_in(world: World) -> None:
    olga = world.signed_in("Olga")
    world.database.write(lambda tx: set_role(tx, world.players["Mona"], "operator", on=True))
    offered = {"Olga": {"role", "rename"}, "Mona": {"role", "rename"}, "Anna": set(COMMANDS) - {"unblock"}}
    for name, verbs in offered.items():
        olga.open(path(world, name))
        links = olga.page.xpath("//a/@href")
        assert {verb for verb in COMMANDS if path(world, name, verb) in links} == verbs
        for verb in COMMANDS:
            olga.open(path(world, name, verb))
            assert (olga.response.request.path == path(world, name, verb)) is (verb in verbs)
    olga.open(path(world, "Mona", "erase"))
    assert "Mona is an operator; do this at the command line." in olga.text


def test_nobody_is_erased_whose_name_is_not_typed_once_more(world: World) -> None:
    olga = world.signed_in("Olga")
    olga.open(path(world, "Anna", "erase"))
    olga.press(SEE, name="Bert")
    assert "That is not the name of this person." in olga.text
    olga.press(SEE, name="Anna")
    olga.press(DO)
    assert player(world, "Anna").name == "Former player 1"
    assert "Former player 1" in olga.text
