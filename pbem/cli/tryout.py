"""`pbem serve --try`: a game of each kind in progress, in which a newcomer has a seat, and bots the others."""

import secrets
import shlex
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from pbem.cli.context import CONFIG_NAME, CliContext, Failure, _, words
from pbem.cli.mail.player import orders_for
from pbem.clock import system_clock, to_ms
from pbem.daemon.server import Server
from pbem.games.presentation import presentation_of, presented
from pbem.store.accounts.sessions import add_sign_in
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.listing import list_games_of_player
from pbem.store.players.player import Bot, find_player_by_address
from rules_core.games import bot_named, ruleset_for

NEWCOMER = ("Guest", "guest@player.example")
BESIDE: tuple[tuple[str, str, Bot], ...] = (
    ("Bert Bot", "bert@bots.example", "heuristic"),
    ("Rosa Bot", "rosa@bots.example", "heuristic"),
)
FIRST_YEAR = 3
"""A game is played on to this year, so that there is something to see."""
PATIENCE_SECONDS = 60
SIGN_IN_MS = 24 * 3_600_000


class Tryout:
    """The try-out games on a running server."""

    def __init__(self, office: CliContext, server: Server) -> None:
        self.office = office
        self.server = server
        self.database = office.database

    def welcome(self) -> str:
        """Make a game of each kind where none is in progress, and say what to do with them.

        Raises Failure when bots stand still.
        """
        player_id = self._registered(*NEWCOMER, None)
        tags = {}
        for known in presented():
            kind = known.kind
            seat, game = self._playing(player_id, kind) or self._opened(player_id, kind, _(known.trial))
            self._play_on(game, seat, player_id)
            tags[kind] = game.tag
        return self._instructions(tags, player_id)

    def _registered(self, name: str, address: str, bot: Bot | None) -> int:
        with self.database.read() as tx:
            known = find_player_by_address(tx, address)
        if known is not None:
            return known.id
        return self.server.intake.operator.add_player(name, address, self.office.settings.server.language, bot)

    def _playing(self, player_id: int, kind: str) -> tuple[int, GameRow] | None:
        with self.database.read() as tx:
            mine = list_games_of_player(tx, player_id)
        return next(((seat, game) for seat, game in mine if (game.status, game.kind) == ("playing", kind)), None)

    def _opened(self, player_id: int, kind: str, name: str) -> tuple[int, GameRow]:
        seats = [number for number in ruleset_for(kind).seats if number <= 1 + len(BESIDE)]
        bots = [self._registered(*bot) for bot in BESIDE[: max(seats) - 1]]
        game_id = self.server.intake.operator.open_game(name, [player_id, *bots], {}, kind=kind)
        with self.database.read() as tx:
            return 0, get_game(tx, game_id)

    def _play_on(self, game: GameRow, seat: int, player_id: int) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while game.year < FIRST_YEAR or game.active_seat not in (seat, None):
            if time.monotonic() > end:
                raise Failure(_("The bots have stopped; the log above says why."))
            if game.active_seat == seat:
                orders = orders_for(self.database, game.id, seat, bot_named("heuristic"), secrets.randbelow)
                text = "\n".join(orders)
                self.server.intake.forms.submit(game.id, player_id, text, position=game.position)
            else:
                time.sleep(0.02)
            with self.database.read() as tx:
                game = get_game(tx, game.id)

    def _instructions(self, tags: Mapping[str, str], player_id: int) -> str:
        settings = self.office.settings
        token = secrets.token_urlsafe(32)
        now = to_ms(system_clock())
        self.database.write(lambda tx: add_sign_in(tx, token, player_id, now, now + SIGN_IN_MS))
        write = f"{self._program()} mail write"
        first, *more = tags
        again = {kind: _("The same in %(game)s:", game=_(presentation_of(kind).name)) for kind in more}
        others = "".join(f"  {summary:<28} {write} {tags[kind]}\n" for kind, summary in again.items())
        return _(
            "\n"
            "%(begun)s\n"
            "\n"
            "  The page, signed in as you:  %(url)s/sign-in/%(token)s\n"
            "  Your postbox there:          %(url)s/postbox\n"
            "  Your next turn by email:     %(write)s %(first)s\n"
            "                               (or with orders of your own: %(write)s %(first)s 'roll all')\n"
            "%(others)s"
            "  Your emails are in:          %(maildir)s\n"
            "\n"
            "Stop the server with Ctrl-C; what was played stays.",
            begun=_begun(len(tags)),
            url=settings.web.base_url,
            token=token,
            write=write,
            first=tags[first],
            others=others,
            maildir=self.server.folder_of(NEWCOMER[1]),
        )

    def _program(self) -> str:
        """This program as it was called, so that the next call finds the same server."""
        config = [] if self.office.config == Path(CONFIG_NAME) else ["--config", str(self.office.config)]
        return shlex.join([*command_of(sys.argv[0]), *config])


def command_of(called: str) -> list[str]:
    """The words that call a program again; `called` is its own file, which as a module is not a program by itself."""
    return [sys.executable, "-m", "pbem"] if Path(called).name == "__main__.py" else [called]


def _begun(games: int) -> str:
    if games == 2:
        return _("Two games are in progress, and it's your turn in both.")
    return words.plural(
        "%(n)s game is in progress, and it's your turn.",
        "%(n)s games are in progress, and it's your turn in all of them.",
        games,
    )
