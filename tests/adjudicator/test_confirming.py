"""What cannot be undone at a seat is done for who reads its mail, and for nobody who has only found its address."""

import re
from datetime import timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orders_kit import orders
from soak import few
from web_kit import Browser, sit_down

from adjudicator.kit import DOMAIN, Game, Reply, World
from adjudicator.letters import code_in, flat
from adjudicator.seats import is_vacant, opened, take
from pbem.adjudicator.confirmations import GOOD_FOR, MOST_WRONG
from pbem.commands.orders import ServerCommand
from pbem.mail.reply_codes import LENGTH, SIGNS
from pbem.store.accounts.addresses import change_address
from pbem.store.games.proposals import DraftRow, put_draft
from pbem.store.mail.outbox import MailRow

UNPROVED = "Nothing was changed, because what you are about to confirm can't be undone."
WRONG = "Nothing was changed: that is not the code in the newest email that asked for one."
VOID = "Nothing was changed: there were too many wrong codes, so the request is cancelled."
EXPIRED = "Nothing was changed: the request has expired. Send it again if you still want it."
NOTHING = "There is nothing to confirm; nothing was changed."


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, in which Anna is to move."""
    return opened(world)


def forged(game: Game, seat: int, text: str, **headers: str) -> Reply:
    """A letter of somebody who knows a seat's address and whose it is, and answers none of its mails."""
    return game.send(seat, text, answering=None, headers=headers)


def asked(game: Game, seat: int = 1, text: str = "resign") -> MailRow:
    """The mail that asks whether a seat is to be given up."""
    mail = game.send(seat, text).answer
    assert len(code_in(mail.text)) == LENGTH + 1
    return mail


def test_the_mail_that_asks_lists_no_orders_which_can_no_longer_be_sent_then(game: Game) -> None:
    text = asked(game, 0).text
    assert "You resign." in text
    assert "you can send any of these lines" not in text.lower() and "You could send" not in text


# The attack.


def test_a_forged_letter_and_a_forged_confirm_give_up_no_seat(game: Game) -> None:
    before = game.written
    question = forged(game, 1, "resign").answer
    assert question.to_address == "bert@player.test"
    reply = forged(game, 1, "confirm")
    assert reply.text.startswith(UNPROVED)
    assert code_in(reply.answer.text) == "" and "give up" not in reply.text
    assert question.message_id not in reply.answer.references_
    assert not is_vacant(game, 1) and game.written == before


@pytest.mark.parametrize(
    "text", ["resign\nconfirm", "confirm\nresign", "resign\n\nconfirm\n\nconfirm", "confirm; resign"]
)
def test_both_in_one_letter_give_up_no_seat(game: Game, text: str) -> None:
    for _ in range(2):
        assert forged(game, 1, text).text.startswith("Nothing was changed: send `confirm` by itself")
        assert not is_vacant(game, 1)


def test_guessed_references_are_no_answer(game: Game) -> None:
    older = game.last_mail(1)
    forged(game, 1, "resign")
    others = [
        game.row.root_message_id,
        older.message_id,
        game.last_mail(0).message_id,
        f"<{'a' * 32}@{DOMAIN}>",
        "<x@y.z>",
    ]
    for first, second in product(others, others):
        reply = forged(game, 1, "confirm", **{"In-Reply-To": first, "References": f"{second} {first}"})
        assert reply.text.startswith(UNPROVED), (first, second)
    assert not is_vacant(game, 1)


def test_codes_cannot_be_tried_one_after_another(game: Game) -> None:
    question = asked(game)
    right = code_in(question.text)
    wrong = [code for code in ("22222222", "3333 3333", "CCCC-CCCC", "x", "4") if code != right]
    texts = [forged(game, 1, f"confirm {code}").text for code in wrong]
    assert len(texts) == MOST_WRONG
    assert all(text.startswith(WRONG) for text in texts[:-1])
    assert texts[-1].startswith(VOID)
    assert game.send(1, f"confirm {right}").text.startswith(NOTHING)
    assert game.send(1, "confirm", answering=question).text.startswith(NOTHING)
    assert not is_vacant(game, 1)


def test_the_code_of_one_request_confirms_no_other(game: Game) -> None:
    first = asked(game)
    second = asked(game)
    assert code_in(first.text) != code_in(second.text)
    assert game.send(1, f"confirm {code_in(first.text)}").text.startswith(WRONG)
    assert game.send(1, "confirm", answering=first).text.startswith(UNPROVED)
    assert not is_vacant(game, 1)
    game.send(1, "confirm", answering=second)
    assert is_vacant(game, 1)


