"""STARTTLS, with files that are renewed while the listener runs."""

import shutil
import smtplib
import socket
import ssl
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.receiving.listener import BadCertificate, Certificate, Listener, days_left
from pbem.mail.receiving.session import Limits
from smtp.kit import DOMAIN, LETTER, SEATS, START_OF_LETTER, Inbox, connect, send, until_empty

KNOWN = Path(__file__).parents[1] / "mail" / "mail_relay.pem"
"""For localhost, with its key, for a hundred years."""


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate and its key."""
    files = tmp_path / "certificate.pem", tmp_path / "key.pem"
    for file in files:
        shutil.copy(KNOWN, file)
    return files


@pytest.fixture
def door(inbox: Inbox, pair: tuple[Path, Path]) -> Iterator[Listener]:
    """A listener with a certificate."""
    listener = Listener(
        "127.0.0.1",
        0,
        domain=DOMAIN,
        directory=SEATS.get,
        store=inbox.store,
        certificate=Certificate(*pair),
        limits=Limits(timeout=5.0),
    )
    listener.start()
    yield listener
    listener.stop(grace=0.1)


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


def shown(door: Listener) -> bytes | None:
    """The certificate that is shown; None where none is offered."""
    anyone = ssl._create_unverified_context()
    with connect(door) as client:
        client.ehlo()
        if not client.has_extn("starttls"):
            return None
        client.starttls(context=anyone)
        assert isinstance(client.sock, ssl.SSLSocket)
        return client.sock.getpeercert(binary_form=True)


def make_pair(certificate: Path, key: Path, days: int = 30) -> None:
    files = ["-keyout", str(key), "-out", str(certificate)]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run(["openssl", "req", "-x509", *kind, "-days", str(days), *files], check=True, capture_output=True)


def test_a_letter_comes_encrypted_and_as_it_was(door: Listener, inbox: Inbox) -> None:
    with smtplib.SMTP("localhost", door.port, timeout=30) as client:
        client.starttls(context=trusting(KNOWN))
        client.ehlo()
        assert not client.has_extn("starttls")
        assert not client.has_extn("auth"), "nobody has a password here"
        client.sendmail("alice@example.org", [f"alicetoken@{DOMAIN}"], LETTER)
    assert [letter.raw for letter in inbox.letters] == [LETTER]
    until_empty(door)


def test_a_letter_may_come_in_the_open_too(door: Listener, inbox: Inbox) -> None:
    send(door)
    assert len(inbox.letters) == 1


def test_old_encryption_is_refused(door: Listener) -> None:
    old = ssl._create_unverified_context()
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    with connect(door) as client, pytest.raises((ssl.SSLError, OSError)):
        client.starttls(context=old)
    until_empty(door)


def test_what_was_said_before_the_encryption_is_forgotten(door: Listener, inbox: Inbox) -> None:
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as raw:
        raw.recv(4096)
        raw.sendall(b"EHLO x\r\n")
        offered = raw.recv(4096)
        while b"250 " not in offered:
            offered += raw.recv(4096)
        raw.sendall(b"STARTTLS\r\n" + START_OF_LETTER)
        assert raw.recv(4096).startswith(b"220 ")
        with ssl._create_unverified_context().wrap_socket(raw) as encrypted:
            for said, code in ((b"NOOP", b"250"), (b"DATA", b"503")):
                encrypted.sendall(said + b"\r\n")
                assert encrypted.recv(4096).startswith(code)
    until_empty(door)
    assert inbox.letters == []


def test_no_encryption_is_offered_where_there_is_no_certificate(inbox: Inbox) -> None:
    listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=SEATS.get, store=inbox.store)
    listener.start()
    assert shown(listener) is None
    listener.stop()


def test_renewed_files_are_used_at_once_and_broken_ones_never(
    door: Listener, pair: tuple[Path, Path], caplog: pytest.LogCaptureFixture
) -> None:
    first = shown(door)
    pair[0].write_text("no certificate")
    assert shown(door) == first
    assert shown(door) == first
    assert caplog.text.count("the one before goes on") == 1
    make_pair(*pair)
    assert shown(door) not in (None, first)
    pair[1].unlink()
    assert shown(door) not in (None, first)
    shutil.copy(KNOWN, pair[1])
    shutil.copy(KNOWN, pair[0])
    assert shown(door) == first


def test_files_that_were_broken_from_the_beginning_are_used_when_they_are_mended(
    door: Listener, pair: tuple[Path, Path], caplog: pytest.LogCaptureFixture
) -> None:
    pair[0].write_text("no certificate")
    assert shown(door) is None
    assert "connections are not encrypted" in caplog.text
    shutil.copy(KNOWN, pair[0])
    assert shown(door) is not None


def test_the_days_that_are_left_are_told(pair: tuple[Path, Path]) -> None:
    make_pair(*pair, days=30)
    assert days_left(*pair, datetime.now(UTC)) in (29, 30)
    assert days_left(*pair, datetime.now(UTC) + timedelta(days=40)) < 0
    shutil.copy(KNOWN, pair[1])
    with pytest.raises(BadCertificate):
        days_left(*pair, datetime.now(UTC))


def test_a_key_with_a_password_is_refused_and_asks_nobody(pair: tuple[Path, Path]) -> None:
    command = ["openssl", "ec", "-in", str(KNOWN), "-aes256", "-passout", "pass:secret", "-out", str(pair[1])]
    subprocess.run(command, check=True, capture_output=True)
    with pytest.raises(BadCertificate, match="without"):
        days_left(*pair, datetime.now(UTC))
