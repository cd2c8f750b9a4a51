"""Letters to an account address that are foreseen and kept first, and carried out when they are confirmed.

They ask for what cannot be undone, or answer a mail of ours that the database does not know.
"""

from collections.abc import Sequence
from dataclasses import replace

from pbem.adjudicator import confirmations
from pbem.adjudicator.confirmations import Evidence, Unconfirmed
from pbem.adjudicator.context import Done, PlayerContext
from pbem.adjudicator.mails.game import new_message_id
from pbem.adjudicator.seat_context import Declined
from pbem.adjudicator.seats.addresses import check_renewal, renewal_told
from pbem.commands.orders.requests import RenewAddress
from pbem.i18n import Catalogue
from pbem.lobby.commands import Confirm, OfficeCommand, Search, Show
from pbem.lobby.office import CarryOut, Heard, for_player, hear
from pbem.lobby.reading import Reading, read
from pbem.moderation import letters
from pbem.moderation.commands import ModeratorCommand, ModeratorLine, ModeratorQuery
from pbem.store.rows import ConfirmationRow


def binds(readings: Sequence[Reading]) -> bool:
    """Whether a letter asks for an act of a moderator, or for another address."""
    return any(isinstance(command, ModeratorLine | RenewAddress) for command in _commands(readings))


def asks_to_change(readings: Sequence[Reading]) -> bool:
    """Whether a letter can be read and asks for more than something to read, or to be confirmed."""
    is_clear = not any(reading.kind == "fault" for reading in readings)
    asking = (Show, ModeratorQuery, Search, Confirm)
    return is_clear and any(not isinstance(command, asking) for command in _commands(readings))


def only_asks(readings: Sequence[Reading]) -> bool:
    """Whether nothing is to be done for a letter but to answer it."""
    return all(isinstance(command, Show | ModeratorQuery | Search) for command in _commands(readings))


def foresee(
    context: PlayerContext, readings: Sequence[Reading], lines: Sequence[str], *, is_lost: bool = False
) -> Heard:
    """Tells what a letter would do, and keeps it for `confirm` where all of it can be done.

    `is_lost` says that it answers a mail of ours that the database does not know.
    """
    heading = context.words.text("Nothing was done yet. This is what would be done; reply `confirm` to do it.")
    return _foresee(context, readings, "\n".join(lines), _not_known(context.words) if is_lost else heading)


def confirm(context: PlayerContext, readings: Sequence[Reading], answered: Sequence[str]) -> Heard | None:
    """Does what a letter before asked for, if this one confirms it and things stand as they stood then.

    Else what it would do now is told and kept. None where this letter asks for anything but `confirm`, or nothing
    waits. `answered` are the Message-IDs that it answers, the newest first.
    """
    match _commands(readings):
        case [Confirm(code)]:
            evidence = Evidence(code, tuple(answered))
        case _:
            return None
    words, player, domain = context.words, context.player, context.settings.mail.domain
    found = confirmations.redeem(context.tx, player.id, None, evidence, domain, context.now_ms)
    if found == "nothing":
        return None
    if not isinstance(found, ConfirmationRow):
        return hear(context.tx, readings, _declining(context, found), words)
    kept = read(found.text.split("\n"), player.language, context.settings.terms, moderates=player.moderator)
    if letters.state_of_lines(context, _commands(kept)) == found.state:
        return hear(context.tx, kept, _in_order(context, for_player(context)), words)
    heading = words.text(
        "Nothing was done: things have changed since you were told what would be done. This is what would be done now; "
        "reply `confirm` to do it."
    )
    return _foresee(context, kept, found.text, heading)


def _not_known(words: Catalogue) -> str:
    return words.text(
        "Nothing was done: you replied to an email that this server does not know, perhaps because it was restored "
        "from a backup. Here is what would be done now. Reply `confirm` to do it."
    )


def _foresee(context: PlayerContext, readings: Sequence[Reading], text: str, heading: str) -> Heard:
    state = letters.state_of_lines(context, _commands(readings))
    heard = hear(context.tx, readings, _in_order(context, _foreseeing(context)), context.words, preview=heading)
    if not heard.can_be_done:
        return heard
    challenge = confirmations.ask(
        context.tx,
        context.player.id,
        None,
        text,
        state,
        message_id=new_message_id(context.settings.mail.domain),
        letter_id=context.letter_id,
        now_ms=context.now_ms,
    )
    return replace(heard, challenge=challenge)


def _foreseeing(context: PlayerContext) -> CarryOut:
    """What does a line, to be undone, and tells of what cannot be undone what it would do."""
    do = for_player(context)

    def carry_out(command: OfficeCommand) -> Done:
        if isinstance(command, RenewAddress):
            check_renewal(context.player.token_renewed_ms, context.now_ms, context.words)
            return Done(tuple(renewal_told(context.words)))
        return letters.foresee_line(context, command) if isinstance(command, ModeratorLine) else do(command)

    return carry_out


def _declining(context: PlayerContext, why: Unconfirmed) -> CarryOut:
    """What says of a line why it confirms nothing."""

    def carry_out(_command: OfficeCommand) -> Done:
        raise Declined(confirmations.explain(why, context.words))

    return carry_out


def _in_order(context: PlayerContext, do: CarryOut) -> CarryOut:
    """The same, where acts that may not stand behind others are declined before anything of them is tried."""
    earlier: list[ModeratorCommand] = []

    def carry_out(command: OfficeCommand) -> Done:
        if isinstance(command, ModeratorLine):
            earlier.append(letters.check_line(context, earlier, command))
        return do(command)

    return carry_out


def _commands(readings: Sequence[Reading]) -> list[OfficeCommand]:
    return [command for reading in readings for command in reading.commands]
