"""Whole games between bots, played through the rules as a server would, for tests and measurements."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_core.games import bot_named, ruleset_for
from rules_core.kernel.beacon import BeaconDraw
from rules_core.kernel.definition import AnyGame, AnyPlayer, Choose, fold
from rules_core.kernel.dice import Draw, commitment, keyed_draw
from rules_core.kernel.events import Action, Begun, Corrected, Event
from rules_core.kernel.log import LogEntry, Rollback, fold_entries
from rules_core.kernel.record import Commitment, Record, Salt
from rules_core.kernel.rulebook import Violations


class Game:
    """A game in the playing: its state, and the log that led to it."""

    def __init__(
        self,
        bots: Sequence[str],
        number: int,
        options: Mapping[str, str] | None = None,
        kind: str = "first_rails",
        *,
        salts: Sequence[str] | None = None,
        beacon: BeaconDraw | None = None,
        reading: int | None = None,
    ) -> None:
        """`salts` are by default made of the bots' names; `beacon` is the public round its dice are drawn with.

        `reading` is how the rules are read, if not as in new games.
        """
        self.rules: AnyGame = ruleset_for(kind)
        self.bots = tuple(bots)
        self.players: tuple[AnyPlayer, ...] = tuple(bot_named(bot) for bot in bots)
        self.options = dict(options or {})
        self.tag = f"t{number}"
        self.seed = number.to_bytes(32, "big")
        self.salts = tuple(salts or (f"salt of {bot} {seat}" for seat, bot in enumerate(bots)))
        self.beacon = beacon
        self.draw: Draw = self._draw_of(self.seed, 0)
        self.choose: Choose = random.Random(number).randrange
        self.seeds: dict[int, bytes] = {}
        self.entries: list[LogEntry] = []
        events = [_read(event, reading) for event in self.rules.setup(self.options, len(bots), self.draw)]
        self.state: Any = fold(self.rules, events)
        self._log(events)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.table.over)

    @property
    def year(self) -> int:
        """The year being played."""
        return int(self.state.table.year)

    def ask(self) -> Action:
        """What the player whose turn it is does next."""
        seat = self.state.table.turn.seat
        view = self.rules.view(self.state, seat)
        found: Action = self.players[seat](view, self.rules.legal(view), self.choose)
        return found

    def offers(self, kind: type[Action]) -> bool:
        """Whether an action of a kind is among those that are listed as legal."""
        view = self.rules.view(self.state, self.state.table.turn.seat)
        return any(isinstance(action, kind) for action in self.rules.legal(view))

    def act(self, action: Action) -> None:
        """Do it; fail where the rules refuse it."""
        events = self.rules.decide(self.state, action, self.draw)
        assert not isinstance(events, Violations), (action, events)
        self.entries.append(LogEntry(len(self.entries) + 1, action.seat, action))
        self.state = fold(self.rules, events, self.state)
        self._log(events)

    def take_back(self, to: int) -> None:
        """Return to a position of the log, at the wish of the player whose turn it is."""
        seat = self.state.table.turn.seat
        self.entries.append(LogEntry(len(self.entries) + 1, seat, to))
        self.state = fold_entries(self.rules, self.entries)

    def roll_back(self, to: int, epoch: int = 0, seed: bytes | None = None) -> int:
        """Go on from any position of the log, as a moderator does, with the dice of an epoch; give its position.

        `seed` is the epoch's own, where it has one and begins with this.
        """
        promised = None if seed is None else commitment(seed)
        if seed is not None:
            self.seeds[epoch] = seed
        self.entries.append(LogEntry(len(self.entries) + 1, None, Rollback(to, epoch, promised)))
        self.state = fold_entries(self.rules, self.entries)
        self.draw = self._draw_of(self.seeds.get(epoch, self.seed), epoch)
        return len(self.entries)

    def correct(self, correction: Corrected) -> None:
        """Do what a moderator does by hand."""
        self._log([correction])
        self.state = fold(self.rules, [correction], self.state)

    def play(self, years: int) -> Iterator[Any]:
        """Play to the end of the game, or of so many years; give the state before each action."""
        while not self.over and self.year <= years:
            yield self.state
            self.act(self.ask())

    def finish(self, years: int = 60) -> "Game":
        """The game played to its end, or until it has lasted so many years."""
        for _ in self.play(years):
            pass
        return self

    @property
    def record(self) -> Record:
        """The game's record so far."""
        return Record(
            kind=self.rules.kind,
            ruleset=self.rules.version,
            game=self.tag,
            players=tuple(f"{bot.title()} {seat}" for seat, bot in enumerate(self.bots)),
            options=self.options,
            opening=(
                Commitment(commitment(self.seed)),
                *(Salt(seat, salt) for seat, salt in enumerate(self.salts)),
                *(() if self.beacon is None else (self.beacon,)),
            ),
            entries=tuple(self.entries),
            seed=self.seed,
            seeds=self.seeds,
        )

    def _draw_of(self, seed: bytes, epoch: int) -> Draw:
        name, mixed_in = (self.tag, None) if self.beacon is None else (self.beacon.name, self.beacon.randomness)
        return keyed_draw(seed, name, self.salts, epoch, mixed_in)

    def _log(self, events: Sequence[Event]) -> None:
        for event in events:
            self.entries.append(LogEntry(len(self.entries) + 1, None, event))


def _read(event: Any, reading: int | None) -> Any:
    """An event that sets a game up, by a reading of the rules where one is named."""
    is_read = reading is not None and isinstance(event, Begun)
    return replace(event, reading=reading) if is_read else event
