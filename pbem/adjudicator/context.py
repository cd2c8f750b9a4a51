"""Who asks for something, and what doing it needs: the context that every command is carried out in."""

from dataclasses import dataclass

from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store.rows import PlayerRow


@dataclass(frozen=True, kw_only=True)
class RequestContext:
    """The transaction and the clock of a command, the words of the answer, and the letter that it came in."""

    tx: Tx
    settings: Settings
    now_ms: int
    words: Catalogue
    letter_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlayerContext(RequestContext):
    """The context of what a player asks for outside of games."""

    player: PlayerRow


@dataclass(frozen=True)
class Done:
    """What was done, in sentences; the list that it was done to, and the game that came of it."""

    told: tuple[str, ...]
    list_id: int | None = None
    game_id: int | None = None
