"""Seats that their players give up or neglect: left, offered to standby players, taken over, and taken back.

Whoever leaves is cut off within the same transaction: their address is closed, the seat's next one is another, and what
they had prepared is dropped. Nobody who has known the secrets of one seat may have another of the same game.
"""

from collections.abc import Mapping
from datetime import timedelta
from itertools import chain
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.proposals import question_blocks, settle
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.mails.player import announce_to_everybody, make_offer, say_farewell, welcome
from pbem.adjudicator.mails.press import check_caused_mail, count_caused_mail
from pbem.adjudicator.seats.absences import find_last_day_away
from pbem.adjudicator.sessions import append_note, load_game
from pbem.adjudicator.times import compute_deadline_ms, next_wake_ms, turn_time_from_now_ms
from pbem.chance import new_token
from pbem.i18n import catalogue
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game, set_deadline, set_wake
from pbem.store.games.log import find_last_position, list_notes
from pbem.store.games.seats import (
    Left,
    SeatContact,
    list_seat_contacts,
    list_seats,
    list_seats_ever_of,
    list_tenures,
    mark_notified,
    mark_reported,
)
from pbem.store.games.vacancies import (
    OfferRow,
    add_offer,
    close_offer,
    lapse_offers,
    leave_to_program,
    list_due_offers,
    list_offers,
    list_open_offers_to,
    list_standbys,
    occupy_seat,
    vacate_seat,
)
from pbem.store.games.watching import remove_watch
from pbem.store.moderation.secrets import has_seen
from pbem.store.players.player import PlayerRow, get_player
from rules_core.kernel.log import Note

_LEAST: Final = timedelta(days=1)
"""An offer is good for no less."""
_GONE: Final[Mapping[Left, str]] = {
    "resigned": "resigned",
    "late": "left late",
    "missing": "left missing",
    "removed": "removed",
}
"""What the log notes where a seat becomes vacant."""


def resign(unit: UnitOfWork, game_id: int, player_id: int) -> list[str]:
    """Give up a player's seat in a game, as they have confirmed.

    Returns what they are told. Raises Refused, NotFound.
    """
    game, words = get_game(unit, game_id), catalogue(get_player(unit, player_id).language)
    seats = [one.seat for one in list_seats(unit, game_id) if one.player_id == player_id and one.vacant_ms is None]
    if not seats:
        raise Refused(words.text("You have no seat in that game."))
    if game.status == "over":
        raise Refused(words.text("The game is over; there is nothing to resign from."))
    vacate(unit, game_id, seats[0], "resigned")
    return [words.text("You have resigned from %(game)s.", game=game.name)]


def vacate(unit: UnitOfWork, game_id: int, seat: int, why: Left, *, answering: str = "") -> None:
    """Make a seat vacant, cut its player off, tell everybody, and offer the seat; nothing where the game is over.

    `answering` is the Message-ID of the letter in which they asked for it. Raises NotFound.
    """
    game, contact = get_game(unit, game_id), list_seat_contacts(unit, game_id)[seat]
    if game.status == "over" or contact.vacant_ms is not None:
        return
    if why == "resigned":
        count_caused_mail(unit, contact.player_id)
    _cut_off(unit, game, contact, why, Note(_GONE[why], {"who": contact.name}))
    say_farewell(unit, get_player(unit, contact.player_id), game, why, answering)
    offer(unit, game_id, seat)
    _announce_vacancy(unit, game_id, seat, by=seat if why == "resigned" else None)
    settle(unit, game_id)


def substitute(unit: UnitOfWork, game_id: int, seat: int, note: Note, *, first: int | None = None) -> None:
    """Take a seat from its player, if it has one, at a moderator's word; offer it to a player, then who stands by.

    The note says who did it and why. Raises NotFound.
    """
    game, contact = get_game(unit, game_id), list_seat_contacts(unit, game_id)[seat]
    if contact.vacant_ms is None:
        _cut_off(unit, game, contact, "removed", note)
        say_farewell(unit, get_player(unit, contact.player_id), game, "removed", why=note)
    else:
        append_note(unit, game_id, seat, Note("offered anew", note.facts))
        lapse_offers(unit, game_id, seat)
    offer(unit, game_id, seat, first=first)
    _announce_vacancy(unit, game_id, seat)
    settle(unit, game_id)


