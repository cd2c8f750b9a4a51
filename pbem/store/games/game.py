"""Games: what they were opened with, and the facts of their last log entry that pages and timers need."""

from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    ForeignKeyConstraint,
    Index,
    Text,
    bindparam,
    case,
    delete,
    exists,
    literal_column,
    or_,
    select,
    update,
)

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.games.seats import SeatRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, values
from pbem.store.tables import TableRow, column, hidden, partial_index, table
from pbem.terms import Late, PressRule, Terms

GameStatus: TypeAlias = Literal["playing", "over"]
Purpose: TypeAlias = Literal["match", "practice", "hotseat", "lesson"]
"""What a game is played for: a match is what players agree on, and the only kind that is listed, counted, rated and
published. Any other belongs to one player or visitor, who alone sees it, and is removed some time after its last turn:
practice against programs, several people at one screen, and the guided first game."""


@table(
    "game",
    hidden("seed", bytes),
    hidden("active_bot", str | None),
    Index(None, "status", "wake_ms"),
    partial_index("ix_game_match", "kind", "status", "id", where="purpose = 'match'"),
    partial_index("ix_game_late", "deadline_ms", where="deadline_ms IS NOT NULL"),
    partial_index("ix_game_held", "held_ms", where="held_ms IS NOT NULL"),
    partial_index("ix_game_damaged", "damaged_ms", where="damaged_ms IS NOT NULL"),
    partial_index("ix_game_bot_due", "id", where="active_bot IS NOT NULL"),
    partial_index("ix_game_owner", "owner_id", where="owner_id IS NOT NULL"),
)
class GameRow(TableRow):
    """A game: its settings from the start, and the facts of its last log entry that pages and timers need.

    The seed is secret until the game is over. `active_bot` is the kind of bot to move, if it is a bot's turn, so that
    bots that are due are found without looking at games that wait for people. `wake_ms` is when the game has to be
    looked at next, for a reminder or its deadline. `overdue` counts the deadlines missed in this turn.

    A game on hold since `held_ms` has no deadline; `left_ms` is the one it had. It has a `wake_ms`
    when it continues by itself, unless it is damaged. `epoch` is that of its dice; `beacon` is the public round that
    they were to be drawn with, as JSON.

    `purpose` says what the game is for; `owner_id` is the owner of one that is not a match.
    """

    id: int = column(primary_key=True)
    tag: str = column(unique=True)
    name: str
    kind: str
    options: str = column(sa_type=Text)
    commitment: str
    ruleset_version: int
    pace: str
    playing_days: str
    zone: str
    late: Late
    press: PressRule
    created_ms: int
    root_message_id: str
    status: GameStatus = "playing"
    year: int = 1
    turn: int = 1
    active_seat: int | None = None
    began_ms: int = 0
    deadline_ms: int | None = None
    wake_ms: int | None = None
    overdue: int = 0
    position: int = 0
    final_position: int = 0
    held_ms: int | None = None
    """Since when a moderator holds it; while they do it has no deadline."""
    left_ms: int | None = None
    """The deadline that a game that is held had."""
    epoch: int = 0
    beacon: str | None = column(default=None, sa_type=Text)
    """The public round that its dice were to be drawn with, as JSON."""
    purpose: Purpose = "match"
    owner_id: int | None = column(default=None, foreign_key="player.id")
    damaged_ms: int | None = None
    """Since when it is known that its log cannot be read to its end."""

    @property
    def is_match(self) -> bool:
        """Whether it is a game that is listed, counted and published."""
        return self.purpose == "match"

    @property
    def terms(self) -> Terms:
        """The terms on which the game is run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)

    @property
    def latest_ms(self) -> int | None:
        """The deadline, also that which a game that is held had, by the time of the game."""
        return self.deadline_ms if self.held_ms is None else self.left_ms

    def time_ms(self, now_ms: int) -> int:
        """The moment by which the game's time counts: it stands still while the game is held."""
        return now_ms if self.held_ms is None else self.held_ms


