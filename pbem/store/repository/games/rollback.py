"""What is forgotten where a game goes back to an earlier position."""

from sqlalchemy import and_, bindparam, delete, or_, select

from pbem.store.database import Tx
from pbem.store.repository.columns import APPLIED, TURN_TAKEN, columns
from pbem.store.tallies import TurnTakenRow

_FORGET_APPLIED = delete(APPLIED).where(
    APPLIED.c.game_id == bindparam("game"),
    or_(
        APPLIED.c.year > bindparam("in_year"),
        and_(APPLIED.c.year == bindparam("in_year"), APPLIED.c.turn >= bindparam("from_turn")),
    ),
)
_TURNS = select(*columns(TurnTakenRow, TURN_TAKEN)).where(TURN_TAKEN.c.game_id == bindparam("game"))
_FORGET_TURNS = delete(TURN_TAKEN).where(TURN_TAKEN.c.game_id == bindparam("game"))


def forget_applied(tx: Tx, game_id: int, year: int, turn: int) -> None:
    """Forgets which texts were applied in a turn and those behind it, so that they may be sent again."""
    tx.run(_FORGET_APPLIED, game=game_id, in_year=year, from_turn=turn)


def turns_of_game(tx: Tx, game_id: int) -> list[TurnTakenRow]:
    """The turns of a game that are counted."""
    return tx.all(TurnTakenRow, _TURNS, game=game_id)


def forget_turns(tx: Tx, game_id: int) -> None:
    """Counts no turn of a game any more."""
    tx.run(_FORGET_TURNS, game=game_id)
