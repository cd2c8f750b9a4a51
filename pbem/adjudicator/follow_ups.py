"""What follows when a turn begins: the orders that its player has given for it are carried out, and so on.

They are carried out once, in the transaction in which the turn begins, and wait no longer, whatever becomes of them:
next own turn only, never later. Where they end the turn, the next one begins, and its player's orders may follow in
turn; each seat's at most once, as nobody can give new ones in between.
"""

from pbem.adjudicator.context import Desk
from pbem.adjudicator.lapsing import given, lapse
from pbem.adjudicator.order_run import Runner
from pbem.adjudicator.results import Sequel
from pbem.adjudicator.seat_orders import outcome_heading, unread_heading
from pbem.adjudicator.sessions import Case, draw_for, last_action_of, open_case, save, turn_moved
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.orders.reader import read_waiting
from pbem.reports.context import Fired
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import StandingRow


def go_on(tx: Tx, case: Case, settings: Settings, now_ms: int) -> Sequel:
    """Carries out what waits for the turn that has begun by what is new in the case's ledger, once that is saved.

    To be called wherever a turn may have ended; where none has, or no orders wait, nothing is done. Reports are then
    written of the case that is returned, and tell its news behind those of the ledger that was given. In a game that is
    held nothing follows. One that has gone back or ended meanwhile is returned as it stands since.
    """
    has_ended = repo.game(tx, case.game.id).status == "over" and not case.ledger.state.table.over
    if has_ended or repo.rollbacks(tx, case.game.id, after=case.ledger.end):
        return Sequel(open_case(tx, case.game.id))
    sequel = Sequel(case)
    if repo.game(tx, case.game.id).held_ms is not None:
        return sequel
    while turn_moved(sequel.case.ledger.new):
        table, game_id = sequel.case.ledger.state.table, case.game.id
        if table.over:
            sequel.fired.update(lapse(tx, sequel.case, settings, "over"))
            break
        seat = table.turn.seat
        orders = repo.take_standing(tx, game_id, seat)
        if orders is None:
            break
        last = last_action_of(tx, game_id, seat)
        if last is not None:
            sequel.since[seat] = last
        sequel.case = open_case(tx, game_id)
        sequel.fired[seat] = _carry_out(tx, sequel.case, orders, settings, now_ms)
        sequel.news += sequel.case.ledger.events_seen_by(None)
    return sequel


def _carry_out(tx: Tx, case: Case, orders: StandingRow, settings: Settings, now_ms: int) -> Fired:
    """Carries out orders as those of a letter, for the seat whose turn it is."""
    ledger, contact = case.ledger, case.seats[orders.seat]
    words = catalogue(contact.language)
    view = ledger.ruleset.view(ledger.state, contact.seat)
    script = read_waiting(orders.text.split("\n"), view, contact.language)
    desk = Desk(tx, case, contact.seat, settings, now_ms, orders.letter_id, words)
    run = Runner(ledger, contact.seat, draw_for(tx, case.game), case.names, words, desk).run(script)
    save(tx, case, now_ms, orders.letter_id, "standing")
    heading = unread_heading(script, words) if run.unread else outcome_heading(run, bool(ledger.new), words)
    return Fired((given(tx, case, orders, settings, words), heading), tuple(run.lines))
