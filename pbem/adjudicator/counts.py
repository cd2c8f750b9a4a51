"""Counts kept as games go on, the ratings that come of them, and the check that they agree with the logs.

All is counted in the transaction that saves it; a roll at once, since nobody can take it back.

The model is Plackett and Luce's as the library openskill has it, with its own constants: skill is a number `mu` that
nobody knows, and `sigma` how far it may be off. A game counts where it was finished by the rules and people alone began
it, each with one seat. A seat's result is that of whoever sat there when the game began, whatever has become of them.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isclose
from typing import Final

from pbem.adjudicator.log.lines import is_of_opening
from pbem.adjudicator.times import compute_deadline_ms
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games
from pbem.store.games.log import find_first_event, list_entries
from pbem.store.games.seats import (
    PlayedBy,
    SeatContact,
    TurnTakenRow,
    get_seated_since,
    list_seat_contacts,
    list_tenures,
    put_turn_taken,
)
from pbem.store.games.statistics import (
    RatingRow,
    ResultRow,
    Started,
    find_newest_rating,
    forget_ratings,
    list_games_of_human_players,
    list_ratings,
    list_results,
    list_results_of,
    put_ratings,
    put_results,
)
from pbem.store.games.throws import Throw, list_throws, put_throw, put_throws
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import EventDraws
from rules_core.kernel.events import Begun, DiceRolled, Ended, TurnBeginning, TurnFinished, YearBeginning
from rules_core.kernel.log import LogEntry, decode_entry, drawn

_BY_PROGRAM = ("passed", "bot played", "vacant passed", "vacant bot played")
"""What notes are about behind which a program plays a turn to its end."""

SHOWN_FROM: Final = 3
"""Games that count before a rating is shown: the first ones tell next to nothing."""
_PRECISION: Final = 1e-9
"""How far ratings worked out on two machines may differ, relatively: the last digits are the machine's."""

_PROGRAMS: Final[tuple[PlayedBy, ...]] = ("pass", "bot")
"""Who plays in a player's place; a bot of the server's own plays in its own."""


def load_begun(tx: Tx, game: GameRow) -> Begun:
    """The event by which a game began. Raises BadRecord where its log does not tell."""
    row = find_first_event(tx, game.id)
    event = row and ruleset_for(game.kind).decode_event(json.loads(row.payload))
    if not isinstance(event, Begun):
        raise BadRecord(f"{game.tag}: no event begins the game")
    return event


def throws_of(
    game: GameRow, epoch: int, seat: int, drawing: EventDraws, player_id: int | None, at_ms: int
) -> Iterator[Throw]:
    """The dice of a seat's roll as they are counted, those of each kind together.

    `player_id` is whose luck it was, None where a program played for them. Nothing is counted of dice that were chosen.
    """
    if not drawing.keys or not drawing.was_drawn:
        return
    fell: dict[tuple[str, ...], Counter[str]] = {}
    for outcomes, face in zip(drawing.outcomes, drawing.logged, strict=True):
        fell.setdefault(tuple(sorted(map(str, outcomes))), Counter())[str(face)] += 1
    first = drawing.keys[0]
    for sides, counts in fell.items():
        yield Throw(
            game_id=game.id,
            epoch=epoch,
            year=first.year,
            seat=seat,
            purpose=first.purpose,
            number=first.number,
            sides=sides,
            player_id=player_id,
            kind=game.kind,
            fell=dict(counts),
            at_ms=at_ms,
        )


