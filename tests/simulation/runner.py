"""The simulation: it lets a season pass, hour after hour, letter after letter, outages and all."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from rows_kit import mails_after

from pbem.store import Tx
from pbem.store.games.waiting_lists import list_open_lists
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import find_player_by_address, set_role
from pbem.store.players.preferences import get_preferences, put_preferences

from .agenda import Agenda
from .agents import Agent
from .habits import Habits
from .moderator import EVERY, Moderator
from .plan import Opening, Outage, Plan
from .server import SimulatedServer

FIRST_DAY: Final = datetime(2026, 1, 5, 3, 0, tzinfo=UTC)
"""When a season begins, a Monday."""
MINUTE: Final = timedelta(minutes=1)
TICK: Final = timedelta(hours=3)
"""How long the server is left alone while nothing is due; digests are due at moments that are not in the tables."""
_REGISTERED: Final = 2
"""The day on which everybody is registered."""
_WATCHES_EVERY: Final = 10
"""After how many days somebody looks for another game to watch."""


class Simulation:
    """A season under way: the server, the agents, and what is to come.

    The server's clock stands at the season's beginning; `domain` is the part behind the @ of the agents' addresses.
    """

    def __init__(self, server: SimulatedServer, agents: Sequence[Habits], plan: Plan, seed: int, domain: str) -> None:
        self.server = server
        self.plan = plan
        self.seed = seed
        self.agenda = Agenda(server.clock)
        self.agents = {
            habits.name: _agent(habits)(habits, f"{habits.name.lower()}@{domain}", server, self.agenda, seed)
            for habits in agents
        }
        self._by_address = {agent.address: agent for agent in self.agents.values()}
        self._handed_out = 0
        self._lobby = f"{server.settings.mail.lobby}@{server.settings.mail.domain}"
        self.began = server.clock.at
        self._ticked = self.began
        self._plan()

    def run(self, passed: Callable[[datetime], None]) -> None:
        """Let the season pass; `passed` is called with the time after each task. Raises TimeoutError, RuntimeError."""
        clock, end = self.server.clock, self.began + timedelta(days=self.plan.days)
        while clock.at < end:
            tick_at = min(self._tick_at(), end)
            task = self.agenda.next_before(tick_at)
            if task is None:
                clock.at = max(clock.at, tick_at)
                task = self._tick
            task()
            if self.server.daemon is not None:
                self._hand_out()
            passed(clock.at)

    def _tick_at(self) -> datetime:
        """Tell when the server looks next for what is due: as something is, at the latest after TICK."""
        due = self.server.next_due() if self.server.daemon else None
        return min(max(due or self._ticked + TICK, self._ticked + MINUTE), self._ticked + TICK)

    def _tick(self) -> None:
        self._ticked = self.server.clock.at
        if self.server.daemon is not None:
            self.server.tick()

    def _hand_out(self) -> None:
        """Give the agents the mails that came since."""
        with self.server.database.read() as tx:
            rows = mails_after(tx, self._handed_out)
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
        for agent in self.agents.values():
            self._plan_for(agent)
        for opening in self.plan.openings:
            self._plan_opening(opening)
        for outage in self.plan.outages:
            at = self.began + timedelta(days=outage.day, hours=outage.hour)
            self.agenda.note(at, partial(self._go_wrong if outage.is_jump else self._go_out, outage))

    def _plan_for(self, agent: Agent) -> None:
        habits = agent.habits
        agent.do_on(0, partial(agent.write, self._lobby, [f"register {habits.name}"], None))
        agent.do_on(1, partial(self._choose, agent))
        for first, last in habits.away:
            days = " ".join(agent.day(day).date().isoformat() for day in (first, last))
            agent.do_on(max(first - 7, _REGISTERED), partial(agent.write_to_office, f"away {days}"))
        if habits.stands_by:
            agent.do_on(1, partial(agent.write_to_office, "standby"))
        if habits.watches:
            for day in range(_WATCHES_EVERY, self.plan.days, _WATCHES_EVERY):
                agent.do_on(day, agent.watch)
        if isinstance(agent, Moderator):
            for day in range(EVERY - 1, self.plan.days, EVERY):
                agent.do_on(day, agent.begin_evening)

    def _choose(self, agent: Agent) -> None:
        """Store an agent's preferences, as the page of settings does; make a moderator of who is to be one."""

        def work(tx: Tx) -> None:
            player = find_player_by_address(tx, agent.address)
            assert player is not None, f"{agent.habits.name} is not registered"
            chosen = get_preferences(tx, player.id)
            wanted = replace(chosen, format=agent.habits.format, reports=agent.habits.reports)
            put_preferences(tx, player.id, wanted)
            set_role(tx, player.id, "moderator", on=agent.habits.moderates)

        self.server.database.write(work)

    def _plan_opening(self, opening: Opening) -> None:
        opener = self.agents[opening.opener]
        opener.do_on(opening.day, partial(self._open, opener, opening))
        comers = [*([opening.leaver] if opening.leaver else []), *opening.joiners]
        for number, name in enumerate(comers):
            day = opening.day + 1 + number
            self.agents[name].do_on(day, partial(self._join, self.agents[name], opening))
            if name == opening.leaver:
                self.agents[name].do_on(day, partial(self._leave, self.agents[name], opening))

    def _open(self, agent: Agent, opening: Opening) -> None:
        agent.write_to_office(opening.line)
        self._join(agent, opening)
        if opening.is_private:
            agent.write_to_office(f"invite {self._number(opening)} {', '.join(opening.joiners)}")

    def _join(self, agent: Agent, opening: Opening) -> None:
        number = self._number(opening)
        if number is not None:
            agent.write_to_office(f"join {number} with {agent.habits.name} {self.seed} {opening.name}")

    def _leave(self, agent: Agent, opening: Opening) -> None:
        agent.write_to_office(f"leave {self._number(opening)}")

    def _number(self, opening: Opening) -> int | None:
        """Look up the number of a waiting list by its name; None where it waits no more."""
        with self.server.database.read() as tx:
            return next((row.id for row in list_open_lists(tx) if row.name == opening.name), None)

    def _go_wrong(self, outage: Outage) -> None:
        self.server.error = outage.span
        self.agenda.note(self.server.clock.at + outage.span * 2, self._go_right)

    def _go_right(self) -> None:
        self.server.error = timedelta()

    def _go_out(self, outage: Outage) -> None:
        self.server.shut()
        self.agenda.note(self.server.clock.at + outage.span, self.server.open)


def _agent(habits: Habits) -> type[Agent]:
    return Moderator if habits.moderates else Agent
