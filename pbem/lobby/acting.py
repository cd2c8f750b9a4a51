"""Letters to an account address that are foreseen and kept first, and carried out when they are confirmed.

They ask for what cannot be undone, or answer a mail of ours that the database does not know.
"""

from collections.abc import Sequence
from dataclasses import replace

from pbem.adjudicator import confirmations
from pbem.adjudicator.confirmations import Evidence, Unconfirmed
from pbem.adjudicator.context import Declined
from pbem.adjudicator.mails.game import new_message_id
from pbem.adjudicator.seats.addresses import check_renewal, renewal_told
from pbem.i18n import Catalogue
from pbem.lobby.errands import Bid, Caller, Confirm, Done, Errand, Look, Search, Show
from pbem.lobby.office import CarryOut, Heard, for_player, hear
from pbem.lobby.reading import Reading, read
from pbem.moderation import letters
from pbem.moderation.acts import Act
from pbem.orders.requests import RenewAddress
from pbem.store.rows import ConfirmationRow


def binds(readings: Sequence[Reading]) -> bool:
    """Whether a letter asks for an act of a moderator, or for another address."""
    return any(isinstance(errand, Bid | RenewAddress) for errand in _errands(readings))


def asks_to_change(readings: Sequence[Reading]) -> bool:
    """Whether a letter can be read and asks for more than something to read, or to be confirmed."""
    is_clear = not any(reading.kind == "fault" for reading in readings)
    return is_clear and any(not isinstance(errand, Show | Look | Search | Confirm) for errand in _errands(readings))


def only_asks(readings: Sequence[Reading]) -> bool:
    """Whether nothing is to be done for a letter but to answer it."""
    return all(isinstance(errand, Show | Look | Search) for errand in _errands(readings))


def foresee(caller: Caller, readings: Sequence[Reading], lines: Sequence[str], *, is_lost: bool = False) -> Heard:
    """Tells what a letter would do, and keeps it for `confirm` where all of it can be done.

    `is_lost` says that it answers a mail of ours that the database does not know.
    """
    heading = caller.words.text("Nothing was done yet. This is what would be done; reply `confirm` to do it.")
    return _foresee(caller, readings, "\n".join(lines), _not_known(caller.words) if is_lost else heading)


def confirm(caller: Caller, readings: Sequence[Reading], answered: Sequence[str]) -> Heard | None:
    """Does what a letter before asked for, if this one confirms it and things stand as they stood then.

    Else what it would do now is told and kept. None where this letter asks for anything but `confirm`, or nothing
    waits. `answered` are the Message-IDs that it answers, the newest first.
    """
    match _errands(readings):
        case [Confirm(code)]:
            evidence = Evidence(code, tuple(answered))
        case _:
            return None
    words, player, domain = caller.words, caller.player, caller.settings.mail.domain
    found = confirmations.redeem(caller.tx, player.id, None, evidence, domain, caller.now_ms)
    if found == "nothing":
        return None
    if not isinstance(found, ConfirmationRow):
        return hear(caller.tx, readings, _declining(caller, found), words)
    kept = read(found.text.split("\n"), player.language, caller.settings.terms, words, moderates=player.moderator)
    if letters.state_of_lines(caller, _errands(kept)) == found.state:
        return hear(caller.tx, kept, _in_order(caller, for_player(caller)), words)
    heading = words.text(
        "Nothing was done: things have changed since you were told what would be done. This is what would be done now; "
        "reply `confirm` to do it."
    )
    return _foresee(caller, kept, found.text, heading)


def _not_known(words: Catalogue) -> str:
    return words.text(
        "Nothing was done: you replied to an email that this server does not know, perhaps because it was restored "
        "from a backup. Here is what would be done now. Reply `confirm` to do it."
    )


def _foresee(caller: Caller, readings: Sequence[Reading], text: str, heading: str) -> Heard:
    state = letters.state_of_lines(caller, _errands(readings))
    heard = hear(caller.tx, readings, _in_order(caller, _foreseeing(caller)), caller.words, preview=heading)
    if not heard.can_be_done:
        return heard
    challenge = confirmations.ask(
        caller.tx,
        caller.player.id,
        None,
        text,
        state,
        message_id=new_message_id(caller.settings.mail.domain),
        letter_id=caller.letter_id,
        now_ms=caller.now_ms,
    )
    return replace(heard, challenge=challenge)


def _foreseeing(caller: Caller) -> CarryOut:
    """What does a line, to be undone, and tells of what cannot be undone what it would do."""
    do = for_player(caller)

    def carry_out(errand: Errand) -> Done:
        if isinstance(errand, RenewAddress):
            check_renewal(caller.player.token_renewed_ms, caller.now_ms, caller.words)
            return Done(tuple(renewal_told(caller.words)))
        return letters.foresee_line(caller, errand) if isinstance(errand, Bid) else do(errand)

    return carry_out


def _declining(caller: Caller, why: Unconfirmed) -> CarryOut:
    """What says of a line why it confirms nothing."""

    def carry_out(_errand: Errand) -> Done:
        raise Declined(confirmations.explain(why, caller.words))

    return carry_out


def _in_order(caller: Caller, do: CarryOut) -> CarryOut:
    """The same, where acts that may not stand behind others are declined before anything of them is tried."""
    earlier: list[Act] = []

    def carry_out(errand: Errand) -> Done:
        if isinstance(errand, Bid):
            earlier.append(letters.check_line(caller, earlier, errand))
        return do(errand)

    return carry_out


def _errands(readings: Sequence[Reading]) -> list[Errand]:
    return [errand for reading in readings for errand in reading.errands]
