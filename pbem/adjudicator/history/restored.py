"""Games of a server that was out, or restored from a backup: time is made up for, and they go on with new dice.

What was played after the backup is lost, but players have seen it: dice, and, of a game that ended, its seed. So every
game that is played goes on with a new seed of its own, promised in its log by a rollback to where nothing can be taken
back; what a player could still take back there is carried out again. The seed is drawn when the salts are known, which
the proof of the dice says openly (see `rules_core.kernel.record.dice_remarks`).
"""

from collections.abc import Sequence

from pbem.adjudicator.history.branches import EpochDice, RollbackTargets, play_again, sent_in
from pbem.adjudicator.history.rollback import entries_in, load_lines, throw_on, write_rollback
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import append_note, facts, load_game
from pbem.clock import from_ms
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.across.outages import add_outage, list_running_games, put_off_all
from pbem.store.games.game import find_last_epoch, get_game, update_game_facts
from pbem.store.games.log import find_last_position
from pbem.store.players.preferences import get_preferences
from rules_core.kernel.log import RESTORED, LogEntry, Note, Rollback, last_irrevocable


def restore_game(unit: UnitOfWork, game_id: int, since_ms: int) -> None:
    """Let a game that is played go on with new dice, and tell everybody in it; `since_ms` is when it was backed up.

    Its deadline stays. Raises NotFound, and BadRecord where its log cannot be read.
    """
    game, rows = get_game(unit, game_id), load_lines(unit, game_id)
    entries = entries_in(game, rows)
    to, points = last_irrevocable(entries), RollbackTargets(entries)
    pending = points.left(to)
    epoch = points.dice(to, new=True, used=find_last_epoch(unit, game)).epoch
    promised = throw_on(unit, game_id, EpochDice(epoch, has_own_seed=True))
    append_note(unit, game_id, None, Note(RESTORED, {"since_ms": since_ms, "commitment": promised}))
    back = LogEntry(find_last_position(unit, game_id) + 1, None, Rollback(to, epoch, promised))
    write_rollback(unit, game, back, points.standing(to), None)
    update_game_facts(unit, game_id, facts(unit, load_game(unit, game_id), moved=False))
    play_again(unit, game_id, sent_in(pending, rows, game.final_position))
    proclaim(
        unit,
        game_id,
        lambda words: words.text(
            "This server was restored from a backup, and the game is back where it was then. Please check the "
            "position below."
        ),
        news=lambda seat: (),
        more=lambda words, seat: () if seat is None else lost_blocks(words, in_game=True),
    )


def lost_blocks(words: Catalogue, *, in_game: bool = False) -> Sequence[doc.Block]:
    """Tell a player what became of the time after a backup; `in_game` says that the position of a game follows."""
    lost = (
        words.text(
            "Orders that you sent after that moment are lost, unless the operator still has your emails and brings "
            "them again: then you get an answer that first shows what they would do now. If you do not see them "
            "carried out below, and get no such answer, send them again. Whatever else you did here after it is lost "
            "too, for example joining a waiting list."
        )
        if in_game
        else words.text(
            "Whatever you did here after that moment is lost, for example joining a waiting list. If you still want "
            "it, please do it again."
        )
    )
    careful = words.text(
        "If you reply to an email that you got in that time, nothing is carried out at once: you first see what it "
        "would do, and `confirm` carries it out."
    )
    return [doc.Paragraph(lost), doc.Paragraph(careful)]


def restored_to(unit: UnitOfWork, player_id: int, since_ms: int, words: Catalogue) -> str:
    """From which moment the backup is that a server was restored from, in a player's time zone."""
    zone = zone_of(get_preferences(unit, player_id), unit.settings.server.time_zone)
    return words.text(
        "This server was restored from a backup of %(moment)s.", moment=words.moment(from_ms(since_ms), zone)
    )


def lose_time(unit: UnitOfWork, from_ms: int) -> None:
    """Put off all that ends by the time that was lost, as it is written down and noted in the log of each game.

    `from_ms` is when time was lost, by the clock as it was, the present is by the clock as it is; where that is the
    earlier, the clock was set back, and everything is brought forward.
    """
    by_ms = unit.now_ms - from_ms
    add_outage(unit, from_ms, unit.now_ms)
    put_off_all(unit, by_ms)
    about = "outage" if by_ms > 0 else "clock set back"
    for game_id, deadline_ms in list_running_games(unit):
        note = Note(about, {"span_ms": abs(by_ms), "deadline_ms": deadline_ms})
        append_note(unit, game_id, None, note)