def test_a_code_is_of_one_seat_and_one_game(world: World, game: Game) -> None:
    other = world.open_game(("Bert", "Anna"))
    code = code_in(asked(game).text)
    assert game.send(0, f"confirm {code}").text.startswith(NOTHING)
    assert other.send(0, f"confirm {code}").text.startswith(NOTHING)
    assert code_in(other.send(0, "resign").answer.text) != code
    assert other.send(0, f"confirm {code}").text.startswith(WRONG)
    assert not is_vacant(game, 0) and not is_vacant(other, 0)


# How it is confirmed.


def test_an_answer_to_the_mail_that_asked_needs_no_code(game: Game) -> None:
    question = asked(game)
    game.send(0, "status")
    game.send(1, "status")
    game.send(1, "confirm", answering=question)
    assert is_vacant(game, 1)


def test_references_alone_are_an_answer_where_a_program_writes_no_in_reply_to(game: Game) -> None:
    question = asked(game)
    forged(game, 1, "confirm", References=f"{game.row.root_message_id} {question.message_id}")
    assert is_vacant(game, 1)


def test_an_answer_to_another_mail_is_none_though_its_references_name_the_one_that_asked(game: Game) -> None:
    question = asked(game)
    other = game.send(1, "status").answer
    chain = f"{question.message_id} {other.message_id}"
    reply = forged(game, 1, "confirm", **{"In-Reply-To": other.message_id, "References": chain})
    assert reply.text.startswith(UNPROVED)
    assert not is_vacant(game, 1)


@pytest.mark.parametrize("way", few(["{}", "{} # yes", "  {}  ", "{}\n-- \nBert"], 1))
@pytest.mark.parametrize("spelled", [str.lower, lambda code: code.replace(" ", ""), lambda code: "-".join(code), str])
def test_a_code_may_be_typed_in_any_case_and_with_any_spaces(game: Game, way: str, spelled: "type[str]") -> None:
    code = code_in(asked(game).text)
    forged(game, 1, way.format(f"Confirm {spelled(code)}"))
    assert is_vacant(game, 1)


def test_the_line_may_be_copied_from_the_mail_that_is_quoted_below(game: Game) -> None:
    question = asked(game)
    game.send(1, f"confirm {code_in(question.text)}", answering=question)
    assert is_vacant(game, 1)


@given(st.text(SIGNS, min_size=LENGTH, max_size=LENGTH), st.sampled_from(["", " ", "-", " - "]), st.booleans())
def test_no_code_is_mistaken_for_orders_in_any_language(code: str, between: str, lower: bool) -> None:
    typed = code.lower() if lower else code
    for word, language in (("confirm", "en"), ("bestätige", "de"), ("confirmer", "fr")):
        for size in (1, 2, 3, 4, 8):
            parts = [typed[at : at + size] for at in range(0, LENGTH, size)]
            read = orders(f"{word} {between.join(parts) if between else typed}", language=language)
            assert read == [ServerCommand("confirm", code)], read


def test_it_is_done_once(game: Game) -> None:
    question = asked(game)
    letter = game.write(1, "confirm", answering=question)
    game.post(1, letter)
    take(game, "Bert")
    game.send(1, "confirm", answering=question)
    game.send(1, f"confirm {code_in(question.text)}", answering=None)
    assert not is_vacant(game, 1), "who has come back stays"


def test_it_has_a_week(game: Game) -> None:
    for answers, span in product((True, False), (GOOD_FOR - timedelta(minutes=5), GOOD_FOR)):
        question = asked(game)
        game.world.clock.advance(span)
        text = "confirm" if answers else f"confirm {code_in(question.text)}"
        reply = game.send(1, text, answering=question if answers else None)
        if span == GOOD_FOR:
            assert reply.text.startswith(EXPIRED)
            assert not is_vacant(game, 1)
        else:
            assert is_vacant(game, 1)
            take(game, "Bert")


def test_what_has_expired_is_forgotten_another_week_later(game: Game) -> None:
    question = asked(game)
    game.world.clock.advance(GOOD_FOR)
    game.world.intake.clock.forget()
    assert game.send(1, "confirm", answering=question).text.startswith(EXPIRED)
    game.world.clock.advance(GOOD_FOR)
    game.world.intake.clock.forget()
    assert game.send(1, "confirm", answering=question).text.startswith(NOTHING)


