"""Records that somebody has changed, checksum and all: refused with the place, or in the list of what nothing tells."""

import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

import pytest
from each_kit import each
from golden import GAMES, path_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server.kit import run_pbem
from soak import few

from pbem.games.judged import describe_difference, describe_fault
from pbem.i18n import catalogue
from pbem.reports.dice import describe_remark
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.log import LogEntry, decode_entry
from rules_core.kernel.record import (
    MOST_BYTES,
    UNCHECKED,
    BadRecord,
    dice_remarks,
    differences,
    dump,
    load,
    replay,
    verify_dice,
)
from rules_core.kernel.record.text import check

Path: TypeAlias = tuple[str | int, ...]
TEXTS = {name: path_of(name).read_text(encoding="utf-8") for name in GAMES}
SHORT = ("collapse", "germany_bank", "network_gone_back")
SIGNS = "0123456789-abnstwAB"
WORDS = catalogue("en")
COMMANDS = (("record", "replay"), ("record", "rejudge"), ("dice", "verify"))


def fitted(data: Any) -> str:
    """The text of a record with a checksum that fits, as somebody would write it who wants a change to pass."""
    rest = {key: value for key, value in data.items() if key != "checksum"}
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return dump({**rest, "checksum": sha256(text.encode("utf-8", "surrogatepass")).hexdigest()})


def refusals(text: str) -> list[str]:
    """What the commands say against a record. Fails where one of them fails on it otherwise."""
    found: list[str] = []
    try:
        record = load(text)
    except BadRecord as error:
        return [str(error)]
    try:
        replay(record)
        rules = ruleset_for(record.kind) if record.kind in kinds() else None
        result = (
            [] if rules is None else [describe_difference(one, record, WORDS) for one in differences(record, rules)]
        )
        found += [f"position {one.position}: {one.sentence}" for one in result]
    except BadRecord as error:
        found.append(str(error))
    found += [describe_fault(fault, record.kind, record.players, WORDS) for fault in verify_dice(record)]
    for remark in dice_remarks(record):
        assert describe_remark(remark, WORDS)
    return found


