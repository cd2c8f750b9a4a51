"""Waiting lists: opened, joined, left, closed; a full one becomes a game in the very transaction of the last to join.

One that names a public round becomes a game when the round is out: see `public_rounds`.

The seed is drawn before a list is open, and its SHA-256 stands on it; a player's salt is taken when they join, or
later.
"""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Final, Literal

from pbem.adjudicator.context import Done, PlayerContext, Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.opening import new_salt, new_seed, open_game, report_beginning
from pbem.beacon import dump_terms, load_terms
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, catalogue
from pbem.lobby.commands import Join, Leave, Open, SeatBots
from pbem.lobby.descriptions import describe_game
from pbem.lobby.names import PROGRAMS
from pbem.lobby.practice import programs
from pbem.lobby.public_rounds import dice_sentences, fix_words, keep_round, named_round, planned_draw, round_sentences
from pbem.mail.reading.text import chosen_name, one_line
from pbem.naming import BadName
from pbem.reports import document as doc
from pbem.reports.press import listed
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.games.waiting_lists import (
    ListRow,
    add_list,
    change_salt,
    count_lists_of,
    end_list,
    find_invitation,
    find_waiting_list,
    get_list_seed,
    join_list,
    leave_list,
    list_waiting_players,
    list_waiting_words,
    transfer_list,
)
from pbem.store.players.player import get_player
from pbem.store.players.preferences import get_preferences
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import Terms
from rules_core.games import ruleset_for
from rules_core.kernel.dice import commitment
from rules_core.kernel.options import BadOptions

MOST_OPEN: Final = 3
"""Lists of one player's that may be open at a time."""
LONGEST_NAME: Final = 60
LONGEST_SALT: Final = 200
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_NOTICES: Final = {
    "expired": N_(
        "Waiting list %(number)s, %(name)s, is closed: not enough players joined in time. No game was started."
    ),
    "closed": N_("Waiting list %(number)s, %(name)s, was closed by the operator. No game was started."),
    "round missing": N_(
        "Waiting list %(number)s, %(name)s, is closed: its public round could not be reached for too long. No game "
        "was started."
    ),
}


def open_list(context: PlayerContext, wish: Open) -> Done:
    """Open a list, on which its opener stands first. Raises Refused."""
    tx, words = context.unit, context.words
    if count_lists_of(tx, context.player.id) >= MOST_OPEN:
        raise Refused(words.text("You have %(most)s waiting lists open, the most a player can have.", most=MOST_OPEN))
    _check(context, wish)
    try:
        name = chosen_name(wish.name, LONGEST_NAME)
    except BadName as bad:
        raise Refused(words.text(bad.msgid)) from bad
    named = named_round(context, wish)
    seed = new_seed()
    new = ListRow(
        id=NEW,
        name=name or words.text("%(name)s's game", name=context.player.name),
        kind=wish.kind,
        options=json.dumps(dict(wish.options)),
        seats=wish.seats,
        **values(_terms(context.unit.settings, wish)),
        private=wish.private,
        commitment=commitment(seed),
        opened_by=context.player.id,
        created_ms=context.unit.now_ms,
        expires_ms=context.unit.now_ms + context.unit.settings.play.list_days * _DAY_MS,
        beacon=None if named is None else dump_terms(named[0]),
        round=None if named is None else named[1],
    )
    list_id = add_list(tx, new, seed)
    salt = new_salt()
    join_list(tx, list_id, context.player.id, salt, context.unit.now_ms, from_server=True)
    opened = words.text(
        "Waiting list %(number)s, %(name)s, is open: %(game)s, for %(seats)s players. You're on it.",
        number=list_id,
        name=new.name,
        game=words.text(presentation_of(wish.kind).name),
        seats=wish.seats,
    )
    change = OFFICE.fill(f"{{join}} {list_id} {{with}} ...", words.language)
    seal = words.text("Its dice fingerprint (SHA-256 of the seed) is %(digest)s.", digest=new.commitment)
    own = words.text(
        'Your dice words are "%(salt)s". To choose your own, send "%(order)s".',
        salt=salt,
        order=change,
    )
    return Done((opened, seal, own, *_dice_sentences(context, list_id)), list_id)