def test_what_waited_is_void_where_the_seat_or_the_address_changes_hands(game: Game) -> None:
    world = game.world
    question = asked(game)
    world.database.write(lambda tx: change_address(tx, world.players["Bert"], "other@player.test"))
    assert game.send(1, f"confirm {code_in(question.text)}").text.startswith(NOTHING), "it was mailed to the old one"
    question = asked(game)
    asked(game)
    game.send(1, "confirm")
    take(game, "Dora")
    assert game.send(1, f"confirm {code_in(question.text)}").text.startswith(NOTHING)
    assert not is_vacant(game, 1)


def test_a_request_that_cannot_be_met_asks_for_nothing(game: Game) -> None:
    reply = game.send(0, "resign\nbuy 9 weiden")
    assert reply.text.startswith("Nothing was changed: line 2 is not possible.")
    assert code_in(reply.answer.text) == ""


def test_orders_beside_it_are_asked_for_once_more_where_the_game_has_moved_on(game: Game) -> None:
    question = asked(game, 0, "resign\nbuy weiden with ?")
    game.send(0, "buy insel with ?")
    before = game.written
    reply = game.send(0, f"confirm {code_in(question.text)}", answering=None)
    assert reply.text.startswith("Nothing was changed: the game has moved on since your preview.")
    assert game.written == before and not is_vacant(game, 0)
    assert code_in(reply.answer.text) not in ("", code_in(question.text))
    game.send(0, "confirm")
    assert is_vacant(game, 0)


def test_one_that_plays_nothing_is_done_though_the_game_has_moved_on(game: Game) -> None:
    question = asked(game)
    game.send(0, "end")
    game.send(1, "confirm", answering=question)
    assert is_vacant(game, 1)


# Beside drafts of orders.


def test_orders_that_wait_are_confirmed_by_the_word_alone_and_give_up_no_seat(game: Game) -> None:
    forged(game, 0, "resign")
    forged(game, 0, "check\nbuy weiden with ?")
    assert forged(game, 0, "confirm").fate("buy weiden with ?").startswith("done")
    assert forged(game, 0, "confirm").text.startswith(UNPROVED)
    assert not is_vacant(game, 0)


def test_a_preview_that_was_asked_for_asks_for_a_code_too(game: Game) -> None:
    reply = game.send(1, "check\nresign")
    assert reply.text.startswith(
        "This is a preview: nothing was changed and no dice were rolled. Reply `confirm` to carry it out."
    )
    assert forged(game, 1, "confirm").text.startswith(UNPROVED)
    forged(game, 1, f"confirm {code_in(reply.answer.text)}")
    assert is_vacant(game, 1)


def test_a_draft_of_an_older_server_is_insisted_on_once_more(game: Game) -> None:
    draft = DraftRow("resign", game.row.position, None, 0)
    game.world.database.write(lambda tx: put_draft(tx, game.id, 1, draft))
    reply = forged(game, 1, "confirm")
    assert reply.text.startswith("Nothing was changed yet, because this can't be undone.")
    assert not is_vacant(game, 1)
    game.send(1, "confirm", answering=reply.answer)
    assert is_vacant(game, 1)


# On pages.


def page(game: Game, name: str) -> Browser:
    """The game's page, for who is signed in."""
    browser = Browser(game.world.app)
    sit_down(browser.client, game.world.players[name], "https://games.test")
    browser.open(f"/games/{game.row.tag}")
    return browser


def test_on_a_page_the_signed_in_player_sends_it_once_more(game: Game) -> None:
    browser = page(game, "Bert")
    browser.press("Send", orders="resign")
    assert "can't be undone" in flat(browser.page.text_content())
    assert code_in(browser.text) == "" and not is_vacant(game, 1)
    action, form = browser.form("Send")
    browser.press("Send")
    assert is_vacant(game, 1)
    answered = browser.text
    assert browser.post(action, form).status_code in (200, 303), "a second click is answered as the first"
    assert browser.text == answered


def test_what_a_stranger_has_asked_for_is_not_confirmed_on_a_page(game: Game) -> None:
    game.send(1, "check\nnext turn: income")
    browser = page(game, "Bert")
    forged(game, 1, "resign")
    forms, bert = game.world.intake.forms, game.world.players["Bert"]
    for sure in (False, True):
        forms.submit(game.id, bert, "confirm", position=game.row.position, sure=sure)
    browser.open(f"/games/{game.row.tag}")
    assert re.search(r"resign", browser.text.partition("Resign")[0]) is None
    assert not is_vacant(game, 1)