@table("epoch_seed", hidden("seed", bytes))
class EpochSeedRow(TableRow):
    """The seed of an epoch of dice that began after the game's own had been shown; as secret as that one was."""

    game_id: int = column(primary_key=True, foreign_key="game.id")
    epoch: int = column(primary_key=True)
    commitment: str


@table(
    "end_vote",
    hidden("game_id", int, primary_key=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)
class EndVoteRow(TableRow):
    """A seat that waits for a late player agrees that the game ends as it stands, or concedes it."""

    seat: int = column(primary_key=True)
    concedes: bool
    at_ms: int


class GameFacts(NamedTuple):
    """Facts of a game that the adjudicator stores beside the log, in the same transaction.

    `turn` is counted from 1 in its year; `active_seat`, `deadline_ms` and `wake_ms` are None when the game is over.
    `position` is the last log entry at which something was played, `final_position` the last that others than the
    active seat may see.
    """

    status: GameStatus
    year: int
    turn: int
    active_seat: int | None
    began_ms: int
    deadline_ms: int | None
    wake_ms: int | None
    """When the game has to be looked at next: a reminder is due, or the deadline comes."""
    overdue: int
    """How often in this turn the deadline has come."""
    position: int
    final_position: int


_HOLD = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"), GameRow.c.held_ms.is_(None))
    .values(held_ms=bindparam("now_ms"), left_ms=GameRow.c.deadline_ms, deadline_ms=None, wake_ms=bindparam("until_ms"))
)
_RELEASE = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"))
    .values(held_ms=None, left_ms=None, deadline_ms=bindparam("until_ms"), wake_ms=bindparam("next_ms"), overdue=0)
)
_MARK_DAMAGED = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"), GameRow.c.damaged_ms.is_(None))
    .values(damaged_ms=bindparam("now_ms"), wake_ms=None)
)
_MEND = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"), GameRow.c.damaged_ms.is_not(None))
    .values(damaged_ms=None, held_ms=None, left_ms=None)
)
_SEEDS = select(EpochSeedRow.c.epoch, EpochSeedRow.c.seed).where(EpochSeedRow.c.game_id == bindparam("game_id"))
_SET_EPOCH = update(GameRow.table).where(GameRow.c.id == bindparam("game")).values(epoch=bindparam("number"))


def hold_game(tx: Tx, game_id: int, now_ms: int, until_ms: int | None = None) -> None:
    """Take a game's deadline away, which is kept for its release; nothing where it is held already.

    It has to be looked at again at `until_ms`.
    """
    tx.run(_HOLD, game=game_id, now_ms=now_ms, until_ms=until_ms)


def release_game(tx: Tx, game_id: int, deadline_ms: int | None, wake_ms: int | None) -> None:
    """Let a game go on, with a deadline."""
    tx.run(_RELEASE, game=game_id, until_ms=deadline_ms, next_ms=wake_ms)


def mark_damaged(tx: Tx, game_id: int, now_ms: int) -> bool:
    """Note that a game's log cannot be read, so that nothing looks at the game by itself; False where it was noted."""
    return bool(tx.run(_MARK_DAMAGED, game=game_id, now_ms=now_ms).rowcount)


def mend_game(tx: Tx, game_id: int) -> None:
    """Note that a game that was damaged can be read again, which nothing holds any more; nothing for any other."""
    tx.run(_MEND, game=game_id)


def list_epoch_seeds(tx: Tx, game_id: int) -> dict[int, bytes]:
    """The secrets of those epochs of a game's dice that have their own."""
    return dict(tx.all(_pair, _SEEDS, game_id=game_id))


def find_last_epoch(tx: Tx, game: GameRow) -> int:
    """The last epoch of a game's dice that is known, whatever its log tells."""
    return max([game.epoch, *list_epoch_seeds(tx, game.id)])


