"""Requests about waiting lists: opened, joined, given to bots, left."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Done, PlayerCommand, PlayerContext, Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.opening import new_salt, new_seed
from pbem.beacon import dump_terms
from pbem.commands.command import LineField
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.forms import typed
from pbem.games.presentation import presentation_of
from pbem.i18n import N_
from pbem.lobby.fields import ANOTHER, VARIANT, OfficeCursor, read_bots, read_list, read_salt
from pbem.lobby.lists import DAY_MS, LONGEST_NAME, LONGEST_SALT, MOST_OPEN, begin, end, is_on, joinable, kept_list
from pbem.lobby.names import PROGRAMS
from pbem.lobby.opening import read_terms
from pbem.lobby.practice import ensure_programs
from pbem.lobby.public_rounds import dice_sentences, fix_words, keep_round, named_round, round_sentences
from pbem.mail.reading.text import chosen_name, one_line
from pbem.naming import BadName
from pbem.reports.press import listed
from pbem.store.games.game import get_game
from pbem.store.games.waiting_lists import (
    ListRow,
    add_list,
    change_salt,
    count_lists_of,
    end_list,
    find_waiting_list,
    join_list,
    leave_list,
    list_waiting_players,
    transfer_list,
)
from pbem.store.players.player import get_player
from pbem.store.players.preferences import get_preferences
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import BeaconWish, Terms
from rules_core.games import ruleset_for
from rules_core.kernel.definition import BadOptions
from rules_core.kernel.dice import commitment

LIST: Final = LineField("<number>", read_list)
SALT: Final = LineField(
    "{with} <words>", read_salt, form_field=typed(N_("Your dice words"), LONGEST_SALT, render_kw={"required": False})
)
BOTS: Final = LineField("<number>", read_bots)


@dataclass(frozen=True, slots=True)
class Open(PlayerCommand):
    """`open germany for 3 ...`: a new waiting list, on which its opener stands first."""

    verb: ClassVar = "open"
    shape: ClassVar = (
        "{open} <game> {for} <number> [{pace} <time>] [{days} <days>] [{zone} <zone>] "
        "[{late} {wait}|{pass}|{standby}|{bot}] [{press} {none}|{signed}|{anonymous}] "
        "[{beacon} {wait}|{without}|{none}] [<variant>=<value>] [{private}] "
        '["<name>"]'
    )
    examples: ClassVar = (
        f"{{open}} {ANOTHER} {{for}} 3",
        '{open} first rails {for} 2 {pace} 36h {late} {pass} "Tea at four"',
        f'{{open}} {ANOTHER} {{for}} 4 {{late}} {{pass}} {VARIANT} {{private}} "Us four"',
        "{open} first rails {for} 3 {days} {monday}-{friday} {zone} Europe/Berlin",
    )
    explanation: ClassVar = N_(
        "Open a new game for this many players, you included; it starts when full. A private one is invite "
        "only. With a beacon, if the server has one, a public random number is part of the dice, so nobody "
        "can choose them, not even the host; the game waits for it, or starts without it if it can't be "
        "reached."
    )

    kind: str
    seats: int
    terms: Terms
    options: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    name: str = ""
    """"" for one made of the opener's own."""
    beacon: BeaconWish | None = None
    """None for what is usual on the server."""
    says_late: bool = True
    """Whether the opener says what becomes of a turn whose time is up; else the server's usual holds."""

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["Open"]:
        """Read the game, for how many, and on which terms, in any order. Raises ParseError."""
        wanted = read_terms(cursor)
        return [
            cls(
                wanted.kind,
                wanted.seats,
                wanted.terms,
                wanted.options,
                wanted.private,
                wanted.name,
                wanted.beacon,
                "late" in wanted.said,
            )
        ]

    def do(self, context: PlayerContext) -> Done:
        """Open a list, on which its opener stands first. Raises Refused."""
        tx, words = context.unit, context.words
        if count_lists_of(tx, context.player.id) >= MOST_OPEN:
            raise Refused(
                words.text("You have %(most)s waiting lists open, the most a player can have.", most=MOST_OPEN)
            )
        _check(context, self)
        try:
            name = chosen_name(self.name, LONGEST_NAME)
        except BadName as bad:
            raise Refused(words.text(bad.msgid)) from bad
        named = named_round(context, self.beacon)
        seed = new_seed()
        new = ListRow(
            id=NEW,
            name=name or words.text("%(name)s's game", name=context.player.name),
            kind=self.kind,
            options=json.dumps(dict(self.options)),
            seats=self.seats,
            **values(_terms(context.unit.settings, self)),
            private=self.private,
            commitment=commitment(seed),
            opened_by=context.player.id,
            created_ms=context.unit.now_ms,
            expires_ms=context.unit.now_ms + context.unit.settings.play.list_days * DAY_MS,
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
            game=words.text(presentation_of(self.kind).name),
            seats=self.seats,
        )
        change = OFFICE.fill(f"{{join}} {list_id} {{with}} ...", words.language)
        seal = words.text("Its dice fingerprint (SHA-256 of the seed) is %(digest)s.", digest=new.commitment)
        sentence = words.text(
            'Your dice words are "%(salt)s". To choose your own, send "%(order)s".',
            salt=salt,
            order=change,
        )
        return Done((opened, seal, sentence, *_dice_sentences(context, list_id)), list_id)


