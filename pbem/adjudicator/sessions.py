"""Games between the store and the session: opening the log where the turn began, and saving what was added."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pbem.adjudicator.counts import GameCounter
from pbem.adjudicator.log.game_session import LONGEST_PREAMBLE, GameSession
from pbem.adjudicator.log.lines import check_opening, is_of_opening, read_markers, read_whole_lines
from pbem.adjudicator.times import compute_deadline_ms, first_wake_ms
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.sessions import end_sessions_in_game
from pbem.store.across.prefetch import prefetch_players, prefetch_positions
from pbem.store.games.game import GameFacts, GameRow, get_dice_secrets, get_game, list_epoch_seeds, update_game_facts
from pbem.store.games.log import (
    EntryRow,
    SnapshotRow,
    append_entries,
    find_last_action_of,
    find_last_position,
    find_snapshot,
    list_entries,
    list_entries_before,
    list_notes,
    list_rollbacks,
    put_snapshot,
)
from pbem.store.games.seats import PlayedBy, SeatContact, list_seat_contacts
from pbem.store.games.vacancies import lapse_offers
from pbem.store.tables import NEW
from rules_core.games import ruleset_for
from rules_core.kernel.beacon import BeaconDraw, decode_beacon
from rules_core.kernel.codec import BadRecord, encode
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import Draw, DrawKey, keyed_draw
from rules_core.kernel.events import Begun, BoardChanged, Ended, Ending, Event, TurnBeginning, TurnFinished
from rules_core.kernel.log import (
    LogEntry,
    Note,
    Rollback,
    encode_entry,
    final_upto,
    live,
    live_events,
)
from rules_core.kernel.position import Position

SNAPSHOT_SCHEMA = 3
"""Rises when a state's JSON form changes; snapshots of another number are passed over."""
MARKED = 40
"""The number of entries searched first for the turn before; ten times as many the next time, and so on."""


@dataclass(frozen=True)
class LoadedGame:
    """A game as the adjudicator has it before it: its facts, its seats, and the session of the turn being played."""

    game: GameRow
    seats: tuple[SeatContact, ...]
    session: GameSession

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)


def load_game(tx: Tx, game_id: int) -> LoadedGame:
    """A game with its session. Raises NotFound, and BadRecord where its log cannot be read.

    So it does for every game known to be damaged, although its snapshot may stand behind the damage.
    """
    prefetch_positions(tx, [game_id])
    game, seats = get_game(tx, game_id), tuple(list_seat_contacts(tx, game_id))
    if game.damaged_ms is not None:
        raise BadRecord("its log is damaged")
    prefetch_players(tx, [seat.player_id for seat in seats])
    return LoadedGame(game, seats, _session(tx, game))


def load_beginning(tx: Tx, game_id: int) -> list[Event]:
    """The events that began a game."""
    entries = read_whole_lines(_ruleset(tx, game_id), list_entries(tx, game_id))
    first = next((n for n, entry in enumerate(entries) if entry.kind != "event"), len(entries))
    return [_event(entry) for entry in entries[:first]]


def load_reading(tx: Tx, game_id: int) -> int:
    """The reading of the rules that a game began with. Raises BadRecord where its log does not begin with one."""
    for row in list_entries(tx, game_id, upto=LONGEST_PREAMBLE + 1):
        if not is_of_opening(row):
            began = _event(read_whole_lines(_ruleset(tx, game_id), [row])[0])
            if isinstance(began, Begun):
                return began.reading
    raise BadRecord("no event begins the game")


def load_log(tx: Tx, game_id: int) -> list[LogEntry]:
    """All of a game's log from its beginning on, with every branch."""
    return read_whole_lines(_ruleset(tx, game_id), list_entries(tx, game_id))


@dataclass(frozen=True)
class KeyedDice:
    """The dice of one of a game's epochs, a `Draw`; equal where all that keys them is, so that all rolls are alike."""

    seed: bytes = field(repr=False)
    game: str
    salts: tuple[str, ...] = field(repr=False)
    epoch: int
    beacon: str | None
    """The randomness of the public round that its list named, if it named one."""

    def __call__(self, key: DrawKey, sides: int) -> int:
        """Draw a number."""
        return self._draw(key, sides)

    @cached_property
    def _draw(self) -> Draw:
        return keyed_draw(self.seed, self.game, self.salts, self.epoch, self.beacon)


def draw_for(tx: Tx, game: GameRow) -> KeyedDice:
    """The game's dice: keyed by its epoch's seed, which leaves the store for nothing else while the game runs."""
    return draw_of_epoch(tx, game, game.epoch)


