"""Letters to seats on a server that asks for proof of who wrote them, and what came of them."""

from typing import Final

from dkim_kit import zone

from adjudicator.kit import Game, World
from pbem.intake import Intake
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.dkim_check import Resolver
from pbem.mail.sending.outgoing import outgoing_for
from pbem.store.mail.inbox import LetterRow, Way, get_origin_of
from pbem.store.mail.outbox import MailRow
from pbem.store.players.preferences import put_proof_choice
from pbem.terms import Proof

OUTSIDE: Final = "198.41.0.4"
NOTICE: Final = "An email in your name was not accepted"
FIRST: Final = "check\nincome"


def with_mail(world: World, resolver: Resolver | None = None, **mail: object) -> World:
    """The same world with other settings of mail, and a name server that knows the players' provider."""
    settings = world.settings.model_copy(update={"mail": world.settings.mail.model_copy(update=mail)})
    intake = Intake(world.database, world.clock, settings, resolver=resolver or zone())
    world.settings, world.intake = settings, intake
    return world


def bring(
    game: Game, raw: bytes, seat: int = 0, *, way: Way = "smtp", peer: str = OUTSIDE
) -> tuple[LetterRow, list[MailRow]]:
    """Have a letter come by a way, and dealt with; what became of it, and the mails that were written for it."""
    world, contact = game.world, game.seats[seat]
    last = max((mail.id for mail in world.all_mails()), default=0)
    letter_id, _ = world.intake.letters.store(Envelope(contact.address, contact.token, raw, peer, way, "laptop"))
    world.intake.letters.receive(letter_id)
    return world.letter(letter_id), world.all_mails(after=last)


def outcome(game: Game, raw: bytes, seat: int = 0, *, way: Way = "smtp", peer: str = OUTSIDE) -> str:
    return bring(game, raw, seat, way=way, peer=peer)[0].outcome


def choose(world: World, name: str, proof: Proof | None) -> None:
    world.database.write(lambda tx: put_proof_choice(tx, world.players[name], proof))


def built(world: World, mail: MailRow) -> str:
    """A mail's text as it is sent, with its code if it has one."""
    with world.database.read() as tx:
        outgoing = outgoing_for(world.unit(tx), mail, "token")
    return outgoing.text + outgoing.closing


def proof_of(game: Game, letter_id: int) -> str:
    with game.world.database.read() as tx:
        return get_origin_of(tx, letter_id).proof
