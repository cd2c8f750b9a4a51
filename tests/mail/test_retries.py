"""When a mail is tried again, when it is given up, and when a held queue is tried."""

from pbem.mail.sending.transport import PATIENCE_MS, Failed, FailureCause, hold_pause_ms, next_failure
from pbem.store.mail.outbox import MailFailureRow

MINUTE = 60_000
HOUR = 60 * MINUTE


def pauses(failed: Failed, most: int = 1000) -> list[int]:
    """The pauses of a mail that fails so each time, until it is given up."""
    found: list[int] = []
    before: MailFailureRow | None = None
    for _try in range(most):
        before, pause = next_failure(1, failed, before)
        if pause is None:
            break
        found.append(pause)
    return found


def test_a_mail_that_is_put_off_is_tried_soon_and_then_hourly() -> None:
    assert pauses(Failed("later", "451"), 6) == [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, HOUR, HOUR]


def test_after_five_days_it_is_given_up() -> None:
    for cause in ("later", "lost", "greylisted", "doubt", "refused"):
        waited = sum(pauses(Failed(cause, "")))
        assert PATIENCE_MS - 24 * HOUR <= waited <= PATIENCE_MS, cause


def test_what_may_be_a_second_copy_waits_half_an_hour_and_is_tried_few_times() -> None:
    found = pauses(Failed("doubt", ""))
    assert found[0] == 30 * MINUTE
    assert len(found) < 10


def test_a_greylist_gets_the_pause_that_it_asks_for() -> None:
    assert pauses(Failed("greylisted", ""), 2) == [6 * MINUTE, 15 * MINUTE]
    assert pauses(Failed("greylisted", "", pause_s=1800), 3) == [30 * MINUTE, 30 * MINUTE, HOUR]


def test_a_cause_that_changes_begins_its_own_pauses_and_no_patience_anew() -> None:
    failure, pause = next_failure(1, Failed("doubt", ""), MailFailureRow(1, "later", "RCPT", 40, PATIENCE_MS - HOUR))
    assert (failure.times, pause) == (1, 30 * MINUTE)
    assert next_failure(1, Failed("doubt", ""), MailFailureRow(1, "later", "RCPT", 40, PATIENCE_MS))[1] is None


def test_what_is_final_is_not_tried_again() -> None:
    causes: tuple[FailureCause, ...] = ("recipient", "mail")
    assert [pauses(Failed(cause, "550")) for cause in causes] == [[], []]


def test_a_login_is_not_tried_every_minute() -> None:
    assert [hold_pause_ms(Failed("unreachable", ""), tries) for tries in (1, 2, 99)] == [
        MINUTE, 2 * MINUTE, 15 * MINUTE,
    ]  # fmt: skip
    refused = (Failed("policy", "535"), Failed("unreachable", "EOF", "login"))
    assert {hold_pause_ms(failed, 1) for failed in refused} == {5 * MINUTE}
    assert {hold_pause_ms(failed, 99) for failed in refused} == {HOUR}
