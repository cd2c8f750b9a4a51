"""A server that was restored from a backup: time made up for, new dice for games and lists, everybody told once."""

import json
import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import code_in, flat
from adjudicator.seats import is_vacant
from simulated_kit import seeded_chance

from lobby.kit import Village
from pbem.adjudicator.counts import list_miscounted
from pbem.adjudicator.follow_ups import play_turn
from pbem.adjudicator.history.rollback import go_back, list_targets
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.sessions import check_snapshot, draw_for, load_game, save
from pbem.clock import to_ms
from pbem.lobby.restoring import recover
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.addresses import add_address_change, use_address_change
from pbem.store.accounts.sessions import add_sign_in, use_sign_in
from pbem.store.across.outages import list_last_outages
from pbem.store.games.game import get_game, hold_game
from pbem.store.games.waiting_lists import find_waiting_salt, get_list_seed
from pbem.store.games.watching import add_watch
from pbem.store.mail.outbox import MailRow
from pbem.store.players.registrations import RegistrationRow, add_registration, use_registration
from pbem.store.service.server import Marked, put_beat
from rules_core.games import bot_named, ruleset_for
from rules_core.kernel.dice import DrawKey, commitment
from rules_core.kernel.log import Note
from rules_core.kernel.record import Record, dice_remarks, load, rejudge, verify_dice

OUT = timedelta(hours=26)
DAY_MS = 86_400_000
MOST_TURNS = 400


@pytest.fixture(autouse=True)
def same_dice() -> Iterator[None]:
    """The same new seeds each time, since programs play some games for ever."""
    with seeded_chance("restored"):
        yield


@pytest.fixture
def world(village: Village) -> World:
    return village.world


@pytest.fixture
def game(world: World) -> Game:
    """A game in which Anna has rolled, and built what she may still take back, when the last beat was."""
    game = world.open_game(("Anna", "Bert"), rolls={(1, 0): "ssc$?"})
    game.send(0, "roll 1?")
    game.send(0, "A w\nbuy weiden")
    beat(world)
    return game


def beat(world: World) -> None:
    world.database.write(lambda tx: put_beat(tx, to_ms(world.clock())))


def restore(world: World, out: timedelta = OUT) -> list[MailRow]:
    """Restore the database as it is, so long after its last beat; give the mails that are written."""
    world.clock.advance(out)
    known = {mail.id for mail in Village(world).mails()}
    assert (
        world.database.write(lambda tx: recover(UnitOfWork(tx, world.settings, to_ms(world.clock())), Marked())) == []
    )
    return [mail for mail in Village(world).mails() if mail.id not in known]


def next_dice(game: Game) -> list[int]:
    """What would be thrown next, of many dice."""
    with game.world.database.read() as tx:
        draw = draw_for(tx, game.row)
    return [draw(DrawKey(2, 0, "roll", at), 6) for at in range(40)]


def record_of(game: Game) -> Record:
    with game.world.database.read() as tx:
        return load(export_game(tx, game.id))


def finish(game: Game) -> None:
    """Have programs play a game to its end."""
    world, choose = game.world, random.Random(3).randrange

    def turn(tx: Tx) -> None:
        loaded = load_game(tx, game.id)
        play_turn(loaded, bot_named("heuristic"), choose, draw_for(tx, loaded.game))
        save(world.unit(tx), loaded, None, "bot")

    for _turn in range(MOST_TURNS):
        if game.row.status != "playing":
            return
        world.database.write(turn)
    raise AssertionError("a game of programs that does not end")


# Games.


def test_a_game_goes_on_with_dice_that_nobody_has_seen(world: World, game: Game) -> None:
    seen, state = next_dice(game), game.state
    restore(world)
    assert game.state == state
    first = next_dice(game)
    restore(world)
    assert game.row.epoch == 2
    assert len({tuple(seen), tuple(first), tuple(next_dice(game))}) == 3


def test_one_backup_that_is_restored_twice_does_not_throw_the_same_dice(world: World, game: Game) -> None:
    """The number of the epoch is the same, as the backup does not know that it was restored before."""

    class _Undone(Exception):
        pass

    def once(tx: Tx) -> None:
        recover(UnitOfWork(tx, world.settings, to_ms(world.clock())), Marked())
        row = get_game(tx, game.id)
        draw = draw_for(tx, row)
        thrown.append((row.epoch, tuple(draw(DrawKey(2, 0, "roll", at), 6) for at in range(40))))
        raise _Undone

    thrown: list[tuple[int, tuple[int, ...]]] = []
    for _ in range(2):
        with pytest.raises(_Undone):
            world.database.write(once)
    (one, first), (other, second) = thrown
    assert (one, other) == (1, 1)
    assert first != second


