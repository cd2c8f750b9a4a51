"""Railroad Dice 2 told to its readers: events, refusals, reports, what may be done, and pages' choices."""

import ast
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from reports_kit import NAMES, context

import rules_core.games.railroad_dice_2 as engine
from pbem.commands.orders import ActionOrder, read
from pbem.commands.orders.notation import bind
from pbem.commands.orders.script import DeferredOrder, Wish
from pbem.games.compose import turn_report
from pbem.games.presentation import presentation_of
from pbem.games.railroad_dice_2.choices import ChoiceGroup
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.outlook import reached
from pbem.games.railroad_dice_2.presenter import NetworkPresenter
from pbem.games.railroad_dice_2.sentences import CLOSINGS, ENDINGS, format_event, format_events
from pbem.games.railroad_dice_2.violations import FAULTS, REFUSALS, correction_fault, violation_sentence
from pbem.i18n import catalogue
from pbem.reports import document as doc
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import FinishTurn, Move
from rules_core.games.railroad_dice_2.judging import compare
from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable
from rules_core.grid import Square
from rules_core.kernel.definition import fold
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import CorrectionFault, violation

ENGLISH, PSEUDO = catalogue("en"), catalogue("xx")
KIND = "railroad_dice_2"
Steps = Sequence[tuple[NetworkTable, Sequence[object]]]


@cache
def played(seats: int, bot: str = "heuristic", seed: int = 7, most: int = 900) -> Steps:
    """A game, as positions with the events that led to each."""
    chance = random.Random(seed)
    begun = game.setup({}, seats, lambda _key, sides: chance.randrange(sides))
    table = fold(game, begun)
    steps: list[tuple[NetworkTable, Sequence[object]]] = [(table, tuple(begun))]
    while not table.over and len(steps) < most:
        view = game.view(table, table.turn.seat)
        action = game.bots[bot](view, game.legal(view), chance.randrange)
        events = game.decide(table, action, lambda _key, sides: chance.randrange(sides))
        assert isinstance(events, list)
        table = fold(game, events, table)
        steps.append((table, tuple(events)))
    return tuple(steps)


def presented(table: NetworkTable, language: str = "en") -> NetworkPresenter:
    return NetworkPresenter(table, NAMES[: table.seats], catalogue(language))


def names_of(table: NetworkTable) -> NetworkNames:
    return presented(table).names


def legal_at(table: NetworkTable) -> list[Move]:
    return list(game.legal(game.view(table, table.turn.seat)))


def first(steps: Steps, fits: Callable[[NetworkTable], bool]) -> NetworkTable:
    return next(table for table, _events in steps if fits(table))


def report(table: NetworkTable, seat: int | None, news: Sequence[Any] = (), language: str = "en") -> str:
    view = game.view(table, seat)
    facts = context(table.seats, over=table.over, kind=KIND)
    legal = list(game.legal(view))
    return turn_report(view, news, facts, catalogue(language), year_ended=False, legal=legal).text


def unwrapped(text: str) -> str:
    return " ".join(text.split())


# Events


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
    told: set[type] = set()
    for seats in (2, 3, 4):
        for bot, seed in (("random", seats), ("heuristic", seats)):
            for table, events in played(seats, bot, seed, 500):
                for event in events:
                    sentence = format_event(event, names_of(table))
                    assert sentence.endswith(".") and "%(" not in sentence, sentence
                    told.add(type(event))
    names = names_of(played(3)[-1][0])
    for event in (*CORRECTED, ev.StationsLeftOut(2), ev.LocomotivesScrapped(2), ev.WildTaken(0), ev.RollPassed(0)):
        assert format_event(event, names).endswith(".")
        told.add(type(event))
    assert set(game.events) <= told


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


@pytest.mark.parametrize(("events", "told"), FOLDED)
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


# Refusals


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
        asked = set(re.findall(r"%\((\w+)\)s", REFUSALS[rule, code]))
        assert "*" in facts or asked <= facts, f"{rule} {code} wants {asked - facts}"


