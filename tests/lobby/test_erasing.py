"""Whoever is erased is gone from every byte of the database; their games are played on, replay and are proved."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial

import pytest
from adjudicator.kit import World
from sqlalchemy import text
from web_kit import Browser, sit_down

from lobby.kit import LOBBY, Village
from pbem.adjudicator.log.records import export_game, load_proof
from pbem.clock import to_ms
from pbem.lobby import erasing
from pbem.lobby.accounts.blocking import Block
from pbem.lobby.accounts.erasing import Erase
from pbem.lobby.names import list_misfits
from pbem.moderation.commands.holding import Cancel
from pbem.store import Tx
from pbem.store.accounts.erasing import FATES
from pbem.store.accounts.merging import WAYS
from pbem.store.audit import list_audit
from pbem.store.games.game import get_game
from pbem.store.games.log import list_notes
from pbem.store.games.seats import list_seats
from pbem.store.games.waiting_lists import list_own_words
from pbem.store.mail.ignored import list_ignored_letters
from pbem.store.players.player import add_other_address, add_player, find_player_by_address, rename_player
from pbem.store.service.server import add_sent_form, answer_sent_form, find_sent_form
from pbem.terms import Terms

NAME = "Zacharias"
CANARIES = ("zacharias", "canary-words", "canary-press", "canary-other", "canary-letter", "canary-absent")


def erase(world: World, name: str) -> str:
    """Erase a person as the command line does; what was done."""
    return " ".join(world.intake.moderators.carry_out(None, Erase(world.players[name]), None))


def bytes_of(world: World) -> bytes:
    """All that stands in the database's files."""
    path = world.database.path
    files = (path, path.with_name(f"{path.name}-wal"))
    return b"".join(file.read_bytes() for file in files if file.exists()).lower()


@pytest.fixture
def played(village: Village) -> Village:
    """A game from a list, with Zacharias, who left traces everywhere, and Anna, who knows of him."""
    world = village.world
    world.players[NAME] = world.add_player(NAME)
    village.write("Anna", 'open first rails for 2 press signed "Zacharias and me"')
    village.write(NAME, "join 1 with canary-words of mine # canary-letter")
    village.write(NAME, "away 2027-01-02 until 2027-01-05 # canary-letter")
    village.send(f"{NAME.lower()}@player.test", LOBBY, "canary-letter")
    world.database.write(lambda tx: add_other_address(tx, world.players[NAME], "canary-other@work.test", 0))
    return village


def test_every_table_that_names_a_player_has_its_fate() -> None:
    assert set(FATES) == set(WAYS)


@pytest.mark.sqlite("looks into the file")
def test_nothing_of_them_is_left_in_any_byte(played: Village) -> None:
    world = played.world
    world.open_game(("Clara", "Bert"))
    with world.database.read() as tx:
        before = json.loads(export_game(tx, 1))
    assert NAME in before["players"] and "canary-words" not in json.dumps(before), "words are salted in the record"
    there = bytes_of(world)
    assert all(canary.encode() in there for canary in ("zacharias", "canary-words", "canary-other", "canary-letter"))
    world.database.write(lambda tx: add_sent_form(tx, "a form", None, 0))
    world.database.write(lambda tx: answer_sent_form(tx, "a form", f"{NAME} is blocked."))
    done = erase(world, NAME)
    with world.database.read() as tx:
        assert find_sent_form(tx, "a form") is not None, "it is not dealt with twice"
    assert done == "They are erased; their games have Former player 1 now."
    for mail in [mail for mail in played.mails() if mail.player_id != world.players[NAME]]:
        world.database.write(partial(forget_text, mail_id=mail.id))
    world.database.empty_log()
    left = bytes_of(world)
    assert [canary for canary in CANARIES if canary.encode() in left] == []
    with world.database.read() as tx:
        names = [seat.name for seat in list_seats(tx, 1)]
        assert "Former player 1" in names and get_game(tx, 1).name == "Former player 1 and me"
        assert list_own_words(tx, 1) == []
        assert find_player_by_address(tx, "zacharias@player.test") is None
        last = list_audit(tx, 1)[0]
        assert (last.command, last.player_name) == ("erase", "Former player 1")


def test_letters_from_any_form_of_their_mailbox_go_and_those_of_another_player_stay(played: Village) -> None:
    world = played.world
    world.intake.moderators.carry_out(None, Block(world.players[NAME], "why"), None)
    world.database.write(lambda tx: add_player(tx, "Zoe", "zacharias+zoe@player.test", "en", 0))
    forms = ("Zacharias@PLAYER.test", "zacharias+2@player.test", "canary-other+9@Work.test")
    others = ("zacharias+zoe@player.test", "xzacharias@player.test", "zacharias@player.test.org")
    for sender in (*forms, *others):
        played.send(sender, LOBBY, "canary-letter")
    erase(world, NAME)
    with world.database.read() as tx:
        senders = [one.mail_from for one in list_ignored_letters(tx, 50)] + tx.all(
            str, text("SELECT mail_from FROM letter")
        )
        mailed = tx.all(str, text("SELECT to_address FROM mail"))
    assert not {one.lower() for one in forms} & {one.lower() for one in (*senders, *mailed)}
    assert set(others) <= set(senders)


