"""Workers on threads of their own, round after round: one takes letters out of a folder, one out of the inbox, and
moves bots.
"""

import math
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final

import structlog

from pbem.chance import chance
from pbem.daemon.failures import FailureLog
from pbem.files import is_disk_fault
from pbem.intake import Intake
from pbem.intake.handed_over import HandedOver
from pbem.intake.units import notice_damage
from pbem.isolated import ProcessUnavailable
from pbem.mail.receiving.drop import Drop, IsLink
from pbem.mail.receiving.proof import FOR_NOBODY
from pbem.mail.receiving.takers import ACCEPTED
from pbem.store import AlreadyFinished
from pbem.store.games.game import list_bot_turns
from pbem.store.mail.inbox import LetterRow, find_next_new_letter
from rules_core.kernel.codec import BadRecord

log = structlog.get_logger(__name__)

IDLE_SECONDS = 2.0
"""The seconds that a loop sleeps when nobody wakes it; another process may have put something into the database."""

LONGEST_PAUSE_SECONDS: Final = 30.0
"""The longest sleep of a loop whose rounds fail; each is twice as long as the one before."""


class PollLoop(ABC):
    """The loop that the inbox worker and the sender have in common. `start` and `stop` are for once each."""

    def __init__(self, name: str, idle_s: float = IDLE_SECONDS) -> None:
        """`idle_s` is how long it sleeps when nobody wakes it."""
        self._idle_s = idle_s
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._go, name=name, daemon=True)
        self._begun = time.monotonic()
        self._failures = FailureLog("a round failed", thread=name)

    @abstractmethod
    def round(self) -> bool:
        """Do some of what is due; False where nothing was."""

    @property
    def stopping(self) -> bool:
        """Whether what is left is for the next start."""
        return self._stopping.is_set()

    @property
    def silent_s(self) -> float:
        """Seconds since the last round began; infinite where the loop, or a thread that works for it, has ended."""
        return time.monotonic() - self._begun if self._thread.is_alive() else math.inf

    def start(self) -> None:
        """Begin the rounds."""
        self._begun = time.monotonic()
        self._thread.start()

    def wake(self) -> None:
        """Wake the loop, as there may be something to do."""
        self._wake.set()

    def stop(self) -> None:
        """Stop after what is in hand."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _go(self) -> None:
        while not self.stopping:
            self._wake.clear()
            self._begun = time.monotonic()
            try:
                busy = self.round()
                self._failures.note_success()
            except Exception as error:  # such as a full disk; what is due stays due
                self._failures.note_failure(error)
                busy = False
            if not busy:
                pause_s = self._idle_s * 2 ** min(self._failures.many, 10)
                self._wake.wait(min(pause_s, max(self._idle_s, LONGEST_PAUSE_SECONDS)))


LOBBY_TURN: Final = 10
"""Pieces of work after which one letter to the lobby goes first, so that players do not keep strangers waiting."""


class InboxWorker(PollLoop):
    """Deals with letters in a thread of its own."""

    def __init__(self, intake: Intake) -> None:
        super().__init__("worker")
        self.intake = intake
        self._stuck: set[int] = set()
        self._since_lobby = 0

    def round(self) -> bool:
        """Deal with one letter, or else with one bot's turn; False where there was neither.

        Anyone can write to the lobby, in whatever name: its letters wait behind players' letters and bots' turns.
        """
        lobby, is_its_turn = self.intake.units.settings.mail.lobby, self._since_lobby >= LOBBY_TURN
        now_ms = self.intake.units.now_ms()
        with self.intake.units.read() as unit:
            letter = find_next_new_letter(unit, lobby, lobby_first=is_its_turn, now_ms=now_ms)
            is_lobbys = letter is not None and letter.recipient_token == lobby
            goes_first = letter is not None and (is_its_turn or not is_lobbys)
            bots = [] if goes_first else [turn for turn in list_bot_turns(unit) if turn.game_id not in self._stuck]
        if bots:
            self._bot(bots[0].game_id)
        elif letter is not None:
            self._letter(letter)
        else:
            return False
        self._since_lobby = 0 if is_lobbys and not bots else self._since_lobby + 1
        return True

    def _letter(self, letter: LetterRow) -> None:
        try:
            self.intake.letters.receive(letter.id)
            log.info("letter dealt with", letter=letter.id)
        except AlreadyFinished:
            log.info("letter dealt with by another process", letter=letter.id)
        except ProcessUnavailable:
            raise  # the letter is not to blame, and waits
        except Exception as error:  # whatever is wrong with one letter, the next one waits behind it
            if is_disk_fault(error):
                raise  # here, too
            log.exception("letter failed", letter=letter.id)
            if self.intake.letters.fail(letter.id, f"{type(error).__name__}: {error}") == "shunted":
                self._apologise(letter.id)

    def _apologise(self, letter_id: int) -> None:
        try:
            self.intake.letters.apologise(letter_id)
        except Exception:  # the letter is kept, shunted, for the operator
            log.exception("no apology could be written", letter=letter_id)

    def _bot(self, game_id: int) -> None:
        try:
            self.intake.clock.play_bot(game_id, chance().randrange)
            log.info("bot moved", game=game_id)
        except BadRecord:
            if not notice_damage(self.intake.units, game_id):
                self._stuck.add(game_id)
                log.exception("bot failed", game=game_id)
        except Exception as error:  # one game must not keep the others waiting; a restart tries it again
            if is_disk_fault(error):
                raise  # the game is not to blame
            self._stuck.add(game_id)
            log.exception("bot failed", game=game_id)


MOST = 50
"""Letters of one round."""


class DropLoop(PollLoop):
    """Brings the letters of a folder into the inbox, in a thread of its own.

    A letter is moved once it is stored; if the server is killed between the two, the letter is recognised the next
    time. Private mail, which only occurs where a server has one mailbox, stays where it is, unread. Refused letters are
    moved aside; a refused one to a player's address is also put into the inbox, so that the player is told of it.
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
