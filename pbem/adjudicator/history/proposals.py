"""Going back by consent: a player proposes it, and where all agree whom it concerns, the game goes back.

Whoever has a seat is asked; the server's own bots agree by rule. What was played at a seat that is vacant now is not
the others' to take back: whoever comes into the seat is asked, or a moderator lets the game go back. So it is with all
that a player wants to take back where nobody is left beside them, person or bot. A game whose players took back what
somebody had played who had left is not rated, since the rating is that of those who began.

Dice that were seen stand: with others a roll that nobody likes could be had anew. A roll of fewer dice shows the first
of those seen, which is why nobody goes back alone. One proposal is open in a game at a time; it lapses when its time is
up, when the game is over or goes back otherwise, and when its proposer has left. Nobody asks twice for one position on
a branch, once they were refused it or did not want it any more.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext, check_text
from pbem.adjudicator.history.branches import RollbackTargets
from pbem.adjudicator.history.rollback import (
    NoRollbackTarget,
    Returned,
    announce_return,
    entries_in,
    go_back,
    lines_of,
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
from pbem.games.moments import year_in_words
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.log import list_notes, list_rollbacks
from pbem.store.games.proposals import (
    ProposalRow,
    ProposalStatus,
    add_consent,
    add_proposal,
    close_proposal,
    find_open_proposal,
    list_consents,
    list_due_proposals,
)
from pbem.store.games.results import find_reason_unrated
from pbem.store.games.seats import SeatContact, list_seat_contacts, list_seats, list_tenures
from pbem.store.games.turns import get_seated_since
from pbem.store.players.player import get_player
from pbem.store.players.preferences import get_preferences
from rules_core.kernel.log import Note

MOST_SIGNS: Final = 500
"""Characters of a reason."""
_LEAST: Final = timedelta(days=3)
"""A proposal stands no less, even where a turn has less time."""
DICE: Final = N_(
    "Dice already seen don't change: the same roll gives the same faces, and a roll of fewer dice the first of them."
)
"""What everybody is told who asks, or is asked, to go back."""


@dataclass(frozen=True)
class Proposed:
    """A proposal that stands: the seats that have agreed, and those that have still to be heard.

    Of these, the vacant ones are asked when somebody comes into them.
    """

    row: ProposalRow
    agreed: tuple[int, ...]
    asked: tuple[int, ...]


def proposed(unit: UnitOfWork, game_id: int) -> Proposed | None:
    """The proposal that was made in a game, if it still stands."""
    row = find_open_proposal(unit, game_id)
    if row is None or row.expires_ms <= unit.now_ms or get_game(unit, game_id).status == "over":
        return None
    contacts = list_seat_contacts(unit, game_id)
    if not contacts[row.seat].reads or get_seated_since(unit, game_id, row.seat) > row.made_ms:
        return None
    said = list_consents(unit, row.id)
    asked = seats_to_ask(unit, get_game(unit, game_id), contacts, row.seat, row.to_position)
    agreed = tuple(seat for seat in asked if said.get(seat, -1) >= get_seated_since(unit, game_id, seat))
    return Proposed(row, agreed, tuple(seat for seat in asked if seat not in agreed))


def seats_to_ask(tx: Tx, game: GameRow, contacts: Sequence[SeatContact], seat: int, to: int) -> list[int]:
    """The seats that have to agree before a game goes back to a position, as one asks that is not among them.

    Of vacant seats it is those whose play is taken back, or all where nobody else is left, person or bot.
    """
    there = [contact for contact in contacts if contact.vacant_ms is None and contact.seat != seat]
    vacant = {contact.seat for contact in contacts if contact.vacant_ms is not None}
    if vacant and there:
        left = rollback_targets_of(tx, game).left(to)
        vacant &= {entry.seat for entry in left if entry.action is not None and entry.seat is not None}
    return sorted({*vacant, *(contact.seat for contact in there if contact.reads)})


def judge_propose(context: SeatContext, request: Propose) -> JudgedCommand:
    """Judge a proposal to go back. Raises Refused."""
    tx, loaded, words = context.unit, context.loaded, context.words
    if loaded.session.state.table.over:
        raise Refused(words.text("The game is over; only a moderator can roll it back."))
    if any(isinstance(before, Propose) for before in context.before):
        raise Refused(words.text("Once is enough."))
    _check_free(context)
    check_text(request.text, MOST_SIGNS, words)
    to = _place(context, request.position)
    others = seats_to_ask(tx, loaded.game, loaded.seats, context.seat, to)
    expires_ms = turn_time_from_now_ms(loaded.game, context.unit.now_ms, _LEAST)
    told = [_where(tx, loaded, to, words), words.text(DICE)]
    if others:
        asked = words.text(
            "It goes back if these players agree by %(deadline)s: %(players)s.",
            deadline=_moment(context, expires_ms),
            players=names_of(loaded.seats, others, words),
        )
        told += [asked, *vacant_sentences(loaded.seats, others, words)]
    else:
        told.append(words.text("Nobody else has to agree, so it goes back at once."))
    return JudgedCommand(told, lambda: _propose(context, to, request.text, expires_ms))


def judge_agree(context: SeatContext, request: Agree) -> JudgedCommand:
    """Judge the consent to what is proposed. Raises Refused."""
    words = context.words
    found = _proposal_to_answer(context, request.position)
    if context.seat in found.agreed:
        raise Refused(words.text("You have agreed already."))
    others = [seat for seat in found.asked if seat != context.seat]
    told = words.text("Now everyone has agreed: the game is rolled back to #%(place)s.", place=found.row.to_position)
    if others:
        names = names_of(context.loaded.seats, others, words)
        told = words.text("You agree. Not answered yet: %(players)s.", players=names)

    def effect() -> None:
        add_consent(context.unit, found.row.id, context.seat, context.unit.now_ms)
        note = Note("proposal agreed", {"who": context.loaded.names[context.seat], "place": found.row.to_position})
        append_note(context.unit, found.row.game_id, context.seat, note, context.letter_id)
        if not others:
            _return_agreed(context, replace(found, agreed=(*found.agreed, context.seat)))

    return JudgedCommand([told], effect)


def judge_refuse(context: SeatContext, request: Refuse) -> JudgedCommand:
    """Judge the refusal of what is proposed, which ends it. Raises Refused."""
    found = _proposal_to_answer(context, request.position)
    told = context.words.text("You don't agree; the game continues as it is.")
    note = Note("proposal refused", {"who": context.loaded.names[context.seat], "place": found.row.to_position})
    return JudgedCommand([told], lambda: _close(context, found.row, "refused", note))


def judge_withdraw_proposal(context: SeatContext, _request: WithdrawProposal) -> JudgedCommand:
    """Judge the withdrawal of a proposal. Raises Refused."""
    found = proposed(context.unit, context.loaded.game.id)
    if found is None or found.row.seat != context.seat:
        raise Refused(context.words.text("You have no open rollback request."))
    told = context.words.text("Your rollback request is withdrawn; the game continues as it is.")
    note = Note("proposal withdrawn", {"who": context.loaded.names[context.seat], "place": found.row.to_position})
    return JudgedCommand([told], lambda: _close(context, found.row, "withdrawn", note))


def settle(unit: UnitOfWork, game_id: int) -> None:
    """Let a game go back where a seat was left, and all others have agreed to what is proposed."""
    found = proposed(unit, game_id)
    if found is not None and not found.asked:
        announce_return(unit, _return(unit, found, None))


def expire(unit: UnitOfWork, proposal_id: int) -> None:
    """End a proposal if its time is up, and tell everybody."""
    for row in list_due_proposals(unit, unit.now_ms):
        if row.id == proposal_id:
            close_proposal(unit, row.id, "lapsed")
            loaded = load_game(unit, row.game_id)
            if loaded.game.status == "playing":
                note = Note("proposal lapsed", {"who": loaded.names[row.seat], "place": row.to_position})
                append_note(unit, row.game_id, row.seat, note)
                proclaim(unit, row.game_id, _goes_on)


def _check_free(context: SeatContext) -> None:
    """Raise Refused where something is proposed already."""
    found = proposed(context.unit, context.loaded.game.id)
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
    points, words = rollback_targets_of(context.unit, context.loaded.game), context.words
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
    if to in _refused_positions(context.unit, context.loaded.game.id, context.seat):
        raise Refused(
            words.text(
                "You have asked to roll back to #%(place)s before, and nothing came of it. You can't ask for it again; "
                "another player or a moderator can.",
                place=to,
            )
        )
    return to


def _refused_positions(tx: Tx, game_id: int, seat: int) -> set[int]:
    """The positions for which a seat's player has asked on this branch, and was refused or has withdrawn it."""
    branch = max((back.position for back in list_rollbacks(tx, game_id)), default=0)
    since_ms = get_seated_since(tx, game_id, seat)
    found: set[int] = set()
    asked: int | None = None
    for row in list_notes(tx, game_id, branch):
        note = json.loads(row.payload)
        if note["about"] == "proposed":
            asked = note["place"] if row.actor == seat and row.at_ms >= since_ms else None
        elif note["about"] in ("proposal refused", "proposal withdrawn") and asked is not None:
            found.add(asked)
    return found


