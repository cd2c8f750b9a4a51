"""Conditions of Railroad Dice 2: read in three languages, and compared with what their writer sees."""

from dataclasses import replace

from each_kit import each
from network_orders_kit import PLAYERS, in_play, joined, letter, name_of, rolled, with_hand

from pbem.commands.orders import Conditional
from pbem.commands.orders.conditions import unmet, value_of
from pbem.commands.orders.script import Comparison
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.orders.conditions import QUANTITIES, present
from pbem.i18n import PSEUDO, catalogue

ENGLISH = catalogue("en")
SEATS = PLAYERS[:3]
CONDITIONS: list[tuple[str, str, str, str, int]] = [
    ("straights >= 2", "straight", "", ">=", 2),
    ("s >= 2", "", "", "", 0),
    ("at least 2 straights", "straight", "", ">=", 2),
    ("curves > 0", "curve", "", ">", 0),
    ("? >= 1", "?", "", ">=", 1),
    ("jokers >= 1", "?", "", ">=", 1),
    ("symbols >= 1", "locomotive", "", ">=", 1),
    ("locomotive faces >= 1", "locomotive", "", ">=", 1),
    ("switches >= 1", "switch", "", ">=", 1),
    ("left switches >= 1", "switch-left", "", ">=", 1),
    ("right switch = 1", "switch-right", "", "=", 1),
    ("wyes >= 1", "wye", "", ">=", 1),
    ("crossings >= 1", "crossing", "", ">=", 1),
    ("double curves >= 1", "double-curve", "", ">=", 1),
    ("hand > 1", "hand", "", ">", 1),
    ("dice in hand > 1", "hand", "", ">", 1),
    ("units >= 15", "units", "", ">=", 15),
    ("locomotives < 2", "locomotives", "", "<", 2),
    ("year > 3", "year", "", ">", 3),
    ("waiting 3 < 5", "waiting", "3", "<", 5),
    ("waiting >= 5", "waiting", "", ">=", 5),
    ("waiting at blue >= 5", "waiting", "blue", ">=", 5),
    ("waiting at grey 3 >= 5", "waiting", "grey 3", ">=", 5),
    ("passengers on tile 3 >= 5", "waiting", "3", ">=", 5),
    ("at least 5 passengers on tile 3", "waiting", "3", ">=", 5),
    ("distance to grey 3 <= 4", "distance", "grey 3", "<=", 4),
    ("distance ben <= 4", "distance", "blue", "<=", 4),
    ("connected >= 3", "connected", "", ">=", 3),
    ("connected to e4 = 1", "connected", "e4", "=", 1),
    ("connected to blue", "connected", "blue", "=", 1),
    ("not connected to grey 3", "connected", "grey 3", "=", 0),
    ("I am connected to grey 3", "connected", "grey 3", "=", 1),
    ("closing", "closing", "", "=", 1),
    ("not closing", "closing", "", "=", 0),
    ("it is not the closing phase", "closing", "", "=", 0),
    ("closing = 0", "closing", "", "=", 0),
    ("bank < 20", "bank", "", "<", 20),
    ("dice <= 10", "dice", "", "<=", 10),
    ("dice in the bank <= 10", "dice", "", "<=", 10),
    ("complex dice <= 3", "complex", "", "<=", 3),
]


@each(("said", "quantity", "of", "sign", "number"), CONDITIONS, ids=[one[0] for one in CONDITIONS])
def test_conditions_are_read_as_people_say_them(said: str, quantity: str, of: str, sign: str, number: int) -> None:
    script = letter(f"if {said}: end")
    if not quantity:
        assert [fault.code for fault in script.faults] == ["unknown_quantity"]
        return
    (order,) = script.orders
    assert isinstance(order, Conditional)
    (found,) = order.comparisons
    assert (found.quantity, found.of, found.sign, found.number) == (quantity, of, sign, number)