def changed_places(one: Any, other: Any, here: Path = ()) -> Iterator[Path]:
    """Where two values made of JSON differ, as deep as can be told."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from changed_places(one[key], other[key], (*here, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from changed_places(mine, theirs, (*here, number))
    elif one != other or type(one) is not type(other):
        yield here


def is_unchecked(place: Path, data: Any) -> bool:
    """Whether nothing in a record tells of a change here; each kind of place stands in UNCHECKED."""
    match place:
        case ("players", _) | ("ruleset",):
            return True
        case ("entries", 0, 3, "components"):
            return True  # all commands say that the box is another
        case ("entries", int(at), 3, "steps", _, "turn" | "wild") if data["entries"][at][1] == "action":
            return True  # a tile that looks the same each way; a "?" where no other die lay there
        case ("entries", int(at), 3, "wild" | "source" | "terrain" | "price" | "pay" | "break_bank"):
            return bool(data["entries"][at][1] == "action")  # what would have come of it anyway
    return False


def one_byte(text: str, chance: random.Random, places: int, signs: int) -> Iterator[str]:
    """Texts with one sign changed, behind each of which stands a fitting checksum; only those that can be read."""
    end = text.index('"checksum"')
    for at in chance.sample(range(end), places):
        for sign in chance.sample(SIGNS, signs):
            try:
                changed = fitted(json.loads(text[:at] + sign + text[at + 1 :]))
            except (ValueError, AttributeError):
                continue
            if changed != text:
                yield changed


def assert_found(text: str, changed: str) -> None:
    """Fail where a changed record passes all commands, save where nothing can tell, or is refused without a place."""
    said = refusals(changed)
    data = json.loads(text)
    places = [place for place in changed_places(data, json.loads(changed)) if place != ("checksum",)]
    assert said or all(is_unchecked(place, data) for place in places), places
    for one in said:
        assert one.split()[0].strip(":"), one
    if not said and ("entries", 0, 3, "components") in places:
        assert not load(changed).has_own_components


@pytest.mark.parametrize("name", few(GAMES, 5))
def test_a_changed_byte_is_found_though_the_checksum_fits(name: str) -> None:
    for changed in one_byte(TEXTS[name], random.Random(11), 15, 2):
        assert_found(TEXTS[name], changed)


@pytest.mark.soak
@pytest.mark.parametrize("name", few(GAMES, 5))
def test_many_changed_bytes_are_found_though_the_checksum_fits(name: str) -> None:
    """Every byte of one record, and many of the others, by other signs each time."""
    text, chance = TEXTS[name], random.Random()
    places, signs = (text.index('"checksum"'), 1) if name == SHORT[0] else (400, 3)
    for changed in one_byte(text, chance, places, signs):
        assert_found(text, changed)


def with_value(name: str, place: Path, value: object) -> str:
    """A golden record with something else in one place, and a fitting checksum."""
    data = json.loads(TEXTS[name])
    here = data
    for step in place[:-1]:
        here = here[step]
    here[place[-1]] = value
    return fitted(data)


def entry_of(name: str, type_: str, number: int = 0) -> int:
    """Which entry of a golden record is the n-th of a type, or of a kind."""
    entries = json.loads(TEXTS[name])["entries"]
    return [at for at, entry in enumerate(entries) if type_ in (entry[1], entry[3].get("type"))][number]


@each(
    ("name", "type_", "place", "value", "told"),
    [
        ("two_players", "BuyShare", (2,), 0, "cannot be seat"),
        ("two_players", "BuyShare", (2,), None, "cannot be seat"),
        ("two_players", "BuyShare", (3, "seat"), -1, "cannot be seat"),
        ("two_players", "ShareBought", (2,), 0, "an event is nobody's"),
        ("two_players", "ShareBought", (3, "seat"), -1, "ShareBought.seat: it cannot be -1"),
        ("two_players", "ShareBought", (3, "seat"), 2, "ShareBought.seat: it cannot be 2"),
        ("two_players", "ShareBought", (3, "company"), "bahn", "ShareBought.company: it cannot be 'bahn'"),
        ("two_players", "BuyShare", (3, "company"), "bahn", "BuyShare.company: it cannot be 'bahn'"),
        ("two_players", "BuyShare", (3, "wild"), 1, "not a"),
        ("two_players", "LayRun", (3, "leave"), 4, "LayRun.leave: it cannot be 4"),
        ("two_players", "LayRun", (3, "steps", 0, "heading"), -1, "Piece.heading: it cannot be -1"),
        ("two_players", "TileLaid", (3, "cell"), [-10_001, 0], "TileLaid.cell: it cannot be Cell(x=-10001"),
        ("two_players", "TileLaid", (3, "kind"), "swamp", "TileLaid.kind: it cannot be 'swamp'"),
        ("two_players", "TileLaid", (3, "turn"), 4, "TileLaid.turn: it cannot be 4"),
        ("two_players", "Rolled", (3, "hidden"), 10**30, "Rolled.hidden: it cannot be 1000"),
        ("two_players", "Rolled", (3, "hidden"), -1, "Rolled.hidden: it cannot be -1"),
        ("two_players", "TurnEnded", (3, "discarded"), [0, -1, 0, 0], "TurnEnded.discarded: it cannot be Dice"),
        ("two_players", "DirectorsAssigned", (3, "directors", 0), 9, "DirectorsAssigned.directors: it cannot be 9"),
        ("germany_two_starts", "EndsPlaced", (3, "a"), "Utopia", "EndsPlaced.a: it cannot be 'Utopia'"),
        ("taken_back", "takeback", (2,), None, "cannot take back"),
        ("taken_back", "takeback", (2,), 0, "cannot take back"),
        ("taken_back", "takeback", (3, "to"), 2, "cannot take back"),
        ("gone_back", "rollback", (2,), 7, "no such seat: 7"),
        ("gone_back", "rollback", (3, "to"), 8, "no action had ended at 8"),
        ("gone_back", "DiceMoved", (3, "number"), 900, "this cannot be corrected: too few dice"),
        ("gone_back", "DiceMoved", (3, "taker"), None, "this cannot be corrected: no such place"),
        ("network_two_players", "LayTrack", (3, "square"), [-1, 0], "LayTrack.square: it cannot be Square(x=-1, y=0)"),
        ("network_two_players", "TrackLaid", (3, "pair"), "sn", "not a"),
        ("network_two_players", "StationPlaced", (3, "square"), [4, 4, 4], "not a"),
        ("network_two_players", "MapArranged", (3, "tiles", 0, "number"), 0, "MapTile.number: it cannot be 0"),
        ("network_drawn_map", "MapArranged", (3, "tiles", 5, "x"), 10_000, "MapTile.x: it cannot be 10000"),
        ("network_drawn_map", "MapArranged", (3, "tiles", 5, "turn"), 4, "MapTile.turn: it cannot be 4"),
        ("network_drawn_map", "PassengersArrived", (3, "tiles"), [5] * 5, "PassengersArrived.tiles: it cannot be"),
        ("network_drawn_map", "GameEnded", (3, "reason"), "all asleep", "not a"),
        ("network_gone_back", "UnitsMoved", (3, "number"), 900, "this cannot be corrected: too few"),
        ("network_gone_back", "LocomotiveMoved", (3, "taker"), None, "this cannot be corrected: no change"),
        ("network_gone_back", "RollMarked", (3, "done"), False, "this cannot be corrected: no change"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(name: str, type_: str, place: Path, value: object, told: str) -> None:
    number = entry_of(name, type_)
    at = json.loads(TEXTS[name])["entries"][number][0]
    said = refusals(with_value(name, ("entries", number, *place), value))
    assert said[0].startswith(f"position {at}: "), said
    assert any(told in one for one in said), said


def test_a_cell_that_is_empty_is_told_as_the_log_has_it() -> None:
    number = entry_of("collapse", "TileLeft")
    text = with_value("collapse", ("entries", number, 3, "cell"), [3, -1])
    said = run_pbem("record", "rejudge", "-", typed=text.encode(), status=1).output
    assert 'logged: {"type": "TileLeft", "cell": [3, -1], "dice": 10}' in " ".join(said.split())


def box_with(change: Callable[[Any], object], name: str = "two_players") -> str:
    """A golden record whose component data are changed, and spelled as they should be."""
    box = json.loads(json.loads(TEXTS[name])["entries"][0][3]["components"])
    change(box)
    text = json.dumps(box, ensure_ascii=False, separators=(",", ":"))
    return with_value(name, ("entries", 0, 3, "components"), text)


@each(
    ("name", "change", "told"),
    [
        ("two_players", lambda box: box.update(more=1), "components.more: nothing reads this"),
        ("two_players", lambda box: box["tile"]["lake"].update(more=1), "components.tile.lake.more: nothing reads"),
        ("two_players", lambda box: box["tile"]["lake"].update(count=True), "tile.lake.count: a number"),
        ("two_players", lambda box: box["tile"]["lake"].update(count=10**7), "tile.lake.count: a number"),
        ("two_players", lambda box: box["company"]["insel"].update(name=5), "company.insel: a name"),
        ("two_players", lambda box: box["company"]["insel"].update(name="x" * 200_000), "more than any game needs"),
        ("two_players", lambda box: box["company"]["insel"]["stations"].update(lake=[-1, 2]), "numbers from 0"),
        ("two_players", lambda box: box["company"]["insel"]["stations"].update(swamp=[1, 2]), "nothing reads this"),
        ("two_players", lambda box: box["company"]["insel"].pop("colour"), "components: "),
        ("two_players", lambda box: box["die"]["simple"].update(faces=["?"] * 7), "die.simple.faces: six"),
        ("germany_bank", lambda box: box["company"]["insel"].update(colour="pink"), "components: "),
        ("germany_bank", lambda box: box["chart"]["town"][0].update(longitude=float("nan")), "NaN is no number"),
        ("germany_bank", lambda box: box["chart"]["town"][0].update(more=1), "town.more: nothing reads this"),
    ],
)
def test_component_data_of_a_record_are_checked(name: str, change: Callable[[Any], object], told: str) -> None:
    said = refusals(box_with(change, name))
    assert said[0].startswith("position 1: components: "), said
    assert told in said[0]


def test_component_data_are_spelled_in_one_way() -> None:
    box = json.loads(TEXTS["two_players"])["entries"][0][3]["components"]
    said = refusals(with_value("two_players", ("entries", 0, 3, "components"), box.replace(",", ", ", 1)))
    assert said == ["position 1: components: not spelled as component data are"]


def test_a_box_that_is_another_is_told_by_every_command() -> None:
    text = box_with(lambda box: box["company"]["insel"].update(name="Insel Hoppers"))
    assert refusals(text) == []
    for command in COMMANDS:
        said = run_pbem(*command, "-", typed=text.encode()).output
        assert "-: position 1: the game was played with other component data than those of this program." in said
        assert "component data" not in run_pbem(*command, path_of("two_players")).output


Value: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
NUMBERS = st.integers(-3, 9) | st.sampled_from([10**6, -(10**6), 10**30, 2**63, 10**4000])
LEAVES = (
    st.none() | st.booleans() | NUMBERS | st.floats() | st.text(max_size=5) | st.sampled_from(["A", "B", "?", "bank"])
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4) | st.just("type"), inner, max_size=4)
    ),
    max_leaves=6,
)


def places_in(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every place in a value made of JSON."""
    if here:
        yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places_in(item, (*here, key))


