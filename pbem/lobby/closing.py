"""Shutting a player out: of the website, of mails, of lists, and, unless they keep them, of their seats."""

from typing import Final

from pbem.adjudicator.context import PlayerContext
from pbem.adjudicator.seats import vacancies
from pbem.i18n import catalogue
from pbem.lobby.commands.lists import Leave
from pbem.moderation import secret_access
from pbem.store import UnitOfWork
from pbem.store.accounts.closing import close_access
from pbem.store.across.practice import list_games_of_owner, remove_game
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_newest_games_of_player
from pbem.store.games.proposals import clear_draft, clear_standing
from pbem.store.games.seats import list_seats
from pbem.store.games.vacancies import list_open_offers_to
from pbem.store.games.waiting_lists import list_lists_waited_on
from pbem.store.players.player import PlayerRow

_MOST_GAMES: Final = 10_000


def list_seats_held(unit: UnitOfWork, player_id: int) -> list[tuple[GameRow, int]]:
    """The seats that a player has in games that are played, with their games; no practice games."""
    playing = list_newest_games_of_player(unit, player_id, "playing", _MOST_GAMES)
    return [
        (game, seat)
        for seat, game in playing
        if game.purpose == "match" and list_seats(unit, game.id)[seat].vacant_ms is None
    ]


def shut_out(unit: UnitOfWork, player: PlayerRow, why: str, *, keeps_seats: bool) -> None:
    """End all that a player, who is no more in good standing, could do or be told here.

    A seat that they keep is played by its game's rule for late players. `why` is told of mails that are not sent.
    """
    words = catalogue(player.language)
    context = PlayerContext(unit=unit, player=player, words=words)
    for offered in list_open_offers_to(unit, player.id):
        vacancies.decline(unit, offered.game_id, player.id)
    for row in list_lists_waited_on(unit, player.id):
        if row.status == "open":
            Leave(row.id).do(context)
    for game, seat in list_seats_held(unit, player.id):
        if keeps_seats:
            clear_draft(unit, game.id, seat)
            clear_standing(unit, game.id, seat)
        else:
            vacancies.vacate(unit, game.id, seat, "removed")
    for game in list_games_of_owner(unit, player.id):
        remove_game(unit, game.id)
    if player.moderator:
        secret_access.revoke_access_of(unit, player.id)
    close_access(unit, player.id, unit.now_ms, why)