@dataclass(frozen=True, slots=True)
class Join(PlayerCommand):
    """`join 12`, `join 12 with these words`: a place on a list, or, for a player on it, other words for the dice."""

    verb: ClassVar = "join"
    examples: ClassVar = ("{join} 12", "{join} 12 {with} seven green bottles")
    explanation: ClassVar = N_(
        "Join a waiting list. The words are your dice words; without any you get a random one. If you are "
        "already on it, this changes your words."
    )

    list_id: Annotated[int, LIST]
    salt: Annotated[str, SALT] = field(default="", repr=False)
    """"" for a random one."""

    def do(self, context: PlayerContext) -> Done:
        """Put a player on a list, or change their words for the dice; a full list becomes a game. Raises Refused."""
        tx, words, me = context.unit, context.words, context.player
        row = keep_round(context.unit, joinable(context, self.list_id))
        waiting = list_waiting_players(tx, row.id)
        salt = one_line(self.salt, LONGEST_SALT)
        facts = {"number": row.id, "name": row.name}
        if any(one.player_id == me.id for one in waiting):
            if not salt:
                raise Refused(words.text("You're already on waiting list %(number)s, %(name)s.", **facts))
            change_salt(tx, row.id, me.id, salt)
            changed = words.text("Your dice words for waiting list %(number)s, %(name)s, are changed.", **facts)
            return Done((changed,), row.id)
        salt_of_player = salt or new_salt()
        join_list(tx, row.id, me.id, salt_of_player, context.unit.now_ms, from_server=not salt)
        waiting = list_waiting_players(tx, row.id)
        sentences = [_salt_sentence(context, salt_of_player, is_random=not salt)]
        if len(waiting) < row.seats:
            stands = words.text(
                "You're on waiting list %(number)s, %(name)s: %(here)s of %(seats)s players so far.",
                here=len(waiting),
                seats=row.seats,
                **facts,
            )
            by_itself = [] if row.beacon is not None else [words.text("The game starts as soon as the list is full.")]
            seal = words.text(
                "Its dice fingerprint (SHA-256 of the seed, which was drawn before) is %(digest)s.",
                digest=row.commitment,
            )
            return Done((stands, *by_itself, seal, *sentences, *_dice_sentences(context, row.id)), row.id)
        if row.beacon is not None:
            fix_words(context.unit, row)
            full = words.text(
                "You're in, and waiting list %(number)s, %(name)s, is full. An email tells everyone what is fixed.",
                **facts,
            )
            return Done((full, *sentences, *_round_sentences(context, row.id)), row.id)
        game_id = begin(context.unit, row)
        began = words.text(
            "You're in, and waiting list %(number)s, %(name)s, is full: the game has started as %(tag)s. Everyone gets "
            "its first report.",
            tag=get_game(tx, game_id).tag,
            **facts,
        )
        return Done((began, *sentences), row.id, game_id)


