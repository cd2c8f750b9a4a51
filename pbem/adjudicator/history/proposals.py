"""Going back by consent: a player proposes it, and where all agree whom it concerns, the game goes back.

Whoever has a seat is asked, but for the server's own bots. Dice that were seen stand: with others a roll that nobody
likes could be had anew. One proposal is open in a game at a time; it lapses when its time is up, when the game is over
or goes back otherwise, and when its proposer has left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext, check_text
from pbem.adjudicator.history.rollback import (
    NoRollbackTarget,
    Returned,
    announce_return,
    go_back,
    rollback_targets_of,
    table_at,
)
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import LoadedGame, append_note, load_game
from pbem.adjudicator.times import turn_time_from_now_ms
from pbem.clock import from_ms
from pbem.commands.orders.commands import Agree, Propose, Refuse, WithdrawProposal
from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.games.moments import year_in_words
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import ProposalRow, ProposalStatus
from rules_core.kernel.log import Note

MOST_SIGNS: Final = 500
"""Characters of a reason."""
_LEAST: Final = timedelta(days=3)
"""A proposal stands no less, even where a turn has less time."""


@dataclass(frozen=True)
class Proposed:
    """A proposal that stands: the seats that have agreed, and those that have still to be heard."""

    row: ProposalRow
    agreed: tuple[int, ...]
    asked: tuple[int, ...]


def proposed(tx: Tx, game_id: int, now_ms: int) -> Proposed | None:
    """The proposal that was made in a game, if it still stands."""
    row = repo.open_proposal(tx, game_id)
    if row is None or row.expires_ms <= now_ms or repo.game(tx, game_id).status == "over":
        return None
    seats = [contact.seat for contact in repo.seat_contacts(tx, game_id) if contact.reads]
    since = {seat: repo.seated_since(tx, game_id, seat) for seat in seats}
    if since.get(row.seat, row.made_ms + 1) > row.made_ms:
        return None
    said = repo.consents(tx, row.id)
    agreed = tuple(seat for seat in seats if said.get(seat, -1) >= since[seat])
    return Proposed(row, agreed, tuple(seat for seat in seats if seat != row.seat and seat not in agreed))


def judge_propose(context: SeatContext, request: Propose) -> JudgedCommand:
    """Judge a proposal to go back. Raises Refused."""
    tx, loaded, words = context.tx, context.loaded, context.words
    if loaded.session.state.table.over:
        raise Refused(words.text("The game is over; only a moderator can roll it back."))
    if any(isinstance(before, Propose) for before in context.before):
        raise Refused(words.text("Once is enough."))
    _check_free(context)
    check_text(request.text, MOST_SIGNS, words)
    to = _place(context, request.position)
    others = _others(loaded, context.seat)
    expires_ms = turn_time_from_now_ms(loaded.game, context.now_ms, _LEAST)
    told = [
        _where(tx, loaded, to, words),
        words.text("Dice already seen don't change: the same roll gives the same faces."),
    ]
    if others:
        names = ", ".join(loaded.names[seat] for seat in others)
        asked = words.text(
            "It goes back if these players agree by %(deadline)s: %(players)s.",
            deadline=_moment(context, expires_ms),
            players=names,
        )
        return JudgedCommand([*told, asked], lambda: _propose(context, to, request.text, expires_ms))
    alone = words.text("Nobody else has to agree, so it goes back at once.")
    return JudgedCommand([*told, alone], lambda: _propose(context, to, request.text, expires_ms))


def judge_agree(context: SeatContext, request: Agree) -> JudgedCommand:
    """Judge the consent to what is proposed. Raises Refused."""
    words = context.words
    found = _proposal_to_answer(context, request.position)
    if context.seat in found.agreed:
        raise Refused(words.text("You have agreed already."))
    others = [context.loaded.names[seat] for seat in found.asked if seat != context.seat]
    told = words.text("Now everyone has agreed: the game is rolled back to #%(place)s.", place=found.row.to_position)
    if others:
        told = words.text("You agree. Not answered yet: %(players)s.", players=", ".join(others))

    def effect() -> None:
        repo.add_consent(context.tx, found.row.id, context.seat, context.now_ms)
        if not others:
            _return_agreed(context, found.row)

    return JudgedCommand([told], effect)


def judge_refuse(context: SeatContext, request: Refuse) -> JudgedCommand:
    """Judge the refusal of what is proposed, which ends it. Raises Refused."""
    found = _proposal_to_answer(context, request.position)
    told = context.words.text("You don't agree; the game continues as it is.")
    note = Note("proposal refused", {"who": context.loaded.names[context.seat], "place": found.row.to_position})
    return JudgedCommand([told], lambda: _close(context, found.row, "refused", note))


def judge_withdraw_proposal(context: SeatContext, _request: WithdrawProposal) -> JudgedCommand:
    """Judge the withdrawal of a proposal. Raises Refused."""
    found = proposed(context.tx, context.loaded.game.id, context.now_ms)
    if found is None or found.row.seat != context.seat:
        raise Refused(context.words.text("You have no open rollback request."))
    told = context.words.text("Your rollback request is withdrawn; the game continues as it is.")
    note = Note("proposal withdrawn", {"who": context.loaded.names[context.seat], "place": found.row.to_position})
    return JudgedCommand([told], lambda: _close(context, found.row, "withdrawn", note))


def settle(tx: Tx, settings: Settings, game_id: int, now_ms: int) -> None:
    """Let a game go back where a seat was left, and all others have agreed to what is proposed."""
    found = proposed(tx, game_id, now_ms)
    if found is not None and not found.asked:
        announce_return(tx, settings, _return(tx, settings, found.row, now_ms, None), now_ms)


def expire(tx: Tx, settings: Settings, proposal_id: int, now_ms: int) -> None:
    """End a proposal if its time is up, and tell everybody."""
    for row in repo.due_proposals(tx, now_ms):
        if row.id == proposal_id:
            repo.close_proposal(tx, row.id, "lapsed")
            loaded = load_game(tx, row.game_id)
            if loaded.game.status == "playing":
                note = Note("proposal lapsed", {"who": loaded.names[row.seat], "place": row.to_position})
                append_note(tx, row.game_id, row.seat, note, now_ms)
                proclaim(tx, settings, row.game_id, _goes_on, now_ms)


def _check_free(context: SeatContext) -> None:
    """Raise Refused where something is proposed already."""
    found = proposed(context.tx, context.loaded.game.id, context.now_ms)
    if found is not None:
        name, words = context.loaded.names[found.row.seat], context.words
        raise Refused(
            words.text(
                "%(player)s has already asked to roll back to #%(place)s: one rollback request at a time.",
                player=name,
                place=found.row.to_position,
            )
        )


def _place(context: SeatContext, position: int | None) -> int:
    """The position that a proposal wants to go back to. Raises Refused where that cannot be."""
    points, words = rollback_targets_of(context.tx, context.loaded.game), context.words
    to = position if position is not None else points.do_over(context.seat)
    if to is None:
        raise Refused(
            words.text(
                'You have not played anything yet that could be done over. Say where to roll back to: "#" and a number.'
            )
        )
    try:
        points.check(to)
    except NoRollbackTarget as wrong:
        near = [f"#{place}" for place in (wrong.before, wrong.after) if place is not None]
        raise Refused(
            words.text(
                "The game can't be rolled back to #%(place)s, because nothing final ends there. Nearest: %(near)s.",
                place=to,
                near=", ".join(near),
            )
        ) from None
    if not points.left(to):
        raise Refused(words.text("The game is already at #%(place)s; undo and restart do the rest.", place=to))
    return to


def _where(tx: Tx, loaded: LoadedGame, to: int, words: Catalogue) -> str:
    table = table_at(tx, loaded.game, to)
    return words.text(
        "You ask to roll the game back to #%(place)s: to %(year)s, %(player)s's turn.",
        place=to,
        year=year_in_words(loaded.game.kind, table.year, words),
        player=loaded.names[table.turn.seat],
    )


def _others(loaded: LoadedGame, seat: int) -> list[int]:
    return [contact.seat for contact in loaded.seats if contact.reads and contact.seat != seat]


def _moment(context: SeatContext, at_ms: int) -> str:
    chosen = repo.preferences(context.tx, context.loaded.seats[context.seat].player_id)
    return context.words.moment(from_ms(at_ms), zone_of(chosen, context.settings.server.time_zone))


def _propose(context: SeatContext, to: int, reason: str, expires_ms: int) -> None:
    tx, game_id, seat = context.tx, context.loaded.game.id, context.seat
    left_over = repo.open_proposal(tx, game_id)
    if left_over is not None:
        repo.close_proposal(tx, left_over.id, "lapsed")
    repo.add_proposal(tx, game_id, seat, to, reason, context.now_ms, expires_ms)
    found = proposed(tx, game_id, context.now_ms)
    assert found is not None, "it has just been made"
    if not found.asked:
        _return_agreed(context, found.row)
        return
    name = context.loaded.names[seat]
    note = Note("proposed", {"who": name, "place": to, "reason": reason, "until_ms": expires_ms})
    append_note(tx, game_id, seat, note, context.now_ms, context.letter_id)
    asked = found.asked

    def sentence(words: Catalogue) -> str:
        return words.text("%(player)s asks to roll the game back to #%(place)s.", player=name, place=to)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [doc.Paragraph(_how_to_answer(to, words))] if seat in asked else []

    proclaim(tx, context.settings, game_id, sentence, context.now_ms, but=frozenset({seat}), more=more)


def _how_to_answer(to: int, words: Catalogue) -> str:
    return words.text(
        'The game goes back if everyone agrees. Reply "%(agree)s" or "%(refuse)s". Dice already seen don\'t '
        "change: the same roll gives the same faces. Until then the game continues.",
        agree=f"{in_words('{agree}', words.language)} {to}",
        refuse=f"{in_words('{refuse}', words.language)} {to}",
    )


def _proposal_to_answer(context: SeatContext, position: int | None) -> Proposed:
    """The proposal that a seat has been asked about. Raises Refused where there is none, or it is another."""
    words = context.words
    found = proposed(context.tx, context.loaded.game.id, context.now_ms)
    if found is None:
        raise Refused(words.text("There is no open rollback request."))
    if any(isinstance(before, Agree | Refuse) for before in context.before):
        raise Refused(words.text("Once is enough."))
    if found.row.seat == context.seat:
        own = in_words("{withdraw_proposal}", words.language)
        raise Refused(words.text('It is your own request; "%(order)s" withdraws it.', order=own))
    if position not in (None, found.row.to_position):
        raise Refused(words.text("The request is for #%(place)s, no other position.", place=found.row.to_position))
    return found


def _close(context: SeatContext, row: ProposalRow, fate: ProposalStatus, note: Note) -> None:
    """End a proposal by what a seat has said, and tell the others."""
    tx = context.tx
    repo.close_proposal(tx, row.id, fate)
    append_note(tx, row.game_id, context.seat, note, context.now_ms, context.letter_id)
    proclaim(tx, context.settings, row.game_id, _goes_on, context.now_ms, but=frozenset({context.seat}))


def _goes_on(words: Catalogue) -> str:
    return words.text("The game is not rolled back.")


def _return_agreed(context: SeatContext, row: ProposalRow) -> None:
    """Let a game go back, as a seat has asked that was the last to be heard, and tell everybody."""
    returned = _return(context.tx, context.settings, row, context.now_ms, context.letter_id)
    answered = None if context.letter_id is None else context.seat
    announce_return(context.tx, context.settings, returned, context.now_ms, answered=answered)


def _return(tx: Tx, settings: Settings, row: ProposalRow, now_ms: int, letter_id: int | None) -> Returned:
    repo.close_proposal(tx, row.id, "agreed")
    name = repo.seats(tx, row.game_id)[row.seat].name
    note = Note("rolled back by consent", {"who": name, "reason": row.reason})
    return go_back(tx, settings, row.game_id, row.to_position, now_ms, note=note, seat=row.seat, letter_id=letter_id)
