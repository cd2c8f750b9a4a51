"""Names in what is stored: frozen, apart from those of classes, and brought up from earlier versions."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, make_dataclass
from types import ModuleType
from typing import Any, get_args

import pytest
from each_kit import each
from golden import GAMES, path_of

from rules_core.games import kinds, ruleset_for
from rules_core.games.railroad_dice_2 import actions as network_actions
from rules_core.games.railroad_dice_2 import events as network_events
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2 import network
from rules_core.games.railroad_dice_2 import table as network_table
from rules_core.kernel.codec import BadRecord, decode, encode, stored_as, stored_head, stored_name, unnamed
from rules_core.kernel.record import dump, export, load, replay
from rules_core.line import actions, companies, events, landscape, table, track

EVENTS = [
    "GameBegan",
    "YearBegan",
    "TurnBegan",
    "IncomeTaken",
    "Rolled",
    "ShareBought",
    "TransportUsed",
    "DuePaid",
    "TileLaid",
    "PieceLaid",
    "TileLeft",
    "BonusPaid",
    "StationBuilt",
    "PassengersTaken",
    "DirectorChanged",
    "PassengersCame",
    "EndsPlaced",
    "LastYearBegan",
    "TurnEnded",
    "PassengersCarried",
    "DirectorsAssigned",
    "BankBroken",
    "GameEnded",
    "DiceMoved",
    "SharesMoved",
    "DirectorNamed",
    "PassengersMoved",
    "TurnMarked",
    "DueMarked",
    "OfficeMarked",
    "GameCancelled",
]
ACTIONS = ["Income", "Roll", "BuyShare", "UseTransport", "LayRun", "BuildStation", "EndTurn"]
VALUES = [
    "Payment",
    "Piece",
    "NewTile",
    "Standing",
    "Player",
    "Turn",
    "Table",
    "Screen",
    "State",
    "Stock",
    "Company",
    "Fixture",
    "End",
    "Line",
    "LaidTile",
    "Landscape",
]
"""What stands in logs and snapshots of the games of the line today, and can never be called otherwise."""
NETWORK_EVENTS = [
    "GameBegan",
    "MapArranged",
    "StartDrawn",
    "StationPlaced",
    "StationsLeftOut",
    "PassengersArrived",
    "YearBegan",
    "TurnBegan",
    "DiceThrown",
    "WildTaken",
    "RollPassed",
    "TrackLaid",
    "TrackExpanded",
    "StationsConnected",
    "LocomotiveBought",
    "LocomotivesScrapped",
    "PassengersTransported",
    "PassengersCalled",
    "ClosingBegan",
    "TurnEnded",
    "GameEnded",
    "UnitsMoved",
    "LocomotiveMoved",
    "RollMarked",
    "GameCancelled",
]
NETWORK_ACTIONS = [
    "PlaceStation",
    "RollDice",
    "TakeWild",
    "PassRoll",
    "LayTrack",
    "ExpandTrack",
    "BuyLocomotive",
    "CarryPassengers",
    "CallPassengers",
    "FinishTurn",
]
NETWORK_VALUES = [
    "MapTile",
    "Station",
    "Network",
    "Player",
    "Turn",
    "Table",
    "NetworkStanding",
    "Place",
]
"""What stands in those of Railroad Dice 2."""
TEXTS = {name: path_of(name).read_text(encoding="utf-8") for name in GAMES}


LINE = (actions, companies, events, landscape, table, track)
NETWORK = (network_actions, network_events, network, network_table)


def classes(modules: Iterable[ModuleType]) -> set[type]:
    """The classes of all that games store, in some modules."""
    found = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return {kind for kind in found if stored_name(kind)}


def test_the_names_of_what_is_stored_are_frozen() -> None:
    assert [stored_name(kind) for kind in get_args(events.Event)] == EVENTS
    assert [stored_name(kind) for kind in actions.ACTIONS] == ACTIONS
    assert {stored_name(kind) for kind in classes(LINE)} == {*EVENTS, *ACTIONS, *VALUES}


def test_the_names_of_what_railroad_dice_2_stores_are_frozen() -> None:
    assert [stored_name(kind) for kind in railroad_dice_2.events] == NETWORK_EVENTS
    assert [stored_name(kind) for kind in railroad_dice_2.actions] == NETWORK_ACTIONS
    assert {stored_name(kind) for kind in classes(NETWORK)} == {*NETWORK_EVENTS, *NETWORK_ACTIONS, *NETWORK_VALUES}


@pytest.mark.parametrize("kind", kinds())
def test_all_that_a_game_stores_has_a_name(kind: str) -> None:
    game = ruleset_for(kind)
    for one in (*game.events, *game.actions, game.state):
        assert unnamed(one) == set()


def types_in(data: Any) -> set[str]:
    """The names of types that stand in a JSON value."""
    items = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    own = {data["type"]} if isinstance(data, dict) and "type" in data else set()
    return own.union(*map(types_in, items))


def test_the_records_kept_hold_all_events_and_actions() -> None:
    found = types_kept(*LINE_KINDS)
    by_hand = {stored_name(kind) for kind in actions.CORRECTIONS} - {"DiceMoved"}
    assert {*EVENTS, *ACTIONS} - found == by_hand
    assert {*NETWORK_EVENTS, *NETWORK_ACTIONS} - types_kept("railroad_dice_2") == {"GameCancelled"}


LINE_KINDS = ("first_rails", "germany")


def types_kept(*kinds_kept: str) -> set[str]:
    """The names of types that stand in the entries of records of some kinds of games."""
    texts = [TEXTS[name] for name, recipe in GAMES.items() if recipe.kind in kinds_kept]
    return set().union(*(types_in(json.loads(text)["entries"]) for text in texts))


@pytest.fixture
def renamed() -> Iterator[None]:
    """Every class of an event, an action or a value with another name."""
    names = {kind: kind.__name__ for kind in classes((*LINE, *NETWORK))}
    for kind, name in names.items():
        kind.__name__ = f"Renamed{name}"
    yield
    for kind, name in names.items():
        kind.__name__ = name


@pytest.mark.usefixtures("renamed")
@pytest.mark.parametrize("name", GAMES)
def test_renaming_a_class_changes_nothing_stored(name: str) -> None:
    record = load(TEXTS[name])
    assert dump(export(record)) == TEXTS[name]
    state = replay(record)
    found = encode(state)
    assert not any(kind.startswith("Renamed") for kind in types_in(found))
    assert ruleset_for(record.kind).decode_state(found) == state


@pytest.mark.usefixtures("renamed")
def test_how_a_text_begins_does_not_hang_on_the_name_of_its_class() -> None:
    text = json.dumps(encode(events.TurnBegan(0, 1)), separators=(",", ":"))
    assert text.startswith(stored_head(events.TurnBegan))
    assert stored_head(events.TurnBegan) == '{"type":"TurnBegan",'


@stored_as("Cheered")
@dataclass(frozen=True, slots=True)
class _Cheer:
    seat: int


@stored_as(
    "Waved",
    lambda told: {"seat": told["who"]},
    lambda told: {**told, "hands": 1},
)
@dataclass(frozen=True, slots=True)
class _Wave:
    seat: int
    hands: int


def test_values_of_earlier_versions_are_brought_up() -> None:
    assert encode(_Wave(1, 2)) == {"type": "Waved", "v": 3, "seat": 1, "hands": 2}
    for facts in ({"who": 4}, {"v": 1, "who": 4}, {"v": 2, "seat": 4}, {"v": 3, "seat": 4, "hands": 1}):
        assert decode((_Cheer, _Wave), {"type": "Waved", **facts}) == _Wave(4, 1)
    assert decode((_Cheer, _Wave), encode(_Cheer(2))) == _Cheer(2)


@each(
    "told",
    [
        {"type": "Waved", "v": 4, "seat": 1, "hands": 1},
        {"type": "Waved", "v": 0, "who": 1},
        {"type": "Waved", "v": True, "who": 1},
        {"type": "Waved", "v": 2, "who": 1},
        {"type": "Waved", "v": 3, "seat": 1, "hands": 1, "more": 1},
        {"type": "_Wave", "who": 1},
        {"type": "Cheered", "v": 1, "seat": 1},
    ],
)
def test_what_no_version_stored_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        decode((_Cheer, _Wave), told)


def test_a_class_without_a_name_is_not_stored() -> None:
    nameless = make_dataclass("Nameless", [("seat", int)])
    assert [field.name for field in fields(nameless)] == ["seat"]
    with pytest.raises(TypeError, match="Nameless has no JSON form"):
        encode(nameless(1))
