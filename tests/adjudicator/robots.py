"""Programs that answer whatever they are mailed, without a header that says so; and the post between them and us."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count

from adjudicator.kit import Game, World
from pbem.config import Mail
from pbem.daemon.sender import sender_of
from pbem.intake import Intake
from pbem.mail.reading.headers import read_head
from pbem.mail.sending.outgoing import build, outgoing_for
from pbem.store.mail.outbox import MailRow

IN_ROW = Mail().answers_in_row


def limited(world: World, most: int) -> None:
    """Have a world answer nobody more often than this in an hour, or than it does by default in a row."""
    mail = world.settings.mail.model_copy(update={"answers_per_hour": most, "answers_in_row": IN_ROW})
    world.settings = world.settings.model_copy(update={"mail": mail})
    world.intake = Intake(world.database, world.clock, world.settings)


Replies = Callable[[MailRow, int], str]
"""The text in answer to a mail, of which it is the first, second and so on."""


@dataclass
class Robot:
    """A seat's mailbox that a program watches; it answers every mail within seconds."""

    game: Game
    seat: int
    replies: Replies
    quoting: bool = True
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def mails(self) -> list[MailRow]:
        """Every mail that came to the address."""
        address = self.game.seats[self.seat].address
        return [mail for mail in self.game.world.all_mails() if mail.to_address == address]

    def run(self, after: int = 0, most: int = 200) -> list[MailRow]:
        """Answer all mails behind one, and those that come of it, until no more come; returns them."""
        answered = 0
        while True:
            waiting = [mail for mail in self.mails() if mail.id > after][answered:]
            if not waiting:
                return [mail for mail in self.mails() if mail.id > after]
            for mail in waiting:
                answered += 1
                assert answered <= most, "this would go on for ever"
                self._answer(mail)

    def _answer(self, mail: MailRow) -> None:
        world, number = self.game.world, next(self.numbers)
        world.clock.advance(timedelta(seconds=5))
        raw = self.game.write(
            self.seat,
            self.replies(mail, number),
            answering=mail,
            quoting=self.quoting,
            message_id=f"<robot.{number}@player.test>",
        )
        token = reply_token(world, mail)
        letter_id = world.store(raw, token, mail.to_address)
        world.intake.letters.receive(letter_id)


def reply_token(world: World, mail: MailRow) -> str:
    """The local part to which an answer to a mail goes."""
    with world.database.read() as tx:
        return sender_of(tx, mail)


def as_sent(world: World, mail: MailRow) -> bytes:
    """The bytes of a mail as it leaves."""
    with world.database.read() as tx:
        return build(outgoing_for(world.unit(tx), mail, sender_of(tx, mail)))


def came_in(world: World, raw: bytes, token: str, mail_from: str) -> str:
    """Bring bytes to an address here; returns how that letter was closed."""
    letter_id = world.store(raw, token, mail_from)
    assert read_head(raw).message_id == world.letter(letter_id).message_id
    world.intake.letters.receive(letter_id)
    return world.letter(letter_id).outcome
