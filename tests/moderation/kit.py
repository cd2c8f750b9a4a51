"""Moderators and disputes in a world of letters."""

from datetime import timedelta

from adjudicator.kit import Game, Reply, World
from adjudicator.letters import section
from rows_kit import mails_of_player
from web_kit import Browser, sit_down

from pbem.moderation.command import ModeratorCommand
from pbem.store.mail.outbox import MailRow
from pbem.store.moderation.disputes import FiledDispute, StatementRow, list_disputes_of_game, list_statements
from pbem.store.players.player import set_role
from pbem.terms import Terms


def add_moderator(world: World, name: str) -> int:
    """A player who moderates at this server."""
    player = world.add_player(name)
    promote(world, name)
    return player


def promote(world: World, name: str) -> None:
    """Make a player a moderator."""
    player = world.players[name]
    world.database.write(lambda tx: set_role(tx, player, "moderator", on=True))


def disputed(world: World, text: str) -> Game:
    """A game in which Anna and Bert have had their first turns, and Anna disputes the last; Mona may rule."""
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))
    game.send(0, "end")
    game.send(1, "end")
    game.send(0, f"dispute: {text}")
    return game


def disputes(game: Game) -> list[FiledDispute]:
    """The disputes of a game."""
    with game.world.database.read() as tx:
        return list_disputes_of_game(tx, game.id)


def statements(game: Game, dispute: FiledDispute) -> list[StatementRow]:
    """What was said about a dispute."""
    with game.world.database.read() as tx:
        return list_statements(tx, dispute.id)


def moderation_mails(world: World, name: str) -> list[MailRow]:
    """The mails that a moderator got as such."""
    with world.database.read() as tx:
        mails = mails_of_player(tx, world.players[name])
    return [mail for mail in mails if mail.kind == "moderation"]


def to_seats(reply: Reply) -> dict[int, MailRow]:
    """The mails that a letter brought to others in its game, at most one each."""
    found = [mail for mail in reply.mails if mail.seat not in (None, reply.seat)]
    by_seat = {mail.seat: mail for mail in found if mail.seat is not None}
    assert len(by_seat) == len(found), "somebody got two mails"
    return by_seat


def notices(text: str) -> list[str]:
    """What a mail's notices say, each on one line."""
    texts: list[str] = []
    for line in section(text, "Notices"):
        if line.startswith("- "):
            texts.append(line[2:])
        elif not line.startswith("  "):
            break
        elif texts:
            texts[-1] = f"{texts[-1]} {line.strip()}"
    return texts


def ruled(game: Game, moderator: str, act: ModeratorCommand) -> tuple[tuple[str, ...], dict[int, MailRow]]:
    """What a moderator is told of an act that he previews and carries out, and the mails that it brings to seats."""
    world = game.world
    service = world.intake.moderators
    world.clock.advance(timedelta(minutes=1))
    known = {mail.id for mail in world.all_mails()}
    preview = service.preview(world.players[moderator], act)
    texts = service.carry_out(world.players[moderator], act, preview.state)
    new = [mail for mail in world.all_mails() if mail.id not in known and mail.seat is not None]
    by_seat = {mail.seat: mail for mail in new if mail.seat is not None}
    assert len(by_seat) == len(new), "somebody got two mails"
    return texts, by_seat


def signed_in(world: World, name: str) -> Browser:
    """A browser in which a player is signed in."""
    browser = Browser(world.app)
    sit_down(browser.client, world.players[name], "https://games.test")
    return browser
