"""What follows when a turn begins: the orders that its player has given for it are carried out, and so on.

They are carried out once, in the transaction in which the turn begins, and wait no longer, whatever becomes of them:
next own turn only, never later. Where they end the turn, the next one begins, and its player's orders may follow in
turn; each seat's at most once, as nobody can give new ones in between.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from pbem.adjudicator.asking import Desk
from pbem.adjudicator.casebook import Case, draw_for, last_action_of, open_case, save, turn_moved
from pbem.adjudicator.heard import Sequel
from pbem.adjudicator.hearing import outcome_heading, unread_heading
from pbem.adjudicator.running import Runner
from pbem.adjudicator.wishes import zone_of
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.i18n import N_, Catalogue, catalogue
from pbem.orders.reader import read_waiting
from pbem.reports.context import AnsweredLine, Fired
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import StandingRow

Lapse: TypeAlias = Literal["over", "rolled back"]
_LAPSES: Final[Mapping[Lapse, str]] = {
    "over": N_("They were not carried out: the game ended before your next turn."),
    "rolled back": N_("They were not carried out: the game was taken back to an earlier position. Give them anew."),
}
"""Why orders lapse that no turn has come for."""


def go_on(tx: Tx, case: Case, settings: Settings, now_ms: int) -> Sequel:
    """Carries out what waits for the turn that has begun by what is new in the case's ledger, once that is saved.

    To be called wherever a turn may have ended; where none has, or no orders wait, nothing is done. Reports are then
    written of the case that is returned, and tell its news behind those of the ledger that was given. In a game that is
    held nothing follows.
    """
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


def lapse(tx: Tx, case: Case, settings: Settings, why: Lapse) -> dict[int, Fired]:
    """Drops all orders of a game that wait for a next turn; what each seat is to be told of its own."""
    lapsed = {}
    for seat, orders in repo.standing_orders(tx, case.game.id).items():
        repo.clear_standing(tx, case.game.id, seat)
        words = catalogue(case.seats[seat].language)
        lines = (AnsweredLine(n, line, "not reached", "") for n, line in enumerate(orders.text.split("\n"), 1))
        lapsed[seat] = Fired((_given(tx, case, orders, settings, words), words.text(_LAPSES[why])), tuple(lines))
    return lapsed


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
    return Fired((_given(tx, case, orders, settings, words), heading), tuple(run.lines))


def _given(tx: Tx, case: Case, orders: StandingRow, settings: Settings, words: Catalogue) -> str:
    """When orders were given."""
    preferences = repo.preferences(tx, case.seats[orders.seat].player_id)
    moment = words.moment(from_ms(orders.created_ms), zone_of(preferences, settings.server.time_zone))
    return words.text("You gave these orders on %(moment)s, at #%(place)s.", moment=moment, place=orders.position)
