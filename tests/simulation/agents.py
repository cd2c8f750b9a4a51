"""The agents of a simulation: they read their mails at their own hours, and answer some of them by letters."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from email.message import EmailMessage
from functools import partial
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from pbem.cli.mail.player import Mailbox, Received, letter, orders_for
from pbem.clock import from_ms
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.listing import list_games
from pbem.store.games.seats import SeatPlayer, list_seats
from pbem.store.mail.outbox import MailRow
from rules_core.games import bot_named, passing_player

from .agenda import Agenda
from .habits import Habits
from .phrases import answers, dispute_line, gives_in, plan_for, press_line, proposal_line
from .server import SimulatedServer

_WAITS_FOR_ANSWER: Final = timedelta(minutes=4)
"""How long somebody waits for the answer to a letter, and then goes on."""
_RETRY: Final = timedelta(hours=1)
"""How often a mail system tries to bring a letter to a server that is out."""
_REGRET: Final = timedelta(hours=5)
_ATTEMPTS: Final = 3
"""Letters after which a turn that has not moved on is a fault of the server's or of the agents'."""
_OFFER: Final = re.compile(r"`take (e\d+)`")
_CODE: Final = re.compile(r"^\W*(?:confirm|bestätige|confirmer) \w{4} \w{4}$", re.MULTILINE)
_HASTY: Final = 0.5
"""How often somebody sends orders although the game is held."""


@dataclass
class PlayedSeat:
    """A seat as its player knows it: the newest mail about it, and what is to be done there."""

    game_id: int
    seat: int
    newest: Received
    turn: tuple[int, int] = (0, 0)
    """The year and number of the turn that the player last thought about."""
    plays_at: datetime | None = None
    """When it is to be played; None while the player waits for a reminder."""
    position: int = 0
    attempts: int = 0
    turns: int = 0
    """How many turns the player has ended there."""
    lines: list[str] = field(default_factory=list)
    """Lines that are to go to the seat's address besides orders."""
    has_muted: bool = False
    held_ms: int | None = None
    """Since when the game was held when the player last looked."""
    disputes: bool = False
    """Whether the player disputes something there."""


