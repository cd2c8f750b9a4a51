"""The way out to an SMTP relay."""

import smtplib
import ssl
import threading
from typing import TYPE_CHECKING

from pbem.config import Relay
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.mail.sending.transport import Failed, Result, Sent

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Attentive(smtplib.SMTP):
    """An SMTP client that remembers the server's last word on a letter, which names it there: smtplib does not tell."""

    said = ""

    def data(self, msg: "ReadableBuffer | str") -> tuple[int, bytes]:
        """Sends a letter's bytes, and returns the server's reply."""
        code, reply = super().data(msg)
        self.said = f"{code} {reply.decode('utf-8', 'replace')}"
        return code, reply


class _Encrypted(_Attentive, smtplib.SMTP_SSL):
    """Encrypted from the first byte on."""


class RelayTransport:
    """Sends through a relay over one connection, which is kept and made anew when it is gone.

    `helo_name` is the name this machine gives itself; `tls` replaces the system's own idea of whom to trust.
    """

    repeats_are_one = False

    def __init__(
        self, relay: Relay, *, helo_name: str = "", timeout: float = 30.0, tls: ssl.SSLContext | None = None
    ) -> None:
        self._relay = relay
        self._helo_name = helo_name or None
        self._timeout = timeout
        self._tls = tls
        self._connection: _Attentive | None = None
        self._lock = threading.Lock()

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand the mail to the relay. A kept connection that turns out to be gone is replaced once."""
        try:
            raw = content or build(mail)
        except ValueError as error:
            return Failed(True, f"cannot be built: {error}")
        with self._lock:
            was_kept = self._connection is not None
            result = self._try(mail, raw)
            if was_kept and self._connection is None and isinstance(result, Failed) and not result.permanent:
                result = self._try(mail, raw)
            return result

    def close(self) -> None:
        """Take leave of the relay."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                _hang_up(connection)

    def _try(self, mail: Outgoing, raw: bytes) -> Result:
        """One attempt. The connection is kept after a reply that concerns this mail only."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.sendmail(mail.envelope_from, [mail.to_address], raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()))
            return self._refused(code, reply, permanent=code >= 500)
        except smtplib.SMTPDataError as error:
            return self._refused(error.smtp_code, error.smtp_error, permanent=error.smtp_code >= 500)
        except smtplib.SMTPSenderRefused as error:
            # Our own address is refused: that is for the operator to mend, except that the mail may be too large.
            return self._refused(error.smtp_code, error.smtp_error, permanent=error.smtp_code == 552)
        except (smtplib.SMTPException, OSError) as error:
            self._drop()
            return Failed(False, f"{type(error).__name__}: {error}")
        except ValueError as error:  # an envelope address that would break the protocol
            self._drop()
            return Failed(True, f"cannot be sent: {error}")
        return Sent(self._connection.said)

    def _refused(self, code: int, reply: bytes | str, *, permanent: bool) -> Failed:
        """The relay's refusal; after 421 it hangs up."""
        if code == 421:
            self._drop()
        text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
        return Failed(permanent, f"{code} {text}")

    def _connect(self) -> _Attentive:
        """A connection that is ready for mails. Raises SMTPException or OSError."""
        host, port = self._relay.host, self._relay.port
        tls = self._tls or ssl.create_default_context()
        connection: _Attentive
        if self._relay.tls == "tls":
            connection = _Encrypted(host, port, self._helo_name, timeout=self._timeout, context=tls)
        else:
            connection = _Attentive(host, port, self._helo_name, timeout=self._timeout)
        try:
            if self._relay.tls == "starttls":
                connection.starttls(context=tls)
            if self._relay.user:
                connection.login(self._relay.user, self._relay.password.get_secret_value())
        except Exception:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        """Forget the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _hang_up(connection: smtplib.SMTP) -> None:
    """Say QUIT, if anybody listens."""
    try:
        connection.quit()
    except (smtplib.SMTPException, OSError):
        connection.close()
