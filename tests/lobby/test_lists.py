"""Waiting lists by letter: opened, joined, left, filled, and closed when their time is up."""

import json
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest
from adjudicator.letters import fates, flat
from patching_kit import patch
from structlog.testing import capture_logs

from lobby.kit import Village, salt_in
from pbem.adjudicator.log.records import export_game
from pbem.clock import to_ms
from pbem.lobby.lists import MOST_OPEN, end
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game_seed
from pbem.store.games.log import list_entries
from pbem.store.games.seats import list_game_salts, list_seats
from pbem.store.games.waiting_lists import (
    end_list,
    find_waiting_salt,
    get_list_seed,
    list_open_lists,
    list_own_words,
)
from pbem.terms import Terms
from rules_core.kernel.dice import commitment
from rules_core.kernel.record import Commitment, load, verify_dice


def test_a_list_is_opened_with_all_its_terms_and_its_promise(village: Village) -> None:
    order = (
        'open germany for 3 pace 36h days mo-fr zone Europe/Berlin late pass press none two_starts=drawn "Rhine & Main"'
    )
    reply = village.write("Anna", order)
    row = village.row(1)
    assert row.terms == Terms("36h", "12345", "Europe/Berlin", "pass", "none")
    assert (row.name, row.kind, row.seats, json.loads(row.options)) == (
        "Rhine & Main", "germany", 3, {"two_starts": "drawn"},
    )  # fmt: skip
    with village.world.database.read() as tx:
        assert commitment(get_list_seed(tx, 1)) == row.commitment
        assert find_waiting_salt(tx, 1, village.player("Anna").id) == salt_in(reply.answer.text)
    assert row.commitment in reply.text
    assert village.waiting(1) == ["Anna"]
    assert row.expires_ms == row.created_ms + timedelta(days=30) // timedelta(milliseconds=1)


def test_terms_that_are_not_named_are_those_of_the_settings(village: Village) -> None:
    village.write("Anna", "open first rails for 2")
    assert village.row(1).terms == village.world.settings.public_terms
    assert village.row(1).late == "standby-pass", "strangers are not to wait for each other without an end"
    village.write("Anna", "open first rails for 2 private")
    assert village.row(2).terms == village.world.settings.terms
    village.write("Anna", "open first rails for 2 late wait")
    assert village.row(3).late == "wait"
    village.write("Bert", "open first rails for 2 private late standby pass")
    assert village.row(4).late == "standby-pass"
    assert village.row(1).name == "Anna's game"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("=?utf-8?q?a=0D=0AReply-To:e@x.org?=", "mail programs take what stands between them for code"),
        ("Tea ?= two", "mail programs take what stands between them for code"),
        ("T" * 61, "This is too long for a name."),
    ],
)
def test_a_list_is_not_called_what_is_no_name(village: Village, name: str, told: str) -> None:
    reply = village.write("Anna", f'open first rails for 2 "{name}"')
    assert told in flat(reply.text)
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []


def test_a_full_list_becomes_a_game_by_itself(village: Village) -> None:
    village.write("Anna", 'open first rails for 3 pace 2d "Tea at four"')
    village.write("Anna", "join 1 with anna's own words")
    clara = village.write("Clara", "join 1")
    reply = village.write("Bert", "join 1 with seven green bottles")
    (game,) = village.games()
    assert (game.name, game.pace, game.commitment) == ("Tea at four", "2d", village.row(1).commitment)
    assert (village.row(1).status, village.row(1).game_id) == ("started", game.id)
    with village.world.database.read() as tx:
        assert [seat.name for seat in list_seats(tx, game.id)] == ["Anna", "Clara", "Bert"], "in the order they came"
        own = {one.words: one.digest for one in list_own_words(tx, game.id)}
        digests = [own["anna's own words"], own["seven green bottles"]]
        assert list_game_salts(tx, game.id) == [digests[0], salt_in(clara.answer.text), digests[1]]
        assert digests[0] != sha256(b"\nanna's own words").hexdigest(), "under a salt of their own"
        entries = list_entries(tx, game.id)
    assert [entry.kind for entry in entries[:5]] == ["commitment", "salt", "salt", "salt", "event"]
    assert game.tag in reply.text
    reports = {mail.to_address: mail.kind for mail in reply.mails if mail.game_id == game.id}
    assert reports == dict.fromkeys(("anna@player.test", "bert@player.test", "clara@player.test"), "report")


def test_the_dice_of_a_game_from_a_list_can_be_proved(village: Village) -> None:
    village.write("Anna", "open first rails for 2")
    promised = village.row(1).commitment
    village.write("Bert", "join 1 with words that nobody knew before")
    (game,) = village.games()
    with village.world.database.read() as tx:
        record = load(export_game(tx, game.id))
        seed = get_game_seed(tx, game.id)
    assert record.seed is None, "it is shown when the game is over"
    assert record.opening[0] == Commitment(promised), "before any salt"
    assert verify_dice(replace(record, seed=seed)) == []


def test_nobody_stands_on_a_list_twice(village: Village) -> None:
    village.write("Anna", "open first rails for 3")
    village.write("Bert", "join 1")
    again = village.write("Bert", "join 1")
    assert "REFUSED: You're already on waiting list 1" in again.fate("join 1")
    assert village.waiting(1) == ["Anna", "Bert"]