@dataclass(frozen=True, slots=True)
class Leave(PlayerCommand):
    """`leave 12`: off a list."""

    verb: ClassVar = "leave"
    examples: ClassVar = ("{leave} 12",)
    explanation: ClassVar = N_("Leave a waiting list. The last to leave closes it.")

    list_id: Annotated[int, LIST]

    def do(self, context: PlayerContext) -> Done:
        """Take a player off a list. A list of their own goes to the one who has waited longest, or is closed. Raises
        Refused.
        """
        tx, words, me = context.unit, context.words, context.player
        row = find_waiting_list(tx, self.list_id)
        if row is not None and row.status == "full" and is_on(tx, row, me.id):
            raise Refused(
                words.text(
                    "Waiting list %(number)s is full and nobody can leave it; once the game has started you can "
                    "resign.",
                    number=row.id,
                )
            )
        if row is None or row.status != "open" or not leave_list(tx, row.id, me.id):
            raise Refused(words.text("You're not on an open waiting list %(number)s.", number=self.list_id))
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


@dataclass(frozen=True, slots=True)
class CloseList(PlayerCommand):
    """`close 12`: a list of one's own, or for a list keeper anybody's that they may see, ends without a game."""

    verb: ClassVar = "close"
    examples: ClassVar = ("{close} 12",)
    explanation: ClassVar = N_("Close a waiting list of yours; list keepers close any. Everyone on it will be told.")

    list_id: Annotated[int, LIST]

    def do(self, context: PlayerContext) -> Done:
        """End a list, and tell those on it. Raises Refused."""
        row = kept_list(context, self.list_id)
        end(context.unit, row, "closed")
        closed = context.words.text("Waiting list %(number)s, %(name)s, is closed.", number=row.id, name=row.name)
        return Done((closed,), row.id)


@dataclass(frozen=True, slots=True)
class SeatBots(PlayerCommand):
    """`bots 12`, `bots 12 2`: bots of the server's own for free places on one's own list."""

    verb: ClassVar = "bots"
    shape: ClassVar = "{bots} <number>"
    examples: ClassVar = ("{bots} 12", "{bots} 12 2")
    explanation: ClassVar = N_(
        "Give a free seat on a waiting list of yours to a bot, or several seats to as many bots. Such a "
        "game is not rated."
    )

    list_id: Annotated[int, LIST]
    number: Annotated[int, BOTS] = 1

    def do(self, context: PlayerContext) -> Done:
        """Give free places on a player's own list to bots of the server; a full one becomes a game. Raises Refused."""
        tx, words = context.unit, context.words
        row = keep_round(context.unit, joinable(context, self.list_id))
        if row.opened_by != context.player.id:
            raise Refused(
                words.text("Only the player who opened waiting list %(number)s can give seats to bots.", number=row.id)
            )
        here = {one.player_id for one in list_waiting_players(tx, row.id)}
        known = ensure_programs(context.unit, len(PROGRAMS))
        bots = [one for one in known if one not in here][: self.number]
        if len(bots) < self.number or len(here) + self.number > row.seats:
            raise Refused(words.text("Waiting list %(number)s does not have that many free seats.", number=row.id))
        for bot in bots:
            join_list(tx, row.id, bot, new_salt(), context.unit.now_ms, from_server=True)
        names = listed([get_player(tx, bot).name for bot in bots], words)
        facts = {"number": row.id, "name": row.name, "bots": names}
        sentence = words.text(
            "Now on waiting list %(number)s, %(name)s: %(bots)s. The game will not be rated.", **facts
        )
        if len(here) + len(bots) < row.seats:
            return Done((sentence,), row.id)
        if row.beacon is not None:
            fix_words(context.unit, row)
            return Done((sentence, *_round_sentences(context, row.id)), row.id)
        game_id = begin(context.unit, row)
        began = words.text(
            "The waiting list is full, and the game has started as %(tag)s.", tag=get_game(tx, game_id).tag
        )
        return Done((sentence, began), row.id, game_id)


def _terms(settings: Settings, wish: Open) -> Terms:
    """The terms of a list; strangers who meet on a public one are not to wait for each other without an end."""
    if wish.says_late or wish.private:
        return wish.terms
    return replace(wish.terms, late=settings.play.late_public)


def _check(context: PlayerContext, wish: Open) -> None:
    try:
        ruleset_for(wish.kind).setup(wish.options, wish.seats, lambda _key, _sides: 0)
    except (BadOptions, KeyError) as error:
        raise Refused(context.words.text("There is no such game, or it has no such variants.")) from error


def _dice_sentences(context: PlayerContext, list_id: int) -> list[str]:
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
