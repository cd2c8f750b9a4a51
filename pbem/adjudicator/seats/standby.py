"""Standby players for seats that others give up or neglect, and ways out for those who wait long for a late player."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.context import Refused
from pbem.adjudicator.seats.vacancies import check_taking, offer
from pbem.adjudicator.times import waiting_turns
from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue, catalogue
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.log import find_last_position
from pbem.store.games.seats import SeatContact, list_seat_contacts, list_seats
from pbem.store.games.vacancies import (
    OfferRow,
    list_open_offers_to,
    list_unmanned_seats,
    list_vacant_seats,
)
from pbem.store.games.vacancies import (
    stand_by as stored_stand_by,
)
from pbem.store.games.watching import add_watch, list_watchers, remove_watch
from pbem.store.players.player import get_player


@dataclass(frozen=True)
class OpenSeat:
    """A seat that is vacant, or offered to the player who asks.

    `offered_ms` is until when it is offered to them, `was_his` whether they gave it up, and `closed` says why they may
    not take it: "" where they may.
    """

    game: GameRow
    seat: int
    player: str
    """The name of its player, who has left or is late."""
    vacant_ms: int | None
    offered_ms: int | None
    was_his: bool
    closed: str


def stand_by(unit: UnitOfWork, player_id: int, kinds: Sequence[str]) -> list[str]:
    """Note that a player would take over seats in games of these kinds and no others, and offer them one that is
    free.

    Who has said so before keeps their place. Returns what they are told. Raises Refused.
    """
    player = get_player(unit, player_id)
    words = catalogue(player.language)
    if player.bot is not None:
        raise Refused(words.text("A bot can't take over a seat."))
    stored_stand_by(unit, player_id, kinds, unit.now_ms)
    if not kinds:
        return [words.text("You will not be offered any more seats.")]
    for kind in kinds:
        for game_id, seat in list_unmanned_seats(unit, kind):
            offer(unit, game_id, seat)
    games = ", ".join(words.text(presentation_of(kind).name) for kind in kinds)
    sentences = [words.text("You're on standby: seats that become vacant are offered to you (%(games)s).", games=games)]
    if any(made.made_ms == unit.now_ms for made in list_open_offers_to(unit, player_id)):
        sentences.append(words.text("A seat is vacant and offered to you; an email says which."))
    return sentences


def list_openings(unit: UnitOfWork, player_id: int | None) -> list[OpenSeat]:
    """The seats to take over: first those that a player is offered, then those that are vacant, the oldest first.

    None looks for somebody who is not signed in.
    """
    offers = (
        []
        if player_id is None
        else [one for one in list_open_offers_to(unit, player_id) if one.expires_ms > unit.now_ms]
    )
    places = [(one.game_id, one.seat) for one in offers]
    found = [*places, *(place for place in list_vacant_seats(unit) if place not in places)]
    return [_opening(unit, game_id, seat, player_id, offers) for game_id, seat in found]


def _opening(unit: UnitOfWork, game_id: int, seat: int, player_id: int | None, offers: list[OfferRow]) -> OpenSeat:
    game, contact = get_game(unit, game_id), list_seat_contacts(unit, game_id)[seat]
    until = [one.expires_ms for one in offers if (one.game_id, one.seat) == (game_id, seat)]
    return OpenSeat(
        game=game,
        seat=seat,
        player=contact.name,
        vacant_ms=contact.vacant_ms,
        offered_ms=until[0] if until else None,
        was_his=contact.player_id == player_id,
        closed="" if player_id is None else _why_not(unit, game, contact, player_id),
    )


def _why_not(unit: UnitOfWork, game: GameRow, contact: SeatContact, player_id: int) -> str:
    try:
        check_taking(unit, game, contact, get_player(unit, player_id))
    except Refused as refused:
        return refused.message
    return ""


def watch(unit: UnitOfWork, player_id: int, game_id: int, words: Catalogue) -> list[str]:
    """Have a player watch a game from now on; return the sentences for them. Raises Refused, and NotFound."""
    game = get_game(unit, game_id)
    if game.status == "over":
        raise Refused(words.text("%(tag)s is over, so there is nothing left to watch.", tag=game.tag))
    if any(seat.player_id == player_id and seat.vacant_ms is None for seat in list_seats(unit, game_id)):
        raise Refused(words.text("You play in %(tag)s and already get its reports.", tag=game.tag))
    add_watch(unit, game_id, player_id, unit.now_ms, find_last_position(unit, game_id), game.final_position)
    return [words.text("You're watching %(tag)s. You get emails with everything public.", tag=game.tag)]


def unwatch(tx: Tx, player_id: int, game_id: int, words: Catalogue) -> list[str]:
    """Stop a player's watching a game; return the sentences for them. Raises NotFound."""
    tag = get_game(tx, game_id).tag
    if remove_watch(tx, game_id, player_id):
        return [words.text("You're no longer watching %(tag)s.", tag=tag)]
    return [words.text("You're not watching %(tag)s.", tag=tag)]


def is_watching(tx: Tx, player_id: int, game_id: int) -> bool:
    """Whether a player watches a game."""
    return any(watcher.player_id == player_id for watcher in list_watchers(tx, game_id))


def is_stuck(game: GameRow, settings: Settings, now_ms: int) -> bool:
    """Whether a game has waited so long for the player to move that those who wait can do something about it."""
    if game.status == "over" or game.deadline_ms is None or game.active_seat is None:
        return False
    return game.deadline_ms <= now_ms and game.overdue > waiting_turns(settings, game.terms)


def choices(player: str, words: Catalogue) -> list[tuple[str, str]]:
    """The orders open to those who wait for a player, each with what it does."""
    replaced = words.text(
        "have another player take over %(player)s's seat, or a bot play it as long as nobody does", player=player
    )
    ended = words.text("agree that the game ends as it stands, if everyone who waits agrees")
    conceded = words.text("the same, with you in the last place")
    options = (("replace", replaced), ("finish", ended), ("concede", conceded))
    return [(in_words(f"{{{name}}}", words.language), what) for name, what in options]
