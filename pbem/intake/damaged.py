"""Damage of a game's log, noticed by whatever had to read it: looked for on a snapshot, then noted and told once."""

import structlog

from pbem.adjudicator.history.damage import find_damage, notice
from pbem.intake.units import UnitOfWorkFactory
from pbem.store.games.game import get_game

log = structlog.get_logger(__name__)


def notice_damage(units: UnitOfWorkFactory, game_id: int) -> bool:
    """Look whether a game's log is damaged, and tell of it if that is news; returns whether. Raises NotFound."""
    with units.read() as unit:
        game = get_game(unit, game_id)
        found = None if game.damaged_ms is not None else find_damage(unit, game)
    if found is not None:
        log.error("a game is damaged", game=game.tag, line=found.line, see="`pbem doctor`")
        units.write(lambda unit: notice(unit, game_id, found))
    return game.damaged_ms is not None or found is not None
