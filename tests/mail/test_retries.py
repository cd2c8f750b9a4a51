"""When a mail is tried again, and when it is given up."""

from pbem.mail.sending.retries import next_attempt

MINUTE = 60_000
HOUR = 60 * MINUTE


def test_when_it_is_tried_again() -> None:
    now = 1_000
    assert [next_attempt(n, now) for n in range(1, 7)] == [
        *(now + MINUTE, now + 5 * MINUTE, now + 15 * MINUTE),
        *(now + HOUR, now + HOUR, now + HOUR),
    ]


def test_after_five_days_it_is_given_up() -> None:
    now, attempts = 0, 1
    while (later := next_attempt(attempts, now)) is not None:
        assert later > now
        now, attempts = later, attempts + 1
    assert 5 * 24 * HOUR - HOUR < now <= 5 * 24 * HOUR
    assert next_attempt(attempts + 1_000, now) is None
