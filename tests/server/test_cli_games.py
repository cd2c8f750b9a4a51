"""Commands about the server's things: players, games, maps, orders."""

import json
import re
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.daemon.server import Server
from pbem.store import Tx
from pbem.store.accounts.sessions import add_session, list_sessions
from pbem.store.games.game import get_game
from pbem.store.games.log import LOG_GUARD, find_last_position, find_snapshot, put_snapshot
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.outbox import list_unsent_mail
from pbem.store.players.player import find_player_by_address
from pbem.store.players.preferences import Preferences, get_preferences
from rules_core.kernel.record import load
from server.kit import FIRST_TURN, Penfriend, Place, deal_with, kept, new_place, open_game, run_pbem


@pytest.fixture(scope="module")
def played(begun: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A game in which the first player has played, and the second is in his turn; nothing here changes it."""
    with begun.copy(tmp_path_factory.mktemp("played")) as place:
        deal_with(place, Penfriend(place, "e1", 0).letter(*FIRST_TURN), 0)
        deal_with(place, Penfriend(place, "e1", 1).letter("roll 1?", "A w"), 1)
    return place


def test_init_makes_what_a_server_needs_and_leaves_alone_what_is_there(tmp_path: Path) -> None:
    config = tmp_path / "new" / "pbem.toml"
    said = run_pbem("--config", config, "init").output
    assert "is written" in said
    assert "is made" in said
    database = tmp_path / "new" / "var" / "pbem.sqlite3"
    assert database.stat().st_mode & 0o777 == 0o600
    run_pbem("--config", config, "player", "add", "Ada", "ada@player.test")
    config.write_text(re.sub(r"port = 80\d\d", "port = 0", config.read_text()) + "\n# mine\n")
    before = config.read_bytes()
    again = run_pbem("--config", config, "init").output
    assert again.count("stays as it is") == 2
    assert config.read_bytes() == before
    assert "Ada" in run_pbem("--config", config, "player", "list").output
    run_pbem("--config", config, "doctor")


def test_the_configuration_is_found_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with new_place(tmp_path) as place:
        monkeypatch.setenv("PBEM_CONFIG", str(place.config))
        assert "no games yet" in run_pbem("game", "list").output
        monkeypatch.setenv("PBEM_WEB__PORT", "high")
        assert "PBEM_WEB__PORT" in run_pbem("game", "list", status=1).output


def test_the_operator_renews_the_addresses_of_a_player(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        for name in ("Ada", "Ben", "Cleo"):
            place.pbem("player", "add", name, f"{name.lower()}@player.test")
        place.pbem("player", "add", "Bot", "bot@player.test", "--bot", "random")
        place.pbem("game", "new", "Whitsun", "ada@player.test", "ben@player.test")

        def tokens() -> tuple[str, str]:
            with place.database.read() as tx:
                ada = find_player_by_address(tx, "ada@player.test")
                assert ada is not None
                return ada.token, list_seat_contacts(tx, 1)[0].token

        before = tokens()
        said = place.pbem("player", "renew", "ADA@player.test").output
        assert said == "Ada's address is renewed; an email tells them which it is.\n"
        between = tokens()
        assert (between[0] != before[0], between[1]) == (True, before[1])
        said += place.pbem("game", "renew", "e1", "ada@player.test").output
        after = tokens()
        assert (after[0], after[1] != before[1]) == (between[0], True)
        assert not any(token in said for token in (*before, *after))
        with place.database.read() as tx:
            mails = [(mail.kind, mail.to_address) for mail in list_unsent_mail(tx)][-2:]
        assert mails == [("lobby", "ada@player.test"), ("notice", "ada@player.test")]
        assert "has no account" in place.pbem("player", "renew", "zoe@player.test", status=1).output
        assert "A bot gets no email." in place.pbem("player", "renew", "bot@player.test", status=1).output
        assert "no game e9" in place.pbem("game", "renew", "e9", "ada@player.test", status=1).output
        assert "Cleo has no seat in e1." in place.pbem("game", "renew", "e1", "cleo@player.test", status=1).output


def test_the_operator_chooses_for_a_player_how_he_is_mailed(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        place.pbem("player", "add", "Ada", "ada@player.test")

        def chosen() -> Preferences:
            with place.database.read() as tx:
                ada = find_player_by_address(tx, "ada@player.test")
                assert ada is not None
                return get_preferences(tx, ada.id)

        place.pbem("player", "set", "ADA@player.test", "--zone", "Europe/Berlin", "--reminders", "")
        assert chosen() == Preferences("Europe/Berlin", "html", "all", "")
        said = place.pbem("player", "set", "ada@player.test", "--format", "text", "--reports", "mine").output
        assert "Ada's settings are changed." in said
        assert chosen() == Preferences("Europe/Berlin", "text", "mine", "")
        for zone in ("Mars/Olympus", "../../etc/passwd", "Europe"):
            assert "no time zone" in place.pbem("player", "set", "ada@player.test", "--zone", zone, status=1).output
        assert "has no account" in place.pbem("player", "set", "ben@player.test", "--zone", "UTC", status=1).output
        place.pbem("player", "set", "ada@player.test", "--format", "pdf", status=2)
        place.pbem("player", "set", "ada@player.test", "--zone", "", "--reminders", "0 48 24")
        assert chosen() == Preferences("", "text", "mine", "48 24 0")
        place.pbem("player", "set", "ada@player.test", "--reports", "daily")
        assert chosen() == Preferences("", "text", "daily", "48 24 0")
        place.pbem("player", "set", "ada@player.test", "--subjects", "turn")
        assert chosen() == Preferences("", "text", "daily", "48 24 0", "turn")
        for wrong in ("23", "soon", "-24"):
            said = place.pbem("player", "set", "ada@player.test", "--reminders", wrong, status=1).output
            assert "Reminders come 168 72 48 24 12 6 2 0 hours before a deadline." in said


def test_the_operator_signs_a_player_out_everywhere(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        for name in ("Ada", "Ben"):
            place.pbem("player", "add", name, f"{name}@player.test")
        for player_id in (1, 2):
            place.database.write(partial(add_session, token=f"t{player_id}", player_id=player_id, agent="", now_ms=9))
        assert "Ada is signed out everywhere." in place.pbem("player", "sign-out", "ADA@player.test").output
        with place.database.read() as tx:
            assert [len(list_sessions(tx, player_id, 0)) for player_id in (1, 2)] == [0, 1]
        assert "has no account" in place.pbem("player", "sign-out", "eve@player.test", status=1).output


def test_players_are_added_and_listed(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        assert "no players yet" in place.pbem("player", "list").output
        assert json.loads(place.pbem("player", "list", "--json").output) == []
        place.pbem("player", "add", "Ada", "Ada@Player.test")
        place.pbem("player", "add", "Bot", "bot@player.test", "--bot", "random", "--language", "de")
        others: dict[str, object] = {
            "roles": [],
            "standing": "open",
            "reason": "",
            "mails stopped": None,
            "further addresses": [],
            "unconfirmed addresses": [],
        }
        assert json.loads(place.pbem("player", "list", "--json").output) == [
            {"name": "Ada", "address": "ada@player.test", "language": "en", "bot": None} | others,
            {"name": "Bot", "address": "bot@player.test", "language": "de", "bot": "random"} | others,
        ]
        assert "already has an account" in place.pbem("player", "add", "Eve", "ADA@player.test", status=1).output


@pytest.mark.parametrize(
    "address", ["ada", "ada@", "@player.test", "a b@player.test", "ada@x\nBcc: e@x", "ädä@player.test"]
)
def test_what_is_no_address_is_refused(tmp_path: Path, address: str) -> None:
    with new_place(tmp_path) as place:
        assert "is not an email address" in place.pbem("player", "add", "Ada", address, status=1).output
        assert "no players yet" in place.pbem("player", "list").output


def test_a_game_is_opened_and_each_player_gets_a_mail(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        for name in ("ada", "ben"):
            place.pbem("player", "add", name, f"{name}@player.test")
        arguments = ("game", "new", "Alpine tour", "ada@player.test", "ben@player.test")
        assert "e1" in place.pbem(*arguments, "--option", "extended=yes").output
        assert "e2" in place.pbem(*arguments).output
        listed = json.loads(place.pbem("game", "list", "--json").output)
        assert [row["tag"] for row in listed] == ["e1", "e2"]
        assert listed[0]["players"] == "ada, ben"
        assert "Alpine tour" in place.pbem("game", "list").output
        assert len(json.loads(place.pbem("mail", "outbox", "--json").output)) == 4
        assert kept(place).state.table.options["extended"] == "yes"


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (["ada@player.test", "eve@player.test"], [], "eve@player.test has no account"),
        (["ada@player.test", "ada@player.test"], [], "only one seat"),
        (["ada@player.test", "Ada@Player.test"], [], "only one seat"),
        (["ada@player.test"], [], ""),
        (["ada@player.test", "ben@player.test"], ["--option", "colour=red"], "colour"),
        (["ada@player.test", "ben@player.test"], ["--option", "extended=perhaps"], "extended"),
        (["ada@player.test", "ben@player.test"], ["--option", "extended"], "extended"),
        (["ada@player.test", "ben@player.test"], ["--option", "two_starts=drawn"], "first_rails takes these variants"),
        (
            ["ada@player.test", "ben@player.test"],
            ["--kind", "germany", "--option", "two_starts=france-austria"],
            "germany takes these variants: extended=no|yes, two_starts=no|drawn|france-sweden|",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(tmp_path: Path, players: list[str], options: list[str], why: str) -> None:
    with new_place(tmp_path) as place:
        for name in ("ada", "ben"):
            place.pbem("player", "add", name, f"{name}@player.test")
        said = place.pbem("game", "new", "Tour", *players, *options, status=1).output
        assert said.startswith("Error: ")
        assert why in said
        assert "no games yet" in place.pbem("game", "list").output


def test_a_game_of_germany_is_opened_listed_and_shown(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        for name in ("ada", "ben"):
            place.pbem("player", "add", name, f"{name}@player.test")
        arguments = ("game", "new", "Coast to coast", "ada@player.test", "ben@player.test", "--kind", "germany")
        assert "e1" in place.pbem(*arguments, "--option", "two_starts=austria-denmark").output
        (listed,) = json.loads(place.pbem("game", "list", "--json").output)
        assert (listed["tag"], listed["kind"], listed["year"]) == ("e1", "germany", 1)
        table = kept(place).state.table
        assert (table.kind, table.options["two_starts"]) == ("germany", "austria-denmark")
        assert place.pbem("game", "show", "e1").output.startswith(
            "e1: Coast to coast (germany, two_starts=austria-denmark)\n"
        )


def test_help_lists_the_games_and_their_variants() -> None:
    for words in (("game", "new"), ("demo",)):
        text = run_pbem(*words, "--help").output
        assert "first_rails: extended=no|yes, director_tie=faq|printed, open=no|yes, bridges=lake|each\n" in text
        assert "germany: extended=no|yes, two_starts=no|drawn|" in text


def test_a_game_is_shown_as_everybody_may_see_it(played: Place) -> None:
    text = played.pbem("game", "show", "e1").output
    assert text.startswith("e1: Whitsun (first_rails)\n")
    assert "Bert" in text
    state = kept(played).state
    assert state.table.turn.seat == 1
    assert "<A>──────<B>" not in text  # Bert may still take back the piece he laid last


@pytest.mark.parametrize(
    "words",
    [
        ("game", "show", "e9"),
        ("game", "export", "e9"),
        ("map", "e9"),
        ("mail", "write", "e9"),
        ("orders", "check", "-", "--game", "e9", "--seat", "0"),
    ],
    ids=" ".join,
)
def test_an_unknown_game_is_told(played: Place, words: tuple[str, ...]) -> None:
    assert played.pbem(*words, status=1).output.startswith("Error: There is no game e9.")


def test_what_may_be_taken_back_is_not_exported(played: Place) -> None:
    game = kept(played).game
    record = load(played.pbem("game", "export", "e1").output)
    assert record.entries[-1].position == game.final_position < game.position


def test_the_map_is_that_of_the_public_report(played: Place) -> None:
    drawn = played.pbem("map", "e1").output
    place, _blank, *lines = drawn.splitlines()
    shown = played.pbem("game", "show", "e1").output.splitlines()
    assert place in shown
    assert place == f"Y1.2 #{kept(played).game.final_position}"
    assert {line for line in lines if line.strip()} <= set(shown)
    assert any("T1" in line for line in lines)


def test_the_map_of_an_earlier_time(played: Place) -> None:
    found = kept(played)
    first = next(entry.position for entry in found.entries if entry.kind == "event")
    before = [played.pbem("map", "e1", "--at", at).output for at in range(first + 2, found.game.final_position + 1)]
    pieces = [sum(line.count("─") for line in text.splitlines()) for text in before]
    assert pieces == sorted(pieces)
    assert pieces[0] < pieces[-1]
    for at in (first - 1, found.game.final_position + 1, 9999):
        assert f"from #{first} to #{found.game.final_position}" in played.pbem("map", "e1", "--at", at, status=1).output


@pytest.mark.parametrize(
    ("orders", "status", "told"),
    [
        (b"B n", 0, "understood"),
        (b"roll 4?\nend", 1, "FR-10"),
        (b"fly me to the moon", 0, ""),
        (b"if year > 9: roll all\nif year < 9: B n", 0, "skipped: it is year"),
        (b"next turn: income; roll all\nnext turn: if s >= 2: A w w", 0, "understood: This waits for your next turn."),
        (b"next turn: buy atlantis", 1, "NOT UNDERSTOOD"),
        (b"buy atlantis", 1, "NOT UNDERSTOOD"),
        (b"", 0, ""),
        (b"\x89PNG\r\n\x1a\n\x00\xff" * 999, 0, ""),
        (b"roll 99?\n" * 10_000, 1, "NOT UNDERSTOOD"),
    ],
)
def test_orders_are_checked_and_nothing_is_changed(played: Place, orders: bytes, status: int, told: str) -> None:
    before = kept(played)
    said = played.pbem("orders", "check", "-", "--game", "e1", "--seat", "1", status=status, typed=orders).output
    assert told in said
    assert kept(played) == before


def test_orders_are_checked_from_a_file_by_what_the_seat_sees(played: Place, tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text("B n\n")
    assert "understood" in played.pbem("orders", "check", file, "--game", "e1", "--seat", 1).output
    assert (
        "FR-10: it is not your turn"
        in played.pbem("orders", "check", file, "--game", "e1", "--seat", 2, status=1).output
    )
    for seat in (3, -1):
        said = played.pbem("orders", "check", file, "--game", "e1", "--seat", seat, status=1).output
        assert "There is no seat" in said


def test_a_damaged_game_is_told_and_hides_no_other(begun: Place, tmp_path: Path) -> None:
    with begun.copy(tmp_path) as place:
        open_game(place, "Anna", "Bert")
        with place.database.read() as tx:
            found = find_snapshot(tx, 1)
        assert found is not None
        damaged = type(found)(found.position, found.schema_number, b'{"type": "State"}')
        place.database.write(lambda tx: put_snapshot(tx, 1, damaged))
        place.pbem("game", "show", "e1")
        assert "WRONG  games: e1: its snapshot cannot be read" in place.pbem("doctor", status=1).output
        place.database.write(partial(damage, position=1))
        assert place.pbem("game", "show", "e1").exit_code == 0
        assert "can no longer be proved" in place.pbem("game", "export", "e1").output
        place.database.write(partial(damage, position=None))
        assert "Error: A game cannot be read" in place.pbem("game", "show", "e1", status=1).output
        assert "Whitsun" in place.pbem("game", "show", "e2").output
        said = place.pbem("doctor", status=1).output
        assert "WRONG  games: e1: position" in said and "`pbem game cancel e1` ends it" in said
        refused = place.pbem("game", "rollback", "e1", "#9999", "--reason", "The disk is broken.", "--yes", status=1)
        assert "It can only be cancelled" in refused.output
        assert "WRONG  texts of emails out: 1 row of table mail is damaged (1)" in said
        place.pbem("game", "cancel", "e1", "--reason", "The disk is broken.", "--yes")
        assert "e1" in place.pbem("game", "list").output
        place.database.write(partial(damage, position=None, game=2))
        Server(place.settings, place.database, ticking=False).tick()
        with place.database.read() as tx:
            assert get_game(tx, 2).damaged_ms is not None, "a server looks at logs by itself"


def damage(tx: Tx, position: int | None, game: int = 1) -> None:
    """Damage a line of a game's log (None: its last), and the text of the first mail, as a broken disk would."""
    tx.run(text("DROP TRIGGER entry_never_changes"))
    line = find_last_position(tx, game) if position is None else position
    tx.run(text("UPDATE entry SET payload = '{' WHERE game_id = :game AND position = :line"), game=game, line=line)
    tx.run(text(LOG_GUARD.sqlite()[0]))
    tx.run(text("UPDATE mail SET text = x'00' WHERE id = 1"))
