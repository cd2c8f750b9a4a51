"""Seats that change hands, as tests bring it about and look at it."""

from datetime import timedelta
from functools import partial

from renderer_kit import RENDERER
from rows_kit import mails_of_player

from adjudicator.kit import Game, World
from pbem.adjudicator.seats import standby, vacancies
from pbem.clock import to_ms
from pbem.daemon.sender import Sender
from pbem.mail.maildir import Maildir
from pbem.mail.sending.sendmail import MaildirTransport, transport_for
from pbem.store import UnitOfWork
from pbem.store.games.seats import TenureRow, list_tenures
from pbem.store.games.vacancies import OfferRow, list_due_offers, list_offers
from pbem.store.mail.outbox import MailRow
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.terms import Terms

TOLD = "You're on standby: seats that become vacant are offered to you ({})."
THREE = ("Anna", "Bert", "Clara")


def opened(world: World, terms: Terms | None = None) -> Game:
    """A game in which Anna is to move; Dora and Emil play nowhere."""
    for name in ("Dora", "Emil"):
        if name not in world.players:
            world.add_player(name)
    return world.open_game(THREE, terms=terms or Terms())


def is_vacant(game: Game, seat: int) -> bool:
    """Whether nobody plays a seat."""
    return game.seats[seat].vacant_ms is not None and not game.seats[seat].reads


def resigned(game: Game, seat: int) -> None:
    """Have a player give up his seat, by letter."""
    game.send(seat, "resign")
    game.world.clock.advance(timedelta(minutes=1))
    game.post(seat, game.write(seat, "confirm"))


def stand_by(world: World, name: str, *kinds: str) -> list[str]:
    """Have a player stand by, for The First Rails unless it is said otherwise."""
    world.clock.advance(timedelta(minutes=1))
    now_ms = to_ms(world.clock())
    return world.database.write(
        lambda tx: standby.stand_by(
            UnitOfWork(tx, world.settings, now_ms), world.players[name], kinds or ("first_rails",)
        )
    )


def take(game: Game, name: str, seat: int | None = None) -> list[str]:
    """Have a player take a seat."""
    world = game.world
    world.clock.advance(timedelta(minutes=1))
    player, now_ms = world.players[name], to_ms(world.clock())
    chosen = seat
    if chosen is None:
        with world.database.read() as tx:
            chosen = vacancies.choose_seat_to_take(tx, game.id, player)
    return world.database.write(
        lambda tx: vacancies.take(UnitOfWork(tx, world.settings, now_ms), game.id, chosen, player)
    )


def offer(game: Game, seat: int) -> bool:
    """Have a seat offered."""
    world = game.world
    now_ms = to_ms(world.clock())
    return world.database.write(lambda tx: vacancies.offer(UnitOfWork(tx, world.settings, now_ms), game.id, seat))


def decline(game: Game, name: str) -> list[str]:
    """Have a player decline what he is offered."""
    world = game.world
    player, now_ms = world.players[name], to_ms(world.clock())
    return world.database.write(lambda tx: vacancies.decline(UnitOfWork(tx, world.settings, now_ms), game.id, player))


def expire(world: World, after: timedelta) -> None:
    """Let time pass, and end the offers that are up."""
    world.clock.advance(after)
    now_ms = to_ms(world.clock())
    with world.database.read() as tx:
        due = list_due_offers(tx, now_ms)
    for one in due:
        world.intake.clock.expire_offer(one.id, now_ms)
        world.intake.clock.expire_offer(one.id, now_ms)  # whoever comes second finds nothing to do


def offers(game: Game, seat: int) -> list[tuple[str, str]]:
    """To whom a seat was offered, and what came of it."""
    names = {player: name for name, player in game.world.players.items()}
    with game.world.database.read() as tx:
        return [(names[one.player_id], one.status) for one in list_offers(tx, game.id, seat)]


def last_offer(game: Game, seat: int) -> OfferRow:
    """The newest offer of a seat."""
    with game.world.database.read() as tx:
        return list_offers(tx, game.id, seat)[-1]


def tenures(game: Game, seat: int) -> list[TenureRow]:
    """Who had a seat."""
    with game.world.database.read() as tx:
        return list_tenures(tx, game.id, seat)


def mails_to(world: World, name: str) -> list[MailRow]:
    """Every mail to a player."""
    with world.database.read() as tx:
        return mails_of_player(tx, world.players[name])


def deliver(world: World) -> None:
    """Have all mails that wait leave, as text alone, which takes no time to draw."""
    for player_id in world.players.values():
        chosen = Preferences(format="text")
        world.database.write(partial(put_preferences, player_id=player_id, chosen=chosen))
    sender = Sender(world.database, transport_for(world.settings), world.clock, world.settings, RENDERER)
    while sender.round():
        pass


def delivered(world: World, name: str) -> list[bytes]:
    """The mails in a player's Maildir, the newest first."""
    folder = MaildirTransport(world.settings.maildir).folder(f"{name.lower()}@player.test")
    return [path.read_bytes() for path in Maildir(folder).files().values()]
