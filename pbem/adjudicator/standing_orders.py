"""Orders for a seat's next turn: kept until it begins, replaced and taken back. `follow_ups` carries them out."""

from pbem.adjudicator.mails.game import position_for
from pbem.adjudicator.seat_context import Asked, Declined, SeatContext
from pbem.commands.orders.requests import NextTurn
from pbem.store import repository as repo
from pbem.store.rows import StandingRow


def judge_next_turn(context: SeatContext, request: NextTurn) -> Asked:
    """Judges `next turn: ...`, whose lines are those of the letter so far. Raises Declined."""
    tx, words, game_id = context.tx, context.words, context.loaded.game.id
    if context.loaded.session.state.table.over:
        raise Declined(words.text("The game is over; you have no next turn."))
    is_first = not any(isinstance(before, NextTurn) for before in context.before)
    waited = context.seat in repo.standing_orders(tx, game_id)
    if not request.lines:
        gone = words.text("No orders wait for your next turn any more.")
        return Asked([gone], lambda: repo.clear_standing(tx, game_id, context.seat))
    told = [words.text("This waits for your next turn.")]
    if waited and is_first:
        told.append(words.text("It replaces the orders that waited before."))
    position = position_for(context.loaded.game, context.seat)
    orders = StandingRow(context.seat, "\n".join(request.lines), position, context.letter_id, context.now_ms)
    return Asked(told, lambda: repo.put_standing(tx, game_id, orders))
