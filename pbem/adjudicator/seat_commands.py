"""What a seat asks of those who run its game, beside its orders: put together while a letter is read, done at its end.

Up to the first roll a letter is all or nothing. So a request is judged in its place, by the function that stands for it
in REQUESTS, and what it does is kept until the letter is through: an effect, which works on the transaction alone.
"""

from collections.abc import Mapping
from typing import Final

from pbem.adjudicator.deadlines.extensions import judge_extend
from pbem.adjudicator.disputes.filing import judge_dispute, judge_state, judge_withdraw
from pbem.adjudicator.history.proposals import judge_agree, judge_propose, judge_refuse, judge_withdraw_proposal
from pbem.adjudicator.press import judge_mute, judge_tell
from pbem.adjudicator.seat_context import Asked, Judge, SeatContext
from pbem.adjudicator.seats.absences import judge_away, judge_back
from pbem.adjudicator.seats.addresses import judge_renewal
from pbem.adjudicator.seats.impasse import judge_finish, judge_replace
from pbem.adjudicator.seats.vacancies import judge_resign
from pbem.adjudicator.standing_orders import judge_next_turn
from pbem.commands.orders.requests import (
    Agree,
    Away,
    Back,
    Dispute,
    Extend,
    FinishGame,
    Mute,
    NextTurn,
    Propose,
    Refuse,
    RenewAddress,
    Replace,
    Resign,
    SeatCommand,
    State,
    Tell,
    WithdrawDispute,
    WithdrawProposal,
)

SEAT_COMMANDS: Final[Mapping[type, Judge]] = {
    Extend: judge_extend,
    Away: judge_away,
    Back: judge_back,
    Resign: judge_resign,
    RenewAddress: judge_renewal,
    Tell: judge_tell,
    Mute: judge_mute,
    NextTurn: judge_next_turn,
    Dispute: judge_dispute,
    WithdrawDispute: judge_withdraw,
    State: judge_state,
    Propose: judge_propose,
    Agree: judge_agree,
    Refuse: judge_refuse,
    WithdrawProposal: judge_withdraw_proposal,
    Replace: judge_replace,
    FinishGame: judge_finish,
}
"""Who judges which request."""
BINDING: Final[frozenset[type]] = frozenset({Resign, RenewAddress, Replace, FinishGame})
"""Requests that are done only when their own player has confirmed them, since nobody can undo them.

Not among them: what a moderator can undo, such as going back by consent, and play, which no letter has to confirm.
"""


def judge(context: SeatContext, request: SeatCommand) -> Asked:
    """What comes of a request. Raises Declined."""
    return SEAT_COMMANDS[type(request)](context, request)
