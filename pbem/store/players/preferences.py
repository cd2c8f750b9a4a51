"""Choices of players: their preferences, their calendar's secret address, the proof that they want, and days away."""

import secrets
from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from sqlalchemy import Index, bindparam, delete, select, update

from pbem.store.database import Tx
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, values
from pbem.store.tables import NEW, TableRow, column, hidden, table
from pbem.terms import Proof

MailFormat: TypeAlias = Literal["html", "text"]
Reports: TypeAlias = Literal["all", "mine", "daily"]
"""Which reports a player is mailed: all; those when a game begins, when it is their turn, and its end; or one mail a
day with what happened in all of their games."""
Subjects: TypeAlias = Literal["same", "turn"]
"""What the subject of a player's mails of a game is: always the same, or with "your turn" when it is."""
REMINDERS: Final = (168, 72, 48, 24, 12, 6, 2, 0)
"""The distances from a deadline, in hours, at which a player may choose to be reminded."""


@table(
    "preferences",
    hidden("player_id", int, primary_key=True, foreign_key="player.id"),
    hidden("calendar_token", str | None, unique=True),
)
class Preferences(TableRow):
    """The preferences that a player has chosen; a player who has chosen nothing has no row.

    The defaults are those of a player who has chosen nothing. `calendar_token` is the secret part of the address of
    their calendar.
    """

    zone: str = ""
    """The time zone they are told the time in, such as "Europe/Berlin"; "" for the server's own."""
    format: MailFormat = "html"
    """Whether their mails bring HTML beside the text."""
    reports: Reports = "all"
    reminders: str = "24 0"
    """The hours before a deadline, of REMINDERS, at which they are reminded, as in "24 0"; "" for never."""
    subjects: Subjects = "same"
    """Whether the subject of a mail of a game says that it is their turn."""


@table("proof_choice")
class ProofChoiceRow(TableRow):
    """The proof that a player wants for letters in their name; who has chosen none has no row."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    proof: Proof


PROOF = select(ProofChoiceRow.c.proof).where(ProofChoiceRow.c.player_id == bindparam("player"))
_DROP_CHOICE = delete(ProofChoiceRow.table).where(ProofChoiceRow.c.player_id == bindparam("player"))


def find_proof_choice(tx: Tx, player_id: int) -> Proof | None:
    """The proof that a player wants for letters in their name; None where they have chosen none."""
    found: Proof | None = tx.first(lambda proof: proof, PROOF, player=player_id)
    return found


def put_proof_choice(tx: Tx, player_id: int, proof: Proof | None) -> None:
    """Keep the proof that a player wants, in place of the one before; None for what the server does by itself."""
    tx.run(_DROP_CHOICE, player=player_id)
    if proof is not None:
        add(tx, ProofChoiceRow(player_id=player_id, proof=proof))


_CALENDAR_BYTES = 20
_OF_PLAYER = Preferences.c.player_id == bindparam("player")
CHOSEN = select(*columns(Preferences)).where(_OF_PLAYER)
_CALENDAR = select(Preferences.c.calendar_token).where(_OF_PLAYER)
_PUT_CALENDAR = update(Preferences.table).where(_OF_PLAYER).values(calendar_token=bindparam("token"))
_BY_CALENDAR = (
    select(*columns(PlayerRow))
    .join(Preferences.table, Preferences.c.player_id == PlayerRow.c.id)
    .where(Preferences.c.calendar_token == bindparam("token"))
)
_CHOOSE = update(Preferences.table).where(_OF_PLAYER).values({name: bindparam(name) for name in values(Preferences())})


def get_preferences(tx: Tx, player_id: int) -> Preferences:
    """The preferences that a player has chosen, or the defaults."""
    return tx.first(Preferences, CHOSEN, player=player_id) or Preferences()


def put_preferences(tx: Tx, player_id: int, chosen: Preferences) -> None:
    """Keep what a player has chosen, in place of what they chose before; their calendar stays."""
    if not tx.run(_CHOOSE, player=player_id, **values(chosen)).rowcount:
        add(tx, chosen, player_id=player_id, calendar_token=None)


def find_calendar_token(tx: Tx, player_id: int) -> str | None:
    """The secret part of the address of a player's calendar; None where they have none."""
    return tx.first(lambda token: token, _CALENDAR, player=player_id)


