"""What a player may do: every line printed is an order that is taken as it stands."""

from collections.abc import Iterator

from reports_kit import NAMES, Step, context, every_game, game_of, legal_at
from rules.orders import scripted
from rules.position import FIVE, FOOTHILLS, Tile, position

from pbem.commands.orders import ActionOrder, read
from pbem.games.compose import turn_report
from pbem.games.line import suggestions
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from pbem.mail.reading.quotes import cut
from pbem.reports.document import OrderLine, Orders
from pbem.reports.plain import WIDTH, lines_of
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, LayRun, Piece, Roll, UseTransport
from rules_core.line.table import State

ENGLISH = catalogue("en")
DICE = "sc$?" * 20


def suggested(state: State) -> list[OrderLine]:
    return suggestions.suggestions(RenderContext(state.table, NAMES, ENGLISH), legal_at(state))


def lines(state: State) -> list[str]:
    """The lines that hold an order, and not the rest of a note alone."""
    return [line for line in shown(state) if not line.lstrip().startswith("#")]


def shown(state: State) -> list[str]:
    return lines_of(Orders(tuple(suggested(state))), ENGLISH)


def ordered(state: State, line: str, language: str = "en") -> Action:
    """The one action that a line of a letter asks for."""
    view = game_of(state).view(state, state.table.turn.seat)
    script = read([line], view, language)
    assert not script.faults, f"{line}: {script.faults}"
    (order,) = script.orders
    assert isinstance(order, ActionOrder)
    action: Action = order.action
    return action


def taken(state: State, line: str, language: str = "en") -> State:
    """The position after a line was ordered; fails where it is refused."""
    outcome = game_of(state).decide(state, ordered(state, line, language), scripted(DICE))
    assert not isinstance(outcome, Violations), f"{line}: {outcome.violations}"
    found: State = fold(game_of(state), outcome, state)
    return found


def positions() -> Iterator[Step]:
    yield from every_game(60)


def test_every_suggestion_is_taken_as_it_stands() -> None:
    for step in positions():
        for line in lines(step.state):
            taken(step.state, line)


def test_suggestions_in_german_are_taken_too() -> None:
    for step in list(positions())[::3]:
        scene = RenderContext(step.state.table, NAMES, catalogue("de"))
        for one in suggestions.suggestions(scene, legal_at(step.state)):
            taken(step.state, one.order, scene.catalogue.language)


def test_the_order_sheet_is_taken_line_after_line() -> None:
    for step in positions():
        state = step.state
        sheet = suggestions.suggested_orders(RenderContext(state.table, NAMES, ENGLISH), legal_at(state))
        assert sheet
        for line in sheet:
            state = taken(state, line)


def test_the_order_sheet_rolls_only_what_the_bank_can_add_to() -> None:
    lost = position(bank=4, lost_office=[0])
    assert suggestions.suggested_orders(RenderContext(lost.table, NAMES, ENGLISH), legal_at(lost)) == ["income"]
    richer = position(bank=6, lost_office=[0])
    assert suggestions.suggested_orders(RenderContext(richer.table, NAMES, ENGLISH), legal_at(richer)) == [
        "income",
        "roll 2?",
    ]


def test_there_is_a_suggestion_for_each_thing_a_player_may_do() -> None:
    for step in positions():
        actions = legal_at(step.state)
        found = [ordered(step.state, line) for line in lines(step.state)]
        assert {type(action) for action in found} == {type(action) for action in actions}
        assert ways(found) == ways(actions)
        assert {(a.company, a.source or "bank") for a in found if isinstance(a, BuyShare)} == {
            (a.company, a.source) for a in actions if isinstance(a, BuyShare)
        }
        assert {(a.end, a.leave, a.company) for a in found if isinstance(a, BuildStation)} == {
            (a.end, a.leave, a.company) for a in actions if isinstance(a, BuildStation)
        }
        plain = {a.company for a in actions if isinstance(a, UseTransport) and not a.wild}
        assert plain <= {a.company for a in found if isinstance(a, UseTransport)}


def ways(actions: list[Action]) -> set[tuple[str, int | None, int]]:
    """The ends, exits and first turns that runs among these actions take."""
    runs = [run for run in actions if isinstance(run, LayRun)]
    return {(run.end, run.leave, step.heading) for run in runs for step in run.steps[:1] if isinstance(step, Piece)}


