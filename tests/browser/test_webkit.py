"""A turn in WebKit, the engine of all browsers on an iPhone, at its width: roll, lay, turn, enlarge and end."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from server.kit import await_until

from browser.kit import Site, Windows
from pbem.cli.demo import free_port

WIDTH, HEIGHT = 390, 844
"""An iPhone's window. This browser gets narrower than 447 only where it fills a screen."""


class WebKit:
    """A window of WebKit, by the protocol of WebDriver (W3C)."""

    def __init__(self, port: int, browser: str) -> None:
        self.port = port
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation", "--full-screen"]}}
        self.session = ""
        self.session = (
            f"/session/{self.ask('POST', '/session', {'capabilities': {'alwaysMatch': options}})['sessionId']}"
        )

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask the driver; fails where it cannot do it."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, self.session + path, None if body is None else dumps(body))
            answer = loads(connection.getresponse().read())["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def run(self, script: str, *arguments: object) -> Any:
        """What a script on the page returns."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def await_true(self, script: str) -> None:
        """Wait until an expression on the page is true."""
        await_until(lambda: self.run(f"return Boolean({script})"), script)

    def press(self, selector: str) -> None:
        """Press the middle of an element, by a pointer: this driver has no fingers, and calls each a mouse."""
        x, y = self.run(
            "const one = document.querySelector(arguments[0]);"
            "if (!one.closest('.board')) one.scrollIntoView({block: 'end'});"
            "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            selector,
        )
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "finger", "actions": steps}]})


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program with all it began: a driver that is told to end may wait for ever for its browser."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def webkit(checkout: Path) -> Iterator[WebKit]:
    """A window that fills a screen of a phone's size."""
    found = subprocess.run(["bash", checkout / ".ci" / "webkit", "--find"], capture_output=True, text=True)
    if found.returncode:
        pytest.skip(found.stderr.strip())
    driver, browser, screen, manager = found.stdout.split()
    port = free_port()
    unsafe = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}  # it is not for root
    with ExitStack() as stack:

        def begin(*command: str, display: str = "", number: int | None = None) -> subprocess.Popen[bytes]:
            environment = {**os.environ, **unsafe, "DISPLAY": display}
            process = subprocess.Popen(command, env=environment, stdout=number, start_new_session=True)
            stack.callback(_end, process)
            return process

        shown = begin(screen, "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", number=subprocess.PIPE).stdout
        assert shown is not None
        display = f":{shown.readline().decode().strip()}"
        begin(manager, display=display)
        begin(driver, f"--port={port}", "--host=127.0.0.1", display=display)
        window: list[WebKit] = []

        def opened() -> bool:
            try:
                window.append(WebKit(port, browser))
            except OSError:
                return False
            return True

        await_until(opened, "a window of WebKit")
        window[0].await_true(f"innerWidth === {WIDTH} && innerHeight === {HEIGHT}")
        yield window[0]
        window[0].ask("DELETE", "")


@pytest.mark.soak
def test_a_turn_is_played_on_the_board_in_webkit(site: Site, windows: Windows, webkit: WebKit) -> None:
    site.sign_in(windows.open(), "Anna")
    tag = site.new_game()
    webkit.ask("POST", "/url", {"url": f"{site.url}/rules"})
    webkit.ask("POST", "/cookie", {"cookie": {"name": "session", "value": site.cookies["Anna"], "path": "/"}})
    webkit.ask("POST", "/url", {"url": f"{site.url}/games/{tag}"})
    webkit.await_true("document.querySelector('.zoom:not([hidden])')")
    assert webkit.run("return [innerWidth, document.documentElement.scrollWidth]") == [WIDTH, WIDTH]
    webkit.press("#choices [value=roll]")
    webkit.await_true("document.querySelector('[name=sure]')")
    webkit.press("[name=sure]")
    webkit.await_true("document.querySelector('.answer')?.textContent.includes('rolls')")

    webkit.press(".targets [name=add]")
    webkit.await_true("document.getElementById('orders').value")
    first = webkit.run("return document.getElementById('orders').value")
    before = webkit.run("return document.querySelector('.board svg').viewBox.baseVal.width")
    webkit.press("[data-zoom=in]")
    assert webkit.run("return document.querySelector('.board svg').viewBox.baseVal.width") < before
    webkit.press(".undo")
    webkit.await_true("document.getElementById('orders').value === ''")
    webkit.press("[data-zoom=whole]")
    webkit.press(f'.targets [value="{first}"]')
    webkit.await_true("document.getElementById('orders').value")
    position = site.game(tag).position
    webkit.press("#choices [value=finish]")
    await_until(lambda: site.game(tag).position > position, "the end of the turn")
    webkit.await_true("document.querySelector('.answer')?.textContent.includes('ends the turn')")