class Agent:
    """Somebody with a mail address, a mailbox and habits. Mails come by `get`, the rest is done by the agenda."""

    def __init__(self, habits: Habits, address: str, server: SimulatedServer, agenda: Agenda, seed: int) -> None:
        self.habits = habits
        self.address = address
        self.server = server
        self.agenda = agenda
        self.chance = Random(f"{seed} {habits.name}")
        self.mailbox = Mailbox(server.settings.maildir, address)
        self.seats: dict[tuple[int, int], PlayedSeat] = {}
        self.office: Received | None = None
        """The newest mail from their own address at the server."""
        self.refused = 0
        """How many of their letters the listener did not take."""
        self._unread: list[tuple[MailRow, Received]] = []
        self._written: set[str] = set()
        self._began = agenda.clock.at
        self._reads_at: set[datetime] = set()
        self._watched: set[int] = set()
        self._bot = passing_player if habits.bot == "passing" else bot_named(habits.bot)
        self._has_resigned = False

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.agenda.clock.at

    @property
    def is_out(self) -> bool:
        """Whether they read nothing now, being away or gone for good."""
        day = (self.now.astimezone(ZoneInfo(self.habits.zone)).date() - self.day(0).date()).days
        gone = self.habits.gone_on is not None and day >= self.habits.gone_on
        return gone or any(first <= day <= last for first, last in self.habits.away)

    def day(self, number: int) -> datetime:
        """Tell when they first read mail on the season's n-th day."""
        zone = ZoneInfo(self.habits.zone)
        date = self._began.astimezone(zone).date() + timedelta(days=number)
        return datetime.combine(date, time(self.habits.hours[0]), zone)

    def next_hour(self, after: datetime) -> datetime:
        """Tell when they next read mail."""
        zone = ZoneInfo(self.habits.zone)
        today = after.astimezone(zone).date()
        days = (today + timedelta(days=number) for number in range(3))
        hours = (datetime.combine(day, time(hour), zone) for day in days for hour in self.habits.hours)
        return next(hour for hour in hours if hour > after)

    def get(self, rows: Sequence[MailRow]) -> None:
        """Take mails that came, to be read at the next hour, or soon where one answers a letter just written."""
        files = {mail.message_id: mail for _path, mail in self.mailbox.new()}
        self._unread += [(row, files[row.message_id]) for row in rows]
        is_answer = any(mail.in_reply_to in self._written for mail in files.values())
        self.read_at(self.now + _WAITS_FOR_ANSWER if is_answer else self.next_hour(self.now))

    def read_at(self, at: datetime) -> None:
        """Plan to read and answer mail at a moment."""
        if at not in self._reads_at:
            self._reads_at.add(at)
            self.agenda.note(at, lambda: self._read_mail(at))

    def do_on(self, number: int, act: Callable[[], None]) -> None:
        """Plan to do something on the season's n-th day, or, where the server is out, as soon as it is there again."""
        self.agenda.note(self.day(number), partial(self._do, act))

    def _do(self, act: Callable[[], None]) -> None:
        if self.server.daemon is None:
            self.agenda.note(self.now + _RETRY, partial(self._do, act))
        else:
            act()

    def _read_mail(self, at: datetime) -> None:
        self._reads_at.discard(at)
        if self.is_out:
            self.read_at(self.next_hour(self.now))
            return
        unread, self._unread = self._unread, []
        for row, mail in unread:
            self._read(row, mail)
        for seat in list(self.seats.values()):
            self._attend(seat)

    def _read(self, row: MailRow, mail: Received) -> None:
        if row.game_id is not None and row.seat is not None:
            self._read_of_game(row, mail)
        elif row.player_id is None:
            self.write(mail.sender, ["confirm"], mail)
        else:
            self.office = mail
        if self.habits.stands_by and (offered := _OFFER.search(mail.text)):
            self.write_to_office(f"take {offered[1]}")

    def _read_of_game(self, row: MailRow, mail: Received) -> None:
        assert row.game_id is not None and row.seat is not None
        seat = self.seats.setdefault((row.game_id, row.seat), PlayedSeat(row.game_id, row.seat, mail))
        seat.newest = mail
        text = " ".join(mail.text.split())
        if (row.kind == "answer" and _asks_to_confirm(mail.text)) or "are waiting for you: reply `confirm`" in text:
            seat.lines = [confirming(mail.text)]
        elif row.kind == "notice":
            seat.lines += self._talk_back(seat, text)
        elif row.kind == "reminder" and seat.plays_at is None:
            seat.plays_at = self.now
            if self.chance.random() < self.habits.extends:
                seat.lines.append("extend 1 day")
                seat.plays_at = self.now + timedelta(days=1)
        elif row.kind == "press" and self.habits.mutes and not seat.has_muted:
            seat.has_muted = True
            seat.lines += [f"mute {name}" for name in self._others(seat) if name in mail.text][:1]

    def _talk_back(self, seat: PlayedSeat, text: str) -> list[str]:
        """Answer what is disputed or proposed in a game."""
        if seat.disputes and gives_in(text, self.chance):
            seat.disputes = False
            return ["withdraw dispute"]
        return answers(text, self.habits.consents, self.habits.speaks, self.chance)

    def _attend(self, seat: PlayedSeat) -> None:
        with self.server.database.read() as tx:
            game = get_game(tx, seat.game_id)
            seats = list_seats(tx, seat.game_id)
        if seat.lines:
            lines, seat.lines = seat.lines, []
            self._write(seat, lines)
        elif game.active_seat == seat.seat and self._has(seat, seats):
            self._consider(seat, game)

    def _has(self, seat: PlayedSeat, seats: Sequence[SeatPlayer]) -> bool:
        """Tell whether the seat is still theirs."""
        return seats[seat.seat].name == self.habits.name and seats[seat.seat].vacant_ms is None

    def _consider(self, seat: PlayedSeat, game: GameRow) -> None:
        turn = (game.year, game.turn)
        if game.held_ms is not None:
            self._wait(seat, game)
            return
        seat.disputes = False
        if seat.turn != turn:
            seat.turn, seat.attempts, seat.position = turn, 0, 0
            seat.plays_at = self._time_for(game)
            if turn > (1, 1) and self.chance.random() < self.habits.disputes:
                seat.disputes = True
                self._write(seat, [dispute_line(self.chance)])
                return
        if seat.plays_at is not None and seat.plays_at <= self.now:
            self._play(seat, game)
        elif seat.plays_at is not None:
            self.read_at(seat.plays_at)

    def _wait(self, seat: PlayedSeat, game: GameRow) -> None:
        """Send orders, at most once, while the game is held; the server keeps them."""
        if seat.held_ms != game.held_ms:
            seat.held_ms = game.held_ms
            if self.chance.random() < _HASTY:
                self._write_orders(seat, game)

    def _time_for(self, game: GameRow) -> datetime | None:
        """Choose when to play a turn that is new to them."""
        chance = self.chance.random()
        if self.habits.diligence == "reminded":
            return None
        if self.habits.diligence == "forgetful" and chance < self.habits.forgets and game.deadline_ms is not None:
            return self.next_hour(from_ms(game.deadline_ms) + timedelta(hours=self.chance.randrange(6, 72)))
        return self.now if chance < 0.6 else self.next_hour(self.now)

    def _play(self, seat: PlayedSeat, game: GameRow) -> None:
        """Write the orders of a turn up to the next roll, or to its end. Raises RuntimeError after vain attempts."""
        seat.attempts = seat.attempts + 1 if game.position == seat.position else 0
        seat.position = game.position
        if seat.attempts > _ATTEMPTS:
            raise RuntimeError(f"{game.tag} does not go on for {self.habits.name}:\n{seat.newest.text}")
        self._write_orders(seat, game)
        with self.server.database.read() as tx:
            after = get_game(tx, game.id)
        if after.active_seat is not None and (after.year, after.turn) != (game.year, game.turn):
            self._end_turn(seat, after)

    def _write_orders(self, seat: PlayedSeat, game: GameRow) -> None:
        self._write(seat, orders_for(self.server.database, game.id, seat.seat, self._bot, self.chance.randrange))

    def _end_turn(self, seat: PlayedSeat, game: GameRow) -> None:
        """Do what is to be done besides when a turn of theirs has ended."""
        seat.turns += 1
        if seat.turns == self.habits.resigns_after and not self._has_resigned:
            self._resign(seat, game)
            return
        if self.chance.random() < self.habits.slips:
            seat.lines.append(proposal_line(self.chance))
        if self.chance.random() < self.habits.plans:
            seat.lines += plan_for(game.kind, self.chance)
        if self.chance.random() < self.habits.chats and game.press != "none":
            seat.lines.append(press_line(self._others(seat), game.press == "anonymous", self.chance))

    def _others(self, seat: PlayedSeat) -> list[str]:
        """List the others who play a game."""
        with self.server.database.read() as tx:
            return [row.name for row in list_seats(tx, seat.game_id) if row.seat != seat.seat]

    def _write(self, seat: PlayedSeat, lines: Sequence[str]) -> None:
        self.write(seat.newest.sender, lines, seat.newest)

    def write_to_office(self, *lines: str) -> None:
        """Write to their own address at the server. Raises RuntimeError where they have not learnt it."""
        if self.office is None:
            raise RuntimeError(f"{self.habits.name} knows no office")
        self.write(self.office.sender, lines, self.office)

    def _resign(self, seat: PlayedSeat, game: GameRow) -> None:
        """Give up a seat, and ask for it again some hours later where that is their habit."""
        self._has_resigned = True
        seat.lines.append("resign")
        if self.habits.regrets:
            back = partial(self.write_to_office, f"return {game.tag}")
            self.agenda.note(self.now + _REGRET, partial(self._do, back))

    def watch(self) -> None:
        """Ask for the reports of the newest game that they do not watch yet."""
        with self.server.database.read() as tx:
            games = [game for game in list_games(tx) if game.status == "playing" and game.id not in self._watched]
        if games:
            self._watched.add(games[-1].id)
            self.write_to_office(f"watch {games[-1].tag}")

    def write(self, recipient: str, lines: Sequence[str], answered: Received | None) -> None:
        """Write a letter, which takes a minute, and have it brought."""
        text = letter(lines, self.address, recipient, answered)
        self._written.add(str(text["Message-ID"]))
        self.agenda.clock.advance(timedelta(minutes=1))
        self._bring(text)

    def _bring(self, text: EmailMessage) -> None:
        """Have a letter brought; while the server is out the sender's mail system tries it again and again."""
        if self.server.daemon is None:
            self.agenda.note(self.now + _RETRY, partial(self._bring, text))
        elif not self.server.bring(text):
            self.refused += 1


def confirming(text: str) -> str:
    """Give the line that confirms what a mail asks: with its code, where it holds one."""
    found = _CODE.search(text)
    return "confirm" if found is None else found[0].strip()


def _asks_to_confirm(text: str) -> bool:
    """Tell whether an answer asks for `confirm` that can be given now: in a game that is held it cannot."""
    opening = " ".join(text.partition("\n\n")[0].split())
    return "`confirm`" in opening and "the game is on hold" not in opening and "to the email that asked" not in opening
