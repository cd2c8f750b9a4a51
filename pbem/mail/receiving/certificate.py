"""The certificate by which connections are encrypted; a renewed one is used as soon as it is there.

Programs that renew certificates write the certificate and its key one after the other: for a moment they are no pair,
and the one before goes on.
"""

import logging
import ssl
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

log = logging.getLogger(__name__)

_Stamp: TypeAlias = tuple[tuple[int, int, int] | None, ...]
_EXPIRED: Final = 10
"""X509_V_ERR_CERT_HAS_EXPIRED."""


class BadCertificate(Exception):
    """The files are no certificate and its key; the text says why, without a word of what they hold."""


def load(certificate: Path, private_key: Path) -> ssl.SSLContext:
    """Load a certificate (PEM, with its chain) and its key, for TLS 1.2 and newer. Raises BadCertificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        for path in (certificate, private_key):
            path.open("rb").close()  # the library does not say which of them it cannot open
        context.load_cert_chain(certificate, private_key, password=_no_password)
    except ssl.SSLError as error:
        raise BadCertificate(f"{certificate}, {private_key}: {error.reason or error}") from error
    except (OSError, ValueError) as error:
        raise BadCertificate(str(error)) from error
    return context


def days_left(certificate: Path, private_key: Path, now: datetime) -> int:
    """For how many whole days a certificate is valid yet; below 0 where it has expired. Raises BadCertificate.

    A client that trusts it meets it in a handshake without a network; the library shows it to nobody else.
    """
    server = load(certificate, private_key)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    one, other = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        trusting.load_verify_locations(certificate)
        client, served = trusting.wrap_bio(one, other), server.wrap_bio(other, one, server_side=True)
        for side in (client, served, client, served):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
        met = client.getpeercert()
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == _EXPIRED:
            return -1
        raise BadCertificate(f"{certificate}: {error.verify_message}") from error
    except OSError as error:
        raise BadCertificate(f"{certificate}: {error}") from error
    assert met is not None
    return int((ssl.cert_time_to_seconds(str(met["notAfter"])) - now.timestamp()) // 86400)


class Certificate:
    """A certificate and its key in two files, or both in one. For one thread."""

    def __init__(self, certificate: Path, private_key: Path) -> None:
        self._files = (certificate, private_key)
        self._stamp: _Stamp = ()
        self._context: ssl.SSLContext | None = None

    @property
    def context(self) -> ssl.SSLContext | None:
        """The newest pair that could be loaded; None where none could be as yet. Looks whether the files changed."""
        stamp = tuple(map(_stamp, self._files))
        if stamp != self._stamp:
            self._stamp = stamp
            self._load()
        return self._context

    def _load(self) -> None:
        try:
            self._context = load(*self._files)
        except BadCertificate as error:
            fate = "connections are not encrypted" if self._context is None else "the one before goes on"
            log.error("The certificate cannot be used, %s: %s", fate, error)
        else:
            log.info("The certificate is loaded")


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _no_password() -> bytes:
    raise ValueError("the key is locked by a password; the server needs one without")
