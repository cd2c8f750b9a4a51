"""Which mail a letter answers, where its headers do not say so: ids are changed on the way, or left out."""

from email import message_from_bytes

import pytest

from adjudicator.kit import Game, Reply, World
from adjudicator.letters import code_in
from adjudicator.positions import plain
from adjudicator.seats import is_vacant, opened
from pbem.adjudicator.antecedents import REMEMBERED_FOR, find_changed_ids
from pbem.clock import to_ms
from pbem.mail.sending.outgoing import build, outgoing_for
from pbem.store.mail.outbox import MailRow

DONE = "Your orders were carried out."
STALE = "Nothing was changed: you replied to an older email"
UNTOLD = "Nothing was changed: it can't be told which of our emails you replied to"
REWRITTEN = "<0102019a0000-rewritten@eu-west-1.amazonses.com>"


@pytest.fixture
def game(world: World) -> Game:
    """A game in which Anna is to move, and has got two mails: the position of the second is another."""
    game = world.game_at(plain(seats=2))
    game.send(0, "income")
    return game


def rewritten(game: Game, text: str, answered: MailRow | None = None, *, quoted: str = "") -> Reply:
    """A letter of Anna's by way of a relay that gave the mail it answers another id."""
    body = "\n".join([text, "", *(f"> {line}" for line in quoted.splitlines())])
    headers = {"In-Reply-To": REWRITTEN, "References": REWRITTEN}
    if answered is not None:
        with game.world.database.read() as tx:
            mail = build(outgoing_for(game.world.unit(tx), answered, game.seats[0].token))
        headers["References"] = " ".join([*str(message_from_bytes(mail)["References"]).split(), REWRITTEN])
    return game.send(0, body, answering=None, headers=headers)


def place(mail: MailRow) -> str:
    """The line in which a mail prints its position."""
    return next(line for line in mail.text.splitlines() if line.endswith(f" #{mail.position}"))


def test_an_older_mail_is_known_by_the_position_that_is_quoted(game: Game) -> None:
    first, newest = game.mails(0)[-2:]
    before = game.written
    assert rewritten(game, "roll 1h", quoted=place(first)).text.startswith(STALE)
    assert game.written == before
    assert rewritten(game, "buy weiden", quoted=place(newest)).text.startswith(DONE)


def test_a_program_that_names_no_mail_is_known_by_the_quote_too(game: Game) -> None:
    first = game.mails(0)[-2]
    before = game.written
    assert game.send(0, f"roll 1h\n\n> {place(first)}", answering=None).text.startswith(STALE)
    assert game.written == before


def test_the_mail_is_known_by_its_text_where_its_position_is_not_quoted(game: Game) -> None:
    first, newest = game.mails(0)[-2:]
    old, new = ("\n".join(mail.text.replace(place(mail), "").splitlines()[:-6]) for mail in (first, newest))
    before = game.written
    assert rewritten(game, "roll 1h", quoted=old).text.startswith(STALE)
    assert game.written == before
    assert rewritten(game, "buy weiden", quoted=new).text.startswith(DONE)


def test_a_quote_without_marks_is_known_by_the_newest_mails(game: Game) -> None:
    newest = game.last_mail(0)
    reply = game.send(0, f"buy weiden\n\n{newest.text}", answering=None, headers={"In-Reply-To": REWRITTEN})
    assert reply.text.startswith(DONE)
    assert reply.fate("buy weiden").startswith("done")


def test_the_mark_in_the_references_names_the_mail_without_a_quote(game: Game) -> None:
    first, newest = game.mails(0)[-2:]
    before = game.written
    assert rewritten(game, "roll 1h", first).text.startswith(STALE)
    assert game.written == before
    assert rewritten(game, "buy weiden", newest).text.startswith(DONE)


def test_what_answers_an_unknown_id_and_quotes_nothing_is_previewed_until_it_is_confirmed(game: Game) -> None:
    before = game.written
    reply = rewritten(game, "buy weiden")
    assert reply.text.startswith(UNTOLD)
    assert reply.fate("buy weiden").startswith("understood")
    assert game.written == before
    assert rewritten(game, "confirm").text.startswith(DONE)


def test_where_no_mail_is_older_an_unknown_id_does_no_harm(world: World) -> None:
    game = world.game_at(plain(seats=2))
    assert rewritten(game, "income").text.startswith(DONE)


def test_an_answer_to_ones_own_letter_is_a_new_letter(game: Game) -> None:
    mine = game.send(0, "status", answering=None).letter.message_id
    assert game.send(0, "buy weiden", answering=None, headers={"In-Reply-To": mine}).text.startswith(DONE)


def test_what_depends_on_no_position_is_done_whatever_was_answered(game: Game) -> None:
    assert rewritten(game, "press bert: Hello.").text.startswith(DONE)


@pytest.mark.parametrize("position", [10**6, 0])
def test_a_position_that_no_mail_had_tells_nothing(game: Game, position: int) -> None:
    assert game.send(0, f"buy weiden\n\n> Y2.1 #{position}", answering=None).text.startswith(DONE)


def test_what_cannot_be_undone_is_confirmed_by_the_mail_that_asked_whatever_its_id_became(world: World) -> None:
    game = opened(world)
    question = game.send(0, "resign").answer
    assert not is_vacant(game, 0)
    assert rewritten(game, "confirm").text.startswith("Nothing was changed, because")
    assert rewritten(game, "confirm", quoted=f"confirm {'2222 2222'}").text.startswith("Nothing was changed, because")
    assert rewritten(game, "confirm", quoted=f"confirm {code_in(question.text)}").letter.outcome.startswith(DONE[:-1])
    assert is_vacant(game, 0)


def test_the_mark_of_the_mail_that_asked_confirms_as_its_id_does(world: World) -> None:
    game = opened(world)
    question = game.send(0, "resign").answer
    rewritten(game, "confirm", question)
    assert is_vacant(game, 0)


def test_a_quoted_code_confirms_nothing_in_an_answer_to_another_mail(world: World) -> None:
    game = opened(world)
    question = game.send(0, "resign").answer
    other = game.send(0, "status").answer
    reply = game.send(0, f"confirm\n\n> confirm {code_in(question.text)}", answering=other, quoting=False)
    assert reply.text.startswith("Nothing was changed, because")
    assert not is_vacant(game, 0)


def test_the_operator_is_told_of_ids_that_are_changed_on_the_way(game: Game) -> None:
    newest, sentences = game.last_mail(0), []
    game.send(0, "status")
    rewritten(game, "status")
    sentences.append(known_of(game))
    rewritten(game, "status", newest)
    rewritten(game, "status", quoted=newest.text)
    sentences.append(known_of(game))
    game.world.clock.advance(REMEMBERED_FOR)
    sentences.append(known_of(game))
    assert sentences == [None, (2, "eu-west-1.amazonses.com"), None]


def known_of(game: Game) -> tuple[int, str] | None:
    """What is known of changed ids: how many, and where."""
    with game.world.database.read() as tx:
        found = find_changed_ids(tx, to_ms(game.world.clock()))
    return None if found is None else (found.count, found.domain)