PLACES = {name: sorted(places_in(json.loads(TEXTS[name])), key=str) for name in SHORT}


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_value_in_any_place_breaks_a_command(data: st.DataObject) -> None:
    assert_no_value_breaks(data)


@pytest.mark.soak
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_value_at_all_breaks_a_command(data: st.DataObject) -> None:
    assert_no_value_breaks(data)


def assert_no_value_breaks(data: st.DataObject) -> None:
    """Put any value into any place of a short record, and fail where a command fails on it or passes it."""
    name = data.draw(st.sampled_from(SHORT))
    place = data.draw(st.sampled_from(PLACES[name]))
    value = data.draw(VALUES)
    try:
        changed = with_value(name, place, value)
    except (TypeError, ValueError, AttributeError):
        return  # no text can be made of it
    if json.loads(changed) != json.loads(TEXTS[name]):
        assert_found(TEXTS[name], changed)


@given(st.text(max_size=40) | st.binary(max_size=40) | VALUES.map(json.dumps))
def test_no_text_breaks_reading(text: str | bytes) -> None:
    with pytest.raises(BadRecord):
        load(text)


@given(st.sampled_from(["event", "action", "takeback", "rollback", "note", "?"]), NUMBERS | st.none(), VALUES)
def test_no_entry_breaks_decoding(kind: str, seat: int | None, value: Value) -> None:
    try:
        entry = decode_entry(ruleset_for("first_rails"), 5, kind, seat, value)
    except BadRecord as error:
        assert str(error).startswith("position 5: ")
        return
    assert entry.kind == kind


