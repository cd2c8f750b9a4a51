"""A guide to the public data: its documents field by field, from the classes themselves, with an example."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from types import GenericAlias
from typing import Final

import msgspec
from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from msgspec import inspect

from pbem.games.presentation import presented
from pbem.i18n import N_, Catalogue
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatPlayer
from pbem.web.games.chronicle import Posted
from pbem.web.public_data import data, publish
from pbem.web.visitor import words
from rules_core.games import kinds, ruleset_for
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

ADDRESSES: Final = {
    "/games/e7.json": N_("A game: its players, its position, whose turn it is and until when."),
    "/games/e7/record.json": N_("All that is final of a game, from which it can be played again and its dice proved."),
    "/games/first-rails/index.json": N_("The games of a kind that are in progress."),
    "/games/first-rails/complete.json": N_("The finished games of a kind."),
    "/games/e7/feed.atom": N_("The turns of a game as they become final, and press to all, as an Atom feed."),
    "/lists/index.json": N_("The games looking for players."),
    "/lists/feed.atom": N_("The games looking for players as they are opened, as an Atom feed."),
    "/games/first-rails/players.json": N_("The players who have finished games of a kind, with ratings."),
    "/players/3.json": N_("A player's statistics, ratings and days away."),
    "/players/3/feed.atom": N_("The beginnings and ends of a player's games, and the turns in them, as an Atom feed."),
}
"""Where public data is, for a game and a player that are only examples."""
RECORD: Final = {
    "format": N_("The name of the format of records."),
    "kind": N_("The kind of game."),
    "ruleset": N_("The version of the rules that judged its last line."),
    "game": N_("The game's short name, which is part of every draw of its dice."),
    "players": N_("The players' names, by seat."),
    "options": N_("The variants it is played with."),
    "opening": N_(
        "The SHA-256 of the seed, shown first, and then each seat's salt (by the server where it says so); last, where "
        "the list named a public round, the round with its chain and signature."
    ),
    "epochs": N_("From which position on each epoch of draws is used; a rollback can start one."),
    "seed": N_("The seed of its dice, in hexadecimal, when the game is over; before, nothing."),
    "seeds": N_(
        "Epochs of dice that have a seed of their own, each with it, when the game is over; left out where none has. "
        "The rollback with which such an epoch begins holds the SHA-256 of its seed."
    ),
    "entries": N_(
        "The lines of its log that are final: position, what it is, seat, and what it says. A takeback voids what came "
        "after the position it names, and by a rollback the game goes on from one, of whatever branch; what was left "
        "stays in the record."
    ),
    "outcome": N_("Year, reason and standings, when the game is over; before, nothing."),
    "checksum": N_("The SHA-256 of all the rest, as compact JSON with sorted keys."),
}
"""The keys of a record (see `rules_core.kernel.record`) and what they mean."""


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


@pages.get("/help/data")
def data_page() -> ResponseReturnValue:
    """The page that lists the public data and its addresses, field by field, with an example."""
    return render_template(
        "data.html",
        documents=[_game_kinds(words()), kinds_of(data.GameList, words())],
        lists=kinds_of(data.WaitingLists, words()),
        player=kinds_of(data.ProfileData, words()),
        players=kinds_of(data.PlayerList, words()),
        addresses=ADDRESSES,
        record=RECORD,
        examples={kind: example(kind) for kind in kinds()},
    )


def _game_kinds(catalogue: Catalogue) -> list[Kind]:
    types = dict.fromkeys((game.public_data.state_type, game.public_data.result_type) for game in presented())
    found: list[Kind] = []
    for state, result in types:
        whole, *parts = kinds_of(GenericAlias(data.GameData, (state, result)), catalogue)
        found[:1] = [_merged(found[0], whole) if found else whole]
        found += [part for part in parts if part not in found]
    return found


def _merged(one: Kind, other: Kind) -> Kind:
    pairs = zip(one.fields, other.fields, strict=True)
    return Kind(one.name, tuple(a if a == b else replace(a, type=f"{a.type} | {b.type}") for a, b in pairs))


def kinds_of(document: type[msgspec.Struct] | GenericAlias, catalogue: Catalogue) -> list[Kind]:
    """A document's own class and those that its fields use, each once, in the order met."""
    found: list[Kind] = []
    waiting = [inspect.type_info(document)]
    known: set[type] = set()
    for info in waiting:
        if not isinstance(info, inspect.StructType) or info.cls in known:
            continue
        known.add(info.cls)
        waiting += [part for field in info.fields for part in _parts(field.type)]
        fields = tuple(_field(field, catalogue) for field in info.fields)
        found.append(Kind(_documented_name(info.cls), fields))
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
    data = publish.game(row, seats, rules.view(state, None), [notice], [], BASE_URL)
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


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


def _field(field: inspect.Field, catalogue: Catalogue) -> Field:
    kind = field.type
    description = ""
    if isinstance(kind, inspect.Metadata):
        description = catalogue.text((kind.extra_json_schema or {})["description"])
    is_code = any(isinstance(part, inspect.StructType | inspect.LiteralType) for part in _parts(kind))
    return Field(field.encode_name, _type_word(kind, catalogue), description, is_code)


def _parts(info: inspect.Type) -> Iterator[inspect.Type]:
    match info:
        case inspect.Metadata(type=inner):
            yield from _parts(inner)
        case inspect.UnionType(types=types):
            for one in types:
                yield from _parts(one)
        case inspect.VarTupleType(item_type=item):
            yield from _parts(item)
        case _:
            yield info


def _type_word(info: inspect.Type, catalogue: Catalogue) -> str:
    text = catalogue.text
    match info:
        case inspect.Metadata(type=inner):
            return _type_word(inner, catalogue)
        case inspect.UnionType(types=types):
            words_of = [_type_word(one, catalogue) for one in types if not isinstance(one, inspect.NoneType)]
            return text("%(type)s or null", type=words_of[0])
        case inspect.VarTupleType(item_type=item):
            return text("list of %(type)s", type=_type_word(item, catalogue))
        case inspect.IntType():
            return text("number")
        case inspect.BoolType():
            return text("true or false")
        case inspect.DictType():
            return text("names and texts")
        case inspect.StructType(cls=cls):
            return _documented_name(cls)
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case _:
            return text("text")
