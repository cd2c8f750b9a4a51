"""Events, actions and states as plain JSON values and back: `{"type": "Rolled", "seat": 0, ...}`.

Dataclasses become objects that name their type, tuples and sets become lists, and mappings become lists of pairs, so
that keys may be anything and keep their order. Component data travels as its canonical text. Decoders are made once,
from the annotations of each class.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from rules_core.line import actions, events
from rules_core.line.components import Components, components_from
from rules_core.line.table import State


class BadRecord(ValueError):
    """A JSON value is not what it should be; the message says where."""


def encode(value: object) -> Any:
    """A value as JSON knows it: dict, list, str, int, bool or None."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, Components):
        return value.text
    if isinstance(value, Mapping):
        return [[encode(key), encode(item)] for key, item in value.items()]
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        told = {name: encode(getattr(value, name)) for name in _field_names(kind)}
        for name, usual in _late_fields(kind).items():
            if getattr(value, name) == usual:
                del told[name]
        return {"type": kind.__name__, **told}
    raise TypeError(f"{type(value).__name__} has no JSON form")


def decode_event(data: Any) -> events.Event:
    """An event from its JSON form. Raises BadRecord."""
    return cast(events.Event, _decode(events.Event, data))


def decode_action(data: Any) -> actions.Action:
    """An action from its JSON form. Raises BadRecord."""
    return cast(actions.Action, _decode(actions.Action, data))


def decode_state(data: Any) -> State:
    """A state from its JSON form. Raises BadRecord."""
    return cast(State, _decode(State, data))


def _decode(kind: Any, data: Any) -> object:
    try:
        return _decoder(kind)(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"not a {getattr(kind, '__name__', 'record')}: {error}") from error


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _late_fields(kind: type) -> Mapping[str, object]:
    """The fields that older records lack, each with its default."""
    return {field.name: field.default for field in fields(kind) if field.metadata.get("late")}


@cache
def _decoder(kind: Any) -> Callable[[Any], Any]:
    origin = get_origin(kind)
    if kind is Components:
        return components_from
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is Literal:
        return _checked(lambda value: value in get_args(kind))
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin is frozenset:
        item = _decoder(get_args(kind)[0])
        return lambda data: frozenset(item(one) for one in data)
    if origin is Mapping:
        key, item = (_decoder(part) for part in get_args(kind))
        return lambda data: {key(k): item(v) for k, v in data}
    if _is_record(kind):
        return _dataclass(kind)
    if issubclass(kind, tuple):
        parts = tuple(_decoder(part) for part in get_type_hints(kind).values())
        return lambda data: kind(*(part(one) for part, one in zip(parts, data, strict=True)))
    if kind is types.NoneType:
        return _checked(lambda value: value is None)
    return _checked(lambda value: type(value) is kind)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


def _checked(test: Callable[[Any], bool]) -> Callable[[Any], Any]:
    def same(data: Any) -> Any:
        if not test(data):
            raise ValueError(f"unexpected {data!r:.80}")
        return data

    return same


def _tuple(parts: tuple[Any, ...]) -> Callable[[Any], Any]:
    if len(parts) == 2 and parts[1] is Ellipsis:
        item = _decoder(parts[0])
        return lambda data: tuple(item(one) for one in _list(data))
    items = tuple(_decoder(part) for part in parts)
    return lambda data: tuple(item(one) for item, one in zip(items, _list(data), strict=True))


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError(f"a list is due, not {data!r:.80}")
    return data


def _union(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    named = {kind.__name__: _decoder(kind) for kind in kinds if _is_record(kind)}
    plain = [_decoder(kind) for kind in kinds if not _is_record(kind)]

    def union(data: Any) -> Any:
        if isinstance(data, dict):
            return named[data["type"]](data)
        for decoder in plain:
            try:
                return decoder(data)
            except (TypeError, ValueError):
                continue
        raise ValueError(f"unexpected {data!r:.80}")

    return union


def _dataclass(kind: type) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    parts = {name: _decoder(hints[name]) for name in _field_names(kind)}
    late = _late_fields(kind)

    def build(data: Any) -> Any:
        given = {name: part(data[name]) for name, part in parts.items() if name in data or name not in late}
        if data["type"] != kind.__name__ or len(data) != len(given) + 1:
            raise ValueError(f"a {kind.__name__} is due, not {data!s:.80}")
        return kind(**given)

    return build
