"""The loop that takes letters out of a folder into which another program lays them."""

from pathlib import Path

import structlog

from pbem.daemon.poll_loop import PollLoop
from pbem.intake import Intake
from pbem.intake.handed_over import HandedOver
from pbem.mail.receiving.drop import Drop, IsLink
from pbem.mail.receiving.replies import ACCEPTED
from pbem.mail.receiving.sender_check import FOR_NOBODY

log = structlog.get_logger(__name__)

MOST = 50
"""Letters of one round."""


class DropLoop(PollLoop):
    """Brings the letters of a folder into the inbox, in a thread of its own.

    A letter is moved once it is stored: one that is found again, since the server was killed between the two, is known.
    Private mail, which only the mailbox of a server with one address gets, stays where it is, unread. What is refused
    is put aside; what came to a player's address from elsewhere is in the inbox, too, so that they hear of it.
    """

    def __init__(self, intake: Intake, folder: Path) -> None:
        super().__init__("drop")
        self._units = intake.units
        self._way_in = intake.local_delivery
        self._drop = Drop(folder)
        self._logged: set[str] = set()
        self._private: set[str] = set()

    def round(self) -> bool:
        """Take in the letters of the folder; False where there was none to take or set aside."""
        try:
            self._drop.make()
            waiting = list(self._drop.waiting())
        except OSError as error:
            self._log_once("the drop cannot be used", str(error.filename), error)
            return False
        is_moved = False
        self._private.intersection_update(path.name for path in waiting)
        for path in [path for path in waiting if path.name not in self._private][:MOST]:
            if self.stopping:
                break
            is_moved = self._take(path) or is_moved
        return is_moved

    def _take(self, path: Path) -> bool:
        settings = self._units.settings
        try:
            raw = self._drop.read(path, settings.mail.max_bytes)
        except FileNotFoundError:
            return False
        except IsLink:
            return self._set_aside(path, "it is a link")
        except OSError as error:
            self._log_once("a letter of the drop cannot be read", path.name, error)
            return False
        replies = self._way_in.take_in(HandedOver(raw, "drop"), self._units.now_ms())
        if ACCEPTED in replies.values():
            self._units.changed()
            self._drop.done(path)
        elif any(reply.startswith("4") for reply in replies.values()):
            return False
        elif FOR_NOBODY.smtp_text in replies.values():
            self._private.add(path.name)
        else:
            self._units.changed()
            self._set_aside(path, next(iter(replies.values()), "it names no address of this server"))
        return True

    def _set_aside(self, path: Path, why: str) -> bool:
        log.warning("a letter of the drop was put aside", file=str(self._drop.set_aside(path)), why=why)
        return True

    def _log_once(self, what: str, file: str, error: OSError) -> None:
        """Log what cannot be used, once for as long as the server runs: it is looked at every two seconds."""
        if file not in self._logged:
            self._logged.add(file)
            log.error(what, file=file, error=error.strerror, see="`pbem doctor` says what to do")
