"""Confirmation of what cannot be undone: a mail asks for it, and the code in that mail, or an answer to it, gives it.

Whoever knows a secret address can forge a letter to it, but the answer goes to the registered address alone. So what
stands in that answer, its Message-ID and a code, proves that a letter comes from whoever reads there. A request is
confirmed once, within a week, and is void after a few wrong codes.
"""

import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from secrets import choice
from typing import Final, Literal, TypeAlias, TypeVar

from pbem.commands.orders.verbs import in_words
from pbem.i18n import Catalogue
from pbem.mail.reading.letter import Letter
from pbem.mail.reply_codes import LENGTH, SIGNS
from pbem.mail.sending.outgoing import new_message_id
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.players.registrations import (
    ConfirmationRow,
    count_wrong_code,
    drop_confirmation,
    find_confirmation,
    forget_confirmations,
    put_confirmation,
)
from pbem.store.tables import NEW

K = TypeVar("K")
R = TypeVar("R")
GOOD_FOR: Final = timedelta(days=7)
"""How long a request can be confirmed."""
MOST_WRONG: Final = 5
"""Wrong codes after which a request is void."""
_MOST_QUOTED: Final = 3
"""Codes in a quote that are looked at: a mail holds one, and more are a try to find it."""
_GOOD_MS: Final = GOOD_FOR // timedelta(milliseconds=1)
_EXPLAINED_MS: Final = _GOOD_MS
"""For how long a request that has expired is still known as such."""

Unconfirmed: TypeAlias = Literal["nothing", "unproved", "wrong", "void", "expired"]
"""Why nothing is confirmed: no request waits, neither code nor mail is named, the code is wrong (and the request now
void), or its time is up."""
SeatKey: TypeAlias = tuple[int, int]
"""A game and the number of a seat in it."""


@dataclass(frozen=True)
class Challenge:
    """The Message-ID of the mail that asks for a confirmation, and the code that it holds."""

    message_id: str = field(repr=False)
    code: str = field(repr=False)

    @property
    def shown(self) -> str:
        """The code as it is read most easily: "7KM2 9QRT"."""
        return f"{self.code[: LENGTH // 2]} {self.code[LENGTH // 2 :]}"


@dataclass(frozen=True)
class Evidence:
    """The proof in a letter that confirms: its code ("" for none), and the Message-IDs it answers, newest first.

    `quoted` are codes in what it quotes, which count where it names no mail of ours: ids are changed on the way.
    """

    code: str = field(repr=False)
    answered: tuple[str, ...] = field(repr=False)
    quoted: tuple[str, ...] = field(default=(), repr=False)


def answered_ids(letter: Letter) -> tuple[str, ...]:
    """The Message-IDs that a letter says it answers, the newest first (RFC 5322, 3.6.4)."""
    return tuple(filter(None, dict.fromkeys((letter.in_reply_to, *reversed(letter.references)))))


@dataclass(frozen=True)
class Requester:
    """The account, or (`seat`) the seat of a player, that asks for what has to be confirmed, and confirms it."""

    unit: UnitOfWork
    player_id: int
    seat: SeatKey | None = None

    def ask(self, text: str, state: str, letter_id: int | None) -> Challenge:
        """Keep a request until it is confirmed; one that waited is forgotten.

        `text` is the letter that asked, `state` what it was previewed on.
        """
        code = "".join(choice(SIGNS) for _ in range(LENGTH))
        message_id = new_message_id(self.unit.settings.mail.domain)
        game_id, number = self.seat or (None, None)
        new = ConfirmationRow(NEW,
            self.player_id, game_id, number, text, state, message_id, _hash(message_id, code), letter_id,
            self.unit.now_ms, self.unit.now_ms + _GOOD_MS,
        )  # fmt: skip
        put_confirmation(self.unit, new)
        return Challenge(message_id, code)

    def redeem(self, evidence: Evidence) -> ConfirmationRow | Unconfirmed:
        """Use up the request that waits, where it is confirmed; count a wrong code."""
        found = self.find(evidence)
        self.use_up(found)
        return found

    def find(self, evidence: Evidence) -> ConfirmationRow | Unconfirmed:
        """The request that waits, where it is confirmed, or why it is not; nothing is used up yet, nor counted."""
        row = find_confirmation(self.unit, self.player_id, self.seat)
        if row is None:
            return "nothing"
        if row.expires_ms <= self.unit.now_ms:
            return "expired"
        if evidence.code:
            if not _holds_code(row, [evidence.code]):
                return "wrong" if row.tries + 1 < MOST_WRONG else "void"
        elif not _answers(evidence, row, self.unit.settings.mail.domain):
            return "unproved"
        return row

    def use_up(self, found: ConfirmationRow | Unconfirmed) -> None:
        """Use up the request that was found, by the same transaction, or count the wrong code."""
        row = find_confirmation(self.unit, self.player_id, self.seat)
        if row is None:
            return
        if found == "wrong":
            count_wrong_code(self.unit, row.id)
        elif found == "void" or isinstance(found, ConfirmationRow):
            drop_confirmation(self.unit, row.id)


