"""A server's office without its network: a real database, real letters in, the outbox's mails out.

Letters are the bytes that a mail program makes: an answer to one of our mails, with it quoted below. A position is
reached by keeping a hand-built State as the game's snapshot; dice are chosen by choosing the game's seed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Final, Unpack

from begun_kit import Beginning
from compiled import COMPILED
from engines_kit import keep_store, new_store
from flask import Flask
from line_kit import line_state
from rows_kit import mails_after, newest_mail_id
from rules.position import FACES
from simulated_kit import StoppedClock

from adjudicator.letters import Form, fates, flat, letter_bytes
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.sessions import draw_for, facts, keep_snapshot, load_game
from pbem.clock import to_ms
from pbem.config import AccountSettings, DiceSettings, Mail, ServerSettings, Settings, Web
from pbem.i18n import catalogue
from pbem.intake import Intake
from pbem.mail.reading.headers import read_head
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game, update_game_facts
from pbem.store.games.log import EntryRow, find_snapshot, list_entries
from pbem.store.games.opening import find_free_tag
from pbem.store.games.proposals import DraftRow, find_draft
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.store.mail.inbox import LetterRow, get_letter, store_letter
from pbem.store.mail.outbox import MailRow, list_mails_of_seat
from pbem.store.mail.postbox import forget_answer_counts
from pbem.store.players.player import Bot, add_player
from pbem.terms import Terms
from pbem.web import create_app
from rules_core.games.first_rails.turn import BOX
from rules_core.kernel.codec import encode
from rules_core.kernel.dice import DrawKey, keyed_draw
from rules_core.kernel.position import Position
from rules_core.line.components import components_from
from rules_core.line.table import State

NAMES: Final = ("Anna", "Bert", "Clara", "Dora")
_SALTS: Final = ("one", "two", "three", "four", "five", "six")
DOMAIN: Final = "seats.test"
BEGINNING: Final = datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
ENDS_ALONE: Final = "Nothing was changed yet: your only order ends your turn"
"""How the answer to a letter begins that does nothing but end the turn, where more may have been meant."""
Rolls = Mapping[tuple[int, int], str]
"""What is thrown by (year, seat), in signs such as "sc$?"; their order is free."""


@dataclass(frozen=True)
class Written:
    """What the database holds of a game beside mails and drafts: nothing of it may change where nothing was done."""

    game: GameRow
    entries: tuple[EntryRow, ...]
    state: str


@dataclass(frozen=True)
class Reply:
    """What came of a letter: its row, closed, and the mails written for it."""

    letter: LetterRow
    mails: tuple[MailRow, ...]
    seat: int

    @property
    def answer(self) -> MailRow:
        """The one mail to the sender. Fails where there is none, or more."""
        (mail,) = [mail for mail in self.mails if mail.seat == self.seat]
        assert mail.kind == "answer"
        return mail

    @property
    def text(self) -> str:
        """The answer's text on one line, so that it does not matter where lines were wrapped."""
        return flat(self.answer.text)

    @property
    def others(self) -> dict[int, MailRow]:
        """The mails to the other seats, at most one each."""
        found = [mail for mail in self.mails if mail.seat != self.seat]
        by_seat = {mail.seat: mail for mail in found if mail.seat is not None}
        assert len(by_seat) == len(found), "somebody got two mails"
        return by_seat

    def fate(self, line: str) -> str:
        """What the answer says became of a line of the letter: "done", "REFUSED: FR-12: ..." and so on."""
        return fates(self.answer.text)[line]


def salts_for(seats: int) -> tuple[str, ...]:
    """The players' parts of the dice."""
    return _SALTS[:seats]


