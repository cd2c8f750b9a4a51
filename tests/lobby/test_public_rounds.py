"""Lists whose dice a public round is part of: the round named, the words fixed before it, and the game that begins."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from adjudicator.kit import new_world
from adjudicator.letters import flat
from beacon_kit import LOCAL, LocalBeacon, local_beacon, sign
from structlog.testing import capture_logs

from lobby.kit import Village
from pbem.adjudicator.log.records import export_game
from pbem.beacon import LEAD_MS, round_check
from pbem.clock import from_ms, to_ms
from pbem.config import DiceSettings
from pbem.daemon.jobs import BeaconJob
from pbem.intake import Intake
from pbem.lobby import lists
from pbem.lobby.restoring import recover
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game_seed
from pbem.store.games.log import list_entries
from pbem.store.games.seats import list_seat_contacts
from pbem.store.games.waiting_lists import ListRow, list_waiting_words
from pbem.store.service.server import Marked
from rules_core.kernel.beacon import BeaconDraw
from rules_core.kernel.record import Claim, Record, dice_claims, load, verify_dice

OPEN = 'open first rails for 2 "Tea"'
WAIT, WITHOUT = f"{OPEN} beacon", f"{OPEN} beacon without"


PLAYERS = {"en": "players", "de": "Spieler", "fr": "joueurs"}


@pytest.fixture
def beacon() -> Iterator[LocalBeacon]:
    with local_beacon() as beacon:
        yield beacon


@pytest.fixture
def village(tmp_path: Path, beacon: LocalBeacon) -> Iterator[Village]:
    """Three players on a server that uses a beacon on this machine."""
    with new_world(tmp_path, dice=DiceSettings(beacon=beacon.settings(lists="none"))) as world:
        for name in ("Anna", "Bert", "Clara"):
            world.add_player(name)
        yield Village(world)


@pytest.fixture
def job(village: Village) -> BeaconJob:
    return BeaconJob(village.world.intake, lambda: village.world.clock().timestamp())


def round_of(village: Village, list_id: int = 1) -> int:
    number = village.row(list_id).round
    assert number is not None
    return number


def go_to_round(village: Village, *, later: timedelta = timedelta(seconds=1)) -> None:
    """Let time pass until the list's round is out."""
    clock = village.world.clock
    clock.advance(from_ms(LOCAL.moment_of(round_of(village)) * 1000) + later - clock())


def record_of(village: Village) -> Record:
    """The record of the one game, with its seed as it is shown when the game is over."""
    (game,) = village.games()
    with village.world.database.read() as tx:
        seed = get_game_seed(tx, game.id)
        return replace(load(export_game(tx, game.id)), seed=seed)


def fingerprints(village: Village) -> set[str]:
    """The fingerprints in all mails about lists."""
    words = " ".join(mail.text for mail in village.mails() if mail.kind == "lobby").split()
    return {word for word in words if len(word) == 64 and word != village.row(1).commitment}


def test_the_round_is_named_when_the_list_is_opened_and_told(village: Village) -> None:
    reply = village.write("Anna", WAIT)
    number, now_s = round_of(village), village.world.clock().timestamp()
    assert 0 <= LOCAL.moment_of(number) - (now_s + 72 * 3600) < LOCAL.period
    assert f"The dice will also depend on round {number} of the public beacon local (drand)" in reply.text
    assert "Players can join until Wednesday 25 November 2026, 16:31 UTC." in reply.text
    assert "If the round cannot be reached, the game waits for it." in reply.text
    text = flat(village.write("Bert", "lists").answer.text)
    assert (
        f"Round {number} of a public beacon is part of the dice, so nobody can choose them, not even the host." in text
    )


def test_a_full_list_is_closed_and_everybody_mailed_what_is_fixed_before_the_round(
    village: Village, job: BeaconJob, beacon: LocalBeacon
) -> None:
    village.write("Anna", WAIT)
    number = round_of(village)
    joined = village.write("Bert", "join 1 with seven green bottles")
    row = village.row(1)
    assert (row.status, row.round, village.games()) == ("full", number, [])
    assert "is full" in joined.text
    assert row.full_ms is not None
    assert LOCAL.moment_of(number) * 1000 - row.full_ms >= LEAD_MS
    with village.world.database.read() as tx:
        (anna, _by_server), (bert, own) = list_waiting_words(tx, 1)
    assert (len(bert), own) == (64, False), "the digest of the words"
    fixed = BeaconDraw(1, LOCAL, number, "wait", 0).fingerprint(row.commitment, [anna, bert])
    notices = [mail for mail in village.mails() if fixed in mail.text]
    assert {mail.to_address for mail in notices} == {"anna@player.test", "bert@player.test"}
    assert all(f"when round {number} of the public beacon local is published" in flat(mail.text) for mail in notices)
    job.run()
    assert (village.row(1).status, beacon.asked) == ("full", []), "nobody asks for what cannot be out"


