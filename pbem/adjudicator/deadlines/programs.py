"""Turns that programs play: a bot's own, and those that are played for somebody."""

from pbem.adjudicator.sessions import LoadedGame
from rules_core.kernel.definition import AnyPlayer, Choose
from rules_core.kernel.dice import Draw
from rules_core.kernel.events import PlayStopped
from rules_core.kernel.rulebook import Refusal


class ProgramFailed(Exception):
    """Raised where a program has not brought a turn to its end by the rules; the message says how it failed."""


def play_turn(loaded: LoadedGame, player: AnyPlayer, choose: Choose, draw: Draw) -> None:
    """Has a program play the turn that is being played, to its end, out of the view of its seat. Raises ProgramFailed.

    The session holds what was done until it failed. To stop play is a failure: no program means it.
    """
    session = loaded.session
    table = session.state.table
    turn = (table.year, table.turn.seat)
    while not table.over and (table.year, table.turn.seat) == turn:
        view = session.ruleset.view(session.state, table.turn.seat)
        outcome = session.act(player(view, session.ruleset.legal(view), choose), draw)
        if isinstance(outcome, Refusal):
            raise ProgramFailed(f"a program broke {outcome.violations[0].rule}")
        if any(isinstance(event, PlayStopped) for event in outcome):
            raise ProgramFailed("a program stopped play")
        table = session.state.table
