"""Press reaches those it is written to and nobody else, says who wrote it or hides it, and keeps to its measure."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from engines_kit import keep_store
from forms_kit import ask_as
from web_kit import Browser, sit_down

from adjudicator.kit import DOMAIN, Game, World, new_world
from adjudicator.letters import flat
from adjudicator.outputs import told
from adjudicator.positions import plain
from pbem.adjudicator.commands.press import WritePress
from pbem.adjudicator.mails.press import MOST_SIGNS, load_press_for, pass_on
from pbem.clock import to_ms
from pbem.reports.document import loaded
from pbem.reports.plain import mail_html
from pbem.reports.press import PressPiece
from pbem.store import Tx, UnitOfWork
from pbem.store.games.vacancies import occupy_seat, vacate_seat
from pbem.store.mail.outbox import MailRow, find_mail_document
from pbem.terms import PressRule, Terms

MINUTE = timedelta(minutes=1)
_CHANCE = re.compile(r'name="(?:csrf_token|form_key)" value="[^"]+"')


def opened(world: World, press: PressRule = "anonymous", *names: str) -> Game:
    """A game of three, or of these players, with this rule for press."""
    return world.open_game(names or ("Anna", "Bert", "Clara"), terms=Terms(press=press))


def press_mails(game: Game, seat: int) -> list[MailRow]:
    """The press that a seat was mailed."""
    return [mail for mail in game.mails(seat) if mail.kind == "press"]


def tick(game: Game) -> None:
    """Let minutes pass, and have what waits passed on."""
    game.world.clock.advance(2 * MINUTE)
    game.world.intake.clock.pass_on_press(game.id)


def pieces(game: Game, player: str | None) -> list[PressPiece]:
    """What a player may read on the game's page."""
    with game.world.database.read() as tx:
        return load_press_for(tx, game.id, None if player is None else game.world.players[player])


def texts(game: Game, player: str | None) -> list[str]:
    return [piece.text for piece in pieces(game, player)]


# Who is told what.


def test_press_to_some_reaches_them_from_their_own_address_in_the_games_thread(world: World) -> None:
    game = opened(world, "signed", "Anna", "Bert", "Clara", "Dora")
    reply = game.send(1, "press anna, clara:\nShall we build east?\n\n   Yours\n   Bert")
    assert reply.fate("press anna, clara:") == "done: It goes to Anna and Clara."
    assert [len(press_mails(game, seat)) for seat in range(4)] == [1, 0, 1, 0]
    (mail,) = press_mails(game, 0)
    assert mail.text.startswith("Bert writes to you and Clara:\n\n   Shall we build east?\n\n   Yours\n   Bert\n\n")
    assert "press bert: ...\npress all: ...\n" in mail.text
    assert "anonymous" not in mail.text
    assert (mail.subject, mail.sender) == ("[First Rails e1] Whitsun", None)
    assert mail.in_reply_to == game.row.root_message_id
    assert press_mails(game, 2)[0].text.startswith("Bert writes to you and Anna:")
    assert [texts(game, name) for name in ("Anna", "Bert", "Clara")] == [["Shall we build east?\n\nYours\nBert"]] * 3
    assert texts(game, "Dora") == texts(game, None) == []


def test_press_to_all_is_everybodys(world: World) -> None:
    game = opened(world)
    reply = game.send(1, "press all: See you in Hamburg!")
    assert reply.fate("press all: See you in Hamburg!") == (
        "done: It goes to Anna and Clara. Anyone can read it on the game's page."
    )
    assert [len(press_mails(game, seat)) for seat in range(3)] == [1, 0, 1]
    assert press_mails(game, 0)[0].text.startswith("Bert writes to all:\n\n   See you in Hamburg!\n")
    assert texts(game, None) == ["See you in Hamburg!"]


def test_press_is_answered_by_answering_it(world: World) -> None:
    game = opened(world)
    game.send(0, "press bert: Shall we?")
    game.send(1, "press anna: Yes, let us.\nstatus", answering=press_mails(game, 1)[0])
    assert press_mails(game, 0)[0].text.startswith("Bert writes to you:\n\n   Yes, let us.\n")


