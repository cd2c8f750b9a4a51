"""People who play at a swarm: by letters that an MTA brings again until they are taken, by forms, and by watching."""

import http.client
import random
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import make_msgid
from http.cookies import SimpleCookie
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from lxml import html
from server.kit import DOMAIN, Place
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from pbem.cli.mail.player import Received, letter, orders_for
from pbem.clock import system_clock, to_ms
from pbem.store import Database
from pbem.store.accounts.sessions import add_session
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import list_mails_of_seat
from pbem.store.rows import columns
from pbem.web.protection import secret_key
from rules_core.games import bot_named

T = TypeVar("T")
_ASKS: Final = ("status", "help", "check")
_LETTERS: Final = select(*columns(LetterRow))
_ANSWER_SECONDS: Final = 60.0
"""How long a player waits for an answer before they look whether it is their turn still."""


def patiently(read: Callable[[], T]) -> T:
    """Read from a database that may be restarted meanwhile."""
    while True:
        try:
            return read()
        except (SQLAlchemyError, OSError):
            time.sleep(0.2)


@dataclass
class Table:
    """The place where all play: the ports at which letters and forms are taken, and what came of each."""

    place: Place
    database: Database
    letters_at: Sequence[int]
    forms_at: Sequence[int]
    ended: threading.Event = field(default_factory=threading.Event)
    accepted: Counter[str] = field(default_factory=Counter)
    """How often a letter was acknowledged, by its Message-ID."""
    pressed: dict[str, bool] = field(default_factory=dict)
    """The texts of press that was sent by forms, and whether an answer said that it was taken."""
    played: Counter[str] = field(default_factory=Counter)
    """Turns, forms and so on, as they are done by letters and forms."""
    failures: list[BaseException] = field(default_factory=list)

    def letters(self) -> list[LetterRow]:
        """The inbox."""
        with self.database.read() as tx:
            return tx.all(LetterRow, _LETTERS)

    def begin(self, seats: Sequence["Writer"]) -> list[threading.Thread]:
        """Have all of them play, each in a thread of its own, until it has ended."""
        threads = [threading.Thread(target=self._go, args=(writer,), daemon=True) for writer in seats]
        for thread in threads:
            thread.start()
        return threads

    def _go(self, writer: "Writer") -> None:
        try:
            while not self.ended.is_set():
                if not writer.play():
                    self.ended.wait(0.3)
        except BaseException as error:
            self.failures.append(error)
            raise

    def session_of(self, player_id: int) -> str:
        """The cookie of a player who has signed in, wherever that was."""
        app, token = Flask(__name__), f"session of {player_id}"
        app.secret_key = secret_key(self.database, self.place.settings.server.data_dir / "web.key")
        with suppress(SQLAlchemyError):  # there is one
            self.database.write(lambda tx: add_session(tx, token, player_id, "Firefox", to_ms(system_clock())))
        signer = SecureCookieSessionInterface().get_signing_serializer(app)
        assert signer is not None
        return str(signer.dumps({"_user_id": token, "_fresh": True}))


