"""The proxies of the host's guide, each run with the file that the guide names, in front of a server."""

import re
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest
from lxml import html
from mailservers_kit import CERTIFICATE, HOST, free_ports, program

from pbem.guide import units
from server.kit import PATIENCE, Place, await_until, new_place, serving

pytestmark = pytest.mark.soak


def replaced(text: str, changes: dict[str, str]) -> str:
    """A file with what a host would change in it. Fails where the file has none of it."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, website: int) -> list[str | Path]:
    """A command that runs nginx in the foreground."""
    changes = {
        "listen 443": f"listen {HOST}:{port}",
        "listen 80;": f"listen {HOST}:{free_ports(1)[0]};",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "/etc/letsencrypt/live/games.example/fullchain.pem": str(CERTIFICATE),
        "/etc/letsencrypt/live/games.example/privkey.pem": str(CERTIFICATE),
        "games.example": "localhost",
        "127.0.0.1:8080": f"127.0.0.1:{website}",
    }
    site = folder / "pbem.conf"
    site.write_text(replaced(units()["nginx.conf"].read_text(), changes))
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log;\n"
        f"events {{}}\nhttp {{ access_log off; include {site}; }}\n"
    )
    return [program("nginx"), "-p", folder, "-c", whole]


def caddy(folder: Path, port: int, website: int) -> list[str | Path]:
    """A command that runs Caddy in the foreground."""
    changes = {
        "games.example {": f"https://localhost:{port} {{\n\ttls {CERTIFICATE} {CERTIFICATE}",
        "reverse_proxy 127.0.0.1:8080": f"reverse_proxy 127.0.0.1:{website}",
    }
    file = folder / "Caddyfile"
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n"
    file.write_text(options + replaced(units()["Caddyfile"].read_text(), changes))
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", file]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(name: str, folder: Path, website: int) -> Iterator[int]:
    """Run a proxy in front of a website; give its port."""
    (port,) = free_ports(1)
    command = PROXIES[name](folder, port, website)
    with (folder / "said").open("wb") as said, subprocess.Popen(command, stdout=said, stderr=said) as process:
        try:
            await_until(lambda: answers(port), f"{name}: {(folder / 'said').read_text()}")
            yield port
        finally:
            process.kill()  # Caddy would wait for the end of open streams


def answers(port: int) -> bool:
    """Whether a page comes."""
    try:
        return ask(port, "/").status == 200
    except OSError:
        return False


def ask(port: int, path: str, *, visitor: str = "127.0.0.2", cookie: str = "", form: str = "") -> HTTPResponse:
    """What a proxy answers to a visitor."""
    connection = HTTPSConnection(
        "localhost",
        port,
        context=ssl.create_default_context(cafile=CERTIFICATE),
        source_address=(visitor, 0),
        timeout=PATIENCE,
    )
    headers = {"Cookie": cookie, "Referer": f"https://localhost:{port}/"} if cookie else {}
    if form:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request("POST" if form else "GET", path, form or None, headers)
    return connection.getresponse()


def begin_to_play(port: int, visitor: str) -> int:
    """Have a visitor start a game against bots; the status of the answer."""
    shown = ask(port, "/play", visitor=visitor)
    cookies = SimpleCookie()
    for header in shown.headers.get_all("Set-Cookie", []):
        cookies.load(header)
    page = html.document_fromstring(shown.read())
    (form,) = page.xpath("//form[.//button[contains(., 'Play now')]]")
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())
    return ask(port, "/play", visitor=visitor, cookie=cookie, form=urlencode(form.form_values())).status


@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_brings_pages_streams_and_who_visits(checkout: Path, tmp_path: Path, name: str) -> None:
    script = checkout / ".ci" / "mailservers"
    found = subprocess.run(["bash", script, "--find", "--proxies"], capture_output=True, text=True, check=False)
    if found.returncode:  # as on a machine whose system has no package of it
        pytest.skip(found.stderr.strip())
    place = new_place(tmp_path / "server", log='level = "error"\n[practice]\nper_address = 1')
    config = place.config.read_text().replace("[web]\n", '[web]\ntrusted_proxies = ["127.0.0.1"]\n')
    place.config.write_text(config)
    place = Place(place.folder)  # which reads it again
    (tmp_path / "proxy").mkdir()
    with place, serving(place) as server:
        assert server.web is not None
        with running(name, tmp_path / "proxy", server.web.port) as port:
            begun = time.monotonic()
            stream = ask(port, "/live")
            assert stream.getheader("Content-Type", "").startswith("text/event-stream")
            heard = b""
            while b"event: now" not in heard:
                heard += stream.readline()
            assert time.monotonic() - begun < 10, "the proxy kept back what had come"
            assert re.fullmatch(r"30\d", str(begin_to_play(port, "127.0.0.2")))
            assert begin_to_play(port, "127.0.0.2") == 429, "the limit of one visitor"
            assert re.fullmatch(r"30\d", str(begin_to_play(port, "127.0.0.3"))), "which is not that of the proxy"
