"""Games that have gone back, with a branch that was left behind them."""

import random
from typing import Final

from forms_kit import submit_as

from adjudicator.kit import Game
from pbem.adjudicator.follow_ups import play_turn
from pbem.adjudicator.history.rollback import Returned, announce_return, go_back, list_targets
from pbem.adjudicator.sessions import draw_for, load_game, save
from pbem.clock import to_ms
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.mail.outbox import MailRow
from rules_core.games import bot_named
from rules_core.kernel.log import Note

_NOTE: Final = Note("rolled back", {"by": "Mona", "reason": "A letter was misread."})


def stray(game: Game, turns: int) -> None:
    """Roll in the turn being played, end it and others, so many in all, and take the game back to behind that roll.

    Nobody is mailed anything.
    """
    world, row = game.world, game.row
    assert row.active_seat is not None
    rolled = submit_as(world.intake, game.id, row.active_seat, "roll 1?", position=row.position)
    assert rolled.applied
    play(game, turns)
    take_back(game, rolled.position)


def play(game: Game, turns: int) -> None:
    """Have a bot play so many turns; nobody is mailed anything."""
    world = game.world
    for _turn in range(turns):
        world.database.write(lambda tx: _play(world.unit(tx), game.id))


def take_back(game: Game, to: int) -> Returned:
    """Take a game back to a position of its log, at the word of a moderator; nobody is mailed anything."""
    world = game.world
    now_ms = to_ms(world.clock())
    return world.database.write(lambda tx: go_back(UnitOfWork(tx, world.settings, now_ms), game.id, to, note=_NOTE))


def begin_anew(game: Game) -> list[MailRow]:
    """Take a game back to its beginning, play again what was sent, and tell everybody; give the mails."""
    world = game.world
    now_ms, known = to_ms(world.clock()), {mail.id for mail in world.all_mails()}

    def work(tx: Tx) -> None:
        first = list_targets(tx, get_game(tx, game.id))[0]
        returned = go_back(UnitOfWork(tx, world.settings, now_ms), game.id, first, note=_NOTE, reapply=True)
        announce_return(UnitOfWork(tx, world.settings, now_ms), returned)

    world.database.write(work)
    return [mail for mail in world.all_mails() if mail.id not in known]


def _play(unit: UnitOfWork, game_id: int) -> None:
    loaded = load_game(unit, game_id)
    play_turn(loaded, bot_named("heuristic"), random.Random(1).randrange, draw_for(unit, loaded.game))
    save(unit, loaded, None, "bot")
