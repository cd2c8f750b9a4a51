"""What the office passes on to those who see to games: days away, seats to be taken, and who stands by for them."""

from pbem.adjudicator.context import Done, PlayerContext
from pbem.adjudicator.seat_context import Declined
from pbem.adjudicator.seats import absences, standby, vacancies, watchers
from pbem.adjudicator.seats import addresses as renewing
from pbem.adjudicator.seats.absences import Diary
from pbem.commands.orders.requests import Away, Back, RenewAddress
from pbem.lobby.commands import DeclineSeat, Return, StandBy, Take, Watch
from pbem.store import repository as repo
from pbem.store.rows import GameRow


def away(context: PlayerContext, wish: Away) -> Done:
    """Notes that a player is away. Raises Declined."""
    today = Diary(context.tx, context.settings, context.player.id, context.now_ms).today
    span = wish.days(today)
    return Done(tuple(absences.announce(context.tx, context.settings, context.player.id, *span, context.now_ms)))


def back(context: PlayerContext, _wish: Back) -> Done:
    """Notes that a player is away no more."""
    return Done(tuple(absences.take_back(context.tx, context.settings, context.player.id, context.now_ms)))


def renew(context: PlayerContext, _wish: RenewAddress) -> Done:
    """Renew the address of a player's account, from which the answer comes. Raises Declined."""
    told = renewing.renew_account_address(
        context.tx, context.settings, context.player.id, context.now_ms, by_owner=True, letter_id=context.letter_id
    )
    return Done(tuple(told))


def take(context: PlayerContext, wish: Take) -> Done:
    """Gives a player a seat that he was offered, or may have. Raises Declined."""
    game = _game(context, wish.tag)
    seat = vacancies.seat_to_take(context.tx, game.id, context.player.id)
    return _taken(context, game, seat)


def come_back(context: PlayerContext, wish: Return) -> Done:
    """Gives a player back the seat that he had. Raises Declined."""
    game = _game(context, wish.tag)
    had = repo.seats_ever_of(context.tx, game.id, context.player.id)
    if not had:
        raise Declined(context.words.text("You never had a seat in %(tag)s.", tag=game.tag))
    return _taken(context, game, had[0])


def decline(context: PlayerContext, wish: DeclineSeat) -> Done:
    """Says no to the offer of a seat. Raises Declined."""
    game = _game(context, wish.tag)
    told = vacancies.decline(context.tx, context.settings, game.id, context.player.id, context.now_ms)
    return Done(tuple(told), game_id=game.id)


def stand_by(context: PlayerContext, wish: StandBy) -> Done:
    """Notes whether a player would take over seats, and in which kinds of game. Raises Declined."""
    kinds = wish.kinds if wish.on else ()
    told = standby.stand_by(context.tx, context.settings, context.player.id, kinds, context.now_ms)
    return Done(tuple(told))


def watch(context: PlayerContext, wish: Watch) -> Done:
    """Has a player watch a game, or stop. Raises Declined."""
    game, words = _game(context, wish.tag), context.words
    if not wish.on:
        return Done(tuple(watchers.unwatch(context.tx, context.player.id, game.id, words)))
    return Done(tuple(watchers.watch(context.tx, context.player.id, game.id, context.now_ms, words)))


def _taken(context: PlayerContext, game: GameRow, seat: int) -> Done:
    told = vacancies.take(context.tx, context.settings, game.id, seat, context.player.id, context.now_ms)
    return Done(tuple(told), game_id=game.id)


def _game(context: PlayerContext, tag: str) -> GameRow:
    game = repo.game_by_tag(context.tx, tag)
    if game is None:
        raise Declined(context.words.text("There is no game %(tag)s.", tag=tag))
    return game
