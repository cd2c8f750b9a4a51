"""The budget of work of letters and forms: each line is read once, never while others wait to write, and not all."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from lobby.kit import LOBBY, Village
from web_kit import Browser, sit_down

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.positions import plain
from adjudicator.robots import limited
from pbem.adjudicator import follow_ups
from pbem.adjudicator.context import Answer
from pbem.chance import repeated
from pbem.commands.command_reader import OFFICE_LIMITS, SEAT_LIMITS
from pbem.commands.orders.reader import _OrderLetter
from pbem.commands.tokens import MAX_ECHOED, MAX_FAULTS, MAX_UNREAD
from pbem.intake import Intake
from pbem.lobby.office_text import OfficeLines
from pbem.lobby.reading import _OfficeLetter
from pbem.store import Database, Tx
from pbem.store.games.proposals import list_standing_orders

BAD = "buy weidn from nowhere with 3h 2? and B e e e e e onto lake n n n n w w e e s s, roll 4? keep s s ?"
LONG = ("B e, w e n s e w n s, A w w w, roll 3h 2?; buy weiden; buy insel; roll 2; " * 3)[:185]


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain())


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each line was taken by a reader of orders."""
    return _counted(monkeypatch, _OrderLetter)


@pytest.fixture
def parted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What was read of lines of orders, rather than passed over."""
    found: list[object] = []
    real = _OrderLetter.orders_in

    def orders_in(letter: _OrderLetter, *facts: Any) -> Any:
        found.append(facts)
        return real(letter, *facts)

    monkeypatch.setattr(_OrderLetter, "orders_in", orders_in)
    yield found


def submit(game: Game, text: str) -> Answer:
    """What the page answers to orders of the first seat."""
    return game.world.intake.forms.submit(game.id, game.seats[0].player_id, text, position=game.row.position)


def _counted(monkeypatch: pytest.MonkeyPatch, reader: type[Any]) -> Counter[str]:
    count: Counter[str] = Counter()
    real: Callable[..., Any] = reader.take

    def take(letter: Any, line: str, **facts: Any) -> Any:
        count[line] += 1
        return real(letter, line, **facts)

    monkeypatch.setattr(reader, "take", take)
    return count


def test_each_line_of_a_letter_is_read_once(game: Game, taken: Counter[str]) -> None:
    reply = game.send(0, "income\nstatus\nnext turn: end")
    assert reply.fate("income").startswith("done")
    assert [taken[line] for line in ("income", "status", "next turn: end")] == [1, 1, 1]


def test_each_line_of_a_form_is_read_once_and_so_is_one_that_is_tried(game: Game, taken: Counter[str]) -> None:
    assert submit(game, "income\nbuy wuff").lines[1].outcome == "unread"
    assert (taken["income"], taken["buy wuff"]) == (1, 1)
    taken.clear()
    game.world.intake.forms.try_out(game.id, 0, "income\nbuy grau\nbuy insel from bert")
    assert set(taken.values()) == {1}, "a refused line has nothing read again"


def test_a_page_reads_once_what_it_tries_carries_out_and_shows_again(game: Game, taken: Counter[str]) -> None:
    browser = Browser(game.world.app)
    sit_down(browser.client, game.seats[0].player_id, "https://games.test")
    game.world.app.config["WTF_CSRF_ENABLED"] = False
    text = "\n".join(f"buy weiden {number}" for number in range(400))
    browser.post("/games/e1/orders", {"do": "send", "orders": text, "position": str(game.row.position)})
    assert "Nothing was changed" in browser.text
    assert {taken[line] for line in text.splitlines()} == {1}


def test_behind_twenty_faults_nothing_is_read_and_the_answer_is_short(game: Game, parted: list[object]) -> None:
    letter = "\n".join([*[BAD] * 20, *[LONG] * 1_900])
    assert len(letter) > 350_000
    reply = game.send(0, letter, quoting=False)
    assert reply.text.startswith("Nothing was changed: 20 lines were not understood.")
    assert len(parted) == MAX_FAULTS
    assert len(reply.answer.text) < 20_000
    assert f"{1_900 - MAX_ECHOED:,} more lines are not repeated here" in reply.text


def test_behind_twenty_lines_that_are_unclear_nothing_is_read_either(game: Game) -> None:
    reply = game.send(0, "\n".join(["income # a comment of so many words that a program may have wrapped it"] * 400))
    assert reply.text.startswith("Nothing was changed: 20 lines were not understood.")
    assert len(reply.answer.text) < 20_000


def test_a_long_footer_is_left_out_up_to_a_length_of_which_an_order_would_be_seen(game: Game) -> None:
    footer = "This email is confidential.\n" + "\n".join(f"Number {at} of its many lines" for at in range(200))
    lines = footer.splitlines()
    short = "\n".join(lines[: MAX_FAULTS + MAX_UNREAD])
    assert game.send(0, f"income\n\n{short}", quoting=False).fate("income").startswith("done")
    assert game.send(0, f"roll 4?\n\n{footer}", quoting=False).text.startswith("Nothing was changed")


def test_a_page_answers_a_form_of_nothing_but_lines_by_a_page_that_is_not_longer(game: Game) -> None:
    browser = Browser(game.world.app)
    sit_down(browser.client, game.seats[0].player_id, "https://games.test")
    text = "x\n" * 27_000
    game.world.app.config["WTF_CSRF_ENABLED"] = False
    empty = len(browser.post("/games/e1/orders", {"do": "send", "orders": "", "position": "0"}).data)
    for do in ("send", "try"):
        sent = {"do": do, "orders": text, "position": str(game.row.position)}
        page = browser.post("/games/e1/orders", sent).data
        assert len(page) < empty + 3 * len(text)


def test_of_a_letter_without_end_so_many_lines_are_kept_and_no_more(game: Game) -> None:
    answer = submit(game, "income\nend\n" + "thanks for the game\n" * 5_000)
    assert len(answer.lines) == SEAT_LIMITS.lines + 1
    assert answer.applied


def test_what_was_read_for_another_position_is_read_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's form goes in between the letter's reading and its transaction."""
    raw, real, forms = game.write(0, "income"), Database.write, game.world.intake.forms

    def submit() -> bool:
        return forms.submit(game.id, game.seats[0].player_id, "income", position=game.row.position).applied

    def write(database: Database, work: Callable[[Tx], Any], **named: Any) -> Any:
        if database._thread.known is not None:
            monkeypatch.setattr(Database, "write", real)
            with ThreadPoolExecutor() as pool:
                assert pool.submit(submit).result()
        return real(database, work, **named)

    monkeypatch.setattr(Database, "write", write)
    reply = game.post(0, raw)
    assert "you replied to an older email" in reply.text
    assert [entry.kind for entry in game.entries].count("action") == 1, "carried out once"


