"""DKIM signatures: made here, checked by the library, which asks a DNS of the test's own."""

import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import dkim
import pytest
from mail_kit import MAIL
from relay_kit import RudeRelay

from pbem.config import Dkim, Sendmail
from pbem.mail.sending.outgoing import build
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.sendmail import SendmailTransport
from pbem.mail.sending.signing import DkimSigner
from pbem.mail.sending.transport import Failed, Sent
from pbem.mail.sending.wire import CannotSign

DOMAIN = "play.example.net"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key as the example file has it made."""
    file = tmp_path_factory.mktemp("key") / "dkim.pem"
    subprocess.run(["openssl", "genrsa", "-out", file, "2048"], check=True, capture_output=True)
    return file


@pytest.fixture
def signer(key: Path) -> DkimSigner:
    return DkimSigner(Dkim(selector="railroad", key_file=key), DOMAIN)


def dns(signer: DkimSigner, name: bytes, timeout: int = 5) -> bytes | None:
    """The DNS in which the record is entered."""
    own, value = signer.record()
    return value.encode() if name.decode().rstrip(".") == own else None


def is_good(signer: DkimSigner, raw: bytes) -> bool:
    return bool(dkim.verify(raw, dnsfunc=partial(dns, signer)))


def test_a_signed_mail_is_good_and_a_changed_one_is_not(signer: DkimSigner) -> None:
    raw = signer(build(MAIL))
    assert raw.endswith(build(MAIL))
    assert raw.startswith(b"DKIM-Signature: ") and raw.isascii()
    assert raw.count(b"\r\n") == raw.count(b"\n")
    assert is_good(signer, raw)
    assert is_good(signer, b"Received: by relay.test\r\n" + raw)
    for changed in (
        raw.replace(b"It's your turn", b"It is not your turn"),
        raw.replace(b"Subject: ", b"Subject: Re: "),
        b"From: eve@example.org\r\n" + raw,
        raw.replace(b"\r\nReply-To: k3", b"\r\nReply-To: e3"),
    ):
        assert changed != raw
        assert not is_good(signer, changed)


def test_list_headers_are_signed_where_there_are_any(signer: DkimSigner) -> None:
    raw = signer(b"List-Id: <e7.play.example.net>\r\nList-Unsubscribe: <https://x/>\r\n" + build(MAIL))
    assert is_good(signer, raw)
    assert not is_good(signer, raw.replace(b"https://x/", b"https://y/"))


def test_the_record_is_what_openssl_says(signer: DkimSigner, key: Path) -> None:
    name, value = signer.record()
    public = subprocess.run(["openssl", "rsa", "-in", key, "-pubout"], check=True, capture_output=True, text=True)
    assert name == "railroad._domainkey.play.example.net"
    assert value == "v=DKIM1; k=rsa; p=" + "".join(public.stdout.splitlines()[1:-1])


@pytest.mark.parametrize(
    "content", [None, b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_a_key_that_is_none_holds_the_queue(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "dkim.pem"
    if content is not None:
        file.write_bytes(content)
    signer = DkimSigner(Dkim(selector="s", key_file=file), DOMAIN)
    with pytest.raises(CannotSign, match="key_file"):
        signer.record()
    result = SendmailTransport(Sendmail(command="/bin/true {recipient}"), signed=signer).send(MAIL)
    assert isinstance(result, Failed)
    assert result.cause == "policy"


def test_what_leaves_is_signed(signer: DkimSigner) -> None:
    with RudeRelay() as relay:
        transport = RelayTransport(relay.settings(), helo_name="x", signed=signer)
        assert isinstance(transport.send(replace(MAIL, text="a\n")), Sent)
        ((_to, raw),) = relay.taken
    assert is_good(signer, raw)