def replace_missing(unit: UnitOfWork, game_id: int, seat: int, asker: str, *, answered: int | None = None) -> None:
    """Take a seat from its player, if it has one: it is offered to standby players, else played by a program.

    `asker` is the name of the player who has asked for it, `answered` their seat where a letter is. Raises NotFound.
    """
    game, contact = get_game(unit, game_id), list_seat_contacts(unit, game_id)[seat]
    facts = {"who": contact.name, "asker": asker}
    if contact.vacant_ms is None:
        _cut_off(unit, game, contact, "missing", Note(_GONE["missing"], facts))
        say_farewell(unit, get_player(unit, contact.player_id), game, "missing")
    else:
        append_note(unit, game_id, seat, Note("left to a bot", facts))
    leave_to_program(unit, game_id, seat, unit.now_ms)
    offer(unit, game_id, seat)
    if game.active_seat == seat:
        set_wake(unit, game_id, unit.now_ms, game.overdue)
    _announce_vacancy(unit, game_id, seat, but=answered)
    settle(unit, game_id)


def _cut_off(unit: UnitOfWork, game: GameRow, contact: SeatContact, why: Left, note: Note) -> None:
    vacate_seat(unit, game.id, contact.seat, new_token(), why, unit.now_ms)
    append_note(unit, game.id, contact.seat, note)
    if game.active_seat == contact.seat:
        set_wake(unit, game.id, unit.now_ms, game.overdue)  # where the server plays for nobody, it need not wait


def offer(unit: UnitOfWork, game_id: int, seat: int, *, first: int | None = None) -> bool:
    """Offer a seat that is vacant, or whose player is late, to the next who stands by; whether somebody has its offer.

    The player `first` is asked before all others. Where nobody is left to be asked the log says so, once. Raises
    NotFound.
    """
    if open_offer(unit, game_id, seat) is not None:
        return True
    loaded = load_game(unit, game_id)
    game, contact = loaded.game, loaded.seats[seat]
    if game.status == "over":
        return False
    named = [] if first is None else [get_player(unit, first)]
    there = (player for player in _candidates(unit, game, contact) if _is_there(unit, player))
    candidate = next(chain(named, there), None)
    if candidate is None:
        about = "nobody replaces" if contact.vacant_ms is None else "nobody stands by"
        _note_once(unit, game, contact, Note(about, {"who": contact.name}))
        return False
    expires_ms = turn_time_from_now_ms(game, unit.now_ms, _LEAST)
    add_offer(unit, game_id, seat, candidate.id, unit.now_ms, expires_ms)
    about = "offered to one named" if candidate.id == first else "offered"
    _note_once(unit, game, contact, Note(about, {"who": contact.name}))
    make_offer(MailComposer(unit, loaded, by_mail=False), candidate, seat, expires_ms)
    return True


def expire(unit: UnitOfWork, offer_id: int) -> None:
    """End an offer if its time is up, and ask the next; tell everybody where nobody is left."""
    for due in list_due_offers(unit, unit.now_ms):
        if due.id == offer_id:
            close_offer(unit, due.id, "lapsed")
            _ask_next(unit, due.game_id, due.seat)


def decline(unit: UnitOfWork, game_id: int, player_id: int) -> list[str]:
    """Decline the offer of a seat; the next player is asked. Returns the sentences for the player. Raises Refused."""
    words = catalogue(get_player(unit, player_id).language)
    found = next((offer for offer in list_open_offers_to(unit, player_id) if offer.game_id == game_id), None)
    if found is None:
        raise Refused(words.text("No seat in that game is offered to you."))
    close_offer(unit, found.id, "declined")
    _ask_next(unit, game_id, found.seat)
    return [words.text("You have declined the seat; the next player is asked.")]


