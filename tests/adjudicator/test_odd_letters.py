"""Letters that are empty, unreadable, huge or automatic, or break the server: one answer, or the right silence."""

import secrets

import pytest
from structlog.testing import capture_logs

from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import Form
from adjudicator.positions import plain
from pbem.adjudicator.service import judge_letter
from pbem.daemon.inbox_worker import InboxWorker
from pbem.intake import letters
from pbem.mail.reading.headers import Automatic
from pbem.mail.reading.letter import Ignored, Letter, read_letter
from pbem.mail.sending.outgoing import build, outgoing_for
from pbem.store import UnitOfWork
from pbem.store.games.seats import SeatContact
from pbem.store.mail.inbox import LetterRow

DONE = "Your orders were carried out."


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(seats=3))


# What stands in it.


@pytest.mark.parametrize(
    "letter",
    ["", "\n \n\t\n", "-- \nAnna\nend", "Thank you all, what a game!", "# income", "> end\n> income", "0x1F600 😀"],
)
def test_a_letter_without_orders_is_told_so_and_how_to_get_help(game: Game, letter: str) -> None:
    before = game.written
    reply = game.send(0, letter)
    assert reply.text.startswith("There were no orders in your message. Nothing was changed.")
    assert "or `help` to read how orders are written" in reply.text
    assert len(reply.answer.text.splitlines()) < 60
    assert len(reply.mails) == 1
    assert game.written == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("wuff 4?", 'There is no order "wuff".'),
        ("incom", "income"),
        ("roll 999999999999999999999h", "is not a number from 0 to 99"),
        ("buy 11 weiden", "is not a number from 1 to 10"),
        ("buy 0 weiden", "is not a number from 1 to 10"),
        ("buy " + "9" * 500 + " weiden", "is not a number from 1 to 10"),
        ("buy wieden", "weiden"),
        ("station A weiden at 99999999999999999999", "is not a number from 1 to 99"),
        ("roll", "How many dice?"),
        ("A", "Which way should the line go?"),
        ("A w w onto", "Which tile should be laid there?"),
        ("discard c", 'no "end" follows'),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_reason(game: Game, line: str, why: str) -> None:
    before = game.written
    reply = game.send(0, f"income\n{line}")
    assert reply.text.startswith("Nothing was changed: one line was not understood.")
    assert why in reply.text
    assert reply.fate("income") == "not reached"
    assert len(reply.mails) == 1
    assert game.written == before


def test_numbers_that_nobody_has_are_refused_by_rule(game: Game) -> None:
    assert game.send(0, "roll 99h").fate("roll 99h").startswith("REFUSED: FR-12")
    assert game.send(0, "roll 0h").fate("roll 0h").startswith("REFUSED: FR-12")
    assert game.send(0, "A w pay 99h").fate("A w pay 99h").startswith("REFUSED: FR-39")


def test_a_letter_of_html_alone_is_read(game: Game) -> None:
    page = (
        "<html><body><p>Hi,</p><div>income</div><div>buy <b>weiden</b><br>end</div>"
        '<blockquote type="cite"><p>roll 3h</p><p>end</p></blockquote></body></html>'
    )
    reply = game.send(0, "", html=page)
    assert reply.text.startswith(DONE)
    assert game.state.table.turn.seat == 1
    assert game.state.table.turn.rolled is False


@pytest.mark.parametrize("page", ["", "<p>", "<html><body></body></html>", "<img src='x'>", "<script>end</script>"])
def test_a_page_without_words_holds_no_orders(game: Game, page: str) -> None:
    before = game.written
    assert game.send(0, "", html=page).text.startswith("There were no orders in your message")
    assert game.written == before


@pytest.mark.parametrize("lines", [2_001, 10_000, 50_000])
def test_a_letter_of_too_many_lines_gets_one_short_answer(game: Game, lines: int) -> None:
    before = game.written
    reply = game.send(0, "income\n" * lines, answering=None)
    assert len(reply.mails) == 1
    assert reply.text.startswith("Nothing was changed: your email could not be read. It has more lines than")
    assert len(reply.answer.text) < 10_000
    assert game.written == before


