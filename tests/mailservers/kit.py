"""People who read their mails in Dovecot and send their letters by Exim, and whole games that they play so."""

import smtplib
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Final

from imap_tools import AND, BaseMailBox
from mailservers_kit import HOST, PASSWORD, PATIENCE, Dovecot, Exim
from rows_kit import is_quiet, mails_after
from server.kit import address_of, await_until

from pbem.cli.demo import printed_position
from pbem.cli.mail_player import Received, letter, orders_for
from pbem.daemon.server import Server
from pbem.i18n import ENGLISH
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from rules_core.games import bot_named

SHORT: Final = 4
"""Letters that show a way in and out; a whole game by it is for a soak."""
SEED: Final = 20
"""Of a game of First Rails that is over after 32 letters."""


def relay_settings(exim: Exim) -> str:
    """The lines of a configuration by which mails leave by Exim's submission."""
    table = {"host": HOST, "port": exim.submission, "user": "railroad", "password": PASSWORD, "tls": "starttls"}
    lines = (f"{key} = {value!r}" for key, value in table.items())
    return "\n".join(("[mail.relay]", *lines))


class Correspondent:
    """A player with a mailbox in Dovecot, who sends letters by Exim; to be used in a `with` statement."""

    def __init__(self, name: str, exim: Exim, dovecot: Dovecot) -> None:
        self.name = name
        self.address = address_of(name)
        self.mails: list[EmailMessage] = []
        """All that came, oldest first."""
        self._exim = exim
        self._mailbox = dovecot.mailbox(name.lower())
        self._open = ExitStack()
        self._last_uid = 0

    def __enter__(self) -> "Correspondent":
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    @cached_property
    def _inbox(self) -> BaseMailBox:
        return self._open.enter_context(self._mailbox.open())

    @cached_property
    def _door(self) -> smtplib.SMTP:
        return self._open.enter_context(smtplib.SMTP(HOST, self._exim.port))

    def read(self) -> None:
        """Read what came since."""
        self._inbox.client.noop()  # without which a server may show what it showed before
        for mail in self._inbox.fetch(AND(uid=f"{self._last_uid + 1}:*"), mark_seen=False):
            uid = int(mail.uid or 0)
            if uid > self._last_uid:  # of which the newest is told in any case
                self._last_uid = uid
                self.mails.append(message_from_bytes(mail.obj.as_bytes(), policy=policy.default))

    def await_mail(self, holds: Callable[[EmailMessage], bool], what: str) -> EmailMessage:
        """The newest mail of which something holds, once it is there. Fails where it does not come."""
        end = time.monotonic() + PATIENCE
        while True:
            self.read()
            found = [mail for mail in self.mails if holds(mail)]
            if found:
                return found[-1]
            assert time.monotonic() < end, f"{self.name} never got {what}; Exim says\n{self._exim.told()[-3000:]}"
            time.sleep(0.02)

    def await_message(self, message_id: str) -> EmailMessage:
        """The mail with a Message-ID."""
        return self.await_mail(lambda mail: str(mail["Message-ID"]).strip() == message_id, message_id)

    def await_position(self, position: int) -> EmailMessage:
        """The newest mail that tells of a log position or a later one."""
        return self.await_mail(lambda mail: printed_position(text_of(mail)) >= position, f"the mail of #{position}")

    def answer(self, mail: EmailMessage, *lines: str) -> EmailMessage:
        """Send a letter in answer to a mail; gives the mail that answers it."""
        answered = received(mail)
        written = letter(lines, self.address, answered.sender, answered)
        self._door.send_message(written)
        return self.await_mail(lambda mail: mail["In-Reply-To"] == written["Message-ID"], "an answer")


def received(mail: EmailMessage) -> Received:
    """What a letter in answer to a mail needs of it."""
    return Received(
        message_id=str(mail["Message-ID"]).strip(),
        references=" ".join(str(mail["References"] or "").split()),
        subject=str(mail["Subject"]),
        text=text_of(mail),
        in_reply_to=str(mail["In-Reply-To"] or "").strip(),
        sender=parseaddr(str(mail["Reply-To"] or mail["From"]))[1],
    )


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content())


def play(server: Server, tag: str, players: Iterable[Correspondent], most: int | None = None) -> list[str]:
    """Have bots play a game by letters in answer to mails, to its end or so many letters; gives their Message-IDs."""
    seats, sent = list(players), list[str]()
    bot, chances = bot_named("heuristic"), [Random(f"{SEED} 1 {seat}") for seat in range(len(seats))]
    game = game_of(server, tag)
    while game.active_seat is not None and len(sent) != most:
        player, before = seats[game.active_seat], game.position
        orders = orders_for(server.database, game.id, game.active_seat, bot, chances[game.active_seat].randrange)
        answer = player.answer(player.await_position(before), *orders)
        game = game_of(server, tag)
        assert game.position > before, text_of(answer)
        sent.append(str(answer["In-Reply-To"]).strip())
    return sent


def game_of(server: Server, tag: str) -> GameRow:
    """A game as it stands."""
    with server.database.read() as tx:
        game = repo.game_by_tag(tx, tag)
    assert game is not None
    return game


def open_short_game(server: Server, players: Iterable[Correspondent]) -> str:
    """Open the game that is soon over, of two players; gives its tag."""
    operator, names = server.intake.operator, [player.name for player in players]
    ids = [operator.add_player(name, address_of(name), ENGLISH) for name in names]
    secret, salts = sha256(f"demo {SEED} 1".encode()).digest(), [f"{name} {SEED}" for name in names]
    game_id = operator.open_game("Whitsun", ids, {}, seed=secret, salts=salts)
    server.sender.wake()
    with server.database.read() as tx:
        return repo.game(tx, game_id).tag


def assert_nothing_is_lost_or_doubled(server: Server, players: Iterable[Correspondent], sent: Sequence[str]) -> None:
    """Hold what was sent against what was dealt with, and what was written against what lies in the mailboxes."""
    await_until(lambda: is_quiet(server.database), "the note of the last mail")
    with server.database.read() as tx:
        rows, letters = mails_after(tx, 0), repo.letter_counts(tx)
    assert letters == {"done": len(sent)}
    assert {row.status for row in rows} == {"sent"}
    for player in players:
        written = [row.message_id for row in rows if row.to_address == player.address]
        player.await_message(written[-1])
        assert sorted(str(mail["Message-ID"]).strip() for mail in player.mails) == sorted(written)
    answered = [str(mail["In-Reply-To"]).strip() for player in players for mail in player.mails if mail["In-Reply-To"]]
    assert sorted(answer for answer in answered if answer in sent) == sorted(sent)
