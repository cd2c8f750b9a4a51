"""The host's recipes for mail, followed to the letter with real mail servers: a club from `pbem init` to its game."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from mailservers_kit import CERTIFICATE, HOST, PASSWORD, Dovecot, Exim, account, free_ports, talking_to
from postfix_kit import Postfix
from server.kit import Place, address_of, serving

from mailservers.kit import SHORT, Correspondent, Mta, assert_nothing_is_lost, game_of, play
from mailservers.recipes import edit, one_mailbox, recipe
from pbem.daemon import poll_loop
from pbem.mail.receiving.drop import Drop

NAMES = ("Ada", "Ben")
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


def club(folder: Path, *blocks: str, begin: Callable[[Path], object] | None = None) -> Place:
    """A club as the guide has it made: `pbem init`, which `begin` runs, the recipe's blocks, players and a game."""
    place = Place(folder)
    if begin is None:
        place.pbem("init")
    else:
        begin(place.config)
    edit(place.config, "[web]\nport = 0\nhealth_port = 0\n[mail]\nlisten_port = 0\n")
    for block in blocks:
        edit(place.config, block)
    for name in NAMES:
        place.pbem("player", "add", name, address_of(name))
        place.pbem("player", "set", address_of(name), "--format", "text")  # other tests have maps drawn
    place.pbem("game", "new", "Alpine tour", *map(address_of, NAMES))
    return place


@pytest.mark.soak
@pytest.mark.parametrize(("plus", "letters"), [("true", SHORT), pytest.param("false", None, id="whole game")])
def test_a_club_at_a_mailbox_of_any_provider(
    checkout: Path,
    tmp_path: Path,
    exim: Exim,
    dovecot: Dovecot,
    players: list[Correspondent],
    plus: str,
    letters: int | None,
) -> None:
    with club(tmp_path, one_mailbox(checkout, exim, dovecot, plus)) as place, serving(place):
        assert_played(place, players, letters)
    for mail in players[0].mails:
        assert "<railroad@provider.test>" in mail["From"]
        assert ("railroad+" in str(mail["Reply-To"])) == (plus == "true")


@pytest.fixture
def started() -> Iterator[ExitStack]:
    """End what is started in a test."""
    with ExitStack() as opened:
        yield opened


def correspondents(started: ExitStack, mta: Mta, dovecot: Dovecot) -> list[Correspondent]:
    """Two players with empty mailboxes, who send letters by an MTA."""
    return [started.enter_context(Correspondent(name, mta, dovecot)) for name in NAMES]


def assert_has(found: Mapping[str, Any], due: Mapping[str, Any]) -> None:
    """A table has all keys of another, with their values, and those below it, too."""
    for key, value in due.items():
        if isinstance(value, dict):
            assert_has(found[key], value)
        else:
            assert found[key] == value, key


def assert_played(place: Place, players: list[Correspondent], letters: int | None) -> None:
    """The club's game is played, to its end or so many letters, and nothing is lost."""
    sent = play(place.database, "e1", players, letters)
    assert len(sent) == letters or game_of(place.database, "e1").status == "over"
    assert_nothing_is_lost(place.database, players, sent)
    place.pbem("doctor")


def reply_to_unknown(mta: Mta) -> tuple[int, bytes]:
    """The reply of a mail system to an address that is none."""
    with talking_to(mta.port) as door:
        door.ehlo()
        door.mail("stranger@elsewhere.test")
        return door.rcpt("nobody@games.test")


def test_a_domain_with_this_server_behind_port_25(
    checkout: Path, tmp_path: Path, exim: Exim, dovecot: Dovecot, started: ExitStack
) -> None:
    port = free_ports(1)[0]
    exim.route("games.test", port)
    here = {
        "games.example": "games.test",
        "0.0.0.0": HOST,
        "8025": str(port),
        "/etc/letsencrypt/live/games.example/fullchain.pem": str(CERTIFICATE),
        "/etc/letsencrypt/live/games.example/privkey.pem": str(CERTIFICATE),
        "smtp.example": HOST,
        "587": str(exim.submission),
        "a secret": PASSWORD,
    }
    players = correspondents(started, exim, dovecot)
    with club(tmp_path, recipe(checkout, "domain", "pbem.toml", here)) as place, serving(place):
        assert_played(place, players, SHORT)
    to_us = [line for line in exim.log_text().splitlines() if "@games.test R=by_smtp" in line]
    assert len(to_us) == SHORT and all(" X=TLS" in line for line in to_us)


