"""A guide to the public data: its documents field by field, from the classes themselves, with an example."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from types import GenericAlias
from typing import Final, NamedTuple, get_origin

import msgspec
from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from msgspec import inspect

from pbem.games.presentation import USUAL, presented
from pbem.i18n import Catalogue
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatPlayer
from pbem.web.games.chronicle import Posted
from pbem.web.lists import slug
from pbem.web.public_data import data, publish
from pbem.web.visitor import words
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.codec import field_docs
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import commitment, keyed_draw
from rules_core.kernel.position import Position
from rules_core.kernel.rulebook import Violations

pages = Blueprint("data_help", __name__)

BASE_URL: Final = "https://games.example"
_TURNS: Final = 4
_SEED: Final = bytes(range(32))
_SALTS: Final = ("tea", "rain")
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gwen", "Hugo")
_BOT: Final = "heuristic"
_OPENED_MS: Final = 1_795_366_800_000

_EXAMPLE: Final = {"tag": "e7", "kind": slug(USUAL), "player_id": 3}
"""A game, a kind and a player for the addresses that are shown."""


@dataclass(frozen=True)
class Field:
    """A field as the page shows it; `is_code` says that its type is written in signs rather than in words."""

    name: str
    type: str
    description: str
    is_code: bool


@dataclass(frozen=True)
class Kind:
    """A class of the format."""

    name: str
    fields: tuple[Field, ...]


class Section(NamedTuple):
    """The documentation of what one endpoint gives: its heading, and the classes not shown before."""

    title: str
    kinds: Sequence[Kind]


@pages.get("/help/data")
def data_page() -> ResponseReturnValue:
    """The page that lists the public data and its addresses, field by field, with an example."""
    return render_template(
        "data.html",
        addresses={endpoint.path(**_EXAMPLE): endpoint for endpoint in data.ENDPOINTS},
        sections=_sections(words()),
        examples={kind: example(kind) for kind in kinds()},
    )


def _sections(catalogue: Catalogue) -> list[Section]:
    found: list[Section] = []
    known: list[Kind] = []
    for endpoint in data.ENDPOINTS:
        if endpoint.title and endpoint.document:
            classes = kinds_of(endpoint.document, catalogue)
            found.append(Section(endpoint.title, [kind for kind in classes if kind not in known]))
            known += classes
    return found


def _merged(one: Kind, other: Kind) -> Kind:
    pairs = zip(one.fields, other.fields, strict=True)
    return Kind(one.name, tuple(a if a == b else replace(a, type=f"{a.type} | {b.type}") for a, b in pairs))


def kinds_of(document: type | GenericAlias, catalogue: Catalogue) -> list[Kind]:
    """A document's own class and those that its fields use, each once, in the order met.

    The document of a game is that of all kinds of games. Raises LookupError for a field without a description.
    """
    if document is not data.GameData:
        return _kinds_of(document, catalogue)
    types = dict.fromkeys((game.public_data.state_type, game.public_data.result_type) for game in presented())
    found: list[Kind] = []
    for state, result in types:
        whole, *parts = _kinds_of(GenericAlias(data.GameData, (state, result)), catalogue)
        found[:1] = [_merged(found[0], whole) if found else whole]
        found += [part for part in parts if part not in found]
    return found


def _kinds_of(document: type | GenericAlias, catalogue: Catalogue) -> list[Kind]:
    found: list[Kind] = []
    waiting = [inspect.type_info(document)]
    known: set[type] = set()
    for info in waiting:
        if not isinstance(info, inspect.StructType | inspect.TypedDictType) or info.cls in known:
            continue
        known.add(info.cls)
        waiting += [part for field in info.fields for part in _parts(field.type)]
        found.append(Kind(_documented_name(info.cls), tuple(_fields(info, catalogue))))
    return found


@cache
def example(kind: str) -> str:
    """A game of a kind, played for the purpose, as the server would tell it. Raises KeyError for an unknown kind."""
    rules = ruleset_for(kind)
    state, position = _played(rules)
    table = state.table
    row = GameRow(
        id=7,
        tag="e7",
        name="Alpine tour",
        kind=kind,
        status="playing",
        options=json.dumps({name: values[0] for name, values in islice(rules.options.items(), 1)}),
        commitment=commitment(_SEED),
        ruleset_version=rules.version,
        pace="7d",
        playing_days="12345",
        zone="Europe/Berlin",
        late="wait",
        press="signed",
        created_ms=_OPENED_MS,
        root_message_id="",
        year=table.year,
        turn=table.turn.number,
        active_seat=table.turn.seat,
        began_ms=_OPENED_MS,
        deadline_ms=_OPENED_MS + 9 * 86_400_000,
        wake_ms=None,
        overdue=0,
        position=position,
        final_position=position,
        held_ms=None,
        left_ms=None,
        epoch=0,
    )
    seats = [SeatPlayer(7, seat, 3 + seat, _NAMES[seat], None, None) for seat in range(state.seats)]
    notice = Posted(1, 0, _OPENED_MS, 1, "away for a day", "Ben is away on 24 December 2026.")
    document = publish.game(row, seats, rules.view(state, None), [notice], [], BASE_URL)
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def _played(rules: AnyGame) -> tuple[Position, int]:
    """A position, and the number of the last line of the log that would lead to it."""
    draw = keyed_draw(_SEED, "e7", _SALTS, 0)
    seats = len(_SALTS) if len(_SALTS) in rules.seats else rules.seats[0]
    began, bot = rules.setup({}, seats, draw), rules.bots.get(_BOT, rules.passing)
    state, position = fold(rules, began), 1 + len(_SALTS) + len(began)
    turns = 0
    while turns < _TURNS and not state.over:
        turn = _turn_of(state)
        turns += state.table.year > 0
        while _turn_of(state) == turn and not state.over:
            view = rules.view(state, state.table.turn.seat)
            outcome = rules.decide(state, bot(view, rules.legal(view), lambda _n: 0), draw)
            assert not isinstance(outcome, Violations)
            state, position = fold(rules, outcome, state), position + 1 + len(outcome)
    return state, position


def _turn_of(state: Position) -> tuple[int, int]:
    return state.table.year, state.table.turn.number


def _documented_name(cls: type) -> str:
    return cls.__name__.removesuffix("Data")


def _fields(info: inspect.StructType | inspect.TypedDictType, catalogue: Catalogue) -> Iterator[Field]:
    if isinstance(info, inspect.StructType) and info.tag_field:
        yield Field(info.tag_field, f'"{info.tag}"', catalogue.text("The name of this format."), is_code=True)
    fields = {field.name: field for field in info.fields}  # msgspec sorts those of a TypedDict by name
    for name, description in field_docs(get_origin(info.cls) or info.cls).items():
        field = fields[name]
        is_code = any(isinstance(part, inspect.StructType | inspect.LiteralType) for part in _parts(field.type))
        yield Field(field.encode_name, _type_word(field.type, catalogue), catalogue.text(description), is_code)


def _parts(info: inspect.Type) -> Iterator[inspect.Type]:
    match info:
        case inspect.UnionType(types=types):
            for one in types:
                yield from _parts(one)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield from _parts(item)
        case _:
            yield info


def _type_word(info: inspect.Type, catalogue: Catalogue) -> str:
    text = catalogue.text
    match info:
        case inspect.UnionType(types=types):
            words_of = [_type_word(one, catalogue) for one in types if not isinstance(one, inspect.NoneType)]
            return text("%(type)s or null", type=words_of[0])
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return text("list of %(type)s", type=_type_word(item, catalogue))
        case inspect.IntType():
            return text("number")
        case inspect.BoolType():
            return text("true or false")
        case inspect.DictType(value_type=inspect.StrType()):
            return text("names and texts")
        case inspect.DictType():
            return text("names and values")
        case inspect.AnyType():
            return text("value")
        case inspect.StructType(cls=cls):
            return _documented_name(cls)
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case _:
            return text("text")