@dataclass
class World:
    """A database with players, and the ways into it."""

    settings: Settings
    database: Database
    clock: StoppedClock
    intake: Intake
    beginning: Beginning
    players: dict[str, int]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def unit(self, tx: Tx, now_ms: int | None = None) -> UnitOfWork:
        """The unit of work that a request at this moment would be dealt with in."""
        return UnitOfWork(tx, self.settings, to_ms(self.clock()) if now_ms is None else now_ms)

    def add_player(self, name: str, language: str = "en", bot: Bot | None = None, address: str = "") -> int:
        """Register a player under an address made of the name."""
        now_ms, at = to_ms(self.clock()), address or f"{name.lower()}@player.test"

        def add() -> int:
            self.players[name] = self.database.write(lambda tx: add_player(tx, name, at, language, now_ms, bot))
            return self.players[name]

        return self.beginning.step((name, at, language, now_ms, bot), add)

    def open_game(
        self,
        players: Sequence[str] = NAMES[:2],
        *,
        name: str = "Whitsun",
        rolls: Rolls | None = None,
        options: Mapping[str, str] | None = None,
        start: int = 0,
        kind: str = "first_rails",
        terms: Terms | None = None,
    ) -> "Game":
        """Open a game that seat `start` begins, and in which the given dice are thrown."""
        thrown = tuple((rolls or {}).items())
        salts = salts_for(len(players))

        def open_it() -> int:
            for player in players:
                if player not in self.players:
                    self.add_player(player)
            with self.database.read() as tx:
                tag = find_free_tag(tx)
            seed = seed_for(tag, salts, thrown, start)
            ids = [self.players[player] for player in players]
            return self.intake.operator.open_game(
                name, ids, options or {}, kind=kind, terms=terms, seed=seed, salts=salts
            )

        chosen = tuple((options or {}).items())
        key = (tuple(players), name, thrown, chosen, start, kind, terms, self._circumstances)
        return Game(self, self.beginning.step(key, open_it))

    def game_at(
        self,
        state: State,
        *,
        rolls: Rolls | None = None,
        players: Sequence[str] | None = None,
        name: str = "Whitsun",
        terms: Terms | None = None,
    ) -> "Game":
        """A game that stands at a hand-built position, which every player has been told."""
        seats = len(state.table.players)
        seated = players or NAMES[:seats]

        def open_there() -> int:
            game = self.open_game(seated, rolls=rolls, name=name, kind=state.table.kind, terms=terms)
            game.put(state)
            return game.id

        key = (repr(state), tuple((rolls or {}).items()), tuple(seated), name, terms, self._circumstances)
        return Game(self, self.beginning.step(key, open_there))

    @property
    def _circumstances(self) -> tuple[object, ...]:
        """What else than its parameters makes a game what it is: the time, and how mails are written."""
        settings = self.intake.units.settings
        return self.clock(), repr((settings.mail, settings.web, settings.play))

    @cached_property
    def app(self) -> Flask:
        """The pages."""
        app = create_app(self.intake, self.clock)
        app.jinja_env.bytecode_cache = COMPILED
        return app

    def all_mails(self, after: int = 0) -> list[MailRow]:
        """Every mail to a player of this world that was written after one, by default all there are."""
        players = set(self.players.values())
        with self.database.read() as tx:
            return [mail for mail in mails_after(tx, after) if mail.player_id in players]

    def store(self, raw: bytes, token: str, mail_from: str = "player@player.test") -> int:
        """Put a letter into the inbox, as the listener does; return its id."""
        message_id, now_ms = read_head(raw).message_id, to_ms(self.clock())
        letter_id, _ = self.database.write(lambda tx: store_letter(tx, token, message_id, mail_from, now_ms, raw))
        return letter_id

    def forget_answers(self) -> None:
        """Let everybody be answered as if they had not been before."""
        ever = to_ms(self.clock()) + 1
        self.database.write(lambda tx: forget_answer_counts(tx, ever))

    def letter(self, letter_id: int) -> LetterRow:
        """A letter of the inbox as it stands."""
        with self.database.read() as tx:
            return get_letter(tx, letter_id)


@dataclass(frozen=True)
class Game:
    """A game of a world."""

    world: World
    id: int

    @property
    def row(self) -> GameRow:
        """The game's public facts."""
        with self.world.database.read() as tx:
            return get_game(tx, self.id)

    @property
    def seats(self) -> list[SeatContact]:
        """The seats, with addresses and tokens."""
        with self.world.database.read() as tx:
            return list_seat_contacts(tx, self.id)

    @property
    def state(self) -> State:
        """The whole position, as the server knows it."""
        with self.world.database.read() as tx:
            found: State = load_game(tx, self.id).session.state
            return found

    @property
    def snapshot_state(self) -> State:
        """The position that is kept: as it was when the turn began."""
        with self.world.database.read() as tx:
            return line_state(load_game(tx, self.id).session.start_state)

    @property
    def entries(self) -> list[EntryRow]:
        """The game's log."""
        with self.world.database.read() as tx:
            return list_entries(tx, self.id)

    def events(self, after: int = 0) -> list[str]:
        """The names of the events that stand after a position."""
        with self.world.database.read() as tx:
            return [type(event).__name__ for event in load_game(tx, self.id).session.events_since(after)]

    @property
    def written(self) -> Written:
        """Everything the database holds of the game beside mails and drafts."""
        return Written(self.row, tuple(self.entries), json.dumps(encode(self.state)))

    def draft(self, seat: int) -> DraftRow | None:
        """The orders that wait for a seat's confirmation."""
        with self.world.database.read() as tx:
            return find_draft(tx, self.id, seat)

    def mails(self, seat: int) -> list[MailRow]:
        """All mails to a seat."""
        with self.world.database.read() as tx:
            return list_mails_of_seat(tx, self.id, seat)

    def last_mail(self, seat: int) -> MailRow:
        """The newest mail to a seat, which its player answers unless he is said to answer another."""
        return self.mails(seat)[-1]

    def put(self, state: Position) -> None:
        """Make this the position, behind what was played last, and tell the player to move."""
        now_ms = to_ms(self.world.clock())

        def work(tx: Tx) -> None:
            keep_snapshot(tx, self.id, get_game(tx, self.id).position, state)
            loaded = load_game(tx, self.id)
            update_game_facts(tx, self.id, facts(self.world.unit(tx, now_ms), loaded, moved=True))
            composer, contact = (
                MailComposer(UnitOfWork(tx, self.world.settings, now_ms), loaded),
                loaded.seats[state.table.turn.seat],
            )
            composer.send(contact, "report", composer.report_to(contact.seat, [], catalogue(contact.language)))

        self.world.database.write(work)

    def swap_state(self, state: State) -> None:
        """Exchange the kept position for another without a word, the log standing as it is."""
        with self.world.database.read() as tx:
            kept = find_snapshot(tx, self.id)
        assert kept is not None
        self.world.database.write(lambda tx: keep_snapshot(tx, self.id, kept.position, state))

    def address(self, seat: int) -> str:
        """Where letters to a seat go."""
        return f"{self.seats[seat].token}@{DOMAIN}"

    def write(self, seat: int, text: str, **form: Unpack[Form]) -> bytes:
        """A letter of a seat's player, in answer to the newest mail to him unless the form says otherwise."""
        form.setdefault("answering", self.last_mail(seat))
        form.setdefault("message_id", f"<{next(self.world.numbers)}.player@player.test>")
        return letter_bytes(text, self.seats[seat].address, self.address(seat), form)

    def post(self, seat: int, raw: bytes, mail_from: str | None = None) -> Reply:
        """Put a letter to a seat's address into the inbox, and have it dealt with."""
        world, contact = self.world, self.seats[seat]
        with world.database.read() as tx:
            last = newest_mail_id(tx)
        sender = contact.address if mail_from is None else mail_from
        letter_id = world.store(raw, contact.token, sender)
        world.intake.letters.receive(letter_id)
        return Reply(world.letter(letter_id), tuple(world.all_mails(after=last)), seat)

    def send(self, seat: int, text: str, **form: Unpack[Form]) -> Reply:
        """Write a letter and have it dealt with; the clock moves on a minute.

        Where it is asked whether no more than an end was meant, that is confirmed: `ask` does not.
        """
        reply = self.ask(seat, text, **form)
        return self.post(seat, self.write(seat, "confirm")) if reply.letter.outcome.startswith(ENDS_ALONE) else reply

    def ask(self, seat: int, text: str, **form: Unpack[Form]) -> Reply:
        """The same, without confirming anything."""
        self.world.clock.advance(timedelta(minutes=1))
        return self.post(seat, self.write(seat, text, **form))

    def would_roll(self, year: int, seat: int, dice: int) -> str:
        """What the next dice of a seat's roll in a year are, in signs."""
        with self.world.database.read() as tx:
            draw = draw_for(tx, self.row)
        box = components_from(BOX)
        signs = {face: sign for sign, face in FACES.items()}
        return "".join(signs[box.faces[draw(DrawKey(year, seat, "roll", at), 6)]] for at in range(dice))


