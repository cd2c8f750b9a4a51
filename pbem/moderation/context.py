"""Rights of moderators: which game they may moderate and see what of, and which dispute they may rule on, by which
rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.context import Refused, RequestContext
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.sessions import load_reading
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue, catalogue
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, find_game_by_tag, get_game
from pbem.store.games.seats import list_seats_ever_of
from pbem.store.moderation.disputes import FiledDispute, Verdict, list_statements
from pbem.store.moderation.disputes import find_dispute as stored_find_dispute
from pbem.store.moderation.secrets import list_secret_accesses
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.players.preferences import get_preferences
from rules_core.games import rulebook
from rules_core.kernel.log import Note, NoteFact
from rules_core.kernel.rulebook import Rule as BookRule

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

    def check_operator(self) -> None:
        """Raise Refused unless the actor is an operator, here or at the command line."""
        if self.player is not None and not self.player.operator:
            raise Refused(self.words.text("Only an operator can do this."))

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

    def reason(self, text: str, field: str = "reason") -> str:
        """The reason for something, on one line. Raises Refused where nothing is said, or too much."""
        reason = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if not reason:
            raise Refused(self.words.text("Give a reason; everyone in the game will see it."), field)
        if len(reason) > LONGEST_REASON:
            raise Refused(self.words.text("Use at most %(most)s characters.", most=LONGEST_REASON), field)
        return reason


@dataclass(frozen=True)
class Consequences:
    """The consequences of an act, in sentences, and what to think of first."""

    sentences: tuple[str, ...]
    warnings: tuple[str, ...] = ()


VERDICTS: Final[Mapping[Verdict, str]] = {
    "uphold": N_("The play stands."),
    "amend": N_("The position is corrected."),
    "rollback": N_("The game is rolled back."),
}
MOST_WRITTEN: Final = 2_000
"""Characters of a ruling."""


def find_dispute(context: ModeratorContext, dispute_id: int) -> tuple[FiledDispute, GameRow]:
    """A dispute of a game that whoever acts may moderate, open or not, with its game. Raises Refused."""
    context.check_moderator()
    dispute = stored_find_dispute(context.unit, dispute_id)
    if dispute is None:
        raise Refused(context.words.text("There is no dispute %(number)s.", number=dispute_id))
    if context.player is not None:
        check_moderates(context.unit, context.player, dispute.game_id)
    return dispute, get_game(context.unit, dispute.game_id)


def open_dispute(context: ModeratorContext, dispute_id: int) -> tuple[FiledDispute, GameRow]:
    """The same, if it is open. Raises Refused."""
    dispute, game = find_dispute(context, dispute_id)
    if dispute.status != "open":
        raise Refused(context.words.text("Dispute %(number)s is already closed.", number=dispute_id))
    return dispute, game


def dispute_to_rule(context: ModeratorContext, dispute_id: int, *, supersedes: bool) -> tuple[FiledDispute, GameRow]:
    """The same, or, for a ruling that `supersedes` another, one that was ruled on. Raises Refused."""
    if not supersedes:
        return open_dispute(context, dispute_id)
    dispute, game = find_dispute(context, dispute_id)
    if dispute.status != "ruled":
        raise Refused(context.words.text("There is no ruling on dispute %(number)s to supersede.", number=dispute_id))
    return dispute, game


def rule_of(tx: Tx, game: GameRow, typed: str, words: Catalogue) -> BookRule:
    """The rule with an id, as this game reads it. Raises Refused."""
    named = typed.strip().upper()
    book = {id_.upper(): rule for id_, rule in rulebook(game.kind, load_reading(tx, game.id)).items()}
    if named in book:
        return book[named]
    if not named:
        raise Refused(words.text("By which rule? Give its number, such as FR-31."), "rule")
    sentence = words.text(presentation_of(game.kind).name)
    raise Refused(
        words.text('The rules of %(game)s have no "%(rule)s".', game=sentence, rule=typed.strip()[:40]), "rule"
    )


def verdict_of(dispute: FiledDispute, words: Catalogue) -> str:
    """The ruling on a dispute, in a sentence; "" where there is none."""
    return "" if dispute.verdict is None else words.text(VERDICTS[dispute.verdict])


def state_of_dispute(context: ModeratorContext, dispute_id: int) -> str:
    """The state of a dispute and its game, as far as everybody may know it."""
    dispute = stored_find_dispute(context.unit, dispute_id)
    if dispute is None:
        return "-"
    game = get_game(context.unit, dispute.game_id)
    statements = len(list_statements(context.unit, dispute.id))
    stands = f"{dispute.status} {dispute.opened_ms} {dispute.ruled_ms} {statements}"
    return f"dispute {dispute.id} {stands} #{game.final_position} {game.status} {game.held_ms}"