def test_words_for_the_dice_can_be_changed_until_the_game_begins(village: Village) -> None:
    village.write("Anna", "open first rails for 2")
    changed = village.write("Anna", "join 1 with a quick brown fox")
    assert "are changed" in changed.fate("join 1 with a quick brown fox")
    village.write("Bert", "join 1")
    late = village.write("Anna", "join 1 with another fox")
    assert "REFUSED: There is no open waiting list 1." in late.fate("join 1 with another fox")
    with village.world.database.read() as tx:
        own = {one.words: one.digest for one in list_own_words(tx, 1)}
        assert list_game_salts(tx, 1)[0] == own["a quick brown fox"]


def test_a_list_of_who_leaves_is_the_next_ones(village: Village) -> None:
    village.write("Anna", 'open first rails for 3 "Tea"')
    village.write("Bert", "join 1")
    village.write("Clara", "join 1\nleave 1")
    assert village.waiting(1) == ["Anna", "Bert"]
    left = village.write("Anna", "leave 1")
    assert "it is now Bert's list" in left.fate("leave 1")
    assert village.row(1).opened_by == village.player("Bert").id
    assert "is closed" in village.write("Bert", "leave 1").fate("leave 1")
    assert village.row(1).status == "closed"
    assert "You're not on an open waiting list 1." in village.write("Bert", "leave 1").fate("leave 1")


def test_one_player_has_so_many_lists_open(village: Village) -> None:
    for _ in range(MOST_OPEN):
        village.write("Anna", "open first rails for 2")
    refused = village.write("Anna", "open germany for 2")
    assert "REFUSED: You have 3 waiting lists open" in refused.fate("open germany for 2")
    village.write("Anna", "leave 1\nopen germany for 2")
    assert village.row(MOST_OPEN + 1).kind == "germany"


def test_a_stale_list_is_closed_with_a_notice_to_those_on_it(village: Village) -> None:
    village.write("Anna", 'open first rails for 4 "Tea"')
    village.write("Bert", "join 1")
    village.world.clock.advance(timedelta(days=29))
    village.world.intake.clock.expire_lists()
    assert village.row(1).status == "open"
    known = len(village.mails())
    village.world.clock.advance(timedelta(days=1))
    village.world.intake.clock.expire_lists()
    village.world.intake.clock.expire_lists()
    notices = village.mails()[known:]
    assert {mail.to_address for mail in notices} == {"anna@player.test", "bert@player.test"}
    assert len(notices) == 2, "once, and to nobody else"
    assert all("Waiting list 1, Tea, is closed" in flat(mail.text) for mail in notices)
    assert all(mail.sender == village.player(name).token for mail, name in zip(notices, ("Anna", "Bert"), strict=True))
    assert village.row(1).status == "expired"
    assert village.games() == []


def test_one_list_that_cannot_be_closed_keeps_no_other_open(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    village.write("Anna", "open first rails for 4\nopen germany for 4")
    village.world.clock.advance(timedelta(days=31))

    def broken(_tx: Tx, list_id: int, *_rest: object) -> None:
        if list_id == 1:
            raise ZeroDivisionError
        real(_tx, list_id, "expired")

    real = end_list
    patch(monkeypatch, end_list, broken)
    with capture_logs() as logged:
        village.world.intake.clock.expire_lists()
    assert [line["event"] for line in logged] == ["a waiting list could not be closed"]
    assert (village.row(1).status, village.row(2).status) == ("open", "expired")


def test_an_operator_closes_a_list_with_a_notice(village: Village) -> None:
    village.write("Anna", 'open first rails for 4 "Tea"')
    now_ms = to_ms(village.world.clock())
    settings = village.world.settings
    village.world.database.write(lambda tx: end(UnitOfWork(tx, settings, now_ms), village.row(1), "closed"))
    assert "was closed by the operator" in flat(village.mails()[-1].text)


def test_lists_are_shown_with_what_waits_and_how_to_join(village: Village) -> None:
    village.write("Anna", 'open germany for 3 "Rhine"')
    village.write("Bert", 'open first rails for 2 "Alps"')
    text = village.write("Clara", "lists").answer.text
    assert "== Games looking for players ==" in text
    assert "1 · Rhine: Germany" in text
    assert "Players so far: Anna. 2 seats are free." in flat(text)
    assert village.row(1).commitment in text
    assert "join 2" in text
    german = village.write("Clara", "lists germany").answer.text
    assert "Rhine" in german
    assert "Alps" not in german
    own = village.write("Anna", "lists").answer.text
    assert own.index("== Waiting lists you are on ==") < own.index("== Games looking for players ==")
    assert "leave 1" in own


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("open chess for 2", "Which game?"),
        ("open germany", "For how many players?"),
        ("open germany for 9", "A game is for 2 to 4 players."),
        ("open germany for 2 pace 99d", "How much time per turn?"),
        ("open germany for 2 zone Europe/Nowhere", 'There is no time zone "Europe/Nowhere"'),
        ("open germany for 2 late never", "What if the deadline is missed?"),
        ("open germany for 2 extended=maybe", 'There is no variant "extended=maybe"'),
        ("open germany for 2 director_tie=printed", 'There is no variant "director_tie=printed"'),
        ("open germany for 2 for 3", "repeats what this line"),
        ("open germany for 2 wombat", '"wombat" was not understood'),
        ("join", "Which waiting list?"),
        ("join 12 quickly", '"quickly" was not understood'),
        ("invite 12", "Whom?"),
        ("away 31.2.", 'There is no day "31.2'),
        ("take it", "Which game?"),
    ],
)
def test_what_cannot_be_read_is_told_with_the_way_to_write_it(village: Village, order: str, why: str) -> None:
    reply = village.write("Anna", order)
    fate = fates(reply.answer.text)[order if len(order) <= 60 else order[:59] + "…"]
    assert fate.startswith("NOT UNDERSTOOD")
    assert why in flat(fate)
    assert "Write: " in flat(fate)
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []
