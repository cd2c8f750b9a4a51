"""Conditions and orders for the next turn, as they are read, and what conditions find in a view."""

from dataclasses import replace

import pytest
from each_kit import each
from orders_kit import FIRST_RAILS, GERMANY, KINDS, kinds, letter, only_fault, orders, start
from rules.orders import buy, end_turn, income, lay

from pbem.adjudicator.commands.turns import NextTurn
from pbem.commands.orders import ActionOrder, Conditional
from pbem.commands.orders.conditions import meanings, quantity, unmet, value_of
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.script import Comparison, Sign
from pbem.games.line.orders.dice import EndKeeping, RollAll
from pbem.games.line.orders.notation import present
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from rules_core.kernel.position import changed
from rules_core.line.actions import Dice
from rules_core.line.table import PlayerView, Screen

SEEN: dict[str, dict[str, int]] = {
    FIRST_RAILS: {"share": 4, "passengers": 6, "shares": 2, "left": 8},
    GERMANY: {"share": 4, "passengers": 6, "waiting": 2},
}
"""What `seen` shows in each kind of game beside what is alike in both."""
ALIKE: dict[str, int] = {
    "straight": 1,
    "curve": 2,
    "?": 3,
    "dice": 10,
    "hidden": 5,
    "bank": 17,
    "year": 9,
    "director": 1,
}


def seen(game: str) -> PlayerView:
    """A view of seat 0 in which every quantity has a value of its own."""
    view = start(game)
    table, card = view.table, view.table.box.companies[0]
    companies = {**table.companies, card.id: replace(table.companies[card.id], director=0, unsold=8)}
    front = Dice(straight=1, curve=2, share=4, wild=3)
    if game == FIRST_RAILS:
        player = changed(table.players[0], front=front, shares=(2, 0, 0, 0))
        screen = Screen(hidden=5, passengers=6)
    else:
        player = changed(table.players[0], front=front, carried=(1, 5, *[0] * 7))
        screen = Screen(hidden=5)
    waiting = () if game == FIRST_RAILS else (2, *[0] * 8)
    table = changed(table, bank=17, year=9, companies=companies, players=(player, *table.players[1:]), waiting=waiting)
    return replace(view, table=table, screens=(screen, None, None))


def comparison(text: str, language: str = "en", game: str = FIRST_RAILS) -> Comparison:
    """The one comparison of a condition."""
    (found,) = orders(f"{text} A w w" if text.endswith((":", "then")) else f"{text}: A w w", language, game)
    assert isinstance(found, Conditional)
    (compared,) = found.comparisons
    return compared


@each(
    ("text", "sign"),
    [
        ("if s >= 2", ">="),
        ("if s>=2", ">="),
        ("IF S > = 2 :", ">="),
        ("if s => 2", ">="),
        ("if s ≥ 2", ">="),
        ("if s at least 2", ">="),
        ("if at least 2 s", ">="),
        ("if at least 2 straights then", ">="),
        ("if s <= 2", "<="),
        ("if s =< 2", "<="),
        ("if at most 2 straights", "<="),
        ("if s < 2", "<"),
        ("if s > 2", ">"),
        ("if s = 2", "="),
        ("if s == 2", "="),
    ],
)
def test_a_number_is_compared_by_any_sign_or_in_words(text: str, sign: Sign) -> None:
    assert comparison(text) == Comparison("straight", sign, 2)


