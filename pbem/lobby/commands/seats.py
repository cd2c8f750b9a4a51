"""Requests about seats in games: taken, given back, declined, watched, stood by for, and games of practice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from wtforms import SelectMultipleField

from pbem.adjudicator.context import Done, PlayerCommand, PlayerContext, Refused
from pbem.adjudicator.seats import standby, vacancies
from pbem.commands.command import LineField
from pbem.forms import one_of
from pbem.games.presentation import presented
from pbem.i18n import N_
from pbem.lobby import practice
from pbem.lobby.fields import ANOTHER, OfficeCursor, read_game_and_seats, read_kind, read_tag
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seats_ever_of
from rules_core.games import kinds

TAG: Final = LineField("<tag>", read_tag)
KINDS: Final = LineField(
    "[<game>|{off}]",
    read_kind,
    form_field=one_of(
        N_("Put me on standby for"),
        {game.kind: game.name for game in presented()},
        SelectMultipleField,
        filters=[lambda kinds: tuple(kinds or ())],
        name="kind",
    ),
)


@dataclass(frozen=True, slots=True)
class PlayNow(PlayerCommand):
    """`play germany 3`: a game of practice against bots, at once; None for the usual number of players."""

    verb: ClassVar = "play"
    shape: ClassVar = "{play} <game> [<number>]"
    examples: ClassVar = (f"{{play}} {ANOTHER}", "{play} first rails 3")
    explanation: ClassVar = N_(
        "Start a practice game against bots at once, for this many players, you included. Nobody else sees "
        "it, and it counts for no rating."
    )

    kind: str
    seats: int | None = None

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["PlayNow"]:
        """`germany`, `germany 3`, `germany for 3 players`. Raises ParseError."""
        return [cls(*read_game_and_seats(cursor))]

    def do(self, context: PlayerContext) -> Done:
        """Begin a game of practice against bots at once. Raises Refused."""
        words, seats = context.words, self.seats or practice.usual_seats(self.kind)
        game = practice.against_programs(
            context.unit, context.player, self.kind, seats, words, letter_id=context.letter_id
        )
        began = words.text("%(tag)s, %(name)s, has started. You get its first report.", tag=game.tag, name=game.name)
        return Done((began,), game_id=game.id)


@dataclass(frozen=True, slots=True)
class Take(PlayerCommand):
    """`take e7`: a seat that was offered, or that anybody may have."""

    verb: ClassVar = "take"
    examples: ClassVar = ("{take} e7",)
    explanation: ClassVar = N_("Take over a seat you were offered, or one that anyone can have.")

    tag: Annotated[str, TAG]

    def do(self, context: PlayerContext) -> Done:
        """Give a player a seat that they were offered, or may have. Raises Refused."""
        game = _game(context, self.tag)
        seat = vacancies.choose_seat_to_take(context.unit, game.id, context.player.id)
        return _taken(context, game, seat)


@dataclass(frozen=True, slots=True)
class Return(PlayerCommand):
    """`return e7`: back to a seat that the player has lost."""

    verb: ClassVar = "return"
    examples: ClassVar = ("{return} e7",)
    explanation: ClassVar = N_("Take back the seat you had in a game, if nobody has taken it.")

    tag: Annotated[str, TAG]

    def do(self, context: PlayerContext) -> Done:
        """Give a player back the seat that they had. Raises Refused."""
        game = _game(context, self.tag)
        had = list_seats_ever_of(context.unit, game.id, context.player.id)
        if not had:
            raise Refused(context.words.text("You never had a seat in %(tag)s.", tag=game.tag))
        return _taken(context, game, had[0])


@dataclass(frozen=True, slots=True)
class DeclineSeat(PlayerCommand):
    """`decline e7`: no to the offer of a seat in a game."""

    tag: Annotated[str, TAG]

    def do(self, context: PlayerContext) -> Done:
        """Decline the offer of a seat. Raises Refused."""
        game = _game(context, self.tag)
        sentences = vacancies.decline(context.unit, game.id, context.player.id)
        return Done(tuple(sentences), game_id=game.id)


@dataclass(frozen=True, slots=True)
class StandBy(PlayerCommand):
    """`standby germany`, `standby`, `standby off`: whether the player would take over seats, in these kinds of game."""

    verb: ClassVar = "standby"
    examples: ClassVar = ("{standby}", f"{{standby}} {ANOTHER}", "{standby} {off}")
    explanation: ClassVar = N_("Go on standby for vacant seats, in games of all kinds or of one; or stop.")

    kinds: Annotated[tuple[str, ...], KINDS]
    on: bool = True

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["StandBy"]:
        """Read nothing for all kinds of game, `germany` for one, or `off`. Raises ParseError."""
        if len(cursor.tokens) == 1 and cursor.sees("off"):
            return [cls((), on=False)]
        kind = read_kind(cursor)
        return [cls((kind,) if kind else tuple(kinds()))]

    def do(self, context: PlayerContext) -> Done:
        """Note whether a player would take over seats, and in which kinds of game. Raises Refused."""
        kinds = self.kinds if self.on else ()
        sentences = standby.stand_by(context.unit, context.player.id, kinds)
        return Done(tuple(sentences))


@dataclass(frozen=True, slots=True)
class Watch(PlayerCommand):
    """`watch e7`: the player is mailed the public reports of a game that they do not play in."""

    verb: ClassVar = "watch"
    examples: ClassVar = ("{watch} e7",)
    explanation: ClassVar = N_(
        "Watch a game that you don't play in: you get emails with everything public, every turn and the press to all."
    )

    tag: Annotated[str, TAG]

    def do(self, context: PlayerContext) -> Done:
        """Have a player watch a game. Raises Refused."""
        game = _game(context, self.tag)
        return Done(tuple(standby.watch(context.unit, context.player.id, game.id, context.words)))


@dataclass(frozen=True, slots=True)
class Unwatch(PlayerCommand):
    """`unwatch e7`: they are mailed no more of it."""

    verb: ClassVar = "unwatch"
    examples: ClassVar = ("{unwatch} e7",)
    explanation: ClassVar = N_("Stop watching a game.")

    tag: Annotated[str, TAG]

    def do(self, context: PlayerContext) -> Done:
        """Have a player no longer watch a game. Raises Refused."""
        game = _game(context, self.tag)
        return Done(tuple(standby.unwatch(context.unit, context.player.id, game.id, context.words)))


def _taken(context: PlayerContext, game: GameRow, seat: int) -> Done:
    sentences = vacancies.take(context.unit, game.id, seat, context.player.id)
    return Done(tuple(sentences), game_id=game.id)


def _game(context: PlayerContext, tag: str) -> GameRow:
    game = find_game_by_tag(context.unit, tag)
    if game is None:
        raise Refused(context.words.text("There is no game %(tag)s.", tag=tag))
    return game
