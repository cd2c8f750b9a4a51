"""Disputes and what is said in them, proposals to go back, and what moderators have opened."""

from dataclasses import dataclass, field

from pbem.store.rows.games import DisputeStatus, ProposalStatus, Verdict


@dataclass(frozen=True, slots=True)
class NewDispute:
    """A complaint about what was played at a position; it is filed by a seat, and by the player who has it."""

    game_id: int
    seat: int
    player_id: int
    position: int
    text: str
    filed_ms: int
    letter_id: int | None
    remind_ms: int | None = None
    tell_ms: int | None = None
    rule_by_ms: int | None = None


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A complaint about what was played at a position, and a ruling on it where there is one.

    It is the ruling that stands, but for lists of rulings, which hold those that were superseded, too.
    """

    id: int
    game_id: int
    seat: int
    player_id: int
    position: int
    text: str
    filed_ms: int
    letter_id: int | None
    status: DisputeStatus
    opened_ms: int
    """When it was filed, or last reopened."""
    remind_ms: int | None
    """When its moderators are reminded of it next, while it is open."""
    tell_ms: int | None
    """When its table is told of it next, while it is open."""
    rule_by_ms: int | None
    """When it lapses unless it is ruled on."""
    verdict: Verdict | None
    rule: str | None
    """The id of the rule that the ruling rests on, such as "FR-38"."""
    ruling: str | None
    ruled_by: int | None
    ruled_ms: int | None
    note_position: int | None
    superseded_ms: int | None
    """When another ruling took the place of this one."""


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A dispute that was ruled on, with the public names and the kind of its game, and the name of who has ruled.

    `ruler` is "" for the operator.
    """

    dispute: DisputeRow
    tag: str
    name: str
    kind: str
    ruler: str


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A new statement about a dispute, by a seat, or, where `seat` is None, by a moderator."""

    dispute_id: int
    seat: int | None
    player_id: int
    text: str = field(repr=False)
    at_ms: int
    letter_id: int | None


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A kept statement about a dispute, by a seat, or, where `seat` is None, by a moderator."""

    id: int
    dispute_id: int
    seat: int | None
    player_id: int
    text: str
    at_ms: int
    letter_id: int | None


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A seat asks the others to let the game go back to a position, until it lapses at `expires_ms`."""

    id: int
    game_id: int
    seat: int
    to_position: int
    reason: str
    made_ms: int
    expires_ms: int
    status: ProposalStatus


@dataclass(frozen=True, slots=True)
class SecretAccessRow:
    """A moderator has opened a game's secrets, until `until_ms` if they are closed again."""

    id: int
    game_id: int
    player_id: int
    dispute_id: int | None
    from_ms: int
    until_ms: int | None


@dataclass(frozen=True, slots=True)
class NeedRow:
    """Something that waits for a moderator since a moment: of a game, and in it perhaps of a seat and its player.

    `item` is the number of the dispute, mail or position that it is about, or the mark of the letter; what is about no
    game has None for all of the rest.
    """

    game_id: int | None
    tag: str | None
    name: str | None
    seat: int | None
    player_id: int | None
    player: str | None
    since_ms: int
    item: int | str | None