def take(unit: UnitOfWork, game_id: int, seat: int, player_id: int) -> list[str]:
    """Give a seat to a player who is offered it, or may have it. Returns what they are told.

    Raises Refused where they may not, and NotFound.
    """
    game, contact = get_game(unit, game_id), list_seat_contacts(unit, game_id)[seat]
    player = get_player(unit, player_id)
    words = catalogue(player.language)
    check_taking(unit, game, contact, player)
    was_his = player_id in (tenure.player_id for tenure in list_tenures(unit, game_id, seat))
    if was_his:  # who comes and goes has everybody mailed; leaving is refused to nobody
        check_caused_mail(unit, player_id, words)
    _close_offers(unit, game_id, seat, player_id)
    occupy_seat(unit, game_id, seat, player_id, new_token(), "returned" if was_his else "replaced", "late", unit.now_ms)
    remove_watch(unit, game_id, player_id)
    facts = {"newcomer": player.name, "who": contact.name}
    note = Note("returned", facts) if contact.player_id == player_id else Note("seated", facts)
    append_note(unit, game_id, seat, note)
    if game.active_seat == seat:
        until_ms = compute_deadline_ms(unit, game.terms, player_id, game.time_ms(unit.now_ms))
        set_deadline(unit, game_id, until_ms, next_wake_ms(game.pace, until_ms, unit.now_ms), 0)
    if contact.vacant_ms is None:
        say_farewell(unit, get_player(unit, contact.player_id), game, "late")
    mark_notified(unit, game_id, seat, find_last_position(unit, game_id))
    mark_reported(unit, game_id, seat, game.final_position)
    before = None if contact.player_id == player_id else contact.name
    questions = question_blocks(unit, game_id, seat, words)
    welcome(MailComposer(unit, load_game(unit, game_id)), seat, before, questions)
    return [words.text("The seat in %(game)s is yours; an email shows you the game.", game=game.name)]


def choose_seat_to_take(tx: Tx, game_id: int, player_id: int) -> int:
    """Choose the seat of a game that a player means to take: one offered to them, one that was theirs, or a vacant one.

    Raises Refused where there is none.
    """
    seats = list_seats(tx, game_id)
    offered = [one.seat for one in list_open_offers_to(tx, player_id) if one.game_id == game_id]
    vacant = [seat.seat for seat in seats if seat.vacant_ms is not None]
    left_seats = [seat for seat in list_seats_ever_of(tx, game_id, player_id) if seat in vacant]
    found = [*offered, *left_seats, *vacant]
    if not found:
        words = catalogue(get_player(tx, player_id).language)
        raise Refused(words.text("No seat in that game can be taken over."))
    return found[0]


def check_taking(unit: UnitOfWork, game: GameRow, contact: SeatContact, player: PlayerRow) -> None:
    """Nothing, where a player may take a seat now. Raises Refused."""
    words = catalogue(player.language)
    if game.status == "over":
        raise Refused(words.text("The game is over."))
    if player.bot is not None:
        raise Refused(words.text("A bot can't take over a seat."))
    had = list_seats_ever_of(unit, game.id, player.id)
    last = list_tenures(unit, game.id, contact.seat)[-1]
    if last.player_id == player.id and last.left is None:
        raise Refused(words.text("You already have that seat."))
    if had and had != [contact.seat]:
        raise Refused(words.text("You had another seat in this game, and know its hidden information."))
    if has_seen(unit, game.id, player.id):
        raise Refused(words.text("You have seen the hidden information in that game, as a moderator."))
    if last.player_id == player.id and last.left in ("resigned", "missing"):
        return  # the way back is open until somebody else has the seat
    offered = open_offer(unit, game.id, contact.seat)
    if offered is not None and offered.player_id == player.id and offered.expires_ms > unit.now_ms:
        return
    if last.player_id == player.id or contact.vacant_ms is None:
        raise Refused(words.text("That seat is not offered to you."))
    if offered is not None:
        raise Refused(words.text("That seat is offered to someone else now."))