@pytest.mark.parametrize(("rule", "code"), REFUSALS)
def test_a_refusal_is_told_with_and_without_its_position(rule: str, code: str) -> None:
    asked: set[str] = set(re.findall(r"%\((\w+)\)s", REFUSALS[rule, code]))
    broken = violation(rule, code, **{name: FACTS[name] for name in asked})
    table = first(played(3), lambda table: table.year == 1)
    for told in (presented(table).describe_violation(broken), violation_sentence(broken, ENGLISH)):
        assert told.startswith(f"{rule}: ") and told.endswith(".")
        assert "%(" not in told and not re.search(r"\d,\d", told)
    if "station" in asked:
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


# Reports


def in_the_middle(seats: int = 3) -> NetworkTable:
    """A position with locomotives, connections, and dice in hand."""
    return first(
        played(seats),
        lambda table: (
            table.year >= 3 and bool(table.turn.simple) and bool(table.active.locomotives) and not table.turn.used
        ),
    )


def test_a_report_tells_who_waits_where_who_has_what_and_what_is_for_sale() -> None:
    table = in_the_middle()
    names, text = names_of(table), report(table, table.turn.seat)
    for at in range(len(table.network.stations)):
        assert names.station(at) in text
    for seat, player in enumerate(table.players):
        row = next(line for line in text.splitlines() if line.startswith(NAMES[seat]) and " of " in line)
        assert str(player.units) in row.split() and f"{len(player.connected)} of 8" in row
    told = unwrapped(text)
    assert f"For sale now: locomotive {table.locomotives[0]} for" in told
    assert f"In the bank: {table.bank} units" in told and "In the dice bank:" in told


def test_a_report_tells_its_reader_what_each_locomotive_reaches_and_could_carry() -> None:
    """R2-16: the distance is not more than the number; what moves is the smaller of number and waiting."""
    table = in_the_middle()
    for seat in range(table.seats):
        if not table.players[seat].locomotives or not table.players[seat].connected:
            continue
        lines = unwrapped(report(table, seat))
        for number in set(table.unused(seat)):
            told = re.search(
                rf"locomotives? {number}: ([^:]+?)(?= (?:\d+ )?locomotives? \d+:| too far| at best| What)", lines
            )
            assert told is not None
            for station in table.players[seat].connected:
                distance = table.distance(seat, station)
                assert distance is not None
                reached = f"{names_of(table).station(station)} ({min(number, table.waiting_at(station))})"
                assert (reached in told[1]) == (distance <= number), told[0]


def test_a_report_tells_what_the_next_connections_need() -> None:
    table = in_the_middle()
    presenter = presented(table)
    (block,) = presenter.prospects(game.view(table, table.turn.seat))
    assert isinstance(block, doc.Entries)
    needs = next(entry for entry in block.items if "connections need" in entry.head)
    assert needs.details
    kinds = r"\d+ (?:straight|curve|left switch|right switch|wye|crossing|double curve|\?)"
    assert all(re.search(kinds, line) or line.startswith("farther away") for line in needs.details)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_report_tells_how_near_the_closing_phase_is_by_each_cause(seats: int) -> None:
    """R2-30."""
    table = in_the_middle(seats)
    told = unwrapped(report(table, None))
    most = max(len(player.connected) for player in table.players)
    lacking = len(table.network.stations) - 1 - most
    assert re.search(rf"connected to all stations \([^)]* lacks? {lacking}", told)
    assert f"the bank is empty ({table.bank} units left)" in told
    assert f"no complex dice are left ({table.complex_left} now)" in told
    assert f"2 dice or fewer ({table.simple_left + table.complex_left} now)" in told


def test_while_stations_are_placed_a_report_says_where_they_may_stand_and_not_year_0() -> None:
    """R2-5."""
    table = played(3)[4][0]
    text = report(table, table.turn.seat)
    mover = NAMES[table.turn.seat]
    assert "It is your turn (placing stations, turn 5)." in unwrapped(text)
    assert f"{mover} places the next grey station. It may stand on:" in unwrapped(text)
    assert "year 0" not in unwrapped(text)
    open_names = re.findall(r"\b[a-z]\d\b", " ".join(re.findall(r"tile \d: ([a-z0-9 ]+)", text)))
    assert len(open_names) == len(set(open_names)) == len(legal_at(table))


