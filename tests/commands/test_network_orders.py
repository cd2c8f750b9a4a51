"""Orders of Railroad Dice 2 in three languages: written, read back, read in other words, and bound to dice."""

from dataclasses import replace

from each_kit import each
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
from rules.network import square
from rules.network_playing import expand, lay

from commands.test_bounds import check_whole
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import bind, explain, read, table_of, write
from pbem.commands.orders.script import Play
from pbem.commands.tokens import Fault
from pbem.games.railroad_dice_2.orders.arguments import WORDS, PlaceByPreference
from pbem.i18n import catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import (
    ACTIONS,
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

ENGLISH = catalogue("en")


def read_back(action: NetworkAction, view: NetworkView, language: str, line: str) -> None:
    """What is read from a line in a position must be an action, and nothing else."""
    script = read([line], view, language, PLAYERS[: view.table.seats])
    assert not script.faults, (line, script.faults)
    (order,) = script.orders
    assert isinstance(order, Play), line
    assert bind(order, view, 0) == action, line


@each(
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
    assert {type(action) for action in views} == set(ACTIONS)
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


@each(
    ("action", "lines"),
    [
        (PlaceStation(0, Square(4, 3)), ("place e4", "setze e4", "place e4")),
        (RollDice(0, 4, 0), ("roll 4", "würfle 4", "lance 4")),
        (RollDice(0, 2, 1), ("roll 2+1", "würfle 2+1", "lance 2+1")),
        (RollDice(0, 0, 2), ("roll 2 complex", "würfle 2 komplexe", "lance 2 complexes")),
        (TakeWild(0), ("take ?", "nimm ?", "prends ?")),
        (PassRoll(0), ("pass", "passe", "passe")),
        (lay("e4", "ns"), ("lay e4 ns", "lege e4 ns", "pose e4 ns")),
        (lay("e4", "sw", wild=True), ("lay e4 sw with ?", "lege e4 sw mit ?", "pose e4 sw avec ?")),
        (expand("e4", "sw"), ("expand e4 +sw", "erweitere e4 +sw", "étends e4 +sw")),
        (BuyLocomotive(0), ("buy", "kaufe", "achète")),
        (CarryPassengers(0, 4, 2), ("carry 4 to red", "fahre 4 nach rot", "transporte 4 vers rouge")),
        (CarryPassengers(0, 4, 5), ("carry 4 to grey 3", "fahre 4 nach grau 3", "transporte 4 vers gris 3")),
        (CallPassengers(0, 3), ("passengers 3", "fahrgäste 3", "voyageurs 3")),
        (CallPassengers(0, 3, True), ("passengers 3 with ?", "fahrgäste 3 mit ?", "voyageurs 3 avec ?")),
        (FinishTurn(0), ("end", "ende", "fin")),
    ],
)
def test_lines_are_written_as_players_write_them(action: NetworkAction, lines: tuple[str, ...]) -> None:
    assert tuple(write(action, in_play().table, language) for language in LANGUAGES) == lines


@each(
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
        ("LAY E4 SN", [lay("e4", "ns")]),
        ("lay e4: w-n", [lay("e4", "nw")]),
        ("lay e 4 north south", [lay("e4", "ns")]),
        ("lay e4 northeast", [lay("e4", "ne")]),
        ("lay e4 from north to east", [lay("e4", "ne")]),
        ("lay e4 s w", [lay("e4", "sw")]),
        ("lay a straight on e4, east-west", [lay("e4", "ew")]),
        ("lay a4 ns", [lay("a4", "ns")]),
        ("build e4 ns, f4 sw", [lay("e4", "ns"), lay("f4", "sw")]),
        ("lay e4 ns f4 sw and g4 ne", [lay("e4", "ns"), lay("f4", "sw"), lay("g4", "ne")]),
        ("lay e4 ns?", [lay("e4", "ns", wild=True)]),
        ("lay e4 ns, f4 sw with a joker", [lay("e4", "ns"), lay("f4", "sw", wild=True)]),
        ("lay e4 +sw with ?", [expand("e4", "sw", wild=True)]),
        ("e4 ns", [lay("e4", "ns")]),
        ("e4 ns, f4 sw with ?; g4 +ne", [lay("e4", "ns"), lay("f4", "sw", wild=True), expand("g4", "ne")]),
        ("expand e4 sw, f4 ne", [expand("e4", "sw"), expand("f4", "ne")]),
        ("expand e4 sw", [expand("e4", "sw")]),
        ("expand e4 plus sw", [expand("e4", "sw")]),
        ("upgrade e4 with sw", [expand("e4", "sw")]),
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
        ("roll 4; lay e4 ns, then end turn", [RollDice(0, 4, 0), lay("e4", "ns"), FinishTurn(0)]),
    ],
)
def test_orders_are_read_in_any_words(typed: str, meant: list[NetworkAction]) -> None:
    assert bound(typed) == meant


def test_a_station_goes_by_its_square_too() -> None:
    station = in_play().table.network.stations[5]
    name = write(PlaceStation(0, station.square), in_play().table).split()[1]
    assert bound(f"carry 4 to {name}") == [CarryPassengers(0, 4, 5)]


def test_compass_letters_are_those_of_the_language() -> None:
    assert bound("lege e4 no, f4 so, g4 ow", "de") == [lay("e4", "ne"), lay("f4", "se"), lay("g4", "ew")]
    assert bound("pose e4 no, f4 so, g4 oe", "fr") == [lay("e4", "nw"), lay("f4", "sw"), lay("g4", "ew")]
    assert fault_in("lay e4 no").code == fault_in("e4 no").code == "doubtful_letters"
    assert bound("lege e4 no") == [lay("e4", "ne")]
    assert bound("pose e4 no") == [lay("e4", "nw")]
    assert bound("roll 2e 1k; lay e4 e s") == [RollDice(0, 2, 1), lay("e4", "se")]


def test_the_plain_die_is_laid_first_and_a_wild_one_without_saying_so() -> None:
    assert bound("lay e4 ns", view=with_hand(in_play(), "straight ?")) == [lay("e4", "ns")]
    assert bound("lay e4 ns", view=with_hand(in_play(), "curve ?")) == [lay("e4", "ns", wild=True)]
    assert bound("lay e4 ns", view=with_hand(in_play(), "curve")) == [lay("e4", "ns")]
    assert bound("lay e4 ns with ?", view=with_hand(in_play(), "straight ?")) == [lay("e4", "ns", wild=True)]


def test_the_plain_complex_die_is_used_first_and_a_wild_one_without_saying_so() -> None:
    board = replace(in_play().table.network, track={square("e4"): ("ns",)})
    view = replace(in_play(), table=replace(in_play().table, network=board))
    assert bound("expand e4 ew", view=with_hand(view, "", "crossing ?")) == [expand("e4", "ew")]
    assert bound("expand e4 ew", view=with_hand(view, "", "wye ?")) == [expand("e4", "ew", wild=True)]
    assert bound("expand e4 ew", view=with_hand(view, "?", "wye")) == [expand("e4", "ew")]
    assert bound("expand f4 ew", view=with_hand(view, "", "wye")) == [expand("f4", "ew")]


def test_the_hand_is_looked_at_when_the_turn_of_the_order_comes() -> None:
    order = only_order("lay e4 ns", view=with_hand(in_play(), "?"))
    assert bind(order, with_hand(in_play(), "straight ?"), 0) == lay("e4", "ns")


def test_a_locomotive_by_its_number_is_bought_only_if_it_is_next() -> None:
    table = replace(in_play().table, locomotives=(3, 3, 4))
    view = replace(in_play(), table=table)
    assert bound("buy 3", view=view) == [BuyLocomotive(0)]
    (fault,) = bound("buy 4", view=view)
    assert isinstance(fault, Fault)
    assert explain(fault, ENGLISH) == "The next locomotive for sale is a 3, for 10 units."
    assert bound("buy 4", view=replace(view, table=replace(table, locomotives=()))) == [BuyLocomotive(0)]


words = sorted(
    {alias for verb in table_of("railroad_dice_2").verbs for names in verb.aliases.values() for alias in names}
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