@pytest.mark.parametrize("letters", WHOLE)
def test_behind_exim_by_lmtp(
    checkout: Path, tmp_path: Path, dovecot: Dovecot, started: ExitStack, letters: int | None
) -> None:
    port = free_ports(1)[0]
    domain, ports = {"games.example": "games.test"}, {"8024": str(port)}
    exim = Exim(
        routers=recipe(checkout, "lmtp", "routers", domain),
        transports=recipe(checkout, "lmtp", "transports", ports),
        acl=recipe(checkout, "lmtp", "acl", domain),
    )
    started.callback(exim.stop)
    exim.route("player.test", dovecot.lmtp, "lmtp")
    here = domain | ports | {"port = 25": f"port = {exim.port}"}
    players = correspondents(started, exim, dovecot)
    with club(tmp_path, recipe(checkout, "lmtp", "pbem.toml", here)) as place, serving(place):
        assert_played(place, players, letters)
        assert reply_to_unknown(exim)[0] == 550


@pytest.mark.soak
def test_behind_postfix_by_lmtp(checkout: Path, tmp_path: Path, dovecot: Dovecot, started: ExitStack) -> None:
    port = free_ports(1)[0]
    domain, ports = {"games.example": "games.test"}, {"8024": str(port)}
    postfix = Postfix(recipe(checkout, "lmtp", "main.cf", domain | ports) + to_players(dovecot))
    started.callback(postfix.stop)
    here = domain | ports | {"port = 25": f"port = {postfix.port}"}
    players = correspondents(started, postfix, dovecot)
    with club(tmp_path, recipe(checkout, "lmtp", "pbem.toml", here)) as place, serving(place):
        assert_played(place, players, None)
        assert reply_to_unknown(postfix)[0] == 550


@pytest.mark.soak
@pytest.mark.parametrize(("letters", "is_killed"), [(SHORT, True), (None, False)])
def test_behind_postfix_by_a_pipe(
    checkout: Path, dovecot: Dovecot, started: ExitStack, letters: int | None, is_killed: bool
) -> None:
    folder = Path(started.enter_context(TemporaryDirectory(prefix="pbem-pipe-")))
    folder.chmod(0o755)
    place = folder / "club"
    program = program_for_nobody(checkout, folder)
    master = {
        "user=railroad": "user=nobody",
        "/opt/railroad/bin/pbem": str(killed_twice(program) if is_killed else program),
        "/opt/railroad/pbem.toml": str(place / "pbem.toml"),
    }
    domain = {"games.example": "games.test"}
    main = recipe(checkout, "pipe", "main.cf", domain) + to_players(dovecot)
    postfix = Postfix(main, recipe(checkout, "pipe", "master.cf", master))
    started.callback(postfix.stop)
    here = domain | {"lmtp_port = 8024\n": "", "port = 25": f"port = {postfix.port}"}
    players = correspondents(started, postfix, dovecot)
    with club(place, recipe(checkout, "lmtp", "pbem.toml", here)) as opened:
        for path in (place, *place.rglob("*")):
            shutil.chown(path, "nobody")
        with serving(opened):
            assert_played(opened, players, letters)
    # Both were killed and a third came; Postfix may let a letter lie that was tried again while it was being put back.
    assert not is_killed or len((folder / "calls").read_text()) > 2


