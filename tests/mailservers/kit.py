"""People who read their mails in Dovecot and send their letters by Exim, and whole games that they play so."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Final, Protocol

from imap_tools import AND, BaseMailBox
from mailservers_kit import HOST, PASSWORD, PATIENCE, RELAY_LOGIN, Dovecot, Exim, talking_to
from rows_kit import is_quiet, mails_after
from server.kit import Place, address_of, await_until

from pbem.cli.demo import printed_position
from pbem.cli.mail.player import Received, letter, orders_for
from pbem.clock import system_clock
from pbem.i18n import ENGLISH
from pbem.intake import Intake
from pbem.store import Database
from pbem.store.games.game import GameRow, find_game_by_tag, get_game
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.players.player import find_player_by_address
from rules_core.games import bot_named

SHORT: Final = 2
"""Letters that show a way in and out; a whole game by it is for a soak."""
SEED: Final = 20
"""Of a game of First Rails that is over after 32 letters."""


def relay_settings(exim: Exim) -> str:
    """The lines of a configuration by which mails leave by Exim's submission."""
    table = {"host": HOST, "port": exim.submission, "user": RELAY_LOGIN, "password": PASSWORD, "tls": "starttls"}
    lines = (f"{key} = {value!r}" for key, value in table.items())
    return "\n".join(("[mail.relay]", *lines))


class Mta(Protocol):
    """A mail system that takes letters at a port."""

    port: int


class Correspondent:
    """A player with a mailbox in Dovecot, who sends letters by an MTA; to be used in a `with` statement."""

    def __init__(self, name: str, mta: Mta, dovecot: Dovecot, patience: float = PATIENCE) -> None:
        """`patience` is how many seconds a mail may take."""
        self.name = name
        self._patience = patience
        self.address = address_of(name)
        self.mails: list[EmailMessage] = []
        """All that came, oldest first."""
        self._mta = mta
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
        end = time.monotonic() + self._patience
        while True:
            self.read()
            found = [mail for mail in self.mails if holds(mail)]
            if found:
                return found[-1]
            assert time.monotonic() < end, f"{self.name} never got {what}"
            time.sleep(0.02)

    def await_message(self, message_id: str) -> EmailMessage:
        """The mail with a Message-ID."""
        return self.await_mail(lambda mail: id_of(mail) == message_id, message_id)

    def await_position(self, tag: str, position: int) -> EmailMessage:
        """The newest mail that tells of a game's log position or a later one."""
        return self.await_mail(lambda mail: position_in(mail, tag) >= position, f"the mail of #{position}")

    def write(self, to: str, subject: str, *lines: str) -> EmailMessage:
        """Send a letter that answers nothing; gives the mail that answers it."""
        return self.await_answer(self.send_new(to, subject, *lines))

    def send_new(self, to: str, subject: str, *lines: str) -> str:
        """Send a letter that answers nothing; gives its Message-ID."""
        written = letter(lines, self.address, to, None)
        written.replace_header("Subject", subject)
        with talking_to(self._mta.port) as door:
            door.send_message(written)
        return id_of(written)

    def answer(self, mail: EmailMessage, *lines: str) -> EmailMessage:
        """Send a letter in answer to a mail; gives the mail that answers it."""
        return self.await_answer(self.send(mail, *lines))

    def send(self, mail: EmailMessage, *lines: str) -> str:
        """Send a letter in answer to a mail; gives its Message-ID."""
        answered = received(mail)
        written = letter(lines, self.address, answered.sender, answered)
        with talking_to(self._mta.port) as door:
            door.send_message(written)
        return id_of(written)

    def await_answer(self, message_id: str) -> EmailMessage:
        """The mail that answers a letter."""
        return self.await_mail(lambda mail: str(mail["In-Reply-To"]).strip() == message_id, "an answer")


def position_in(mail: EmailMessage, tag: str) -> int:
    """The log position that a mail of a game prints; 0 where it prints none, or is another game's."""
    return printed_position(text_of(mail)) if f" {tag}]" in str(mail["Subject"]) else 0


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


def play(database: Database, tag: str, players: Sequence[Correspondent], most: int | None = None) -> list[str]:
    """Have bots play a game by letters in answer to mails, to its end or so many letters; gives their Message-IDs."""
    sent = list[str]()
    for seat, position, orders in written(database, tag):
        if len(sent) == most:
            break
        answer = players[seat].answer(players[seat].await_position(tag, position), *orders)
        assert game_of(database, tag).position > position, text_of(answer)
        sent.append(str(answer["In-Reply-To"]).strip())
    return sent


def written(database: Database, tag: str) -> Iterator[tuple[int, int, list[str]]]:
    """The next orders in a game until it ends: whose they are, the log position that they answer, and their lines."""
    bot, chances = bot_named("heuristic"), defaultdict[int, Random](lambda: Random(SEED))
    while (game := game_of(database, tag)).active_seat is not None:
        seat = game.active_seat
        yield seat, game.position, orders_for(database, game.id, seat, bot, chances[seat].randrange)


def game_of(database: Database, tag: str) -> GameRow:
    """A game as it stands."""
    with database.read() as tx:
        game = find_game_by_tag(tx, tag)
    assert game is not None
    return game


def open_short_game(place: Place, names: Iterable[str]) -> str:
    """Open the game that is soon over, of players who may be new; gives its tag."""
    intake, names = Intake(place.database, system_clock, place.settings), list(names)
    with place.database.read() as tx:
        known = [find_player_by_address(tx, address_of(name)) for name in names]
    ids = [
        intake.operator.add_player(name, address_of(name), ENGLISH) if player is None else player.id
        for name, player in zip(names, known, strict=True)
    ]
    secret, salts = sha256(f"demo {SEED} 1".encode()).digest(), [f"{name} {SEED}" for name in names]
    game_id = intake.operator.open_game("Whitsun", ids, {}, seed=secret, salts=salts)
    with place.database.read() as tx:
        return get_game(tx, game_id).tag


def assert_nothing_is_lost(
    database: Database, players: Iterable[Correspondent], sent: Sequence[str], repeated: int = 0
) -> None:
    """Hold what was sent against what was dealt with, and what was written against what lies in the mailboxes.

    No more than `repeated` mails came a second time, as they were.
    """
    await_until(lambda: is_quiet(database), "the note of the last mail")
    with database.read() as tx:
        rows, letters = mails_after(tx, 0), count_letters_by_status(tx)
    assert letters == {"done": len(sent)}
    assert {row.status for row in rows} == {"sent"}
    came = Counter[str]()
    answers = list[str]()
    for player in players:
        due = [row.message_id for row in rows if row.to_address == player.address]
        player.await_message(due[-1])
        assert {id_of(mail) for mail in player.mails} == set(due)
        came.update(map(id_of, player.mails))
        answers += {id_of(mail): str(mail["In-Reply-To"] or "").strip() for mail in player.mails}.values()
        assert len({(id_of(mail), mail["Date"], text_of(mail)) for mail in player.mails}) == len(due)
    assert came.total() - len(came) <= repeated
    assert sorted(answer for answer in answers if answer in sent) == sorted(sent)


def id_of(mail: EmailMessage) -> str:
    """The Message-ID of a mail."""
    return str(mail["Message-ID"]).strip()
