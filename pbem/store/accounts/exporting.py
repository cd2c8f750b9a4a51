"""All that is kept of a person, table by table, for themselves: no token, no hash, and nothing of anybody else."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, and_, bindparam, func, or_, select, text, union

from pbem.store.accounts.mailboxes import Mailboxes
from pbem.store.accounts.merging import player_columns
from pbem.store.database import Tx
from pbem.store.games.analyses import AnalysisNodeRow, AnalysisRow
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import DraftRow, StandingRow
from pbem.store.games.seats import SeatRow, TenureRow
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import BYTES, MailRow
from pbem.store.mail.packing import unpack
from pbem.store.mail.press import PressRow
from pbem.store.players.blocks import BlockRow
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.schema import all_tables

EXPORTED: Final[Mapping[str, str]] = {
    "absence": "first_day last_day announced_ms ended_ms",
    "address_change": "address created_ms expires_ms",
    "address_claim": "address created_ms expires_ms",
    "analysis": "id game_id seat position supposed created_ms used_ms",
    "channel": "kind name events created_ms quiet_from quiet_until last_ms paused_ms",
    "confirmation": "game_id seat text created_ms expires_ms",
    "dispute": "id game_id seat position text filed_ms status",
    "ending": "text letters missed seen_ms",
    "erasure": "asked_ms due_ms",
    "game": "tag name kind purpose created_ms status",
    "ignored_letter": "reason at_ms",
    "invitation": "list_id created_ms",
    "mail": "number kind subject to_address game_id seat created_ms sent_ms status text",
    "mute": "game_id seat",
    "offer": "game_id seat made_ms expires_ms status",
    "player_address": "address confirmed_ms",
    "preferences": "zone format reports reminders subjects",
    "proof_choice": "proof",
    "rating": "game_id kind place games mu sigma at_ms",
    "reach": "address suspended_ms",
    "registration": "created_ms expires_ms used_ms",
    "result": "game_id seat kind place score ended_ms",
    "ruling": "dispute_id verdict rule ruling ruled_ms",
    "seat": "game_id seat vacant_ms extensions",
    "sight": "game_id dispute_id from_ms until_ms",
    "standby": "kind since_ms",
    "statement": "dispute_id text at_ms",
    "tenure": "game_id seat from_ms until_ms came left",
    "turn_taken": "game_id year turn seat began_ms ended_ms deadline_ms late played_by",
    "unsubscription": "topic tag",
    "unwanted": "topic",
    "waiting_list": "id name kind seats created_ms status",
    "waiting_player": "list_id joined_ms salt",
    "watch": "game_id since_ms",
    "web_session": "agent game_tag created_ms seen_ms",
}
"""The columns that a person gets of the rows that name them, by table."""
NOT_EXPORTED: Final[Mapping[str, str]] = {
    "audit": "told by itself, without who else did it",
    "block": "told by itself, if they were told",
    "blocked_mailbox": "a digest",
    "caused_mail": "moments that limit how many mails they cause",
    "digest": "the moment of their last daily mail",
    "name_key": "their name, as others may not be called",
    "press_kept": "which press is in the mails that they got",
    "report_link": "a hash",
    "sent_form": "a digest",
    "sign_in": "a hash",
    "throw": "their dice, which are in the records of their games",
    "unproved": "a count",
}
"""The other tables that name players, and why they are left out or told otherwise."""


class StoredMail(NamedTuple):
    """The bytes of a mail that a person got, or of a letter that they sent, and a name for the file."""

    name: str
    raw: bytes


_IS_DONE = func.coalesce(LetterRow.c.status, "") == "done"  # not by the index of all that have a status
_IS_KEPT = text("length(raw) > 0")  # as the index of kept letters has it
LETTERS: Final = union(
    select(LetterRow.c.id).where(_IS_DONE, LetterRow.c.recipient_token == bindparam("token")),
    select(LetterRow.c.id)
    .join(
        TenureRow.table,
        and_(
            TenureRow.c.game_id == LetterRow.c.game_id,
            TenureRow.c.seat == LetterRow.c.seat,
            TenureRow.c.from_ms <= LetterRow.c.received_ms,
            or_(TenureRow.c.until_ms.is_(None), TenureRow.c.until_ms > LetterRow.c.received_ms),
        ),
    )
    .where(_IS_DONE, TenureRow.c.player_id == bindparam("player")),
    select(LetterRow.c.id).where(_IS_KEPT, LetterRow.c.mail_from.in_(bindparam("senders", expanding=True))),
)
"""The letters that are a person's: dealt with as theirs, or kept and written from a mailbox of theirs."""
_LETTER = select(LetterRow.c.raw).where(LetterRow.c.id == bindparam("letter"))
_MAILS = (
    select(MailRow.c.id, MailRow.c.number)
    .where(MailRow.c.player_id == bindparam("player"), MailRow.c.kind != "sign-in")
    .order_by(MailRow.c.id.desc())
)
_OF_SEATS = and_(SeatRow.c.player_id == bindparam("player"), SeatRow.c.vacant_ms.is_(None))
_PRESS = (
    select(PressRow.c.game_id, PressRow.c.seat, PressRow.c.text, PressRow.c.anonymous, PressRow.c.at_ms)
    .join(TenureRow.table, and_(TenureRow.c.game_id == PressRow.c.game_id, TenureRow.c.seat == PressRow.c.seat))
    .where(
        TenureRow.c.player_id == bindparam("player"),
        TenureRow.c.from_ms <= PressRow.c.at_ms,
        or_(TenureRow.c.until_ms.is_(None), TenureRow.c.until_ms > PressRow.c.at_ms),
    )
    .order_by(PressRow.c.id)
)
_PROFILE = ["name", "address", "language", "bot", "created_ms", "operator", "moderator", "list_keeper", "standing"]
_GAMES = (
    select(GameRow.c.id, GameRow.c.tag, GameRow.c.name, GameRow.c.kind, GameRow.c.status)
    .join(TenureRow.table, TenureRow.c.game_id == GameRow.c.id)
    .where(TenureRow.c.player_id == bindparam("player"))
    .distinct()
    .order_by(GameRow.c.id)
)
_NODES = (
    select(AnalysisNodeRow.c.analysis_id, AnalysisNodeRow.c.number, AnalysisNodeRow.c.name, AnalysisNodeRow.c.log)
    .join(AnalysisRow.table, AnalysisRow.c.id == AnalysisNodeRow.c.analysis_id)
    .where(AnalysisRow.c.player_id == bindparam("player"))
)
_BLOCK = select(BlockRow.c.at_ms, BlockRow.c.reason).where(
    BlockRow.c.player_id == bindparam("player"), BlockRow.c.is_told
)