def test_in_the_closing_phase_a_report_begins_with_why_and_what_may_still_be_done() -> None:
    """R2-30, R2-31."""
    table = first(played(3), lambda table: table.phase == "closing" and not table.over)
    assert table.closing is not None
    opening = unwrapped(report(table, table.turn.seat).partition("==")[0])
    assert f"The closing phase has begun: {CLOSINGS[table.closing]}." in opening
    assert "The game ends when nobody waits any more" in unwrapped(report(table, None))


def test_the_end_is_told_with_standings_and_what_decided() -> None:
    """R2-31."""
    table = played(3)[-1][0]
    assert table.over
    text = unwrapped(report(table, 0))
    assert "The game is over:" in text and ENDINGS[table.ended or ""] in text
    assert "decide" in text and "(R2-31)" in text
    assert all(f" {one.units} " in text for one in table.standings)


def test_no_report_is_longer_than_a_few_pages_and_no_line_wider_than_a_mail() -> None:
    for table, events in (*played(4)[::25], *played(2)[::25]):
        lines = report(table, table.turn.seat, events).splitlines()
        assert len(lines) < 130
        assert all(len(line) <= 72 for line in lines), max(lines, key=len)


def test_nothing_is_hidden() -> None:
    """All lies on the table, so no secret is told of."""
    table = in_the_middle()
    view = game.view(table, 0)
    presenter = presented(table)
    assert (presenter.hidden(view), presenter.hidden_change(view, view), presenter.revealed(view)) == ("", None, [])


def test_all_texts_of_a_report_go_through_the_catalogue() -> None:
    for table in (played(3)[3][0], in_the_middle()):
        for block in presented(table, "xx").position(()):
            if isinstance(block, doc.Grid):
                assert all("⟦" in cell for cell in block.head)
            elif isinstance(block, doc.Lines):
                assert all(line.startswith("⟦") for line in block.lines)


# Orders


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_suggestion_is_an_order_that_is_taken_as_it_stands(language: str) -> None:
    for table, _events in (*played(2)[::12], *played(4)[::12]):
        view = game.view(table, table.turn.seat)
        legal = legal_at(table)
        for line in presented(table, language).suggestions(legal):
            script = read([line.order], view, language)
            assert not script.faults, line.order
            (order,) = script.orders
            assert (
                (order.action in legal) if isinstance(order, ActionOrder) else isinstance(order, Wish | DeferredOrder)
            )


def test_suggestions_are_few_whatever_the_dice() -> None:
    """One line for each square."""
    for table, _events in (*played(2), *played(3), *played(4)):
        suggested = presented(table).suggestions(legal_at(table))
        assert len(suggested) <= 30
        assert len({line.order for line in suggested}) == len(suggested)


def test_every_way_to_lay_and_expand_is_named_in_a_suggestion_or_its_note() -> None:
    table = in_the_middle()
    told = " ".join(f"{line.order} {line.note}" for line in presented(table).suggestions(legal_at(table)))
    for action in legal_at(table):
        if hasattr(action, "pair"):
            assert action.pair in told


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_likely_orders_are_a_turn_that_can_be_read(language: str) -> None:
    for table, _events in (*played(2)[::10], *played(3)[::10]):
        if table.over:
            continue
        lines = presented(table, language).suggested_orders(legal_at(table))
        script = read(lines, game.view(table, table.turn.seat), language)
        assert lines and not script.faults, script.faults
        if table.phase != "placing":
            assert isinstance(script.orders[-1], ActionOrder) and isinstance(script.orders[-1].action, FinishTurn)


def test_before_the_roll_the_likely_orders_are_a_whole_turn_with_wishes() -> None:
    table = first(
        played(3), lambda table: table.year >= 2 and table.is_rolling_allowed and bool(table.active.locomotives)
    )
    roll, connect, towards, *_rest = presented(table).suggested_orders(legal_at(table))
    assert roll == "roll 4"
    assert re.fullmatch(r"connect to .+ or any", connect) and towards.startswith("build towards ")
    assert "carry all" in _rest and _rest[-1] == "end"


# Choices on pages


