"""The places where today's rules judge otherwise than those by which a game was played, in words."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from pbem.commands.orders import write
from pbem.games.presentation import presentation_of, presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from rules_core.games import ruleset_for
from rules_core.kernel.codec import encode
from rules_core.kernel.definition import fold
from rules_core.kernel.events import Event
from rules_core.kernel.record import Difference, Record
from rules_core.kernel.rulebook import Violation, Violations


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One place of a game at which today's rules judge otherwise.

    `year`, `turn`, `seat` and `order` are None where the game begins otherwise, and `seat` and `order` where the log
    tells what follows from no order. `rules` are the ids of those by which the order would be refused. `logged` and
    `today` are sentences on what came of it and what would come of it now, without those with which both begin.
    """

    position: int
    year: int | None
    turn: int | None
    seat: int | None
    order: str | None
    rules: tuple[str, ...]
    sentence: str
    logged: tuple[str, ...]
    today: tuple[str, ...]


def describe_difference(difference: Difference, record: Record, words: Catalogue) -> Otherwise:
    """A difference in words. The kind of the record's game must be known."""
    action, before, got = difference.action, difference.before, difference.got
    table = before.table if before else None
    logged, today = _apart(difference.expected, got if isinstance(got, tuple) else ())
    return Otherwise(
        position=difference.position,
        year=table.year if table else None,
        turn=table.turn.number if table else None,
        seat=action.seat if action else None,
        order=write(action, table, words.language) if action and table else None,
        rules=tuple(broken.rule for broken in got.violations) if isinstance(got, Violations) else (),
        sentence=_sentence(difference, record, words),
        logged=_sentences(difference, logged, difference.expected, record, words),
        today=_sentences(difference, today, got, record, words) if isinstance(got, tuple) else (),
    )


def describe_place(found: Otherwise, players: Sequence[str], words: Catalogue) -> str:
    """The place of a difference: "position 43, year 3, turn 2, Ann"."""
    if found.year is None:
        return words.text("position %(position)s", position=found.position)
    if found.seat is None:
        return words.text(
            "position %(position)s, year %(year)s, turn %(turn)s",
            position=found.position,
            year=found.year,
            turn=found.turn,
        )
    return words.text(
        "position %(position)s, year %(year)s, turn %(turn)s, %(player)s",
        position=found.position,
        year=found.year,
        turn=found.turn,
        player=players[found.seat],
    )


def _sentence(difference: Difference, record: Record, words: Catalogue) -> str:
    action, before, got = difference.action, difference.before, difference.got
    if before is None:
        return words.text("by today's rules the game would begin differently.")
    if action is None:
        return words.text("by today's rules what the log tells follows from no order.")
    order = write(action, before.table, words.language)
    if difference.is_secret:
        return words.text(
            "by today's rules `%(order)s` comes to something else; to what depends on what lies behind the screen.",
            order=order,
        )
    if got is None:
        return words.text("by today's rules `%(order)s` asks for dice that the log does not hold.", order=order)
    if isinstance(got, Violations):
        reason = _describe_violation(got.violations[0], difference, record, words)
        return words.text("by today's rules `%(order)s` is refused: %(reason)s", order=order, reason=reason)
    return words.text("by today's rules `%(order)s` comes to something else.", order=order)


def _describe_violation(violation: Violation, difference: Difference, record: Record, words: Catalogue) -> str:
    if difference.before is None:
        return presentation_of(record.kind).describe_violation(violation, words)
    return presenter_for(difference.before.table, record.players, words).describe_violation(violation)


def _apart(one: Sequence[Event], other: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return one[alike:], other[alike:]


def _sentences(
    difference: Difference, some: Sequence[Event], events: Sequence[Event], record: Record, words: Catalogue
) -> tuple[str, ...]:
    if not some:
        return ()
    after = fold(ruleset_for(record.kind), events, difference.before)
    presenter = presenter_for(after.table, record.players, words)
    return tuple(_describe_event(event, presenter) for event in some)


def _describe_event(event: object, presenter: Presenter) -> str:
    """An event in a sentence; as the log has it where it tells of what is not on the table, such as an empty cell."""
    try:
        return presenter.sentence(event)
    except (AttributeError, LookupError, TypeError, ValueError):
        return json.dumps(encode(event), ensure_ascii=False)
