"""A ruling as it was filled in or written: from words to the act. Nothing typed raises but Unread."""

from collections.abc import Sequence

from pbem.adjudicator.history.archive import present
from pbem.i18n import Catalogue
from pbem.moderation.acts import Amend, RollBack, Rule
from pbem.moderation.amending import Misread, read_correction
from pbem.moderation.ruling import VERDICTS
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import DisputeRow, GameRow
from rules_core.line.corrections import Correction


class Unread(Exception):
    """Raised where what was filled in is no ruling; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


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
) -> Rule:
    """The ruling that these words make; `corrections` are lines, written in `language`. Raises Unread."""
    found = next((one for one in VERDICTS if one == verdict), None)
    if found is None:
        raise Unread(words.text("Choose a verdict."))
    if found == "rollback":
        if to is None:
            raise Unread(words.text("Go back to where? Name a position of the history."))
        back = RollBack(game.tag, to, text, new_dice, reapply)
        return Rule(dispute.id, found, rule.strip(), text, back)
    if found == "amend":
        read = corrections_of(tx, game, corrections, words, language)
        return Rule(dispute.id, found, rule.strip(), text, Amend(game.tag, read, text))
    return Rule(dispute.id, found, rule.strip(), text)


def corrections_of(
    tx: Tx, game: GameRow, lines: Sequence[str], words: Catalogue, language: str | None = None
) -> tuple[Correction, ...]:
    """The corrections that lines ask for; blank ones are passed over. Raises Unread."""
    table, names = present(tx, game.id).table, [seat.name for seat in repo.seats(tx, game.id)]
    found = []
    for line in lines:
        if not line.strip():
            continue
        read = read_correction(line.strip(), table, names, words, language)
        if isinstance(read, Misread):
            raise Unread(f"{line.strip()}: {read.why}")
        found.append(read)
    if not found:
        raise Unread(words.text("What is corrected, and how? Write a correction on each line."))
    return tuple(found)
