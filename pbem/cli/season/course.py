"""The course of a season: hour after hour, letter after letter, outages and all."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from pbem.cli.season.agenda import Agenda
from pbem.cli.season.habits import Habits
from pbem.cli.season.house import House
from pbem.cli.season.moderator import EVERY, Moderator
from pbem.cli.season.people import Person
from pbem.cli.season.plan import Opening, Outage, Plan
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import MailRow

FIRST_DAY: Final = datetime(2026, 1, 5, 3, 0, tzinfo=UTC)
"""When a season begins: a Monday."""
MINUTE: Final = timedelta(minutes=1)
TICK: Final = timedelta(hours=3)
"""How long the server is left alone while nothing is due: what happens to have no moment in the tables is digests."""
_REGISTERED: Final = 2
"""The day on which everybody is registered."""
_WATCHES_EVERY: Final = 10
"""After how many days somebody looks for another game to watch."""


class Season:
    """A season under way: the server's house, its people, and what is to come.

    The house's clock stands at the season's beginning; `address` is the part behind the @ of the people's addresses.
    """

    def __init__(self, house: House, people: Sequence[Habits], plan: Plan, seed: int, address: str) -> None:
        self.house = house
        self.plan = plan
        self.seed = seed
        self.agenda = Agenda(house.clock)
        self.people = {
            habits.name: _person(habits)(habits, f"{habits.name.lower()}@{address}", house, self.agenda, seed)
            for habits in people
        }
        self._by_address = {person.address: person for person in self.people.values()}
        self._handed_out = 0
        self._lobby = f"{house.settings.mail.lobby}@{house.settings.mail.domain}"
        self.began = house.clock.at
        self._ticked = self.began
        self._plan()

    def run(self, passed: Callable[[datetime], None]) -> None:
        """Lets the season pass; `passed` is told after each thing that was done. Raises TimeoutError, RuntimeError."""
        clock, end = self.house.clock, self.began + timedelta(days=self.plan.days)
        while clock.at < end:
            tick_at = min(self._tick_at(), end)
            act = self.agenda.next_before(tick_at)
            if act is None:
                clock.at = max(clock.at, tick_at)
                act = self._tick
            act()
            if self.house.server is not None:
                self._hand_out()
            passed(clock.at)

    def _tick_at(self) -> datetime:
        """When the server looks next for what is due: as something is, at the latest after TICK."""
        due = self.house.next_due() if self.house.server else None
        return min(max(due or self._ticked + TICK, self._ticked + MINUTE), self._ticked + TICK)

    def _tick(self) -> None:
        self._ticked = self.house.clock.at
        if self.house.server is not None:
            self.house.tick()

    def _hand_out(self) -> None:
        """Gives people the mails that came since."""
        with self.house.database.read() as tx:
            rows = repo.mails_after(tx, self._handed_out)
        if not rows:
            return
        self._handed_out = rows[-1].id
        mails: dict[str, list[MailRow]] = {}
        for row in rows:
            mails.setdefault(row.to_address, []).append(row)
        for address, found in mails.items():
            if address in self._by_address:
                self._by_address[address].get(found)

    def _plan(self) -> None:
        for person in self.people.values():
            self._plan_for(person)
        for opening in self.plan.openings:
            self._plan_opening(opening)
        for outage in self.plan.outages:
            at = self.began + timedelta(days=outage.day, hours=outage.hour)
            self.agenda.note(at, partial(self._go_wrong if outage.is_jump else self._go_out, outage))

    def _plan_for(self, person: Person) -> None:
        habits = person.habits
        person.do_on(0, partial(person.write, self._lobby, [f"register {habits.name}"], None))
        person.do_on(1, partial(self._choose, person))
        for first, last in habits.away:
            days = " ".join(person.day(day).date().isoformat() for day in (first, last))
            person.do_on(max(first - 7, _REGISTERED), partial(person.write_to_office, f"away {days}"))
        if habits.stands_by:
            person.do_on(1, partial(person.write_to_office, "standby"))
        if habits.watches:
            for day in range(_WATCHES_EVERY, self.plan.days, _WATCHES_EVERY):
                person.do_on(day, person.watch)
        if isinstance(person, Moderator):
            for day in range(EVERY - 1, self.plan.days, EVERY):
                person.do_on(day, person.sit_at_desk)

    def _choose(self, person: Person) -> None:
        """He chooses on the page what his mails are like; the operator makes him a moderator, if he is to be one."""

        def work(tx: Tx) -> None:
            player = repo.player_by_address(tx, person.address)
            assert player is not None, f"{person.habits.name} is not registered"
            chosen = repo.preferences(tx, player.id)
            wanted = replace(chosen, format=person.habits.format, reports=person.habits.reports)
            repo.put_preferences(tx, player.id, wanted)
            repo.set_moderator(tx, player.id, person.habits.moderates)

        self.house.database.write(work)

    def _plan_opening(self, opening: Opening) -> None:
        opener = self.people[opening.opener]
        opener.do_on(opening.day, partial(self._open, opener, opening))
        comers = [*([opening.leaver] if opening.leaver else []), *opening.joiners]
        for number, name in enumerate(comers):
            day = opening.day + 1 + number
            self.people[name].do_on(day, partial(self._join, self.people[name], opening))
            if name == opening.leaver:
                self.people[name].do_on(day, partial(self._leave, self.people[name], opening))

    def _open(self, person: Person, opening: Opening) -> None:
        person.write_to_office(opening.line)
        self._join(person, opening)
        if opening.is_private:
            person.write_to_office(f"invite {self._number(opening)} {', '.join(opening.joiners)}")

    def _join(self, person: Person, opening: Opening) -> None:
        number = self._number(opening)
        if number is not None:
            person.write_to_office(f"join {number} with {person.habits.name} {self.seed} {opening.name}")

    def _leave(self, person: Person, opening: Opening) -> None:
        person.write_to_office(f"leave {self._number(opening)}")

    def _number(self, opening: Opening) -> int | None:
        """The number of a waiting list that he has heard of; None where it waits no more."""
        with self.house.database.read() as tx:
            return next((row.id for row in repo.open_lists(tx) if row.name == opening.name), None)

    def _go_wrong(self, outage: Outage) -> None:
        self.house.error = outage.span
        self.agenda.note(self.house.clock.at + outage.span * 2, self._go_right)

    def _go_right(self) -> None:
        self.house.error = timedelta()

    def _go_out(self, outage: Outage) -> None:
        self.house.shut()
        self.agenda.note(self.house.clock.at + outage.span, self.house.open)


def _person(habits: Habits) -> type[Person]:
    return Moderator if habits.moderates else Person
