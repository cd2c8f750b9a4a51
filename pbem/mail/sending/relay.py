"""The way out to an SMTP relay, over a few connections that are kept."""

import ssl
import threading
import time
from collections.abc import Callable
from typing import Final

from pbem.config import Relay
from pbem.mail.sending.dialogue import Aborted, Dialogue, Observer, Timeouts
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.mail.sending.transport import Failed, Result
from pbem.mail.sending.wire import CannotSign

_IDLE_SECONDS: Final = 60.0
"""After so long without a mail a connection is left: relays hang up when they have waited for some minutes."""


class RelayTransport:
    """Sends through a relay. Connections are reused, and replaced when they are gone.

    `helo_name` is the name this machine gives itself, "" for the system's; `tls` replaces the certificates to trust,
    `signed` adds a signature to each mail, `observer` is called at every step.
    """

    repeats_are_one = False

    def __init__(
        self,
        relay: Relay,
        *,
        helo_name: str,
        timeouts: Timeouts | None = None,
        tls: ssl.SSLContext | None = None,
        signed: Callable[[bytes], bytes] = bytes,
        observer: Observer | None = None,
    ) -> None:
        self.connections = relay.connections
        self._relay = relay
        self._helo_name = relay.helo or helo_name or None
        self._timeouts = timeouts or Timeouts()
        self._tls = tls
        self._signed = signed
        self._observer = observer
        self._free = threading.BoundedSemaphore(relay.connections)
        self._lock = threading.Lock()
        self._idle: list[tuple[Dialogue, float]] = []
        self._busy: set[Dialogue] = set()
        self._aborted = False

    def send(self, mail: Outgoing, content: bytes | None = None) -> Result:
        """Hand the mail to the relay. A kept connection that turns out to be gone is replaced once.

        After `abort` the mail fails as `lost`, unless it may have been taken.
        """
        try:
            raw = self._signed(content or build(mail))
        except CannotSign as error:
            return Failed("policy", str(error))
        except ValueError as error:
            return Failed("mail", f"cannot be built: {error}")
        with self._free:
            try:
                return self._handed_over(mail, raw)
            except Aborted:
                return Failed("lost", "ended from here")
            except OSError as error:
                return _untrusting(error)

    def check(self) -> Failed | None:
        """Connect, encrypt, log in, and take leave; None where all of that works."""
        try:
            dialogue = self._dialogue()
        except OSError as error:
            return _untrusting(error)
        try:
            return dialogue.open()
        finally:
            self._release(dialogue, is_kept=False)

    def close(self) -> None:
        """Take leave of the relay on all connections that are not in use, at the same time: each may have to wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        leaving = [threading.Thread(target=dialogue.close, daemon=True) for dialogue, _since in idle]
        for one in leaving:
            one.start()
        for one in leaving:
            one.join()

    def abort(self) -> None:
        """End all that is being sent, and send nothing any more."""
        with self._lock:
            self._aborted = True
            busy = list(self._busy)
        for dialogue in busy:
            dialogue.abort()
        self.close()

    def _handed_over(self, mail: Outgoing, raw: bytes) -> Result:
        """One attempt over a kept connection, if there is one, and one over a new one. Raises Aborted and OSError."""
        dialogue = self._take_idle()
        if dialogue is not None:
            result = self._attempt(dialogue, mail, raw)
            if not isinstance(result, Failed) or not _is_worn_out(dialogue, result):
                return result
        return self._attempt(self._dialogue(), mail, raw)

    def _attempt(self, dialogue: Dialogue, mail: Outgoing, raw: bytes) -> Result:
        """One attempt, after which the connection is kept if it is open. Raises Aborted."""
        try:
            failed = None if dialogue.is_open else dialogue.open()
            return failed or dialogue.send(mail.envelope_from, mail.to_address, raw)
        finally:
            self._release(dialogue, is_kept=dialogue.is_open)

    def _take_idle(self) -> Dialogue | None:
        old: list[Dialogue] = []
        try:
            with self._lock:
                while self._idle:
                    dialogue, since = self._idle.pop()
                    if time.monotonic() - since <= _IDLE_SECONDS:
                        self._busy.add(dialogue)
                        return dialogue
                    old.append(dialogue)
            return None
        finally:
            for dialogue in old:
                dialogue.close()

    def _dialogue(self) -> Dialogue:
        """A connection to be opened. Raises Aborted, and OSError where the authorities' file cannot be read."""
        trusted = self._tls or trusted_by(self._relay)
        dialogue = Dialogue(self._relay, self._helo_name, trusted, self._timeouts, self._observer)
        with self._lock:
            if self._aborted:
                raise Aborted
            self._busy.add(dialogue)
        return dialogue

    def _release(self, dialogue: Dialogue, *, is_kept: bool) -> None:
        with self._lock:
            self._busy.discard(dialogue)
            is_kept = is_kept and not self._aborted
            if is_kept:
                self._idle.append((dialogue, time.monotonic()))
        if not is_kept:
            dialogue.close()


def _is_worn_out(dialogue: Dialogue, failed: Failed) -> bool:
    return not dialogue.is_open and (failed.cause == "lost" or failed.reply.startswith("421"))


def trusted_by(relay: Relay) -> ssl.SSLContext:
    """Whose certificates a relay's settings trust: the system's authorities, or those in a file. Raises OSError."""
    if relay.tls == "none":
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return ssl.create_default_context(cafile=None if relay.ca_file is None else str(relay.ca_file))


def _untrusting(error: OSError) -> Failed:
    return Failed("policy", f"[mail.relay] ca_file: {error}", "TLS")
