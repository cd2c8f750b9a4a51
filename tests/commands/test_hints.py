from collections.abc import Iterator
from dataclasses import replace

import pytest
from each_kit import each
from orders_kit import FIRST_RAILS, GERMANY, KINDS, RULES, TABLES, played
from rules.orders import build, buy, end_turn, income, lay, roll, transport

from pbem.commands.orders import nearest
from pbem.commands.orders.notation import LOOKED_AT
from rules_core.grid import N, S, W
from rules_core.line.actions import Action

LEGAL: list[Action] = [
    income(),
    roll(0, 1),
    roll(2, 1),
    roll(3, 0),
    buy("weiden", "bank"),
    buy("insel", "director"),
    buy("insel", "director", wild=True),
    build("A weiden", "grassland", 3),
    build("B insel", "lake", 3),
    build("B insel", "grassland", 5),
    lay("A w"),
    lay("A n"),
    lay("A w", pay="1?"),
    lay("A w w +lake w"),
    lay("A w w +grassland w"),
    lay("B e"),
    lay("B e", leave="e"),
    end_turn("cc"),
    end_turn("sc"),
]


@each(
    ("refused", "meant"),
    [
        (income(break_bank=True), income()),
        (roll(9, 0), roll(3, 0)),
        (roll(2, 3), roll(2, 1)),
        (roll(0, 0), roll(0, 1)),
        (buy("weiden", "director"), buy("weiden", "bank")),
        (buy("insel", "bank", wild=True), buy("insel", "director", wild=True)),
        (buy("insel"), buy("insel", "director")),
        (build("B insel", "grassland", 3), build("B insel", "grassland", 5)),
        (build("B insel", price=3), build("B insel", "lake", 3)),
        (build("B weiden"), build("B insel", "lake", 3)),
        (build("A insel"), build("A weiden", "grassland", 3)),
        (lay("A w w w"), lay("A w")),
        (lay("A w w +lake n"), lay("A w w +lake w")),
        (lay("A w w +grassland/e n"), lay("A w w +grassland w")),
        (lay("A w?"), lay("A w")),
        (lay("A w", pay="1h 1?"), lay("A w", pay="1?")),
        (lay("B n"), lay("B e")),
        (lay("B e e", leave="e"), lay("B e", leave="e")),
        (end_turn("c"), end_turn("cc")),
        (end_turn("ss"), end_turn("sc")),
    ],
)
def test_the_nearest_legal_action_is_the_likeliest_meaning(refused: Action, meant: Action) -> None:
    assert nearest(refused, LEGAL, TABLES[FIRST_RAILS]) == meant


LEGAL_IN_GERMANY: list[Action] = [
    transport("weiden"),
    transport("insel"),
    transport("insel", wild=True),
    build("A weiden", pay="3h"),
    replace(build("B weiden", pay="3h"), leave=N),
    replace(build("B insel", pay="3h"), leave=W),
    replace(build("B insel", pay="2h 1?"), leave=W),
    lay("A w"),
    lay("B e", leave="e"),
]


@each(
    ("refused", "meant"),
    [
        (transport("insel", wild=True), transport("insel", wild=True)),
        (transport("weiden", wild=True), transport("weiden")),
        (transport("eisberg"), transport("weiden")),
        (build("A weiden", "lake", 5), build("A weiden", pay="3h")),
        (replace(build("A weiden"), leave=S), build("A weiden", pay="3h")),
        (build("B insel"), replace(build("B insel", pay="3h"), leave=W)),
        (
            replace(build("B insel", pay="1h 2?"), leave=N),
            replace(build("B insel", pay="2h 1?"), leave=W),
        ),
        (replace(build("B eisberg"), leave=W), replace(build("B insel", pay="3h"), leave=W)),
        (lay("B e e"), lay("B e", leave="e")),
    ],
)
def test_the_nearest_legal_action_is_the_likeliest_meaning_in_germany(refused: Action, meant: Action) -> None:
    assert nearest(refused, LEGAL_IN_GERMANY, TABLES[GERMANY]) == meant


def test_near_the_end_of_a_turn_is_what_must_come_before() -> None:
    assert nearest(end_turn(), LEGAL_IN_GERMANY, TABLES[GERMANY]) == transport("weiden")
    assert nearest(end_turn("c"), [*LEGAL_IN_GERMANY, end_turn()], TABLES[GERMANY]) == end_turn()


def test_a_share_has_nothing_near_it_in_germany() -> None:
    assert nearest(buy("weiden"), LEGAL_IN_GERMANY, TABLES[GERMANY]) is None


def test_of_another_kind_nothing_is_near() -> None:
    assert nearest(income(), LEGAL[1:], TABLES[FIRST_RAILS]) is None
    assert nearest(income(), [], TABLES[FIRST_RAILS]) is None


@pytest.mark.parametrize("game", KINDS)
def test_a_legal_action_is_nearest_to_itself(game: str) -> None:
    for view in list(played(4, 60, game))[::5]:
        legal = list(RULES[game].legal(view))
        for action in legal[:40]:
            assert nearest(action, legal, TABLES[game]) == action


def test_only_so_many_actions_are_looked_at() -> None:
    looked = 0

    def endless() -> Iterator[Action]:
        nonlocal looked
        while True:
            looked += 1
            yield lay("A w")

    assert nearest(lay("B e"), endless(), TABLES[FIRST_RAILS]) == lay("A w")
    assert looked == LOOKED_AT