def _where(tx: Tx, loaded: LoadedGame, to: int, words: Catalogue) -> str:
    table = table_at(tx, loaded.game, to)
    return words.text(
        "You ask to roll the game back to #%(place)s: to %(year)s, %(player)s's turn.",
        place=to,
        year=year_in_words(loaded.game.kind, table.year, words),
        player=loaded.names[table.turn.seat],
    )


def names_of(contacts: Sequence[SeatContact], seats: Iterable[int], words: Catalogue) -> str:
    """List the players of seats by name; a vacant seat is called so."""
    return ", ".join(
        words.text("%(player)s's vacant seat", player=contacts[seat].name)
        if contacts[seat].vacant_ms is not None
        else contacts[seat].name
        for seat in seats
    )


def vacant_sentences(contacts: Sequence[SeatContact], seats: Iterable[int], words: Catalogue) -> list[str]:
    """Say who answers for the vacant seats among some that are asked; nothing where there are none."""
    if all(contacts[seat].vacant_ms is None for seat in seats):
        return []
    return [
        words.text(
            "For a vacant seat, whoever takes it over has to agree. Or a moderator can roll the game back: "
            '"%(dispute)s: ..." asks for one.',
            dispute=in_words("{dispute}", words.language),
        )
    ]


def _moment(context: SeatContext, at_ms: int) -> str:
    chosen = get_preferences(context.unit, context.loaded.seats[context.seat].player_id)
    return context.words.moment(from_ms(at_ms), zone_of(chosen, context.unit.settings.server.time_zone))


