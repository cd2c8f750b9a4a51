"""Branches of a game's log: where it may go back to, what is played again, and what seats are told of it.

A game goes back to a *moment*: an action with all that came of it, its beginning, or a correction, of whatever branch;
or to a rollback. It has to have been final, so that no return shows what a player had taken back themselves, and play
has to go on from there.

What a seat had sent at once is carried out as a letter is: up to the first roll all or nothing; what was legal behind a
roll stays. The first that cannot be met wholly ends it, since those behind it were written to what it did.
"""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.sessions import draw_for, load_game, save
from pbem.clock import from_ms
from pbem.commands.orders import write
from pbem.games.compose import fates_of, standing_blocks
from pbem.games.presentation import presenter_for
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.reports.document import AnsweredLine, StandingResult
from pbem.store import UnitOfWork
from pbem.store.games.log import EntryRow
from rules_core.kernel.dice import Draw
from rules_core.kernel.events import Action, Corrected, Drawn, Ended, Ending, TurnBeginning, TurnFinished, YearBeginning
from rules_core.kernel.log import Branches, LogEntry, Rollback, final_upto, lost_lines, restores
from rules_core.kernel.position import PublicState
from rules_core.kernel.rulebook import Violations

Turn: TypeAlias = tuple[int, int]
"""A turn of a game, by its year and its number in it."""


class EpochDice(NamedTuple):
    """The dice that a game throws on: their epoch, and whether it needs a seed of its own."""

    epoch: int
    has_own_seed: bool


class NoRollbackTarget(Exception):
    """A game cannot go back to this position; `before` and `after` are the nearest it can, where there are any."""

    def __init__(self, position: int, before: int | None, after: int | None) -> None:
        super().__init__(f"no return to {position}; the nearest are {before} and {after}")
        self.position = position
        self.before = before
        self.after = after


class RollbackTargets:
    """The positions of a log that a game may go back to."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        self._entries = entries
        self._branches = Branches(entries)

    def all(self) -> list[int]:
        """Every such position, in order."""
        found = set(self._final_moments(self._entries)) if self._entries else set()
        for number, entry in enumerate(self._entries):
            if entry.rollback is not None:
                found |= {entry.position, *self._final_moments(self._entries[:number])}
        return sorted(found)

    def _final_moments(self, entries: Sequence[LogEntry]) -> list[int]:
        final = final_upto(entries)
        branch = self._branches.at(entries[-1].position)
        moments = _moments(branch) if branch else []
        found = [moment[-1] for moment in moments if not isinstance(moment[-1].event, Ending)]
        return [entry.position for entry in found if entry.position <= final]

    def check(self, position: int) -> None:
        """Raise NoRollbackTarget unless the position is one of these."""
        found = self.all()
        if position not in found:
            at = bisect(found, position)
            before, after = found[at - 1] if at else None, found[at] if at < len(found) else None
            raise NoRollbackTarget(position, before, after)

    def do_over(self, seat: int) -> int | None:
        """The position from which a seat may do over what it did last; None where it has not played.

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

    def standing(self, position: int) -> list[LogEntry]:
        """The actions and events that stood after one of these positions."""
        return self._branches.at(position)

    def left(self, position: int) -> list[LogEntry]:
        """The actions and events that stand now, and will not once the game has gone back to one of these positions."""
        positions = {entry.position for entry in self.standing(position)}
        return [entry for entry in self._branches.now() if entry.position not in positions]

    def turns_kept(self, position: int) -> set[Turn]:
        """The turns that ended, or in which the game did, within what stands now and also at one of these positions."""
        within = {entry.position for entry in self.standing(position)}
        year, number = 0, 0
        found: set[Turn] = set()
        for entry in self._branches.now():
            match entry.event:
                case YearBeginning(year=began):
                    year = began
                case TurnBeginning(number=begun):
                    number = begun
                case TurnFinished() | Ended() if entry.position in within:
                    found.add((year, number))
        return found

    def dice(self, position: int, *, new: bool, used: int) -> EpochDice:
        """The dice to throw from a position on: those of its epoch, or, where they were shown or are unwanted, others.

        `used` is the last epoch that the store knows of, whose rollback may stand in a line that cannot be read.

        A game that is over has shown the seeds of all of its dice, and one of a restored server may have been over in
        the time that was lost; a line that cannot be read may have been its end. Dice that come later have a seed of
        their own.
        """
        ends = {entry.position for entry in self._entries if isinstance(entry.event, Ending)}
        shown = max(ends | restores(self._entries) | lost_lines(self._entries), default=0)
        backs = [(entry.position, entry.rollback) for entry in self._entries if entry.rollback is not None]
        epoch = max(((at, back.epoch) for at, back in backs if at <= position), default=(0, 0))[1]
        is_secret = not shown or any(at >= shown and _commits_to(back, epoch) for at, back in backs)
        if is_secret and not new:
            return EpochDice(epoch, False)
        return EpochDice(max([used, *(back.epoch for _at, back in backs)]) + 1, shown > 0)