def test_a_text_stays_a_text_in_html(world: World) -> None:
    game = opened(world)
    game.send(0, 'press bert:\n<b onclick="x">== Notices ==</b>\njavascript:alert(1) https://evil.test/?a=1&b=2')
    (mail,) = press_mails(game, 1)
    with world.database.read() as tx:
        page = mail_html(loaded(find_mail_document(tx, mail.id) or ""), mail.subject, None)
    assert "&lt;b onclick=" in page
    assert re.findall(r'href="([^"]+)"', page) == ["https://games.test/games/e1/press"]
    assert not [line for line in mail.text.splitlines() if line.startswith(("==", "<b"))], "it is set in"


def test_no_mail_tells_an_address(world: World) -> None:
    game = opened(world)
    game.send(0, "press all: public\npress bert: private\npress anonymous clara: hidden")
    tick(game)
    for seat in (1, 2):
        for mail in press_mails(game, seat):
            assert "@player.test" not in mail.text
            others = [other.token for other in game.seats if other.seat != seat]
            assert not [token for token in others if token in mail.text + mail.subject + mail.references_]


def test_nobody_reads_for_programs_and_the_writer_is_told(world: World) -> None:
    world.add_player("Bodo", bot="heuristic")
    game = opened(world, "signed", "Anna", "Bert", "Bodo")
    reply = game.send(0, "press bert, bodo: hello\npress bodo: hello\npress all: hello")
    assert reply.fate("press bert, bodo: hello") == "done: It goes to Bert. Nobody reads email for Bodo."
    assert reply.fate("press bodo: hello") == "done: Nobody reads email for Bodo."
    assert [len(press_mails(game, seat)) for seat in range(3)] == [0, 2, 0]


def test_nobody_reads_for_a_vacant_seat(world: World) -> None:
    game = opened(world, "signed")
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: vacate_seat(tx, game.id, 2, "x" * 16, "resigned", now_ms))
    reply = game.send(0, "press all: is anybody there?")
    assert "It goes to Bert. Nobody reads email for Clara. Anyone can read it" in reply.text
    assert press_mails(game, 2) == []


# What cannot be written.


@pytest.mark.parametrize(
    ("rule", "typed", "why"),
    [
        ("none", "press bert: hello", "Players can't write to each other in this game."),
        ("none", "press anonymous all: hello", "Players can't write to each other in this game."),
        ("signed", "press anonymous all: hello", "There are no anonymous messages in this game."),
        ("signed", "press anna: hello", "You can't write to yourself."),
        ("signed", f"press bert: {'x' * (MOST_SIGNS + 1)}", "The text has 4,001 characters; 4,000 are allowed."),
    ],
)
def test_what_is_refused_is_said_clearly_and_nothing_leaves(
    world: World, rule: PressRule, typed: str, why: str
) -> None:
    game = opened(world, rule)
    lines = [typed[at : at + 1500] for at in range(0, len(typed), 1500)]
    reply = game.send(0, typed if len(lines) == 1 else "press bert:\n" + "\n".join(["x" * 1500, "x" * 1500, "x" * 999]))
    assert why in reply.text
    assert "Nothing was changed: line 1 is not possible." in reply.text
    assert press_mails(game, 1) == []


def test_the_longest_text_is_passed_on_whole(world: World) -> None:
    game = opened(world)
    text = "\n".join(["x" * 1500, "y" * 1500, "z" * 998])
    game.send(0, f"press bert:\n{text}")
    assert texts(game, "Bert") == [text]


# Press and orders in one letter.


def test_press_is_dropped_with_the_letter_that_is_undone(world: World) -> None:
    game = opened(world)
    before = game.written
    reply = game.send(0, "press bert: I will buy\nbuy weiden with ?\nbuy insel from director")
    assert reply.fate("press bert: I will buy").startswith("not done: fine by itself, but line ")
    assert press_mails(game, 1) == []
    assert game.written == before
    unread = game.send(0, "press bert: hello\nwuff 4?")
    assert unread.fate("press bert: hello") == "not reached"
    assert press_mails(game, 1) == []