def test_what_a_player_could_take_back_can_still_be_taken_back(world: World, game: Game) -> None:
    mail = game.last_mail(0)
    restore(world)
    assert game.row.final_position < game.row.position
    assert game.events(game.row.final_position) == ["PieceLaid", "ShareBought"]
    letters = [row.letter_id for row in game.entries if row.kind == "action" and row.position > game.row.final_position]
    assert letters == [2, 2], "the moderator still finds the letter they came by"
    older = game.send(0, "end", answering=mail)
    assert "you replied to an older email" in older.text
    assert game.send(0, "undo\nundo").fate("undo").startswith("done")
    assert game.events(game.row.final_position) == []
    with world.database.read() as tx:
        assert check_snapshot(tx, game.row) == ""
        assert list_miscounted(tx) == []


def test_the_record_says_openly_that_the_server_was_restored(world: World, game: Game) -> None:
    restore(world)
    running = record_of(game)
    assert (running.seed, dict(running.seeds)) == (None, {})
    finish(game)
    record = record_of(game)
    [back] = [entry for entry in record.entries if entry.rollback is not None]
    assert verify_dice(record) == []
    assert rejudge(record, ruleset_for("first_rails")) is None
    assert [(remark.code, remark.facts) for remark in dice_remarks(record)] == [
        ("restored", {"position": back.position, "epoch": 1})
    ]
    assert back.rollback is not None
    assert back.rollback.commitment == commitment(record.seeds[1])


def test_going_back_to_before_a_restore_brings_no_dice_of_the_lost_time(world: World, game: Game) -> None:
    """The game may have been over in that time, and its seed shown."""
    restore(world)
    note = Note("rolled back", {"by": "", "reason": "A slip."})

    def back(tx: Tx) -> int:
        first = list_targets(tx, get_game(tx, game.id))[0]
        return go_back(UnitOfWork(tx, world.settings, to_ms(world.clock())), game.id, first, note=note).epoch

    assert world.database.write(back) == 2
    finish(game)
    record = record_of(game)
    assert sorted(record.seeds) == [1, 2]
    assert verify_dice(record) == []


def test_pages_feeds_and_data_tell_of_it(world: World, game: Game) -> None:
    restore(world)
    browser, base = world.app.test_client(), world.settings.web.base_url
    said = "The server was restored from a backup of Sunday 22 November 2026, 17:02"
    for path in ("history", "feed.atom", "dice"):
        response = browser.get(f"/games/e1/{path}", base_url=base)
        assert response.status_code == 200
        assert ("the server was restored from a backup" if path == "dice" else said) in flat(response.text), path
    data = browser.get("/games/e1.json", base_url=base).get_json()
    [back] = data["rollbacks"]
    assert (back["epoch"], back["text"].startswith(said)) == (1, True)


def test_a_restore_is_an_outage(world: World, game: Game) -> None:
    before = game.row
    assert before.deadline_ms is not None and before.wake_ms is not None
    restore(world, timedelta(minutes=20))
    restore(world)
    moved = (OUT + timedelta(minutes=20)) // timedelta(milliseconds=1)
    after = game.row
    assert (after.deadline_ms, after.wake_ms) == (before.deadline_ms + moved, before.wake_ms + moved)
    assert after.began_ms == before.began_ms
    with world.database.read() as tx:
        spans = [row.until_ms - row.from_ms for row in list_last_outages(tx, 5)]
    assert sum(spans) == moved
    kinds = [json.loads(row.payload)["about"] for row in game.entries if row.kind == "note"]
    assert kinds == ["outage", "restored", "outage", "restored"]


def test_every_player_of_a_running_game_is_told_once_where_it_stands(world: World, game: Game) -> None:
    world.add_player("Dora")
    world.database.write(lambda tx: add_watch(tx, game.id, world.players["Dora"], to_ms(world.clock()), 0, 0))
    facts = {mail.to_address: flat(mail.text) for mail in restore(world)}
    assert sorted(facts) == [f"{name}@player.test" for name in ("anna", "bert", "dora")]
    for name in ("anna", "bert"):
        text = facts[f"{name}@player.test"]
        assert text.startswith("This server was restored from a backup, and the game is back where it was then.")
        assert "Orders that you sent after that moment are lost, unless the operator still has your emails" in text
        assert "The server was restored from a backup of Sunday 22 November 2026, 17:02" in text
        assert "The server was down for 26 hours." in text
        assert "year 1, turn 1 of 2" in text
    assert "It's your turn" in facts["anna@player.test"]
    assert "It's Anna's turn" in facts["bert@player.test"]
    assert "Orders that you sent" not in facts["dora@player.test"]


