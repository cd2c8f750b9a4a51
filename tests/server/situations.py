"""Places where something is about to happen, servers that die there, and what letters and clocks bring about."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTPServerDisconnected
from typing import TypeAlias

from renderer_kit import RENDERER
from rows_kit import is_quiet, mails_after
from simulated_kit import StoppedClock

from pbem.cli.mail.player import Received, letter, send
from pbem.clock import Clock, system_clock, to_ms
from pbem.daemon.jobs import MINUTE
from pbem.daemon.server import Server
from pbem.intake import Intake
from pbem.mail.receiving.batches import Envelope
from pbem.store import Tx
from pbem.store.games.log import list_notes
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import add_player, find_player_by_address, set_role
from pbem.store.service.backups import LastBackup, put_last_backup
from rules_core.line.events import TurnEnded
from server.kit import DOMAIN, Forked, Penfriend, Place, address_of, kept, new_place, open_game

HURRY = 0.1
"""Seconds between two looks at what is due."""
DEALT_WITH = "letter dealt with"
"""The point behind a letter's transaction. Where a server is to die there it must not look at what is due: it might do
before its death what has become due by the letter, and another would wait for that in vain.
"""
LONG_AGO = timedelta(days=8)
"""After it a turn of the usual pace is over."""
Passage = tuple[str, int]
"""A point of `kill_driver.py`, and the passage at which a server dies there."""


@dataclass
class Situation:
    """A place where something is about to happen, and the letter, if it takes one, that makes it happen."""

    place: Place
    letter: EmailMessage | None = None

    def killed_at(self, forked: Forked, points: Sequence[Passage]) -> None:
        """Servers come to the points, one after the other, and die there; then another does what is left to do.

        A letter is sent to each until one has said 250: what a server does as it begins may be its end before it takes
        the letter, and the worker may come to the point before its sender hears 250.
        """
        is_taken = self.letter is None
        for point, passage in points:
            forked.start(self.place, point, passage, minute=MINUTE if point == DEALT_WITH else HURRY)
            if not is_taken and self.letter is not None:
                is_taken = _is_taken(self.letter, forked)
            assert forked.ended() == -9
        if not is_taken and self.letter is not None:
            store(self.place, self.letter)
        settle(self.place)

    def rows(self, name: str) -> list[MailRow]:
        """All mails to somebody, by his name."""
        with self.place.database.read() as tx:
            return [mail for mail in mails_after(tx, 0) if mail.to_address == address_of(name)]

    def kinds(self, name: str) -> list[str]:
        """What mails there are to somebody, all of them sent."""
        rows = self.rows(name)
        assert {row.status for row in rows} <= {"sent"}
        return [row.kind for row in rows]

    def notes(self) -> list[str]:
        """What befell the game."""
        with self.place.database.read() as tx:
            return [json.loads(row.payload)["about"] for row in list_notes(tx, 1)]

    def turns(self) -> list[int]:
        """Whose turns have ended."""
        return [event.seat for event in kept(self.place).events(TurnEnded)]


def _is_taken(letter: EmailMessage, forked: Forked) -> bool:
    """Send a letter to a server that may die meanwhile; whether it has said that it took it."""
    port = forked.smtp_or_end()
    if port is None:
        return False
    try:
        send(letter, "127.0.0.1", port)
    except (SMTPServerDisconnected, ConnectionError):
        return False
    return True


def settle(place: Place) -> None:
    """Do all that is to do, as a server does it that starts again."""
    server = Server(place.settings, place.database, renderer=RENDERER)
    server.tick()
    server.leading.beacon.run()
    while not is_quiet(place.database):
        server.worker.round()
        server.sender.round()
    server.stop()


def hear(place: Place, written: EmailMessage, clock: Clock = system_clock) -> None:
    """Have a letter dealt with at a moment, without a server."""
    Intake(place.database, clock, place.settings).letters.receive(store(place, written, clock))


def store(place: Place, written: EmailMessage, clock: Clock = system_clock) -> int:
    """Put a letter into the inbox, which takes it once; return its id."""
    local_part = str(written["To"]).partition("@")[0]
    envelope = Envelope(str(written["From"]), local_part, written.as_bytes(), "")
    letter_id, _is_new = Intake(place.database, clock, place.settings).letters.store(envelope)
    return letter_id


def to_office(place: Place, name: str, *lines: str) -> EmailMessage:
    """A letter to a player's own address."""
    with place.database.read() as tx:
        player = find_player_by_address(tx, address_of(name))
    assert player is not None
    return letter(lines, player.address, f"{player.token}@{DOMAIN}", None)


def to_seat(place: Place, seat: int, *lines: str) -> EmailMessage:
    """A letter of a seat's player to its address."""
    contact = Penfriend(place, "e1", seat).contact
    return letter(lines, contact.address, f"{contact.token}@{DOMAIN}", None)


def confirming(place: Place, written: EmailMessage) -> EmailMessage:
    """The same letter with `confirm` in it, in answer to the newest mail that its writer got."""
    with place.database.read() as tx:
        question = [mail for mail in mails_after(tx, 0) if mail.to_address == str(written["From"])][-1]
    answered = Received(question.message_id, question.references_, question.subject, question.text)
    return letter(["confirm"], str(written["From"]), str(written["To"]), answered)


def register(place: Place, *names: str) -> None:
    """Make players."""

    def work(tx: Tx) -> None:
        for name in names:
            add_player(tx, name, address_of(name), "en", 0)

    place.database.write(work)


def before(span: timedelta) -> StoppedClock:
    """A clock that stood still so long ago."""
    return StoppedClock(system_clock() - span)


def promote(place: Place) -> None:
    """Make Mona, who is a moderator."""
    register(place, "Mona")

    def work(tx: Tx) -> None:
        mona = find_player_by_address(tx, address_of("Mona"))
        assert mona is not None
        set_role(tx, mona.id, "moderator", on=True)

    place.database.write(work)


def waited_for(place: Place, turns: int) -> None:
    """The game waits for Anna, whose deadline has passed by so many turns' time and an hour."""
    ago = LONG_AGO - timedelta(days=1) + turns * timedelta(days=7) + timedelta(hours=1)
    open_game(place, "Anna", "Bert", clock=before(ago))
    for late in range(turns):
        passed = ago - timedelta(days=7) * (late + 1)
        Intake(place.database, before(passed), place.settings).clock.wake(1)


Prepared: TypeAlias = Callable[[Place], Situation]
"""Makes a situation in a place."""
Check: TypeAlias = Callable[[Situation], None]
"""Fails where not everything was done, or something twice."""
LoadedGame: TypeAlias = tuple[Prepared, Check, Sequence[Passage]]


def done_once(folder: Path, forked: Forked, prepared: Prepared, check: Check, points: Sequence[Passage]) -> None:
    """Have servers die at the points, one after the other, and hold what the last one has done against a check."""
    with new_place(folder) as place:
        situation = prepared(place)
        situation.killed_at(forked, points)
        check(situation)
        backup = LastBackup(to_ms(system_clock()))  # a game of years would want one
        place.database.write(lambda tx: put_last_backup(tx, backup))
        place.pbem("doctor")


def each_alone(cases: Sequence[LoadedGame], last_of: Prepared | None = None) -> list[tuple[Prepared, Check, Passage]]:
    """The cases with each of their points alone; of one that waits for the server's next minute only the last."""
    return [(p, c, point) for p, c, points in cases for point in (points[-1:] if p is last_of else points)]
