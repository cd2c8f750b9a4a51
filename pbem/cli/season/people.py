"""The people of a season: they read the mails that came, at their own hours, and answer some of them by letters."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from email.message import EmailMessage
from functools import partial
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from pbem.cli.mailbox import Mailbox
from pbem.cli.penman import Received, letter, orders_for
from pbem.cli.season.agenda import Agenda
from pbem.cli.season.habits import Habits
from pbem.cli.season.house import House
from pbem.cli.season.quarrels import answers, complaint, gives_in, proposal
from pbem.cli.season.sayings import plan_for, talk_of
from pbem.clock import from_ms
from pbem.store import repository as repo
from pbem.store.rows import GameRow, MailRow, SeatRow
from rules_core.games import bot_named

_AT_DESK: Final = timedelta(minutes=4)
"""How long somebody waits at his desk for the answer to a letter, and then goes on."""
_RETRY: Final = timedelta(hours=1)
"""How often a mail system tries to bring a letter to a server that is out."""
_REGRET: Final = timedelta(hours=5)
_ATTEMPTS: Final = 3
"""Letters after which a turn that has not moved on is a fault of the server's or of its people."""
_OFFER: Final = re.compile(r"`take (e\d+)`")
_CODE: Final = re.compile(r"^\W*(?:confirm|bestätige|confirmer) \w{4} \w{4}$", re.MULTILINE)
_HASTY: Final = 0.5
"""How often somebody sends his orders although the game is held."""


@dataclass
class Place:
    """A seat as its player knows it: the newest mail about it, and what he means to do in it."""

    game_id: int
    seat: int
    newest: Received
    turn: tuple[int, int] = (0, 0)
    """The year and number of the turn that he last thought about."""
    plays_at: datetime | None = None
    """When he means to play it; None while he waits for a reminder."""
    position: int = 0
    attempts: int = 0
    turns: int = 0
    """How many turns he has played there."""
    errands: list[str] = field(default_factory=list)
    """Lines that are to go to the seat's address beside orders."""
    has_muted: bool = False
    held_ms: int | None = None
    """Since when the game was held when he last heard that it is."""
    disputes: bool = False
    """Whether he disputes something there."""


