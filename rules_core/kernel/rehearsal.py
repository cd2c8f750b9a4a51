"""A rehearsal: playing on from a position without changing the game.

It consists of a position, as far as its viewer may see it, and a source of dice. Playing on gives another rehearsal and
leaves the first unchanged, so that several can branch off. Previews have no dice, judging a log again has the logged
ones, and in an analysis dice fall by chance or are chosen. Where a die is needed and there is none, a rehearsal stops.

A departure is a place in a log from which play continues differently: with other actions in place of those logged, or
under other variants. Rolls show what the log holds for that turn, on whatever branch with the same dice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Literal, TypeAlias, cast

from rules_core.kernel.definition import AnyGame, BadOptions, Choose, EventDraws, fold, meant
from rules_core.kernel.dice import Draw, DrawKey, NotDrawn, no_draw
from rules_core.kernel.events import Action, Begun, Corrected, DiceRolled, Event, TurnEnding
from rules_core.kernel.log import Branches, LogEntry, drawn, epoch_at, state_at
from rules_core.kernel.position import Position
from rules_core.kernel.rulebook import Fact, Violations

See: TypeAlias = Callable[[Position], Position]
"""What of a position is known to whoever asks, such as `lambda state: ruleset.view(state, seat).state`."""
Why: TypeAlias = Literal["refused", "not rolled", "unseen"]
"""Why a rehearsal stops: the rules refuse the action, its source of dice has no such roll, or what comes of the action
depends on what lies behind a screen that whoever asks may not look behind."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An action that would have been carried out, and what would have come of it."""

    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The place where a rehearsal stopped; `refusal` says by which rules, where it was refused."""

    action: Action
    why: Why
    refusal: Violations | None = None


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A position, the source of its dice, and what was played up to there; `stop` says what could not be."""

    ruleset: AnyGame
    state: Position
    draw: Draw = no_draw
    judged: tuple[Judged, ...] = ()
    stop: Stop | None = None

    def decide(self, action: Action) -> list[Event] | Violations:
        """Find what comes of an action. Raises NotDrawn, and DiceMismatch where faces were chosen."""
        if isinstance(self.draw, ChosenFaces):
            self.draw.deal(self, action)
        return self.ruleset.decide(self.state, action, self.draw)

    def outcomes(self, action: Action, events: Sequence[Event] = ()) -> tuple[list[Event] | Violations, ...]:
        """Find the outcomes of an action at each extreme of the hidden part of a position.

        Where all are alike nothing hangs on what is not seen; `events` are those that did come of it. Raises NotDrawn.
        """
        extremes = self.ruleset.possible(self.state, events)
        return tuple(self.ruleset.decide(each, action, self.draw) for each in extremes)

    def after(self, events: Iterable[Event]) -> "Rehearsal":
        """The branch on which these events came, whatever of."""
        return replace(self, state=fold(self.ruleset, events, self.state))

    def play(self, action: Action) -> "Rehearsal":
        """The branch on which an action is played, or this position with what stopped it."""
        try:
            got, *others = self.outcomes(action)
        except NotDrawn:
            return replace(self, stop=Stop(action, "not rolled"))
        if any(other != got for other in others):
            return replace(self, stop=Stop(action, "unseen"))
        if isinstance(got, Violations):
            return replace(self, stop=Stop(action, "refused", got))
        return replace(self.after(got), judged=(*self.judged, Judged(action, tuple(got))))

    def run(self, actions: Iterable[Action]) -> "Rehearsal":
        """The branch on which these actions are played, up to the first that stops it."""
        reached = self
        for action in actions:
            reached = reached.play(action)
            if reached.stop is not None:
                break
        return reached


def scripted(numbers: Mapping[DrawKey, int], otherwise: Draw = no_draw) -> Draw:
    """Draw what is told, and all else from another source."""

    def draw(key: DrawKey, sides: int) -> int:
        number = numbers.get(key)
        return otherwise(key, sides) if number is None else number

    return draw


def by_chance(choose: Choose) -> Draw:
    """Draw from a source of chance, always the same for the same key."""
    drawn: dict[DrawKey, int] = {}

    def draw(key: DrawKey, sides: int) -> int:
        return drawn.setdefault(key, choose(sides))

    return draw


def logged_draw(game: AnyGame, events: Iterable[Event], began: Begun) -> Draw:
    """A `Draw` of what the events of one action tell was drawn, whatever the seat and year."""
    numbers: dict[DrawKey, int] = {}
    for event in events:
        drawing = game.drawing(event, 0, began)
        for key, number in _numbers(drawing) if drawing else ():
            numbers.setdefault(_anywhere(key), number)
    draw = scripted(numbers)
    return lambda key, sides: draw(_anywhere(key), sides)


