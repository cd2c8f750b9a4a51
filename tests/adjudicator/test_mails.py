"""The mails that are written: to whom, when, in which thread, and what they say of position and deadline."""

import random
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import flat, section
from adjudicator.positions import plain
from pbem.clock import from_ms, to_ms
from pbem.daemon.sender import Sender
from pbem.mail.report_links import without_link
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store.games.game import get_game_seed
from pbem.store.games.log import EntryRow
from rules_core.kernel.dice import commitment


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(("Anna", "Bert", "Clara"))


def counts(game: Game) -> list[int]:
    return [len(game.mails(contact.seat)) for contact in game.seats]


def played(game: Game) -> list[EntryRow]:
    """The log without what befell the game from outside."""
    return [entry for entry in game.entries if entry.kind != "note"]


# What they show.


@pytest.mark.parametrize(
    ("letter", "shows"),
    [
        ("status", True),
        ("check\nroll 2?; end", False),
        ("press all: Hello!", False),
        ("resign", False),
        ("wuff 4?", False),
        ("roll 99?", False),
        ("check\nend", True),
        ("roll 2?", True),
        ("buy weiden with ?", True),
    ],
)
def test_an_answer_shows_the_position_where_it_is_another_than_before(game: Game, letter: str, shows: bool) -> None:
    answer = game.send(0, f"roll 2?\n{letter}" if "buy" in letter else letter).answer
    assert bool(section(answer.text, "The line")) == shows, answer.text
    assert ("The map and all tables: https://games.test/games/e1" in answer.text) != shows


# Who gets a mail.


def test_a_new_game_is_told_to_each_player_once_with_the_promise_of_its_dice(game: Game) -> None:
    assert counts(game) == [1, 1, 1]
    for seat in range(3):
        mail = game.last_mail(seat)
        assert mail.kind == "report"
        assert game.row.commitment in mail.text
        assert "Year 1 begins with Anna as start player." in flat(mail.text)
    with game.world.database.read() as tx:
        assert game.row.commitment == commitment(get_game_seed(tx, game.id))
    assert game.last_mail(0).text.startswith("It's your turn (year 1, turn 1 of 3).")
    assert game.last_mail(2).text.startswith("It's Anna's turn (year 1, turn 1 of 3)")


def test_the_commitment_stands_in_the_log_before_salts_and_dice(game: Game) -> None:
    kinds = [entry.kind for entry in game.entries]
    assert kinds[0] == "commitment"
    assert game.row.commitment in game.entries[0].payload
    assert kinds[1:4] == ["salt"] * 3
    assert set(kinds[4:]) == {"event"}


def test_while_a_turn_lasts_only_its_player_gets_mail(game: Game) -> None:
    for letter in ("roll 2?", "buy weiden with ?", "status", "wuff 4?", "check\nend"):
        assert game.send(0, letter).others == {}
    assert counts(game) == [6, 1, 1]


def test_when_the_turn_moves_on_each_other_player_gets_one_report(game: Game) -> None:
    game.send(0, "buy weiden with ?")
    reply = game.send(0, "buy insel with ?\nend")
    assert reply.others.keys() == {1, 2}
    assert {mail.kind for mail in reply.others.values()} == {"report"}
    assert reply.others[1].text.startswith("It's your turn (year 1, turn 2 of 3).")
    assert reply.others[2].text.startswith("It's Bert's turn (year 1, turn 2 of 3)")
    assert counts(game) == [3, 2, 2]


def test_a_report_tells_all_of_the_turn_once_and_nothing_that_was_taken_back(world: World) -> None:
    game = world.game_at(plain(seats=3))
    game.send(0, "buy insel")
    game.send(0, "undo")
    game.send(0, "income\nbuy weiden")
    game.send(0, "A w")
    report = game.send(0, "end").others[2]
    assert [line.strip() for line in section(report.text, "What happened")] == [
        "- Anna takes income: 4 dice behind the screen.",
        "- Anna buys a share of Weiden Express from the bank.",
        "- Anna lays 1 straight at end A, on T1 c4; A now points w at b4.",
        "- Anna ends the turn.",
    ]
    following = game.send(1, "end").others[2]
    assert section(following.text, "What happened") == ["- Bert ends the turn."]


def test_who_is_to_move_is_told_everything_since_his_own_turn(world: World) -> None:
    game = world.game_at(plain(seats=3, front="", hidden=0))
    for seat in (0, 1, 2, 1):
        game.send(seat, "end # now")
    facts = game.send(2, "end").others
    assert "Bert ends the turn." in facts[0].text
    assert "Bert ends the turn." not in facts[1].text


