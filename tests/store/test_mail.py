"""The inbox takes each letter once and closes it once; the outbox sends each mail with the same bytes every time."""

import base64
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rows_kit import mails_of_player, table_counts
from sqlalchemy import text
from store_kit import T0, new_game, new_mail, new_player, open_transaction, png_with

from pbem.store import AlreadyFinished, NotFound, Tx
from pbem.store.accounts.addresses import change_address
from pbem.store.mail.inbox import (
    MAX_ATTEMPTS,
    NewLetter,
    count_letters_by_status,
    erase_letters,
    fail_letter,
    finish_letter,
    get_letter,
    list_old_letters,
    store_letter,
    store_letters,
)
from pbem.store.mail.outbox import (
    BuiltMail,
    Delivery,
    MailStatus,
    count_mails_by_status,
    enqueue_mail,
    erase_mail_bytes,
    find_mail_by_message_id,
    find_mail_bytes,
    find_mail_document,
    find_picture,
    get_mail,
    keep_bytes,
    keep_pictures,
    list_mails_of_seat,
    list_old_mail_bytes,
    mark_failed,
    mark_sent,
    resend_mail,
)
from pbem.store.mail.postbox import count_mails, find_own_mail, list_newest_mails
from pbem.store.mail.queues import find_next_new_letter
from pbem.store.mail.sending import list_due_mail
from pbem.store.players.player import find_player_by_address

pytestmark = pytest.mark.both_engines

PNG, OTHER = png_with(b"one"), png_with(b"another")


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    with open_transaction(tmp_path) as tx:
        yield tx


def receive(tx: Tx, message_id: str = "<1@x>", raw: bytes = b"roll 4?", token: str = "token") -> int:
    letter_id, _ = store_letter(tx, token, message_id, "ada@player.test", T0, raw)
    return letter_id


def test_letters_stored_together_are_each_there_once(tx: Tx) -> None:
    def letter(number: int) -> NewLetter:
        return NewLetter("token", f"<{number}@x>", "ada@player.test", T0, b"end")

    store_letters(tx, [letter(1)])
    store_letters(tx, [letter(0), letter(1), letter(2), letter(2)])
    assert count_letters_by_status(tx) == {"new": 3}
    assert store_letter(tx, "token", "<2@x>", "ada@player.test", T0, b"end")[1] is False


def test_a_letter_is_kept_as_it_came(tx: Tx) -> None:
    letter_id, is_new = store_letter(tx, "token", "<1@x>", "ada@player.test", T0, b"\xff\r\n.\r\n")
    letter = get_letter(tx, letter_id)
    assert is_new
    assert (letter.raw, letter.status, letter.attempts, letter.outcome) == (b"\xff\r\n.\r\n", "new", 0, "")
    assert (letter.recipient_token, letter.message_id, letter.mail_from) == ("token", "<1@x>", "ada@player.test")
    assert (letter.received_ms, letter.game_id, letter.seat) == (T0, None, None)


def test_the_same_letter_is_stored_once(tx: Tx) -> None:
    first = store_letter(tx, "token", "<1@x>", "ada@player.test", T0, b"end")
    again = store_letter(tx, "token", "<1@x>", "ada@player.test", T0 + 9, b"end")
    assert (first[1], again) == (True, (first[0], False))


def test_letters_that_differ_in_address_id_or_bytes_are_different(tx: Tx) -> None:
    ids = {
        receive(tx),
        receive(tx, token="other"),
        receive(tx, message_id="<2@x>"),
        receive(tx, message_id=""),
        receive(tx, raw=b"roll 3?"),
    }
    assert len(ids) == 5
    by_another_way = b"Return-Path: <a@x>\r\nReceived: from x\r\n by y; today\r\nFrom: a@x\r\n\r\nend"
    as_written = by_another_way.partition(b"today\r\n")[2]
    assert (
        receive(tx, raw=by_another_way)
        == receive(tx, raw=b"received: by z\n" + as_written)
        == receive(tx, raw=as_written)
    )
    assert receive(tx, message_id="", raw=by_another_way) != receive(tx, message_id="", raw=as_written)
    assert receive(tx, raw=as_written.replace(b"end", b"end\r\nReceived: roll")) != receive(tx, raw=as_written)


