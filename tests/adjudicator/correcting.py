"""What a moderator does by hand, as tests do it."""

from adjudicator.kit import Game
from pbem.adjudicator.corrections import amend, cancel
from pbem.clock import to_ms
from pbem.store import UnitOfWork
from pbem.store.mail.outbox import MailRow
from rules_core.kernel.log import Note
from rules_core.line.actions import Correction

WHY = "The cat was on the table."


def mend(game: Game, *corrections: Correction, sees_secrets: bool = False, why: str = WHY) -> list[MailRow]:
    """Correct a game's position; the mails that come of it. Raises CorrectionRefused."""
    world, note = game.world, Note("amended", {"by": "Mo", "reason": why})
    now_ms, known = to_ms(world.clock()), {mail.id for mail in world.all_mails()}
    world.database.write(
        lambda tx: amend(UnitOfWork(tx, world.settings, now_ms), game.id, corrections, note, sees_secrets=sees_secrets)
    )
    return [mail for mail in world.all_mails() if mail.id not in known]


def call_off(game: Game, why: str = WHY) -> list[MailRow]:
    """Cancel a game; the mails that come of it. Raises CorrectionRefused."""
    world, note = game.world, Note("cancelled", {"by": "", "reason": why})
    now_ms, known = to_ms(world.clock()), {mail.id for mail in world.all_mails()}
    world.database.write(lambda tx: cancel(UnitOfWork(tx, world.settings, now_ms), game.id, note))
    return [mail for mail in world.all_mails() if mail.id not in known]