class Person:
    """Somebody with a mail address, a mailbox and habits. Mails come to him by `get`, the rest by the agenda."""

    def __init__(self, habits: Habits, address: str, house: House, agenda: Agenda, seed: int) -> None:
        self.habits = habits
        self.address = address
        self.house = house
        self.agenda = agenda
        self.chance = Random(f"{seed} {habits.name}")
        self.mailbox = Mailbox(house.settings.maildir, address)
        self.places: dict[tuple[int, int], Place] = {}
        self.office: Received | None = None
        """The newest mail from his own address at the server."""
        self.refused = 0
        """How many of his letters the door did not take."""
        self._unread: list[tuple[MailRow, Received]] = []
        self._written: set[str] = set()
        self._began = agenda.clock.at
        self._sits: set[datetime] = set()
        self._watched: set[int] = set()
        self._bot = bot_named(habits.bot)
        self._has_resigned = False

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.agenda.clock.at

    @property
    def is_out(self) -> bool:
        """Whether he reads nothing now: he is away, or has gone for good."""
        day = (self.now.astimezone(ZoneInfo(self.habits.zone)).date() - self.day(0).date()).days
        gone = self.habits.gone_on is not None and day >= self.habits.gone_on
        return gone or any(first <= day <= last for first, last in self.habits.away)

    def day(self, number: int) -> datetime:
        """When he sits down first on the season's n-th day."""
        zone = ZoneInfo(self.habits.zone)
        date = self._began.astimezone(zone).date() + timedelta(days=number)
        return datetime.combine(date, time(self.habits.hours[0]), zone)

    def next_hour(self, after: datetime) -> datetime:
        """When he reads his mail next."""
        zone = ZoneInfo(self.habits.zone)
        today = after.astimezone(zone).date()
        days = (today + timedelta(days=number) for number in range(3))
        hours = (datetime.combine(day, time(hour), zone) for day in days for hour in self.habits.hours)
        return next(hour for hour in hours if hour > after)

    def get(self, rows: Sequence[MailRow]) -> None:
        """Mails have come; he reads them at his hour, or soon where one answers what he has just written."""
        files = {mail.message_id: mail for _path, mail in self.mailbox.new()}
        self._unread += [(row, files[row.message_id]) for row in rows]
        is_at_desk = any(mail.in_reply_to in self._written for mail in files.values())
        self.sit_at(self.now + _AT_DESK if is_at_desk else self.next_hour(self.now))

    def sit_at(self, at: datetime) -> None:
        """Has him sit down at his desk at a moment."""
        if at not in self._sits:
            self._sits.add(at)
            self.agenda.note(at, lambda: self._sit(at))

    def do_on(self, number: int, act: Callable[[], None]) -> None:
        """Has him do something on the season's n-th day, or, where the server is out, as soon as it is there again."""
        self.agenda.note(self.day(number), partial(self._do, act))

    def _do(self, act: Callable[[], None]) -> None:
        if self.house.server is None:
            self.agenda.note(self.now + _RETRY, partial(self._do, act))
        else:
            act()

    def _sit(self, at: datetime) -> None:
        self._sits.discard(at)
        if self.is_out:
            self.sit_at(self.next_hour(self.now))
            return
        unread, self._unread = self._unread, []
        for row, mail in unread:
            self._read(row, mail)
        for place in list(self.places.values()):
            self._attend(place)

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
        place = self.places.setdefault((row.game_id, row.seat), Place(row.game_id, row.seat, mail))
        place.newest = mail
        told = " ".join(mail.text.split())
        if (row.kind == "answer" and _asks_to_confirm(mail.text)) or "wait for you: reply `confirm`" in told:
            place.errands = [confirming(mail.text)]
        elif row.kind == "notice":
            place.errands += self._talk_back(place, told)
        elif row.kind == "reminder" and place.plays_at is None:
            place.plays_at = self.now
            if self.chance.random() < self.habits.extends:
                place.errands.append("extend 1 day")
                place.plays_at = self.now + timedelta(days=1)
        elif row.kind == "press" and self.habits.mutes and not place.has_muted:
            place.has_muted = True
            place.errands += [f"mute {name}" for name in self._others(place) if name in mail.text][:1]

    def _talk_back(self, place: Place, told: str) -> list[str]:
        """What he says to what is disputed or proposed in a game."""
        if place.disputes and gives_in(told, self.chance):
            place.disputes = False
            return ["withdraw dispute"]
        return answers(told, self.habits.consents, self.habits.speaks, self.chance)

    def _attend(self, place: Place) -> None:
        with self.house.database.read() as tx:
            game = repo.game(tx, place.game_id)
            seats = repo.seats(tx, place.game_id)
        if place.errands:
            lines, place.errands = place.errands, []
            self._write(place, lines)
        elif game.active_seat == place.seat and self._has(place, seats):
            self._consider(place, game)

    def _has(self, place: Place, seats: Sequence[SeatRow]) -> bool:
        """Whether the seat is still his."""
        return seats[place.seat].name == self.habits.name and seats[place.seat].vacant_ms is None

    def _consider(self, place: Place, game: GameRow) -> None:
        turn = (game.year, game.turn)
        if game.held_ms is not None:
            self._wait(place, game)
            return
        place.disputes = False
        if place.turn != turn:
            place.turn, place.attempts, place.position = turn, 0, 0
            place.plays_at = self._time_for(game)
            if turn > (1, 1) and self.chance.random() < self.habits.disputes:
                place.disputes = True
                self._write(place, [complaint(self.chance)])
                return
        if place.plays_at is not None and place.plays_at <= self.now:
            self._play(place, game)
        elif place.plays_at is not None:
            self.sit_at(place.plays_at)

    def _wait(self, place: Place, game: GameRow) -> None:
        """What he does in his turn while the game is held: he may send his orders, once, which are kept."""
        if place.held_ms != game.held_ms:
            place.held_ms = game.held_ms
            if self.chance.random() < _HASTY:
                self._write_orders(place, game)

    def _time_for(self, game: GameRow) -> datetime | None:
        """When he plays a turn that he has just read of."""
        chance = self.chance.random()
        if self.habits.diligence == "reminded":
            return None
        if self.habits.diligence == "forgetful" and chance < self.habits.forgets and game.deadline_ms is not None:
            return self.next_hour(from_ms(game.deadline_ms) + timedelta(hours=self.chance.randrange(6, 72)))
        return self.now if chance < 0.6 else self.next_hour(self.now)

    def _play(self, place: Place, game: GameRow) -> None:
        """Writes the orders of his turn up to the next roll, or to its end."""
        place.attempts = place.attempts + 1 if game.position == place.position else 0
        place.position = game.position
        if place.attempts > _ATTEMPTS:
            raise RuntimeError(f"{game.tag} does not go on for {self.habits.name}:\n{place.newest.text}")
        self._write_orders(place, game)
        with self.house.database.read() as tx:
            after = repo.game(tx, game.id)
        if after.active_seat is not None and (after.year, after.turn) != (game.year, game.turn):
            self._end_turn(place, after)

    def _write_orders(self, place: Place, game: GameRow) -> None:
        self._write(place, orders_for(self.house.database, game.id, place.seat, self._bot, self.chance.randrange))

    def _end_turn(self, place: Place, game: GameRow) -> None:
        """What he does besides when a turn of his has ended."""
        place.turns += 1
        if place.turns == self.habits.resigns_after and not self._has_resigned:
            self._resign(place, game)
            return
        if self.chance.random() < self.habits.slips:
            place.errands.append(proposal(self.chance))
        if self.chance.random() < self.habits.plans:
            place.errands += plan_for(game.kind, self.chance)
        if self.chance.random() < self.habits.chats and game.press != "none":
            place.errands.append(talk_of(self._others(place), game.press == "anonymous", self.chance))

    def _others(self, place: Place) -> list[str]:
        """Who else sits at a game."""
        with self.house.database.read() as tx:
            return [seat.name for seat in repo.seats(tx, place.game_id) if seat.seat != place.seat]

    def _write(self, place: Place, lines: Sequence[str]) -> None:
        self.write(place.newest.sender, lines, place.newest)

    def write_to_office(self, *lines: str) -> None:
        """Writes to his own address at the server. Raises RuntimeError where he has not learnt it."""
        if self.office is None:
            raise RuntimeError(f"{self.habits.name} knows no office")
        self.write(self.office.sender, lines, self.office)

    def _resign(self, place: Place, game: GameRow) -> None:
        """Gives up a seat, and asks for it again some hours later if he regrets it."""
        self._has_resigned = True
        place.errands.append("resign")
        if self.habits.regrets:
            back = partial(self.write_to_office, f"return {game.tag}")
            self.agenda.note(self.now + _REGRET, partial(self._do, back))

    def watch(self) -> None:
        """Asks for the reports of the newest game that he has no seat in."""
        with self.house.database.read() as tx:
            games = [game for game in repo.games(tx) if game.status == "playing" and game.id not in self._watched]
        if games:
            self._watched.add(games[-1].id)
            self.write_to_office(f"watch {games[-1].tag}")

    def write(self, recipient: str, lines: Sequence[str], answered: Received | None) -> None:
        """Writes a letter, which takes a minute, and has it brought."""
        text = letter(lines, self.address, recipient, answered)
        self._written.add(str(text["Message-ID"]))
        self.agenda.clock.advance(timedelta(minutes=1))
        self._bring(text)

    def _bring(self, text: EmailMessage) -> None:
        """Has a letter brought; while the server is out his mail system tries it again and again."""
        if self.house.server is None:
            self.agenda.note(self.now + _RETRY, partial(self._bring, text))
        elif not self.house.bring(text):
            self.refused += 1


def confirming(text: str) -> str:
    """What is written to confirm what a mail asks: with its code, where it holds one."""
    found = _CODE.search(text)
    return "confirm" if found is None else found[0].strip()


def _asks_to_confirm(text: str) -> bool:
    """Whether an answer asks for `confirm` that can be given now: in a game that is held it is not."""
    opening = " ".join(text.partition("\n\n")[0].split())
    return "`confirm`" in opening and "the game is held" not in opening and "the very email" not in opening
