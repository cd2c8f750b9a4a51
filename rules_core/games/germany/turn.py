"""Setting up, income, transport symbols and the end of a turn (GE-1 to GE-13)."""

from collections.abc import Mapping

from rules_core.games.germany.ending import close_if_dead, end_year
from rules_core.games.germany.folding import evolve
from rules_core.games.germany.options import GERMAN_BOX, options_on
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.options import chosen
from rules_core.kernel.rulebook import IllegalAction, violation
from rules_core.line import events as ev
from rules_core.line.actions import EndTurn, UseTransport
from rules_core.line.chart import Chart
from rules_core.line.components import components_from
from rules_core.line.sectors import chart_of
from rules_core.line.table import READING, State, Table
from rules_core.line.transition import LineTransition
from rules_core.line.turns import DICE, FIRST_DICE, SEATS, begin_play, next_seat, reduce, symbol_face


def setup(options: Mapping[str, str], seats: int, draw: Draw, before: ev.GameBegan | None = None) -> list[ev.Event]:
    """The events that begin a game for 2 to 4 seats, by the box and reading of one begun `before` or by today's.

    Raises BadOptions (GE-1 to GE-5).
    """
    box = before.components if before else GERMAN_BOX
    chart = chart_of(components_from(box))
    named = chosen(options_on(chart), options, seats, SEATS, before)
    given = dict(named)
    began = ev.GameBegan(
        kind="germany",
        seats=seats,
        options=named,
        components=box,
        dice=DICE[given["extended"]],
        wild=FIRST_DICE,
        start_kind="",
        reading=before.reading if before else READING,
    )
    return [began, *_ends_abroad(chart, given["two_starts"], draw), *begin_play(seats, draw)]


def _ends_abroad(chart: Chart, option: str, draw: Draw) -> list[ev.Event]:
    """The events that place the line's ends in variant `two_starts`: end A in the north, end B in the south (GE-3)."""
    for south in chart.south:
        for north in chart.north:
            if option == f"{south}-{north}".lower():
                return [ev.EndsPlaced(north, south)]
    if option != "drawn":
        return []
    north = chart.north[draw(DrawKey(0, 0, "north", 0), len(chart.north))]
    south = chart.south[draw(DrawKey(0, 0, "south", 0), len(chart.south))]
    return [ev.EndsPlaced(north, south)]


def income_due(table: Table, seat: int) -> ev.IncomeTaken:
    """The income a seat is due (GE-11)."""
    directed = table.directed_by(seat)
    if table.players[seat].held_office and not directed:
        return ev.IncomeTaken(seat, 0, FIRST_DICE, "no office")
    stations = sum(table.built(company.id) for company in directed)
    return ev.IncomeTaken(seat, FIRST_DICE + stations, 0, "stations")


def use_transport(state: State, action: UseTransport) -> list[ev.Event]:
    """One passenger more waits for a company of the player's choice (GE-12). Raises IllegalAction."""
    if action.company not in state.table.companies:
        raise IllegalAction(violation("GE-1", "no_such_company", company=action.company))
    face = symbol_face(state.table.players[action.seat].front, action.wild)
    if face is None:
        raise IllegalAction(violation("GE-12", "no_wild_die" if action.wild else "no_symbol"))
    return [ev.TransportUsed(action.seat, action.company, face)]


def end_turn(state: State, action: EndTurn) -> list[ev.Event]:
    """Dice beyond five go back; the game ends where both ends are dead, else play goes on (GE-12, GE-13, GE-41).

    Raises IllegalAction.
    """
    symbols = state.table.players[action.seat].front.share
    if symbols:
        raise IllegalAction(violation("GE-12", "symbols_left", symbols=symbols))
    transition = LineTransition(state, evolve)
    transition.happen(reduce(state, action))
    seat = next_seat(state.table)
    if close_if_dead(transition):
        return transition.events
    if seat is None:
        end_year(transition)
    else:
        transition.happen(ev.TurnBegan(seat, state.table.turn.number + 1))
    return transition.events
