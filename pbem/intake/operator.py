"""Services for moderators and the operator, for pages and commands: previews and acts, games, players, restores."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from pbem.adjudicator.correspondence import ignored_letters
from pbem.adjudicator.extensions import extend_freely
from pbem.adjudicator.mails.digest import choose
from pbem.adjudicator.opening import open_game, report_beginning
from pbem.adjudicator.seats.addresses import renew_account_address, renew_seat_address
from pbem.clock import Pace
from pbem.config import Settings
from pbem.games.presentation import usual_kind
from pbem.i18n import Catalogue
from pbem.intake.addresses import seat_of
from pbem.intake.door import Door
from pbem.lobby.lists import end
from pbem.lobby.names import check_free, name_of
from pbem.lobby.restoring import recover
from pbem.moderation import secret_access
from pbem.moderation.commands import ModeratorCommand
from pbem.moderation.context import ModeratorContext
from pbem.moderation.doing import Preview, Stale, carry_out, preview_all
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import Bot, Preferences, Topic
from pbem.store.serving import Marked
from pbem.terms import Terms

__all__ = ["Moderators", "Preview", "Stale"]


class Moderators:
    """Does what moderators and the operator (None) ask for. Safe to use from any thread."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def preview(self, player_id: int | None, commands: Sequence[ModeratorCommand]) -> Preview:
        """Preview acts. Raises Refused, and NotFound where there is no such player."""
        settings, now_ms = self._door.settings, self._door.now_ms()
        return self._door.database.write(lambda tx: preview_all(_context(tx, settings, player_id, now_ms), commands))

    def carry_out(
        self, player_id: int | None, commands: Sequence[ModeratorCommand], state: str | None
    ) -> tuple[str, ...]:
        """Do acts, all or none, and return what was done, in sentences.

        `state` is that of their preview; None does them without one. Raises Refused, Stale where things are no longer
        as they were previewed, and NotFound where there is no such player.
        """
        return self._door.write(
            lambda tx, settings, now_ms: carry_out(_context(tx, settings, player_id, now_ms), commands, state)
        )


def _context(tx: Tx, settings: Settings, player_id: int | None, now_ms: int) -> ModeratorContext:
    return ModeratorContext.of(tx, settings, None if player_id is None else repo.player(tx, player_id), now_ms)


class Operator:
    """Does what the operator asks for at the command line. Safe to use from any thread."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def open_game(
        self,
        name: str,
        players: Sequence[int],
        options: Mapping[str, str],
        *,
        kind: str = usual_kind(),
        terms: Terms | None = None,
        seed: bytes | None = None,
        salts: Sequence[str] | None = None,
    ) -> int:
        """Open a game for these players and mail each the first report; return its id. Raises BadOptions.

        `terms` are by default those of the settings.
        """

        def work(tx: Tx, settings: Settings, now_ms: int) -> int:
            game_id = open_game(
                tx,
                name=name,
                kind=kind,
                options=options,
                players=players,
                salts=salts,
                seed=seed,
                terms=terms or settings.terms,
                domain=settings.mail.domain,
                now_ms=now_ms,
            )
            report_beginning(tx, settings, game_id, now_ms)
            return game_id

        return self._door.write(work)

    def extend(self, game_id: int, by: Pace, reason: str) -> int:
        """Put a game's deadline off, which everybody is told; return the new one in milliseconds since the epoch.

        Raises NotFound and NothingToExtend.
        """
        return self._door.write(lambda tx, settings, now_ms: extend_freely(tx, game_id, settings, by, reason, now_ms))

    def close_list(self, list_id: int) -> bool:
        """Close a waiting list, and tell those who wait on it; False where it is not open."""

        def work(tx: Tx, settings: Settings, now_ms: int) -> bool:
            row = repo.waiting_list(tx, list_id)
            if row is None or row.status not in ("open", "full"):
                return False
            end(tx, settings, row, "closed", now_ms)
            return True

        return self._door.write(work)

    def add_player(self, name: str, address: str, language: str, bot: Bot | None = None) -> int:
        """Register a player, whose name can be one; returns their id. Raises AddressTaken, and BadName."""

        def work(tx: Tx, _settings: Settings, now_ms: int) -> int:
            check_free(tx, name)
            return repo.add_player(tx, name, address, language, now_ms, bot)

        return self._door.write(work)

    def rename(self, player_id: int, name: str) -> str:
        """Give a player another name, and return it as it is kept. Raises BadName, and NotFound."""

        def work(tx: Tx, _settings: Settings, _now_ms: int) -> str:
            player = repo.player(tx, player_id)
            chosen = name_of(name, is_bot=player.bot is not None)
            check_free(tx, chosen, but=player_id)
            repo.rename_player(tx, player_id, chosen)
            return chosen

        return self._door.write(work)

    def choose(
        self,
        player_id: int,
        change: Callable[[Preferences], Preferences],
        moderator: bool | None = None,
        wanted: Mapping[Topic, bool | None] = MappingProxyType({}),
    ) -> None:
        """Change how a player is written to, whether they moderate, and what else is `wanted` by mail.

        None leaves one as it is. Raises NotFound.
        """

        def work(tx: Tx, settings: Settings, now_ms: int) -> None:
            choose(tx, settings, player_id, change(repo.preferences(tx, player_id)), now_ms)
            for topic, on in wanted.items():
                if on is not None:
                    repo.set_wanted(tx, player_id, topic, on=on)
            if moderator is not None:
                repo.set_moderator(tx, player_id, moderator)
                if not moderator:
                    secret_access.revoke_access_of(tx, player_id, now_ms)

        self._door.write(work)

    def renew_address(self, player_id: int, game_id: int | None = None) -> None:
        """Renew the address of a player's account, or of their seat in a game, and mail it.

        Raises Refused, and NotFound where they have no seat in the game.
        """

        def work(tx: Tx, settings: Settings, now_ms: int) -> None:
            if game_id is None:
                renew_account_address(tx, settings, player_id, now_ms, by_owner=False)
            else:
                renew_seat_address(tx, settings, game_id, seat_of(tx, game_id, player_id), now_ms, by=None)

        self._door.write(work)

    def deal_with_letter(self, letter_id: int, words: Catalogue) -> None:
        """Have a letter dealt with that was not read, by the running server. Raises Refused."""

        def work(tx: Tx, _settings: Settings, now_ms: int) -> None:
            ignored_letters.deal_with(tx, repo.ignored_letter(tx, letter_id), words, now_ms)

        self._door.write(work)

    def recover(self, mark: Marked) -> list[str]:
        """Put a restored database into service; returns the tags of games that are left as they were (`recover`)."""
        return self._door.write(lambda tx, settings, now_ms: recover(tx, settings, now_ms, mark))
