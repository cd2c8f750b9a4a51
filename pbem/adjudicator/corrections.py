"""Corrections of a position, and games that are cancelled: what a moderator does to a game by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.context import visible
from pbem.adjudicator.follow_ups import follow_up
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.mails.player import More, Sentence, proclaim
from pbem.adjudicator.sessions import load_game, save
from pbem.adjudicator.stalled_games import lapse_questions
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.games.game import release_game
from rules_core.kernel.events import Corrected, Event, GameCancelled
from rules_core.kernel.log import Note
from rules_core.kernel.position import Position, PublicState
from rules_core.kernel.rulebook import CorrectionFault


class CorrectionRefused(Exception):
    """Raised where a correction cannot be made, and so none is: which, from 0, why, and what lay on the table then."""

    def __init__(self, number: int, fault: CorrectionFault, table: PublicState) -> None:
        super().__init__(f"{number}: {fault.code}")
        self.number = number
        self.fault = fault
        self.table = table


@dataclass(frozen=True)
class CorrectionOutcome:
    """The outcome of corrections, for those who report it."""

    game_id: int
    mover: int
    """The seat to move, who knows what they had ordered in the turn."""
    corrections: tuple[Corrected, ...]
    news: tuple[Event, ...]
    """The events that have become final with the corrections, and the corrections."""
    voided: bool
    """Whether what the player to move had done was taken back, as it was incompatible."""


def amend(
    unit: UnitOfWork,
    game_id: int,
    corrections: Sequence[Corrected],
    note: Note,
    *,
    sees_secrets: bool,
    letter_id: int | None = None,
) -> None:
    """Correct a game's position, all or nothing, with a note that says who did it and why, and mail everybody.

    They are judged by what is final and, unless the caller `sees_secrets`, public. What the player to move has ordered
    beside that stands, and is final then too; where it cannot go with the corrections, it is taken back. Raises
    CorrectionRefused, and NotFound.
    """
    done = correct(unit, game_id, corrections, note, sees_secrets=sees_secrets, letter_id=letter_id)
    announce_correction(unit, done, sentence=lambda words: words.text("The position has been corrected."))


def correct(
    unit: UnitOfWork,
    game_id: int,
    corrections: Sequence[Corrected],
    note: Note,
    *,
    sees_secrets: bool,
    letter_id: int | None = None,
) -> CorrectionOutcome:
    """Correct a game's position as `amend` does, and mail nobody. Raises CorrectionRefused, and NotFound."""
    loaded = load_game(unit, game_id)
    check_amendments(loaded.session, corrections, sees_secrets=sees_secrets)
    floor = loaded.session.floor
    loaded.session.note(None, note)
    voided = _correct(loaded.session, corrections)
    save(unit, loaded, letter_id)
    mover = loaded.session.state.table.turn.seat
    return CorrectionOutcome(game_id, mover, tuple(corrections), tuple(loaded.session.events_since(floor)), voided)


def announce_correction(
    unit: UnitOfWork, corrected: CorrectionOutcome, *, sentence: Sentence, more: More = lambda words, seat: ()
) -> None:
    """Mail everybody in a game at once what was corrected, behind a sentence and whatever there is `more` to tell.

    Who is not to move is told, too, what has become final with it.
    """

    def also(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        if not corrected.voided or seat != corrected.mover:
            return more(words, seat)
        text = words.text("Your orders since your last roll no longer fit, so they are undone. Please send them again.")
        return [*more(words, seat), doc.Paragraph(text)]

    proclaim(
        unit,
        corrected.game_id,
        sentence,
        news=lambda seat: corrected.corrections if seat == corrected.mover else corrected.news,
        more=also,
    )


def check_amendments(session: GameSession, corrections: Sequence[Corrected], *, sees_secrets: bool) -> Position:
    """The position that corrections, one after another, would lead to, as far as it may be known.

    Raises CorrectionRefused where one cannot be.
    """
    state = session.final_state() if sees_secrets else visible(session, None).state
    return _corrected(session, state, corrections)


def cancel(unit: UnitOfWork, game_id: int, note: Note, *, letter_id: int | None = None) -> None:
    """End a game without a result, with a note that says who did it and why, and mail everybody.

    Whatever waits in it lapses: orders for a next turn, offers of seats, a proposal to go back. Raises
    CorrectionRefused where it is over, and NotFound.
    """
    loaded = load_game(unit, game_id)
    check_amendments(loaded.session, [GameCancelled()], sees_secrets=False)
    floor = loaded.session.floor
    loaded.session.note(None, note)
    loaded.session.correct(GameCancelled())
    release_game(unit, game_id, None, None)
    lapse_questions(unit, game_id, len(loaded.seats))
    save(unit, loaded, letter_id)
    follow_ups = follow_up(unit, loaded)
    composer = MailComposer(unit, follow_ups.loaded, follow_ups=follow_ups)
    composer.report_to_others(None, loaded.session.events_since(floor))


def _corrected(session: GameSession, state: Position, corrections: Sequence[Corrected]) -> Position:
    for number, correction in enumerate(corrections):
        fault = session.ruleset.check_correction(state, correction)
        if fault is not None:
            raise CorrectionRefused(number, fault, state.table)
        state = session.ruleset.evolve(state, correction)
    return state


def _correct(session: GameSession, corrections: Sequence[Corrected]) -> bool:
    """Write corrections down; what the player to move could still take back is voided where both cannot be.

    Returns whether it was.
    """
    voided = False
    try:
        _corrected(session, session.state, corrections)
    except CorrectionRefused:
        voided = session.restart(session.state.table.turn.seat)
    for correction in corrections:
        session.correct(correction)
    return voided