def _anywhere(key: DrawKey) -> DrawKey:
    return key._replace(year=0, seat=0)


def rolled_draw(game: AnyGame, entries: Iterable[LogEntry], epoch: int) -> Draw:
    """Draw what was drawn anywhere in a log with the dice of an epoch.

    A die of a turn falls alike however many are rolled with it, so on several branches all rolls of it serve.
    """
    return scripted(
        {key: number for one in drawn(game, entries) if one.epoch == epoch for key, number in _numbers(one.drawing)}
    )


def _numbers(drawing: EventDraws) -> Iterator[tuple[DrawKey, int]]:
    """The keys of draws, each with the first number that gives what was logged; none for what cannot be drawn."""
    for key, outcomes, fact in zip(drawing.keys, drawing.outcomes, drawing.logged, strict=True):
        if fact in outcomes:
            yield key, outcomes.index(fact)


class DiceMismatch(Exception):
    """Raised where faces were chosen that dice cannot show: more than are thrown, or what none of them has.

    `face` is one that is left over, and `thrown` the number of dice.
    """

    def __init__(self, face: str, thrown: int, chosen: int) -> None:
        super().__init__(f"{face}: {chosen} faces for {thrown} dice")
        self.face = face
        self.thrown = thrown
        self.chosen = chosen


class ChosenFaces:
    """A `Draw` whose first roll shows chosen faces, dealt out so that each of its dice can show its own.

    Dice for which none was chosen fall by another source, and so does whatever else is drawn.
    """

    def __init__(self, began: Begun, faces: Sequence[str], otherwise: Draw) -> None:
        self._began = began
        self._faces = tuple(faces)
        self._otherwise = self._draw = otherwise

    def __call__(self, key: DrawKey, sides: int) -> int:
        """Draw a number."""
        return self._draw(key, sides)

    def deal(self, here: Rehearsal, action: Action) -> None:
        """Deal out the faces where the action rolls and they are not dealt yet. Raises DiceMismatch."""
        if not self._faces:
            return
        outcome = here.ruleset.decide(here.state, action, self._otherwise)
        rolled = [] if isinstance(outcome, Violations) else [one for one in outcome if isinstance(one, DiceRolled)]
        draws = here.ruleset.drawing(rolled[0], here.state.table.year, self._began) if rolled else None
        if draws is not None:
            self._draw = scripted(dealt(self._faces, draws), self._otherwise)
            self._faces = ()


def dealt(faces: Sequence[str], draws: EventDraws) -> Mapping[DrawKey, int]:
    """The draws by which dice show these faces, each of them one that has it. Raises DiceMismatch."""
    holder: dict[int, str] = {}
    for face in faces:
        if not _place(face, draws.outcomes, holder, set()):
            raise DiceMismatch(face, len(draws.keys), len(faces))
    return {draws.keys[die]: draws.outcomes[die].index(face) for die, face in holder.items()}


def _place(face: str, outcomes: Sequence[Sequence[Fact]], holder: dict[int, str], tried: set[int]) -> bool:
    """Give a face to a die that has it, moving others to further dice where it must be; False where none is left."""
    for die, sides in enumerate(outcomes):
        if face not in sides or die in tried:
            continue
        tried.add(die)
        if die not in holder or _place(holder[die], outcomes, holder, tried):
            holder[die] = face
            return True
    return False


