"""Acts foreseen and done: the functions that stand for each kind, and several acts as one.

Acts are foreseen by doing them one after another, and undoing it: so what is told holds for acts that build on each
other, and whatever cannot be done is declined before anybody confirms it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pbem.adjudicator.context import Declined
from pbem.moderation import course, ruling, sealing, seats, speaking
from pbem.moderation.acts import (
    Act,
    Amend,
    Announce,
    Ask,
    Cancel,
    Hold,
    PutOff,
    Release,
    Reopen,
    Retry,
    RollBack,
    Rule,
    Seal,
    Substitute,
    Unseal,
)
from pbem.moderation.bench import Bench, Doing, Foreseen

DOING: Final[Mapping[type, Doing]] = {
    Hold: Doing(course.foresee_hold, course.hold),
    Release: Doing(course.foresee_release, course.release),
    PutOff: Doing(course.foresee_put_off, course.put_off),
    RollBack: Doing(course.foresee_roll_back, course.roll_back),
    Substitute: Doing(seats.foresee_substitute, seats.substitute),
    Amend: Doing(course.foresee_amend, course.amend),
    Cancel: Doing(course.foresee_cancel, course.cancel),
    Announce: Doing(speaking.foresee_announce, speaking.announce, speaking.state_of_announcements),
    Unseal: Doing(sealing.foresee_unseal, sealing.unseal),
    Seal: Doing(sealing.foresee_seal, sealing.seal),
    Ask: Doing(ruling.foresee_ask, ruling.ask_all, ruling.state_of_dispute),
    Rule: Doing(ruling.foresee_rule, ruling.rule, ruling.state_of_dispute),
    Reopen: Doing(ruling.foresee_reopen, ruling.reopen, ruling.state_of_dispute),
    Retry: Doing(speaking.foresee_retry, speaking.retry, speaking.state_of_letter),
}
"""What stands for which act."""


@dataclass(frozen=True)
class Preview:
    """What acts would do, in sentences, what to think of first, and the state of things that all of it holds for."""

    told: tuple[str, ...]
    warnings: tuple[str, ...]
    state: str


class Stale(Exception):
    """Raised where acts were previewed on another state than that which is now; holds what they would do now."""

    def __init__(self, preview: Preview) -> None:
        super().__init__("things have changed since the preview")
        self.preview = preview


class _Undone(Exception):
    """Raised to undo what was done to see whether it can be."""


def state_of(bench: Bench, acts: Sequence[Act]) -> str:
    """The state of things that acts are foreseen on, as a short mark."""
    told = "\n".join(DOING[type(act)].state(bench, act) for act in acts)
    return sha256(told.encode()).hexdigest()[:16]


def check_follows(bench: Bench, earlier: Sequence[Act], act: Act) -> None:
    """Nothing, where an act may be done together with those before it. Raises Declined.

    Whether an act can be done is told before anything is. So none may stand behind one that opens what is hidden, or
    throws dice: it would tell of them although, undone, they were never opened and never thrown.
    """
    if any(map(_opens, earlier)):
        raise Declined(
            bench.words.text(
                "Do this once the other is done: behind an act that opens what is hidden, or carries orders out again, "
                "nothing can be told before."
            )
        )


def _opens(act: Act) -> bool:
    back = act.then if isinstance(act, Rule) else act
    return isinstance(act, Unseal) or (isinstance(back, RollBack) and back.reapply)


def step(bench: Bench, act: Act) -> Foreseen:
    """Does an act, for who undoes it, and returns what it would do. Raises Declined."""
    foreseen = DOING[type(act)].foresee(bench, act)
    DOING[type(act)].carry_out(bench, act)
    return foreseen


def foresee(bench: Bench, acts: Sequence[Act]) -> Preview:
    """What acts would do, one after another; nothing of it stays. Raises Declined."""
    told: list[str] = []
    warnings: list[str] = []
    state = state_of(bench, acts)

    def work() -> None:
        for number, act in enumerate(acts):
            check_follows(bench, acts[:number], act)
            foreseen = step(bench, act)
            told.extend(foreseen.told)
            warnings.extend(foreseen.warnings)
        raise _Undone

    try:
        bench.tx.attempt(work)
    except _Undone:
        return Preview(tuple(told), tuple(dict.fromkeys(warnings)), state)
    raise AssertionError("foreseeing does not end well")


def carry_out(bench: Bench, acts: Sequence[Act], state: str | None) -> tuple[str, ...]:
    """Does acts, all or none; returns what was done, in sentences.

    Raises Declined, which leaves nothing done, and Stale where they were foreseen on another state.
    """
    if state is not None and state != state_of(bench, acts):
        raise Stale(foresee(bench, acts))
    for number, act in enumerate(acts):
        check_follows(bench, acts[:number], act)
    return bench.tx.attempt(lambda: tuple(line for act in acts for line in DOING[type(act)].carry_out(bench, act)))
