"""Games whose logs are damaged: noticed once and told to all, held, and ended where nothing of them can be read.

Nothing of the log is mended or removed. A moderator lets the game go on from a position before the damage
(`rollback.go_back`), or ends it.
"""

from collections.abc import Callable
from typing import NamedTuple

from pbem.adjudicator.history.rollback import go_back, list_targets
from pbem.adjudicator.log.lines import DAMAGED, OPENING_DAMAGED, check_opening, read_lines, read_opening
from pbem.adjudicator.mails.operator import write_to_operator
from pbem.adjudicator.mails.player import list_moderators_of, write_to
from pbem.adjudicator.sessions import append_note
from pbem.adjudicator.stalled_games import lapse_questions
from pbem.clock import from_ms
from pbem.games.compose import subject
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameFacts, GameRow, get_game, hold_game, mark_damaged, mend_game, update_game_facts
from pbem.store.games.log import find_last_position, list_entries
from pbem.store.games.proposals import clear_draft, clear_standing
from pbem.store.games.seats import list_seat_contacts
from pbem.store.games.watching import list_watchers
from pbem.store.players.player import PlayerRow, get_player
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.log import Note, live


class Damage(NamedTuple):
    """The first line of a log that cannot be used, when it was written, and the last position before it to go back to.

    `readable` is None where there is none: such a game can only end. `end` is where the log ended then.
    `is_in_opening`: the line stands before the game's beginning, so that all that was played can be read.
    """

    line: int
    at_ms: int
    readable: int | None
    end: int
    is_in_opening: bool = False


def find_damage(tx: Tx, game: GameRow) -> Damage | None:
    """Look for the line by which a game's log cannot be read to its end; None where it can. Reads all of it."""
    ruleset, rows = ruleset_for(game.kind), list_entries(tx, game.id)
    lines = read_lines(ruleset, rows)
    line, state = lines.lost_from, None
    if line is None:
        for entry in live(lines.entries):
            if entry.event is None:
                continue
            try:
                state = ruleset.evolve(state, entry.event)
            except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError):
                line = entry.position
                break
    targets = list_targets(tx, game)
    if line is None:
        try:
            check_opening(rows)
        except BadRecord:
            line = read_opening(rows).lost[0]
            return Damage(line, rows[0].at_ms, targets[-1] if targets else None, rows[-1].position, is_in_opening=True)
        return None
    before = [place for place in targets if place < line]
    at_ms = next(row.at_ms for row in rows if row.position >= line)
    return Damage(line, at_ms, before[-1] if before else None, rows[-1].position)


def notice(unit: UnitOfWork, game_id: int, damage: Damage) -> None:
    """Note the damage that was found in a game's log: hold the game, and tell the operator, moderators and players.

    Nothing where it was noted before, or something came to the log since. Raises NotFound.
    """
    game = get_game(unit, game_id)
    if game.damaged_ms is not None or find_last_position(unit, game_id) != damage.end:
        return
    if game.status == "playing":
        hold_game(unit, game_id, unit.now_ms)
    mark_damaged(unit, game_id, unit.now_ms)
    append_note(unit, game_id, None, Note(OPENING_DAMAGED if damage.is_in_opening else DAMAGED, {"line": damage.line}))
    if game.is_match:
        _write_to_everybody(unit, game, lambda words: _noticed(unit, damage, words))
        _write_to_moderators_and_operator(unit, game, damage)


def notice_now(unit: UnitOfWork, game: GameRow) -> GameRow:
    """Look for damage to a game that is to go back or end, and note it first if it is news; the game as it is then."""
    found = None if game.damaged_ms is not None else find_damage(unit, game)
    if found is not None:
        notice(unit, game.id, found)
    return get_game(unit, game.id)


def make_readable(unit: UnitOfWork, game: GameRow, note: Note) -> bool:
    """Let a damaged game go back to its last position that can be read; False where there is none."""
    damage = find_damage(unit, game)
    if damage is None or damage.readable is None:
        return False
    go_back(unit, game.id, damage.readable, note=note)
    return True


def end_without_log(unit: UnitOfWork, game: GameRow, note: Note, letter_id: int | None = None) -> None:
    """End a game of whose log nothing can be read, without a result, and tell everybody; the note says why."""
    mend_game(unit, game.id)
    mark_damaged(unit, game.id, unit.now_ms if game.damaged_ms is None else game.damaged_ms)
    append_note(unit, game.id, None, note, letter_id)
    seats = list_seat_contacts(unit, game.id)
    for contact in seats:
        clear_standing(unit, game.id, contact.seat)
        clear_draft(unit, game.id, contact.seat)
    lapse_questions(unit, game.id, len(seats))
    stays = (game.position, game.final_position)
    update_game_facts(
        unit, game.id, GameFacts("over", game.year, game.turn, None, game.began_ms, None, None, 0, *stays)
    )
    _write_to_everybody(unit, game, lambda words: [words.text("%(tag)s has ended without a result.", tag=game.tag)])


