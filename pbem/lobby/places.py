"""What the office passes on to those who see to games: days away, seats to be taken, and who stands by for them."""

from pbem.adjudicator.context import Declined
from pbem.adjudicator.seats import absences, standby, vacancies, watchers
from pbem.adjudicator.seats import addresses as renewing
from pbem.adjudicator.seats.absences import Diary
from pbem.lobby.errands import Caller, DeclineSeat, Done, Return, StandBy, Take, Watch
from pbem.orders.requests import Away, Back, RenewAddress
from pbem.store import repository as repo
from pbem.store.rows import GameRow


def away(caller: Caller, wish: Away) -> Done:
    """Notes that a player is away. Raises Declined."""
    today = Diary(caller.tx, caller.settings, caller.player.id, caller.now_ms).today
    span = wish.days(today)
    return Done(tuple(absences.announce(caller.tx, caller.settings, caller.player.id, *span, caller.now_ms)))


def back(caller: Caller, _wish: Back) -> Done:
    """Notes that a player is away no more."""
    return Done(tuple(absences.take_back(caller.tx, caller.settings, caller.player.id, caller.now_ms)))


def renew(caller: Caller, _wish: RenewAddress) -> Done:
    """Renew the address of a player's account, from which the answer comes. Raises Declined."""
    told = renewing.renew_account_address(
        caller.tx, caller.settings, caller.player.id, caller.now_ms, by_owner=True, letter_id=caller.letter_id
    )
    return Done(tuple(told))


def take(caller: Caller, wish: Take) -> Done:
    """Gives a player a seat that he was offered, or may have. Raises Declined."""
    game = _game(caller, wish.tag)
    seat = vacancies.seat_to_take(caller.tx, game.id, caller.player.id)
    return _taken(caller, game, seat)


def come_back(caller: Caller, wish: Return) -> Done:
    """Gives a player back the seat that he had. Raises Declined."""
    game = _game(caller, wish.tag)
    had = repo.seats_ever_of(caller.tx, game.id, caller.player.id)
    if not had:
        raise Declined(caller.words.text("You never had a seat in %(tag)s.", tag=game.tag))
    return _taken(caller, game, had[0])


def decline(caller: Caller, wish: DeclineSeat) -> Done:
    """Says no to the offer of a seat. Raises Declined."""
    game = _game(caller, wish.tag)
    told = vacancies.decline(caller.tx, caller.settings, game.id, caller.player.id, caller.now_ms)
    return Done(tuple(told), game_id=game.id)


def stand_by(caller: Caller, wish: StandBy) -> Done:
    """Notes whether a player would take over seats, and in which kinds of game. Raises Declined."""
    kinds = wish.kinds if wish.on else ()
    told = standby.stand_by(caller.tx, caller.settings, caller.player.id, kinds, caller.now_ms)
    return Done(tuple(told))


def watch(caller: Caller, wish: Watch) -> Done:
    """Has a player watch a game, or stop. Raises Declined."""
    game, words = _game(caller, wish.tag), caller.words
    if not wish.on:
        return Done(tuple(watchers.unwatch(caller.tx, caller.player.id, game.id, words)))
    return Done(tuple(watchers.watch(caller.tx, caller.player.id, game.id, caller.now_ms, words)))


def _taken(caller: Caller, game: GameRow, seat: int) -> Done:
    told = vacancies.take(caller.tx, caller.settings, game.id, seat, caller.player.id, caller.now_ms)
    return Done(tuple(told), game_id=game.id)


def _game(caller: Caller, tag: str) -> GameRow:
    game = repo.game_by_tag(caller.tx, tag)
    if game is None:
        raise Declined(caller.words.text("There is no game %(tag)s.", tag=tag))
    return game