def test_letters_come_up_in_their_order_until_they_are_finished(tx: Tx) -> None:
    game_id = new_game(tx, [new_player(tx)])
    first, second = receive(tx), receive(tx, message_id="<2@x>")
    coming = find_next_new_letter(tx)
    assert coming is not None
    assert coming.id == first

    finish_letter(tx, first, "done", "3 orders applied", game_id, 0)
    done = get_letter(tx, first)
    assert (done.status, done.outcome, done.game_id, done.seat) == ("done", "3 orders applied", game_id, 0)
    coming = find_next_new_letter(tx)
    assert coming is not None
    assert coming.id == second

    finish_letter(tx, second, "ignored", "automatic")
    assert find_next_new_letter(tx) is None
    assert count_letters_by_status(tx) == {"done": 1, "ignored": 1}


def test_a_letter_is_finished_once(tx: Tx) -> None:
    letter_id = receive(tx)
    finish_letter(tx, letter_id, "done", "first")
    with pytest.raises(AlreadyFinished):
        finish_letter(tx, letter_id, "ignored", "second")
    with pytest.raises(AlreadyFinished):
        fail_letter(tx, letter_id, "third")
    assert get_letter(tx, letter_id).outcome == "first"


def test_a_letter_that_fails_three_times_is_shunted(tx: Tx) -> None:
    letter_id, other = receive(tx), receive(tx, message_id="<2@x>")
    assert [fail_letter(tx, letter_id, f"failure {n}") for n in (1, 2, 3)] == ["new", "new", "shunted"]
    shunted = get_letter(tx, letter_id)
    assert (shunted.status, shunted.attempts, shunted.outcome) == ("shunted", 3, "failure 3")
    assert shunted.raw == b"roll 4?"
    coming = find_next_new_letter(tx)
    assert coming is not None
    assert coming.id == other


def test_old_letters_are_erased_once_they_are_dealt_with(tx: Tx) -> None:
    done, waiting, shunted = (receive(tx, f"<{n}@x>") for n in range(3))
    young, _ = store_letter(tx, "token", "<young@x>", "ada@player.test", T0 + 10, b"roll 4?")
    for letter_id in (done, young):
        finish_letter(tx, letter_id, "done", "")
    for _ in range(MAX_ATTEMPTS):
        fail_letter(tx, shunted, "")

    assert list_old_letters(tx, T0 + 10, 9) == [done]
    erase_letters(tx, [done, waiting, shunted])
    assert list_old_letters(tx, T0 + 10, 9) == []
    erased = get_letter(tx, done)
    assert (erased.raw, erased.mail_from) == (b"", "")
    assert [get_letter(tx, kept).raw for kept in (waiting, shunted, young)] == [b"roll 4?"] * 3
    assert store_letter(tx, "token", "<0@x>", "ada@player.test", T0 + 20, b"roll 4?") == (done, False)


def enqueue(tx: Tx, *message_ids: str) -> list[int]:
    ada = find_player_by_address(tx, "ada@player.test")
    player_id = ada.id if ada else new_player(tx)
    return [enqueue_mail(tx, new_mail(message_id, player_id)) for message_id in message_ids]


def statuses(tx: Tx, *mail_ids: int) -> list[MailStatus]:
    return [get_mail(tx, mail_id).status for mail_id in mail_ids]


def test_a_mail_is_kept_whole(tx: Tx) -> None:
    ada = new_player(tx)
    game_id = new_game(tx, [ada])
    written = new_mail("<r1@game.test>", ada, game_id, 0)
    mail = get_mail(tx, enqueue_mail(tx, written, '{"parts": []}'))
    assert mail == replace(written, id=mail.id, next_ms=T0, number=1)
    assert find_mail_document(tx, mail.id) == '{"parts": []}'
    assert (mail.status, mail.attempts, mail.next_ms, mail.sent_ms) == ("due", 0, T0, None)
    assert find_mail_by_message_id(tx, "<r1@game.test>") == mail
    assert find_mail_by_message_id(tx, "<r2@game.test>") is None