def _noticed(unit: UnitOfWork, damage: Damage, words: Catalogue) -> list[str]:
    moment = words.moment(from_ms(damage.at_ms), unit.settings.server.time_zone)
    what = words.text(
        "This game is damaged: line #%(line)s of its log, written on %(moment)s, can no longer be used.",
        line=damage.line,
        moment=moment,
    )
    then = words.text("It is on hold, and no deadline runs. A moderator will roll it back or end it; you will be told.")
    return [what, *_of_opening(damage, words), then]


def _of_opening(damage: Damage, words: Catalogue) -> list[str]:
    """Say what damage to a line before the game's beginning takes away, and what not."""
    if not damage.is_in_opening:
        return []
    return [
        words.text(
            "That line is part of the proof of the dice. Everything that was played can be read and the game can "
            "continue, but its dice can no longer be proved."
        )
    ]


def _write_to_everybody(unit: UnitOfWork, game: GameRow, sentences: Callable[[Catalogue], list[str]]) -> None:
    """Mail all players and watchers, without the position, which nobody can read."""
    readers = [contact.player_id for contact in list_seat_contacts(unit, game.id) if contact.reads]
    readers += [watcher.player_id for watcher in list_watchers(unit, game.id)]
    for player_id in dict.fromkeys(readers):
        player = get_player(unit, player_id)
        write_to(unit, player, "lobby", subject(game), _blocks(sentences(catalogue(player.language))))


def _write_to_moderators_and_operator(unit: UnitOfWork, game: GameRow, damage: Damage) -> None:
    for moderator in list_moderators_of(unit, game.id):
        words = catalogue(moderator.language)
        _write_to_moderator(unit, moderator, game, [*_noticed(unit, damage, words), _ways_on(game, damage, words)])
    words = catalogue(unit.settings.server.language)
    how = words.text(
        "The same can be done by `pbem game rollback` and `pbem game cancel`. `pbem doctor` tells of the log; look "
        "whether the disk is well."
    )
    sentences = [*_noticed(unit, damage, words), _ways_on(game, damage, words), how]
    write_to_operator(unit, words.text("%(game)s is damaged", game=subject(game)), _blocks(sentences))


def _write_to_moderator(unit: UnitOfWork, moderator: PlayerRow, game: GameRow, sentences: list[str]) -> None:
    write_to(unit, moderator, "moderation", subject(game), _blocks(sentences))


def _ways_on(game: GameRow, damage: Damage, words: Catalogue) -> str:
    end = f"cancel {game.tag}: ..."
    if damage.readable is None:
        return words.text('Nothing before it can be read, so the game can only end: "%(end)s".', end=end)
    return words.text(
        '"%(back)s" rolls it back to the last position that can be read; "%(end)s" ends it without a result.',
        back=f"rollback {game.tag} {damage.readable}: ...",
        end=end,
    )


def _blocks(sentences: list[str]) -> list[doc.Block]:
    return [doc.Lead((sentences[0],)), *[doc.Paragraph(sentence) for sentence in sentences[1:]]]


def describe_damage(unit: UnitOfWork, game: GameRow, words: Catalogue, zone: str) -> list[str]:
    """Say on a page that a game is damaged, since when, who was told, and how it ended if it did. Raises BadRecord."""
    damage = find_damage(unit, game)
    if damage is None or game.damaged_ms is None:
        raise BadRecord(f"{game.tag} is not known to be damaged")
    found = words.text(
        "Line #%(line)s of this game's log, written on %(written)s, is damaged: since %(noticed)s the game can't "
        "be shown or played from there.",
        line=damage.line,
        written=words.moment(from_ms(damage.at_ms), zone),
        noticed=words.moment(from_ms(game.damaged_ms), zone),
    )
    if damage.is_in_opening:
        found = words.text(
            "Line #%(line)s of this game's log, written on %(written)s, is damaged, which was noticed on %(noticed)s.",
            line=damage.line,
            written=words.moment(from_ms(damage.at_ms), zone),
            noticed=words.moment(from_ms(game.damaged_ms), zone),
        )
        found = " ".join([found, *_of_opening(damage, words)])
    if game.status == "over":
        return [found, words.text("The game has ended.")]
    notified = words.text("The moderators and the operator have been told, and so has everyone in the game.")
    held = words.text("It is on hold, and no deadline runs, until a moderator rolls it back or ends it.")
    return [found, notified, held]