def test_a_game_that_is_over_and_one_that_is_held_stay_so(world: World, game: Game) -> None:
    held = world.open_game(("Anna", "Clara"), name="Held")
    world.database.write(lambda tx: hold_game(tx, held.id, to_ms(world.clock())))
    finish(game)
    beat(world)
    over, left = game.written, held.row.left_ms
    mails = restore(world)
    assert game.written == over
    assert (held.row.held_ms is not None, held.row.left_ms, held.row.deadline_ms) == (True, left, None)
    assert held.row.epoch == 1
    assert sorted(mail.to_address for mail in mails if mail.game_id == held.id) == [
        "anna@player.test",
        "clara@player.test",
    ]


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(world: World, game: Game) -> None:
    other = world.open_game(("Anna", "Clara"), name="Other")
    rubbish = "INSERT INTO entry VALUES (1, 9999, 'event', '{}', NULL, NULL, 0, 1)"
    world.database.write(lambda tx: tx.connection.exec_driver_sql(rubbish))
    before = game.row
    unread = world.database.write(lambda tx: recover(UnitOfWork(tx, world.settings, to_ms(world.clock())), Marked()))
    assert unread == ["e1"]
    assert (game.row.epoch, other.row.epoch) == (0, 1)
    assert game.row == before


def test_links_that_may_have_been_used_after_the_backup_are_good_no_more(world: World) -> None:
    """A link signs in once; the backup does not know which did."""
    now_ms = to_ms(world.clock())
    player = world.players["Anna"]
    later = now_ms + 10 * DAY_MS

    def make(tx: Tx) -> None:
        add_sign_in(tx, "signs in", player, now_ms, later)
        add_address_change(tx, "moves", player, "anna@elsewhere.test", now_ms, later)
        for token, address in (("registers nobody", "anna@player.test"), ("registers", "zoe@player.test")):
            add_registration(tx, RegistrationRow(token, address, "", "en", now_ms, later, None))
        put_beat(tx, now_ms)

    world.database.write(make)
    restore(world, timedelta(hours=1))
    now_ms = to_ms(world.clock())
    assert world.database.write(lambda tx: use_sign_in(tx, "signs in", now_ms)) is None
    assert world.database.write(lambda tx: use_address_change(tx, "moves", now_ms)) is None
    assert world.database.write(lambda tx: use_registration(tx, "registers nobody", now_ms)) is False
    assert world.database.write(lambda tx: use_registration(tx, "registers", now_ms)) is True, "a newcomer's"


def test_codes_that_may_have_been_used_after_the_backup_confirm_no_more(world: World, village: Village) -> None:
    """A request is confirmed once; the backup does not know which was."""
    game = world.open_game(("Anna", "Bert", "Clara"))
    own = village.write("Clara", "renew address").answer
    questions = [game.send(seat, "resign").answer for seat in (1, 2)]
    beat(world)
    restore(world)
    texts = [
        game.send(1, f"confirm {code_in(questions[0].text)}", answering=None).text,
        game.send(2, "confirm", answering=questions[1]).text,
    ]
    assert all(text.startswith("There is nothing to confirm; nothing was changed.") for text in texts)
    assert not is_vacant(game, 1) and not is_vacant(game, 2)
    assert village.answer(own, f"confirm {code_in(own.text)}").mails[0].sender == own.sender


# Waiting lists, and players in no game.


def test_a_list_gets_another_seed_and_its_players_other_salts(world: World, village: Village) -> None:
    """Its game may have begun after the backup, with dice that its players would know."""
    village.write("Anna", "open first rails for 3")
    village.write("Bert", "join 1 with the same words as ever")
    beat(world)
    before = village.row(1)
    facts = {mail.to_address: flat(mail.text) for mail in restore(world)}
    after = village.row(1)
    assert after.commitment != before.commitment
    assert after.expires_ms == before.expires_ms + OUT // timedelta(milliseconds=1)
    with world.database.read() as tx:
        assert commitment(get_list_seed(tx, 1)) == after.commitment
        salts = {name: find_waiting_salt(tx, 1, world.players[name]) for name in ("Anna", "Bert")}
    assert salts["Bert"] != "the same words as ever"
    assert sorted(facts) == ["anna@player.test", "bert@player.test"]
    for name, salt in salts.items():
        text = facts[f"{name.lower()}@player.test"]
        assert "This server was restored from a backup of Sunday 22 November 2026" in text
        assert "You are on waiting list 1" in text
        assert after.commitment in text
        assert f'"{salt}", chosen at random. To choose your own, send "join 1 with ..."' in text
        assert "below" not in text


def test_players_who_were_lately_mailed_hear_of_it_too(world: World, village: Village) -> None:
    """Who joined a list after the backup is nowhere in it."""
    village.write("Clara", "games")
    beat(world)
    [mail] = restore(world)
    assert mail.to_address == "clara@player.test"
    assert "Whatever you did here after that moment is lost" in flat(mail.text)
    assert "below" not in mail.text
    world.clock.advance(timedelta(days=60))
    beat(world)
    assert restore(world) == []


def test_a_database_that_no_server_ran_on_is_restored_from_its_last_line(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    deadline = game.row.deadline_ms
    assert deadline is not None
    restore(world, timedelta(days=2))
    assert game.row.deadline_ms == deadline + 2 * DAY_MS


def test_a_database_in_which_nothing_was_ever_done_is_restored_too(world: World) -> None:
    assert restore(world) == []