def test_what_was_written_before_the_roll_leaves_and_what_stands_behind_the_stop_does_not(world: World) -> None:
    game = opened(world)
    reply = game.send(0, "press bert: first\nroll 1?\nroll 1?\npress bert: last")
    assert reply.fate("press bert: first") == "done: It goes to Bert."
    assert reply.fate("press bert: last") == "not reached"
    assert [mail.text.splitlines()[2] for mail in press_mails(game, 1)] == ["   first"]


def test_press_works_whosever_turn_it_is_before_and_behind_orders_and_when_the_game_is_over(world: World) -> None:
    game = world.game_at(plain(seats=3, seat=2, last_year="no tile"))
    game.send(0, "press bert: not my turn")
    game.send(2, "press bert: before\nend\npress bert: behind")
    assert game.row.status == "over"
    game.send(0, "press bert: good game")
    said = [mail.text.splitlines()[2].strip() for mail in press_mails(game, 1)]
    assert said == ["not my turn", "before", "behind", "good game"]


def test_a_preview_sends_nothing_and_confirming_it_does(world: World) -> None:
    game = opened(world)
    reply = game.send(0, "check\nroll 2?\npress bert: hello")
    assert reply.fate("press bert: hello") == "understood: It goes to Bert."
    assert press_mails(game, 1) == []
    game.send(0, "confirm")
    assert len(press_mails(game, 1)) == 1


def test_orders_in_a_text_are_none(world: World) -> None:
    game = opened(world)
    before = game.written
    game.send(0, "press bert:\nroll 4?\nend\nresign")
    assert game.written == before
    assert texts(game, "Bert") == ["roll 4?\nend\nresign"]


# Mute.


def test_who_is_muted_is_not_mailed_and_never_learns_of_it(world: World) -> None:
    game = opened(world)
    before = game.send(0, "press bert: one").fate("press bert: one")
    reply = game.send(1, "mute anna")
    assert reply.fate("mute anna").startswith("done: You no longer get messages from Anna by email;")
    assert reply.others == {}
    assert game.send(0, "press bert: one").fate("press bert: one") == before
    assert len(press_mails(game, 1)) == 1
    assert [piece.muted for piece in pieces(game, "Bert")] == [True, True]
    assert [piece.muted for piece in pieces(game, "Anna")] == [False, False]
    game.send(1, "unmute anna")
    game.send(0, "press bert: two")
    assert len(press_mails(game, 1)) == 2
    assert [piece.muted for piece in pieces(game, "Bert")] == [False] * 3


def test_what_has_no_name_is_muted_by_itself(world: World) -> None:
    game = opened(world)
    game.send(1, "mute anonymous")
    game.send(0, "press anonymous bert, clara: hidden\npress bert: open")
    tick(game)
    assert [mail.text.splitlines()[0] for mail in press_mails(game, 1)] == ["Anna writes to you:"]
    assert [piece.muted for piece in pieces(game, "Bert")] == [False, True]
    assert len(press_mails(game, 2)) == 1
    assert "You can't mute yourself." in game.send(1, "mute bert").text


# Without a name.


def test_what_has_no_name_leaves_when_its_minute_is_over_and_names_nobody(world: World) -> None:
    game = opened(world, "anonymous", "Anna", "Bert", "Clara", "Dora")
    reply = game.send(0, "press anonymous bert, clara: a hint")
    assert "It is anonymous, and leaves within minutes." in reply.text
    assert reply.others == {}
    assert texts(game, "Bert") == texts(game, "Anna") == []
    world.intake.clock.pass_on_press(game.id)
    assert press_mails(game, 1) == [], "its minute is not over"
    tick(game)
    for seat in (1, 2):
        (mail,) = press_mails(game, seat)
        assert mail.text.startswith("An anonymous message to you:\n\n   a hint\n")
        assert not [name for name in ("Anna", "Bert", "Clara", "Dora") if name in mail.text]
        assert "press anonymous all: ..." in mail.text
    tick(game)
    assert len(press_mails(game, 1)) == 1, "it is passed on once"
    (seen,) = pieces(game, "Bert")
    assert (seen.writer, seen.readers, seen.at_ms % 60_000) == (None, (), 0)
    (own,) = pieces(game, "Anna")
    assert (own.is_own, own.readers) == (True, ("Bert", "Clara"))