class Writer:
    """All people of one game: each move by whoever's turn it is, and a question now and then by another."""

    def __init__(self, table: Table, game_id: int, seed: int, *, by_forms: float) -> None:
        """`by_forms` is how often a move goes by a form and not by a letter."""
        self.table, self._game_id, self._by_forms = table, game_id, by_forms
        self._chance = random.Random(seed)
        self._cookies: dict[int, str] = {}

    def play(self) -> bool:
        """Do what is to do next; False where nothing is."""
        game, contacts, is_bots = patiently(self._look)
        seat = game.active_seat
        if seat is None or is_bots[seat]:
            return False
        if self._chance.random() < 0.3:
            self._ask(contacts, [number for number, is_bot in enumerate(is_bots) if not is_bot])
        orders = patiently(
            lambda: orders_for(self.table.database, game.id, seat, bot_named("random"), self._chance.randrange)
        )
        if not orders:
            return False
        if self._chance.random() < self._by_forms:
            self._by_form(game, contacts[seat], orders)
            if self._chance.random() < 0.2:
                self._press(game, contacts[seat])
        else:
            self.by_letter(game, contacts[seat], orders)
        if patiently(self._look)[0].position > game.position:
            self.table.played["moves"] += 1
        return True

    def _look(self) -> tuple[GameRow, list[SeatContact], list[bool]]:
        with self.table.database.read() as tx:
            contacts = list_seat_contacts(tx, self._game_id)
            return get_game(tx, self._game_id), contacts, [contact.bot is not None for contact in contacts]

    def _ask(self, contacts: Sequence[SeatContact], people: Sequence[int]) -> None:
        self._send(contacts[self._chance.choice(people)], [self._chance.choice(_ASKS)])

    def by_letter(self, game: GameRow, contact: SeatContact, orders: list[str]) -> None:
        """Move by a letter, and confirm it where that is asked for."""
        self._send(contact, orders)
        if patiently(self._look)[0].position == game.position:  # some are asked whether they mean it
            self._send(contact, ["confirm"])

    def _send(self, contact: SeatContact, orders: list[str]) -> None:
        """Bring a letter until it is taken, now and then once more than that, and wait for its answer."""
        mails = patiently(lambda: self._mails(contact.seat))
        if not mails:
            return
        to = f"{contact.token}@{DOMAIN}"
        message = letter(orders, contact.address, to, mails[-1])
        message_id = make_msgid(domain="player.test")
        message.replace_header("Message-ID", message_id)
        raw, ports = message.as_bytes(), list(self.table.letters_at)
        while not self.table.ended.is_set():
            port = self._chance.choice(ports)
            reply = _bring(raw, contact.address, to, port)
            if not reply:
                self.table.accepted[message_id] += 1
                if self._chance.random() > 0.15:  # an MTA that did not get the answer brings it again
                    break
            else:
                self.table.played[f"put off: {reply}"] += 1
                self.table.ended.wait(0.5)
        self._await(lambda: self._is_done(message_id))

    def _mails(self, seat: int) -> list[Received]:
        with self.table.database.read() as tx:
            mails = list_mails_of_seat(tx, self._game_id, seat)[-1:]
        return [Received(mail.message_id, mail.references_, mail.subject, mail.text) for mail in mails]

    def _is_done(self, message_id: str) -> bool:
        statement = _LETTERS.where(LetterRow.c.message_id == message_id.strip())
        with self.table.database.read() as tx:
            found = tx.first(LetterRow, statement)
        return found is not None and found.status != "new"

    def _await(self, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + _ANSWER_SECONDS
        while not self.table.ended.wait(0.05) and time.monotonic() < until and not patiently(holds):
            pass

    def _by_form(self, game: GameRow, contact: SeatContact, orders: list[str]) -> None:
        """Read the page at one process, send the form to another, and press what it asks to be pressed."""
        path = f"/games/{game.tag}"
        page = self._request(contact, "GET", path)
        fields = None if page is None else _form(page, "orders-form")
        if fields is None:
            return
        fields = {**fields, "orders": "\n".join(orders), "do": "send"}
        page = self._request(contact, "POST", f"{path}/orders", fields)
        if page is not None and (asked := page.xpath("//button[@name='sure']")):
            again = {**(_form(page, "orders-form") or {}), "orders": "\n".join(orders)}
            page = self._request(
                contact, "POST", f"{path}/orders", {**again, "sure": asked[0].get("value")}, twice=True
            )
        elif page is not None and (held := page.xpath("//input[@name='held']")):
            again = {**(_form(page, "orders-form") or {}), "held": held[0].get("value"), "do": "send"}
            page = self._request(contact, "POST", f"{path}/orders", {**again, "orders": "\n".join(orders)}, twice=True)
        self.table.played["forms"] += page is not None

    def _press(self, game: GameRow, contact: SeatContact) -> None:
        """Send press once, by one form to all processes at once."""
        path, text = f"/games/{game.tag}/press", f"Press number {len(self.table.pressed)} of game {game.id}."
        page = self._request(contact, "GET", path)
        fields = None if page is None else _form(page, "", path)
        if fields is None:
            return
        self.table.pressed[text] = False
        answer = self._request(contact, "POST", path, {**fields, "to": "all", "text": text}, twice=True)
        self.table.pressed[text] = answer is not None

    def _request(
        self, contact: SeatContact, method: str, path: str, fields: dict[str, str] | None = None, *, twice: bool = False
    ) -> Any:
        """A page; None where none can be had before the end. A form is sent until it is answered, or to all at once."""
        cookie = self._cookies.get(contact.player_id) or patiently(lambda: self.table.session_of(contact.player_id))
        self._cookies[contact.player_id] = cookie
        ports = list(self.table.forms_at)
        while not self.table.ended.is_set():
            self._chance.shuffle(ports)
            asked = ports if twice else ports[:1]
            with ThreadPoolExecutor(len(asked)) as pool:
                answers = list(pool.map(lambda port: _ask(port, method, path, cookie, fields), asked))
            for status, page, renewed in answers:
                self._cookies[contact.player_id] = renewed or cookie
                if status == 200:
                    return page
                if status in (303, 302):
                    return html.fromstring("<p>led on</p>")
                if status is not None and status < 500:
                    self.table.played[f"{method} {path.rpartition('/')[2].rstrip('0123456789')} {status}"] += 1
                    return None
            self.table.played["forms sent again"] += 1
            self.table.ended.wait(0.2)
        return None


def _ask(port: int, method: str, path: str, cookie: str, fields: dict[str, str] | None) -> tuple[int | None, Any, str]:
    """The status, the page and the session's new cookie; None where no answer came."""
    headers = {"Cookie": f"session={cookie}"}
    body = None
    if fields is not None:
        body, headers["Content-Type"] = urlencode(fields), "application/x-www-form-urlencoded"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_ANSWER_SECONDS)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        session = SimpleCookie(answer.getheader("Set-Cookie", "")).get("session")
        return answer.status, html.fromstring(text.decode()) if text else None, session.value if session else ""
    except (OSError, http.client.HTTPException):
        return None, None, ""
    finally:
        connection.close()