@contextmanager
def new_world(
    folder: Path,
    copied: Path | str | None = None,
    *,
    dice: DiceSettings | None = None,
    accounts: AccountSettings | None = None,
) -> Iterator[World]:
    """A copy of a database that `keep_store` keeps, by default an empty one, and the ways into it."""
    players: dict[str, int] = {}
    settings = Settings(
        server=ServerSettings(data_dir=folder),
        mail=Mail(
            domain=DOMAIN, listen_port=0, answers_per_hour=100_000, answers_in_row=100_000, letters_per_hour=100_000
        ),
        web=Web(base_url="https://games.test"),
        dice=dice or DiceSettings(),
        accounts=accounts or AccountSettings(),
    )
    clock = StoppedClock(BEGINNING)
    with (
        new_store(folder, copied) as name,
        Database(name) as database,
        Beginning(database, players, None if copied else settings.dice).watched() as beginning,
    ):
        yield World(settings, database, clock, Intake(database, clock, settings), beginning, players)


@dataclass(frozen=True)
class KeptGame:
    """A game that was prepared once, and what its world holds, to begin others with."""

    database: Path | str
    players: Mapping[str, int]
    at: datetime
    letters: int
    id: int

    @contextmanager
    def copied(self, folder: Path) -> Iterator[Game]:
        """The same game in a world of its own, in an empty folder."""
        with new_world(folder, self.database) as world:
            world.players.update(self.players)
            world.clock.at, world.numbers = self.at, count(self.letters)
            yield Game(world, self.id)


def keep_game(folder: Path, prepare: Callable[[World], Game]) -> KeptGame:
    """Prepare a game in a world in an empty folder, and keep it there."""
    with new_world(folder) as world:
        game = prepare(world)
        return KeptGame(
            keep_store(world.database, folder), dict(world.players), world.clock.at, next(world.numbers), game.id
        )


@cache
def seed_for(tag: str, salts: Sequence[str], rolls: tuple[tuple[tuple[int, int], str], ...], start: int) -> bytes:
    """A seed by which seat `start` begins and these dice are thrown, found by trying one after another."""
    faces = components_from(BOX).faces
    for number in count():
        seed = number.to_bytes(32, "big")
        draw = keyed_draw(seed, tag, salts, 0)
        if draw(DrawKey(0, 0, "start", 0), len(salts)) != start:
            continue
        if all(
            sorted(faces[draw(DrawKey(year, seat, "roll", at), 6)] for at in range(len(thrown)))
            == sorted(FACES[sign] for sign in thrown)
            for (year, seat), thrown in rolls
        ):
            return seed
    raise AssertionError("numbers end")