def _commits_to(back: Rollback, epoch: int) -> bool:
    return back.epoch == epoch and back.commitment is not None


def _moments(branch: Sequence[LogEntry]) -> list[list[LogEntry]]:
    found = [[*branch[:1]]]
    for before, entry in pairwise(branch):
        if begins_moment(before, entry):
            found.append([])
        found[-1].append(entry)
    return found


def begins_moment(before: LogEntry, entry: LogEntry) -> bool:
    """Whether a moment begins with an entry: an action, or corrections, which are made together."""
    if entry.action is not None:
        return True
    is_next = isinstance(before.event, Corrected) and before.position == entry.position - 1
    return isinstance(entry.event, Corrected) and not is_next


@dataclass(frozen=True)
class SentOrders:
    """Actions that a seat had carried out at once: by a letter, or, without its id, on the page or by a program.

    The first `known` of its actions were final when its branch was left, so that everybody knows of them.
    """

    seat: int
    letter_id: int | None
    at_ms: int
    actions: tuple[Action, ...]
    known: int


@dataclass(frozen=True)
class Replay:
    """The orders that were carried out again after a rollback, and those that were not.

    `again` was, wholly; `stopped` is the first that was not. `why` its action number `at`, from 0, was refused is for
    its seat alone; the first `kept` of its actions stand nevertheless. `behind` was not tried any more.
    """

    again: tuple[SentOrders, ...] = ()
    stopped: SentOrders | None = None
    violations: Violations | None = None
    at: int = 0
    kept: int = 0
    behind: tuple[SentOrders, ...] = ()

    @property
    def openly_again(self) -> int:
        """The number of those carried out again that everybody knew of."""
        return sum(sent.known > 0 for sent in self.again)

    @property
    def stops_openly(self) -> bool:
        """Whether something was not carried out again that everybody knows of."""
        return self.stopped is not None and self.at < self.stopped.known

    @property
    def missing(self) -> list[SentOrders]:
        """The orders that were not, or not wholly, carried out again, in order."""
        return [*([] if self.stopped is None else [self.stopped]), *self.behind]


def sent_in(branch: Iterable[LogEntry], rows: Mapping[int, EntryRow], final: int) -> list[SentOrders]:
    """The orders sent in a stretch of a branch, in order; `rows` are the log's lines by position, final up to `final`.

    Actions belong together that came of one letter, or by the same seat at one moment. Nothing is read behind the end
    of a turn, so that a letter that gave orders for a later one counts as two.
    """
    found: list[SentOrders] = []
    begins = True
    for entry in branch:
        if entry.action is None:
            begins = begins or isinstance(entry.event, TurnFinished)
            continue
        assert entry.seat is not None, "somebody asked for it"
        row = rows[entry.position]
        one = SentOrders(entry.seat, row.letter_id, row.at_ms, (entry.action,), int(entry.position <= final))
        if begins or _sender(found[-1]) != _sender(one):
            found.append(one)
        else:
            last = found.pop()
            found.append(replace(last, actions=(*last.actions, entry.action), known=last.known + one.known))
        begins = False
    return found


