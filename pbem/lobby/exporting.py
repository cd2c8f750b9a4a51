"""All that concerns a person, as one file for themselves: a ZIP of JSON, of mails they got and letters they sent.

It is written from one snapshot, outside of any transaction that writes. A file that grows too large has the newest
mails and letters; what is left out is counted in it.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO, Any, Final

from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.sessions import load_game
from pbem.i18n import Catalogue, catalogue
from pbem.lobby.closing import list_seats_held
from pbem.store import UnitOfWork
from pbem.store.accounts.exporting import (
    StoredMail,
    list_letters_of_person,
    list_mails_of_person,
    list_rows_of_person,
)
from pbem.store.audit import NamedAudit, list_audit_of_player
from pbem.store.players.player import get_player
from rules_core.kernel.codec import BadRecord

MOST_BYTES: Final = 64 << 20
"""Bytes of mails and letters, before they are packed."""
_MOST_LINES: Final = 100_000
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of each file in it, the earliest that a ZIP can tell: that of the mails is in them."""


def export_person(unit: UnitOfWork, player_id: int, file: IO[bytes], most_bytes: int = MOST_BYTES) -> int:
    """Write all that concerns a person into a file; return how many mails and letters had no room. Raises NotFound."""
    player = get_player(unit, player_id)
    words = catalogue(player.language)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in list_rows_of_person(unit, player_id).items():
            _put(archive, f"{name}.json", _dumped(rows))
        for tag, report in _positions(unit, player_id, words):
            _put(archive, f"positions/{tag}.txt", report.encode())
        log = [_line_of_log(one, player_id) for one in list_audit_of_player(unit, player_id, _MOST_LINES)]
        _put(archive, "log.json", _dumped(log))
        room, left_out = most_bytes, 0
        for folder, found in (
            ("sent", list_letters_of_person(unit, player_id)),
            ("received", list_mails_of_person(unit, player_id)),
        ):
            room, too_many = _put_all(archive, folder, found, room)
            left_out += too_many
        about = words.text(
            "This is what %(server)s keeps about %(name)s: a file for each kind of fact (times are milliseconds since "
            "1970, UTC), the emails you sent and received as far as they are kept, your games as you see them now, and "
            "in log.json what was done to or by your account.",
            server=unit.settings.server.name,
            name=player.name,
        )
        missing = words.plural("%(n)s older email had no room.", "%(n)s older emails had no room.", left_out)
        text = "\n\n".join((about, missing) if left_out else (about,))
        _put(archive, "README.txt", f"{text}\n".encode())
    return left_out


def _positions(unit: UnitOfWork, player_id: int, words: Catalogue) -> Iterator[tuple[str, str]]:
    """The games that a person plays, by tag, as they may see them now; one that cannot be read is left out."""
    for game, seat in list_seats_held(unit, player_id):
        with suppress(BadRecord):
            loaded = load_game(unit, game.id)
            yield game.tag, MailComposer(unit, loaded, by_mail=False).status_for(seat, words).text


def _put_all(archive: zipfile.ZipFile, folder: str, found: Iterable[StoredMail], room: int) -> tuple[int, int]:
    left_out = 0
    for one in found:
        if len(one.raw) > room:
            left_out += 1
            continue
        room -= len(one.raw)
        _put(archive, f"{folder}/{one.name}.eml", one.raw)
    return room, left_out


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)


def _dumped(rows: Any) -> bytes:
    return json.dumps(rows, ensure_ascii=False, indent=1, default=str).encode()


def _line_of_log(one: NamedAudit, player_id: int) -> dict[str, Any]:
    """An act without who else did it: what was done to their account, or by it."""
    return {
        "at_ms": one.at_ms,
        "command": one.command,
        "by_you": one.by_id == player_id,
        "game": one.tag,
        "with": json.loads(one.facts),
        "outcome": one.outcome,
    }
