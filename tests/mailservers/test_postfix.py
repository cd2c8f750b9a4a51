"""Letters and mails by way of a real Postfix."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from mailservers_kit import HOST, Dovecot, talking_to
from postfix_kit import Postfix

pytestmark = pytest.mark.soak


@pytest.fixture
def started() -> Iterator[ExitStack]:
    """End what is started in the test."""
    with ExitStack() as servers:
        yield servers


def postfix(started: ExitStack, main: str, master: str = "") -> Postfix:
    server = Postfix(main, master)
    started.callback(server.stop)
    return server


def test_a_mail_goes_from_postfix_to_a_mailbox_and_one_for_nobody_back(started: ExitStack, dovecot: Dovecot) -> None:
    route = f"relay_domains = kit.test\ntransport_maps = inline:{{kit.test=lmtp:inet:{HOST}:{dovecot.lmtp}}}"
    server, anna = postfix(started, route), dovecot.mailbox("anna")
    with talking_to(server.port) as door:
        door.sendmail("anna@kit.test", ["anna+e1@kit.test", "nobody@kit.test"], "Subject: Orders\n\nroll all\n")
    letter, bounce = anna.await_mails(2)
    assert (letter["Delivered-To"], letter["Return-Path"]) == ("anna+e1@kit.test", "<anna@kit.test>")
    assert (bounce["Return-Path"], bounce.get_content_type()) == ("<>", "multipart/report")
    assert "550 5.1.1" in bounce.as_string()