@each(
    ("language", "text", "compared"),
    [
        ("en", "if c >= 1", Comparison("curve", ">=", 1)),
        ("en", "if $ >= 1", Comparison("share", ">=", 1)),
        ("en", "if ? >= 1", Comparison("?", ">=", 1)),
        ("en", "if h >= 1", Comparison("hidden", ">=", 1)),
        ("en", "if hidden dice >= 1", Comparison("hidden", ">=", 1)),
        ("en", "if dice > 5", Comparison("dice", ">", 5)),
        ("en", "if bank < 12", Comparison("bank", "<", 12)),
        ("en", "if the year = 9", Comparison("year", "=", 9)),
        ("en", "if passengers >= 120", Comparison("passengers", ">=", 120)),
        ("en", "if weiden >= 3", Comparison("shares", ">=", 3, "weiden")),
        ("en", "if weiden shares >= 3", Comparison("shares", ">=", 3, "weiden")),
        ("en", "if insel hopper left < 2", Comparison("left", "<", 2, "insel")),
        ("en", "if i direct weiden", Comparison("director", "=", 1, "weiden")),
        ("en", "if I am the director of weiden", Comparison("director", "=", 1, "weiden")),
        ("en", "if I don't direct weiden", Comparison("director", "=", 0, "weiden")),
        ("de", "wenn g >= 2", Comparison("straight", ">=", 2)),
        ("de", "falls mindestens 2 kurven", Comparison("curve", ">=", 2)),
        ("de", "wenn höchstens 3 verdeckte", Comparison("hidden", "<=", 3)),
        ("de", "Wenn Jahr < 9", Comparison("year", "<", 9)),
        ("de", "wenn weiden übrig > 1", Comparison("left", ">", 1, "weiden")),
        ("de", "falls ich weiden leite", Comparison("director", "=", 1, "weiden")),
        ("de", "wenn ich weiden nicht leite", Comparison("director", "=", 0, "weiden")),
        ("de", "wenn ich direktor von weiden bin", Comparison("director", "=", 1, "weiden")),
        ("fr", "si au moins 2 courbes", Comparison("curve", ">=", 2)),
        ("fr", "si année >= 3", Comparison("year", ">=", 3)),
        ("fr", "si je dirige weiden", Comparison("director", "=", 1, "weiden")),
        ("fr", "si je ne dirige pas weiden", Comparison("director", "=", 0, "weiden")),
    ],
)
def test_every_quantity_is_named_in_every_language(language: str, text: str, compared: Comparison) -> None:
    assert comparison(text, language) == compared


def test_in_germany_symbols_and_waiting_passengers_are_compared() -> None:
    assert comparison("if t >= 2", game=GERMANY) == Comparison("share", ">=", 2)
    assert comparison("if weiden >= 3", game=GERMANY) == Comparison("waiting", ">=", 3, "weiden")
    assert only_fault("if weiden left >= 3: A w", game=GERMANY).code == "missing_comparison"


def test_comparisons_are_joined_and_several_orders_stand_behind_the_colon() -> None:
    (order,) = orders("if s >= 2 and i direct weiden and year < 9: income; A w w; buy weiden, end")
    assert isinstance(order, Conditional)
    assert [one.quantity for one in order.comparisons] == ["straight", "director", "year"]
    assert [one.action for one in order.orders if isinstance(one, ActionOrder)] == [
        income(),
        lay("A w w"),
        buy("weiden"),
        end_turn(),
    ]


def test_what_goes_back_stands_with_the_end_on_the_same_line() -> None:
    (order,) = orders("if c >= 1: end discard c c")
    assert isinstance(order, Conditional)
    assert order.orders == (ActionOrder(end_turn("cc")),)
    (order,) = orders("if c >= 1: roll all; keep s; end")
    assert isinstance(order, Conditional)
    assert order.orders == (RollAll(0), EndKeeping(0, Dice(straight=1)))


def test_a_letter_goes_on_behind_a_conditional_end() -> None:
    assert kinds("if c >= 1: end\nA w w\nend\nthanks to all") == ["orders", "orders", "orders", "prose"]


@pytest.mark.parametrize("game", KINDS)
def test_every_quantity_has_a_value_and_is_told(game: str) -> None:
    view = seen(game)
    scene = RenderContext(view.table, ("Anna", "Bert", "Clara"), catalogue("en"))
    first = view.table.box.companies[0].id
    found: dict[str, int] = {}
    for one in notation_of(game).quantities:
        company = first if one.name in ("shares", "left", "waiting", "director") else ""
        compared = Comparison(one.name, "=", 0, company)
        found[one.name] = value_of(compared, view)
        assert unmet(Conditional((compared,)), view) is compared
        assert present(compared, view, scene)
        assert quantity(one.name, game) is one
    assert found == {**ALIKE, **SEEN[game]}
    assert len(meanings(catalogue("en"), game)) == len(found)


