"""Records as values and as text, and whether what one tells can be told at all.

Nothing is judged here by the rules of a game: `judging` does that. What no check can know is listed in `UNCHECKED`.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Final, NotRequired, TypeAlias, TypedDict, TypeVar

from rules_core.kernel.beacon import BeaconDraw, decode_beacon, encode_beacon
from rules_core.kernel.codec import BadRecord, Doc, encode
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.events import Begun, Corrected, Irrevocable, YearBeginning, ending_of
from rules_core.kernel.log import LogEntry, decode_entry, encode_entry, epochs_of, final_upto, live_events
from rules_core.kernel.registry import kinds, ruleset_for

UNCHECKED: Final = (
    "the players' names",
    "the version of the rules that judged the last entry: `record rejudge` says where it is another",
    "notes, which tell what befell the game from outside: their facts, and whom they are about",
    "which seat asked for a rollback",
    "how much a correction moved, and whose it was, where what follows could have come of either",
    "the component data, where the owner of a server edited them: all commands say so",
    "whether an action named what would have come of it anyway: whom a share is bought from, the kind and price of a "
    'station, how to pay, a "?" where no other die lay there, to break a bank that can pay, and which way round a tile '
    "was turned that looks the same each way",
    "the salts, as long as the seed is not revealed",
)
"""What of a record can be otherwise without anything in it that tells."""

FORMAT: Final = "railroad-dice-record/1"
MOST_BYTES: Final = 1 << 24
"""The size of the longest text that is read as a record: some hundred times that of a long game."""
T = TypeVar("T")


class RecordData(TypedDict):
    """A record as JSON knows it, its keys in the order in which they are written."""

    format: Annotated[str, Doc("The name of the format of records.")]
    kind: Annotated[str, Doc("The kind of game, as its rules are named.")]
    ruleset: Annotated[int, Doc("The version of the rules that judged its last line.")]
    game: Annotated[str, Doc("The game's short name, which is part of every draw of its dice.")]
    players: Annotated[list[str], Doc("The players' names, by seat.")]
    options: Annotated[dict[str, str], Doc("The variants it was set up with.")]
    opening: Annotated[
        list[dict[str, Any]],
        Doc(
            "The SHA-256 of the seed, shown first, and then each seat's salt (by the server where it says so); last, "
            "where the list named a public round, the round with its chain and signature."
        ),
    ]
    epochs: Annotated[
        list[list[int]], Doc("From which position on each epoch of draws is used; a rollback can start one.")
    ]
    seed: Annotated[str | None, Doc("The seed of its dice, in hexadecimal, when the game is over; before, nothing.")]
    seeds: NotRequired[
        Annotated[
            list[list[Any]],
            Doc(
                "Epochs of dice that have a seed of their own, each with it, when the game is over; left out where "
                "none has. The rollback with which such an epoch begins holds the SHA-256 of its seed."
            ),
        ]
    ]
    entries: Annotated[
        list[list[Any]],
        Doc(
            "The lines of its log that are final: position, what it is, seat, and what it says. A takeback voids what "
            "came after the position it names, and by a rollback the game goes on from one, of whatever branch; what "
            "was left stays in the record."
        ),
    ]
    outcome: Annotated[
        dict[str, Any] | None, Doc("Year, reason and standings, when the game is over; before, nothing.")
    ]
    checksum: Annotated[str, Doc("The SHA-256 of all the rest, as compact JSON with sorted keys.")]


def check(game: AnyGame, entries: Sequence[LogEntry], seats: int, box: Any) -> None:
    """Raise BadRecord, naming position and field, for a log with a value that is impossible with that many seats.

    The log has to be sound as `log.Branches` reads it.
    """
    try:
        game.check_components(box)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"position 1: components: {error!s:.120}") from error
    for entry in entries:
        try:
            _check_actor(entry, seats)
            if entry.action is not None or entry.event is not None:
                game.check_payload(entry.payload, seats, box)
        except ValueError as error:
            raise BadRecord(f"position {entry.position}: {error}") from error
    _check_returns(entries)


def _check_actor(entry: LogEntry, seats: int) -> None:
    """Raise ValueError where a line is somebody's who cannot have it."""
    if entry.event is not None and entry.seat is not None:
        raise ValueError(f"an event is nobody's, not seat {entry.seat}'s")
    if entry.action is not None and entry.seat != entry.action.seat:
        raise ValueError(f"an action of seat {entry.action.seat} cannot be seat {entry.seat}'s")
    if entry.seat is not None and entry.seat not in range(seats):
        raise ValueError(f"no such seat: {entry.seat}")


