"""Letters from the wrong person, at the wrong time, late or twice: one clear answer, or the right silence."""

import pytest
from forms_kit import submit_as
from rows_kit import revoke_token

from adjudicator.kit import Game, World
from adjudicator.letters import fates
from adjudicator.positions import plain
from pbem.chance import new_token
from pbem.mail.reading.headers import read_head
from pbem.store import AlreadyFinished
from pbem.store.games.seats import renew_token

DONE = "Your orders were carried out."
STALE = "Nothing was changed: you replied to an older email"
TWICE = "Nothing was changed: these same orders were already carried out in this turn."
MOVED_ON = "Nothing was changed: the game has moved on since your preview."
NOTHING_TO_CONFIRM = "There is nothing to confirm; nothing was changed."


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(seats=3))


# Who wrote it.


@pytest.mark.parametrize("sender", ["bert@player.test", "anna@elsewhere.test", "stranger@away.test", ""])
def test_a_letter_from_anybody_but_the_seats_player_is_ignored(game: Game, sender: str) -> None:
    before = game.written
    reply = game.send(0, "income\nend", headers={"From": sender} if sender else {"From": "undisclosed-recipients:;"})
    assert (reply.letter.status, reply.letter.outcome) == ("ignored", "not from the seat's player")
    assert reply.mails == ()
    assert game.written == before


def test_the_right_sender_with_an_address_nobody_has_is_ignored(game: Game) -> None:
    before, mails = game.written, len(game.world.all_mails())
    letter_id = game.world.store(game.write(0, "income"), "nosuchtokenatall")
    game.world.intake.letters.receive(letter_id)
    letter = game.world.letter(letter_id)
    assert (letter.status, letter.outcome) == ("ignored", "the seat's address is no longer in use")
    assert (game.written, len(game.world.all_mails())) == (before, mails)


def test_a_player_writes_for_his_own_seat_only_though_he_knows_anothers_address(game: Game) -> None:
    before = game.written
    raw = game.write(1, "income")
    letter_id = game.world.store(raw, game.seats[0].token)
    game.world.intake.letters.receive(letter_id)
    assert game.world.letter(letter_id).status == "ignored"
    assert game.written == before


def test_letters_to_a_revoked_address_are_ignored(game: Game) -> None:
    world, contact = game.world, game.seats[0]
    world.database.write(lambda tx: revoke_token(tx, game.id, 0, 1))
    before = game.written
    assert game.post(0, game.write(0, "income")).letter.status == "ignored"
    world.database.write(lambda tx: renew_token(tx, game.id, 0, new_token()))
    assert game.seats[0].token != contact.token
    assert game.written == before
    assert game.send(0, "income").text.startswith(DONE)


def test_capitals_in_an_address_do_not_matter(game: Game) -> None:
    reply = game.send(0, "income", headers={"From": "ANNA <Anna@Player.TEST>"})
    assert reply.text.startswith(DONE)


# Whose turn it is.


@pytest.mark.parametrize(
    "letter", ["income", "roll 3h\nend", "end", "buy weiden", "A w", "undo", "restart", "roll all"]
)
def test_orders_out_of_turn_are_answered_and_do_nothing(game: Game, letter: str) -> None:
    game.send(0, "income")
    before = game.written
    reply = game.send(1, letter)
    assert game.written == before
    assert len(reply.mails) == 1
    assert reply.text.startswith("Nothing was changed: line 1 is not possible.")
    assert reply.fate(letter.splitlines()[0]) == "REFUSED: FR-10: it is not your turn."
    assert "It's Anna's turn" in reply.text


def test_orders_after_the_end_are_answered_and_do_nothing(world: World) -> None:
    game = world.game_at(plain(seat=1, front=("", ""), hidden=(0, 3), last_year="no tile"))
    over = game.send(1, "end")
    assert over.others.keys() == {0}
    before = game.written
    for letter in ("income", "roll all", "undo", "restart", "confirm", "check\nend"):
        reply = game.send(1, letter)
        assert len(reply.mails) == 1
        assert reply.text.startswith(("Nothing was changed", NOTHING_TO_CONFIRM, "This is a preview"))
    assert game.send(0, "end").fate("end") == "REFUSED: FR-72: the game is over."
    assert "The game is over" in game.send(0, "status").text
    assert game.written == before


