"""Commands about going back by consent (`pbem.adjudicator.history.proposals`): to propose, to agree, to refuse."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext, check_text
from pbem.adjudicator.history import proposals
from pbem.adjudicator.history.rollback import NoRollbackTarget, announce_return, load_rollback_targets, load_table_at
from pbem.adjudicator.log.lines import read_markers
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import LoadedGame
from pbem.adjudicator.times import turn_time_from_now_ms
from pbem.clock import from_ms
from pbem.commands.command import TEXT
from pbem.commands.orders.fields import NUMBER, POSITION
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import in_words
from pbem.games.presentation import year_in_words
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store.games.log import list_notes, list_rollbacks
from pbem.store.games.proposals import (
    ProposalRow,
    ProposalStatus,
    add_consent,
    add_proposal,
    close_proposal,
    find_open_proposal,
)
from pbem.store.games.seats import get_seated_since
from pbem.store.players.preferences import get_preferences

_LEAST: Final = timedelta(days=3)
"""A proposal stands no less, even where a turn has less time."""


@dataclass(frozen=True, slots=True)
class Propose(SeatCommand):
    """`rollback #118: ...`: asks the others to go back; None for where the writer may do over what they did last."""

    verb: ClassVar = "rollback"
    examples: ClassVar = ("{rollback} #118: I took one for the other.", "{rollback}: I ended my turn too early.")
    explanation: ClassVar = N_(
        "Ask the other players to roll the game back, to a position by its number in the history, or to "
        "where you can do your last play over, once per position. It goes back if everyone agrees, whoever "
        "takes over a vacant seat too; dice already seen don't change. Give your reason after the colon."
    )
    everyday: ClassVar = False
    has_others_mailed: ClassVar = True
    may_roll_back: ClassVar = True

    position: Annotated[int | None, POSITION] = None
    text: Annotated[str, TEXT] = ""

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge a proposal to go back. Raises Refused."""
        tx, loaded, words = context.unit, context.loaded, context.words
        if loaded.session.state.table.over:
            raise Refused(words.text("The game is over; only a moderator can roll it back."))
        context.check_once(Propose)
        _check_free(context)
        check_text(self.text, proposals.MOST_SIGNS, words)
        to = _place(context, self.position)
        others = proposals.list_seats_to_ask(tx, loaded.game, loaded.seats, context.seat, to)
        expires_ms = turn_time_from_now_ms(loaded.game, context.unit.now_ms, _LEAST)
        sentences = [_where(tx, loaded, to, words), words.text(proposals.DICE)]
        if others:
            zone = zone_of(get_preferences(tx, context.player_id), tx.settings.server.time_zone)
            requested = words.text(
                "It goes back if these players agree by %(deadline)s: %(players)s.",
                deadline=words.moment(from_ms(expires_ms), zone),
                players=proposals.names_of(loaded.seats, others, words),
            )
            sentences += [requested, *proposals.vacant_sentences(loaded.seats, others, words)]
        else:
            sentences.append(words.text("Nobody else has to agree, so it goes back at once."))
        return JudgedCommand(sentences, lambda: _propose(context, to, self.text, expires_ms))


@dataclass(frozen=True, slots=True)
class Agree(SeatCommand):
    """`agree 118`: the writer agrees to go back; a position has to be that which was proposed."""

    verb: ClassVar = "agree"
    examples: ClassVar = ("{agree} 118",)
    explanation: ClassVar = N_(
        "Agree to another player's rollback request. The game goes back when everyone has agreed."
    )
    may_roll_back: ClassVar = True

    position: Annotated[int | None, NUMBER] = None

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge the consent to what is proposed. Raises Refused."""
        words = context.words
        found = _proposal_to_answer(context, self.position)
        if context.seat in found.agreed:
            raise Refused(words.text("You have agreed already."))
        others = [seat for seat in found.awaited if seat != context.seat]
        sentence = words.text(
            "Now everyone has agreed: the game is rolled back to #%(place)s.", place=found.row.to_position
        )
        if others:
            names = proposals.names_of(context.loaded.seats, others, words)
            sentence = words.text("You agree. Not answered yet: %(players)s.", players=names)

        def effect() -> None:
            add_consent(context.unit, found.row.id, context.seat, context.unit.now_ms)
            context.note("proposal agreed", place=found.row.to_position)
            if not others:
                _return_agreed(context, replace(found, agreed=(*found.agreed, context.seat)))

        return JudgedCommand([sentence], effect)


@dataclass(frozen=True, slots=True)
class Refuse(SeatCommand):
    """`refuse 118`: the writer does not agree to go back; a position has to be that which was proposed."""

    verb: ClassVar = "refuse"
    examples: ClassVar = ("{refuse} 118",)
    explanation: ClassVar = N_("Refuse a rollback request; that ends it.")

    position: Annotated[int | None, NUMBER] = None

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge the refusal of what is proposed, which ends it. Raises Refused."""
        found = _proposal_to_answer(context, self.position)
        sentence = context.words.text("You don't agree; the game continues as it is.")
        return JudgedCommand([sentence], lambda: _close(context, found.row, "refused"))