def _check_returns(entries: Sequence[LogEntry]) -> None:
    """Raise BadRecord for a takeback of what was final or another's, and a rollback into what came of one action."""
    head = floor = entries[0].position - 1 if entries else 0
    by_position = {entry.position: entry for entry in entries}
    mover: int | None = None
    is_settled = False
    for entry in entries:
        payload = entry.payload
        if isinstance(payload, int):
            if not floor <= payload < head or entry.seat is None or entry.seat != mover:
                raise BadRecord(f"position {entry.position}: seat {entry.seat} cannot take back what stands at {head}")
            head = payload
        elif entry.rollback is not None:
            behind = by_position.get(entry.rollback.to + 1)
            if behind is not None and behind.event is not None and not isinstance(behind.payload, Corrected):
                raise BadRecord(f"position {entry.position}: no action had ended at {entry.rollback.to}")
            head = floor = entry.position
        elif entry.note is None:
            mover = entry.seat if entry.action is not None else mover
            is_settled = entry.event is not None and (is_settled or isinstance(entry.event, Irrevocable))
            head = entry.position
            floor = head if is_settled else floor


class UnknownKind(BadRecord):
    """The record of a game of which nobody here knows the rules."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"kind: nobody here knows {kind!r:.40}")
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Commitment:
    """The digest of the seed that was shown when the game was opened: its SHA-256, in hexadecimal."""

    digest: str


@dataclass(frozen=True, slots=True)
class Salt:
    """A seat's own words, which are part of every draw."""

    seat: int
    text: str
    from_server: bool = False
    """Whether the record says that the server chose them; older records do not say who did."""


Opening: TypeAlias = Commitment | Salt | BeaconDraw


@dataclass(frozen=True, slots=True)
class Record:
    """A game's record, as the package's docstring describes it. Positions of entries are without gaps."""

    kind: str
    ruleset: int
    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    opening: tuple[Opening, ...]
    entries: tuple[LogEntry, ...]
    seed: bytes | None = field(default=None, repr=False)
    seeds: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    """The seeds of those epochs of dice that have their own."""

    @property
    def epochs(self) -> tuple[tuple[int, int], ...]:
        """From which position of the log on which epoch of dice is in use."""
        return epochs_of(self.entries)

    @property
    def beacon(self) -> BeaconDraw | None:
        """The public round that the dice were to be drawn with, where the game's list named one."""
        return next((fact for fact in self.opening if isinstance(fact, BeaconDraw)), None)

    @property
    def salts(self) -> tuple[str, ...]:
        """The seats' words, by seat."""
        given = sorted((fact for fact in self.opening if isinstance(fact, Salt)), key=lambda fact: fact.seat)
        return tuple(fact.text for fact in given)

    @property
    def began(self) -> Begun:
        """The event that began the game. Raises BadRecord where it is missing, or is another game's."""
        first = self.entries[0].payload if self.entries else None
        if not isinstance(first, Begun) or first.kind != self.kind or first.seats != len(self.players):
            raise BadRecord(f"entries: a {self.kind} for {len(self.players)} players does not begin like this")
        return first

    @property
    def components(self) -> Any:
        """The component data the game is played with. Raises BadRecord where it cannot be."""
        try:
            return ruleset_for(self.kind).read_components(self.began.components)
        except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise BadRecord(f"position 1: components: {error!s:.80}") from error

    @property
    def has_own_components(self) -> bool:
        """Whether the game was played with the component data of this program's own new games."""
        return self.kind in kinds() and self.began.components == ruleset_for(self.kind).components


def export(record: Record) -> RecordData:
    """The record as JSON knows it. Of a game still played it holds what is final, and never a seed.

    Raises BadRecord where takebacks or rollbacks return to nowhere.
    """
    try:
        _check_rollbacks(record.entries)
        outcome = _outcome(record)
        last = record.entries[-1].position if outcome else final_upto(record.entries)
    except ValueError as error:
        raise BadRecord(f"entries: {error}") from error
    data: RecordData = {
        "format": FORMAT,
        "kind": record.kind,
        "ruleset": record.ruleset,
        "game": record.game,
        "players": list(record.players),
        "options": dict(record.options),
        "opening": [_encode_opening(fact) for fact in record.opening],
        "epochs": [list(epoch) for epoch in record.epochs],
        "seed": record.seed.hex() if record.seed is not None and outcome else None,
        "seeds": [[epoch, seed.hex()] for epoch, seed in record.seeds.items()],
        "entries": [[e.position, e.kind, e.seat, encode_entry(e)] for e in record.entries if e.position <= last],
        "outcome": outcome,
        "checksum": "",
    }
    if not (record.seeds and outcome):
        del data["seeds"]
    data["checksum"] = _checksum({key: value for key, value in data.items() if key != "checksum"})
    return data


