"""All of the board as text, and what is left to build on beside it."""

from pbem.games.line.render_context import RenderContext


def landscape_map(context: RenderContext) -> list[str]:
    """All of the board, north above, and what its signs mean."""
    return context.game.landscape(context)


def supply(context: RenderContext) -> str:
    """What is left to build on: the small tiles of The First Rails (FR-4), the open countries of Germany (GE-32)."""
    return context.game.supply(context)
