"""The handling of a letter to a seat, of its player's form, and of a bot's turn: each within one transaction."""

import re
from dataclasses import dataclass, field, replace

from pbem.adjudicator.antecedents import Antecedent, MailReader, find_antecedent, note_changed_id
from pbem.adjudicator.confirmations import answered_ids, challenge_blocks
from pbem.adjudicator.context import Answer, OrdersResult, SeatContext
from pbem.adjudicator.correspondence.endings import SeatLines, learn, left_out_blocks, read_orders, writer_of
from pbem.adjudicator.correspondence.letter_contents import (
    find_other_tags_named,
    instead_of_orders,
    not_read_blocks,
    typed_subject,
)
from pbem.adjudicator.correspondence.whole_lines import ReplyText, read_reply_text
from pbem.adjudicator.follow_ups import follow_up, judge_follow_ups, play_turn
from pbem.adjudicator.letters import (
    LetterEffect,
    LetterOutcome,
    broken_letter_heading,
    inbox_outcome,
)
from pbem.adjudicator.mails.game import MailComposer, position_for
from pbem.adjudicator.seat_commands import judge
from pbem.adjudicator.seat_orders import JudgedOrders, SubmittedOrders, judge_submitted
from pbem.adjudicator.sessions import LoadedGame, draw_for, expect, load_game, save, turn_moved
from pbem.adjudicator.stalled_games import end_if_still, end_if_unplayed, warn_if_unplayed
from pbem.commands.orders import Script
from pbem.commands.orders.seat_command import SeatCommand
from pbem.games.compose import opened_by, subject
from pbem.games.presentation import presentation_of
from pbem.i18n import catalogue
from pbem.mail.proof_codes import codes_in
from pbem.mail.reading.headers import Automatic
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.mail.reading.text import plain
from pbem.store import Tx, UnitOfWork
from pbem.store.games.seats import SeatContact, list_seats
from pbem.store.mail.inbox import LetterRow
from rules_core.games import bot_named
from rules_core.kernel.definition import Choose


def answer_letter(
    unit: UnitOfWork, row: LetterRow, letter: Letter | BrokenLetter, contact: SeatContact, *, in_doubt: bool = False
) -> LetterOutcome:
    """Carry out a letter of a seat's player, and answer it. Raises BadRecord where the game's log cannot be read.

    Where it is in doubt who wrote it, nothing is done but to ask the player.
    """
    if isinstance(letter, BrokenLetter):
        return _send_back(unit, letter, contact)
    words = catalogue(contact.language)
    parsed = _parse_letter(unit, letter, contact)
    loaded, trimmed = parsed.loaded, parsed.text.trimmed
    if parsed.answered.is_rewritten:
        note_changed_id(unit, answered_ids(letter)[0])
    request = _submitted(unit, row, letter, contact, parsed, in_doubt=in_doubt)
    result = judge_submitted(unit, loaded, request, words).write()
    composer = _post_after(unit, loaded, result)
    held = (
        instead_of_orders(letter, parsed.text.written, _orders_in_subject(unit, letter, loaded, contact), words)
        if result.without_orders
        else not_read_blocks(letter, words)
    )
    blocks = [
        *challenge_blocks(result.challenge, words, in_doubt=in_doubt),
        *held,
        *left_out_blocks(trimmed.left_out, words),
    ]
    if not in_doubt:
        learn(unit, contact.player_id, trimmed)
    message = opened_by(composer.answer_to(result, contact.seat, words), blocks)
    if result.added or list_seats(unit, contact.game_id)[contact.seat].vacant_ms is None:  # a farewell answers itself
        message_id = result.challenge.message_id if result.challenge else ""
        composer.send(
            contact, "answer", message, answering=letter.message_id, auto="auto-replied", message_id=message_id
        )
    _report_to_others(composer, result, contact.seat)
    end_if_still(unit, loaded.game)
    return LetterOutcome(result.heading, effect=_effect_of(result))


def _effect_of(result: OrdersResult) -> LetterEffect:
    if result.applied:
        return "change"
    return "question" if any(line.outcome in ("done", "understood") for line in result.lines) else "nothing"


