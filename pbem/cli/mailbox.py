"""A player's Maildir as a mail program reads it, for the commands that play by mail on this machine."""

import email
import time
from email import policy
from email.utils import parseaddr
from pathlib import Path

from pbem.cli.order_writer import Received
from pbem.mail.deliver import MaildirTransport
from pbem.mail.maildir import Maildir


class Mailbox:
    """One player's post, oldest mail first; `seen` are the keys of the mails read already."""

    def __init__(self, root: Path, address: str) -> None:
        self.maildir = Maildir(MaildirTransport(root).folder(address))
        self.seen: set[str] = set()

    def skip(self) -> None:
        """Takes everything there as read."""
        self.seen |= self.maildir.keys()

    def new(self) -> list[tuple[Path, Received]]:
        """The mails that came since, oldest first; they count as read now, whatever other programs have read."""
        if self.maildir.keys() <= self.seen:
            return []
        found = {key: path for key, path in self.maildir.files().items() if key not in self.seen}
        self.seen |= found.keys()
        return [(path, received(path)) for path in found.values()]

    def wait(self, seconds: float) -> list[tuple[Path, Received]]:
        """The mails that came since, waiting for one. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.new()
            if found:
                return found
            time.sleep(0.002)
        raise TimeoutError(f"no mail in {self.maildir.folder} for {seconds:.0f} s")

    def wait_for_answer(self, message_id: str, seconds: float) -> tuple[Path, Received]:
        """The mail that answers a letter; others that come meanwhile count as read. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while True:
            for path, mail in self.wait(end - time.monotonic()):
                if mail.in_reply_to == message_id:
                    return path, mail


def received(path: Path) -> Received:
    """The mail in a file, by its text. Raises OSError."""
    with path.open("rb") as file:
        message = email.message_from_binary_file(file, policy=policy.default)
    text = message.get_body(("plain",))
    return Received(
        message_id=str(message["Message-ID"]).strip(),
        references="".join(str(message.get("References", "")).split("\n")).strip(),
        subject=str(message["Subject"]),
        text="" if text is None else str(text.get_content()),
        in_reply_to=str(message.get("In-Reply-To", "")).strip(),
        sender=parseaddr(str(message["From"]))[1],
    )
