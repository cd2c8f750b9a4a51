"""Acts previewed and done: the functions that stand for each kind, and several acts as one.

Acts are previewed by doing them one after another, and undoing it: so what is told holds for acts that build on each
other, and whatever cannot be done is declined before anybody confirms it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.moderation import interventions, ruling, secret_access, speaking
from pbem.moderation.commands import (
    Amend,
    Announce,
    Ask,
    Cancel,
    GiveRuling,
    GrantAccess,
    Hold,
    ModeratorCommand,
    PutOff,
    Release,
    Reopen,
    Retry,
    RevokeAccess,
    RollBack,
    Substitute,
)
from pbem.moderation.context import Consequences, Doing, ModeratorContext

DOING: Final[Mapping[type, Doing]] = {
    Hold: Doing(interventions.preview_hold, interventions.hold),
    Release: Doing(interventions.preview_release, interventions.release),
    PutOff: Doing(interventions.preview_put_off, interventions.put_off),
    RollBack: Doing(interventions.preview_roll_back, interventions.roll_back),
    Substitute: Doing(interventions.preview_substitute, interventions.substitute),
    Amend: Doing(interventions.preview_amend, interventions.amend),
    Cancel: Doing(interventions.preview_cancel, interventions.cancel),
    Announce: Doing(speaking.preview_announce, speaking.announce, speaking.state_of_announcements),
    GrantAccess: Doing(secret_access.preview_grant, secret_access.grant_access),
    RevokeAccess: Doing(secret_access.preview_revoke, secret_access.revoke_access),
    Ask: Doing(ruling.preview_ask, ruling.ask_all, ruling.state_of_dispute),
    GiveRuling: Doing(ruling.preview_rule, ruling.rule, ruling.state_of_dispute),
    Reopen: Doing(ruling.preview_reopen, ruling.reopen, ruling.state_of_dispute),
    Retry: Doing(speaking.preview_retry, speaking.retry, speaking.state_of_letter),
}
"""What stands for which act."""


@dataclass(frozen=True)
class Preview:
    """The effect that acts would have, in sentences, what to think of first, and the state of things it holds for."""

    told: tuple[str, ...]
    warnings: tuple[str, ...]
    state: str


class Stale(Exception):
    """Raised where acts were previewed on another state than that which is now; holds what they would do now."""

    def __init__(self, preview: Preview) -> None:
        super().__init__("things have changed since the preview")
        self.preview = preview


def state_of(context: ModeratorContext, commands: Sequence[ModeratorCommand]) -> str:
    """The state of things that acts are previewed on, as a short mark."""
    told = "\n".join(DOING[type(command)].state(context, command) for command in commands)
    return sha256(told.encode()).hexdigest()[:16]


def check_follows(context: ModeratorContext, earlier: Sequence[ModeratorCommand], command: ModeratorCommand) -> None:
    """Nothing, where an act may be done together with those before it. Raises Refused.

    Whether an act can be done is told before anything is. So none may stand behind one that opens what is hidden, or
    throws dice: it would tell of them although, undone, they were never opened and never thrown.
    """
    if any(map(_opens, earlier)):
        raise Refused(
            context.words.text(
                "Do this once the other is done: after an action that unseals a game, or carries orders out again, "
                "nothing can be shown in advance."
            )
        )


def _opens(command: ModeratorCommand) -> bool:
    back = command.then if isinstance(command, GiveRuling) else command
    return isinstance(command, GrantAccess) or (isinstance(back, RollBack) and back.reapply)


def step(context: ModeratorContext, command: ModeratorCommand) -> Consequences:
    """Do an act, for who undoes it, and return what it would do. Raises Refused."""
    consequences = DOING[type(command)].preview(context, command)
    DOING[type(command)].carry_out(context, command)
    return consequences


def preview_all(context: ModeratorContext, commands: Sequence[ModeratorCommand]) -> Preview:
    """Preview acts, one after another; nothing of it stays. Raises Refused."""
    state = state_of(context, commands)

    def work() -> list[Consequences]:
        found = []
        for number, command in enumerate(commands):
            check_follows(context, commands[:number], command)
            found.append(step(context, command))
        return found

    found = context.unit.trial(work)
    told = (sentence for one in found for sentence in one.told)
    warnings = dict.fromkeys(warning for one in found for warning in one.warnings)
    return Preview(tuple(told), tuple(warnings), state)


def carry_out(context: ModeratorContext, commands: Sequence[ModeratorCommand], state: str | None) -> tuple[str, ...]:
    """Do acts, all or none; return what was done, in sentences.

    Raises Refused, which leaves nothing done, and Stale where they were previewed on another state.
    """
    if state is not None and state != state_of(context, commands):
        raise Stale(preview_all(context, commands))
    for number, command in enumerate(commands):
        check_follows(context, commands[:number], command)
    return context.unit.attempt(
        lambda: tuple(line for command in commands for line in DOING[type(command)].carry_out(context, command))
    )