def _propose(context: SeatContext, to: int, reason: str, expires_ms: int) -> None:
    tx, game_id, seat = context.unit, context.loaded.game.id, context.seat
    left_over = find_open_proposal(tx, game_id)
    if left_over is not None:
        close_proposal(tx, left_over.id, "lapsed")
    add_proposal(tx, game_id, seat, to, reason, context.unit.now_ms, expires_ms)
    found = proposed(context.unit, game_id)
    assert found is not None, "it has just been made"
    if not found.asked:
        _return_agreed(context, found)
        return
    name = context.loaded.names[seat]
    note = Note("proposed", {"who": name, "place": to, "reason": reason, "until_ms": expires_ms})
    append_note(context.unit, game_id, seat, note, context.letter_id)
    asked, seats = found.asked, context.loaded.seats

    def sentence(words: Catalogue) -> str:
        return words.text("%(player)s asks to roll the game back to #%(place)s.", player=name, place=to)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        names = words.text("These players are asked: %(players)s.", players=names_of(seats, asked, words))
        how = [_how_to_answer(to, words)] if seat in asked else []
        return [doc.Paragraph(sentence) for sentence in (names, *how)]

    proclaim(context.unit, game_id, sentence, by=seat, needing=asked, more=more)


def _how_to_answer(to: int, words: Catalogue) -> str:
    return words.text(
        'The game goes back if everyone agrees. Reply "%(agree)s" or "%(refuse)s". %(dice)s Until then the game '
        "continues.",
        agree=f"{in_words('{agree}', words.language)} {to}",
        refuse=f"{in_words('{refuse}', words.language)} {to}",
        dice=words.text(DICE),
    )