def draw_of_epoch(tx: Tx, game: GameRow, epoch: int) -> KeyedDice:
    """The draws of one of a game's epochs, with the public round that its list named, if it began with it."""
    later = list_epoch_seeds(tx, game.id).get(epoch) if epoch else None
    seed, salts = get_dice_secrets(tx, game.id)
    beacon = beacon_of(game)
    name, mixed_in = (game.tag, None) if beacon is None else (beacon.name, beacon.randomness)
    return KeyedDice(later or seed, name, tuple(salts), epoch, mixed_in)


def beacon_of(game: GameRow) -> BeaconDraw | None:
    """The public round that a game's list named; None where it named none."""
    return None if game.beacon is None else decode_beacon(json.loads(game.beacon))


def _session(tx: Tx, game: GameRow) -> GameSession:
    """A game's session, from its snapshot where that can be read. Raises BadRecord, where its log cannot be."""
    ruleset, snapshot = ruleset_for(game.kind), find_snapshot(tx, game.id)
    state = None if snapshot is None else _state_of(ruleset, snapshot)
    after = 0 if snapshot is None or state is None else snapshot.position
    entries = read_whole_lines(ruleset, list_entries(tx, game.id, after=after))
    try:
        return _whole(ruleset, entries) if state is None else GameSession(ruleset, after, state, entries)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError) as error:
        raise BadRecord(f"what stands in its log does not fit together: {type(error).__name__}: {error}") from error


def _state_of(ruleset: AnyGame, snapshot: SnapshotRow) -> Position | None:
    """The state that a snapshot keeps; None for one of another schema, and one that is damaged: it is but a cache."""
    if snapshot.schema_number != SNAPSHOT_SCHEMA:
        return None
    try:
        state: Position = ruleset.decode_state(json.loads(snapshot.state))
    except ValueError:
        return None
    return state


def _ruleset(tx: Tx, game_id: int) -> AnyGame:
    return ruleset_for(get_game(tx, game_id).kind)


def _whole(ruleset: AnyGame, entries: list[LogEntry]) -> GameSession:
    """A session from a log without a snapshot: split where the last turn began, or a moderator let it go on."""
    began = [n for n, entry in enumerate(entries) if isinstance(entry.payload, TurnBeginning | Rollback)]
    if not began:
        raise BadRecord("no turn has begun")
    split = began[-1] + 1
    settled = GameSession(ruleset, 0, fold(ruleset, [_event(entries[0])]), entries[1:split])
    return GameSession(ruleset, entries[split - 1].position, settled.state, entries[split:])


def _event(entry: LogEntry) -> Event:
    if entry.event is None:
        raise BadRecord(f"position {entry.position}: a game begins with an event")
    return entry.event


def save(unit: UnitOfWork, loaded: LoadedGame, letter_id: int | None, played_by: PlayedBy = "player") -> None:
    """Append what is new, and keep the game's facts, snapshot and counts in step. Raises PositionTaken.

    `played_by` is who ended the turn, if it has ended; turns that begin and end within what is new are taken as played
    by standing orders.
    """
    session, game = loaded.session, loaded.game
    new = session.new
    if not new:
        return
    rows = [
        EntryRow(
            NEW,
            entry.kind,
            json.dumps(encode_entry(entry), ensure_ascii=False, separators=(",", ":")),
            entry.seat,
            letter_id,
            unit.now_ms,
            session.ruleset.version,
        )
        for entry in new
    ]
    append_entries(unit, game.id, new[0].position - 1, rows)
    GameCounter(unit, game, loaded.seats).count(new, played_by)
    _end_links(unit, loaded, new)
    moved = turn_moved(new)
    update_game_facts(unit, game.id, facts(unit, loaded, moved=moved))
    if moved:
        keep_snapshot(unit, game.id, session.position, session.state)
        if game.active_seat is not None:
            lapse_offers(unit, game.id, game.active_seat)


def _end_links(tx: Tx, loaded: LoadedGame, new: Sequence[LogEntry]) -> None:
    """End the sessions that links in reports began: of whose turn has ended, and of everybody where the game has."""
    is_over = any(isinstance(entry.event, Ended) for entry in new)
    ended = {entry.event.seat for entry in new if isinstance(entry.event, TurnFinished)}
    players = {contact.player_id for contact in loaded.seats if is_over or contact.seat in ended}
    end_sessions_in_game(tx, loaded.game.tag, players)


def expect(unit: UnitOfWork, loaded: LoadedGame) -> LoadedGame:
    """The game as it will stand once what is new in its session is saved."""
    new = loaded.session.new
    after = facts(unit, loaded, moved=turn_moved(new))._asdict() if new else {}
    return replace(loaded, game=replace(loaded.game, **after))


