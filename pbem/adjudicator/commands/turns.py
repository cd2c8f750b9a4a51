"""Commands about a seat's turns: orders for the next one, more time for this one, and days away."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Done, JudgedCommand, PlayerCommand, PlayerContext, Refused, SeatContext
from pbem.adjudicator.extensions import MORE_TIME, extensions_left, later, longest, put_off, usual
from pbem.adjudicator.mails.game import MailComposer, position_for, zone_of
from pbem.adjudicator.reminders import notify_others
from pbem.adjudicator.seats.absences import AbsenceContext, Span, announce, preview_absence, preview_return, take_back
from pbem.adjudicator.sessions import load_game
from pbem.clock import Pace, from_ms
from pbem.commands.orders.dates import Day
from pbem.commands.orders.fields import DAY, LAST_DAY, ORDERS, PACE, REASON
from pbem.commands.orders.notation import PlayersCursor
from pbem.commands.orders.seat_command import SeatCommand
from pbem.i18n import N_
from pbem.reports.notes import pace_in_words
from pbem.store.games.game import get_game
from pbem.store.games.proposals import StandingRow, clear_standing, list_standing_orders, put_standing
from pbem.store.games.seats import count_extension
from pbem.store.players.preferences import get_preferences
from rules_core.kernel.log import Note, NoteFact

_PAST: Final = timedelta(days=92)
"""A day without its year that is no longer past is taken for a slip, not for one of next year."""
LONGEST_REASON: Final = 200
"""Characters of a player's reason that are told."""


@dataclass(frozen=True, slots=True)
class NextTurn(SeatCommand):
    """`next turn: income; roll all`: orders for the writer's next turn, as lines; none takes back those that wait."""

    verb: ClassVar = "next"
    shape: ClassVar = "{next}: <orders> | {next}: {none}"
    examples: ClassVar = ("{next}: {none}",)
    explanation: ClassVar = N_(
        "Give orders for your next turn: they are carried out once, as soon as it begins, and you are told "
        "what they did. Each such line adds to them; those of an earlier message are replaced."
    )
    opens: ClassVar = True
    needs_others: ClassVar = False

    lines: Annotated[tuple[str, ...], ORDERS]

    @classmethod
    def read(cls, _cursor: PlayersCursor) -> Sequence["NextTurn"]:
        """Read nothing: the orders stand behind the colon."""
        return [cls(())]

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge it; the lines are those of the letter so far. Raises Refused."""
        tx, words, game_id = context.unit, context.words, context.game_id
        if context.loaded.session.state.table.over:
            raise Refused(words.text("The game is over; you have no next turn."))
        is_first = not context.repeats(NextTurn)
        waited = context.seat in list_standing_orders(tx, game_id)
        if not self.lines:
            gone = words.text("You have no next-turn orders any more.")
            return JudgedCommand([gone], lambda: clear_standing(tx, game_id, context.seat))
        sentences = [words.text("This waits for your next turn.")]
        if waited and is_first:
            sentences.append(words.text("It replaces your earlier next-turn orders."))
        position = position_for(context.loaded.game, context.seat)
        orders = StandingRow(context.seat, "\n".join(self.lines), position, context.letter_id, context.unit.now_ms)
        return JudgedCommand(sentences, lambda: put_standing(tx, game_id, orders))


@dataclass(frozen=True, slots=True)
class Extend(SeatCommand):
    """`extend 2 days, I am ill`: puts off the deadline of the writer's turn; without a time by as much as is usual."""

    verb: ClassVar = "extend"
    examples: ClassVar = ("{extend} 2 {days}", "{extend} 12 {hours}", "{extend}")
    explanation: ClassVar = N_(
        "Extend the deadline of your turn by this much playing time, at most the time per turn; alone it "
        "means two days. You can do it a few times per game, even when you are already late, and the others "
        "will be told."
    )
    everyday: ClassVar = False
    reasoned: ClassVar = True
    has_others_mailed: ClassVar = True
    is_held_back: ClassVar = False

    by: Annotated[Pace | None, PACE] = None
    reason: Annotated[str, REASON] = ""

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge what the player to move asks for. Raises Refused."""
        loaded, words = context.loaded, context.words
        by = self.by or usual(loaded.game.terms)
        _check_extension(context, by)
        deadline = later(context.unit, loaded, by)
        zone = zone_of(get_preferences(context.unit, context.player_id), context.unit.settings.server.time_zone)
        more = extensions_left(loaded.seats[context.seat], context.unit.settings) - 1
        sentence = words.text(
            "You have %(pace)s more. Your deadline is now %(deadline)s.",
            pace=pace_in_words(str(by), words),
            deadline=words.moment(from_ms(deadline), zone),
        )
        rest = words.plural(
            "You can do this %(n)s more time in this game.", "You can do this %(n)s more times in this game.", more
        )
        reason = "" if loaded.game.press == "none" else self.reason[:LONGEST_REASON]
        unsaid = [words.text("The others can't read your reason: there is no press in this game.")]
        sentences = [sentence, rest, *(unsaid if self.reason and not reason else ())]
        return JudgedCommand(sentences, lambda: _extend(context, by, deadline, reason))


@dataclass(frozen=True, slots=True)
class Away(SeatCommand, PlayerCommand):
    """`away 2026-12-20 2027-01-05`: the writer is away from the first to the last of these days, in all their games."""

    verb: ClassVar = "away"
    examples: ClassVar = ("{away} 2026-12-20 {until} 2027-01-05", "{away} 24.12.")
    explanation: ClassVar = N_(
        "Say that you're away on these days, in all of your games. The others will be told, and your "
        "deadlines are paused."
    )

    first: Annotated[Day, DAY]
    last: Annotated[Day | None, LAST_DAY] = None
    """None for the first alone."""

    def days(self, today: date) -> Span:
        """The first and the last day. Where no year is said it is the nearest that fits, and not long past."""
        until = self.last or self.first
        first, last = self.first.dated, until.dated
        if first is None and last is not None:
            first = self.first.on_or_before(last)
        first = first or self.first.on_or_after(today - _PAST)
        return first, last or until.on_or_after(first)

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge it for all games of the seat's player. Raises Refused."""
        known = _absence_context(context)
        span = self.days(known.today)
        sentences = preview_absence(known, span, but=context.game_id)
        return JudgedCommand(sentences, lambda: announce(context.unit, context.player_id, *span))

    def do(self, context: PlayerContext) -> Done:
        """Note that a player is away. Raises Refused."""
        today = AbsenceContext(context.unit, context.player.id).today
        return Done(tuple(announce(context.unit, context.player.id, *self.days(today))))


