"""Faults in letters of Railroad Dice 2: what cannot be read or met, why, and what was likely meant."""

import re
from dataclasses import replace

import pytest
from each_kit import each
from network_orders_kit import as_start, before_placing, bound, fault_in, in_play, positions, with_hand
from rules.network import square
from rules.network_playing import expand, lay

from pbem.commands.orders import explain, nearest, read
from pbem.commands.tokens import Fault
from pbem.games.railroad_dice_2.orders.notation import MESSAGES, NOTATION
from pbem.i18n import PSEUDO, catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    FinishTurn,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.table import NetworkView
from rules_core.grid import Square

KIND = "railroad_dice_2"
ENGLISH = catalogue("en")
FAULTS: list[tuple[str, str, str]] = [
    ("place", "missing_square", ""),
    ("place green", "missing_square", ""),
    ("place here", "missing_square", "here"),
    ("place e4 soon", "unexpected", "soon"),
    ("place e4 and d2", "place_each", "and"),
    ("place blue e4", "not_yours", "blue"),
    ("place grey green e4", "said_twice", "green"),
    ("place e0", "unknown_square", "e"),
    ("roll", "missing_roll", ""),
    ("roll lots", "missing_roll", "lots"),
    ("roll 2", "which_roll", ""),
    ("roll 5", "number_range", "5"),
    ("roll 2+1+1", "missing_roll", ""),
    ("roll 2 simple 2 simple", "said_twice", "2"),
    ("roll 4 soon", "unexpected", "soon"),
    ("take", "missing_wild_die", ""),
    ("take 4", "missing_wild_die", "4"),
    ("pass my turn", "pass_turn", "my"),
    ("pass twice", "unexpected", "twice"),
    ("lay", "missing_square", ""),
    ("lay ns", "missing_square", "ns"),
    ("lay e4", "missing_pair", ""),
    ("lay e4 n", "missing_pair", ""),
    ("lay e4 f4 ns", "missing_pair", "f"),
    ("lay e4 up", "missing_pair", "up"),
    ("lay e4 nn", "same_sides", "nn"),
    ("lay a curve e4 ns", "other_face", "ns"),
    ("lay e4 ns with money", "missing_wild", "money"),
    ("lay e4 ns today", "unexpected", "today"),
    ("expand e4", "missing_pair", ""),
    ("connect", "missing_station", ""),
    ("connect to grey", "missing_grey", ""),
    ("connect to grey 9", "number_range", "9"),
    ("connect to 3", "bare_number", "3"),
    ("connect to yellow", "unknown_station", "yellow"),
    ("connect to Hamburg", "unknown_station", "Hamburg"),
    ("connect to green", "own_home", "green"),
    ("build towards", "missing_station", ""),
    ("buy 7", "number_range", "7"),
    ("buy 2 locomotives", "count_or_number", "2"),
    ("buy weiden", "unexpected", "weiden"),
    ("carry", "missing_locomotive", ""),
    ("carry blue", "missing_locomotive", "blue"),
    ("carry 4 passengers from blue", "missing_locomotive", "passengers"),
    ("carry 4", "missing_station", ""),
    ("carry 4 to 3", "bare_number", "3"),
    ("carry all soon", "unexpected", "soon"),
    ("passengers", "missing_tile", ""),
    ("passengers blue", "missing_tile", "blue"),
    ("passengers 7", "number_range", "7"),
    ("passengers 3 with 4", "missing_wild", "4"),
    ("if tracks >= 2: end", "unknown_quantity", "tracks"),
    ("if straights: end", "missing_comparison", "end"),
    ("if connected: end", "missing_station", "end"),
]


@each(("text", "code", "word"), FAULTS, ids=[f"{code}-{text!r}" for text, code, _ in FAULTS])
def test_a_fault_names_the_word_and_its_place(text: str, code: str, word: str) -> None:
    fault = fault_in(f"status\n{text}")
    assert (fault.code, fault.word, fault.kind) == (code, word, KIND)
    for line in explain(fault, catalogue(PSEUDO)).splitlines():
        assert line.startswith("⟦")
        assert line.endswith("⟧")