def question_blocks(unit: UnitOfWork, game_id: int, seat: int, words: Catalogue) -> list[doc.Block]:
    """Tell a player who has just come into a seat of the proposal that they are asked about, if there is one."""
    found = proposed(unit, game_id)
    if found is None or seat not in found.asked:
        return []
    name, place = list_seats(unit, game_id)[found.row.seat].name, found.row.to_position
    told = words.text("%(player)s asks to roll the game back to #%(place)s:", player=name, place=place)
    speech = doc.Speech(tuple(found.row.reason.split("\n")))
    return [doc.Paragraph(told), speech, doc.Paragraph(_how_to_answer(place, words))]


def _proposal_to_answer(context: SeatContext, position: int | None) -> Proposed:
    """The proposal that a seat has been asked about. Raises Refused where there is none, or it is another."""
    words = context.words
    found = proposed(context.unit, context.loaded.game.id)
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
    tx = context.unit
    close_proposal(tx, row.id, fate)
    append_note(context.unit, row.game_id, context.seat, note, context.letter_id)
    proclaim(context.unit, row.game_id, _goes_on, by=context.seat, needing={row.seat})


def _goes_on(words: Catalogue) -> str:
    return words.text("The game is not rolled back.")


def _return_agreed(context: SeatContext, found: Proposed) -> None:
    """Let a game go back, as a seat has asked that was the last to be heard, and tell everybody."""
    returned = _return(context.unit, found, context.letter_id)
    answered = None if context.letter_id is None else context.seat
    announce_return(context.unit, returned, answered=answered)


def _return(unit: UnitOfWork, found: Proposed, letter_id: int | None) -> Returned:
    row = found.row
    departed, was_rated = _departed(unit, row), not find_reason_unrated(unit, row.game_id)
    close_proposal(unit, row.id, "agreed", of_departed=bool(departed))
    name = list_seats(unit, row.game_id)[row.seat].name
    note = Note("rolled back by consent" if found.agreed else "rolled back alone", {"who": name, "reason": row.reason})
    returned = go_back(unit, row.game_id, row.to_position, note=note, seat=row.seat, letter_id=letter_id)
    if departed and was_rated:
        unrated = Note("not rated", {"who": ", ".join(departed)})
        append_note(unit, row.game_id, row.seat, unrated, letter_id)
    return returned


def _departed(tx: Tx, row: ProposalRow) -> list[str]:
    """The names of those who had the seats of which a proposal takes back what was played, and have them no more."""
    lines = lines_of(tx, row.game_id)
    left = RollbackTargets(entries_in(get_game(tx, row.game_id), lines)).left(row.to_position)
    played = {(entry.seat, lines[entry.position].at_ms) for entry in left if entry.action is not None}
    found: dict[str, None] = {}
    for contact in list_seat_contacts(tx, row.game_id):
        tenures = list_tenures(tx, row.game_id, contact.seat)
        for at_ms in sorted(at_ms for seat, at_ms in played if seat == contact.seat):
            holder = [tenure.player_id for tenure in tenures if tenure.from_ms <= at_ms][-1]
            if holder != contact.player_id:
                found[get_player(tx, holder).name] = None
    return list(found)
