"""The loop that takes letters out of a folder into which another program lays them."""

from pathlib import Path

import structlog

from pbem.daemon.poll_loop import PollLoop
from pbem.intake import Intake
from pbem.intake.handed_over import HandedOver, take_in
from pbem.mail.receiving.drop import Drop
from pbem.mail.receiving.replies import ACCEPTED

log = structlog.get_logger(__name__)

MOST = 50
"""Letters of one round."""


class DropLoop(PollLoop):
    """Brings the letters of a folder into the inbox, in a thread of its own.

    A letter is moved once it is stored: one that is found again, since the server was killed between the two, is known.
    """

    def __init__(self, intake: Intake, folder: Path) -> None:
        super().__init__("drop")
        self._door = intake.door
        self._drop = Drop(folder)
        self._unreadable: set[str] = set()

    def round(self) -> bool:
        """Take in what lies there; False where nothing did that could be taken or set aside."""
        self._drop.make()
        is_moved = False
        for _number, path in zip(range(MOST), self._drop.waiting(), strict=False):
            if self.stopping:
                break
            is_moved = self._take(path) or is_moved
        return is_moved

    def _take(self, path: Path) -> bool:
        """Take in one letter; False where it stays for later."""
        settings = self._door.settings
        try:
            raw = self._drop.read(path, settings.mail.max_bytes)
        except FileNotFoundError:
            return False
        except OSError as error:
            if path.name not in self._unreadable:
                self._unreadable.add(path.name)
                log.error("a letter of the drop cannot be read", file=path.name, error=error.strerror)
            return False
        replies = take_in(self._door.database, settings, HandedOver(raw, "drop"), self._door.now_ms())
        if ACCEPTED in replies.values():
            self._door.changed()
            self._drop.done(path)
        elif any(reply.startswith("4") for reply in replies.values()):
            return False
        else:
            why = next(iter(replies.values()), "it names no address of this server")
            log.warning("a letter of the drop was put aside", file=str(self._drop.set_aside(path)), why=why)
        return True
