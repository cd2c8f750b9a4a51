"""Games whose logs are damaged: held and told of once, shown as what they are, rolled back or ended by a moderator."""

import json
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import flat
from lobby.kit import Village
from sqlalchemy import text
from structlog.testing import capture_logs
from web_kit import Browser

from moderation.kit import add_moderator, moderation_mails, ruled, signed_in
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.rollback import list_targets
from pbem.adjudicator.log.records import export_game, list_lost_lines
from pbem.adjudicator.sessions import check_snapshot
from pbem.clock import to_ms
from pbem.daemon.jobs import LOOKING_SECONDS, LogCheck
from pbem.intake.units import notice_damage
from pbem.moderation.commands.holding import Cancel
from pbem.moderation.commands.positions import RollBack
from pbem.store import Tx
from pbem.store.games.log import LOG_GUARD, append_entries
from pbem.store.tables import NEW
from rules_core.kernel.record import load, replay

PLAYERS = ("Anna", "Bert", "Clara")
DAMAGES = {
    "no JSON": '{"type":"Piece',
    "no event": '{"type":"NoSuchThing"}',
    "what cannot follow": '{"type":"TileLaid","seat":0,"cell":[9,9],"kind":"no such tile","turn":0,"number":2}',
}


@pytest.fixture
def game(world: World) -> Game:
    """A game in its third turn, which Mona may moderate."""
    add_moderator(world, "Mona")
    game = world.open_game(PLAYERS)
    game.send(0, "end")
    game.send(1, "end")
    return game


def damage(game: Game, position: int, payload: str = "{", *, keeps_snapshot: bool = False) -> None:
    """Damage a line of a game's log, as a broken disk would; its snapshot is lost with it, or stands behind it."""

    def work(tx: Tx) -> None:
        LOG_GUARD.allow_changes(tx.connection)
        tx.run(
            text("UPDATE entry SET payload = :payload WHERE game_id = :game AND position = :position"),
            payload=payload,
            game=game.id,
            position=position,
        )
        LOG_GUARD.forbid_changes(tx.connection)
        if not keeps_snapshot:
            tx.run(text("DELETE FROM snapshot"))

    game.world.database.write(work)


def event_of_second_turn(game: Game) -> int:
    """An event in the midst of what came of the second letter."""
    ended = [row.position for row in game.entries if row.kind == "event" and "TurnEnded" in row.payload]
    return ended[1]


def ticks_logged(world: World) -> list[str]:
    """What a tick logs, a year later."""
    world.clock.advance(timedelta(days=366))
    with capture_logs() as logged:
        world.intake.clock.run(to_ms(world.clock()))
    return [str(line["event"]) for line in logged]


def last_readable(game: Game) -> int:
    """The last position that the game may go back to."""
    with game.world.database.read() as tx:
        return list_targets(tx, game.row)[-1]


@pytest.mark.parametrize("payload", DAMAGES.values(), ids=DAMAGES)
def test_it_is_held_and_told_once_and_rolled_back(game: Game, payload: str) -> None:
    world, line = game.world, event_of_second_turn(game)
    before = [(row.position, row.payload) for row in game.entries if row.position < line]
    damage(game, line, payload)
    page = Browser(world.app).open("/games/e1")
    assert page.status_code == 200
    assert "This game is damaged." in page.get_data(as_text=True) and f"Line #{line}" in page.get_data(as_text=True)
    assert (game.row.held_ms, game.row.damaged_ms, game.row.wake_ms) == (to_ms(world.clock()),) * 2 + (None,)
    told = [mail for mail in world.all_mails() if f"line #{line} of its log" in flat(mail.text)]
    assert [mail.player_id for mail in told] == [world.players[name] for name in (*PLAYERS, "Mona")]
    assert f'"rollback e1 {last_readable(game)}: ..."' in flat(moderation_mails(world, "Mona")[-1].text)

    assert Browser(world.app).open("/games/e1").status_code == 200
    assert world.app.test_client().get("/games/e1.json").status_code == 503
    assert all(
        Browser(world.app).open(path).status_code == 200 for path in ("/", "/games/e1/history", "/games/first-rails/")
    )
    assert ticks_logged(world) == []
    answer = game.send(2, "end").mails[0]
    assert "Nothing was changed: the game is damaged and on hold." in flat(answer.text)
    assert len(world.all_mails()) == len({mail.id for mail in world.all_mails()})

    shown = [page.get_data(as_text=True), *(mail.text for mail in world.all_mails())]
    assert not any("NoSuchThing" in one or "no such tile" in one for one in shown), "a line may hold what is hidden"

    with world.database.read() as tx:
        record, lost = load(export_game(tx, game.id)), list_lost_lines(tx, game.id)
    assert lost[0] <= line <= lost[-1] and replay(record).table.turn.number == 2

    to = last_readable(game)
    assert to < line
    ruled(game, "Mona", RollBack("e1", to, "The disk is broken."))
    assert (game.row.status, game.row.held_ms, game.row.damaged_ms, game.row.active_seat) == ("playing", None, None, 1)
    assert [row.payload for row in game.entries if row.position == line] == [payload], "the log is append-only"
    assert [(row.position, row.payload) for row in game.entries if row.position < line] == before
    assert all("The game was rolled back" in game.last_mail(seat).text for seat in range(3))
    game.send(1, "end")
    assert game.row.active_seat == 2
    with world.database.read() as tx:
        assert check_snapshot(tx, game.row) == ""
        assert load(export_game(tx, game.id)).entries[-1].event is not None
    for position in range(1, game.row.final_position + 1):
        status = Browser(world.app).open(f"/games/e1/at/{position}?part=1").status_code
        assert status in (200, 404), "each position that can be read has a page"
    assert Browser(world.app).open("/games/e1/history").status_code == 200


