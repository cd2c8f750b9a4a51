"""Rights of moderators: which game they may moderate and see what of, and what previewing and doing an act needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.context import Refused, RequestContext
from pbem.adjudicator.mails.game import zone_of
from pbem.i18n import catalogue
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seats_ever_of
from pbem.store.moderation.secrets import list_secret_accesses
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.players.preferences import get_preferences
from rules_core.kernel.log import Note, NoteFact

LONGEST_REASON: Final = 500
"""Characters that a reason, or what is announced, may have."""


def may_moderate(tx: Tx, player: PlayerRow, game_id: int) -> bool:
    """Whether a player is a moderator, and has never had a seat in a game."""
    return player.moderator and not list_seats_ever_of(tx, game_id, player.id)


def check_moderates(tx: Tx, player: PlayerRow, game_id: int) -> None:
    """Nothing, where a player may moderate a game. Raises Refused."""
    words = catalogue(player.language)
    if not player.moderator:
        raise Refused(words.text("Only a moderator can do this."))
    if list_seats_ever_of(tx, game_id, player.id):
        raise Refused(words.text("You have or had a seat in that game, so another moderator has to do this."))


def sees_secrets(tx: Tx, player_id: int, game_id: int) -> bool:
    """Whether a moderator, who is one still, has opened a game's secrets, and not closed them."""
    if not get_player(tx, player_id).moderator:
        return False
    return any(sight.player_id == player_id and sight.until_ms is None for sight in list_secret_accesses(tx, game_id))


@dataclass(frozen=True, kw_only=True)
class ModeratorContext(RequestContext):
    """The context of what a moderator asks for. The player None is the operator, who is above all rights."""

    player: PlayerRow | None

    @classmethod
    def of(cls, unit: UnitOfWork, player: PlayerRow | None, letter_id: int | None = None) -> "ModeratorContext":
        """The context of a moderator, or of the operator, told in their own language."""
        words = catalogue(unit.settings.server.language if player is None else player.language)
        return cls(unit=unit, player=player, words=words, letter_id=letter_id)

    @property
    def zone(self) -> str:
        """The time zone that times are told in."""
        default = self.unit.settings.server.time_zone
        return default if self.player is None else zone_of(get_preferences(self.unit, self.player.id), default)

    def check_moderator(self) -> None:
        """Raise Refused unless the actor is a moderator or the operator."""
        if self.player is not None and not self.player.moderator:
            raise Refused(self.words.text("Only a moderator can do this."))

    def game(self, tag: str) -> GameRow:
        """The game with a public name, if whoever acts may moderate it. Raises Refused."""
        self.check_moderator()
        found = find_game_by_tag(self.unit, tag)
        if found is None:
            raise Refused(self.words.text("There is no game %(tag)s.", tag=tag))
        if self.player is not None:
            check_moderates(self.unit, self.player, found.id)
        return found

    def running_game(self, tag: str) -> GameRow:
        """The same, if it is still played. Raises Refused."""
        found = self.game(tag)
        if found.status == "over":
            raise Refused(self.words.text("%(tag)s is over.", tag=found.tag))
        return found

    def note(self, about: str, facts: Mapping[str, NoteFact] | None = None, *, reason: str = "") -> Note:
        """The log's note on an act: who did it ("" for the operator), and why."""
        return Note(about, {"by": "" if self.player is None else self.player.name, **(facts or {}), "reason": reason})

    def reason(self, text: str) -> str:
        """The reason for something, on one line. Raises Refused where nothing is said, or too much."""
        said = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if not said:
            raise Refused(self.words.text("Give a reason; everyone in the game will see it."))
        if len(said) > LONGEST_REASON:
            raise Refused(self.words.text("Use at most %(most)s characters.", most=LONGEST_REASON))
        return said


@dataclass(frozen=True)
class Consequences:
    """The consequences of an act, in sentences, and what to think of first."""

    sentences: tuple[str, ...]
    warnings: tuple[str, ...] = ()