def test_the_end_of_a_year_is_told_to_all(world: World) -> None:
    game = world.game_at(plain(seat=1, shares={"weiden": [2, 1]}, front=("", "s")))
    reply = game.send(1, "end")
    assert reply.others.keys() == {0}
    assert "Year 2 has ended." in reply.others[0].text.split("\n\n")[0]
    text = "Directors: Weiden Express Anna."
    assert text in flat(reply.others[0].text)
    assert text in " ".join(section(reply.answer.text, "What happened"))
    assert "It's your turn (year 3, turn 1 of 2)" in flat(reply.answer.text), "the start player has changed"


def test_the_end_of_a_year_is_told_once(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"))
    begins = [
        (seat, "Year 1 has ended." in report.text.split("\n\n")[0])
        for mover in (0, 1, 2, 1, 2)
        for seat, report in game.send(mover, "end").others.items()
    ]
    assert begins == [
        *((1, False), (2, False)),
        *((0, False), (2, False)),
        *((0, True), (1, True)),
        *((0, False), (2, False)),
        *((0, False), (1, False)),
    ]


def test_the_end_of_a_game_is_told_to_all_with_its_seed(world: World) -> None:
    game = world.game_at(
        plain(seats=3, seat=2, front=("", "s", "s"), hidden=(2, 0, 5), passengers=(3, 7, 7), last_year="no tile")
    )
    with world.database.read() as tx:
        seed = get_game_seed(tx, game.id)
    assert not any(seed.hex() in mail.text for mail in world.all_mails())
    reply = game.send(2, "end")
    assert reply.others.keys() == {0, 1}
    for mail in (reply.answer, *reply.others.values()):
        assert "The game is over: Clara has won." in flat(mail.text)
        assert seed.hex() in mail.text
        assert "7,000" in mail.text
    assert (game.row.status, game.row.active_seat, game.row.deadline_ms) == ("over", None, None)


def test_a_collapse_in_mid_turn_is_told_to_all(world: World) -> None:
    game = world.game_at(plain(bank=1))
    reply = game.send(0, "income break the bank")
    assert reply.others.keys() == {1}
    assert "the state collapses" in flat(reply.others[1].text)
    assert "The game is over" in flat(reply.answer.text)


# Bots.


def test_bots_get_no_mail_and_their_turns_are_told_to_people(world: World) -> None:
    world.add_player("Robo", bot="heuristic")
    world.add_player("Chaos", bot="random")
    game = world.open_game(("Robo", "Anna", "Chaos"))
    choose = random.Random(1).randrange
    for _ in range(3):
        while game.row.active_seat != 1:
            before = len(game.mails(1))
            assert world.intake.clock.play_bot(game.id, choose)
            assert len(game.mails(1)) == before + 1
        assert not world.intake.clock.play_bot(game.id, choose)
        assert game.last_mail(1).kind == "report"
        assert game.last_mail(1).text.startswith(("It's your turn", "Year "))
        assert game.send(1, "end").others == {}
    assert counts(game)[0] == counts(game)[2] == 0


def test_a_game_of_bots_is_played_to_its_end_without_a_mail(world: World) -> None:
    for name in ("Robo", "Droid"):
        world.add_player(name, bot="heuristic")
    game = world.open_game(("Robo", "Droid"))
    choose = random.Random(3).randrange
    turns = 0
    while world.intake.clock.play_bot(game.id, choose):
        turns += 1
        assert turns < 200
    assert game.row.status == "over"
    assert world.all_mails() == []


# The thread.


def test_all_mails_of_a_game_are_one_thread_with_one_subject(world: World, tmp_path: Path) -> None:
    game = world.open_game(("Anna", "Bert"), name="Pfingsten: «Über & Tal»")
    letter = game.send(0, "roll all")
    game.send(0, "wuff 4?")
    game.send(0, "end")
    game.send(0, "status")
    world.clock.advance(timedelta(days=9))
    world.intake.clock.wake(game.id)
    assert {mail.subject for mail in world.all_mails()} == {"[First Rails e1] Pfingsten: «Über & Tal»"}
    transport = MaildirTransport(tmp_path / "maildir")
    sender = Sender(world.database, transport, world.clock, world.settings)
    while sender.round():
        pass
    assert len(world.all_mails()) == 8
    for row in world.all_mails():
        assert row.seat is not None
        contact = game.seats[row.seat]
        sent = [path.read_bytes() for path in transport.folder(contact.address).glob("*/*")]
        (raw,) = [raw for raw in sent if f"Message-ID: {row.message_id}".encode() in raw]
        mail = message_from_bytes(raw, policy=policy.default)
        assert mail["Message-ID"] == row.message_id
        assert row.message_id.endswith(f"@{DOMAIN}>")
        assert mail["Subject"] == row.subject
        assert mail["References"].split()[0] == game.row.root_message_id
        assert mail["Auto-Submitted"] == ("auto-replied" if row.kind == "answer" else "auto-generated")
        assert contact.address in mail["To"]
        assert f"{contact.token}@{DOMAIN}" in mail["From"]
        assert f"{contact.token}@{DOMAIN}" in mail["Reply-To"]
        text = mail.get_body(("plain",))
        assert text is not None
        assert flat(without_link(text.get_content())) == flat(row.text)
        if row.kind != "answer":
            assert mail["In-Reply-To"] == game.row.root_message_id
    assert letter.answer.in_reply_to == letter.letter.message_id
    assert letter.letter.message_id in letter.answer.references_.split()


def test_no_two_mails_share_a_message_id(game: Game) -> None:
    game.send(0, "end")
    game.send(1, "end")
    ids = [mail.message_id for mail in game.world.all_mails()]
    assert len(set(ids)) == len(ids)


# Position and deadline.


def test_the_position_printed_is_that_of_the_log(game: Game) -> None:
    for seat in (0, 1, 2, 1):
        for letter in ("buy weiden with ?", "end"):
            reply = game.send(seat, letter)
            assert game.row.position == game.entries[-1].position
            for mail in reply.mails:
                table = game.state.table
                assert f"Y{table.year}.{table.turn.number} #{game.row.position}" in mail.text.splitlines()
                assert mail.position == game.row.position


def test_a_deadline_is_set_when_the_turn_moves_on_and_told(game: Game) -> None:
    days = timedelta(days=7)
    assert game.row.deadline_ms == to_ms(game.world.clock() + days)
    assert "Sunday 29 November 2026, 17:00 UTC" in flat(game.last_mail(0).text)
    deadline = game.row.deadline_ms
    for letter in ("A w?", "status", "buy weiden with ?", "undo"):
        game.send(0, letter)
        assert game.row.deadline_ms == deadline
    game.world.clock.advance(timedelta(days=3))
    reply = game.send(0, "end")
    assert game.row.active_seat == 1
    assert game.row.deadline_ms == to_ms(game.world.clock() + days)
    text = "Wednesday 2 December 2026, 17:0"
    assert text in flat(reply.answer.text)
    assert text in flat(reply.others[1].text)


def test_a_player_is_reminded_once_a_day_before_his_time_is_up_and_once_when_it_is(game: Game) -> None:
    world = game.world
    assert game.row.deadline_ms is not None
    before = played(game), game.written.state
    for reminded, hours in enumerate((24, 0), start=1):
        world.clock.at = from_ms(game.row.deadline_ms) - timedelta(hours=hours, seconds=1)
        world.intake.clock.wake(game.id)
        assert counts(game) == [reminded, 1, 1]
        world.clock.advance(timedelta(seconds=1))
        for _ in range(3):
            world.intake.clock.wake(game.id)
        others = 1 if hours else 2
        assert counts(game) == [reminded + 1, others, others]
        reminder = game.last_mail(0)
        assert (reminder.kind, reminder.auto) == ("reminder", "auto-generated")
        assert ("You have 24 hours left until the deadline" in flat(reminder.text)) == (hours == 24)
        assert ("Your deadline has passed" in flat(reminder.text)) == (hours == 0)
        assert "You could send: roll" in flat(reminder.text)
        assert "Behind your screen: " in reminder.text
        assert f"The map and all tables: https://games.test/games/{game.row.tag}" in reminder.text
        assert "== The line ==" not in reminder.text and len(reminder.text.splitlines()) < 25
    assert (played(game), game.written.state) == before
    assert game.send(0, "end", answering=game.last_mail(0)).text.startswith("Your orders were carried out.")
    world.intake.clock.wake(game.id)
    assert counts(game)[1] == 3, "the next player has his own time"
    world.clock.advance(timedelta(days=8))
    world.intake.clock.wake(game.id)
    assert game.last_mail(1).kind == "reminder"


def test_nobody_is_reminded_when_the_game_is_over(world: World) -> None:
    game = world.game_at(plain(bank=1))
    game.send(0, "income break the bank")
    mails = len(world.all_mails())
    world.clock.advance(timedelta(days=30))
    world.intake.clock.wake(game.id)
    assert len(world.all_mails()) == mails