def test_passing_on_that_is_interrupted_is_done_later_and_once(world: World) -> None:
    game = opened(world)
    game.send(0, "press anonymous bert: a hint")
    world.clock.advance(2 * MINUTE)

    def interrupted(tx: Tx) -> None:
        pass_on(UnitOfWork(tx, world.settings, to_ms(world.clock())), game.id)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        world.database.write(interrupted)
    assert press_mails(game, 1) == []
    for _ in range(2):
        tick(game)
    assert len(press_mails(game, 1)) == 1


@contextmanager
def twins(world: World, game: Game, folder: Path) -> Iterator[tuple[Game, Game]]:
    """The game, and the same once more."""
    copy = keep_store(world.database, folder)
    (folder / "twin").mkdir()
    with new_world(folder / "twin", copy) as second:
        second.players.update(world.players)
        second.clock.at = world.clock.at
        yield game, Game(second, game.id)


def everything(game: Game, viewer: int | None) -> list[str]:
    """What is told of press to somebody."""
    seen = told(game, viewer, ("memory", "mails"))
    browser = Browser(game.world.app)
    if viewer is not None:
        sit_down(browser.client, game.seats[viewer].player_id, "https://games.test")
    pages = [browser.open(f"{path}").text for path in ("/my/mail", f"/games/{game.row.tag}/press")]
    texts = [text for found in seen.values() for text in found]
    return [_CHANCE.sub("", text) for text in (*pages, *texts)]


def test_who_wrote_without_a_name_can_be_told_by_nothing_that_others_get(world: World, tmp_path: Path) -> None:
    game = opened(world, "anonymous", "Anna", "Bert", "Clara", "Dora")
    with twins(world, game, tmp_path) as both:
        for one, writer, other in zip(both, (0, 1), (1, 0), strict=True):
            one.send(writer, "press anonymous all: a rumour\npress anonymous dora: a hint")
            one.send(other, "status")
            tick(one)
        for viewer in (2, 3, None):
            for first, second in zip(*(everything(one, viewer) for one in both), strict=True):
                assert first == second


def test_values_of_press_show_no_secret_in_logs() -> None:
    assert "secret" not in repr(PressPiece(writer="Anna", readers=(), text="secret", at_ms=0))


# Who leaves and who comes.


def test_a_successor_reads_what_is_written_from_his_time_on_and_who_left_reads_nothing_new(world: World) -> None:
    game = opened(world, "signed")
    world.add_player("Dora")
    game.send(0, "press bert: for the first")
    world.clock.advance(MINUTE)
    now_ms = to_ms(world.clock())
    world.database.write(
        lambda tx: occupy_seat(tx, game.id, 1, world.players["Dora"], "d" * 16, "replaced", "resigned", now_ms)
    )
    game.send(0, "press 2: for the second")
    assert texts(game, "Bert") == ["for the first"]
    assert texts(game, "Dora") == ["for the second"]
    assert [piece.readers for piece in pieces(game, "Anna")] == [("Bert",), ("Dora",)]
    assert press_mails(game, 1)[-1].to_address == "dora@player.test"


def test_the_page_asks_as_a_letter_does(world: World) -> None:
    game = opened(world)
    by_letter = game.send(0, "press bert: hello").fate("press bert: hello")
    told_there = ask_as(game.world.intake, game.id, 0, WritePress((1,), "hello"))
    assert by_letter == f"done: {' '.join(told_there)}"
    assert len(press_mails(game, 1)) == 2
    assert f"@{DOMAIN}" not in flat(press_mails(game, 1)[1].text)
