"""A moderator's letter with acts in it: foreseen and kept first, carried out when it is confirmed."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.lobby.errands import Bid, Caller, Done, Errand, Register
from pbem.lobby.office import CarryOut, Heard, for_player, hear
from pbem.lobby.reading import Reading, read
from pbem.moderation import letters
from pbem.moderation.acts import Act
from pbem.store import repository as repo
from pbem.store.rows import PendingActRow


def has_acts(readings: Sequence[Reading]) -> bool:
    """Whether a letter asks for an act of a moderator."""
    return any(isinstance(errand, Bid) for errand in _errands(readings))


def confirms(readings: Sequence[Reading]) -> bool:
    """Whether a letter confirms something, and asks for nothing else."""
    return _errands(readings) == [Register()]


def foresee(caller: Caller, readings: Sequence[Reading], lines: Sequence[str]) -> Heard:
    """Tells what a letter would do, and keeps it for `confirm` where all of it can be done."""
    heading = caller.words.text("Nothing was done as yet. This is what would be done; reply `confirm` to do it.")
    return _foresee(caller, readings, "\n".join(lines), heading)


def confirm(caller: Caller) -> Heard | None:
    """Does what a letter before asked for, if things stand as they stood then; None where there is none.

    Else what it would do now is told and kept.
    """
    pending = repo.pending_act(caller.tx, caller.player.id)
    if pending is None:
        return None
    words, player = caller.words, caller.player
    repo.drop_pending_act(caller.tx, player.id)
    readings = read(pending.text.split("\n"), player.language, caller.settings.terms, words, moderates=player.moderator)
    if letters.state_of_lines(caller, _errands(readings)) == pending.state:
        return hear(caller.tx, readings, _in_order(caller, for_player(caller)), words)
    heading = words.text(
        "Nothing was done: things have changed since you were told what would be done. This is what would be done now; "
        "reply `confirm` to do it."
    )
    return _foresee(caller, readings, pending.text, heading)


def _foresee(caller: Caller, readings: Sequence[Reading], text: str, heading: str) -> Heard:
    repo.drop_pending_act(caller.tx, caller.player.id)
    state = letters.state_of_lines(caller, _errands(readings))
    heard = hear(caller.tx, readings, _in_order(caller, _foreseeing(caller)), caller.words, preview=heading)
    if heard.can_be_done:
        pending = PendingActRow(caller.player.id, text, state, caller.letter_id, caller.now_ms)
        repo.put_pending_act(caller.tx, pending)
    return replace(heard, waits=heard.can_be_done)


def _foreseeing(caller: Caller) -> CarryOut:
    """What does a line, to be undone, and tells of an act what it would do."""
    do = for_player(caller)

    def carry_out(errand: Errand) -> Done:
        return letters.foresee_line(caller, errand) if isinstance(errand, Bid) else do(errand)

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