def renew_calendar(tx: Tx, player_id: int) -> str:
    """Give a player's calendar a new secret address, and forget the old one; return its token."""
    token = secrets.token_hex(_CALENDAR_BYTES)
    put_preferences(tx, player_id, get_preferences(tx, player_id))
    tx.run(_PUT_CALENDAR, player=player_id, token=token)
    return token


def revoke_calendar(tx: Tx, player_id: int) -> None:
    """Close a player's calendar, if it is open."""
    tx.run(_PUT_CALENDAR, player=player_id, token=None)


def find_player_by_calendar(tx: Tx, token: str) -> PlayerRow | None:
    """The player whose calendar has this secret address; None for a token that is none, or not any more."""
    return tx.first(PlayerRow, _BY_CALENDAR, token=token)


@table("absence", Index(None, "player_id", "last_day"))
class AbsenceRow(TableRow):
    """Days on which a player is away, the first and the last of them as ISO dates; `ended_ms` where they took it
    back.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id")
    first_day: str
    last_day: str
    announced_ms: int
    ended_ms: int | None


_STANDING = (
    select(*columns(AbsenceRow))
    .where(AbsenceRow.c.last_day >= bindparam("since"), AbsenceRow.c.ended_ms.is_(None))
    .order_by(AbsenceRow.c.first_day, AbsenceRow.c.id)
)
_COMING = _STANDING.where(AbsenceRow.c.player_id == bindparam("player"))
_COMING_OF = _STANDING.where(AbsenceRow.c.player_id.in_(bindparam("players", expanding=True)))
_ONE = select(*columns(AbsenceRow)).where(
    AbsenceRow.c.player_id == bindparam("player"),
    AbsenceRow.c.id == bindparam("absence"),
    AbsenceRow.c.ended_ms.is_(None),
)
_SHORTEN = update(AbsenceRow.table).where(AbsenceRow.c.id == bindparam("absence")).values(last_day=bindparam("until"))
_END = update(AbsenceRow.table).where(AbsenceRow.c.id == bindparam("absence")).values(ended_ms=bindparam("now_ms"))


def list_absences(tx: Tx, player_id: int, since: str) -> list[AbsenceRow]:
    """A player's absences that stand and do not end before a date, the earliest first."""
    return tx.all(AbsenceRow, _COMING, player=player_id, since=since)


def prefetch_absences(tx: Tx, player_ids: Collection[int], since: str) -> None:
    """Read the absences of several players in one statement, for `list_absences` of each."""
    found = tx.all(AbsenceRow, _COMING_OF, players=list(player_ids), since=since)
    for player_id in player_ids:
        rows = [tuple(values(row).values()) for row in found if row.player_id == player_id]
        tx.put_all(_COMING, rows, player=player_id, since=since)


def find_absence(tx: Tx, player_id: int, absence_id: int) -> AbsenceRow | None:
    """An absence of a player's that stands."""
    return tx.first(AbsenceRow, _ONE, player=player_id, absence=absence_id)


def add_absence(tx: Tx, player_id: int, first_day: str, last_day: str, now_ms: int) -> int:
    """Note that a player is away on these days; return the absence's id."""
    return add(tx, AbsenceRow(NEW, player_id, first_day, last_day, now_ms, None)).id


def shorten_absence(tx: Tx, absence_id: int, last_day: str) -> None:
    """Let an absence end on an earlier day."""
    tx.run(_SHORTEN, absence=absence_id, until=last_day)


def end_absence(tx: Tx, absence_id: int, now_ms: int) -> None:
    """Take an absence back as if it had not been announced."""
    tx.run(_END, absence=absence_id, now_ms=now_ms)
