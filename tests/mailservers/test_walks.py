"""Games by mail, from a mail program to the server and back, by way of real mail servers."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mailservers_kit import CERTIFICATE, Dovecot, Exim
from rows_kit import is_quiet, mails_after
from server.kit import DOMAIN, Place, await_until, kept, new_place, serving

from mailservers.kit import (
    SHORT,
    Correspondent,
    assert_nothing_is_lost,
    game_of,
    open_short_game,
    play,
    relay_settings,
)
from pbem.daemon.server import Server
from pbem.store.mail.inbox import BounceRow, list_bounces_of

NAMES = ("Ada", "Ben")


@pytest.fixture
def place(tmp_path: Path, exim: Exim, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A place whose mails leave by Exim, which brings those to players to Dovecot."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    exim.route("player.test", dovecot.lmtp, "lmtp")
    with new_place(tmp_path, mail=relay_settings(exim)) as place:
        yield place


@pytest.fixture
def players(exim: Exim, dovecot: Dovecot) -> Iterator[list[Correspondent]]:
    """Two players with empty mailboxes."""
    with ExitStack() as opened:
        yield [opened.enter_context(Correspondent(name, exim, dovecot)) for name in NAMES]


@pytest.mark.parametrize("letters", [SHORT, pytest.param(None, marks=pytest.mark.soak, id="whole game")])
def test_a_game_through_exim_and_the_listener(
    place: Place, exim: Exim, players: list[Correspondent], letters: int | None
) -> None:
    tag = open_short_game(place, NAMES)
    with serving(place) as server:
        exim.route(DOMAIN, server.listener.port)
        sent = play(place.database, tag, players, letters)
        assert len(sent) == letters or game_of(place.database, tag).status == "over"
        assert_nothing_is_lost(place.database, players, sent)
    place.pbem("doctor")


def test_a_report_that_nobody_can_have_comes_back_and_is_counted(
    place: Place, exim: Exim, dovecot: Dovecot, players: list[Correspondent]
) -> None:
    open_short_game(place, (NAMES[0], "Nobody"))
    with serving(place) as server:
        exim.route(DOMAIN, server.listener.port)
        await_until(lambda: bool(bounces(server)), "the bounce")
        (bounce,) = bounces(server)
        await_until(lambda: is_quiet(place.database), "quiet")
    assert bounce.failed
    assert bounce.reply == "5.0.0 550 5.1.1 <nobody@player.test> User doesn't exist: nobody@player.test"
    (to_nobody,) = [mail for mail in kept(place).mails if mail.id == bounce.mail_id]
    assert (to_nobody.seat, to_nobody.status) == (1, "sent")


def bounces(server: Server) -> list[BounceRow]:
    """What came back of all mails that there are."""
    with server.database.read() as tx:
        return list_bounces_of(tx, [mail.id for mail in mails_after(tx, 0)])
