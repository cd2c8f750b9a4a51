"""Where a game may go back to, and with which dice: what its log tells of its branches.

A game goes back to a *moment*: an action with all that came of it, its beginning, or a correction, of whatever branch;
or to a rollback. It has to have been final, so that no return shows what a player had taken back himself, and play has
to go on from there.
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rules_core.kernel.events import Corrected, Drawn, Ended, Ending, TurnBeginning, TurnFinished, YearBeginning
from rules_core.kernel.log import Branches, Entry, Rollback, final_upto, restores

Turn: TypeAlias = tuple[int, int]
"""A turn of a game, by its year and seat."""


class EpochDice(NamedTuple):
    """The dice that a game throws on: their epoch, and whether it needs a seed of its own."""

    epoch: int
    has_own_seed: bool


class NoSuchPoint(Exception):
    """A game cannot go back to this position; `before` and `after` are the nearest it can, where there are any."""

    def __init__(self, position: int, before: int | None, after: int | None) -> None:
        super().__init__(f"no return to {position}; the nearest are {before} and {after}")
        self.position = position
        self.before = before
        self.after = after


class Points:
    """The positions of a log that a game may go back to."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._branches = Branches(entries)

    def all(self) -> list[int]:
        """Every such position, in order."""
        found = set(self._final_moments(self._entries))
        for number, entry in enumerate(self._entries):
            if entry.rollback is not None:
                found |= {entry.position, *self._final_moments(self._entries[:number])}
        return sorted(found)

    def _final_moments(self, entries: Sequence[Entry]) -> list[int]:
        """The moments that stood after these entries, were final then, and were not the game's end."""
        final = final_upto(entries)
        moments = _moments(self._branches.at(entries[-1].position))
        found = [moment[-1] for moment in moments if not isinstance(moment[-1].event, Ending)]
        return [entry.position for entry in found if entry.position <= final]

    def check(self, position: int) -> None:
        """Nothing, for one of these positions. Raises NoSuchPoint."""
        found = self.all()
        if position not in found:
            at = bisect(found, position)
            before, after = found[at - 1] if at else None, found[at] if at < len(found) else None
            raise NoSuchPoint(position, before, after)

    def do_over(self, seat: int) -> int | None:
        """Where a seat may do over what it did last; None where it has not played.

        In its own turn that is where the turn began, if anything is final since; otherwise it is behind the last roll
        of the last turn that it has ended, or where that turn began if nothing was rolled.
        """
        began = after_roll = ended = None
        mover = 0
        for moment in _moments(self._branches.now()):
            for event in (entry.event for entry in moment):
                if isinstance(event, TurnFinished) and event.seat == seat:
                    ended = after_roll
                elif isinstance(event, Drawn) and mover == seat:
                    after_roll = moment[-1].position
                elif isinstance(event, TurnBeginning):
                    mover = event.seat
                    if mover == seat:
                        began = after_roll = moment[-1].position
        is_played = began is not None and final_upto(self._entries) > began
        return began if mover == seat and is_played else ended

    def standing(self, position: int) -> list[Entry]:
        """The actions and events that stood after one of these positions."""
        return self._branches.at(position)

    def left(self, position: int) -> list[Entry]:
        """The actions and events that stand now, and will not once the game has gone back to one of these positions."""
        kept = {entry.position for entry in self.standing(position)}
        return [entry for entry in self._branches.now() if entry.position not in kept]

    def turns_ended(self, left: Iterable[Entry]) -> set[Turn]:
        """The turns that ended within some of the entries that stand now; the game may end in one."""
        within = {entry.position for entry in left}
        year, mover = 0, 0
        found: set[Turn] = set()
        for entry in self._branches.now():
            match entry.event:
                case YearBeginning(year=began):
                    year = began
                case TurnBeginning(seat=seat):
                    mover = seat
                case TurnFinished() | Ended() if entry.position in within:
                    found.add((year, mover))
        return found

    def dice(self, position: int, *, new: bool) -> EpochDice:
        """The dice to throw from a position on: those of its epoch, or, where they were shown or are unwanted, others.

        A game that is over has shown the seeds of all of its dice, and one of a restored server may have been over in
        the time that was lost. Dice that come later have a seed of their own.
        """
        ends = {entry.position for entry in self._entries if isinstance(entry.event, Ending)}
        shown = max(ends | restores(self._entries), default=0)
        backs = [(entry.position, entry.rollback) for entry in self._entries if entry.rollback is not None]
        epoch = max(((at, back.epoch) for at, back in backs if at <= position), default=(0, 0))[1]
        is_secret = not shown or any(at >= shown and _sealed(back, epoch) for at, back in backs)
        if is_secret and not new:
            return EpochDice(epoch, False)
        return EpochDice(max((back.epoch for _at, back in backs), default=0) + 1, shown > 0)


def _sealed(back: Rollback, epoch: int) -> bool:
    return back.epoch == epoch and back.commitment is not None


def _moments(branch: Sequence[Entry]) -> list[list[Entry]]:
    """A branch by its moments."""
    found = [[*branch[:1]]]
    for before, entry in pairwise(branch):
        if begins_moment(before, entry):
            found.append([])
        found[-1].append(entry)
    return found


def begins_moment(before: Entry, entry: Entry) -> bool:
    """Whether a moment begins with an entry: an action, or corrections, which are made together."""
    if entry.action is not None:
        return True
    is_next = isinstance(before.event, Corrected) and before.position == entry.position - 1
    return isinstance(entry.event, Corrected) and not is_next