def list_rows_of_person(tx: Tx, player_id: int) -> dict[str, list[dict[str, Any]]]:
    """The rows that tell of a person, by table, each as its columns by name; tables without any are left out."""
    found = {
        "player": _rows(tx, select(*(PlayerRow.c[name] for name in _PROFILE)).where(PlayerRow.c.id == player_id)),
        "games": _rows(tx, _GAMES, player=player_id),
        "press": _rows(tx, _PRESS, player=player_id),
        "analysis_node": _rows(tx, _NODES, player=player_id),
        "block": _rows(tx, _BLOCK, player=player_id),
    }
    for row, name in ((DraftRow, "draft"), (StandingRow, "standing")):
        owned = select(*(one for one in row.c if one.name != "letter_id")).join(
            SeatRow.table, and_(SeatRow.c.game_id == row.c.game_id, SeatRow.c.seat == row.c.seat)
        )
        found[name] = _rows(tx, owned.where(_OF_SEATS), player=player_id)
    for table in all_tables().sorted_tables:
        if table.name in EXPORTED:
            found[table.name] = _rows_of(tx, table, player_id)
    return {name: rows for name, rows in found.items() if rows}


def list_mails_of_person(tx: Tx, player_id: int) -> Iterator[StoredMail]:
    """The mails that a person got whose bytes are kept, the newest first; those that sign in are left out."""
    for mail_id, number in tx.all(lambda *facts: facts, _MAILS, player=player_id):
        raw, packed, png = tx.one(lambda *facts: facts, "mail", BYTES, mail_id=mail_id)
        kept = raw if packed is None else unpack(packed, png)
        if kept:
            yield StoredMail(f"{number or 0:06}-{mail_id}", kept)


def list_letters_of_person(tx: Tx, player_id: int) -> Iterator[StoredMail]:
    """The letters that a person sent whose bytes are kept, the newest first."""
    for letter_id in find_letters_of_person(tx, player_id):
        raw = tx.one(bytes, "letter", _LETTER, letter=letter_id)
        if raw:
            yield StoredMail(str(letter_id), raw)


def find_letters_of_person(tx: Tx, player_id: int) -> list[int]:
    """The ids of the letters that a person sent, the newest first.

    Those are the letters that were dealt with as theirs, and all that are kept from their mailboxes.
    """
    senders = Mailboxes.of(tx, player_id).written_in(tx, LetterRow.c.mail_from, _IS_KEPT)
    found = tx.all(int, LETTERS, player=player_id, token=get_player(tx, player_id).token, senders=senders)
    return sorted(found, reverse=True)


def _rows_of(tx: Tx, table: Table, player_id: int) -> list[dict[str, Any]]:
    names = EXPORTED[table.name].split()
    is_theirs = or_(*(column == player_id for column in player_columns(table)))
    return _rows(tx, select(*(table.c[name] for name in names)).where(is_theirs))


def _rows(tx: Tx, statement: Any, **facts: Any) -> list[dict[str, Any]]:
    names = [column.name for column in statement.selected_columns]
    return tx.all(lambda *values: dict(zip(names, map(_plain, values), strict=True)), statement, **facts)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    return sorted(value) if isinstance(value, frozenset) else value