def test_mails_are_found_by_seat_and_by_player(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    game_id = new_game(tx, [ada, bob])
    to_ada = enqueue_mail(tx, new_mail("<1@g>", ada, game_id, 0))
    to_bob = enqueue_mail(tx, new_mail("<2@g>", bob, game_id, 1))
    sign_in = enqueue_mail(tx, new_mail("<3@g>", ada))
    assert [mail.id for mail in list_mails_of_seat(tx, game_id, 0)] == [to_ada]
    assert [mail.id for mail in list_mails_of_seat(tx, game_id, 1)] == [to_bob]
    assert [mail.id for mail in mails_of_player(tx, ada)] == [to_ada, sign_in]


def test_due_mail_comes_by_waiting_time_and_in_portions(tx: Tx) -> None:
    first, second, third = enqueue(tx, "<1@g>", "<2@g>", "<3@g>")
    mark_failed(tx, first, "451 later", T0 + 60)
    assert [mail.id for mail in list_due_mail(tx, T0, 10)] == [second, third]
    assert [mail.id for mail in list_due_mail(tx, T0, 1)] == [second]
    assert list_due_mail(tx, T0 - 1, 10) == []
    assert [mail.id for mail in list_due_mail(tx, T0 + 60, 10)] == [second, third, first]


def test_mails_sent_are_closed_together_with_their_bytes(tx: Tx) -> None:
    first, second = enqueue(tx, "<1@g>", "<2@g>")
    keep_bytes(tx, [BuiltMail(first, b"drawn before")], T0)
    keep_bytes(tx, [BuiltMail(second, b"plain")], T0)
    deliveries = [Delivery(first, "250 ok 1"), Delivery(second, "250 ok 2")]
    mark_sent(tx, deliveries, T0 + 5)
    assert statuses(tx, first, second) == ["sent", "sent"]
    assert [find_mail_bytes(tx, mail_id) for mail_id in (first, second)] == [b"drawn before", b"plain"]
    sent = get_mail(tx, second)
    assert (sent.attempts, sent.last_reply, sent.sent_ms) == (1, "250 ok 2", T0 + 5)
    assert list_due_mail(tx, T0 + 99, 10) == []


def test_the_bytes_of_the_first_send_stay(tx: Tx) -> None:
    [mail_id] = enqueue(tx, "<1@g>")
    assert find_mail_bytes(tx, mail_id) is None
    keep_bytes(tx, [BuiltMail(mail_id, b"first")], T0)
    keep_bytes(tx, [BuiltMail(mail_id, b"second")], T0)
    mark_sent(tx, [Delivery(mail_id, "250")], T0)
    assert find_mail_bytes(tx, mail_id) == b"first"


def test_bytes_from_before_bytes_were_packed_stay_and_no_picture_is_kept_beside_them(tx: Tx) -> None:
    [mail_id] = enqueue(tx, "<1@g>")
    tx.run(text("UPDATE mail SET raw = 'first'"))
    keep_bytes(tx, [BuiltMail(mail_id, mail_with(PNG, 1), ("digest", PNG))], T0)
    assert (table_counts(tx)["mail_bytes"], table_counts(tx)["picture"]) == (0, 0)


def mail_with(png: bytes, number: int) -> bytes:
    """A mail that shows a picture, which some other text stands around."""
    picture = base64.encodebytes(png).replace(b"\n", b"\r\n")
    return b"Message-ID: <%d@g>\r\n\r\nHello %d\r\n\r\n%b--b--\r\n" % (number, number, picture)


def test_a_picture_is_kept_once_for_all_mails_that_show_it_and_goes_with_the_last(tx: Tx) -> None:
    png = png_with(random.Random(1).randbytes(40_000))
    numbers = range(3)
    mails = enqueue(tx, *(f"<{number}@g>" for number in numbers))
    for number, mail_id in zip(numbers, mails, strict=True):
        keep_bytes(tx, [BuiltMail(mail_id, mail_with(png, number), ("digest", png))], T0)
    assert [find_mail_bytes(tx, one) for one in mails] == [mail_with(png, number) for number in numbers]
    assert table_counts(tx)["picture"] == 1
    (packed,) = tx.one(lambda *found: found, "size", text("SELECT max(length(packed)) FROM mail_bytes"))
    assert packed < 200

    mark_sent(tx, [Delivery(one, "250") for one in mails], T0)
    resend_mail(tx, mails[1], T0)
    assert list_old_mail_bytes(tx, T0, 9) == []
    assert list_old_mail_bytes(tx, T0 + 1, 9) == [mails[0], mails[2]]
    erase_mail_bytes(tx, mails, T0 + 1)
    assert [find_mail_bytes(tx, one) is None for one in mails] == [True, False, True]
    assert find_picture(tx, "digest") == png
    mark_sent(tx, [Delivery(mails[1], "250")], T0)
    erase_mail_bytes(tx, mails, T0 + 1)
    assert table_counts(tx)["picture"] == table_counts(tx)["mail_bytes"] == 0


def test_bytes_with_another_picture_than_the_one_kept_stay_as_they_are(tx: Tx) -> None:
    first, second = enqueue(tx, "<1@g>", "<2@g>")
    keep_bytes(tx, [BuiltMail(first, mail_with(PNG, 1), ("digest", PNG))], T0)
    keep_bytes(tx, [BuiltMail(second, mail_with(OTHER, 2), ("digest", OTHER))], T0)
    assert find_mail_bytes(tx, first) == mail_with(PNG, 1)
    assert find_mail_bytes(tx, second) == mail_with(OTHER, 2)
    assert find_picture(tx, "digest") == PNG


def test_a_damaged_picture_is_none_and_gives_way_to_the_one_drawn_again(tx: Tx) -> None:
    [mail_id] = enqueue(tx, "<1@g>")
    keep_bytes(tx, [BuiltMail(mail_id, mail_with(PNG, 1), ("digest", PNG))], T0)
    for damaged in (PNG[:-1], PNG[:20] + b"!" + PNG[21:], PNG[4:], b"", PNG + b"!"):
        tx.run(text("UPDATE picture SET png = :damaged"), damaged=damaged)
        assert find_picture(tx, "digest") is None
        assert find_mail_bytes(tx, mail_id) is None, "it is built again rather than sent with that"
    keep_pictures(tx, {"digest": PNG}, T0)
    assert find_picture(tx, "digest") == PNG
    assert find_mail_bytes(tx, mail_id) == mail_with(PNG, 1)


def test_damaged_bytes_of_a_mail_are_none(tx: Tx) -> None:
    [mail_id] = enqueue(tx, "<1@g>")
    keep_bytes(tx, [BuiltMail(mail_id, b"first")], T0)
    tx.run(text("UPDATE mail_bytes SET packed = :other").bindparams(other=bytes(20)))
    assert find_mail_bytes(tx, mail_id) is None


def test_a_mail_that_fails_is_tried_again_or_given_up(tx: Tx) -> None:
    soft, hard = enqueue(tx, "<1@g>", "<2@g>")
    mark_failed(tx, soft, "451 later", T0 + 60)
    mark_failed(tx, hard, "550 no such user", None)
    assert statuses(tx, soft, hard) == ["due", "failed"]
    assert get_mail(tx, hard).last_reply == "550 no such user"
    assert get_mail(tx, soft).attempts == 1
    assert count_mails_by_status(tx) == {"due": 1, "failed": 1}


@pytest.mark.parametrize("outcome", ["sent", "failed"])
def test_any_mail_can_be_sent_again_as_it_was(tx: Tx, outcome: str) -> None:
    [mail_id] = enqueue(tx, "<1@g>")
    keep_bytes(tx, [BuiltMail(mail_id, b"first")], T0)
    if outcome == "sent":
        mark_sent(tx, [Delivery(mail_id, "250")], T0)
    else:
        mark_failed(tx, mail_id, "550", None)
    resend_mail(tx, mail_id, T0 + 100)
    [again] = list_due_mail(tx, T0 + 100, 10)
    assert (again.id, again.attempts) == (mail_id, 0)
    assert find_mail_bytes(tx, mail_id) == b"first"


def test_what_is_done_to_a_mail_that_is_not_there_is_told(tx: Tx) -> None:
    with pytest.raises(NotFound):
        mark_failed(tx, 99, "451", T0)
    with pytest.raises(NotFound):
        resend_mail(tx, 99, T0)
    with pytest.raises(NotFound):
        find_mail_bytes(tx, 99)


def test_a_player_reads_his_mails_a_stretch_at_a_time(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    games = [new_game(tx, [ada, bob]) for _ in range(2)]
    for n in range(5):
        enqueue_mail(tx, new_mail(f"<{n}@g>", ada, games[n % 2], 0))
        enqueue_mail(tx, new_mail(f"<bobs {n}@g>", bob, games[0], 1))
    enqueue_mail(tx, new_mail("<none@g>", ada))
    newest = list_newest_mails(tx, ada, limit=2, offset=1)
    assert [(mail.number, mail.tag) for mail in newest] == [(5, "e1"), (4, "e2")]
    assert [mail.number for mail in list_newest_mails(tx, ada, limit=9)] == [6, 5, 4, 3, 2, 1]
    assert [mail.number for mail in list_newest_mails(tx, ada, limit=9, game_id=games[1])] == [4, 2]
    assert list_newest_mails(tx, ada, limit=9)[0].tag is None
    counts = [count_mails(tx, ada, game_id) for game_id in (None, *games)]
    assert counts == [6, 3, 2]


def test_a_mail_is_read_by_its_player_alone(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    mail_id = enqueue_mail(tx, new_mail("<1@g>", ada))
    assert find_own_mail(tx, ada, 1) == get_mail(tx, mail_id)
    assert find_own_mail(tx, bob, 1) is None
    assert find_own_mail(tx, ada, 2) is None


def test_mails_are_counted_for_each_player_apart(tx: Tx) -> None:
    ada, bob = new_player(tx, "Ada"), new_player(tx, "Bob")
    stranger = replace(new_mail("<stranger@g>", ada), player_id=None)
    sent = [new_mail("<1@g>", ada), new_mail("<2@g>", bob), stranger, new_mail("<3@g>", ada), new_mail("<4@g>", bob)]
    numbers = [get_mail(tx, enqueue_mail(tx, mail)).number for mail in sent]
    assert numbers == [1, 1, None, 2, 2]


def test_a_mail_about_an_address_is_read_on_the_web_by_who_has_that_address(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    to_new = replace(new_mail("<new@g>", ada), kind="address", to_address="new@player.test")
    to_old = replace(new_mail("<old@g>", ada), kind="address", to_address="ada@player.test")
    new, old = (get_mail(tx, enqueue_mail(tx, mail)).number or 0 for mail in (to_new, to_old))

    def read() -> list[int]:
        listed = [mail.number for mail in list_newest_mails(tx, ada, limit=9)]
        assert [number for number in (old, new) if find_own_mail(tx, ada, number)] == listed
        assert count_mails(tx, ada) == len(listed)
        return listed

    assert read() == [old]
    change_address(tx, ada, "new@player.test")
    assert read() == [new]


def test_a_mail_sent_again_goes_where_its_player_is_now(tx: Tx) -> None:
    ada = new_player(tx, "Ada")
    report = enqueue_mail(tx, new_mail("<1@g>", ada))
    notice = enqueue_mail(tx, replace(new_mail("<2@g>", ada), kind="address"))
    mark_sent(tx, [Delivery(report, "250"), Delivery(notice, "250")], T0)
    change_address(tx, ada, "new@player.test")
    for mail_id, address in ((report, "new@player.test"), (notice, "ada@player.test")):
        resend_mail(tx, mail_id, T0)
        assert get_mail(tx, mail_id).to_address == address
