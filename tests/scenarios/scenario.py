"""Golden scenarios: texts that say who writes what and when, and beneath it which mails come of it.

A step begins with its moment (UTC); lines set in by four spaces are the letter that is written at it; what begins with
"->", and the lines with "|" beneath it, is what came out, and is made anew by `python -m scenarios`:

    2026-11-22 17:00  players Anna, Bert (de)
    2026-11-22 17:00  game Whitsun: Anna, Bert; pace 2d; late pass; press signed
    2026-11-22 17:05  Anna to e1
        roll 4?
    -> 2026-11-22 17:05 to Anna from e1, answer
     | Your orders were carried out.
    2026-11-25 09:00  the server stops

Whoever writes to a game by its tag, or to "the office", answers the newest mail that he has from there, and to "the
sender" the newest of all; "the lobby" is the address that anybody may write to. A name with an @ is somebody who is not
registered. Between steps time passes, from one thing that is due to the next.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from engines_kit import unmade_store
from msgspec import convert
from rows_kit import mails_after
from server.kit import DOMAIN, address_of, fitting_seed
from simulated_kit import StoppedClock, seeded_chance
from simulation.server import QuietServer

from pbem.cli.mail.player import Mailbox, Received, letter
from pbem.clock import from_ms, to_ms
from pbem.config import Mail, ServerSettings, Settings, StoreSettings, Web
from pbem.store import Tx
from pbem.store.games.game import get_game
from pbem.store.games.opening import find_free_tag
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import add_player, find_player_by_address, set_role
from pbem.store.players.preferences import Preferences, get_preferences, put_preferences
from pbem.terms import Terms

from .gist import Roles, gist

FOLDER: Final = Path(__file__).parent / "golden"
MINUTE: Final = timedelta(minutes=1)
MORNING: Final = 7
"""The hour of digests, for players who live by UTC."""
_STEP: Final = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d)  (\S.*)")
_MOMENT: Final = "%Y-%m-%d %H:%M"


@dataclass(frozen=True)
class Step:
    """Something that happens in a scenario."""

    at: datetime
    what: str
    body: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """It as it stands in the file."""
        return [f"{self.at:{_MOMENT}}  {self.what}", *(f"    {line}".rstrip() for line in self.body)]


@dataclass(frozen=True)
class Script:
    """A scenario: what it shows, in lines that begin with "#", and its steps."""

    title: tuple[str, ...]
    steps: tuple[Step, ...]


def scenarios() -> list[str]:
    """The names of all scenarios."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def path_of(name: str) -> Path:
    """The file of a scenario."""
    return FOLDER / f"{name}.txt"


def read_script(text: str) -> Script:
    """The script in a scenario's text, without what came of it. Raises ValueError for a line that is nothing."""
    title: list[str] = []
    steps: list[Step] = []
    for line in text.splitlines():
        if line.startswith("#"):
            title.append(line)
        elif found := _STEP.fullmatch(line):
            steps.append(Step(datetime.strptime(found[1], _MOMENT).replace(tzinfo=UTC), found[2]))
        elif line.startswith("    "):
            steps[-1] = replace(steps[-1], body=(*steps[-1].body, line[4:]))
        elif line and not line.startswith(("->", " |")):
            raise ValueError(f"a line of no kind: {line!r}")
    return Script(tuple(title), tuple(steps))


def played(script: Script, folder: Path) -> str:
    """The scenario with what comes of it, played in a folder."""
    with seeded_chance("golden"), unmade_store() as store:
        return "\n".join(Stage(script, folder, store).lines()) + "\n"


