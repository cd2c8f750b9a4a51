"""How a moderator is shown what became of letters and mails, without what he may not know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.moderation.masking import Mask
from pbem.store.rows import BounceRow, LetterFacts, LetterStatus, MailRow

_KILOBYTE: Final = 1024

LETTER_STATES: Final[Mapping[LetterStatus, str]] = {
    "new": N_("not dealt with yet"),
    "done": N_("answered"),
    "ignored": N_("not answered: automatic mail, or not from the seat's player"),
    "shunted": N_("put aside: the server failed on it"),
}
"""What became of letters, as far as may be known while a game's secrets are closed."""


@dataclass(frozen=True)
class ShownLetter:
    """A letter as a row of a game's file."""

    facts: LetterFacts
    kilobytes: int | None
    """Its size, rounded up so that it does not tell which press it brought; None once it was erased."""
    played: tuple[int, int] | None
    """The first and last final position of the log that it led to, if it did."""

    @property
    def state(self) -> str:
        """What became of it, as a message id."""
        return LETTER_STATES[self.facts.status]


@dataclass(frozen=True)
class ShownMail:
    """A mail as a row of a game's file, with what is known of its delivery."""

    mail: MailRow
    number: int
    """Among the mails of the game that are listed, from 1."""
    to: str
    """The player's name."""
    address: str
    reply: str
    bounces: tuple[BounceRow, ...]

    @property
    def in_vain(self) -> bool:
        """Whether it has not arrived, as far as is known."""
        return bool(self.bounces) or self.mail.status == "failed" or (self.mail.status == "due" and self.is_late)

    @property
    def is_late(self) -> bool:
        """Whether it was tried before."""
        return self.mail.attempts > 0


def letters(found: Iterable[LetterFacts], played: Mapping[int, tuple[int, int]]) -> list[ShownLetter]:
    """Letters as rows."""
    return [ShownLetter(one, -(-one.size // _KILOBYTE) if one.size else None, played.get(one.id)) for one in found]


def mails(
    found: Iterable[MailRow],
    bounces: Iterable[BounceRow],
    names: Mapping[int, str],
    mask: Mask,
    words: Catalogue,
    newest: int,
) -> list[ShownMail]:
    """Mails as rows, the newest first; `names` are those of players, by id, `newest` the number of the first mail."""
    came_back: dict[int, list[BounceRow]] = {}
    for bounce in bounces:
        masked = BounceRow(
            bounce.letter_id, bounce.mail_id, bounce.failed, mask.text(bounce.reply), mask.text(bounce.stamp),
            bounce.at_ms,
        )  # fmt: skip
        came_back.setdefault(bounce.mail_id, []).append(masked)
    return [
        ShownMail(
            mail,
            newest - at,
            names.get(mail.player_id or 0, words.text("somebody who watches")),
            mask.address(mail.to_address),
            mask.text(mail.last_reply or ""),
            tuple(came_back.get(mail.id, ())),
        )
        for at, mail in enumerate(found)
    ]