def test_a_letter_of_very_many_orders_does_nothing(game: Game) -> None:
    before = game.written
    reply = game.send(0, "undo\nrestart\n" * 900, answering=None)
    assert len(reply.mails) == 1
    assert "The message has more than 500 orders." in reply.text
    assert game.written == before


def test_one_very_long_line_does_nothing(game: Game) -> None:
    before = game.written
    for length in (1_500, 100_000):
        reply = game.send(0, "A " + "w " * length, answering=None)
        assert len(reply.mails) == 1
        assert reply.text.startswith("Nothing was changed")
    assert game.written == before


def test_two_megabytes_of_garbage_get_one_answer(game: Game) -> None:
    before = game.written
    head = game.write(0, "").partition(b"\r\n\r\n")[0]
    noise = secrets.token_bytes(1 << 21)
    for body in (noise, b"A w " * (1 << 19), b"\r\n" * (1 << 20), b"=" * (1 << 21), b"<div>" * (1 << 19)):
        kind = b"text/html" if body.startswith(b"<") else b"text/plain"
        raw = head.replace(b"Content-Type: text/plain", b"Content-Type: " + kind) + b"\r\n\r\n" + body
        reply = game.post(0, raw)
        assert len(reply.mails) == 1
        assert reply.text.startswith("Nothing was changed: your email could not be read.")
        assert game.written == before


def test_garbage_without_a_head_is_nobodys_letter(game: Game) -> None:
    before = game.written
    for raw in (b"", b"\0" * 1000, secrets.token_bytes(1 << 20), b"From: anna@player.test"):
        reply = game.post(0, raw)
        assert len(reply.mails) <= 1
        assert game.written == before


def test_noise_behind_a_proper_head_never_breaks_anything(game: Game) -> None:
    before = game.written
    head = game.write(0, "").partition(b"\r\n\r\n")[0]
    for number in range(12):
        noise = secrets.token_bytes(400)
        body = noise if number % 2 else noise.decode("latin-1").encode("utf-8")
        assert len(game.post(0, head + b"\r\n\r\n" + body).mails) == 1
    assert game.written == before


# Automatic mail.


@pytest.mark.parametrize(
    "form",
    [
        {"headers": {"Auto-Submitted": "auto-replied"}},
        {"headers": {"Auto-Submitted": "auto-generated (vacation)"}},
        {"headers": {"X-Autoreply": "yes"}},
        {"headers": {"Precedence": "auto_reply"}},
        {"headers": {"X-Auto-Response-Suppress": "All"}, "subject": "Automatische Antwort: orders"},
        {"headers": {"From": "MAILER-DAEMON@player.test"}},
        {"headers": {"Return-Path": "<>"}},
        {"message_id": f"<our.own.mail@{DOMAIN}>"},
    ],
)
def test_automatic_mail_is_never_answered(game: Game, form: Form) -> None:
    before = game.written
    reply = game.send(0, "income\nend", **form)
    assert reply.letter.status == "ignored"
    assert reply.letter.outcome.startswith("automatic: ")
    assert reply.mails == ()
    assert game.written == before


WEAK: list[Form] = [
    {"headers": {"Precedence": "bulk"}},
    {"headers": {"X-Auto-Response-Suppress": "All"}},
    {"headers": {"List-Id": "<games.list.test>", "List-Unsubscribe": "<mailto:leave@list.test>"}},
    {"subject": "Out of office: orders"},
]


@pytest.mark.parametrize("form", WEAK)
def test_a_sign_of_the_way_does_not_make_a_players_orders_automatic(game: Game, form: Form) -> None:
    reply = game.send(0, "income", **form)
    assert reply.text.startswith(DONE)
    assert game.state.table.turn.income
    slip = game.send(0, "incom", **form)
    if "subject" in form:
        assert slip.mails == ()
    else:
        assert slip.fate("incom").startswith("NOT UNDERSTOOD"), "a slip of the pen is told, too"


@pytest.mark.parametrize("form", WEAK)
@pytest.mark.parametrize("text", ["", "I am away from the office and will read your message when I return."])
def test_a_sign_of_the_way_counts_where_nothing_is_insisted_on(game: Game, form: Form, text: str) -> None:
    before = game.written
    reply = game.send(0, text, **form)
    assert (reply.letter.status, reply.mails) == ("ignored", ())
    assert reply.letter.outcome.startswith("automatic: ")
    assert game.written == before


