"""The worker: takes letters out of the inbox one after the other, and moves the server's own bots."""

from typing import Final

import structlog

from pbem.chance import chance
from pbem.daemon.poll_loop import PollLoop
from pbem.intake import Intake
from pbem.isolated import ProcessUnavailable
from pbem.store import AlreadyFinished
from pbem.store.games.game import list_bot_turns
from pbem.store.mail.inbox import LetterRow, find_next_new_letter

log = structlog.get_logger(__name__)

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
        except Exception:  # one game must not keep the others waiting; a restart tries it again
            self._stuck.add(game_id)
            log.exception("bot failed", game=game_id)
