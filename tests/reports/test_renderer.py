"""Maps are drawn in a process of their own, which may die of one without harm to anybody else."""

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from drawing_kit import bridge, map_svg, undrawable
from isolated_kit import process_of
from renderer_kit import RENDERER

from pbem.drawing.preview import CannotDraw, png_of
from pbem.games.line.board import board_of, drawable
from pbem.games.renderer import DRAWING, Renderer
from pbem.isolated import ProcessLimits, ProcessUnavailable
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
    pid = process_of(renderer._draw)
    assert pid is not None
    return pid


def test_a_map_is_the_same_as_one_drawn_here(board: Drawable) -> None:
    assert RENDERER(board) == png_of(map_svg(board_of(bridge())), subdued=True)


def test_what_cannot_be_drawn_is_told_and_the_process_goes_on(board: Drawable, renderer: Renderer) -> None:
    renderer(board)
    before = process(renderer)
    with pytest.raises(CannotDraw, match="KeyError: 99"):
        renderer(undrawable(board))
    assert renderer(board).startswith(b"\x89PNG")
    assert process(renderer) == before


@pytest.mark.parametrize(
    "limits", [replace(DRAWING, seconds=0.0), replace(DRAWING, reply_bytes=10)], ids=["time", "size"]
)
def test_a_map_over_the_limits_is_not_drawn(board: Drawable, limits: ProcessLimits) -> None:
    renderer = Renderer(limits)
    with pytest.raises(CannotDraw):
        renderer(board)
    renderer.close()


def test_one_that_cannot_be_started_is_told(board: Drawable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(ProcessUnavailable):
        Renderer()(board)
