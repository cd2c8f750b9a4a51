"""Year's end, the end of the game, and whether the ends of the line are dead (GE-25, GE-40 to GE-42)."""

from collections.abc import Iterator
from typing import Final

from rules_core.games.germany.folding import evolve
from rules_core.games.germany.track import SectorRun
from rules_core.grid import Square, step
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import IllegalAction
from rules_core.line import events as ev
from rules_core.line.actions import EndName, LayRun, Piece
from rules_core.line.dice import Dice
from rules_core.line.legality import turns_from
from rules_core.line.sectors import check_site, takers
from rules_core.line.table import Screen, State, Table
from rules_core.line.transition import BankFails, LineTransition

PLENTY: Final = 100
"""More dice than any payment takes."""
TRIES: Final = 2000
"""The number of pieces tried over borders and water before an end is given up on, without calling it dead
[decision].
"""


def end_year(transition: LineTransition) -> None:
    """Passengers come to every company, and the start player moves on (GE-40)."""
    table = transition.table
    transition.happen(ev.PassengersCame(tuple(max(1, table.built(company)) for company in table.companies)))
    start = (table.start + 1) % len(table.players)
    transition.happen(ev.YearBegan(table.year + 1, start))
    transition.happen(ev.TurnBegan(start, 1))


def close_if_last_station(transition: LineTransition, company: str) -> None:
    """The game ends at once where a company has built its last station (GE-41 a)."""
    if transition.table.companies[company].stations_left == 0:
        end_game(transition, "last station")


def fail_bank(state: State, seat: int, fails: BankFails) -> list[ev.Event]:
    """The game ends at once where the bank cannot pay in full; what was done before stands (GE-41 c, FR-71)."""
    transition = LineTransition(state, evolve)
    for event in fails.done:
        transition.happen(event)
    transition.happen(ev.BankBroken(seat, fails.due, transition.table.bank))
    end_game(transition, "bank")
    return transition.events


def end_game(transition: LineTransition, reason: ev.EndReason) -> None:
    """The game is over (GE-41)."""
    transition.happen(ev.GameEnded(reason, standings_of(transition.table)))


def standings_of(table: Table) -> tuple[ev.Standing, ...]:
    """All players, best first: by passengers in all, then directorships; ties to the last are shared (GE-42).

    Where a company has no station nobody wins, and all have place 0. Dice do not count, and none are told.
    """
    is_draw = any(table.built(company) == 0 for company in table.companies)
    scores = {seat: (sum(player.carried), len(table.directed_by(seat))) for seat, player in enumerate(table.players)}
    return tuple(
        ev.Standing(
            seat,
            0 if is_draw else 1 + sum(other > score for other in scores.values()),
            passengers=score[0],
            wild=0,
            dice=0,
            offices=score[1],
        )
        for seat, score in sorted(scores.items(), key=lambda item: item[1], reverse=True)
    )


def close_if_dead(transition: LineTransition) -> bool:
    """End the game where both ends are dead, and say whether it did (GE-41 b)."""
    if not (is_dead(transition.table, "A") and is_dead(transition.table, "B")):
        return False
    end_game(transition, "dead ends")
    return True


def is_dead(table: Table, name: EndName) -> bool:
    """Whether no piece and no station could be put at an end, whatever the dice (GE-25)."""
    return not any(takers(table, square) for square in sites_at(table, name)) and not _takes_run(table, name)


def sites_at(table: Table, name: EndName) -> Iterator[Square]:
    """The squares an end leads to on which some station may stand (GE-31, GE-32)."""
    end = table.line.end(name)
    for side in end.exits:
        square = step(end.square, side)
        if check_site(table, name, square) is None:
            yield square


def _takes_run(table: Table, name: EndName) -> bool:
    """Whether some run could be laid there: of a single piece most often, else of more, over a border or water."""
    seat = table.turn.seat
    players = tuple(changed(player, front=Dice(wild=PLENTY)) for player in table.players)
    rich = State(changed(table, players=players, bank=PLENTY), tuple(Screen(PLENTY) for _ in players))
    end = table.line.end(name)
    starts = [SectorRun(rich, LayRun(seat, name, (), out if end.is_station else None)) for out in end.exits]
    return _any_stops(starts)


def _any_stops(runs: list[SectorRun]) -> bool:
    """Whether some way to go on comes to where a run may stop; those that go on straight are followed first."""
    for _ in range(TRIES):
        if not runs:
            return False
        run = runs.pop()
        longer = []
        for heading in turns_from(run.way_out):
            further = _laid(run, heading)
            if further and further.check_stop() is None:
                return True
            longer += [further] if further else []
        runs += reversed(longer)
    return True


def _laid(run: SectorRun, heading: int) -> SectorRun | None:
    longer = run.copy()
    try:
        longer.lay(Piece(heading))
    except IllegalAction:
        return None
    return longer