def test_a_text_that_waited_is_read_before_the_transaction_that_confirms_it(game: Game, taken: Counter[str]) -> None:
    game.send(0, "check\nincome")
    taken.clear()
    assert game.send(0, "confirm").text.startswith("Your orders were carried out")
    assert (taken["confirm"], taken["income"]) == (1, 1)


def test_a_bot_plays_the_same_turn_when_orders_that_wait_have_to_be_read_behind_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[None] = []
    real = follow_ups.play_turn

    def play_turn(*facts: Any, **named: Any) -> None:
        played.append(None)
        real(*facts, **named)

    monkeypatch.setattr("pbem.adjudicator.service.play_turn", play_turn)
    world.add_player("Robo", bot="random")
    game = world.game_at(plain(), players=("Anna", "Robo"))
    assert "kept for your next turn" in game.send(0, "next turn: income").text
    assert submit(game, "income\nend").applied
    choices = Random(8)
    while game.row.active_seat == 1:
        played.clear()
        assert world.intake.clock.play_bot(game.id, choices.randrange)
        assert len(played) <= 2, "once more where the orders behind it had to be read, and not until chance repeats"
    with world.database.read() as tx:
        assert list_standing_orders(tx, game.id) == {}
    assert game.state.table.turn.seat == 0
    assert game.state.table.turn.income


def test_choices_come_again_until_something_else_is_asked_for() -> None:
    begin = repeated(Random(1).randrange)
    first, again = begin(), begin()
    made = [first(6) for _ in range(10)]
    assert [again(6) for _ in range(9)] == made[:9]
    again(7)
    assert [begin()(6)] == made[:1]


