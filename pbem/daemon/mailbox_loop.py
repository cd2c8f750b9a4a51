"""The loop that looks for letters in a mailbox: watching its first folder, and looking through all again and again."""

from collections import Counter
from datetime import date, timedelta
from typing import Final

import structlog

from pbem.clock import from_ms
from pbem.config import Imap
from pbem.daemon.failures import FailureLog
from pbem.daemon.poll_loop import PollLoop
from pbem.intake import Intake
from pbem.isolated import ProcessUnavailable
from pbem.mail.receiving.imap import Glimpse, ImapMailbox, LoginRefused, MailboxFault, NoSuchFolder
from pbem.mail.receiving.proof import Busy
from pbem.store import is_out_of_order
from pbem.store.mail.mailboxes import MailboxFolderRow

log = structlog.get_logger(__name__)

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 300.0
"""Seconds between two tries to reach a server; twice as long each time."""
REFUSED_PAUSE: Final = 60.0
LONGEST_REFUSED_PAUSE: Final = 3600.0
"""The longest pause where the login is refused: many providers lock out those who try often."""
BUSY_PAUSE: Final = 5.0
"""Seconds until a letter is tried again that could not be taken in; twice as long each time."""
LET_GO: Final = 2.0
"""Seconds that the server has for its answer when we stop."""
MOST_TRIES: Final = 3
"""How often a letter is asked for that the server lists, but does not give, or that breaks something here."""