def read_throws_from_log(tx: Tx, game: GameRow) -> list[Throw]:
    """The rolls that a match's log tells of, on all branches. Raises BadRecord, ValueError.

    Of a roll that was made again in its epoch the one with more dice counts.
    """
    if not game.is_match:
        return []
    rows = {row.position: row for row in list_entries(tx, game.id) if not is_of_opening(row)}
    ruleset = ruleset_for(game.kind)
    entries = [
        decode_entry(ruleset, row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows.values()
    ]
    programs = set(_played_by_programs(entries))
    found: dict[object, Throw] = {}
    for one in drawn(ruleset, entries):
        if not isinstance(one.event, DiceRolled):
            continue
        seat, at_ms = one.event.seat, rows[one.position].at_ms
        player = None if one.position in programs else _player_at(tx, game.id, seat, at_ms)
        for throw in throws_of(game, one.epoch, seat, one.drawing, player, at_ms):
            if throw.key not in found or found[throw.key].total < throw.total:
                found[throw.key] = throw
    return list(found.values())


def _played_by_programs(entries: Sequence[LogEntry]) -> Iterator[int]:
    is_program = False
    for entry in entries:
        if entry.note is not None and entry.note.about in _BY_PROGRAM:
            is_program = True
        elif entry.rollback is not None or isinstance(entry.payload, TurnBeginning):
            is_program = False
        if is_program:
            yield entry.position


def _player_at(tx: Tx, game_id: int, seat: int, at_ms: int) -> int | None:
    held = [one for one in list_tenures(tx, game_id, seat) if one.from_ms <= at_ms]
    return held[-1].player_id if held and (held[-1].until_ms is None or at_ms < held[-1].until_ms) else None


def rate_games(tx: Tx) -> None:
    """Rate all games that count and are not rated yet, in the order of their ends."""
    waiting = _games(list_games_of_human_players(tx, unrated=True))
    for game in waiting:
        ids = [seat.player_id for seat in game]
        known = {rating.player_id: rating for one in ids if (rating := find_newest_rating(tx, game[0].kind, one))}
        put_ratings(tx, rated(game, known))


def rate_anew(tx: Tx) -> None:
    """Work out all ratings once more, from how games ended."""
    forget_ratings(tx)
    put_ratings(tx, recomputed(list_games_of_human_players(tx)))


def is_sound(tx: Tx) -> bool:
    """Whether the ratings kept are those that come of how games ended."""
    stored, recomputed_rows = list_ratings(tx), recomputed(list_games_of_human_players(tx))
    recomputed_rows.sort(key=lambda rating: (rating.at_ms, rating.game_id, rating.player_id))
    return len(stored) == len(recomputed_rows) and all(map(_agree, stored, recomputed_rows))


def recomputed(seats: Sequence[Started]) -> list[RatingRow]:
    """The ratings that come of the ends of games, in the order of their ends."""
    newest: dict[tuple[str, int], RatingRow] = {}
    found: list[RatingRow] = []
    for game in _games(seats):
        kind = game[0].kind
        known = {seat.player_id: newest[kind, seat.player_id] for seat in game if (kind, seat.player_id) in newest}
        new = rated(game, known)
        newest |= {(kind, rating.player_id): rating for rating in new}
        found += new
    return found


def rated(game: Sequence[Started], known: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The ratings of those who began a game, after it; `known` are those they had before."""
    from openskill.models import PlackettLuce  # takes longer to load than most commands to run

    model = PlackettLuce()
    before = [known.get(seat.player_id) for seat in game]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) if one else model.rating()] for one in before]
    after = model.rate(teams, ranks=[seat.place for seat in game])
    return [
        RatingRow(
            game_id=seat.game_id,
            player_id=seat.player_id,
            kind=seat.kind,
            place=seat.place,
            games=(old.games if old else 0) + 1,
            mu=new.mu,
            sigma=new.sigma,
            at_ms=seat.ended_ms,
        )
        for seat, old, (new,) in zip(game, before, after, strict=True)
    ]


def _games(seats: Sequence[Started]) -> Iterator[list[Started]]:
    for _game, found in groupby(seats, key=lambda seat: seat.game_id):
        game = list(found)
        if len({seat.player_id for seat in game}) == len(game):
            yield game


def _agree(one: RatingRow, other: RatingRow) -> bool:
    is_same = replace(one, mu=other.mu, sigma=other.sigma) == other
    return (
        is_same
        and isclose(one.mu, other.mu, rel_tol=_PRECISION)
        and isclose(one.sigma, other.sigma, rel_tol=_PRECISION)
    )


@dataclass(frozen=True)
class GameCounter:
    """Counts what is new in a game's log at a moment; `game` and `seats` are as they were before."""

    unit: UnitOfWork
    game: GameRow
    seats: Sequence[SeatContact]

    def count(self, new: Sequence[LogEntry], played_by: PlayedBy) -> None:
        """Write down new rolls, the turns that end, and the end of the game with the ratings that come of it.

        `played_by` is who played the first turn. One that begins and ends within the entries was played by standing
        orders: nobody else is as fast. A game may end within a turn, which ends with it (FR-71, GE-41).
        Only matches are counted.
        """
        if not self.game.is_match:
            return
        year, number, mover = self.game.year, self.game.turn, self.game.active_seat
        began_ms, until_ms = self.game.began_ms, self.game.deadline_ms
        for entry in new:
            match entry.event:
                case YearBeginning(year=year):
                    pass
                case TurnBeginning(seat=mover, number=number):
                    began_ms, played_by = self.unit.now_ms, "standing"
                    until_ms = compute_deadline_ms(
                        self.unit, self.game.terms, self.seats[mover].player_id, self.unit.now_ms
                    )
                case DiceRolled() as rolled:
                    self._count_roll(year, rolled, played_by)
                case TurnFinished(seat=seat):
                    self._count_turn((year, number), seat, began_ms, until_ms, played_by)
                    mover = None
                case Ended() as ending:
                    if mover is not None:
                        self._count_turn((year, number), mover, began_ms, until_ms, played_by)
                    put_results(self.unit, self.game.id, results(self.game, self.seats, ending, self.unit.now_ms))
                    rate_games(self.unit)

    def _count_roll(self, year: int, rolled: DiceRolled, played_by: PlayedBy) -> None:
        contact = self.seats[rolled.seat]
        in_his_place = contact.reads and played_by in _PROGRAMS
        drawing = ruleset_for(self.game.kind).drawing(rolled, year, load_begun(self.unit, self.game))
        if drawing is not None:
            thrower = None if in_his_place else _player(contact)
            for throw in throws_of(self.game, self.game.epoch, rolled.seat, drawing, thrower, self.unit.now_ms):
                put_throw(self.unit, throw)

    def _count_turn(
        self, turn: tuple[int, int], seat: int, began_ms: int, until_ms: int | None, played_by: PlayedBy
    ) -> None:
        """Count whether a turn was in time. Nobody is late at a vacant seat, or as a bot of the server's own."""
        in_time = played_by not in _PROGRAMS and (until_ms is None or self.unit.now_ms <= until_ms)
        taken = TurnTakenRow(
            game_id=self.game.id,
            year=turn[0],
            turn=turn[1],
            seat=seat,
            player_id=_player(self.seats[seat]),
            kind=self.game.kind,
            seats=len(self.seats),
            began_ms=max(began_ms, get_seated_since(self.unit, self.game.id, seat)),
            ended_ms=self.unit.now_ms,
            deadline_ms=until_ms,
            late=self.seats[seat].reads and not in_time,
            played_by=played_by,
        )
        put_turn_taken(self.unit, taken)


def results(game: GameRow, seats: Sequence[SeatContact], ending: Ended, ended_ms: int) -> list[ResultRow]:
    """The results to keep of a game's end, one for each seat."""
    return [
        ResultRow(
            game_id=game.id,
            seat=standing.seat,
            player_id=_player(seats[standing.seat]),
            kind=game.kind,
            seats=len(seats),
            winners=len(winners(ending)),
            place=standing.place,
            score=standing.score,
            ended_ms=ended_ms,
        )
        for standing in ending.standings
    ]


def winners(ending: Ended) -> list[int]:
    """The seats that have won: none in a draw (GE-42), several where they share the victory (FR-72)."""
    return [standing.seat for standing in ending.standings if standing.place == 1]


def _player(contact: SeatContact) -> int | None:
    return contact.player_id if contact.vacant_ms is None else None


def list_miscounted(tx: Tx, games: Sequence[GameRow] | None = None) -> list[str]:
    """The tags of those games, or of all, whose results or rolls are not those of their logs.

    Unreadable games are left out.
    """
    stored: dict[int, list[ResultRow]] = {}
    for row in list_results(tx) if games is None else list_results_of(tx, [game.id for game in games]):
        stored.setdefault(row.game_id, []).append(row)
    found = []
    for game in list_games(tx) if games is None else games:
        try:
            results, rolled = read_results_from_log(tx, game), read_throws_from_log(tx, game)
        except (BadRecord, ValueError):
            continue
        if stored.get(game.id, []) != sorted(results, key=lambda row: row.seat) or _differ(
            list_throws(tx, game.id), rolled
        ):
            found.append(game.tag)
    return found


def _differ(stored: Iterable[Throw], from_log: Iterable[Throw]) -> bool:
    return {throw.key: throw for throw in stored} != {throw.key: throw for throw in from_log}


def recount(tx: Tx) -> None:
    """Take all results and rolls from the logs once more, and work out all ratings.

    Raises BadRecord where a log is damaged.
    """
    for game in list_games(tx):
        put_results(tx, game.id, read_results_from_log(tx, game))
        put_throws(tx, game.id, read_throws_from_log(tx, game))
    rate_anew(tx)


def read_results_from_log(tx: Tx, game: GameRow) -> list[ResultRow]:
    """Read a match's results from the last final line of its log; none where that is no ending. Raises BadRecord."""
    if game.status != "over" or not game.is_match:
        return []
    for line in list_entries(tx, game.id, after=game.final_position - 1, upto=game.final_position):
        event = ruleset_for(game.kind).decode_event(json.loads(line.payload)) if line.kind == "event" else None
        if isinstance(event, Ended):
            return results(game, list_seat_contacts(tx, game.id), event, line.at_ms)
    return []