# Old mails, and letters that come twice.


def test_an_answer_to_an_older_mail_is_previewed_and_done_when_confirmed(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    before = game.written
    reply = game.send(0, "buy weiden", answering=old)
    assert game.written == before
    assert reply.text.startswith(f"{STALE} (#{old.position}), and the game is now at #{before.game.position}.")
    assert reply.fate("buy weiden") == "understood: Anna buys a share of Weiden Express from the bank."
    assert "Reply `confirm` to carry them out" in reply.text
    confirmed = game.send(0, "confirm")
    assert confirmed.text.startswith(DONE)
    assert confirmed.fate("buy weiden") == "done: Anna buys a share of Weiden Express from the bank."
    assert game.state.table.players[0].shares == (0, 0, 1, 0, 0)
    again = game.send(0, "confirm")
    assert again.text.startswith(NOTHING_TO_CONFIRM)
    assert game.state.table.players[0].shares == (0, 0, 1, 0, 0)


def test_a_letter_that_answers_nothing_is_carried_out(game: Game) -> None:
    game.send(0, "income")
    assert game.send(0, "buy weiden", answering=None).text.startswith(DONE)


def test_a_mail_that_is_only_in_the_references_counts_as_answered(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    thread = {"References": f"{old.references_} {old.message_id}", "In-Reply-To": "<unknown@elsewhere.test>"}
    assert game.send(0, "buy weiden", answering=None, headers=thread).text.startswith(STALE)


def test_another_seats_mail_is_not_taken_for_the_one_answered(game: Game) -> None:
    game.send(1, "status")
    foreign = game.last_mail(1)
    game.send(0, "income")
    assert game.send(0, "buy weiden", answering=foreign).text.startswith(DONE)


def test_orders_confirmed_after_the_game_moved_on_are_previewed_again(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    game.send(0, "buy weiden", answering=old)
    submit_as(game.world.intake, game.id, 0, "A w", position=None)
    before = game.written
    reply = game.send(0, "confirm")
    assert reply.text.startswith(MOVED_ON)
    assert reply.fate("buy weiden").startswith("understood: ")
    assert game.written == before
    assert game.send(0, "confirm").text.startswith(DONE)
    assert game.state.table.players[0].shares == (0, 0, 1, 0, 0)


def test_orders_confirmed_when_the_turn_is_over_do_nothing(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    game.send(0, "buy weiden", answering=old)
    submit_as(game.world.intake, game.id, 0, "end", position=None)
    before = game.written
    reply = game.send(0, "confirm")
    assert (
        reply.text.startswith(MOVED_ON) and "Line 1 is not possible now, so there is nothing to confirm." in reply.text
    )
    assert game.send(0, "confirm").text.startswith(NOTHING_TO_CONFIRM)
    assert game.written == before


def test_only_the_seat_itself_confirms(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    game.send(0, "buy weiden", answering=old)
    before = game.written
    assert game.send(1, "confirm").text.startswith(NOTHING_TO_CONFIRM)
    assert game.written == before
    assert game.draft(0) is not None


def test_a_confirmation_with_other_orders_or_under_check_does_nothing(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    game.send(0, "buy weiden", answering=old)
    before = game.written
    for letter in ("confirm\nend", "confirm\nwuff 4?", "check\nconfirm", "confirm\nconfirm"):
        reply = game.send(0, letter)
        assert reply.text.startswith("Nothing was changed: send `confirm` by itself")
        assert set(fates(reply.answer.text).values()) <= {"not reached"} or "wuff" in letter
    assert game.send(0, "confirm", subject="check").text.startswith("This is a preview")
    assert game.written == before
    assert game.send(0, "confirm").text.startswith(DONE)


def test_a_newer_letter_held_back_takes_the_place_of_the_one_before(game: Game) -> None:
    old = game.last_mail(0)
    game.send(0, "income")
    game.send(0, "buy weiden", answering=old)
    game.send(0, "A w", answering=old)
    assert game.send(0, "confirm").fate("A w").startswith("done: ")
    assert game.state.table.players[0].shares == (0,) * 5
    assert game.send(0, "confirm").text.startswith(NOTHING_TO_CONFIRM)


def test_the_same_order_again_in_reply_to_the_newest_email_is_an_order(game: Game) -> None:
    game.send(0, "buy weiden")
    assert game.send(0, "buy weiden").text.startswith(DONE)
    assert game.state.table.players[0].shares == (0, 0, 2, 0, 0)


def test_the_same_order_again_from_a_page_that_shows_the_first_is_an_order(game: Game) -> None:
    for _ in range(2):
        sent = submit_as(game.world.intake, game.id, 0, "buy weiden", position=game.row.position)
        assert (sent.applied, sent.stale) == (True, False)
    assert game.state.table.players[0].shares == (0, 0, 2, 0, 0)


@pytest.mark.parametrize("again", ["buy weiden", "BUY   Weiden", "Hello!\n\nbuy weiden\n\nAnna"])
def test_orders_that_come_twice_and_answer_nothing_are_previewed_and_done_when_confirmed(
    game: Game, again: str
) -> None:
    game.send(0, "buy weiden", answering=None)
    before = game.written
    reply = game.send(0, again, answering=None)
    assert reply.text.startswith(TWICE)
    assert game.written == before
    assert game.send(0, "confirm").text.startswith(DONE)
    assert game.state.table.players[0].shares == (0, 0, 2, 0, 0)


def test_a_copy_of_a_letter_under_another_id_does_nothing(game: Game) -> None:
    answered = game.last_mail(0)
    game.send(0, "buy weiden", answering=answered)
    before = game.written
    assert game.send(0, "buy weiden", answering=answered).text.startswith(STALE)
    page = submit_as(game.world.intake, game.id, 0, "buy weiden", position=answered.position)
    assert (page.applied, page.stale) == (False, True)
    assert game.written == before


def test_a_roll_sent_twice_rolls_once(game: Game) -> None:
    game.send(0, "roll 2h", answering=None)
    rolled = game.written
    reply = game.send(0, "roll 2h", answering=None)
    assert reply.text.startswith(TWICE)
    assert "nothing to confirm" in reply.text and reply.fate("roll 2h").startswith("REFUSED: FR-10")
    assert game.send(0, "confirm").text.startswith(NOTHING_TO_CONFIRM)
    assert game.written == rolled


def test_the_same_orders_may_come_in_another_turn(world: World) -> None:
    game = world.open_game()
    for seat in (0, 1, 1, 0):
        assert game.send(seat, "end").text.startswith(DONE)


def test_the_same_letter_twice_is_one_letter(game: Game) -> None:
    raw, token, mails = game.write(0, "income"), game.seats[0].token, len(game.mails(0))
    first = game.world.store(raw, token)
    game.world.intake.letters.receive(first)
    after = game.written
    assert game.world.store(raw, token) == first
    with pytest.raises(AlreadyFinished):
        game.world.intake.letters.receive(first)
    assert game.written == after
    assert len(game.mails(0)) == mails + 1


def test_one_message_id_on_two_texts_is_two_letters(game: Game) -> None:
    game.send(0, "income", message_id="<same@player.test>")
    assert game.send(0, "buy weiden", message_id="<same@player.test>").text.startswith(DONE)


def test_a_letter_without_a_message_id_is_answered(game: Game) -> None:
    raw = game.write(0, "income").replace(b"Message-ID:", b"X-No-ID:")
    assert read_head(raw).message_id == ""
    reply = game.post(0, raw)
    assert reply.text.startswith(DONE)
    assert reply.answer.in_reply_to == game.row.root_message_id
