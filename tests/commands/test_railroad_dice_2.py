"""Letters of Railroad Dice 2: its orders in three languages, as the rules and as people write them, and its faults."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from network_orders_kit import (
    PLAYERS,
    before_placing,
    bound,
    fault_in,
    in_play,
    letter,
    only_order,
    positions,
    with_hand,
)

from commands.test_bounds import check_whole
from commands.test_prose import PROSE
from pbem.commands.faults import Fault
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import bind, explain, nearest, read, table_of, write
from pbem.commands.orders.commands import NextTurn
from pbem.commands.orders.script import Play
from pbem.games.railroad_dice_2.names import square_named
from pbem.games.railroad_dice_2.orders.arguments import WORDS
from pbem.games.railroad_dice_2.orders.deferred import PlaceByPreference
from pbem.games.railroad_dice_2.orders.notation import MESSAGES, NOTATION
from pbem.games.railroad_dice_2.orders.wishes import BuildTowards, CarryAll, ConnectTo
from pbem.i18n import PSEUDO, catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import (
    MOVES,
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    Move,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.placing import open_squares
from rules_core.games.railroad_dice_2.table import NetworkView
from rules_core.games.railroad_dice_2.track import Pair
from rules_core.grid import Square

KIND = "railroad_dice_2"
ENGLISH = catalogue("en")


def at(name: str) -> Square:
    """The square of a name."""
    found = square_named(name)
    assert found is not None
    return found


def laid(name: str, pair: Pair, *, wild: bool = False) -> LayTrack:
    return LayTrack(0, at(name), pair, wild)


def added(name: str, pair: Pair, *, wild: bool = False) -> ExpandTrack:
    return ExpandTrack(0, at(name), pair, wild)


def read_back(action: Move, view: NetworkView, language: str, line: str) -> None:
    """What is read from a line in a position must be an action, and nothing else."""
    script = read([line], view, language, PLAYERS[: view.table.seats])
    assert not script.faults, (line, script.faults)
    (order,) = script.orders
    assert isinstance(order, Play), line
    assert bind(order, view, 0) == action, line


@pytest.mark.parametrize(
    ("seed", "seats", "options"),
    [
        (1, 2, {}),
        (2, 3, {}),
        (3, 4, {}),
        (4, 3, {"arrangement": "random", "tiles": "7x7"}),
        (9, 2, {"arrangement": "random", "tiles": "7x7"}),
    ],
)
def test_every_legal_action_can_be_written_and_read(seed: int, seats: int, options: dict[str, str]) -> None:
    views = {action: view for view in positions(seed, seats, 220, options) for action in game.legal(view)}
    assert {type(action) for action in views} == set(MOVES)
    for number, (action, view) in enumerate(views.items()):
        language = LANGUAGES[number % len(LANGUAGES)]
        line = write(action, view.table, language)
        read_back(action, view, language, line)
        read_back(action, view, language, f" - {line.upper().replace(' ', '   ')} # so")


def test_columns_behind_the_alphabet_have_two_letters() -> None:
    views = (view for seed in range(40) for view in positions(seed, 2, 1, {"arrangement": "random", "tiles": "7x7"}))
    wide = next(view for view in views if view.table.network.land.width > 27)
    action = PlaceStation(wide.table.turn.seat, Square(27, 3))
    assert write(action, wide.table) == "place ab4"
    assert [one.squares for one in letter("place ab4", view=wide).orders if isinstance(one, PlaceByPreference)] == [
        (Square(27, 3),)
    ]


@pytest.mark.parametrize(
    ("action", "lines"),
    [
        (PlaceStation(0, Square(4, 3)), ("place e4", "setze e4", "place e4")),
        (RollDice(0, 4, 0), ("roll 4", "würfle 4", "lance 4")),
        (RollDice(0, 2, 1), ("roll 2+1", "würfle 2+1", "lance 2+1")),
        (RollDice(0, 0, 2), ("roll 2 complex", "würfle 2 komplexe", "lance 2 complexes")),
        (TakeWild(0), ("take ?", "nimm ?", "prends ?")),
        (PassRoll(0), ("pass", "passe", "passe")),
        (laid("e4", "ns"), ("lay e4 ns", "lege e4 ns", "pose e4 ns")),
        (laid("e4", "sw", wild=True), ("lay e4 sw with ?", "lege e4 sw mit ?", "pose e4 sw avec ?")),
        (added("e4", "sw"), ("expand e4 +sw", "erweitere e4 +sw", "étends e4 +sw")),
        (BuyLocomotive(0), ("buy", "kaufe", "achète")),
        (CarryPassengers(0, 4, 2), ("carry 4 to red", "fahre 4 nach rot", "transporte 4 vers rouge")),
        (CarryPassengers(0, 4, 5), ("carry 4 to grey 3", "fahre 4 nach grau 3", "transporte 4 vers gris 3")),
        (CallPassengers(0, 3), ("passengers 3", "fahrgäste 3", "voyageurs 3")),
        (CallPassengers(0, 3, True), ("passengers 3 with ?", "fahrgäste 3 mit ?", "voyageurs 3 avec ?")),
        (FinishTurn(0), ("end", "ende", "fin")),
    ],
)
def test_lines_are_written_as_players_write_them(action: Move, lines: tuple[str, ...]) -> None:
    assert tuple(write(action, in_play().table, language) for language in LANGUAGES) == lines


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("roll 4 simple", [RollDice(0, 4, 0)]),
        ("Roll 4 dice, please", [RollDice(0, 4, 0)]),
        ("roll ssss", [RollDice(0, 4, 0)]),
        ("roll 2 simple and 1 complex", [RollDice(0, 2, 1)]),
        ("roll 1 complex, 2 simple", [RollDice(0, 2, 1)]),
        ("roll ssc", [RollDice(0, 2, 1)]),
        ("roll 2 + 1", [RollDice(0, 2, 1)]),
        ("roll 2 simple plus 1", [RollDice(0, 2, 1)]),
        ("roll cc", [RollDice(0, 0, 2)]),
        ("roll 0+2", [RollDice(0, 0, 2)]),
        ("take a complex die with ?", [TakeWild(0)]),
        ("take the joker", [TakeWild(0)]),
        ("pass the roll", [PassRoll(0)]),
        ("skip the roll", [PassRoll(0)]),
        ("LAY E4 SN", [laid("e4", "ns")]),
        ("lay e4: w-n", [laid("e4", "nw")]),
        ("lay e 4 north south", [laid("e4", "ns")]),
        ("lay e4 northeast", [laid("e4", "ne")]),
        ("lay e4 from north to east", [laid("e4", "ne")]),
        ("lay e4 s w", [laid("e4", "sw")]),
        ("lay a straight on e4, east-west", [laid("e4", "ew")]),
        ("lay a4 ns", [laid("a4", "ns")]),
        ("build e4 ns, f4 sw", [laid("e4", "ns"), laid("f4", "sw")]),
        ("lay e4 ns f4 sw and g4 ne", [laid("e4", "ns"), laid("f4", "sw"), laid("g4", "ne")]),
        ("lay e4 ns?", [laid("e4", "ns", wild=True)]),
        ("lay e4 ns, f4 sw with a joker", [laid("e4", "ns"), laid("f4", "sw", wild=True)]),
        ("lay e4 +sw with ?", [added("e4", "sw", wild=True)]),
        ("e4 ns", [laid("e4", "ns")]),
        ("e4 ns, f4 sw with ?; g4 +ne", [laid("e4", "ns"), laid("f4", "sw", wild=True), added("g4", "ne")]),
        ("expand e4 sw, f4 ne", [added("e4", "sw"), added("f4", "ne")]),
        ("expand e4 sw", [added("e4", "sw")]),
        ("expand e4 plus sw", [added("e4", "sw")]),
        ("upgrade e4 with sw", [added("e4", "sw")]),
        ("buy", [BuyLocomotive(0)]),
        ("buy the next locomotive", [BuyLocomotive(0)]),
        ("buy locomotive 2", [BuyLocomotive(0)]),
        ("buy 2, 2", [BuyLocomotive(0), BuyLocomotive(0)]),
        ("carry 4 from grey 3", [CarryPassengers(0, 4, 5)]),
        ("carry with locomotive 4 to the red station", [CarryPassengers(0, 4, 2)]),
        ("carry 4 to grey 3, 3 to red", [CarryPassengers(0, 4, 5), CarryPassengers(0, 3, 2)]),
        ("carry 4 to clara", [CarryPassengers(0, 4, 2)]),
        ("carry 4 to Clara's home", [CarryPassengers(0, 4, 2)]),
        ("carry 4 grey 3", [CarryPassengers(0, 4, 5)]),
        ("new passengers 3", [CallPassengers(0, 3)]),
        ("call new passengers to tile 3 and 4", [CallPassengers(0, 3), CallPassengers(0, 4)]),
        ("passengers 3, please", [CallPassengers(0, 3)]),
        ("end. Thanks, Anna", [FinishTurn(0)]),
        ("roll 4; lay e4 ns, then end turn", [RollDice(0, 4, 0), laid("e4", "ns"), FinishTurn(0)]),
    ],
)
def test_orders_are_read_in_any_words(typed: str, meant: list[Move]) -> None:
    assert bound(typed) == meant


def test_a_station_goes_by_its_square_too() -> None:
    station = in_play().table.network.stations[5]
    name = write(PlaceStation(0, station.square), in_play().table).split()[1]
    assert bound(f"carry 4 to {name}") == [CarryPassengers(0, 4, 5)]


def test_a_letter_as_a_german_writes_it() -> None:
    mail = (
        "Hallo zusammen, auf nach Hamburg!\n\nWürfle 2 einfache und 1 komplexen Würfel\nLege E4 NO\n"
        "lege eine Gerade auf e5, Nord-Süd\nLege auf f4 von Süd nach Ost mit Joker\nErweitere e5 um SW\n"
        "Kaufe eine Lok\nKaufe Lok 2\nFahre mit der Lok 4 nach Grau 3\nBefördere 3 von Claras Bahnhof\n"
        "Neue Fahrgäste auf Plättchen 3\nEnde\nViele Grüße\nHilde"
    )
    assert bound(mail, "de") == [
        RollDice(0, 2, 1),
        laid("e4", "ne"),
        laid("e5", "ns"),
        laid("f4", "se", wild=True),
        added("e5", "sw"),
        BuyLocomotive(0),
        BuyLocomotive(0),
        CarryPassengers(0, 4, 5),
        CarryPassengers(0, 3, 2),
        CallPassengers(0, 3),
        FinishTurn(0),
    ]


def test_a_letter_of_wishes_as_a_german_writes_it() -> None:
    mail = (
        "Verbinde mit Grau 3, sonst Rot oder egal\nVerbinde grün mit grau 2\nVerbinde meinen Bahnhof mit Ben\n"
        "Baue in Richtung grau 3\nBefördere alle Fahrgäste\nfahre alle"
    )
    connected, other, named, towards, *carried = letter(mail, "de").orders
    assert isinstance(connected, ConnectTo)
    assert [one.key for one in connected.stations] == ["grey 3", "red"]
    assert connected.anywhere
    assert isinstance(other, ConnectTo)
    assert [one.key for one in other.stations] == ["grey 2"]
    assert isinstance(named, ConnectTo)
    assert [one.key for one in named.stations] == ["blue"]
    assert isinstance(towards, BuildTowards)
    assert carried == [CarryAll(0), CarryAll(0)]


def test_a_letter_as_a_french_person_writes_it() -> None:
    mail = (
        "Bonjour à tous, en voiture !\n\nlancer 2 simples et 1 complexe\nPose e4 no\n"
        "pose une droite en e5, nord-sud\nÉtends e5 +se avec un joker\nachète une locomotive\n"
        "transporte 4 vers gris 3\nnouveaux voyageurs sur la tuile 3\nFin\nMerci"
    )
    assert bound(mail, "fr") == [
        RollDice(0, 2, 1),
        laid("e4", "nw"),
        laid("e5", "ns"),
        added("e5", "se", wild=True),
        BuyLocomotive(0),
        CarryPassengers(0, 4, 5),
        CallPassengers(0, 3),
        FinishTurn(0),
    ]


def test_compass_letters_are_those_of_the_language() -> None:
    assert bound("lege e4 no, f4 so, g4 ow", "de") == [laid("e4", "ne"), laid("f4", "se"), laid("g4", "ew")]
    assert bound("pose e4 no, f4 so, g4 oe", "fr") == [laid("e4", "nw"), laid("f4", "sw"), laid("g4", "ew")]
    assert fault_in("lay e4 no").code == "missing_pair"


def test_the_plain_die_is_laid_first_and_a_wild_one_without_saying_so() -> None:
    assert bound("lay e4 ns", view=with_hand(in_play(), "straight ?")) == [laid("e4", "ns")]
    assert bound("lay e4 ns", view=with_hand(in_play(), "curve ?")) == [laid("e4", "ns", wild=True)]
    assert bound("lay e4 ns", view=with_hand(in_play(), "curve")) == [laid("e4", "ns")]
    assert bound("lay e4 ns with ?", view=with_hand(in_play(), "straight ?")) == [laid("e4", "ns", wild=True)]


def test_the_plain_complex_die_is_used_first_and_a_wild_one_without_saying_so() -> None:
    board = replace(in_play().table.network, track={at("e4"): ("ns",)})
    view = replace(in_play(), table=replace(in_play().table, network=board))
    assert bound("expand e4 ew", view=with_hand(view, "", "crossing ?")) == [added("e4", "ew")]
    assert bound("expand e4 ew", view=with_hand(view, "", "wye ?")) == [added("e4", "ew", wild=True)]
    assert bound("expand e4 ew", view=with_hand(view, "?", "wye")) == [added("e4", "ew")]
    assert bound("expand f4 ew", view=with_hand(view, "", "wye")) == [added("f4", "ew")]


def test_the_hand_is_looked_at_when_the_turn_of_the_order_comes() -> None:
    order = only_order("lay e4 ns", view=with_hand(in_play(), "?"))
    assert bind(order, with_hand(in_play(), "straight ?"), 0) == laid("e4", "ns")


def test_a_locomotive_by_its_number_is_bought_only_if_it_is_next() -> None:
    table = replace(in_play().table, locomotives=(3, 3, 4))
    view = replace(in_play(), table=table)
    assert bound("buy 3", view=view) == [BuyLocomotive(0)]
    (fault,) = bound("buy 4", view=view)
    assert isinstance(fault, Fault)
    assert explain(fault, ENGLISH) == "The next locomotive for sale is a 3, for 10 units."
    assert bound("buy 4", view=replace(view, table=replace(table, locomotives=()))) == [BuyLocomotive(0)]


def test_passing_says_that_the_turn_goes_on() -> None:
    told = explain(fault_in("pass my turn"), ENGLISH)
    assert "Only the roll can be passed" in told
    assert 'Did you mean "end", "pass"?' in told
    assert fault_in("passe meinen Zug", "de").did_you_mean == ("ende", "passe")
    entry = next(verb for verb in NOTATION.verbs if verb.name == "pass")
    assert "Your turn goes on" in entry.form.explanation


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


@pytest.mark.parametrize(("text", "code", "word"), FAULTS, ids=[f"{code}-{text!r}" for text, code, _ in FAULTS])
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


def as_start(view: NetworkView) -> NetworkView:
    return replace(view, seat=view.table.turn.seat)


@pytest.mark.parametrize(("text", "view", "code"), BOUND, ids=[f"{code}-{text!r}" for text, _, code in BOUND])
def test_what_cannot_be_met_is_told_with_its_reason(text: str, view: NetworkView, code: str) -> None:
    (fault,) = bound(text, view=as_start(view))
    assert isinstance(fault, Fault)
    assert fault.code == code
    assert explain(fault, catalogue(PSEUDO)).startswith("⟦")


def test_every_fault_of_the_game_can_be_made() -> None:
    elsewhere = {"home_stands", "joined_already", "unsaid_place"}
    made = {code for _, code, _ in FAULTS} | {code for _, _, code in BOUND}
    assert made | elsewhere >= set(MESSAGES)


def test_a_name_that_two_players_share_is_a_fault() -> None:
    (fault,) = read(["carry 4 to Ann"], in_play(), "en", ("Ben", "Anna", "Annette")).faults
    assert (fault.code, fault.word, set(fault.did_you_mean)) == ("ambiguous_player", "Ann", {"anna", "annette"})


def test_slips_of_the_pen_are_guessed() -> None:
    for typed, language, meant in (
        ("rol 4", "en", "roll"),
        ("exapnd e4 +sw", "en", "expand"),
        ("conect to grey 3", "en", "connect"),
        ("connect to grye 3", "en", "grey"),
        ("connect to bluue", "en", "blue"),
        ("würfel 4", "de", "würfle"),
        ("verbnide mit grau 3", "de", "verbinde"),
        ("verbinde mit rto", "de", "rot"),
    ):
        assert meant in fault_in(typed, language).did_you_mean, typed


def test_what_looks_like_an_order_is_none_but_not_passed_over() -> None:
    assert fault_in("xyz e4 ns").code == "unknown_verb"
    assert fault_in("xyz 2+1").code == "unknown_verb"
    assert fault_in("roll 4\ne4").code == "missing_pair"
    assert fault_in("e4 or d3").code == "missing_pair", "all stations stand"


@pytest.mark.parametrize(
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
    assert order.squares == tuple(map(at, squares.split()))


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
    assert not letter(line, "de", in_play()).faults
    assert not letter("Hallo Ben, ich war im Urlaub auf Insel C und komme erst heute zum Spielen.", "de").faults


@pytest.mark.parametrize(
    ("language", "text", "plain"),
    [
        ("de", "Ich würfle 4; ich kaufe; ich verbinde mit grau 3", "roll 4; buy; connect to grey 3"),
        ("de", "ich baue nach grau 3; ich fahre alle", "build towards grey 3; carry all"),
        ("fr", "je lance 4; j'achète; je relie à gris 3", "roll 4; buy; connect to grey 3"),
        ("en", "I roll 2+1; I lay e4 ns; I expand e4 +sw; I end my turn", "roll 2+1; lay e4 ns; expand e4 +sw; end"),
        ("de", "ich beende meinen Zug", "end"),
        ("fr", "je termine mon tour", "end"),
        ("de", "kaufe, wenn möglich", "buy if possible"),
        ("fr", "achète 3 si possible", "buy 3 if possible"),
        ("en", "please buy a locomotive if possible", "buy if possible"),
    ],
)
def test_orders_may_say_who_gives_them(language: str, text: str, plain: str) -> None:
    assert letter(text, language).orders == letter(plain).orders


GREETINGS = [(code, line) for code, lines in PROSE.items() for line in lines if not line.startswith("Transport von")]
"""Those of any game, but for one that begins with a verb of this one and goes on like it."""


@pytest.mark.parametrize(("language", "line"), GREETINGS)
def test_greetings_before_the_first_order_are_prose(language: str, line: str) -> None:
    first = WORDS.fill("{roll} 4", language)
    assert [one.kind for one in letter(f"{line}\n{first}", language).lines] == ["prose", "orders"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Pass on my greetings to Ben"),
        ("en", "Put the kettle on, this takes long"),
        ("en", "Take care of yourselves, everyone"),
        ("en", "Place your bets, gentlemen"),
        ("en", "Passengers everywhere in my town today"),
        ("en", "Gate b4, see you there"),
        ("en", "B2 or not b2, that is the question"),
        ("de", "Neue Fahrgäste hätte ich auch gern"),
        ("de", "Setze mich morgen hin und spiele"),
        ("de", "Fahre morgen in den Urlaub"),
        ("de", "Lege mich jetzt schlafen"),
        ("fr", "Prends ton temps, Ben"),
        ("fr", "Passe le bonjour à Anna"),
    ],
)
def test_sentences_that_begin_with_a_verb_are_prose(language: str, line: str) -> None:
    first = WORDS.fill("{roll} 4", language)
    assert [one.kind for one in letter(f"{line}\n{first}", language).lines] == ["prose", "orders"]


def test_stations_are_placed_by_preference() -> None:
    view = as_start(before_placing())
    seat, (one, other, *_) = view.table.turn.seat, open_squares(view.table)
    free, second = (write(PlaceStation(seat, square), view.table).split()[1] for square in (one, other))
    assert bound(f"place {free}", view=view) == [PlaceStation(seat, one)]
    assert bound(f"place a1 or {second} or {free}", view=view) == [PlaceStation(seat, other)]
    assert bound("place a1", view=view) == [PlaceStation(seat, at("a1"))]
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
    assert explain(fault, ENGLISH).startswith("Give each station a line of its own.")


def test_when_all_stations_stand_the_rules_refuse_another() -> None:
    assert bound("place e4") == [PlaceStation(0, at("e4"))]


@pytest.mark.parametrize("seed", range(3))
def test_a_legal_action_is_nearest_to_itself(seed: int) -> None:
    for view in list(positions(seed))[::7]:
        legal = list(game.legal(view))
        for action in legal:
            if not isinstance(action, BuyLocomotive | FinishTurn | TakeWild | PassRoll):
                assert nearest(action, legal, view.table) == action


def test_the_nearest_legal_action_is_the_likeliest_meaning() -> None:
    table = in_play().table
    track = [laid("e4", "ns"), laid("e4", "ne"), added("e5", "ew"), laid("g4", "ew")]
    trips = [CarryPassengers(0, 3, 1), CarryPassengers(0, 4, 5), CarryPassengers(0, 3, 5)]
    others: list[Move] = [RollDice(0, 2, 1), RollDice(0, 4, 0), CallPassengers(0, 2), CallPassengers(0, 3, True)]
    legal = [*track, *trips, *others, FinishTurn(0)]
    for refused, meant in (
        (laid("e4", "se"), laid("e4", "ns")),
        (laid("e4", "ne", wild=True), laid("e4", "ne")),
        (laid("e5", "ns"), added("e5", "ew")),
        (added("g3", "ns"), laid("g4", "ew")),
        (CarryPassengers(0, 2, 5), CarryPassengers(0, 3, 5)),
        (CarryPassengers(0, 4, 1), CarryPassengers(0, 3, 1)),
        (CarryPassengers(0, 4, 99), CarryPassengers(0, 4, 5)),
        (RollDice(0, 3, 0), RollDice(0, 4, 0)),
        (CallPassengers(0, 3), CallPassengers(0, 3, True)),
        (PassRoll(0), FinishTurn(0)),
        (BuyLocomotive(0), None),
        (PlaceStation(0, at("e4")), None),
    ):
        assert nearest(refused, legal, table) == meant


def test_a_station_is_placed_beside_the_square_that_is_taken() -> None:
    view = as_start(before_placing())
    legal = list(game.legal(view))
    first = legal[0]
    assert isinstance(first, PlaceStation)
    refused = PlaceStation(first.seat, Square(first.square.x, first.square.y - 1))
    assert nearest(refused, legal, view.table) == first


words = sorted(
    {alias for verb in table_of(KIND).verbs for names in verb.aliases.values() for alias in names}
    | {word for meanings in WORDS.keywords.values() for typed in meanings.values() for word in typed}
    | {
        "e4",
        "a1",
        "aa3",
        "z99",
        "ns",
        "no",
        "+sw",
        "2+1",
        "4",
        "3",
        "?",
        "with ?",
        "grey 3",
        "blau",
        "Ben",
        ">= 2",
        ":",
    }
    | {";", "/", ",", ".", "#", "--", "e", "n", "s", "99999", "0", "ssc", "\u0308", "\x00"}
)


@given(st.lists(st.lists(st.sampled_from(words), max_size=8).map(" ".join), max_size=3), st.sampled_from(LANGUAGES))
def test_no_order_of_known_words_raises(lines: list[str], language: str) -> None:
    for view in (in_play(), before_placing()):
        check_whole(read(lines, view, language, PLAYERS[:3]), lines)


@given(st.text(alphabet="aelynsow place4?+;,0123: \u0308", max_size=60), st.sampled_from(LANGUAGES))
def test_no_order_of_known_signs_raises(line: str, language: str) -> None:
    check_whole(read([line, "roll 4"], in_play(), language, PLAYERS[:3]), [line, "roll 4"])
