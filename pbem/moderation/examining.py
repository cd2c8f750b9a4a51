"""The evidence in a dispute: each seat's letters and dice in the turn it is about, and rolls with proof.

A player is shown their own side. A moderator is shown all sides once they have opened what is hidden in the game;
before that, what everybody may know.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbem.adjudicator.history.archive import Branch, Past, PastMoment
from pbem.adjudicator.mails.press import SeatTenures
from pbem.adjudicator.sessions import draw_of_epoch, load_log
from pbem.i18n import Catalogue
from pbem.moderation.masking import mask_for
from pbem.moderation.rereading import MOST_LETTERS, LetterReading, Rereader
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.log import list_entries
from pbem.store.moderation.disputes import FiledDispute, RuledDispute, Sought, list_letters_of_turn, list_rulings
from rules_core.games import rule_id, rulebook, ruleset_for
from rules_core.kernel.definition import AnyGame, EventDraws
from rules_core.kernel.events import DiceRolled, Event
from rules_core.kernel.log import Branches, LogEntry, drawn, state_at
from rules_core.kernel.position import Position, SeatView
from rules_core.kernel.rulebook import Rule


@dataclass(frozen=True)
class Stretch:
    """The turn that a dispute is about, up to the moment disputed: where it begins and ends, and whose it is."""

    seat: int
    before: int
    """The last position of the turn before it."""
    after: int
    """The moment that is disputed."""
    from_ms: int
    until_ms: int


@dataclass(frozen=True)
class Exhibit:
    """A seat's own side: its letters in the turn, and the position as it saw it before and after."""

    seat: int
    letters: tuple[LetterReading, ...] = field(repr=False)
    before: SeatView = field(repr=False)
    after: SeatView = field(repr=False)


@dataclass(frozen=True)
class ExaminedRoll:
    """A roll with the place of its draws: `seat` counts from 0, and its dice from 0 in their order.

    `promised` is the SHA-256 of the seed. `holds` says whether the faces follow from the seed; None while it is secret.
    """

    position: int
    epoch: int
    year: int
    seat: int
    faces: tuple[str, ...]
    promised: str
    holds: bool | None


@dataclass(frozen=True)
class Examination:
    """The facts of a dispute, as far as they are open to the viewer: the turn, and the positions around it.

    `news` is what happened in the turn up to the moment; `rules` are those that letters were refused by, and those that
    the events come from. `sides` are empty while what is hidden is closed.
    """

    stretch: Stretch
    entries: tuple[LogEntry, ...] = field(repr=False)
    """The log, without what its player to move may still take back."""
    news: tuple[Event, ...]
    before: Position = field(repr=False)
    after: Position = field(repr=False)
    rules: tuple[Rule, ...]
    rolls: tuple[ExaminedRoll, ...]
    sides: tuple[Exhibit, ...] = field(repr=False)


def load_examination(
    unit: UnitOfWork, game: GameRow, dispute: FiledDispute, past: Past, words: Catalogue, *, is_open: bool
) -> Examination:
    """The facts of a dispute that a moderator may know; `is_open` says that the game's secrets are open to them."""
    branch = past.branch_at(dispute.position)
    stretch, ruleset = stretch_of(branch, dispute), ruleset_for(game.kind)
    entries = [entry for entry in load_log(unit, game.id) if entry.position <= game.final_position]
    whole = [state_at(ruleset, entries, at) for at in (stretch.before, stretch.after)]
    before, after = whole if is_open else [ruleset.view(state, None).state for state in whole]
    seats = range(before.seats) if is_open else ()
    mask = mask_for(unit, game.id)
    sides = [
        replace(side, letters=tuple(letter.masked(mask) for letter in side.letters))
        for side in load_exhibits(unit, game, dispute, branch, words, seats=seats)
    ]
    news = branch.news_at(dispute.position)
    book = rulebook(game.kind, before.table.reading)
    rules = dict.fromkeys((*_refused_by(sides, book), *rules_of(ruleset, news, book)))
    thrown = list_rolls(unit, game, entries, stretch)
    return Examination(stretch, tuple(entries), news, before, after, tuple(rules), tuple(thrown), tuple(sides))


def _refused_by(sides: Sequence[Exhibit], book: Mapping[str, Rule]) -> list[Rule]:
    readings = [reading for side in sides for reading in side.letters]
    reasons = " ".join(
        fate.message for reading in readings for fate in (*reading.then, *reading.now) if fate.style == "bad"
    )
    return [book[id_] for id_ in dict.fromkeys(rule_id().findall(reasons)) if id_ in book]


def list_similar_rulings(tx: Tx, dispute: FiledDispute, rules: Sequence[Rule], most: int) -> list[RuledDispute]:
    """The newest rulings in other disputes on these rules."""
    found = [row for rule in rules for row in list_rulings(tx, Sought(rule=rule.id), most)]
    others = {row.dispute.id: row for row in found if row.dispute.id != dispute.id}
    return sorted(others.values(), key=lambda row: row.dispute.ruled_ms or 0, reverse=True)[:most]