def _form(page: Any, name: str, path: str = "") -> dict[str, str] | None:
    """The fields of a form, by its id or where it goes; None where it is not there."""
    for form in page.forms:
        if (name and form.get("id") == name) or (path and form.get("action") == path):
            return dict(form.form_values())
    return None


def _bring(raw: bytes, sender: str, recipient: str, port: int) -> str:
    """Bring a letter to a port; return "", or why it was not taken."""
    try:
        with smtplib.SMTP("127.0.0.1", port, "mta.player.test", timeout=_ANSWER_SECONDS) as door:
            door.sendmail(sender, recipient, raw)
    except smtplib.SMTPRecipientsRefused as error:
        return " ".join(f"{code} {text!r}" for code, text in error.recipients.values())
    except smtplib.SMTPResponseException as error:
        return f"{error.smtp_code} {error.smtp_error!r}"
    except (smtplib.SMTPException, OSError) as error:
        return type(error).__name__
    return ""


class Listener(threading.Thread):
    """A browser that follows games at one process, and comes back when it hangs up; `news` counts what it was told."""

    def __init__(self, table: Table, port: int, tags: Sequence[str]) -> None:
        super().__init__(daemon=True)
        self._table, self._port, self._path = table, port, f"/live?{urlencode([('games', ','.join(tags))])}"
        self.news = 0

    def run(self) -> None:
        """Listen to the end."""
        while not self._table.ended.wait(0.3):
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
            with suppress(OSError, http.client.HTTPException):
                connection.request("GET", self._path)
                answer = connection.getresponse()
                while not self._table.ended.is_set() and (line := answer.readline()):
                    self.news += line.startswith(b"event: news")
            connection.close()
