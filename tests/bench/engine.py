"""The engine: actions decided and evolved, the legal list, bots, records and states."""

import hashlib
import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import encode
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.record import Record, dump, export, load, rejudge, replay, verify_dice
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import LayRun, Piece

from .figures import Figure, cpu_ms, median_ms, per_second
from .selfplay import Game

TITLE = "engine, one core"
GAMES = 3
"""Games that positions are taken from, for each bot: with two, three and four players."""
YEARS = 12
TIMES = 5
CALLS = 200_000
LISTED_IN: Final[Mapping[str, int]] = {"first_rails": 5, "germany": 5, "railroad_dice_2": 2}
"""The milliseconds that the legal list may take in half of all positions, by kind."""


def measure() -> Iterator[Figure]:
    """All figures of the engine, for each game."""
    calls = per_second(_call_often, TIMES)
    yield Figure("function calls of this Python", calls, "/s")
    for kind in kinds():
        for figure in _of_game(kind, calls):
            yield replace(figure, name=f"{kind}: {figure.name}")


def _of_game(kind: str, calls: float) -> Iterator[Figure]:
    for bot in ("random", "heuristic"):
        games = [Played(kind, bot, number) for number in range(GAMES)]
        decided = per_second(partial(_decide_all, games), TIMES)
        listed = [time for game in games for time in game.listing_times()]
        requested = [time for game in games for time in game.asking_times]
        yield Figure(f"pieces and actions of {bot} play", decided, "/s", at_least=5000, ceiling=calls)
        yield Figure(f"legal list in {bot} play, median", statistics.median(listed), "ms", at_most=LISTED_IN[kind])
        yield Figure(f"legal list in {bot} play, worst", max(listed), "ms", at_most=50)
        yield Figure(f"one decision of the {bot} bot, mean", statistics.mean(requested), "ms", at_most=10)
    finished = Game(["heuristic"] * 4, 1, kind=kind).finish()
    yield from _of_record(finished.record)
    yield from _of_state(finished.rules, finished.state)


class Played:
    """A game played by bots: its actions, the positions they were taken in, and how long the bots thought."""

    def __init__(self, kind: str, bot: str, number: int) -> None:
        self.game = Game([bot] * (2 + number % 3), number, kind=kind)
        self.rules = self.game.rules
        self.beginning = self.game.state
        self.positions: list[Any] = []
        self.actions: list[Any] = []
        self.asking_times: list[float] = []
        while not self.game.over and self.game.year <= YEARS:
            self.positions.append(self.game.state)
            self.asking_times.append(cpu_ms(self._ask))
            self.game.act(self.actions[-1])

    def decide_all(self) -> int:
        """Do the same again from the beginning; give the number of pieces and other actions."""
        state = _afresh(self.rules, self.beginning)
        for action in self.actions:
            events = self.rules.decide(state, action, self.game.draw)
            assert not isinstance(events, Violations)
            state = fold(self.rules, events, state)
        return sum(_pieces(action) for action in self.actions)

    def listing_times(self) -> Iterator[float]:
        """The milliseconds that the legal list takes in each position, the better of two."""
        for state in self.positions:
            yield min(cpu_ms(partial(list, self._legal(_afresh(self.rules, state)))) for _ in range(2))

    def _legal(self, state: Any) -> Iterator[Any]:
        return self.rules.legal(self.rules.view(state, state.table.turn.seat))

    def _ask(self) -> None:
        self.actions.append(self.game.ask())


def _call_often() -> int:
    for number in range(CALLS):
        _nothing(number)
    return CALLS


def _nothing(number: int) -> int:
    return number


def _decide_all(games: Sequence[Played]) -> int:
    return sum(game.decide_all() for game in games)


def _pieces(action: object) -> int:
    """The pieces of a run; any other action counts as one."""
    return sum(isinstance(step, Piece) for step in action.steps) if isinstance(action, LayRun) else 1


def _afresh(rules: AnyGame, state: Any) -> Any:
    """The same position, with nothing worked out for it yet."""
    return rules.decode_state(encode(state))


def _of_record(record: Record) -> Iterator[Figure]:
    text = dump(export(record))
    size = f"{len(text) / 1024:.0f} KB, {len(record.entries)} entries"
    parsed = median_ms(partial(json.loads, text), TIMES)
    yield Figure(f"JSON read by Python ({size})", parsed, "ms")
    yield Figure("SHA-256 of it", median_ms(partial(_digest, text), TIMES), "ms")
    yield Figure("record written", median_ms(lambda: dump(export(record)), TIMES), "ms")
    yield Figure("record read", median_ms(partial(load, text), TIMES), "ms", ceiling=parsed)
    yield Figure("record replayed", median_ms(partial(replay, record), TIMES), "ms")
    yield Figure("record read and replayed", median_ms(lambda: replay(load(text)), TIMES), "ms", at_most=100)
    yield Figure("record judged again", median_ms(partial(rejudge, record, ruleset_for(record.kind)), TIMES), "ms")
    yield Figure("dice verified", median_ms(partial(verify_dice, record), TIMES), "ms")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _of_state(rules: AnyGame, state: Any) -> Iterator[Figure]:
    data = encode(state)
    text = json.dumps(data)
    written = median_ms(partial(json.dumps, data), TIMES)
    read = median_ms(partial(json.loads, text), TIMES)
    yield Figure(
        f"state to JSON values ({len(text) / 1024:.0f} KB)",
        median_ms(partial(encode, state), TIMES),
        "ms",
        ceiling=written,
    )
    yield Figure("state from JSON values", median_ms(partial(rules.decode_state, data), TIMES), "ms", ceiling=read)
