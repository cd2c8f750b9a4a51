"""Ways out for those who wait long for a late player: to have the player replaced, agree on the end, or concede.

It is possible from the moment on at which they are told of it, and until the game goes on. Any of those who wait can
ask for a replacement; the game ends when all of them agree or have conceded. Whoever concedes is placed last.
"""

from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.store.games.game import GameRow


def is_stuck(game: GameRow, settings: Settings, now_ms: int) -> bool:
    """Whether a game has waited so long for the player to move that those who wait can do something about it."""
    if game.status == "over" or game.deadline_ms is None or game.active_seat is None:
        return False
    return game.deadline_ms <= now_ms and game.overdue > settings.play.waiting_turns


def choices(player: str, words: Catalogue) -> list[tuple[str, str]]:
    """The orders open to those who wait for a player, each with what it does."""
    replaced = words.text(
        "have another player take over %(player)s's seat, or a bot play it as long as nobody does", player=player
    )
    ended = words.text("agree that the game ends as it stands, if everyone who waits agrees")
    conceded = words.text("the same, with you in the last place")
    options = (("replace", replaced), ("finish", ended), ("concede", conceded))
    return [(in_words(f"{{{name}}}", words.language), what) for name, what in options]
