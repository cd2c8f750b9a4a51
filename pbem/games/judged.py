"""Judgements of today's rules and the proof of dice on a record, in the words of its game."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from pbem.commands.orders import write
from pbem.games.presentation import presentation_of, presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from rules_core.games import ruleset_for
from rules_core.kernel.codec import encode
from rules_core.kernel.definition import fold
from rules_core.kernel.events import Event
from rules_core.kernel.record import DiceFault, Difference, FaultCode, Record
from rules_core.kernel.rulebook import Fact, Violation, Violations


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One place of a game at which today's rules judge otherwise.

    `year`, `turn`, `seat` and `order` are None where the setup differs, and `seat` and `order` where the log holds
    events that follow from no order. `rules` are the ids of those by which the order would be refused. `logged` and
    `today` are sentences on its outcome then and now, without those that both begin with.
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


FAULTS: Final[Mapping[FaultCode, str]] = {
    "seed_not_revealed": N_("the seed is not revealed before the game is over, so nothing can be proved yet."),
    "no_commitment": N_("no seed was promised before the game."),
    "two_commitments": N_("more than one seed was promised."),
    "seed_differs": N_("the seed is not the one promised: its SHA-256 is %(seed)s, and %(shown)s was shown."),
    "salt_before_commitment": N_("the salt of %(seat)s was taken before the seed was promised."),
    "salt_missing": N_("the salt of %(seat)s is missing."),
    "two_salts": N_("%(seat)s has more than one salt."),
    "epoch_differs": N_(
        "position %(position)s: the game was rolled back, and continues with the dice of epoch %(epoch)s, which are "
        "neither those of the position it was rolled back to nor new."
    ),
    "later_promised_twice": N_("position %(position)s: another seed was promised for epoch %(epoch)s than before."),
    "later_unpromised": N_("a seed is shown for epoch %(epoch)s, and none was promised for it."),
    "later_missing": N_("the seed that was promised for epoch %(epoch)s is not shown."),
    "later_differs": N_(
        "the seed of epoch %(epoch)s is not the one promised: its SHA-256 is %(seed)s, and %(shown)s was shown."
    ),
    "draw_differs": N_("position %(position)s: %(logged)s was drawn, but by the seed it is %(drawn)s."),
    "roll_differs": N_("position %(position)s: %(logged)s was rolled, but by the seed it is %(drawn)s."),
    "two_beacons": N_("more than one round of public randomness is named."),
    "beacon_not_last": N_("round %(round)s of the public beacon was named before the players' words were given."),
    "beacon_too_early": N_("round %(round)s of the public beacon was published before the players' words were fixed."),
    "beacon_missing": N_(
        "round %(round)s of the public beacon is missing, though the game was to wait for it (chain %(chain)s)."
    ),
    "beacon_signature_differs": N_(
        "the signature that is shown for round %(round)s of the public beacon was not made by the key of its chain "
        "%(chain)s."
    ),
    "beacon_unchecked": N_(
        "round %(round)s of the public beacon could not be checked, because a library is missing: "
        "pip install 'pbem[beacon]'. All else fits, but whether this round is genuine is not proved."
    ),
}
"""What is said of each thing that can speak against a record's dice; of a draw, where its game has no words for it."""


def describe_fault(fault: DiceFault, kind: str, players: Sequence[str], words: Catalogue) -> str:
    """Describe, in a sentence, a fault in the dice of a record of a kind of game."""
    if fault.code not in ("roll_differs", "draw_differs"):
        return words.text(FAULTS[fault.code], **{**fault.facts, **_seat(fault, players)})
    game = presentation_of(kind)
    draw = game.draws.get(str(fault.facts.get("what")))
    seats = players if draw is not None and draw.is_seat else ()
    logged, drawn = (_outcome(fault.facts[name], game.faces, seats, words) for name in ("logged", "drawn"))
    message = FAULTS[fault.code] if draw is None else draw.differs
    return words.text(message, position=fault.facts["position"], logged=logged, drawn=drawn)


def _seat(fault: DiceFault, players: Sequence[str]) -> Mapping[str, Fact]:
    seat = fault.facts.get("seat")
    return {"seat": players[seat]} if isinstance(seat, int) and seat < len(players) else {}


def _outcome(fact: Fact, faces: Mapping[str, str], seats: Sequence[str], words: Catalogue) -> str:
    """The outcome of a draw: a player, where seats are drawn, or what was drawn, such as faces, with commas between."""
    if isinstance(fact, int) and fact < len(seats):
        return seats[fact]
    return ", ".join(words.text(faces.get(one, one)) for one in str(fact).split())
