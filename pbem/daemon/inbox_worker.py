"""Workers on threads of their own, round after round: one takes letters out of a folder, one out of the inbox, and
moves bots.
"""

import time
from pathlib import Path
from typing import Final

import structlog

from pbem.chance import chance
from pbem.daemon.lease import Lease
from pbem.daemon.poll_loop import PollLoop
from pbem.files import is_disk_fault
from pbem.intake import Intake
from pbem.intake.handed_over import HandedOver
from pbem.intake.units import notice_damage
from pbem.isolated import ProcessUnavailable
from pbem.mail.receiving.drop import Drop, IsLink
from pbem.mail.receiving.proof import FOR_NOBODY
from pbem.mail.receiving.takers import ACCEPTED
from pbem.store import AlreadyFinished, Tx, is_passing
from pbem.store.games.listing import list_bot_turns
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.queues import find_next_new_letter, get_queue, list_next_queues
from pbem.store.service.processes import NOBODY, Claimer, ProcessKind, queue_of_game
from rules_core.kernel.codec import BadRecord

log = structlog.get_logger(__name__)

LOBBY_TURN: Final = 10
"""Pieces of work after which one letter to the lobby goes first, so that players do not keep strangers waiting."""
BATCH: Final = 8
"""Pieces of work for which queues are claimed at a time: so much less does it cost, and so little is held by one who
has long to do with a letter.
"""
JUDGES: Final[tuple[ProcessKind, ...]] = ("serve", "worker")
"""The processes that deal with letters."""


class InboxWorker(PollLoop):
    """Deals with letters in a thread of its own.

    While other processes do so too, it claims the queues of what it deals with; in each queue letters are dealt with
    in the order in which they came.
    """

    def __init__(self, intake: Intake, lease: Lease | None = None) -> None:
        """Without a `lease` nobody works beside it."""
        super().__init__("worker")
        self.intake = intake
        self._lease = lease
        self._stuck: set[int] = set()
        self._since_lobby = 0
        self._since_claim = 0
        self._was_busy = time.monotonic()

    @property
    def idle_s(self) -> float:
        """Seconds since there was last something to do, or since the start."""
        return time.monotonic() - self._was_busy

    def start(self) -> None:
        """Begin the rounds."""
        self._was_busy = time.monotonic()
        super().start()

    def round(self) -> bool:
        """Deal with one letter, or else with one bot's turn; False where there was neither.

        Anyone can write to the lobby, in whatever name: its letters wait behind players' letters and bots' turns.
        """
        lobby, is_its_turn = self.intake.units.settings.mail.lobby, self._since_lobby >= LOBBY_TURN
        now_ms, claimer = self.intake.units.now_ms(), NOBODY if self._lease is None else self._lease.claimer
        queue = ""
        with self.intake.units.read() as unit:
            letter = find_next_new_letter(unit, lobby, lobby_first=is_its_turn, now_ms=now_ms, claimer=claimer)
            is_lobbys = letter is not None and letter.recipient_token == lobby
            goes_first = letter is not None and (is_its_turn or not is_lobbys)
            bots = [] if goes_first else self._bot_games(unit, claimer)
            has_others = self._lease is not None and self._lease.has_others(unit, JUDGES)
            if has_others and (bots or letter is not None):
                queue = queue_of_game(bots[0]) if bots else get_queue(unit, letter.id) if letter is not None else ""
        if queue and not self._holds(queue):
            self._claim([queue_of_game(game_id) for game_id in bots[:BATCH]] or [queue], now_ms)
            return True  # what is held may have been dealt with before it was claimed
        if bots:
            self._bot(bots[0])
        elif letter is not None:
            self._letter(letter)
        else:
            if self._lease is not None:
                self._lease.let_go("letters")
            return False
        self._was_busy = time.monotonic()
        self._since_claim += 1
        self._since_lobby = 0 if is_lobbys and not bots else self._since_lobby + 1
        return True

    def _bot_games(self, tx: Tx, claimer: Claimer) -> list[int]:
        return [turn.game_id for turn in list_bot_turns(tx, claimer) if turn.game_id not in self._stuck]

    def _holds(self, queue: str) -> bool:
        return self._lease is not None and self._since_claim < BATCH and self._lease.holds("letters", queue)

    def _claim(self, first: list[str], now_ms: int) -> None:
        """Claim some queues, and those of the letters that come next."""
        lease = self._lease
        assert lease is not None, "nobody works beside it"
        claimer = lease.claimer
        self._since_claim = 0
        lease.claim(
            "letters", lambda tx: list(dict.fromkeys([*first, *list_next_queues(tx, BATCH, now_ms, claimer)]))[:BATCH]
        )

    def _letter(self, letter: LetterRow) -> None:
        try:
            self.intake.letters.receive(letter.id)
            log.info("letter dealt with", letter=letter.id)
        except AlreadyFinished:
            log.info("letter dealt with by another process", letter=letter.id)
        except ProcessUnavailable:
            raise  # the letter is not to blame, and waits
        except Exception as error:  # whatever is wrong with one letter, the next one waits behind it
            if is_disk_fault(error) or is_passing(error):
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
            if is_disk_fault(error) or is_passing(error):
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
            self._drop.done(path)
        elif any(reply.startswith("4") for reply in replies.values()):
            return False
        elif FOR_NOBODY.smtp_text in replies.values():
            self._private.add(path.name)
        else:
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