def join(context: PlayerContext, wish: Join) -> Done:
    """Put a player on a list, or change their words for the dice; a full list becomes a game. Raises Refused."""
    tx, words, me = context.unit, context.words, context.player
    row = keep_round(context.unit, joinable(context, wish.list_id))
    waiting = list_waiting_players(tx, row.id)
    salt = one_line(wish.salt, LONGEST_SALT)
    facts = {"number": row.id, "name": row.name}
    if any(one.player_id == me.id for one in waiting):
        if not salt:
            raise Refused(words.text("You're already on waiting list %(number)s, %(name)s.", **facts))
        change_salt(tx, row.id, me.id, salt)
        changed = words.text("Your dice words for waiting list %(number)s, %(name)s, are changed.", **facts)
        return Done((changed,), row.id)
    own = salt or new_salt()
    join_list(tx, row.id, me.id, own, context.unit.now_ms, from_server=not salt)
    waiting = list_waiting_players(tx, row.id)
    told = [_salt_sentence(context, own, is_random=not salt)]
    if len(waiting) < row.seats:
        stands = words.text(
            "You're on waiting list %(number)s, %(name)s: %(here)s of %(seats)s players so far.",
            here=len(waiting),
            seats=row.seats,
            **facts,
        )
        by_itself = [] if row.beacon is not None else [words.text("The game starts as soon as the list is full.")]
        seal = words.text(
            "Its dice fingerprint (SHA-256 of the seed, which was drawn before) is %(digest)s.", digest=row.commitment
        )
        return Done((stands, *by_itself, seal, *told, *_dice_sentences(context, row.id)), row.id)
    if row.beacon is not None:
        fix_words(context.unit, row)
        full = words.text(
            "You're in, and waiting list %(number)s, %(name)s, is full. An email tells everyone what is fixed.", **facts
        )
        return Done((full, *told, *_round_sentences(context, row.id)), row.id)
    game_id = begin(context.unit, row)
    began = words.text(
        "You're in, and waiting list %(number)s, %(name)s, is full: the game has started as %(tag)s. Everyone gets "
        "its first report.",
        tag=get_game(tx, game_id).tag,
        **facts,
    )
    return Done((began, *told), row.id, game_id)


def seat_bots(context: PlayerContext, wish: SeatBots) -> Done:
    """Give free places on a player's own list to bots of the server's; a full list becomes a game. Raises Refused."""
    tx, words = context.unit, context.words
    row = keep_round(context.unit, joinable(context, wish.list_id))
    if row.opened_by != context.player.id:
        raise Refused(
            words.text("Only the player who opened waiting list %(number)s can give seats to bots.", number=row.id)
        )
    here = {one.player_id for one in list_waiting_players(tx, row.id)}
    known = programs(context.unit, len(PROGRAMS))
    bots = [one for one in known if one not in here][: wish.number]
    if len(bots) < wish.number or len(here) + wish.number > row.seats:
        raise Refused(words.text("Waiting list %(number)s does not have that many free seats.", number=row.id))
    for bot in bots:
        join_list(tx, row.id, bot, new_salt(), context.unit.now_ms, from_server=True)
    names = listed([get_player(tx, bot).name for bot in bots], words)
    facts = {"number": row.id, "name": row.name, "bots": names}
    told = words.text("Now on waiting list %(number)s, %(name)s: %(bots)s. The game will not be rated.", **facts)
    if len(here) + len(bots) < row.seats:
        return Done((told,), row.id)
    if row.beacon is not None:
        fix_words(context.unit, row)
        return Done((told, *_round_sentences(context, row.id)), row.id)
    game_id = begin(context.unit, row)
    began = words.text("The waiting list is full, and the game has started as %(tag)s.", tag=get_game(tx, game_id).tag)
    return Done((told, began), row.id, game_id)


def leave(context: PlayerContext, wish: Leave) -> Done:
    """Take a player off a list. Their own goes to who has waited longest, or is closed. Raises Refused."""
    tx, words, me = context.unit, context.words, context.player
    row = find_waiting_list(tx, wish.list_id)
    if row is not None and row.status == "full" and _is_on(tx, row, me.id):
        raise Refused(
            words.text(
                "Waiting list %(number)s is full and nobody can leave it; once the game has started you can resign.",
                number=row.id,
            )
        )
    if row is None or row.status != "open" or not leave_list(tx, row.id, me.id):
        raise Refused(words.text("You're not on an open waiting list %(number)s.", number=wish.list_id))
    waiting = [one for one in list_waiting_players(tx, row.id) if get_player(tx, one.player_id).bot is None]
    facts = {"number": row.id, "name": row.name}
    if not waiting:
        end_list(tx, row.id, "closed")
        return Done(
            (words.text("You have left waiting list %(number)s, %(name)s, and it is closed.", **facts),), row.id
        )
    if row.opened_by == me.id:
        heir = waiting[0]
        transfer_list(tx, row.id, heir.player_id)
        left = words.text(
            "You have left waiting list %(number)s, %(name)s; it is now %(heir)s's list.", heir=heir.name, **facts
        )
        return Done((left,), row.id)
    return Done((words.text("You have left waiting list %(number)s, %(name)s.", **facts),), row.id)