def test_the_tick_that_meets_it_first_notices_it_and_is_silent_from_then_on(game: Game) -> None:
    damage(game, event_of_second_turn(game))
    assert ticks_logged(game.world) == ["a game is damaged"]
    assert ticks_logged(game.world) == []
    assert game.row.damaged_ms is not None


def test_half_of_an_action_is_no_position_to_go_back_to(game: Game) -> None:
    line = event_of_second_turn(game)
    action = max(row.position for row in game.entries if row.kind == "action" and row.position < line)
    damage(game, line + 1)
    Browser(game.world.app).open("/games/e1")
    assert last_readable(game) < action


def test_seeds_that_a_lost_line_may_have_shown_are_used_no_more(game: Game) -> None:
    damage(game, event_of_second_turn(game))
    Browser(game.world.app).open("/games/e1")
    ruled(game, "Mona", RollBack("e1", last_readable(game), "The disk is broken."))
    assert game.row.epoch == 1
    assert any("new seed" in row.payload for row in game.entries if row.kind == "note")


@pytest.mark.parametrize("act", [Cancel, RollBack])
def test_dice_whose_rollback_is_damaged_too_are_used_no_more(game: Game, act: type) -> None:
    damage(game, event_of_second_turn(game))
    Browser(game.world.app).open("/games/e1")
    ruled(game, "Mona", RollBack("e1", last_readable(game), "The disk is broken."))
    back = max(row.position for row in game.entries if row.kind == "rollback")
    game.send(1, "end")
    damage(game, back)
    Browser(game.world.app).open("/games/e1")
    place = last_readable(game)
    ruled(game, "Mona", Cancel("e1", "Again.") if act is Cancel else RollBack("e1", place, "Again."))
    assert (game.row.epoch, game.row.damaged_ms) == (2, None)


@pytest.mark.parametrize("first", [False, True], ids=["goes back first", "nothing can be read"])
def test_it_can_be_ended(game: Game, first: bool) -> None:
    world = game.world
    first_event = min(row.position for row in game.entries if row.kind == "event")
    damage(game, first_event if first else event_of_second_turn(game))
    Browser(world.app).open("/games/e1")
    known = len(world.all_mails())
    texts, _mails = ruled(game, "Mona", Cancel("e1", "The disk is broken."))
    assert texts == ("e1 is cancelled. Everyone in it will be told.",)
    assert (game.row.status, game.row.active_seat, game.row.held_ms) == ("over", None, None)
    assert len(world.all_mails()) == known + 3
    assert "without a result" in flat(world.all_mails()[-1].text)
    page = Browser(world.app).open("/games/e1")
    assert page.status_code == 200
    assert ("The game has ended." in page.get_data(as_text=True)) == first
    assert all(
        Browser(world.app).open(path).status_code == 200 for path in ("/", "/players/1", "/games/first-rails/complete")
    )


@pytest.mark.parametrize("keeps_snapshot", [False, True])
def test_the_operator_need_not_wait_until_it_is_noticed(game: Game, keeps_snapshot: bool) -> None:
    damage(game, event_of_second_turn(game), DAMAGES["what cannot follow"], keeps_snapshot=keeps_snapshot)
    moderators, act = game.world.intake.moderators, Cancel("e1", "The disk is broken.")
    assert moderators.carry_out(None, act, moderators.preview(None, act).state)
    assert game.row.status == "over"
    assert any("This game is damaged" in mail.text for mail in game.world.all_mails())


def test_every_letter_to_it_is_answered_alike(game: Game) -> None:
    damage(game, event_of_second_turn(game), keeps_snapshot=True)
    assert notice_damage(game.world.intake.units, game.id)
    for line in ("end", "status"):
        assert "Nothing was changed: the game is damaged and on hold." in flat(game.send(2, line).text)


