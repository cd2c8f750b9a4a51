"""Signatures of a domain on its mails (DKIM, RFC 6376), where no relay signs them; loaded where a key is set alone."""

import base64
from typing import Final

import dkim
from dkim.asn1 import BIT_STRING, INTEGER, NULL, OBJECT_IDENTIFIER, SEQUENCE
from dkim.crypto import parse_pem_private_key

from pbem.config import Dkim
from pbem.mail.sending.wire import CannotSign

_SIGNED: Final = frozenset(
    {
        *("from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted"),
        *("mime-version", "content-type", "content-transfer-encoding", "list-id", "list-unsubscribe"),
        *("list-unsubscribe-post", "list-help", "precedence", "x-auto-response-suppress"),
    }
)
"""Headers that are signed where a mail has them."""
_NEVER_TWICE: Final = (b"from", b"to", b"subject", b"date", b"message-id", b"reply-to")
"""Headers of which none may be added on the way: they are signed once more than the mail has them."""
_RSA: Final = bytes.fromhex("2a864886f70d010101")
"""The object identifier of RSA keys."""


class DkimSigner:
    """Puts signatures of a domain on mails; calls are safe from several threads."""

    def __init__(self, settings: Dkim, domain: str) -> None:
        self._settings = settings
        self._domain = domain

    def __call__(self, raw: bytes) -> bytes:
        """A mail with its signature in front. Raises CannotSign."""
        head = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
        names = [line.partition(b":")[0].lower() for line in head if line[:1] not in (b" ", b"\t")]
        signed = [name for name in names if name.decode("ascii", "replace") in _SIGNED]
        try:
            signature: bytes = dkim.sign(
                raw,
                self._settings.selector.encode(),
                self._domain.encode(),
                self._key(),
                canonicalize=(b"relaxed", b"relaxed"),
                include_headers=[*signed, *(name for name in _NEVER_TWICE if name in signed)],
            )
        except dkim.DKIMException as error:
            raise CannotSign(f"[mail.dkim] key_file: {error}") from error
        return signature + raw

    def record(self) -> tuple[str, str]:
        """The name and the value of the TXT record by which others check signatures. Raises CannotSign."""
        try:
            key = parse_pem_private_key(self._key())
        except Exception as error:  # the library raises what its parser happens to
            raise CannotSign(f"[mail.dkim] key_file: {error}") from error
        numbers = _der(SEQUENCE, _number(key["modulus"]), _number(key["publicExponent"]))
        algorithm = _der(SEQUENCE, _der(OBJECT_IDENTIFIER, _RSA), _der(NULL))
        public = _der(SEQUENCE, algorithm, _der(BIT_STRING, b"\0", numbers))
        name = f"{self._settings.selector}._domainkey.{self._domain}"
        return name, f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"

    def _key(self) -> bytes:
        try:
            return self._settings.key_file.read_bytes()
        except OSError as error:
            raise CannotSign(f"[mail.dkim] key_file: {error}") from error


def _number(number: int) -> bytes:
    return _der(INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _der(kind: int, *content: bytes) -> bytes:
    """An element in DER (X.690); the library writes none that is longer than 126 bytes."""
    whole = b"".join(content)
    if len(whole) < 128:
        return bytes((kind, len(whole))) + whole
    length = len(whole).to_bytes((len(whole).bit_length() + 7) // 8, "big")
    return bytes((kind, 0x80 | len(length))) + length + whole
