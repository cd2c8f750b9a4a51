"""The adjudicator: a letter, a form, a bot's turn or a deadline goes in, and one transaction does what comes of it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from pbem.adjudicator import digest
from pbem.adjudicator.confirmations import answered_ids, challenge_blocks
from pbem.adjudicator.deadlines.extensions import extend_freely
from pbem.adjudicator.deadlines.programs import play_turn
from pbem.adjudicator.disputes.overdue import attend
from pbem.adjudicator.follow_ups import follow_up
from pbem.adjudicator.history import proposals
from pbem.adjudicator.lateness import wake
from pbem.adjudicator.letters import (
    answered_mail,
    answers_lost_mail,
    own_lines,
    unread_outcome,
    unreadable_heading,
)
from pbem.adjudicator.mails.bounces import note_bounce
from pbem.adjudicator.mails.game import Post, apologise, position_for
from pbem.adjudicator.opening import open_game, tell_beginning
from pbem.adjudicator.press import pass_on
from pbem.adjudicator.preview import Seen, Trial, look, try_out
from pbem.adjudicator.results import OrdersResult
from pbem.adjudicator.seat_commands import judge
from pbem.adjudicator.seat_context import SeatContext
from pbem.adjudicator.seat_orders import Request, handle_orders
from pbem.adjudicator.seats import vacancies
from pbem.adjudicator.sessions import draw_for, load_game, save, turn_moved
from pbem.adjudicator.stopped_games import end_if_unplayed, warn_if_unplayed
from pbem.chance import chance
from pbem.clock import Clock, to_ms
from pbem.commands.orders import ServerCommandName
from pbem.commands.orders.requests import SeatCommand
from pbem.config import Settings
from pbem.games.compose import opened_by, subject
from pbem.games.presentation import usual_kind
from pbem.i18n import catalogue
from pbem.mail.letter import Ignored, Letter, LetterReader, Unreadable, read_letter
from pbem.mail.text import plain
from pbem.playing_time import Pace
from pbem.reports.context import AnsweredLine, Message
from pbem.store import Database, NotFound, Tx
from pbem.store import repository as repo
from pbem.store.rows import LetterRow, MailRow, SeatContact
from pbem.terms import Terms
from rules_core.games import bot_named
from rules_core.kernel.definition import Choose

T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """What became of orders typed into a page. `stale`: they are kept, and `confirm` carries them out."""

    heading: str
    applied: bool
    stale: bool
    lines: tuple[AnsweredLine, ...]
    wishes: frozenset[ServerCommandName]
    """What was asked for beside orders: help, status."""
    position: int
    for_good: bool = False
    """They are kept because they cannot be undone."""


class Adjudicator:
    """Judges what comes in for all games of a database. Safe to use from any thread.

    `changed` is called when mails may have been written, or a bot may have to move; `reader` reads letters.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        changed: Callable[[], None] = lambda: None,
        reader: LetterReader = read_letter,
    ) -> None:
        self.database = database
        self._changed = changed
        self._reader = reader
        self.clock = clock
        self.settings = settings

    def open_game(
        self,
        name: str,
        players: Sequence[int],
        options: Mapping[str, str],
        *,
        kind: str = usual_kind(),
        terms: Terms | None = None,
        seed: bytes | None = None,
        salts: Sequence[str] | None = None,
    ) -> int:
        """Opens a game for these players and mails each the first report; returns its id. Raises BadOptions.

        `terms` are by default those of the settings.
        """
        now_ms = to_ms(self.clock())

        def work(tx: Tx) -> int:
            game_id = open_game(
                tx,
                name=name,
                kind=kind,
                options=options,
                players=players,
                salts=salts,
                seed=seed,
                terms=terms or self.settings.terms,
                domain=self.settings.mail.domain,
                now_ms=now_ms,
            )
            tell_beginning(tx, self.settings, game_id, now_ms)
            return game_id

        return self._write(work)

    def receive(self, letter_id: int) -> None:
        """Deals with a letter of the inbox, to its end: applied or not, answered or rightly not. Raises NotFound."""
        with self.database.read() as tx:
            row = repo.letter(tx, letter_id)
        letter = self.read(row)
        now_ms = to_ms(self.clock())
        self._write(lambda tx: self._receive(tx, row, letter, now_ms))

    def read(self, row: LetterRow) -> Letter | Unreadable | Ignored:
        """Read a letter of the inbox; never within a transaction that writes, as it may take seconds."""
        return self._reader(row.raw, mail_from=row.mail_from, own_domain=self.settings.mail.domain)

    def _receive(self, tx: Tx, row: LetterRow, letter: Letter | Unreadable | Ignored, now_ms: int) -> None:
        contact = repo.seat_by_token(tx, row.recipient_token)
        if isinstance(letter, Ignored):
            _close(tx, row, "ignored", unread_outcome(letter), contact)
            if contact is not None:
                note_bounce(tx, row, letter, contact.player_id, now_ms)
        elif contact is None:
            _close(tx, row, "ignored", "the seat's address is no longer in use", None)
        elif letter.from_address != contact.address:
            _close(tx, row, "ignored", "not from the seat's player", contact)
        elif isinstance(letter, Unreadable):
            self._send_back(tx, row, letter, contact, now_ms)
        else:
            self._hear_letter(tx, row, letter, contact, now_ms)

    def _send_back(self, tx: Tx, row: LetterRow, letter: Unreadable, contact: SeatContact, now_ms: int) -> None:
        words = catalogue(contact.language)
        post = Post(tx, load_game(tx, contact.game_id), self.settings, now_ms)
        message = post.notice(contact.seat, unreadable_heading(letter, words), words)
        post.send(contact, "answer", message, answering=letter.message_id, auto="auto-replied")
        _close(tx, row, "done", unread_outcome(letter), contact)

    def _hear_letter(self, tx: Tx, row: LetterRow, letter: Letter, contact: SeatContact, now_ms: int) -> None:
        words = catalogue(contact.language)
        answered = answered_mail(tx, letter, lambda mail: _went_to(mail, contact))
        loaded = load_game(tx, contact.game_id)
        request = Request(
            seat=contact.seat,
            language=contact.language,
            lines=own_lines(tx, letter, answered),
            position=answered.position if answered else None,
            check=_asks_to_check(letter.subject, subject(loaded.game)),
            letter_id=row.id,
            now_ms=now_ms,
            settings=self.settings,
            answered=answered_ids(letter),
            answers_lost=answers_lost_mail(tx, letter, self.settings.mail.domain),
        )
        result = handle_orders(tx, loaded, request, words)
        follow_ups = follow_up(tx, loaded, self.settings, now_ms)
        post = Post(tx, follow_ups.loaded, self.settings, now_ms, follow_ups=follow_ups)
        message = opened_by(post.answer_to(result, contact.seat, words), challenge_blocks(result.challenge, words))
        if result.added or repo.seats(tx, contact.game_id)[contact.seat].vacant_ms is None:  # a farewell answers itself
            message_id = result.challenge.message_id if result.challenge else ""
            post.send(
                contact, "answer", message, answering=letter.message_id, auto="auto-replied", message_id=message_id
            )
        _tell_others(post, result, contact.seat)
        _close(tx, row, "done", result.heading, contact)

    def _write(self, work: Callable[[Tx], T]) -> T:
        result = self.database.write(work)
        self._changed()
        return result

    def apologise(self, letter_id: int) -> None:
        """Tells the sender of a letter that was shunted that it could not be dealt with. Raises NotFound."""
        now_ms = to_ms(self.clock())
        with self.database.read() as tx:
            row = repo.letter(tx, letter_id)
        letter = self.read(row)

        def work(tx: Tx) -> None:
            contact = repo.seat_by_token(tx, row.recipient_token)
            if contact is None or isinstance(letter, Ignored) or letter.from_address != contact.address:
                return
            apologise(tx, self.settings, contact, letter.message_id, now_ms)

        self._write(work)

    def submit(
        self, game_id: int, seat: int, text: str, *, position: int | None, by: int | None = None, sure: bool = False
    ) -> Answer:
        """Orders typed into a page that showed the game at `position`, by the player `by`.

        `sure`: the page has shown what these very orders would do, and they are sent once more to confirm them.
        Raises NotFound, also where the seat is no longer his.
        """
        now_ms = to_ms(self.clock())

        def work(tx: Tx) -> Answer:
            loaded = load_game(tx, game_id)
            if by is not None and not (loaded.seats[seat].reads and loaded.seats[seat].player_id == by):
                raise NotFound("seat", (game_id, seat))
            words = catalogue(loaded.seats[seat].language)
            request = Request(
                seat=seat,
                language=loaded.seats[seat].language,
                lines=text.splitlines(),
                position=position,
                check=False,
                letter_id=None,
                now_ms=now_ms,
                settings=self.settings,
                sure=sure,
            )
            result = handle_orders(tx, loaded, request, words)
            follow_ups = follow_up(tx, loaded, self.settings, now_ms)
            post = Post(tx, follow_ups.loaded, self.settings, now_ms, follow_ups=follow_ups)
            # What became of orders that he gave for his next turn no page tells him.
            _tell_others(post, result, None if seat in follow_ups.standing else seat)
            reached = position_for(post.game, seat)
            return Answer(
                result.heading, result.applied, result.stale, result.lines, result.wishes, reached, result.for_good
            )

        return self._write(work)

    def discard_draft(self, game_id: int, seat: int, text: str, *, by: int) -> None:
        """Throw away the orders that wait for the player `by` to confirm them, if they still are those of `text`.

        Raises NotFound, also where the seat is no longer theirs.
        """

        def work(tx: Tx) -> None:
            owner = repo.seats(tx, game_id)[seat]
            if owner.player_id != by or owner.vacant_ms is not None:
                raise NotFound("seat", (game_id, seat))
            kept = repo.draft(tx, game_id, seat)
            if kept is not None and kept.text == text:
                repo.clear_draft(tx, game_id, seat)

        self.database.write(work)

    def ask(self, game_id: int, seat: int, request: SeatCommand, *, by: int | None = None) -> list[str]:
        """What a seat asks on a page beside its orders, and the player `by`, in the words of the answer to a letter.

        Raises Declined, and NotFound, also where the seat is no longer his.
        """
        now_ms = to_ms(self.clock())

        def work(tx: Tx) -> list[str]:
            loaded = load_game(tx, game_id)
            if by is not None and not (loaded.seats[seat].reads and loaded.seats[seat].player_id == by):
                raise NotFound("seat", (game_id, seat))
            words = catalogue(loaded.seats[seat].language)
            asked = judge(
                SeatContext(tx=tx, loaded=loaded, seat=seat, settings=self.settings, now_ms=now_ms, words=words),
                request,
            )
            asked.effect()
            return asked.told

        return self._write(work)

    def pass_on_press(self, game_id: int) -> None:
        """Tells the readers of what was written without a name, once its minute is over. Raises NotFound."""
        now_ms = to_ms(self.clock())
        self._write(lambda tx: pass_on(tx, self.settings, game_id, now_ms))

    def send_digest(self, player_id: int) -> None:
        """Mails a player what is new in his games, if his mail of the day is due. Raises NotFound."""
        now_ms = to_ms(self.clock())
        self._write(lambda tx: digest.send(tx, self.settings, player_id, now_ms))

    def look(self, game_id: int, seat: int | None) -> Seen:
        """A game as a seat, or a spectator (None), may see it. Raises NotFound."""
        with self.database.read() as tx:
            return look(tx, game_id, seat)

    def try_out(self, game_id: int, seat: int, text: str) -> Trial:
        """What orders would do, of which nothing is kept; up to the first roll. Raises NotFound."""
        with self.database.read() as tx:
            language = repo.seat_contacts(tx, game_id)[seat].language
            return try_out(tx, game_id, seat, text, catalogue(language), self.settings, to_ms(self.clock()))

    def report(self, game_id: int, seat: int | None, language: str) -> Message:
        """The position as a seat, or a spectator (None), may see it. Raises NotFound."""
        with self.database.read() as tx:
            post = Post(tx, load_game(tx, game_id), self.settings, to_ms(self.clock()), by_mail=False)
            return post.status_for(seat, catalogue(language))

    def play_bot(self, game_id: int, choose: Choose) -> bool:
        """Plays a whole turn for a bot of the server's own; False where none is to move. Raises NotFound."""
        now_ms = to_ms(self.clock())

        def work(tx: Tx) -> bool:
            loaded = load_game(tx, game_id)
            table = loaded.session.state.table
            is_still = table.over or loaded.game.held_ms is not None
            bot = None if is_still else loaded.seats[table.turn.seat].bot
            if bot is None:
                return False
            if end_if_unplayed(tx, self.settings, loaded, now_ms):
                return True
            start = loaded.session.position
            play_turn(loaded, bot_named(bot), choose, draw_for(tx, loaded.game))
            save(tx, loaded, now_ms, None, "bot")
            follow_ups = follow_up(tx, loaded, self.settings, now_ms)
            post = Post(tx, follow_ups.loaded, self.settings, now_ms, follow_ups=follow_ups)
            post.report_to_others(None, [*loaded.session.events_since(start), *follow_ups.news])
            warn_if_unplayed(tx, self.settings, game_id, now_ms)
            return True

        return self._write(work)

    def extend(self, game_id: int, by: Pace, reason: str) -> int:
        """Puts a game's deadline off at the operator's word, which everybody is told; returns the new one.

        Raises NotFound and NothingToExtend.
        """
        now_ms = to_ms(self.clock())
        return self._write(lambda tx: extend_freely(tx, game_id, self.settings, by, reason, now_ms))

    def expire_offer(self, offer_id: int, now_ms: int) -> None:
        """Ends the offer of a seat if its time is up, and asks the next."""
        self._write(lambda tx: vacancies.expire(tx, self.settings, offer_id, now_ms))

    def expire_proposal(self, proposal_id: int, now_ms: int) -> None:
        """Ends a proposal to let a game go back if its time is up."""
        self._write(lambda tx: proposals.expire(tx, self.settings, proposal_id, now_ms))

    def attend_dispute(self, dispute_id: int, now_ms: int) -> None:
        """Tell of an open dispute whom it is time to tell, or let it lapse. Raises NotFound."""
        self._write(lambda tx: attend(tx, self.settings, dispute_id, now_ms))

    def wake(self, game_id: int, now_ms: int | None = None, choose: Choose | None = None) -> None:
        """Does what is due in a game now: reminds the player to move, or acts as his time is up. Raises NotFound.

        `now_ms` is the moment by which the game was found to be due, `choose` the chance by which a bot plays.
        """
        at_ms = to_ms(self.clock()) if now_ms is None else now_ms
        self._write(lambda tx: wake(tx, game_id, self.settings, at_ms, choose or chance().randrange))


def _tell_others(post: Post, result: OrdersResult, seat: int | None) -> None:
    if result.applied and turn_moved(result.added):
        post.report_to_others(seat, [*result.session.events_since(result.session.start), *post.follow_ups.news])


def _asks_to_check(typed: str, ours: str) -> bool:
    """Whether a subject says "check"; that of our mails, to which a letter's is the answer, may hold the word too."""
    own = " ".join(plain(ours).split())
    return re.search(r"\bcheck\b", typed.replace(own, " "), re.IGNORECASE) is not None


def _went_to(mail: MailRow, contact: SeatContact) -> bool:
    """Whether a mail was written to the present player of a seat."""
    here = (contact.game_id, contact.seat, contact.player_id)
    return (mail.game_id, mail.seat, mail.player_id) == here


def _close(
    tx: Tx, row: LetterRow, status: Literal["done", "ignored"], outcome: str, contact: SeatContact | None
) -> None:
    where = (contact.game_id, contact.seat) if contact else (None, None)
    repo.finish_letter(tx, row.id, status, outcome, *where)
