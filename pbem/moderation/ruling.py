"""Disputes as moderators deal with them: which may be ruled on, by which rules, and what a verdict says."""

from collections.abc import Mapping
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.sessions import load_reading
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue
from pbem.moderation.context import ModeratorContext, check_moderates
from pbem.store import Tx
from pbem.store.games.game import GameRow, get_game
from pbem.store.moderation.disputes import FiledDispute, Verdict, list_statements
from pbem.store.moderation.disputes import find_dispute as stored_find_dispute
from rules_core.games import rulebook
from rules_core.kernel.rulebook import Rule as BookRule

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
        raise Refused(words.text("By which rule? Give its number, such as FR-31."))
    sentence = words.text(presentation_of(game.kind).name)
    raise Refused(words.text('The rules of %(game)s have no "%(rule)s".', game=sentence, rule=typed.strip()[:40]))


def verdict_of(dispute: FiledDispute, words: Catalogue) -> str:
    """The ruling on a dispute, in a sentence; "" where there is none."""
    return "" if dispute.verdict is None else words.text(VERDICTS[dispute.verdict])


def state_of_dispute(context: ModeratorContext, dispute_id: int) -> str:
    """The state of a dispute and its game, as far as everybody may know it."""
    dispute = stored_find_dispute(context.unit, dispute_id)
    if dispute is None:
        return "-"
    game = get_game(context.unit, dispute.game_id)
    said = len(list_statements(context.unit, dispute.id))
    stands = f"{dispute.status} {dispute.opened_ms} {dispute.ruled_ms} {said}"
    return f"dispute {dispute.id} {stands} #{game.final_position} {game.status} {game.held_ms}"
