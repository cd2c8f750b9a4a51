"""A person has all that is kept of them in one file: no secret is in it, and nothing of anybody else's."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

from adjudicator.kit import World
from web_kit import Browser, sit_down

from lobby.kit import LOBBY, Village
from pbem.lobby.exporting import export_person
from pbem.store.accounts.channels import ChannelEvent, ChannelRow, add_channel
from pbem.store.accounts.exporting import EXPORTED, NOT_EXPORTED
from pbem.store.accounts.merging import WAYS
from pbem.store.accounts.sessions import add_session, add_sign_in
from pbem.store.games.seats import list_seat_contacts
from pbem.store.players.player import add_other_address
from pbem.store.players.preferences import renew_calendar
from pbem.store.schema import all_tables
from pbem.store.tables import NEW
from pbem.terms import Terms


def exported(world: World, name: str, most_bytes: int = 1 << 30) -> dict[str, Any]:
    """The files of a person's export, by name; JSON is read."""
    file = io.BytesIO()
    with world.database.read() as tx:
        export_person(world.unit(tx), world.players[name], file, most_bytes)
    with zipfile.ZipFile(file) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    return {name: json.loads(data) if name.endswith(".json") else data for name, data in found.items()}


def test_every_table_that_names_a_player_is_exported_or_said_why_not() -> None:
    assert set(EXPORTED) | set(NOT_EXPORTED) == set(WAYS) and not set(EXPORTED) & set(NOT_EXPORTED)
    tables = all_tables().tables
    secret = {"token", "token_hash", "code_hash", "p256dh", "auth_secret", "seed", "share", "raw", "calendar_token"}
    for name, columns in EXPORTED.items():
        assert set(columns.split()) <= set(tables[name].c.keys()) - secret


def test_all_that_is_theirs_is_there(village: Village) -> None:
    world = village.world
    game = world.open_game(("Anna", "Bert"), terms=Terms(press="signed"))
    game.send(0, "press all: My plan for the north")
    village.write("Anna", "open first rails for 3\njoin 1 with my own words\naway 2027-01-02 until 2027-01-05")
    village.send("anna@player.test", LOBBY, "Hello?")
    world.database.write(lambda tx: add_other_address(tx, world.players["Anna"], "anna@work.test", 0))
    files = exported(world, "Anna")
    assert files["player.json"][0]["name"] == "Anna" and "token" not in files["player.json"][0]
    assert files["player_address.json"] == [{"address": "anna@work.test", "confirmed_ms": 0}]
    assert [row["text"] for row in files["press.json"]] == ["My plan for the north"]
    assert files["waiting_player.json"][0]["salt"] == "my own words"
    assert files["games.json"][0]["tag"] == "e1" and files["tenure.json"][0]["came"] == "began"
    assert {row["command"] for row in files["log.json"]} >= {"open", "join", "away"}
    assert b"For your eyes" in files["positions/e1.txt"], "their own hidden dice"
    letters = [data for name, data in files.items() if name.startswith("sent/")]
    assert len(letters) == 3 and any(b"My plan for the north" in raw for raw in letters)
    assert len(files["mail.json"]) == len([mail for mail in village.mails() if mail.player_id == world.players["Anna"]])


def test_no_secret_and_nothing_of_others_is_in_it(village: Village) -> None:
    world = village.world
    anna, bert = world.players["Anna"], world.players["Bert"]
    game = world.open_game(("Anna", "Bert"), terms=Terms(press="signed"))
    game.send(1, "press anna: for Anna", message_id="<canary-letter@player.test>")
    with world.database.read() as tx:
        tokens = {contact.seat: contact.token for contact in list_seat_contacts(tx, game.id)}

    def plant(tx: Any) -> str:
        add_sign_in(tx, "canary-sign-in", anna, 0, 1 << 50)
        add_session(tx, "canary-session", anna, "Firefox", 0)
        events = frozenset[ChannelEvent](("turn",))
        for player_id in (anna, bert):
            hook = f"https://ntfy.example/canary-hook-{player_id}"
            add_channel(tx, ChannelRow(NEW, player_id, "ntfy", "Phone", hook, None, None, None, events, 0))
        return renew_calendar(tx, anna)

    calendar = world.database.write(plant)
    files = exported(world, "Anna")
    everything = json.dumps({name: str(data) for name, data in files.items()}).lower()
    for canary in ("canary-sign-in", "canary-session", "canary-hook", calendar, "bert@player.test", "canary-letter"):
        assert canary not in everything
    assert tokens[1] not in everything, "the address of another's seat"
    assert "for anna" in everything, "what others wrote to them stands in the mails that they got"


def test_what_has_no_room_is_counted(village: Village) -> None:
    for number in range(3):
        village.write("Anna", f"games # {number}")
    files = exported(village.world, "Anna")
    most_bytes = sum(len(data) for name, data in files.items() if name.startswith("sent/")) - 1
    files = exported(village.world, "Anna", most_bytes)
    letters = [name for name in files if name.startswith("sent/")]
    assert 0 < len(letters) < 3
    assert b"older email" in files["README.txt"]


def test_the_page_gives_it_to_who_has_just_signed_in_alone(village: Village) -> None:
    world = village.world
    browser = Browser(world.app)
    sit_down(browser.client, world.players["Anna"], world.settings.web.base_url)
    browser.open("/my/data")
    browser.press("Download my data")
    assert browser.response.mimetype == "application/zip"
    assert "no-store" in browser.response.headers["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(browser.response.get_data())) as archive:
        assert "player.json" in archive.namelist()
    world.clock.advance(timedelta(hours=2))
    browser.open("/my/data")
    assert "sign out and in again" in browser.text
    assert browser.post("/my/data/export", {}).status_code in (400, 403)
    stranger = Browser(world.app)
    stranger.open("/my/data")
    assert stranger.response.request.path == "/sign-in"
