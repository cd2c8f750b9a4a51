"""The moves of a game since a seat's last turn, as its page counts them and steps through them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pbem.adjudicator.history.archive import Past, PastMoment
from pbem.i18n import Catalogue
from pbem.store.games.game import GameRow


@dataclass(frozen=True)
class MovesSince:
    """The positions of these moves, and the line that counts them; nothing of it is hidden from anybody."""

    line: str
    positions: tuple[int, ...]


def moves_since(past: Past, game: GameRow, seat: int | None, seats: int, words: Catalogue) -> MovesSince | None:
    """The moves since the last turn of a seat, but for its own; the last round for a spectator; None without any.

    As far as a seat had no turn yet, they are all since the beginning.
    """
    moments = [moment for moment in past.moments[1:] if moment.events]
    turns = [tuple(group) for _turn, group in groupby(moments, lambda one: (one.year, one.turn, one.seat))]
    if seat is None:
        told, count = [moment for turn in turns[-seats:] for moment in turn], words.plural
        line = count("The last round: %(n)s move", "The last round: %(n)s moves", len(told))
        return _found(line, told)
    ended = [at for at, turn in enumerate(turns) if turn[0].seat == seat and not _is_on(game, turn[0])]
    since = turns[ended[-1] + 1 :] if ended else turns
    told = [moment for turn in since for moment in turn if moment.seat != seat]
    if ended:
        line = words.plural("Since your last turn: %(n)s move", "Since your last turn: %(n)s moves", len(told))
    else:
        line = words.plural("Since the beginning: %(n)s move", "Since the beginning: %(n)s moves", len(told))
    return _found(line, told)


def _found(line: str, told: Sequence[PastMoment]) -> MovesSince | None:
    return MovesSince(line, tuple(moment.position for moment in told)) if told else None


def _is_on(game: GameRow, moment: PastMoment) -> bool:
    """Whether a moment belongs to the turn that is being played."""
    return game.status == "playing" and (game.year, game.turn, game.active_seat) == (
        moment.year,
        moment.turn,
        moment.seat,
    )
