"""Orders for a seat's next turn: kept until it begins, replaced and taken back. `follow_ups` carries them out."""

from pbem.adjudicator.context import Asked, Declined, Desk
from pbem.adjudicator.mails.game import position_for
from pbem.orders.requests import NextTurn
from pbem.store import repository as repo
from pbem.store.rows import StandingRow


def judge_next_turn(desk: Desk, request: NextTurn) -> Asked:
    """Judges `next turn: ...`, whose lines are those of the letter so far. Raises Declined."""
    tx, words, game_id = desk.tx, desk.words, desk.loaded.game.id
    if desk.loaded.session.state.table.over:
        raise Declined(words.text("The game is over; you have no next turn."))
    is_first = not any(isinstance(before, NextTurn) for before in desk.before)
    waited = desk.seat in repo.standing_orders(tx, game_id)
    if not request.lines:
        gone = words.text("No orders wait for your next turn any more.")
        return Asked([gone], lambda: repo.clear_standing(tx, game_id, desk.seat))
    told = [words.text("This waits for your next turn.")]
    if waited and is_first:
        told.append(words.text("It replaces the orders that waited before."))
    position = position_for(desk.loaded.game, desk.seat)
    orders = StandingRow(desk.seat, "\n".join(request.lines), position, desk.letter_id, desk.now_ms)
    return Asked(told, lambda: repo.put_standing(tx, game_id, orders))
