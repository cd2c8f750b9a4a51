"""Enhanced status codes: which one a report gives, and whose trouble it is."""

import pytest

from pbem.mail.status_codes import EnhancedStatus, status_of_report

REPORTS = {
    "5.1.1 550 no such user": ("5.1.1", False),
    "5.1.8 bad sender's system address": ("5.1.8", True),
    "5.2.1 550 mailbox disabled": ("5.2.1", False),
    "5.2.2 552 mailbox full": ("5.2.2", False),
    "5.2.3 552 message length exceeds administrative limit": ("5.2.3", True),
    "5.3.4 552 too large": ("5.3.4", True),
    "5.4.4 unable to route": ("5.4.4", False),
    "4.4.7 delivery time expired": ("4.4.7", False),
    "5.5.0 554 protocol": ("5.5.0", True),
    "5.6.0 554 content": ("5.6.0", True),
    "5.7.26 550 unauthenticated": ("5.7.26", True),
    "5.0.0 550 5.7.1 rejected by policy": ("5.7.1", True),
    "5.0.0 550-5.1.1 no such user": ("5.1.1", False),
    "5.0.0 550 user unknown, see 4.7.1 of our rules": ("5.0.0", False),
    "550 no such user": (None, False),
    "": (None, False),
}


@pytest.mark.parametrize("reply", REPORTS)
def test_a_report_is_read_by_the_first_status_that_says_anything(reply: str) -> None:
    status, is_hosts = REPORTS[reply]
    found = status_of_report(reply)
    assert (None if found is None else str(found)) == status
    assert (found is not None and found.is_of_host) == is_hosts


def test_a_status_is_written_as_the_rfc_writes_it() -> None:
    assert str(EnhancedStatus(5, 7, 26)) == "5.7.26"