class MailboxLoop(PollLoop):
    """Brings the letters of a mailbox into the inbox, in a thread of its own."""

    def __init__(self, intake: Intake, settings: Imap) -> None:
        super().__init__("mailbox")
        self._intake = intake.mailbox
        self._max_bytes = intake.units.settings.mail.max_bytes
        self._settings = settings
        self._account = f"{settings.user.lower()}@{settings.host.lower()}"
        self._box: ImapMailbox | None = None
        self._looks = FailureLog("a look into the mailbox failed")
        self._fault = ""
        self._pause = FIRST_PAUSE
        self._in_vain = 0
        self._missing: dict[tuple[int, int], int] = {}
        self._failed: Counter[tuple[int, int]] = Counter()
        self._told_folders: set[str] = set()

    @property
    def fault(self) -> str:
        """The reason why the mailbox cannot be used, in its own words; "" where it can."""
        return self._fault

    def round(self) -> bool:
        """Look through the folders once, and wait for what comes; the mailbox stays open from round to round."""
        try:
            box = self._opened()
            is_whole = True
            for folder in reversed(self._settings.folders):
                is_whole = self._look_through(box, folder) and is_whole
            if not self.stopping:
                self._await_letters(box, self._seconds_to_next(is_whole=is_whole))
            self._fault, self._pause = "", FIRST_PAUSE
            self._looks.note_success()
        except MailboxFault as fault:
            if not isinstance(fault, NoSuchFolder) or self._pause >= LONGEST_PAUSE:
                self._let_go()
            self._rest(fault)
        except Exception as error:  # here, such as a database that is out of order: the mailbox is not to blame
            if not (is_out_of_order(error) or isinstance(error, ProcessUnavailable)):
                self._let_go()
            self._looks.note_failure(error)
            self._wait_longer(LONGEST_PAUSE)
        return True

    def stop(self) -> None:
        """Stop after the letter in hand; a server that does not answer is not waited for."""
        self._stopping.set()
        self._wake.set()
        for patience in (0.0, LET_GO, None):
            box = self._box
            if box is not None and (box.is_waiting or patience is None):
                box.abandon()
            if self._thread.is_alive():
                self._thread.join(patience)
        self._let_go()

    def _opened(self) -> ImapMailbox:
        if self._box is None:
            self._box = ImapMailbox(self._settings)
            log.info("the mailbox is open", host=self._settings.host, idle=self._box.can_idle)
        return self._box

    def _let_go(self) -> None:
        box, self._box = self._box, None
        if box is not None:
            box.close()

    def _rest(self, fault: MailboxFault) -> None:
        """Wait before the next try, longer each time; a fault is told once for as long as it lasts."""
        is_refused = isinstance(fault, LoginRefused)
        if str(fault) != self._fault and not self.stopping:
            self._fault = str(fault)
            what = "the mailbox refuses the login" if is_refused else "the mailbox cannot be used"
            log.error(what, host=self._settings.host, reason=str(fault))
        if is_refused:
            self._pause = max(self._pause, REFUSED_PAUSE)
        self._wait_longer(LONGEST_REFUSED_PAUSE if is_refused else LONGEST_PAUSE)

    def _wait_longer(self, longest: float) -> None:
        """Wait before the next try, and twice as long before the one after that."""
        self._stopping.wait(min(self._pause, longest))
        self._pause = min(2 * self._pause, longest)

    def _seconds_to_next(self, *, is_whole: bool) -> float:
        """The longest wait for letters: shorter where some are left, but longer each time that they are."""
        self._in_vain = 0 if is_whole else self._in_vain + 1
        usual = float(self._settings.poll_seconds)
        return usual if is_whole else min(BUSY_PAUSE * 2 ** min(self._in_vain - 1, 10), usual)

    def _await_letters(self, box: ImapMailbox, seconds: float) -> None:
        """Wait until something may have come, by IDLE where the server can: the first folder was opened last."""
        if box.can_idle:
            box.wait(seconds, lambda: self.stopping)
        else:
            self._stopping.wait(seconds)

    def _look_through(self, box: ImapMailbox, name: str) -> bool:
        try:
            validity = box.open(name)
        except NoSuchFolder as error:
            if name not in self._told_folders:
                self._told_folders.add(name)
                log.error("a folder of the mailbox cannot be opened", folder=name, reason=str(error))
            if name == self._settings.folders[0]:
                raise
            return True
        folder = self._intake.folder(self._account, name, validity)
        self._mark(box, folder)
        first = self._intake.first_to_look_for(folder)
        uids = box.uids_since(_day_before(folder)) if first is None else box.uids_from(first)
        is_whole = True
        for glimpse in self._new(box, folder, self._intake.unseen(folder, uids)):
            if self.stopping:
                return True
            is_whole = self._try(box, folder, glimpse) and is_whole
        self._mark(box, folder)
        return is_whole

    def _try(self, box: ImapMailbox, folder: MailboxFolderRow, glimpse: Glimpse) -> bool:
        """Take a letter, or leave it alone; False where it is to be tried again soon.

        One that breaks something here must not keep the others waiting: in the end it is left to the next start.
        """
        key = (folder.id, glimpse.uid)
        if self._failed[key] >= MOST_TRIES:
            return True
        try:
            self._take(box, folder, glimpse)
        except Busy:  # the lobby takes no more for now; letters to others go on
            return False
        except (MailboxFault, ProcessUnavailable):
            raise  # the letter is not to blame
        except Exception as error:
            self._failed[key] += not is_out_of_order(error)  # of which no letter is to blame: it is tried until it goes
            log.exception("a letter of the mailbox failed", folder=folder.id, uid=glimpse.uid, tries=self._failed[key])
            return False
        return True

    def _new(self, box: ImapMailbox, folder: MailboxFolderRow, uids: list[int]) -> list[Glimpse]:
        glimpses = list(box.glimpses(uids))
        old = [one.uid for one in glimpses if one.received_ms < folder.since_ms]
        missing = [(folder.id, uid) for uid in set(uids).difference(one.uid for one in glimpses)]
        self._missing = {key: self._missing.get(key, 0) + 1 for key in missing}
        lost = [uid for (_, uid), tries in self._missing.items() if tries >= MOST_TRIES]
        if lost:
            log.warning("letters of the mailbox cannot be had", count=len(lost))
        if old or lost:
            self._intake.leave(folder, [*old, *lost])
        return [one for one in glimpses if one.received_ms >= folder.since_ms]

    def _take(self, box: ImapMailbox, folder: MailboxFolderRow, glimpse: Glimpse) -> None:
        if not self._intake.concerns_us(glimpse.head, glimpse.size):
            self._intake.leave(folder, [glimpse.uid])
            return
        raw = box.letter(glimpse.uid, self._max_bytes) if glimpse.size <= self._max_bytes else None
        peer = self._settings.host
        if glimpse.size > self._max_bytes or (raw is not None and len(raw) > self._max_bytes):
            self._intake.take_too_large(folder, glimpse.uid, glimpse.head, peer)
        elif raw is not None:
            self._intake.take(folder, glimpse.uid, raw, peer)

    def _mark(self, box: ImapMailbox, folder: MailboxFolderRow) -> None:
        uids = self._intake.unmarked(folder)
        if uids:
            box.mark_read(uids)
            self._intake.mark(folder, uids)


def _day_before(folder: MailboxFolderRow) -> date:
    return (from_ms(folder.since_ms) - timedelta(days=1)).date()