def dump(data: Mapping[str, Any]) -> str:
    """The text of an exported record: each key on a line of its own, and so each entry."""
    lines = []
    for key, value in data.items():
        text = _lines(value) if key == "entries" else _compact(value)
        lines.append(f"{_compact(key)}:{text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def load(text: str | bytes) -> Record:
    """The record that a text holds. Raises BadRecord, naming the key or the position that is wrong.

    Every value is one that could be; whether the rules and the seed bear it out, `differences` and `verify_dice` tell.
    """
    if len(text) > MOST_BYTES:
        raise BadRecord(f"not a record: longer than {MOST_BYTES} bytes")
    try:
        if isinstance(text, bytes):
            text = text.decode()
        data = json.loads(text)
        record = _read(data)
        again = export(record)
        check(ruleset_for(record.kind), record.entries, len(record.players), record.components)
        _compare(data, again)
        if dump(again) != text:
            raise BadRecord("the text is not spelled as a record is: one entry a line, without other spaces")
    except BadRecord:
        raise
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not a record: {error}") from error
    return record


def _read(data: Any) -> Record:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f"format: {FORMAT} is due")
    kind = _at(data, "kind", _text)
    if kind not in kinds():
        raise _unknown(kind, data)
    record = Record(
        kind=kind,
        ruleset=_at(data, "ruleset", _number),
        game=_at(data, "game", _text),
        players=_at(data, "players", _each(_text)),
        options=_at(data, "options", _texts),
        opening=_at(data, "opening", _each(_opening)),
        seed=_at(data, "seed", _seed),
        seeds=_at(data, "seeds", _seeds) if "seeds" in data else {},
        entries=_at(data, "entries", partial(_entries, ruleset_for(kind))),
    )
    _ = record.components
    return record


def _unknown(kind: str, data: Mapping[str, Any]) -> BadRecord:
    """The error for the record of a game that nobody knows: its log, too, is one of that game, or it is not."""
    match data.get("entries"):
        case [[_, "event", None, {"kind": str(begun)}], *_] if begun == kind:
            return UnknownKind(kind)
    number = len(_at(data, "players", _each(_text)))
    return BadRecord(f"entries: a {kind} for {number} players does not begin like this")


def _compare(data: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    if list(data) != list(again):
        raise BadRecord(f"keys: {', '.join(again)} are due, in this order")
    for key in again:
        if data[key] != again[key]:
            raise BadRecord(f"{key}: not what follows from the rest of the record")


def _at(data: Mapping[str, Any], key: str, read: Callable[[Any], T]) -> T:
    if key not in data:
        raise BadRecord(f"{key}: missing")
    try:
        return read(data[key])
    except BadRecord:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise BadRecord(f"{key}: {error}") from error


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"a text is due, not {value!r:.80}")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"a number from 0 is due, not {value!r:.80}")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"a list is due, not {value!r:.80}")
    return value


def _each(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    return lambda value: tuple(read(item) for item in _list(value))


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError(f"names and texts are due, not {value!r:.80}")
    return {key: _text(item) for key, item in value.items()}


def _opening(value: Any) -> Opening:
    match value:
        case {"commitment": digest}:
            return Commitment(_text(digest))
        case {"salt": text, "seat": seat, "server": True}:
            return Salt(_number(seat), _text(text), from_server=True)
        case {"salt": text, "seat": seat}:
            return Salt(_number(seat), _text(text))
        case {"beacon": facts}:
            return decode_beacon(facts)
    raise ValueError(f"a commitment or a salt is due, or a beacon, not {value!r:.80}")


def _encode_opening(fact: Opening) -> dict[str, Any]:
    if isinstance(fact, Commitment):
        return {"commitment": fact.digest}
    if isinstance(fact, BeaconDraw):
        return {"beacon": encode_beacon(fact)}
    return {"salt": fact.text, "seat": fact.seat, **({"server": True} if fact.from_server else {})}


def _seed(value: Any) -> bytes | None:
    return None if value is None else bytes.fromhex(_text(value))


def _seeds(value: Any) -> dict[int, bytes]:
    return {_number(epoch): bytes.fromhex(_text(seed)) for epoch, seed in map(_list, _list(value))}


def _entries(game: AnyGame, value: Any) -> tuple[LogEntry, ...]:
    """The log from the first entry of play on, which stands at 1 or behind what the server's log holds before it."""
    lines = _list(value)
    first = lines[0][0] if lines and isinstance(lines[0], list) and lines[0] else 1
    start = first if type(first) is int and first > 0 else 1
    return tuple(_entry(game, at, line) for at, line in enumerate(lines, start=start))


def _entry(game: AnyGame, at: int, line: Any) -> LogEntry:
    if not isinstance(line, list) or len(line) != 4:
        raise BadRecord(f"position {at}: position, kind, seat and payload are due, not {line!r:.80}")
    position, kind, seat, payload = line
    if type(position) is not int or position != at:
        raise BadRecord(f"position {at}: stands in the place of {position!r:.20}")
    if seat is not None and type(seat) is not int:
        raise BadRecord(f"position {at}: no such seat: {seat!r:.20}")
    return decode_entry(game, at, kind, seat, payload)


def _check_rollbacks(entries: Sequence[LogEntry]) -> None:
    for entry in entries:
        if entry.rollback is not None and entry.rollback.to < entries[0].position:
            raise ValueError(f"position {entry.position}: nothing to return to at {entry.rollback.to}")


def _outcome(record: Record) -> dict[str, Any] | None:
    year = 0
    for event in live_events(record.entries):
        if isinstance(event, YearBeginning):
            year = event.year
        elif (ended := ending_of(event)) is not None:
            return {"year": year, "reason": ended.reason, "standings": encode(ended.standings)}
    return None


def _checksum(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(values: Sequence[object]) -> str:
    return "[\n" + ",\n".join(_compact(value) for value in values) + "\n]"
