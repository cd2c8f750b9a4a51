"""The mail that a letter answers: by the ids in its headers, even where they were changed on the way, else by what
it carries of that mail.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Final

import msgspec

from pbem.adjudicator.confirmations import answered_ids
from pbem.games.sections import PLACE
from pbem.mail.reading.letter import Letter
from pbem.mail.reply_codes import OWN_ID
from pbem.store import Tx, UnitOfWork
from pbem.store.across.prefetch import prefetch_mail
from pbem.store.games.game import get_game
from pbem.store.games.seats import SeatContact
from pbem.store.mail.inbox import has_letter
from pbem.store.mail.outbox import (
    MailRow,
    find_least_mailed_position,
    find_mail_by_message_id,
    find_mail_document,
    list_newest_mails_to,
)
from pbem.store.service.server import find_meta, put_meta

_NEWEST: Final = 12
"""Mails to a person with which a quote is compared."""
_LAST: Final = 2**63 - 1
"""Larger than any mail's number."""
_MOST_WORDS: Final = 5_000
"""Words of a letter that are compared."""
_RUN: Final = 4
"""Words in a row that two texts have in common where one quotes the other."""
_LEAST_RUNS: Final = 8
"""Such runs that make lines without marks a quote: orders have a few in common with the proposals of any report."""
_MARKS: Final = re.compile(r"[>\s]*")
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True)
class MailReader:
    """The reader of mails of ours, as whom somebody writes: a player, perhaps at a seat, or a newcomer (0)."""

    got: Callable[[MailRow], bool]
    token: str = field(default="", repr=False)
    """The local part that their letters come to."""
    player_id: int = 0
    seat: tuple[int, int] | None = None
    """A game and the number of a seat in it."""
    before: int = _LAST
    """The mail that was written for the letter; none from then on can be what it answers."""

    @classmethod
    def at(cls, contact: SeatContact, before: MailRow | None = None) -> "MailReader":
        """The present player of a seat, of whose mails only those to the seat count."""
        here = (contact.game_id, contact.seat, contact.player_id)
        return cls(
            lambda mail: (mail.game_id, mail.seat, mail.player_id) == here,
            contact.token,
            contact.player_id,
            (contact.game_id, contact.seat),
            before.id if before else _LAST,
        )


@dataclass(frozen=True)
class Antecedent:
    """The mail that a letter answers.

    `mails` are those that it may be, one where that is certain; `position` is where the game stood in them, None where
    it answers nothing or that cannot be told.
    """

    mails: tuple[MailRow, ...] = ()
    position: int | None = None
    is_certain: bool = False
    is_lost: bool = False
    """Whether it answers a mail of ours that the database does not know."""
    is_unknown: bool = False
    """Whether it answers a mail of ours of which nothing tells which one it was."""
    is_rewritten: bool = False
    """Whether it answers a mail of ours by an id that we did not give it."""

    @property
    def mail(self) -> MailRow | None:
        """The mail that is answered, where that is certain."""
        return self.mails[0] if self.is_certain else None

    def texts(self, tx: Tx) -> tuple[tuple[str, str | None], ...]:
        """The texts of the mails, each with its document where that is kept."""
        return tuple((mail.text, find_mail_document(tx, mail.id)) for mail in self.mails)


def _ours(tx: Tx, message_id: str) -> MailRow | None:
    prefetch_mail(tx, message_id)
    return find_mail_by_message_id(tx, message_id)


def find_antecedent(tx: Tx, letter: Letter, reader: MailReader, domain: str, here: int | None = None) -> Antecedent:
    """Find what a letter of a reader's answers; `here` is where their game stands, `domain` that of our own ids."""
    ids = answered_ids(letter)
    is_lost = _answers_lost(tx, ids, domain)
    is_anothers = False
    for mail in filter(None, (_ours(tx, one) for one in ids)):
        if reader.got(mail):
            is_rewritten = mail.message_id != ids[0] and letter.references[-2:] == (mail.message_id, ids[0])
            return Antecedent((mail,), mail.position, True, is_lost, is_rewritten=is_rewritten)
        is_anothers = True
    if is_anothers:
        return Antecedent(is_lost=is_lost)
    return _by_content(tx, letter, reader, here, is_strange=_is_strange(tx, ids, reader), is_lost=is_lost)


