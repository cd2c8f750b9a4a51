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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.history.branches import RollbackTargets
from pbem.adjudicator.history.rollback import (
    Returned,
    announce_return,
    entries_in,
    go_back,
    load_lines,
    load_rollback_targets,
)
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import append_note, load_game
from pbem.commands.orders.verbs import in_words
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.proposals import (
    ProposalRow,
    close_proposal,
    find_open_proposal,
    list_consents,
    list_due_proposals,
)
from pbem.store.games.seats import SeatContact, get_seated_since, list_seat_contacts, list_seats, list_tenures
from pbem.store.games.statistics import find_reason_unrated
from pbem.store.players.player import get_player
from rules_core.kernel.log import Note

MOST_SIGNS: Final = 500
"""Characters of a reason."""
DICE: Final = N_(
    "Dice already seen don't change: the same roll gives the same faces, and a roll of fewer dice the first of them."
)
"""The warning to everybody who asks, or is asked, to go back."""


@dataclass(frozen=True)
class Proposed:
    """A proposal that stands: the seats that have agreed, and those that have still to be heard.

    Of these, the vacant ones are asked when somebody comes into them.
    """

    row: ProposalRow
    agreed: tuple[int, ...]
    awaited: tuple[int, ...]


def find_proposed(unit: UnitOfWork, game_id: int) -> Proposed | None:
    """The proposal that was made in a game, if it still stands."""
    row = find_open_proposal(unit, game_id)
    if row is None or row.expires_ms <= unit.now_ms or get_game(unit, game_id).status == "over":
        return None
    contacts = list_seat_contacts(unit, game_id)
    if not contacts[row.seat].reads or get_seated_since(unit, game_id, row.seat) > row.made_ms:
        return None
    consents = list_consents(unit, row.id)
    awaited = list_seats_to_ask(unit, get_game(unit, game_id), contacts, row.seat, row.to_position)
    agreed = tuple(seat for seat in awaited if consents.get(seat, -1) >= get_seated_since(unit, game_id, seat))
    return Proposed(row, agreed, tuple(seat for seat in awaited if seat not in agreed))


def list_seats_to_ask(tx: Tx, game: GameRow, contacts: Sequence[SeatContact], seat: int, to: int) -> list[int]:
    """The seats that have to agree before a game goes back to a position, as one asks that is not among them.

    Of vacant seats it is those whose play is taken back, or all where nobody else is left, person or bot.
    """
    there = [contact for contact in contacts if contact.vacant_ms is None and contact.seat != seat]
    vacant = {contact.seat for contact in contacts if contact.vacant_ms is not None}
    if vacant and there:
        left = load_rollback_targets(tx, game).left(to)
        vacant &= {entry.seat for entry in left if entry.action is not None and entry.seat is not None}
    return sorted({*vacant, *(contact.seat for contact in there if contact.reads)})


def settle(unit: UnitOfWork, game_id: int) -> None:
    """Roll a game back where the last seat that had not agreed was left by its player."""
    found = find_proposed(unit, game_id)
    if found is not None and not found.awaited:
        announce_return(unit, roll_back_agreed(unit, found, None))


def expire(unit: UnitOfWork, proposal_id: int) -> None:
    """End a proposal if its time is up, and tell everybody."""
    for row in list_due_proposals(unit, unit.now_ms):
        if row.id == proposal_id:
            close_proposal(unit, row.id, "lapsed")
            loaded = load_game(unit, row.game_id)
            if loaded.game.status == "playing":
                note = Note("proposal lapsed", {"who": loaded.names[row.seat], "place": row.to_position})
                append_note(unit, row.game_id, row.seat, note)
                proclaim(unit, row.game_id, goes_on)


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


def how_to_answer(to: int, words: Catalogue) -> str:
    """Say how a player who is asked can agree or refuse."""
    return words.text(
        'The game goes back if everyone agrees. Reply "%(agree)s" or "%(refuse)s". %(dice)s Until then the game '
        "continues.",
        agree=f"{in_words('{agree}', words.language)} {to}",
        refuse=f"{in_words('{refuse}', words.language)} {to}",
        dice=words.text(DICE),
    )


def question_blocks(unit: UnitOfWork, game_id: int, seat: int, words: Catalogue) -> list[doc.Block]:
    """Tell a player who has just come into a seat of the proposal that they are asked about, if there is one."""
    found = find_proposed(unit, game_id)
    if found is None or seat not in found.awaited:
        return []
    name, place = list_seats(unit, game_id)[found.row.seat].name, found.row.to_position
    sentence = words.text("%(player)s asks to roll the game back to #%(place)s:", player=name, place=place)
    speech = doc.Speech(tuple(found.row.reason.split("\n")))
    return [doc.Paragraph(sentence), speech, doc.Paragraph(how_to_answer(place, words))]


def goes_on(words: Catalogue) -> str:
    """Say that nothing came of a proposal."""
    return words.text("The game is not rolled back.")


def roll_back_agreed(unit: UnitOfWork, found: Proposed, letter_id: int | None) -> Returned:
    """Let a game go back as all have agreed to whom it matters."""
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
    lines = load_lines(tx, row.game_id)
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
