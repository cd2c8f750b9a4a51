"""The postbox's mail client: brings a letter to the server by SMTP, as a mail program does."""

import smtplib
from dataclasses import dataclass
from typing import Final

_TIMEOUT_SECONDS: Final = 15


@dataclass(frozen=True)
class Reply:
    """The server's last word on a letter: its code (RFC 5321), 0 where it said none, and its text."""

    code: int
    text: str

    @property
    def is_taken(self) -> bool:
        """Whether the server answers for the letter from now on."""
        return 200 <= self.code < 300

    def __str__(self) -> str:
        return f"{self.code} {self.text}" if self.code else self.text


def submit(letter: bytes, sender: str, recipient: str, host: str, port: int) -> Reply:
    """Bring a letter, with CRLF, to a server. Raises nothing: what goes wrong is in the reply."""
    try:
        with smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS) as server:
            server.ehlo_or_helo_if_needed()
            reply = _reply(*server.mail(sender))
            if reply.is_taken:
                reply = _reply(*server.rcpt(recipient))
            return _reply(*server.data(letter)) if reply.is_taken else reply
    except smtplib.SMTPResponseException as error:
        return _reply(error.smtp_code, error.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        return Reply(0, f"{type(error).__name__}: {error}")


def _reply(code: int, text: bytes | str) -> Reply:
    return Reply(code, text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
