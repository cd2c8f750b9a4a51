"""A ruling as it was filled in or written: from words to the act. Nothing typed raises."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.adjudicator.history.archive import present
from pbem.commands.faults import Fault
from pbem.i18n import N_, Catalogue
from pbem.moderation.commands import Amend, GiveRuling, RollBack
from pbem.moderation.correction_lines import explain_correction, read_correction
from pbem.moderation.ruling import VERDICTS
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import DisputeRow, GameRow
from rules_core.kernel.events import Corrected

MESSAGES: Final[Mapping[str, str]] = {
    "missing_verdict": N_("Choose a verdict."),
    "missing_position": N_("Go back to where? Name a position of the history."),
    "missing_corrections": N_("What is corrected, and how? Write a correction on each line."),
}
"""What is told of faults in what was filled in, by their codes; those in corrections are told as by letter."""


def explain_ruling(fault: Fault, words: Catalogue) -> str:
    """Why what was filled in is no ruling."""
    if fault.code in MESSAGES:
        return words.text(MESSAGES[fault.code])
    return f"{fault.line}: {explain_correction(fault, words)}"


def ruling_of(
    tx: Tx,
    dispute: DisputeRow,
    game: GameRow,
    *,
    verdict: str,
    rule: str,
    text: str,
    to: int | None = None,
    corrections: Sequence[str] = (),
    new_dice: bool = False,
    reapply: bool = False,
    words: Catalogue,
    language: str | None = None,
) -> GiveRuling | Fault:
    """The ruling that these words make, or why they make none; `corrections` are lines, written in `language`."""
    found = next((one for one in VERDICTS if one == verdict), None)
    if found is None:
        return Fault("missing_verdict")
    if found == "rollback":
        if to is None:
            return Fault("missing_position")
        back = RollBack(game.tag, to, text, new_dice, reapply)
        return GiveRuling(dispute.id, found, rule.strip(), text, back)
    if found == "amend":
        read = corrections_of(tx, game, corrections, words, language)
        if isinstance(read, Fault):
            return read
        return GiveRuling(dispute.id, found, rule.strip(), text, Amend(game.tag, read, text))
    return GiveRuling(dispute.id, found, rule.strip(), text)


def corrections_of(
    tx: Tx, game: GameRow, lines: Sequence[str], words: Catalogue, language: str | None = None
) -> tuple[Corrected, ...] | Fault:
    """The corrections that lines ask for, or the first fault; blank ones are passed over."""
    table, names = present(tx, game.id).table, [seat.name for seat in repo.seats(tx, game.id)]
    found = []
    for line in lines:
        if not line.strip():
            continue
        read = read_correction(line.strip(), table, names, words, language)
        if isinstance(read, Fault):
            return replace(read, line=line.strip())
        found.append(read)
    if not found:
        return Fault("missing_corrections")
    return tuple(found)
