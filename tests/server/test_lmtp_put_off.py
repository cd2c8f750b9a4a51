"""Letters brought by LMTP while the database cannot take them: they come again, and nothing is lost or doubled."""

import smtplib
from pathlib import Path

from rows_kit import is_quiet

from pbem.daemon.server import Server
from server.kit import DOMAIN, FIRST_TURN, Penfriend, Place, await_until, kept, serving
from server.troubles import full, locked


def reply_to(server: Server, player: Penfriend, raw: bytes) -> int:
    """The code of the reply behind a letter."""
    assert server.lmtp is not None
    with smtplib.LMTP("127.0.0.1", server.lmtp.port) as door:
        door.ehlo()
        door.mail(player.contact.address)
        assert door.rcpt(f"{player.contact.token}@{DOMAIN}")[0] == 250
        return door.data(raw)[0]


def test_it_is_put_off_while_the_database_is_locked_or_the_disk_full(begun: Place, tmp_path: Path) -> None:
    with begun.copy(tmp_path) as place:
        with place.config.open("a") as file:
            file.write("lmtp_port = 0\n")
        anna = Penfriend(place, "e1", 0)
        raw = anna.letter(*FIRST_TURN, *[f"# {'x' * 90}"] * 300)
        with serving(place) as server:
            for trouble, reply in ((locked, 451), (full, 452)):
                with trouble(server.database):
                    assert reply_to(server, anna, raw) == reply
            assert [reply_to(server, anna, raw) for _ in range(2)] == [250, 250]
            await_until(lambda: is_quiet(server.database), "quiet")
        assert (kept(place).letters, kept(place).game.active_seat) == ({"done": 1}, 1)