def _sender(sent: SentOrders) -> tuple[int, int | None, int]:
    return sent.seat, sent.letter_id, sent.at_ms


def play_again(unit: UnitOfWork, game_id: int, sent: Sequence[SentOrders]) -> Replay:
    """Carry out what was sent at the end of a game's log, as far as it is legal, and save it."""
    for number, one in enumerate(sent):
        loaded = load_game(unit, game_id)
        tried, refusal = _carry_out(loaded.session, one.actions, draw_for(unit, loaded.game))
        replayed = sum(entry.action is not None for entry in loaded.session.new)
        save(unit, loaded, one.letter_id)
        if refusal is not None:
            return Replay(tuple(sent[:number]), one, refusal, tried, replayed, tuple(sent[number + 1 :]))
    return Replay(tuple(sent))


def _carry_out(session: GameSession, actions: Sequence[Action], draw: Draw) -> tuple[int, Violations | None]:
    """Acts, and undoes it where nothing was rolled before the first that is refused: its number, and why."""
    mark, has_rolled = session.mark(), False
    for number, action in enumerate(actions):
        outcome = session.apply(action, draw)
        if isinstance(outcome, Violations):
            if not has_rolled:
                session.revert(mark)
            return number, outcome
        has_rolled = has_rolled or any(isinstance(event, Drawn) for event in outcome)
    return len(actions), None


def dropped_blocks(had_draft: bool, lapsed: StandingResult | None, words: Catalogue) -> list[doc.Block]:
    """Paragraphs on a seat's orders that waited, for `confirm` or for a next turn, and are dropped."""
    dropped = words.text("Your orders that were waiting for `confirm` are dropped.")
    return [*([doc.Paragraph(dropped)] if had_draft else []), *standing_blocks(lapsed, words)]


def missing_blocks(replay: Replay, seat: int, table: PublicState, zone: str, words: Catalogue) -> list[doc.Block]:
    """Report a seat's orders that were not, or not wholly, carried out again; `table` is as it was then."""
    missing = [sent for sent in replay.missing if sent.seat == seat]
    if not missing:
        return []
    blocks: list[doc.Block] = [doc.Heading(words.text("Your orders that were not all carried out again"))]
    for sent in missing:
        moment = words.moment(from_ms(sent.at_ms), zone)
        blocks.append(doc.Lines((words.text("From %(moment)s:", moment=moment),)))
        blocks.append(fates_of(_lines(replay, sent, table, words), words))
    return [*blocks, doc.Paragraph(words.text("If you still want any of them, send them again."))]


def _lines(replay: Replay, sent: SentOrders, table: PublicState, words: Catalogue) -> Sequence[AnsweredLine]:
    written = [write(action, table, words.language) for action in sent.actions]
    if sent is not replay.stopped or replay.violations is None:
        return [AnsweredLine(number, line, "not reached", "") for number, line in enumerate(written, 1)]
    why = presenter_for(table, (), words).describe_violation(replay.violations.violations[0])
    stops = words.text("fine by itself, but line %(number)s is not possible", number=replay.at + 1)
    lines = []
    for number, line in enumerate(written):
        if number < replay.kept:
            lines.append(AnsweredLine(number + 1, line, "done", ""))
        elif number < replay.at:
            lines.append(AnsweredLine(number + 1, line, "undone", stops))
        elif number == replay.at:
            lines.append(AnsweredLine(number + 1, line, "refused", why))
        else:
            lines.append(AnsweredLine(number + 1, line, "not reached", ""))
    return lines