def test_a_letter_to_an_account_is_read_once_and_not_behind_twenty_faults(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.add_player("Anna")
    count = _counted(monkeypatch, _OfficeLetter)
    reply = Village(world).write("Anna", "lists\n" + "join the list of all lists\n" * 1_500)
    assert "20 lines were not understood" in reply.text
    assert count["lists"] == 1
    assert len(reply.answer.text) < 20_000


def test_the_lines_of_a_letter_to_an_account_are_weighed_a_few_times_and_not_for_each_of_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.add_player("Anna")
    weighed: list[int] = []
    real = OfficeLines.senses

    def senses(reader: OfficeLines, readings: Any) -> Any:
        weighed.append(len(readings))
        return real(reader, readings)

    monkeypatch.setattr(OfficeLines, "senses", senses)
    Village(world).write("Anna", "\n".join(f"hello, {at} dear friends" for at in range(1_500)))
    assert sum(weighed) < 10 * 1_500


def test_of_a_strangers_letter_a_name_is_sought_in_no_more_lines_than_are_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = _OfficeLetter.orders_in

    def orders_in(letter: _OfficeLetter, tokens: Any, text: str) -> Any:
        read.append(text)
        return real(letter, tokens, text)

    monkeypatch.setattr(_OfficeLetter, "orders_in", orders_in)
    reply = Village(world).send("stranger@far.test", LOBBY, ("register " + "a b c d " * 12 + "\n") * 1_900)
    assert reply.letter.outcome == "told how to be registered"
    assert len(read) <= OFFICE_LIMITS.lines


def few(world: World, most: int) -> None:
    """Have a world read no more letters of one player in an hour."""
    mail = world.settings.mail.model_copy(update={"letters_per_hour": most})
    world.settings = world.settings.model_copy(update={"mail": mail})
    world.intake = Intake(world.database, world.clock, world.settings)


def test_beyond_so_many_letters_in_an_hour_they_are_kept_unread_and_that_is_told_once(
    game: Game, parted: list[object]
) -> None:
    few(game.world, 3)
    for _ in range(3):
        game.send(0, "status")
    parted.clear()
    mails = len(game.world.all_mails())
    replies = [game.send(0, order) for order in ("income", "income\n# again", "status")]
    assert {reply.letter.status for reply in replies} == {"ignored"}
    assert not parted
    assert not game.state.table.turn.income
    (mail,) = game.world.all_mails()[mails:]
    assert "We have read 3 emails of yours within an hour. This one was not read" in flat(mail.text)
    assert game.send(1, "status").letter.status == "done", "another player's are read"
    game.world.clock.advance(timedelta(hours=1))
    assert game.send(0, "income").letter.status == "done"


def test_a_letter_that_is_not_theirs_counts_for_nobody(game: Game) -> None:
    few(game.world, 2)
    for _ in range(5):
        game.send(0, "status", headers={"From": "troll@else.test"})
        game.send(0, "status", headers={"Auto-Submitted": "auto-generated"})
    assert game.send(0, "income").letter.status == "done"


def test_the_limit_is_for_all_addresses_of_a_player_together(game: Game) -> None:
    few(game.world, 2)
    village = Village(game.world)
    assert [village.write("Anna", "lists").letter.status for _ in range(3)] == ["done", "done", "ignored"]
    assert game.send(0, "income").letter.status == "ignored"
    mails = [mail for mail in game.world.all_mails() if "Too many emails" in mail.subject]
    assert len(mails) == 1


def test_the_limit_is_for_who_is_no_player_yet_too(world: World) -> None:
    few(world, 2)
    village = Village(world)
    sent = village.send("stranger@far.test", LOBBY, "Hello.").answer
    assert [village.answer(sent, "what?").letter.status for _ in range(4)] == ["done", "done", "ignored", "ignored"]
    assert sum("Too many emails" in mail.subject for mail in village.mails()) == 1


def test_the_limit_on_letters_is_above_that_on_answers(world: World) -> None:
    limited(world, 30)
    assert world.settings.mail.letters_per_hour > 3 * world.settings.mail.answers_per_hour