def end(unit: UnitOfWork, row: ListRow, how: Literal["expired", "closed", "round missing"]) -> None:
    """End an open or full list without a game, and tell those on it."""
    end_list(unit, row.id, "expired" if how == "round missing" else how)
    for one in list_waiting_players(unit, row.id):
        player = get_player(unit, one.player_id)
        words = catalogue(player.language)
        subject = words.text("%(name)s did not start", name=row.name)
        notice = words.text(_NOTICES[how], number=row.id, name=row.name)
        again = words.text(
            'Reply "%(lists)s" to see the games looking for players.', lists=OFFICE.fill("{lists}", player.language)
        )
        blocks: list[doc.Block] = [doc.Lead((notice,)), doc.Paragraph(describe_game(row, words)), doc.Paragraph(again)]
        write_to(unit, player, "lobby", subject, blocks)


def joinable(context: PlayerContext, list_id: int) -> ListRow:
    """An open list that a player may see. Raises Refused, in the same words for one that they may not see."""
    row = find_waiting_list(context.unit, list_id)
    if row is not None and row.status == "full" and _is_on(context.unit, row, context.player.id):
        raise Refused(context.words.text("Waiting list %(number)s is full: all dice words are fixed.", number=list_id))
    if (
        row is not None
        and row.status == "open"
        and may_see(context.unit, row, context.player.id, context.player.address)
    ):
        return row
    raise Refused(context.words.text("There is no open waiting list %(number)s.", number=list_id))


def may_see(tx: Tx, row: ListRow, player_id: int, address: str) -> bool:
    """Whether a player may know of a list: of a private one who opened it, who waits on it, and who is invited."""
    if not row.private or row.opened_by == player_id:
        return True
    asked = find_invitation(tx, row.id, address)
    if asked is not None and asked.declined_ms is None:
        return True
    return _is_on(tx, row, player_id)


def _terms(settings: Settings, wish: Open) -> Terms:
    """The terms of a list; strangers who meet on a public one are not to wait for each other without an end."""
    if wish.says_late or wish.private:
        return wish.terms
    return replace(wish.terms, late=settings.play.late_public)


def _check(context: PlayerContext, wish: Open) -> None:
    """Refuse a game that cannot be set up so."""
    try:
        ruleset_for(wish.kind).setup(wish.options, wish.seats, lambda _key, _sides: 0)
    except (BadOptions, KeyError) as error:
        raise Refused(context.words.text("There is no such game, or it has no such variants.")) from error


def begin(unit: UnitOfWork, row: ListRow, signature: str | None = None) -> int:
    """Begin the game of a full list: its seats in the order of joining, the start player drawn by the rules.

    `signature` is that of the public round the list names; None where it names none, or the game begins without.
    """
    said = list_waiting_words(unit, row.id)
    game_id = open_game(
        unit,
        name=row.name,
        kind=row.kind,
        options=json.loads(row.options),
        terms=row.terms,
        players=[one.player_id for one in list_waiting_players(unit, row.id)],
        salts=[text for text, _from_server in said],
        from_server=[seat for seat, (_text, from_server) in enumerate(said) if from_server],
        beacon=planned_draw(row, signature),
        seed=get_list_seed(unit, row.id),
        domain=unit.settings.mail.domain,
    )
    end_list(unit, row.id, "started", game_id)
    report_beginning(unit, game_id)
    return game_id


def settle(unit: UnitOfWork, list_id: int, signature: str | None) -> int | None:
    """Begin the game of a full list whose round is out, once; return its id, or None where it goes on waiting.

    `signature` is the round's, checked; None where it could not be reached. Then the game begins without it if the list
    says so and the time for that has come, and the list is closed if nothing came of it for as long as lists are open.
    """
    row = find_waiting_list(unit, list_id)
    if row is None or row.status != "full" or row.beacon is None or row.round is None:
        return None
    terms = load_terms(row.beacon)
    published_ms = terms.chain.moment_of(row.round) * 1000
    without_ms = terms.without_from_ms(row.round)
    if signature is not None or (without_ms is not None and without_ms <= unit.now_ms):
        return begin(unit, row, signature)
    if published_ms + unit.settings.play.list_days * _DAY_MS <= unit.now_ms:
        end(unit, row, "round missing")
    return None


def _is_on(tx: Tx, row: ListRow, player_id: int) -> bool:
    return any(one.player_id == player_id for one in list_waiting_players(tx, row.id))


def _dice_sentences(context: PlayerContext, list_id: int) -> list[str]:
    """Sentences for a player on what the dice of a list's game will prove."""
    row = find_waiting_list(context.unit, list_id)
    return [] if row is None else dice_sentences(row, context.words, _zone(context))


def _round_sentences(context: PlayerContext, list_id: int) -> list[str]:
    row = find_waiting_list(context.unit, list_id)
    return [] if row is None else round_sentences(row, context.words, _zone(context))


def _zone(context: PlayerContext) -> str:
    return zone_of(get_preferences(context.unit, context.player.id), context.unit.settings.server.time_zone)


def _salt_sentence(context: PlayerContext, salt: str, *, is_random: bool) -> str:
    if is_random:
        return context.words.text('Your dice words are "%(salt)s", chosen at random.', salt=salt)
    return context.words.text('Your dice words are "%(salt)s".', salt=salt)
