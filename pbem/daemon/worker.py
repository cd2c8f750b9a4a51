"""The worker: takes letters out of the inbox one after the other, and moves the server's own bots."""

import structlog

from pbem.chance import chance
from pbem.daemon.rounds import Rounds
from pbem.lobby.reception import Reception
from pbem.store import AlreadyFinished, Database
from pbem.store import repository as repo
from pbem.store.rows import LetterRow

log = structlog.get_logger(__name__)


class Worker(Rounds):
    """Deals with letters in a thread of its own."""

    def __init__(self, database: Database, reception: Reception) -> None:
        super().__init__("worker")
        self.database = database
        self.reception = reception
        self._stuck: set[int] = set()

    def round(self) -> bool:
        """Deals with one letter, or else with one bot's turn; False where there was neither."""
        with self.database.read() as tx:
            letter = repo.next_new_letter(tx)
            bots = [] if letter else [turn for turn in repo.bot_turns(tx) if turn.game_id not in self._stuck]
        if letter is not None:
            self._letter(letter)
        elif bots:
            self._bot(bots[0].game_id)
        else:
            return False
        return True

    def _letter(self, letter: LetterRow) -> None:
        try:
            self.reception.receive(letter.id)
            log.info("letter dealt with", letter=letter.id)
        except AlreadyFinished:
            log.info("letter dealt with by another process", letter=letter.id)
        except Exception as error:  # whatever is wrong with one letter, the next one waits behind it
            log.exception("letter failed", letter=letter.id)
            reason = f"{type(error).__name__}: {error}"
            if self.database.write(lambda tx: repo.fail_letter(tx, letter.id, reason)) == "shunted":
                self._apologise(letter.id)

    def _apologise(self, letter_id: int) -> None:
        try:
            self.reception.apologise(letter_id)
        except Exception:  # the letter is kept, shunted, for the operator
            log.exception("no apology could be written", letter=letter_id)

    def _bot(self, game_id: int) -> None:
        try:
            self.reception.adjudicator.play_bot(game_id, chance().randrange)
            log.info("bot moved", game=game_id)
        except Exception:  # one game must not keep the others waiting; a restart tries it again
            self._stuck.add(game_id)
            log.exception("bot failed", game=game_id)
