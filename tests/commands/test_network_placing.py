"""Stations of Railroad Dice 2 placed by letters: by preference, several at once, and in sentences."""

from dataclasses import replace

import pytest
from each_kit import each
from network_orders_kit import as_start, before_placing, bound, fault_in, in_play, letter, only_order, positions
from rules.network import square

from pbem.adjudicator.commands.turns import NextTurn
from pbem.commands.orders import explain, write
from pbem.commands.tokens import Fault
from pbem.games.railroad_dice_2.orders.arguments import PlaceByPreference
from pbem.i18n import catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import PlaceStation
from rules_core.games.railroad_dice_2.building import open_squares

ENGLISH = catalogue("en")


def test_stations_are_placed_by_preference() -> None:
    view = as_start(before_placing())
    seat, (one, other, *_) = view.table.turn.seat, open_squares(view.table)
    free, second = (write(PlaceStation(seat, at), view.table).split()[1] for at in (one, other))
    assert bound(f"place {free}", view=view) == [PlaceStation(seat, one)]
    assert bound(f"place a1 or {second} or {free}", view=view) == [PlaceStation(seat, other)]
    assert bound("place a1", view=view) == [PlaceStation(seat, square("a1"))]
    (anywhere,) = bound("place a1 or any", view=view)
    assert anywhere in list(game.legal(view))
    assert bound("place home anywhere else", view=view) == [anywhere]


def test_a_letter_may_hold_a_line_for_each_station() -> None:
    view = as_start(before_placing())
    script = letter("place green e4 or any\nplace grey d2, else any\nplace grey any", view=replace(view, seat=0))
    orders = [order for order in script.orders if isinstance(order, PlaceByPreference)]
    assert [(order.is_home, order.anywhere, order.waits) for order in orders] == [
        (True, True, True),
        (False, True, True),
        (False, True, True),
    ]
    assert letter("next turn: place any").orders == (NextTurn(("place any",)),)


def test_a_home_that_stands_is_not_placed_again() -> None:
    views = (view for view in positions(1) if view.table.phase == "placing")
    view = next(view for view in views if view.table.network.home(view.table.turn.seat) is not None)
    (fault,) = bound("place home any", view=view)
    assert isinstance(fault, Fault)
    assert fault.code == "home_stands"
    assert "a grey one is to be placed now" in explain(fault, ENGLISH)


def test_two_stations_on_a_line_are_told_to_be_on_lines_of_their_own() -> None:
    """The turn of the second has not come when the first is placed, and a line waits as a whole."""
    view = before_placing()
    other = replace(view, seat=(view.table.turn.seat + 1) % 3)
    (fault,) = bound("place e4", view=other)
    assert isinstance(fault, Fault)
    assert explain(fault, ENGLISH).startswith("Write one line per station.")


def test_when_all_stations_stand_the_rules_refuse_another() -> None:
    assert bound("place e4") == [PlaceStation(0, square("e4"))]


@each(
    ("language", "line", "squares"),
    [
        ("en", "I place my station on e4.", "e4"),
        ("en", "e4", "e4"),
        ("en", "my station: e4 or d2", "e4 d2"),
        ("de", "ich setze meinen Bahnhof auf e4, oder auf d3.", "e4 d3"),
        ("de", "Ich setze den grünen Bahnhof nach E 4", "e4"),
        ("de", "Heimatbahnhof e4, sonst d3", "e4 d3"),
        ("de", "Bahnhof auf Feld e4", "e4"),
        ("fr", "je place ma gare sur j3.", "j3"),
        ("fr", "Je pose ma gare en e4 ou bien en d3", "e4 d3"),
        ("fr", "gare e4", "e4"),
    ],
)
def test_a_station_is_placed_in_the_words_of_a_sentence(language: str, line: str, squares: str) -> None:
    greeting = {"en": "Hi Ben,", "de": "Hallo,", "fr": "Bonjour,"}[language]
    order = only_order(f"{greeting}\n\n{line}\n", language, replace(before_placing(), seat=0))
    assert isinstance(order, PlaceByPreference)
    assert order.squares == tuple(map(square, squares.split()))


@pytest.mark.parametrize(("language", "line"), [("de", "grauen Bahnhof egal"), ("fr", "gare grise n'importe où")])
def test_a_station_is_placed_anywhere_without_a_verb(language: str, line: str) -> None:
    order = only_order(line, language, replace(before_placing(), seat=0))
    assert isinstance(order, PlaceByPreference)
    assert (order.squares, order.anywhere, order.is_home) == ((), True, False)


def test_the_number_of_a_grey_station_that_is_placed_is_passed_over() -> None:
    assert only_order("place grey 2 on e4", view=before_placing()) == only_order("place grey e4", view=before_placing())


def test_a_sentence_with_a_square_is_not_passed_over_while_stations_are_placed() -> None:
    line = "Ich möchte meinen Bahnhof auf e4 setzen."
    assert (fault_in(line, "de", before_placing()).code, fault_in(line, "de", before_placing()).word) == (
        "unsaid_place",
        "e",
    )
    assert fault_in(line, "de", in_play()).code == "almost_order"
    assert not letter("Ich habe e4 auf der Karte gesucht.", "de", in_play()).faults
    assert not letter("Hallo Ben, ich war im Urlaub auf Insel C und komme erst heute zum Spielen.", "de").faults