def _by_content(
    tx: Tx, letter: Letter, reader: MailReader, here: int | None, *, is_strange: bool, is_lost: bool
) -> Antecedent:
    printed = _printed_position(letter.text)
    is_marked = any(line.startswith(">") for line in letter.text)
    if not (is_strange or is_lost or is_marked or printed is not None):
        return Antecedent()
    placed = [] if printed is None else _mails_to(tx, reader, printed)
    newest = placed or _mails_to(tx, reader)
    alike = [newest[at] for at in tx.compute(_most_alike, letter.text, tuple(mail.text for mail in newest))]
    positions = {mail.position for mail in alike or placed if mail.position is not None}
    position = max(positions, default=None)
    if len(positions) > 1 and (here is None or position is None or position >= here):
        position = None  # any of them
    is_unknown = is_strange and position is None
    if is_unknown and reader.seat and here == find_least_mailed_position(tx, reader.player_id, *reader.seat):
        position, is_unknown = here, False  # nothing that it can answer is older
    is_certain = len(alike) == 1
    return Antecedent(tuple(alike), position, is_certain, is_lost, is_unknown, is_rewritten=is_strange and is_certain)


def _mails_to(tx: Tx, reader: MailReader, position: int | None = None) -> list[MailRow]:
    if not reader.player_id or (position is not None and reader.seat is None):
        return []
    return list_newest_mails_to(tx, reader.player_id, reader.seat, position, before=reader.before, most=_NEWEST)


def _answers_lost(tx: Tx, ids: Iterable[str], domain: str) -> bool:
    """Whether the newest mail of ours that a letter says it answers is one that the database does not know.

    So it is where the server was restored from an older backup. Ours is what looks like an id of ours in `domain`, or
    in that of a mail of ours that the letter names too: a server may have had another domain before.
    """
    elsewhere: set[str] = set()
    for message_id in ids:
        match = OWN_ID.fullmatch(message_id)
        if match is None:
            continue
        its_domain = match[1].casefold()
        if _ours(tx, message_id) is not None:
            return its_domain in elsewhere
        if its_domain == domain.casefold():
            return True
        elsewhere.add(its_domain)
    return False


def _is_strange(tx: Tx, ids: Sequence[str], reader: MailReader) -> bool:
    root = get_game(tx, reader.seat[0]).root_message_id if reader.seat else ""
    newest = next((one for one in ids if one != root), "")
    return bool(newest) and not (reader.token and has_letter(tx, reader.token, newest))


def _printed_position(lines: Iterable[str]) -> int | None:
    """The position that a letter quotes: the first at the least depth of marks; without marks only where none is."""
    found = (
        (_depth(line), at, int(place[1])) for at, line in enumerate(lines) if (place := PLACE.search(line)) is not None
    )
    nearest = min(((depth == 0, depth, at, position) for depth, at, position in found), default=None)
    return None if nearest is None else nearest[3]


def _depth(line: str) -> int:
    marks = _MARKS.match(line)
    return marks[0].count(">") if marks else 0


def _most_alike(lines: Sequence[str], texts: Sequence[str]) -> tuple[int, ...]:
    """The places of the texts that have most in common with what a letter quotes; none where that is less than half."""
    marked = [line for line in lines if line.startswith(">")]
    quoted, least = _runs(marked or lines), 1 if marked else _LEAST_RUNS
    common = [len(quoted & _runs(text.splitlines())) for text in texts] if quoted else []
    most = max(common, default=0)
    is_quote = most >= least and 2 * most >= len(quoted)
    return tuple(at for at, count in enumerate(common) if is_quote and count == most)


def _runs(lines: Iterable[str]) -> set[tuple[str, ...]]:
    words = list(islice((word for line in lines for word in _WORD.findall(line.casefold())), _MOST_WORDS))
    return {tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}


REMEMBERED_FOR: Final = timedelta(days=30)
"""How long it is known after the newest such answer."""
_MS: Final = REMEMBERED_FOR // timedelta(milliseconds=1)
_FACT: Final = "ids changed on the way"
_LONGEST_NAME: Final = 100


class ChangedIds(msgspec.Struct, frozen=True):
    """The number of answers that named a mail of ours by another id, when the newest came, and that id's domain."""

    count: int
    last_ms: int
    domain: str


def find_changed_ids(tx: Tx, now_ms: int) -> ChangedIds | None:
    """Facts about ids that were changed lately; None where there were none."""
    stored = find_meta(tx, _FACT)
    found = None if stored is None else msgspec.json.decode(stored, type=ChangedIds)
    return found if found is not None and now_ms - found.last_ms < _MS else None


def note_changed_id(unit: UnitOfWork, message_id: str) -> None:
    """Note that an answer named a mail of ours by an id that we did not give it."""
    before = find_changed_ids(unit, unit.now_ms)
    domain = message_id.strip("<>").rpartition("@")[2][:_LONGEST_NAME]
    found = ChangedIds(1 if before is None else before.count + 1, unit.now_ms, domain)
    put_meta(unit, _FACT, msgspec.json.encode(found).decode())
