"""All of the board as text, and what is left to build on beside it."""

from pbem.games.line.render_context import Scene


def landscape_map(scene: Scene) -> list[str]:
    """All of the board, north above, and what its signs mean."""
    return scene.presenter.landscape(scene)


def supply(scene: Scene) -> str:
    """What is left to build on: the small tiles of The First Rails (FR-4), the open countries of Germany (GE-32)."""
    return scene.presenter.supply(scene)
