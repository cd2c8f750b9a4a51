"""The handling of a letter to a seat, of its player's form, and of a bot's turn: each within one transaction."""

import re
from dataclasses import dataclass

from pbem.adjudicator.antecedents import Antecedent, MailReader, find_antecedent
from pbem.adjudicator.confirmations import answered_ids, challenge_blocks
from pbem.adjudicator.context import Answer, OrdersResult, SeatContext
from pbem.adjudicator.correspondence.changed_ids import note_changed_id
from pbem.adjudicator.correspondence.endings import learn, left_out_blocks, writer_of
from pbem.adjudicator.correspondence.letter_contents import instead_of_orders, not_read_blocks, typed_subject
from pbem.adjudicator.correspondence.named_games import named_instead
from pbem.adjudicator.correspondence.own_text import OwnText, own_text
from pbem.adjudicator.correspondence.seat_lines import SeatLines, read_orders
from pbem.adjudicator.follow_ups import follow_up, play_turn
from pbem.adjudicator.letters import (
    Closing,
    Gain,
    broken_letter_heading,
    inbox_outcome,
)
from pbem.adjudicator.mails.game import Post, position_for
from pbem.adjudicator.seat_commands import judge
from pbem.adjudicator.seat_orders import SubmittedOrders, handle_orders
from pbem.adjudicator.sessions import LoadedGame, draw_for, load_game, save, turn_moved
from pbem.adjudicator.stalled_games import end_if_unplayed, warn_if_unplayed
from pbem.commands.orders import Script
from pbem.commands.orders.commands import SeatCommand
from pbem.config import Settings
from pbem.games.compose import opened_by, subject
from pbem.games.presentation import presentation_of
from pbem.i18n import catalogue
from pbem.mail.proof_codes import codes_in
from pbem.mail.reading.automatic import Automatic
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.reading.text import plain
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import LetterRow, SeatContact
from rules_core.games import bot_named
from rules_core.kernel.definition import Choose


def answer_letter(
    tx: Tx,
    settings: Settings,
    row: LetterRow,
    letter: Letter | BrokenLetter,
    contact: SeatContact,
    now_ms: int,
    *,
    in_doubt: bool = False,
) -> Closing:
    """Carry out a letter of a seat's player, and answer it. Raises BadRecord where the game's log cannot be read.

    Where it is in doubt who wrote it, nothing is done but to ask the player.
    """
    if isinstance(letter, BrokenLetter):
        return _send_back(tx, settings, letter, contact, now_ms)
    words = catalogue(contact.language)
    own = _read_own(tx, settings, letter, contact)
    answered, loaded, trimmed = own.answered, own.loaded, own.text.trimmed
    if answered.is_rewritten:
        note_changed_id(tx, answered_ids(letter)[0], now_ms)
    request = SubmittedOrders(
        seat=contact.seat,
        lines=trimmed.lines,
        unclear=trimmed.unclear,
        position=answered.position,
        check=_asks_to_check(letter.subject, subject(loaded.game)),
        letter_id=row.id,
        now_ms=now_ms,
        settings=settings,
        answered=answered_ids(letter),
        quoted_codes=codes_in(own.text.written.quoted),
        answers_lost=answered.is_lost,
        answers_unknown=answered.is_unknown,
        named_instead=named_instead(tx, letter, subject(loaded.game), contact, is_shared=settings.mail.is_shared),
        in_doubt=in_doubt,
    )
    result = handle_orders(tx, loaded, request, words)
    post = _post_after(tx, settings, loaded, now_ms)
    held = (
        instead_of_orders(letter, own.text.written, _orders_in_subject(tx, letter, loaded, contact), words)
        if result.without_orders
        else not_read_blocks(letter, words)
    )
    told = [
        *challenge_blocks(result.challenge, words, in_doubt=in_doubt),
        *held,
        *left_out_blocks(trimmed.left_out, words),
    ]
    if not in_doubt:
        learn(tx, contact.player_id, trimmed, now_ms)
    message = opened_by(post.answer_to(result, contact.seat, words), told)
    if result.added or repo.seats(tx, contact.game_id)[contact.seat].vacant_ms is None:  # a farewell answers itself
        message_id = result.challenge.message_id if result.challenge else ""
        post.send(contact, "answer", message, answering=letter.message_id, auto="auto-replied", message_id=message_id)
    _report_to_others(post, result, contact.seat)
    return Closing(result.heading, gain=_gain(result))


def _gain(result: OrdersResult) -> Gain:
    if result.applied:
        return "change"
    return "question" if any(line.outcome in ("done", "understood") for line in result.lines) else "nothing"


def holds_orders(tx: Tx, settings: Settings, letter: Letter, contact: SeatContact) -> bool:
    """Whether a letter's own lines hold an order of its seat, or one gone wrong. Raises BadRecord.

    Under the subject of an automatic reply what cannot be read is no order gone wrong.
    """
    own = _read_own(tx, settings, letter, contact)
    return bool(own.text.reading.orders) if letter.doubt is Automatic.SUBJECT else own.text.reading.has_orders


def read_letter(tx: Tx, settings: Settings, letter: Letter, contact: SeatContact) -> None:
    """Read a letter of a seat, so that the transaction which carries it out has it read. Raises BadRecord."""
    own = _read_own(tx, settings, letter, contact)
    if not own.text.reading.has_orders:
        _orders_in_subject(tx, letter, own.loaded, contact)