@each(
    ("said", "language", "meant"),
    [
        ("geraden >= 2", "de", ("straight", "", ">=", 2)),
        ("mindestens 2 Kurven", "de", ("curve", "", ">=", 2)),
        ("ich mit grau 3 verbunden bin", "de", ("connected", "grey 3", "=", 1)),
        ("grau 3 nicht verbunden ist", "de", ("connected", "grey 3", "=", 0)),
        ("Schlussphase ist", "de", ("closing", "", "=", 1)),
        ("Linksweichen >= 1", "de", ("switch-left", "", ">=", 1)),
        ("wartende auf Plättchen 3 > 4", "de", ("waiting", "3", ">", 4)),
        ("loks >= 2", "de", ("locomotives", "", ">=", 2)),
        ("aiguillages à gauche >= 1", "fr", ("switch-left", "", ">=", 1)),
        ("au moins 2 droites", "fr", ("straight", "", ">=", 2)),
        ("reliée à gris 3", "fr", ("connected", "grey 3", "=", 1)),
    ],
)
def test_conditions_are_read_in_other_languages(said: str, language: str, meant: tuple[str, str, str, int]) -> None:
    opened = {"de": f"wenn {said}: ende", "fr": f"si {said}: fin"}[language]
    (order,) = letter(opened, language).orders
    assert isinstance(order, Conditional)
    (found,) = order.comparisons
    assert (found.quantity, found.of, found.sign, found.number) == meant


def test_several_conditions_are_joined() -> None:
    (order,) = letter("if straights >= 2 and not closing and connected to blue and units > 4: carry all").orders
    assert isinstance(order, Conditional)
    assert [one.quantity for one in order.comparisons] == ["straight", "closing", "connected", "units"]


def test_quantities_have_the_values_that_the_writer_sees() -> None:
    view = with_hand(in_play(), "straight straight curve locomotive ?", "switch-left switch-right wye ?")
    table = view.table
    home = table.tile_of(0)
    values = {
        "straight": 2, "curve": 1, "?": 2, "locomotive": 1, "switch": 2, "switch-left": 1, "switch-right": 1, "wye": 1,
        "crossing": 0, "double-curve": 0, "hand": 9, "units": 10, "locomotives": 0, "connected": 0, "year": 1,
        "waiting": sum(table.waiting), "bank": table.bank, "dice": 59, "complex": 24, "closing": 0,
    }  # fmt: skip
    for name, value in values.items():
        assert value_of(Comparison(name, "=", 0), view) == value, name
    assert value_of(Comparison("waiting", "=", 0, str(home)), view) == table.waiting[home - 1]
    assert value_of(Comparison("waiting", "=", 0, "green"), view) == table.waiting_at(0)
    assert value_of(Comparison("waiting", "=", 0, "e99"), view) == 0
    assert value_of(Comparison("distance", "=", 0, "blue"), view) == 999
    assert value_of(Comparison("connected", "=", 0, "blue"), view) == 0
    assert {*values, "distance"} == {one.name for one in QUANTITIES}
    other = replace(view, seat=1)
    assert value_of(Comparison("hand", "=", 0), other) == 0


def test_a_joined_station_has_its_distance() -> None:
    view = next(view for view in rolled(0) if joined(view.table))
    table, station = view.table, min(joined(view.table))
    key = letter(f"if connected to {name_of(table, station)}: end", view=view).orders[0]
    assert isinstance(key, Conditional)
    assert unmet(key, view) is None
    of = key.comparisons[0].of
    far = table.distance(table.turn.seat, station)
    assert value_of(Comparison("distance", "=", 0, of), view) == far
    text = present(Comparison("distance", "=", 0, of), view, NetworkNames(table, SEATS, ENGLISH))
    assert text == f"{of} is {far} tile{'' if far == 1 else 's'} away"


def test_what_a_condition_compares_is_told_as_it_is() -> None:
    view = with_hand(in_play(), "straight straight curve")
    names = NetworkNames(view.table, SEATS, ENGLISH)
    waiting = view.table.waiting[2]
    for name, of, text in (
        ("straight", "", "you have 2 straights"),
        ("curve", "", "you have 1 curve"),
        ("wye", "", "you have 0 wyes"),
        ("switch", "", "you have 0 switches"),
        ("hand", "", "you have 3 dice in hand"),
        ("units", "", "you have 10 units"),
        ("locomotives", "", "you have 0 locomotives"),
        ("waiting", "3", f"beside tile 3 {waiting} passengers are waiting"),
        ("distance", "blue", "blue is not joined to your home"),
        ("connected", "blue", "blue is not joined to your home"),
        ("connected", "", "0 stations are joined to your home"),
        ("year", "", "it is year 1"),
        ("closing", "", "the closing phase has not begun"),
    ):
        assert present(Comparison(name, "=", 0, of), view, names) == text
    pseudo = NetworkNames(view.table, SEATS, catalogue(PSEUDO))
    for one in QUANTITIES:
        for of in ("", "blue", "3") if one.name == "waiting" else ("blue",) if one.name == "distance" else ("",):
            assert present(Comparison(one.name, "=", 0, of), view, pseudo).startswith("⟦")
