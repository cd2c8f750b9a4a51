"""Maps are drawn in a process of their own, which may die of one without harm to anybody else."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from drawing_kit import bridge, map_svg, undrawable
from renderer_kit import RENDERER

from pbem.drawing.png import CannotDraw, png_of
from pbem.games.line.board import board_of, drawable
from pbem.games.renderer import DrawingLimits, Renderer, RendererUnavailable
from pbem.reports.document import Drawable


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    """One that goes on, whatever became of its process."""
    made = Renderer()
    yield made
    made.close()


@pytest.fixture(scope="module")
def board() -> Drawable:
    return drawable(bridge())


def process(renderer: Renderer) -> int:
    """The process that has drawn a map."""
    assert renderer._process is not None
    return renderer._process.pid


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def test_a_map_is_the_same_as_one_drawn_here(board: Drawable) -> None:
    assert RENDERER(board) == png_of(map_svg(board_of(bridge())), subdued=True)


def test_what_cannot_be_drawn_is_told_and_the_process_goes_on(board: Drawable, renderer: Renderer) -> None:
    renderer(board)
    before = process(renderer)
    with pytest.raises(CannotDraw, match="KeyError: 99"):
        renderer(undrawable(board))
    assert renderer(board).startswith(b"\x89PNG")
    assert process(renderer) == before


def test_a_process_that_dies_of_a_map_is_replaced(renderer: Renderer, board: Drawable) -> None:
    renderer(board)
    dying = process(renderer)
    os.kill(dying, signal.SIGSTOP)
    with ThreadPoolExecutor() as pool:
        drawing = pool.submit(renderer, board)
        os.kill(dying, signal.SIGKILL)
        with pytest.raises(CannotDraw, match="died of it"):
            drawing.result()
    assert renderer(board).startswith(b"\x89PNG")
    assert process(renderer) != dying


def test_one_that_died_idle_is_replaced_and_no_map_is_to_blame(renderer: Renderer, board: Drawable) -> None:
    renderer(board)
    os.kill(process(renderer), signal.SIGKILL)
    while is_there(process(renderer)):
        time.sleep(0.01)
    assert renderer(board).startswith(b"\x89PNG")


@pytest.mark.parametrize("limits", [DrawingLimits(seconds=0.0), DrawingLimits(reply_bytes=10)], ids=["time", "size"])
def test_a_map_over_the_limits_is_not_drawn(board: Drawable, limits: DrawingLimits) -> None:
    renderer = Renderer(limits)
    with pytest.raises(CannotDraw):
        renderer(board)
    renderer.close()


def test_one_process_draws_many_maps_but_not_all(board: Drawable) -> None:
    renderer = Renderer(DrawingLimits(maps=2))
    pids = [(renderer(board), process(renderer))[1] for _ in range(3)]
    renderer.close()
    assert pids[0] == pids[1] != pids[2]


def test_one_that_cannot_be_started_is_told(board: Drawable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(RendererUnavailable):
        Renderer()(board)


@pytest.mark.soak
def test_what_ends_the_server_does_not_end_it_but_its_being_killed_does(checkout: Path) -> None:
    program = (
        "import os, signal, sys; sys.path.insert(0, 'tests'); from drawing_kit import bridge;"
        "from pbem.games.line.board import drawable; from pbem.games.renderer import Renderer;"
        "renderer = Renderer(); renderer(drawable(bridge())); print(renderer._process.pid, flush=True);"
        "os.kill(renderer._process.pid, signal.SIGTERM); renderer(drawable(bridge()));"
        "print('drawn', flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=False)
    pid, said = done.stdout.split()
    assert said == "drawn" and done.returncode == -signal.SIGKILL
    for _ in range(500):
        if not is_there(int(pid)):
            return
        time.sleep(0.01)
    pytest.fail("the process outlives its server")


def test_a_renderer_that_is_closed_leaves_no_process_behind(board: Drawable) -> None:
    renderer = Renderer()
    renderer(board)
    pid = process(renderer)
    renderer.close()
    assert not is_there(pid)
    assert renderer(board).startswith(b"\x89PNG"), "another map starts the next"
    renderer.close()
