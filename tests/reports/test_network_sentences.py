"""Sentences of Railroad Dice 2: what happened, what is refused, and how a game ends."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import chain, product
from pathlib import Path

import pytest
from each_kit import each
from network_reports_kit import KIND, first, names_of, played, presented
from reports_kit import NAMES

import rules_core.games.railroad_dice_2 as engine
from pbem.games.presentation import presentation_of
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.sentences import CLOSINGS, ENDINGS, format_event, format_events
from pbem.games.railroad_dice_2.violations import FAULTS, REFUSALS, correction_fault, violation_sentence
from pbem.i18n import catalogue
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game
from rules_core.grid import Square
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import CorrectionFault, violation

ENGLISH, PSEUDO = catalogue("en"), catalogue("xx")
CORRECTED = (
    ev.UnitsMoved(5, ev.UnitPlace("bank"), ev.UnitPlace("seat", 1)),
    ev.UnitsMoved(5, ev.UnitPlace("tile", 3), ev.UnitPlace("seat", 0)),
    ev.LocomotiveMoved(3, None, 1),
    ev.LocomotiveMoved(3, 1, 0),
    ev.RollMarked(0, True),
    ev.RollMarked(0, False),
    GameCancelled(),
)


def test_every_event_of_random_games_has_a_sentence() -> None:
    found: set[type] = set()
    for seats in (2, 3, 4):
        for bot, seed in (("random", seats), ("heuristic", seats)):
            for table, events in played(seats, bot, seed, 500):
                for event in events:
                    sentence = format_event(event, names_of(table))
                    assert sentence.endswith(".") and "%(" not in sentence, sentence
                    found.add(type(event))
    names = names_of(played(3)[-1][0])
    for event in (*CORRECTED, ev.StationsLeftOut(2), ev.LocomotivesScrapped(2), ev.WildTaken(0), ev.RollPassed(0)):
        assert format_event(event, names).endswith(".")
        found.add(type(event))
    assert set(game.events) <= found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_happened_is_told_by_turns_and_each_turn_ends_but_the_last(seats: int) -> None:
    steps = played(seats)
    names = names_of(steps[-1][0])
    start = next(at for at, (table, _events) in enumerate(steps) if table.year == 2)
    chapters = format_events(list(chain.from_iterable(events for _table, events in steps[start:])), names)
    assert len(chapters) > seats
    ends = [chapter for chapter in chapters if "ends the turn." in " ".join(chapter)]
    assert len(ends) > seats
    assert all(chapter[-1].endswith("ends the turn.") or "over" in chapter[-1] for chapter in ends[:-1])


def test_stations_placed_in_a_row_are_one_list_without_ends_of_turns() -> None:
    steps = played(3)
    events = [event for table, found in steps if table.phase == "placing" for event in found]
    chapters = format_events(events, names_of(steps[20][0]))
    assert len(chapters) <= 2
    assert not [line for chapter in chapters for line in chapter if "ends the turn" in line]
    assert sum("places" in line for line in chapters[-1]) == 8  # the ninth begins the first year


E4, E5, F5 = Square(4, 3), Square(4, 4), Square(5, 4)
FOLDED: list[tuple[list[object], list[str]]] = [
    (
        [
            ev.TrackLaid(0, E4, "ns", "straight", 0),
            ev.TrackLaid(0, E5, "ne", "?", 0),
            ev.TrackLaid(0, F5, "ew", "straight", 2),
        ],
        ["Anna lays e4 ns, e5 ne (a ?), f5 ew (2 units)."],
    ),
    (
        [ev.TrackExpanded(0, E4, "sw", "switch-left", "straight"), ev.TrackExpanded(0, E5, "ns", "?", "curve")],
        ["Anna expands e4 +sw (a left switch), e5 +ns (?) and takes back 1 straight, 1 curve."],
    ),
    (
        [ev.LocomotiveBought(1, 2, 5), ev.LocomotiveBought(1, 3, 10)],
        ["Ben buys locomotives 2, 3 for 15 units."],
    ),
    ([ev.LocomotiveBought(1, 2, 5)], ["Ben buys a locomotive 2 for 5 units."]),
    (
        [ev.PassengersCalled(0, 3, "locomotive"), ev.PassengersArrived("called", (0, 0, 5, 0, 0, 0))],
        ["Anna gives back a die showing a locomotive: 5 passengers come to wait beside tile 3."],
    ),
    (
        [ev.PassengersCalled(0, 3, "?"), ev.PassengersArrived("called", (0,) * 6)],
        [
            "Anna gives back a die showing ? for new passengers beside tile 3.",
            "The bank is empty, so no passengers come.",
        ],
    ),
    (
        [ev.RollPassed(0), ev.PassengersArrived("passed", (5, 0, 10, 0, 0, 0))],
        ["Anna passes the roll, and passengers come to every station: 5 beside tile 1, 10 beside tile 3."],
    ),
    (
        [ev.PassengersArrived("closing", (5, 0, 0, 0, 0, 10), 15)],
        [
            "The last passengers come: 5 beside tile 1, 10 beside tile 6. The bank is short: 15 of them are extra "
            "counters."
        ],
    ),
    (
        [ev.DiceThrown(0, ("curve", "curve", "wye"), 2)],
        ["Anna rolls 2 simple dice and 1 complex die: 2 curves; 1 wye."],
    ),
]


@each(("events", "told"), FOLDED)
def test_small_things_in_a_row_are_told_together(events: list[object], told: list[str]) -> None:
    assert format_events(events, names_of(played(3)[-1][0])) == [told]


def test_trips_are_told_with_their_sum() -> None:
    """R2-16."""
    table = played(3)[-1][0]
    names = names_of(table)
    trips = [ev.PassengersTransported(0, 3, at, 3 - at) for at in (1, 2)]
    one, other = (f"{3 - at} from {names.station(at)} (locomotive 3)" for at in (1, 2))
    assert format_events(trips, names) == [[f"Anna carries 3 passengers home: {one}, {other}."]]


def test_a_connection_is_told_for_each_owner_with_what_it_paid() -> None:
    """R2-14."""
    table = first(played(3), lambda table: table.year == 1)
    names = names_of(table)
    home, other = (table.network.home(seat) for seat in (0, 1))
    assert home is not None and other is not None
    joined = ev.StationsConnected(((0, other), (1, home)), (5, 0, 0))
    assert format_event(joined, names) == (
        f"Anna is connected to {names.station_in_full(other)} and gets 5 units. "
        f"Ben is connected to {names.station_in_full(home)}."
    )


def test_all_texts_of_events_go_through_the_catalogue() -> None:
    for table, events in (*played(4)[::5], *played(2, "random", 3)[::5]):
        names = NetworkNames(table, NAMES[: table.seats], PSEUDO)
        assert all(format_event(event, names).startswith("⟦") for event in events)


def _named() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every rule and code that the engine of the game refuses by, each with the names of its facts."""
    for path in sorted(Path(engine.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "violation":
                rules, codes = map(list, map(_texts, node.args))
                facts = {keyword.arg or "*" for keyword in node.keywords}
                yield from ((rule, code, frozenset(facts)) for rule, code in product(rules, codes))


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    else:
        assert isinstance(node, ast.Constant) and isinstance(node.value, str)
        yield node.value


FACTS: Mapping[str, str | int] = {
    "square": "4,3", "beside": "5,3", "pair": "ns", "face": "switch-left", "tile": 3, "cost": 2, "units": 1,
    "price": 10, "station": 1, "locomotive": 4, "distance": 5, "simple": 3, "complex": 0,
}  # fmt: skip


def test_every_refusal_of_the_engine_has_words_and_no_words_are_left_over() -> None:
    found = list(_named())
    assert len(found) > 40
    assert {(rule, code) for rule, code, _facts in found} == set(REFUSALS)
    for rule, code, facts in found:
        requested = set(re.findall(r"%\((\w+)\)s", REFUSALS[rule, code]))
        assert "*" in facts or requested <= facts, f"{rule} {code} wants {requested - facts}"


@each(("rule", "code"), REFUSALS)
def test_a_refusal_is_told_with_and_without_its_position(rule: str, code: str) -> None:
    requested: set[str] = set(re.findall(r"%\((\w+)\)s", REFUSALS[rule, code]))
    broken = violation(rule, code, **{name: FACTS[name] for name in requested})
    table = first(played(3), lambda table: table.year == 1)
    for text in (presented(table).describe_violation(broken), violation_sentence(broken, ENGLISH)):
        assert text.startswith(f"{rule}: ") and text.endswith(".")
        assert "%(" not in text and not re.search(r"\d,\d", text)
    if "station" in requested:
        assert names_of(table).station_in_full(1) in presented(table).describe_violation(broken)


def test_every_reason_against_a_correction_has_words() -> None:
    source = Path(engine.__file__).with_name("judging.py").read_text(encoding="utf-8")
    assert set(re.findall(r'CorrectionFault\("([\w ]+)"', source)) == set(FAULTS)
    fault = CorrectionFault("too few", {"number": 9, "there": 4})
    assert correction_fault(fault, ENGLISH) == "There are 4 units, fewer than 9."


def test_every_end_and_every_cause_of_the_closing_phase_has_words() -> None:
    """R2-30, R2-31, R2-33."""
    assert {"no passengers", "nobody able", "no transport", "agreed", "abandoned", "cancelled"} == set(ENDINGS)
    assert set(CLOSINGS) == {"connected", "bank", "complex", "dice", "idle"}
    assert presentation_of(KIND).endings == ENDINGS
