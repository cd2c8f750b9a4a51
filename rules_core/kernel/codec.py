"""Events, actions and states as plain JSON values and back: `{"type": "Rolled", "seat": 0, ...}`, and the values
that most games allow in them.
"""

import json
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import (
    Any,
    Final,
    Literal,
    NamedTuple,
    NotRequired,
    Self,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")
Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Takes the fields of an object as one version has them, and gives them as the next has them."""
LATE: Final[Mapping[str, bool]] = MappingProxyType({"late": True})
"""Marks a field that came later than the first records: they lack it, and it is left out while it has its default."""


class BadRecord(ValueError):
    """A JSON value is not what it should be; the message says where."""


@dataclass(frozen=True, slots=True)
class Doc:
    """The description of a field in a public format, for people who read it: `seats: Annotated[int, Doc("...")]`.

    The text is a message id; `make messages` finds it here. The shape is that of PEP 727.
    """

    documentation: str


def field_docs(kind: type) -> dict[str, str]:
    """The descriptions of a class's fields, in order. Raises LookupError, naming the first field that has none."""
    found: dict[str, str] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        given = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        docs = [part.documentation for part in getattr(given, "__metadata__", ()) if isinstance(part, Doc)]
        if not docs:
            raise LookupError(f"{kind.__name__}.{name} has no description")
        found[name] = docs[0]
    return found


class _Stored(NamedTuple):
    """The stored form of a class's values: the name, and the upcasters that bring up those of earlier versions."""

    name: str
    upcasters: tuple[Upcaster, ...]

    @property
    def version(self) -> int:
        return len(self.upcasters) + 1


class _Plan(NamedTuple):
    """The parts for encoding a value of a class: its head, and its fields, those that may be left out apart."""

    head: Mapping[str, Any]
    fields: tuple[str, ...]
    late: Mapping[str, object]


_STORED: Final[dict[type, _Stored]] = {}
_TEXTS: Final[dict[type, Callable[[str], Any]]] = {}


def stored_as(name: str, *upcasters: Upcaster) -> Callable[[type[T]], type[T]]:
    """Name a dataclass for good in all that is stored; `upcasters` bring up what earlier versions stored, in order."""

    def named(kind: type[T]) -> type[T]:
        _STORED[kind] = _Stored(name, upcasters)
        return kind

    return named


def store_as_text(kind: type[T], read: Callable[[str], T]) -> None:
    """Store the values of a class as their `text`, which `read` reads again."""
    _TEXTS[kind] = read


def stored_name(kind: type) -> str | None:
    """The name under which values of a class are stored; None where it has none."""
    stored = _STORED.get(kind)
    return None if stored is None else stored.name


def stored_head(kind: type) -> str:
    """The beginning of the JSON text of a class's values as stored. Raises KeyError for a class without a name.

    To look for it costs a tenth of decoding what is passed over.
    """
    return f'{{"type":"{_STORED[kind].name}",'


def encode(value: Any) -> Any:
    """A value as JSON knows it: dict, list, str, int, bool or None. Raises TypeError for a class without a name."""
    if value is None or isinstance(value, (str, int)):
        return value
    kind: Any = type(value)
    if kind in _STORED:
        head, names, late = _plan(kind)
        fields = {**head, **{name: encode(getattr(value, name)) for name in names}}
        for name, usual in late.items():
            if getattr(value, name) == usual:
                del fields[name]
        return fields
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return [[encode(key), encode(item)] for key, item in value.items()]
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if kind in _TEXTS:
        return value.text
    raise TypeError(f"{kind.__name__} has no JSON form")


def decode(kinds: Any, data: Any) -> Any:
    """The value of a type, or of one out of several, from its JSON form. Raises BadRecord."""
    try:
        return (_union(kinds) if isinstance(kinds, tuple) else _decoder(kinds))(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"not a {getattr(kinds, '__name__', 'record')}: {error}") from error


def unnamed(kind: Any) -> set[str]:
    """The dataclasses without a name that values of a type may hold."""
    missing: set[str] = set()
    seen: set[Any] = set()
    left = [kind]
    while left:
        one = left.pop()
        if one in seen or one in _TEXTS:
            continue
        seen.add(one)
        left += get_args(one) if get_origin(one) is not Literal else ()
        if _is_record(one):
            if one not in _STORED:
                missing.add(one.__name__)
            hints = get_type_hints(one)
            left += [hints[name] for name in _field_names(one)]
    return missing


@cache
def _plan(kind: Any) -> _Plan:
    stored = _STORED[kind]
    version = {"v": stored.version} if stored.upcasters else {}
    return _Plan({"type": stored.name, **version}, _field_names(kind), _late_fields(kind))


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _late_fields(kind: Any) -> Mapping[str, object]:
    return {field.name: field.default for field in fields(kind) if field.metadata.get("late")}


@cache
def _decoder(kind: Any) -> Callable[[Any], Any]:
    origin = get_origin(kind)
    if kind in _TEXTS:
        return _TEXTS[kind]
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


@cache
def _union(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    named = {_STORED[kind].name: _decoder(kind) for kind in kinds if _is_record(kind)}
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
    stored = _STORED[kind]

    def build(data: Any) -> Any:
        if stored.upcasters:
            data = _brought_up(stored, data)
        given = {name: part(data[name]) for name, part in parts.items() if name in data or name not in late}
        if data["type"] != stored.name or len(data) != len(given) + 1:
            raise ValueError(f"a {stored.name} is due, not {data!s:.80}")
        return kind(**given)

    return build


def _brought_up(stored: _Stored, data: dict[str, Any]) -> dict[str, Any]:
    version = data.get("v", 1)
    if type(version) is not int or not 1 <= version <= stored.version:
        raise ValueError(f"no version {version!r:.20} of {stored.name} is known")
    fields = {name: value for name, value in data.items() if name not in ("type", "v")}
    for upcaster in stored.upcasters[version - 1 :]:
        fields = upcaster(fields)
    return {"type": stored.name, **fields}


MOST: Final = 1_000_000
"""More than there ever is of anything."""
LONGEST: Final = 100_000
"""Characters of component data."""
SEATS: Final = frozenset({"seat", "start", "giver", "taker", "conceded"})
"""Fields that name seats, wherever they stand."""


@dataclass(frozen=True, slots=True)
class PlainComponents:
    """The component data of a game, and the canonical JSON that they were read from."""

    text: str
    data: Mapping[str, Any] = field(compare=False)

    @classmethod
    def read(cls, text: str) -> Self:
        """The box that a text describes. Raises ValueError where it is no table."""
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("component data are a table")
        return cls(text, data)


store_as_text(PlainComponents, PlainComponents.read)


def components_text(data: Mapping[str, Any]) -> str:
    """Component data as canonical JSON: what the first event of a game keeps."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def check_spelling(components: PlainComponents) -> None:
    """Raise ValueError for component data that are too long, or spelled otherwise than they are kept."""
    if len(components.text) > LONGEST:
        raise ValueError("more than any game needs")
    if components_text(components.data) != components.text:
        raise ValueError("not spelled as component data are")


def check_numbers(payload: Any, seats: int, readings: Collection[int]) -> None:
    """Raise ValueError, naming the field, for a number in an action or event that is impossible with that
    many seats.
    """
    ranges = {**dict.fromkeys(SEATS, range(seats)), "place": range(seats + 1), "reading": readings}
    for where, name, value in values_of(payload):
        if type(value) is int and value not in ranges.get(name, range(-MOST, MOST)):
            raise ValueError(f"{where}: it cannot be {value!r:.40}")


def values_of(payload: Any) -> Iterator[tuple[str, str, object]]:
    """The values that a payload is made of: where each stands, under which name, and itself."""
    for part in fields(payload):
        for item in _items(getattr(payload, part.name)):
            if is_dataclass(item):
                yield from values_of(item)
            else:
                yield f"{type(payload).__name__}.{part.name}", part.name, item


def _items(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for item in value:
            yield from _items(item)
    else:
        yield value
