"""What a server writes to its log, at its most talkative, holds no secret."""

import http.client
import json
import os
import re
import smtplib
import socket
from pathlib import Path
from urllib.parse import urlencode

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from lxml import html
from rows_kit import is_quiet, mails_of_player

from pbem.cli.demo import free_port
from pbem.notifications import messages
from pbem.store import Tx
from pbem.store.accounts.channels import ChannelEvent, ChannelRow, set_channel
from pbem.store.accounts.channels import add_channel as stored_add_channel
from pbem.store.games.game import get_game_seed
from pbem.store.games.listing import list_games
from pbem.store.games.log import EntryRow, append_entries, find_last_position
from pbem.store.games.seats import list_game_salts, list_seat_contacts
from pbem.store.players.player import find_player_by_address
from pbem.store.service.server import find_meta
from pbem.store.tables import NEW
from server.kit import (
    DOMAIN,
    FIRST_TURN,
    PATIENCE,
    Forked,
    Penfriend,
    Place,
    await_until,
    new_place,
    open_game,
)

CANARY = "kanarienvogel"


class Gossip:
    """A relay that refuses every mail, and repeats all it was told."""

    async def handle_RCPT(
        self, server: object, session: object, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Refuse the recipient."""
        halves = " ".join(str(one).partition("@")[0] for one in (address, envelope.mail_from))
        return f"550 5.1.1 <{address}> for {envelope.mail_from} is unknown: {halves}"


def secrets_of(place: Place) -> set[str]:
    """What no log may hold: tokens, seeds, players' addresses, and the words of a letter."""
    found = {CANARY}
    with place.database.read() as tx:
        for game in list_games(tx):
            seed = get_game_seed(tx, game.id)
            found |= {seed.hex(), repr(seed), *list_game_salts(tx, game.id)}
            found |= {text for seat in list_seat_contacts(tx, game.id) for text in (seat.token, seat.address)}
        found.add(find_meta(tx, messages.KEY) or "")
    assert "" not in found
    return found


def sign_in(port: int) -> None:
    """Ask the pages for a link to sign in, and open one that is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/sign-in")
    response = connection.getresponse()
    form = html.document_fromstring(response.read()).forms[-1]
    headers = {
        "Cookie": str(response.headers["Set-Cookie"]).split(";")[0],
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request(
        "POST", "/sign-in", urlencode({**dict(form.form_values()), "address": "anna@player.test"}), headers
    )
    response = connection.getresponse()
    assert response.status == 303
    response.read()
    connection.request("GET", f"/sign-in/{CANARY}", headers=headers)
    assert connection.getresponse().status == 404
    connection.close()


def chatter(port: int, anna: Penfriend) -> None:
    """Speak to the port for letters as it should not be spoken to."""
    address = f"{anna.contact.token}@{DOMAIN}"
    with smtplib.SMTP("127.0.0.1", port, CANARY, timeout=PATIENCE) as client:
        client.ehlo()
        client.sendmail(f"{CANARY}@player.test", f"abuse@{DOMAIN}", f"From: {CANARY}@player.test\r\n\r\n{CANARY}")
        client.mail(f"{CANARY}@player.test")
        client.rcpt(f"{CANARY}@{DOMAIN}")
        client.rcpt(address)
        client.data(f"From: {CANARY}@player.test\r\n\r\n{CANARY}\r\n".encode())
        client.docmd(CANARY, address)
        client.docmd("AUTH", f"PLAIN {CANARY}")
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(f"HELO x\r\nMAIL FROM:<{address}>\r\nRCPT TO:<{address}>\r\nDATA\r\n{CANARY}".encode())


def hand_over(place: Place, anna: Penfriend) -> str:
    """Lay letters into the drop that are for nobody, and give them to the pipe; all that the pipe says."""
    drop = place.folder / "drop" / "new"
    drop.mkdir(parents=True)
    said = ""
    for recipient, status in ((f"{CANARY}@{DOMAIN}", os.EX_NOUSER), (f"{anna.contact.token}@{DOMAIN}", os.EX_NOPERM)):
        raw = f"Delivered-To: {recipient}\r\nFrom: {CANARY}@player.test\r\n\r\n{CANARY}\r\n".encode()
        (drop / str(status)).write_bytes(raw)
        said += place.pbem("mail", "receive", typed=raw, status=status).output
    return said


@pytest.mark.parametrize(
    ("relayed", "as_json"),
    [
        (True, "true"),
        pytest.param(False, "false", marks=pytest.mark.soak),
        pytest.param(True, "false", marks=pytest.mark.soak),
        pytest.param(False, "true", marks=pytest.mark.soak),
    ],
)
def test_logs_hold_no_secret(tmp_path: Path, forked: Forked, as_json: str, relayed: bool) -> None:
    web, relay = free_port(), Controller(Gossip(), "127.0.0.1", free_port(), ready_timeout=60)
    relay.start()
    mail = f'drop = "drop"\noperator = "{CANARY}@home.test"\n'
    mail += f'relay = {{host = "127.0.0.1", port = {relay.port}, tls = "none"}}' if relayed else ""
    with new_place(tmp_path, web_port=web, log=f'level = "debug"\njson = {as_json}', mail=mail) as place:
        open_game(place, "Anna", "Bert")
        open_game(place, "Anna", "Bert", "Clara")
        anna = Penfriend(place, "e1", 0)
        add_channel(place, anna)
        piped = hand_over(place, anna)
        port = forked.start(place).smtp()
        await_until(lambda: is_quiet(place.database), "quiet")
        if relayed:
            assert anna.send(f"From: anna@player.test\r\n\r\n{CANARY}\r\n".encode(), port)
        else:
            assert anna.send(anna.letter(*FIRST_TURN, "# " + CANARY), port)
            assert anna.send(anna.letter(CANARY, "buy " + CANARY), port)
        chatter(port, anna)
        sign_in(web)
        await_until(lambda: is_quiet(place.database), "quiet")
        spoil(place, 2)
        other = Penfriend(place, "e2", 0)
        assert other.send(f"From: anna@player.test\r\n\r\n{CANARY}\r\n".encode(), port)
        await_until(lambda: is_quiet(place.database), "quiet")
        assert forked.terminate() == 0
        written = (place.folder / "log").read_text()
        assert "asyncio" in written, "libraries are heard too"
        assert "\x1b" not in written, "colours are for terminals"
        if as_json == "true":
            assert {type(json.loads(line)) for line in written.splitlines()} == {dict}
        log = (piped + written).lower()
        assert "letter dealt with" in log
        assert log.count("was put aside") == 2
        assert "a game is damaged" in log
        assert "a notice was not taken" in log
        assert ("mail not sent" in log) == relayed
        texts = {secret for secret in secrets_of(place) if secret.lower() in log}
        assert texts == set()
        with place.database.read() as tx:
            anna_id = find_player_by_address(tx, "anna@player.test")
            assert anna_id is not None
            (signing_in,) = (row for row in mails_of_player(tx, anna_id.id) if row.kind == "sign-in")
            link = re.search(r"/sign-in/(\S+)", signing_in.text)
        assert link is not None
        assert link[1].lower() not in log


def add_channel(place: Place, player: Penfriend) -> None:
    """Give a player a webhook that nobody answers at, and have it tested."""
    address, events = f"https://127.0.0.1:1/{CANARY}", frozenset[ChannelEvent](("turn",))

    def work(tx: Tx) -> None:
        new = ChannelRow(NEW, player.contact.player_id, "slack", CANARY, address, None, None, None, events, 0)
        set_channel(tx, stored_add_channel(tx, new).id, test_waits=True)

    place.database.write(work)


def spoil(place: Place, game_id: int) -> None:
    """Damage the log of a game, so that no letter to it can be carried out."""
    entry = EntryRow(NEW, "event", f'{{"type": "{CANARY}"}}', None, None, 0, 1)
    place.database.write(lambda tx: append_entries(tx, game_id, find_last_position(tx, game_id), [entry]))