def test_an_answering_machine_that_sends_our_mail_back_has_given_no_orders(game: Game) -> None:
    """Its proposals stand in it, and in no quote."""
    before = game.written
    mail = game.last_mail(0)
    text = f"I am on holiday. You wrote:\n\n{mail.text}"
    reply = game.send(0, text, headers={"Precedence": "bulk"}, quoting=False)
    assert (reply.letter.status, reply.mails) == ("ignored", ())
    assert game.written == before


def test_two_servers_that_write_to_each_other_fall_silent(game: Game, world: World) -> None:
    """A mail of ours bears what another server like this one knows it by."""
    answer = game.send(0, "status").answer
    with world.database.read() as tx:
        raw = build(outgoing_for(world.unit(tx), answer, game.seats[0].token))
    found = read_letter(raw, mail_from="their@server.test", own_domains=("server.test",))
    assert found == Ignored(Automatic.AUTO_SUBMITTED, answer.message_id)


@pytest.mark.parametrize("mail_from", ["", "<>", "MAILER-DAEMON@player.test"])
def test_bounces_are_never_answered(game: Game, mail_from: str) -> None:
    before = game.written
    reply = game.post(0, game.write(0, "income"), mail_from=mail_from)
    assert (reply.letter.status, reply.mails) == ("ignored", ())
    assert game.written == before


def test_our_own_answer_coming_back_is_ignored(game: Game) -> None:
    answer = game.send(0, "status").answer
    reply = game.send(0, answer.text, message_id=answer.message_id)
    assert (reply.letter.status, reply.letter.outcome) == ("ignored", "automatic: loop")
    assert reply.mails == ()


# What breaks here.


def test_a_letter_that_breaks_the_server_is_kept_and_its_sender_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = world.game_at(plain()), world.game_at(plain(), players=("Clara", "Dora"))

    def judge(unit: UnitOfWork, row: LetterRow, letter: Letter, contact: SeatContact) -> None:
        if contact.game_id == broken.id:
            raise ZeroDivisionError
        judge_letter(unit, row, letter, contact)

    monkeypatch.setattr(letters, "judge_letter", judge)
    bad = world.store(broken.write(0, "income"), broken.seats[0].token)
    good = world.store(other.write(0, "income"), other.seats[0].token)
    number = len(broken.mails(0))
    worker = InboxWorker(world.intake)
    with capture_logs() as logged:
        assert sum(worker.round() for _ in range(9)) == 4, "three times the one, once the other"
    assert [line["event"] for line in logged].count("letter failed") == 3
    assert world.letter(bad).status == "shunted"
    assert world.letter(good).status == "done"
    assert other.state.table.turn.income
    (apology,) = broken.mails(0)[number:]
    assert "something went wrong on our side" in " ".join(apology.text.split())
    assert (apology.subject, apology.auto) == (
        "[First Rails e1] Whitsun",
        "auto-replied",
    )
    assert apology.in_reply_to == world.letter(bad).message_id
    assert [mail.kind for mail in broken.mails(1)] == ["report"], "nobody else is told"


def test_an_apology_goes_to_the_seats_player_only(world: World) -> None:
    game = world.game_at(plain())
    mails = len(world.all_mails())
    for raw in (game.write(1, "income"), game.write(0, "income", headers={"Auto-Submitted": "auto-replied"})):
        world.intake.letters.apologise(world.store(raw, game.seats[0].token))
    assert len(world.all_mails()) == mails


def test_bad_letters_hold_up_no_other_game(world: World) -> None:
    game, other = world.game_at(plain()), world.game_at(plain(), players=("Clara", "Dora"))
    before, token = game.written, game.seats[0].token
    for text in ("", "wuff 4?", "roll 99h", "undo\n" * 10_000, "e\x00n\x1b[31m", "A " * 3_000):
        world.store(game.write(0, text, answering=None), token)
    world.store(secrets.token_bytes(1 << 16), token)
    world.store(other.write(0, "income\nend"), other.seats[0].token)
    worker = InboxWorker(world.intake)
    assert [worker.round() for _ in range(9)] == [True] * 8 + [False], "each letter is dealt with at once"
    assert other.state.table.turn.seat == 1
    assert game.written == before
