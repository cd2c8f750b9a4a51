"""Games that are no matches: begun at once, their owner's alone, few at a time, and removed when nobody plays on.

A stranger needs no address: they become a guest, whom one browser signs in. The server's own programs take the seats
that are free, and it makes their accounts itself.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.opening import new_salt, new_seed, open_game, report_beginning
from pbem.adjudicator.sessions import append_note
from pbem.chance import new_token
from pbem.games.presentation import presentation_of, presented
from pbem.i18n import N_, Catalogue
from pbem.lobby.names import PROGRAMS, name_of, names_alike, why_not
from pbem.naming import BadName
from pbem.store import Tx, UnitOfWork
from pbem.store.across.practice import (
    count_games_of_guests,
    find_idle_game_of_guest,
    give_games,
    list_games_of_owner,
    list_idle_games,
    remove_game,
    remove_guests,
    remove_guests_without_game,
)
from pbem.store.games.game import GameRow, Purpose, find_game_by_tag, get_game
from pbem.store.games.opening import find_free_tag
from pbem.store.games.seats import list_seats
from pbem.store.players.player import Bot, PlayerRow, add_player, find_player_by_address, get_player
from pbem.terms import Terms
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import keyed_draw
from rules_core.kernel.log import ARRANGED, Note

PROGRAM: Final[Bot] = "heuristic"
"""The way in which the server's own programs play."""
MOST_OF_PLAYER: Final = 3
"""Games of theirs that a player may have at a time."""
MOST_OF_GUEST: Final = 1
_USUAL_SEATS: Final = 3
_IDLE_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)
"""The time for which a guest's game must have lain before it makes room for another's."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
PURPOSES: Final[Mapping[Purpose, str]] = {
    "match": N_("Game"),
    "practice": N_("Practice"),
    "hotseat": N_("At one screen"),
    "lesson": N_("First game"),
}
"""The names of games by what they are played for."""


def new_guest(unit: UnitOfWork, name: str, language: str) -> int:
    """Make a guest, to whom nothing can be written; return their id."""
    return add_player(unit, name, f"{new_token()}@guest.invalid", language, unit.now_ms, guest=True)


def ensure_programs(unit: UnitOfWork, number: int) -> list[int]:
    """Find `number` of the server's own bots, and make those that are missing; return their ids."""
    found = []
    for name in PROGRAMS[:number]:
        address = f"{name.split()[-1].lower()}@programs.invalid"
        known = find_player_by_address(unit, address)
        if known is None:
            found.append(add_player(unit, name, address, unit.settings.server.language, unit.now_ms, PROGRAM))
        else:
            found.append(known.id)
    return found


def usual_seats(kind: str) -> int:
    """The number of players where none is named: three, if three can play."""
    numbers = ruleset_for(kind).seats
    return _USUAL_SEATS if _USUAL_SEATS in numbers else numbers[-1]


def check(kind: str, seats: int, words: Catalogue) -> None:
    """Refuse a game that cannot be played so. Raises Refused."""
    if kind not in kinds() or seats not in ruleset_for(kind).seats:
        raise Refused(words.text("There is no such game, or it is not for that many players."))


def check_room(unit: UnitOfWork, owner: PlayerRow, words: Catalogue) -> None:
    """Refuse one game more than an owner may have, or the server has room for. Raises Refused.

    Where guests have as many as there may be, one that has lain for an hour makes room, such as nobody has played in
    first.
    """
    most = MOST_OF_GUEST if owner.guest else MOST_OF_PLAYER
    if len(list_games_of_owner(unit, owner.id)) >= most:
        if owner.guest:
            raise Refused(
                words.text(
                    "You have a practice game already, and without an account there is one at a time. Continue it, or "
                    "end it and start the new one."
                )
            )
        raise Refused(
            words.plural(
                "You have a practice game already. Continue it, or end it and start the new one.",
                "You have %(n)s practice games, which is the most at a time. Continue one, or end one and start the "
                "new one.",
                most,
            )
        )
    if not owner.guest:
        return
    if count_games_of_guests(unit) >= unit.settings.practice.visitors:
        idle = find_idle_game_of_guest(unit, unit.now_ms - _IDLE_MS)
        if idle is None:
            raise Refused(
                words.text(
                    "There is no room for more visitors right now. Try again in an hour, or create an "
                    "account: with one you can always start a game."
                )
            )
        remove(unit, idle)