def stretch_of(branch: Branch, dispute: FiledDispute) -> Stretch:
    """The turn that a dispute is about. Raises NotFound where its moment is not on the branch."""
    at = branch.index_at(dispute.position)
    here = branch.moments[at]
    first = at
    while first > 1 and _turn_of(branch.moments[first - 1]) == _turn_of(here):
        first -= 1
    before = branch.moments[max(first - 1, 0)]
    later = [one for one in branch.moments[at:] if _turn_of(one) == _turn_of(here)]
    is_through = later[-1] is not branch.last
    until_ms = later[-1].at_ms if is_through else max(dispute.filed_ms, later[-1].at_ms)
    return Stretch(here.seat, before.position, dispute.position, before.at_ms, until_ms)


def _turn_of(moment: PastMoment) -> tuple[int, int]:
    return moment.year, moment.turn


def load_own_exhibit(
    unit: UnitOfWork, game: GameRow, dispute: FiledDispute, branch: Branch, seat: int, player_id: int, words: Catalogue
) -> Exhibit:
    """A seat's side as its player may see it: the letters are those that they wrote themselves."""
    tenures = SeatTenures.of(unit, game.id)

    def is_his(letter_ms: int) -> bool:
        return seat in tenures.seats_of(player_id, letter_ms)

    (found,) = load_exhibits(unit, game, dispute, branch, words, seats=[seat], is_shown=is_his)
    return found


def load_exhibits(
    unit: UnitOfWork,
    game: GameRow,
    dispute: FiledDispute,
    branch: Branch,
    words: Catalogue,
    *,
    seats: Sequence[int],
    is_shown: Callable[[int], bool] = lambda _received_ms: True,
) -> list[Exhibit]:
    """The sides of these seats. The turn's own player has letters in it; what others wrote then is not about it."""
    entries, stretch = load_log(unit, game.id), stretch_of(branch, dispute)
    ruleset = ruleset_for(game.kind)
    before, after = (state_at(ruleset, entries, place) for place in (stretch.before, stretch.after))
    rereader = Rereader.of(unit, game.id, entries, words)
    led = {
        row.letter_id for row in list_entries(unit, game.id, after=stretch.before, upto=stretch.after) if row.letter_id
    }
    found = []
    for seat in seats:
        letters = []
        if seat == stretch.seat:
            rows = list_letters_of_turn(unit, game.id, seat, stretch.from_ms + 1, stretch.until_ms, led, MOST_LETTERS)
            shown = [row for row in rows if is_shown(row.received_ms) and row.id != dispute.letter_id]
            letters = [rereader.read(row, seat) for row in shown]
        found.append(Exhibit(seat, tuple(letters), ruleset.view(before, seat), ruleset.view(after, seat)))
    return found


def rules_of(ruleset: AnyGame, events: Iterable[Event], book: Mapping[str, Rule]) -> list[Rule]:
    """The rules that events come from, as far as the engine knows, in the order of the events."""
    named = dict.fromkeys(rule for event in events for rule in ruleset.rules_of.get(type(event), ()) if rule in book)
    return [book[rule] for rule in named]


def list_rolls(tx: Tx, game: GameRow, entries: Sequence[LogEntry], stretch: Stretch) -> list[ExaminedRoll]:
    """The rolls of a turn, each with what proves it."""
    standing = {entry.position for entry in Branches(entries).at(stretch.after)}
    return [
        roll
        for roll in _rolls(tx, game, entries)
        if stretch.before < roll.position <= stretch.after and roll.position in standing
    ]


def _rolls(tx: Tx, game: GameRow, entries: Sequence[LogEntry]) -> Iterator[ExaminedRoll]:
    promised = _promised(game, entries)
    for one in drawn(ruleset_for(game.kind), entries):
        if isinstance(one.event, DiceRolled):
            faces, holds = tuple(one.event.faces), _holds(tx, game, one.epoch, one.drawing)
            yield ExaminedRoll(one.position, one.epoch, one.year, one.event.seat, faces, promised[one.epoch], holds)


def _promised(game: GameRow, entries: Sequence[LogEntry]) -> dict[int, str]:
    found = {0: game.commitment}
    for entry in entries:
        if entry.rollback is not None:
            shown = entry.rollback.commitment or found.get(entry.rollback.epoch, game.commitment)
            found[entry.rollback.epoch] = shown
    return found


def _holds(tx: Tx, game: GameRow, epoch: int, draws: EventDraws) -> bool | None:
    if game.status != "over":
        return None
    draw = draw_of_epoch(tx, game, epoch)
    each = zip(draws.keys, draws.outcomes, draws.logged, strict=True)
    return all(outcomes[draw(key, len(outcomes))] == logged for key, outcomes, logged in each)