def append_note(unit: UnitOfWork, game_id: int, seat: int | None, note: Note, letter_id: int | None = None) -> None:
    """Write at the end of a game's log what befell it. Raises NotFound."""
    game, end = get_game(unit, game_id), find_last_position(unit, game_id)
    payload = json.dumps(encode_entry(LogEntry(end + 1, seat, note)), ensure_ascii=False, separators=(",", ":"))
    version = ruleset_for(game.kind).version
    append_entries(unit, game_id, end, [EntryRow(NEW, "note", payload, seat, letter_id, unit.now_ms, version)])


def list_notes_after(tx: Tx, game_id: int, position: int) -> list[LogEntry]:
    """The notes of a game's log behind a position, in order, as far as they can be read."""
    return read_markers(list_notes(tx, game_id, position))


def list_notes_behind(tx: Tx, loaded: LoadedGame, position: int) -> list[LogEntry]:
    """The notes of a loaded game behind a position, from its session where nothing else was added to the log since."""
    session = loaded.session
    if position < session.start or find_last_position(tx, loaded.game.id) not in (session.stored_end, session.end):
        return list_notes_after(tx, loaded.game.id, position)
    return [entry for entry in session.entries if entry.note is not None and entry.position > position]


def keep_snapshot(tx: Tx, game_id: int, position: int, state: Position) -> None:
    """Keep the state at a position where a turn began."""
    data = json.dumps(encode(state), ensure_ascii=False, separators=(",", ":")).encode()
    put_snapshot(tx, game_id, SnapshotRow(position, SNAPSHOT_SCHEMA, data))


def turn_moved(entries: list[LogEntry]) -> bool:
    """Whether these entries end a turn, or the game."""
    return any(isinstance(entry.payload, (TurnBeginning, Ending)) for entry in entries)


def facts(unit: UnitOfWork, loaded: LoadedGame, *, moved: bool) -> GameFacts:
    """The game's facts after what its session holds; in a match a turn has a deadline, by the time of the game."""
    table, game = loaded.session.state.table, loaded.game
    began, deadline, wake, overdue = game.began_ms, game.latest_ms, game.wake_ms, game.overdue
    if table.over:
        deadline = wake = None
    elif moved and not game.is_match:
        began, overdue, deadline, wake = unit.now_ms, 0, None, None
    elif moved:
        began, overdue = unit.now_ms, 0
        mover = loaded.seats[table.turn.seat]
        deadline = compute_deadline_ms(unit, game.terms, mover.player_id, game.time_ms(unit.now_ms))
        wake = first_wake_ms(game.terms, mover, deadline, unit.now_ms)
    return GameFacts(
        status="over" if table.over else "playing",
        year=table.year,
        turn=table.turn.number,
        active_seat=None if table.over else table.turn.seat,
        began_ms=began,
        deadline_ms=deadline,
        wake_ms=wake,
        overdue=overdue,
        position=loaded.session.position,
        final_position=final_upto(loaded.session.entries) if loaded.session.entries else loaded.session.start,
    )


def find_last_action(tx: Tx, game_id: int, seat: int) -> int | None:
    """The position of the last action a seat took on the branch that stands; None where it took none."""
    last = find_last_action_of(tx, game_id, seat)
    if last is None or not list_rollbacks(tx, game_id, after=last):
        return last
    standing = live(read_whole_lines(_ruleset(tx, game_id), list_entries(tx, game_id)))
    taken = (entry.position for entry in reversed(standing) if entry.action and entry.seat == seat)
    return next(taken, None)


def list_events_since_turn(tx: Tx, game_id: int, last: int | None, new: Sequence[LogEntry] = ()) -> list[Event]:
    """The events that stand since a seat ended its turn by its action at the position `last`, if it did.

    `new` are entries that may not be saved yet.
    """
    if last is None:
        return []
    events = _standing_since(tx, game_id, last, new=new)
    has_ended = bool(events) and isinstance(events[0], TurnFinished)
    return events[1:] if has_ended else events


def list_events_so_far(tx: Tx, game_id: int) -> list[Event]:
    """All events of a game that stand, including those that the seat to move can take back, so for that seat alone."""
    return live_events(read_whole_lines(_ruleset(tx, game_id), list_entries(tx, game_id)))


def list_events_since_end_of_turn(tx: Tx, game_id: int, seat: int) -> list[Event]:
    """The events that stand since a seat last ended its turn, or the game began; for the seat alone. Reads the log."""
    events = list_events_so_far(tx, game_id)
    ends = [at for at, event in enumerate(events) if isinstance(event, TurnFinished) and event.seat == seat]
    return events[ends[-1] + 1 :] if ends else events


def list_events_upto_final(tx: Tx, game: GameRow, after: int) -> list[Event]:
    """The events that stand, as far as nobody can take them back, and did not stand at `after`, which was final."""
    return _standing_since(tx, game.id, after, game.final_position)


