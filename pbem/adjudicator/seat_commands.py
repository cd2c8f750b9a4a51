"""Commands of a seat to those who run its game: put together while a letter is read, done at its end.

Up to the first roll a letter is all or nothing. So a request is judged in its place, by the function that stands for it
in REQUESTS, and what it does is kept until the letter is through: an effect, which works on the transaction alone.
"""

from collections.abc import Mapping
from typing import Final

from pbem.adjudicator.context import Judge, JudgedCommand, Refused, SeatContext
from pbem.adjudicator.disputes.filing import judge_dispute, judge_state, judge_withdraw
from pbem.adjudicator.extensions import judge_extend
from pbem.adjudicator.history.proposals import judge_agree, judge_propose, judge_refuse, judge_withdraw_proposal
from pbem.adjudicator.mails.caused import check_caused_mail, count_caused_mail
from pbem.adjudicator.mails.game import position_for
from pbem.adjudicator.mails.press import judge_mute, judge_press
from pbem.adjudicator.seats.absences import judge_away, judge_back
from pbem.adjudicator.seats.addresses import judge_renewal
from pbem.adjudicator.seats.impasse import judge_finish, judge_replace
from pbem.adjudicator.seats.vacancies import judge_resign
from pbem.commands.orders.commands import (
    Agree,
    Away,
    Back,
    Dispute,
    Extend,
    FinishGame,
    MakeStatement,
    Mute,
    NextTurn,
    Propose,
    Refuse,
    RenewAddress,
    Replace,
    Resign,
    SeatCommand,
    WithdrawDispute,
    WithdrawProposal,
    WritePress,
)
from pbem.store.games.drafts import StandingRow, clear_standing, list_standing_orders, put_standing

BINDING: Final[frozenset[type]] = frozenset({Resign, RenewAddress, Replace, FinishGame})
"""Requests that are done only when their own player has confirmed them, since nobody can undo them.

Not among them: what a moderator can undo, such as going back by consent, and play, which no letter has to confirm.
"""
HAVING_OTHERS_MAILED: Final[frozenset[type]] = frozenset(
    {WritePress, Propose, WithdrawProposal, Dispute, MakeStatement, WithdrawDispute, Extend, FinishGame, Replace}
)
"""Requests of which others are mailed: they count in the ledger of `caused_mail`, as leaving a seat does."""
NEVER_HELD_BACK: Final[frozenset[type]] = frozenset({WithdrawProposal, WithdrawDispute, Extend, FinishGame, Replace})
"""Those of them that are met even where the day's allowance is used up; none can be asked for without an end."""


def judge_next_turn(context: SeatContext, request: NextTurn) -> JudgedCommand:
    """Judge `next turn: ...`, whose lines are those of the letter so far. Raises Refused."""
    tx, words, game_id = context.unit, context.words, context.loaded.game.id
    if context.loaded.session.state.table.over:
        raise Refused(words.text("The game is over; you have no next turn."))
    is_first = not any(isinstance(before, NextTurn) for before in context.before)
    waited = context.seat in list_standing_orders(tx, game_id)
    if not request.lines:
        gone = words.text("You have no next-turn orders any more.")
        return JudgedCommand([gone], lambda: clear_standing(tx, game_id, context.seat))
    told = [words.text("This waits for your next turn.")]
    if waited and is_first:
        told.append(words.text("It replaces your earlier next-turn orders."))
    position = position_for(context.loaded.game, context.seat)
    orders = StandingRow(context.seat, "\n".join(request.lines), position, context.letter_id, context.unit.now_ms)
    return JudgedCommand(told, lambda: put_standing(tx, game_id, orders))


SEAT_COMMANDS: Final[Mapping[type, Judge]] = {
    Extend: judge_extend,
    Away: judge_away,
    Back: judge_back,
    Resign: judge_resign,
    RenewAddress: judge_renewal,
    WritePress: judge_press,
    Mute: judge_mute,
    NextTurn: judge_next_turn,
    Dispute: judge_dispute,
    WithdrawDispute: judge_withdraw,
    MakeStatement: judge_state,
    Propose: judge_propose,
    Agree: judge_agree,
    Refuse: judge_refuse,
    WithdrawProposal: judge_withdraw_proposal,
    Replace: judge_replace,
    FinishGame: judge_finish,
}
"""Who judges which request."""


def judge(context: SeatContext, request: SeatCommand) -> JudgedCommand:
    """Judge a seat's request, and give what comes of it. Raises Refused, for most where the game is no match."""
    if not context.loaded.game.is_match and not isinstance(request, NextTurn):
        raise Refused(context.words.text("This is not a game with other people, so there is nobody to ask."))
    judged = SEAT_COMMANDS[type(request)](context, request)
    return _counted(context, request, judged) if type(request) in HAVING_OTHERS_MAILED else judged


def _counted(context: SeatContext, request: SeatCommand, judged: JudgedCommand) -> JudgedCommand:
    """Give the same for a request of which others are mailed, entered in the ledger. Raises Refused."""
    player_id = context.loaded.seats[context.seat].player_id
    if type(request) not in NEVER_HELD_BACK:
        before = sum(type(one) in HAVING_OTHERS_MAILED for one in context.before)
        check_caused_mail(context.unit, player_id, context.words, before=before)

    def effect() -> None:
        count_caused_mail(context.unit, player_id)
        judged.effect()

    return JudgedCommand(judged.told, effect)