def test_the_game_begins_when_the_round_is_out_and_its_dice_are_proved_against_the_host(
    village: Village, job: BeaconJob, beacon: LocalBeacon
) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1 with seven green bottles")
    number, (fingerprint,) = round_of(village), fingerprints(village)
    go_to_round(village)
    job.run()
    job.run()
    assert beacon.asked == [beacon.path_of(number)]
    (game,) = village.games()
    assert (village.row(1).status, village.row(1).game_id) == ("started", game.id)
    record = record_of(village)
    assert record.beacon == BeaconDraw(1, LOCAL, number, "wait", village.row(1).full_ms or 0, sign(number))
    assert verify_dice(record, round_check()) == []
    claims = {claim.code: claim.facts for claim in dice_claims(record)}
    assert list(claims) == ["players_cannot_steer", "nobody_could_choose", "chain_unknown", "words_from_server"]
    assert claims["nobody_could_choose"]["fingerprint"] == fingerprint, "as it was mailed before"
    assert claims["words_from_server"]["seats"] == "0"
    reports = [mail for mail in village.mails() if mail.game_id == game.id]
    assert {mail.to_address for mail in reports} == {"anna@player.test", "bert@player.test"}
    text = flat(reports[0].text)
    assert "Nobody could choose the dice by trying words, not even the host" in text
    assert fingerprint in text
    with village.world.database.read() as tx:
        kinds = [entry.kind for entry in list_entries(tx, game.id)]
    assert kinds[:5] == ["commitment", "salt", "salt", "beacon", "event"]


def test_after_a_restore_the_round_proves_nothing_of_the_dice_to_come(village: Village, job: BeaconJob) -> None:
    """Their seed is drawn when the round is out, and drawn again by whoever restores the backup again."""
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    go_to_round(village)
    job.run()
    world = village.world
    world.database.write(lambda tx: recover(UnitOfWork(tx, world.settings, to_ms(world.clock())), Marked()))
    record = record_of(village)
    [back] = [entry.position for entry in record.entries if entry.rollback is not None]
    assert dice_claims(record)[-1] == Claim("new_dice_chosen", {"position": back, "epoch": 1})


def test_rolls_that_players_make_are_drawn_with_the_round(village: Village, job: BeaconJob) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    go_to_round(village)
    job.run()
    (game,) = village.games()
    with village.world.database.read() as tx:
        contact = list_seat_contacts(tx, game.id)[game.active_seat or 0]
    village.send(contact.address, contact.token, "roll all")
    village.send(contact.address, contact.token, "confirm")
    record = record_of(village)
    assert any(type(entry.payload).__name__ == "Rolled" for entry in record.entries)
    assert verify_dice(record, round_check()) == []
    plain = replace(record, opening=record.opening[:-1])
    assert "roll_differs" in {fault.code for fault in verify_dice(plain)}


def test_a_full_list_can_be_neither_joined_nor_left_nor_given_other_words(village: Village) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    with village.world.database.read() as tx:
        before = list_waiting_words(tx, 1)
    assert "all dice words are fixed" in village.write("Anna", "join 1 with other words").text
    assert "nobody can leave it" in village.write("Anna", "leave 1").text
    assert "There is no open waiting list 1." in village.write("Clara", "join 1").text
    assert "Tea" not in village.write("Clara", "lists").text
    lists = village.write("Anna", "lists").text
    assert "Full: Anna, Bert." in lists
    assert "leave 1" not in lists
    with village.world.database.read() as tx:
        assert list_waiting_words(tx, 1) == before
    assert village.row(1).status == "full"


def test_a_list_that_has_not_filled_takes_a_later_round_by_the_rule_it_was_opened_with(
    village: Village, job: BeaconJob
) -> None:
    village.write("Anna", WAIT)
    first, known = round_of(village), len(village.mails())
    clock = village.world.clock
    clock.advance(from_ms(LOCAL.moment_of(first) * 1000 - LEAD_MS) - clock() - timedelta(seconds=1))
    job.run()
    assert (round_of(village), len(village.mails())) == (first, known)
    clock.advance(timedelta(seconds=1))
    job.run()
    job.run()
    later = round_of(village)
    assert later - first == 72 * 3600 // LOCAL.period
    (notice,) = village.mails()[known:]
    assert notice.to_address == "anna@player.test"
    assert f"round {later} of the public beacon" in flat(notice.text)
    assert "was not full in time for its round" in flat(notice.text)


