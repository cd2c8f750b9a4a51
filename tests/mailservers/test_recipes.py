"""The README's recipes for mail, followed to the letter with real mail servers: a club from `pbem init` to its game."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mailservers_kit import CERTIFICATE, HOST, PASSWORD, Dovecot, Exim
from server.kit import Place, address_of, serving

from mailservers.kit import SHORT, Correspondent, assert_nothing_is_lost, game_of, play
from mailservers.recipes import edit, recipe

NAMES = ("Ada", "Ben")
HERE = {"[web]\n": "[web]\nport = 0\nhealth_port = 0\n"}
WHOLE = [SHORT, pytest.param(None, marks=pytest.mark.soak, id="whole game")]


@pytest.fixture(autouse=True)
def players_domain(exim: Exim, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players have mailboxes in Dovecot, and this machine trusts the servers' certificates."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    exim.route("player.test", dovecot.lmtp, "lmtp")


@pytest.fixture
def players(exim: Exim, dovecot: Dovecot) -> Iterator[list[Correspondent]]:
    """Two players with empty mailboxes."""
    with ExitStack() as opened:
        yield [opened.enter_context(Correspondent(name, exim, dovecot)) for name in NAMES]


def club(folder: Path, *blocks: str) -> Place:
    """A club as the README has it made: `pbem init`, the recipe's blocks, players and a game."""
    place = Place(folder)
    place.pbem("init")
    edit(place.config, "[web]\nport = 0\nhealth_port = 0\n")
    for block in blocks:
        edit(place.config, block)
    for name in NAMES:
        place.pbem("player", "add", name, address_of(name))
    place.pbem("game", "new", "Alpine tour", *map(address_of, NAMES))
    return place


@pytest.mark.parametrize(
    ("plus", "letters"),
    [
        ("false", SHORT),
        pytest.param("true", SHORT, marks=pytest.mark.soak),
        pytest.param("false", None, marks=pytest.mark.soak, id="whole game"),
    ],
)
def test_a_club_at_a_mailbox_of_any_provider(
    checkout: Path,
    tmp_path: Path,
    exim: Exim,
    dovecot: Dovecot,
    players: list[Correspondent],
    plus: str,
    letters: int | None,
) -> None:
    mailbox = dovecot.mailbox("railroad")
    with mailbox.open() as box:
        box.folder.create("Junk")
    exim.route("provider.test", dovecot.lmtp, "lmtp")
    here = {
        "@mail.example": "@provider.test",
        "imap.mail.example": HOST,
        "smtp.mail.example": HOST,
        "993": str(dovecot.imaps),
        "587": str(exim.submission),
        "a secret": PASSWORD,
        "plus = false": f"plus = {plus}",
    }
    with club(tmp_path, recipe(checkout, "mailbox", "pbem.toml", here)) as place:
        with serving(place):
            sent = play(place.database, "e1", players, letters)
            assert len(sent) == letters or game_of(place.database, "e1").status == "over"
            assert_nothing_is_lost(place.database, players, sent)
        place.pbem("doctor")
    for mail in players[0].mails:
        assert "<railroad@provider.test>" in mail["From"]
        assert ("railroad+" in str(mail["Reply-To"])) == (plus == "true")
    with mailbox.open() as box:
        assert [mail.flags for mail in box.fetch(mark_seen=False)] == [("\\Seen",)] * len(sent)