def test_a_condition_holds_only_if_all_of_it_does() -> None:
    view = seen(FIRST_RAILS)
    for sign, holds in {"<": False, "<=": True, "=": True, ">=": True, ">": False}.items():
        (order,) = orders(f"if c {sign} 2: A w w")
        assert isinstance(order, Conditional)
        assert (unmet(order, view) is None) == holds
    (order,) = orders("if c = 2 and s > 1 and h > 9: A w w")
    assert isinstance(order, Conditional)
    assert unmet(order, view) == order.comparisons[1]


@each(
    ("text", "told"),
    [
        ("if s > 1", "you have 1 straight"),
        ("if $ > 9", "you have 4 shares"),
        ("if ? > 9", "you have 3 ?"),
        ("if dice > 99", "you have 10 dice in front of you"),
        ("if h > 9", "you have 5 hidden dice"),
        ("if bank > 99", "17 dice are in the bank"),
        ("if year > 9", "it is year 9"),
        ("if passengers > 9", "you have 6,000 passengers"),
        ("if eisberg > 9", "you have 2 shares of Eisberg Tours"),
        ("if eisberg left > 9", "the bank has 8 shares of Eisberg Tours left"),
        ("if i do not direct eisberg", "you direct Eisberg Tours"),
        ("if i direct weiden", "you do not direct Weiden Express"),
    ],
)
def test_what_is_seen_is_told(text: str, told: str) -> None:
    view = seen(FIRST_RAILS)
    scene = RenderContext(view.table, ("Anna", "Bert", "Clara"), catalogue("en"))
    assert present(comparison(text), view, scene) == told


def test_orders_for_the_next_turn_add_up_line_by_line() -> None:
    found = orders("next turn: income; roll all\nMy next turn: if $ >= 1: buy weiden # cheap\nnext turn: end")
    lines = ("income; roll all", "if $ >= 1: buy weiden # cheap", "end")
    assert found == [NextTurn(lines[:1]), NextTurn(lines[:2]), NextTurn(lines)]


def test_nothing_takes_orders_for_the_next_turn_back() -> None:
    for language, line in (
        ("en", "next turn: nothing"),
        ("de", "Nächster Zug: nichts"),
        ("fr", "prochain tour : rien"),
    ):
        assert orders(line, language) == [NextTurn(())]
    found = orders("next turn: income\nnext turn: nothing\nnext turn: roll all")
    assert found == [NextTurn(("income",)), NextTurn(()), NextTurn(("roll all",))]


def test_orders_for_the_next_turn_may_stand_below_the_end() -> None:
    assert kinds("end\nnext turn: income\nThank you all, until next turn") == ["orders", "orders", "prose"]
    assert only_fault("end\nnext turn: incom").code == "unknown_verb"


def test_dice_may_go_back_at_an_end_of_the_next_turn() -> None:
    assert not letter("next turn: discard c\nnext turn: end").faults
    fault = only_fault("income\nnext turn: discard c\nnext turn: A w")
    assert (fault.code, fault.number, fault.word) == ("no_end", 2, "discard")


def test_a_fault_in_orders_for_the_next_turn_names_its_place_in_the_line() -> None:
    fault = only_fault("  next turn: income; buy wieden")
    assert (fault.code, fault.word, fault.column) == ("unknown_company", "wieden", 26)
    assert fault.did_you_mean[0] == "weiden"
    assert fault.line == "  next turn: income; buy wieden"


def test_quantities_misspelt_are_guessed() -> None:
    assert only_fault("if straihgts >= 2: A w").did_you_mean[0] == "straights"
    assert only_fault("if yaer >= 2: A w").did_you_mean[0] == "year"
    assert only_fault("if wieden >= 2: A w").did_you_mean[0] == "weiden"
    assert only_fault("wenn garade >= 2: A w", "de").did_you_mean[0] == "gerade"


@pytest.mark.parametrize("line", ["income\nIf you like, we can go on", "income\nif they want: A w"])
def test_between_orders_a_sentence_with_if_is_a_fault(line: str) -> None:
    assert only_fault(line).code == "unknown_quantity"
