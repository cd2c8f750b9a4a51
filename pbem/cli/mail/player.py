"""A bot that plays by mail on this machine: it reads its Maildir, and writes orders by what its seat sees."""

import email
import secrets
import smtplib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path

from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.sessions import load_game
from pbem.commands.orders import write
from pbem.mail.maildir import Maildir
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store import Database
from rules_core.kernel.definition import AnyPlayer, Choose
from rules_core.kernel.dice import NotDrawn, no_draw
from rules_core.kernel.events import PlayStopped, TurnEnding
from rules_core.kernel.rulebook import Violations


def orders_for(database: Database, game_id: int, seat: int, bot: AnyPlayer, choose: Choose) -> list[str]:
    """The orders of a seat up to the next that draws or the end of its turn; empty when it is not to move.

    Raises NotFound for a game that is none, and RuntimeError where the bot breaks a rule.
    """
    with database.read() as tx:
        loaded = load_game(tx, game_id)
    language = loaded.seats[seat].language
    session = loaded.session.seen_by(seat)
    return _orders(session, seat, bot, choose, language)


def _orders(session: GameSession, seat: int, bot: AnyPlayer, choose: Choose, language: str) -> list[str]:
    written: list[str] = []
    while not session.state.table.over and session.state.table.turn.seat == seat:
        view = session.ruleset.view(session.state, seat)
        action = bot(view, session.ruleset.legal(view), choose)
        written.append(write(action, view.table, language))
        # What comes after a roll depends on the dice, and after `end` another player has the turn.
        if isinstance(action, TurnEnding):
            break
        try:
            outcome = session.apply(action, no_draw)
        except NotDrawn:
            break
        if isinstance(outcome, Violations):
            raise RuntimeError(f"a bot broke {outcome.violations[0].rule}: {action}")
        if any(isinstance(event, PlayStopped) for event in outcome):
            break
    return written


@dataclass(frozen=True)
class Received:
    """A mail from the server that a letter answers: its headers that matter, and its text."""

    message_id: str
    references: str
    subject: str
    text: str
    in_reply_to: str = ""
    sender: str = ""
    """The bare address to which answers go."""


def letter(orders: Sequence[str], sender: str, recipient: str, answered: Received | None) -> EmailMessage:
    """A letter as a mail program writes it: the orders on top, and the mail answered quoted below."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = recipient
    # The library decodes encoded words in what it is given, so a game's name must not hold the beginning of one.
    message["Subject"] = "Orders" if answered is None else f"Re: {answered.subject.replace('=?', '= ?')}"
    message["Message-ID"] = f"<{secrets.token_hex(12)}@{sender.partition('@')[2]}>"
    body = "\n".join(orders) + "\n"
    if answered is not None:
        message["In-Reply-To"] = answered.message_id
        message["References"] = f"{answered.references} {answered.message_id}".strip()
        quoted = "\n".join(f"> {line}".rstrip() for line in answered.text.splitlines())
        body += f"\n{recipient} wrote:\n{quoted}\n"
    message.set_content(body)
    return message


def send(message: EmailMessage, host: str, port: int) -> None:
    """Bring a letter to an SMTP server. Raises smtplib.SMTPException and OSError."""
    with smtplib.SMTP(host, port, timeout=30) as connection:
        connection.send_message(message)


class Mailbox:
    """One player's post, oldest mail first; `seen` are the keys of the mails read already."""

    def __init__(self, root: Path, address: str) -> None:
        self.maildir = Maildir(MaildirTransport(root).folder(address))
        self.seen: set[str] = set()

    def skip(self) -> None:
        """Mark everything in the mailbox as read."""
        self.seen |= self.maildir.keys()

    def new(self) -> list[tuple[Path, Received]]:
        """The mails that came since, oldest first; they count as read now, whatever other programs have read."""
        if self.maildir.keys() <= self.seen:
            return []
        found = {key: path for key, path in self.maildir.files().items() if key not in self.seen}
        self.seen |= found.keys()
        return [(path, received(path)) for path in found.values()]

    def wait(self, seconds: float) -> list[tuple[Path, Received]]:
        """The mails that came since, waiting for one. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.new()
            if found:
                return found
            time.sleep(0.002)
        raise TimeoutError(f"no mail in {self.maildir.folder} for {seconds:.0f} s")

    def wait_for_answer(self, message_id: str, seconds: float) -> tuple[Path, Received]:
        """The mail that answers a letter; others that come meanwhile count as read. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while True:
            for path, mail in self.wait(end - time.monotonic()):
                if mail.in_reply_to == message_id:
                    return path, mail


def received(path: Path) -> Received:
    """The mail in a file, by its text. Raises OSError."""
    with path.open("rb") as file:
        message = email.message_from_binary_file(file, policy=policy.default)
    text = message.get_body(("plain",))
    return Received(
        message_id=str(message["Message-ID"]).strip(),
        references="".join(str(message.get("References", "")).split("\n")).strip(),
        subject=str(message["Subject"]),
        text="" if text is None else str(text.get_content()),
        in_reply_to=str(message.get("In-Reply-To", "")).strip(),
        sender=parseaddr(str(message["Reply-To"] or message["From"]))[1],
    )