@dataclass(frozen=True, slots=True)
class Supposed:
    """The result of a supposition: the outcome of other actions or variants.

    It begins at the position `before` and ends at `after`. `logged` is the position of the log to compare with: after
    as many actions, or, where the supposition ends the turn, at the end of that turn. `replaced` are the logged
    actions. All positions are as the viewer may see them.
    """

    before: Position
    judged: tuple[Judged, ...]
    after: Position
    stop: Stop | None
    replaced: tuple[Action, ...]
    logged: Position

    differences: tuple[Any, ...]
    """What differs between what the log came to (`one`) and what would have been (`other`), as the game compares."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A position of a log that is played on otherwise, as far as `see` shows it, with the dice that the log holds."""

    entries: Sequence[LogEntry]
    see: See
    whole: Position
    start: Rehearsal
    """The position as it is seen."""
    later: Sequence[LogEntry]
    """What the log holds behind it, up to the end of the turn or to a moderator's correction."""

    @classmethod
    def at(
        cls, entries: Sequence[LogEntry], ruleset: AnyGame, position: int, see: See = lambda state: state
    ) -> "Departure":
        """The departure from a position at which an action and all its events had ended. Raises ValueError for another.

        `entries` is the log from the game's first event on; of several branches through the position the last is used.
        """
        whole: Position = state_at(ruleset, entries, position)
        draw = rolled_draw(ruleset, entries, epoch_at(entries, position))
        later = _rest_of_turn(Branches(entries).beyond(position), position)
        return cls(entries, see, whole, Rehearsal(ruleset, see(whole), draw), later)

    def under(self, options: Mapping[str, str]) -> Rehearsal:
        """The departure with the same actions, judged under other variants. Raises BadOptions as
        `other_options` does.
        """
        ruleset = self.start.ruleset
        for key, value in options.items():
            if value not in ruleset.options.get(key, ()):
                raise BadOptions(f"{key}: no such variant: {value!r:.40}")
        if not _begins_alike(self.entries, ruleset, options):
            raise BadOptions(f"{', '.join(options)}: shapes the beginning of a game, or is played already")
        varied = ruleset.varied(self.start.state, {**meant(ruleset.options, _began(self.entries).options), **options})
        return replace(self.start, state=varied).run(_actions(self.later))

    def compared(self, played: Rehearsal) -> Supposed:
        """A rehearsal from here, beside what the log came to instead."""
        ruleset = played.ruleset
        replaced = _replaced(self.later, played.judged)
        logged = self.see(fold(ruleset, [entry.event for entry in replaced if entry.event is not None], self.whole))
        differ = ruleset.compare(logged, played.state)
        return Supposed(self.start.state, played.judged, played.state, played.stop, _actions(replaced), logged, differ)


def suppose(
    entries: Sequence[LogEntry],
    ruleset: AnyGame,
    position: int,
    instead: Sequence[Action] | Mapping[str, str],
    see: See = lambda state: state,
) -> Supposed:
    """Play out other actions after a position of a whole log, or those logged there under other variants.

    Without other actions the rest of the logged turn is judged. Only what `see` shows of the position is used, so that
    nothing hidden becomes known. Raises ValueError as `Departure.at` does, and BadOptions as `other_options` does.
    """
    here = Departure.at(entries, ruleset, position, see)
    return here.compared(here.under(instead) if isinstance(instead, Mapping) else here.start.run(instead))


def other_options(entries: Sequence[LogEntry], ruleset: AnyGame) -> dict[str, tuple[str, ...]]:
    """The variants under which a game can be judged again, each with its values other than the game's own.

    Those that shape the beginning of a game, such as more dice in the box, are not among them.
    """
    found = {
        key: tuple(value for value in values if _begins_alike(entries, ruleset, {key: value}))
        for key, values in ruleset.options.items()
    }
    return {key: values for key, values in found.items() if values}


def _rest_of_turn(later: Sequence[LogEntry], position: int) -> list[LogEntry]:
    if later and later[0].event is not None and not isinstance(later[0].payload, Corrected):
        raise ValueError(f"position {position}: no action had ended there")
    rest: list[LogEntry] = []
    for entry in later:
        if isinstance(entry.payload, Corrected) or (entry.action is not None and _ends_turn(rest)):
            break
        rest.append(entry)
    return rest


def _ends_turn(entries: Sequence[LogEntry]) -> bool:
    return any(isinstance(entry.payload, TurnEnding) for entry in entries)


def _replaced(later: Sequence[LogEntry], judged: Sequence[Judged]) -> list[LogEntry]:
    if any(isinstance(one.action, TurnEnding) for one in judged):
        return list(later)
    starts = [number for number, entry in enumerate(later) if entry.action is not None]
    return list(later[: starts[len(judged)]] if len(judged) < len(starts) else later)


def _actions(entries: Iterable[LogEntry]) -> tuple[Action, ...]:
    return tuple(entry.action for entry in entries if entry.action is not None)


def _began(entries: Sequence[LogEntry]) -> Begun:
    first = entries[0].payload if entries else None
    if not isinstance(first, Begun):
        raise ValueError("no event begins the game")
    return first


def _begins_alike(entries: Sequence[LogEntry], ruleset: AnyGame, others: Mapping[str, str]) -> bool:
    """Whether a game would begin just as it did under other variants than its own, their names aside."""
    began = _began(entries)
    options = dict(began.options)
    now = meant(ruleset.options, began.options)
    if all(now[key] == value for key, value in others.items()):
        return False
    before_play = takewhile(lambda entry: entry.action is None, entries)
    opening = [entry.event for entry in before_play if entry.event is not None]
    draw = logged_draw(ruleset, opening, began)
    try:
        first, *rest = ruleset.setup({**options, **others}, began.seats, draw, began)
        again, *same = ruleset.setup(options, began.seats, draw, began)
    except (BadOptions, NotDrawn):
        return False
    return rest == same and isinstance(first, Begun) and replace(cast(Any, first), options=began.options) == again