def resume(
    text: str,
    read: Callable[[Sequence[str]], K],
    doubt: Callable[[K], str | None],
    carry_out: Callable[[K], R],
    ask: Callable[[K, str], R],
) -> R:
    """Do what a letter that was kept asks for, now that it is confirmed.

    Its lines are read again; where there is a reason by then not to carry it out as it was previewed, such as that
    things have changed since, it is asked for once more, with that reason.
    """
    confirmed = read(text.split("\n"))
    why = doubt(confirmed)
    return carry_out(confirmed) if why is None else ask(confirmed, why)


def has_code(tx: Tx, player_id: int, seat: SeatKey | None, codes: Iterable[str]) -> bool:
    """Whether one of these codes is that of the request that waits; nothing is used up, and nothing counted."""
    row = find_confirmation(tx, player_id, seat)
    return row is not None and _holds_code(row, codes)


def forget(tx: Tx, now_ms: int) -> None:
    """Delete requests that expired long ago."""
    forget_confirmations(tx, now_ms - _EXPLAINED_MS)


def explain(unconfirmed: Unconfirmed, words: Catalogue) -> str:
    """The reason why nothing was confirmed, in words that reveal nothing of the request."""
    reasons: dict[Unconfirmed, str] = {
        "nothing": words.text("There is nothing to confirm; nothing was changed."),
        "unproved": words.text(
            "Nothing was changed, because what you are about to confirm can't be undone. Reply `confirm` to the "
            "email that asked for it, or send `confirm` and the code in that email."
        ),
        "wrong": words.text(
            "Nothing was changed: that is not the code in the newest email that asked for one. Reply `confirm` to "
            "that email, or send its code."
        ),
        "void": words.text(
            "Nothing was changed: there were too many wrong codes, so the request is cancelled. Send it again if you "
            "still want it."
        ),
        "expired": words.text("Nothing was changed: the request has expired. Send it again if you still want it."),
    }
    return reasons[unconfirmed]


def challenge_blocks(challenge: Challenge | None, words: Catalogue, *, in_doubt: bool = False) -> list[doc.Block]:
    """The paragraphs that ask for a confirmation, and warn who should not confirm; none without a challenge.

    `in_doubt`: whoever asked may have known no more than the player's address.
    """
    if challenge is None:
        return []
    how = words.text(
        "To confirm, reply to this email. If you write a new one instead, send the line below, with its code. It works "
        "once, within %(days)s days.",
        days=GOOD_FOR.days,
    )
    beware = (
        words.text("If it was not you, don't confirm it; nothing is done then.")
        if in_doubt
        else words.text(
            "If you didn't ask for this, don't confirm it: someone else knows the address that you write to. "
            "`%(renew)s` gives you a new one.",
            renew=in_words("{renew}", words.language),
        )
    )
    line = in_words(f"{{confirm}} {challenge.shown}", words.language)
    return [doc.Paragraph(how), doc.Orders((doc.OrderLine(line),)), doc.Paragraph(beware)]


def _answers(evidence: Evidence, row: ConfirmationRow, domain: str) -> bool:
    """Whether a letter answers the mail that asked: the newest mail of ours that it names, else the one it quotes."""
    own_id = re.compile(rf"<[0-9a-f]{{32}}@{re.escape(domain)}>", re.IGNORECASE)  # others may share a provider's domain
    named = next((one for one in evidence.answered if one == row.message_id or own_id.fullmatch(one)), "")
    return named == row.message_id or (not named and _holds_code(row, evidence.quoted[:_MOST_QUOTED]))


def _holds_code(row: ConfirmationRow, codes: Iterable[str]) -> bool:
    return any(hmac.compare_digest(_hash(row.message_id, code), row.code_hash) for code in codes)


def _hash(message_id: str, code: str) -> str:
    return sha256(f"{message_id}:{code.upper()}".encode()).hexdigest()