def owning(view: NetworkView, *numbers: int, used: tuple[int, ...] = ()) -> NetworkView:
    """The same position with locomotives of the player, some of them used."""
    players = tuple(
        replace(one, locomotives=numbers) if seat == view.seat else one for seat, one in enumerate(view.table.players)
    )
    return replace(view, table=replace(view.table.with_turn(used=used), players=players))


BOUND: list[tuple[str, NetworkView, str]] = [
    ("place grey e4", before_placing(), "home_first"),
    ("place any", in_play(), "nothing_to_place"),
    ("place a1 or b1", before_placing(), "none_free"),
    ("carry 4 to grey 1", before_placing(), "no_such_station"),
    ("buy 6", in_play(), "other_number"),
    ("carry all", before_placing(), "still_placing"),
    ("buy if possible", before_placing(), "still_placing"),
    ("buy 3 if possible", in_play(), "other_number"),
    ("buy if possible", replace(in_play(), table=replace(in_play().table, locomotives=())), "none_for_sale"),
    ("buy if possible", replace(in_play(), table=replace(in_play().table, locomotives=(6,))), "too_dear"),
    ("carry all", in_play(), "no_locomotive"),
    ("carry all", owning(in_play(), 2), "no_trip"),
    ("carry all", owning(in_play(), 2, used=(2,)), "all_used"),
    ("carry all", replace(in_play(), table=replace(in_play().table, locomotives=())), "sold_out"),
    ("connect to grey 1", before_placing(), "still_placing"),
    ("connect to grey 1", replace(in_play(), table=replace(in_play().table, closing="bank")), "no_building"),
    ("connect to grey 1", in_play(), "no_dice"),
    ("connect to a1", in_play(), "no_such_station"),
    ("connect to any", with_hand(in_play(), "locomotive"), "no_line"),
    ("connect to grey 1", with_hand(in_play(), "locomotive"), "connection_takes"),
    ("connect to grey 1 or grey 2", with_hand(in_play(), "locomotive"), "no_connection"),
    ("build towards grey 1", with_hand(in_play(), "locomotive"), "no_step"),
    ("build towards any", with_hand(in_play(), "locomotive"), "no_step_anywhere"),
]


@each(("text", "view", "code"), BOUND, ids=[f"{code}-{text!r}" for text, _, code in BOUND])
def test_what_cannot_be_met_is_told_with_its_reason(text: str, view: NetworkView, code: str) -> None:
    (fault,) = bound(text, view=as_start(view))
    assert isinstance(fault, Fault)
    assert fault.code == code
    assert explain(fault, catalogue(PSEUDO)).startswith("⟦")


def test_dice_and_prices_are_told_in_words() -> None:
    """One is told as one, and a kind of dice that is not needed not at all."""
    (fault,) = bound("connect to grey 1", view=as_start(with_hand(in_play(), "locomotive")))
    assert isinstance(fault, Fault)
    start, _, dice = explain(fault, catalogue("en")).partition(" The shortest takes ")
    assert start == "Your dice complete no line to grey 1."
    assert re.fullmatch(r"(1|\d+) (straights?|curves?)(, \d+ curves?)?\.", dice), dice
    assert not re.search(r"\b1 \w+s\b|\b0 ", dice)
    (fault,) = bound("buy 6", view=in_play())
    assert isinstance(fault, Fault)
    assert explain(fault, catalogue("en")) == "The next locomotive for sale is a 2, for 5 units."


def test_every_fault_of_the_game_can_be_made() -> None:
    elsewhere = {"home_stands", "joined_already", "unsaid_place"}
    made = {code for _, code, _ in FAULTS} | {code for _, _, code in BOUND}
    assert made | elsewhere >= set(MESSAGES)