def test_choices_offer_every_action_at_once_or_after_one_step() -> None:
    for table in (
        played(3)[0][0],
        played(4)[6][0],
        in_the_middle(),
        first(played(2), lambda one: one.phase == "closing"),
    ):
        legal, presenter = legal_at(table), presented(table)
        orders: set[str] = set()
        for group in presenter.choices(legal):
            orders |= {line.order for line in group.orders}
            assert len(group.orders) <= 30
            for step in group.steps:
                under = [one for one in presenter.choices(legal, step.begun) if one.begun]
                assert len(under) == 1 and len(under[0].orders) == step.number
                orders |= {line.order for line in under[0].orders}
        view = game.view(table, table.turn.seat)
        found = {
            bind(order, view)
            for line in orders
            for order in read([line], view, "en").orders
            if isinstance(order, ActionOrder | DeferredOrder)
        }
        assert found == set(legal)


def test_new_passengers_are_offered_first_where_lines_lead_and_a_wild_die_for_them_after_a_step() -> None:
    table = in_the_middle().with_turn(simple=("locomotive", "?"))
    near = {table.tile_of(at) for at in reached(table.turn.seat, names_of(table))}
    assert near and len(near) < len(table.waiting)
    presenter, legal = presented(table), legal_at(table)

    def offered(begun: str = "") -> ChoiceGroup:
        return next(group for group in presenter.choices(legal, begun) if group.title == "New passengers")

    orders = [line.order for line in offered().orders]
    assert {int(order.split()[1]) for order in orders[: len(near)]} == near
    (step,) = offered().steps
    assert [line.order for line in offered(step.begun).orders] == [f"{order} with ?" for order in orders]


def test_a_step_that_is_none_is_passed_over_and_nothing_is_offered_where_nothing_may_be_done() -> None:
    table = played(3)[0][0]
    presenter = presented(table)
    assert presenter.choices(legal_at(table), "place 99") == presenter.choices(legal_at(table))
    assert not presenter.choices([])


def test_an_order_that_is_chosen_goes_on_a_line_of_its_own() -> None:
    presenter = presented(in_the_middle())
    assert presenter.chosen({"add": "end"}) == "end" and presenter.chosen({}) == ""
    assert presenter.joined("carry all\n", "end") == "carry all\nend"


# Differences, data, variants


def test_every_difference_of_two_positions_has_words() -> None:
    steps = played(3)
    told: set[str] = set()
    for one, other in ((steps[0][0], steps[20][0]), (steps[20][0], in_the_middle()), (in_the_middle(), steps[-1][0])):
        differing = compare(one, other)
        rows = presented(one).differences(presented(other), differing)
        assert len(rows) == len(differing) > 3
        assert all(row.one != row.other and "%(" not in row.what for row in rows)
        told |= {found.what for found in differing}
    assert {"turn", "bank", "waiting", "units", "locomotives", "connected", "station", "track", "end", "sale"} <= told


def test_public_data_tell_stations_track_players_and_banks() -> None:
    table = in_the_middle()
    data: Any = presentation_of(KIND).public_data.state(game.view(table, None), NAMES)
    assert [station.name for station in data.stations] == [names_of(table).station(at) for at in range(9)]
    assert [piece.pairs for piece in data.track] == [*table.network.track.values()]
    assert sum(player.units for player in data.players) + sum(
        tile.waiting for tile in data.tiles
    ) + data.banks.units == (280 + data.banks.extra)
    assert [len(row) for row in data.ground] == [12] * 8
    result: Any = presentation_of(KIND).public_data.result(played(3)[-1][0])
    assert [rank.seat for rank in result.standings] == [one.seat for one in played(3)[-1][0].standings]


def test_a_map_with_gaps_is_told_with_blanks() -> None:
    """R2-2: tiles may lie anywhere."""
    tiles = tuple(MapTile(at, 0, 4 * at - 4, 2 * (at % 2)) for at in range(1, 7))
    began = game.setup({}, 2, lambda _key, _sides: 0)[0]
    moved = fold(game, [began, ev.MapArranged(tiles)])
    data: Any = presentation_of(KIND).public_data.state(game.view(moved, None), NAMES)
    assert data.ground[0].startswith("    ") and len(data.ground) == 6


def test_each_variant_is_explained_and_the_one_that_leaves_stations_out_says_so() -> None:
    """R2-5."""
    variants = presentation_of(KIND).variants
    assert {name: (variant.others.keys()) for name, variant in variants.items()} == {
        name: set(values[1:]) for name, values in OPTIONS.items()
    }
    assert "2 to 4 grey stations" in variants["station_distance"].others["diagonal"]
