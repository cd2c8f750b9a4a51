"""The text of a player's letter to their account as it is read, without what stands below what it asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.correspondence.endings import Sense, Trimmed, sense_of_fault, trim, writer_of
from pbem.lobby.reading import OfficeLine, read
from pbem.mail.reading.letter import Letter
from pbem.store import Tx
from pbem.store.rows import PlayerRow
from pbem.terms import Terms


@dataclass(frozen=True)
class OfficeText:
    """A letter to an account as it was read."""

    readings: list[OfficeLine]
    trimmed: Trimmed


def read_text(tx: Tx, lines: Sequence[str], letter: Letter, player: PlayerRow, defaults: Terms) -> OfficeText:
    """Read a player's own lines; `defaults` are the terms of a list for which they name none."""

    def readings(typed: Sequence[str]) -> list[OfficeLine]:
        return read(typed, player.language, defaults, moderates=player.moderator)

    writer = writer_of(tx, player.id, player.name, letter.from_name)
    trimmed = trim(lines, lambda typed: [_sense(reading) for reading in readings(typed)], writer)
    return OfficeText(readings(trimmed.lines), trimmed)


def _sense(reading: OfficeLine) -> Sense:
    if reading.fault is not None:
        return sense_of_fault(reading.fault, reading.text)
    return "order" if reading.kind == "command" else "prose"