def read_form(tx: Tx, game_id: int, seat: int, text: str) -> None:
    """Read what a seat's player typed into a page, as `read_letter` does. Raises NotFound and BadRecord."""
    read_orders(tx, load_game(tx, game_id), seat, text.splitlines())


@dataclass(frozen=True)
class _OwnLetter:
    """A letter as its writer wrote it, and the mail and the game that it was read by."""

    answered: Antecedent
    loaded: LoadedGame
    text: OwnText[Script]


def _read_own(tx: Tx, settings: Settings, letter: Letter, contact: SeatContact) -> _OwnLetter:
    loaded = load_game(tx, contact.game_id)
    reader, here = MailReader.at(contact), loaded.session.position
    answered = find_antecedent(tx, letter, reader, settings.mail.domain, here)
    writer = writer_of(tx, contact.player_id, loaded.names[contact.seat], letter.from_name)
    lines = SeatLines.of(loaded, contact.seat)
    return _OwnLetter(answered, loaded, own_text(tx, settings, letter, answered, lines, writer))


def _send_back(tx: Tx, settings: Settings, letter: BrokenLetter, contact: SeatContact, now_ms: int) -> Closing:
    words = catalogue(contact.language)
    post = Post(tx, load_game(tx, contact.game_id), settings, now_ms)
    message = post.notice(contact.seat, broken_letter_heading(letter, words), words)
    post.send(contact, "answer", message, answering=letter.message_id, auto="auto-replied")
    return Closing(inbox_outcome(letter))


def answer_form(
    tx: Tx, settings: Settings, game_id: int, seat: int, text: str, *, position: int | None, sure: bool, now_ms: int
) -> Answer:
    """Carry out orders that a seat's player typed into a page, which showed the game at `position`. Raises NotFound.

    `sure`: the page has shown what these very orders would do, and they are sent once more to confirm them.
    """
    loaded = load_game(tx, game_id)
    language = loaded.seats[seat].language
    request = SubmittedOrders(
        seat=seat,
        lines=text.splitlines(),
        position=position,
        check=False,
        letter_id=None,
        now_ms=now_ms,
        settings=settings,
        sure=sure,
    )
    result = handle_orders(tx, loaded, request, catalogue(language))
    post = _post_after(tx, settings, loaded, now_ms)
    # What became of orders that were given for their next turn no page tells them.
    _report_to_others(post, result, None if seat in post.follow_ups.standing else seat)
    reached = position_for(post.game, seat)
    return Answer(result.heading, result.applied, result.stale, result.lines, result.queries, reached, result.for_good)


def answer_command(tx: Tx, settings: Settings, game_id: int, seat: int, command: SeatCommand, now_ms: int) -> list[str]:
    """Do what a seat asks beside its orders; returns what it is told. Raises Refused and NotFound."""
    loaded = load_game(tx, game_id)
    words = catalogue(loaded.seats[seat].language)
    asked = judge(SeatContext(tx=tx, loaded=loaded, seat=seat, settings=settings, now_ms=now_ms, words=words), command)
    asked.effect()
    return asked.told


def play_bot(tx: Tx, settings: Settings, game_id: int, choose: Choose, now_ms: int) -> bool:
    """Play a whole turn for a bot of the server's own; False where none is to move. Raises NotFound."""
    loaded = load_game(tx, game_id)
    table = loaded.session.state.table
    is_still = table.over or loaded.game.held_ms is not None
    bot = None if is_still else loaded.seats[table.turn.seat].bot
    if bot is None:
        return False
    if end_if_unplayed(tx, settings, loaded, now_ms):
        return True
    start = loaded.session.position
    is_lesson = loaded.game.purpose == "lesson"
    player = presentation_of(loaded.game.kind).guide.partner if is_lesson else bot_named(bot)
    play_turn(loaded, player, choose, draw_for(tx, loaded.game), may_stop_play=True)
    save(tx, loaded, now_ms, None, "bot")
    post = _post_after(tx, settings, loaded, now_ms)
    post.report_to_others(None, [*loaded.session.events_since(start), *post.follow_ups.news])
    warn_if_unplayed(tx, settings, game_id, now_ms)
    return True


def _post_after(tx: Tx, settings: Settings, loaded: LoadedGame, now_ms: int) -> Post:
    """The mails of a game once what follows from a command is done."""
    follow_ups = follow_up(tx, loaded, settings, now_ms)
    return Post(tx, follow_ups.loaded, settings, now_ms, follow_ups=follow_ups)


def _report_to_others(post: Post, result: OrdersResult, seat: int | None) -> None:
    if result.applied and turn_moved(result.added):
        post.report_to_others(seat, [*result.session.events_since(result.session.start), *post.follow_ups.news])


def _orders_in_subject(tx: Tx, letter: Letter, loaded: LoadedGame, contact: SeatContact) -> str:
    """The orders that a subject holds, as they were typed; "" where it holds none, or something else besides."""
    typed = typed_subject(letter, subject(loaded.game))
    script = read_orders(tx, loaded, contact.seat, [typed])
    return typed if script.orders and not script.faults else ""


def _asks_to_check(typed: str, ours: str) -> bool:
    """Whether a subject says "check"; that of our mails, to which a letter's is the answer, may hold the word too."""
    own = " ".join(plain(ours).split())
    return re.search(r"\bcheck\b", typed.replace(own, " "), re.IGNORECASE) is not None