def test_suggestions_stay_readable() -> None:
    for step in positions():
        found = lines(step.state)
        assert len(found) <= 40
        assert len(set(found)) == len(found)
        assert max(map(len, shown(step.state))) <= WIDTH
        text = " ".join(" ".join(line.partition("# ")[2] for line in shown(step.state)).split())
        assert all(" ".join(line.note.split()) in text for line in suggested(step.state)), "every note is whole"


def test_a_note_too_long_for_its_line_goes_on_in_the_next_as_a_comment() -> None:
    note = "1 die for river Rhein, into S22, wins 2 ? and everything else that there is"
    assert lines_of(Orders((OrderLine("B leave n, n", note), OrderLine("end"))), ENGLISH) == [
        "B leave n, n  # 1 die for river Rhein, into S22, wins 2 ? and everything",
        "              # else that there is",
        "end",
    ]


def test_the_biggest_roll_is_suggested() -> None:
    state = position(front="s??", hidden=3)
    rolls = [ordered(state, line) for line in lines(state) if line.startswith("roll")]
    assert rolls == [Roll(0, 3, 2)]
    assert "roll 3h 2?" in lines(state)[1]
    assert "the bank adds 2 dice" in lines(state)[1]


def test_plain_dice_come_before_wild_ones() -> None:
    state = position(front="s?", year=1)
    assert [line.split("#")[0].strip() for line in lines(state) if line[0] in "AB"] == [
        "A w",
        "A s?",
        "A n?",
        "B e",
        "B n?",
        "B s?",
    ]


def test_a_station_is_ordered_as_short_as_it_may_be() -> None:
    state = position(front="", hidden=9, directors={"weiden": 0}, shares={"weiden": [1]})
    stations = [line for line in lines(state) if line.startswith("station")]
    assert stations[0].startswith("station A weiden  ")
    assert stations[0].endswith("# grassland station, costs 3 dice")
    assert any(line.startswith("station A weiden at 5  ") for line in stations)


def test_a_due_is_told() -> None:
    state = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="s", hidden=1)
    (line,) = [line for line in lines(state) if line.startswith("B e")]
    assert line.endswith("# a straight, and 1 die for the mountains")


def test_the_way_over_an_edge_is_suggested_with_a_tile() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="ss")
    assert [line.split("#")[0].strip() for line in lines(state) if line.startswith("B")] == ["B e onto grass e"]


def test_the_dice_given_back_are_those_of_least_worth() -> None:
    state = position(front="sscc$??")
    (end,) = [action for line in lines(state) if isinstance(action := ordered(state, line), EndTurn)]
    assert tuple(end.discard) == (1, 1, 0, 0)


def test_an_income_that_would_break_the_bank_is_told_and_not_suggested() -> None:
    state = position(bank=3)
    scene = RenderContext(state.table, NAMES, ENGLISH)
    assert suggestions.hints(scene) == [
        "Your income would be 4 dice, and the bank has 3: "
        "taking it would break the bank and end the game at once (FR-71). "
        'The order for that is "income break the bank".'
    ]
    assert not any(line.startswith("income") for line in lines(state))
    assert taken(state, "income break the bank").table.ended == "collapse"
    assert suggestions.hints(RenderContext(position(bank=4).table, NAMES, ENGLISH)) == []


def report(state: State) -> list[str]:
    view = first_rails.view(state, state.table.turn.seat)
    message = turn_report(view, (), context(2), ENGLISH, year_ended=False, legal=first_rails.legal(view))
    return message.text.splitlines()


def test_a_report_sent_back_is_a_quote_even_without_marks() -> None:
    original = report(position(front="sc$?", hidden=2))
    assert cut(["buy insel", "end", "", *original], original).unquoted == ("buy insel", "end")
    assert cut([*original, "buy insel", "end"], original).unquoted == ("buy insel", "end")
    middle = original.index("== The landscape ==")
    assert cut([*original[:middle], "buy insel", *original[middle:]], original).unquoted == ("buy insel",)


def test_a_line_copied_from_a_report_is_an_order() -> None:
    state = position(front="sc$?", hidden=2)
    original = report(state)
    sheet = suggestions.suggested_orders(RenderContext(state.table, NAMES, ENGLISH), legal_at(state))
    assert sheet == ["income", "roll 6h"]
    assert cut(sheet, original).unquoted == ("income", "roll 6h")
    for line in lines(state):
        assert line in original
        assert cut([line], original).unquoted == (line.strip(),)