@dataclass(frozen=True, slots=True)
class WithdrawProposal(SeatCommand):
    """`withdraw proposal`: the writer no longer wants to go back."""

    verb: ClassVar = "withdraw_proposal"
    explanation: ClassVar = N_("Withdraw your rollback request; the game continues.")
    has_others_mailed: ClassVar = True
    is_held_back: ClassVar = False

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge the withdrawal of a proposal. Raises Refused."""
        found = proposals.find_proposed(context.unit, context.game_id)
        if found is None or found.row.seat != context.seat:
            raise Refused(context.words.text("You have no open rollback request."))
        sentence = context.words.text("Your rollback request is withdrawn; the game continues as it is.")
        return JudgedCommand([sentence], lambda: _close(context, found.row, "withdrawn"))


def _check_free(context: SeatContext) -> None:
    """Raise Refused where something is proposed already."""
    found = proposals.find_proposed(context.unit, context.game_id)
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
    points, words = load_rollback_targets(context.unit, context.loaded.game), context.words
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
    if to in _refused_positions(context.unit, context.game_id, context.seat):
        raise Refused(
            words.text(
                "You have asked to roll back to #%(place)s before, and nothing came of it. You can't ask for it again; "
                "another player or a moderator can.",
                place=to,
            )
        )
    return to


def _refused_positions(tx: Tx, game_id: int, seat: int) -> set[int]:
    branch = max((back.position for back in list_rollbacks(tx, game_id)), default=0)
    since_ms = get_seated_since(tx, game_id, seat)
    found: set[int] = set()
    position: int | None = None
    rows = list_notes(tx, game_id, branch)
    times = {row.position: row.at_ms for row in rows}
    for entry in read_markers(rows):
        note = entry.note
        if note is None:
            continue
        if note.about == "proposed":
            place = note.facts.get("place")
            is_own = entry.seat == seat and times[entry.position] >= since_ms
            position = place if is_own and isinstance(place, int) else None
        elif note.about in ("proposal refused", "proposal withdrawn") and position is not None:
            found.add(position)
    return found


def _where(tx: Tx, loaded: LoadedGame, to: int, words: Catalogue) -> str:
    table = load_table_at(tx, loaded.game, to)
    return words.text(
        "You ask to roll the game back to #%(place)s: to %(year)s, %(player)s's turn.",
        place=to,
        year=year_in_words(loaded.game.kind, table.year, words),
        player=loaded.names[table.turn.seat],
    )


def _propose(context: SeatContext, to: int, reason: str, expires_ms: int) -> None:
    tx, game_id, seat = context.unit, context.game_id, context.seat
    left_over = find_open_proposal(tx, game_id)
    if left_over is not None:
        close_proposal(tx, left_over.id, "lapsed")
    add_proposal(tx, game_id, seat, to, reason, context.unit.now_ms, expires_ms)
    found = proposals.find_proposed(context.unit, game_id)
    assert found is not None, "it has just been made"
    if not found.awaited:
        _return_agreed(context, found)
        return
    context.note("proposed", place=to, reason=reason, until_ms=expires_ms)
    awaited, seats, name = found.awaited, context.loaded.seats, context.name

    def sentence(words: Catalogue) -> str:
        return words.text("%(player)s asks to roll the game back to #%(place)s.", player=name, place=to)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        names = words.text("These players are asked: %(players)s.", players=proposals.names_of(seats, awaited, words))
        how = [proposals.how_to_answer(to, words)] if seat in awaited else []
        return [doc.Paragraph(sentence) for sentence in (names, *how)]

    proclaim(context.unit, game_id, sentence, by=seat, needing=awaited, more=more)


def _proposal_to_answer(context: SeatContext, position: int | None) -> proposals.Proposed:
    """The proposal that a seat has been asked about. Raises Refused where there is none, or it is another."""
    words = context.words
    found = proposals.find_proposed(context.unit, context.game_id)
    if found is None:
        raise Refused(words.text("There is no open rollback request."))
    context.check_once(Agree, Refuse)
    if found.row.seat == context.seat:
        order = in_words("{withdraw_proposal}", words.language)
        raise Refused(words.text('It is your own request; "%(order)s" withdraws it.', order=order))
    if position not in (None, found.row.to_position):
        raise Refused(words.text("The request is for #%(place)s, no other position.", place=found.row.to_position))
    return found


def _close(context: SeatContext, row: ProposalRow, fate: ProposalStatus) -> None:
    close_proposal(context.unit, row.id, fate)
    context.note(f"proposal {fate}", place=row.to_position)
    proclaim(context.unit, row.game_id, proposals.goes_on, by=context.seat, needing={row.seat})


def _return_agreed(context: SeatContext, found: proposals.Proposed) -> None:
    """Roll the game back as proposed, once the last seat has agreed, and tell everybody."""
    returned = proposals.roll_back_agreed(context.unit, found, context.letter_id)
    announce_return(context.unit, returned, answered=context.answered)