def add_epoch_seed(tx: Tx, game_id: int, epoch: int, seed: bytes, commitment: str) -> None:
    """Keep the secret of an epoch of dice."""
    add(tx, EpochSeedRow(game_id, epoch, commitment), seed=seed)


def set_epoch(tx: Tx, game_id: int, epoch: int) -> None:
    """Note which epoch of dice a game has come to. Raises NotFound."""
    if not tx.run(_SET_EPOCH, game=game_id, number=epoch).rowcount:
        raise NotFound("game", game_id)


def _pair(epoch: int, seed: bytes) -> tuple[int, bytes]:
    return epoch, seed


_GAMES = select(*columns(GameRow))


def in_readable_game(game_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Hold for rows of games that are not damaged: what would be due in those is not, until they can be read again."""
    return ~exists().where(GameRow.c.id == game_id, GameRow.c.damaged_ms.is_not(None))


IS_MATCH = GameRow.c.purpose == literal_column("'match'")  # as the index of matches has it
"""Holds for the games that lists, counts and what is published tell of."""
BY_ID = _GAMES.where(GameRow.c.id == bindparam("game_id"))
_BY_TAG = _GAMES.where(GameRow.c.tag == bindparam("tag"))
_BY_TAG_OF_MATCH = _BY_TAG.where(or_(IS_MATCH, GameRow.c.owner_id == bindparam("owner")))
_DICE_SECRETS = (
    select(GameRow.c.seed, SeatRow.c.salt)
    .join(SeatRow.table, SeatRow.c.game_id == GameRow.c.id)
    .where(GameRow.c.id == bindparam("game_id"))
    .order_by(SeatRow.c.seat)
)
_SEED = select(GameRow.c.seed).where(GameRow.c.id == bindparam("game_id"))
_BOT_OF_ACTIVE_SEAT = (
    select(PlayerRow.c.bot)
    .join(SeatRow.table, SeatRow.c.player_id == PlayerRow.c.id)
    .where(SeatRow.c.game_id == bindparam("game"), SeatRow.c.seat == bindparam("active_seat"))
    .scalar_subquery()
)
_IS_HELD = GameRow.c.held_ms.is_not(None)
_NEXT: BindParameter[int | None] = bindparam("next_ms", type_=BigInteger)
_UNTIL: BindParameter[int | None] = bindparam("until_ms", type_=BigInteger)
_WAKES = case((_IS_HELD, GameRow.c.wake_ms), else_=_NEXT)
_STAYS_HELD = _IS_HELD & (bindparam("status") == "playing")
_FACT_DEADLINE: BindParameter[int | None] = bindparam("deadline_ms", type_=BigInteger)
_SET_FACTS = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"))
    .values(
        {GameRow.c[column.name]: bindparam(column.name) for column in columns(GameFacts, GameRow)}
        | {
            GameRow.c.active_bot: _BOT_OF_ACTIVE_SEAT,
            GameRow.c.deadline_ms: case((_STAYS_HELD, None), else_=_FACT_DEADLINE),
            GameRow.c.wake_ms: case((_STAYS_HELD, GameRow.c.wake_ms), else_=bindparam("wake_ms", type_=BigInteger)),
            GameRow.c.held_ms: case((_STAYS_HELD, GameRow.c.held_ms), else_=None),
            GameRow.c.left_ms: case((_STAYS_HELD, _FACT_DEADLINE), else_=None),
        }
    )
    .returning(*columns(GameRow))
)
_SET_WAKE = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"))
    .values(wake_ms=_WAKES, overdue=bindparam("times"))
    .returning(*columns(GameRow))
)
_SET_DEADLINE = (
    update(GameRow.table)
    .where(GameRow.c.id == bindparam("game"))
    .values(
        deadline_ms=case((_IS_HELD, None), else_=_UNTIL),
        left_ms=case((_IS_HELD, _UNTIL), else_=None),
        wake_ms=_WAKES,
        overdue=bindparam("times"),
    )
    .returning(*columns(GameRow))
)
_DROP_VOTES = delete(EndVoteRow.table).where(EndVoteRow.c.game_id == bindparam("game"))


def get_game(tx: Tx, game_id: int) -> GameRow:
    """One game. Raises NotFound."""
    return tx.one(GameRow, "game", BY_ID, game_id=game_id)


def find_game_by_tag(tx: Tx, tag: str, owner_id: int | None = None) -> GameRow | None:
    """The match with a public name, or the game of that name that is `owner_id`'s own."""
    found = tx.first(GameRow, _BY_TAG_OF_MATCH, tag=tag, owner=owner_id)
    if found is not None:
        tx.put(BY_ID, tuple(values(found).values()), game_id=found.id)
    return found


def find_any_game_by_tag(tx: Tx, tag: str) -> GameRow | None:
    """The game with a name, whatever it is played for: for the operator's commands."""
    return tx.first(GameRow, _BY_TAG, tag=tag)


def get_game_seed(tx: Tx, game_id: int) -> bytes:
    """A game's secret: for its dice, and to be shown when it is over. Raises NotFound."""
    return tx.one(bytes, "game", _SEED, game_id=game_id)


def get_dice_secrets(tx: Tx, game_id: int) -> tuple[bytes, list[str]]:
    """A game's seed, and the seats' own words, by seat: what its dice depend on. Raises NotFound."""
    found = tx.all(lambda *row: row, _DICE_SECRETS, game_id=game_id)
    if not found:
        raise NotFound("game", game_id)
    return found[0][0], [salt for _seed, salt in found]


def update_game_facts(tx: Tx, game_id: int, facts: GameFacts) -> None:
    """Replace all of a game's facts; the deadline of one that is held is kept for its release. Raises NotFound."""
    if not tx.update(_SET_FACTS, BY_ID, {"game_id": game_id}, game=game_id, **values(facts)):
        raise NotFound("game", game_id)


def set_wake(tx: Tx, game_id: int, wake_ms: int | None, overdue: int) -> None:
    """Note when a game has to be looked at next, unless it is held, and how often in this turn its deadline came."""
    tx.update(_SET_WAKE, BY_ID, {"game_id": game_id}, game=game_id, next_ms=wake_ms, times=overdue)


def set_deadline(tx: Tx, game_id: int, deadline_ms: int, wake_ms: int | None, overdue: int) -> None:
    """Move a game's deadline; that of a game that is held is kept for its release.

    Somebody has seen to it that the game goes on, so nobody's wish to end it while it waited counts any more.
    """
    tx.run(_DROP_VOTES, game=game_id)
    tx.update(
        _SET_DEADLINE, BY_ID, {"game_id": game_id}, game=game_id, until_ms=deadline_ms, next_ms=wake_ms, times=overdue
    )


_VOTES = select(*columns(EndVoteRow)).where(EndVoteRow.c.game_id == bindparam("game")).order_by(EndVoteRow.c.seat)
_DROP_VOTE = delete(EndVoteRow.table).where(
    EndVoteRow.c.game_id == bindparam("game"), EndVoteRow.c.seat == bindparam("place")
)


def put_end_vote(tx: Tx, game_id: int, seat: int, *, concedes: bool, now_ms: int) -> None:
    """Note that a seat agrees to the game's end, or concedes; what it said before counts no more."""
    tx.run(_DROP_VOTE, game=game_id, place=seat)
    add(tx, EndVoteRow(seat, concedes, now_ms), game_id=game_id)


def list_end_votes(tx: Tx, game_id: int) -> list[EndVoteRow]:
    """The seats that want a game to end as it stands, in order; those of earlier turns, too."""
    return tx.all(EndVoteRow, _VOTES, game=game_id)
