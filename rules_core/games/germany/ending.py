"""Year's end and the end of the game (GE-40 to GE-42)."""

from rules_core.games.germany.folding import evolve
from rules_core.line import events as ev
from rules_core.line.table import State, Table
from rules_core.line.transition import BankFails, Transition


def end_year(transition: Transition) -> None:
    """Passengers come to every company, and the start player moves on (GE-40)."""
    table = transition.table
    transition.happen(ev.PassengersCame(tuple(max(1, table.built(company)) for company in table.companies)))
    start = (table.start + 1) % len(table.players)
    transition.happen(ev.YearBegan(table.year + 1, start))
    transition.happen(ev.TurnBegan(start, 1))


def close_if_last_station(transition: Transition, company: str) -> None:
    """The game ends at once where a company has built its last station (GE-41 a)."""
    if transition.table.companies[company].stations_left == 0:
        end_game(transition, "last station")


def fail_bank(state: State, seat: int, fails: BankFails) -> list[ev.Event]:
    """The game ends at once where the bank cannot pay in full; what was done before stands (GE-41 c, FR-71)."""
    transition = Transition(state, evolve)
    for event in fails.done:
        transition.happen(event)
    transition.happen(ev.BankBroken(seat, fails.due, transition.table.bank))
    end_game(transition, "bank")
    return transition.events


def end_game(transition: Transition, reason: ev.EndReason) -> None:
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