def start(
    unit: UnitOfWork,
    owner: PlayerRow,
    kind: str,
    seats: Sequence[int],
    words: Catalogue,
    *,
    purpose: Purpose = "practice",
    seed: bytes | None = None,
    salts: Sequence[str] | None = None,
    letter_id: int | None = None,
) -> GameRow:
    """Begin a game of an owner with these players in its seats. Raises Refused.

    One begun by a letter is mailed as any other is; so is whoever writes orders for it by letter.
    """
    check(kind, len(seats), words)
    check_room(unit, owner, words)
    title = words.text(
        "%(what)s: %(game)s", what=words.text(PURPOSES[purpose]), game=words.text(presentation_of(kind).name)
    )
    game_id = open_game(
        unit,
        name=title,
        kind=kind,
        options={},
        terms=Terms(zone=unit.settings.server.time_zone, late="wait", press="none"),
        players=seats,
        seed=seed,
        salts=salts,
        from_server=range(len(seats)),
        purpose=purpose,
        owner_id=owner.id,
        letter_id=letter_id,
        domain=unit.settings.mail.domain,
    )
    report_beginning(unit, game_id)
    return get_game(unit, game_id)


def against_programs(
    unit: UnitOfWork, owner: PlayerRow, kind: str, seats: int, words: Catalogue, *, letter_id: int | None = None
) -> GameRow:
    """Begin a game of practice of an owner against the server's programs. Raises Refused."""
    check(kind, seats, words)
    others = ensure_programs(unit, seats - 1)
    return start(unit, owner, kind, [owner.id, *others], words, letter_id=letter_id)


def guided(unit: UnitOfWork, owner: PlayerRow, words: Catalogue) -> GameRow:
    """Begin the guided first game of an owner, who has the first turn, against a bot. Raises Refused.

    Its first rolls are arranged, which its log tells everybody who reads it.
    """
    kind = next(game.kind for game in presented() if game.guide.steps)
    players = [owner.id, *ensure_programs(unit, 1)]
    seed, salts = _seed_to_begin_with(kind, find_free_tag(unit, "lesson"), len(players))
    game = start(unit, owner, kind, players, words, purpose="lesson", seed=seed, salts=salts)
    append_note(unit, game.id, None, Note(ARRANGED))
    return game


def _seed_to_begin_with(kind: str, tag: str, seats: int) -> tuple[bytes, list[str]]:
    """Find a seed by which the first seat begins and dice fall as the guide has arranged; one of a thousand or so."""
    ruleset, guide = ruleset_for(kind), presentation_of(kind).guide
    (faces,) = ruleset.dice(ruleset.read_components(ruleset.components))
    salts = [new_salt() for _ in range(seats)]
    while True:
        seed = new_seed()
        draw = keyed_draw(seed, tag, salts, 0, None)
        if guide.suits(draw, faces) and fold(ruleset, ruleset.setup({}, seats, draw)).table.turn.seat == 0:
            return seed, salts


def at_one_screen(unit: UnitOfWork, owner: PlayerRow, kind: str, names: Sequence[str], words: Catalogue) -> GameRow:
    """Begin a game of several people at an owner's screen, under the names they gave. Raises Refused."""
    try:
        known = [name_of(name) for name in names]
    except BadName as bad:
        raise Refused(why_not(bad, words)) from bad
    if names_alike(known):
        raise Refused(words.text("Please give everyone a name of their own."))
    check(kind, len(known), words)
    guests = [new_guest(unit, name, words.language) for name in known]
    return start(unit, owner, kind, guests, words, purpose="hotseat")


def end(tx: Tx, owner: PlayerRow, tag: str, words: Catalogue) -> None:
    """Remove a game of an owner's own. Raises Refused where there is none."""
    game = find_game_by_tag(tx, tag, owner.id)
    if game is None or game.is_match:
        raise Refused(words.text("You have no such game."))
    remove(tx, game.id)


def remove(tx: Tx, game_id: int) -> None:
    """Remove a game that is no match, with guests who had their seats in it alone."""
    owner = get_game(tx, game_id).owner_id
    players = {seat.player_id for seat in list_seats(tx, game_id)}
    remove_game(tx, game_id)
    remove_guests(tx, players - {owner})


def adopt(tx: Tx, guest_id: int, player_id: int) -> None:
    """Give the games of a guest, who turns out to be a player, to the player."""
    if guest_id != player_id and get_player(tx, guest_id).guest:
        give_games(tx, guest_id, player_id)
        remove_guests(tx, {guest_id})


def forget(unit: UnitOfWork) -> int:
    """Remove games that nobody has played in for long, and guests without any game; return how many games went."""
    found = list_idle_games(unit, unit.now_ms - unit.settings.practice.days * _DAY_MS, _AT_ONCE)
    for game_id in found:
        remove(unit, game_id)
    remove_guests_without_game(unit, unit.now_ms - _DAY_MS)
    return len(found)


_AT_ONCE: Final = 50
"""Games that are removed in one transaction."""
