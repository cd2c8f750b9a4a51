"""The files for hosts: shown as they are, and what stands in them is true of this program."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.kit import run_pbem
from web_kit import World, new_world

from pbem.config import load
from pbem.guide import units
from setup.test_guides import is_command

DOMAIN = "games.example"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("world")) as world:
        yield world


def text_of_unit(name: str) -> str:
    return units()[name].read_text("utf-8")


def commands_in(text: str) -> list[list[str]]:
    """The words after each `pbem` that a file runs."""
    return [shlex.split(words) for words in re.findall(r"/opt/pbem/bin/pbem ([^>&\n]+)", text)]


def test_each_is_printed_as_it_is_by_the_command_and_by_the_page_that_the_guide_leads_to(world: World) -> None:
    browser, led_to = world.browser(), set[str]()
    for topic in ("host-service", "host-watching", "host-postgresql"):
        browser.open(f"/guide/{topic}")
        links = [str(link) for link in browser.page.xpath("//article//a/@href")]
        led_to |= {link.rpartition("/")[2] for link in links if "units/" in link}
    assert led_to == set(units())
    for name, path in units().items():
        assert run_pbem("guide", name).output == path.read_text("utf-8")
        shown = browser.open(f"/guide/units/{name}")
        assert (shown.data, shown.mimetype) == (path.read_bytes(), "text/plain")
    assert browser.open("/guide/units/..%2Fhost.md").status_code == 404
    assert "Did you mean Caddyfile?" in run_pbem("guide", "cadyfile", status=2).output


def test_the_unit_for_processes_runs_each_kind_by_its_own_name() -> None:
    (words,) = commands_in(text_of_unit("pbem-worker@.service"))
    for kind in ("worker", "web", "mail"):
        assert is_command([word.replace("%j", kind) for word in words]), kind
        assert f"pbem-{kind}@.service" in text_of_unit("pbem-worker@.service")


@pytest.mark.parametrize("name", ["pbem.service", "pbem.cron"])
def test_what_a_unit_runs_are_commands(name: str) -> None:
    commands = commands_in(text_of_unit(name))
    assert len(commands) == 2
    assert all(map(is_command, commands))


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not on this machine")
    unit = tmp_path / "pbem.service"
    unit.write_text(
        text_of_unit("pbem.service").replace("/opt/pbem/bin/pbem", str(Path(sys.executable).parent / "pbem"))
    )
    verified = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")


@pytest.mark.parametrize("unit", ["compose.yaml", "compose.postgresql.yaml"])
def test_the_composed_server_has_settings_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unit: str
) -> None:
    variables = re.findall(r"^ {4,6}(PBEM_\w+): (.*)$", text_of_unit(unit), re.MULTILINE)
    assert len(variables) > 5
    for name, value in variables:
        monkeypatch.setenv(name, value.strip("\"'").replace("${DOMAIN:?}", DOMAIN).replace("${PASSWORD:?}", "canary"))
    (tmp_path / "pbem.toml").touch()
    settings = load(tmp_path / "pbem.toml")
    assert (settings.web.base_url, settings.mail.domain) == (f"https://{DOMAIN}", DOMAIN)
    assert settings.mail.relay is not None and settings.mail.relay.host == "relay"
    ports = re.findall(r'"\d+:(\d+)"|(?:server|web):(\d+)', text_of_unit(unit))
    image = re.findall(r"^EXPOSE (.*)$", text_of_unit("Containerfile"), re.MULTILINE)[0].split()
    assert image == [str(settings.mail.listen_port), str(settings.web.port), str(settings.web.health_port)]
    assert {str(settings.mail.listen_port), str(settings.web.port)} <= {one or other for one, other in ports}
