"""The process that draws maps for all tests of a worker: to start one for each would take a quarter of a second."""

from typing import Final

from pbem.games.renderer import Renderer

RENDERER: Final = Renderer()
"""It ends with the process that runs the tests."""
