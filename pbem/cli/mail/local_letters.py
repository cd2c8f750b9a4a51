"""Commands for letters from this machine: taken from a file, or written here and brought to the running server."""

import re
import secrets
import smtplib
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import click

from pbem.cli.context import CliContext, Failure, _, example, pass_office, read_file
from pbem.cli.mail.player import Mailbox, Received, letter, orders_for, send
from pbem.clock import system_clock, to_ms
from pbem.intake import Intake
from pbem.intake.addresses import find_destination
from pbem.mail.reading.headers import read_head
from pbem.mail.reading.letter import IsolatedReader
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.proof import token_of
from pbem.mail.reply_codes import code_line
from pbem.store import AlreadyFinished, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.store.mail.inbox import LetterRow, get_letter
from pbem.store.mail.outbox import list_mails_of_seat
from rules_core.games import bot_named

PATIENCE_SECONDS = 30.0
_LINE_END = re.compile(rb"\r\n|\r|\n")


@click.command(
    "inject",
    help=_("Take an email from a file as if it had just arrived, and process it at once."),
    epilog=example("pbem mail inject letter.eml"),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--to", "recipient", help=_("The address it is for; by default the one in its headers."))
@pass_office
def inject(office: CliContext, file: str, recipient: str | None) -> None:
    """Put a letter into the inbox and have it dealt with."""
    raw = _LINE_END.sub(b"\r\n", read_file(file))
    with closing(IsolatedReader()) as reader:
        intake = Intake(office.database, system_clock, office.settings, reader=reader)
        letters, known = intake.letters, _tokens_of(office, intake, raw, recipient)
        if not known:
            raise Failure(_("The email is for no address of this server."))
        envelope = Envelope(read_head(raw).from_address, known[0], raw, "", "local")
        letter_id, is_new = letters.store(envelope)
        if not is_new and _stored(office, letter_id).status != "new":
            raise Failure(_("This same email was processed before."))
        with suppress(AlreadyFinished):  # by the running server, which saw it come
            letters.receive(letter_id)
    dealt = _stored(office, letter_id)
    sentence = _("%(status)s: %(outcome)s", status=dealt.status, outcome=dealt.outcome)
    if dealt.status != "done":
        raise Failure(sentence)
    click.echo(sentence)


def _tokens_of(office: CliContext, intake: Intake, raw: bytes, recipient: str | None) -> Sequence[str]:
    settings = office.settings
    if settings.mail.mailbox and not (recipient and settings.mail.token_in(recipient)):
        return intake.mailbox.tokens_for(raw)
    candidates = (recipient,) if recipient else read_head(raw).recipients
    named = (settings.mail.token_in(address) or token_of(address.rpartition("@")[0]) for address in candidates)
    with office.database.read() as tx:
        return [token for token in named if find_destination(UnitOfWork(tx, settings, to_ms(system_clock())), token)]


def _stored(office: CliContext, letter_id: int) -> LetterRow:
    with office.database.read() as tx:
        return get_letter(tx, letter_id)


@click.command(
    "write",
    help=_(
        "Write an email for a seat, bring it to the running server by SMTP, and print the answer. Without orders a "
        "bot writes the whole turn. This works only if emails go to the Maildir."
    ),
    epilog=example("pbem mail write e1 'income' 'roll all'"),
)
@click.argument("tag")
@click.argument("orders", nargs=-1)
@click.option("--seat", type=int, help=_("Which seat, from 0; by default the one whose turn it is."))
@pass_office
def write(office: CliContext, tag: str, orders: tuple[str, ...], seat: int | None) -> None:
    """Play by mail from the command line."""
    if not office.settings.mail.is_local:
        raise Failure(_("Emails leave by a relay here, so the answer goes to the player."))
    with office.database.read() as tx:
        game = office.game(tx, tag)
        contacts = list_seat_contacts(tx, game.id)
    place = game.active_seat if seat is None else seat
    if place is None or place not in range(len(contacts)):
        raise Failure(_("It's nobody's turn; name a seat with --seat."))
    contact = contacts[place]
    if contact.bot is not None:
        raise Failure(_("%(name)s is a bot of the server, and writes no emails.", name=contact.name))
    _Correspondence(office, game, contact).play(list(orders))


@contextmanager
def _at_the_door(port: int) -> Iterator[None]:
    """Tell in words that the server takes no letters. Raises Failure."""
    try:
        yield
    except (OSError, smtplib.SMTPException) as error:
        raise Failure(
            _("The server does not accept email at port %(port)s: %(error)s", port=port, error=error)
        ) from error


class _Correspondence:
    def __init__(self, office: CliContext, game: GameRow, contact: SeatContact) -> None:
        self.office = office
        self.game = game
        self.contact = contact
        self.mailbox = Mailbox(office.settings.maildir, contact.address)
        self._knock()
        self._await_mails()
        there = [mail for _path, mail in self.mailbox.new() if f" {game.tag}]" in mail.subject]
        self.newest: Received | None = there[-1] if there else None

    def _knock(self) -> None:
        settings = self.office.settings.mail
        with _at_the_door(settings.listen_port), smtplib.SMTP(settings.listen_host, settings.listen_port, timeout=30):
            pass

    def _await_mails(self) -> None:
        """Wait for what is on its way to the player, since a letter that answers an old mail is held back."""
        end = time.monotonic() + PATIENCE_SECONDS
        while self._is_one_due() and time.monotonic() < end:
            time.sleep(0.05)

    def _is_one_due(self) -> bool:
        with self.office.database.read() as tx:
            return any(mail.status == "due" for mail in list_mails_of_seat(tx, self.game.id, self.contact.seat))

    def play(self, orders: list[str]) -> None:
        if orders:
            self._letter(orders)
            return
        suggested = self._suggested()
        if not suggested:
            raise Failure(_("It is not this seat's turn."))
        while suggested:
            before = self._position()
            self._letter(suggested)
            suggested = self._suggested()
            if suggested and self._position() == before:
                raise Failure(_("These orders changed nothing, so no more are sent."))

    def _position(self) -> int:
        with self.office.database.read() as tx:
            return get_game(tx, self.game.id).position

    def _suggested(self) -> list[str]:
        with self.office.database.read() as tx:
            game = get_game(tx, self.game.id)
        if (game.year, game.turn, game.active_seat) != (self.game.year, self.game.turn, self.contact.seat):
            return []
        database = self.office.database
        return orders_for(database, game.id, self.contact.seat, bot_named("heuristic"), secrets.randbelow)

    def _letter(self, orders: list[str]) -> None:
        settings, token = self.office.settings.mail, self.contact.token
        lines = [code_line(token), *orders] if settings.is_shared and self.newest is None else orders
        message = letter(lines, self.contact.address, settings.address_of(token), self.newest)
        with _at_the_door(settings.listen_port):
            send(message, settings.listen_host, settings.listen_port)
        try:
            path, self.newest = self.mailbox.wait_for_answer(message["Message-ID"], PATIENCE_SECONDS)
        except TimeoutError as error:
            raise Failure(_("No answer came within %(seconds)s seconds.", seconds=int(PATIENCE_SECONDS))) from error
        self._show(orders, path)

    def _show(self, orders: list[str], path: Path) -> None:
        assert self.newest is not None
        click.echo(_("Sent from %(address)s:", address=self.contact.address))
        for line in orders:
            click.echo(f"    {line}")
        click.echo(_("The answer is in %(path)s:", path=path) + "\n")
        click.echo(self.newest.text)
