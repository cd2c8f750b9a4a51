"""Seats are given up, and whoever has lost one hears nothing of it any more, and is heard no more."""

from functools import partial

import pytest

from adjudicator.kit import DOMAIN, World
from adjudicator.letters import flat, letter_bytes
from adjudicator.positions import plain
from adjudicator.seats import deliver, delivered, is_vacant, mails_to, opened, resigned, stand_by, take
from pbem.adjudicator.context import Refused
from pbem.clock import to_ms
from pbem.mail.reply_codes import NO_REPLY
from pbem.store.games.seats import find_seat_by_token
from pbem.store.mail.outbox import resend_mail
from pbem.store.players.player import get_player
from pbem.store.players.preferences import Preferences, put_preferences

# Giving up.


def test_a_seat_is_given_up_only_when_that_is_confirmed(world: World) -> None:
    game = opened(world)
    reply = game.send(1, "resign")
    assert reply.text.startswith("Nothing was changed yet, because this can't be undone. Reply `confirm` if you are")
    assert "You can come back only as long as nobody has taken it." in reply.fate("resign")
    assert is_vacant(game, 1) is False
    game.send(1, "confirm")
    assert is_vacant(game, 1) is True


def test_who_gives_up_is_told_from_his_own_address_how_he_may_come_back(world: World) -> None:
    game = opened(world)
    game.send(1, "resign")
    letter = game.write(1, "confirm", message_id="<yes@player.test>")
    reply = game.post(1, letter)
    (mail,) = [mail for mail in reply.mails if mail.player_id == world.players["Bert"]]
    with world.database.read() as tx:
        assert mail.sender == get_player(tx, world.players["Bert"]).token
    assert (mail.kind, mail.game_id, mail.in_reply_to, mail.auto) == (
        "lobby",
        None,
        "<yes@player.test>",
        "auto-replied",
    )
    text = flat(mail.text)
    assert text.startswith("You have resigned from Whitsun.")
    assert "reply `return e1`, or do it at https://games.test/seats" in text
    assert reply.letter.status == "done"


def test_everybody_else_is_told_at_once_and_once(world: World) -> None:
    game = opened(world)
    resigned(game, 1)
    for seat in (0, 2):
        mail = game.last_mail(seat)
        assert mail.kind == "notice"
        text = flat(mail.text)
        assert text.startswith("Bert's seat is vacant.")
        assert "Bert has resigned." in text
        assert "Nobody on standby is left to ask for Bert's seat. Anyone can take it over now" in text
        assert "given up" not in flat(game.send(seat, "status").answer.text)


def test_who_wants_his_own_turns_only_is_told_in_his_next_mail(world: World) -> None:
    game = opened(world)
    chosen = Preferences(reports="mine")
    world.database.write(partial(put_preferences, player_id=world.players["Clara"], chosen=chosen))
    before = len(game.mails(2))
    resigned(game, 1)
    assert len(game.mails(2)) == before
    assert "Bert has resigned." in flat(game.send(2, "status").answer.text)


def test_orders_in_the_same_letter_are_carried_out_and_answered(world: World) -> None:
    game = opened(world)
    game.send(0, "resign\nbuy weiden with ?\nend")
    reply = game.post(0, game.write(0, "confirm"))
    to_anna = [mail for mail in reply.mails if mail.player_id == world.players["Anna"]]
    assert [mail.kind for mail in to_anna] == ["lobby", "answer"]
    assert game.row.active_seat == 1
    to_clara = [flat(mail.text) for mail in reply.mails if mail.player_id == world.players["Clara"]]
    assert sum("Anna has resigned." in text for text in to_clara) == 1, "once is enough"
    deliver(world)
    mails = delivered(world, "Anna")
    assert sum(f"{NO_REPLY}@{DOMAIN}".encode() in mail for mail in mails) == len(mails) - 1


def test_what_was_prepared_is_dropped(world: World) -> None:
    game = opened(world)
    game.send(0, "check\nbuy weiden with ?")
    assert game.draft(0)
    resigned(game, 0)
    assert game.draft(0) is None


