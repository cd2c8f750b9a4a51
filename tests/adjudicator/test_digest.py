"""Who wants one mail a day gets one, with all that was not mailed to him, in the morning of his own zone."""

from datetime import UTC, datetime, timedelta

import pytest
from forms_kit import ask_as
from rows_kit import mails_of_player

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.positions import plain
from adjudicator.test_wishes import choose
from pbem.adjudicator.commands.press import WritePress
from pbem.adjudicator.mails import digest
from pbem.adjudicator.seats.standby import watch
from pbem.adjudicator.sessions import append_note
from pbem.clock import to_ms
from pbem.daemon.server import Server
from pbem.i18n import catalogue
from pbem.reports.document import loaded
from pbem.reports.plain import mail_html
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.outbox import MailRow, find_mail_document
from pbem.store.players.player import get_player
from pbem.store.players.preferences import Preferences
from pbem.terms import Terms
from rules_core.kernel.log import Note

DAILY = Preferences(reports="daily")
MORNING = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def tick(world: World, at: datetime | None = None) -> None:
    """Do what the server does every minute about digests."""
    world.clock.at = at or world.clock.at
    with world.database.read() as tx:
        due = digest.list_digests_due(UnitOfWork(tx, world.settings, to_ms(world.clock())))
    for player_id in due:
        world.intake.clock.send_digest(player_id)


def daily(world: World, name: str, zone: str = "") -> None:
    """Have a player choose one mail a day, from now on."""
    choose(world, name, Preferences(zone=zone, reports="daily"))
    tick(world)


def digests(world: World, name: str) -> list[MailRow]:
    with world.database.read() as tx:
        return [mail for mail in mails_of_player(tx, world.players[name]) if mail.kind == "digest"]