class Stage:
    """Where a scenario is played: a quiet server, and who is in it."""

    def __init__(self, script: Script, folder: Path, store: StoreSettings) -> None:
        self.script = script
        self.clock = StoppedClock(script.steps[0].at)
        settings = Settings(
            server=ServerSettings(data_dir=folder),
            store=store,
            mail=Mail(domain=DOMAIN, listen_port=0, answers_per_hour=100_000, answers_in_row=100_000),
            web=Web(base_url="https://games.test"),
        )
        self.server = QuietServer(settings, self.clock)
        self.roles = Roles(self.server.database)
        self.mailboxes: dict[str, Mailbox] = {}
        self.newest: dict[tuple[str, str], Received] = {}
        """By address, and by where it came from: a game's tag, "the office", or "the sender" for the newest of all."""
        self.handed_out = 0

    def lines(self) -> Iterator[str]:
        """The scenario and what comes of it, line by line."""
        yield from self.script.title
        yield ""
        with closing(self.server):
            self.server.open()
            for step in self.script.steps:
                yield from self._pass_time(step.at)
                yield from step.lines
                yield from self._do(step)
                yield from self._mails()
                yield ""

    def _pass_time(self, until: datetime) -> Iterator[str]:
        while self.clock.at < until:
            due = (self.server.next_due() if self.server.daemon else None) or until
            self.clock.at = min(max(due, self.clock.at + MINUTE), self._morning(), until)
            if self.server.daemon is not None:
                self.server.tick()
                mails = list(self._mails())
                if mails:
                    yield from mails
                    yield ""

    def _morning(self) -> datetime:
        today = self.clock.at.replace(hour=MORNING, minute=0)
        return today if today > self.clock.at else today + timedelta(days=1)

    def _do(self, step: Step) -> Iterator[str]:
        for pattern, act in _ACTS.items():
            if found := re.fullmatch(pattern, step.what):
                outcome = act(self, step, **found.groupdict())
                if outcome:
                    yield f"-> {outcome}"
                return
        raise ValueError(f"nobody knows how to do this: {step.what!r}")

    def _mails(self) -> Iterator[str]:
        if self.server.daemon is None:
            return
        with self.server.database.read() as tx:
            rows = mails_after(tx, self.handed_out)
        for row in rows:
            self.handed_out = row.id
            self._receive(row)
            yield f"-> {from_ms(row.created_ms):{_MOMENT}} to {self.roles.person(row.to_address)} {self._from(row)}"
            yield from (f" | {line}".rstrip() for line in gist(row.text, self.roles))

    def _from(self, row: MailRow) -> str:
        return f"from {self._sender(row)}, {row.kind}"

    def _sender(self, row: MailRow) -> str:
        if row.game_id is not None and row.seat is not None:
            with self.server.database.read() as tx:
                return get_game(tx, row.game_id).tag
        return "the office" if row.player_id is not None else "an address for newcomers"

    def _receive(self, row: MailRow) -> None:
        box = self.mailboxes.setdefault(row.to_address, Mailbox(self.server.settings.maildir, row.to_address))
        for _path, mail in box.new():
            self.newest[row.to_address, mail.message_id] = mail
        mail = self.newest[row.to_address, row.message_id]
        for place in (self._sender(row), "the sender"):
            self.newest[row.to_address, place] = mail

    def stop(self, _step: Step) -> str:
        """The server stops."""
        self.server.shut()
        return ""

    def start(self, _step: Step) -> str:
        """The server starts again, and looks for what is due."""
        self.server.open()
        return ""

    def set_clock(self, _step: Step, hours: str, way: str) -> str:
        """The clock on the server's wall is put right or wrong."""
        self.server.error += timedelta(hours=int(hours)) * (1 if way == "forward" else -1)
        self.server.tick()
        return ""

    def wait(self, _step: Step) -> str:
        """Nothing but time passes."""
        return ""

    def register(self, _step: Step, names: str) -> str:
        """Make players, as in "Anna, Bert (de)", who want their mails as text alone."""
        now_ms = to_ms(self.clock())

        def work(tx: Tx, name: str, language: str) -> None:
            player_id = add_player(tx, name, address_of(name), language, now_ms)
            put_preferences(tx, player_id, Preferences(format="text"))

        for named in names.split(", "):
            name, _, language = named.partition(" ")
            self.server.database.write(partial(work, name=name, language=language.strip("()") or "en"))
        return ""

    def appoint(self, _step: Step, name: str) -> str:
        """The operator makes a player a moderator."""

        def work(tx: Tx) -> None:
            player = find_player_by_address(tx, address_of(name))
            assert player is not None
            set_role(tx, player.id, "moderator", on=True)

        self.server.database.write(work)
        return ""

    def open_game(self, _step: Step, name: str, names: str, terms: str) -> str:
        """Open a game that the first of its players begins."""
        server, facts = self.server, dict(part.split(" ", 1) for part in terms.split("; ") if part)
        kind = facts.pop("kind", "first_rails")
        with server.database.read() as tx:
            tag = find_free_tag(tx)
            players = [find_player_by_address(tx, address_of(player)) for player in names.split(", ")]
        salts = [f"salt {seat}" for seat in range(len(players))]
        assert server.daemon is not None
        server.daemon.intake.operator.open_game(
            name,
            [player.id for player in players if player is not None],
            {},
            kind=kind,
            terms=convert(facts, Terms),
            seed=fitting_seed(tag, salts),
            salts=salts,
        )
        server.settle()
        return ""

    def prefer(self, _step: Step, name: str, what: str, value: str) -> str:
        """A player chooses something under his settings."""

        def work(tx: Tx) -> None:
            player = find_player_by_address(tx, address_of(name))
            assert player is not None
            chosen = asdict(get_preferences(tx, player.id))
            put_preferences(tx, player.id, convert({**chosen, what: value}, Preferences))

        self.server.database.write(work)
        return ""

    def write(self, step: Step, who: str, to: str) -> str:
        """Somebody writes a letter."""
        address = who if "@" in who else address_of(who)
        answered = self.newest.get((address, to))
        recipient = answered.sender if answered else self._address(address, to)
        text = letter(step.body, address, recipient, answered)
        if self.server.daemon is None:
            return "nobody is at the door; the letter is kept by the sender's own mail system"
        return "" if self.server.bring(text) else "refused at the door"

    def _address(self, address: str, to: str) -> str:
        """Where somebody writes who has no mail from there."""
        if to == "the lobby":
            return f"{self.server.settings.mail.lobby}@{DOMAIN}"
        with self.server.database.read() as tx:
            player = find_player_by_address(tx, address)
        assert player is not None and to == "the office", f"{address} knows no address of {to}"
        return f"{player.token}@{DOMAIN}"


_ACTS: Final[Mapping[str, Callable[..., str]]] = {
    r"players (?P<names>.+)": Stage.register,
    r"(?P<name>\w+) moderates": Stage.appoint,
    r"game (?P<name>[^:]+): (?P<names>[^;]+)(?:; (?P<terms>.*))?": Stage.open_game,
    r"(?P<name>\w+) prefers (?P<what>\w+) (?P<value>.+)": Stage.prefer,
    r"the server stops": Stage.stop,
    r"the server starts": Stage.start,
    r"the server's clock jumps (?P<hours>\d+) hours (?P<way>forward|back)": Stage.set_clock,
    r"time passes": Stage.wait,
    r"(?P<who>\S+) to (?P<to>e\d+|the \w+)": Stage.write,
}