def test_a_game_that_is_over_has_no_seat_to_give_up_or_take(world: World) -> None:
    game = world.game_at(plain(seats=3, seat=2, last_year="no tile"))
    world.add_player("Dora")
    resigned(game, 1)
    game.send(2, "end")
    assert game.row.status == "over"
    game.send(0, "resign")
    assert "The game is over; there is nothing to resign from." in flat(game.last_mail(0).text)
    with pytest.raises(Refused, match="The game is over"):
        take(game, "Dora")


# The wall.


def test_the_old_address_is_closed_at_once(world: World) -> None:
    game = opened(world)
    old = game.seats[1].token
    resigned(game, 1)
    with world.database.read() as tx:
        assert find_seat_by_token(tx, old) is None
        assert find_seat_by_token(tx, game.seats[1].token) is None, "nor is there another for anybody to guess"
    assert game.seats[1].token != old
    take(game, "Dora")
    with world.database.read() as tx:
        assert find_seat_by_token(tx, old) is None
        found = find_seat_by_token(tx, game.seats[1].token)
    assert found is not None
    assert found.player_id == world.players["Dora"]


def test_a_letter_that_lies_in_the_inbox_is_ignored_when_the_seat_has_gone(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    raw, old = game.write(0, "buy weiden with ?\nend"), game.seats[0].token
    letter_id = world.store(raw, old, "anna@player.test")
    resigned(game, 0)
    take(game, "Dora")
    before = game.written
    world.intake.letters.receive(letter_id)
    assert (world.letter(letter_id).status, game.written) == ("ignored", before)
    assert world.letter(letter_id).outcome == "the seat's address is no longer in use"
    forged = letter_bytes("end", "anna@player.test", game.address(0), {"message_id": "<forged@player.test>"})
    late = world.store(forged, game.seats[0].token, "anna@player.test")
    world.intake.letters.receive(late)
    assert (world.letter(late).outcome, game.written) == ("not from the seat's player", before)


def test_reports_go_to_nobody_while_a_seat_is_vacant_and_then_to_the_newcomer_alone(world: World) -> None:
    game = opened(world)
    resigned(game, 1)
    known = len(mails_to(world, "Bert"))
    game.send(0, "end")
    assert len(mails_to(world, "Bert")) == known
    take(game, "Dora")
    game.post(1, game.write(1, "buy weiden with ?\nend"))
    game.send(2, "end")
    assert len(mails_to(world, "Bert")) == known
    assert [mail.kind for mail in mails_to(world, "Dora")] == ["report", "answer", "report"]


def test_a_mail_that_waits_for_who_has_left_carries_no_address_of_the_seat(world: World) -> None:
    game = opened(world)
    old = game.seats[1].token
    game.send(1, "status")
    resigned(game, 1)
    take(game, "Dora")
    new = game.seats[1].token
    deliver(world)
    bert, dora = delivered(world, "Bert"), delivered(world, "Dora")
    assert len(bert) == len(mails_to(world, "Bert"))
    assert not any(token.encode() in mail for mail in bert for token in (old, new))
    assert sum(f"{NO_REPLY}@{DOMAIN}".encode() in mail for mail in bert) == len(bert) - 1, "the farewell is his own"
    assert all(new.encode() in mail for mail in dora)
    first = mails_to(world, "Bert")[0]
    world.database.write(lambda tx: resend_mail(tx, first.id, to_ms(world.clock()), "<again@g>"))
    deliver(world)
    assert {mail.status for mail in mails_to(world, "Bert")} == {"sent"}, "his old mails stay his"
    assert [len(delivered(world, name)) for name in ("Bert", "Dora")] == [len(bert), len(dora)]


def test_an_answer_to_another_players_mail_answers_none(world: World) -> None:
    game = opened(world)
    old = game.last_mail(0)
    resigned(game, 0)
    take(game, "Dora")
    game.post(0, game.write(0, "buy weiden with ?"))
    reply = game.post(0, game.write(0, "end", answering=old))
    assert "you replied to an older email" not in reply.text


def test_orders_from_a_page_of_before_are_refused(world: World) -> None:
    game = opened(world)
    anna = world.players["Anna"]
    position = game.row.position
    resigned(game, 0)
    for name in (None, "Dora"):
        if name:
            take(game, name)
        with pytest.raises(LookupError):
            world.intake.forms.submit(game.id, anna, "end", position=position)
    assert game.row.active_seat == 0