def forget_text(tx: Tx, mail_id: int) -> None:
    """What others wrote and were mailed is theirs, and goes with its time: here it goes at once."""
    tx.connection.exec_driver_sql("UPDATE letter SET raw = x'' WHERE mail_from LIKE 'anna@%'")
    tx.connection.exec_driver_sql("DELETE FROM mail_document WHERE mail_id = ?", (mail_id,))
    tx.connection.exec_driver_sql("UPDATE mail SET text = '', subject = '' WHERE id = ?", (mail_id,))


@pytest.mark.sqlite("looks into the file")
def test_their_games_are_played_on_and_their_dice_are_proved(played: Village) -> None:
    world = played.world
    with world.database.read() as tx:
        seat = next(one.seat for one in list_seats(tx, 1) if one.name == NAME)
        before = load_proof(tx, get_game(tx, 1))
    erase(world, NAME)
    world.intake.moderators.carry_out(None, cancel(), None)
    with world.database.read() as tx:
        proof = load_proof(tx, get_game(tx, 1))
        assert (proof.is_shown and proof.faults == ()) or list(proof.faults) == []
        assert proof.salts == before.salts and proof.record.players[seat] == "Former player 1"
        assert "left removed" in notes(tx) or any("Former player 1" in text for text in notes(tx))
        assert not any(NAME in text for text in notes(tx))
    unguarded = pytest.raises(sqlite3.IntegrityError, match="append-only")
    with closing(sqlite3.connect(world.database.path)) as connection, unguarded:
        connection.execute("UPDATE entry SET payload = '{}'")


def cancel() -> Cancel:
    """The end of the game, which shows its seed."""
    return Cancel("e1", "So that its seed is shown")


def notes(tx: Tx) -> list[str]:
    """The notes of the game."""
    return [row.payload for row in list_notes(tx, 1)]


def test_press_statements_and_what_they_wrote_in_notes_are_erased_and_others_names_stay(village: Village) -> None:
    world = village.world
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(press="signed"))
    world.database.write(lambda tx: rename_player(tx, world.players["Bert"], "Anna Lind"))
    game.send(0, "press all: My plan")
    game.send(0, "end")
    game.send(1, "dispute: Anna did it and Annabel saw it")
    erase(world, "Anna")
    with world.database.read() as tx:
        texts = tx.all(str, text("SELECT text FROM press"))
        found = " ".join(notes(tx))
    assert texts == ["(erased)"]
    assert "Anna Lind" in found and '"Anna"' not in found


def test_what_fails_midway_leaves_everything_as_it_was(played: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    world = played.world

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with world.database.read() as tx:
        before = (export_game(tx, 1), notes(tx), len(played.mails()))
    monkeypatch.setattr(erasing, "erase_player", fail)
    with pytest.raises(ZeroDivisionError):
        erase(world, NAME)
    with world.database.read() as tx:
        assert (export_game(tx, 1), notes(tx), len(played.mails())) == before
    assert played.player(NAME).standing == "open"


def test_old_mail_of_theirs_is_answered_by_nobody_and_a_blocked_mailbox_stays_blocked(played: Village) -> None:
    world = played.world
    old = played.player(NAME)
    world.intake.moderators.carry_out(None, Block(old.id, "why"), None)
    erase(world, NAME)
    assert played.send(old.address, old.token, "games").mails == ()
    assert played.send(old.address, LOBBY, "Hello, how do I play?").mails == ()
    with pytest.raises(Exception, match="no account any more"):
        erase(world, NAME)


def test_who_asks_for_it_confirms_it_by_mail_and_can_take_it_back(village: Village) -> None:
    world = village.world
    browser = Browser(world.app)
    sit_down(browser.client, world.players["Anna"], world.settings.web.base_url)

    def ask() -> str:
        browser.open("/my/data")
        browser.press("Email me the link")
        text = village.mails()[-1].text
        return "/erase/" + text.partition("/erase/")[2].split()[0]

    link = ask()
    assert browser.open("/my/data").status_code == 200
    world.clock.advance(timedelta(hours=25))
    assert Browser(world.app).open(link).status_code == 404
    sit_down(browser.client, world.players["Anna"], world.settings.web.base_url, number=1)
    link = ask()
    other = Browser(world.app)
    other.open(link)
    other.press("Yes, erase my account")
    assert "can take it back" in other.text
    browser.open("/my/data")
    browser.press("Keep my account")
    world.clock.advance(timedelta(days=8))
    tick(world)
    assert village.player("Anna").standing == "open"
    sit_down(browser.client, world.players["Anna"], world.settings.web.base_url, number=2)
    other.open(ask())
    other.press("Yes, erase my account")
    world.clock.advance(timedelta(days=6, hours=23))
    tick(world)
    assert village.player("Anna").standing == "open"
    world.clock.advance(timedelta(hours=2))
    tick(world)
    assert village.player("Anna").name == "Former player 1"
    assert other.open(link).status_code == 404


def tick(world: World) -> None:
    """Do what is due."""
    world.intake.clock.run(to_ms(world.clock()))


def test_nobody_takes_the_name_of_a_former_player(village: Village) -> None:
    erase(village.world, "Anna")
    with village.world.database.read() as tx:
        assert list_misfits(tx) == []
    village.write("Bert", "open first rails for 3")
    invited = village.write("Bert", "invite 1 Former player 1").fate("invite 1 Former player 1")
    assert 'There is no player called "Former player 1".' in invited
    mail = village.send("zoe@new.test", LOBBY, "Hello, how do I play?").answer
    for name in ("Former player 1", "former Player", "FORMER PLAYER 12"):
        assert "means something else here" in village.answer(mail, f"register {name}").text