def holds_orders(unit: UnitOfWork, letter: Letter, contact: SeatContact) -> bool:
    """Whether a letter's own lines hold an order of its seat, or one gone wrong. Raises BadRecord.

    Under the subject of an automatic reply what cannot be read is no order gone wrong.
    """
    parsed = _parse_letter(unit, letter, contact)
    return bool(parsed.text.reading.orders) if letter.doubt is Automatic.SUBJECT else parsed.text.reading.has_orders


def judge_letter(unit: UnitOfWork, row: LetterRow, letter: Letter, contact: SeatContact) -> None:
    """Read and judge a letter of a seat on a snapshot, and compose its answer: `answer_letter` finds both, where the
    game stands. Raises BadRecord.
    """
    parsed = _parse_letter(unit, letter, contact)
    request = _submitted(unit, row, letter, contact, parsed, in_doubt=False)
    words, loaded = catalogue(contact.language), parsed.loaded
    judged = judge_submitted(unit, loaded, request, words)
    composer = _compose_ahead(unit, loaded, judged, contact.seat)
    if not judged.result.without_orders:
        composer.answer_to(judged.result, contact.seat, words)
    if not parsed.text.reading.has_orders:
        _orders_in_subject(unit, letter, parsed.loaded, contact)


def judge_form(unit: UnitOfWork, game_id: int, seat: int, form: "OrdersForm") -> None:
    """Read and judge a seat's form on a snapshot, as `judge_letter` does. Raises NotFound and BadRecord."""
    _compose_ahead(unit, *form.judge(unit, game_id, seat), seat)


def _compose_ahead(unit: UnitOfWork, loaded: LoadedGame, judged: JudgedOrders, seat: int) -> MailComposer:
    """Judge what follows from a request that was judged, and compose the reports on it that can be foreseen."""
    if not judged.result.applied:
        return MailComposer(unit, loaded)
    session = judged.result.session
    expected = expect(unit, replace(loaded, session=session))
    composer = MailComposer(unit, expected, expected=expected.game)
    follows = judge_follow_ups(unit, replace(loaded, session=session))
    if turn_moved(session.new) and not (follows or session.state.table.over):
        for _report in composer.compose_reports(seat, session.events_since(session.start)):
            pass
    return composer


@dataclass(frozen=True)
class OrdersForm:
    """Orders that a seat's player typed into a page, which showed the game at `position`.

    `sure`: the page has shown what these very orders would do, and they are sent once more to confirm them.
    """

    text: str = field(repr=False)
    position: int | None
    sure: bool

    def judge(self, unit: UnitOfWork, game_id: int, seat: int) -> tuple[LoadedGame, JudgedOrders]:
        """Judge it as things stand; nothing is written. Raises NotFound and BadRecord."""
        loaded, lines = load_game(unit, game_id), self.text.splitlines()
        request = SubmittedOrders(seat, lines, self.position, check=False, letter_id=None, sure=self.sure)
        return loaded, judge_submitted(unit, loaded, request, catalogue(loaded.seats[seat].language))


@dataclass(frozen=True)
class _ParsedLetter:
    answered: Antecedent
    loaded: LoadedGame
    text: ReplyText[Script]


def _parse_letter(unit: UnitOfWork, letter: Letter, contact: SeatContact) -> _ParsedLetter:
    loaded = load_game(unit, contact.game_id)
    reader, here = MailReader.at(contact), loaded.session.position
    answered = find_antecedent(unit, letter, reader, unit.settings.mail.domain, here)
    writer = writer_of(unit, contact.player_id, loaded.names[contact.seat], letter.from_name)
    lines = SeatLines.of(loaded, contact.seat)
    return _ParsedLetter(answered, loaded, read_reply_text(unit, letter, answered, lines, writer))


def _submitted(
    unit: UnitOfWork, row: LetterRow, letter: Letter, contact: SeatContact, parsed: _ParsedLetter, *, in_doubt: bool
) -> SubmittedOrders:
    answered, trimmed, ours = parsed.answered, parsed.text.trimmed, subject(parsed.loaded.game)
    return SubmittedOrders(
        seat=contact.seat,
        lines=trimmed.lines,
        unclear=trimmed.unclear,
        position=answered.position,
        check=_asks_to_check(letter.subject, ours),
        letter_id=row.id,
        answered=answered_ids(letter),
        quoted_codes=codes_in(parsed.text.written.quoted),
        answers_lost=answered.is_lost,
        answers_unknown=answered.is_unknown,
        named_instead=find_other_tags_named(unit, letter, ours, contact, is_shared=unit.settings.mail.is_shared),
        in_doubt=in_doubt,
    )


