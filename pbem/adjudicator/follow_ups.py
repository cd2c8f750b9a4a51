"""What follows when a turn begins: the orders that its player has given for it are carried out, and so on.

They are carried out once, in the transaction in which the turn begins, and wait no longer, whatever becomes of them:
next own turn only, never later. Where they end the turn, the next one begins, and its player's orders may follow in
turn; each seat's at most once, as nobody can give new ones in between.
"""

from pbem.adjudicator.lapsing import given, lapse
from pbem.adjudicator.order_run import Runner
from pbem.adjudicator.results import FollowUps
from pbem.adjudicator.seat_context import SeatContext
from pbem.adjudicator.seat_orders import outcome_heading, unread_heading
from pbem.adjudicator.sessions import LoadedGame, draw_for, last_action_of, load_game, save, turn_moved
from pbem.commands.orders.reader import read_waiting
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.reports.context import StandingResult
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import StandingRow


def follow_up(tx: Tx, loaded: LoadedGame, settings: Settings, now_ms: int) -> FollowUps:
    """Carries out what waits for the turn that has begun by what is new in the game's session, once that is saved.

    To be called wherever a turn may have ended; where none has, or no orders wait, nothing is done. Reports are then
    written of the game that is returned, and tell its news behind those of the session given. In a game that is held
    nothing follows. One that has gone back or ended meanwhile is returned as it stands since.
    """
    has_ended = repo.game(tx, loaded.game.id).status == "over" and not loaded.session.state.table.over
    if has_ended or repo.rollbacks(tx, loaded.game.id, after=loaded.session.end):
        return FollowUps(load_game(tx, loaded.game.id))
    follow_ups = FollowUps(loaded)
    if repo.game(tx, loaded.game.id).held_ms is not None:
        return follow_ups
    while turn_moved(follow_ups.loaded.session.new):
        table, game_id = follow_ups.loaded.session.state.table, loaded.game.id
        if table.over:
            follow_ups.standing.update(lapse(tx, follow_ups.loaded, settings, "over"))
            break
        seat = table.turn.seat
        orders = repo.take_standing(tx, game_id, seat)
        if orders is None:
            break
        last = last_action_of(tx, game_id, seat)
        if last is not None:
            follow_ups.since[seat] = last
        follow_ups.loaded = load_game(tx, game_id)
        follow_ups.standing[seat] = _carry_out(tx, follow_ups.loaded, orders, settings, now_ms)
        follow_ups.news += follow_ups.loaded.session.events_seen_by(None)
    return follow_ups


def _carry_out(tx: Tx, loaded: LoadedGame, orders: StandingRow, settings: Settings, now_ms: int) -> StandingResult:
    """Carries out orders as those of a letter, for the seat whose turn it is."""
    session, contact = loaded.session, loaded.seats[orders.seat]
    words = catalogue(contact.language)
    view = session.ruleset.view(session.state, contact.seat)
    script = read_waiting(orders.text.split("\n"), view, contact.language)
    context = SeatContext(
        tx=tx,
        loaded=loaded,
        seat=contact.seat,
        settings=settings,
        now_ms=now_ms,
        letter_id=orders.letter_id,
        words=words,
    )
    run = Runner(session, contact.seat, draw_for(tx, loaded.game), loaded.names, words, context).run(script)
    save(tx, loaded, now_ms, orders.letter_id, "standing")
    heading = unread_heading(script, words) if run.unread else outcome_heading(run, bool(session.new), words)
    return StandingResult((given(tx, loaded, orders, settings, words), heading), tuple(run.lines))
