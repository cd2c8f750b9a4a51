"""A club whose host has one mailbox and nothing else: its games, its players, and letters brought to it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from typing import Final

from adjudicator.kit import BEGINNING
from renderer_kit import RENDERER
from server.kit import Place, address_of, open_game
from simulated_kit import StoppedClock

from pbem.daemon.sender import Sender
from pbem.intake import Intake
from pbem.intake.routing import concerns_us
from pbem.mail.maildir import Maildir
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store import UnitOfWork
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.inbox import LetterRow, get_letter
from pbem.store.mail.mailboxes import MailboxFolderRow
from pbem.store.mail.queues import find_next_new_letter
from pbem.store.players.player import find_player_by_address

BOX: Final = "railroad@provider.test"


@dataclass
class Club:
    """A server at a mailbox, without its network."""

    place: Place
    clock: StoppedClock = field(default_factory=lambda: StoppedClock(BEGINNING))
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        settings, database = self.place.settings, self.place.database
        self.intake = Intake(database, self.clock, settings)
        self.sender = Sender(database, MaildirTransport(settings.maildir), self.clock, settings, RENDERER)
        self.folder: MailboxFolderRow = self.intake.mailbox.folder("railroad@imap.test", "INBOX", 1)
        for tag in ("e1", "e2"):
            assert open_game(self.place, "Anna", "Bert", clock=self.clock) == tag
        self.send()

    def send(self) -> None:
        """Have all mails leave."""
        while self.sender.round():
            pass

    def mails(self, address: str) -> list[EmailMessage]:
        """The mails that a person got, the oldest first."""
        files = Maildir(MaildirTransport(self.place.settings.maildir).folder(address)).files()
        return [_parsed(path.read_bytes()) for path in files.values()]

    def newest(self, name: str, tag: str = "e1") -> EmailMessage:
        """The newest mail of a game to a player."""
        return [mail for mail in self.mails(address_of(name)) if f" {tag}]" in str(mail["Subject"])][-1]

    def token(self, name: str, tag: str = "") -> str:
        """The secret local part of a player's seat, or of their account."""
        with self.place.database.read() as tx:
            player = find_player_by_address(tx, address_of(name))
            assert player is not None
            game = find_game_by_tag(tx, tag) if tag else None
            seats = list_seat_contacts(tx, game.id) if game else []
            return next((one.token for one in seats if one.player_id == player.id), player.token)

    def bring(self, letter: EmailMessage | bytes) -> LetterRow | None:
        """Bring a letter to the mailbox, and have it dealt with; None where it is left alone."""
        self.clock.advance(timedelta(minutes=3))
        raw = letter if isinstance(letter, bytes) else letter.as_bytes(policy=policy.SMTP)
        head = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        with self.place.database.read() as tx:
            may_be_ours = concerns_us(UnitOfWork(tx, self.place.settings, 0), head, len(raw))
        is_taken = self.intake.mailbox.take(self.folder, next(self.numbers), raw, "")
        assert may_be_ours or not is_taken, "by its headers it would not even have been fetched"
        if not is_taken:
            return None
        with self.place.database.read() as tx:
            row = find_next_new_letter(tx)
        assert row is not None
        self.intake.letters.receive(row.id)
        self.send()
        with self.place.database.read() as tx:
            return get_letter(tx, row.id)

    def letter(self, sender: str, text: str, subject: str = "orders", to: str = BOX, **headers: str) -> EmailMessage:
        """A letter that somebody writes."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = sender, to, subject
        letter["Message-ID"] = f"<{next(self.numbers)}.letter@provider.test>"
        for name, value in headers.items():
            letter[name.replace("_", "-")] = value
        letter.set_content(text)
        return letter

    def reply(
        self, mail: EmailMessage, text: str, *, sender: str = "", names: bool = True, quotes: bool = False
    ) -> EmailMessage:
        """An answer to a mail; `names` says whether it has the mail's id, `quotes` whether it quotes the text."""
        named = {"In_Reply_To": str(mail["Message-ID"])} if names else {}
        quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines()) if quotes else ""
        to, back = str(mail["To"].addresses[0].addr_spec), str(mail["Reply-To"].addresses[0].addr_spec)
        return self.letter(sender or to, f"{text}\n\n{quoted}", f"Re: {mail['Subject']}", back, **named)


def _parsed(raw: bytes) -> EmailMessage:
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    """A mail's plain text."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content())


def was_done(row: LetterRow | None, tag: str = "e1") -> bool:
    """Whether a letter was dealt with for a game."""
    assert row is not None
    return row.status == "done" and row.game_id == int(tag[1:])