def _send_back(unit: UnitOfWork, letter: BrokenLetter, contact: SeatContact) -> LetterOutcome:
    words = catalogue(contact.language)
    composer = MailComposer(unit, load_game(unit, contact.game_id))
    message = composer.notice(contact.seat, broken_letter_heading(letter, words), words)
    composer.send(contact, "answer", message, answering=letter.message_id, auto="auto-replied")
    return LetterOutcome(inbox_outcome(letter))


def answer_form(unit: UnitOfWork, game_id: int, seat: int, form: OrdersForm) -> Answer:
    """Carry out orders that a seat's player typed into a page. Raises NotFound."""
    loaded, judged = form.judge(unit, game_id, seat)
    result = judged.write()
    composer = _post_after(unit, loaded, result)
    # What became of orders that were given for their next turn no page tells them.
    _report_to_others(composer, result, None if seat in composer.follow_ups.standing else seat)
    end_if_still(unit, loaded.game)
    reached = position_for(composer.game, seat)
    return Answer(result.heading, result.applied, result.stale, result.lines, result.queries, reached, result.for_good)


def answer_command(unit: UnitOfWork, game_id: int, seat: int, command: SeatCommand) -> list[str]:
    """Do what a seat asks beside its orders; returns what it is told. Raises Refused and NotFound."""
    loaded = load_game(unit, game_id)
    words = catalogue(loaded.seats[seat].language)
    judged = judge(SeatContext(unit=unit, loaded=loaded, seat=seat, words=words), command)
    judged.effect()
    return judged.sentences


def play_bot(unit: UnitOfWork, game_id: int, choose: Choose) -> bool:
    """Play a whole turn for a bot of the server's own; False where none is to move. Raises NotFound."""
    loaded = load_game(unit, game_id)
    table = loaded.session.state.table
    is_still = table.over or loaded.game.held_ms is not None
    bot = None if is_still else loaded.seats[table.turn.seat].bot
    if bot is None:
        return False
    if end_if_unplayed(unit, loaded):
        return True
    start = loaded.session.position
    is_lesson = loaded.game.purpose == "lesson"
    player = presentation_of(loaded.game.kind).guide.partner if is_lesson else bot_named(bot)
    play_turn(loaded, player, choose, draw_for(unit, loaded.game), may_stop_play=True)
    save(unit, loaded, None, "bot")
    composer = _post_after(unit, loaded)
    composer.report_to_others(None, [*loaded.session.events_since(start), *composer.follow_ups.news])
    warn_if_unplayed(unit, game_id)
    end_if_still(unit, loaded.game)
    return True


def _post_after(unit: UnitOfWork, loaded: LoadedGame, result: OrdersResult | None = None) -> MailComposer:
    """The mails of a game after what was played in its session, or after what orders led to."""
    if result is not None and result.applied:
        loaded = replace(loaded, session=result.session)
    follow_ups = follow_up(unit, loaded)
    return MailComposer(unit, follow_ups.loaded, follow_ups=follow_ups)


def _report_to_others(composer: MailComposer, result: OrdersResult, seat: int | None) -> None:
    if result.applied and turn_moved(result.added):
        composer.report_to_others(seat, [*result.session.events_since(result.session.start), *composer.follow_ups.news])


def _orders_in_subject(tx: Tx, letter: Letter, loaded: LoadedGame, contact: SeatContact) -> str:
    """The orders that a subject holds, as they were typed; "" where it holds none, or something else besides."""
    typed = typed_subject(letter, subject(loaded.game))
    script = read_orders(tx, loaded, contact.seat, [typed])
    return typed if script.orders and not script.faults else ""


def _asks_to_check(typed: str, ours: str) -> bool:
    """Whether a subject says "check"; that of our mails, to which a letter's is the answer, may hold the word too."""
    our_subject = " ".join(plain(ours).split())
    return re.search(r"\bcheck\b", typed.replace(our_subject, " "), re.IGNORECASE) is not None
