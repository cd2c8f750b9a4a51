"""The limit on letters: what somebody sends beyond it within an hour is kept unread, and they are told so once.

Only letters that count as their writer's own are counted, so that nobody can use up another's.
"""

from datetime import timedelta
from typing import Final

from pbem.adjudicator.correspondence.answer_limits import Correspondent, announce
from pbem.adjudicator.correspondence.ignored_letters import TOO_MANY
from pbem.adjudicator.letters import LetterOutcome
from pbem.i18n import catalogue
from pbem.mail.reading.letter import BrokenLetter, Letter
from pbem.store import UnitOfWork
from pbem.store.mail.inbox import count_dealt_with, get_came_to

_HOUR_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)


def has_sent_too_many(unit: UnitOfWork, writer: Correspondent, token: str) -> bool:
    """Whether somebody has used up the letters that are read in an hour.

    `token` is the address that it came to.
    """
    most = unit.settings.mail.letters_per_hour
    return count_dealt_with(unit, token, writer.player_id, unit.now_ms - _HOUR_MS, unit.now_ms, most) >= most


def put_aside(unit: UnitOfWork, writer: Correspondent, token: str, letter: Letter | BrokenLetter) -> LetterOutcome:
    """Close a letter that is one too many; the first of them is answered by a mail that says so."""
    if not get_came_to(unit, token, writer.player_id, TOO_MANY, unit.now_ms - _HOUR_MS, unit.now_ms):
        words = catalogue(writer.language)
        lead = words.plural(
            "We have read %(n)s email of yours within an hour.",
            "We have read %(n)s emails of yours within an hour.",
            unit.settings.mail.letters_per_hour,
        )
        means = words.text(
            "This one was not read, so nothing was done. Emails that you send until an hour has passed are kept, but "
            "not read. Send it again later."
        )
        subject = words.text("Too many emails to %(server)s", server=unit.settings.server.name)
        announce(unit, writer, letter, subject, (lead, means))
    return LetterOutcome(TOO_MANY, "ignored")