def _ask_next(unit: UnitOfWork, game_id: int, seat: int) -> None:
    before = find_last_position(unit, game_id)
    if offer(unit, game_id, seat):
        return
    if find_last_position(unit, game_id) > before:
        _announce_vacancy(unit, game_id, seat)
    game, contact = get_game(unit, game_id), list_seat_contacts(unit, game_id)[seat]
    if game.active_seat == seat and (contact.program_ms is not None or game.late == "standby-pass"):
        set_wake(unit, game_id, unit.now_ms, game.overdue)  # nobody is left to wait for


def _announce_vacancy(
    unit: UnitOfWork, game_id: int, seat: int, *, but: int | None = None, by: int | None = None
) -> None:
    """Tell everybody that a seat is vacant, or that nobody replaces who is late; what else there is, the notes say.

    `by` is the seat that caused it, if any.
    """
    loaded = load_game(unit, game_id)
    if loaded.game.status == "over":
        return
    name, is_vacant = loaded.seats[seat].name, loaded.seats[seat].vacant_ms is not None
    announce_to_everybody(
        unit,
        loaded,
        lambda words: (
            words.text("%(player)s's seat is vacant.", player=name)
            if is_vacant
            else words.text("The game is waiting for %(player)s.", player=name)
        ),
        but=but,
        by=by,
    )


def open_offer(tx: Tx, game_id: int, seat: int) -> OfferRow | None:
    """The offer of a seat that somebody has and has not answered yet."""
    return next((offer for offer in list_offers(tx, game_id, seat) if offer.status == "open"), None)


def _close_offers(tx: Tx, game_id: int, seat: int, taker: int) -> None:
    for offered in (*list_offers(tx, game_id, seat), *list_open_offers_to(tx, taker)):
        if offered.status == "open" and offered.game_id == game_id:
            is_taken = (offered.seat, offered.player_id) == (seat, taker)
            close_offer(tx, offered.id, "taken" if is_taken else "lapsed")


def _candidates(tx: Tx, game: GameRow, contact: SeatContact) -> list[PlayerRow]:
    """Candidates for a seat, in order: those who had it before, the last first; then who stands by for the kind."""
    since = _since(game, contact)
    offered = {offer.player_id for offer in list_offers(tx, game.id, contact.seat) if offer.made_ms >= since}
    tenures = list_tenures(tx, game.id, contact.seat)
    before = [tenure.player_id for tenure in reversed(tenures[:-1]) if tenure.left != "removed"]
    coming = (get_player(tx, one) for one in dict.fromkeys((*before, *list_standbys(tx, game.kind))))
    return [player for player in coming if player.id not in offered and may_be_offered(tx, game, contact, player)]


def may_be_offered(tx: Tx, game: GameRow, contact: SeatContact, player: PlayerRow) -> bool:
    """Whether a player may be asked to take a seat: who was not removed from it, and knows of no other's secrets."""
    removed = {tenure.player_id for tenure in list_tenures(tx, game.id, contact.seat) if tenure.left == "removed"}
    if (
        player.bot is not None
        or player.standing != "open"
        or player.id in {contact.player_id, *removed}
        or has_seen(tx, game.id, player.id)
    ):
        return False
    return list_seats_ever_of(tx, game.id, player.id) in ([], [contact.seat])


def _is_there(unit: UnitOfWork, player: PlayerRow) -> bool:
    return player.bot is None and not find_last_day_away(unit, player.id)


def _since(game: GameRow, contact: SeatContact) -> int:
    """Since when somebody has been looked for: the seat is vacant, or the turn for which its player is late began."""
    return game.began_ms if contact.vacant_ms is None else contact.vacant_ms


def _note_once(unit: UnitOfWork, game: GameRow, contact: SeatContact, note: Note) -> None:
    """Write a note about a seat, unless it was written since somebody has been looked for."""
    written = [
        row for row in list_notes(unit, game.id) if row.at_ms >= _since(game, contact) and row.actor == contact.seat
    ]
    if not any(f'"about":"{note.about}"' in row.payload for row in written):
        append_note(unit, game.id, contact.seat, note)
