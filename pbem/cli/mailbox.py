"""A player's Maildir as a mail program reads it, for the commands that play by mail on this machine."""

import email
import time
from email import policy
from pathlib import Path

from pbem.cli.penman import Received
from pbem.mail.deliver import MaildirTransport


class Mailbox:
    """One player's post, oldest mail first; `seen` are the files read already."""

    def __init__(self, root: Path, address: str) -> None:
        self.folder = MaildirTransport(root).folder(address) / "new"
        self.seen: set[str] = set()

    def skip(self) -> None:
        """Takes everything there as read."""
        self.seen |= self._names()

    def new(self) -> list[tuple[Path, Received]]:
        """The mails that came since, oldest first; they count as read now."""
        names = sorted(self._names() - self.seen, key=lambda name: (self.folder / name).stat().st_mtime_ns)
        self.seen |= set(names)
        return [(self.folder / name, received(self.folder / name)) for name in names]

    def wait(self, seconds: float) -> list[tuple[Path, Received]]:
        """The mails that came since, waiting for one. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.new()
            if found:
                return found
            time.sleep(0.002)
        raise TimeoutError(f"no mail in {self.folder} for {seconds:.0f} s")

    def _names(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()} if self.folder.is_dir() else set()


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
    )