def test_behind_exim_with_a_drop(
    checkout: Path, dovecot: Dovecot, started: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder_with_drop(started)
    domain = {"games.example": "games.test"}
    here = {"user = railroad": f"user = {account().pw_name}", "/opt/railroad": str(place)}
    exim = Exim(
        routers=recipe(checkout, "drop", "routers", domain), transports=recipe(checkout, "drop", "transports", here)
    )
    started.callback(exim.stop)
    exim.route("player.test", dovecot.lmtp, "lmtp")
    assert_played_by_drop(checkout, place, correspondents(started, exim, dovecot), exim, monkeypatch)


@pytest.mark.soak
def test_behind_postfix_with_a_drop(
    checkout: Path, dovecot: Dovecot, started: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder_with_drop(started)
    here = {"games.example": "games.test", "/opt/railroad": str(place)}
    here |= {"uid_maps = static:1001": f"uid_maps = static:{account().pw_uid}"}
    here |= {"gid_maps = static:1001": f"gid_maps = static:{account().pw_gid}"}
    players = f"transport_maps = inline:{{player.test=lmtp:inet:{HOST}:{dovecot.lmtp}}}\nrelay_domains = player.test\n"
    postfix = Postfix(recipe(checkout, "drop", "main.cf", here) + players)
    started.callback(postfix.stop)
    assert_played_by_drop(checkout, place, correspondents(started, postfix, dovecot), postfix, monkeypatch)


def folder_with_drop(started: ExitStack) -> Path:
    """A folder for a club whose drop belongs to the account that mail servers run as."""
    folder = Path(started.enter_context(TemporaryDirectory(prefix="pbem-drop-"))) / "club"
    (folder / "drop").mkdir(parents=True)
    for path in (folder.parent, folder):
        path.chmod(0o755)
    shutil.chown(folder / "drop", account().pw_name)
    return folder


def assert_played_by_drop(
    checkout: Path, folder: Path, players: list[Correspondent], mta: Mta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club is played by letters that its mail server lays into its drop, and one for nobody is put aside."""
    monkeypatch.setattr(poll_loop, "IDLE_SECONDS", 0.05)
    here = {"games.example": "games.test", "port = 25": f"port = {mta.port}"}
    with club(folder, recipe(checkout, "drop", "pbem.toml", here)) as place:
        with talking_to(mta.port) as door:
            door.sendmail("stranger@elsewhere.test", ["nobody@games.test"], "Subject: Hello\r\n\r\nAnybody there?\r\n")
        with serving(place):
            assert_played(place, players, SHORT)
        assert "1 email for nobody here" in place.pbem("doctor").output
        drop = Drop(folder / "drop")
        assert (len(list((drop.folder / "cur").iterdir())), list(drop.waiting())) == (SHORT, [])


def program_for_nobody(checkout: Path, folder: Path) -> Path:
    """The program for a user without rights, who may not see all folders. Skips where none runs."""
    site = Path(pytest.__file__).parents[1]
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for python in filter(None, (sys.executable, shutil.which(version, path="/usr/bin:/usr/local/bin"))):
        program = folder / "pbem"
        program.write_text(f'#!/bin/sh\nPYTHONPATH={checkout}:{site} exec {python} -B -m pbem "$@"\n')
        program.chmod(0o755)
        if not subprocess.run(
            [program, "--help"], user="nobody", extra_groups=[], cwd="/", capture_output=True
        ).returncode:
            return program
    pytest.skip(f"no {version} that any user may run with the files of this checkout")


def killed_twice(program: Path) -> Path:
    """The program, but of three calls the first is killed before it does anything, and the second behind it all."""
    calls, script = program.with_name("calls"), program.with_name("killed")
    calls.touch()
    shutil.chown(calls, "nobody")
    die, count = "kill -KILL $$", f"echo >> {calls}; echo $(($(wc -l < {calls}) % 3))"
    script.write_text(
        f'#!/bin/sh\ncase $({count}) in\n1) {die} ;;\n2) {program} "$@"; {die} ;;\n*) exec {program} "$@" ;;\nesac\n'
    )
    script.chmod(0o755)
    return script


def to_players(dovecot: Dovecot) -> str:
    """The lines of Postfix by which mails to players come to Dovecot."""
    return f"virtual_mailbox_domains = player.test\nvirtual_transport = lmtp:inet:{HOST}:{dovecot.lmtp}\n"