def test_who_joins_too_late_for_a_round_gets_the_next_whether_the_job_has_run_or_not(village: Village) -> None:
    village.write("Anna", WAIT)
    first = round_of(village)
    go_to_round(village, later=timedelta(days=7))
    village.write("Bert", "join 1")
    row = village.row(1)
    assert row.status == "full"
    assert row.full_ms is not None
    assert LOCAL.moment_of(round_of(village)) * 1000 - row.full_ms >= LEAD_MS
    assert (round_of(village) - first) % (72 * 3600 // LOCAL.period) == 0


def test_where_the_beacon_cannot_be_reached_the_game_waits_as_the_list_says(
    village: Village, job: BeaconJob, beacon: LocalBeacon
) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    go_to_round(village)
    beacon.is_down = True
    for _minute in range(12 * 60):
        job.run()
        village.world.clock.advance(timedelta(minutes=1))
    assert (village.row(1).status, village.games()) == ("full", [])
    assert len(beacon.asked) < 36, "it is asked less and less often, once in half an hour at least"
    assert len(beacon.asked) > 21
    beacon.is_down = False
    village.world.clock.advance(timedelta(minutes=30))
    job.run()
    assert len(village.games()) == 1
    assert verify_dice(record_of(village), round_check()) == []


def test_a_beacon_that_lies_begins_no_game(village: Village, job: BeaconJob, beacon: LocalBeacon) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    number = round_of(village)
    lie = {"round": number, "signature": sign(number, secret=7)}
    beacon.answers[beacon.path_of(number)] = json.dumps(lie).encode()
    go_to_round(village)
    with capture_logs() as logged:
        job.run()
    assert village.games() == []
    assert [line["event"] for line in logged] == ["a beacon's answer is not signed by its chain"]


def test_where_the_beacon_cannot_be_reached_the_game_begins_without_as_the_list_says(
    village: Village, job: BeaconJob, beacon: LocalBeacon
) -> None:
    opened = village.write("Anna", WITHOUT)
    assert "If the round cannot be reached by Thursday 26 November 2026, 17:01 UTC, the game starts without it" in (
        opened.text
    )
    assert "the host keeps one choice between two sets of dice" in opened.text
    village.write("Bert", "join 1")
    beacon.is_down = True
    go_to_round(village, later=timedelta(hours=23, minutes=59))
    job.run()
    assert village.games() == []
    village.world.clock.advance(timedelta(minutes=2))
    job.run()
    assert len(beacon.asked) == 2, "it is asked once more before it is given up"
    (game,) = village.games()
    record = record_of(village)
    assert record.beacon is not None
    assert record.beacon.signature is None
    assert verify_dice(record, round_check()) == []
    report = next(flat(mail.text) for mail in village.mails() if mail.game_id == game.id)
    assert "The server could not reach it, and the game started without it, as its waiting list allows." in report
    assert "This does not prove that the host is honest." in report


def test_a_list_that_may_do_without_begins_with_the_round_where_it_can(village: Village, job: BeaconJob) -> None:
    village.write("Anna", WITHOUT)
    village.write("Bert", "join 1")
    go_to_round(village, later=timedelta(days=9))
    job.run()
    record = record_of(village)
    assert record.beacon is not None
    assert record.beacon.signature is not None
    assert "two_choices" in {claim.code for claim in dice_claims(record)}


def test_a_list_whose_round_never_comes_is_closed_at_last(
    village: Village, job: BeaconJob, beacon: LocalBeacon
) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    beacon.is_down = True
    go_to_round(village, later=timedelta(days=30))
    known = len(village.mails())
    job.run()
    job.run()
    assert (village.row(1).status, village.games()) == ("expired", [])
    notices = village.mails()[known:]
    assert {mail.to_address for mail in notices} == {"anna@player.test", "bert@player.test"}
    assert len(notices) == 2
    assert all("its public round could not be reached for too long" in flat(mail.text) for mail in notices)


def test_a_beacon_that_was_switched_off_is_one_that_cannot_be_reached(village: Village, beacon: LocalBeacon) -> None:
    village.write("Anna", WITHOUT)
    village.write("Bert", "join 1")
    go_to_round(village, later=timedelta(hours=25))
    world = village.world
    settings = world.settings.model_copy(update={"dice": DiceSettings()})
    BeaconJob(Intake(world.database, world.clock, settings)).run()
    assert beacon.asked == []
    assert len(village.games()) == 1


def test_one_list_that_cannot_be_seen_to_keeps_no_other_waiting(
    village: Village, job: BeaconJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    village.write("Bert", WAIT)
    village.write("Clara", "join 2")
    go_to_round(village, later=timedelta(minutes=10))
    real = lists.begin

    def broken(unit: UnitOfWork, row: ListRow, signature: str | None = None) -> int:
        if row.id == 1:
            raise ZeroDivisionError
        return real(unit, row, signature)

    monkeypatch.setattr(lists, "begin", broken)
    with capture_logs() as logged:
        job.run()
    assert [line["event"] for line in logged] == ["a list's public round could not be seen to", "a game has begun"]
    assert (village.row(1).status, village.row(2).status) == ("full", "started")


def test_the_operator_closes_a_list_that_waits_for_its_round(village: Village, job: BeaconJob) -> None:
    village.write("Anna", WAIT)
    village.write("Bert", "join 1")
    now_ms, settings = to_ms(village.world.clock()), village.world.settings
    village.world.database.write(lambda tx: lists.end(UnitOfWork(tx, settings, now_ms), village.row(1), "closed"))
    go_to_round(village)
    job.run()
    assert (village.row(1).status, village.games()) == ("closed", [])


@pytest.mark.parametrize(
    ("order", "language"),
    [
        ("open first rails for 2 beacon", "en"),
        ("open first rails for 2 beacon wait", "en"),
        ("eröffnen first rails für 2 leuchtfeuer warten", "de"),
        ("ouvrir first rails pour 2 balise attendre", "fr"),
    ],
)
def test_the_beacon_is_insisted_on_in_every_language(village: Village, order: str, language: str) -> None:
    village.world.add_player("Emil", language)
    village.write("Emil", order)
    row = village.row(1)
    assert row.round is not None
    assert '"rule": "wait"' in (row.beacon or "")


@pytest.mark.parametrize(
    ("words", "language"), [("beacon without", "en"), ("leuchtfeuer notfalls", "de"), ("balise facultative", "fr")]
)
def test_a_list_may_do_without_in_every_language(village: Village, words: str, language: str) -> None:
    village.world.add_player("Emil", language)
    village.write(
        "Emil", f"open first rails {'for' if language == 'en' else 'für' if language == 'de' else 'pour'} 2 {words}"
    )
    assert '"rule": "without"' in (village.row(1).beacon or "")


def test_a_server_may_have_every_list_name_a_round(tmp_path: Path, beacon: LocalBeacon) -> None:
    with new_world(tmp_path, dice=DiceSettings(beacon=beacon.settings())) as world:
        world.add_player("Anna")
        village = Village(world)
        village.write("Anna", "open first rails for 2")
        village.write("Anna", "open first rails for 2 beacon none")
        assert village.row(1).round is not None
        assert village.row(2).round is None


def test_a_server_without_a_beacon_opens_no_list_that_asks_for_one(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        world.add_player("Anna")
        village = Village(world)
        refused = village.write("Anna", "open first rails for 2 beacon")
        assert "This server uses no public beacon" in refused.text
        text = village.write("Anna", "open first rails for 2 beacon none").text
        assert village.row(1).round is None
        assert "This does not prove that the host is honest." in text


@pytest.mark.parametrize("out", [timedelta(hours=1), timedelta(days=9)], ids=["before the round", "long after it"])
def test_after_a_restore_a_full_list_has_other_words_and_a_round_that_is_to_come(
    village: Village, job: BeaconJob, out: timedelta
) -> None:
    """Its game may have begun in the time that was lost, and its dice be known."""
    world = village.world
    village.write("Anna", WAIT)
    village.write("Bert", "join 1 with seven green bottles")
    before, (known,) = village.row(1), fingerprints(village)
    world.clock.advance(out)
    world.database.write(lambda tx: recover(UnitOfWork(tx, world.settings, to_ms(world.clock())), Marked()))
    row = village.row(1)
    now_ms = to_ms(world.clock())
    assert (row.status, row.full_ms) == ("full", now_ms)
    assert row.commitment != before.commitment
    assert LOCAL.moment_of(round_of(village)) * 1000 - now_ms >= LEAD_MS
    with world.database.read() as tx:
        assert all(from_server for _words, from_server in list_waiting_words(tx, 1))
    (fixed,) = fingerprints(village) - {known, row.commitment, before.commitment}
    assert len([mail for mail in village.mails() if fixed in mail.text]) == 2
    texts = [flat(mail.text) for mail in village.mails() if "restored from a backup" in mail.text]
    assert all(
        "which the server chose at random, because the list is full" in text and "join 1" not in text for text in texts
    )
    assert len(texts) == 2
    go_to_round(village)
    job.run()
    record = record_of(village)
    assert verify_dice(record, round_check()) == []
    assert dice_claims(record)