@dataclass(frozen=True, slots=True)
class Back(SeatCommand, PlayerCommand):
    """`back`: the writer is away no more, or not at all; what they have announced ends."""

    verb: ClassVar = "back"
    explanation: ClassVar = N_(
        "Say that you're back, or will not be away after all. You get back the days you did not use."
    )

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge it; who is not away is told so, and nothing is wrong. Raises Refused."""
        sentences = preview_return(_absence_context(context), but=context.game_id)
        return JudgedCommand(sentences, lambda: take_back(context.unit, context.player_id))

    def do(self, context: PlayerContext) -> Done:
        """Note that a player is away no more."""
        return Done(tuple(take_back(context.unit, context.player.id)))


def _check_extension(context: SeatContext, by: Pace) -> None:
    """Raise Refused where a player may not put their deadline off, or not by as much."""
    loaded, words, table = context.loaded, context.words, context.loaded.session.state.table
    if table.over or table.turn.seat != context.seat:
        raise Refused(words.text("it is not your turn, so you have no deadline to extend"))
    if loaded.game.held_ms is not None:
        raise Refused(words.text("the game is on hold, so no deadline runs"))
    if context.repeats(Extend):
        raise Refused(words.text("a deadline can be extended only once per message"))
    if not extensions_left(loaded.seats[context.seat], context.unit.settings):
        most = context.unit.settings.play.extensions
        raise Refused(
            words.plural(
                "players can extend their deadlines %(n)s time per game, and you have used it",
                "players can extend their deadlines %(n)s times per game, and you have used them all",
                most,
            )
            if most
            else words.text("players can't extend their deadlines here")
        )
    most_at_once = longest(loaded.game.terms)
    if by.span > most_at_once.span:
        pace = pace_in_words(str(most_at_once), words)
        raise Refused(words.text("a deadline can be extended by at most %(pace)s at once", pace=pace))


def _extend(context: SeatContext, by: Pace, deadline_ms: int, reason: str) -> None:
    tx, seat = context.unit, context.seat
    game = get_game(tx, context.game_id)
    if (game.active_seat, game.year, game.turn) != (seat, context.loaded.game.year, context.loaded.game.turn):
        return
    count_extension(tx, game.id, seat)
    facts: dict[str, NoteFact] = {
        "who": context.name,
        "pace": str(by),
        "deadline_ms": deadline_ms,
        **({"reason": reason} if reason else {}),
    }
    note = Note("extended for a reason" if reason else "extended", facts)
    put_off(context.unit, game.id, seat, deadline_ms, note, context.letter_id)
    notify_others(MailComposer(context.unit, load_game(tx, game.id)), MORE_TIME, by=seat)


def _absence_context(context: SeatContext) -> AbsenceContext:
    """The context of the absences of the seat's player.

    Raises Refused where the letter has asked for such a thing before.
    """
    if context.repeats(Away, Back):
        raise Refused(context.words.text("One message can say only once when you're away; send the rest in another."))
    return AbsenceContext(context.unit, context.player_id)