def test_a_server_looks_at_each_log_once_without_being_asked(game: Game) -> None:
    world, other = game.world, game.world.open_game(PLAYERS)
    damage(game, game.entries[-1].position, keeps_snapshot=True)
    damage(other, other.entries[-1].position, keeps_snapshot=True)
    seconds, told = count(0, LOOKING_SECONDS), list[None]()
    check = LogCheck(world.intake, lambda: next(seconds), lambda: told.append(None))
    check.run()
    assert [one.row.damaged_ms is None for one in (game, other)] == [False, True], "the rest has to wait"
    check.run()
    check.run()
    assert other.row.damaged_ms is not None and len(told) == 2


def test_where_there_is_nothing_to_go_back_to_it_says_so(game: Game) -> None:
    damage(game, min(row.position for row in game.entries if row.kind == "event"))
    Browser(game.world.app).open("/games/e1")
    with pytest.raises(Refused, match="It can only be cancelled"):
        game.world.intake.moderators.preview(None, RollBack("e1", 6, "The disk is broken."))


def test_a_damaged_snapshot_is_but_a_cache(game: Game) -> None:
    before = game.state
    game.world.database.write(lambda tx: tx.run(text("UPDATE snapshot SET state = 'no JSON'")))
    assert game.state == before
    game.send(2, "end")
    assert game.row.damaged_ms is None


def test_a_damaged_note_keeps_nothing_back(game: Game) -> None:
    position = game.entries[-1].position + 1
    row = replace(game.entries[-1], position=NEW, kind="note", payload=json.dumps({"about": "sealed"}))
    game.world.database.write(lambda tx: append_entries(tx, game.id, position - 1, [row]))
    damage(game, position)
    assert "Nothing was changed" not in game.send(2, "end").text
    assert Browser(game.world.app).open("/games/e1").status_code == 200
    assert game.row.damaged_ms is None


def test_a_moderator_rolls_it_back_on_the_website_and_by_letter(game: Game) -> None:
    damage(game, event_of_second_turn(game))
    browser = signed_in(game.world, "Mona")
    assert browser.open("/games/e1").status_code == 200
    assert browser.open("/moderate").status_code == 200
    assert "Its log cannot be read to its end" in browser.text
    for page in ("moderate/e1", "moderate/e1/rollback", "moderate/e1/cancel", "players/2", "games/e1/dice"):
        assert browser.open(f"/{page}").status_code == 200, page
    office = Village(game.world)
    office.write("Mona", f"rollback e1 {last_readable(game)}: The disk is broken.")
    assert "was rolled back" in flat(office.confirm("Mona").text)
    assert game.row.damaged_ms is None and game.row.deadline_ms is not None


def test_an_error_that_is_not_of_the_damage_is_logged_as_any_other(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_given: object) -> None:
        raise RuntimeError("a fault of the program")

    damage(game, event_of_second_turn(game))
    assert Browser(game.world.app).open("/games/e1").status_code == 200
    monkeypatch.setattr("pbem.web.games.dice.load_proof", fail)
    page = Browser(game.world.app).open("/games/e1/dice")
    assert page.status_code == 500 and "damaged" not in page.get_data(as_text=True)
    assert "a fault of the program" in caplog.text


@pytest.mark.parametrize("line", [1, 2], ids=["commitment", "salt"])
@pytest.mark.parametrize("act", [Cancel, RollBack])
def test_a_damaged_opening_loses_the_proof_of_the_dice_alone(game: Game, line: int, act: type) -> None:
    world = game.world
    damage(game, line)
    with world.database.read() as tx:
        assert f"position {line}: " in check_snapshot(tx, game.row)
        assert list_lost_lines(tx, game.id) == [line] and load(export_game(tx, game.id)).entries
    page = Browser(world.app).open("/games/e1/dice")
    assert page.status_code == 200 and "can no longer be proved" in page.get_data(as_text=True)

    assert notice_damage(world.intake.units, game.id)
    assert game.row.held_ms is not None
    assert "can no longer be proved" in Browser(world.app).open("/games/e1").get_data(as_text=True)
    told = [mail for mail in world.all_mails() if f"line #{line} of its log" in flat(mail.text)]
    assert len(told) == 4 and all("its dice can no longer be proved" in flat(mail.text) for mail in told)

    before = game.entries[: last_readable(game)]
    ruled(game, "Mona", Cancel("e1", "Why.") if act is Cancel else RollBack("e1", last_readable(game), "Why."))
    assert (game.row.status, game.row.epoch, game.row.damaged_ms) == ("over" if act is Cancel else "playing", 0, None)
    assert game.entries[: len(before)] == before
    assert not notice_damage(world.intake.units, game.id)
    with world.database.read() as tx:
        assert check_snapshot(tx, game.row) == ""
    if act is RollBack:
        game.send(2, "end")
        assert game.row.active_seat != 2
    page = Browser(world.app).open("/games/e1/dice")
    assert page.status_code == 200 and "can no longer be proved" in page.get_data(as_text=True)