def kinds(game: Game, seat: int) -> list[str]:
    """What a seat was mailed, by kind."""
    return [mail.kind for mail in game.mails(seat)]


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, in which Bert wants one mail a day."""
    daily(world, "Bert")
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(press="anonymous"), rolls={(1, 0): "ssc?"})


def test_a_digest_tells_what_was_not_mailed(world: World, game: Game) -> None:
    game.send(0, "roll 2?\nend discard s\npress all: Good luck!\npress bert: Now you.")
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: append_note(world.unit(tx, now_ms), game.id, 2, Note("back", {"who": "Clara"})))
    assert kinds(game, 1) == ["report"], "the game's beginning alone"
    tick(world, MORNING)
    (mail,) = digests(world, "Bert")
    assert mail.text.startswith(
        "Here's what is new in your games.\nIt's your turn in one of them.\n"
        "Monday 23 November 2026\n\n== e1 Whitsun ==\n"
    )
    for text in (
        "It's your turn (year 1, turn 2 of 3).",
        "Notices\n\n- Clara is back.",
        "- Anna rolls 2 ? + 2 bonus dice",
        "Anna writes to all:\n\n   Good luck!",
        "Anna writes to you:\n\n   Now you.",
        "In front of it, for everyone to see: 4 ?.",
        f"Your orders for e1 go to {game.address(1)}",
        "For example, write:\n\nroll 4?",
        "The game's page: https://games.test/games/e1",
    ):
        assert flat(text) in flat(mail.text), text
    with world.database.read() as tx:
        player = get_player(tx, world.players["Bert"])
        page = mail_html(loaded(find_mail_document(tx, mail.id) or ""), mail.subject, None)
    assert (mail.sender, mail.game_id, mail.subject) == (
        player.token,
        None,
        "Your daily digest from Railroad Dice by mail",
    )
    assert f'href="mailto:{game.address(1)}?subject=Re%3A%20%5BFirst%20Rails%20e1%5D%20Whitsun"' in page


def test_orders_sent_to_the_address_in_the_digest_are_carried_out(world: World, game: Game) -> None:
    game.send(0, "end")
    tick(world, MORNING)
    reply = game.send(1, "roll 4?", answering=None, subject="Re: [First Rails e1] Whitsun")
    assert "Your orders were carried out." in reply.text
    assert kinds(game, 1) == ["report", "answer"], "what he sends is answered at once"


def test_it_is_one_mail_for_all_games_played_and_watched_those_that_wait_first(world: World, game: Game) -> None:
    other = world.open_game(("Bert", "Clara"), name="Whit Monday", kind="germany")
    watched = world.open_game(("Anna", "Clara"), name="Trinity")
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: watch(world.unit(tx, now_ms), world.players["Bert"], watched.id, catalogue("en")))
    watched.send(0, "end\npress all: Hello, whoever you are")
    game.send(0, "press bert: hello")
    tick(world, MORNING)
    (mail,) = digests(world, "Bert")
    heads = [line for line in mail.text.splitlines() if line.startswith("==")]
    assert heads == ["== e2 Whit Monday ==", "== e1 Whitsun ==", "== e3 Trinity (watching) =="]
    assert "Hello, whoever you are" in mail.text
    assert other.address(0) in mail.text
    assert not [seat.token for seat in watched.seats if seat.token in mail.text]
    assert [
        mail.kind for mail in world.all_mails() if mail.player_id == world.players["Bert"] and mail.seat is None
    ] == ["digest"]


def test_nothing_is_mailed_where_nothing_is_new_and_nothing_is_told_twice(world: World, game: Game) -> None:
    tick(world, MORNING)
    assert digests(world, "Bert") == []
    game.send(0, "end\npress all: Good luck!")
    tick(world, MORNING + DAY)
    tick(world, MORNING + 2 * DAY)
    assert len(digests(world, "Bert")) == 1, "it is his turn still, and he knows"
    game.send(1, "end", answering=None)
    game.send(2, "end")
    tick(world, MORNING + 3 * DAY)
    _first, second = digests(world, "Bert")
    assert "Good luck!" not in second.text
    assert "Anna ends the turn" not in second.text
    assert "Clara ends the turn" in second.text


def test_it_comes_at_seven_by_the_readers_clock_once_a_day(world: World, game: Game) -> None:
    zones = {"Bert": "Asia/Tokyo", "Clara": "America/New_York", "Anna": "Mars/Olympus"}
    for name, zone in zones.items():
        daily(world, name, zone)
    came: dict[str, list[tuple[int, int]]] = {name: [] for name in zones}
    for day in (23, 24):
        for hour in (6, 7, 11, 12, 13, 21, 22, 23):
            world.clock.at = datetime(2026, 11, day, hour, 0, tzinfo=UTC)
            for seat in range(2):
                ask_as(world.intake, game.id, seat, WritePress(None, f"It is {hour}"))
            tick(world)
            for name, at in came.items():
                at += [(day, hour)] * (len(digests(world, name)) - len(at))
    assert came["Bert"] == [(23, 6), (23, 22), (24, 22)], "the first from before, late since nobody looked at seven"
    assert came["Clara"] == [(23, 12), (24, 12)]
    assert came["Anna"] == [(23, 7), (24, 7)], "a zone that this machine lacks is the server's"


def test_a_clock_that_is_set_back_sends_none_again_and_one_that_ran_ahead_is_forgotten(
    world: World, game: Game
) -> None:
    game.send(0, "end")
    tick(world, MORNING)
    game.send(1, "end", answering=None)
    for at in (MORNING - 2 * HOUR, MORNING - timedelta(minutes=1), MORNING, MORNING + HOUR):
        tick(world, at)
    assert len(digests(world, "Bert")) == 1
    tick(world, MORNING + 400 * DAY)
    assert len(digests(world, "Bert")) == 2
    game.send(2, "end")
    tick(world, MORNING + DAY)
    assert len(digests(world, "Bert")) == 3, "no year of silence"


def test_a_server_that_was_out_at_seven_sends_it_later(world: World, game: Game) -> None:
    game.send(0, "end")
    tick(world, MORNING + 5 * HOUR)
    game.send(1, "end", answering=None)
    tick(world, MORNING + 6 * HOUR)
    assert len(digests(world, "Bert")) == 1
    tick(world, MORNING + DAY)
    assert len(digests(world, "Bert")) == 2


def test_a_digest_that_is_interrupted_is_sent_whole_and_once(world: World, game: Game) -> None:
    game.send(0, "end\npress bert: hello")
    world.clock.at = MORNING

    def interrupted(tx: Tx) -> None:
        digest.send(UnitOfWork(tx, world.settings, to_ms(MORNING)), world.players["Bert"])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        world.database.write(interrupted)
    assert digests(world, "Bert") == []
    for _ in range(2):
        tick(world)
    (mail,) = digests(world, "Bert")
    assert "Anna ends the turn" in mail.text
    assert "   hello" in mail.text


def test_answers_reminders_and_a_games_beginning_and_end_come_at_once(world: World) -> None:
    daily(world, "Anna")
    game = world.game_at(plain(seats=3, seat=2, last_year="no tile"))
    game.send(0, "status")
    assert game.last_mail(0).kind == "answer"
    game.send(2, "end\npress all: good game")
    assert game.row.status == "over"
    assert game.last_mail(0).kind == "report"
    assert game.last_mail(0).text.startswith("The game is over:")
    tick(world, MORNING)
    (mail,) = digests(world, "Anna")
    assert "good game" in mail.text
    assert "What happened" not in mail.text, "the end was told with the end"
    other = world.open_game(("Anna", "Bert"))
    world.clock.advance(timedelta(days=6, hours=1))
    world.intake.clock.wake(other.id)
    assert other.last_mail(0).kind == "reminder"


def test_the_end_tells_who_wants_one_mail_a_day_all_that_he_missed(world: World) -> None:
    daily(world, "Clara")
    game = world.game_at(plain(seats=3, seat=0, last_year="no tile"))
    game.send(0, "end")
    game.send(1, "end")
    game.send(2, "end", answering=None)
    assert game.row.status == "over"
    assert kinds(game, 2)[-1] == "answer", "who ends the game is told so in the answer"
    other = world.game_at(plain(seats=3, seat=0, last_year="no tile"), players=("Clara", "Anna", "Bert"))
    other.send(0, "end", answering=None)
    other.send(1, "end")
    other.send(2, "end")
    text = flat(other.last_mail(0).text)
    assert "The game is over:" in text
    assert "Anna ends the turn" in text


def test_who_wants_each_report_again_is_told_at_once_what_waited(world: World, game: Game) -> None:
    game.send(0, "end\npress bert: hello")
    bert, now_ms = world.players["Bert"], to_ms(world.clock())
    world.database.write(lambda tx: digest.choose_reports(UnitOfWork(tx, world.settings, now_ms), bert, Preferences()))
    (mail,) = digests(world, "Bert")
    assert "Anna ends the turn" in mail.text
    assert "   hello" in mail.text
    game.send(1, "end", answering=None)
    game.send(2, "end")
    assert kinds(game, 1)[-1] == "report"
    tick(world, MORNING)
    assert len(digests(world, "Bert")) == 1


def test_who_chooses_it_gets_his_first_on_the_next_morning(world: World) -> None:
    bert = world.add_player("Bert")
    game = world.open_game(("Anna", "Bert"))
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: digest.choose_reports(UnitOfWork(tx, world.settings, now_ms), bert, DAILY))
    tick(world)
    game.send(0, "end")
    tick(world)
    assert digests(world, "Bert") == []
    tick(world, MORNING)
    (mail,) = digests(world, "Bert")
    assert "Anna ends the turn" in mail.text


def test_what_was_muted_meanwhile_is_not_in_the_digest(world: World, game: Game) -> None:
    game.send(0, "press bert: noise\nend")
    game.send(1, "mute anna")
    tick(world, MORNING)
    (mail,) = digests(world, "Bert")
    assert "noise" not in mail.text


def test_only_what_is_final_is_told_and_the_rest_later(world: World, game: Game) -> None:
    game.send(0, "buy weiden with ?\npress bert: hello")
    tick(world, MORNING)
    game.send(0, "end")
    tick(world, MORNING + DAY)
    first, second = digests(world, "Bert")
    assert "Weiden" not in first.text
    assert "Weiden" in second.text


def test_the_server_looks_every_minute(world: World, game: Game) -> None:
    server = Server(world.settings, world.database, world.clock)
    game.send(0, "end\npress anonymous bert, clara: a hint")
    world.clock.at = MORNING
    server.tick()
    server.tick()
    assert len(digests(world, "Bert")) == 1
    assert "a hint" in digests(world, "Bert")[0].text
    assert kinds(game, 2).count("press") == 1