@each(
    "text",
    [
        "[" * 1_000_000,
        '{"a":' * 200_000,
        "9" * 5_000,
        '{"format":"railroad-dice-record/1","format":"railroad-dice-record/1"}',
        TEXTS["collapse"].replace('"seed":', '"seed":null,"seed":', 1),
        TEXTS["collapse"].replace('"ruleset":1', '"ruleset":NaN'),
        TEXTS["collapse"].replace('"ruleset":1', '"ruleset":1e400'),
        " " * (MOST_BYTES + 1),
    ],
    ids=lambda text: text[:12],
)
def test_what_is_too_deep_too_large_or_said_twice_is_refused(text: str) -> None:
    for command in COMMANDS:
        assert run_pbem(*command, "-", typed=text.encode(), status=1).output.startswith("Error: -: ")


def test_no_more_of_a_file_is_read_than_a_record_may_have() -> None:
    """So that an endless one ends."""
    assert "longer than" in run_pbem("record", "replay", "/dev/zero", status=1).output


def test_what_nothing_tells_is_listed() -> None:
    assert len(set(UNCHECKED)) == len(UNCHECKED) > 0


def test_a_log_that_ends_is_checked_without_anything_in_it() -> None:
    record = load(TEXTS["two_players"])
    check(ruleset_for(record.kind), [], 2, record.components)
    with pytest.raises(BadRecord, match="position 9: no such seat: 5"):
        check(ruleset_for(record.kind), [LogEntry(9, 5, 3)], 2, record.components)