def test_a_name_that_two_players_share_is_a_fault() -> None:
    (fault,) = read(["carry 4 to Ann"], in_play(), "en", ("Ben", "Anna", "Annette")).faults
    assert (fault.code, fault.word, set(fault.did_you_mean)) == ("ambiguous_player", "Ann", {"anna", "annette"})


def test_what_looks_like_an_order_is_none_but_not_passed_over() -> None:
    assert fault_in("xyz e4 ns").code == "unknown_verb"
    assert fault_in("xyz 2+1").code == "unknown_verb"
    assert fault_in("roll 4\ne4").code == "missing_pair"
    assert fault_in("e4 or d3").code == "missing_pair", "all stations stand"


def test_passing_says_that_the_turn_goes_on() -> None:
    text = explain(fault_in("pass my turn"), ENGLISH)
    assert "Only the roll can be passed" in text
    assert 'Did you mean "end", "pass"?' in text
    assert fault_in("passe meinen Zug", "de").did_you_mean == ("ende", "passe")
    entry = next(verb for verb in NOTATION.verbs if verb.name == "pass")
    assert "Your turn goes on" in entry.form.explanation


def test_slips_of_the_pen_are_guessed() -> None:
    for typed, language, meant in (
        ("rol 4", "en", "roll"),
        ("exapnd e4 +sw", "en", "expand"),
        ("conect to grey 3", "en", "connect"),
        ("connect to grye 3", "en", "grey"),
        ("connect to bluue", "en", "blue"),
        ("würfel 4", "en", "würfle 4"),
        ("würfeel 4", "de", "würfle"),
        ("verbnide mit grau 3", "de", "verbinde"),
        ("verbinde mit rto", "de", "rot"),
    ):
        assert meant in fault_in(typed, language).did_you_mean, typed


@pytest.mark.parametrize("seed", range(3))
def test_a_legal_action_is_nearest_to_itself(seed: int) -> None:
    for view in list(positions(seed))[::7]:
        legal = list(game.legal(view))
        for action in legal:
            if not isinstance(action, BuyLocomotive | FinishTurn | TakeWild | PassRoll):
                assert nearest(action, legal, view.table) == action


def test_the_nearest_legal_action_is_the_likeliest_meaning() -> None:
    table = in_play().table
    track = [lay("e4", "ns"), lay("e4", "ne"), expand("e5", "ew"), lay("g4", "ew")]
    trips = [CarryPassengers(0, 3, 1), CarryPassengers(0, 4, 5), CarryPassengers(0, 3, 5)]
    others: list[NetworkAction] = [
        RollDice(0, 2, 1),
        RollDice(0, 4, 0),
        CallPassengers(0, 2),
        CallPassengers(0, 3, True),
    ]
    legal = [*track, *trips, *others, FinishTurn(0)]
    for refused, meant in (
        (lay("e4", "se"), lay("e4", "ns")),
        (lay("e4", "ne", wild=True), lay("e4", "ne")),
        (lay("e5", "ns"), expand("e5", "ew")),
        (expand("g3", "ns"), lay("g4", "ew")),
        (CarryPassengers(0, 2, 5), CarryPassengers(0, 3, 5)),
        (CarryPassengers(0, 4, 1), CarryPassengers(0, 3, 1)),
        (CarryPassengers(0, 4, 99), CarryPassengers(0, 4, 5)),
        (RollDice(0, 3, 0), RollDice(0, 4, 0)),
        (CallPassengers(0, 3), CallPassengers(0, 3, True)),
        (PassRoll(0), FinishTurn(0)),
        (BuyLocomotive(0), None),
        (PlaceStation(0, square("e4")), None),
    ):
        assert nearest(refused, legal, table) == meant


def test_a_station_is_placed_beside_the_square_that_is_taken() -> None:
    view = as_start(before_placing())
    legal = list(game.legal(view))
    first = legal[0]
    assert isinstance(first, PlaceStation)
    refused = PlaceStation(first.seat, Square(first.square.x, first.square.y - 1))
    assert nearest(refused, legal, view.table) == first
