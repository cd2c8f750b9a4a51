"""The sender with a relay that refuses, hangs up or falls silent: what is held, tried again, given up, never twice."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from relay_kit import DROP, HANG, PATIENT, RudeRelay, short_at
from soak import few
from structlog.testing import capture_logs

from pbem.clock import from_ms, to_ms
from pbem.store.mail.outbox import resend_mail
from pbem.store.mail.sending import MailHoldRow, end_mail_hold, put_mail_hold
from server.kit import Place, address_of, open_game
from server.sending_kit import ALL, DAY, Sending


@pytest.mark.parametrize(
    ("step", "reply"),
    few(
        [
            ("greeting", "554 5.7.1 your address is blocked"),
            ("AUTH", "535 5.7.8 authentication failed"),
            ("MAIL", "530 5.7.0 authentication required"),
            ("MAIL", "553 5.7.1 sender address rejected"),
            ("RCPT", "554 5.7.1 relay access denied"),
            ("end", "550 5.7.26 unauthenticated mail is not accepted"),
        ],
        2,
        several=True,
    ),
)
def test_a_refusal_of_all_holds_the_queue_for_weeks_and_gives_nothing_up(
    waiting: Place, tmp_path: Path, relay: RudeRelay, step: str, reply: str
) -> None:
    relay.always[step] = reply
    with waiting.copy(tmp_path) as place, capture_logs() as logs:
        sending = Sending(place, relay, user="dice", password="open sesame")
        assert sending.send() == ["due"] * 3
        hold = sending.hold()
        assert hold is not None and (hold.reply, hold.tries) == (reply, 1)
        assert not sending.sender.round()
        tried = relay.count("EHLO")
        for _day in range(12):
            assert sending.send(DAY) == ["due"] * 3
        assert relay.count("EHLO") - tried <= 24
        hold = sending.hold()
        assert hold is not None and hold.since_ms <= sending.mails()[0].created_ms + 3_600_000
        assert [log["event"] for log in logs].count("no mail leaves for now; `pbem doctor` says what to do") == 1
        assert "player.test" not in str(logs)
        relay.always.clear()
        relay.taken.clear()
        sending.until_sent(3 * DAY)
        assert sending.taken == ALL
        assert sending.hold() is None
        assert logs[-1]["event"] == "mails leave again"


def test_a_relay_that_cannot_be_reached_holds_the_queue_and_is_tried_within_minutes(sending: Sending) -> None:
    sending.relay.always["greeting"] = DROP
    sending.send()
    assert {mail.attempts for mail in sending.mails()} == {0}
    for _day in range(9):
        sending.send(DAY)
    sending.relay.always.clear()
    assert sending.send(timedelta(minutes=15)) == ["sent"] * 3
    assert sending.taken == ALL


def test_one_mail_that_is_refused_holds_up_no_other_and_ends_in_days(sending: Sending) -> None:
    sending.relay.refused[address_of("Bert")] = "554 5.7.1 this one is spam"
    assert sending.send() == ["sent", "due", "sent"]
    assert sending.hold() is None
    assert sending.wait_of(1) == timedelta(minutes=5)
    with capture_logs() as logs:
        open_game(sending.place, "Dora", "Emil", clock=sending.clock)
        for _quarter in range(6 * 24 * 4):
            sending.send(timedelta(minutes=15))
    assert sending.relay.count("RCPT TO:<BERT") < 40
    assert sorted(sending.taken) == ["anna", "clara", "dora", "emil"]
    assert "no mail leaves" not in str(logs)


def test_one_of_three_recipients_is_refused_and_given_up_alone(sending: Sending) -> None:
    sending.relay.refused[address_of("Bert")] = "550 5.1.1 unknown"
    assert sending.send() == ["sent", "failed", "sent"]
    assert sending.hold() is None
    failure = sending.failure(1)
    assert failure is not None and (failure.cause, failure.step) == ("recipient", "RCPT")
    assert sending.relay.count("EHLO") == 1


def test_a_greylist_gets_the_pause_it_wants_and_the_mail(sending: Sending) -> None:
    sending.relay.script["RCPT"] = ["451 4.7.1 Greylisted, come back in 00:10:00"] * 3
    assert sending.send() == ["due"] * 3
    assert sending.wait_of(0) == timedelta(minutes=10)
    assert sending.hold() is None
    assert sending.send(timedelta(minutes=10)) == ["sent"] * 3
    assert sending.taken == ALL


@pytest.mark.parametrize("action", [DROP, HANG])
def test_what_may_have_been_taken_is_sent_again_after_half_an_hour_as_it_was(
    waiting: Place, tmp_path: Path, relay: RudeRelay, action: str
) -> None:
    relay.script["end"] = [action]
    with waiting.copy(tmp_path) as place:
        assert_sent_again_as_it_was(Sending(place, relay, short_at("end") if action == HANG else PATIENT))


def assert_sent_again_as_it_was(sending: Sending) -> None:
    sending.send()
    (doubtful,) = [mail for mail in sending.mails() if mail.status == "due"]
    assert from_ms(doubtful.next_ms) - sending.clock() == timedelta(minutes=30)
    assert sending.send(timedelta(minutes=29)).count("sent") == 2
    assert sending.send(timedelta(minutes=1)) == ["sent"] * 3
    assert len(sending.relay.taken) == 4
    assert len(set(sending.relay.taken)) == 3


def test_a_relay_that_takes_everything_and_says_nothing_gets_two_mails_and_not_all(sending: Sending) -> None:
    sending.relay.always["end"] = DROP
    sending.send()
    assert len(sending.relay.taken) == 2
    hold = sending.hold()
    assert hold is not None and hold.cause == "doubt"


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
def test_a_relay_that_breaks_the_line_at_each_mail_is_given_up_by_nobody(sending: Sending, step: str) -> None:
    sending.relay.always[step] = DROP
    for _day in range(8):
        sending.send(DAY)
    assert sending.states() == ["due"] * 3
    sending.relay.always.clear()
    sending.until_sent(3 * DAY)
    assert sending.taken == ALL


def test_a_mail_that_is_too_large_goes_without_its_picture(sending: Sending) -> None:
    sending.relay.script["end"] = ["552 5.3.4 too large"]
    assert sending.send() == ["sent"] * 3
    sizes = sorted(len(raw) for _to, raw in sending.relay.taken)
    assert len(sizes) == 4
    assert [b"image/png" in raw for _to, raw in sending.relay.taken].count(False) == 1
    small = next(raw for _to, raw in sending.relay.taken if b"image/png" not in raw)
    assert b"text/html" in small and b"cid:" not in small


def test_a_mail_that_is_too_large_without_a_picture_is_given_up(sending: Sending) -> None:
    sending.relay.features = ("SIZE 300",)
    assert sending.send() == ["failed"] * 3
    assert {mail.attempts for mail in sending.mails()} == {2}


def test_a_server_that_begins_tries_a_held_queue_at_once(sending: Sending) -> None:
    sending.relay.script["greeting"] = ["554 no"]
    sending.send()
    assert sending.hold() is not None
    following = Sending(sending.place, sending.relay)
    assert following.send() == ["sent"] * 3


def test_a_held_queue_goes_on_when_it_is_told_to(sending: Sending) -> None:
    sending.relay.script["greeting"] = ["554 no"]
    sending.send()
    assert sending.place.database.write(end_mail_hold)
    assert sending.send() == ["sent"] * 3
    assert not sending.place.database.write(end_mail_hold)


def test_a_hold_that_another_process_has_noted_ends_when_a_mail_leaves(sending: Sending) -> None:
    assert sending.send() == ["sent"] * 3
    now_ms = to_ms(sending.clock())
    hold = MailHoldRow("unreachable", "connect", "", now_ms, now_ms + 60_000, 1)
    sending.place.database.write(lambda tx: put_mail_hold(tx, hold))
    sending.place.database.write(lambda tx: resend_mail(tx, sending.mails()[0].id, now_ms, "<again@g>"))
    assert sending.send() == ["due", "sent", "sent"]
    assert sending.send(timedelta(minutes=1)) == ["sent"] * 3
    assert sending.hold() is None


def test_a_clock_that_is_set_back_holds_nothing_for_long(sending: Sending) -> None:
    sending.relay.script["greeting"] = ["554 no"]
    sending.clock.advance(400 * DAY)
    sending.send()
    assert sending.hold() is not None
    sending.clock.advance(-400 * DAY)
    assert sending.send() == ["sent"] * 3


def test_a_fault_of_ours_is_not_repeated_without_a_pause(sending: Sending, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending.transport, "send", lambda *_mail: 1 // 0)
    with capture_logs() as logs:
        assert not sending.sender.round()
    assert "a thread of the pool failed" in {log["event"] for log in logs}
    monkeypatch.undo()
    assert sending.send() == ["sent"] * 3


def test_a_clock_that_jumps_gives_nothing_up(sending: Sending) -> None:
    sending.relay.always["RCPT"] = "451 4.3.0 later"
    sending.send()
    assert sending.send(400 * DAY) == ["due"] * 3
    sending.relay.always.clear()
    assert sending.send(DAY) == ["sent"] * 3


def test_nothing_secret_is_in_what_is_printed_of_a_mail(sending: Sending) -> None:
    hold = MailHoldRow("policy", "login", "535 anna@player.test", 0, 0, 1)
    assert "player.test" not in repr(replace(hold, tries=2))
