"""The real mail servers of these tests do what the tests build on."""

import os
import shutil
import signal
import smtplib
import socket
import ssl
from email.message import EmailMessage
from functools import partial

import pytest
from mailservers_kit import CERTIFICATE, HOST, PASSWORD, Dovecot, Exim, free_ports, talking_to
from server.kit import await_until


def mail(to: str, subject: str = "Orders") -> EmailMessage:
    written = EmailMessage()
    written["From"], written["To"], written["Subject"] = "railroad@game.test", to, subject
    written.set_content("roll all\n")
    return written


def send(port: int, *mails: EmailMessage) -> None:
    with talking_to(port) as door:
        for one in mails:
            door.send_message(one)


def test_a_mail_goes_from_exim_to_a_mailbox_in_dovecot(exim: Exim, dovecot: Dovecot) -> None:
    exim.route("kit.test", dovecot.lmtp, "lmtp")
    anna = dovecot.mailbox("kit-anna")
    assert anna.mails() == []
    send(exim.port, mail("Kit-Anna+e1@kit.test"))
    (received,) = anna.await_mails(1)
    assert received["Delivered-To"] == "Kit-Anna+e1@kit.test"
    assert "with LMTPS" in received["Received"] and "for <Kit-Anna+e1@kit.test>" in received["Received"]


def test_a_mail_for_nobody_comes_back_as_a_bounce_to_its_envelope_sender(exim: Exim, dovecot: Dovecot) -> None:
    exim.route("kit.test", dovecot.lmtp, "lmtp")
    writer = dovecot.mailbox("kit-writer")
    with talking_to(exim.port) as door:
        door.sendmail("kit-writer@kit.test", "kit-nobody@kit.test", mail("kit-nobody@kit.test").as_bytes())
    (bounce,) = writer.await_mails(1)
    assert (bounce["Return-Path"], bounce.get_content_type()) == ("<>", "multipart/report")
    assert "550 5.1.1" in bounce.as_string()


def test_what_nobody_takes_now_waits_and_arrives_when_somebody_does(exim: Exim, dovecot: Dovecot) -> None:
    exim.route("kit.test", free_ports(1)[0])
    bert = dovecot.mailbox("kit-bert")
    send(exim.port, mail("kit-bert@kit.test"))
    exim.route("kit.test", dovecot.lmtp, "lmtp")
    assert len(bert.await_mails(1)) == 1


def test_submission_wants_encryption_and_a_login(exim: Exim, dovecot: Dovecot) -> None:
    exim.route("kit.test", dovecot.lmtp, "lmtp")
    carla = dovecot.mailbox("kit-carla")
    with smtplib.SMTP("localhost", exim.submission) as door:
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="Authentication required"):
            door.send_message(mail("kit-carla@kit.test"))
        door.ehlo()
        assert not door.has_extn("auth")
        door.starttls(context=ssl.create_default_context(cafile=CERTIFICATE))
        with pytest.raises(smtplib.SMTPAuthenticationError):
            door.login("kit-carla@kit.test", "another")
        door.login("kit-carla@kit.test", PASSWORD)
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="You can send as"):
            door.sendmail("someone@kit.test", "kit-carla@kit.test", b"")
        door.send_message(mail("kit-carla@kit.test"), from_addr="kit-carla@kit.test")
    assert len(carla.await_mails(1)) == 1


def test_servers_end_with_the_process_that_started_them() -> None:
    number, telling = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            dovecot, exim = Dovecot(), Exim()
            os.write(telling, f"{dovecot.imap} {exim.port} {dovecot.folder} {exim.folder}".encode())
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    os.close(telling)
    with os.fdopen(number) as lines:
        imap, smtp, *folders = lines.read().split()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    for port in (imap, smtp):
        await_until(partial(is_closed, int(port)), "the end of a server")
    for folder in folders:
        shutil.rmtree(folder)


def is_closed(port: int) -> bool:
    """Whether nobody listens at a port."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) != 0