def _standing_since(
    tx: Tx, game_id: int, after: int, upto: int | None = None, new: Sequence[LogEntry] = ()
) -> list[Event]:
    ruleset = _ruleset(tx, game_id)
    entries = read_whole_lines(ruleset, list_entries(tx, game_id, after=after, upto=upto))
    end = entries[-1].position if entries else after
    unsaved = [entry for entry in new if entry.position > end]
    if not any(entry.rollback for entry in entries):
        return live_events([*entries, *unsaved])
    whole = [*read_whole_lines(ruleset, list_entries(tx, game_id, upto=upto)), *unsaved]
    known = {entry.position for entry in live(entry for entry in whole if entry.position <= after)}
    return [entry.event for entry in live(whole) if entry.event is not None and entry.position not in known]


def list_latest_events(tx: Tx, loaded: LoadedGame, seat: int | None) -> Sequence[Event]:
    """The last events that a seat may know: of the turn being played, or of the one before if nothing was built yet.

    Of the turn that ended the game they are told whether or not anything was built. It is a function of what that seat
    may see of the log alone: where the session begins does not count, since that tells how a turn came about, by a
    letter or by orders that had waited. So all who see a position see the same map.
    """
    events = [*_last_turns(tx, loaded), *loaded.session.events_seen_by(seat)]
    begins = [n for n, event in enumerate(events) if isinstance(event, TurnBeginning)]
    before = events[begins[-2] + 1 : begins[-1]] if len(begins) > 1 else []
    present = events[begins[-1] + 1 :]
    return present if any(isinstance(event, BoardChanged | Ending) for event in present) else before


def list_events_since_own_turn(tx: Tx, loaded: LoadedGame, seat: int) -> Sequence[Event]:
    """The events that a seat may know of, from the end of its last turn on; its turn being played is not that.

    As much as is known where it had none yet.
    """
    seats = len(loaded.names)
    events = [*_last_turns(tx, loaded, seats + 1), *loaded.session.events_seen_by(seat)]
    begins = [(n, event.seat) for n, event in enumerate(events) if isinstance(event, TurnBeginning)]
    turns = [place for place, (_, whose) in enumerate(begins[:-1]) if whose == seat]
    return events[begins[turns[-1] + 1][0] :] if turns else events


def _last_turns(tx: Tx, loaded: LoadedGame, turns: int = 2) -> Sequence[Event]:
    """The events that stand up to where the session begins, from the beginning of `turns` turns ago at least.

    All of it is read where the game has gone back since. `start` is the number of lines up to there, as they have no
    gaps.
    """
    start, limit, began, rows = loaded.session.start, MARKED, list[int](), list[EntryRow]()
    heads = stored_heads(loaded.session.ruleset, TurnBeginning)
    while len(began) < turns and len(rows) < start:
        rows = list_entries_before(tx, loaded.game.id, start + 1, limit)
        began = [n for n, row in enumerate(rows) if row.payload.startswith(heads)]
        limit *= 10
    rows = rows[began[-turns] :] if len(began) >= turns else rows
    if any(row.kind == "rollback" for row in rows):
        rows = list_entries(tx, loaded.game.id, upto=start)
    return live_events(read_whole_lines(loaded.session.ruleset, rows))


def stored_heads(ruleset: AnyGame, mark: type) -> tuple[str, ...]:
    """The beginnings of the payloads of events that bear a mark; those that begin a game are written otherwise."""
    heads = ruleset.stored_heads(mark)
    return (*heads, *(head.replace(":", ": ") for head in heads))


def check_snapshot(tx: Tx, game: GameRow) -> str:
    """Check a game's log and snapshot: what is wrong, in the operator's plain words; "" where all is well."""
    try:
        ruleset, snapshot = ruleset_for(game.kind), find_snapshot(tx, game.id)
        state = _session(tx, game).state
        rows = list_entries(tx, game.id)
        from_log = _whole(ruleset, read_whole_lines(ruleset, rows)).state
        check_opening(rows)
    except BadRecord as error:
        end = "" if game.status == "over" else f", `pbem game cancel {game.tag}` ends it"
        return (
            f"{game.tag}: {error}; `pbem game rollback {game.tag}` lets it go on from a position that can be read{end}"
        )
    except (ValueError, KeyError) as error:
        return f"{game.tag}: {error}"
    if snapshot is not None and snapshot.schema_number == SNAPSHOT_SCHEMA and _state_of(ruleset, snapshot) is None:
        return f"{game.tag}: its snapshot cannot be read; the log is, and the next turn brings another"
    return "" if state == from_log else f"{game.tag}: the snapshot differs from the log"
